"""Reductions of consecutive segments of a dimension (`torch.segment_reduce`) and their gradient.

Segments are given by lengths, or by offsets of which the last is the end. A binary search among the ends finds the
segment of an element.
"""

import math

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.assertions import checked

aten = torch.ops.aten
_SCATTERS = {"sum": "sum", "mean": "sum", "max": "amax", "min": "amin", "prod": "prod"}
_NEUTRAL = {"sum": 0.0, "mean": 0.0, "max": -math.inf, "min": math.inf, "prod": 1.0}


def _ends(lengths: torch.Tensor | None, offsets: torch.Tensor | None, axis: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Ends and lengths of the segments, both (batch dimensions before the axis, segments)."""
    if lengths is None:
        assert offsets is not None
        return offsets.narrow(axis, 1, offsets.shape[axis] - 1), offsets.diff(dim=axis)
    return lengths.cumsum(axis), lengths


def _segments(x: torch.Tensor, ends: torch.Tensor, axis: int) -> torch.Tensor:
    """Segment of every element of x along the axis, in x's shape; elements without one get the number of segments."""
    element = torch.arange(x.shape[axis], device=x.device, dtype=ends.dtype)
    number = torch.searchsorted(ends.contiguous(), element.expand(*ends.shape[:-1], -1).contiguous(), right=True)
    return number.view(*number.shape, *[1] * (x.dim() - axis - 1)).expand(x.shape)


def _column(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return values.view(*values.shape, *[1] * (like.dim() - values.dim()))


def _checked_lengths(lengths: torch.Tensor, size: int) -> torch.Tensor:
    lengths = checked(lengths, lengths >= 0, "lengths contains negative value!")
    is_whole = lengths.sum(-1, keepdim=True) == size
    message = "Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe."
    return checked(lengths, is_whole, f"segment_reduce(): {message}")


@register_decomposition(aten.segment_reduce.default)
def segment_reduce(
    x: torch.Tensor,
    reduce: str,
    *,
    lengths: torch.Tensor | None = None,
    indices: torch.Tensor | None = None,
    offsets: torch.Tensor | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: float | None = None,
) -> torch.Tensor:
    if lengths is not None and not unsafe:
        lengths = _checked_lengths(lengths, x.shape[axis])
    ends, counts = _ends(lengths, offsets, axis)
    segments = _segments(x, ends, axis)
    shape = list(x.shape)
    shape[axis] = ends.shape[axis] + 1  # the last one takes elements without segment
    start = _NEUTRAL[reduce] if initial is None else initial
    total = x.new_full(shape, start).scatter_reduce(axis, segments, x, _SCATTERS[reduce])
    total = total.narrow(axis, 0, ends.shape[axis])
    if reduce != "mean":
        return total
    empty = math.nan if initial is None else initial
    length = _column(counts, total)
    return torch.where(length > 0, total / length.to(x.dtype), empty)


@register_decomposition(aten._segment_reduce_backward.default)
def segment_reduce_backward(
    grad: torch.Tensor,
    output: torch.Tensor,
    x: torch.Tensor,
    reduce: str,
    *,
    lengths: torch.Tensor | None = None,
    offsets: torch.Tensor | None = None,
    axis: int = 0,
    initial: float | None = None,
) -> torch.Tensor:
    """Gradient of `segment_reduce`; elements that equal the maximum or minimum share its gradient."""
    ends, counts = _ends(lengths, offsets, axis)
    segments = _segments(x, ends, axis)
    belongs, place = segments < ends.shape[axis], segments.clamp(max=ends.shape[axis] - 1)
    if reduce == "mean":
        grad = grad / _column(counts, grad).to(grad.dtype)
    pulled = grad.gather(axis, place)
    if reduce in ("max", "min"):
        chosen = belongs & ((x == output.gather(axis, place)) | x.isnan())
        ties = torch.zeros_like(grad).scatter_add(axis, place, chosen.to(grad.dtype))
        pulled = torch.where(chosen, pulled / ties.gather(axis, place), 0)
    if reduce == "prod":
        pulled = pulled * _others(x, segments, belongs, axis, initial)
    return torch.where(belongs, pulled, 0)


def _others(
    x: torch.Tensor, segments: torch.Tensor, belongs: torch.Tensor, axis: int, initial: float | None
) -> torch.Tensor:
    """For every element, the product of all other elements of its segment."""
    rows = x.movedim(axis, -1)
    owner = segments.movedim(axis, -1)
    same = (owner.unsqueeze(-1) == owner.unsqueeze(-2)) & ~torch.eye(rows.shape[-1], dtype=torch.bool, device=x.device)
    product = torch.where(same, rows.unsqueeze(-2), 1).prod(-1)
    return product.movedim(-1, axis) * (1 if initial is None else initial)
