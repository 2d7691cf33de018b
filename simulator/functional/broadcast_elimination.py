"""Removes copies of a tile to every lane, which only the machine needs: compute reads the original tile.

A `linalg.generic` that yields its only input repeats it along the dimensions that the input's map lacks. If it fills a
whole tile that nothing else writes to, readers of the copy read the original through the composed map, provided that
nothing writes to the original after the copy.
"""

from typing import Any

from npusim.simulator.ir.dialect import ALLOC
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.mlir import ir
from npusim.simulator.ir.values import definition

Value = Any
Operation = Any


def read_originals(module: Any) -> None:
    """Makes compute read original tiles instead of their copies, in place."""
    for op in [op for op in walk(find_function(module)) if op.name == "linalg.generic"]:
        if not _is_repetition(op):
            continue
        original, copy = op.operands
        readers = [use.owner.operation for use in copy.uses if use.owner.operation != op.operation]
        if not all(_reads(r, copy) and _knows_its_loops(r, copy, op) for r in readers):
            continue
        if _is_filled_once(original, op):
            for reader in dict.fromkeys(readers):
                _read_instead(reader, copy, original, op)
            op.operation.erase()


def _is_repetition(op: Operation) -> bool:
    """Whether an operation broadcasts one tile to another whole tile."""
    if len(op.operands) != 2 or any(definition(v, ALLOC) is None for v in op.operands):
        return False
    block = op.regions[0].blocks[0]
    source, target = (attribute.value for attribute in op.attributes["indexing_maps"])
    terminator = next(iter(block.operations))
    yields_input = terminator.name == "linalg.yield" and terminator.operands[0] == block.arguments[0]
    plain = all(isinstance(e, ir.AffineDimExpr) for e in source.results)
    return yields_input and plain and len(source.results) < source.n_dims and target == _identity(target)


def _identity(of: Any) -> Any:
    return ir.AffineMap.get_identity(of.n_dims)


def _reads(user: Operation, tile: Value) -> bool:
    """Whether a user of a tile is a compute operation that only reads it."""
    if user.name != "linalg.generic":
        return False
    inputs = int(user.attributes["operandSegmentSizes"][0])
    return tile not in list(user.operands)[inputs:]


def _is_filled_once(tile: Value, copying: Operation) -> bool:
    """Whether one transfer or operation in the function's top block fills a tile before it is copied."""
    writers = [use.owner.operation for use in tile.uses if not _reads(use.owner.operation, tile)]
    body = _function_body(copying)
    return len(writers) == 1 and all(op.block == body for op in (writers[0], copying.operation))


def _function_body(op: Operation) -> Any:
    """The body of the function an operation is in."""
    parent = op.operation
    while parent.parent is not None and parent.name != "func.func":
        parent = parent.parent.operation
    return parent.regions[0].blocks[0]


def _knows_its_loops(reader: Operation, copy: Value, op: Operation) -> bool:
    """Whether a reader's other operands and the original determine the extents of all its loops."""
    maps = _maps_to_original(reader, copy, op)
    said = {e.position for m in maps for e in m.results if isinstance(e, ir.AffineDimExpr)}
    return bool(len(said) == maps[0].n_dims)


def _maps_to_original(reader: Operation, copy: Value, op: Operation) -> list[Any]:
    """The indexing maps of a reader after the copy is replaced by the original."""
    kept = [e.position for e in op.attributes["indexing_maps"][0].value.results]
    maps = [attribute.value for attribute in reader.attributes["indexing_maps"]]
    return [
        ir.AffineMap.get(m.n_dims, 0, [m.results[axis] for axis in kept]) if operand == copy else m
        for operand, m in zip(reader.operands, maps, strict=True)
    ]


def _read_instead(reader: Operation, copy: Value, original: Value, op: Operation) -> None:
    maps = _maps_to_original(reader, copy, op)
    for position, operand in enumerate(reader.operands):
        if operand == copy:
            reader.operands[position] = original
    reader.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
