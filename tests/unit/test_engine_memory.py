"""DMA engines and memory models of the timing engine: which requests are made, and when."""

import heapq
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import compute_record, indexed_record, scalar_record, transfer_record
from npusim.simulator.errors import EngineError

ELEMENT_BYTES = 4
REQUEST_BYTES = 32
LATENCY_NS = 100
BANDWIDTH = 128 * 10**9
CHANNELS = 4

LOAD = Operation("load", "dma_load", element_bytes=ELEMENT_BYTES, overwrites=[0])
STORE = Operation("store", "dma_store", element_bytes=ELEMENT_BYTES, reads=[1])
GATHER = Operation("load", "gather", element_bytes=ELEMENT_BYTES, overwrites=[0])
SCATTER_ADD = Operation("store", "scatter", element_bytes=ELEMENT_BYTES, combine=True)
STORE_ADD = Operation("store", "dma_store", element_bytes=ELEMENT_BYTES, combine=True)
SCALAR_READ = Operation("scalar", "dram_read")
COMPUTE = Operation("vector", "work", occupancy_cycles=40, reads=[0], overwrites=[1])
OPERATIONS = [LOAD, STORE, GATHER, SCATTER_ADD, STORE_ADD, SCALAR_READ, COMPUTE]
LOAD_OP, STORE_OP, GATHER_OP, SCATTER_ADD_OP, STORE_ADD_OP, SCALAR_READ_OP, COMPUTE_OP = range(len(OPERATIONS))


def memory(**changes: Any) -> dict[str, Any]:
    return {
        "model": "simple",
        "channels": CHANNELS,
        "interleave_bytes": 64,
        "bandwidth_bytes_per_s": BANDWIDTH,
        "latency_ns": LATENCY_NS,
    } | changes


def machine(**changes: Any) -> dict[str, Any]:
    return {
        "core_freq_mhz": 940,
        "dma_outstanding_requests": 16,
        "dma_requests_per_cycle": 2,
        "dma_bytes_per_cycle": 128,
        "request_bytes": REQUEST_BYTES,
        "memory": memory(),
    } | changes


def run(records: list[np.ndarray], config: dict[str, Any] | None = None, slots: int = 2) -> LaunchResult:
    program = Program("k", [Buffer("x", slots=slots), Buffer("y", slots=slots)], OPERATIONS)
    engine = Engine(config or machine())
    engine.launch_records(program, np.array(records, np.int64).reshape(-1, 16))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


def starts(result: LaunchResult) -> list[int]:
    return sorted(result.timeline[:, 3].tolist())


# Which requests


def reference_requests(address: int, sizes: list[int], strides: list[int]) -> list[int]:
    """Blocks of all elements in order of address dimension by dimension, without immediate repetitions."""
    dims = sorted(((abs(s), n) for n, s in zip(sizes, strides, strict=True) if s != 0 and n > 1), reverse=True)
    base = address + sum((n - 1) * s for n, s in zip(sizes, strides, strict=True) if s < 0)
    elements = [base]
    for stride, size in dims:
        elements = [e + i * stride for e in elements for i in range(size)]
    blocks: list[int] = []
    for element in elements:
        for block in range(element // REQUEST_BYTES, (element + ELEMENT_BYTES - 1) // REQUEST_BYTES + 1):
            if not blocks or blocks[-1] != block:
                blocks.append(block)
    return [b * REQUEST_BYTES for b in blocks]


@dataclass
class Region:
    address: int
    sizes: list[int]
    strides: list[int]


@st.composite
def regions(draw: st.DrawFn) -> Region:
    rank = draw(st.integers(1, 4))
    stride = st.one_of(st.sampled_from([0, 4, -4, 16, 32, 64, 256, -512]), st.integers(-40, 40).map(lambda i: 4 * i))
    sizes = [draw(st.integers(1, 6)) for _ in range(rank)]
    return Region(4 * draw(st.integers(1 << 16, (1 << 16) + 1000)), sizes, [draw(stride) for _ in range(rank)])


@settings(max_examples=150, deadline=None)
@given(regions())
def test_a_region_is_fetched_in_the_requests_of_the_reference(region: Region) -> None:
    result = run([transfer_record(LOAD_OP, region.address, region.sizes, region.strides)])
    expected = reference_requests(region.address, region.sizes, region.strides)
    assert result.memory.read_requests == len(expected)
    distinct = prod(n for n, s in zip(region.sizes, region.strides, strict=True) if s != 0)
    assert result.memory.read_payload_bytes == distinct * ELEMENT_BYTES


@pytest.mark.parametrize(
    ("sizes", "strides", "requests"),
    [
        ([8], [4], 1),
        ([9], [4], 2),
        ([4, 8], [32, 4], 4),  # contiguous
        ([8, 4], [4, 32], 4),  # the same, transposed in the tile
        ([16, 16], [4096, 4], 32),
        ([64], [4096], 64),  # one element per request
        ([64], [16], 32),  # two elements per request
        ([100], [0], 1),  # one element, replicated
        ([0], [4], 0),
        ([4, 0], [32, 4], 0),
    ],
)
def test_requests_of_a_region(sizes: list[int], strides: list[int], requests: int) -> None:
    assert run([transfer_record(LOAD_OP, 0, sizes, strides)]).memory.read_requests == requests


def test_a_region_that_is_not_aligned_touches_one_more_request() -> None:
    assert run([transfer_record(LOAD_OP, 4, [8], [4])]).memory.read_requests == 2


def test_a_gather_asks_for_every_block_in_sequence_and_skips_indices_out_of_range() -> None:
    indices = np.array([0, 1, 7, 8, 9, 0, -1, 1000, 999], np.int32)
    result = run([indexed_record(GATHER_OP, 0, indices, 1000, index_stride_bytes=ELEMENT_BYTES)])
    assert result.memory.read_requests == 4  # blocks 0, 1, 0, and the last one
    assert result.memory.read_payload_bytes == 7 * ELEMENT_BYTES


@pytest.mark.parametrize(
    ("run_of_elements", "requests"),
    [
        *(((64, 4), 8), ((60, 4), 8), ((65, 4), 9), ((64, 32), 64), ((1, 0), 1), ((64, 0), 1), ((0, 4), 0)),
        *(((64, -4), 9), ((64, -32), 64)),
    ],
    ids=[
        *("whole rows", "clipped rows", "one block more", "a column", "single elements", "replicated", "nothing"),
        *("backwards", "a column backwards"),
    ],
)
def test_a_gathered_row_is_asked_for_like_a_transfer_of_it(run_of_elements: tuple[int, int], requests: int) -> None:
    indices = np.array([3, -1, 40, 7, 3], np.int64)
    result = run([indexed_record(GATHER_OP, 0, indices, 40, index_stride_bytes=4096, run=run_of_elements)])
    assert result.memory.read_requests == 3 * requests
    elements = run_of_elements[0] if run_of_elements[1] else 1
    assert result.memory.read_payload_bytes == 3 * elements * ELEMENT_BYTES


def test_a_combining_write_reads_every_block_first() -> None:
    indices = np.array([0, 100, 200], np.int64)
    scatter = indexed_record(SCATTER_ADD_OP, 0, indices, 1000, index_stride_bytes=ELEMENT_BYTES)
    rows = indexed_record(SCATTER_ADD_OP, 0, np.array([5]), 6, index_stride_bytes=4096, run=(24, ELEMENT_BYTES))
    for record in (scatter, rows, transfer_record(STORE_ADD_OP, 0, [3], [4096])):
        result = run([record])
        assert (result.memory.read_requests, result.memory.write_requests) == (3, 3)


# When


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


@settings(max_examples=60, deadline=None)
@given(transfers(), st.integers(1, 3))
def test_a_queue_that_never_fills_gives_the_times_of_the_simple_memory(records: list[np.ndarray], slots: int) -> None:
    simple = run(records, machine(timeline_events=100), slots)
    queued = run(records, machine(timeline_events=100, memory=memory(model="queued", queue_requests=10_000)), slots)
    assert np.array_equal(simple.timeline, queued.timeline)
    assert simple.cycles == queued.cycles


@settings(max_examples=60, deadline=None)
@given(transfers(), st.integers(1, 5))
def test_a_short_memory_queue_moves_everything_within_the_bandwidth(records: list[np.ndarray], queue: int) -> None:
    simple = run(records)
    queued = run(records, machine(memory=memory(model="queued", queue_requests=queue)))
    assert queued.memory.read_requests == simple.memory.read_requests
    assert queued.memory.write_requests == simple.memory.write_requests
    assert queued.end_ps >= peak_ps(queued, BANDWIDTH)


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
