"""A linalg op as a loop nest: sizes, iterator kinds, and every operand's address as a linear function of the loop
variables.

With addresses instead of shapes, transposed, broadcast, windowed and sliced operands are one case, and neighbouring
loops can be fused if the strides of all operands allow it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from npusim.simulator.ir.mlir import ir

Value = Any
Type = Any


@dataclass(frozen=True)
class Access:
    """The addresses of one operand of a nest.

    Attributes:
        value: the memref, or a scalar that is the same for all iterations.
        element_type: type of one element.
        constant: elements from the memref's first element to the element of iteration (0, ..., 0).
        strides: elements per step of each loop, outermost loop first.
        is_memref: False for a scalar operand.
    """

    value: Value
    element_type: Type
    constant: int
    strides: tuple[int, ...]
    is_memref: bool = True

    @property
    def elements(self) -> int:
        """Elements of the memref; 1 of a scalar."""
        return prod(int(n) for n in self.value.type.shape) if self.is_memref else 1

    def select(self, dims: Iterable[int]) -> "Access":
        """The same access in a nest that keeps only the given loops."""
        return replace(self, strides=tuple(self.strides[d] for d in dims))


@dataclass(frozen=True)
class Nest:
    """A perfect loop nest around the body of one `linalg.generic`.

    Attributes:
        sizes: trip count of each loop, outermost first.
        reduction: whether each loop is a reduction.
        inputs, outputs: operands in the order of the body's arguments.
        index_dims: loop of each of the op's dimensions; None if the dimension has one iteration.
    """

    sizes: tuple[int, ...]
    reduction: tuple[bool, ...]
    inputs: tuple[Access, ...]
    outputs: tuple[Access, ...]
    index_dims: tuple[int | None, ...]

    @property
    def accesses(self) -> tuple[Access, ...]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs

    def reduction_dims(self) -> tuple[int, ...]:
        """Loops that are reductions, outermost first."""
        return tuple(d for d, is_reduction in enumerate(self.reduction) if is_reduction)

    def parallel_dims(self) -> tuple[int, ...]:
        """Loops that are parallel, outermost first."""
        return tuple(d for d, is_reduction in enumerate(self.reduction) if not is_reduction)

    def select(self, dims: tuple[int, ...]) -> "Nest":
        """Keep only the given loops (the others have one iteration), in the given order."""
        position = {d: i for i, d in enumerate(dims)}
        return replace(
            self,
            sizes=tuple(self.sizes[d] for d in dims),
            reduction=tuple(self.reduction[d] for d in dims),
            inputs=tuple(a.select(dims) for a in self.inputs),
            outputs=tuple(a.select(dims) for a in self.outputs),
            index_dims=tuple(None if d is None else position.get(d) for d in self.index_dims),
        )


Linear = tuple[int, dict[int, int]]


def linear(expr: Any) -> Linear | None:
    """An affine expression as (constant, {dimension: factor}); None if it contains a division or a remainder."""
    if isinstance(expr, ir.AffineConstantExpr):
        return int(expr.value), {}
    if isinstance(expr, ir.AffineDimExpr):
        return 0, {int(expr.position): 1}
    if isinstance(expr, ir.AffineAddExpr):
        return _add(linear(expr.lhs), linear(expr.rhs))
    if isinstance(expr, ir.AffineMulExpr):
        return _multiply(linear(expr.lhs), linear(expr.rhs))
    return None


def _add(left: Linear | None, right: Linear | None) -> Linear | None:
    if left is None or right is None:
        return None
    factors = dict(left[1])
    for dim, factor in right[1].items():
        factors[dim] = factors.get(dim, 0) + factor
    return left[0] + right[0], factors


def _multiply(left: Linear | None, right: Linear | None) -> Linear | None:
    if left is None or right is None:
        return None
    if left[1] and right[1]:
        return None
    scale, other = (left[0], right) if not left[1] else (right[0], left)
    return scale * other[0], {dim: scale * factor for dim, factor in other[1].items()}


def _static_strides(memref_type: Any) -> list[int] | None:
    """Strides in elements, outermost first; None if one is dynamic, negative or unknown."""
    try:
        strides, _ = memref_type.get_strides_and_offset()
    except (RuntimeError, ValueError):
        return None
    known = [int(s) for s in strides]
    return known if all(s >= 0 for s in known) else None


def _access(value: Value, affine_map: Any, rank: int) -> Access | None:
    value_type = ir.MemRefType.maybe_downcast(value.type) if hasattr(ir.MemRefType, "maybe_downcast") else value.type
    if not isinstance(value_type, ir.MemRefType):
        return Access(value, value.type, 0, (0,) * rank, is_memref=False)
    memory_strides = _static_strides(value_type)
    if memory_strides is None or not value_type.has_static_shape:
        return None
    constant, strides = 0, [0] * rank
    for stride, expr in zip(memory_strides, affine_map.results, strict=True):
        found = linear(expr)
        if found is None:
            return None
        constant += stride * found[0]
        for dim, factor in found[1].items():
            strides[dim] += stride * factor
    if any(s < 0 for s in strides):
        return None
    return Access(value, value_type.element_type, constant, tuple(strides))


def _loop_sizes(operands: list[Value], maps: list[Any], rank: int) -> list[int] | None:
    sizes: list[int | None] = [None] * rank
    for value, affine_map in zip(operands, maps, strict=True):
        if not isinstance(value.type, ir.MemRefType):
            continue
        for size, expr in zip(value.type.shape, affine_map.results, strict=True):
            if isinstance(expr, ir.AffineDimExpr):
                sizes[expr.position] = int(size)
    known = [s for s in sizes if s is not None]
    return known if len(known) == rank else None


def analyse(op: Any) -> Nest | None:
    """The nest of a `linalg.generic` on static memrefs; None when an address is not linear in the loop variables."""
    maps = [attribute.value for attribute in op.attributes["indexing_maps"]]
    kinds = ["reduction" in str(kind) for kind in op.attributes["iterator_types"]]
    inputs, outputs = list(op.inputs), list(op.outputs)
    rank = len(kinds)
    sizes = _loop_sizes(inputs + outputs, maps, rank)
    if sizes is None:
        return None
    accesses = [_access(value, m, rank) for value, m in zip(inputs + outputs, maps, strict=True)]
    found = [a for a in accesses if a is not None]
    if len(found) != len(accesses):
        return None
    count = len(inputs)
    return Nest(tuple(sizes), tuple(kinds), tuple(found[:count]), tuple(found[count:]), tuple(range(rank)))


def simplify(nest: Nest, asked: frozenset[int] = frozenset()) -> Nest:
    """Drops loops of one iteration and fuses neighbouring loops if the strides of every operand allow it.

    Args:
        asked: dimensions of the op whose loop variable the body uses; their loops stay.
    """
    nest = nest.select(tuple(d for d, size in enumerate(nest.sizes) if size != 1))
    indexed = frozenset(loop for dim in asked if (loop := nest.index_dims[dim]) is not None)
    d = len(nest.sizes) - 2
    while d >= 0:
        if _fusible(nest, d, indexed):
            nest = _fuse(nest, d)
            indexed = frozenset(i - 1 if i > d else i for i in indexed)
        d -= 1
    return nest


def _fusible(nest: Nest, d: int, indexed: frozenset[int]) -> bool:
    if d in indexed or d + 1 in indexed or nest.reduction[d] != nest.reduction[d + 1]:
        return False
    inner = nest.sizes[d + 1]
    return all(a.strides[d] == a.strides[d + 1] * inner for a in nest.accesses)


def _fuse(nest: Nest, d: int) -> Nest:
    """Replaces loops d and d + 1 by one, which corresponds to no dimension of the op."""
    kept = nest.select(tuple(i for i in range(len(nest.sizes)) if i != d))
    sizes = list(kept.sizes)
    sizes[d] *= nest.sizes[d]
    return replace(kept, sizes=tuple(sizes))
