"""The dialect `npu`: its operations, their operands, attributes, rules and memory effects.

`simulator.ir.dialect_definitions` explains the form of definitions, docs/kernel_language.md the operations.
"""

import sys
from typing import Any

from npusim.simulator.ir.dialect_definitions import (
    ELEMENT_TYPES,
    Defined,
    ElementValue,
    Flag,
    Integer,
    OneOf,
    VerifyError,
    attach_effects,
    defined_in,
    operand,
    require,
    result,
)
from npusim.simulator.ir.memref_type import DRAM, SCRATCHPAD, MemRefType, memory_space
from npusim.simulator.ir.mlir_bindings import ROOT, ext

__all__ = [
    "COMBINES",
    "DRAM",
    "ELEMENT_TYPES",
    "FIRST_OF_NONE",
    "HOST",
    "OPERATIONS",
    "PARALLEL",
    "SCRATCHPAD",
    "AllocOp",
    "CheckIndexOp",
    "DmaLoadOp",
    "DmaStoreOp",
    "GatherOp",
    "Npu",
    "ScatterOp",
    "is_host",
    "load",
    "memory_space",
]

COMBINES = ("none", "add", "max", "min")
"""How a store or scatter combines with the value in DRAM. Integers compare as signed."""

HOST = "npu.host"
"""Attribute of host code that checks the program: it takes no simulated time, and its tiles take no scratchpad."""

PARALLEL = "npu.parallel"
"""Attribute of a loop whose iterations are independent: cores share them."""


class Npu(ext.Dialect, name="npu"):  # type: ignore[misc, call-arg]
    """Scratchpad tiles and the transfers between them and DRAM."""


operation = defined_in(Npu)


@operation("alloc")
class AllocOp(Defined):
    """A scratchpad tile; with `accumulator` one of sums, which machines may have a memory of its own for."""

    tile = result()
    lane_axis = Integer(default=0, minimum=0)
    lane_stride = Integer(default=1, minimum=1)
    slots = Integer(default=2, minimum=1)
    accumulator = Flag()

    @staticmethod
    def rules(tile: MemRefType) -> None:
        sizes = all(size is not None and size >= 1 for size in tile.shape)
        require(sizes, f"every size of a tile must be at least 1, but its type is {tile}")
        require(not tile.has_gaps_or_offset, f"a tile must have the identity layout, but its type is {tile}")

    @staticmethod
    def checks(op: Any) -> None:
        rank, parent = op.tile.type.rank, op.operation.parent
        last = max(rank, 1) - 1
        sentence = f"attribute 'lane_axis' is {op.lane_axis}, but the tile has rank {rank}"
        require(op.lane_axis <= last, f"{sentence}: allowed are 0 to {last}")
        require(
            parent is not None and parent.name == "func.func",
            "a tile must be allocated at the top level of the function, not inside a loop or branch; "
            "move the npu.alloc to the start of the function",
        )


@operation("dma_load")
class DmaLoadOp(Defined):
    """Strided copy from DRAM into a tile or a part of a tile.

    Elements that the view does not fill become `pad`; with `pad_around` also the rest of the tile around the part.
    """

    source = operand(DRAM, "r")
    destination = operand(SCRATCHPAD, "w", role="tile")
    pad_around = Flag()
    pad = ElementValue(of="destination")

    @staticmethod
    def rules(source: MemRefType, destination: MemRefType) -> None:
        _check_strided(source, destination)


@operation("dma_store")
class DmaStoreOp(Defined):
    """Strided copy from a tile to DRAM, clipped to the view."""

    source = operand(SCRATCHPAD, "r", role="tile")
    destination = operand(DRAM, "w")
    combine = OneOf(COMBINES)

    @staticmethod
    def rules(source: MemRefType, destination: MemRefType) -> None:
        _check_strided(destination, source)

    @staticmethod
    def checks(op: Any) -> None:
        _check_combine(op)


@operation("gather")
class GatherOp(Defined):
    """Indexed load of elements, or of rows if the source has rank 2. Negative indices give `pad`."""

    source = operand(DRAM, "r")
    indices = operand(SCRATCHPAD, "r", role="index tile")
    destination = operand(SCRATCHPAD, "w", role="tile")
    pad = ElementValue(of="destination")

    @staticmethod
    def rules(source: MemRefType, indices: MemRefType, destination: MemRefType) -> None:
        _check_indexed("source", source, indices, destination)


@operation("scatter")
class ScatterOp(Defined):
    """Indexed store of elements, or of rows if the destination has rank 2. Negative indices store nothing."""

    source = operand(SCRATCHPAD, "r", role="tile")
    indices = operand(SCRATCHPAD, "r", role="index tile")
    destination = operand(DRAM, "rw")
    combine = OneOf(COMBINES)

    @staticmethod
    def rules(source: MemRefType, indices: MemRefType, destination: MemRefType) -> None:
        _check_indexed("destination", destination, indices, source)

    @staticmethod
    def checks(op: Any) -> None:
        _check_combine(op)


FIRST_OF_NONE = -(1 << 63)
"""What stands for index 0 of a dimension without elements where indices are checked."""


@operation("check_index")
class CheckIndexOp(Defined):
    """Reports an index outside of its dimension of `size` elements; takes no time.

    `largest` holds the largest index as an unsigned number; with `wraps`, negative indices count from the end. In a
    dimension of 0 elements it is 0 if there are no indices, and FIRST_OF_NONE for index 0.
    """

    largest = operand(SCRATCHPAD, "rw", role="tile")  # written, so that it is not removed
    size = operand(None)
    number = Integer(default=0, minimum=0)
    wraps = Flag()

    @staticmethod
    def rules(largest: MemRefType, size: str) -> None:
        one = largest.shape == (1,) and largest.element == "i64"
        require(one, f"the tile (first operand) must be a memref<1xi64, 1>, but its type is {largest}")


OPERATIONS: tuple[Any, ...] = (AllocOp, DmaLoadOp, DmaStoreOp, GatherOp, ScatterOp, CheckIndexOp)
"""All operations."""

ALLOC, DMA_LOAD, DMA_STORE, GATHER, SCATTER, CHECK_INDEX = (op.OPERATION_NAME for op in OPERATIONS)
"""Names of the operations."""


def is_host(op: Any) -> bool:
    """Whether an operation is host code that checks the program."""
    return HOST in op.attributes or op.operation.name == CHECK_INDEX


def _check_same_element(dram: MemRefType, tile: MemRefType, roles: str) -> None:
    sentence = f"{roles} must have the same element type, but they have {dram.element} and {tile.element}"
    require(dram.element == tile.element, f"{sentence}; DMA does not convert, use a linalg.generic on tiles")


def _check_strided(view: MemRefType, tile: MemRefType) -> None:
    sentence = f"the DRAM view and the tile must have the same rank, but they have {view.rank} and {tile.rank}"
    require(
        view.rank == tile.rank,
        f"{sentence} ({view} and {tile}); give the view unit sizes with memref.reinterpret_cast",
    )
    _check_same_element(view, tile, "the DRAM view and the tile")


def _check_indexed(what: str, dram: MemRefType, indices: MemRefType, tile: MemRefType) -> None:
    """Checks the shape of the index tile: the tile's shape; for rows without the last axis, which is along the rows."""
    require(dram.rank in (1, 2), f"the {what} must have rank 1 (elements) or 2 (rows), but its type is {dram}")
    by_rows = dram.rank == 2
    if not by_rows:
        sentence = f"the DRAM operand must be contiguous, but its type is {dram}"
        require(dram.strides in (None, (1,)), f"{sentence}; fold the stride into the indices")
    if by_rows:
        fits = tile.rank == indices.rank + 1 and indices.shape == tile.shape[:-1]
        sentence = "the index tile must have the tile's shape without its last axis"
    else:
        fits, sentence = indices.shape == tile.shape, "the index tile and the tile must have the same shape"
    require(fits, f"{sentence}, but they are {indices} and {tile}")
    require(indices.element in ("i32", "i64"), f"the index tile must hold i32 or i64, but its type is {indices}")
    _check_same_element(dram, tile, "the DRAM operand and the tile")


def _check_combine(op: Any) -> None:
    element = str(op.source.type.element_type)
    if element.startswith("f8") and op.combine != "none":
        sentence = f"elements of type {element} can only be copied"
        raise VerifyError(f"{sentence}; extend them to f32 to combine with '{op.combine}'")


def load() -> None:
    """Load the dialect into the current context. Called once, by `simulator.mlir.context()`."""
    # Without it the bindings search for a module of the dialect's name at every operation that they wrap.
    sys.modules.setdefault(f"{ROOT}.dialects.npu", sys.modules[__name__])
    Npu.load()
    for op in OPERATIONS:
        attach_effects(op.definition)
