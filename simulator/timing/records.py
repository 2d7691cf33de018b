"""Emits code that writes trace records, 16 int64 each, into the buffer of the trace context.

Checked with torch-mlir 20261001. A record is room that the runtime gives (`npusim_record`), a vector constant that is
stored there, and a store for every word that is known at run time only. A program writes hundreds of records, and what
it costs to compile is the number of its operations.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from npusim.simulator.ir.mlir import arith, func, ir, llvm
from npusim.simulator.native import ROOM, declare_all

RECORD_WORDS = 16
CORE_SLOT = 15
_WORD_BYTES = 8
_FLUSH_OR_LEAVE = 4  # the word of the trace context
_RUNTIME = f"func.func private @{ROOM}(i64) -> !llvm.ptr"

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
        module: the program's module.
        context: the address of the trace context, an `i64` argument of the program.
    """

    def __init__(self, module: Any, context: Any) -> None:
        declare_all(module, _RUNTIME)
        self._context = context
        self._pointer_type = llvm.PointerType.get()
        self._type = ir.VectorType.get([RECORD_WORDS], i64())

    def write(self, slots: Mapping[int, Number]) -> None:
        """Writes one record; slots left out are 0."""
        room = func.CallOp([self._pointer_type], ir.FlatSymbolRefAttr.get(ROOM), [self._context]).result
        llvm.StoreOp(self._known(slots), room, alignment=_WORD_BYTES)
        for slot, word in sorted(slots.items()):
            if not isinstance(word, int):
                llvm.StoreOp(word, self._word(room, slot))

    def flush(self) -> None:
        """Calls the function that consumes all records, and that leaves the program after Ctrl-C or an error."""
        base = llvm.IntToPtrOp(self._pointer_type, self._context).result
        function = llvm.LoadOp(self._pointer_type, self._word(base, _FLUSH_OR_LEAVE)).result
        llvm.CallOp(None, [function, self._context], [], [])

    def _known(self, slots: Mapping[int, Number]) -> Any:
        """The words that are known here, as a vector."""
        words = np.zeros(RECORD_WORDS, np.int64)
        for slot, word in slots.items():
            words[slot] = word if isinstance(word, int) else 0
        return arith.ConstantOp(self._type, ir.DenseElementsAttr.get(words, type=self._type)).result

    def _word(self, base: Any, index: int) -> Any:
        return llvm.GEPOp(self._pointer_type, base, [], [index], i64(), None).result
