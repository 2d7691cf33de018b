"""Table entries and records of data movement between DRAM, tiles and the scalar unit."""

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Any, cast

from npusim.simulator.ir.dialect import DMA_LOAD, DMA_STORE, GATHER, SCATTER, SCRATCHPAD, memory_space
from npusim.simulator.ir.kernel_views import element_bytes
from npusim.simulator.ir.mlir import arith, ir, scf
from npusim.simulator.ir.values import as_index
from npusim.simulator.timing.cost.tiles import Tile
from npusim.simulator.timing.lowering_state import LoweringState
from npusim.simulator.timing.records import CORE_SLOT, Number, add, as_value, from_index, multiply
from npusim.simulator.timing.table import Operation
from npusim.simulator.timing.views import (
    MAX_DIMENSIONS,
    DramView,
    element_address,
    host_address,
    read_rows,
    read_view,
)

_ADDRESS_SLOT, _SIZE_SLOT, _STRIDE_SLOT = 1, 2, 8


def _load(lowering: LoweringState, op: Any, core: Number, line: int) -> None:
    """Lowers `npu.dma_load`, which overwrites a whole tile (padding included), or updates a part of a tile.

    A load into a part with `pad_around` overwrites the whole tile.
    """
    tile = lowering.tiles.resolve(op.destination)
    entry = _entry("load", "dma_load", tile, line, _written(replace(tile, whole=tile.whole or op.pad_around)))
    keep_rows = lowering.machine.dma_row_piece_bytes > 0
    view = read_view(op.source, lowering.addresses, tile.shape, keep_rows=keep_rows)
    _transfer(lowering, entry, view, core)


def _store(lowering: LoweringState, op: Any, core: Number, line: int) -> None:
    """Lowers `npu.dma_store`, which reads the tile and, with `combine`, also memory."""
    tile = lowering.tiles.resolve(op.source)
    entry = replace(_entry("store", "dma_store", tile, line, {"reads": (tile.buffer,)}), combine=combines(op))
    _transfer(lowering, entry, read_view(op.destination, lowering.addresses, tile.shape), core)


def _gather(lowering: LoweringState, op: Any, core: Number, line: int) -> None:
    tile, indices = lowering.tiles.resolve(op.destination), lowering.tiles.resolve(op.indices)
    entry = _entry("load", "gather", tile, line, {"reads": (indices.buffer,), **_written(tile)})
    _indexed(lowering, entry, op.source, op.indices, core, tile)


def _scatter(lowering: LoweringState, op: Any, core: Number, line: int) -> None:
    tile, indices = lowering.tiles.resolve(op.source), lowering.tiles.resolve(op.indices)
    entry = _entry("store", "scatter", tile, line, {"reads": tuple(dict.fromkeys((tile.buffer, indices.buffer)))})
    _indexed(lowering, replace(entry, combine=combines(op)), op.destination, op.indices, core, tile)


TRANSFERS: dict[str, Callable[[LoweringState, Any, Number, int], None]] = {
    DMA_LOAD: _load,
    DMA_STORE: _store,
    GATHER: _gather,
    SCATTER: _scatter,
}


def _entry(unit: str, kind: str, tile: Tile, line: int, accesses: dict[str, tuple[int, ...]]) -> Operation:
    shape = "x".join(str(size) for size in tile.shape) or "1"
    label = f"{kind} {shape} {tile.element_type}"
    entry = Operation(unit, kind, label, line, element_bytes(tile.element_type))
    return replace(entry, **cast(Any, accesses))


def _written(tile: Tile) -> dict[str, tuple[int, ...]]:
    return {"overwrites": (tile.buffer,)} if tile.whole else {"updates": (tile.buffer,)}


def combines(op: Any) -> bool:
    """Whether a store combines its values with those in memory instead of replacing them."""
    return bool(op.combine != "none")


def _transfer(lowering: LoweringState, entry: Operation, view: DramView, core: Number) -> None:
    index = lowering.table.add(entry)
    if len(view.dimensions) <= MAX_DIMENSIONS:
        lowering.writer.write(_strided(index, view, core))
        return
    rest = lowering.table.add(replace(entry, overwrites=(), updates=entry.overwrites + entry.updates))
    _split(lowering, index, rest, view, core)


def _strided(entry: Number, view: DramView, core: Number) -> dict[int, Number]:
    """A record of up to six dimensions, the innermost in the last slots used, unused outer ones of size 1."""
    slots: dict[int, Number] = {0: entry, _ADDRESS_SLOT: view.address, CORE_SLOT: core}
    unused = MAX_DIMENSIONS - len(view.dimensions)
    slots.update({_SIZE_SLOT + i: 1 for i in range(unused)})
    for position, dimension in enumerate(view.dimensions, start=unused):
        slots[_SIZE_SLOT + position] = dimension.size
        slots[_STRIDE_SLOT + position] = dimension.stride_bytes
    return slots


def _split(lowering: LoweringState, first: int, rest: int, view: DramView, core: Number) -> None:
    """Emits a loop over the outermost dimensions, one record each: the first uses the next slot, the rest update it."""
    outer, inner = view.dimensions[:-MAX_DIMENSIONS], view.dimensions[-MAX_DIMENSIONS:]
    count: Number = 1
    for dimension in outer:
        count = multiply(count, dimension.size)
    loop = scf.ForOp(as_index(0), arith.IndexCastOp(ir.IndexType.get(), as_value(count)).result, as_index(1))
    with ir.InsertionPoint(loop.body):
        step = from_index(loop.induction_variable)
        entry = _select(arith.CmpIOp(arith.CmpIPredicate.eq, step, as_value(0)).result, first, rest)
        lowering.writer.write(_strided(entry, DramView(_advance(view.address, step, outer), inner), core))
        scf.YieldOp([])


def _select(condition: Any, first: int, rest: int) -> Any:
    return arith.SelectOp(condition, as_value(first), as_value(rest)).result


def _advance(address: Number, step: Any, outer: tuple[Any, ...]) -> Number:
    """Address after `step` iterations over the outer dimensions, the last of them fastest."""
    for dimension in reversed(outer):
        size = as_value(dimension.size)
        address = add(address, multiply(arith.RemSIOp(step, size).result, dimension.stride_bytes))
        step = arith.DivSIOp(step, size).result
    return address


def _indexed(lowering: LoweringState, entry: Operation, dram: Any, index: Any, core: Number, tile: Tile) -> None:
    """Emits a record with the address of indices in host memory, which are consumed before the program continues. In
    programs that do not compute indices (0 bytes at address 0) the engine assumes some.
    """
    rows = read_rows(dram, lowering.addresses, tile.shape[-1] if dram.type.rank == 2 else 1)
    slots: dict[int, Number] = {
        0: lowering.table.add(entry),
        _ADDRESS_SLOT: rows.address,
        2: prod(index.type.shape),
        3: host_address(index) if lowering.combined else 0,
        4: element_bytes(index.type.element_type) if lowering.combined else 0,
        5: rows.dimensions[0].size,
        6: rows.dimensions[1].size,
        _STRIDE_SLOT: rows.dimensions[0].stride_bytes,
        _STRIDE_SLOT + 1: rows.dimensions[1].stride_bytes,
        CORE_SLOT: core,
    }
    lowering.writer.write(slots)
    lowering.writer.flush()


def lower_access(lowering: LoweringState, op: Any, core: Number, line: int) -> None:
    """Lowers `memref.load` and `memref.store` to sequential accesses of the scalar unit."""
    loads = op.name == "memref.load"
    memory, indices = (op.operands[0], op.operands[1:]) if loads else (op.operands[1], op.operands[2:])
    loaded = (lowering.registers[op],) if loads else ()
    if memory_space(memory.type) == SCRATCHPAD:
        _tile_access(lowering, memory, core, line, loaded)
    else:
        _dram_access(lowering, memory, indices, core, line, loaded)


def _tile_access(lowering: LoweringState, memory: Any, core: Number, line: int, loaded: tuple[int, ...]) -> None:
    tile = lowering.tiles.resolve(memory)
    kind = "tile_read" if loaded else "tile_write"
    accesses: dict[str, tuple[int, ...]] = {"reads" if loaded else "updates": (tile.buffer,), "overwrites": loaded}
    entry = replace(
        _entry("scalar", kind, tile, line, accesses),
        occupancy_cycles=max(1, lowering.machine.scalar_op_cycles, lowering.machine.scalar_scratchpad_cycles),
    )
    lowering.writer.write({0: lowering.table.add(entry), CORE_SLOT: core})


def _dram_access(
    lowering: LoweringState, memory: Any, indices: Any, core: Number, line: int, loaded: tuple[int, ...]
) -> None:
    kind = "dram_read" if loaded else "dram_write"
    bytes_ = element_bytes(memory.type.element_type)
    entry = Operation(
        unit="scalar",
        kind=kind,
        label=f"{kind} {memory.type.element_type}",
        source_line=line,
        element_bytes=bytes_,
        occupancy_cycles=lowering.machine.scalar_op_cycles,
        overwrites=loaded,
    )
    address = element_address(memory, list(indices), lowering.addresses)
    slots: dict[int, Number] = {0: lowering.table.add(entry), _ADDRESS_SLOT: address, 2: bytes_, CORE_SLOT: core}
    lowering.writer.write(slots)
