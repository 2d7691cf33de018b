"""Matrix products: what is fused around them, batches, vectors, groups, long reductions, mappings."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from common import make
from torch.nn import functional

from golden.case import golden

X, W, V = make((65, 70)), make((70, 33), seed=1) / 8, make((70, 33), seed=2) / 8
RESIDUAL, GAIN = make((65, 33), seed=3), make((33,), seed=4)


@contextmanager
def mapped(entries: dict[str, Any]) -> Iterator[None]:
    """A mapping file is in force."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mapping.json"
        file.write_text(json.dumps(entries))
        with torch.npu.mapping(file):
            yield


@golden(X, W)
def product(x, w):
    return x @ w


@golden(X, W, RESIDUAL, GAIN)
def product_with_epilogue(x, w, residual, gain):
    return functional.gelu(x @ w + gain) * residual


@golden(X, W, RESIDUAL)
def product_with_several_results(x, w, residual):
    y = x @ w
    return y, torch.relu(y) + residual, torch.sigmoid(y)


@golden(X, W, GAIN)
def product_with_bias(x, w, bias):
    return torch.addmm(bias, x, w, beta=0.5, alpha=2.0)


@golden(X, W)
def product_with_softmax(x, w):
    return torch.softmax(x @ w, -1)


@golden(X, W, RESIDUAL, GAIN)
def product_with_layer_norm(x, w, residual, gain):
    return functional.layer_norm(x @ w + residual, (33,), gain)


@golden(X, W)
def product_with_places_of_extremes(x, w):
    y = x @ w
    return y.argmax(-1), y.amin(-1)


@golden(X, W)
def product_with_prologues(x, w):
    return torch.exp(x) @ torch.tanh(w)


@golden(make((40, 64)), make((33, 64), torch.int8), make((33, 1), seed=1).abs() / 100)
def product_with_dequantised_weights(x, codes, scales):
    return functional.linear(x, codes.to(x.dtype) * scales)


@golden(make((9, 64)), make((33, 2, 32), torch.int8), make((33, 2, 1), seed=1).abs() / 100)
def product_with_weights_dequantised_in_groups(x, codes, scales):
    return functional.linear(x, (codes.to(x.dtype) * scales).view(33, 64))


@golden(X, W, V)
def products_with_a_shared_operand(x, w, v):
    return functional.silu(x @ w) * (x @ v)


@golden(X, W, RESIDUAL, within=lambda: torch.npu.fusion(epilogue=False, prologue=False))
def product_without_fusion(x, w, residual):
    return torch.relu(torch.exp(x) @ w + residual)


@golden(X, W, V, within=lambda: torch.npu.fusion(sibling=False, reduction_epilogue=False))
def products_without_shared_operands(x, w, v):
    return torch.softmax(functional.silu(x @ w) * (x @ v), -1)


@golden(X, W, GAIN, gradients=True)
def linear_layer_gradients(x, w, bias):
    return functional.linear(x, w.t(), bias)


@golden(make((3, 17, 20)), make((3, 20, 31), seed=1))
def batched_product(x, w):
    return torch.bmm(x, w) * 2


@golden(make((3, 17, 20)), make((20, 31), seed=1), make((31,), seed=2))
def linear_layer_of_three_dimensions(x, w, bias):
    return functional.linear(x, w.t(), bias)


@golden(make((90, 70)).t()[:, 3:73], make((33, 80), seed=1).t()[5:75])
def product_of_views(x, w):
    return x @ w


@golden(make((129, 61)), make((61,), seed=1))
def matrix_times_vector(x, vector):
    return torch.mv(x, vector)


@golden(make((1, 300)), make((300, 65), seed=1), make((65,), seed=2))
def row_times_matrix(x, w, bias):
    return torch.relu(x @ w + bias)


@golden(make((300,)), make((300,), seed=1))
def dot_and_outer_products(x, y):
    return torch.dot(x, y), torch.outer(x[:20], y[:30])


@golden(make((65, 70), torch.bfloat16), make((70, 33), torch.bfloat16, seed=1))
def product_of_narrow_floats(x, w):
    return torch.relu(x @ w)


@golden(make((20, 30), torch.float64), make((30, 17), torch.float64, seed=1))
def product_of_wide_floats(x, w):
    return x @ w


@golden(make((20, 30), torch.int32), make((30, 17), torch.int32, seed=1))
def product_of_whole_numbers(x, w):
    return x @ w


@golden(
    make((20, 600)),
    make((600, 30), seed=1),
    within=lambda: mapped({"20_30_600": {"TILE_M": 24, "TILE_N": 32, "TILE_K": 104, "SPLIT_K": 6}}),
)
def long_reduction_in_parts(x, w):
    return torch.relu(x @ w)


@golden(
    make((40, 100)),
    make((100, 60), seed=1),
    within=lambda: mapped({"40_60_100": {"TILE_M": 16, "TILE_N": 24, "TILE_K": 40}}),
)
def product_with_tiles_of_a_file(x, w):
    return torch.relu(x @ w)


@golden(make((40, 100)), make((100, 60), seed=1), within=lambda: torch.npu.mapping("resident"))
def resident_product(x, w):
    return x @ w


@golden(make((40, 100)), make((100, 60), seed=1), within=lambda: torch.npu.mapping("autotune:3"))
def autotuned_product(x, w):
    return torch.relu(x @ w)


@golden(
    make((40, 16), torch.bfloat16),
    make((4, 16, 24), torch.bfloat16, seed=1),
    torch.tensor([8, 8, 25, 40], dtype=torch.int32),
)
def grouped_product(x, w, ends):
    return torch._grouped_mm(x, w, offs=ends)


@golden(
    make((16, 40), torch.bfloat16),
    make((40, 24), torch.bfloat16, seed=1),
    torch.tensor([8, 8, 24, 40], dtype=torch.int32),
)
def grouped_reduction(x, w, ends):
    return torch._grouped_mm(x, w, offs=ends)


@golden(make((2, 3, 12)), make((2, 3, 12), seed=1) * 2)
def distances(x, y):
    return torch.cdist(x, y)


@golden(make((40, 40)) + 8 * torch.eye(40), make((40, 5), seed=1))
def upper_triangular_system(matrix, sides):
    return torch.linalg.solve_triangular(matrix, sides, upper=True)


@golden(make((70, 5, 5)) + 4 * torch.eye(5), make((70, 5, 2), seed=1))
def many_triangular_systems(matrices, sides):
    return torch.linalg.solve_triangular(matrices, sides, upper=False, unitriangular=True)
