"""The operators `npusim::segment_sums` and `npusim::segment_maxima`, and their lowerings."""

from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.progressions import progression
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.settings.switches import index_checks
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import size_hint
from npusim.mlir_templates.segment_reduce import on_host
from npusim.mlir_templates.segment_reduce.template import MLIRSegmentReduceTemplate
from npusim.mlir_templates.segment_reduce.tiles import Segments

_COPY_WORTH = 4  # a copy moves an element twice, a gather moves a request of 32 or 64 bytes per element
_ARGUMENTS = "Tensor table, Tensor indices, Tensor offsets"
_OPTIONS = "bool closed=False, int padding_index=-1, bool checks=False"


@define_operator(
    f"segment_sums({_ARGUMENTS}, Tensor? factors=None, *, bool mean=False, {_OPTIONS}) -> Tensor", on_host=on_host.sums
)
def segment_sums(
    table: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    factors: torch.Tensor | None = None,
    *,
    mean: bool = False,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> torch.Tensor:
    """Sums or means of the rows of segments, (segments, columns), in the table's dtype; summed in 32 bits or more.

    Args:
        table: (rows, columns).
        indices: (n), int32 or int64, rows of the table; others add nothing.
        offsets: starts of the segments, int32 or int64, ascending; the last segment ends at n.
        factors: (n), of the table's dtype or that of its sums, multiplied with the rows.
        mean: divide by the number of indices of the segment.
        closed: the last offset is the end of the last segment.
        padding_index: an index that does not count.
        checks: raise IndexError for indices that are no row of the table, if index checks are enabled.
    """
    return table.new_empty((offsets.shape[0] - closed, table.shape[1]))


@define_operator(
    f"segment_maxima({_ARGUMENTS}, *, bool sources=True, {_OPTIONS}) -> (Tensor, Tensor)", on_host=on_host.maxima
)
def segment_maxima(
    table: torch.Tensor,
    indices: torch.Tensor,
    offsets: torch.Tensor,
    *,
    sources: bool = True,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Maxima per segment and column, and the indices they come from; both are 0 for empty segments.

    Arguments as for `segment_sums`; without `sources` the second result is empty.
    """
    shape = (offsets.shape[0] - closed, table.shape[1])
    return table.new_empty(shape), indices.new_empty(shape if sources else 0)


@register_lowering(segment_sums)
def lower_segment_sums(
    table: Any,
    indices: Any,
    offsets: Any,
    factors: Any = None,
    *,
    mean: bool = False,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> Any:
    """Lowering of `npusim::segment_sums`."""
    size = _size(table, offsets, closed)
    if _is_empty(size):
        return inductor.full(size, 0, dtype=table.get_dtype(), device=table.get_device())
    length = _equal_length(offsets)
    checks = checks and index_checks.value()
    segments = Segments("mean" if mean else "sum", closed, padding_index, factors is not None, length, checks)
    layout = row_major_layout(table.get_device(), table.get_dtype(), size)
    inputs = _inputs(table, indices, offsets if length is None else None, factors)
    return MLIRSegmentReduceTemplate(inputs, layout, segments).generate().output_node()


@register_lowering(segment_maxima)
def lower_segment_maxima(
    table: Any,
    indices: Any,
    offsets: Any,
    *,
    sources: bool = True,
    closed: bool = False,
    padding_index: int = -1,
    checks: bool = False,
) -> tuple[Any, Any]:
    """Lowering of `npusim::segment_maxima`."""
    size, device, dtype = _size(table, offsets, closed), table.get_device(), indices.get_dtype()
    if _is_empty(size):
        nothing = inductor.full(size if sources else [0], 0, dtype=dtype, device=device)
        return inductor.full(size, 0, dtype=table.get_dtype(), device=device), nothing
    found = inductor.empty_strided(size if sources else [0], None, dtype=dtype, device=device)
    found.realize()
    layout = row_major_layout(device, table.get_dtype(), size)
    length = _equal_length(offsets)
    segments = Segments("max", closed, padding_index, length=length, checks=checks and index_checks.value())
    inputs = _inputs(table, indices, offsets if length is None else None, None)
    values = MLIRSegmentReduceTemplate(inputs, layout, segments, found if sources else None).generate().output_node()
    return values, found


def _size(table: Any, offsets: Any, closed: bool) -> list[Any]:
    return [offsets.get_size()[0] - int(closed), table.get_size()[1]]


def _is_empty(size: list[Any]) -> bool:
    return any(V.graph.sizevars.statically_known_equals(length, 0) for length in size)


def _equal_length(offsets: Any) -> Any:
    """The length of every segment if the offsets are derived from the shape of a table of indices; else None.

    Such offsets are not computed.
    """
    found = progression(offsets)
    if found is None or not V.graph.sizevars.statically_known_equals(found[0], 0):
        return None
    return found[1]


def _inputs(table: Any, indices: Any, offsets: Any, factors: Any) -> dict[str, Any]:
    """The template's inputs by the names of its arguments."""
    vectors = {"I": indices, "O": offsets, "F": factors}
    return {
        "X": _rows_in_memory(table, indices),
        **{name: _dense(vector) for name, vector in vectors.items() if vector is not None},
    }


def _rows_in_memory(table: Any, indices: Any) -> Any:
    """The table, copied to contiguous rows if gathering single elements takes longer than the copy."""
    node = ir.ExternKernel.realize_input(table)
    row_step = node.get_stride()[1] if node.maybe_get_stride() is not None else 1
    if size_hint(row_step, fallback=2) == 1 or size_hint(table.get_size()[1], fallback=2) == 1:
        return node
    rows, count = (size_hint(x.get_size()[0]) for x in (table, indices))
    return ir.ExternKernel.require_contiguous(node) if rows < _COPY_WORTH * count else node


def _dense(vector: Any) -> Any:
    """The vector with stride 1, as gathers address by element."""
    return ir.ExternKernel.require_contiguous(ir.ExternKernel.realize_input(vector))
