"""Compute units, buffers and queues of the timing engine, against closed forms and a reference."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from engine_machine import ONE_CHANNEL
from hypothesis import given, settings
from hypothesis import strategies as st
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import compute_record, transfer_record

ROWS = COLUMNS = 128
DRAIN = ROWS + COLUMNS - 2
PS_PER_CYCLE = 1000


def machine(**changes: Any) -> dict[str, Any]:
    return ONE_CHANNEL | {"dma_outstanding_requests": 256} | changes


def run(program: Program, records: list[np.ndarray], config: dict[str, Any]) -> LaunchResult:
    engine = Engine(config)
    engine.launch_records(program, np.array(records, np.int64).reshape(-1, 16))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


def run_operations(operations: list[Operation], buffers: int = 0, slots: int = 2, **changes: Any) -> LaunchResult:
    program = Program("k", [Buffer(f"b{i}", slots=slots) for i in range(buffers)], operations)
    return run(program, [compute_record(i) for i in range(len(operations))], machine(**changes))


STORE = Operation("store", "dma_store", element_bytes=4, reads=[0])


def vector(occupancy: int, latency: int = 0, **uses: Any) -> Operation:
    return Operation("vector", "work", occupancy_cycles=occupancy, latency_cycles=latency, **uses)


def matmul(folds: int, rows: int, load: int = ROWS, **uses: Any) -> Operation:
    return Operation("array", "mm", folds=folds, streamed_rows=rows, weight_load_rows=load, drain_cycles=DRAIN, **uses)


def test_an_empty_launch_takes_the_launch_overhead() -> None:
    assert run_operations([]).cycles == 0
    assert run_operations([], launch_overhead_cycles=70).cycles == 70


def test_a_vector_operation_takes_its_occupancy_and_its_latency() -> None:
    result = run_operations([vector(10, 7)])
    assert result.cycles == 17
    assert result.units["vector"].busy_ps == 10 * PS_PER_CYCLE
    assert result.units["vector"].active_ps == 17 * PS_PER_CYCLE


def test_independent_operations_of_one_unit_follow_each_other_at_their_occupancy() -> None:
    assert run_operations([vector(10, 7)] * 5).cycles == 5 * 10 + 7


def test_a_reader_waits_for_the_latency_of_the_writer() -> None:
    operations = [vector(10, 7, overwrites=[0]), vector(10, 7, reads=[0])]
    result = run_operations(operations, buffers=1)
    assert result.cycles == 2 * 17
    assert result.units["vector"].wait_data_ps == 7 * PS_PER_CYCLE


def test_different_units_overlap() -> None:
    cross = Operation("cross_lane", "transpose", occupancy_cycles=10)
    assert run_operations([vector(10), cross]).cycles == 10


def test_one_slot_makes_the_next_writer_wait_for_the_reader() -> None:
    step = [vector(10, overwrites=[0]), Operation("cross_lane", "t", occupancy_cycles=10, reads=[0])]
    assert run_operations(step * 4, buffers=1, slots=1).cycles == 4 * 20
    assert run_operations(step * 4, buffers=1, slots=2).cycles == 10 + 4 * 10


def test_waiting_for_a_slot_is_told_apart_from_waiting_for_data() -> None:
    step = [vector(10, overwrites=[0]), Operation("cross_lane", "t", occupancy_cycles=30, reads=[0])]
    result = run_operations(step * 2, buffers=1, slots=1)
    assert result.units["vector"].wait_slot_ps == 30 * PS_PER_CYCLE
    assert result.units["vector"].wait_data_ps == 0
    assert result.units["cross_lane"].wait_data_ps == (10 + 10) * PS_PER_CYCLE


def test_an_operation_that_reads_and_overwrites_a_buffer_needs_two_copies_not_itself() -> None:
    chain = [vector(10, reads=[0], overwrites=[0])] * 3
    assert run_operations(chain, buffers=1, slots=1).cycles == 30
    assert run_operations(chain, buffers=1, slots=2).cycles == 30


def test_an_update_waits_for_readers_of_the_copy_it_changes() -> None:
    reader = Operation("cross_lane", "t", occupancy_cycles=30, reads=[0])
    result = run_operations([vector(10, overwrites=[0]), reader, vector(10, updates=[0])], buffers=1)
    assert result.cycles == 10 + 30 + 10


def test_a_copy_is_free_when_its_reader_has_read_it_not_when_the_result_is_there() -> None:
    reader = Operation("cross_lane", "t", occupancy_cycles=30, latency_cycles=500, reads=[0])
    result = run_operations([vector(10, overwrites=[0]), reader, vector(10, overwrites=[0])], buffers=1, slots=1)
    assert result.units["vector"].wait_slot_ps == 30 * PS_PER_CYCLE
    assert result.units["vector"].active_ps == 20 * PS_PER_CYCLE


def test_the_array_s_inputs_are_free_when_the_last_row_has_entered() -> None:
    """Two operations of 128 rows: the second one's inputs arrive while the first one drains."""
    slow = [vector(1000, overwrites=[0]), matmul(1, 128, reads=[0])]
    one_slot = run_operations(slow * 2, buffers=1, slots=1)
    assert one_slot.units["vector"].wait_slot_ps == (ROWS + 128) * PS_PER_CYCLE
    assert one_slot.cycles == 2 * (1000 + ROWS + 128) + DRAIN


def test_a_copy_that_was_written_is_overwritten_only_when_it_is_complete() -> None:
    writer = Operation("cross_lane", "t", occupancy_cycles=10, latency_cycles=500, overwrites=[0])
    result = run_operations([writer, vector(10, overwrites=[0])], buffers=1, slots=1)
    assert result.units["vector"].wait_slot_ps == 510 * PS_PER_CYCLE


def test_a_stored_copy_is_free_when_its_last_request_has_left() -> None:
    """64 requests of one cycle each; the acknowledgements come 100 ns later."""
    program = Program("k", [Buffer("b", slots=1)], [vector(10, overwrites=[0]), STORE])
    steps = [compute_record(0), transfer_record(1, 0, [64 * 16], [4])]
    result = run(program, steps * 2, machine())
    assert result.units["vector"].wait_slot_ps == 64 * PS_PER_CYCLE
    assert result.cycles == 2 * (10 + 64) + 100


@pytest.mark.parametrize(("folds", "rows"), [(1, 128), (1, 512), (4, 256), (16, 512), (64, 1024)])
def test_an_array_operation_hides_all_weight_loads_but_the_first(folds: int, rows: int) -> None:
    result = run_operations([matmul(folds, rows)])
    assert result.cycles == folds * rows + DRAIN + ROWS
    assert result.array.weight_exposed_ps == ROWS * PS_PER_CYCLE


@pytest.mark.slow
@given(folds=st.integers(1, 40), rows=st.integers(1, 300), load=st.integers(0, 300), stall=st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_every_fold_begins_with_the_stall(folds: int, rows: int, load: int, stall: int) -> None:
    """The weights after next are loaded during it."""
    result = run_operations([matmul(folds, rows, load)], fold_stall_cycles=stall)
    assert result.cycles == load + (folds - 1) * max(stall + rows, load) + stall + rows + DRAIN
    assert result.array.streamed_rows == folds * rows
    assert result.array.weight_exposed_ps == (result.cycles - DRAIN - folds * rows) * PS_PER_CYCLE


def test_stalls_across_operations_and_arrays() -> None:
    assert run_operations([matmul(1, 256)] * 8, fold_stall_cycles=10).cycles == ROWS + 8 * 266 + DRAIN
    assert run_operations([matmul(3, 512)], fold_stall_cycles=10, arrays=2).cycles == ROWS + 522 + 266 + DRAIN


def test_weight_loads_longer_than_the_streaming_are_exposed() -> None:
    assert run_operations([matmul(4, 32)]).cycles == ROWS + 3 * ROWS + 32 + DRAIN


def test_weight_loads_are_hidden_across_operations() -> None:
    assert run_operations([matmul(1, 256)] * 8).cycles == 8 * 256 + DRAIN + ROWS
    assert run_operations([matmul(1, 32)] * 8).cycles == 8 * ROWS + 32 + DRAIN


def test_accumulating_operations_of_the_array_follow_each_other_without_a_gap() -> None:
    operations = [vector(1, overwrites=[0])] + [matmul(1, 256, updates=[0])] * 8
    assert run_operations(operations, buffers=1).cycles == 1 + 8 * 256 + DRAIN + ROWS


def test_a_reader_of_an_array_result_waits_for_the_drain() -> None:
    result = run_operations([matmul(1, 256, overwrites=[0]), vector(5, reads=[0])], buffers=1)
    assert result.cycles == ROWS + 256 + DRAIN + 5


def test_folds_are_shared_out_over_the_arrays() -> None:
    assert run_operations([matmul(16, 512)], arrays=2).cycles == 8 * 512 + DRAIN + ROWS


def test_folds_that_do_not_fill_the_arrays_are_split_by_rows() -> None:
    assert run_operations([matmul(1, 512)], arrays=2).cycles == 256 + DRAIN + ROWS
    assert run_operations([matmul(3, 512)], arrays=2).cycles == 512 + 256 + DRAIN + ROWS
    assert run_operations([matmul(3, 512)], arrays=4).cycles == 512 + DRAIN + ROWS


def test_weights_that_arrive_late_are_exposed() -> None:
    operations = [matmul(1, 100, load=50), vector(120, overwrites=[0]), matmul(1, 100, load=50, reads=[0])]
    result = run_operations(operations, buffers=1)
    # streaming ends at 150, the weights of the second one move from 120 to 170
    assert result.cycles == 170 + 100 + DRAIN
    assert result.array.weight_exposed_ps == (50 + 20) * PS_PER_CYCLE


def test_a_bounded_queue_holds_the_front_end_back() -> None:
    operations = [vector(100), vector(100), vector(100), Operation("cross_lane", "t", occupancy_cycles=10)]
    assert run_operations(operations, queue_depth=1).units["cross_lane"].wait_unit_ps == 0
    deep = timeline_start(operations, queue_depth=4)
    shallow = timeline_start(operations, queue_depth=1)
    assert (deep, shallow) == (0, 100 * PS_PER_CYCLE)


def timeline_start(operations: list[Operation], **changes: Any) -> int:
    result = run_operations(operations, timeline_events=100, **changes)
    (start,) = (int(row[3]) for row in result.timeline if row[2] == len(operations) - 1)
    return start


def test_time_waited_in_the_queue_is_counted_per_operation() -> None:
    assert run_operations([vector(10)] * 3).units["vector"].wait_unit_ps == (10 + 20) * PS_PER_CYCLE


def test_clock_periods_do_not_accumulate_rounding() -> None:
    result = run_operations([vector(1)] * 94_000, core_freq_mhz=940.0)
    assert result.cycles == 94_000
    assert result.end_ps == 94_000 * 50_000 // 47


def test_a_scalar_access_to_dram_blocks_the_scalar_unit() -> None:
    program = Program("k", [], [Operation("scalar", "dram_read", occupancy_cycles=2)])
    record = compute_record(0)
    record[2] = 4
    result = run(program, [record] * 3, machine())
    per_access = 2 + 1 + 100  # occupancy, transfer of one request, latency
    assert result.cycles == 3 * per_access
    assert result.memory.read_requests == 3


def test_operations_are_counted_per_table_entry_and_core() -> None:
    program = Program("k", [], [vector(3, arithmetic_operations=7), vector(5)])
    records = [compute_record(0, core=1)] * 4 + [compute_record(1, core=0)]
    result = run(program, records, machine(cores=2))
    assert result.operation_counts.tolist() == [4, 1]
    assert result.operation_busy_ps.tolist() == [12 * PS_PER_CYCLE, 5 * PS_PER_CYCLE]
    assert result.units["vector"].arithmetic_operations == 28
    assert [core["vector"].operations for core in result.core_units] == [1, 4]
    assert result.cycles == 12


def test_double_buffering_overlaps_load_and_compute() -> None:
    load = Operation("load", "dma_load", element_bytes=4, overwrites=[0])
    steps = 16
    times = {}
    for slots in (1, 2):
        program = Program("k", [Buffer("x", slots=slots)], [load, vector(1100, reads=[0])])
        step = [transfer_record(0, 0, [16 * 1000], [4]), compute_record(1)]
        times[slots] = run(program, step * steps, machine()).cycles
    load_cycles = 1000 + 100
    assert times[1] == pytest.approx(steps * (load_cycles + 1100), rel=0.01)
    assert times[2] == pytest.approx((steps + 1) * 1100, rel=0.01)


# A reference for compute units: every rule of the kernel language's execution model, in whole cycles, without events.


@dataclass
class Step:
    unit: str
    occupancy: int
    latency: int
    reads: list[int]
    overwrites: list[int]
    updates: list[int]


@dataclass
class Copy:
    writers: list[int] = field(default_factory=list)
    readers: list[int] = field(default_factory=list)


def reference_cycles(steps: list[Step], buffers: int, slots: int, depth: int) -> int:
    copies = [[Copy() for _ in range(slots)] for _ in range(buffers)]
    current = [0] * buffers
    start: list[int] = []
    end: list[int] = []
    free = {"vector": 0, "cross_lane": 0}
    last_end = {"vector": 0, "cross_lane": 0}
    issued: dict[str, list[int]] = {"vector": [], "cross_lane": []}
    released: list[int] = []  # when its inputs have been read
    front_end = 0
    for number, step in enumerate(steps):
        queue = issued[step.unit]
        if len(queue) >= depth:
            front_end = max(front_end, start[queue[-depth]])
        waits: list[int] = []  # for results
        slot_readers: list[int] = []
        slot_writers: list[int] = []
        for b in step.updates:
            copy = copies[b][current[b]]
            waits += copy.writers
            slot_readers += copy.readers
        for b in step.reads:
            waits += copies[b][current[b]].writers
        for b in step.overwrites:
            copy = copies[b][(current[b] + 1) % slots]
            slot_writers += copy.writers
            slot_readers += copy.readers
        # A pipeline does not wait for its own earlier uses of a copy.
        waits += [w for w in slot_writers if steps[w].unit != step.unit]
        times = [end[w] for w in waits] + [released[r] for r in slot_readers if steps[r].unit != step.unit]
        begin = max([front_end, free[step.unit], *times])
        finish = max(begin + step.occupancy + step.latency, last_end[step.unit])
        start.append(begin)
        end.append(finish)
        released.append(begin + step.occupancy)
        queue.append(number)
        free[step.unit] = begin + step.occupancy
        last_end[step.unit] = finish
        for b in step.updates:
            copies[b][current[b]].writers.append(number)
        for b in step.reads:
            copies[b][current[b]].readers.append(number)
        for b in step.overwrites:
            current[b] = (current[b] + 1) % slots
            copies[b][current[b]] = Copy(writers=[number])
    return max(end, default=0)


BUFFERS = 3


@st.composite
def programs(draw: st.DrawFn) -> list[Step]:
    def step() -> Step:
        use = [draw(st.sampled_from(["none", "read", "overwrite", "update", "read+overwrite"])) for _ in range(BUFFERS)]
        return Step(
            unit=draw(st.sampled_from(["vector", "cross_lane"])),
            occupancy=draw(st.integers(0, 20)),
            latency=draw(st.integers(0, 20)),
            reads=[i for i, u in enumerate(use) if "read" in u],
            overwrites=[i for i, u in enumerate(use) if "overwrite" in u],
            updates=[i for i, u in enumerate(use) if u == "update"],
        )

    return [step() for _ in range(draw(st.integers(1, 25)))]


def engine_cycles(steps: list[Step], slots: int, depth: int) -> int:
    operations = [
        Operation(
            s.unit,
            "work",
            occupancy_cycles=s.occupancy,
            latency_cycles=s.latency,
            reads=s.reads,
            overwrites=s.overwrites,
            updates=s.updates,
        )
        for s in steps
    ]
    return run_operations(operations, buffers=BUFFERS, slots=slots, queue_depth=depth).cycles


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(programs(), st.integers(1, 3), st.integers(1, 4))
def test_random_programs_take_the_cycles_of_the_reference(steps: list[Step], slots: int, depth: int) -> None:
    assert engine_cycles(steps, slots, depth) == reference_cycles(steps, BUFFERS, slots, depth)


@settings(max_examples=60, deadline=None)
@given(programs(), st.integers(1, 3), st.integers(1, 4))
def test_twice_the_program_is_never_faster(steps: list[Step], slots: int, depth: int) -> None:
    assert engine_cycles(steps * 2, slots, depth) >= engine_cycles(steps, slots, depth)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(programs(), st.integers(1, 3))
def test_deeper_queues_are_never_slower(steps: list[Step], slots: int) -> None:
    times = [engine_cycles(steps, slots, depth) for depth in (1, 2, 4, 32)]
    assert times == sorted(times, reverse=True)


def test_a_barrier_makes_all_cores_wait_for_all_cores() -> None:
    program = Program("k", [], [vector(10), vector(25), Operation("scalar", "barrier")])
    phase = [compute_record(0, core=0), compute_record(1, core=1)]
    assert run(program, [*phase, *phase], machine(cores=2)).cycles == 50
    crossed = [phase[0], phase[1], compute_record(1, core=0), compute_record(0, core=1)]
    assert run(program, crossed, machine(cores=2)).cycles == 35
    result = run(program, [*crossed[:2], compute_record(2), *crossed[2:]], machine(cores=2))
    assert result.cycles == 50
    assert result.operation_counts.tolist() == [2, 2, 1]


def test_cores_run_side_by_side_although_the_trace_is_one_sequence() -> None:
    program = Program("k", [], [vector(10)])
    records = [compute_record(0, core=core) for core in range(4) for _ in range(1000)]
    assert run(program, records, machine(cores=4)).cycles == 10_000
