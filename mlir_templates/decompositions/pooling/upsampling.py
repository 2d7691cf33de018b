"""Antialiased interpolation: a product with a matrix of filter weights along each dimension.

Output o weighs the inputs within `support` of its centre with a triangular (linear) or a cubic filter, which is
stretched by the scale when shrinking; weights are normalised to a sum of 1. The matrix is dense, with zeros outside of
the support; images have at most a few thousand elements along a dimension.
"""

from collections.abc import Callable, Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten
_CUBIC = -0.5
"""The constant of the cubic convolution for antialiased resizing, as in PIL."""

Filter = Callable[[torch.Tensor], torch.Tensor]


def _triangle(distance: torch.Tensor) -> torch.Tensor:
    return (1 - distance.abs()).clamp(min=0)


def _cubic(distance: torch.Tensor) -> torch.Tensor:
    x, a = distance.abs(), _CUBIC
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, ((x - 5) * x + 8) * x * a - 4 * a
    return torch.where(x < 1, near, torch.where(x < 2, far, 0))


def _weights(
    size: int, count: int, align_corners: bool, factor: float | None, filter: Filter, radius: int, like: torch.Tensor
) -> torch.Tensor:
    """The matrix (count, size) of weights of `size` inputs in `count` outputs (float32)."""
    if align_corners:
        scale = (size - 1) / (count - 1) if count > 1 else 0.0
    else:
        scale = 1 / factor if factor else size / count
    stretch = max(scale, 1.0)
    centre = (torch.arange(count, device=like.device, dtype=torch.float32) + 0.5) * scale
    first = (centre - radius * stretch + 0.5).to(torch.int64).clamp(min=0)
    last = (centre + radius * stretch + 0.5).to(torch.int64).clamp(max=size)
    element = torch.arange(size, device=like.device)
    inside = (element >= first[:, None]) & (element < last[:, None])
    weights = torch.where(inside, filter((element - centre[:, None] + 0.5) / stretch), 0)
    total = weights.sum(1, keepdim=True)
    return torch.where(total == 0, 0, weights / total)


def _matrices(
    input_size: Sequence[int],
    output_size: Sequence[int],
    align_corners: bool,
    factors: Sequence[float | None],
    filter: Filter,
    radius: int,
    like: torch.Tensor,
) -> list[torch.Tensor]:
    return [
        _weights(size, count, align_corners, factor, filter, radius, like)
        for size, count, factor in zip(input_size, output_size, factors, strict=True)
    ]


def _resized(x: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """rows @ x @ columns^T, at least in float32."""
    wide = torch.promote_types(x.dtype, torch.float32)
    return (rows.to(wide) @ (x.to(wide) @ columns.to(wide).t())).to(x.dtype)


def _register(forward: str, backward: str, filter: Filter, radius: int) -> None:
    @register_decomposition(getattr(aten, forward).default)
    def upsample(
        x: torch.Tensor,
        output_size: Sequence[int],
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> torch.Tensor:
        factors = (scales_h, scales_w)
        return _resized(x, *_matrices(x.shape[2:], output_size, align_corners, factors, filter, radius, x))

    @register_decomposition(getattr(aten, backward).default)
    def upsample_backward(
        grad: torch.Tensor,
        output_size: Sequence[int],
        input_size: Sequence[int],
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> torch.Tensor:
        factors = (scales_h, scales_w)
        matrices = _matrices(input_size[2:], output_size, align_corners, factors, filter, radius, grad)
        return _resized(grad, *(matrix.t() for matrix in matrices))


_register("_upsample_bilinear2d_aa", "_upsample_bilinear2d_aa_backward", _triangle, 1)
_register("_upsample_bicubic2d_aa", "_upsample_bicubic2d_aa_backward", _cubic, 2)
