"""Store elimination: a tile that is stored to a whole DRAM view is computed in the view.

If compute fills a tile and one `npu.dma_store` then writes it to a view with contiguous rows, the compute writes to the
view directly. That requires an output that overlaps no other tensor and a view inside of its tensor, which is known at
run time: the destination is selected then, and the store is executed if the destination is the tile.
"""

from math import prod
from typing import Any

from npusim.simulator.functional.view_ranges import elements_spanned, is_beyond
from npusim.simulator.ir.dialect import ALLOC, DMA_STORE, GATHER, SCATTER
from npusim.simulator.ir.kernel import find_function, walk
from npusim.simulator.ir.kernel_views import element_bytes, source_arguments, source_tensor
from npusim.simulator.ir.mlir import arith, ir, memref, scf
from npusim.simulator.ir.values import as_index, definition, flag

Value = Any
Operation = Any

_FAR_APART_BYTES = 32 * 1024  # rows this far apart share few sets of a common L2 cache
_PURE = frozenset({"affine.apply", "memref.reinterpret_cast"})


def store_directly(module: Any) -> None:
    """Makes compute write DRAM views instead of the tiles that are stored to them, in place."""
    function = find_function(module)
    tensors = [a for a in function.regions[0].blocks[0].arguments if isinstance(a.type, ir.MemRefType)]
    if not all(tensor.type.has_static_shape for tensor in tensors):
        return  # overlaps of tensors are unknown
    overlaps = _Overlaps(function, tensors)
    for op in [op.opview for op in walk(function) if op.name == DMA_STORE]:
        candidate = _candidate(op)
        if candidate is not None:
            _rewrite(op, *candidate, overlaps)


class _Overlaps:
    """Computes at the function's entry, per tensor, whether it shares bytes with another tensor (i1)."""

    def __init__(self, function: Any, tensors: list[Value]) -> None:
        self._entry = function.regions[0].blocks[0]
        self._tensors = tensors
        self._known: dict[int, Value] = {}

    def of(self, tensor: Value) -> Value:
        """Whether the tensor overlaps any other one."""
        number = int(tensor.arg_number)
        if number not in self._known:
            with ir.InsertionPoint.at_block_begin(self._entry):
                self._known[number] = self._emit(tensor)
        return self._known[number]

    def _emit(self, tensor: Value) -> Value:
        result = flag(False)
        first, end = _range(tensor)
        for other in self._tensors:
            if other != tensor:
                other_first, other_end = _range(other)
                before = arith.CmpIOp(arith.CmpIPredicate.ult, other_first, end).result
                after = arith.CmpIOp(arith.CmpIPredicate.ult, first, other_end).result
                result = arith.OrIOp(result, arith.AndIOp(before, after).result).result
        return result


def _range(tensor: Value) -> tuple[Value, Value]:
    """Addresses of a tensor's first byte and of the byte after its last."""
    first = memref.ExtractAlignedPointerAsIndexOp(tensor).result
    size = int(tensor.type.shape[0]) * element_bytes(tensor.type.element_type)
    return first, arith.AddIOp(first, as_index(size)).result


# -- what qualifies ---------------------------------------------------------------------------------------------------


def _candidate(store: Operation) -> tuple[list[Operation], list[Operation]] | None:
    """The compute that uses the tile, the one that fills it first, and the pure operations behind the view."""
    tile, view = store.source, store.destination
    if store.combine != "none":
        return None
    if definition(tile, ALLOC) is None or not _is_row_by_row(tile, view):
        return None
    before = _before(store)
    users = [use.owner.operation for use in tile.uses if use.owner.operation != store.operation]
    if not users or not all(user.name.startswith("linalg.") for user in users):
        return None
    if len(set(users)) > 1 and not _is_dense(view.type) and not _is_accumulated_nearby(users, view.type):
        return None  # rows far apart share few cache sets: repeated accesses are faster in the tile
    places = [_place(before, user) for user in users]
    if None in places or not _is_free(before[min(p for p in places if p is not None) :], source_tensor(view)):
        return None
    first = before[min(p for p in places if p is not None)]
    pure = _pure_chain(view, before[before.index(first) :])
    return None if pure is None or first not in users or not _fills(first, tile) else ([first, *users], pure)


def _is_accumulated_nearby(users: list[Operation], view_type: Any) -> bool:
    """Whether one operation works on a cleared tile, and the view's rows are not so far apart that they share sets."""
    strides, _ = view_type.get_strides_and_offset()
    row_bytes = max(int(stride) for stride in strides) * element_bytes(view_type.element_type)
    return len({user for user in users if user.name != "linalg.fill"}) == 1 and row_bytes < _FAR_APART_BYTES


def _is_row_by_row(tile: Value, view: Value) -> bool:
    """Whether a direct view of a tensor has the tile's shape, contiguous rows, and no element twice."""
    if definition(view, "memref.reinterpret_cast") is None or source_tensor(view) is None:
        return False
    shape = [int(n) for n in tile.type.shape]
    if not view.type.has_static_shape or list(view.type.shape) != shape or prod(shape) == 0 or not shape:
        return False
    strides, offset = view.type.get_strides_and_offset()
    dynamic = ir.MemRefType.get_dynamic_stride_or_offset()
    if offset != dynamic or dynamic in strides or strides[-1] != 1:
        return False
    return all(strides[d] >= shape[d + 1] * strides[d + 1] for d in range(len(shape) - 1))


def _before(store: Operation) -> list[Operation]:
    """The operations of the store's block before it."""
    operations = [op.operation for op in store.operation.block.operations]
    return operations[: operations.index(store.operation)]


def _place(before: list[Operation], user: Operation) -> int | None:
    """Position of the operation that contains `user`, None when there is none."""
    while user is not None and user not in before:
        user = user.parent.operation if user.name != "func.func" else None
    return None if user is None else before.index(user)


def _is_free(operations: list[Operation], tensor: Value) -> bool:
    """Whether operations neither access the tensor nor call functions that might."""
    for outer in operations:
        for op in (outer, *walk(outer)):
            if op.name in ("func.call", GATHER, SCATTER):
                return False
            touched = [v for v in op.operands if isinstance(v.type, ir.MemRefType) and op.name not in _PURE]
            if any(int(tensor.arg_number) in source_arguments(v) for v in touched):
                return False
    return True


def _fills(op: Operation, tile: Value) -> bool:
    """Whether an operation writes the whole tile without reading it."""
    if op.name == "linalg.fill":
        return True
    if op.name != "linalg.generic" or any("reduction" in str(kind) for kind in op.attributes["iterator_types"]):
        return False
    operands = list(op.operands)
    if operands.count(tile) != 1:
        return False
    position = operands.index(tile)
    argument = op.regions[0].blocks[0].arguments[position]
    affine_map = op.attributes["indexing_maps"][position].value
    return not any(True for _ in argument.uses) and bool(affine_map.is_permutation)


def _pure_chain(value: Value, among: list[Operation]) -> list[Operation] | None:
    """The operations of `among` that compute a value, in order; None if one is not pure."""
    needed: set[Operation] = set()
    waiting = [value]
    while waiting:
        operation = definition(waiting.pop())
        if operation is None or operation not in among or operation in needed:
            continue
        if operation.name not in _PURE and not operation.name.startswith("arith."):
            return None
        needed.add(operation)
        waiting += list(operation.operands)
    return [op for op in among if op in needed]


# -- rewriting --------------------------------------------------------------------------------------------------------


def _rewrite(store: Operation, users: list[Operation], pure: list[Operation], overlaps: _Overlaps) -> None:
    tile, view = store.source, store.destination
    first, tensor = users[0], source_tensor(view)
    for op in pure:
        op.move_before(first)
    cast = view.owner.operation
    offset = cast.operands[1]
    with ir.InsertionPoint(first), store.location:
        copied = arith.OrIOp(overlaps.of(tensor), _outside(offset, view, tensor)).result
        inside = arith.SelectOp(copied, as_index(0), offset).result
        direct = cast.clone().operation
        direct.operands[1] = inside
        target = _target(copied, tile, direct.results[0])
    for user in dict.fromkeys(users):
        for position, operand in enumerate(user.operands):
            if operand == tile:
                user.operands[position] = target
    store.operands[0] = target
    with ir.InsertionPoint(store), store.location:
        branch = scf.IfOp(copied)
        with ir.InsertionPoint(branch.then_block):
            if not _is_dense(target.type):
                memref.DeallocOp(target)
            scf.yield_([])
    store.operation.move_before(branch.then_block.operations[0].operation)


def _target(copied: Value, tile: Value, view: Value) -> Value:
    """The view or, if the store is executed, its substitute: the tile, or a buffer with the view's strides."""
    if _is_dense(view.type):
        plain = memref.MemorySpaceCastOp(ir.MemRefType.get(tile.type.shape, tile.type.element_type), tile).result
        return arith.SelectOp(copied, memref.CastOp(view.type, plain).result, view).result
    branch = scf.IfOp(copied, [view.type], has_else=True)
    with ir.InsertionPoint(branch.then_block):
        flat = memref.AllocOp(ir.MemRefType.get([elements_spanned(view.type)], view.type.element_type), [], []).result
        shaped = view.owner.operation.clone().operation
        shaped.operands[0], shaped.operands[1] = flat, as_index(0)
        shaped.operands[1].owner.operation.move_before(shaped)
        scf.yield_([shaped.results[0]])
    with ir.InsertionPoint(branch.else_block):
        scf.yield_([view])
    return branch.operation.results[0]


def _is_dense(view_type: Any) -> bool:
    """Whether rows have no gaps between them, as in a tile."""
    return elements_spanned(view_type) == prod(int(n) for n in view_type.shape)


def _outside(offset: Value, view: Value, tensor: Value) -> Value:
    """i1: a view of that offset leaves its tensor."""
    largest = int(tensor.type.shape[0]) - elements_spanned(view.type)
    return flag(True) if largest < 0 else is_beyond(offset, largest)
