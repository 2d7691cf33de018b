"""Strategy `resident`: products as the compiler of a TPU v6e maps them."""

from typing import Any

import pytest
import torch
from npusim.mlir_templates.gemm.problem import Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace
from npusim.simulator.machine import load_machine

MACHINE = load_machine("tpuv6e")


def space(m: int, k: int, n: int, dense: bool, **changes: Any) -> GemmSpace:
    right = Matrix(2, 2 * n) if dense else Matrix(2, 2 * k, transposed=True)
    return GemmSpace(Product(m, n, k, Matrix(2, 2 * k), right, Matrix(2, 2 * n), **changes), MACHINE)


def tiles(found: GemmSpace) -> tuple[int, int, int, str | None]:
    mapping = found.resident()
    assert mapping is not None
    return mapping.m, mapping.n, mapping.k, found.to_entry(mapping).get("RESIDENT")


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((128, 4096, 4096), (128, 4096, 4096, "RIGHT")),
        ((2048, 4096, 4096), (512, 4096, 4096, "RIGHT")),
        ((600, 3072, 3072), (304, 3072, 3072, "RIGHT")),
        ((8000, 384, 384), (5376, 384, 384, "RIGHT")),
        ((1100, 65536, 1024), (560, 1024, 1024, None)),
        ((8192, 4096, 28672), (8192, 256, 4096, "LEFT")),
        ((8193, 4096, 28672), (912, 1024, 1024, None)),
        ((512, 512, 65536), (512, 4096, 512, "LEFT")),
    ],
)
def test_what_fills_at_most_half_of_the_scratchpad_stays(shape: Any, expected: Any) -> None:
    assert tiles(space(*shape, dense=False)) == expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((1, 4096, 28672), (1, 28672, 512, None)),
        ((512, 4096, 28672), (512, 4096, 2048, None)),
        ((512, 2560, 262208), (512, 4096, 1280, None)),
        ((1024, 4096, 28672), (1024, 2048, 4096, "LEFT")),
        ((2048, 4096, 4096), (512, 4096, 4096, "RIGHT")),
    ],
)
def test_blocks_of_dense_columns_are_as_wide_as_the_sums_allow(shape: Any, expected: Any) -> None:
    assert tiles(space(*shape, dense=True)) == expected


def test_batches_and_symbolic_reductions_keep_the_default() -> None:
    assert space(64, 64, 64, True, batch=2).resident() is None
    assert space(64, 64, 64, True, k_is_static=False).resident() is None


def test_programs_can_ask_for_it() -> None:
    def products(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return (x @ w).relu() @ torch.bmm(torch.stack([w.t()] * 2), torch.stack([x.t()] * 2))[1]

    x, w = torch.randn(200, 160), torch.randn(160, 96)
    with torch.npu.simulator(machine="tpuv6e", mapping="resident") as simulation:
        found = torch.compile(products)(x.to("npu"), w.to("npu")).cpu()
        chosen = [kernel.to_dict()["mapping"] for kernel in simulation.report().kernels]
    torch.testing.assert_close(found, products(x, w))
    strategies = [each["strategy"] for each in chosen if each]
    assert strategies.count("resident") == 2
    assert [each["note"] for each in chosen if each and each["strategy"] == "default"] == [
        "a matrix product has no resident mapping here"
    ]
