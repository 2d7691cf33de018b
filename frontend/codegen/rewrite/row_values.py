"""Copies of a graph that know which values are the same for all elements of a row, and which elements are one-hot."""

from collections.abc import Sequence

import sympy
import torch
from npusim.frontend.codegen.graph.box_masks import expression_of
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Dim
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.copying import Copier


class RowCopier(Copier):
    """Copies values of a kernel that reduces rows.

    Attributes:
        reduced: dimensions of a row that have more than one element.
    """

    def __init__(self, source: Graph, target: Graph, dims: Sequence[Dim], sizes: Sizes) -> None:
        super().__init__(source, target, dims, sizes)
        self.reduced = [d for d in dims if d.reduction and not sizes.equal(d.size, 1)]
        self._varying: dict[int, bool] = {}

    def varies(self, value: Value) -> bool:
        """Whether a value of the copy depends on the place in its row."""
        stack = [value]  # chains of operations are longer than calls can be nested
        while stack:
            known = self._varying.keys()
            unknown = [v for v in self._elementwise_operands(stack[-1]) if v.number not in known]
            stack += unknown
            if not unknown:
                last = stack.pop()
                self._varying[last.number] = self._depends(last)
        return self._varying[value.number]

    def _elementwise_operands(self, value: Value) -> Sequence[Value]:
        return () if value.op == "reduce" else self.target.operands(value)

    def _depends(self, value: Value) -> bool:
        symbols = {d.symbol for d in self.reduced}
        if value.op == "load" and value.index.free_symbols & symbols:
            return True
        if value.op == "iter":
            return bool(value.attributes[0].free_symbols & symbols)
        return any(self._varying[v.number] for v in self._elementwise_operands(value))

    def is_hit(self, value: Value) -> bool:
        """Whether a value compares the index in the row with a number of the row: it holds for at most one element."""
        if value.op != "eq" or len(self.reduced) != 1 or not self.varies(value):
            return False
        return any(map(self._is_position, value.args)) and not self.varies(self.place(value))

    def _is_position(self, value: Value) -> bool:
        return bool(expression_of(value) == self.reduced[0].symbol)

    def place(self, hit: Value) -> Value:
        """The number that a hit compares the index with."""
        x, y = hit.args
        return y if self._is_position(x) else x

    def is_index(self, place: Value) -> Value:
        """Whether a number is the index of an element of the row."""
        end = self._expressions.value(sympy.sympify(self.reduced[0].size), torch.int64)
        return self.builder.both(self.builder.compare("ge", place, 0), self.builder.compare("lt", place, end))
