"""The dialect `npu`: its operations, their memory effects and their verifiers.

Operations are defined with the extensible-dialect classes of the MLIR bindings (`dialects/ext.py` over IRDL),
checked with torch-mlir 20261001. They have generic assembly only. Optional attributes are checked by the verifiers,
because IRDL attributes cannot be left out.

docs/kernel_language.md describes what the operations mean.
"""

# No `from __future__ import annotations` here: the base classes read the annotations as objects.
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from npusim.simulator.ir.mlir_bindings import ROOT, ext, ir

ELEMENT_TYPES = ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8")
"""Element types of tensors and tiles, in MLIR's spelling."""

COMBINES = ("none", "add", "max", "min")
"""What a store or scatter does with the value that is already in DRAM. Integers compare as signed."""

DRAM, SCRATCHPAD = 0, 1
"""Memory spaces."""

if TYPE_CHECKING:
    AnyOperand = Any
    AnyResult = Any
else:
    AnyOperand, AnyResult = ext.Operand[Any], ext.Result[Any]


class Complaint(Exception):
    """A rule that an operation breaks; becomes a diagnostic at the operation's place in the text."""


def memory_space(type_: Any) -> int | None:
    """Memory space of a memref type: 0 DRAM, 1 scratchpad, None for a space that does not exist."""
    attribute = type_.memory_space
    if attribute is None:
        return DRAM
    known = isinstance(attribute, ir.IntegerAttr) and attribute.value in (DRAM, SCRATCHPAD)
    return int(attribute.value) if known else None


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise Complaint(sentence)


def _as_memref(value: Any, role: str) -> Any:
    type_ = value.type
    _require(isinstance(type_, ir.MemRefType), f"{role} must be a memref, but its type is {type_}")
    _check_element_type(type_, role)
    return type_


def _check_element_type(type_: Any, role: str) -> None:
    element = str(type_.element_type)
    hint = "; booleans are stored as i8 (0 or 1)" if element == "i1" else ""
    _require(
        element in ELEMENT_TYPES, f"{role} has element type {element}, allowed are {', '.join(ELEMENT_TYPES)}{hint}"
    )


def _as_dram(value: Any, role: str) -> Any:
    type_ = _as_memref(value, role)
    _require(
        memory_space(type_) == DRAM,
        f"{role} must be in DRAM (a memref without memory space), but its type is {type_}; tiles are the other operand",
    )
    return type_


def _as_tile(value: Any, role: str) -> Any:
    type_ = _as_memref(value, role)
    _require(
        memory_space(type_) == SCRATCHPAD,
        f"{role} must be in the scratchpad (memory space 1), but its type is {type_}; make tiles with npu.alloc",
    )
    _require(
        type_.has_static_shape,
        f"{role} must have a static shape, but its type is {type_}; the ragged edge belongs into the DRAM view",
    )
    return type_


def _check_attributes(op: Any, allowed: Iterable[str]) -> None:
    names = tuple(allowed)
    for name in op.attributes:
        text = name if isinstance(name, str) else name.name
        if text not in names and "." not in text:
            known = f"it takes {', '.join(names)}" if names else "it takes none"
            raise Complaint(f"unknown attribute '{text}'; {known}")


def _check_same_element(first: Any, second: Any, roles: str) -> None:
    _require(
        first.element_type == second.element_type,
        f"{roles} must have the same element type, but they have {first.element_type} and {second.element_type}; "
        "DMA does not convert, use a linalg.generic on tiles",
    )


def _integer_attribute(op: Any, name: str, default: int, minimum: int) -> int:
    if name not in op.attributes:
        return default
    attribute = op.attributes[name]
    is_i64 = isinstance(attribute, ir.IntegerAttr) and str(attribute.type) == "i64"
    _require(is_i64, f"attribute '{name}' must be an i64 integer such as `{name} = {default} : i64`, not {attribute}")
    _require(attribute.value >= minimum, f"attribute '{name}' must be at least {minimum}, not {attribute.value}")
    return int(attribute.value)


def _check_alloc(op: Any) -> None:
    _check_attributes(op, ("lane_axis", "lane_stride", "slots"))
    type_ = _as_tile(op.results[0], "the tile")
    _require(
        all(size >= 1 for size in type_.shape), f"every size of a tile must be at least 1, but its type is {type_}"
    )
    identity = ir.AffineMap.get_identity(type_.rank, context=type_.context)
    _require(
        type_.layout == ir.AffineMapAttr.get(identity), f"a tile must have the identity layout, but its type is {type_}"
    )
    axis, last = _integer_attribute(op, "lane_axis", 0, 0), max(type_.rank, 1) - 1
    sentence = f"attribute 'lane_axis' is {axis}, but the tile has rank {type_.rank}"
    _require(axis <= last, f"{sentence}: allowed are 0 to {last}")
    _integer_attribute(op, "lane_stride", 1, 1)
    _integer_attribute(op, "slots", 2, 1)
    parent = op.operation.parent
    _require(
        parent is not None and parent.name == "func.func",
        "a tile must be allocated at the top level of the function, not inside a loop or branch; "
        "move the npu.alloc to the start of the function",
    )


def _check_pad(op: Any, element_type: Any) -> None:
    if "pad" not in op.attributes:
        return
    pad = op.attributes["pad"]
    typed = isinstance(pad, (ir.IntegerAttr, ir.FloatAttr)) and pad.type == element_type
    sentence = f"attribute 'pad' must be a value of the element type {element_type}"
    _require(typed, f"{sentence}, such as `pad = {_example(element_type)}`, not {pad}")


def _example(element_type: Any) -> str:
    return f"{'0' if str(element_type).startswith('i') else '0.0'} : {element_type}"


def _check_combine(op: Any, element_type: Any) -> None:
    if "combine" not in op.attributes:
        return
    combine = op.attributes["combine"]
    known = isinstance(combine, ir.StringAttr) and combine.value in COMBINES
    _require(known, f"attribute 'combine' must be one of {', '.join(repr(name) for name in COMBINES)}, not {combine}")
    copies = not str(element_type).startswith("f8") or combine.value == "none"
    _require(
        copies,
        f"elements of type {element_type} can only be copied; extend them to f32 to combine with '{combine.value}'",
    )


def _check_transfer(view: Any, tile: Any) -> None:
    _require(
        view.rank == tile.rank,
        "the DRAM view and the tile must have the same rank, "
        f"but they have {view.rank} and {tile.rank} ({view} and {tile}); "
        "give the view unit sizes with memref.reinterpret_cast",
    )
    _check_same_element(view, tile, "the DRAM view and the tile")


def _check_surround(op: Any) -> None:
    if "surround" in op.attributes:
        attribute = op.attributes["surround"]
        _require(isinstance(attribute, ir.BoolAttr), f"attribute 'surround' must be `true` or `false`, not {attribute}")


def _check_dma_load(op: Any) -> None:
    _check_attributes(op, ("pad", "surround"))
    view, tile = (
        _as_dram(op.operands[0], "the source (first operand)"),
        _as_tile(op.operands[1], "the tile (second operand)"),
    )
    _check_transfer(view, tile)
    _check_pad(op, tile.element_type)
    _check_surround(op)


def _check_dma_store(op: Any) -> None:
    _check_attributes(op, ("combine",))
    tile, view = (
        _as_tile(op.operands[0], "the tile (first operand)"),
        _as_dram(op.operands[1], "the destination (second operand)"),
    )
    _check_transfer(view, tile)
    _check_combine(op, tile.element_type)


def _check_rows(dram: Any, index: Any, tile: Any) -> None:
    """Rows: the index tile has the tile's shape without the last axis, which is along the rows."""
    _require(
        tile.rank == index.rank + 1 and list(index.shape) == list(tile.shape)[:-1],
        f"the index tile must have the tile's shape without its last axis, but they are {index} and {tile}",
    )
    _check_indices(index)
    _check_same_element(dram, tile, "the DRAM operand and the tile")


def _check_indices(index: Any) -> None:
    _require(str(index.element_type) in ("i32", "i64"), f"the index tile must hold i32 or i64, but its type is {index}")


def _check_indexed(dram: Any, index: Any, tile: Any) -> None:
    _require(
        dram.rank == 1,
        f"the DRAM operand must have rank 1, but its type is {dram}; flatten it with memref.reinterpret_cast",
    )
    strides, _ = dram.get_strides_and_offset()
    _require(
        strides[0] == 1,
        f"the DRAM operand must be contiguous, but its type is {dram}; fold the stride into the indices",
    )
    _check_indices(index)
    _require(
        index.shape == tile.shape,
        f"the index tile and the tile must have the same shape, but they are {index} and {tile}",
    )
    _check_same_element(dram, tile, "the DRAM operand and the tile")


def _check_gather(op: Any) -> None:
    _check_attributes(op, ("pad",))
    dram = _as_dram(op.operands[0], "the source (first operand)")
    index, tile = (
        _as_tile(op.operands[1], "the index tile (second operand)"),
        _as_tile(op.operands[2], "the tile (third operand)"),
    )
    _check_elements_or_rows("source", dram, index, tile)
    _check_pad(op, tile.element_type)


def _check_elements_or_rows(what: str, dram: Any, index: Any, tile: Any) -> None:
    _require(dram.rank in (1, 2), f"the {what} must have rank 1 (elements) or 2 (rows), but its type is {dram}")
    (_check_rows if dram.rank == 2 else _check_indexed)(dram, index, tile)


def _check_scatter(op: Any) -> None:
    _check_attributes(op, ("combine",))
    tile, index = (
        _as_tile(op.operands[0], "the tile (first operand)"),
        _as_tile(op.operands[1], "the index tile (second operand)"),
    )
    dram = _as_dram(op.operands[2], "the destination (third operand)")
    _check_elements_or_rows("destination", dram, index, tile)
    _check_combine(op, tile.element_type)


HOST = "npu.host"
"""Attribute of what the machine does not do: host code that watches the program, without time, in tiles that take no
scratchpad.
"""


def is_host(op: Any) -> bool:
    """Whether an operation watches the program from the host."""
    return HOST in op.attributes or op.operation.name == "npu.check_index"


def _check_check_index(op: Any) -> None:
    _check_attributes(op, ("number", "wraps"))
    tile = _as_tile(op.operands[0], "the tile (first operand)")
    one = tile.rank == 1 and tile.shape[0] == 1 and str(tile.element_type) == "i64"
    _require(one, f"the tile (first operand) must be a memref<1xi64, 1>, but its type is {tile}")
    _require(isinstance(op.operands[1].type, ir.IndexType), "the size (second operand) must be of type index")
    _integer_attribute(op, "number", 0, 0)


def _check_counts(op: Any, operands: int, results: int) -> None:
    """Generic assembly can write any number; IRDL's own check comes after the verifiers."""
    given = len(op.operands), len(op.results)
    _require(
        given == (operands, results),
        f"it has {operands} operands and {results} results, but {given[0]} and {given[1]} are written",
    )
    _require(not len(op.operation.regions), "it has no regions")
    _require(not len(op.operation.successors), "it has no successors")


def _verifier(check: Callable[[Any], None], operands: int, results: int = 0) -> Any:
    def verify_invariants(op: Any) -> bool:
        try:
            _check_counts(op, operands, results)
            check(op)
        except Complaint as complaint:
            op.location.emit_error(f"'{op.operation.name}': {complaint}")
            return False
        return True

    return staticmethod(verify_invariants)


class Npu(ext.Dialect, name="npu"):  # type: ignore[misc, call-arg]
    """Scratchpad tiles and the transfers between them and DRAM."""


class AllocOp(Npu.Operation, name="alloc"):  # type: ignore[misc, name-defined, call-arg]
    """A scratchpad tile."""

    tile: AnyResult
    verify_invariants = _verifier(_check_alloc, 0, 1)


class DmaLoadOp(Npu.Operation, name="dma_load"):  # type: ignore[misc, name-defined, call-arg]
    """Strided copy from DRAM into a tile."""

    view: AnyOperand
    tile: AnyOperand
    verify_invariants = _verifier(_check_dma_load, 2)


class DmaStoreOp(Npu.Operation, name="dma_store"):  # type: ignore[misc, name-defined, call-arg]
    """Strided copy from a tile to DRAM, clipped to the view."""

    tile: AnyOperand
    view: AnyOperand
    verify_invariants = _verifier(_check_dma_store, 2)


class GatherOp(Npu.Operation, name="gather"):  # type: ignore[misc, name-defined, call-arg]
    """Element-indexed load; of rows when the DRAM operand has rank 2."""

    dram: AnyOperand
    index: AnyOperand
    tile: AnyOperand
    verify_invariants = _verifier(_check_gather, 3)


class ScatterOp(Npu.Operation, name="scatter"):  # type: ignore[misc, name-defined, call-arg]
    """Element-indexed store; of rows when the DRAM operand has rank 2."""

    tile: AnyOperand
    index: AnyOperand
    dram: AnyOperand
    verify_invariants = _verifier(_check_scatter, 3)


class CheckIndexOp(Npu.Operation, name="check_index"):  # type: ignore[misc, name-defined, call-arg]
    """Reports an index that its dimension does not have; takes no time."""

    largest: AnyOperand
    size: AnyOperand
    verify_invariants = _verifier(_check_check_index, 2)


def _effects(reads: tuple[int, ...], writes: tuple[int, ...]) -> Any:
    class Effects(ir.MemoryEffectsOpInterface):  # type: ignore[misc, name-defined]
        @staticmethod
        def get_effects(op: Any, effects: Any) -> None:
            operands = op.op_operands
            for index in reads:
                effects.append(ir.MemoryEffect.Read, operands[index])
            for index in writes:
                effects.append(ir.MemoryEffect.Write, operands[index])

    return Effects


class _AllocEffects(ir.MemoryEffectsOpInterface):  # type: ignore[misc, name-defined]
    @staticmethod
    def get_effects(op: Any, effects: Any) -> None:
        effects.append(ir.MemoryEffect.Allocate, op.results[0])


def load() -> None:
    """Load the dialect into the current context. Called once, by `simulator.mlir.context()`."""
    # The bindings look for a module of the dialect's name at every operation that they wrap, until they find one.
    sys.modules.setdefault(f"{ROOT}.dialects.npu", sys.modules[__name__])
    Npu.load()
    _AllocEffects.attach("npu.alloc")
    _effects(reads=(0,), writes=(1,)).attach("npu.dma_load")
    _effects(reads=(0,), writes=(1,)).attach("npu.dma_store")
    _effects(reads=(0, 1), writes=(2,)).attach("npu.gather")
    _effects(reads=(0, 1, 2), writes=(2,)).attach("npu.scatter")
    _effects(reads=(0,), writes=(0,)).attach("npu.check_index")
