"""Lengthens reduction tiles, which suit the machine's scratchpad and arrays, to suit the host's caches.

A loop that only loads the next parts of two factors and adds their product to a tile,

    for k = 0 to K step s:  load A[m, k : k + s];  load B[k : k + s, n];  C += A @ B

reads and writes C once per step. Merging several steps does so less often, and register tiles sum over whole panels.
Only the functional program is changed; the trace is made from the original kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.functional.constants import bit_pattern
from npusim.simulator.functional.tiles import ON_HEAP
from npusim.simulator.functional.vectorize.body import read_body
from npusim.simulator.functional.vectorize.contraction import factors
from npusim.simulator.functional.vectorize.init_folding import affine_bounds
from npusim.simulator.functional.vectorize.nest import analyse, linear
from npusim.simulator.functional.vectorize.register_tile import LONGEST_PANEL
from npusim.simulator.ir.dialect import ALLOC, DMA_LOAD
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import affine, ir
from npusim.simulator.ir.values import definition

Value = Any
Operation = Any

_LONGEST = 2 * LONGEST_PANEL  # if nothing shorter divides the reduction
_FEWEST_ROWS = 32  # rows or columns of the output: smaller tiles are read and written faster than one factor
_PURE = frozenset({"affine.apply", "affine.min", "arith.constant", "memref.reinterpret_cast", "affine.yield"})


def merge_reduction_tiles(module: Any) -> None:
    """Lengthens steps of reduction loops that are shorter than a panel, in place."""
    loops = [op for op in walk(find_function(module)) if op.name == "affine.for"]
    for loop in loops:
        found = _reduction(loop)
        if found is not None:
            length = _merged_length(found)
            if length > found.step:
                _merge(found, length)


@dataclass(frozen=True)
class _Part:
    """A factor's part of a step: the allocation of its tile, the loaded DRAM view, and the reduced axis of both."""

    alloc: Operation
    view: Operation
    axis: int

    @property
    def width(self) -> int:
        """Elements of the tile per step of the reduction."""
        return prod(int(n) for d, n in enumerate(self.alloc.results[0].type.shape) if d != self.axis)

    @property
    def is_clipped(self) -> bool:
        """Whether the view's size along the axis is computed."""
        return int(self.view.attributes["static_sizes"][self.axis]) < 0


@dataclass(frozen=True)
class _Reduction:
    """A loop over parts of a reduction."""

    loop: Operation
    size: int
    step: int
    parts: tuple[_Part, ...]


def _merged_length(reduction: _Reduction) -> int:
    """The longest step that parts can be merged to, else the present step.

    Views of fixed size need steps that divide the reduction; computed sizes are clipped to it.
    """
    size, step = reduction.size, reduction.step
    count = -(-size // step)
    if all(part.is_clipped for part in reduction.parts):
        return step * min(count, max(1, LONGEST_PANEL // step))
    if size % step:
        return step
    dividing = [step * n for n in range(1, _LONGEST // step + 1) if count % n == 0]
    short = max(length for length in dividing if length <= LONGEST_PANEL)
    return short if short >= LONGEST_PANEL // 2 else max(dividing)


# -- what qualifies ---------------------------------------------------------------------------------------------------


def _reduction(loop: Operation) -> _Reduction | None:
    """An `affine.for` as a loop over parts of a reduction; None if it is another loop."""
    bounds = affine_bounds(loop)
    step = int(loop.attributes["step"].value)
    if bounds is None or bounds[0] != 0 or step >= LONGEST_PANEL or bounds[1] <= step or len(loop.results):
        return None
    operations = [op.operation for op in loop.regions[0].blocks[0].operations]
    loads = [op for op in operations if op.name == DMA_LOAD]
    products = [op for op in operations if op.name == "linalg.generic"]
    if len(loads) + len(products) + sum(op.name in _PURE for op in operations) != len(operations):
        return None
    axes = _reduced_axes(products)
    if axes is None or {load.operands[1] for load in loads} != set(axes) or len(loads) != len(axes):
        return None
    parts = [_part(loop, load, axes[load.operands[1]], bounds[1], step) for load in loads]
    found = tuple(part for part in parts if part is not None)
    if not found or len(found) != len(loads) or any(part.width < _FEWEST_ROWS for part in found):
        return None
    return _Reduction(loop, bounds[1], step, found) if _are_private(found, loop) else None


def _reduced_axes(products: Sequence[Operation]) -> dict[Value, int] | None:
    """The reduced axis of every factor; None unless all operations are contractions of one reduced dimension."""
    axes: dict[Value, int] = {}
    for op in products:
        found = _axes_of(op)
        if found is None or any(axes.setdefault(value, axis) != axis for value, axis in found):
            return None
    outputs = {op.operands[2] for op in products}
    return None if outputs & axes.keys() else axes


def _axes_of(op: Operation) -> list[tuple[Value, int]] | None:
    """The two factors of a contraction with the axis that is reduced."""
    nest = analyse(op.opview)
    if nest is None or len(op.operands) != 3:
        return None
    body = read_body(op.regions[0].blocks[0], len(nest.inputs))
    reduced = [d for d, kind in enumerate(op.attributes["iterator_types"]) if "reduction" in str(kind)]
    if not body.is_straight or factors(nest, body) is None or len(reduced) != 1:
        return None
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]][:2]
    axes = [_axis_of(reduced[0], affine_map) for affine_map in maps]
    return None if -1 in axes else list(zip(list(op.operands)[:2], axes, strict=True))


def _axis_of(dimension: int, affine_map: Any) -> int:
    """The operand axis of a loop dimension; -1 if there is none or the map is no projection."""
    results = list(affine_map.results)
    if not all(isinstance(e, ir.AffineDimExpr) for e in results):
        return -1
    positions = [e.position for e in results]
    return positions.index(dimension) if positions.count(dimension) == 1 else -1


def _part(loop: Operation, load: Operation, axis: int, size: int, step: int) -> _Part | None:
    """The part that a load loads; None unless later steps continue along the axis, whole up to the reduction's end."""
    view, tile = load.operands
    cast, alloc = definition(view, "memref.reinterpret_cast"), definition(tile, ALLOC)
    if cast is None or alloc is None or cast.parent.operation != loop or not _pads_with_zeros(load):
        return None
    if view.type.rank != tile.type.rank or int(tile.type.shape[axis]) != step:
        return None
    part = _Part(alloc, cast, axis)
    follows = _advance(loop, cast) == _stride(cast, axis)
    return part if follows and _reaches_the_end(loop, part, size, step) else None


def _pads_with_zeros(load: Operation) -> bool:
    """Whether padding adds nothing to a sum of products, as longer steps may have more padding."""
    if "pad_around" in load.attributes:
        return False
    return "pad" not in load.attributes or bit_pattern(load.attributes["pad"]) == 0


def _reaches_the_end(loop: Operation, part: _Part, size: int, step: int) -> bool:
    """Whether all steps together read exactly the whole reduction."""
    if part.is_clipped:
        return _is_rest(loop, _size(part.view, part.axis), size, step)
    return size % step == 0 and int(part.view.attributes["static_sizes"][part.axis]) == step


def _stride(cast: Operation, axis: int) -> int:
    """Elements between neighbours along an axis of a view; -1 when not known."""
    stride = int(cast.attributes["static_strides"][axis])
    return stride if stride > 0 else -1


def _advance(loop: Operation, cast: Operation) -> int | None:
    """Elements by which a view moves when the loop's variable grows by one; None if not constant."""
    variable = loop.regions[0].blocks[0].arguments[0]
    if int(cast.attributes["static_offsets"][0]) >= 0:
        return 0
    offset = cast.operands[1]
    if offset == variable:
        return 1
    apply = definition(offset, "affine.apply")
    operands = [] if apply is None else list(apply.operands)
    if apply is None or operands.count(variable) != 1:
        return None
    if any(other != variable and _is_inside(loop, other) for other in operands):
        return None
    (result,) = apply.attributes["map"].value.results
    found = linear(result)
    return None if found is None else found[1].get(operands.index(variable))


def _is_inside(loop: Operation, value: Value) -> bool:
    op = definition(value)
    return op is not None and op.parent.operation == loop


def _size(cast: Operation, axis: int) -> Value:
    """The operand that gives a view's size along an axis."""
    return cast.operands[_position_of_size(cast, axis)]


def _position_of_size(cast: Operation, axis: int) -> int:
    dynamic_offsets = sum(int(n) < 0 for n in cast.attributes["static_offsets"])
    sizes = [int(n) for n in cast.attributes["static_sizes"]]
    return 1 + dynamic_offsets + sum(n < 0 for n in sizes[:axis])


def _is_rest(loop: Operation, value: Value, size: int, step: int) -> bool:
    """Whether a value is `min(step, size - k)`."""
    minimum = definition(value, "affine.min")
    if minimum is None or list(minimum.operands) != [loop.regions[0].blocks[0].arguments[0]]:
        return False
    found = [linear(result) for result in minimum.attributes["map"].value.results]
    return len(found) == 2 and (step, {}) in found and (size, {0: -1}) in found


def _are_private(parts: Sequence[_Part], loop: Operation) -> bool:
    """Whether tiles and views have no other uses."""
    users = [use.owner.operation for part in parts for use in part.alloc.results[0].uses]
    views = [use.owner.operation.name for part in parts for use in part.view.results[0].uses]
    return all(user.parent.operation == loop for user in users) and views == [DMA_LOAD] * len(parts)


# -- rewriting --------------------------------------------------------------------------------------------------------


def _merge(reduction: _Reduction, length: int) -> None:
    loop = reduction.loop
    loop.attributes["step"] = ir.IntegerAttr.get(ir.IndexType.get(), length)
    for part in reduction.parts:
        _lengthen_tile(part, length)
        if part.is_clipped:
            _clip_later(reduction, part, length)
        else:
            _lengthen_view(part, length)


def _lengthen_tile(part: _Part, length: int) -> None:
    tile = part.alloc.results[0]
    tile.set_type(_with_size(tile.type, part.axis, length))
    part.alloc.attributes[ON_HEAP] = ir.UnitAttr.get()


def _lengthen_view(part: _Part, length: int) -> None:
    view = part.view.results[0]
    sizes = [int(n) for n in part.view.attributes["static_sizes"]]
    sizes[part.axis] = length
    part.view.attributes["static_sizes"] = ir.DenseI64ArrayAttr.get(sizes)
    view.set_type(_with_size(view.type, part.axis, length))


def _clip_later(reduction: _Reduction, part: _Part, length: int) -> None:
    """Clips the view to the end of the reduction or of the longer step, whichever is first."""
    variable = ir.AffineDimExpr.get(0)
    results = [ir.AffineConstantExpr.get(length), ir.AffineConstantExpr.get(reduction.size) - variable]
    argument = reduction.loop.regions[0].blocks[0].arguments[0]
    with ir.InsertionPoint(part.view), part.view.location:
        size = affine.AffineMinOp(ir.AffineMap.get(1, 0, results), [argument]).result
    part.view.operands[_position_of_size(part.view, part.axis)] = size


def _with_size(type_: Any, axis: int, size: int) -> Any:
    shape = list(type_.shape)
    shape[axis] = size
    return ir.MemRefType.get(shape, type_.element_type, layout=type_.layout, memory_space=type_.memory_space)
