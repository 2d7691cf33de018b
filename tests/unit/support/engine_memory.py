"""A small machine, its operations, and runs of records on it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program

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
