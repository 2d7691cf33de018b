"""The range of a tensor's elements that a view covers."""

from typing import Any

from npusim.simulator.ir.mlir import arith
from npusim.simulator.ir.values import as_index

Value = Any


def elements_spanned(view_type: Any) -> int:
    """Elements from the first to the last one of a view of static shape and strides, both included."""
    strides, _ = view_type.get_strides_and_offset()
    return 1 + sum((int(n) - 1) * int(s) for n, s in zip(view_type.shape, strides, strict=True))


def is_beyond(offset: Value, largest: int) -> Value:
    """i1: an offset is negative (as an unsigned number it is too large as well) or larger than `largest` (>= 0)."""
    return arith.CmpIOp(arith.CmpIPredicate.ugt, offset, as_index(largest)).result
