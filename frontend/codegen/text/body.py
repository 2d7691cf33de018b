"""Scalar values as lines of MLIR: the body of a linalg.generic, or scalar code at the top of a function."""

from collections.abc import Callable, Mapping

import sympy
import torch
from npusim.frontend.codegen.graph import dtypes, mlir_ops
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.mlir_writer.text import NameSource


class BodyWriter:
    """Writes values in topological order; every value once.

    Args:
        names: fresh SSA names.
        known: values that have a name already, by number (block arguments, captured scalars).
        constant: gives the SSA name of a constant.
        loop_index: gives the lines' index value of a loop variable; it may add lines.
        size: gives the SSA name of an expression in symbolic sizes (index).
    """

    def __init__(
        self,
        names: NameSource,
        known: Mapping[int, str],
        constant: Callable[[Value], str],
        loop_index: Callable[["BodyWriter", sympy.Symbol], str],
        size: Callable[[sympy.Expr], str],
    ) -> None:
        self.lines: list[str] = []
        self.names = names
        self.indices: dict[sympy.Symbol, str] = {}
        self._known = dict(known)
        self._constant, self._loop_index, self._size = constant, loop_index, size

    def emit(self, stem: str, text: str) -> str:
        """Adds a line that defines a fresh name."""
        name = self.names.fresh(stem)
        self.lines.append(f"{name} = {text}")
        return name

    def _second(self, stem: str, text: str) -> str:
        """The second result of an operation that has two."""
        name = self.names.fresh(stem)
        self.lines.append(f"{name}:2 = {text}")
        return f"{name}#1"

    def bind(self, value: Value, name: str) -> None:
        """States the name of a value."""
        self._known[value.number] = name

    def name(self, value: Value) -> str:
        """SSA name of a value, written here if it is not known yet."""
        stack = [value]
        while stack:
            top = stack[-1]
            pending = [] if top.number in self._known else [a for a in top.args if a.number not in self._known]
            if pending:
                stack.extend(reversed(pending))
                continue
            if top.number not in self._known:
                self._known[top.number] = self._write(top)
            stack.pop()
        return self._known[value.number]

    def _write(self, value: Value) -> str:
        if value.op == "const":
            return self._constant(value)
        if value.op in ("iter", "size"):
            what = value.attributes[0]
            index = self._loop_index(self, what) if value.op == "iter" else self._size(what)
            return self._index_cast(index, value)
        if value.op == "inside":
            return self._inside(value)
        names = [self._known[a.number] for a in value.args]
        operand = value.args[1] if value.op == "select" else value.args[0]
        text = mlir_ops.line(value.op, value.dtype, operand.dtype, names)
        name = self._second(_stem(value), text) if value.op == mlir_ops.MUL_HIGH else self.emit(_stem(value), text)
        if value.origin and value.origin != value.op:
            self.lines[-1] += f"  // {value.origin}"
        return name

    def _index_cast(self, index: str, value: Value) -> str:
        if not dtypes.is_float(value.dtype):
            return self.emit("i", f"arith.index_cast {index} : index to {dtypes.value_type(value.dtype)}")
        wide = self.emit("i", f"arith.index_cast {index} : index to i64")
        return self.emit("i", f"arith.sitofp {wide} : i64 to {dtypes.value_type(value.dtype)}")

    def _inside(self, value: Value) -> str:
        """Whether the element lies inside the domain along one dimension: attributes are (its variable, size, whether
        there are elements before the first one); one unsigned comparison finds elements on both sides.
        """
        symbol, limit, both_sides = value.attributes
        index = self._loop_index(self, symbol)
        return self.emit("inside", f"arith.cmpi {'ult' if both_sides else 'slt'}, {index}, {limit} : index")

    # -- booleans are i8 in tiles

    def from_memory(self, name: str, dtype: torch.dtype, zero: str) -> str:
        """A loaded element as a body value."""
        if dtype != torch.bool:
            return name
        return self.emit("flag", f"arith.cmpi ne, {name}, {zero} : i8")

    def to_memory(self, name: str, dtype: torch.dtype) -> str:
        """A body value as an element of a tile."""
        if dtype != torch.bool:
            return name
        return self.emit("byte", f"arith.extui {name} : i1 to i8")


_STEMS = {"select": "sel", "convert": "cvt", "bitcast": "bits", "maximum": "max", "minimum": "min"}


def _stem(value: Value) -> str:
    return _STEMS.get(value.op, value.op.replace("bitwise_", "").replace("logical_", ""))
