"""The interconnect between cores and memory channels: latency, width of ports and links, finite buffers."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from engine_streams import LOAD, PROGRAM, REQUEST_BYTES, STORE
from npusim.simulator.engine import Engine, LaunchResult
from npusim.simulator.engine.records import transfer_record
from npusim.simulator.errors import EngineError

MODELS = ("simple", "mesh")


def noc(model: str, **changes: Any) -> dict[str, Any]:
    return {"model": model, "latency_cycles": 5, "bytes_per_cycle": 64} | changes


def config(cores: int, interconnect: dict[str, Any] | None, **memory: Any) -> dict[str, Any]:
    """1 GHz, so that a cycle is a nanosecond; memory moves 1024 bytes in one unless `memory` says otherwise."""
    return {
        "core_freq_mhz": 1000,
        "cores": cores,
        "dma_outstanding_requests": 1024,
        "dma_requests_per_cycle": 32,
        "dma_bytes_per_cycle": 1024,
        "request_bytes": REQUEST_BYTES,
        "memory": {"model": "simple", "channels": 8, "interleave_bytes": 64, "bandwidth_bytes_per_s": 1024 * 10**9}
        | {"latency_ns": 10}
        | memory,
        **({"noc": interconnect} if interconnect else {}),
    }


def run(records: Iterable[Any], machine: dict[str, Any]) -> LaunchResult:
    engine = Engine(machine)
    engine.launch_records(PROGRAM, np.array(list(records), np.int64).reshape(-1, 16))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


def stream(operation: int, core: int, kib: int = 16, base: int = 0) -> list[Any]:
    """Contiguous transfers of 1 KiB each."""
    first = base + core * (1 << 20)
    return [transfer_record(operation, first + i * 1024, [256], [4], core=core) for i in range(kib)]


def one_request(machine: dict[str, Any], operation: int = LOAD, core: int = 0, address: int = 0) -> int:
    return run([transfer_record(operation, address, [8], [4], core=core)], machine).cycles


def counters(result: LaunchResult, kind: str, name: str) -> list[int]:
    return [int(value) for value in result.counters[kind][name]]


def test_a_crossbar_adds_its_latency_both_ways_and_the_transfer_at_two_ports() -> None:
    direct = one_request(config(1, None))
    assert one_request(config(1, noc("simple", bytes_per_cycle=32))) == direct + 2 * 5 + 1
    assert one_request(config(1, noc("simple", bytes_per_cycle=1))) == direct + 2 * 5 + 32


@pytest.mark.parametrize("operation", [LOAD, STORE])
def test_a_mesh_adds_its_latency_per_link(operation: int) -> None:
    machine = config(16, noc("mesh", bytes_per_cycle=1024))
    # channel 0 hangs at the first router: core 0 is two ports away, core 15 three columns and three rows more
    near, far = one_request(machine, operation), one_request(machine, operation, core=15)
    assert far - near == 2 * 5 * 6
    # channel 1 hangs at the last row
    assert one_request(machine, operation, address=64) - near == 2 * 5 * 3


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("operation", [LOAD, STORE])
def test_a_core_is_no_faster_than_its_port(model: str, operation: int) -> None:
    cycles = run(stream(operation, 0, kib=64), config(1, noc(model))).cycles
    assert 64 * 1024 / 64 <= cycles <= 64 * 1024 / 64 * 1.1 + 100


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("cores", [2, 5, 16])
def test_cores_that_stream_from_one_channel_share_its_port(model: str, cores: int) -> None:
    machine = config(cores, noc(model), channels=1)
    records = [record for core in range(cores) for record in stream(LOAD, core)]
    result = run(records, machine)
    total = cores * 16 * 1024 / 64
    assert total <= result.cycles <= total * 1.2 + 200


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("operation", [LOAD, STORE])
def test_no_link_is_busy_for_longer_than_the_launch(model: str, operation: int) -> None:
    records = [record for core in range(9) for record in stream(operation, core)]
    result = run(records, config(9, noc(model, bytes_per_cycle=32)))
    busy = counters(result, "noc_link", "busy_ps")
    assert 0 < max(busy) <= result.end_ps - result.start_ps
    sent = sum(counters(result, "noc_link", "data_bytes"))
    assert sent >= 2 * 9 * 16 * 1024  # a port at each end


def test_cores_with_ports_and_channels_of_their_own_do_not_slow_each_other_down() -> None:
    # 64 KiB apart in blocks of the interleave: core i uses channel i only
    def own_channel(core: int) -> list[Any]:
        return [transfer_record(LOAD, core * 64 + i * 8192, [16, 16], [512, 4], core=core) for i in range(16)]

    machine = config(4, noc("simple"))
    alone = run(own_channel(0), machine).cycles
    assert run([r for core in range(4) for r in own_channel(core)], machine).cycles == alone


def test_a_mesh_is_slower_than_a_crossbar_when_routes_share_a_link() -> None:
    # all channels hang at the one column; the cores of a row share its links
    records = [record for core in range(16) for record in stream(LOAD, core)]
    wide, narrow = (run(records, config(16, noc(model), channels=16)).cycles for model in MODELS)
    assert narrow > 1.2 * wide


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("operation", [LOAD, STORE])
def test_wider_links_and_larger_buffers_never_slow_a_stream_down(model: str, operation: int) -> None:
    records = [record for core in range(4) for record in stream(operation, core)]

    def cycles(**changes: Any) -> int:
        return run(records, config(4, noc(model, **changes))).cycles

    widths = [cycles(bytes_per_cycle=width) for width in (8, 16, 64, 256)]
    buffers = [cycles(buffer_requests=places) for places in (1, 2, 8, 64)]
    channels = [cycles(channel_requests=places) for places in (1, 4, 64)]
    for series in (widths, buffers, channels):
        assert all(after <= 1.02 * before for before, after in pairwise(series))
    assert widths[0] > 4 * widths[2]


def test_a_full_channel_holds_requests_back() -> None:
    """One place at the channel, 5 cycles to get there: a request every 5 cycles at best."""
    cycles = run(stream(LOAD, 0), config(1, noc("simple", channel_requests=1), channels=1)).cycles
    assert cycles >= 16 * 1024 / REQUEST_BYTES * 5


def test_reads_and_writes_wait_for_places_of_their_own_at_a_channel() -> None:
    machine = config(2, noc("simple", channel_requests=1), channels=1)
    loads, stores = stream(LOAD, 0), stream(STORE, 1)
    alone = max(run(loads, machine).cycles, run(stores, machine).cycles)
    assert run([*loads, *stores], machine).cycles <= 1.02 * alone


@pytest.mark.parametrize("model", MODELS)
def test_memory_that_refuses_holds_everything_back_but_loses_nothing(model: str) -> None:
    machine = config(4, noc(model), model="queued", queue_requests=1, bandwidth_bytes_per_s=32 * 10**9)
    result = run([r for core in range(4) for op in (LOAD, STORE) for r in stream(op, core)], machine)
    assert (result.memory.read_bytes, result.memory.write_bytes) == (65536, 65536)
    assert result.complete and result.cycles >= 2 * 65536 / 32


@pytest.mark.parametrize("model", MODELS)
def test_the_same_streams_take_the_same_cycles_again(model: str) -> None:
    records = [r for core in range(4) for op in (LOAD, STORE) for r in stream(op, core)]
    machine = config(4, noc(model))
    engine = Engine(machine)
    for _ in range(2):
        engine.launch_records(PROGRAM, np.array(records, np.int64))
    engine.synchronize()
    first, second = engine.take_results()
    assert first.cycles == second.cycles == run(records, machine).cycles


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model": "torus"}, "no interconnect model 'torus'; there are: mesh, simple"),
        ({"bytes_per_cycle": 0}, "noc.bytes_per_cycle is 0"),
        ({"buffer_requests": 0}, "noc.buffer_requests is 0"),
        ({"lanes": 2}, "no key noc.lanes"),
    ],
)
def test_an_impossible_interconnect_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine(config(1, noc("simple") | change))
