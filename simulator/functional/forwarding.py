"""Load elimination: compute reads DRAM views instead of tiles that are only loaded and read.

A `npu.dma_load` that fills its whole tile from rows that are contiguous in memory is removed, and the compute reads the
DRAM view, if nothing writes to DRAM before the tile's last use. A view whose offset is known only at run time is
checked there; if it leaves its tensor, the load is executed, which reports the error, and the compute reads the
tensor's beginning instead.
"""

from math import prod
from typing import Any

from npusim.simulator.functional.view_ranges import elements_spanned, is_beyond
from npusim.simulator.ir.dialect import ALLOC, DMA_LOAD, DMA_STORE, SCATTER, SCRATCHPAD, memory_space
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.kernel_views import source_arguments
from npusim.simulator.ir.mlir import arith, ir, scf
from npusim.simulator.ir.values import as_index, definition

Value = Any
Operation = Any

_DRAM_WRITERS = frozenset({DMA_STORE, SCATTER, "func.call", "memref.copy"})


def forward_loads(module: Any) -> None:
    """Makes compute read DRAM views instead of the tiles that are filled from them, in place."""
    for op in [op.opview for op in walk(find_function(module)) if op.name == DMA_LOAD]:
        users = _readers(op, op.destination)
        if users and _is_plain_view(op.source, op.destination) and not _dram_is_written(op, users):
            _forward(op, op.source, users)


def _readers(load: Operation, tile: Value) -> list[Operation]:
    """The compute that reads the tile, in the load's block and after it; empty if anything else touches the tile."""
    if definition(tile, ALLOC) is None:
        return []
    users = [use.owner.operation for use in tile.uses if use.owner.operation != load.operation]
    block = load.operation.block
    following = _following(load)
    fits = all(u.block == block and u in following and _only_reads(u, tile) for u in users)
    return users if fits else []


def _following(load: Operation) -> list[Operation]:
    """The operations of the load's block after it."""
    operations = [op.operation for op in load.operation.block.operations]
    return operations[operations.index(load.operation) + 1 :]


def _only_reads(user: Operation, tile: Value) -> bool:
    if not user.name.startswith("linalg."):
        return False
    inputs = int(user.attributes["operandSegmentSizes"][0]) if "operandSegmentSizes" in user.attributes else 0
    return tile not in list(user.operands)[inputs:]


def _is_plain_view(view: Value, tile: Value) -> bool:
    """Whether a view covers the tile exactly with contiguous rows, and is made from arguments of the function."""
    cast = definition(view, "memref.reinterpret_cast")
    if cast is None or not source_arguments(cast.operands[0]) or not view.type.has_static_shape:
        return False
    if list(view.type.shape) != list(tile.type.shape) or prod(view.type.shape) == 0:
        return False
    strides, _ = view.type.get_strides_and_offset()
    dynamic = ir.MemRefType.get_dynamic_stride_or_offset()
    return bool(strides) and strides[-1] == 1 and all(s != dynamic and s >= 0 for s in strides)


def _dram_is_written(load: Operation, users: list[Operation]) -> bool:
    """Whether an operation between the load and its last reader may write to DRAM."""
    following = _following(load)
    last = max(following.index(user) for user in users)
    return any(_writes_dram(op) for outer in following[:last] for op in (outer, *walk(outer)))


def _writes_dram(op: Operation) -> bool:
    if op.name == "memref.store":
        return bool(memory_space(op.operands[1].type) != SCRATCHPAD)
    return op.name in _DRAM_WRITERS


# -- rewriting --------------------------------------------------------------------------------------------------------


def _forward(load: Operation, view: Value, users: list[Operation]) -> None:
    with ir.InsertionPoint(load), load.location:
        checked = _checked(load, view)
    tile = load.destination
    if checked is None:
        return
    for user in users:
        for position, operand in enumerate(user.operands):
            if operand == tile:
                user.operands[position] = checked
    if checked == view:
        load.operation.erase()


def _checked(load: Operation, view: Value) -> Value | None:
    """The view if it is inside of its tensor, a view checked at run time if unknown, None if it is outside."""
    cast = view.owner.operation
    extent = _extent(cast.operands[0])
    _, offset = view.type.get_strides_and_offset()
    span = elements_spanned(view.type)
    if extent is None:
        return view
    if offset != ir.MemRefType.get_dynamic_stride_or_offset():
        return view if offset >= 0 and offset + span <= extent else None
    if span > extent:
        return None
    return _checked_at_run_time(load, cast, extent - span)


def _extent(tensor: Value) -> int | None:
    """Elements of a tensor argument; None when symbolic: then no transfer is checked."""
    return int(tensor.type.shape[0]) if tensor.type.has_static_shape else None


def _checked_at_run_time(load: Operation, cast: Operation, largest: int) -> Value:
    offset = cast.operands[1]
    outside = is_beyond(offset, largest)
    inside = arith.SelectOp(outside, as_index(0), offset).result
    branch = scf.IfOp(outside)
    with ir.InsertionPoint(branch.then_block):
        scf.yield_([])
        load.operation.move_before(branch.then_block.operations[0].operation)
    copy = cast.clone(ir.InsertionPoint.after(branch.operation)).operation
    copy.operands[1] = inside
    return copy.results[0]
