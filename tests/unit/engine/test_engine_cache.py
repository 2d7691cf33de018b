"""The last-level cache: what hits, what misses, what is written back, and what it takes."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from engine_streams import (
    LINE_BYTES,
    LOAD,
    MODELS,
    REQUEST_BYTES,
    STORE,
    blocks,
    cache,
    cache_counts,
    dram_bytes,
    machine,
    run,
    stream,
    total,
)
from npusim.simulator.engine import LaunchResult
from npusim.simulator.errors import EngineError

KIB = 1024
CAPACITY = 64 * KIB
SECTORS = LINE_BYTES // REQUEST_BYTES
SETS = CAPACITY // (4 * LINE_BYTES)
SAME_SET = SETS * LINE_BYTES  # in one bank, addresses this far apart share a set
FAR = 1 << 24


def cached(model: str = "simple", **changes: Any) -> dict[str, Any]:
    return machine(model, cache=cache(**changes))


def one(config: dict[str, Any], *launches: list[Any]) -> LaunchResult:
    """The last launch of a simulation."""
    return run(config, *launches)[-1]


@pytest.mark.parametrize("model", MODELS)
def test_a_cold_stream_misses_every_line_once(model: str) -> None:
    (result,) = run(cached(model), stream(LOAD, 32 * KIB))
    lines = 32 * KIB // LINE_BYTES
    assert cache_counts(result) == (0, lines, lines * (SECTORS - 1))
    assert dram_bytes(result, "read") == total(result, "cache", "fill_bytes") == 32 * KIB
    assert total(result, "cache", "evictions") == 0


@pytest.mark.parametrize("model", MODELS)
def test_a_second_pass_over_what_fits_only_hits_and_is_faster(model: str) -> None:
    cold, warm = run(cached(model), stream(LOAD, CAPACITY), stream(LOAD, CAPACITY))
    assert cache_counts(warm) == (CAPACITY // REQUEST_BYTES, 0, 0)
    assert dram_bytes(warm, "read") == 0
    assert warm.cycles < cold.cycles
    assert warm.cycles < one(machine(model), stream(LOAD, CAPACITY)).cycles


def test_lru_never_hits_in_a_stream_of_twice_its_size() -> None:
    twice = stream(LOAD, 2 * CAPACITY)
    _, again = run(cached(), twice, twice)
    assert cache_counts(again)[0] == 0
    assert dram_bytes(again, "read") == 2 * CAPACITY
    assert total(again, "cache", "evictions") == 2 * CAPACITY // LINE_BYTES


def test_random_replacement_keeps_some_of_a_stream_that_is_too_long() -> None:
    twice = stream(LOAD, 2 * CAPACITY)
    hits, _, _ = cache_counts(run(cached(replacement="random"), twice, twice)[-1])
    assert 0 < hits < CAPACITY // REQUEST_BYTES


def test_srrip_keeps_what_is_used_again_while_a_stream_passes() -> None:
    def hits(policy: str) -> int:
        used = blocks(LOAD, [i * LINE_BYTES for i in range(SETS)])
        passing = blocks(LOAD, [FAR + i * LINE_BYTES for i in range(4 * SETS)])
        return cache_counts(run(cached(replacement=policy), used, used, passing, used)[-1])[0]

    assert hits("lru") == hits("fifo") == 0
    assert hits("srrip") == SETS


def test_fifo_gives_up_the_oldest_line_even_when_it_was_just_used() -> None:
    def third(policy: str) -> int:
        a, b, c, d, e = (i * SAME_SET for i in range(5))
        config = cached(banks=1, replacement=policy)
        launches = [blocks(LOAD, addresses) for addresses in ([a, b, c, d], [a], [e], [a])]
        return cache_counts(run(config, *launches)[-1])[0]

    assert (third("lru"), third("fifo")) == (1, 0)


@pytest.mark.parametrize(("lines", "hits"), [(4, 4), (5, 0)])
def test_lines_of_one_set_fit_as_long_as_there_are_ways(lines: int, hits: int) -> None:
    addresses = blocks(LOAD, [i * SAME_SET for i in range(lines)])
    assert cache_counts(run(cached(banks=1), addresses, addresses)[-1])[0] == hits


@pytest.mark.parametrize("stride", [LINE_BYTES, 1024, 8192, 1 << 16])
def test_strides_of_powers_of_two_meet_all_banks(stride: int) -> None:
    (result,) = run(cached(), blocks(LOAD, range(0, 64 * stride, stride)))
    assert result.counters["cache"]["read_misses"].tolist() == [8] * 8


@pytest.mark.parametrize("model", MODELS)
def test_written_lines_reach_dram_once_when_they_are_evicted(model: str) -> None:
    written, evicting = run(cached(model), stream(STORE, CAPACITY), stream(LOAD, CAPACITY, FAR))
    assert dram_bytes(written, "write") == 0
    assert total(evicting, "cache", "write_backs") == CAPACITY // LINE_BYTES
    assert total(evicting, "cache", "write_back_bytes") == dram_bytes(evicting, "write") == CAPACITY
    assert dram_bytes(evicting, "read") == CAPACITY


@pytest.mark.parametrize("model", MODELS)
def test_only_sectors_that_were_written_are_written_back(model: str) -> None:
    every_line = [line * LINE_BYTES + REQUEST_BYTES for line in range(CAPACITY // LINE_BYTES)]
    _, evicting = run(cached(model), blocks(STORE, every_line), stream(LOAD, CAPACITY, FAR))
    assert dram_bytes(evicting, "write") == len(every_line) * REQUEST_BYTES


@pytest.mark.parametrize(("fetches", "read"), [(True, 32 * KIB), (False, 0)])
def test_a_write_that_misses_fetches_its_line_or_not(fetches: bool, read: int) -> None:
    (result,) = run(cached(fetch_on_write=fetches), stream(STORE, 32 * KIB))
    assert dram_bytes(result, "read") == read
    assert total(result, "cache", "write_misses") == 32 * KIB // LINE_BYTES


def test_a_write_of_a_whole_line_fetches_nothing() -> None:
    (result,) = run(cached(line_bytes=REQUEST_BYTES), stream(STORE, 32 * KIB))
    assert dram_bytes(result, "read") == 0


def test_what_a_write_left_out_of_its_line_is_fetched_when_it_is_read() -> None:
    config = cached(fetch_on_write=False)
    _, same, rest = run(config, blocks(STORE, [0]), blocks(LOAD, [0]), blocks(LOAD, [REQUEST_BYTES]))
    assert cache_counts(same) == (1, 0, 0)
    assert cache_counts(rest) == (0, 1, 0)
    assert dram_bytes(rest, "read") == LINE_BYTES - REQUEST_BYTES


@pytest.mark.parametrize(("bytes_per_cycle", "port", "fill"), [(32, 1, 4), (4, 8, 32)])
def test_a_hit_takes_its_port_and_the_latency_a_miss_dram_and_its_fill_too(
    bytes_per_cycle: int, port: int, fill: int
) -> None:
    block = blocks(LOAD, [0])
    miss, hit = run(cached(bytes_per_cycle=bytes_per_cycle), block, block)
    assert hit.cycles == port + 10
    # two sectors on each of two channels that move one per cycle
    assert miss.cycles == 100 + 2 + fill + 10


def test_one_mshr_fewer_is_slower() -> None:
    """Sixteen misses of one bank: eight at a time take two rounds of the latency, seven take three."""
    lines = blocks(LOAD, [i * LINE_BYTES for i in range(16)])
    eight, seven = (one(cached(mshrs=count, banks=1), lines) for count in (8, 7))
    assert 2 * 100 <= eight.cycles < 3 * 100 <= seven.cycles
    assert total(seven, "cache", "mshr_refusals") > 0
    assert cache_counts(seven) == cache_counts(eight) == (0, 16, 0)


def test_requests_for_a_line_under_way_share_its_mshr() -> None:
    sectors = blocks(LOAD, [i * REQUEST_BYTES for i in range(SECTORS)])
    result = one(cached(mshrs=1), sectors)
    assert cache_counts(result) == (0, 1, SECTORS - 1)
    assert total(result, "cache", "mshr_refusals") == 0
    assert dram_bytes(result, "read") == LINE_BYTES


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("fetches", [True, False])
def test_time_is_at_least_the_bytes_of_each_level_over_its_bandwidth(model: str, fetches: bool) -> None:
    reads, writes = stream(LOAD, 2 * CAPACITY), stream(STORE, 2 * CAPACITY, FAR)
    mixed = [record for pair in zip(reads, writes, strict=True) for record in pair]
    for result in run(cached(model, bytes_per_cycle=16, fetch_on_write=fetches), mixed, mixed):
        assert result.cycles >= total(result, "cache", "core_bytes") / (8 * 16)
        assert sum(cache_counts(result)) == 4 * CAPACITY // REQUEST_BYTES
        busiest = max(result.counters["cache"]["busy_ps"])
        assert busiest <= result.end_ps - result.start_ps
        assert total(result, "cache", "write_back_bytes") == dram_bytes(result, "write")
        assert total(result, "cache", "fill_bytes") == dram_bytes(result, "read")


@pytest.mark.parametrize("model", MODELS)
def test_more_cache_is_never_slower(model: str) -> None:
    """Tiles that are read again at several distances, and a result that is written."""
    records = []
    for step in range(8):
        records += stream(LOAD, 8 * KIB, (step % 2) * 64 * KIB) + stream(
            LOAD, 16 * KIB, (1 << 20) + (step // 2) * 16 * KIB
        )
        records += stream(STORE, 4 * KIB, FAR + step * 4 * KIB)
    cycles = [sum(result.cycles for result in run(cached(model, bytes=size * KIB), records, records))
              for size in (16, 32, 64, 128, 256, 512)]  # fmt: skip
    assert all(larger <= smaller * 1.02 for smaller, larger in pairwise(cycles))
    assert cycles[-1] < 0.9 * cycles[0]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("interconnect", ["simple", "mesh"])
def test_cores_share_it_behind_an_interconnect(model: str, interconnect: str) -> None:
    noc = {"model": interconnect, "latency_cycles": 5, "bytes_per_cycle": 64}
    config = machine(model, cores=4, noc=noc, cache=cache(banks=4))
    # each begins elsewhere, so that they do not all want the same bank
    parts = [((core + step) % 4 * 4 * KIB, core) for core in range(4) for step in range(4)]
    records = [record for at, core in parts for record in stream(LOAD, 4 * KIB, at, core)]
    cold, warm = run(config, records, records)
    assert dram_bytes(cold, "read") == 16 * KIB  # once for all four
    assert dram_bytes(warm, "read") == 0
    if interconnect == "simple":  # in a mesh answers that come faster get into each other's way
        assert warm.cycles <= cold.cycles
    # four banks' ports of 64 bytes
    assert warm.cycles >= 4 * 16 * KIB / (4 * 64)


def test_a_cache_of_awkward_numbers_of_banks_and_sets_keeps_its_lines_apart() -> None:
    config = cached(banks=3, ways=5, bytes=3 * 5 * 7 * LINE_BYTES)
    everything = stream(LOAD, 3 * 5 * 7 * LINE_BYTES)
    assert cache_counts(run(config, everything, everything)[-1])[1:] == (0, 0)


def test_an_interrupted_launch_leaves_no_line_half_fetched() -> None:
    import numpy as np
    from engine_streams import PROGRAM
    from npusim.simulator.engine import Engine

    engine = Engine(cached("queued"))
    engine.launch_records(PROGRAM, np.array(stream(LOAD, 4 << 20) * 4))
    engine.cancel()
    engine.launch_records(PROGRAM, np.array(stream(LOAD, 32 * KIB)))
    engine.synchronize()
    result = engine.take_results()[-1]
    assert result.complete
    assert sum(cache_counts(result)) == 32 * KIB // REQUEST_BYTES
    assert dram_bytes(result, "read") == LINE_BYTES * cache_counts(result)[1]


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
from engine_streams import *
records = stream(LOAD, 96 << 10) + stream(STORE, 48 << 10, 1 << 24) + stream(LOAD, 96 << 10)
results = run(machine({model!r}, cache=cache(replacement={policy!r})), records, records)
print([(r.cycles, cache_counts(r), total(r, "cache", "mshr_refusals")) for r in results])
"""


@pytest.mark.covering("command-srrip")
@pytest.mark.parametrize(("model", "policy"), [("simple", "random"), ("command", "srrip")])
def test_the_same_program_takes_the_same_cycles_in_every_process(model: str, policy: str) -> None:
    script = SCRIPT.format(folder=str(Path(__file__).parents[1] / "support"), model=model, policy=policy)
    command = [sys.executable, "-c", script]
    first, second = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first == second != ""


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bytes": 0}, "cache.bytes must be at least 1"),
        ({"bytes": 65 * KIB}, "multiple of 4096"),
        ({"ways": 65}, "cache.ways"),
        ({"line_bytes": 16}, "cache.line_bytes"),
        ({"line_bytes": 96}, "power of two"),
        ({"line_bytes": 4096}, "cache.line_bytes"),
        ({"mshrs": 0}, "cache.mshrs"),
        ({"replacement": "best"}, "there is no cache replacement 'best'; there are: fifo, lru, random, srrip"),
        ({"colour": 1}, "no key cache.colour"),
    ],
)
def test_what_no_cache_can_be_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        run(cached(**changes))
