"""Arguments of a kernel, and how many elements of the current tiles lie inside of them."""

import sympy
from npusim.frontend.codegen.graph.buffers import tensor_type
from npusim.frontend.codegen.schedule.placement import Placement
from npusim.frontend.codegen.schedule.tiles import TiledDim
from npusim.frontend.mlir_writer.memory import Memref
from npusim.frontend.mlir_writer.text import Block


class Views(Placement):
    """A kernel's arguments, and the elements of the current tiles that lie inside of them."""

    def count(self, d: int, block: Block) -> int | str:
        """Elements of the current tile along a dimension that lie inside it."""
        dim = self.plan.dims[d]
        if dim.exact:
            return dim.tile
        return self._clipped(dim, dim.size - dim.start, block)

    def _clipped(self, dim: TiledDim, rest: sympy.Expr, block: Block) -> int | str:
        if rest.is_Integer:
            return max(0, min(dim.tile, int(rest)))
        key = ("count", dim.symbol)
        known = block.known(key)
        if known is None:
            left = self.index.name(rest, block)
            smaller = f"arith.minsi {left}, {self.index.constant(dim.tile)} : index"
            known = block.names[key] = self.at(block).define(smaller, f"n_{dim.symbol}")
        return known

    def tensor(self, argument: str, buffer: str) -> Memref:
        """An argument."""
        if buffer not in self._types:
            self._types[buffer] = tensor_type(self.environment.extent(buffer), self.environment.dtype(buffer))
        return Memref(argument, self._types[buffer])
