"""Streams of transfers for tests of what lies between the cores and DRAM, and engines to run them on."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from npusim.simulator.dram.device import load_device
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import transfer_record
from numpy.typing import NDArray

REQUEST_BYTES = 32
LINE_BYTES = 128
LOAD, STORE = 0, 1
PROGRAM = Program(
    "k",
    [Buffer("x", slots=64), Buffer("y", slots=64)],
    [
        Operation("load", "dma_load", element_bytes=4, overwrites=[0]),
        Operation("store", "dma_store", element_bytes=4, reads=[1]),
    ],
)
MODELS = ("simple", "queued", "command")


def machine(model: str = "simple", **changes: Any) -> dict[str, Any]:
    """1 GHz, so that a cycle is a nanosecond; eight channels of DRAM that move 256 bytes in one."""
    memory: dict[str, Any] = {"model": model, "channels": 8, "interleave_bytes": 64, "latency_ns": 100}
    memory["bandwidth_bytes_per_s"] = 256 * 10**9
    if model == "queued":
        memory["queue_requests"] = 16
    if model == "command":
        policy = {"mapping": "MOP4CLXOR", "interleave_bytes": 64, "channel_hash": False, "page_policy": "open"}
        policy |= {"refresh": "all_bank", "read_queue": 32, "write_queue": 32}
        memory |= {"device": load_device("HBM2_2000").engine_numbers(), "policy": policy}
    config = {
        "core_freq_mhz": 1000,
        "dma_outstanding_requests": 1024,
        "dma_requests_per_cycle": 32,
        "dma_bytes_per_cycle": 1024,
        "request_bytes": REQUEST_BYTES,
        "memory": memory,
    }
    return config | changes


def cache(**changes: Any) -> dict[str, Any]:
    """64 KiB in 8 banks, 4 ways: 128 sets in all."""
    keys = {"bytes": 64 << 10, "ways": 4, "line_bytes": LINE_BYTES, "banks": 8, "mshrs": 16}
    return keys | {"bytes_per_cycle": 64, "latency_ns": 10} | changes


def cmem(**changes: Any) -> dict[str, Any]:
    """64 KiB in 8 banks that move 512 bytes per cycle together."""
    keys = {"bytes": 64 << 10, "banks": 8, "interleave_bytes": 256, "bandwidth_bytes_per_s": 512 * 10**9}
    return keys | {"latency_ns": 10} | changes


def stream(operation: int, size_bytes: int, base: int = 0, core: int = 0) -> list[Any]:
    """Contiguous transfers of at most 1 KiB each."""
    steps = range(base, base + size_bytes, 1024)
    return [transfer_record(operation, at, [min(1024, base + size_bytes - at) // 4], [4], core=core) for at in steps]


def blocks(operation: int, addresses: Iterable[int]) -> list[Any]:
    """One memory request each."""
    return [transfer_record(operation, address, [REQUEST_BYTES // 4], [4]) for address in addresses]


def allocated(rows: Iterable[tuple[int, int, int]]) -> NDArray[np.int64]:
    """Rows (address, bytes, wish) as tensors of a launch, whose allocations are known by their addresses."""
    return np.array([(address, address, *rest) for address, *rest in rows], np.int64).reshape(-1, 4)


def run(config: dict[str, Any], *launches: Sequence[Any], tensors: Sequence[Any] | None = None) -> list[LaunchResult]:
    """Launches of one simulation; `tensors` are rows (address, bytes, wish) for all of them, or one list of rows per
    launch.
    """
    engine = Engine(config)
    for number, records in enumerate(launches):
        rows = tensors if tensors is None or not isinstance(tensors[0], list) else tensors[number]
        given = {} if rows is None else {"tensors": allocated(rows)}
        engine.launch_records(PROGRAM, np.array(list(records), np.int64).reshape(-1, 16), **given)
    engine.synchronize()
    return engine.take_results()


def total(result: LaunchResult, kind: str, *names: str) -> int:
    """Counters summed over the components of a kind."""
    return sum(int(result.counters[kind][name].sum()) for name in names)


def dram_bytes(result: LaunchResult, way: str) -> int:
    return REQUEST_BYTES * total(result, "dram_channel", f"{way}_requests")


def cache_counts(result: LaunchResult) -> tuple[int, int, int]:
    """Hits, misses, merges."""
    hits = total(result, "cache", "read_hits", "write_hits")
    misses = total(result, "cache", "read_misses", "write_misses")
    return hits, misses, total(result, "cache", "mshr_merges")
