"""Memref types of kernels, for verifiers and for printing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from npusim.simulator.ir.mlir_bindings import ir

DRAM, SCRATCHPAD = 0, 1
"""Memory spaces."""


@dataclass(frozen=True)
class MemRefType:
    """A memref type; `str` gives MLIR's spelling.

    Attributes:
        shape: sizes, outermost first; None for dynamic sizes.
        element: MLIR element type.
        strides: in elements, None for dynamic ones; None altogether for the dense row-major layout.
        offset: offset of the first element, None if dynamic.
        space: `DRAM`, `SCRATCHPAD`, or None for an unknown space.
        spelling: text of a type that was read from a module.
    """

    shape: tuple[int | None, ...]
    element: str
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0
    space: int | None = DRAM
    spelling: str = ""

    @classmethod
    def tile(cls, shape: Sequence[int], element: str) -> "MemRefType":
        """The type of a whole tile."""
        return cls(tuple(shape), element, space=SCRATCHPAD)

    @classmethod
    def tensor(cls, elements: int | None, element: str) -> "MemRefType":
        """The type of a kernel's argument of rank 1: `elements` elements, None for a dynamic size."""
        return cls((elements,), element)

    @classmethod
    def of(cls, type_: Any) -> "MemRefType":
        """Converts a type of a module."""
        strides, offset = _layout(type_)
        shape = tuple(None if type_.is_dynamic_dim(axis) else type_.shape[axis] for axis in range(type_.rank))
        return cls(shape, str(type_.element_type), strides, offset, memory_space(type_), str(type_))

    def __str__(self) -> str:
        if self.spelling:
            return self.spelling
        parts = ["x".join([*map(_number, self.shape), self.element])]
        if self.strides is not None:
            start = "" if self.offset == 0 and self.space != DRAM else f", offset: {_number(self.offset)}"
            parts.append(f"strided<[{', '.join(map(_number, self.strides))}]{start}>")
        if self.space != DRAM:
            parts.append(str(self.space))
        return f"memref<{', '.join(parts)}>"

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def is_static(self) -> bool:
        """Whether all sizes are known."""
        return None not in self.shape

    @property
    def has_gaps_or_offset(self) -> bool:
        """Whether the layout is not the dense row-major one."""
        return self.strides is not None

    @property
    def steps(self) -> tuple[int | None, ...]:
        """Strides, also of the dense layout (of static shapes)."""
        return row_major(self.shape) if self.strides is None else self.strides


def row_major(shape: Sequence[int | None]) -> tuple[int | None, ...]:
    """Strides of the dense row-major layout."""
    strides: list[int | None] = [1] if shape else []
    for size in reversed(shape[1:]):
        first = strides[0]
        strides.insert(0, None if first is None or size is None else first * size)
    return tuple(strides)


def memory_space(type_: Any) -> int | None:
    """Memory space of a memref type of a module: `DRAM`, `SCRATCHPAD`, or None for an unknown space."""
    attribute = type_.memory_space
    if attribute is None:
        return DRAM
    known = isinstance(attribute, ir.IntegerAttr) and attribute.value in (DRAM, SCRATCHPAD)
    return int(attribute.value) if known else None


def _layout(type_: Any) -> tuple[tuple[int | None, ...] | None, int | None]:
    """Strides and offset; strides are None for the dense layout."""
    if isinstance(type_.layout, ir.AffineMapAttr) and type_.layout.value == ir.AffineMap.get_identity(
        type_.rank, context=type_.context
    ):
        return None, 0
    strides, offset = type_.get_strides_and_offset()
    unknown = ir.MemRefType.get_dynamic_stride_or_offset()
    return tuple(None if s == unknown else int(s) for s in strides), None if offset == unknown else int(offset)


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)
