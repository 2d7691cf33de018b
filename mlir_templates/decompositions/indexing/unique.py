"""Unique elements and unique slices.

Equal elements are neighbours after sorting; the first of each run gets the next place in the result. Slices are put in
lexicographic order: short ones by stable sorts from their last element to their first, long ones by counting for every
slice those that come before it.
"""

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.dynamic_slice import dynamic_slices, front

aten = torch.ops.aten
Results = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
_SHORT = 32
"""Slices of up to so many elements are sorted element by element."""


@register_decomposition(aten._unique2.default)
def unique(x: torch.Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False) -> Results:
    ordered, order = torch.sort(x.flatten(), stable=True)
    values, inverse, counts = _runs(ordered.unsqueeze(1), ordered.unsqueeze(1), order, 0, return_inverse, return_counts)
    return values.squeeze(1), inverse.view(x.shape) if return_inverse else inverse, counts


@register_decomposition(aten._unique.default)
def unique_and_inverse(
    x: torch.Tensor, sorted: bool = True, return_inverse: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """What gradients of `index_fill` and the like ask for."""
    values, inverse, _ = unique(x, sorted, return_inverse)
    return values, inverse


@register_decomposition(aten.unique_dim.default)
def unique_dim(
    x: torch.Tensor, dim: int, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False
) -> Results:
    dim %= x.dim()
    rows = _as_rows(x, dim)
    order = _lexicographic(rows)
    return _runs(x.index_select(dim, order), rows[order], order, dim, return_inverse, return_counts)


@register_decomposition(aten.unique_consecutive.default)
def unique_consecutive(
    x: torch.Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Results:
    if dim is not None:
        dim %= x.dim()
        return _runs(x, _as_rows(x, dim), None, dim, return_inverse, return_counts)
    column = x.flatten().unsqueeze(1)
    values, inverse, counts = _runs(column, column, None, 0, return_inverse, return_counts)
    return values.squeeze(1), inverse.view(x.shape) if return_inverse else inverse, counts


def _as_rows(x: torch.Tensor, dim: int) -> torch.Tensor:
    """The slices along a dimension as rows of a matrix; those of a vector are numbers."""
    slices = x.movedim(dim, 0)
    return slices.flatten(1) if x.dim() > 1 else slices.unsqueeze(1)


def _runs(
    x: torch.Tensor,
    rows: torch.Tensor,
    order: torch.Tensor | None,
    dim: int,
    return_inverse: bool,
    return_counts: bool,
) -> Results:
    """One slice of every run of equal ones: the slices, the run of every original slice, the runs' lengths.

    Args:
        x: the slices, along `dim`, in which equal ones are neighbours.
        rows: the same slices as rows of a matrix.
        order: original number of each slice; None where that is its place.
    """
    size = rows.shape[0]
    nothing = torch.empty(0, dtype=torch.int64, device=x.device)
    if guard_or_false(size == 0):
        return x.clone(), nothing, nothing
    starts = torch.ones(size, dtype=torch.bool, device=x.device)
    starts = torch.cat([starts[:1], (rows[1:] != rows[:-1]).any(1)])
    run = starts.cumsum(0) - 1
    inverse = nothing
    if return_inverse:
        inverse = run if order is None else torch.zeros_like(run).scatter(0, order, run)
    # The last slice of a run is written last, the slices of a run are equal: any of them will do.
    shape = [1] * x.dim()
    shape[dim] = size
    table = torch.zeros_like(x).scatter(dim, run.view(shape).expand(x.shape), x)
    count = starts.sum()
    if not return_counts:
        return front(table, count, dim), inverse, nothing
    lengths = torch.zeros_like(run).scatter_add(0, run, torch.ones_like(run))
    values, counts = dynamic_slices(table, lengths, count, dim)
    return values, inverse, counts


def _lexicographic(rows: torch.Tensor) -> torch.Tensor:
    """Numbers of the rows in lexicographic order; equal rows keep their order."""
    if rows.shape[1] > _SHORT:
        return _ranks(rows).argsort(stable=True)
    order = torch.arange(rows.shape[0], device=rows.device)
    for column in range(rows.shape[1] - 1, -1, -1):
        order = order[torch.sort(rows[:, column][order], stable=True)[1]]
    return order


def _ranks(rows: torch.Tensor) -> torch.Tensor:
    """For every row the number of rows that are smaller."""
    here, there = rows.unsqueeze(1), rows.unsqueeze(0)
    differs = (here != there).to(torch.int32).argmax(-1)
    mine = rows.gather(1, differs)
    other = rows.unsqueeze(0).expand(rows.shape[0], -1, -1).gather(2, differs.unsqueeze(2)).squeeze(2)
    return (other < mine).sum(1)
