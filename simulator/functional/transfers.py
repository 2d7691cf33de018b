"""Lowering of `npu.dma_load`, `dma_store`, `gather` and `scatter` to calls of the runtime (simulator/native/runtime).

The runtime selects the fast path at run time (rows, broadcasts, blocked transposes), as strides and sizes are often
known only then. The kernel passes addresses and a descriptor of 64-bit integers on the stack, one array for the whole
function, as calls do not overlap.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.functional.constants import bit_pattern
from npusim.simulator.functional.metadata import Metadata, declare
from npusim.simulator.ir.dialect import COMBINES, DMA_LOAD, DMA_STORE, ELEMENT_TYPES, GATHER, SCATTER
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.kernel_views import element_bytes, line_and_column, source_alloc
from npusim.simulator.ir.mlir import arith, func, ir, memref
from npusim.simulator.native import _runtime

_ARGUMENTS = {
    "npusim_dma_load": 6,
    "npusim_dma_store": 6,
    "npusim_gather": 9,
    "npusim_gather_rows": 9,
    "npusim_scatter": 9,
    "npusim_scatter_rows": 9,
}
_NUMBERS_OF_A_ROW = 5
_HEADER = 3  # line, extent, offset: see Header in simulator/native/runtime/runtime.cpp


def lower_transfers(module: Any) -> None:
    """Replace every transfer of the module's function, in place."""
    function = find_function(module)
    transfers = [op.opview for op in walk(function) if op.name in _LOWERINGS]
    if not transfers:
        return
    emitter = _Emitter(function, transfers)
    for op in transfers:
        with ir.InsertionPoint(op), op.location:
            _LOWERINGS[op.name](emitter, op)
        op.operation.erase()
    for name in sorted(emitter.called):
        declare(module, name, _ARGUMENTS[name])


class _Emitter:
    """Emits common parts of transfers at the current insertion point."""

    def __init__(self, function: Any, transfers: Sequence[Any]) -> None:
        self.called: set[str] = set()
        self._i64 = ir.IntegerType.get_signless(64, function.context)
        self._index = ir.IndexType.get(function.context)
        longest = _HEADER + max(_NUMBERS_OF_A_ROW + 4 * _rank(op) for op in transfers)
        with ir.InsertionPoint.at_block_begin(function.regions[0].blocks[0]), ir.Location.unknown(function.context):
            self._descriptor = memref.AllocaOp(ir.MemRefType.get([longest], self._i64), [], []).result
            self._descriptor_address = self.number(memref.ExtractAlignedPointerAsIndexOp(self._descriptor).result)

    def number(self, value: Any) -> Any:
        """A Python integer or an `index` value as an `i64` value."""
        if isinstance(value, int):
            return arith.ConstantOp(self._i64, value).result
        return arith.IndexCastOp(self._i64, value).result

    def smaller(self, x: Any, y: Any) -> Any:
        """The smaller of two sizes, each a Python integer or an `index` value."""
        if isinstance(x, int) and isinstance(y, int):
            return min(x, y)
        values = [arith.ConstantOp(self._index, n).result if isinstance(n, int) else n for n in (x, y)]
        return arith.MinSIOp(*values).result

    def address(self, value: Any, metadata: "Metadata") -> Any:
        """Host address of a view's first element, as an `i64` value."""
        base = self.number(memref.ExtractAlignedPointerAsIndexOp(value).result)
        if metadata.offset == 0:
            return base
        scale = self.number(element_bytes(metadata.element_type))
        return arith.AddIOp(base, arith.MulIOp(self.number(metadata.offset), scale).result).result

    def descriptor(self, op: Any, dram: "Metadata", numbers: Iterable[Any]) -> Any:
        """Writes the descriptor of a transfer and returns its address as an `i64` value."""
        line, _ = line_and_column(op.location)
        for position, number in enumerate([line or 0, dram.extent, dram.offset, *numbers]):
            place = arith.ConstantOp(self._index, position).result
            memref.StoreOp(self.number(number), self._descriptor, [place])
        return self._descriptor_address

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the runtime; integers become constants."""
        self.called.add(name)
        values = [self.number(value) if isinstance(value, int) else value for value in arguments]
        func.CallOp([], ir.FlatSymbolRefAttr.get(name), values)


def _rank(op: Any) -> int:
    values = [*op.operands, *([_whole_tile(op)] if op.name == DMA_LOAD and op.pad_around else [])]
    rank = max(ir.MemRefType(value.type).rank for value in values)
    if rank > _runtime.MAX_RANK:
        raise CompileError(f"{op.location}: {op.name} has rank {rank}, the largest is {_runtime.MAX_RANK}")
    return int(rank)


def _pad_bits(op: Any) -> int:
    return 0 if op.pad is None else bit_pattern(op.pad)


def _lower_dma_load(emit: _Emitter, op: Any) -> None:
    source, target = Metadata(op.source), Metadata(op.destination)
    if op.pad_around:
        _clear_tile(emit, op, source)
    sizes = target.sizes
    if op.pad_around:  # the tile is padded already, and the part may exceed it where the view does not
        sizes = [emit.smaller(x, y) for x, y in zip(source.sizes, target.sizes, strict=True)]
    descriptor = emit.descriptor(op, source, [*source.sizes, *source.strides, *sizes, *target.strides])
    emit.call(
        "npusim_dma_load",
        emit.address(op.source, source),
        emit.address(op.destination, target),
        descriptor,
        target.rank,
        element_bytes(target.element_type),
        _pad_bits(op),
    )


def _whole_tile(load: Any) -> Any:
    """The whole tile behind a load's operand."""
    alloc = source_alloc(load.destination)
    assert alloc is not None, "checked when the kernel was parsed"
    return alloc.results[0]


def _clear_tile(emit: _Emitter, op: Any, source: Metadata) -> None:
    """Lowers a load of an empty view: writes `pad` to the whole tile behind the operand."""
    whole = _whole_tile(op)
    target = Metadata(whole)
    nothing = [0] * (2 * target.rank)
    emit.call(
        "npusim_dma_load",
        emit.address(op.source, source),
        emit.address(whole, target),
        emit.descriptor(op, source, [*nothing, *target.sizes, *target.strides]),
        target.rank,
        element_bytes(target.element_type),
        _pad_bits(op),
    )


def _lower_dma_store(emit: _Emitter, op: Any) -> None:
    source, target = Metadata(op.source), Metadata(op.destination)
    descriptor = emit.descriptor(op, target, [*target.sizes, *target.strides, *source.sizes, *source.strides])
    emit.call(
        "npusim_dma_store",
        emit.address(op.source, source),
        emit.address(op.destination, target),
        descriptor,
        source.rank,
        ELEMENT_TYPES.index(str(source.element_type)),
        COMBINES.index(op.combine),
    )


def _lower_gather(emit: _Emitter, op: Any) -> None:
    """Calls the gather of elements or of rows; descriptors of rows end with sizes and strides along the row."""
    source, indices, target = (Metadata(value) for value in (op.source, op.indices, op.destination))
    descriptor = emit.descriptor(op, source, _indexed_numbers(source, indices, target))
    emit.call(
        "npusim_gather_rows" if source.rank == 2 else "npusim_gather",
        emit.address(op.source, source),
        emit.number(source.sizes[0]),
        emit.address(op.indices, indices),
        element_bytes(indices.element_type),
        emit.address(op.destination, target),
        descriptor,
        indices.rank,
        element_bytes(target.element_type),
        _pad_bits(op),
    )


def _indexed_numbers(dram: Metadata, indices: Metadata, tile: Metadata) -> list[Any]:
    """The descriptor of gathers and scatters: the indices, then the row if rows are moved."""
    rank = indices.rank
    numbers = [*tile.sizes[:rank], *indices.strides, *tile.strides[:rank]]
    if dram.rank == 2:
        numbers += [dram.strides[0], dram.sizes[1], dram.strides[1], tile.sizes[rank], tile.strides[rank]]
    return numbers


def _lower_scatter(emit: _Emitter, op: Any) -> None:
    """Calls the scatter of elements or of rows, like `_lower_gather`."""
    source, indices, target = (Metadata(value) for value in (op.source, op.indices, op.destination))
    descriptor = emit.descriptor(op, target, _indexed_numbers(target, indices, source))
    emit.call(
        "npusim_scatter_rows" if target.rank == 2 else "npusim_scatter",
        emit.address(op.source, source),
        emit.address(op.indices, indices),
        element_bytes(indices.element_type),
        emit.address(op.destination, target),
        emit.number(target.sizes[0]),
        descriptor,
        indices.rank,
        ELEMENT_TYPES.index(str(source.element_type)),
        COMBINES.index(op.combine),
    )


_LOWERINGS: dict[str, Callable[[_Emitter, Any], None]] = {
    DMA_LOAD: _lower_dma_load,
    DMA_STORE: _lower_dma_store,
    GATHER: _lower_gather,
    SCATTER: _lower_scatter,
}
