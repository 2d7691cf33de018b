"""The schema of statistics in report.json: of a kernel's launches, or of all."""

from typing import Literal

from npusim.simulator.report.rows import Limiter
from pydantic import BaseModel, ConfigDict, Field


class Block(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True, strict=True)


class UnitBlock(Block):
    """One kind of unit, summed over the cores."""

    operations: int = Field(description="operations that ended")
    busy_cycles: int = Field(description="occupied: computing, streaming, setting up and issuing requests")
    active_cycles: int = Field(description="an operation begun and not finished")
    wait_data_cycles: int = Field(description="free, its next operation waits for another's result")
    wait_slot_cycles: int = Field(description="free, its next operation waits for a copy of a buffer")
    wait_unit_cycles: int = Field(description="operations waiting behind others of the same unit, summed over them")
    idle_cycles: int = Field(ge=0, description="nothing queued: with busy, wait_data and wait_slot all cycles")
    busy_fraction: float = Field(description="busy cycles / cycles, averaged over the cores")


class UnitsBlock(Block):
    """The units of a core."""

    load: UnitBlock
    store: UnitBlock
    array: UnitBlock
    vector: UnitBlock
    cross_lane: UnitBlock
    scalar: UnitBlock


class MemoryBlock(Block):
    """Memory requests of the DMA engines and the scalar unit."""

    read_requests: int
    write_requests: int
    read_bytes: int = Field(description="whole requests")
    write_bytes: int = Field(description="whole requests")
    read_payload_bytes: int = Field(description="what operations asked for")
    write_payload_bytes: int = Field(description="what operations asked for")


class ArrayBlock(Block):
    """The systolic arrays of all cores."""

    folds: int = Field(description="weight tiles worked through")
    macs: int = Field(description="multiply-accumulates")
    weight_exposed_cycles: int = Field(description="cycles that arrays waited for weights that nothing hid")


class DramBlock(Block):
    """The DRAM channels; lists have one entry per channel."""

    channel_bandwidth_gbps: list[float] = Field(description="bytes at the channel over time, 10^9 bytes/s")
    channel_busy_fraction: list[float] = Field(description="time with data on the channel's bus / time")
    row_hit_fraction: float | None = Field(description="requests to an open row / requests; null without a row model")


class CacheBlock(Block):
    """The last-level cache, all banks together; every accepted request is a hit, a miss or a merge."""

    requests: int = Field(description="that the cores sent and the cache took")
    hits: int
    misses: int = Field(description="requests that began to fetch a line, or (validate) took a place for one")
    mshr_merges: int = Field(description="requests for a line that was being fetched")
    hit_fraction: float | None = Field(description="hits / requests; null without requests")
    mshr_refusals: int = Field(description="tries that found no free MSHR; the requester asked again")
    evictions: int = Field(description="lines that made room")
    write_backs: int = Field(description="of which had been written")
    fill_bytes: int = Field(description="fetched from DRAM")
    write_back_bytes: int = Field(description="written to DRAM: the sectors of these lines that had been written")
    bandwidth_gbps: float = Field(description="bytes between cache and cores over time, 10^9 bytes/s")
    busy_fraction: float = Field(description="time the ports to the cores were busy / time, averaged over the banks")


class CmemBlock(Block):
    """The CMEM, all banks together."""

    read_bytes: int = Field(description="by the cores, whole requests")
    write_bytes: int = Field(description="by the cores, whole requests")
    fill_bytes: int = Field(description="fetched from DRAM when they were first read")
    write_back_bytes: int = Field(description="written to DRAM by tensors that lost their room")
    tensors_placed: int = Field(description="that got room")
    tensors_removed: int = Field(description="that lost it")
    tensors_refused: int = Field(description="tries that found no room")
    bandwidth_gbps: float = Field(description="bytes the cores moved over time, 10^9 bytes/s")
    bandwidth_fraction: float = Field(description="of the CMEM's peak")


class EnergyBlock(Block):
    """Picojoules; null for parts that the model does not count, which `total` excludes."""

    array: float | None
    vector: float | None
    cross_lane: float | None
    scratchpad: float | None
    noc: float | None
    cache: float | None
    dram_activate: float | None
    dram_read: float | None
    dram_write: float | None
    dram_refresh: float | None
    leakage: float = Field(description="leakage_w's total for the time of the launches")
    total: float | None


class LeakageBlock(Block):
    """Static power of the machine in watts by part, all cores together: an estimate, like the areas it follows from."""

    arrays: float
    vector: float
    scratchpad: float
    shared_memory: float
    interconnect: float
    control: float
    total: float


class AreaBlock(LeakageBlock):
    """Square millimetres of the machine by part, all cores together: an estimate (docs/sweeps.md, "Area and power")."""

    node_nm: int = Field(description="process_nm of the machine")
    dram_interface: float


Resource = Literal["array", "vector", "memory", "cache", "cmem"]


class CriticalPathBlock(Block):
    """Cycles along the chain of events that led to the end, by cause; they add up to `cycles`."""

    launch: int = Field(description="the launch overhead, and the rest of the last cycle")
    front_end: int = Field(description="operations reached their units' queues later than the units were free")
    dma: int = Field(description="requests left as fast as a DMA engine issues them")
    port: int = Field(description="requests left as fast as the core's port to memory lets them through")
    memory: int = Field(description="memory took no request, or its last answer was under way")
    array_weights: int = Field(description="the arrays waited for weights")
    array: int = Field(description="the arrays streamed rows")
    array_drain: int = Field(description="the last rows' results were on their way through the arrays")
    vector: int
    cross_lane: int
    scalar: int
    slot: int = Field(description="work that one more copy of its buffer would have let begin earlier")


class Statistics(Block):
    """Statistics of one kernel's launches, or of all."""

    cycles: int | None = Field(description="from a launch's start to its end, launch overhead included; summed")
    time_ns: float | None = Field(description="the same in nanoseconds")
    complete: bool | None = Field(description="false when a launch or the run was interrupted")
    limiter: Limiter | None = Field(
        description="the largest part of the critical path; array_fill: array_weights and array_drain together; "
        "memory: port and memory together; "
        "latency: memory was waited for, and less than half of its bandwidth used meanwhile"
    )
    critical_path: CriticalPathBlock | None
    roofline_resource: Resource | None = Field(description="gives the roofline bound")
    roofline_cycles: float | None = Field(description="least cycles of any schedule: each resource at its peak")
    roofline_fraction: float | None = Field(description="roofline_cycles / cycles")
    dram_bytes: int | None = Field(description="bytes at the DRAM channels, whole requests")
    bandwidth_gbps: float | None = Field(description="dram_bytes / time, 10^9 bytes/s")
    bandwidth_fraction: float | None = Field(description="of the peak of DRAM, or of the cores' ports to it")
    array_utilization: float | None = Field(description="multiply-accumulates / (peak x time)")
    vector_utilization: float | None = Field(description="ALU slots / (peak x time)")
    units: UnitsBlock | None
    memory: MemoryBlock | None
    array: ArrayBlock | None
    dram: DramBlock | None
    cache: CacheBlock | None = Field(description="null as well when the machine has no cache")
    cmem: CmemBlock | None = Field(description="null as well when the machine has no CMEM")
    components: dict[str, dict[str, list[int]]] | None = Field(
        description="raw counters by kind of component; a name's suffix is its unit; one value per component"
    )
    energy_pj: EnergyBlock | None = Field(description="null as well when the machine has no energy table")
    average_power_w: float | None = Field(description="energy_pj's total / time, an estimate; null with energy_pj")
