"""Gradients of interpolation, as products with the transposed matrix of weights along each dimension.

Compiled programs differentiate the decomposed interpolation; eager ones call these operators.
"""

from collections.abc import Callable, Sequence

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten
_CUBIC = -0.75
"""The constant of the cubic convolution without antialiasing."""

Taps = Callable[[Tensor], list[tuple[Tensor, Tensor | float]]]
"""From places among the inputs to (inputs, weights) of each."""


def _nearest(place: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    return [(place.floor(), 1.0)]


def _linear(place: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    place = place.clamp(min=0)
    first = place.floor()
    return [(first, 1 - (place - first)), (first + 1, place - first)]


def _cubic(place: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    first = place.floor()
    t = place - first
    return [(first - 1, _far(t + 1)), (first, _near(t)), (first + 1, _near(1 - t)), (first + 2, _far(2 - t))]


def _near(x: Tensor) -> Tensor:
    return ((_CUBIC + 2) * x - (_CUBIC + 3)) * x * x + 1


def _far(x: Tensor) -> Tensor:
    return ((x - 5) * x + 8) * x * _CUBIC - 4 * _CUBIC


def _weights(taps: Taps, size: int, count: int, start: float, scale: float, like: Tensor) -> Tensor:
    """The matrix (count, size) of weights of `size` inputs in outputs that lie at `scale * (output + start) - start`,
    or without the last term where `taps` are those of the nearest input.
    """
    place = (torch.arange(count, device=like.device, dtype=like.dtype) + start) * scale
    place = place if taps is _nearest else place - start
    element = torch.arange(size, device=like.device)
    weights = torch.zeros(count, size, dtype=like.dtype, device=like.device)
    for index, weight in taps(place):
        inside = index.clamp(0, size - 1).to(torch.int64)
        column = weight[:, None] if isinstance(weight, Tensor) else weight
        weights = weights + torch.where(inside[:, None] == element, column, 0.0)
    return weights


def _scale(size: int, count: int, align_corners: bool, factor: float | None) -> float:
    if align_corners:
        return (size - 1) / (count - 1) if count > 1 else 0.0
    return 1 / factor if factor else size / count


def _gradient(
    grad: Tensor,
    input_size: Sequence[int],
    factors: Sequence[float | None],
    taps: Taps,
    align_corners: bool,
    start: float,
) -> Tensor:
    found = grad.to(torch.promote_types(grad.dtype, torch.float32))
    for dim, factor in enumerate(factors, start=2):
        size, count = input_size[dim], grad.shape[dim]
        scale = _scale(size, count, align_corners, factor)
        weights = _weights(taps, size, count, 0.0 if align_corners else start, scale, found)
        found = (found.transpose(dim, -1) @ weights).transpose(dim, -1)
    return found.to(grad.dtype).contiguous()


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
        return _gradient(grad, input_size, _all_factors(grad, factors, named), taps, align_corners, 0.5)


def _register_nearest(name: str, start: float) -> None:
    @register_decomposition(getattr(aten, name).default)
    def backward(
        grad: Tensor,
        output_size: Sequence[int],
        input_size: Sequence[int],
        *factors: float | None,
        **named: float | None,
    ) -> Tensor:
        return _gradient(grad, input_size, _all_factors(grad, factors, named), _nearest, False, start)


def _all_factors(
    grad: Tensor, factors: Sequence[float | None], named: dict[str, float | None]
) -> Sequence[float | None]:
    """One for each dimension of the image, in their order: of scales, or of scales_d, scales_h and scales_w."""
    names = ("scales",) if grad.dim() == 3 else ("scales_d", "scales_h", "scales_w")[5 - grad.dim() :]
    return [*factors, *(named.get(name) for name in names[len(factors) :])]


_register_aligned("upsample_linear1d_backward", _linear)
_register_aligned("upsample_bilinear2d_backward", _linear)
_register_aligned("upsample_trilinear3d_backward", _linear)
_register_aligned("upsample_bicubic2d_backward", _cubic)
for _dims in (1, 2, 3):
    _register_nearest(f"upsample_nearest{_dims}d_backward", 0.0)
    _register_nearest(f"_upsample_nearest_exact{_dims}d_backward", 0.5)
