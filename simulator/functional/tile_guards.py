"""Run-time bounds checks of compute and transfers on parts of tiles.

A part that leaves its tile would access the next tile. Only kernels written by hand are checked: generated kernels stay
inside by construction.
"""

from typing import Any

from npusim.simulator.functional.metadata import Metadata
from npusim.simulator.ir.control_guards import declare_refuse, refuse
from npusim.simulator.ir.dialect import ALLOC, DMA_LOAD, SCRATCHPAD, memory_space
from npusim.simulator.ir.kernel import find_function, is_guarded
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import arith, ir
from npusim.simulator.ir.values import as_index, definition, flag

_OUTSIDE = 0  # the number of `npusim.simulator.native.faults.Fault`
_TILE_USERS = ("npu.", "linalg.")

Value = Any


def guard_tiles(module: Any) -> None:
    """Makes a guarded kernel end with an error before an operation that would leave its tile, in place."""
    if not is_guarded(module):
        return
    function = find_function(module)
    users = [op for op in walk(function, _TILE_USERS) if op.name.startswith(_TILE_USERS)]
    for op in users:
        for value in op.operands:
            if _is_part(value):
                declare_refuse(function)
                with ir.InsertionPoint(op), op.location:
                    _guard(op, value)


def _is_part(value: Value) -> bool:
    if not isinstance(value.type, ir.MemRefType) or memory_space(value.type) != SCRATCHPAD:
        return False
    op = definition(value)
    return op is not None and op.name != ALLOC


def _guard(op: Any, part: Value) -> None:
    numbers = Metadata(part)
    sizes = [as_index(size) for size in _sizes(op, part, numbers)]
    strides = [as_index(stride) for stride in numbers.strides]
    extent, zero = as_index(numbers.extent), as_index(0)
    first = last = as_index(numbers.offset)
    for size, stride in zip(sizes, strides, strict=True):
        steps = arith.MaxSIOp(arith.SubIOp(size, as_index(1)).result, zero).result
        reach = arith.MulIOp(steps, stride).result
        first = arith.AddIOp(first, arith.MinSIOp(reach, zero).result).result
        last = arith.AddIOp(last, arith.MaxSIOp(reach, zero).result).result
    outside = _any([_leaves(end, extent) for end in (first, last)] + [_is_far(s, extent) for s in strides])
    if _pads_around(op):  # an empty view moves nothing
        none = _any([arith.CmpIOp(arith.CmpIPredicate.sle, size, zero).result for size in sizes])
        outside = arith.AndIOp(outside, arith.XOrIOp(none, flag(True)).result).result
    refuse(outside, _OUTSIDE, op.location, first, last, extent)


def _sizes(op: Any, part: Value, numbers: Metadata) -> list[Any]:
    """Sizes of the part that an operation accesses; with `pad_around`, those of the view."""
    if not _pads_around(op):
        return numbers.sizes
    view = Metadata(op.opview.source)
    pairs = zip(view.sizes, numbers.sizes, strict=True)
    return [arith.MinSIOp(as_index(x), as_index(y)).result for x, y in pairs]


def _pads_around(op: Any) -> bool:
    return bool(op.name == DMA_LOAD and op.opview.pad_around)


def _leaves(element: Value, extent: Value) -> Value:
    """Whether an index is outside of [0, extent), by an unsigned comparison."""
    return arith.CmpIOp(arith.CmpIPredicate.uge, element, extent).result


def _is_far(stride: Value, extent: Value) -> Value:
    """Whether a stride exceeds the tile, so that index products could wrap around."""
    magnitude = arith.MaxSIOp(stride, arith.SubIOp(as_index(0), stride).result).result
    return arith.CmpIOp(arith.CmpIPredicate.ugt, magnitude, extent).result


def _any(conditions: list[Value]) -> Value:
    result = conditions[0]
    for condition in conditions[1:]:
        result = arith.OrIOp(result, condition).result
    return result
