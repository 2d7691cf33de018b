"""Cycles of bags of embeddings: between the roofline and a little above it."""

import pytest
import torch
from npusim.simulator.machine import Machine
from torch.nn import functional

BAGS, ROWS, COLUMNS = 1024, 65536, 128


def cycles(
    machine: Machine, lengths: list[int], mode: str = "sum", dtype: torch.dtype = torch.float32
) -> tuple[int, float]:
    """Cycles of bags of these lengths, and the bound: gathered rows, indices, offsets and results at peak bandwidth."""
    torch._dynamo.reset()
    counts = torch.tensor(lengths)
    offsets = counts.cumsum(0) - counts
    indices = torch.randint(0, ROWS, (int(counts.sum()),), generator=torch.Generator().manual_seed(0))
    table = torch.empty(ROWS, COLUMNS, dtype=dtype, device="npu")
    inputs = indices.to("npu"), table, offsets.to("npu")
    compiled = torch.compile(functional.embedding_bag, dynamic=False)
    with torch.npu.simulator(machine=machine, mode="timing") as simulation, torch.no_grad():
        compiled(*inputs, mode=mode)
        report = simulation.report()
    assert len(report.kernels) == 1 and report.cycles is not None
    rows = (len(indices) + len(counts)) * COLUMNS * dtype.itemsize
    return report.cycles, (rows + 8 * (len(indices) + len(counts))) / machine.memory_bytes_per_cycle


@pytest.mark.covering("mean")
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_equal_bags_take_little_more_than_their_rows(rowless_tpuv3: Machine, mode: str) -> None:
    taken, bound = cycles(rowless_tpuv3, [32] * BAGS, mode)
    assert bound <= taken <= bound / 0.8


def test_bags_of_many_lengths_take_little_more_than_their_rows(rowless_tpuv3: Machine) -> None:
    taken, bound = cycles(rowless_tpuv3, [(37 * i) % 64 for i in range(BAGS)])
    assert bound <= taken <= bound / 0.75


def test_half_the_bytes_take_little_more_than_half_the_time(rowless_tpuv3: Machine) -> None:
    wide, _ = cycles(rowless_tpuv3, [32] * BAGS)
    narrow, bound = cycles(rowless_tpuv3, [32] * BAGS, dtype=torch.bfloat16)
    assert bound <= narrow <= 0.6 * wide


def test_empty_bags_fetch_no_rows(rowless_tpuv3: Machine) -> None:
    taken, _ = cycles(rowless_tpuv3, [0] * BAGS)
    full, _ = cycles(rowless_tpuv3, [32] * BAGS)
    assert taken < full / 4


def test_twice_the_bandwidth_with_requests_to_fill_it_is_faster(rowless_tpuv3: Machine) -> None:
    usual, _ = cycles(rowless_tpuv3, [32] * BAGS)
    fast, _ = cycles(rowless_tpuv3.evolve(dram_bandwidth_gbps=962.0, dma_outstanding_requests=8192), [32] * BAGS)
    assert fast < 0.7 * usual


def test_cycles_are_the_same_every_time(rowless_tpuv3: Machine) -> None:
    lengths = [(37 * i) % 64 for i in range(300)]
    assert cycles(rowless_tpuv3, lengths) == cycles(rowless_tpuv3, lengths)
