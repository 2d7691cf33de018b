"""Pointwise operators of `npusim run`, and a transposing copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Build, Operator, register_operators
from npusim.simulator.errors import ShapeError

if TYPE_CHECKING:
    from torch import Tensor


def _unary(name: str) -> Build:
    def build(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
        return getattr(make.torch.nn.functional, name), [make.make(*request.shape)]

    return build


def _add(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return make.torch.add, [make.make(*request.shape), make.make(*request.shape)]


def _transpose(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    rank = len(request.shape)
    order = tuple(reversed(range(rank))) if request.dim is None else tuple(dim % rank for dim in request.dim)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"transpose takes --dim with every dimension once, such as {','.join(map(str, range(rank)))}")
    return lambda x: x.permute(order).contiguous(), [make.make(*request.shape)]


register_operators(
    Operator("add", "x + y", (), (512, 512), _add),
    Operator("relu", "max(x, 0)", (), (512, 512), _unary("relu")),
    Operator("gelu", "x * Phi(x), exact", (), (512, 512), _unary("gelu"), dtypes=FLOATING),
    Operator("transpose", "copy, dimensions in the order --dim (reversed)", (), (640, 256), _transpose, takes_dim=True),
)
