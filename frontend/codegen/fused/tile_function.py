"""Functions of a template's tiles and of positions of their elements, such as the score modification of an attention.

The function is written with Inductor's `ops`. What it loads from memory at affine positions arrives in tiles, as for
epilogues; computed positions are gathered.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.fused.epilogue import EpilogueText, EpilogueWriter
from npusim.frontend.codegen.fused.result_tiles import ResidentTile, TileDim
from npusim.frontend.codegen.graph.buffers import InductorEnvironment
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.domain import Dim, Domain, loop_symbol
from npusim.frontend.codegen.graph.dtypes import dtype_of_element
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.inductor.api import Kernel, OpsValue, V

TileFunction = Callable[[Sequence[sympy.Expr]], Any]
"""Gets the position of an element, an expression per dimension; loads elements of tiles by the names of `inputs`."""


def emit_tile_function(
    kernel: Kernel[Any],
    function: TileFunction,
    dims: Sequence[TileDim],
    inputs: Mapping[str, ResidentTile],
    positions: Mapping[str, int],
    output: ResidentTile,
    *,
    factors: Mapping[str, float],
    lane_dim: int,
    prefix: str,
) -> EpilogueText:
    """Text that computes a tile from others.

    Args:
        kernel: registers the arguments that the function loads from.
        dims: what the tiles lie along.
        inputs: tiles by the names under which the function loads their elements.
        positions: dimensions by the names under which the function loads the position of an element (int32).
        output: the tile to fill.
        factors: of elements of tiles, by the same names.
        lane_dim: the dimension that lies across the lanes.
        prefix: of every SSA name made here.
    """
    sizes, environment = Sizes(V.graph.sizevars), InductorEnvironment(kernel)
    loops = tuple(Dim(loop_symbol(f"P{i}"), sizes.simplify(dim.extent)) for i, dim in enumerate(dims))
    recording = Recording(Domain(loops, ()), sizes, environment.dtype, environment.memory)
    given = {
        name: recording.graph.value("resident", (), dtype_of_element(tile.element, torch.float32), (name,))
        for name, tile in inputs.items()
    }
    symbols = [loop.symbol for loop in loops]
    handler = _FunctionHandler(recording, given, factors, {name: symbols[dim] for name, dim in positions.items()})
    with V.set_ops_handler(handler):
        found = function(symbols)
    value = handler.builder.as_value(found.value if isinstance(found, OpsValue) else found)
    value = handler.builder.convert(value, dtype_of_element(output.element, torch.float32))
    writer = EpilogueWriter(recording, environment, dims, lane_dim, prefix)
    for name, tile in inputs.items():
        writer.adopt(given[name], tile)
    return writer.write_value(value, output)


class _FunctionHandler(RecordingHandler):
    """Records a function; a position that it indexes with stays an expression, so that loads from there are of rows.

    Args:
        given: elements of tiles.
        factors: of these.
        positions: of an element.
    """

    def __init__(
        self,
        recording: Recording,
        given: Mapping[str, Value],
        factors: Mapping[str, float],
        positions: Mapping[str, sympy.Expr],
    ) -> None:
        super().__init__(recording)
        self._positions = positions
        self._given = {name: self.builder.mul(v, factors[name]) if name in factors else v for name, v in given.items()}
        self._expressions: dict[int, sympy.Expr] = {}

    def load(self, name: str, index: sympy.Expr) -> Value:
        """An element of a tile, its position, or an element in memory."""
        if name in self._given:
            return self._given[name]
        if name not in self._positions:
            return super().load(name, index)
        return self._noted(self.index_expr(self._positions[name], torch.int32), self._positions[name])

    def indirect_indexing(self, x: Any, size: sympy.Expr, check: bool = True, wrap_neg: bool = True) -> Any:
        """The expression of a position; a symbol for other indices."""
        known = self._expression(x)
        return super().indirect_indexing(x, size, check, wrap_neg) if known is None else known

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Sums and products of positions, and their conversions, keep their expression; they are not negative."""
        result = super()._default(name, args, kwargs)
        parts = [self._expression(arg) for arg in args]
        if name == "to_dtype" and parts[0] is not None and args[1] in (torch.int32, torch.int64):
            return self._noted(result, parts[0])
        known = [part for part in parts if part is not None]
        if name in ("add", "mul") and len(known) == len(parts):
            return self._noted(result, sympy.Add(*known) if name == "add" else sympy.Mul(*known))
        return result

    def _noted(self, value: Value, expression: sympy.Expr) -> Value:
        self._expressions[value.number] = expression
        return value

    def _expression(self, value: Any) -> sympy.Expr | None:
        if not isinstance(value, Value):
            return None
        if value.op == "const" and not value.dtype.is_floating_point and value.attributes[0] >= 0:
            return sympy.Integer(value.attributes[0])
        return self._expressions.get(value.number)
