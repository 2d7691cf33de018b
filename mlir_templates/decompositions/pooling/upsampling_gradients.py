"""Gradients of interpolation, as products with the transposed matrix of weights along each dimension.

Compiled programs differentiate the decomposed interpolation; eager ones call these operators.
"""

from collections.abc import Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.decompositions.pooling.interpolation import (
    Taps,
    all_factors,
    cubic,
    factors_in_use,
    linear,
    nearest,
    resized,
    weights,
)
from torch import Tensor

aten = torch.ops.aten


def _gradient(
    grad: Tensor,
    input_size: Sequence[int],
    factors: Sequence[float | None],
    taps: Taps,
    align_corners: bool,
    start: float,
) -> Tensor:
    sizes, counts = input_size[2:], grad.shape[2:]
    used = factors_in_use(sizes, counts, factors, taps, start)
    transposed = [
        weights(taps, size, count, align_corners, factor, grad, start).transposed()
        for size, count, factor in zip(sizes, counts, used, strict=True)
    ]
    return resized(grad, transposed)


def _register_aligned(name: str, taps: Taps) -> None:
    @register_decomposition(getattr(aten, name).default)
    def backward(
        grad: Tensor,
        output_size: Sequence[int],
        input_size: Sequence[int],
        align_corners: bool,
        *factors: float | None,
        **named: float | None,
    ) -> Tensor:
        return _gradient(grad, input_size, all_factors(grad, factors, named), taps, align_corners, 0.5)


def _register_nearest(name: str, start: float) -> None:
    @register_decomposition(getattr(aten, name).default)
    def backward(
        grad: Tensor,
        output_size: Sequence[int],
        input_size: Sequence[int],
        *factors: float | None,
        **named: float | None,
    ) -> Tensor:
        return _gradient(grad, input_size, all_factors(grad, factors, named), nearest, False, start)


_register_aligned("upsample_linear1d_backward", linear)
_register_aligned("upsample_bilinear2d_backward", linear)
_register_aligned("upsample_trilinear3d_backward", linear)
_register_aligned("upsample_bicubic2d_backward", cubic)
for _dims in (1, 2, 3):
    _register_nearest(f"upsample_nearest{_dims}d_backward", 0.0)
    _register_nearest(f"_upsample_nearest_exact{_dims}d_backward", 0.5)
