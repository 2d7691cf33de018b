"""Products of ``npusim run OP``, also of integers, float8, and weights of 8 and 4 bits (docs/low_precision.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Build, Operator, register_operators
from npusim.simulator.errors import ShapeError

if TYPE_CHECKING:
    from torch import Tensor

INT4_GROUP = 32
"""Number of weights along K that share a scale and a zero."""
_MLP_SHAPE = (64, 256, 512, 256)


def _matrix_sizes(request: Request) -> tuple[int, int, int]:
    """M, K, N; N defaults to M."""
    m, k, n = (*request.shape, request.shape[0])[:3]
    return m, k, n


def _int_mm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    """int8 or uint8 times int8, in int32."""
    m, k, n = _matrix_sizes(request)
    return make.torch._int_mm, [make.bytes(m, k), make.bytes(k, n).to(make.torch.int8)]


def _scaled_mm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    """Row-major times column-major, a scale per row and per column, in bfloat16."""
    m, k, n = _matrix_sizes(request)
    torch = make.torch

    def function(x: Tensor, w: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        result: Tensor = torch._scaled_mm(x, w, scale_a=rows, scale_b=columns, out_dtype=torch.bfloat16)
        return result

    scales = [torch.full((m, 1), 0.5), torch.full((1, n), max(k, 1) ** -0.5)]
    return function, [make.make(m, k), make.make(n, k).t(), *scales]


def _weight_int8(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    """`_weight_int8pack_mm`: int8 weights of N x K, a scale per column of the result."""
    m, k, n = _matrix_sizes(request)
    _check_multiples("weight_int8", 16, k, n)
    torch = make.torch
    weight = make.bytes(n, k).to(torch.int8)
    scales = torch.full((n,), max(k, 1) ** -0.5 / 64, dtype=make.dtype)
    return torch._weight_int8pack_mm, [make.make(m, k), weight, scales]


def _weight_int4(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    """`_weight_int4pack_mm_for_cpu`: packed weights, a scale and a zero per column and `INT4_GROUP` elements of K."""
    m, k, n = _matrix_sizes(request)
    _check_multiples("weight_int4", INT4_GROUP, k, n)
    aten = make.torch.ops.aten
    numbers = make.bytes(n, k).to(make.torch.int32) & 15
    packed = aten._convert_weight_to_int4pack_for_cpu(numbers, 2)
    scales = make.torch.full((k // INT4_GROUP, n), max(k, 1) ** -0.5 / 4, dtype=make.dtype)
    parameters = make.torch.stack([scales, scales], -1)
    return lambda x, w, s: aten._weight_int4pack_mm_for_cpu(x, w, INT4_GROUP, s), [make.make(m, k), packed, parameters]


def _check_multiples(name: str, multiple: int, *sizes: int) -> None:
    if any(size % multiple or not size for size in sizes):
        raise ShapeError(f"{name} takes K and N that are multiples of {multiple}, as PyTorch's kernel on the CPU does")


def _matmul(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    m, k, n = _matrix_sizes(request)
    return make.torch.matmul, [make.make(m, k), make.weight(k, k, n)]


def _addmm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    m, k, n = _matrix_sizes(request)
    return make.torch.addmm, [make.make(n), make.make(m, k), make.weight(k, k, n)]


def _mlp(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, features, hidden, out = (*request.shape, *_MLP_SHAPE[len(request.shape) :])
    linear, relu = make.torch.nn.functional.linear, make.torch.nn.functional.relu
    inputs = [
        make.make(batch, features),
        make.weight(features, hidden, features),
        make.make(hidden),
        make.weight(hidden, out, hidden),
        make.make(out),
    ]
    return lambda x, w1, b1, w2, b2: linear(relu(linear(x, w1, b1)), w2, b2), inputs


def _product(name: str, summary: str, build: Build, dtypes: tuple[str, ...] = (), rows: int = 512) -> Operator:
    return Operator(name, summary, ("M", "K", "N"), (rows, 512, 512), build, dtypes, least=2)


register_operators(
    _product("matmul", "x[M,K] @ w[K,N] (N: M)", _matmul),
    _product("addmm", "bias[N] + x[M,K] @ w[K,N]", _addmm),
    _product("int_mm", "x[M,K] @ w[K,N] of int8 in int32 (N: M)", _int_mm, ("i8", "u8")),
    _product(
        "scaled_mm",
        "x[M,K] @ w[K,N] of float8, scales per row and column, in bf16 (N: M)",
        _scaled_mm,
        ("f8e4m3", "f8e5m2"),
    ),
    _product(
        "weight_int8",
        "x[M,K] @ w[K,N] with int8 weights, a scale per column (N: M)",
        _weight_int8,
        ("bf16", "f16", "f32"),
        rows=64,
    ),
    _product(
        "weight_int4",
        "x[M,K] @ w[K,N] with packed int4 weights, scales and zeros per 32 of K (N: M)",
        _weight_int4,
        ("bf16", "f16", "f32"),
        rows=64,
    ),
    Operator(
        "mlp",
        "linear, relu, linear (256-512-256)",
        ("BATCH", "IN", "HIDDEN", "OUT"),
        _MLP_SHAPE,
        _mlp,
        dtypes=FLOATING,
        least=1,
    ),
)
