"""The origins of a kernel's memrefs: tensors (function arguments), tiles (`npu.alloc`) and views of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from npusim.simulator.ir.dialect import ALLOC, HOST
from npusim.simulator.ir.mlir import ir

_DRAM_VIEWS = (
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
)
_TILE_VIEWS = ("memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape")
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


def walk(root: Any) -> Iterator[Any]:
    """All operations below `root` (an operation) in text order; the tree must not change meanwhile."""
    for region in root.regions:
        for block in region:
            for op in block.operations:
                yield op.operation
                yield from walk(op.operation)


def constant_value(value: Any) -> int | None:
    """The number of a constant integer or index value, else None."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name != "arith.constant":
        return None
    attribute = owner.operation.attributes["value"]
    return int(attribute.value) if isinstance(attribute, ir.IntegerAttr) else None


def source_tensor(view: Any) -> Any | None:
    """The function argument (a value) that a DRAM view was made from, or None when it does not come from one."""
    root = _root(view, _DRAM_VIEWS)
    is_argument = isinstance(root, ir.BlockArgument) and root.owner.owner.operation.name == "func.func"
    return root if is_argument else None


def source_argument(view: Any) -> int | None:
    """Index of the function argument that a DRAM view was made from, or None when it does not come from one."""
    tensor = source_tensor(view)
    return None if tensor is None else int(tensor.arg_number)


def source_alloc(tile: Any) -> Any | None:
    """The `npu.alloc` operation that a tile or a view of a tile comes from, or None when it does not come from one."""
    root = _root(tile, _TILE_VIEWS)
    if isinstance(root, ir.BlockArgument):
        return None
    op = root.owner.operation
    return op if op.name == ALLOC else None


def _root(value: Any, views: tuple[str, ...]) -> Any:
    """Follow view operations back to the value that they view."""
    while not isinstance(value, ir.BlockArgument):
        op = value.owner.operation
        if op.name not in views:
            return value
        value = op.operands[0]
    return value
