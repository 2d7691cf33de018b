"""Cycles of rows that are added where indices say: between the roofline and a little above it."""

import pytest
import torch
from common import report_of
from npusim.simulator.machine import Machine

ROWS, COLUMNS, ADDED = 16384, 768, 2048
gradient = torch.ops.aten.embedding_dense_backward


def cycles(machine: Machine, rows: int, dtype: torch.dtype, mode: str = "timing") -> tuple[int, float]:
    """Cycles of the gradient of an embedding, and the bound: rows to add, indices and the result at peak bandwidth."""
    indices = torch.randint(0, rows, (ADDED,), generator=torch.Generator().manual_seed(0)).to("npu")
    grad = torch.zeros(ADDED, COLUMNS, dtype=dtype).to("npu")
    taken = report_of(lambda g, i: gradient(g, i, rows, -1, False), grad, indices, machine=machine, mode=mode).cycles
    assert taken is not None
    bytes_ = (ADDED + rows) * COLUMNS * dtype.itemsize + 8 * ADDED
    return taken, bytes_ / machine.memory_bytes_per_cycle


def test_rows_added_in_memory_are_read_and_written_once_each(rowless_tpuv3: Machine) -> None:
    taken, bound = cycles(rowless_tpuv3, ROWS, torch.float32)
    bound += 2 * ADDED * COLUMNS * 4 / rowless_tpuv3.memory_bytes_per_cycle
    assert bound <= taken <= bound / 0.85


def test_narrow_rows_take_little_more_than_their_bytes_and_the_sort(rowless_tpuv3: Machine) -> None:
    taken, bound = cycles(rowless_tpuv3, ROWS, torch.bfloat16)
    sort = 30000  # of 2048 indices, and the launches of its kernels
    assert bound <= taken <= bound / 0.7 + sort


def test_few_rows_are_summed_without_going_through_memory(rowless_tpuv3: Machine) -> None:
    taken, bound = cycles(rowless_tpuv3, 64, torch.bfloat16)
    in_memory = 3 * ADDED * COLUMNS * 4 / rowless_tpuv3.memory_bytes_per_cycle
    assert bound <= taken < in_memory


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_mode_timing_gives_the_cycles_of_mode_both(rowless_tpuv3: Machine, dtype: torch.dtype) -> None:
    assert cycles(rowless_tpuv3, 500, dtype) == cycles(rowless_tpuv3, 500, dtype, "both")
