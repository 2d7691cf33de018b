"""Writes lines of a kernel from Python: index arithmetic, loops and branches, operations on tiles."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import Number
from npusim.frontend.mlir_writer.memory import Memref
from npusim.frontend.mlir_writer.structured import Operand, generic
from npusim.frontend.mlir_writer.text import Text
from npusim.frontend.template.elements import Element, Elements, elements_of
from npusim.simulator.ir.dialect import AllocOp

Walked = tuple[Memref, Sequence[str]]
"""A tile, and the loop that walks each of its axes."""


class Writer(Text):
    """Writes the lines of a kernel; `take` hands out those of a step, for the template's text.

    Args:
        constant: name of an index that is defined at the top of the function (`kernel.size`).

    Attributes:
        at: arithmetic on elements: in the body of an operation on tiles, or on scalars outside.
    """

    def __init__(self, constant: Callable[[int], str]) -> None:
        numbers = itertools.count()
        super().__init__(lambda stem: f"%{stem}_{next(numbers)}")
        self._constant = constant
        self.at = Elements(self)

    def allocate(self, tile: Memref, lane_axis: int, slots: int = 1) -> None:
        """A tile."""
        self.line(AllocOp.text(tile, lane_axis=lane_axis, slots=slots))

    # -- index arithmetic

    def index(self, value: Number) -> str:
        """An index as an SSA name; names stay as they are, numbers are defined once, at the top of the function."""
        return value if isinstance(value, str) else self._constant(value)

    def calculate(self, operation: str, left: Number, right: Number) -> str:
        """`arith.<operation>` of two indices."""
        return self.define(f"arith.{operation} {self.index(left)}, {self.index(right)} : index")

    def compare(self, predicate: str, left: Number, right: Number) -> str:
        """Whether a predicate of `arith.cmpi` holds for two indices."""
        return self.calculate(f"cmpi {predicate},", left, right)

    def any_bit(self, value: Number, mask: Number) -> str:
        """Whether two indices have a set bit in common."""
        return self.compare("ne", self.calculate("andi", value, mask), 0)

    def choose(self, condition: str, then: Number, otherwise: Number) -> str:
        """One of two indices."""
        return self.calculate(f"select {condition},", then, otherwise)

    def conditions(self, operation: str, left: str, right: str) -> str:
        """`andi`, `ori` or `xori` of two conditions."""
        return self.define(f"arith.{operation} {left}, {right} : i1")

    def negation(self, condition: str) -> str:
        """Whether a condition does not hold."""
        return self.conditions("xori", condition, self.define("arith.constant true"))

    # -- loops and branches

    @contextmanager
    def loop(self, start: Number, end: Number, step: Number = 1, parallel: bool = False) -> Iterator[str]:
        """A loop; gives its variable."""
        yield self.open_loop(start, end, step)
        self.line(loops.end_of(parallel))

    def open_loop(self, start: Number, end: Number, step: Number = 1) -> str:
        """Opens a loop, which `loops.END` or `loops.END_PARALLEL` ends; its variable."""
        bounds = [self.index(x) for x in (start, end, step)]
        name = self.fresh("l")
        self.line(loops.counted(name, bounds[0], bounds[1], bounds[2]))
        return name

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """A branch."""
        self.line(loops.when(condition))
        yield
        self.line(loops.END)

    # -- operations on tiles

    def generic(
        self,
        loops_: Sequence[str],
        inputs: Sequence[Walked],
        outputs: Sequence[Walked],
        body: Callable[..., Sequence[Element]],
        marks: Sequence[str] = (),
    ) -> None:
        """An operation over named loops; a loop that an output lacks is reduced. `body` gets all elements and returns
        the outputs'.
        """
        ins, outs = ([Operand(*walked) for walked in operands] for operands in (inputs, outputs))
        tiles = [operand.memref for operand in (*ins, *outs)]
        names = [self.fresh("e") for _ in tiles]
        before, self.lines = self.lines, []
        results = [element.name for element in body(*elements_of(tiles, names))]
        inside, self.lines = self.lines, before
        self.lines += generic(loops_, ins, outs, names, inside, results, marks=marks)

    def pointwise(
        self, inputs: Sequence[Memref], outputs: Sequence[Memref], body: Callable[..., Sequence[Element]]
    ) -> None:
        """An operation on tiles of one shape."""
        axes = axes_of(outputs[0])
        self.generic(axes, [(tile, axes) for tile in inputs], [(tile, axes) for tile in outputs], body)


def axes_of(tile: Memref) -> list[str]:
    """Names of the axes of a tile that all loops walk in order."""
    return [f"d{axis}" for axis in range(tile.type.rank)]
