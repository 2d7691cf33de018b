"""Times the launch of a run again, from the kernel's text, to learn what each of its operations did.

The critical path is followed through the operations only here: it takes memory for every operation that is executed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from npusim.simulator import native
from npusim.simulator.engine import CRITICAL_PATH_CAUSES, Engine
from npusim.simulator.errors import OptionError
from npusim.simulator.ir.kernel import KernelModule, parse_kernel
from npusim.simulator.ir.mlir import exclusive
from npusim.simulator.machine import Machine
from npusim.simulator.report.hot_lines import OperationTime
from npusim.simulator.report.measures.counters import Counters, to_cycles
from npusim.simulator.report.report import statistics
from npusim.simulator.timing import TimingKernel, compile_timing, depends_on_data
from npusim.simulator.timing.assumptions import can_be_assumed
from npusim.simulator.timing.engine_config import engine_config

EventArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class TimedLaunch:
    """A launch that was timed again.

    Attributes:
        cycles: of the launch.
        is_assumed: whether its indices or loop bounds depend on data, and typical ones were assumed.
        statistics: as of a kernel in the report.
        operations: in the order of the text.
        timeline: rows of core, unit number, operation, start_ps, end_ps, from the launch's start.
        timeline_stride: one of so many operations is in it.
        traffic: rows of bytes read and written, one per `bin_ps`.
        activity: rows of picoseconds in which each unit was active, for the same bins.
        bin_ps: length of a bin.
    """

    cycles: int
    is_assumed: bool
    statistics: Mapping[str, Any]
    operations: tuple[OperationTime, ...]
    timeline: EventArray = field(repr=False)
    timeline_stride: int
    traffic: EventArray = field(repr=False)
    activity: EventArray = field(repr=False)
    bin_ps: int


def time_again(text: str, source: str, machine: Machine, launch: Mapping[str, Any] | None) -> TimedLaunch:
    """Times a launch.

    Args:
        text: the kernel's.
        source: its file, for messages.
        machine: of the run.
        launch: `slowest_launch` of the kernel's entry in report.json.

    Raises:
        OptionError: the run did not simulate the kernel's time, or it cannot be timed without its data.
        KernelError, CompileError: the text is not the run's.
    """
    if launch is None:
        raise OptionError(f"{source} was not timed: the run's mode was functional, or its npusim was an older one")
    kernel = parse_kernel(text, source=source)
    if launch["extents"] is not None:
        names = [tensor.name for tensor in kernel.tensors]
        kernel = kernel.bind(dict(zip(names, launch["extents"], strict=True)))
    timing = _compiled(kernel, machine, launch["cores"], source)
    result = _simulated(timing, machine, launch["sizes"], launch["addresses"])
    counters = Counters.of(result, timing.table)
    return TimedLaunch(
        cycles=result.cycles,
        is_assumed=depends_on_data(kernel),
        statistics=statistics(counters, machine),
        operations=_operations(timing, result, machine),
        timeline=result.timeline,
        timeline_stride=result.timeline_stride,
        traffic=result.traffic,
        activity=result.activity,
        bin_ps=result.bin_ps,
    )


@exclusive
def _compiled(kernel: KernelModule, machine: Machine, cores: int, source: str) -> TimingKernel:
    is_assumed = depends_on_data(kernel)
    if is_assumed and not can_be_assumed(kernel):
        raise OptionError(f"{source} cannot be timed again: its loops depend on data that the run has not kept")
    return compile_timing(kernel, machine, cores=cores, assumed=is_assumed)


def _simulated(timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int]) -> Any:
    arguments = np.array(timing.arguments([0] * len(addresses), sizes, 0, addresses), np.int64)
    engine = Engine({**engine_config(machine), "path_by_operation": True, "dram_bank_counters": True})
    engine.launch(timing.program, timing.trace_function, arguments)
    engine.synchronize()
    native.check_accesses()
    (result,) = engine.take_results()
    return result


def _operations(timing: TimingKernel, result: Any, machine: Machine) -> tuple[OperationTime, ...]:
    columns = (
        result.operation_counts,
        result.operation_busy_ps,
        result.operation_wait_data_ps,
        result.operation_wait_slot_ps,
        result.operation_path_ps,
    )
    return tuple(
        OperationTime(
            label=operation.label,
            unit=operation.unit,
            kind=operation.kind,
            line=operation.source_line,
            executions=int(executions),
            busy_cycles=to_cycles(int(busy), machine),
            wait_data_cycles=to_cycles(int(data), machine),
            wait_slot_cycles=to_cycles(int(slot), machine),
            path_cycles=to_cycles(int(path.sum()), machine),
            path=_by_cause(path, machine),
        )
        for operation, executions, busy, data, slot, path in zip(timing.table.operations, *columns, strict=True)
    )


def _by_cause(path_ps: EventArray, machine: Machine) -> dict[str, int]:
    """Cycles by cause; ends are rounded, so that they add up."""
    ends = [0, *(to_cycles(int(end), machine) for end in np.cumsum(path_ps))]
    parts = zip(CRITICAL_PATH_CAUSES, (end - start for start, end in pairwise(ends)), strict=True)
    return {cause: cycles for cause, cycles in parts if cycles}
