"""Checks of computed indices: on the host, beside what the machine does. They take no time and change nothing else."""

from collections.abc import Callable, Iterable, Sequence

import sympy
import torch
from npusim.frontend.codegen.body import BodyWriter
from npusim.frontend.codegen.dag import IndexCheck, Value
from npusim.frontend.codegen.placement import Level
from npusim.frontend.codegen.scatters import Scatters
from npusim.frontend.codegen.tiles import Allocation, Tile
from npusim.frontend.mlir_writer.indices import Index
from npusim.frontend.mlir_writer.structured import fill
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.dialect import HOST, CheckIndexOp

MADE_IN_PLACE = ("const", "iter", "size", "inside")
"""Values that no operation reads from a tile."""


class Watching(Scatters):
    """Writes `npu.check_index`. What computes tiles is added by `Emitter`."""

    def generic(
        self,
        block: Block,
        dims: Sequence[int],
        operands: Sequence[Value],
        targets: Sequence[tuple[Value, Tile]],
        combine: Callable[[BodyWriter, list[str]], list[str]] | None = None,
        reduced: Iterable[int] = (),
        marks: Sequence[str] = (),
    ) -> None:
        """Writes a linalg.generic over `dims`."""
        raise NotImplementedError

    def check_indices(self, symbols: Iterable[sympy.Symbol]) -> None:
        """Checks computed indices, each once, if the loops over them are open and what they are computed from lies in
        tiles.
        """
        for symbol in sorted((s for s in symbols if s in self.graph.checks), key=str):
            for check in self.graph.checks[symbol]:
                if check not in self.checked:
                    self._check(check)

    def _check(self, check: IndexCheck) -> None:
        """Takes the largest index, as an unsigned number, of all that the loops meet."""
        dims = self.in_order(self.deps(check.value))
        if not self.is_inside_loops(dims):
            return
        value = self._inside_only(check, dims)
        operands = self._at_hand(value)
        if operands is None:
            return
        self.checked.append(check)
        block = self._level_with(dims, operands).target
        number = self.environment.number_check(check.origin)
        largest = self._largest(len(self.checked))
        if not {d for o in operands for d in self._tile_dims(o)} >= set(dims):
            value = self._computed(value, dims, operands, block)
            operands = [value]
        self.generic(block, dims, operands, [(value, largest)], _unsigned_maximum, dims, [HOST])
        size = Index(self.index.name(check.size, block))
        block.line(CheckIndexOp.text(largest, size, number=number, wraps=check.wraps or None))

    def _level_with(self, dims: Sequence[int], operands: Sequence[Value]) -> Level:
        """The outermost place where these dimensions have a value and these tiles are there."""
        needed = self.level_of(dims)
        depths = [depth for depth, level in enumerate(self.levels) if level is needed]
        for operand in operands:
            depths.append(max(depth for depth, level in enumerate(self.levels) if operand.number in level.resident))
        return self.levels[max(depths)]

    def _tile_dims(self, operand: Value) -> Sequence[int]:
        tile = self.resident(operand)
        return () if tile is None else tile.dims

    def _largest(self, number: int) -> Tile:
        """The tile of a check: one number, which begins as 0."""
        tile = self._host_tile(("largest index", number), "largest", (len(self.plan.dims) - 1,))
        zero = self.constant(self.builder.const(0, torch.int64))
        self.allocations_block.line(fill(tile, zero, marks=[HOST]))
        return tile

    def _host_tile(self, key: object, stem: str, dims: Sequence[int]) -> Tile:
        tile = Tile.whole(self.names.fresh(stem), "i64", tuple(dims), tuple(self.plan.dims[d].tile for d in dims))
        self.allocate(key, Allocation(tile, 0, 1, host=True))
        return tile

    def _computed(self, value: Value, dims: Sequence[int], operands: Sequence[Value], block: Block) -> Value:
        """The value in a tile of its own: no other one has all of its dimensions."""
        tile = self._host_tile(("computed index", value.number), "indices", dims)
        self.generic(block, dims, operands, [(value, tile)], marks=[HOST])
        computed = self.graph.value("partial", (), value.dtype, (value.number,))
        self.levels[-1].resident[computed.number] = tile
        return computed

    def _inside_only(self, check: IndexCheck, dims: Sequence[int]) -> Value:
        """The value, one that is within the limit for elements of the tiles that lie outside of the domain."""
        value = check.value
        if self._is_loaded_as_it_is(check):
            return value
        for d in dims:
            if not self.plan.dims[d].exact:
                value = self.builder.where(self.inside(d), value, self.builder.const(0, torch.int64))
        return value

    def _is_loaded_as_it_is(self, check: IndexCheck) -> bool:
        """Whether the index is an element of memory: what lies outside is loaded as 0, which every dimension has. The
        sum of 0 and what the program itself adds may lie beyond it.
        """
        value = check.value
        if check.wraps and value.op == "add":
            value = value.args[0]
        while value.op in ("convert", "bitcast"):
            value = value.args[0]
        return value.op == "load" and value.mask is None and not self.pads.get(value.number)

    def _at_hand(self, value: Value) -> list[Value] | None:
        """What the value is computed from and lies in tiles, in topological order; None if something does not."""
        found: dict[int, Value] = {}
        stack = [value]
        while stack:
            last = stack.pop()
            if self.resident(last) is not None:
                found[last.number] = last
            elif last.op in ("load", "reduce"):
                if last.number not in self._scalar_names:
                    return None
            elif last.number not in self._scalar_names and last.op not in MADE_IN_PLACE:
                stack.extend(last.args)
        return [found[n] for n in sorted(found)]


def _unsigned_maximum(writer: BodyWriter, names: list[str]) -> list[str]:
    element, largest = names
    return [writer.emit("most", f"arith.maxui {element}, {largest} : i64")]
