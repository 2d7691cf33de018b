"""The keys of a machine's description: names with units, ranges, defaults.

A key of the YAML file is a field here; its description, unit and range stand with it, so that
`docs/machines.md`, the error messages and the expanded `machine.yaml` of a run folder all say the same thing.
"""

from typing import Annotated, Any

from npusim.simulator.engine import DRAM_CHANNEL_HASHES, DRAM_PAGE_POLICIES, DRAM_REFRESHES, DRAM_SCHEDULERS
from npusim.simulator.machine import vector_table
from npusim.simulator.machine.energy import ELEMENT_TYPES, EnergyTable
from npusim.simulator.machine.vector_table import VectorTable
from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

CACHE_REPLACEMENTS = ("lru", "fifo", "random", "srrip")
CACHE_WRITE_MISSES = ("fetch", "validate")
RESIDENT_POLICIES = ("manual", "size", "reuse")
DRAM_MODELS = ("simple", "command")
DRAM_CONTROLLERS = ("channel", "pseudo_channel")
NOC_MODELS = ("simple", "mesh")
DATAFLOWS = ("weight_stationary", "output_stationary")
HELD_OPERANDS = ("any", "right")
PROCESS_NODES_NM = (45, 28, 22, 16, 12, 7, 5)

_KNOWN_NAMES = {
    "cache_replacement": CACHE_REPLACEMENTS,
    "cache_write_miss": CACHE_WRITE_MISSES,
    "dram_channel_hash_function": DRAM_CHANNEL_HASHES,
    "dram_controller": DRAM_CONTROLLERS,
    "dram_model": DRAM_MODELS,
    "dram_page_policy": DRAM_PAGE_POLICIES,
    "dram_refresh": DRAM_REFRESHES,
    "dram_scheduler": DRAM_SCHEDULERS,
    "noc_model": NOC_MODELS,
    "cmem_policy": RESIDENT_POLICIES,
    "systolic_dataflow": DATAFLOWS,
    "systolic_held_operand": HELD_OPERANDS,
}
"""Keys whose value is one of a few names."""

Count = Annotated[int, Field(ge=1, le=2**30, strict=True)]
Count16 = Annotated[int, Field(ge=1, le=2**16, strict=True)]
Count12 = Annotated[int, Field(ge=1, le=2**12, strict=True)]
Count10 = Annotated[int, Field(ge=1, le=2**10, strict=True)]
DramQueue = Annotated[int, Field(ge=1, le=48, strict=True)]
Width = Annotated[int, Field(ge=0, le=2**30, strict=True)]
Count64 = Annotated[int, Field(ge=1, le=64, strict=True)]
CacheKib = Annotated[int, Field(ge=0, le=2**20, strict=True)]
CapacityKib = Annotated[int, Field(ge=0, le=2**23, strict=True)]
Banks = Annotated[int, Field(ge=0, le=2**10, strict=True)]
Latency = Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False, strict=True)]
Cycles = Annotated[int, Field(ge=0, le=2**40, strict=True)]
Rate = Annotated[float, Field(ge=1e-6, le=1e6, allow_inf_nan=False, strict=True)]
DmaWidth = Annotated[int, Field(ge=1, le=2**24, strict=True)]
Share = Annotated[float, Field(ge=1e-6, le=1, allow_inf_nan=False, strict=True)]
FoldStall = Annotated[int, Field(ge=0, le=2**20, strict=True)]
RowPiece = Annotated[int, Field(ge=0, le=2**30, strict=True)]
AccumulatorRows = Annotated[int, Field(ge=0, le=2**30, strict=True)]


def _choice(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{value!r} is not known; allowed: {', '.join(allowed)}")
    return value


class MachineKeys(BaseModel):
    """What a machine file says; every number is per core unless its description says otherwise."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="name the machine is loaded by")
    description: str = Field(default="", description="one sentence for `npusim machines`")
    sources: tuple[str, ...] = Field(default=(), description="where the numbers come from")

    cores: Count12 = Field(description="cores of the machine")
    core_freq_mhz: Rate = Field(description="clock of the cores, MHz")
    kernel_launch_cycles: Cycles = Field(default=0, description="core cycles from a launch to its first operation")

    systolic_arrays: Count16 = Field(description="systolic arrays")
    systolic_rows: Count = Field(description="rows of one array: length of the reduction that one fold covers")
    systolic_columns: Count = Field(description="columns of one array: outputs per streamed row")
    systolic_dataflow: str = Field(default="weight_stationary", description="what stays in the array")
    systolic_rows_per_cycle: dict[str, Rate] = Field(
        description="element type of the inputs -> rows streamed per cycle; a missing type runs on the vector unit"
    )
    systolic_weight_rows_per_cycle: Rate = Field(default=1, description="rows of weights shifted in per cycle")
    systolic_double_buffered_weights: bool = Field(
        default=True, description="the next fold's weights are loaded while this one streams"
    )
    systolic_fold_stall_cycles: FoldStall = Field(
        default=0, description="cycles in which an array takes no row when it changes to the weights of the next fold"
    )
    systolic_accumulator_rows: AccumulatorRows = Field(
        default=0, description="rows of partial sums that an array holds; longer streams take several folds; 0: any"
    )
    systolic_held_operand: str = Field(
        default="any", description="which operand the arrays hold: `any`: the one with which they are done sooner"
    )
    systolic_instruction_rows: AccumulatorRows = Field(
        default=0,
        description="neighbouring rows that one instruction streams at most; 0: a fold is one instruction",
    )
    systolic_instructions_in_flight: Count16 = Field(
        default=16, description="with `systolic_instruction_rows`: instructions between issue and completion"
    )
    systolic_instruction_latency_cycles: Cycles = Field(
        default=0, description="the same: cycles of an instruction besides those in which its rows stream"
    )
    systolic_im2col: bool = Field(
        default=False,
        description="an array's rows take several taps of a convolution's window at a time; else every tap is a pass",
    )

    vector_lanes: Count = Field(description="lanes of the vector unit; the scratchpad is split over them")
    vector_elements_per_lane: Count = Field(description="32-bit elements one ALU handles per lane and cycle")
    vector_alus: Count = Field(default=1, description="vector ALU operations issued per cycle")
    vector_loads_per_cycle: Rate = Field(default=1, description="vectors (lanes x elements per lane) read per cycle")
    vector_stores_per_cycle: Rate = Field(default=1, description="vectors written per cycle")
    vector_latency_cycles: Cycles = Field(
        default=8, description="cycles from the scratchpad to the first ALU and from the last one back"
    )
    vector_packed_types: tuple[str, ...] = Field(
        default=(), description="element types narrower than 32 bits that the ALUs compute packed, 32 / bits at a time"
    )
    vector_operations: VectorTable = Field(
        default_factory=dict,
        validate_default=True,
        description="operation class -> element type -> ALU issue slots per vector and latency",
    )

    cross_lane_elements_per_cycle: Count = Field(description="elements the cross-lane unit moves or reduces per cycle")
    cross_lane_latency_cycles: Cycles = Field(default=16, description="cycles from its last input to its last output")
    cross_lane_reduction_latency_cycles: Cycles | None = Field(
        default=None, description="the same of reductions, where they take another time than moves"
    )

    scalar_op_cycles: Cycles = Field(default=1, description="cycles of one scalar access besides what memory takes")
    scalar_scratchpad_cycles: Cycles = Field(default=4, description="latency of a scalar access to a tile")

    scratchpad_kib_per_lane: Count = Field(description="scratchpad of one lane, KiB")
    accumulator_kib_per_lane: CapacityKib = Field(
        default=0,
        description="memory of one lane for tiles marked `accumulator`, KiB; 0: they lie in the scratchpad",
    )

    unit_queue_depth: Count16 = Field(default=16, description="operations each compute unit's queue holds")
    dma_queue_depth: Count16 = Field(default=16, description="transfers queued at each DMA engine (load, store)")
    dma_outstanding_requests: Count16 = Field(description="requests one DMA engine keeps in flight")
    dma_bytes_per_cycle: DmaWidth = Field(description="bytes one DMA engine moves per cycle")
    dma_descriptor_cycles: Cycles = Field(default=0, description="cycles one DMA engine needs to set up a transfer")
    dma_row_piece_bytes: RowPiece = Field(
        default=0,
        description="loads move every row in pieces of so many bytes, each with requests of its own; 0: rows that lie "
        "side by side share requests",
    )
    core_port_bytes_per_cycle: Width = Field(
        default=0, description="bytes a core's loads and stores move together per cycle; 0: no such limit"
    )

    noc_model: str = Field(default="simple", description="interconnect between cores and memory")
    noc_latency_cycles: Cycles = Field(
        default=0, description="core cycles one way between core and memory; with `mesh`, of one link or port"
    )
    noc_bytes_per_cycle: Count = Field(default=2**20, description="bytes per cycle of a port or link, each direction")
    noc_buffer_requests: Count16 = Field(
        default=16, description="requests that fit the buffer in front of a link, if no more come in a cycle"
    )
    noc_channel_requests: Count16 = Field(default=64, description="reads, and writes, under way to one DRAM channel")
    noc_mesh_columns: int = Field(
        default=0, ge=0, le=2**12, strict=True, description="columns of the mesh; 0: as square as the cores allow"
    )

    cache_kib: CacheKib = Field(default=0, description="last-level cache of the machine, KiB; 0: none")
    cache_ways: Count64 = Field(default=16, description="lines of a set")
    cache_line_bytes: Count = Field(default=128, description="bytes of a line (a power of two)")
    cache_banks: Banks = Field(default=0, description="banks that lines go round; 0: one per DRAM channel")
    cache_mshrs: Count12 = Field(default=64, description="lines one bank fetches from DRAM at a time")
    cache_latency_cycles: Cycles = Field(default=20, description="core cycles the cache adds to every answer")
    cache_bytes_per_cycle: Count = Field(
        default=64, description="bytes one bank moves per core cycle with the cores, and as many with DRAM"
    )
    cache_replacement: str = Field(default="lru", description="which line of a set makes room")
    cache_write_miss: str = Field(
        default="fetch", description="`fetch`: a write that misses fetches its line; `validate`: it only takes a place"
    )

    cmem_kib: CapacityKib = Field(default=0, description="CMEM of the machine, KiB; 0: none")
    cmem_bandwidth_gbps: Rate | None = Field(
        default=None, description="peak of the CMEM, all banks together, 10^9 bytes/s"
    )
    cmem_latency_ns: Latency = Field(default=20, description="idle latency of one request to it, nanoseconds")
    cmem_banks: Banks = Field(default=0, description="banks of the CMEM; 0: as many as DRAM channels")
    cmem_interleave_bytes: Count = Field(default=256, description="consecutive bytes in one bank (a power of two)")
    cmem_policy: str = Field(default="manual", description="what lives there besides the tensors that are named")
    cmem_min_kib: CapacityKib = Field(default=0, description="smaller tensors are not chosen by size or reuse, KiB")
    cmem_max_kib: CapacityKib = Field(default=0, description="larger ones are not either, KiB; 0: no limit")
    cmem_reuse: Rate = Field(default=1, description="policy `reuse`: times a tensor is read in full before it counts")

    dram_model: str = Field(
        default="simple", description="`simple`: latency and bandwidth per channel; `command`: every DRAM command"
    )
    dram_device: str | None = Field(default=None, description="model `command`: the device of a channel (docs/dram.md)")
    dram_controller: str = Field(
        default="channel",
        description="model `command`: what has a controller, `channel` or each `pseudo_channel`; it is what "
        "`dram_channels` counts",
    )
    dram_mapping: str = Field(
        default="MOP4CLXOR", description="model `command`: what address bits mean: a name, or a string of bits"
    )
    dram_channel_hash: bool = Field(
        default=False, description="all address bits have a part in the choice of the channel"
    )
    dram_channel_hash_function: str = Field(
        default="folded", description="with `dram_channel_hash`: groups of bits `folded`, or a `polynomial`'s remainder"
    )
    dram_scheduler: str = Field(default="fr_fcfs", description="model `command`: which waiting request goes first")
    dram_page_policy: str = Field(default="open", description="model `command`: when rows are closed")
    dram_refresh: str = Field(default="all_bank", description="model `command`: what a refresh covers")
    dram_read_queue: DramQueue = Field(default=32, description="model `command`: reads that a channel's queue holds")
    dram_write_queue: DramQueue = Field(default=32, description="model `command`: writes that a channel's queue holds")
    dram_channels: Count10 = Field(description="independent DRAM channels of the machine")
    dram_bandwidth_gbps: Rate = Field(description="peak of all channels together, 10^9 bytes/s")
    dram_efficiency: Share = Field(
        default=1.0, description="model `simple`: share of the peak that is left by refresh, turnarounds and row misses"
    )
    dram_latency_ns: Latency = Field(
        description="idle latency of one request; model `command`: what it takes besides the commands; nanoseconds"
    )
    dram_request_bytes: Count12 = Field(default=64, description="bytes of one request (a power of two)")
    dram_interleave_bytes: Count = Field(default=256, description="consecutive bytes on one channel (a power of two)")
    dram_capacity_gib: Rate = Field(description="DRAM of the machine, GiB")

    process_nm: int = Field(
        default=16,
        strict=True,
        description="node of the silicon, nm, for the estimates of its area and leakage; changes no cycle",
    )

    energy: EnergyTable | None = Field(default=None, description="picojoules per event; without it energy is null")

    @field_validator("systolic_rows_per_cycle")
    @classmethod
    def _element_types(cls, value: dict[str, float]) -> dict[str, float]:
        return {_choice(key, ELEMENT_TYPES): number for key, number in value.items()}

    @field_validator("vector_packed_types")
    @classmethod
    def _narrow_types(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_choice(name, tuple(name for name in ELEMENT_TYPES if element_bits(name) < 32)) for name in value)

    @field_validator("vector_operations", mode="before")
    @classmethod
    def _short_forms(cls, value: Any) -> Any:
        return vector_table.spelled_out(value)

    @field_validator("vector_operations")
    @classmethod
    def _every_class(cls, value: VectorTable) -> VectorTable:
        return vector_table.filled_in(value)

    @field_validator(*_KNOWN_NAMES)
    @classmethod
    def _is_known(cls, value: str, info: ValidationInfo) -> str:
        return _choice(value, _KNOWN_NAMES[str(info.field_name)])

    @field_validator("core_freq_mhz")
    @classmethod
    def _whole_khz(cls, value: float) -> float:
        if value > 1e5 or not (value * 1000).is_integer():
            raise ValueError(f"{value} is not a whole number of kHz up to 100000 MHz")
        return value

    @field_validator("process_nm")
    @classmethod
    def _known_node(cls, value: int) -> int:
        if value not in PROCESS_NODES_NM:
            raise ValueError(f"{value} is not known; allowed: {', '.join(map(str, PROCESS_NODES_NM))}")
        return value

    @field_validator("dram_request_bytes", "dram_interleave_bytes", "cache_line_bytes", "cmem_interleave_bytes")
    @classmethod
    def _power_of_two(cls, value: int) -> int:
        if value & (value - 1):
            raise ValueError(f"{value} is not a power of two")
        return value


_BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8}
_BITS |= {"i64": 64, "i32": 32, "i16": 16, "i8": 8, "i1": 8}


def element_bits(element_type: str) -> int:
    """Bits of an element in DRAM and in the scratchpad (`i1` is stored as a byte)."""
    return _BITS[element_type]
