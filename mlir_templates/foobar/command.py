"""`npusim run foobar`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import Operator, register_operators

if TYPE_CHECKING:
    from torch import Tensor


def _foobar(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return make.torch._foobar, [make.make(*request.shape)]


def _copy(x: Tensor) -> Tensor:
    """The expected result, as eager PyTorch has no kernel for the operator."""
    return x


register_operators(Operator("foobar", "copy, by the example template", (), (512, 768), _foobar, on_cpu=_copy))
