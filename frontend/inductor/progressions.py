"""Tensors that are arithmetic progressions, as `arange` makes them, or zeros, seen before they are computed."""

import math
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

import sympy
import torch
from npusim.frontend.inductor.api import DefaultHandler, V, ir


class _OtherOperation(Exception):
    """The tensor is more than a sum of products of its indices and sizes."""


def _evaluated(loader: Callable[..., Any], indices: Sequence[Any], handler: DefaultHandler) -> Any:
    """What a loop body gives under a handler, or None if it does more than the handler knows, such as loading from a
    buffer, whose layout may still be open.
    """
    try:
        with V.set_ops_handler(handler), patch.object(ir.FlexibleLayout, "allow_indexing", True):
            found = loader(indices)
    except _OtherOperation:
        return None
    return getattr(found, "value", found)


_EXACT = (torch.int32, torch.int64)
"""Dtypes that hold every offset exactly."""


class _IndexExpressions(DefaultHandler):
    """Evaluates integer loop bodies to expressions of the indices."""

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise _OtherOperation(name)

    def index_expr(self, expr: Any, dtype: Any) -> Any:
        return self.to_dtype(sympy.sympify(expr), dtype)

    def constant(self, value: Any, dtype: Any) -> Any:
        return self.to_dtype(sympy.sympify(value), dtype)

    def to_dtype(self, x: Any, dtype: Any, *_: Any, **__: Any) -> Any:
        if dtype not in _EXACT:
            raise _OtherOperation(dtype)
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
    found = _evaluated(node.inner_fn, [index], _IndexExpressions())
    if found is None:
        return None
    expression = sympy.expand(found)
    step = expression.coeff(index, 1)
    first = sympy.expand(expression - step * index)
    return None if first.has(index) or step.has(index) else (first, step)


class _Constants(DefaultHandler):
    """Evaluates loop bodies that do nothing but give a constant."""

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise _OtherOperation(name)

    def constant(self, value: Any, dtype: Any) -> Any:
        return value

    def to_dtype(self, x: Any, dtype: Any, *_: Any, **__: Any) -> Any:
        return x


def is_zero(box: Any) -> bool:
    """Whether a tensor that has not been computed yet, or its view, is made of nothing but zeros (0, +0.0)."""
    indices = [sympy.Symbol(f"zero_index{axis}", integer=True, nonnegative=True) for axis in range(len(box.get_size()))]
    value = _evaluated(lambda index: box.make_loader()(index), indices, _Constants())
    return value is not None and bool(value == 0 and math.copysign(1.0, value) > 0)
