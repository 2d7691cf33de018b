"""Views of a complex tensor's memory, in terms of those of its pairs."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.storage_views import storage_write, symbolic_offset
from torch import Tensor


@register_decomposition(torch.ops.aten.as_strided_scatter.default)
def as_strided_scatter(
    z: Tensor, new: Tensor, size: Sequence[Any], stride: Sequence[Any], storage_offset: Any = None
) -> Tensor:
    """Of tensors without gaps, in any order of their dimensions; tangents of writes to views are made so.

    The pairs of a tensor whose dimensions are in the order of memory are row-major, as Inductor wants them.
    """
    if not z.is_complex():
        return NotImplemented
    if isinstance(z.storage_offset(), torch.SymInt):
        raise symbolic_offset()
    outer_first = sorted(range(z.dim()), key=z.stride, reverse=True)
    rows = z.permute(outer_first)
    if not rows.is_contiguous():
        return NotImplemented
    pairs, of_new = torch.view_as_real(rows), torch.view_as_real(new)
    view = [*size, 2], [*(2 * each for each in stride), 1]
    if storage_offset is None:
        written = storage_write(pairs, of_new, *view, 0)
    else:
        written = torch.as_strided_scatter(pairs, of_new, *view, 2 * storage_offset)
    return torch.view_as_complex(written).permute([outer_first.index(dim) for dim in range(z.dim())])
