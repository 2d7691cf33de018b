"""Conversion of values to integer keys with the same order, and back; the low bits hold the element's position.

A float's bits, a sign and a magnitude, become a two's complement number; NaN becomes the largest key, and -0.0 equals
0.0, with a bit below the position to restore the sign. Descending keys are complemented, positions are not.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.api import ops

Loader = Callable[[Sequence[Any]], Any]

_WIDE = (torch.float64, torch.int64, torch.uint64)
_INTEGER = {torch.float32: torch.int32, torch.float64: torch.int64}


class SortKeys:
    """The encoding of a dtype's elements as keys.

    Attributes:
        count: i64 elements of a key: 1 if order and position share one, else 2.
    """

    def __init__(self, dtype: torch.dtype, descending: bool) -> None:
        self.dtype, self.descending = dtype, descending
        self.count = 2 if dtype in _WIDE else 1
        self.wide = torch.float64 if dtype == torch.float64 else torch.float32

    # -- to keys

    def order(self, x: Any) -> Any:
        """The value as an integer (int64) with the same order."""
        if self.dtype.is_floating_point:
            order = self._order_of_float(ops.to_dtype(x, self.wide))
        elif self.dtype == torch.uint64:
            order = ops.bitwise_xor(ops.to_dtype_bitcast(x, torch.int64, torch.uint64), _number(-(2**63)))
        elif self.dtype == torch.uint32:
            order = ops.sub(ops.to_dtype(x, torch.int64), _number(2**31))
        else:
            order = ops.to_dtype(x, torch.int64)
        return ops.bitwise_not(order) if self.descending else order

    def _order_of_float(self, x: Any) -> Any:
        integer = _INTEGER[self.wide]
        bits = ops.to_dtype_bitcast(x, integer, self.wide)
        largest = ops.constant(torch.iinfo(integer).max, integer)
        zero = ops.constant(0, integer)
        order = ops.where(ops.lt(bits, zero), ops.bitwise_xor(bits, largest), bits)
        order = ops.where(ops.eq(x, ops.constant(0.0, self.wide)), zero, order)
        return ops.to_dtype(ops.where(ops.isnan(x), largest, order), torch.int64)

    def low(self, x: Any, position: Any) -> Any:
        """The low part of a key, which orders equal values: twice the position, plus one for -0.0."""
        doubled = ops.mul(ops.index_expr(position, torch.int64), _number(2))
        if not self.dtype.is_floating_point:
            return doubled
        wide = ops.to_dtype(x, self.wide)
        negative = ops.lt(
            ops.to_dtype_bitcast(wide, _INTEGER[self.wide], self.wide), ops.constant(0, _INTEGER[self.wide])
        )
        is_negative_zero = ops.and_(ops.eq(wide, ops.constant(0.0, self.wide)), negative)
        return ops.add(doubled, ops.to_dtype(is_negative_zero, torch.int64))

    def elements(self, x: Any, position: Any) -> list[Any]:
        """The elements of the key of a value at a position."""
        order, low = self.order(x), self.low(x, position)
        if self.count == 2:
            return [order, low]
        return [ops.add(ops.bitwise_left_shift(order, _number(32)), low)]

    # -- from keys

    def position(self, key: Sequence[Any]) -> Any:
        """The position (int64) of a key's value."""
        return ops.bitwise_right_shift(self._low(key), _number(1))

    def _low(self, key: Sequence[Any]) -> Any:
        return key[1] if self.count == 2 else ops.bitwise_and(key[0], _number(2**32 - 1))

    def value(self, key: Sequence[Any]) -> Any:
        """The value of a key."""
        order = key[0] if self.count == 2 else ops.bitwise_right_shift(key[0], _number(32))
        if self.descending:
            order = ops.bitwise_not(order)
        if self.dtype.is_floating_point:
            return self._float(order, self._low(key))
        if self.dtype == torch.uint64:
            return ops.to_dtype_bitcast(ops.bitwise_xor(order, _number(-(2**63))), torch.uint64, torch.int64)
        if self.dtype == torch.uint32:
            order = ops.add(order, _number(2**31))
        return ops.to_dtype(order, self.dtype)

    def _float(self, order: Any, low: Any) -> Any:
        integer = _INTEGER[self.wide]
        order = ops.to_dtype(order, integer)
        zero = ops.constant(0, integer)
        bits = ops.where(
            ops.lt(order, zero), ops.bitwise_xor(order, ops.constant(torch.iinfo(integer).max, integer)), order
        )
        value = ops.to_dtype_bitcast(bits, self.wide, integer)
        is_marked = ops.eq(ops.bitwise_and(low, _number(1)), _number(1))
        value = ops.where(is_marked, ops.constant(-0.0, self.wide), value)
        return ops.to_dtype(value, self.dtype)


def keys_of(keys: SortKeys, load: Loader) -> list[Loader]:
    """Loaders of the keys' elements for a tensor that is sorted along its last dimension."""

    def element(number: int) -> Loader:
        return lambda index: keys.elements(load(index), index[-1])[number]

    return [element(number) for number in range(keys.count)]


def _number(value: int) -> Any:
    return ops.constant(value, torch.int64)
