"""Operations on tiles as text: one linalg.generic that computes values from the values in tiles."""

from collections.abc import Callable, Iterable, Sequence

import sympy
import torch
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.schedule.placement import Placement
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.codegen.text.body import BodyWriter
from npusim.frontend.mlir_writer.structured import Operand, generic
from npusim.frontend.mlir_writer.text import Block


class Generics(Placement):
    """Writes `linalg.generic`."""

    def generic(
        self,
        block: Block,
        dims: Sequence[int],
        operands: Sequence[Value],
        targets: Sequence[tuple[Value, Tile]],
        combine: Callable[[BodyWriter, list[str]], list[str]] | None = None,
        reduced: Iterable[int] = (),
    ) -> None:
        """Writes a linalg.generic over `dims`.

        Args:
            operands: resident values, the inputs.
            targets: values and the tiles they go to.
            combine: for accumulation, computes the yielded names from the targets' names and the output arguments %o0,
                %o1, ...
            reduced: dimensions that are reduction iterators.
        """
        inputs = [(v, self._operand_tile(v, dims)) for v in operands]
        tiles = [t for _, t in inputs if t is not None] + [t for _, t in targets]
        units = dict.fromkeys(d for t in tiles for d in t.dims if d not in dims and self.plan.dims[d].tile == 1)
        dims = (*units, *dims)
        # A dimension of one element that is no tile's axis cannot be a loop of the operation.
        walked = {d for t in tiles for d in t.dims}
        dims = [d for d in dims if d in walked or self.plan.dims[d].tile > 1]
        arguments = [self.names.fresh("a") for _ in inputs] + [self.names.fresh("o") for _ in targets]
        zero = self.constant(self.builder.const(0, torch.int8)) if any(v.dtype == torch.bool for v, _ in inputs) else ""
        writer = self._writer(self._scalar_names, dims)
        for (value, _), argument in zip(inputs, arguments, strict=False):
            writer.bind(value, writer.from_memory(argument, value.dtype, zero))
        results = [writer.to_memory(writer.name(v), v.dtype) for v, _ in targets]
        if combine is not None:
            results = combine(writer, [*results, *arguments[len(inputs) :]])
        loops = {d: f"d{i}" for i, d in enumerate(dims)}
        operands_ = [Operand(tile, [loops[d] for d in tile.dims]) for tile in tiles]
        ins, outs, sums = operands_[: len(inputs)], operands_[len(inputs) :], {loops[d] for d in reduced if d in loops}
        names = list(loops.values())
        block.add(generic(names, ins, outs, arguments, writer.lines, results, reduced=sums, marks=self.marks))

    def _writer(self, known: dict[int, str], dims: Sequence[int]) -> BodyWriter:
        position = {self.plan.dims[d].symbol: i for i, d in enumerate(dims)}

        def loop_index(writer: BodyWriter, symbol: sympy.Symbol) -> str:
            return self._loop_index(writer, symbol, position)

        return BodyWriter(self.names, known, self.constant, loop_index, self.index.size)

    def _step_index(self, symbol: sympy.Symbol) -> str:
        """The index of the current step along a dimension that tiles have no axis along."""
        (dim,) = (dim for dim in self.plan.dims if dim.symbol == symbol)
        return dim.offset or self.index.constant(0)

    def _loop_index(self, writer: BodyWriter, symbol: sympy.Symbol, position: dict[sympy.Symbol, int]) -> str:
        """Index of the element along a dimension: its place in the tile plus the tile's offset."""
        if symbol not in writer.indices:
            dim = next(d for d in self.plan.dims if d.symbol == symbol)
            if symbol not in position:  # the operation has no loop along it: it is stepped along
                return self._step_index(symbol)
            index = writer.emit("at", f"linalg.index {position[symbol]} : index")
            begin = self.index.constant(dim.begin) if dim.begin else None
            for addend in (dim.offset, begin):
                index = index if addend is None else writer.emit("at", f"arith.addi {index}, {addend} : index")
            writer.indices[symbol] = index
        return writer.indices[symbol]

    def _operand_tile(self, value: Value, dims: Sequence[int]) -> Tile | None:
        """The tile that an operation over `dims` reads a value from. For a value copied to all lanes it is the original
        tile if the operation does not vary over the lanes.
        """
        tile = self.resident(value)
        if tile is None or self.plan.lane_dim in dims:
            return tile
        return self.unspread.get(tile.name, tile)
