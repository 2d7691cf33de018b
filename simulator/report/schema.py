"""The schema of report.json: every key with its type, unit and meaning.

    python -m npusim.simulator.report.schema > docs/report.schema.json

`ReportFile.model_validate_json(text)` reads a report; keys that the schema does not know are refused. Statistics are
null where a mode did not simulate them. Cycles are core cycles.
"""

import json
from typing import Any, Literal

from npusim.simulator.report.rows import HostOperator, LaunchReport, Limiter, RoutedDecisions, UncompiledFunction
from npusim.simulator.report.statistics_schema import (
    AreaBlock,
    Block,
    CriticalPathBlock,
    LeakageBlock,
    Resource,
    Statistics,
)
from pydantic import Field


class OperationBlock(Block):
    """One entry of a kernel's operation table."""

    label: str
    unit: str
    kind: str
    line: int = Field(description="line of the kernel's text, 0 when unknown")
    executions: int
    busy_cycles: int


class CandidateBlock(Block):
    """A candidate of autotuning."""

    mapping: dict[str, Any] = Field(description="as in mapping files (docs/mapping.md)")
    estimated_cycles: int | None = Field(
        description="by the cost model, without the launch's; null: from a tuned table"
    )
    simulated_cycles: int | None = Field(description="of one launch; null: its tiles do not fit")


class MappingBlock(Block):
    """How a template's kernel is mapped to the machine."""

    strategy: Literal["default", "resident", "autotune", "external", "table"] = Field(description="what has chosen")
    template: str = Field(description="the template's name in mapping files")
    key: str = Field(description="the shape's key in mapping files")
    call: str = Field(description="the kernel in tuned tables: what it computes, inputs, result")
    chosen: dict[str, Any] = Field(description="as in mapping files")
    estimated_cycles: int = Field(description="by the cost model, without the launch's fixed cycles")
    note: str | None = Field(description="why the strategy that was asked for has not chosen; a tuned table's row")
    candidates: list[CandidateBlock] = Field(description="simulated ones, the default first; empty without autotuning")


class ImplementationBlock(Block):
    """An implementation of an operator as it stands to a call."""

    implementation: str = Field(description="its name")
    priority: int
    eligible: bool = Field(description="whether it can compute the call")
    why: str = Field(description="why it cannot, is not the default, or was not simulated")
    cycles: int | None = Field(description="simulated, of the operator alone; null where nothing was")


class ImplementationsBlock(Block):
    """Which of an operator's implementations led to the kernel (docs/implementations.md)."""

    operator: str
    call: str = Field(description="with shapes and dtypes")
    chosen: str = Field(description="the implementation")
    by: str = Field(description="priority, forced, autotune or table, with details")
    candidates: list[ImplementationBlock] = Field(description="all of the operator")


class FusionBlock(Block):
    """A fusion inside a kernel."""

    fusion: str = Field(description="its name (docs/fusion.md)")
    first: str = Field(description="Inductor's nodes and the operators they come from")
    second: str = Field(description="what was fused with them")
    why: str = Field(description="the costs that were compared; empty for fusions that cost nothing")


class ApartBlock(Block):
    """A kernel that reads what this one writes."""

    fusion: str = Field(description="the fusion that would have joined them; inductor: ruled out before")
    reader: str = Field(description="Inductor's nodes and the operators they come from")
    why: str = Field(description="why it is a kernel of its own")


class SlowestLaunchBlock(Block):
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


class CallSiteBlock(Block):
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


class ResidentTensorBlock(Block):
    """A tensor that the program or the policy chose for the CMEM."""

    name: str = Field(
        description="as the program made it resident, else kernel:argument of the launch in which it was chosen"
    )
    bytes: int
    reason: Literal["name", "size", "reuse"] | None
    state: Literal["in_memory", "resident", "does_not_fit"] = Field(description="after the last launch that used it")
    cmem_read_bytes: int = Field(description="by the cores from the CMEM, whole requests")
    cmem_write_bytes: int
    memory_read_bytes: int = Field(description="by the cores from DRAM or the cache, whole requests")
    memory_write_bytes: int


class ReportFile(Statistics):
    """report.json."""

    schema_name: Literal["npusim-report"] = Field(alias="schema")
    schema_version: Literal[5]
    machine: str
    core_freq_mhz: float
    area_mm2: AreaBlock
    leakage_w: LeakageBlock
    mode: Literal["functional", "timing", "both"]
    run_dir: str
    launches: int
    elapsed_ns: float | None = Field(description="from the first launch's start to the last one's end")
    error: str | None = Field(None, description="the exception that ended the program's `simulator` block")
    kernels: list[KernelBlock]
    call_sites: list[CallSiteBlock] = Field(description="in order of first launch")
    launch_list: list[LaunchReport]
    launches_omitted: int = Field(description="launches that launch_list leaves out")
    resident_tensors: list[ResidentTensorBlock] | None = Field(description="null without a CMEM; at most 10000")
    resident_without_tensor: list[str] = Field(description="patterns of resident that matched no tensor")
    host_operators: list[HostOperator] = Field(description="what ran on the host during the run, by name")
    incomplete: list[UncompiledFunction] = Field(description="functions whose cycles are missing; empty: none")
    routing: list[RoutedDecisions] = Field(description="of routers; empty: they were computed, or none")


def schema_text() -> str:
    """The JSON schema, as docs/report.schema.json holds it."""
    return json.dumps(ReportFile.model_json_schema(by_alias=True), indent=1) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
