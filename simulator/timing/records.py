"""Emits code that writes trace records, 16 int64 each, into the buffer of the trace context.

Checked with torch-mlir 20261001. A record is one vector constant with inserted run-time values and one store; after
each record the flush function is called if the count equals the capacity.
"""

from collections.abc import Mapping
from typing import Any

from npusim.simulator.ir.mlir import arith, ir, llvm, scf

RECORD_WORDS = 16
CORE_SLOT = 15
_WORD_BYTES = 8
_BUFFER, _CAPACITY, _COUNT, _, _FLUSH_OR_LEAVE = range(5)  # int64 words of the trace context

Number = int | Any
"""A compile-time number or an `i64` value."""


def i64() -> Any:
    """The type i64."""
    return ir.IntegerType.get_signless(64)


def constant(value: int) -> Any:
    """An `i64` constant."""
    return arith.ConstantOp(i64(), ir.IntegerAttr.get(i64(), value)).result


def as_value(number: Number) -> Any:
    """A number as an `i64` value."""
    return constant(number) if isinstance(number, int) else number


def from_index(value: Any) -> Any:
    """An `index` value as `i64`."""
    return arith.IndexCastOp(i64(), value).result


def add(left: Number, right: Number) -> Number:
    """Sum, folded if both are compile-time numbers."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if isinstance(left, int):
        left, right = right, left
    if isinstance(right, int) and right == 0:
        return left
    return arith.AddIOp(as_value(left), as_value(right)).result


def multiply(left: Number, right: Number) -> Number:
    """Product, folded if both are compile-time numbers."""
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if isinstance(right, int) and right == 1:
        return left
    return arith.MulIOp(as_value(left), as_value(right)).result


def clip(size: Number, limit: int) -> Number:
    """`size`, at most `limit` and at least 0."""
    if isinstance(size, int):
        return max(0, min(size, limit))
    return arith.MaxSIOp(arith.MinSIOp(size, constant(limit)).result, constant(0)).result


class RecordWriter:
    """Writes records at the current insertion point of one program.

    Args:
        block: the program's entry block.
        context: the address of the trace context, an `i64` value of that block.
    """

    def __init__(self, block: Any, context: Any) -> None:
        self._context = context
        with ir.InsertionPoint.at_block_begin(block):
            self._pointer_type = llvm.PointerType.get()
            self._base = llvm.IntToPtrOp(self._pointer_type, context).result
            self._buffer = llvm.LoadOp(self._pointer_type, self._word(_BUFFER)).result
            self._capacity = llvm.LoadOp(i64(), self._word(_CAPACITY)).result
            self._count = self._word(_COUNT)
            self._positions = [constant(slot) for slot in range(RECORD_WORDS)]

    def write(self, slots: Mapping[int, Number]) -> None:
        """Writes one record; slots left out are 0."""
        count = llvm.LoadOp(i64(), self._count).result
        words = arith.MulIOp(count, constant(RECORD_WORDS)).result
        llvm.StoreOp(self._record(slots), self._element(self._buffer, words), alignment=_WORD_BYTES)
        written = arith.AddIOp(count, constant(1)).result
        llvm.StoreOp(written, self._count)
        self._flush_when_full(written)

    def flush(self) -> None:
        """Calls the function that consumes all records, and that leaves the program after Ctrl-C or an error."""
        function = llvm.LoadOp(self._pointer_type, self._word(_FLUSH_OR_LEAVE)).result
        llvm.CallOp(None, [function, self._context], [], [])

    def _flush_when_full(self, written: Any) -> None:
        full = arith.CmpIOp(arith.CmpIPredicate.eq, written, self._capacity).result
        branch = scf.IfOp(full)
        with ir.InsertionPoint(branch.then_block):
            self.flush()
            scf.YieldOp([])

    def _record(self, slots: Mapping[int, Number]) -> Any:
        known = [slots.get(slot, 0) for slot in range(RECORD_WORDS)]
        type_ = ir.VectorType.get([RECORD_WORDS], i64())
        words = [ir.IntegerAttr.get(i64(), word if isinstance(word, int) else 0) for word in known]
        record = arith.ConstantOp(type_, ir.DenseElementsAttr.get(words, type_)).result
        for slot, word in enumerate(known):
            if not isinstance(word, int):
                record = llvm.InsertElementOp(record, word, self._positions[slot]).result
        return record

    def _word(self, index: int) -> Any:
        return llvm.GEPOp(self._pointer_type, self._base, [], [index], i64(), None).result

    def _element(self, base: Any, index: Any) -> Any:
        return llvm.GEPOp(self._pointer_type, base, [index], [_DYNAMIC], i64(), None).result


_DYNAMIC = -(2**31)  # LLVM::kGEPConstantIndices' marker of a run-time index
