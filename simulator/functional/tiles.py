"""Lowering of `npu.alloc` to parts of one scratchpad buffer in host memory."""

from typing import Any

from npusim.simulator.ir.dialect import ALLOC, SCRATCHPAD, memory_space
from npusim.simulator.ir.kernel import alloc_info, find_function, walk
from npusim.simulator.ir.mlir import ir, memref
from npusim.simulator.ir.scratchpad import host_layout
from npusim.simulator.ir.values import as_index
from npusim.simulator.native.entry import SCRATCHPAD_ATTRIBUTE, append_argument

ON_HEAP = "npusim.on_heap"
"""Attribute of an `npu.alloc` that was lengthened, so it gets its own buffer."""
_ALIGNMENT_BYTES = 64


def lower_tiles(module: Any) -> None:
    """Adds a scratchpad argument, replaces tiles by views of it, and drops the memory space of types."""
    function = find_function(module)
    for op in [op for op in walk(function) if op.name == ALLOC and ON_HEAP in op.attributes]:
        _move_to_heap(op, function.regions[0].blocks[0])
    allocs = [op for op in walk(function) if op.name == ALLOC]
    layout = host_layout([alloc_info(op, index) for index, op in enumerate(allocs)])
    scratchpad = append_argument(function, _byte_buffer(layout.total_bytes, module.context))
    function.attributes[SCRATCHPAD_ATTRIBUTE] = ir.UnitAttr.get(module.context)
    for op, offset in zip(allocs, layout.offsets_bytes, strict=True):
        _replace_alloc(op, scratchpad, offset)
    _drop_memory_space(function)


def _byte_buffer(size: int, context: Any) -> Any:
    return ir.Type.parse(f"memref<{size}xi8>", context)


def _replace_alloc(op: Any, scratchpad: Any, offset: int) -> None:
    with ir.InsertionPoint(op), op.location:
        view = memref.ViewOp(_without_space(op.results[0].type), scratchpad, as_index(offset), []).result
    op.results[0].replace_all_uses_with(view)
    op.erase()


def _move_to_heap(op: Any, entry: Any) -> None:
    """Replaces a tile that is still used by a buffer that lives during the call."""
    tile = op.results[0]
    if list(tile.uses):
        alignment = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _ALIGNMENT_BYTES)
        with ir.InsertionPoint.at_block_begin(entry), op.location:
            buffer = memref.AllocOp(_without_space(tile.type), [], [], alignment=alignment).result
        with ir.InsertionPoint.at_block_terminator(entry), op.location:
            memref.DeallocOp(buffer)
        tile.replace_all_uses_with(buffer)
    op.erase()


def _drop_memory_space(function: Any) -> None:
    for op in walk(function):
        for result in op.results:
            if isinstance(result.type, ir.MemRefType) and memory_space(result.type) == SCRATCHPAD:
                result.set_type(_without_space(result.type))


def _without_space(type_: Any) -> Any:
    location = ir.Location.unknown(type_.context)
    return ir.MemRefType.get(type_.shape, type_.element_type, layout=type_.layout, loc=location)
