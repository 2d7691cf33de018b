"""Inductor's ops handler that records a scalar graph.

`RecordingHandler` derives from DefaultHandler, whose methods all arrive at `_default`: an operation without an entry
is an error that names it.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.graph.box_masks import bounds_within
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, IndexCheck, Store, Value
from npusim.frontend.codegen.graph.domain import Domain, Variables
from npusim.frontend.codegen.graph.memory import Access, Accesses, Memory
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.math import reductions
from npusim.frontend.codegen.math.operations import OPERATIONS
from npusim.frontend.codegen.record.affine_pieces import Pieces, Split, affine_pieces
from npusim.frontend.codegen.record.divisors import is_never_zero
from npusim.frontend.codegen.record.index_origins import assertion_origin, index_origin
from npusim.frontend.codegen.record.index_values import IndexValues, computed_in, fits_32_bits, is_within
from npusim.frontend.inductor.api import DefaultHandler
from npusim.frontend.settings.switches import index_checks
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.ir.dialect import FIRST_OF_NONE

STORE_MODES = (None, "atomic_add", "atomic_max", "atomic_min")
"""How a store changes its element: by replacing it, or combining with it."""

_DIVISIONS = frozenset({"floordiv", "truncdiv", "mod", "remainder"})
"""Operations on integers that are not defined for a divisor of 0."""


@dataclass
class Recording:
    """The recorded scalar graph and memory accesses of the nodes of one kernel.

    Attributes:
        dtype_of: dtype of a buffer.
        memory_of: where a buffer lies.
        accesses: the nodes' memory accesses.
        stored: index and value of the current element of every buffer that the kernel, or its template, has computed.
    """

    domain: Domain
    sizes: Sizes
    dtype_of: Callable[[str], torch.dtype]
    memory_of: Callable[[str], Memory] = Memory
    graph: Graph = field(default_factory=Graph)
    stored: dict[Memory, tuple[sympy.Expr, Value]] = field(default_factory=dict)
    accesses: Accesses = field(init=False)

    def __post_init__(self) -> None:
        self.accesses = Accesses(self.sizes)

    def made(self, name: str) -> tuple[sympy.Expr, Value]:
        """The index and the value of the current element of a buffer that the kernel has computed."""
        return self.stored[self.memory_of(name)]


class RecordingHandler(DefaultHandler):
    """Records the operations of one node after the other into a `Recording`."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.builder = Builder(recording.graph)
        self.mask: Value | None = None
        self.node = 0
        self.scheduled: Any = None
        self._from_front: set[int] = set()
        self.variables: Sequence[sympy.Expr] = ()
        self.reduction_variables: Sequence[sympy.Expr] = ()
        self.reduction_ranges: Sequence[sympy.Expr] = ()
        loops = recording.domain.ranges
        self.index_values = IndexValues(self.builder, loops, recording.graph.indirect)

    def begin_node(self, scheduled: Any, ranges: Sequence[sympy.Expr], variables: Variables) -> None:
        """Sets the scheduler node whose body runs next, its reduction ranges and its (parallel, reduced) variables."""
        self.node += 1
        self.scheduled = scheduled
        self.reduction_ranges, (self.variables, self.reduction_variables) = ranges, variables

    def _default(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if name not in OPERATIONS:
            raise UnsupportedError(
                f"Inductor's operation '{name}' is not supported on the device; "
                "rewrite the model without it or run that part on the CPU"
            )
        self.recording.graph.origin = name
        result = OPERATIONS[name](self.builder, *args, **kwargs)
        if name in _DIVISIONS and not result.dtype.is_floating_point:
            self._check_divisor(self.builder.as_value(args[1], result.dtype))
        return result

    # -- indices

    def _simplify(self, index: sympy.Expr) -> sympy.Expr:
        return self.recording.sizes.simplify_index(index, self.recording.domain.ranges)

    def index_expr(self, expr: sympy.Expr, dtype: torch.dtype) -> Value:
        self.recording.graph.origin = "index"
        expr = self._simplify(expr)
        wide = computed_in(expr, dtype, self.recording.domain.ranges)
        return self.builder.convert(self.index_values.value(expr, wide), dtype)

    value_expr = index_expr

    def indirect_indexing(self, x: Any, size: sympy.Expr, check: bool = True, wrap_neg: bool = True) -> sympy.Symbol:
        """A symbol for a computed index; negative indices count from the end if `wrap_neg`. `check` adds a check
        against the dimension's `size`.
        """
        self.recording.graph.origin = "index"
        index = given = self.builder.as_value(x, torch.int64)
        wraps = wrap_neg and index.dtype not in (torch.bool, torch.uint8)
        if wraps:
            wide = self.builder.convert(index, torch.int64)
            end = self.index_values.value(sympy.sympify(size), torch.int64)
            index = self.builder.where(self.builder.compare("lt", wide, 0), self.builder.add(wide, end), wide)
        symbol = sympy.Symbol(f"at{index.number}", integer=True)
        self.recording.graph.indirect[symbol] = index
        if check and given.dtype != torch.bool and index_checks.value():
            self._check_index(symbol, given, sympy.sympify(size), wraps)
        return symbol

    def identity(self, x: Any) -> Value:
        """The index of an operator that counts from the front only, as `from_front` is lowered."""
        value = self.builder.as_value(x)
        self._from_front.add(value.number)
        return value

    def check_bounds(self, expr: sympy.Expr, size: sympy.Expr, lower: bool, upper: bool) -> None:
        """Adds a check of an index computed from loop variables, if it may leave its dimension."""
        index = self._simplify(expr)
        checked = index_checks.value() and (lower or upper)
        if checked and not is_within(index, sympy.sympify(size), self.recording.domain.ranges):
            value = self.index_values.value(index, torch.int64)
            symbol = sympy.Symbol(f"at{value.number}", integer=True)
            self.recording.graph.indirect[symbol] = value
            self._check_index(symbol, value, sympy.sympify(size), wraps=False)

    def _check_index(self, symbol: sympy.Symbol, given: Value, size: sympy.Expr, wraps: bool) -> None:
        b = self.builder
        value, from_front = b.convert(given, torch.int64), given.number in self._from_front
        wraps = wraps and not from_front
        if wraps:
            value = b.add(value, self.index_values.value(size, torch.int64))
        if not size.is_positive:
            value = self._told_from_none(value, size)
        if self.mask is not None:
            value = b.where(self.mask, value, 0)
        origin = index_origin(self.scheduled, size, from_front=from_front)
        self.recording.graph.check(symbol, IndexCheck(value, size, wraps, origin))

    def _told_from_none(self, value: Value, size: sympy.Expr) -> Value:
        """An index to check whose dimension may have no elements: 0 says that there are no indices, and then stands for
        nothing else.
        """
        b = self.builder
        extent = self.index_values.value(size, torch.int64)
        is_first = b.both(b.compare("eq", value, 0), b.compare("eq", extent, 0))
        return self._only_in_loops(b.where(is_first, b.const(FIRST_OF_NONE, torch.int64), value))

    def _check_divisor(self, divisor: Value) -> None:
        if not is_never_zero(divisor):
            self.device_assert_async(self.builder.compare("ne", divisor, 0), "ZeroDivisionError")

    def device_assert_async(self, cond: Any, msg: str) -> None:
        """Adds a check that a condition holds, made as those of indices are: 0 is the only index that is valid."""
        if not index_checks.value():
            return
        b = self.builder
        fails = b.where(b.convert(cond, torch.bool), b.const(0, torch.int64), b.const(1, torch.int64))
        if self.mask is not None:
            fails = b.where(self.mask, fails, 0)
        fails = self._only_in_loops(fails)
        symbol, graph = sympy.Symbol(f"at{fails.number}", integer=True), self.recording.graph
        graph.indirect[symbol] = fails
        if symbol not in graph.checks:
            origin = assertion_origin(self.scheduled, msg)
            graph.check(symbol, IndexCheck(fails, sympy.S.One, wraps=False, origin=origin))

    def _only_in_loops(self, fails: Value) -> Value:
        """0 if a loop walks nothing: a check that depends on no loop is made beside them."""
        b = self.builder
        for loop in self.recording.domain.dims:
            if not loop.size.is_positive:
                extent = self.index_values.value(loop.size, torch.int64)
                fails = b.where(b.compare("gt", extent, 0), fails, 0)
        return fails

    def masked(self, mask: Any, body: Callable[[], Value], other: Any) -> Value:
        outer, condition = self.mask, self.builder.convert(mask, torch.bool)
        self.mask = condition if outer is None else self.builder.both(outer, condition)
        try:
            result = self.builder.as_value(body())
        finally:
            self.mask = outer
        return self.builder.where(condition, result, self.builder.convert(other, result.dtype))

    def bucketize(
        self,
        values: Any,
        boundaries: tuple[str, sympy.Expr, sympy.Expr, sympy.Expr],
        boundary_indices: Any,
        indexing_dtype: torch.dtype,
        right: bool,
        sorter: tuple[str, sympy.Expr] | None = None,
        sorter_indices: Any = None,
    ) -> Value:
        """Number of boundaries before a value, by binary search: one bit of the answer per step, highest first."""
        b, (name, size, _, stride) = self.builder, boundaries
        extent = self.index_values.value(sympy.sympify(size), torch.int64)
        first = b.as_value(boundary_indices, torch.int64)
        found = worst = b.const(0, torch.int64)
        for bit in reversed(range(_search_steps(size))):
            candidate = b.add(found, 1 << bit)
            exists = b.compare("le", candidate, extent)
            place = b.sub(candidate, 1)
            if sorter is not None:
                number = functools.partial(self._element, sorter[0], sorter_indices, place, sorter[1])
                place = self.masked(exists, number, 0)
                inside = b.both(b.compare("ge", place, 0), b.compare("lt", place, extent))
                worst = b.where(inside, worst, place)
            at = self.masked(exists, functools.partial(self._element, name, first, place, stride), 0)
            beyond = b.compare("gt" if right else "ge", at, values)
            found = b.where(b.both(exists, b.negate(beyond)), candidate, found)
        if sorter is not None:
            self.indirect_indexing(worst, size, wrap_neg=False)  # for its check
        return b.convert(found, indexing_dtype)

    def _element(self, name: str, first: Any, place: Value, stride: sympy.Expr) -> Value:
        """Element of a buffer at a computed place."""
        b = self.builder
        step = self.index_values.value(sympy.sympify(stride), torch.int64)
        position = b.add(b.as_value(first, torch.int64), b.mul(b.convert(place, torch.int64), step))
        return self.load(name, self.indirect_indexing(position, sympy.S.Zero, check=False, wrap_neg=False))

    # -- memory

    def load(self, name: str, index: sympy.Expr) -> Value:
        recording, index = self.recording, self._simplify(index)
        memory = recording.memory_of(name)
        recording.accesses.add(Access(self.node, name, memory, index))
        if memory in recording.stored:
            return recording.stored[memory][1]
        return self._load_pieces(name, self._pieces(index), ())

    def _pieces(self, index: sympy.Expr) -> Pieces:
        graph = self.recording.graph
        if graph.indirect_values(index):
            return index
        return affine_pieces(index, bounds_within(self.mask, self.recording.domain.dims), self.recording.sizes)

    def _load_pieces(self, name: str, pieces: Pieces, within: tuple[tuple[Split, Value], ...]) -> Value:
        """Loads in every range of the loops with the index that holds there, and selects among them."""
        recording, b = self.recording, self.builder
        if isinstance(pieces, Split):
            recording.graph.origin = "index"
            below = self._is_below(pieces)
            values = (
                self._load_pieces(name, part, (*within, (pieces, condition)))
                for part, condition in ((pieces.below, below), (pieces.above, b.opposite(below)))
            )
            return b.where(below, *values)
        recording.graph.origin = "load"
        conditions = [self.mask] if self.mask is not None else []
        conditions += [c for split, c in within if conditions or _decides(split, pieces)]
        mask = (functools.reduce(b.both, conditions),) if conditions else ()
        return recording.graph.value("load", mask, recording.dtype_of(name), (name, pieces))

    def _is_below(self, split: Split) -> Value:
        """Whether the variable of a split is below its bound."""
        narrow = split.bound.is_Integer and fits_32_bits(split.variable, self.recording.domain.ranges)
        dtype = torch.int32 if narrow else torch.int64
        if split.bound.is_Integer:
            bound = self.builder.const(int(split.bound), dtype)
        else:
            bound = self.builder.raw("size", torch.int64, attributes=(split.bound,))
        return self.builder.compare("lt", self.index_values.value(split.variable, dtype), bound)

    def load_seed(self, name: str, offset: Any) -> Value:
        return self.load(name, sympy.sympify(offset))

    def store(self, name: str, index: sympy.Expr, value: Any, mode: str | None = None) -> None:
        self._store(name, index, value, mode, reduced=False)

    def store_reduction(self, name: str, index: sympy.Expr, value: Any) -> None:
        self._store(name, index, value, None, reduced=True)

    def _store(self, name: str, index: sympy.Expr, value: Any, mode: str | None, *, reduced: bool) -> None:
        if mode not in STORE_MODES:
            raise UnsupportedError(f"stores with mode {mode!r} are not supported on the device")
        recording, index = self.recording, self._simplify(index)
        rounded, memory = self.builder.convert(value, recording.dtype_of(name)), recording.memory_of(name)
        own = self._is_own(index, reduced)
        recording.accesses.add(Access(self.node, name, memory, index, writes=True, mode=mode, own=own))
        if mode is None:
            recording.stored[memory] = (index, rounded)
        recording.graph.stores.append(Store(name, index, rounded, mode, reduced))

    def _is_own(self, index: sympy.Expr, reduced: bool) -> bool:
        """Whether no two points of a store's loops write the same element."""
        variables = self.variables if reduced else (*self.variables, *self.reduction_variables)
        loops = self.recording.domain.ranges
        walked = {s for v in variables for s in v.free_symbols if not self.recording.sizes.equal(loops.get(s, 1), 1)}
        return walked <= index.free_symbols and not self.recording.graph.indirect_values(index)

    # -- reductions

    def reduction(self, dtype: torch.dtype, src_dtype: torch.dtype, reduction_type: str, value: Any) -> Any:
        self.recording.graph.origin = reduction_type
        reduce = reductions.REDUCTIONS.get(reduction_type)
        if reduce is None:
            raise UnsupportedError(
                f"the reduction '{reduction_type}' is not supported on the device; "
                "compute it from sums and maxima, or on the CPU"
            )
        return reduce(reductions.Request(self.builder, dtype, src_dtype, self.position, self.count), value)

    def position(self) -> Value:
        """Flat index of the element in the node's reduction ranges (int64)."""
        flat: sympy.Expr = sympy.S.Zero
        for variable, size in zip(self.reduction_variables, self.reduction_ranges, strict=True):
            flat = flat * size + variable
        return self.index_expr(sympy.expand(flat), torch.int64)

    def count(self, dtype: torch.dtype) -> Value:
        """Number of elements that are reduced."""
        return self.index_values.value(self.recording.sizes.product(self.reduction_ranges), dtype)


def _decides(split: Split, index: sympy.Expr) -> bool:
    """Whether a load may leave its tensor on the other side of a split."""
    return split.variable in index.free_symbols or not split.exists


def _search_steps(size: sympy.Expr) -> int:
    """Bits of the largest answer of a binary search over `size` elements."""
    return int(size).bit_length() if sympy.sympify(size).is_Integer else _LONGEST_SEARCH


_LONGEST_SEARCH = 40
"""Steps of a search over a symbolic number of elements: more than any tensor has."""
