"""The schema of report.json: every key with its type, unit and meaning.

    python -m npusim.simulator.report.schema > docs/report.schema.json

`ReportFile.model_validate_json(text)` reads a report; keys that the schema does not know are refused. Statistics are
null where a mode did not simulate them. Cycles are core cycles.
"""

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Block(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class UnitBlock(_Block):
    """One kind of unit, summed over the cores."""

    operations: int = Field(description="operations that ended")
    busy_cycles: int = Field(description="occupied: computing, streaming, setting up and issuing requests")
    active_cycles: int = Field(description="an operation begun and not finished")
    wait_data_cycles: int = Field(description="free, its next operation waits for another's result")
    wait_slot_cycles: int = Field(description="free, its next operation waits for a copy of a buffer")
    wait_unit_cycles: int = Field(description="operations waiting behind others of the same unit, summed over them")
    idle_cycles: int = Field(ge=0, description="nothing queued: with busy, wait_data and wait_slot all cycles")
    busy_fraction: float = Field(description="busy cycles / cycles, averaged over the cores")


class UnitsBlock(_Block):
    """The units of a core."""

    load: UnitBlock
    store: UnitBlock
    array: UnitBlock
    vector: UnitBlock
    cross_lane: UnitBlock
    scalar: UnitBlock


class MemoryBlock(_Block):
    """Memory requests of the DMA engines and the scalar unit."""

    read_requests: int
    write_requests: int
    read_bytes: int = Field(description="whole requests")
    write_bytes: int = Field(description="whole requests")
    read_payload_bytes: int = Field(description="what operations asked for")
    write_payload_bytes: int = Field(description="what operations asked for")


class ArrayBlock(_Block):
    """The systolic arrays of all cores."""

    folds: int = Field(description="weight tiles worked through")
    macs: int = Field(description="multiply-accumulates")
    weight_exposed_cycles: int = Field(description="cycles that arrays waited for weights that nothing hid")


class DramBlock(_Block):
    """The DRAM channels; lists have one entry per channel."""

    channel_bandwidth_gbps: list[float] = Field(description="bytes at the channel over time, 10^9 bytes/s")
    channel_busy_fraction: list[float] = Field(description="time with data on the channel's bus / time")
    row_hit_fraction: float | None = Field(description="requests to an open row / requests; null without a row model")


class CacheBlock(_Block):
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


class CmemBlock(_Block):
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


class EnergyBlock(_Block):
    """Picojoules, dynamic energy only; null for parts that the model does not count, which `total` excludes."""

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
    total: float | None


class AreaBlock(_Block):
    """Square millimetres of the machine by part, all cores together: an estimate (docs/sweeps.md, "Area and power")."""

    node_nm: int = Field(description="process_nm of the machine")
    arrays: float
    vector: float
    scratchpad: float
    shared_memory: float
    interconnect: float
    control: float
    dram_interface: float
    total: float


Resource = Literal["array", "vector", "memory", "cache", "cmem"]
Limiter = Literal[
    "array",
    "array_fill",
    "vector",
    "cross_lane",
    "scalar",
    "dma",
    "memory",
    "latency",
    "slot",
    "front_end",
    "launch",
]


class CriticalPathBlock(_Block):
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


class Statistics(_Block):
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


class OperationBlock(_Block):
    """One entry of a kernel's operation table."""

    label: str
    unit: str
    kind: str
    line: int = Field(description="line of the kernel's text, 0 when unknown")
    executions: int
    busy_cycles: int


class CandidateBlock(_Block):
    """A candidate of autotuning."""

    mapping: dict[str, Any] = Field(description="as in mapping files (docs/mapping.md)")
    estimated_cycles: int | None = Field(
        description="by the cost model, without the launch's; null: from a tuned table"
    )
    simulated_cycles: int | None = Field(description="of one launch; null: its tiles do not fit")


class MappingBlock(_Block):
    """How a template's kernel is mapped to the machine."""

    strategy: Literal["default", "autotune", "external", "table"] = Field(description="what has chosen")
    template: str = Field(description="the template's name in mapping files")
    key: str = Field(description="the shape's key in mapping files")
    call: str = Field(description="the kernel in tuned tables: what it computes, inputs, result")
    chosen: dict[str, Any] = Field(description="as in mapping files")
    estimated_cycles: int = Field(description="by the cost model, without the launch's fixed cycles")
    note: str | None = Field(description="why the strategy that was asked for has not chosen; a tuned table's row")
    candidates: list[CandidateBlock] = Field(description="simulated ones, the default first; empty without autotuning")


class ImplementationBlock(_Block):
    """An implementation of an operator as it stands to a call."""

    implementation: str = Field(description="its name")
    priority: int
    eligible: bool = Field(description="whether it can compute the call")
    why: str = Field(description="why it cannot, is not the default, or was not simulated")
    cycles: int | None = Field(description="simulated, of the operator alone; null where nothing was")


class ImplementationsBlock(_Block):
    """Which of an operator's implementations led to the kernel (docs/implementations.md)."""

    operator: str
    call: str = Field(description="with shapes and dtypes")
    chosen: str = Field(description="the implementation")
    by: str = Field(description="priority, forced, autotune or table, with details")
    candidates: list[ImplementationBlock] = Field(description="all of the operator")


class FusionBlock(_Block):
    """A fusion inside a kernel."""

    fusion: str = Field(description="its name (docs/fusion.md)")
    first: str = Field(description="Inductor's nodes and the operators they come from")
    second: str = Field(description="what was fused with them")
    why: str = Field(description="what was weighed; empty for fusions that cost nothing")


class ApartBlock(_Block):
    """A kernel that reads what this one writes."""

    fusion: str = Field(description="the fusion that would have joined them; inductor: ruled out before")
    reader: str = Field(description="Inductor's nodes and the operators they come from")
    why: str = Field(description="why it is a kernel of its own")


class SlowestLaunchBlock(_Block):
    """What times a kernel's launch of most cycles again (`npusim inspect --hot`)."""

    cycles: int
    sizes: list[int] = Field(description="symbolic sizes, in the order of the kernel's arguments")
    addresses: list[int] = Field(description="simulated address of each tensor")
    cores: int = Field(description="that share the kernel's parallel loops")
    extents: list[int] | None = Field(description="elements of each tensor, for kernels written by hand")


class KernelBlock(Statistics):
    """All launches of one kernel."""

    name: str
    kind: str | None
    template: str | None
    ops: list[str] = Field(description="torch operators")
    origins: list[str] = Field(description="source lines, file:line")
    fused: list[str] = Field(description="Inductor's nodes that the kernel computes")
    fusions: list[FusionBlock] = Field(description="how they came together")
    not_fused: list[ApartBlock] = Field(description="kernels that read the results, and why they are apart")
    mapping: MappingBlock | None = Field(description="null for kernels that are not mapped by a template")
    implementations: list[ImplementationsBlock] = Field(description="choices for the operators that it comes from")
    digest: str = Field(description="SHA-256 of the kernel's text")
    file: str = Field(description="the text, relative to the run's folder")
    launches: int
    operations: list[OperationBlock] | None
    slowest_launch: SlowestLaunchBlock | None = Field(description="null where time is not simulated")


class CallSiteBlock(_Block):
    """All launches of one kernel that belong to one place of the program (docs/report.md, "Call sites")."""

    kernel: str
    digest: str = Field(description="of the kernel's text")
    module: str = Field(description="path of the innermost nn.Module; empty outside of modules")
    operator: str = Field(description="that the program called, without its overload; empty when unknown")
    source: str = Field(description="file:line of the program; empty when unknown")
    phase: Literal["forward", "backward", "optimizer", ""]
    launches: int
    cycles: int | None
    time_ns: float | None
    limiter: Limiter | None
    critical_path: CriticalPathBlock | None
    roofline_resource: Resource | None
    roofline_cycles: float | None
    roofline_fraction: float | None
    dram_bytes: int | None
    flops: int | None = Field(description="of the arrays, executed (padding included): two per multiply-accumulate")
    vector_operations: int | None = Field(description="of the vector units: ALU slots x 32-bit elements")


class LaunchBlock(_Block):
    """One launch."""

    kernel: str
    stream: int
    start_ns: float | None = Field(description="simulated time")
    end_ns: float | None
    cycles: int | None
    limiter: Limiter | None
    roofline_fraction: float | None
    dram_bytes: int | None
    call_site: int = Field(description="its place in call_sites")


class ResidentTensorBlock(_Block):
    """A tensor that the program or the policy chose for the CMEM."""

    name: str = Field(
        description="as the program made it resident, else kernel:argument of the launch in which it was chosen"
    )
    address: int = Field(description="simulated")
    bytes: int
    reason: Literal["name", "size", "reuse"] | None
    state: Literal["in_memory", "resident", "does_not_fit"] = Field(description="after the last launch that used it")
    cmem_read_bytes: int = Field(description="by the cores from the CMEM, whole requests")
    cmem_write_bytes: int
    memory_read_bytes: int = Field(description="by the cores from DRAM or the cache, whole requests")
    memory_write_bytes: int


class HostOperatorBlock(_Block):
    """An operator that ran on the host: it takes no simulated time."""

    name: str = Field(description="of PyTorch's operator, with its overload")
    calls: int
    bytes: int = Field(description="of device memory that the host read and wrote for it; a machine would copy them")


class UncompiledFunctionBlock(_Block):
    """A function that was to be compiled and ran on the host as a whole."""

    name: str
    place: str = Field(description="file and line of the function")
    reason: str = Field(description="why it was not compiled")
    calls: int


class RoutingBlock(_Block):
    """Decisions of routers, which tokens go to which experts, that mode timing did not compute."""

    name: str = Field(description="the routing that made them: balanced, weights ..., recorded from ...")
    decisions: int


class ReportFile(Statistics):
    """report.json."""

    schema_name: Literal["npusim-report"] = Field(alias="schema")
    schema_version: Literal[4]
    machine: str
    core_freq_mhz: float
    area_mm2: AreaBlock
    mode: Literal["functional", "timing", "both"]
    run_dir: str
    launches: int
    elapsed_ns: float | None = Field(description="from the first launch's start to the last one's end")
    kernels: list[KernelBlock]
    call_sites: list[CallSiteBlock] = Field(description="in order of first launch")
    launch_list: list[LaunchBlock]
    launches_omitted: int = Field(description="launches that launch_list leaves out")
    resident_tensors: list[ResidentTensorBlock] | None = Field(description="null without a CMEM; at most 10000")
    resident_without_tensor: list[str] = Field(description="patterns of resident that matched no tensor")
    host_operators: list[HostOperatorBlock] = Field(description="what ran on the host during the run, by name")
    incomplete: list[UncompiledFunctionBlock] = Field(description="functions whose cycles are missing; empty: none")
    routing: list[RoutingBlock] = Field(description="of routers; empty: they were computed, or none")


def schema_text() -> str:
    """The JSON schema, as docs/report.schema.json holds it."""
    return json.dumps(ReportFile.model_json_schema(by_alias=True), indent=1) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
