"""Counters of the memory's components, and bytes over time."""

from typing import Any

import numpy as np
import pytest
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import transfer_record

CHANNELS = 4
LOAD, STORE, STORE_ADD = range(3)
PROGRAM = Program(
    "k",
    [Buffer("x"), Buffer("y")],
    [
        Operation("load", "dma_load", element_bytes=4, overwrites=[0]),
        Operation("store", "dma_store", element_bytes=4, reads=[1]),
        Operation("store", "dma_store", element_bytes=4, combine=True),
    ],
)


def config(model: str = "simple", **changes: Any) -> dict[str, Any]:
    memory = {
        "model": model,
        "channels": CHANNELS,
        "interleave_bytes": 64,
        "bandwidth_bytes_per_s": 128 * 10**9,  # 1000 ps per request on a channel
        "latency_ns": 100,
    }
    machine = {"core_freq_mhz": 1000, "dma_outstanding_requests": 64, "dma_bytes_per_cycle": 128, "request_bytes": 32}
    return {**machine, "memory": memory | ({"queue_requests": 16} if model == "queued" else {}) | changes}


def run(engine: Engine, *records: np.ndarray) -> LaunchResult:
    engine.launch_records(PROGRAM, np.array(records, np.int64))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


def contiguous(operation: int, address: int, size_bytes: int) -> np.ndarray:
    return transfer_record(operation, address, [size_bytes // 4], [4])


@pytest.mark.parametrize("model", ["simple", "queued"])
def test_each_channel_counts_the_requests_it_serves(model: str) -> None:
    records = contiguous(LOAD, 0, 4 * 64 + 32), contiguous(STORE, 64, 64)
    channel = run(Engine(config(model)), *records).counters["dram_channel"]
    assert channel["read_requests"].tolist() == [3, 2, 2, 2]
    assert channel["write_requests"].tolist() == [0, 2, 0, 0]
    assert channel["busy_ps"].tolist() == [3000, 4000, 2000, 2000]


def test_counters_start_afresh_with_each_launch() -> None:
    engine = Engine(config())
    first, second = (run(engine, contiguous(LOAD, 0, 64)).counters["dram_channel"] for _ in range(2))
    assert first["read_requests"].tolist() == second["read_requests"].tolist() == [2, 0, 0, 0]


def test_the_traffic_over_time_adds_up_to_the_bytes_moved() -> None:
    result = run(Engine(config()), contiguous(LOAD, 0, 1 << 20), contiguous(STORE_ADD, 0, 1 << 16))
    assert result.traffic.sum(axis=0).tolist() == [result.memory.read_bytes, result.memory.write_bytes]
    assert result.memory.write_bytes == 1 << 16
    load, store = (result.units[name].active_ps for name in ("load", "store"))
    assert result.activity.sum(axis=0).tolist() == [load, store, 0, 0, 0, 0]


def test_a_transfer_is_spread_over_its_time() -> None:
    result = run(Engine(config()), contiguous(LOAD, 0, 1 << 20))
    duration_ps = result.end_ps - result.start_ps
    assert len(result.traffic) == -(-duration_ps // result.bin_ps)
    even = (1 << 20) * result.bin_ps / duration_ps
    assert result.traffic[:-1, 0].tolist() == pytest.approx([even] * (len(result.traffic) - 1), abs=2)
    assert even <= 128 * result.bin_ps / 1000  # the peak


def test_bins_grow_with_the_launch_and_stay_few() -> None:
    result = run(Engine(config()), *[contiguous(LOAD, 0, 1 << 20)] * 64)
    assert 512 <= len(result.traffic) <= 1024
    assert result.bin_ps > 1 << 17
    assert result.traffic[:, 0].sum() == result.memory.read_bytes
