"""Reductions and operators composed of them for `npusim run`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Operator, register_operators
from npusim.simulator.errors import OptionError

if TYPE_CHECKING:
    from torch import Tensor


def _one_dim(request: Request, name: str) -> int:
    dims = (-1,) if request.dim is None else request.dim
    if len(dims) != 1:
        raise OptionError(f"{name} takes one --dim, not {','.join(map(str, dims))}")
    return dims[0]


def _softmax(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    dim = _one_dim(request, "softmax")
    return lambda x: make.torch.softmax(x, dim), [make.make(*request.shape)]


def _layernorm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    size = request.shape[-1:]
    layer_norm = make.torch.nn.functional.layer_norm
    inputs = [make.make(*request.shape), make.make(*size), make.make(*size)]
    return lambda x, weight, bias: layer_norm(x, size, weight, bias), inputs


def _sum(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return lambda x: make.torch.sum(x, request.dim), [make.make(*request.shape)]


def _max(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    dims = tuple(range(len(request.shape))) if request.dim is None else request.dim
    return lambda x: make.torch.amax(x, dims), [make.make(*request.shape)]


register_operators(
    Operator("softmax", "along --dim (last)", (), (256, 512), _softmax, dtypes=FLOATING, takes_dim=True),
    Operator("layernorm", "over the last dimension, with weight and bias", (), (512, 768), _layernorm, dtypes=FLOATING),
    Operator("sum", "over --dim (all)", (), (512, 512), _sum, takes_dim=True, cancels=True),
    Operator("max", "largest values over --dim (all)", (), (128, 768), _max, takes_dim=True),
)
