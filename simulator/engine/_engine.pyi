"""Types of the C++ timing engine. Times are integer picoseconds of simulated time, sizes are bytes."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

UNITS: tuple[str, ...]
"""Names of the units (`kUnitTraits` in model/units.hpp), in the order of unit numbers in timelines."""

DMA_ENGINES: tuple[str, ...]
"""Those of them that move tiles."""

CRITICAL_PATH_CAUSES: tuple[str, ...]
"""What time can be spent on (`Cause` in measures/critical_path.hpp)."""

DRAM_SCHEDULERS: tuple[str, ...]
DRAM_PAGE_POLICIES: tuple[str, ...]
DRAM_REFRESHES: tuple[str, ...]
DRAM_CHANNEL_HASHES: tuple[str, ...]
"""Names of the policies of DRAM controllers (memory/dram/policies/table.hpp), defaults first."""

DRAM_TIMINGS: tuple[str, ...]
"""The timings of a device under their names in JEDEC's standards."""

RECORD_WORDS: int
"""int64 words in a trace record (16)."""

TRACE_OPS: tuple[str, ...]
"""Names of the operations of trace programs (`TraceOp` in model/trace_code.hpp), in the order of their numbers."""

class Buffer:
    """A scratchpad tile of a kernel: `slots` physical copies of `bytes` bytes (per core)."""

    def __init__(self, name: str, *, slots: int = 2, bytes: int = 0) -> None: ...
    name: Final[str]
    slots: Final[int]
    bytes: Final[int]

class Operation:
    """One entry of the static operation table (docs/architecture.md). Buffers are indices into the program's list."""

    def __init__(
        self,
        unit: str,
        kind: str,
        *,
        element_bytes: int = 0,
        occupancy_cycles: int = 0,
        latency_cycles: int = 0,
        folds: int = 0,
        streamed_rows: int = 0,
        weight_load_rows: int = 0,
        drain_cycles: int = 0,
        reads: Sequence[int] = (),
        overwrites: Sequence[int] = (),
        updates: Sequence[int] = (),
        combine: bool = False,
        arithmetic_operations: int = 0,
        label: str = "",
        source_line: int = 0,
    ) -> None: ...
    unit: Final[str]
    kind: Final[str]
    label: Final[str]
    source_line: Final[int]

class Program:
    """The static tables of one kernel. Immutable; may be launched any number of times, on any engine.

    Raises EngineError when an operation is inconsistent (unknown unit, a buffer index out of range, a negative time).
    """

    def __init__(
        self,
        name: str,
        buffers: Sequence[Buffer],
        operations: Sequence[Operation],
        trace: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None = None,
    ) -> None:
        """`trace` writes the records of launches whose `trace_function` is 0: instructions, shape (n, 5), of an
        operation (its number in `TRACE_OPS`) and four fields; what the registers begin with; templates of records,
        shape (n, 16).
        """
    name: Final[str]
    buffers: Final[list[Buffer]]
    operations: Final[list[Operation]]
    def trace_records(self, arguments: NDArray[np.int64]) -> NDArray[np.int64]:
        """The records that `trace` writes, shape (records, 16)."""

class UnitStatistics:
    """What one kind of unit did during a launch, summed over operations (and over cores in `LaunchResult.units`)."""

    operations: Final[int]
    busy_ps: Final[int]
    """Time the unit was occupied: computing; streaming or exposed weight loads; setting up and issuing requests."""
    active_ps: Final[int]
    """Time with an operation started and not yet finished (busy, plus drain, latency, outstanding requests)."""
    wait_data_ps: Final[int]
    """Time the unit was free while its next operation waited for another operation's result."""
    wait_slot_ps: Final[int]
    """Time the unit was free while its next operation, its data ready, waited for a buffer copy still in use."""
    wait_unit_ps: Final[int]
    """Time operations spent queued behind earlier ones of the same unit, summed over operations."""
    arithmetic_operations: Final[int]

class MemoryStatistics:
    read_requests: Final[int]
    write_requests: Final[int]
    read_bytes: Final[int]
    """Bytes moved from memory: requests times the request size."""
    write_bytes: Final[int]
    read_payload_bytes: Final[int]
    """Bytes the operations asked for; the rest of `read_bytes` is what alignment and strides waste."""
    write_payload_bytes: Final[int]

class ArrayStatistics:
    folds: Final[int]
    streamed_rows: Final[int]
    """Sum of folds times streamed rows of all operations: array cycles of useful streaming, over all arrays."""
    weight_exposed_ps: Final[int]
    """Time the arrays waited for weights that double buffering could not hide."""

class LaunchResult:
    @staticmethod
    def of_words(words: NDArray[np.int64]) -> LaunchResult:
        """The result with these `words()`, from time 0 on and without a name; EngineError for other words."""
    def words(self) -> NDArray[np.int64]:
        """All that does not depend on when it was launched, for another process; not `operation_path_ps`."""
    launch_id: Final[int]
    name: Final[str]
    stream: Final[int]
    start_ps: Final[int]
    """When the launch got the device; the launch overhead comes after it."""
    end_ps: Final[int]
    records: Final[int]
    complete: Final[bool]
    """False when the launch was interrupted or failed: the statistics cover what was simulated until then."""
    cycles: Final[int]
    """Core clock cycles from start to end, rounded up."""
    critical_path_ps: Final[dict[str, int]]
    """Time by cause along the chain of events that led to the launch's end; adds up to `end_ps - start_ps`."""
    units: Final[dict[str, UnitStatistics]]
    core_units: Final[list[dict[str, UnitStatistics]]]
    memory: Final[MemoryStatistics]
    array: Final[ArrayStatistics]
    operation_counts: Final[NDArray[np.int64]]
    """Times each entry of the operation table was executed, shape (operations,)."""
    operation_busy_ps: Final[NDArray[np.int64]]
    """Occupied time of the unit per entry of the operation table, shape (operations,)."""
    operation_wait_data_ps: Final[NDArray[np.int64]]
    """Time the unit was free and waited for the data of the operation, per entry of the operation table."""
    operation_wait_slot_ps: Final[NDArray[np.int64]]
    """Time the unit was free and waited for a buffer copy for the operation, per entry of the operation table."""
    operation_path_ps: Final[NDArray[np.int64]]
    """Time on the critical path per entry of the operation table and cause, shape (operations, causes). With the
    time of no operation (`launch`, `front_end`) it adds up to `critical_path_ps`. Empty unless the configuration
    has `path_by_operation`."""
    counters: Final[dict[str, dict[str, NDArray[np.int64]]]]
    """Kind of component -> counter (its suffix is the unit) -> one value per component.

    Kind `dram_bank`, with `dram_bank_counters` in the configuration: `activates`, channel by channel. Kind
    `dram_channel`: `read_requests`, `write_requests`, `busy_ps`, and with command-level DRAM `row_hits`,
    `row_misses`, `row_conflicts`, `activates`, `precharges`, `refreshes`. Kinds `cache`, `cmem` and
    `resident_tensors`: docs/shared_memory.md.
    """
    tensors: Final[NDArray[np.int64]]
    """What the CMEM did with the launch's tensors, shape (tensors, 9): address, bytes, row among the
    launch's tensors, state (0 in memory, 1 resident, 2 does not fit), why (0 not chosen, 1 name, 2 size, 3 reuse),
    and bytes that the cores read and wrote there, and read and wrote in the memory behind it."""
    traffic: Final[NDArray[np.int64]]
    """Bytes read and written over time, shape (bins, 2): a transfer's bytes lie evenly over the time from
    its start to its end. Bin 0 starts at `start_ps`."""
    activity: Final[NDArray[np.int64]]
    """Picoseconds in which each unit was active, over all cores, shape (bins, units): the bins of `traffic`."""
    bin_ps: Final[int]
    """Length of one bin of `traffic` and `activity`."""
    timeline: Final[NDArray[np.int64]]
    """Shape (events, 5): core, unit number, operation index, start_ps, end_ps; in order of completion per unit."""
    timeline_stride: Final[int]
    """Every how many operations one event was kept (1: all of them)."""
    timeline_dropped: Final[int]

class Progress:
    launches_submitted: Final[int]
    launches_finished: Final[int]
    records: Final[int]
    simulated_ps: Final[int]

class Engine:
    """The simulated machine: cores, memory and the simulated clock. One per simulation.

    `config` is described in docs/architecture.md. Unknown keys and impossible values raise EngineError.
    """

    def __init__(self, config: Mapping[str, object]) -> None: ...
    def launch(
        self,
        program: Program,
        trace_function: int,
        arguments: NDArray[np.int64],
        *,
        stream: int = 0,
        earliest_start_ps: int = 0,
        tensors: NDArray[np.int64] | None = None,
        longest_ps: int | None = None,
        known: LaunchResult | None = None,
    ) -> int:
        """Queues a launch and returns its number at once; a worker thread runs the trace function and simulates.

        `trace_function` is the address of `void entry(const int64_t *args)`. `arguments` is copied; the engine puts the
        address of its trace context into the copy's last word. The machine code must stay loaded until `synchronize()`.
        The records must depend on the arguments alone: without a cache, a launch that equals one before and finds the
        same in the CMEM is not simulated again, it takes the same time.
        `tensors`, shape (n, 4), are what the kernel works on, for a machine with a CMEM: number of the allocation, its
        address in this launch, bytes, and what the program says (0 nothing, 1 it belongs into CMEM, 2 it is gone).
        A launch that takes more than `longest_ps` is left, unless little of it is to come, or it equals one
        before: its result is not `complete`.
        `known` is the result of an equal launch, of another engine of this machine or from its words: this one is not
        simulated either. EngineError with a cache or a CMEM.
        """
    def run_inline(
        self,
        program: Program,
        trace_function: int,
        arguments: NDArray[np.int64],
        *,
        stream: int = 0,
        earliest_start_ps: int = 0,
        tensors: NDArray[np.int64] | None = None,
    ) -> int:
        """As `launch`, on the calling thread: waits for earlier launches, then runs and simulates before it returns."""
    def launch_records(
        self,
        program: Program,
        records: NDArray[np.int64],
        *,
        stream: int = 0,
        earliest_start_ps: int = 0,
        tensors: NDArray[np.int64] | None = None,
    ) -> int:
        """As `launch`, with the records themselves, shape (n, 16), instead of a program that writes them (copied)."""
    def synchronize(self) -> None:
        """Waits until all launches are simulated. Raises EngineError for a failed launch, KeyboardInterrupt on Ctrl-C
        (queued launches are dropped, the running one ends with partial statistics)."""
    def cancel(self) -> None:
        """Drops the queued launches and stops the running one; its result has `complete == False`."""
    def take_results(self) -> list[LaunchResult]:
        """Results finished since the last call, in launch order. Does not wait."""
    def progress(self) -> Progress: ...
    def stream_ready_ps(self, stream: int) -> int:
        """When the last finished launch of the stream ended (0 when none)."""
    device_ready_ps: Final[int]
    """When the last finished launch of the device ended."""

DRAM_LATENCY_BIN_TICKS: int
"""Width of a bin of `DramReplayResult.latency_histogram`."""

class DramStatistics:
    """Counts of one DRAM channel, or of several. Row hits, misses and conflicts are counted per request."""

    reads: Final[int]
    writes: Final[int]
    forwarded_reads: Final[int]
    """Reads answered from the write queue."""
    replaced_writes: Final[int]
    """Writes replaced by a later one while they waited in the queue."""
    row_hits: Final[int]
    row_misses: Final[int]
    row_conflicts: Final[int]
    activates: Final[int]
    precharges: Final[int]
    refreshes: Final[int]

class DramCommandChecker:
    """One channel whose commands the caller sends. `device` is the dict `memory.device` (DramDevice.engine_numbers()).

    Commands: activate, precharge, precharge_all, read, write, read_precharge, write_precharge, refresh_all and
    refresh_bank; those to all banks of a rank take any bank of it. Banks are numbered by rank, bank group, bank.
    """

    def __init__(self, device: Mapping[str, object]) -> None: ...
    def earliest(self, command: str, bank: int) -> int:
        """The first tick at which the timings allow the command."""
    def issue(self, command: str, bank: int, tick: int, row: int = 0) -> None:
        """Sends a command. Raises EngineError when it is too early or the state of the bank does not allow it."""

class DramReplayResult:
    """What `dram_replay` measured; times in ticks."""

    ticks: Final[int]
    """Until the last answer."""
    total: Final[DramStatistics]
    channels: Final[list[DramStatistics]]
    answered_reads: Final[int]
    latency_sum: Final[int]
    """Of reads, from when a command could first be sent to the last data."""
    latency_max: Final[int]
    latency_histogram: Final[list[int]]
    """Reads per bin of DRAM_LATENCY_BIN_TICKS; the last bin has all above."""

def connect_interruption(begin: int, is_raised: int) -> None: ...
def dram_replay(
    device: Mapping[str, object],
    policy: Mapping[str, object],
    channels: int,
    addresses: NDArray[np.int64],
    writes: NDArray[np.uint8],
    requests_per_tick: int,
) -> DramReplayResult:
    """Replays a trace in order; raises EngineError for a device or policy that cannot be."""

def dram_constraints(device: Mapping[str, object]) -> list[tuple[str, str, str, str, int]]:
    """Timing constraints: level, preceding command, following command, name, ticks from begin to begin."""

def dram_locate(
    device: Mapping[str, object], policy: Mapping[str, object], channels: int, address: int
) -> tuple[int, int, int, int]:
    """Channel, bank of the channel, row and burst of the row that an address lies in."""
