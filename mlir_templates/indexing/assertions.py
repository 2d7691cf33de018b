"""Assertions about values: of programs (`torch._assert_async`), and of operators not defined for all numbers."""

from functools import partial
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.codegen.math.orthogonal import LARGEST_DEGREE
from npusim.frontend.inductor.api import ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.operators import define_operator
from npusim.scheduler.tensors.poison_values import is_poison

aten = torch.ops.aten


def _check(condition: torch.Tensor, message: str) -> None:
    if not is_poison(condition) and not condition.item():
        raise RuntimeError(message)


# Declared to mutate its argument, so that the call without a result is not removed.
@define_operator("check(Tensor(a!) condition, str message) -> ()", on_device=_check)
def check(condition: torch.Tensor, message: str) -> None:
    """Raises RuntimeError unless the condition (one element) is true."""


@define_operator(
    "checked(Tensor x, Tensor condition, str message) -> Tensor", on_host=lambda x, condition, message: x.clone()
)
def checked(x: torch.Tensor, condition: torch.Tensor, message: str) -> torch.Tensor:
    """x; raises ForbiddenValueError unless the condition holds for each element, where values are computed.

    Args:
        condition: bools that broadcast to the shape of x.
        message: of the error.
    """
    return torch.empty_like(x)


@register_lowering(checked)
def lower_checked(x: Any, condition: Any, message: str) -> Any:
    condition = inductor.expand(condition, x.get_size())

    def element(at: Any) -> Any:
        ops.device_assert_async(condition.make_loader()(at), message)
        return x.make_loader()(at)

    return ir.Pointwise.create(device=x.get_device(), dtype=x.get_dtype(), inner_fn=element, ranges=list(x.get_size()))


def _of_degrees(name: str, polynomial: Any, x: Any, degrees: Any) -> Any:
    """A polynomial whose recurrence is written out up to a degree, which numbers in a tensor could be beyond."""
    if isinstance(degrees, ir.TensorBox):
        is_known = inductor.logical_not(inductor.lowerings[aten.gt.Scalar](degrees, LARGEST_DEGREE))
        message = f"{name} expects degrees of at most {LARGEST_DEGREE} in a tensor (a number may be larger)"
        degrees = lower_checked(degrees, is_known, message)
    return polynomial(x, degrees)


# Hermite polynomials of larger degrees are NaN in eager PyTorch, too; Chebyshev polynomials have closed forms.
for _name in ("laguerre_polynomial_l", "legendre_polynomial_p"):
    _operator = getattr(aten, f"special_{_name}").default
    register_lowering(_operator)(partial(_of_degrees, _name, inductor.lowerings[_operator]))


def _lower_check(condition: Any, message: str) -> None:
    ir.FallbackKernel.create(check, inductor.to_dtype(condition, torch.bool), message)


@register_lowering(aten._assert_async.msg)
def lower_assert(condition: Any, message: str) -> Any:
    _lower_check(condition, message)
    return ()


@register_lowering(aten._functional_assert_async.msg)
def lower_functional_assert(condition: Any, message: str, token: Any) -> Any:
    _lower_check(condition, message)
    return token
