"""Arithmetic on elements of tiles and on scalars, as operations of a kernel.

    at.select(at.less(x, y), x, at.constant(0, x.dtype))

Elements know their dtype; operands of different dtypes are an error where they are written.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from npusim.frontend.codegen.graph import dtypes, mlir_ops
from npusim.frontend.mlir_writer.memory import Memref
from npusim.frontend.mlir_writer.text import InsertionPoint
from npusim.simulator.errors import KernelError


@dataclass(frozen=True)
class Element:
    """A value: its SSA name and its dtype, which says how integers compare and are widened."""

    name: str
    dtype: torch.dtype

    def as_dtype(self, dtype: torch.dtype) -> "Element":
        """The same bits, read as another dtype of the same MLIR type."""
        if dtypes.mlir_element(self.dtype) != dtypes.mlir_element(dtype):
            raise KernelError(f"{self.name} of {self.dtype} cannot be read as {dtype}: convert it")
        return replace(self, dtype=dtype)


def elements_of(tiles: Sequence[Memref], names: Sequence[str]) -> list[Element]:
    """Elements of tiles with these names; integers are signed."""
    return [Element(n, dtypes.signed_dtype(t.element)) for n, t in zip(names, tiles, strict=True)]


class Elements:
    """Writes arithmetic on elements.

    Args:
        point: where.
    """

    def __init__(self, point: InsertionPoint) -> None:
        self.point = point

    def constant(self, value: float, dtype: torch.dtype) -> Element:
        """A number."""
        return Element(self.point.define(f"arith.constant {dtypes.literal(value, dtype)}"), dtype)

    def from_index(self, index: str, dtype: torch.dtype) -> Element:
        """An index as an integer."""
        return Element(self.point.define(f"arith.index_cast {index} : index to {dtypes.mlir_element(dtype)}"), dtype)

    def to_index(self, x: Element, stem: str = "x") -> str:
        """An integer as an index."""
        return self.point.define(f"arith.index_cast {x.name} : {dtypes.mlir_element(x.dtype)} to index", stem)

    def loop_index(self, number: int) -> str:
        """Index of the element along a loop of the operation on tiles that this is the body of."""
        return self.point.define(f"linalg.index {number} : index")

    def convert(self, x: Element, dtype: torch.dtype) -> Element:
        """An element as another dtype, in one step."""
        if dtypes.value_type(x.dtype) == dtypes.value_type(dtype):
            return replace(x, dtype=dtype)
        return self._made(dtype, "convert", x)

    def select(self, condition: Element, then: Element, otherwise: Element) -> Element:
        """One of two elements."""
        _check_same("select", then, otherwise)
        names = [x.name for x in (condition, then, otherwise)]
        return Element(self.point.define(mlir_ops.line("select", then.dtype, then.dtype, names)), then.dtype)

    def fma(self, x: Element, y: Element, z: Element) -> Element:
        """x * y + z, rounded once."""
        return self._made(x.dtype, "fma", x, y, z)

    # -- of two elements, or of one

    def add(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "add", x, y)

    def sub(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "sub", x, y)

    def mul(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "mul", x, y)

    def div(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "div", x, y)

    def maximum(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "maximum", x, y)

    def minimum(self, x: Element, y: Element) -> Element:
        return self._made(x.dtype, "minimum", x, y)

    def both(self, x: Element, y: Element) -> Element:
        """The bits, or conditions, that both have."""
        return self._made(x.dtype, "bitwise_and", x, y)

    def either(self, x: Element, y: Element) -> Element:
        """The bits, or conditions, that at least one of both has."""
        return self._made(x.dtype, "bitwise_or", x, y)

    def differ(self, x: Element, y: Element) -> Element:
        """The bits, or conditions, that exactly one of both has."""
        return self._made(x.dtype, "bitwise_xor", x, y)

    def exp(self, x: Element) -> Element:
        return self._made(x.dtype, "exp", x)

    def log(self, x: Element) -> Element:
        return self._made(x.dtype, "log", x)

    def tanh(self, x: Element) -> Element:
        return self._made(x.dtype, "tanh", x)

    def sigmoid(self, x: Element) -> Element:
        """1 / (1 + exp(-x))."""
        one = self.constant(1.0, x.dtype)
        return self.div(one, self.add(one, self.exp(self._made(x.dtype, "neg", x))))

    # -- conditions

    def equal(self, x: Element, y: Element) -> Element:
        return self._made(torch.bool, "eq", x, y)

    def unequal(self, x: Element, y: Element) -> Element:
        return self._made(torch.bool, "ne", x, y)

    def less(self, x: Element, y: Element) -> Element:
        return self._made(torch.bool, "lt", x, y)

    def greater(self, x: Element, y: Element) -> Element:
        return self._made(torch.bool, "gt", x, y)

    def at_least(self, x: Element, y: Element) -> Element:
        return self._made(torch.bool, "ge", x, y)

    def is_true(self, x: Element) -> Element:
        """A stored truth value as a condition."""
        byte = x.as_dtype(torch.int8)
        return self.unequal(byte, self.constant(0, torch.int8))

    def _made(self, dtype: torch.dtype, op: str, *operands: Element) -> Element:
        _check_same(op, *operands)
        text = mlir_ops.line(op, dtype, operands[0].dtype, [x.name for x in operands])
        return Element(self.point.define(text), dtype)


def _check_same(op: str, *operands: Element) -> None:
    if len({x.dtype for x in operands}) > 1:
        given = ", ".join(f"{x.name} of {x.dtype}" for x in operands)
        raise KernelError(f"operands of '{op}' must have one dtype, but they are {given}; convert them first")
