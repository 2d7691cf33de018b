"""DRAM devices: organisation and timings of one channel, read from YAML and passed to the engine as plain numbers.

A device is a file in `simulator/dram_devices/`, in a folder of `NPUSIM_DRAM_PATH` (separated like `PATH`), or any file
whose path ends in `.yaml`. Times are in device clocks with the names of JEDEC's standards: HBM's where reads and writes
differ (tRCDRD, tRCDWR), LPDDR's for banks (tRPab all banks, tRFCpb per bank).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from npusim.simulator.engine import DRAM_TIMINGS
from npusim.simulator.errors import MachineError
from npusim.simulator.system.environment import folders
from npusim.simulator.system.file_errors import reason
from npusim.simulator.system.yaml_files import YamlError, parse_mapping
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

_SHIPPED = Path(__file__).resolve().parent.parent / "dram_devices"

PowerOfTwo = Annotated[int, Field(ge=1, le=2**30, strict=True)]
Clocks = Annotated[int, Field(ge=1, le=2**20, strict=True)]
OptionalClocks = Annotated[int, Field(ge=0, le=2**20, strict=True)]
BusClocks = Annotated[float, Field(gt=0, le=16)]


class DramDevice(BaseModel):
    """One channel of a DRAM device with its timings in clocks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="name the device is found by")
    description: str = Field(default="", description="one sentence")
    sources: tuple[str, ...] = Field(default=(), description="where the numbers come from")

    channel_bits: PowerOfTwo = Field(description="width of the data bus of a rank (of one pseudo channel)")
    ranks: PowerOfTwo = Field(default=1, description="ranks, or pseudo channels; only the latter may be more than one")
    bank_groups: PowerOfTwo = Field(description="bank groups of a rank")
    banks_per_group: PowerOfTwo = Field(description="banks of a group")
    rows: PowerOfTwo = Field(description="rows of a bank")
    columns: PowerOfTwo = Field(description="columns of a row, each as wide as the channel")
    burst_length: PowerOfTwo = Field(description="columns that one read or write moves")
    data_rate_mtps: Clocks = Field(description="transfers per second on a pin, 10^6")
    clock_ps: Clocks = Field(description="length of a clock, picoseconds")
    ticks_per_clock: Annotated[int, Field(ge=1, le=8, strict=True)] = Field(
        default=1, description="parts of a clock in which commands can begin"
    )
    split_command_bus: bool = Field(default=False, description="row and column commands have a bus each")
    activate_clocks: BusClocks = Field(default=1, description="clocks an activate takes on its bus")
    column_command_clocks: BusClocks = Field(default=1, description="clocks a read or write takes on its bus")
    row_command_clocks: BusClocks = Field(default=1, description="clocks a precharge or refresh takes on its bus")

    burst_clocks: Clocks = Field(description="clocks a burst takes on the data bus")
    tCL: Clocks = Field(description="read to data")
    tCWL: Clocks = Field(description="write to data")
    tRCDRD: Clocks = Field(description="activate to read")
    tRCDWR: Clocks = Field(description="activate to write")
    tRP: Clocks = Field(description="precharge to activate")
    tRPab: Clocks | None = Field(default=None, description="precharge of all banks to activate (default tRP)")
    tRAS: Clocks = Field(description="activate to precharge")
    tRC: Clocks = Field(description="activate to activate of a bank")
    tRRD_S: Clocks = Field(description="activate to activate, other bank group")
    tRRD_L: Clocks = Field(description="activate to activate, same bank group")
    tFAW: Clocks = Field(description="window of four activates")
    tCCD_S: Clocks = Field(description="read to read, write to write, other bank group")
    tCCD_L: Clocks = Field(description="the same, same bank group")
    tWR: Clocks = Field(description="end of written data to precharge")
    tWTR_S: Clocks = Field(description="end of written data to read, other bank group")
    tWTR_L: Clocks = Field(description="the same, same bank group")
    tRTP: Clocks = Field(description="read to precharge")
    bus_turn_clocks: OptionalClocks = Field(default=2, description="idle data bus between a read and a write")
    tPPD: OptionalClocks = Field(default=0, description="precharge to precharge")
    tREFI: Clocks = Field(description="interval of refreshes of all banks")
    tRFC: Clocks = Field(description="refresh of all banks")
    tREFIpb: OptionalClocks = Field(default=0, description="interval of refreshes of one bank; 0: not possible")
    tRFCpb: OptionalClocks = Field(default=0, description="refresh of one bank")
    tRREFD: OptionalClocks = Field(default=0, description="refresh of a bank to activate of another")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for key in ("channel_bits", "ranks", "bank_groups", "banks_per_group", "rows", "columns", "burst_length"):
            if getattr(self, key) & (getattr(self, key) - 1):
                raise ValueError(f"{key} ({getattr(self, key)}) is not a power of two")
        if self.columns < self.burst_length:
            raise ValueError(f"a row of {self.columns} columns is shorter than a burst of {self.burst_length}")
        if self.ranks > 1 and not self.split_command_bus:
            raise ValueError("several ranks on one data bus are not modelled; more than one means pseudo channels")
        for key in ("activate_clocks", "column_command_clocks", "row_command_clocks"):
            if (getattr(self, key) * self.ticks_per_clock) % 1:
                raise ValueError(f"{key} ({getattr(self, key)}) is no whole number of ticks (ticks_per_clock)")
        return self

    @property
    def burst_bytes(self) -> int:
        """Bytes of one burst."""
        return self.channel_bits * self.burst_length // 8

    @property
    def tick_ps(self) -> Fraction:
        """Length of a tick in picoseconds; at most one command per tick begins on a bus."""
        return Fraction(self.clock_ps, self.ticks_per_clock)

    def pseudo_channel(self) -> Self:
        """One pseudo channel as a channel of its own, with command buses of its own.

        Raises ValueError for a device without pseudo channels.
        """
        if self.ranks == 1:
            raise ValueError(f"dram_controller is pseudo_channel, but {self.name} has no pseudo channels (ranks: 1)")
        return self.model_copy(update={"name": f"{self.name}_pseudo_channel", "ranks": 1})

    def peak_gbps(self, channels: int) -> float:
        """Peak data rate of `channels` channels, 10^9 bytes/s."""
        return channels * self.ranks * self.channel_bits / 8 * self.data_rate_mtps / 1000

    def engine_numbers(self) -> dict[str, Any]:
        """The dict `memory.device` of the engine's configuration: times in ticks."""
        ticks = self.ticks_per_clock
        timings = {key: (getattr(self, key) or 0) * ticks for key in DRAM_TIMINGS}
        return {
            "name": self.name,
            "split_command_bus": self.split_command_bus,
            "ranks": self.ranks,
            "bank_groups": self.bank_groups,
            "banks_per_group": self.banks_per_group,
            "rows": self.rows,
            "bursts_per_row": self.columns // self.burst_length,
            "burst_bytes": self.burst_bytes,
            "tick_ps_numerator": self.tick_ps.numerator,
            "tick_ps_denominator": self.tick_ps.denominator,
            "activate_ticks": int(self.activate_clocks * ticks),
            "column_ticks": int(self.column_command_clocks * ticks),
            "row_ticks": int(self.row_command_clocks * ticks),
            "burst": self.burst_clocks * ticks,
            "bus_turn": self.bus_turn_clocks * ticks,
            **timings,
            "tRPab": (self.tRPab or self.tRP) * ticks,
        }


def device_names() -> list[str]:
    """Names that `load_device` accepts, sorted."""
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.yaml")})


def load_device(name_or_path: str) -> DramDevice:
    """Reads a device by name or from a YAML file.

    Raises:
        MachineError: no such device, text that is not YAML, an unknown key, an impossible value.
    """
    path = _find(name_or_path)
    try:
        return _parsed(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise MachineError(f"{path}: cannot be read: {reason(error)}") from error
    except YamlError as error:
        raise MachineError(f"{path}: {error}") from error
    except ValidationError as error:
        raise MachineError("\n".join(f"{path}: {_explain(detail)}" for detail in error.errors())) from error


@lru_cache(maxsize=64)
def _parsed(text: str) -> DramDevice:
    """The device that a file's text describes; the same text is parsed once, since digests of machines ask often."""
    return DramDevice.model_validate(
        parse_mapping(text, "a DRAM device is a mapping of keys to values; see docs/dram.md")
    )


def _folders() -> Iterator[Path]:
    yield from folders("DRAM_PATH")
    yield _SHIPPED


def _find(name_or_path: str) -> Path:
    if name_or_path.endswith((".yaml", ".yml")):
        return Path(name_or_path)
    for folder in _folders():
        if (path := folder / f"{name_or_path}.yaml").is_file():
            return path
    raise MachineError(f"there is no DRAM device {name_or_path!r}; known devices: {', '.join(device_names())}")


def _explain(detail: Any) -> str:
    key = ".".join(str(part) for part in detail["loc"])
    message = str(detail["msg"]).removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        return f"key {key!r} is unknown; allowed keys: {', '.join(DramDevice.model_fields)}"
    return f"key {key!r}: {message}" if key else message
