"""The energy table of a machine: picojoules per event. Leakage is not in it (`npusim.simulator.machine.leakage`)."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

ELEMENT_TYPES = ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8", "i1")

Picojoules = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False, strict=True)]


class EnergyTable(BaseModel):
    """Picojoules per event; a part that the machine does not have costs 0."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    array_mac_pj: dict[str, Picojoules] = Field(
        description="element type of the inputs -> one multiply-accumulate in an array, its registers included"
    )
    vector_op_pj: Picojoules = Field(description="one 32-bit element through one ALU issue slot of the vector unit")
    cross_lane_element_pj: Picojoules = Field(description="one element moved between lanes")
    scratchpad_byte_pj: Picojoules = Field(description="one byte read from or written to the scratchpad")
    noc_hop_byte_pj: Picojoules = Field(default=0, description="one byte over one link of the network")
    cache_byte_pj: Picojoules = Field(default=0, description="one byte read from or written to the shared memory level")
    dram_activate_pj: Picojoules = Field(default=0, description="opening (and closing) one row")
    dram_read_byte_pj: Picojoules = Field(description="one byte read, interface included")
    dram_write_byte_pj: Picojoules = Field(description="one byte written, interface included")
    dram_refresh_pj: Picojoules = Field(
        default=0, description="one refresh of all banks of a channel; one of a single bank takes its share"
    )

    @field_validator("array_mac_pj")
    @classmethod
    def _element_types(cls, value: dict[str, float]) -> dict[str, float]:
        for key in value:
            if key not in ELEMENT_TYPES:
                raise ValueError(f"{key!r} is not known; allowed: {', '.join(ELEMENT_TYPES)}")
        return value
