"""Random machines with caches and CMEMs: nothing gets stuck, no byte is lost, runs repeat themselves."""

import random
from typing import Any

import numpy as np
import pytest
from engine_streams import (
    MODELS,
    PROGRAM,
    REQUEST_BYTES,
    allocated,
    cache,
    cache_counts,
    cmem,
    dram_bytes,
    machine,
    total,
)
from npusim.simulator.engine import Engine, LaunchResult
from npusim.simulator.engine.records import transfer_record

SPACE_BYTES = 1 << 16


def random_cache(rng: random.Random) -> dict[str, Any]:
    ways, line, banks = rng.choice([1, 2, 4, 16]), rng.choice([32, 64, 128, 1024]), rng.choice([1, 2, 3, 8])
    return cache(
        ways=ways,
        line_bytes=line,
        banks=banks,
        bytes=ways * line * banks * rng.choice([1, 2, 5, 16]),
        mshrs=rng.choice([1, 2, 16]),
        bytes_per_cycle=rng.choice([1, 16, 64, 1000]),
        latency_ns=rng.choice([0, 1, 10, 200]),
        replacement=rng.choice(["lru", "fifo", "random", "srrip"]),
        fetch_on_write=rng.random() < 0.5,
    )


def random_cmem(rng: random.Random) -> dict[str, Any]:
    return cmem(
        bytes=rng.choice([32, 4096, 19968, 65536]),
        banks=rng.choice([1, 3, 8]),
        interleave_bytes=rng.choice([32, 256]),
        bandwidth_bytes_per_s=rng.choice([10**9, 10**11]),
        policy=rng.choice(["manual", "size", "reuse"]),
        reuse=rng.choice([0, 1, 2.5]),
    )


def random_noc(rng: random.Random) -> dict[str, Any]:
    return {
        "model": rng.choice(["simple", "mesh"]),
        "latency_cycles": rng.choice([0, 1, 7]),
        "bytes_per_cycle": rng.choice([8, 64, 512]),
        "buffer_requests": rng.choice([1, 4, 16]),
        "channel_requests": rng.choice([1, 4, 64]),
    }


def random_machine(rng: random.Random, model: str) -> dict[str, Any]:
    cores = rng.choice([1, 1, 2, 3])
    config = machine(model, cores=cores, dma_outstanding_requests=rng.choice([1, 3, 64, 1024]))
    if cores > 1 or rng.random() < 0.3:
        config["noc"] = random_noc(rng)
    if rng.random() < 0.8:
        config["cache"] = random_cache(rng)
    if "cache" not in config or rng.random() < 0.6:
        config["cmem"] = random_cmem(rng)
    if model == "queued":
        config["memory"]["queue_requests"] = rng.choice([1, 2, 16])
    return config


def random_transfer(rng: random.Random, cores: int) -> Any:
    sizes = [rng.randrange(1, 6), rng.randrange(1, 200)]
    strides = [rng.choice([512, 4096, 8192]), rng.choice([4, 4, 64])]
    address = rng.randrange(0, SPACE_BYTES) & ~3
    return transfer_record(rng.randrange(2), address, sizes, strides, core=rng.randrange(cores))


def random_launches(rng: random.Random, cores: int) -> list[tuple[Any, Any]]:
    """Records and tensors, which may overlap, be cmem, and be freed."""
    spans = [(rng.randrange(0, SPACE_BYTES) & ~3, rng.randrange(1, 20000)) for _ in range(6)]
    launches = []
    for _ in range(3):
        records = np.array([random_transfer(rng, cores) for _ in range(rng.randrange(1, 30))])
        rows = [(*span, rng.choice([0, 0, 1, 1, 2])) for span in rng.sample(spans, rng.randrange(0, 5))]
        launches.append((records, allocated(rows)))
    return launches


def simulated(config: dict[str, Any], launches: list[tuple[Any, Any]]) -> list[LaunchResult]:
    engine = Engine(config)
    for records, tensors in launches:
        engine.launch_records(PROGRAM, records, tensors=tensors)
    engine.synchronize()
    return engine.take_results()


def check_bytes(config: dict[str, Any], result: LaunchResult) -> None:
    """What the cores asked for was served by exactly one memory, and what that memory lacked came from the next."""
    asked = result.memory.read_bytes + result.memory.write_bytes
    reached = dram_bytes(result, "read") + dram_bytes(result, "write")
    if "cache" in config:
        assert total(result, "cache", "fill_bytes", "write_back_bytes") == reached
        reached = total(result, "cache", "core_bytes")
        assert reached == sum(cache_counts(result)) * REQUEST_BYTES
    if "cmem" in config:
        served = total(result, "cmem", "core_read_bytes", "core_write_bytes")
        reached += served - total(result, "cmem", "write_back_bytes")
    assert reached == asked


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_random_machines_lose_no_bytes_and_repeat_themselves(model: str) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        config = random_machine(rng, model)
        launches = random_launches(rng, config["cores"])
        results = simulated(config, launches)
        for result in results:
            check_bytes(config, result)
        assert [each.cycles for each in simulated(config, launches)] == [each.cycles for each in results]
