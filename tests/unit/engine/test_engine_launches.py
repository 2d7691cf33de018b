"""Launches, threads, the trace context, interruption and configuration of the timing engine."""

import ctypes
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numpy as np
import pytest
from engine_machine import ONE_CHANNEL
from npusim.simulator.engine import RECORD_WORDS, UNITS, Buffer, Engine, Operation, Program, connect_interruption
from npusim.simulator.engine.records import compute_record, indexed_record, transfer_record
from npusim.simulator.errors import EngineError
from npusim.simulator.native import interruption

OPERATIONS = [
    Operation("vector", "work", occupancy_cycles=10, label="vector work"),
    Operation("load", "dma_load", element_bytes=4, overwrites=[0], label="load x"),
    Operation("load", "gather", element_bytes=4, overwrites=[0], label="gather x"),
]
PROGRAM = Program("k", [Buffer("x")], OPERATIONS)

TraceFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
FlushFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class TraceContext:
    """The trace context as a compiled program sees it."""

    def __init__(self, address: int) -> None:
        self._address = address
        self._words = (ctypes.c_int64 * 4).from_address(address)
        self._flush = FlushFunction(self._words[3])

    def write(self, record: np.ndarray) -> None:
        place = self._words[0] + self._words[2] * RECORD_WORDS * 8
        ctypes.memmove(place, record.ctypes.data, RECORD_WORDS * 8)
        self._words[2] += 1
        if self._words[2] == self._words[1]:
            self.flush()

    def flush(self) -> None:
        self._flush(self._address)
        assert self._words[2] == 0


def traced(body: Callable[[TraceContext, int], None]) -> Any:
    """A C function with the signature of trace programs: arguments are one number and the trace context."""

    def entry(arguments: int) -> None:
        number, context = (ctypes.c_int64 * 2).from_address(arguments)
        body(TraceContext(context), number)

    return TraceFunction(entry)


def address_of(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def arguments(number: int) -> np.ndarray:
    return np.array([number, 0], np.int64)


def write_vector_work(context: TraceContext, number: int) -> None:
    for _ in range(number):
        context.write(compute_record(0))


VECTOR_WORK = traced(write_vector_work)


NATIVE_TRACE = """
define void @trace(ptr %arguments) {
entry:
  %n = load i64, ptr %arguments
  %context.place = getelementptr i64, ptr %arguments, i64 1
  %context = load ptr, ptr %context.place
  %records = load ptr, ptr %context
  %capacity.place = getelementptr i64, ptr %context, i64 1
  %capacity = load i64, ptr %capacity.place
  %count.place = getelementptr i64, ptr %context, i64 2
  %flush.place = getelementptr i64, ptr %context, i64 3
  %flush = load ptr, ptr %flush.place
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %written]
  %count = load i64, ptr %count.place
  %place = getelementptr [16 x i64], ptr %records, i64 %count
  store [16 x i64] zeroinitializer, ptr %place
  %new = add i64 %count, 1
  store i64 %new, ptr %count.place
  %full = icmp eq i64 %new, %capacity
  br i1 %full, label %flushing, label %written
flushing:
  call void %flush(ptr %context)
  br label %written
written:
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  call void %flush(ptr %context)
  ret void
}
"""


@pytest.fixture(scope="module")
def native_trace() -> Iterator[int]:
    """Address of machine code that writes as many records of operation 0 as its first argument says (at least 1)."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(NATIVE_TRACE)
    machine = llvm.Target.from_default_triple().create_target_machine()
    with llvm.create_mcjit_compiler(module, machine) as compiler:
        compiler.finalize_object()
        yield compiler.get_function_address("trace")


def test_a_compiled_trace_function_is_simulated_to_its_last_record(native_trace: int) -> None:
    engine = Engine(ONE_CHANNEL)
    for count in (1, 1023, 1024, 1025, 5000):
        engine.launch(PROGRAM, native_trace, arguments(count))
    engine.synchronize()
    assert [(r.records, r.cycles) for r in engine.take_results()] == [(n, 10 * n) for n in (1, 1023, 1024, 1025, 5000)]


def test_a_trace_function_runs_on_the_worker_and_its_records_are_simulated() -> None:
    engine = Engine(ONE_CHANNEL)
    threads: list[int] = []

    def body(context: TraceContext, number: int) -> None:
        threads.append(threading.get_native_id())
        write_vector_work(context, number)

    function = traced(body)
    assert engine.launch(PROGRAM, address_of(function), arguments(3000)) == 0
    engine.synchronize()
    (result,) = engine.take_results()
    assert (result.name, result.complete, result.records, result.cycles) == ("k", True, 3000, 30_000)
    assert threads != [threading.get_native_id()]
    assert engine.take_results() == []


def test_an_inline_launch_runs_on_the_caller_after_earlier_ones() -> None:
    engine = Engine(ONE_CHANNEL)
    threads: list[int] = []

    def body(context: TraceContext, number: int) -> None:
        threads.append(threading.get_native_id())
        context.write(compute_record(0))

    function = traced(body)
    engine.launch(PROGRAM, address_of(VECTOR_WORK), arguments(100))
    assert engine.run_inline(PROGRAM, address_of(function), arguments(0)) == 1
    assert threads == [threading.get_native_id()]
    first, second = engine.take_results()
    assert (first.launch_id, second.launch_id) == (0, 1)
    assert second.start_ps == first.end_ps


def test_indices_in_host_memory_are_read_before_flush_returns() -> None:
    def body(context: TraceContext, number: int) -> None:
        for _ in range(number):
            indices = np.arange(0, 1600, 16, dtype=np.int32)
            context.write(indexed_record(2, 0, indices, 10_000, index_stride_bytes=4))
            context.flush()
            indices[:] = -1

    function = traced(body)
    engine = Engine(ONE_CHANNEL)
    engine.run_inline(PROGRAM, address_of(function), arguments(40))
    (result,) = engine.take_results()
    assert result.memory.read_requests == 40 * 100


def test_the_caller_s_arguments_are_not_changed() -> None:
    engine = Engine(ONE_CHANNEL)
    mine = arguments(10)
    engine.run_inline(PROGRAM, address_of(VECTOR_WORK), mine)
    assert mine.tolist() == [10, 0]


def test_launches_follow_each_other_and_respect_their_earliest_start() -> None:
    engine = Engine(ONE_CHANNEL | {"launch_overhead_cycles": 5})
    records = np.array([compute_record(0)] * 2)
    engine.launch_records(PROGRAM, records)
    engine.launch_records(PROGRAM, records, stream=3, earliest_start_ps=1_000_000)
    engine.launch_records(PROGRAM, records, stream=0)
    engine.synchronize()
    spans = [(r.start_ps, r.end_ps, r.cycles) for r in engine.take_results()]
    assert spans == [(0, 25_000, 25), (1_000_000, 1_025_000, 25), (1_025_000, 1_050_000, 25)]
    assert [engine.stream_ready_ps(stream) for stream in (3, 0, 9)] == [1_025_000, 1_050_000, 0]
    assert engine.device_ready_ps == 1_050_000


def test_an_error_surfaces_at_synchronize_and_the_engine_goes_on() -> None:
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, np.array([compute_record(0), compute_record(17)]))
    with pytest.raises(EngineError, match="record 1 names operation 17; the table has 3"):
        engine.launch_records(PROGRAM, np.array([compute_record(0)]))  # says so if the first has failed by now
        while True:
            engine.synchronize()
    failed = engine.take_results()[0]
    assert (failed.complete, failed.records) == (False, 1)
    engine.launch_records(PROGRAM, np.array([compute_record(0)]))
    engine.synchronize()
    assert engine.take_results()[0].complete


def test_an_error_in_a_trace_does_not_unwind_through_the_compiled_program() -> None:
    finished: list[bool] = []

    def body(context: TraceContext, number: int) -> None:
        context.write(compute_record(17))
        context.flush()
        for _ in range(5000):
            context.write(compute_record(0))
        finished.append(True)

    function = traced(body)
    engine = Engine(ONE_CHANNEL)
    with pytest.raises(EngineError, match="operation 17"):
        engine.run_inline(PROGRAM, address_of(function), arguments(0))
    assert finished == [True]


def test_cancel_leaves_the_statistics_so_far() -> None:
    started = threading.Event()

    def body(context: TraceContext, number: int) -> None:
        for i in range(200_000):
            context.write(compute_record(0))
            if i == 20_000:
                started.set()
                time.sleep(0.2)

    function = traced(body)
    engine = Engine(ONE_CHANNEL)
    engine.launch(PROGRAM, address_of(function), arguments(0))
    engine.launch_records(PROGRAM, np.array([compute_record(0)]))
    assert started.wait(20)
    engine.cancel()
    results = engine.take_results()
    assert [r.complete for r in results] == [False]
    assert 0 < results[0].records < 200_000
    assert results[0].units["vector"].busy_ps > 0
    progress = engine.progress()
    assert progress.launches_submitted == progress.launches_finished == 2
    engine.launch_records(PROGRAM, np.array([compute_record(0)]))
    engine.synchronize()
    assert engine.take_results()[0].complete


def interrupt_soon() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()


def endless_records() -> np.ndarray:
    """Minutes of simulation: many requests of one byte's worth of work each."""
    return np.array([transfer_record(1, 0, [1 << 20, 1 << 12], [64, 1 << 27])] * 1000)


def test_ctrl_c_interrupts_synchronize_within_a_long_transfer() -> None:
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, endless_records())
    interrupt_soon()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.synchronize()
    assert time.monotonic() - begin < 20
    (result,) = engine.take_results()
    assert not result.complete
    assert result.memory.read_requests > 0
    assert result.end_ps > 0


def test_ctrl_c_interrupts_the_waits_of_other_threads() -> None:
    connect_interruption(*interruption())
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, endless_records())
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(engine.synchronize)
        interrupt_soon()
        with pytest.raises(KeyboardInterrupt):  # from the handler, whichever thread is the first to hear of the signal
            time.sleep(60)
        assert isinstance(waiting.exception(60), KeyboardInterrupt)
    assert [result.complete for result in engine.take_results()] == [False]


@pytest.mark.slow
def test_ctrl_c_interrupts_an_inline_launch(native_trace: int) -> None:
    records = 100_000_000
    engine = Engine(ONE_CHANNEL)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        engine.run_inline(PROGRAM, native_trace, arguments(records))
    (result,) = engine.take_results()
    assert not result.complete
    assert 0 < result.records < records


def test_progress_can_be_watched_and_an_abandoned_engine_stops() -> None:
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, np.concatenate([np.array([compute_record(0)] * 5000), endless_records()]))
    deadline = time.monotonic() + 20
    while engine.progress().simulated_ps == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    progress = engine.progress()
    assert (progress.launches_submitted, progress.launches_finished) == (1, 0)
    assert progress.simulated_ps > 0
    assert progress.records >= 1024
    begin = time.monotonic()
    del engine
    assert time.monotonic() - begin < 20


def test_python_runs_while_the_engine_works() -> None:
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, endless_records())
    assert sum(range(100_000)) == 4_999_950_000
    assert engine.progress().launches_finished == 0
    engine.cancel()


def _use_in_child(engine: Engine, answers: Any) -> None:
    try:
        engine.synchronize()
    except EngineError as error:
        answers.put(str(error))


def test_a_forked_child_is_told_that_the_engine_is_not_its_own() -> None:
    engine = Engine(ONE_CHANNEL)
    engine.launch_records(PROGRAM, np.array([compute_record(0)]))
    engine.synchronize()
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_use_in_child, args=(engine, answers))
    child.start()
    assert "another process" in answers.get(timeout=20)
    child.join(20)
    assert child.exitcode == 0


def test_the_timeline_names_core_unit_operation_and_times() -> None:
    engine = Engine(ONE_CHANNEL | {"timeline_events": 10})
    engine.launch_records(PROGRAM, np.array([compute_record(0), transfer_record(1, 0, [16], [4])]))
    engine.synchronize()
    (result,) = engine.take_results()
    rows = result.timeline.tolist()
    assert [0, UNITS.index("vector"), 0, 0, 10_000] in rows
    assert [0, UNITS.index("load"), 1, 0, 101_000] in rows
    assert (result.timeline_stride, result.timeline_dropped) == (1, 0)


@pytest.mark.parametrize("capacity", [1, 7, 64, 100])
def test_a_long_timeline_is_thinned_out_evenly(capacity: int) -> None:
    engine = Engine(ONE_CHANNEL | {"timeline_events": capacity})
    engine.launch_records(PROGRAM, np.array([compute_record(0)] * 1000))
    engine.synchronize()
    (result,) = engine.take_results()
    events = len(result.timeline)
    assert capacity / 2 <= events <= capacity
    assert events + result.timeline_dropped == 1000
    assert result.timeline[:, 3].tolist() == [i * result.timeline_stride * 10_000 for i in range(events)]
