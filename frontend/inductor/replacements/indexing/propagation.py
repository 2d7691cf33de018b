"""Numbers that Inductor computes as expressions of loop variables: positions, and arithmetic on them.

Inductor gives an expression a dtype but no end: `torch.arange(300).to(torch.int8)`, or `.bool()`, stays `0, 1, 2, ...`
for what is computed with it, and sums of narrow numbers neither wrap nor round. Here an expression ends where its dtype
may not hold it: it is converted to the dtype, and what follows is computed as written. So is the remainder of a
division towards zero (`torch.fmod`) where a number may be negative: Inductor's expression has the divisor's sign.
"""

from collections.abc import Callable
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import IndexPropVar, V, ValueRanges, bound_sympy
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around

_OF_ANY_SIZE = (torch.int64, torch.int32, torch.float32, torch.float64)
"""Dtypes that hold the positions in tensors of unknown size, as tensors of 2^24 elements along a dimension are rare."""


@around
def within_dtypes(stock: Callable[..., Any], self: Any, name: str, args: Any, kwargs: dict[str, Any]) -> Any:
    """Wraps `IndexPropagation.propagate_sympy`: in graphs of the device, only for numbers that their dtype holds."""
    if DEVICE_TYPE not in V.graph.device_types:
        return stock(self, name, args, kwargs)
    if name == "mod" and not _have_floor(*args):
        return self.fallback(name, args, kwargs)
    result = stock(self, name, args, kwargs)
    is_symbolic = isinstance(result, IndexPropVar) and result.is_symbolic
    if not is_symbolic or _holds(self, result.value):
        return result
    return self.wrap(self.materialize_expr(result.value.expr, result.value.dtype))


def _have_floor(dividend: Any, divisor: Any) -> bool:
    """Whether a quotient is rounded down when it is rounded towards zero, as no number is negative."""
    dividend, divisor = (sympy.sympify(number.value.expr) for number in (dividend, divisor))
    return bool(dividend.is_nonnegative and divisor.is_positive)


def _holds(propagation: Any, number: Any) -> bool:
    """Whether the dtype of a typed expression holds every value that it has in the loops."""
    if number.dtype == torch.int64 or number.is_constant():
        return True
    low, high = _exact(number.dtype)
    sizes = {symbol: sympy.sympify(size) for symbol, size in propagation.indirect_var_ranges.items()}
    computed = {symbol: ValueRanges(0, size - 1) for symbol, size in sizes.items() if size.is_Integer}
    bounds = bound_sympy(number.expr, computed | dict(propagation.var_to_range))
    if not (bounds.lower.is_Integer and bounds.upper.is_Integer):
        return number.dtype in _OF_ANY_SIZE
    return bool(low <= bounds.lower and bounds.upper <= high)


def _exact(dtype: torch.dtype) -> tuple[int, int]:
    """The least and the greatest whole number up to which a dtype holds all of them."""
    if dtype == torch.bool:
        return 0, 1
    if dtype.is_floating_point:
        largest = round(2 / torch.finfo(dtype).eps)
        return -largest, largest
    return torch.iinfo(dtype).min, torch.iinfo(dtype).max
