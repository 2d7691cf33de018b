"""Machine keys of the shared memory level, and what the engine is told of them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.machine.shared_memory import cache_banks, cache_sets
from npusim.simulator.timing.engine_config import engine_config, make_engine

SMALL = load_machine("small8x8")  # two channels, requests of 32 bytes, 1000 MHz


def changed(**keys: Any) -> Machine:
    return SMALL.evolve(**keys)


def test_machines_have_none_unless_they_say_so() -> None:
    config = engine_config(SMALL)
    assert "cache" not in config and "cmem" not in config


def test_a_size_is_all_a_cache_needs() -> None:
    machine = changed(cache_kib=256)
    config = engine_config(machine)["cache"]
    assert (config["bytes"], config["banks"], config["ways"], config["line_bytes"]) == (256 * 1024, 2, 16, 128)
    assert cache_sets(machine) == 128
    make_engine(machine)


def test_the_memories_that_cores_reach_first_add_the_way_to_them() -> None:
    """One core alone: the interconnect's latency, both ways, is part of theirs."""
    keys = {"noc_latency_cycles": 10, "dram_latency_ns": 50}
    alone = engine_config(changed(**keys))
    assert alone["memory"]["latency_ns"] == 70
    cached = engine_config(changed(**keys, cache_kib=64, cache_latency_cycles=7))
    assert (cached["memory"]["latency_ns"], cached["cache"]["latency_ns"]) == (50, 27)
    cmem = engine_config(changed(**keys, cmem_kib=64, cmem_bandwidth_gbps=32, cmem_latency_ns=5))
    assert (cmem["memory"]["latency_ns"], cmem["cmem"]["latency_ns"]) == (70, 25)
    shared = engine_config(changed(**keys, cores=2, cache_kib=64, cache_latency_cycles=7))
    assert shared["cache"]["latency_ns"] == 7


@pytest.mark.parametrize(
    "keys",
    [
        {"cache_kib": 3, "cache_ways": 1, "cache_line_bytes": 32, "cache_banks": 3, "cache_mshrs": 1},
        {"cache_kib": 2**20, "cache_line_bytes": 2048, "cache_ways": 64, "cache_mshrs": 4096},
        {"cache_kib": 64, "cache_replacement": "srrip", "cache_write_miss": "validate", "cache_latency_cycles": 0},
        {"cmem_kib": 1, "cmem_bandwidth_gbps": 1e-3, "cmem_interleave_bytes": 32, "cmem_latency_ns": 0},
        {"cmem_kib": 2**23, "cmem_bandwidth_gbps": 1e5, "cmem_policy": "size", "cmem_max_kib": 2**23},
        {"cmem_kib": 8, "cmem_bandwidth_gbps": 8, "cmem_policy": "reuse", "cmem_reuse": 0.3},
        {"cmem_kib": 8, "cmem_bandwidth_gbps": 8, "cmem_min_kib": 100, "cmem_policy": "reuse"},
    ],
)
def test_what_a_machine_allows_the_engine_takes(keys: dict[str, Any]) -> None:
    machine = changed(**keys)
    make_engine(machine)
    assert Machine.model_validate(machine.model_dump()) == machine


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"cache_kib": -1}, "cache_kib"),
        ({"cache_kib": 2**20 + 4}, "cache_kib"),
        ({"cache_kib": 65}, r"cache_kib is 65; it must be a multiple of 4 KiB.*cache_ways \(16\).*2 banks"),
        ({"cache_kib": 64, "cache_line_bytes": 96}, "96 is not a power of two"),
        ({"cache_kib": 64, "cache_line_bytes": 16}, "a line has 1 to 64 requests of dram_request_bytes"),
        ({"cache_kib": 64, "cache_line_bytes": 4096}, "a line has 1 to 64 requests"),
        ({"cache_kib": 64, "cache_ways": 65}, "cache_ways"),
        ({"cache_kib": 64, "cache_mshrs": 0}, "cache_mshrs"),
        ({"cache_kib": 64, "cache_replacement": "best"}, "'best' is not known; allowed: lru, fifo, random, srrip"),
        ({"cache_kib": 64, "cache_write_miss": "ignore"}, "allowed: fetch, validate"),
        ({"cmem_kib": 64}, "cmem_bandwidth_gbps is needed"),
        ({"cmem_kib": 64, "cmem_bandwidth_gbps": 0.0}, "cmem_bandwidth_gbps"),
        ({"cmem_kib": 64, "cmem_bandwidth_gbps": 1e-12}, r"cmem_bandwidth_gbps\n.*equal to 0.000001"),
        ({"cmem_kib": 64, "cmem_bandwidth_gbps": 8, "cmem_interleave_bytes": 16}, "must lie in one bank"),
        ({"cmem_kib": 64, "cmem_bandwidth_gbps": 8, "cmem_policy": "luck"}, "allowed: manual, size, reuse"),
        (
            {"cmem_kib": 64, "cmem_bandwidth_gbps": 8, "cmem_min_kib": 9, "cmem_max_kib": 8},
            r"cmem_max_kib \(8\) is below cmem_min_kib \(9\)",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_key(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        changed(**keys)


def test_the_machine_of_the_manual_has_what_is_said_of_it() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "shared_memory.md").read_text()
    (keys,) = re.findall(r"```yaml\n(cache_kib:.*?)```", manual, re.DOTALL)
    machine = load_machine("tpuv3").evolve(**yaml.safe_load(keys))
    assert (machine.cache_kib, cache_banks(machine)) == (32 * 1024, 64)
    peak_gbps = cache_banks(machine) * machine.cache_bytes_per_cycle * machine.core_freq_mhz / 1000
    assert round(peak_gbps) == 3850
    make_engine(machine)


def test_tpuv4_has_its_cmem() -> None:
    machine = load_machine("tpuv4")
    assert machine.cmem_kib == 128 * 1024
    assert any("CMEM" in source for source in machine.sources)
    assert machine.energy is not None and machine.energy.cache_byte_pj > 0
