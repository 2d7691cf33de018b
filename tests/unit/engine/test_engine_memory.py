"""DMA engines and memory models of the timing engine: when requests are made."""

import heapq
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
import pytest
from engine_memory import (
    BANDWIDTH,
    CHANNELS,
    COMPUTE_OP,
    ELEMENT_BYTES,
    GATHER_OP,
    LATENCY_NS,
    LOAD_OP,
    OPERATIONS,
    REQUEST_BYTES,
    SCALAR_READ_OP,
    STORE_ADD_OP,
    STORE_OP,
    Region,
    machine,
    memory,
    reference_requests,
    regions,
    run,
    starts,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Program
from npusim.simulator.engine.records import compute_record, indexed_record, scalar_record, transfer_record
from npusim.simulator.errors import EngineError


def reference_transfer_ps(blocks: list[int], config: dict[str, Any]) -> int:
    """One load alone in a simple memory, request by request in exact fractions."""
    mem = config["memory"]
    period = Fraction(10**6, config["core_freq_mhz"])
    per_request = Fraction(REQUEST_BYTES * mem["channels"] * 10**12, mem["bandwidth_bytes_per_s"])
    free = [Fraction(0)] * mem["channels"]
    outstanding: list[int] = []
    cycle = issued = moved = last = 0
    for block in blocks:
        if len(outstanding) == config["dma_outstanding_requests"]:
            room = heapq.heappop(outstanding)
            at = ceil(Fraction(room) / period)
            while ceil(at * period) < room:
                at += 1
            while at > 0 and ceil((at - 1) * period) >= room:
                at -= 1
            if at > cycle:
                cycle, issued, moved = at, 0, 0
        channel = block // mem["interleave_bytes"] % mem["channels"]
        free[channel] = max(free[channel], Fraction(ceil(cycle * period))) + per_request
        done = ceil(free[channel]) + mem["latency_ns"] * 1000
        heapq.heappush(outstanding, done)
        last = max(last, done)
        issued, moved = issued + 1, moved + REQUEST_BYTES
        if issued == config["dma_requests_per_cycle"] or moved >= config["dma_bytes_per_cycle"]:
            cycles = max(1, moved // config["dma_bytes_per_cycle"])
            cycle, issued, moved = cycle + cycles, 0, max(0, moved - cycles * config["dma_bytes_per_cycle"])
    return last


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    regions(),
    st.integers(1, 40),
    st.integers(1, 4),
    st.sampled_from([8, 32, 48, 128]),
    st.sampled_from([1, 3, 4]),
    st.sampled_from([10**9, 37 * 10**9, 481 * 10**9]),
    st.sampled_from([100, 940, 1333]),
)
def test_a_load_takes_the_time_of_the_reference(
    region: Region, outstanding: int, rate: int, width: int, channels: int, bandwidth: int, mhz: int
) -> None:
    config = machine(
        core_freq_mhz=mhz,
        dma_outstanding_requests=outstanding,
        dma_requests_per_cycle=rate,
        dma_bytes_per_cycle=width,
        memory=memory(channels=channels, bandwidth_bytes_per_s=bandwidth),
        timeline_events=10,
    )
    record = transfer_record(LOAD_OP, region.address, region.sizes, region.strides)
    blocks = reference_requests(region.address, region.sizes, region.strides)
    assert run([record], config).timeline[0, 4] == reference_transfer_ps(blocks, config)


def test_a_request_takes_its_transfer_and_the_latency() -> None:
    config = machine(core_freq_mhz=1000)
    result = run([transfer_record(LOAD_OP, 0, [8], [4])], config)
    assert result.end_ps == (LATENCY_NS + 1) * 1000  # 32 bytes at a quarter of 128 GB/s: 1 ns


def test_a_descriptor_pays_its_set_up() -> None:
    config = machine(core_freq_mhz=1000, dma_setup_cycles=25)
    assert run([transfer_record(LOAD_OP, 0, [8], [4])], config).cycles == 25 + 1 + LATENCY_NS
    assert run([transfer_record(LOAD_OP, 0, [0], [4])], config).cycles == 25


def test_a_long_stream_reaches_the_bandwidth_of_memory_and_not_more() -> None:
    config = machine(dma_outstanding_requests=1024, dma_requests_per_cycle=8, dma_bytes_per_cycle=256)
    result = run([transfer_record(LOAD_OP, 0, [1 << 20], [4])], config)
    peak_ps = (4 << 20) * 10**12 / BANDWIDTH
    assert peak_ps + LATENCY_NS * 1000 <= result.end_ps <= peak_ps * 1.01


def test_outstanding_requests_bound_the_bandwidth() -> None:
    config = machine(core_freq_mhz=1000, dma_outstanding_requests=4)
    result = run([transfer_record(LOAD_OP, 0, [8 * 400], [4])], config)
    assert result.cycles == pytest.approx(100 * (LATENCY_NS + 2), rel=0.02)


def test_the_width_of_the_engine_bounds_the_bandwidth() -> None:
    config = machine(core_freq_mhz=1000, dma_outstanding_requests=1024, dma_bytes_per_cycle=8)
    result = run([transfer_record(LOAD_OP, 0, [8 * 400], [4])], config)
    assert result.cycles == 399 * 4 + 1 + LATENCY_NS


def test_one_channel_alone_gives_its_share_of_the_bandwidth() -> None:
    config = machine(dma_outstanding_requests=1024, dma_requests_per_cycle=8, dma_bytes_per_cycle=256)
    everywhere = run([transfer_record(LOAD_OP, 0, [4000, 8], [32, 4])], config).cycles
    one_channel = run([transfer_record(LOAD_OP, 0, [2000, 16], [64 * CHANNELS, 4])], config)
    assert one_channel.end_ps >= 4000 * 1000
    assert one_channel.cycles > 3 * everywhere


# Hazards through DRAM


def test_a_load_waits_for_an_earlier_store_to_the_same_bytes() -> None:
    config = machine(timeline_events=10)
    store = transfer_record(STORE_OP, 0, [64], [4])
    overlapping = run([store, transfer_record(LOAD_OP, 128, [64], [4])], config)
    disjoint = run([store, transfer_record(LOAD_OP, 256, [64], [4])], config)
    store_end = int(overlapping.timeline[0, 4])
    assert starts(overlapping)[1] >= store_end
    assert starts(disjoint) == [0, 0]


def test_a_store_waits_for_an_earlier_load_of_the_same_bytes() -> None:
    config = machine(timeline_events=10)
    records = [transfer_record(LOAD_OP, 0, [64], [4]), transfer_record(STORE_OP, 0, [1], [4])]
    result = run(records, config)
    assert starts(result)[1] >= int(result.timeline[0, 4])


def test_column_blocks_of_one_matrix_do_not_wait_for_each_other() -> None:
    config = machine(timeline_events=10)
    store = transfer_record(STORE_OP, 0, [8, 16], [4096, 4])
    neighbour = run([store, transfer_record(LOAD_OP, 64, [8, 16], [4096, 4])], config)
    overlapping = run([store, transfer_record(LOAD_OP, 60, [8, 16], [4096, 4])], config)
    assert starts(neighbour) == [0, 0]
    assert starts(overlapping)[1] > 0


def test_a_scalar_read_waits_for_an_earlier_store() -> None:
    config = machine(timeline_events=10)
    result = run([transfer_record(STORE_OP, 0, [64], [4]), scalar_record(SCALAR_READ_OP, 64, 4)], config)
    assert starts(result)[1] >= int(result.timeline[0, 4])


# Random programs


@st.composite
def transfers(draw: st.DrawFn) -> list[np.ndarray]:
    def record() -> np.ndarray:
        region = draw(regions())
        kind = draw(st.sampled_from([LOAD_OP, STORE_OP, STORE_ADD_OP, COMPUTE_OP, SCALAR_READ_OP]))
        if kind == COMPUTE_OP:
            return compute_record(COMPUTE_OP)
        if kind == SCALAR_READ_OP:
            return scalar_record(SCALAR_READ_OP, region.address, 4)
        sizes = [n * 4 for n in region.sizes[:2]]
        return transfer_record(kind, region.address, sizes, region.strides[:2])

    return [record() for _ in range(draw(st.integers(1, 20)))]


def peak_ps(result: LaunchResult, bandwidth: int) -> float:
    return (result.memory.read_bytes + result.memory.write_bytes) * 1e12 / bandwidth


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(transfers(), st.integers(1, 3))
def test_a_queue_that_never_fills_gives_the_times_of_the_simple_memory(records: list[np.ndarray], slots: int) -> None:
    simple = run(records, machine(timeline_events=100), slots)
    queued = run(records, machine(timeline_events=100, memory=memory(model="queued", queue_requests=10_000)), slots)
    assert np.array_equal(simple.timeline, queued.timeline)
    assert simple.cycles == queued.cycles


@settings(max_examples=20, deadline=None)
@given(transfers(), st.integers(1, 5))
def test_a_short_memory_queue_moves_everything_within_the_bandwidth(records: list[np.ndarray], queue: int) -> None:
    simple = run(records)
    queued = run(records, machine(memory=memory(model="queued", queue_requests=queue)))
    assert queued.memory.read_requests == simple.memory.read_requests
    assert queued.memory.write_requests == simple.memory.write_requests
    assert queued.end_ps >= peak_ps(queued, BANDWIDTH)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(transfers())
def test_random_transfers_keep_the_bounds(records: list[np.ndarray]) -> None:
    base = run(records)
    assert base.end_ps >= peak_ps(base, BANDWIDTH)
    assert run(records * 2).cycles >= base.cycles
    noise = 1.02
    assert run(records, machine(memory=memory(bandwidth_bytes_per_s=2 * BANDWIDTH))).cycles <= base.cycles * noise + 2
    assert run(records, machine(core_freq_mhz=1880)).end_ps <= base.end_ps * noise + 2000
    assert run(records, slots=4).cycles <= base.cycles * noise + 2
    assert run(records, machine(dma_outstanding_requests=64)).cycles <= base.cycles * noise + 2


@settings(max_examples=30, deadline=None)
@given(transfers())
def test_the_same_program_gives_the_same_times(records: list[np.ndarray]) -> None:
    config = machine(timeline_events=100)
    first, second = run(records, config), run(records, config)
    assert np.array_equal(first.timeline, second.timeline)
    assert first.operation_busy_ps.tolist() == second.operation_busy_ps.tolist()


@settings(max_examples=30, deadline=None)
@given(transfers(), st.integers(0, 10**7))
def test_a_kernel_takes_the_same_time_whenever_it_starts(records: list[np.ndarray], start_ps: int) -> None:
    program = Program("k", [Buffer("x"), Buffer("y")], OPERATIONS)
    engine = Engine(machine(timeline_events=100))
    for earliest in (0, start_ps, 0):
        engine.launch_records(program, np.array(records), earliest_start_ps=earliest)
    engine.synchronize()
    first, *others = engine.take_results()
    for other in others:
        assert other.start_ps >= first.end_ps
        assert other.cycles == first.cycles
        shift = [0, 0, 0, other.start_ps, other.start_ps]
        assert np.array_equal(other.timeline, first.timeline + shift)


# Bad input


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (transfer_record(99, 0, [1], [4]), "operation 99"),
        (transfer_record(-1, 0, [1], [4]), "operation -1"),
        (compute_record(COMPUTE_OP, core=3), "core 3"),
        (transfer_record(LOAD_OP, -64, [1], [4]), "-64"),
        (transfer_record(LOAD_OP, 64, [100], [-4]), "outside"),
        (transfer_record(LOAD_OP, 0, [2**40, 2**40], [2**40, 4]), "more elements than fit"),
        (transfer_record(LOAD_OP, 0, [2**40, 2], [2**40, 4]), "outside"),
    ],
)
def test_an_impossible_record_is_an_error_that_names_it(record: np.ndarray, message: str) -> None:
    with pytest.raises(EngineError, match=message) as error:
        run([compute_record(COMPUTE_OP), record])
    assert "kernel 'k', trace record 1" in str(error.value)


def test_gathers_of_another_core_do_not_wait_for_those_of_the_first() -> None:
    """The trace of one core comes before that of the other; the indices are gone when the trace has been read."""

    def gathers(core: int) -> list[np.ndarray]:
        indices = np.arange(0, 4000, 1000, dtype=np.int64)
        kept.append(indices)
        return [
            indexed_record(GATHER_OP, 0, indices, 4000, index_stride_bytes=ELEMENT_BYTES, core=core) for _ in range(60)
        ]

    kept: list[np.ndarray] = []
    two_cores = machine(cores=2)
    alone = run(gathers(0), two_cores).cycles
    together = run(gathers(0) + gathers(1), two_cores)
    assert together.cycles < 1.2 * alone
    assert together.memory.read_requests == 2 * 60 * 4


def test_indices_that_a_program_does_not_know_are_spread_over_the_extent() -> None:
    def unknown(count: int, extent: int) -> np.ndarray:
        record = indexed_record(GATHER_OP, 0, np.zeros(count, np.int64), extent, index_stride_bytes=REQUEST_BYTES)
        record[3:5] = 0
        return record

    result = run([unknown(500, 1 << 20)])
    assert result.memory.read_requests == 500
    assert result.memory.read_payload_bytes == 500 * ELEMENT_BYTES
    assert run([unknown(500, 1)]).memory.read_requests == 1
    assert run([unknown(500, 0)]).memory.read_requests == 0


def test_a_gather_whose_indices_have_an_odd_size_is_an_error() -> None:
    record = indexed_record(GATHER_OP, 0, np.zeros(4, np.int32), 4, index_stride_bytes=ELEMENT_BYTES)
    record[4] = 3
    with pytest.raises(EngineError, match="4 or 8 bytes, not 3"):
        run([record])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(transfers(), st.integers(1, 2))
def test_busy_and_waiting_time_of_a_unit_fit_into_the_launch(records: list[np.ndarray], slots: int) -> None:
    result = run(records, slots=slots)
    span = result.end_ps - result.start_ps
    for unit in result.units.values():
        assert min(unit.busy_ps, unit.wait_data_ps, unit.wait_slot_ps, unit.wait_unit_ps) >= 0
        assert unit.busy_ps + unit.wait_data_ps + unit.wait_slot_ps <= span
        assert unit.active_ps <= span
    assert sum(unit.operations for unit in result.units.values()) == len(records)
    assert result.operation_busy_ps.sum() == sum(unit.busy_ps for unit in result.units.values())
