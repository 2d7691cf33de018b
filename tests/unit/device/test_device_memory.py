"""Device memory: deterministic addresses, capacity, statistics."""

import gc
import subprocess
import sys

import pytest
import torch
from npusim.frontend import device as npu_device
from npusim.simulator.errors import OptionError

MIB = 1 << 20


@pytest.fixture(scope="module")
def little_garbage():
    """A search of what a long run has left takes seconds: tests search their own objects only."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def started(device, little_garbage):
    gc.collect()
    yield
    torch.npu.set_memory_capacity(torch.npu.get_device_properties().total_memory)


def offset(tensor):
    return tensor.data_ptr() - npu_device.arena().base


@pytest.mark.slow
def test_blocks_are_aligned_to_512_bytes_and_lie_in_the_arena():
    arena = npu_device.arena()
    for elements in (1, 127, 129, 100_000):
        tensor = torch.empty(elements, device="npu")
        assert offset(tensor) % 512 == 0 and 0 <= offset(tensor) < arena.size_bytes


def test_freed_neighbours_are_merged_and_used_again():
    size = 512 * MIB  # larger than any hole that other tests left
    first, second, third = (torch.empty(size, dtype=torch.uint8, device="npu") for _ in range(3))
    start = offset(first)
    assert (offset(second), offset(third)) == (start + size, start + 2 * size)
    guard = torch.empty(512, dtype=torch.uint8, device="npu")
    del second, first
    assert offset(torch.empty(2 * size, dtype=torch.uint8, device="npu")) == start
    del third, guard


def run_program(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_the_smallest_block_that_fits_is_taken(fresh_torch):
    program = """
import torch
MIB = 1 << 20
large, wall, small, end = (torch.empty(n * MIB, dtype=torch.uint8, device="npu") for n in (4, 1, 2, 1))
place = small.data_ptr()
del large, small
print(torch.empty(MIB, dtype=torch.uint8, device="npu").data_ptr() == place)
"""
    assert fresh_torch(program).stdout == "True\n"  # in a process without other tensors, whose holes would fit as well


@pytest.mark.slow
def test_the_same_program_gets_the_same_addresses(fresh_torch):
    program = """
import torch
from npusim.frontend.device import arena
torch.npu.set_fallback_policy("allow")
x = torch.ones(1000, device="npu"); y = [torch.empty(n, device="npu") for n in (5, 70000, 3)]
del y[1]; z = torch.nn.Linear(64, 32, device="npu")(torch.ones(8, 64, device="npu"))
w = torch.empty(60000, device="npu")
base = arena().base
print([t.data_ptr() - base for t in (x, *y, z, w)])
"""
    first, second = run_program(program), fresh_torch(program).stdout
    assert first == second and first.startswith("[0, ")


@pytest.mark.slow
def test_running_out_of_memory_says_what_was_asked_for_and_what_to_do():
    with pytest.raises(torch.OutOfMemoryError) as caught:
        torch.empty(1 << 40, dtype=torch.uint8, device="npu")
    message = str(caught.value)
    assert "requested 1024.00 GiB" in message and "capacity of 16.00 GiB" in message and "NPUSIM_MACHINE" in message
    assert torch.ones(2, device="npu").sum is not None  # the device goes on


@pytest.mark.slow
def test_a_lower_capacity_refuses_new_tensors_and_keeps_old_ones():
    kept = torch.full((MIB,), 3, dtype=torch.uint8, device="npu")
    torch.npu.set_memory_capacity(MIB // 2)
    assert torch.npu.memory_capacity() == MIB // 2 and kept[-1].item() == 3
    with pytest.raises(torch.OutOfMemoryError):
        torch.empty(MIB, dtype=torch.uint8, device="npu")
    torch.npu.set_memory_capacity(1 << 30)
    assert offset(torch.empty(MIB, dtype=torch.uint8, device="npu")) >= 0
    assert kept[0].item() == 3


@pytest.mark.slow
def test_memory_at_the_limit_can_be_allocated_freed_and_allocated_again():
    used = torch.npu.memory_allocated()
    assert used < 64 * MIB
    torch.npu.set_memory_capacity(128 * MIB)
    for _ in range(3):
        block = torch.empty(32 * MIB, dtype=torch.uint8, device="npu")
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(128 * MIB, dtype=torch.uint8, device="npu")
        del block


@pytest.mark.slow
def test_a_capacity_that_cannot_be_is_an_option_error():
    for capacity in (-1, 1 << 60):
        with pytest.raises(OptionError, match="memory capacity"):
            torch.npu.set_memory_capacity(capacity)


@pytest.mark.slow
def test_the_machine_of_a_simulator_sets_the_capacity():
    with torch.npu.simulator(machine="small8x8", mode="functional"):
        assert torch.npu.memory_capacity() == 1 << 30
        assert torch.npu.get_device_name() == "npusim small8x8"
        assert torch.npu.get_device_properties().total_memory == 1 << 30
    assert torch.npu.memory_capacity() == torch.npu.get_device_properties().total_memory == 16 << 30


def test_statistics_follow_the_live_tensors():
    torch.npu.reset_peak_memory_stats()
    before = torch.npu.memory_allocated()
    block = torch.empty(MIB, dtype=torch.uint8, device="npu")
    assert torch.npu.memory_allocated() - before == MIB == torch.accelerator.memory_allocated() - before
    assert torch.npu.memory_stats()["allocated_bytes.all.current"] == before + MIB
    free, total = torch.npu.mem_get_info()
    assert total == torch.npu.memory_capacity() and free == total - before - MIB
    del block
    assert torch.npu.memory_allocated() == before
    assert torch.npu.max_memory_allocated() == before + MIB == torch.accelerator.max_memory_allocated()
    torch.npu.empty_cache()
    torch.npu.reset_peak_memory_stats()
    assert torch.npu.max_memory_allocated() == before


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.slow
def test_large_freed_blocks_are_given_back_to_the_operating_system():
    block = torch.ones(256 * MIB, dtype=torch.uint8, device="npu")
    held = resident_bytes()
    del block
    assert held - resident_bytes() > 200 * MIB


@pytest.mark.slow
def test_the_snapshot_lists_live_blocks_and_the_summary_adds_them_up(device):
    before = {block["address"] for block in torch.npu.memory_snapshot()}
    x = torch.empty(1000, device=device)
    (new,) = (block for block in torch.npu.memory_snapshot() if block["address"] not in before)
    assert new["address"] == x.data_ptr() and (new["requested_size"], new["total_size"]) == (4000, 4096)
    total = sum(block["total_size"] for block in torch.npu.memory_snapshot())
    assert total == torch.npu.memory_allocated()
    lines = torch.npu.memory_summary().splitlines()
    assert lines[0] == "memory of npu:0" and lines[2].startswith("allocated") and "are free" in lines[-1]
    assert len(torch.npu.memory_summary(abbreviated=True)) < len("\n".join(lines))


@pytest.mark.slow
def test_the_capability_lists_the_dtypes_of_kernels(device):
    dtypes = torch.npu.get_device_capability()["supported_dtypes"]
    assert {torch.bfloat16, torch.float32, torch.int8} <= set(dtypes)
    assert torch.npu.get_device_capability() == torch.accelerator.get_device_capability()
