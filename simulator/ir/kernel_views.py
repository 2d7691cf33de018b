"""The origins of a kernel's memrefs: tensors (function arguments), tiles (`npu.alloc`) and views of them."""

import re
from dataclasses import dataclass
from typing import Any

from npusim.simulator.ir.dialect import ALLOC, DMA_STORE, HOST, SCATTER
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import definition

LOOPS = ("scf.for", "affine.for")
VIEWS = (
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
)
SWITCH = "scf.index_switch"
_TILE_VIEWS = ("memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape")
_STORES = {"memref.store": 1, DMA_STORE: 1, SCATTER: 2}
"""Operations that write DRAM, with the position of the operand that they write."""
_PLACE = re.compile(r'^loc\((?:.*\()?"[^"]*":(\d+):(\d+)')

ELEMENT_BITS = {
    "f64": 64, "f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8,
    "i64": 64, "i32": 32, "i16": 16, "i8": 8, "i1": 8,
}  # fmt: skip


def element_bytes(element_type: Any) -> int:
    """Bytes that one element takes in DRAM or in a tile; `index` counts as 8."""
    return ELEMENT_BITS.get(str(element_type), 64) // 8


@dataclass(frozen=True)
class AllocInfo:
    """A tile as `npu.alloc` declares it, defaults filled in.

    Attributes:
        index: position among the kernel's tiles, in text order.
        shape: sizes, outermost first; empty for a tile of one element without dimensions.
        element_type: MLIR's spelling, for example `bf16`.
        lane_axis, lane_stride: the tile's distribution over the lanes.
        slots: number of physical copies.
        host: it belongs to checks on the host and takes no scratchpad.
        accumulator: it holds sums of contractions, in machines that have a memory for them.
        line: line of the allocation in the kernel's text, 0 when unknown.
    """

    index: int
    shape: tuple[int, ...]
    element_type: str
    lane_axis: int
    lane_stride: int
    slots: int
    line: int = 0
    host: bool = False
    accumulator: bool = False

    @property
    def elements(self) -> int:
        """Number of elements of one copy."""
        count = 1
        for size in self.shape:
            count *= size
        return count

    @property
    def element_bytes(self) -> int:
        """Bytes of one element."""
        return element_bytes(self.element_type)

    @property
    def bytes(self) -> int:
        """Bytes of one copy of the tile, over all lanes, without padding."""
        return self.elements * self.element_bytes

    @property
    def type_text(self) -> str:
        """The tile's type as the kernel's text spells it."""
        return f"memref<{''.join(f'{size}x' for size in self.shape)}{self.element_type}, 1>"


def alloc_info(op: Any, index: int) -> AllocInfo:
    """Reads a verified `npu.alloc`, with defaults for missing attributes."""
    alloc, type_ = op.opview, ir.MemRefType(op.results[0].type)
    line, _ = line_and_column(op.location)
    return AllocInfo(
        index=index,
        shape=tuple(type_.shape),
        element_type=str(type_.element_type),
        lane_axis=alloc.lane_axis,
        lane_stride=alloc.lane_stride,
        slots=alloc.slots,
        line=line or 0,
        host=HOST in op.attributes,
        accumulator=alloc.accumulator,
    )


def line_and_column(location: Any) -> tuple[int | None, int | None]:
    """Line and column of a location in the kernel's text, or (None, None) when it has none."""
    match = _PLACE.search(str(location))  # locations of diagnostics lack their concrete class
    if match is None or match.group(1) == "0":
        return None, None
    return int(match.group(1)), int(match.group(2))


def walk(root: Any, outside: tuple[str, ...] = ()) -> list[Any]:
    """All operations below `root` (an operation) in text order.

    Args:
        root: an operation.
        outside: beginnings of the names of operations whose regions are left out.
    """
    operations: list[Any] = []
    add, advance, skip = operations.append, ir.WalkResult.ADVANCE, ir.WalkResult.SKIP

    def visit(op: Any) -> Any:  # for every operation of a kernel, many times in its compilation: nothing is looked up
        add(op)
        return advance

    def visit_inside(op: Any) -> Any:
        add(op)
        return skip if op.name.startswith(outside) and len(operations) > 1 else advance

    root.operation.walk(visit_inside if outside else visit, ir.WalkOrder.PRE_ORDER)
    return operations[1:]


def source_tensor(view: Any) -> Any | None:
    """The function argument (a value) that a DRAM view was made from, or None when it does not come from one alone."""
    root = view_root(view)
    return root if isinstance(root, ir.BlockArgument) and source_arguments(root) else None


def source_arguments(view: Any) -> tuple[int, ...]:
    """Indices of the function arguments that a DRAM view may come from: one, or those that the cases of an
    `scf.index_switch` choose from; empty when it does not come from arguments.
    """
    root = view_root(view)
    if isinstance(root, ir.BlockArgument):
        return (int(root.arg_number),) if root.owner.owner.operation.name == "func.func" else ()
    found = [source_arguments(value) for value in switched(root)]
    return tuple(dict.fromkeys(number for numbers in found for number in numbers)) if all(found) else ()


def stored_arguments(function: Any) -> set[int]:
    """Indices of the arguments of a kernel's function that some operation stores to, whether or not it is reached."""
    stores = ((op, _STORES[op.name]) for op in walk(function) if op.name in _STORES)
    return {number for op, place in stores for number in source_arguments(op.operands[place])}


def switched(value: Any) -> list[Any]:
    """The values that an `scf.index_switch` chooses a result from, the default first; empty for any other value."""
    op = definition(value, SWITCH)
    if op is None:
        return []
    place = list(op.results).index(value)
    ends = (region.blocks[0].operations[len(region.blocks[0].operations) - 1] for region in op.regions)
    return [end.operation.operands[place] for end in ends]


def source_alloc(tile: Any) -> Any | None:
    """The `npu.alloc` operation that a tile or a view of a tile comes from, or None when it does not come from one."""
    return definition(_root(tile, _TILE_VIEWS), ALLOC)


def view_root(view: Any) -> Any:
    """The memref behind nested views; two accesses can overlap only if they have the same one."""
    return _root(view, VIEWS)


def _root(value: Any, views: tuple[str, ...]) -> Any:
    """Follow view operations back to the value that they view."""
    while (op := definition(value, *views)) is not None:
        value = op.operands[0]
    return value
