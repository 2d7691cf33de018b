"""The engine's DRAM controller against a plain one that looks at every request in every tick."""

from typing import Any

import numpy as np
import pytest
from npusim.simulator.dram.device import DramDevice, load_device
from npusim.simulator.dram.replay import Trace, replay

from tests.timing.dram.plain_dram_controller import plain_replay

REQUESTS = 1500  # long enough to meet a refresh


def trace(pattern: str, burst_bytes: int) -> Trace:
    rng = np.random.default_rng(11)
    numbers = np.arange(REQUESTS, dtype=np.int64)
    addresses, writes = numbers, np.zeros(REQUESTS, np.uint8)
    if pattern.startswith("random"):
        addresses = rng.integers(0, 1 << 24, REQUESTS)
        writes = (numbers % 3 == 2).astype(np.uint8) if pattern == "random mixed" else writes
    elif pattern == "close":  # row hits, forwarded reads and replaced writes
        addresses, writes = rng.integers(0, 1 << 11, REQUESTS), (rng.random(REQUESTS) < 0.5).astype(np.uint8)
    elif pattern == "copy":
        addresses, writes = np.where(numbers % 2 == 0, numbers, (1 << 22) + numbers), (numbers % 2).astype(np.uint8)
    return Trace(addresses.astype(np.int64) * burst_bytes, writes.astype(np.uint8))


@pytest.mark.parametrize(
    ("name", "pattern", "mapping", "channels", "refresh"),
    [
        ("DDR4_2400R", "random mixed", "RoBaRaCoCh", 1, "all_bank"),
        ("DDR4_2400R", "copy", "MOP4CLXOR", 1, "all_bank"),
        ("DDR4_2400R", "close", "MOP4CLXOR", 2, "none"),
        ("HBM2_2000", "random", "RoBaRaCoCh", 1, "all_bank"),
        ("HBM2_2000", "random mixed", "MOP4CLXOR", 1, "per_bank"),
        ("HBM2_2000", "copy", "MOP4CLXOR", 2, "all_bank"),
        ("HBM2_2000", "close", "RoBaRaCoCh", 1, "per_bank"),
        ("HBM3_6400", "random mixed", "RoBaRaCoCh", 2, "per_bank"),
        ("LPDDR5_6400", "close", "MOP4CLXOR", 1, "all_bank"),
    ],
)
def test_the_channel_sends_every_command_when_a_plain_controller_does(
    name: str, pattern: str, mapping: str, channels: int, refresh: str
) -> None:
    policy = {"channels": channels, "injection": 4, "mapping": mapping, "refresh": refresh}
    check_against_plain_controller(load_device(name), pattern, policy)


@pytest.mark.parametrize("pattern", ["random", "random mixed", "copy", "close"])
def test_a_device_of_four_ranks_too_is_that_of_the_plain_controller(pattern: str) -> None:
    device = load_device("HBM2_2000").model_copy(update={"ranks": 4})
    check_against_plain_controller(device, pattern, {"channels": 1, "injection": 4, "mapping": "MOP4CLXOR"})


def check_against_plain_controller(device: DramDevice, pattern: str, policy: dict[str, Any]) -> None:
    requests = trace(pattern, device.burst_bytes)
    plain = plain_replay(device, requests.addresses.tolist(), requests.writes.tolist(), **policy)
    report = replay(device, requests, **policy)
    assert report.result.ticks == plain.last_answer
    assert report.result.latency_sum == plain.read_latency_sum
    assert (report.result.total.reads, report.result.total.activates) == (plain.reads, plain.activates)
