"""The memory model `command` behind the engine: times, limits, counters, machine keys."""

from typing import Any

import numpy as np
import pytest
from memories import COMMAND_481
from npusim.simulator.dram.device import load_device
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import transfer_record
from npusim.simulator.errors import EngineError
from npusim.simulator.machine import load_machine
from npusim.simulator.timing.engine_config import engine_config
from pydantic import ValidationError

LOAD, STORE = range(2)
PROGRAM = Program(
    "k",
    [Buffer("x"), Buffer("y")],
    [
        Operation("load", "dma_load", element_bytes=4, overwrites=[0]),
        Operation("store", "dma_store", element_bytes=4, reads=[1]),
    ],
)
KEYS = COMMAND_481


def config(**changes: Any) -> dict[str, Any]:
    return engine_config(load_machine("tpuv3").evolve(**{**KEYS, **changes}))


def run(values: dict[str, Any], *records: np.ndarray) -> LaunchResult:
    engine = Engine(values)
    engine.launch_records(PROGRAM, np.array(records, np.int64))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


def contiguous(operation: int, address: int, size_bytes: int) -> np.ndarray:
    return transfer_record(operation, address, [size_bytes // 4], [4])


MIXED = [contiguous(kind, (i % 7) << 20, 1 << 16) for i in range(40) for kind in (LOAD, STORE)]


def test_a_launch_takes_the_same_time_on_every_engine() -> None:
    first, second = (run(config(), *MIXED) for _ in range(2))
    assert first.end_ps == second.end_ps
    assert {k: v.tolist() for k, v in first.counters["dram_channel"].items()} == {
        k: v.tolist() for k, v in second.counters["dram_channel"].items()
    }


def test_every_request_is_counted_by_its_channel() -> None:
    result = run(config(), *MIXED)
    channel = result.counters["dram_channel"]
    assert channel["read_requests"].sum() == result.memory.read_requests
    assert channel["write_requests"].sum() == result.memory.write_requests
    served = sum(channel[key].sum() for key in ("row_hits", "row_misses", "row_conflicts"))
    assert served == (channel["read_requests"] + channel["write_requests"]).sum() - sum(
        channel[key].sum() for key in ("forwarded_reads", "replaced_writes")
    )


def test_a_stream_reaches_most_of_the_peak_and_not_more() -> None:
    result = run(config(), *[contiguous(LOAD, i << 20, 1 << 20) for i in range(16)])
    gbps = 1000 * result.memory.read_bytes / (result.end_ps - result.start_ps)
    assert 0.8 < gbps / load_device("HBM2_1880").peak_gbps(16) < 1


def test_one_outstanding_request_pays_its_whole_latency_each_time() -> None:
    values = {**config(dram_refresh="none"), "dma_outstanding_requests": 1}
    result = run(values, contiguous(LOAD, 0, 64 * 32))
    device = load_device("HBM2_1880")
    least_ps = 1000 * values["memory"]["latency_ns"] + (device.tCL + device.burst_clocks) * device.clock_ps
    assert result.end_ps - result.start_ps > 64 * least_ps


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dram_device": None}, "dram_model command needs a dram_device"),
        ({"dram_device": "HBM9"}, "no DRAM device 'HBM9'"),
        ({"dram_request_bytes": 64, "dram_interleave_bytes": 64}, "a burst of HBM2_1880 has 32"),
        ({"dram_bandwidth_gbps": 900}, "have a peak of 481.28"),
        ({"dram_page_policy": "ajar"}, "allowed: open, closed"),
        ({"dram_refresh": "never"}, "allowed: all_bank, per_bank, idle_bank, none"),
    ],
)
def test_a_machine_whose_dram_keys_do_not_fit_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        load_machine("tpuv3").evolve(**{**KEYS, **changes})


def test_a_mapping_that_does_not_exist_is_refused_by_the_engine() -> None:
    with pytest.raises(EngineError, match="no DRAM mapping 'MOP'"):
        Engine(config(dram_mapping="MOP"))


def strided(operation: int, address: int, requests: int, stride: int) -> np.ndarray:
    return transfer_record(operation, address, [requests, 8], [stride, 4])


@pytest.mark.parametrize("model", ["simple", "command"])
def test_a_channel_hash_spreads_strides_that_would_meet_one_channel(model: str) -> None:
    keys = {"dram_model": model, "dram_interleave_bytes": 256}
    load = strided(LOAD, 0, 4096, 16 * 256)
    plain, hashed = (run(config(dram_channel_hash=on, **keys), load) for on in (False, True))
    used = [int((result.counters["dram_channel"]["read_requests"] > 0).sum()) for result in (plain, hashed)]
    assert used == [1, 16]
    assert hashed.end_ps - hashed.start_ps < 0.5 * (plain.end_ps - plain.start_ps)


def test_a_hash_of_channels_that_are_no_power_of_two_is_refused() -> None:
    with pytest.raises(ValidationError, match="dram_channels is 12; dram_channel_hash needs a power of two"):
        load_machine("tpuv3").evolve(dram_channels=12, dram_channel_hash=True)


def test_requests_pass_those_that_wait_for_a_full_channel() -> None:
    keys = {"dram_channel_hash": False, "dram_interleave_bytes": 256}
    on_one_channel = [strided(LOAD, (i << 24) + 512 * i, 96, 1 << 16) for i in range(8)]
    on_all = [contiguous(LOAD, (i + 1) << 28, 1 << 17) for i in range(8)]
    loads = [record for pair in zip(on_one_channel, on_all, strict=True) for record in pair]
    blocked, passing = (run(config(noc_channel_requests=n, **keys), *loads) for n in (1, 128))
    assert passing.end_ps - passing.start_ps < 0.95 * (blocked.end_ps - blocked.start_ps)
    reads = [result.counters["dram_channel"]["read_requests"].tolist() for result in (blocked, passing)]
    assert reads[0] == reads[1]


def test_a_write_that_waits_is_written_before_the_launch_ends() -> None:
    stores = [strided(STORE, i << 14, 200, 1 << 18) for i in range(4)]
    result = run(config(dram_channel_hash=False, dram_interleave_bytes=256), *stores)
    assert result.counters["dram_channel"]["write_requests"].sum() == 800
