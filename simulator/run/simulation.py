"""One simulated machine: launches give values now and time in the simulated clock.

Values are computed on the calling thread while the engine's worker runs the trace program and simulates. A kernel whose
addresses or control depend on data has one combined program, which runs on the calling thread.
"""

import textwrap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
from npusim.simulator import native
from npusim.simulator.errors import EngineError, KernelError, OptionError, ShapeError
from npusim.simulator.functional import FunctionalKernel
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine
from npusim.simulator.report.folders.run_dir import RunDirectory
from npusim.simulator.report.origin import UNKNOWN, Origin
from npusim.simulator.report.report import Report
from npusim.simulator.run.index_checks import found_error
from npusim.simulator.run.kernel_loader import KernelLoader
from npusim.simulator.run.loaded_kernel import LoadedKernel, Submission
from npusim.simulator.run.memory.address_space import AddressSpace, Location
from npusim.simulator.run.memory.device_memory import MemoryHistory
from npusim.simulator.run.memory.no_elements import address_without_elements
from npusim.simulator.run.memory.resident_tensors import Residency, Row
from npusim.simulator.run.statistics import FinishedListener, RunStatistics
from npusim.simulator.run.times.known_times import KnownTimes
from npusim.simulator.system.environment import check_environment
from npusim.simulator.system.progress import amount, shows_progress, waiting
from npusim.simulator.timing import TimingKernel

MODES = ("functional", "timing", "both")
LATEST_START_NS = 2**52
"""The latest earliest time of a launch: later ones might leave 64 bits of picoseconds."""

_TAKE_RESULTS_EVERY = 256
_LONGEST_ERROR = 300
_UNWATCHED = nullcontext()


class Simulation:
    """A machine, its simulated clock, and the folder of the run.

    Args:
        machine: the simulated machine.
        mode: `functional` (values), `timing` (cycles) or `both`.
        run_dir: folder in which the run's own folder is made; default `./npusim_runs`.
        resident: arguments of kernels whose tensors belong into the CMEM (`run.memory.resident_tensors`).
        host_operators: gives the calls and the bytes of device memory of each host operator so far, for the report.
        host_functions: gives the calls of each function on the host so far, by name, file and line, and the reason
            why it was not compiled, for the report.
        keeps_stages: whether the run's folder gets the stages of every program, which takes longer on a new machine.

    Attributes:
        machine, mode: as given.
        computes_values: whether kernels that are loaded compute values, whether or not any time depends on them; may be
            set for a while in mode timing.
        keeps_data: whether the machine has a cache or a CMEM, which hold data from launch to launch.
        run_dir: the run's folder.
        routed: decisions of routers that were not computed, by the routing that made them.

    Raises:
        OptionError: an unknown mode, a folder that cannot be made, `resident` for a machine without a CMEM.
    """

    def __init__(
        self,
        machine: Machine,
        mode: str = "both",
        run_dir: Path | None = None,
        *,
        resident: Sequence[str] = (),
        host_operators: Callable[[], Mapping[str, tuple[int, int]]] = dict,
        host_functions: Callable[[], Mapping[tuple[str, str, str], int]] = dict,
        keeps_stages: bool = True,
    ) -> None:
        if mode not in MODES:
            raise OptionError(f"mode is {mode!r}; it can be {', '.join(MODES)}")
        check_environment()
        self.machine = machine
        self.mode = mode
        self.computes_values = mode != "timing"
        self.keeps_data = machine.cache_kib > 0 or machine.cmem_kib > 0
        self._addresses = AddressSpace()
        self._residency = Residency(machine, resident)
        self._known_times = KnownTimes(machine)
        self._folder = RunDirectory(run_dir)
        self._loader = KernelLoader(machine, mode, self._folder, keeps_stages)
        self.run_dir = self._folder.path
        self._memory = MemoryHistory(int(machine.dram_capacity_gib * 2**30))
        self._statistics = RunStatistics(
            machine, mode, self._folder, self._residency, self._memory, host_operators, host_functions
        )
        self.routed = self._statistics.routed
        self._engine: Any = None
        self._scratchpad = np.empty(0, np.uint8)
        self._held_ps: dict[int, int] = {}
        self._closed = False
        self._shows_progress = shows_progress()
        self._seen = (0.0, 0.0)

    def load(self, kernel: KernelModule, *, name: str, meta: Mapping[str, Any] | None = None) -> LoadedKernel:
        """Compiles the programs that the mode needs, once per text and name.

        Args:
            kernel: the kernel.
            name: its name in reports.
            meta: its origin, for the report; with `controls` mode timing computes its values too.

        Raises:
            ScratchpadOverflowError: the kernel's tiles do not fit the machine.
            CompileError: the kernel cannot be compiled to machine code or to a trace program.
        """
        with self._noting_interruption():
            meta = meta or {}
            return self._loader.load(kernel, name, meta, self.computes_values or bool(meta.get("controls")))

    def launch(
        self,
        loaded: LoadedKernel,
        pointers: Sequence[int],
        locations: Sequence[Location | None],
        sizes: Sequence[int],
        *,
        stream: int = 0,
        not_before_ns: float = 0,
        origin: Origin = UNKNOWN,
    ) -> int | None:
        """Runs a kernel. Its values are complete on return; its time is known after `synchronize`.

        Returns the launch's number (`on_finished`); None in mode functional.

        Args:
            loaded: from `load` of this simulation.
            pointers: host address of each tensor's first element; 0 for tensors without elements.
            locations: where each tensor lies, which gives its simulated address (`run.memory.address_space`);
                None for host scalars and empty tensors. Mode functional ignores them.
            sizes: symbolic sizes.
            stream: launches of one stream run one after the other in simulated time.
            not_before_ns: earliest simulated time of the start, at most `LATEST_START_NS`.
            origin: what of the program the launch belongs to, for the report.

        Raises:
            ShapeError: a wrong number of arguments.
            IndexOutOfRangeError: an index is out of range; everything else was computed.
            ForbiddenValueError: an operator is not defined for its numbers; everything else was computed.
        """
        self._check(loaded, pointers, locations, sizes)
        if 0 in pointers:
            pointers = [pointer or address_without_elements() for pointer in pointers]
        number = None
        try:
            if loaded.timing is not None:
                timing = loaded.timing if loaded.cores is None else loaded.cores.program(sizes, locations)
                number = self._launch_timed(loaded, timing, pointers, locations, sizes, stream, not_before_ns, origin)
            else:
                self._statistics.untimed(loaded, stream, origin)
            if loaded.functional is not None:
                with self._watched(f"computing {loaded.name}"):
                    self._compute(loaded, loaded.functional, pointers, sizes)
        except KeyboardInterrupt:
            self.interrupt()
            raise
        return number

    def on_finished(self, listener: FinishedListener) -> None:
        """Calls `listener(number, kernel's name, start_ps, end_ps)` for every launch whose time becomes known."""
        self._statistics.listeners.append(listener)

    def not_on_finished(self, listener: FinishedListener) -> None:
        """Removes a listener of `on_finished`."""
        self._statistics.listeners.remove(listener)

    def synchronize(self) -> None:
        """Waits until every launch is simulated, and writes the report from time to time."""
        try:
            if self._engine is not None:
                with self._watched("simulating time"), self._noting_interruption():
                    self._engine.synchronize()
        finally:
            self._take_results()
            self._statistics.write_sometimes()

    def interrupt(self) -> None:
        """Drops launches that are not simulated yet; the run ends with a partial report, as by Ctrl-C. Idempotent."""
        self._statistics.interrupted = True
        if self._engine is not None:
            self._engine.cancel()

    def note_error(self, error: Exception) -> None:
        """Keeps in the report what ended the program; what was launched before is complete."""
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        self._statistics.error = textwrap.shorten(sentence, _LONGEST_ERROR)

    @contextmanager
    def _noting_interruption(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self.interrupt()
            raise

    def report(self) -> Report:
        """The statistics of all launches so far; waits for them, and writes report.json."""
        try:
            self.synchronize()
        finally:
            report = self._statistics.write_report()
        return report

    def close(self) -> None:
        """Ends the run: waits, then writes report and timeline. Calling it again does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self.synchronize()
        finally:
            self._statistics.write_all()
            self._folder.finish()

    @property
    def clock_ns(self) -> float | None:
        """Simulated time at which the launches so far have ended; None in mode functional."""
        if self.mode == "functional":
            return None
        if self._engine is None:
            return 0.0
        self.synchronize()
        return float(self._engine.device_ready_ps) / 1000

    def stream_ready_ps(self, stream: int) -> int:
        """Simulated time at which the stream's launches so far have ended, or its hold ends."""
        self.synchronize()
        ended: int = 0 if self._engine is None else self._engine.stream_ready_ps(stream)
        return max(ended, self._held_ps.get(stream, 0))

    def allocated(self, allocation: int, size_bytes: int) -> None:
        """Notes an allocation that the program makes; those that it does not tell are known by their first launch."""
        self._memory.allocated(allocation, size_bytes)

    def freed(self, allocation: int) -> None:
        """Frees an allocation that was passed to `launch`: others may get its addresses."""
        self._memory.freed(allocation)
        self._addresses.free(allocation)
        self._residency.freed(allocation)

    def hold_stream(self, stream: int, until_ps: int) -> None:
        """Delays the stream's later launches to this simulated time (a wait for an event)."""
        self._held_ps[stream] = max(self._held_ps.get(stream, 0), until_ps)

    def progress(self) -> tuple[int, int]:
        """Launches submitted and launches simulated."""
        if self._engine is None:
            return self._statistics.launches, self._statistics.launches
        progress = self._engine.progress()
        return progress.launches_submitted, progress.launches_finished

    def describe_progress(self) -> str:
        """Progress of the timing simulation, and its speed since the last call; empty if nothing is simulated."""
        if self._engine is None:
            return ""
        progress, now_s = self._engine.progress(), time.monotonic()
        if progress.launches_finished == progress.launches_submitted:
            return ""
        cycles = progress.simulated_ps / self.machine.cycle_ps
        (last_s, last_cycles), self._seen = self._seen, (now_s, cycles)
        launches = f"launch {progress.launches_finished + 1} of {progress.launches_submitted}"
        rate = f", {amount((cycles - last_cycles) / (now_s - last_s))} cycles/s" if last_s else ""
        return f"{launches}, {amount(cycles)} cycles, {amount(progress.records)} records{rate}"

    def _watched(self, text: str) -> AbstractContextManager[None]:
        return waiting(text, self.describe_progress) if self._shows_progress else _UNWATCHED

    def _check(
        self, loaded: LoadedKernel, pointers: Sequence[int], locations: Sequence[Location | None], sizes: Sequence[int]
    ) -> None:
        tensors, symbols = len(loaded.kernel.tensors), len(loaded.kernel.sizes)
        located = tensors if loaded.timing is None else len(locations)
        if (len(pointers), located, len(sizes)) != (tensors, tensors, symbols):
            raise ShapeError(
                f"kernel {loaded.name} takes {tensors} tensors and {symbols} sizes, but was launched with "
                f"{len(pointers)} pointers, {located} locations and {len(sizes)} sizes"
            )

    def _launch_timed(
        self,
        loaded: LoadedKernel,
        timing: TimingKernel,
        pointers: Sequence[int],
        locations: Sequence[Location | None],
        sizes: Sequence[int],
        stream: int,
        not_before_ns: float,
        origin: Origin,
    ) -> int:
        engine = self._started_engine()
        scratchpad = self._scratchpad_address(timing.scratchpad_bytes) if timing.combined else 0
        addresses = (self._addresses if self.machine.cache_kib else AddressSpace()).addresses(locations)
        used = pointers if timing.combined else [0] * len(pointers)  # equal arguments: the engine simulates once
        arguments = np.array(timing.arguments(used, sizes, scratchpad, addresses), np.int64)
        run = engine.run_inline if timing.combined else engine.launch
        self._memory.launched(loaded.name, origin, locations)
        submission = Submission(loaded, origin, sizes, addresses, timing.cores)
        options: dict[str, Any] = {}
        rows: list[Row] = []
        key = None
        if not (timing.combined or self.keeps_data):
            key, options["known"] = self._known_times.before_launch(timing, arguments)
        if self._residency.used:
            options["tensors"], rows = self._residency.rows(loaded.kernel, loaded.name, addresses, locations)
        with (
            self._watched(f"computing and simulating {loaded.name}") if timing.combined else _UNWATCHED,
            self._noting_failure(engine, submission, timing, loaded),
        ):
            launch_id = run(
                timing.program,
                timing.trace_function,
                arguments,
                stream=stream,
                earliest_start_ps=max(round(not_before_ns * 1000), self._held_ps.get(stream, 0)),
                **options,
            )
        if self._residency.used:
            self._residency.submitted(launch_id, rows)
        if key is not None and options["known"] is None:
            self._known_times.submitted(launch_id, key)
        self._statistics.submitted(launch_id, submission)
        if self._statistics.launches % _TAKE_RESULTS_EVERY == 0:
            self._take_results()
        if timing.combined:
            self._check_accesses(loaded)
        return int(launch_id)

    @contextmanager
    def _noting_failure(
        self, engine: Any, submission: Submission, timing: TimingKernel, loaded: LoadedKernel
    ) -> Iterator[None]:
        """Records the result of a launch that fails; raises the program's error, if any, instead of the engine's."""
        submitted = engine.progress().launches_submitted
        try:
            yield
        except BaseException as error:
            if engine.progress().launches_submitted > submitted:
                self._statistics.submitted(submitted, submission)
            if timing.combined and isinstance(error, EngineError):
                self._check_accesses(loaded)
            raise

    def _compute(
        self, loaded: LoadedKernel, function: FunctionalKernel, pointers: Sequence[int], sizes: Sequence[int]
    ) -> None:
        try:
            function(pointers, sizes)
        except KernelError as fault:
            self._check_indices(loaded, fault)
        self._check_indices(loaded)

    def _check_accesses(self, loaded: LoadedKernel) -> None:
        """Raises what a program that computes values besides its records met."""
        try:
            native.check_accesses()
        except KernelError as fault:
            self._check_indices(loaded, fault)
        self._check_indices(loaded)

    def _check_indices(self, loaded: LoadedKernel, fault: KernelError | None = None) -> None:
        """Raises the error of a check that failed, except in mode timing, whose values are not real. In any mode a bad
        index explains a fault, an access outside of its tensor; one that no index explains is raised itself.
        """
        error = found_error(loaded.name, loaded.meta)
        if fault is not None:
            raise error or fault from None
        if error is not None and self.mode != "timing":
            raise error

    def _started_engine(self) -> Any:
        if self._engine is None:
            from npusim.simulator.timing.engine_config import make_engine

            self._engine = make_engine(self.machine)
        return self._engine

    def _scratchpad_address(self, size_bytes: int) -> int:
        """A 64-byte aligned scratchpad for combined programs, which run one at a time on the calling thread."""
        if self._scratchpad.size < size_bytes + 64:
            self._scratchpad = np.zeros(size_bytes + 64, np.uint8)
        return -(-self._scratchpad.ctypes.data // 64) * 64

    def _take_results(self) -> None:
        if self._engine is not None:
            for result in self._engine.take_results():
                self._known_times.finished(result)
                self._statistics.finished(result)
