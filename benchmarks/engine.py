"""How fast the timing engine is: memory requests and trace records per second, and whole GEMMs on tpuv3.

    python benchmarks/engine.py [--no-gemm]

The first tables feed the engine records without any compiler; the second shows what a cache or a CMEM adds,
the fourth that the cost per request does not depend on the length of a kernel. The last times warm matrix products in
mode `timing`, from the call to the cycles,
beside the times published for PyTorchSim on its authors' machine.
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from npusim.simulator.engine import Buffer, Engine, Operation, Program
from npusim.simulator.engine.records import compute_record, transfer_record
from npusim.simulator.machine import load_machine
from npusim.simulator.timing.engine_config import engine_config

TARGET_REQUESTS_PER_S = 10e6
PYTORCHSIM_S = {512: 0.87, 1024: 3.6, 2048: 23.9}

SIMPLE: dict[str, Any] = {
    "dram_model": "simple",
    "dram_channels": 16,
    "dram_bandwidth_gbps": 481.0,
    "dram_latency_ns": 100.0,
    "dram_interleave_bytes": 32,
    "dram_mapping": "MOP4CLXOR",
    "dram_refresh": "all_bank",
    "dram_controller": "channel",
    "dram_read_queue": 32,
    "dram_write_queue": 32,
    "dma_outstanding_requests": 2048,
    "core_port_bytes_per_cycle": 0,
}
COMMAND_LEVEL: dict[str, Any] = SIMPLE | {
    "dram_model": "command",
    "dram_device": "HBM2_1880",
    "dram_channel_hash": True,
    "dram_latency_ns": 70,
}

TILE = 128
TILE_BYTES = TILE * TILE * 4
WIDE = 2048 * 4  # row pitch of a 2048-wide f32 matrix

LOAD_X, LOAD_W, MATMUL, STORE, VECTOR = range(5)
PROGRAM = Program(
    "benchmark",
    [Buffer("x"), Buffer("w"), Buffer("y"), Buffer("z")],
    [
        Operation("load", "dma_load", element_bytes=4, overwrites=[0]),
        Operation("load", "dma_load", element_bytes=4, overwrites=[1]),
        Operation(
            "array",
            "mm",
            folds=1,
            streamed_rows=TILE,
            weight_load_rows=128,
            drain_cycles=254,
            reads=[0, 1],
            updates=[2],
        ),
        Operation("store", "dma_store", element_bytes=4, reads=[2]),
        Operation("vector", "work", occupancy_cycles=16, latency_cycles=8, reads=[2], overwrites=[3]),
    ],
)


def tile(operation: int, address: int, pitch: int = TILE * 4, element_stride: int = 4) -> np.ndarray:
    """The record of one 128x128 f32 tile."""
    return transfer_record(operation, address, [TILE, TILE], [pitch, element_stride])


def stream() -> np.ndarray:
    return np.array([tile(LOAD_X, i * TILE_BYTES) for i in range(2000)])


def load_and_store() -> np.ndarray:
    far = 1 << 32
    pairs = [(tile(LOAD_X, i * TILE_BYTES), tile(STORE, far + i * TILE_BYTES)) for i in range(1000)]
    return np.array(pairs).reshape(-1, 16)


def gemm() -> np.ndarray:
    """Tiles of three 2048-wide matrices, a store after every 16 steps."""
    records = []
    for i in range(1000):
        records += [tile(LOAD_X, i * TILE * 4, WIDE), tile(LOAD_W, (1 << 24) + i * TILE_BYTES, WIDE)]
        records.append(compute_record(MATMUL))
        if i % 16 == 15:
            records.append(tile(STORE, (1 << 32) + i * TILE_BYTES, WIDE))
    return np.array(records)


def single_elements() -> np.ndarray:
    return np.array([tile(LOAD_X, i * 4, TILE * WIDE, WIDE) for i in range(300)])


def compute_only() -> np.ndarray:
    return np.tile(compute_record(VECTOR), (1_000_000, 1))


def tiny_tiles() -> np.ndarray:
    """Loads of 32 bytes, a matrix operation, a vector operation, a store: nothing but records."""
    step = [
        transfer_record(LOAD_X, 0, [8], [4]),
        transfer_record(LOAD_W, 1 << 20, [8], [4]),
        compute_record(MATMUL),
        compute_record(VECTOR),
        transfer_record(STORE, 1 << 22, [8], [4]),
    ]
    return np.tile(np.array(step), (100_000, 1))


def simulate(config: dict[str, Any], records: np.ndarray) -> tuple[float, int]:
    """Seconds and memory requests of the fastest of three runs."""
    best, requests = float("inf"), 0
    for _ in range(3):
        engine = Engine(config)
        start = time.perf_counter()
        engine.launch_records(PROGRAM, records)
        engine.synchronize()
        best = min(best, time.perf_counter() - start)
        (result,) = engine.take_results()
        requests = result.memory.read_requests + result.memory.write_requests
    return best, requests


def print_requests(config: dict[str, Any]) -> None:
    queued = config | {"memory": config["memory"] | {"model": "queued", "queue_requests": 64}}
    print(f"memory requests (target {TARGET_REQUESTS_PER_S / 1e6:.0f} M/s)")
    cases: list[tuple[str, dict[str, Any], Callable[[], np.ndarray]]] = [
        ("sequential loads", config, stream),
        ("loads and stores", config, load_and_store),
        ("GEMM-like tiles", config, gemm),
        ("one element per request", config, single_elements),
        ("sequential loads, bounded queues", queued, stream),
    ]
    for name, case_config, make in cases:
        seconds, requests = simulate(case_config, make())
        rate = requests / seconds
        print(f"  {name:34s} {rate / 1e6:8.1f} M/s   {rate / TARGET_REQUESTS_PER_S:5.1f} x target")


def time_per_request(config: dict[str, Any], records: np.ndarray, tensors: np.ndarray | None) -> float:
    """Nanoseconds per request of the core, of the fastest of three launches that find memory warm."""
    engine = Engine(config)
    best = float("inf")
    for _ in range(4):
        start = time.perf_counter()
        engine.launch_records(PROGRAM, records, **({} if tensors is None else {"tensors": tensors}))
        engine.synchronize()
        seconds = time.perf_counter() - start
        result = engine.take_results()[-1]
        best = min(best, seconds / (result.memory.read_requests + result.memory.write_requests))
    return best * 1e9


def print_shared_memory() -> None:
    """A stream of 125 MiB, which a cache of 256 MiB holds and one of 16 MiB does not."""
    machine = load_machine("tpuv3").evolve(**SIMPLE)
    cmem_keys = {"cmem_kib": 256 << 10, "cmem_bandwidth_gbps": 1900.0}
    whole = np.array([(0, 0, 2000 * TILE_BYTES, 1)], np.int64)
    print("shared memory level (nanoseconds per request of the core)")
    for model in ("simple", "command"):
        dram = {"dram_model": "command", "dram_device": "HBM2_1880", "dram_channel_hash": True, "dram_latency_ns": 70}
        keys: dict[str, Any] = dram if model == "command" else {}
        cases: list[tuple[str, dict[str, Any], np.ndarray | None]] = [
            ("none", {}, None),
            ("cache, all hits", {"cache_kib": 256 << 10}, None),
            ("cache, all misses", {"cache_kib": 16 << 10}, None),
            ("CMEM", cmem_keys, whole),
        ]
        plain = 0.0
        for name, changes, tensors in cases:
            config = engine_config(machine.evolve(**keys, **changes)) | {"timeline_events": 0}
            each = time_per_request(config, stream(), tensors)
            plain = plain or each
            print(f"  {model + ' DRAM, ' + name:34s} {each:8.0f} ns   {each / plain:5.1f} x the time without")


def print_records(config: dict[str, Any]) -> None:
    print("trace records")
    for name, make in (("compute", compute_only), ("loads, compute, stores of 32 bytes", tiny_tiles)):
        records = make()
        seconds, _ = simulate(config, records)
        print(f"  {name:34s} {len(records) / seconds / 1e6:8.1f} M/s   {seconds / len(records) * 1e9:5.0f} ns each")


def print_growth(config: dict[str, Any]) -> None:
    command = engine_config(load_machine("tpuv3").evolve(**SIMPLE).evolve(**COMMAND_LEVEL)) | {"timeline_events": 0}
    cases: list[tuple[str, dict[str, Any], Callable[[], np.ndarray]]] = [
        ("GEMM-like tiles", config, gemm),
        ("GEMM-like tiles, command-level DRAM", command, gemm),
        ("loads, compute, stores of 32 bytes", config, tiny_tiles),
    ]
    print("cost of a kernel's length")
    for name, case_config, make in cases:
        for times in (1, 2, 4, 8):
            records = np.tile(make(), (times, 1))
            seconds, requests = simulate(case_config, records)
            print(
                f"  {name:36s} {len(records) / 1e6:6.3f} M records {requests / 1e6:6.1f} M requests {seconds:7.2f} s   "
                f"{seconds / requests * 1e9:6.1f} ns a request   {seconds / len(records) * 1e9:8.0f} ns a record"
            )


def streams(cores: int, steps: int) -> np.ndarray:
    """GEMM-like tiles on every core: columns of its own matrix, rows of one that all read, results now and then."""
    records = []
    for i in range(steps):
        for core in range(cores):
            records += [
                transfer_record(LOAD_X, (core << 30) + i * TILE * 4, [TILE, TILE], [WIDE, 4], core=core),
                transfer_record(LOAD_W, (1 << 36) + i * TILE_BYTES, [TILE, TILE], [WIDE, 4], core=core),
                compute_record(MATMUL, core=core),
            ]
            if i % 8 == 7:
                address = (1 << 40) + (core << 30) + i * TILE_BYTES
                records.append(transfer_record(STORE, address, [TILE, TILE], [WIDE, 4], core=core))
    return np.array(records)


def print_networks(config: dict[str, Any]) -> None:
    print("interconnect (target: mesh at most 1.5 x the time of simple)")
    network = {"latency_cycles": 5, "bytes_per_cycle": 256, "buffer_requests": 16, "channel_requests": 64}
    for cores in (1, 2, 4, 16):
        records = streams(cores, max(4, 96 // cores))
        times = {}
        for model in ("simple", "mesh"):
            noc = {"model": model, "mesh_columns": 0, **network}
            seconds, requests = simulate(config | {"cores": cores, "noc": noc}, records)
            times[model] = seconds / requests * 1e9
        ratio = times["mesh"] / times["simple"]
        print(f"  {cores:3d} cores   simple {times['simple']:6.0f}   mesh {times['mesh']:6.0f} ns each {ratio:10.2f} x")


def time_gemm(size: int) -> tuple[float, float]:
    """Seconds from a warm call to its cycles, in mode `timing`; and the cycles.

    Every call is in a simulation of its own, as a simulation takes what it has simulated before for an equal launch.
    """
    import torch

    matmul = torch.compile(torch.matmul, dynamic=False)
    x, y = (torch.ones(size, size, device="npu") for _ in range(2))
    seconds = []
    for _ in range(4):
        with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation:
            start = time.perf_counter()
            matmul(x, y)
            torch.npu.synchronize()
            seconds.append(time.perf_counter() - start)
            cycles = simulation.report().to_dict()["cycles"]
    return min(seconds[1:]), cycles


def print_gemm() -> None:
    print("GEMM on tpuv3, timing only, warm")
    for size, pytorchsim_s in PYTORCHSIM_S.items():
        seconds, cycles = time_gemm(size)
        ratio = pytorchsim_s / seconds
        print(f"  {size}^3 {cycles:12,.0f} cycles {seconds:18.3f} s   PyTorchSim {pytorchsim_s:5.2f} s: {ratio:.0f} x")


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-gemm", action="store_true", help="leave out the part that needs torch")
    options = parser.parse_args()
    os.environ["NPUSIM_REUSE_TIMES"] = "0"
    config = engine_config(load_machine("tpuv3").evolve(**SIMPLE)) | {"timeline_events": 0}
    print_requests(config)
    print_shared_memory()
    print_records(config)
    print_growth(config)
    print_networks(config)
    if not options.no_gemm:
        print_gemm()


if __name__ == "__main__":
    main()
