"""Checks of computed indices, made on the host beside the simulated machine: they take no simulated time."""

from collections.abc import Container, Iterable, Iterator, Sequence

import sympy
import torch
from npusim.frontend.codegen.emit.generics import Generics
from npusim.frontend.codegen.emit.scatters import Scatters
from npusim.frontend.codegen.graph.dag import IndexCheck, Store, Value
from npusim.frontend.codegen.schedule.placement import Level
from npusim.frontend.codegen.schedule.tiles import Tile
from npusim.frontend.codegen.text.body import BodyWriter
from npusim.frontend.mlir_writer.indices import Index
from npusim.frontend.mlir_writer.structured import fill
from npusim.frontend.mlir_writer.text import Block
from npusim.simulator.errors import NpuSimError
from npusim.simulator.ir.dialect import HOST, CheckIndexOp

MADE_IN_PLACE = ("const", "iter", "size", "inside")
"""Values that no operation reads from a tile."""


class IndexChecks(Scatters, Generics):
    """Writes `npu.check_index`."""

    def check_indices(self, symbols: Iterable[sympy.Symbol]) -> None:
        """Checks computed indices, each once, if the loops over them are open and the values they need are in tiles."""
        self._check_these(symbols, loads=False)

    def check_in_loops(self) -> None:
        """Makes all pending checks that need no loops but the open ones. The host loads the values that nothing else
        loads, such as indices into a dimension of one element.
        """
        self._check_these(self.graph.checks, loads=True)

    def check_overwritten(self, stores: Iterable[Store]) -> None:
        """Makes pending checks of indices whose memory these stores write: a result may lie where its indices lay."""
        pending = [s for s in self.graph.checks if any(self._unchecked([s]))]
        if not pending:
            return
        written = {self.environment.output(store.buffer) for store in stores}
        self._check_these((s for s in pending if self._reads(s, written)), loads=True)

    def _reads(self, symbol: sympy.Symbol, arguments: Container[str]) -> bool:
        """Whether the pending checks of an index load one of the kernel's arguments."""
        values = self.graph.reachable(check.value for check in self._unchecked([symbol]))
        return any(v.op == "load" and self.environment.input(v.buffer) in arguments for v in values)

    def check_rest(self) -> None:
        """`check_in_loops` at the end of the kernel.

        Raises:
            NpuSimError: an index cannot be checked any more, because the loops over it are closed.
        """
        self.check_in_loops()
        for check in self._unchecked(self.graph.checks):
            raise NpuSimError(f"an index of {check.origin.op or 'the kernel'} is not checked ({check.origin.source})")

    def _check_these(self, symbols: Iterable[sympy.Symbol], *, loads: bool) -> None:
        for check in self._unchecked(symbols):
            if self.is_inside_loops(self.deps(check.value)) and self._is_computable(check.value, loads=loads):
                self._check(check)

    def _unchecked(self, symbols: Iterable[sympy.Symbol]) -> Iterator[IndexCheck]:
        """Pending checks of computed indices; making one may add checks of the indices it is loaded by."""
        for symbol in sorted((s for s in symbols if s in self.graph.checks), key=str):
            yield from (check for check in self.graph.checks[symbol] if check not in self.checked)

    def _check(self, check: IndexCheck) -> None:
        """Checks the largest index, as an unsigned number, over all iterations."""
        self.checked.append(check)
        dims = self.in_order(self.deps(check.value))
        number = self.environment.number_check(check.origin)
        with self.host_only():
            value = self._zero_outside(check, dims)
            operands = self.prepare([value], dims)
            block = self._level_of_check(dims, operands).target
            largest = self._largest(check)
            if not {d for o in operands for d in self._tile_dims(o)} >= set(dims):
                value = self._computed(value, dims, operands, block)
                operands = [value]
            self.generic(block, dims, operands, [(value, largest)], _unsigned_maximum, dims)
        size = Index(self.index.name(check.size, block))
        block.line(CheckIndexOp.text(largest, size, number=number, wraps=check.wraps or None))

    def _level_of_check(self, dims: Sequence[int], operands: Sequence[Value]) -> Level:
        """The outermost place inside the loops over these dimensions where these tiles are resident."""
        needed = self.level_of(dims)
        depths = [depth for depth, level in enumerate(self.levels) if level is needed]
        for operand in operands:
            depths.append(max(depth for depth, level in enumerate(self.levels) if operand.number in level.resident))
        return self.levels[max(depths)]

    def _tile_dims(self, operand: Value) -> Sequence[int]:
        tile = self.resident(operand)
        return () if tile is None else tile.dims

    def _largest(self, check: IndexCheck) -> Tile:
        """The tile of a check: one number, which begins as 0."""
        tile = self.tile(("largest index", check), "largest", "i64", (len(self.plan.dims) - 1,))
        zero = self.constant(self.builder.const(0, torch.int64))
        self.allocations_block.line(fill(tile, zero, marks=[HOST]))
        return tile

    def _computed(self, value: Value, dims: Sequence[int], operands: Sequence[Value], block: Block) -> Value:
        """The value in a tile of its own, for a value with dimensions that no operand's tile has."""
        tile = self.tile(("computed index", value.number), "indices", "i64", dims)
        self.generic(block, dims, operands, [(value, tile)])
        computed = self.graph.value("partial", (), value.dtype, (value.number,))
        self.levels[-1].resident[computed.number] = tile
        return computed

    def _zero_outside(self, check: IndexCheck, dims: Sequence[int]) -> Value:
        """The value, replaced by 0, which is always valid, for elements of the tiles outside of the domain."""
        value = check.value
        if self._is_loaded_unchanged(check):
            return value
        for d in dims:
            if not self.plan.dims[d].exact:
                value = self.builder.where(self.inside(d), value, self.builder.const(0, torch.int64))
        return value

    def _is_loaded_unchanged(self, check: IndexCheck) -> bool:
        """Whether the index is loaded unchanged: outside of the domain it is then 0, which is valid. An index that the
        program adds to may be invalid there.
        """
        value = check.value
        if check.wraps and value.op == "add":
            value = value.args[0]
        while value.op in ("convert", "bitcast"):
            value = value.args[0]
        return value.op == "load" and value.mask is None and not self.pads.get(value.number)

    def _is_computable(self, value: Value, *, loads: bool) -> bool:
        """Whether the reductions that the value is computed from are resident, and with `loads` false its loads too."""
        stack, seen = [value], set[int]()
        while stack:
            last = stack.pop()
            if last.number in seen or self.resident(last) is not None or last.number in self._scalar_names:
                continue
            seen.add(last.number)
            if last.op == "reduce" or (last.op == "load" and not loads):
                return False
            stack.extend(self.graph.operands(last))
        return True


def _unsigned_maximum(writer: BodyWriter, names: list[str]) -> list[str]:
    element, largest = names
    return [writer.emit("most", f"arith.maxui {element}, {largest} : i64")]
