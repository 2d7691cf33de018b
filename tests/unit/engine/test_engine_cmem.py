"""The CMEM: which tensors get room there, what moves, and what it takes."""

from typing import Any

import numpy as np
import pytest
from engine_streams import (
    LOAD,
    MODELS,
    PROGRAM,
    REQUEST_BYTES,
    STORE,
    blocks,
    cache,
    cmem,
    dram_bytes,
    machine,
    run,
    stream,
    total,
)
from npusim.simulator.engine import Engine, LaunchResult
from npusim.simulator.errors import EngineError

KIB = 1024
CAPACITY = 64 * KIB
NOTHING, RESIDENT, FREED = range(3)
IN_MEMORY, CMEM, DOES_NOT_FIT = range(3)
BY_NAME, BY_SIZE, BY_REUSE = 1, 2, 3
FAR = 1 << 24


def with_cmem(model: str = "simple", **changes: Any) -> dict[str, Any]:
    return machine(model, cmem=cmem(**changes))


def states(result: LaunchResult) -> list[tuple[int, int]]:
    """State and reason of each tensor, by address."""
    return [(int(row[3]), int(row[4])) for row in result.tensors]


def moved(result: LaunchResult) -> dict[str, int]:
    """Bytes of all tensors of a launch, by place and direction."""
    names = ("cmem_read", "cmem_write", "memory_read", "memory_write")
    return {name: int(result.tensors[:, 5 + i].sum()) for i, name in enumerate(names)}


@pytest.mark.parametrize("model", MODELS)
def test_a_named_tensor_comes_once_and_stays(model: str) -> None:
    size = 32 * KIB
    first, second = run(with_cmem(model), stream(LOAD, size), stream(LOAD, size), tensors=[(0, size, RESIDENT)])
    assert states(first) == states(second) == [(CMEM, BY_NAME)]
    assert (dram_bytes(first, "read"), dram_bytes(second, "read")) == (size, 0)
    assert total(first, "cmem", "fill_bytes") == size
    assert (moved(second)["cmem_read"], moved(second)["memory_read"]) == (size, 0)
    assert second.cycles < first.cycles


@pytest.mark.parametrize("model", MODELS)
def test_time_is_at_least_the_bytes_over_the_bandwidth(model: str) -> None:
    size = CAPACITY
    slow = with_cmem(model, bandwidth_bytes_per_s=128 * 10**9)
    *_, result = run(slow, stream(LOAD, size), stream(LOAD, size) + stream(STORE, size), tensors=[(0, size, RESIDENT)])
    assert 2 * size / 128 <= result.cycles <= 2 * size / 128 * 1.1 + 100
    assert max(result.counters["cmem"]["busy_ps"]) <= result.end_ps - result.start_ps


def test_one_request_takes_the_latency_and_its_transfer() -> None:
    block = blocks(LOAD, [0])
    _, result = run(with_cmem(), block, block, tensors=[(0, 1024, RESIDENT)])
    assert result.cycles == 10 + 1  # 64 bytes per cycle and bank


def test_a_written_tensor_never_reaches_dram() -> None:
    size = 16 * KIB
    written, read = run(with_cmem(), stream(STORE, size), stream(LOAD, size), tensors=[(0, size, RESIDENT)])
    for result in (written, read):
        assert dram_bytes(result, "read") == dram_bytes(result, "write") == 0
    assert moved(written)["cmem_write"] == moved(read)["cmem_read"] == size


def test_a_tensor_that_does_not_fit_stays_in_dram_and_says_so() -> None:
    size = CAPACITY + REQUEST_BYTES
    _, second = run(with_cmem(), stream(LOAD, size), stream(LOAD, size), tensors=[(0, size, RESIDENT)])
    assert states(second) == [(DOES_NOT_FIT, BY_NAME)]
    assert dram_bytes(second, "read") == size
    assert total(second, "resident_tensors", "refused") == 1


def test_tensors_that_are_named_get_room_in_the_order_of_the_launch() -> None:
    half = 40 * KIB
    rows = [(FAR, half, RESIDENT), (0, half, RESIDENT)]
    (result,) = run(with_cmem(), stream(LOAD, half), tensors=rows)
    assert states(result) == [(DOES_NOT_FIT, BY_NAME), (CMEM, BY_NAME)]  # by address: the second row comes first


def test_without_names_the_manual_policy_pins_nothing() -> None:
    config = machine()
    plain = run(config, stream(LOAD, CAPACITY))[0]
    (result,) = run(with_cmem(), stream(LOAD, CAPACITY), tensors=[(0, CAPACITY, NOTHING)])
    assert states(result) == [(IN_MEMORY, 0)]
    assert result.cycles == plain.cycles


@pytest.mark.parametrize(("size", "chosen"), [(4, False), (8, True), (16, True), (20, False)])
def test_the_size_policy_takes_tensors_between_its_bounds(size: int, chosen: bool) -> None:
    config = with_cmem(policy="size", min_tensor_bytes=8 * KIB, max_tensor_bytes=16 * KIB)
    (result,) = run(config, stream(LOAD, KIB), tensors=[(0, size * KIB, NOTHING)])
    assert states(result) == [(CMEM, BY_SIZE) if chosen else (IN_MEMORY, 0)]


def test_a_name_pushes_out_what_a_policy_chose() -> None:
    config = with_cmem(policy="size")
    size = 48 * KIB
    launches = [stream(STORE, size), stream(LOAD, size, FAR)]
    _, result = run(config, *launches, tensors=[[(0, size, NOTHING)], [(FAR, size, RESIDENT)]])
    assert states(result) == [(CMEM, BY_NAME)]
    # what had been written goes to DRAM
    assert total(result, "cmem", "write_back_bytes") == dram_bytes(result, "write") == size
    assert total(result, "resident_tensors", "removed") == 1


@pytest.mark.parametrize("model", MODELS)
def test_only_written_blocks_are_written_back(model: str) -> None:
    size = 48 * KIB
    some = blocks(STORE, range(0, size, 8 * REQUEST_BYTES))
    launches = [stream(LOAD, size), some, stream(LOAD, size, FAR)]
    rows = [[(0, size, NOTHING)], [(0, size, NOTHING)], [(FAR, size, RESIDENT)]]
    *_, result = run(with_cmem(model, policy="size"), *launches, tensors=rows)
    assert dram_bytes(result, "write") == size // 8


def test_a_tensor_that_is_not_named_any_more_leaves() -> None:
    size = 16 * KIB
    rows = [[(0, size, RESIDENT)], [(0, size, NOTHING)]]
    _, result = run(with_cmem(), stream(STORE, size), stream(LOAD, size), tensors=rows)
    assert states(result) == [(IN_MEMORY, 0)]
    assert dram_bytes(result, "write") == dram_bytes(result, "read") == size


def test_a_freed_tensor_leaves_nothing_to_write_and_its_room() -> None:
    size = 48 * KIB
    rows = [[(0, size, RESIDENT)], [(FAR, size, RESIDENT), (0, size, FREED)]]
    _, result = run(with_cmem(), stream(STORE, size), stream(STORE, size, FAR), tensors=rows)
    assert states(result) == [(CMEM, BY_NAME)]
    assert dram_bytes(result, "write") == 0


def test_an_allocation_of_another_size_is_another_tensor() -> None:
    size = 24 * KIB
    rows = [[(0, size, RESIDENT)], [(0, 2 * size, RESIDENT)]]
    _, result = run(with_cmem(), stream(STORE, size), stream(LOAD, 2 * size), tensors=rows)
    assert states(result) == [(CMEM, BY_NAME)]
    assert dram_bytes(result, "write") == 0
    assert dram_bytes(result, "read") == 2 * size


def test_a_tensor_may_lie_elsewhere_in_each_launch() -> None:
    size = 16 * KIB
    engine = Engine(with_cmem())
    for address in (0, FAR + REQUEST_BYTES // 2):
        records = np.array(stream(LOAD, size, address), np.int64)
        engine.launch_records(PROGRAM, records, tensors=np.array([(7, address, size, RESIDENT)]))
    engine.synchronize()
    _, second = engine.take_results()
    assert states(second) == [(CMEM, BY_NAME)]
    assert dram_bytes(second, "read") <= REQUEST_BYTES  # of a block that it has only half of in each


def test_tensors_that_overlap_in_one_launch_are_one() -> None:
    rows = [(4 * KIB, 8 * KIB, NOTHING), (0, 8 * KIB, RESIDENT), (20 * KIB, KIB, NOTHING)]
    (result,) = run(with_cmem(), stream(LOAD, KIB), tensors=rows)
    assert result.tensors[:, :3].tolist() == [[0, 12 * KIB, 0], [20 * KIB, KIB, 2]]
    assert states(result) == [(CMEM, BY_NAME), (IN_MEMORY, 0)]


def test_the_reuse_policy_pins_what_is_read_again() -> None:
    size = 16 * KIB
    once, again, later = run(with_cmem(policy="reuse"), *[stream(LOAD, size)] * 3, tensors=[(0, size, NOTHING)])
    assert states(once) == [(IN_MEMORY, 0)]
    assert states(again) == states(later) == [(CMEM, BY_REUSE)]
    assert [dram_bytes(each, "read") for each in (once, again, later)] == [size, size, 0]


def test_the_reuse_policy_sees_reuse_within_a_launch() -> None:
    size = 16 * KIB
    (result,) = run(with_cmem(policy="reuse"), stream(LOAD, size) * 5, tensors=[(0, size, NOTHING)])
    assert states(result) == [(CMEM, BY_REUSE)]
    assert dram_bytes(result, "read") == 2 * size


def test_the_reuse_policy_waits_for_as_many_passes_as_it_is_told() -> None:
    size = 16 * KIB
    (result,) = run(with_cmem(policy="reuse", reuse=3), stream(LOAD, size) * 6, tensors=[(0, size, NOTHING)])
    assert dram_bytes(result, "read") == 4 * size


def test_what_is_read_more_than_twice_as_often_takes_the_room_of_what_is_not() -> None:
    size = 48 * KIB
    rows = [(0, size, NOTHING), (FAR, size, NOTHING)]
    a, b = stream(LOAD, size), stream(LOAD, size, FAR)
    config = with_cmem(policy="reuse")
    alike = run(config, a + a, b + b + b, tensors=rows)[-1]
    assert states(alike) == [(CMEM, BY_REUSE), (DOES_NOT_FIT, BY_REUSE)]
    more = run(config, a + a, b * 9, tensors=rows)[-1]
    assert states(more) == [(DOES_NOT_FIT, BY_REUSE), (CMEM, BY_REUSE)]


def test_tensors_that_are_used_alike_do_not_push_each_other_out() -> None:
    size = 48 * KIB
    rows = [(0, size, NOTHING), (FAR, size, NOTHING)]
    both = stream(LOAD, size) + stream(LOAD, size, FAR)
    results = run(with_cmem(policy="reuse"), *[both] * 12, tensors=rows)
    assert sum(total(each, "resident_tensors", "removed") for each in results) == 0
    assert dram_bytes(results[-1], "read") == size


def test_what_is_idle_for_very_long_gives_way() -> None:
    size = 48 * KIB
    config = with_cmem(policy="size")
    launches = [stream(LOAD, size)] + [blocks(LOAD, [FAR])] * 1030 + [stream(LOAD, size, 2 * FAR)]
    rows = [[(0, size, NOTHING)]] + [[(FAR, KIB, NOTHING)]] * 1030 + [[(2 * FAR, size, NOTHING)]]
    assert states(run(config, *launches, tensors=rows)[-1]) == [(CMEM, BY_SIZE)]
    early = [*launches[:500], launches[-1]], [*rows[:500], rows[-1]]
    assert states(run(config, *early[0], tensors=early[1])[-1]) == [(DOES_NOT_FIT, BY_SIZE)]


@pytest.mark.parametrize("model", MODELS)
def test_what_is_not_cmem_goes_to_the_cache_behind_it(model: str) -> None:
    config = with_cmem(model) | {"cache": cache()}
    size = 16 * KIB
    both = stream(LOAD, size) + stream(LOAD, size, FAR)
    cold, warm = run(config, both, both, tensors=[(0, size, RESIDENT), (FAR, size, NOTHING)])
    assert dram_bytes(cold, "read") == 2 * size
    assert dram_bytes(warm, "read") == 0
    assert total(warm, "cache", "read_hits") == total(warm, "cmem", "core_read_bytes") // REQUEST_BYTES


@pytest.mark.parametrize("interconnect", ["simple", "mesh"])
def test_cores_reach_it_by_ports_of_its_own(interconnect: str) -> None:
    noc = {"model": interconnect, "latency_cycles": 5, "bytes_per_cycle": 64}
    config = with_cmem() | {"cores": 4, "noc": noc}
    size = 16 * KIB
    records = [record for core in range(4) for record in stream(LOAD, size, core=core)]
    first, second = run(config, records, records, tensors=[(0, size, RESIDENT)])
    assert dram_bytes(first, "read") == size
    assert dram_bytes(second, "read") == 0
    ports = 2 * (4 + 8 + 8) if interconnect == "simple" else 2 * (4 * 4 + 4 + 8 + 8)
    assert len(second.counters["noc_link"]["data_bytes"]) == ports


@pytest.mark.parametrize("stride", [256, 2048, 8192])
def test_strides_of_powers_of_two_meet_all_banks(stride: int) -> None:
    records = blocks(STORE, range(0, 64 * stride, stride))
    (result,) = run(with_cmem(bytes=1 << 20), records, tensors=[(0, 64 * stride, RESIDENT)])
    assert result.counters["cmem"]["core_write_bytes"].tolist() == [8 * REQUEST_BYTES] * 8


@pytest.mark.parametrize("policy", ["size", "reuse"])
def test_the_same_launches_take_the_same_cycles(policy: str) -> None:
    sizes = [24 * KIB, 40 * KIB, 12 * KIB, 8 * KIB]
    rows = [(i * FAR, size, NOTHING) for i, size in enumerate(sizes)]
    records = [
        r for i in (0, 1, 0, 2, 3, 2, 1, 2) for r in stream(LOAD, sizes[i], i * FAR) + stream(STORE, KIB, i * FAR)
    ]
    launches = [records] * 4
    config = with_cmem("queued", policy=policy)
    assert [r.cycles for r in run(config, *launches, tensors=rows)] == [
        r.cycles for r in run(config, *launches, tensors=rows)
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bytes": 0}, "cmem.bytes must be at least 1"),
        ({"banks": 0}, "cmem.banks"),
        ({"interleave_bytes": 16}, "cmem.interleave_bytes"),
        ({"bandwidth_bytes_per_s": 0}, "cmem.bandwidth_bytes_per_s"),
        ({"min_tensor_bytes": 2, "max_tensor_bytes": 1}, "cmem.max_tensor_bytes"),
        ({"policy": "luck"}, "there is no residency policy 'luck'; there are: manual, reuse, size"),
        ({"speed": 1}, "no key cmem.speed"),
    ],
)
def test_what_no_cmem_memory_can_be_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        run(with_cmem(**changes))


@pytest.mark.parametrize("row", [(-1, 1, 0), (0, -1, 0), (0, 1, 3), (1 << 60, 1, 0)])
def test_tensors_that_cannot_be_are_refused(row: tuple[int, int, int]) -> None:
    with pytest.raises(EngineError, match=r"a tensor has .* bytes at address"):
        run(with_cmem(), blocks(LOAD, [0]), tensors=[row])
