"""Sorting: pointwise kernels compute keys, a network in the scratchpad sorts them, and pointwise kernels decode them.

A key holds the value's order as an integer and below it the element's position: the sort is stable and yields values
and positions. Keys of up to 32 bits share an i64 with the position, wider ones are pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend import lower, register_implementation, register_lowering
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.replacements.loops import provides_loop
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import positive_hint
from npusim.mlir_templates.sort.keys import SortKeys, keys_of
from npusim.mlir_templates.sort.sort import MLIRSortTemplate
from npusim.mlir_templates.sort.space import SortProblem, largest_chunk
from npusim.mlir_templates.sort.top_k import MLIRTopKTemplate
from npusim.mlir_templates.sort.top_k_space import FirstProblem, segments_of
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.machine import Machine

aten = torch.ops.aten
_LONGEST_ROW = torch.iinfo(torch.int32).max
Loader = Callable[[Sequence[Any]], Any]


def sorted_keys(keys: Sequence[Any]) -> list[Any]:
    """Rows of keys in ascending order.

    Args:
        keys: i64 tensors (rows, n), one per element of a key.
    """
    device, size = keys[0].get_device(), list(keys[0].get_size())
    known = isinstance(size[1], (int, sympy.Integer))
    problem = SortProblem(*_hints(keys), len(keys), known)
    chunk = largest_chunk(problem, current_machine(), current_strategy())
    others = [_empty(size, device) for _ in keys[1:]]
    is_merged = not known or chunk < problem.whole
    workspace = [_empty([size[0] * (2 * size[1] + 2 * chunk)], device) for _ in keys if is_merged]
    layout = row_major_layout(device, torch.int64, size)
    first = MLIRSortTemplate(keys, layout, others, workspace, problem, chunk).generate().output_node()
    return [first, *others]


def _hints(keys: Sequence[Any]) -> tuple[int, int]:
    """Hints of the number of rows and of keys per row; realises the keys as buffers."""
    for key in keys:
        key.realize()
    rows, length = map(positive_hint, keys[0].get_size())
    return rows, length


def _segments(machine: Machine, keys: Sequence[Any], number: int) -> int:
    """Segments of a row that a search goes through side by side; 0: sorting whole rows is as good."""
    return segments_of(FirstProblem(*_hints(keys), number, len(keys)), machine, current_strategy())


def _cannot_search(machine: Machine, keys: Sequence[Any], number: int) -> str:
    return "" if _segments(machine, keys, number) else f"{number} first keys are too large a part of a row"


@register_implementation("top_k", "sort")
def _first_sorted(keys: Sequence[Any], number: int) -> list[Any]:
    """The first `number` keys of every sorted row; arguments as `sorted_keys`."""
    return [inductor.slice_(key, 1, 0, number) for key in sorted_keys(keys)]


@register_implementation("top_k", "search", priority=10, when=_cannot_search)
def _first_found(keys: Sequence[Any], number: int) -> list[Any]:
    problem, segments = FirstProblem(*_hints(keys), number, len(keys)), _segments(current_machine(), keys, number)
    device, size = keys[0].get_device(), [keys[0].get_size()[0], segments * problem.first]
    others = [_empty(size, device) for _ in keys[1:]]
    layout = row_major_layout(device, torch.int64, size)
    first = MLIRTopKTemplate(keys, layout, others, problem, segments).generate().output_node()
    found = [first, *others]
    if segments > 1:
        if not _segments(current_machine(), found, number):
            return _first_sorted(found, number)
        found = _first_found(found, number)
    return [inductor.slice_(key, 1, 0, number) for key in found]


def _empty(size: Sequence[Any], device: torch.device) -> Any:
    made = inductor.empty_strided(size, None, dtype=torch.int64, device=device)
    made.realize()
    return made


@provides_loop(ir.Sort)
def sort(
    device: torch.device,
    dtypes: Sequence[torch.dtype],
    inner_fns: Sequence[Loader],
    size: Sequence[Any],
    axis: int,
    descending: bool,
    **_: Any,
) -> list[Any]:
    """Stable sort of tensors by the first tensor, with the arguments of `ir.Sort.create`."""
    rows = Rows(device, dtypes[0], inner_fns[0], size, axis, descending)
    found = rows.encoded() if rows.is_trivial else sorted_keys(rows.encoded())
    loaders = rows.decoded(found, size[axis])
    results = [(dtypes[0], rows.value(loaders))]
    results += [(dtype, rows.taken(load, loaders)) for dtype, load in zip(dtypes[1:], inner_fns[1:], strict=True)]
    return [
        ir.Pointwise.create(device=device, dtype=dtype, inner_fn=inner, ranges=list(size)) for dtype, inner in results
    ]


@register_lowering(aten.sort.default)
def lower_sort(x: Any, dim: int = -1, descending: bool = False) -> Any:
    return lower_stable_sort(x, dim=dim, descending=descending)


@register_lowering(aten.sort.stable)
def lower_stable_sort(x: Any, *, stable: bool | None = None, dim: int = -1, descending: bool = False) -> Any:
    """Sorts rows of unbounded data-dependent length; others use Inductor's lowering, whose positions have 32 bits."""
    size = x.get_size()
    dim %= max(len(size), 1)
    if not size or V.graph.sizevars.guard_or_false(sympy.Lt(size[dim], _LONGEST_ROW)):
        return None

    def position(index: Sequence[Any]) -> Any:
        return ops.index_expr(index[dim], torch.int64)

    return sort(x.get_device(), (x.get_dtype(), torch.int64), (x.make_loader(), position), size, dim, descending)


class Rows:
    """A tensor as rows of keys along one of its axes."""

    def __init__(
        self, device: torch.device, dtype: torch.dtype, load: Loader, size: Sequence[Any], axis: int, descending: bool
    ) -> None:
        self.device, self.load, self.size, self.axis = device, load, list(size), axis
        self.keys = SortKeys(dtype, descending)
        self._order = [*(d for d in range(len(size)) if d != axis), axis]
        self._back = [self._order.index(d) for d in range(len(size))]

    @property
    def is_trivial(self) -> bool:
        """Whether there is nothing to sort."""
        known = V.graph.sizevars.statically_known_leq
        return bool(known(self.size[self.axis], 1) or known(sympy.prod(self.size), 0))

    def encoded(self) -> list[Any]:
        """The keys (rows, n), one i64 tensor for each of their elements."""
        shape = [self.size[d] for d in self._order]
        rows = [sympy.prod(shape[:-1]), shape[-1]]
        return [
            inductor.view(
                ir.Pointwise.create(device=self.device, dtype=torch.int64, inner_fn=element, ranges=shape), rows
            )
            for element in keys_of(self.keys, lambda index: self.load([index[d] for d in self._back]))
        ]

    def decoded(self, found: Sequence[Any], extent: Any) -> list[Loader]:
        """Loaders of sorted keys (rows, extent), indexed by the tensor's axes."""
        shape = [*(self.size[d] for d in self._order[:-1]), extent]
        return [inductor.permute(inductor.view(key, shape), self._back).make_loader() for key in found]

    def value(self, loaders: Sequence[Loader]) -> Loader:
        """The values of keys."""
        return lambda index: self.keys.value([load(index) for load in loaders])

    def position(self, loaders: Sequence[Loader]) -> Loader:
        """The positions of keys along the axis (int64)."""
        return lambda index: self.keys.position([load(index) for load in loaders])

    def taken(self, load: Loader, loaders: Sequence[Loader]) -> Loader:
        """The elements of a tensor (`load`) at the positions of keys."""
        position = self.position(loaders)

        def inner(index: Sequence[Any]) -> Any:
            at = ops.indirect_indexing(position(index), self.size[self.axis], check=False, wrap_neg=False)
            return load([*index[: self.axis], at, *index[self.axis + 1 :]])

        return inner


def _first(x: Any, number: Any, dim: int, descending: bool) -> Iterator[tuple[torch.dtype, Loader]]:
    """Dtypes and loaders of the first `number` elements in sorted order, and of their positions.

    Rows are sorted whole for a symbolic number, as what finds the first ones alone is made for a constant.
    """
    rows = Rows(x.get_device(), x.get_dtype(), x.make_loader(), list(x.get_size()), dim, descending)
    found = rows.encoded()
    if rows.is_trivial:
        loaders = rows.decoded(found, number)
    elif isinstance(number, int):
        loaders = rows.decoded(lower("top_k", found, number), number)
    else:
        loaders = rows.decoded(sorted_keys(found), x.get_size()[dim])
    yield x.get_dtype(), rows.value(loaders)
    yield torch.int64, rows.position(loaders)


@register_lowering(aten.topk.default)
def lower_topk(x: Any, k: Any, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """Lowering of `topk`; the result is always sorted."""
    size, number = x.get_size(), _number(k)
    if not size or (isinstance(number, int) and number < 1):
        return None
    dim %= len(size)
    shape = [*size[:dim], number, *size[dim + 1 :]]
    return tuple(_computed(x, dtype, load, shape) for dtype, load in _first(x, number, dim, largest))


@register_lowering(aten.kthvalue.default)
def lower_kthvalue(x: Any, k: Any, dim: int = -1, keepdim: bool = False) -> Any:
    """Lowering of `kthvalue`."""
    size, number = x.get_size(), _number(k)
    if not size:
        return None
    dim %= len(size)
    kept = [sympy.S.One] if keepdim else []

    def last_of(load: Loader) -> Loader:
        return lambda index: load([*index[:dim], sympy.sympify(number - 1), *index[dim + len(kept) :]])

    shape = [*size[:dim], *kept, *size[dim + 1 :]]
    return tuple(_computed(x, dtype, last_of(load), shape) for dtype, load in _first(x, number, dim, False))


def _number(k: Any) -> Any:
    """An operator's `k`: an int, or an expression of symbolic sizes."""
    return int(k) if isinstance(k, (int, sympy.Integer)) else k


def _computed(x: Any, dtype: torch.dtype, load: Loader, shape: Sequence[Any]) -> Any:
    return ir.Pointwise.create(device=x.get_device(), dtype=dtype, inner_fn=load, ranges=list(shape))
