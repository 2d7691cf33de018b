"""Tensors that are arithmetic progressions, as `arange` makes them, or zeros, seen before they are computed."""

import math
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.elements import FewOperations, OtherOperation

_EXACT = (torch.int32, torch.int64)
"""Dtypes that hold every offset exactly."""


class _IndexExpressions(FewOperations):
    """Evaluates integer loop bodies to expressions of the indices."""

    def index_expr(self, expr: Any, dtype: Any) -> Any:
        return self.to_dtype(sympy.sympify(expr), dtype)

    def constant(self, value: Any, dtype: Any) -> Any:
        return self.to_dtype(sympy.sympify(value), dtype)

    def to_dtype(self, x: Any, dtype: Any, *_: Any, **__: Any) -> Any:
        if dtype not in _EXACT:
            raise OtherOperation(dtype)
        return x

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def mul(self, x: Any, y: Any) -> Any:
        return x * y


def progression(box: Any) -> tuple[Any, Any] | None:
    """(first element, step) of a one-dimensional integer tensor that has not been computed yet, or None."""
    node = getattr(getattr(box, "data", None), "data", None)
    if not isinstance(node, ir.Pointwise) or len(node.get_size()) != 1 or node.dtype not in _EXACT:
        return None
    index = sympy.Symbol("progression_index", integer=True, nonnegative=True)
    found = _IndexExpressions().evaluate(node.inner_fn, [index])
    if found is None:
        return None
    expression = sympy.expand(found)
    step = expression.coeff(index, 1)
    first = sympy.expand(expression - step * index)
    return None if first.has(index) or step.has(index) else (first, step)


class _Constants(FewOperations):
    """Evaluates loop bodies that do nothing but give a constant."""

    def constant(self, value: Any, dtype: Any) -> Any:
        return value

    def to_dtype(self, x: Any, dtype: Any, *_: Any, **__: Any) -> Any:
        return x


def is_zero(box: Any) -> bool:
    """Whether a tensor that has not been computed yet, or its view, is made of nothing but zeros (0, +0.0)."""
    indices = [sympy.Symbol(f"zero_index{axis}", integer=True, nonnegative=True) for axis in range(len(box.get_size()))]
    value = _Constants().evaluate(lambda index: box.make_loader()(index), indices)
    return value is not None and bool(value == 0 and math.copysign(1.0, value) > 0)
