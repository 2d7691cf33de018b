"""Collects results of launches as counters, rows of the report and the timeline."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.report.content import CallSiteReport, KernelReport
from npusim.simulator.report.folders.run_dir import RunDirectory, versions
from npusim.simulator.report.measures.counters import Counters
from npusim.simulator.report.measures.critical_path import limiter
from npusim.simulator.report.origin import Origin
from npusim.simulator.report.report import LAUNCH_ROWS, Report, call_site_statistics, roofline, statistics
from npusim.simulator.report.rows import HostOperator, LaunchReport, RoutedDecisions, UncompiledFunction
from npusim.simulator.report.timeline import LaunchEvents, Timeline
from npusim.simulator.run.loaded_kernel import LoadedKernel, Submission
from npusim.simulator.run.memory.device_memory import MemoryHistory
from npusim.simulator.run.memory.resident_tensors import Residency
from npusim.simulator.timing import TimingKernel

_WRITE_PERIOD_S = 2.0
FinishedListener = Callable[[int, str, int, int], None]


class _CallSite:
    """One kernel's launches from one place of the program."""

    def __init__(self, loaded: LoadedKernel, origin: Origin, number: int) -> None:
        self.loaded, self.origin, self.number = loaded, origin, number
        self.launches = 0
        self.counters = Counters()
        self.executions: list[int] = []
        self.busy_ps: list[int] = []
        self.slowest: tuple[int, Submission] | None = None

    def add(self, result: Any, counters: Counters, submission: Submission) -> None:
        """Adds one result of the engine, and its counters."""
        self.counters.merge(counters)
        if self.slowest is None or result.cycles > self.slowest[0]:
            self.slowest = result.cycles, submission
        self.executions = _added(self.executions, result.operation_counts.tolist())
        self.busy_ps = _added(self.busy_ps, result.operation_busy_ps.tolist())


class _KernelRow:
    """One kernel's launches, from all places."""

    def __init__(self, sites: Sequence[_CallSite]) -> None:
        self.loaded = sites[0].loaded
        self.launches = sum(site.launches for site in sites)
        self.counters = Counters()
        self.executions: list[int] = []
        self.busy_ps: list[int] = []
        for site in sites:
            self.counters.merge(site.counters)
            self.executions = _added(self.executions, site.executions)
            self.busy_ps = _added(self.busy_ps, site.busy_ps)
        timed = [site.slowest for site in sites if site.slowest is not None]
        self.slowest = max(timed, key=itemgetter(0), default=None)


def _added(total: list[int], more: list[int]) -> list[int]:
    return [a + b for a, b in zip(total, more, strict=True)] if total and more else total or more


def _again(cycles: int, submission: Submission) -> dict[str, Any]:
    """What is needed to time a launch again."""
    return {
        "cycles": cycles,
        "sizes": [int(size) for size in submission.sizes],
        "addresses": [int(address) for address in submission.addresses],
        "cores": submission.cores,
        "extents": submission.loaded.kernel.binding and list(submission.loaded.kernel.binding),
    }


class RunStatistics:
    """Collects a run and writes its files.

    Args:
        machine: what is simulated.
        mode: the simulation's mode.
        folder: the run's folder.
        residency: the state of tensors in the CMEM.
        memory: what lay in device memory when.
        host_operators: gives calls and bytes of each host operator.
        host_functions: gives the calls of each function on the host (name, file and line, reason).
    """

    def __init__(
        self,
        machine: Machine,
        mode: str,
        folder: RunDirectory,
        residency: Residency,
        memory: MemoryHistory,
        host_operators: Callable[[], Mapping[str, tuple[int, int]]] = dict,
        host_functions: Callable[[], Mapping[tuple[str, str, str], int]] = dict,
    ) -> None:
        self._host_operators, self._host_functions = host_operators, host_functions
        self._machine, self._mode, self._folder, self._residency = machine, mode, folder, residency
        self._memory = memory
        self.routed: Counter[str] = Counter()
        self._sites: dict[tuple[int, Origin], _CallSite] = {}
        self._pending: dict[int, tuple[Submission, _CallSite]] = {}
        self._launch_list: list[LaunchReport] = []
        self._span_ps: tuple[int, int] | None = None
        self._timeline = Timeline()
        self._written_at_s = time.monotonic()
        self._written: object = None
        self.launches = 0
        self.interrupted = False
        self.error: str | None = None
        self.listeners: list[FinishedListener] = []
        folder.write_text("machine.yaml", machine.to_yaml())
        folder.write_json("versions.json", versions())

    def untimed(self, loaded: LoadedKernel, stream: int, origin: Origin) -> None:
        """Counts a launch without simulated time."""
        site = self._count(loaded, origin)
        if len(self._launch_list) < LAUNCH_ROWS:
            self._launch_list.append(LaunchReport(loaded.name, stream, None, None, None, None, None, None, site.number))

    def submitted(self, launch_id: int, submission: Submission) -> None:
        """Counts a launch that the engine will give a result for."""
        self._pending[launch_id] = submission, self._count(submission.loaded, submission.origin)

    def finished(self, result: Any) -> None:
        """Takes the engine's result of one launch."""
        submission, site = self._pending.pop(result.launch_id)
        loaded = site.loaded
        assert loaded.timing is not None
        counters = Counters.of(result, loaded.timing.table)
        site.add(result, counters, submission)
        first, last = self._span_ps or (result.start_ps, result.end_ps)
        self._span_ps = (min(first, result.start_ps), max(last, result.end_ps))
        self._add_launch(result, site, loaded.timing, counters)
        self._memory.timed(result.launch_id, result.start_ps)
        if self._residency.used:
            self._residency.finished(result)
        for listener in tuple(self.listeners):
            listener(result.launch_id, loaded.name, result.start_ps, result.end_ps)

    def _count(self, loaded: LoadedKernel, origin: Origin) -> _CallSite:
        key = id(loaded), origin
        site = self._sites.get(key) or self._sites.setdefault(key, _CallSite(loaded, origin, len(self._sites)))
        site.launches += 1
        self.launches += 1
        return site

    def _add_launch(self, result: Any, site: _CallSite, timing: TimingKernel, counters: Counters) -> None:
        self._timeline.add(
            LaunchEvents(
                kernel=site.loaded.name,
                stream=result.stream,
                start_ps=result.start_ps,
                end_ps=result.end_ps,
                labels=timing.labels,
                events=result.timeline,
                traffic=result.traffic,
                activity=result.activity,
                bin_ps=result.bin_ps,
                stride=result.timeline_stride,
            )
        )
        if len(self._launch_list) < LAUNCH_ROWS:
            self._launch_list.append(self._launch_row(result, site, counters))

    def _launch_row(self, result: Any, site: _CallSite, counters: Counters) -> LaunchReport:
        return LaunchReport(
            kernel=site.loaded.name,
            stream=result.stream,
            start_ns=result.start_ps / 1000,
            end_ns=result.end_ps / 1000,
            cycles=result.cycles,
            limiter=limiter(counters, self._machine),
            roofline_fraction=round(roofline(counters, self._machine).cycles / max(1, result.cycles), 4),
            dram_bytes=counters.dram_bytes(self._machine),
            call_site=site.number,
        )

    def report(self) -> Report:
        """Everything measured so far."""
        timed = self._mode != "functional"
        operators = tuple(HostOperator(name, *counted) for name, counted in sorted(self._host_operators().items()))
        elapsed_ps = self._span_ps[1] - self._span_ps[0] if self._span_ps else 0
        return Report(
            machine=self._machine,
            mode=self._mode,
            run_dir=str(self._folder.path),
            statistics=self._marked(statistics(self._total() if timed else None, self._machine)),
            elapsed_ns=elapsed_ps / 1000 if timed else None,
            kernels=tuple(self._kernel_report(row, timed) for row in self._rows()),
            call_sites=tuple(self._call_site_report(site, timed) for site in self._sites.values()),
            launches=self.launches,
            launch_list=tuple(self._launch_list),
            resident_tensors=self._residency.report() if timed else None,
            resident_without_tensor=tuple(self._residency.unmatched()) if timed else (),
            host_operators=operators,
            incomplete=self._incomplete() if operators else (),
            routing=tuple(RoutedDecisions(name, count) for name, count in sorted(self.routed.items())),
            error=self.error,
        )

    def _marked(self, values: dict[str, Any]) -> dict[str, Any]:
        """The statistics of the run, marked incomplete in any mode if it was interrupted."""
        return {**values, "complete": False} if self.interrupted else values

    def _incomplete(self) -> tuple[UncompiledFunction, ...]:
        return tuple(UncompiledFunction(*names, calls) for names, calls in sorted(self._host_functions().items()))

    def _total(self) -> Counters:
        total = Counters()
        for site in self._sites.values():
            total.merge(site.counters)
        return total

    def _rows(self) -> list[_KernelRow]:
        """The kernels in order of first launch."""
        kernels: dict[int, list[_CallSite]] = {}
        for (kernel, _), site in self._sites.items():
            kernels.setdefault(kernel, []).append(site)
        return [_KernelRow(sites) for sites in kernels.values()]

    def _call_site_report(self, site: _CallSite, timed: bool) -> CallSiteReport:
        values = call_site_statistics(site.counters if timed else None, self._machine)
        return CallSiteReport(site.loaded.name, site.loaded.kernel.digest, site.origin, site.launches, values)

    def _kernel_report(self, row: _KernelRow, timed: bool) -> KernelReport:
        loaded = row.loaded
        return KernelReport(
            name=loaded.name,
            meta=loaded.meta,
            digest=loaded.kernel.digest,
            file=loaded.file,
            launches=row.launches,
            statistics=statistics(row.counters if timed else None, self._machine),
            operations=self._operations(row, loaded.timing) if loaded.timing is not None else None,
            slowest_launch=None if row.slowest is None else _again(*row.slowest),
        )

    def _operations(self, row: _KernelRow, timing: TimingKernel) -> list[dict[str, Any]]:
        count = len(timing.table.operations)
        executions, busy = row.executions or [0] * count, row.busy_ps or [0] * count
        return [
            {
                "label": operation.label,
                "unit": operation.unit,
                "kind": operation.kind,
                "line": operation.source_line,
                "executions": executions[index],
                "busy_cycles": round(busy[index] / self._machine.cycle_ps),
            }
            for index, operation in enumerate(timing.table.operations)
        ]

    def write_report(self) -> Report:
        """Writes report.json and returns the report."""
        report = self.report()
        self._folder.write_json("report.json", report.to_dict())
        self._written_at_s, self._written = time.monotonic(), self._state()
        return report

    def _state(self) -> object:
        """Changes with everything that the report tells."""
        host = dict(self._host_operators()), dict(self._host_functions()), dict(self.routed)
        return self.launches, len(self._pending), self.interrupted, self.error, host

    def write_sometimes(self) -> None:
        """Writes report.json from time to time, so that a killed process leaves a recent one."""
        if time.monotonic() - self._written_at_s > _WRITE_PERIOD_S and self._state() != self._written:
            self.write_report()

    def write_all(self) -> None:
        """Writes report.json, timeline.json and memory.json; later host operators belong to another run."""
        operators, functions = dict(self._host_operators()), dict(self._host_functions())
        self._host_operators, self._host_functions = lambda: operators, lambda: functions
        if self._state() != self._written:
            self.write_report()
        with self._folder.replacing("timeline.json") as file:
            self._timeline.write(file)
        if self._span_ps is not None:
            self._folder.write_json("memory.json", self._memory.content(self._span_ps[1]))
