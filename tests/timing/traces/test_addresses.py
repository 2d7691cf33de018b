"""A program's cycles do not depend on what its process has allocated."""

from typing import Any

import pytest
import torch
from common import report_of
from npusim.simulator.machine import Machine, load_machine

KEEPS_NOTHING = load_machine("tpuv3")
MACHINES = {
    "tpuv3": KEEPS_NOTHING,
    "with a cache": KEEPS_NOTHING.evolve(cache_kib=128),
    "with a CMEM": KEEPS_NOTHING.evolve(cmem_kib=256, cmem_bandwidth_gbps=700.0, cmem_policy="reuse"),
}
Clutter = list[torch.Tensor]


def program(x: torch.Tensor, place: torch.Tensor, scale: torch.Tensor) -> Any:
    """Views that overlap, a host scalar, a temporary tensor, rows at computed places, an input that changes."""
    overlapping = torch.as_strided(x, (300, 70), (61, 3), 5) + torch.as_strided(x, (300, 70), (64, 1), 100)
    sums = overlapping.sum(-1)
    x[7:9].mul_(scale)
    return sums[place], torch.nonzero(x[0] > 0)


def launches(machine: Machine, mode: str, clutter: Clutter, runs: int = 1) -> list[int]:
    """Cycles of the launches of some runs, between which the process allocates `clutter` and keeps it."""
    x = torch.linspace(-1, 1, 400 * 64).reshape(400, 64).to("npu")
    place, scale = torch.arange(0, 300, 7).to("npu"), torch.tensor(0.5)
    compiled = torch.compile(program, dynamic=False)
    with torch.npu.simulator(machine=machine, mode=mode) as simulation:
        for _ in range(runs):
            clutter.append(torch.empty(100_001 * (1 + len(clutter)), dtype=torch.uint8, device="npu"))
            compiled(x, place, scale)
        return [int(launch.cycles or 0) for launch in simulation.report().launch_list]


@pytest.mark.parametrize("machine", MACHINES)
def test_cycles_do_not_depend_on_what_is_allocated(machine: str) -> None:
    torch._dynamo.reset()
    first = launches(MACHINES[machine], "both", [])
    clutter = [torch.empty(size, device="npu") for size in (3, 777_777, 5)]
    del clutter[1]
    assert launches(MACHINES[machine], "both", clutter) == first == launches(MACHINES[machine], "timing", clutter)


def test_a_function_takes_the_same_cycles_each_time_where_nothing_is_kept_between_launches() -> None:
    torch._dynamo.reset()
    found = launches(KEEPS_NOTHING, "timing", [], runs=3)
    assert found == found[: len(found) // 3] * 3


def test_what_a_cache_holds_is_found_again_and_freed_tensors_give_their_addresses_back() -> None:
    torch._dynamo.reset()
    machine = KEEPS_NOTHING.evolve(cache_kib=4096)
    compiled, x = torch.compile(lambda x: x.relu() + 1, dynamic=False), torch.zeros(300, 300).to("npu")
    with torch.npu.simulator(machine=machine, mode="timing") as simulation:
        for _ in range(5):
            compiled(x)  # its result is freed
        cycles = [launch.cycles or 0 for launch in simulation.report().launch_list]
        bytes_ = simulation.report().statistics["dram_bytes"]
    assert cycles[0] > cycles[1] == cycles[4]
    assert bytes_ < 2.01 * x.numel() * 4  # input and result come once: all results lie where the first did


@pytest.mark.parametrize("mode", ["timing", "both"])
def test_a_transfer_of_no_elements_may_begin_anywhere(mode: str) -> None:
    x = torch.ones(300, 300).to("npu")
    # With symbolic rows the part before the one that was rolled around is there, and has none.
    assert report_of(lambda x: x.flip(0).roll(1, 0)[1:] * 2, x, dynamic=True, machine=KEEPS_NOTHING, mode=mode).cycles
