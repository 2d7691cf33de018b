"""Interpolation as a product with a matrix of weights along each dimension, as XLA's resize computes it."""

from collections.abc import Callable, Sequence

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false, guarding_hint_or_throw, suggest_memory_format
from npusim.mlir_templates.decompositions.pooling.weights import Kept, Weights, joined, marked, weighted, weights_of
from torch import Tensor

Taps = Callable[[Tensor], list[tuple[Tensor, Tensor | float]]]
"""From positions among the inputs to (inputs, weights) of each."""
_CUBIC = -0.75
"""The constant of the cubic convolution without antialiasing."""


def nearest(position: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    return [(position.floor(), 1.0)]


def linear(position: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    position = position.clamp(min=0)
    first = position.floor()
    return [(first, 1 - (position - first)), (first + 1, position - first)]


def cubic(position: Tensor) -> list[tuple[Tensor, Tensor | float]]:
    first = position.floor()
    t = position - first
    return [(first - 1, _far(t + 1)), (first, _near(t)), (first + 1, _near(1 - t)), (first + 2, _far(2 - t))]


def _near(x: Tensor) -> Tensor:
    return ((_CUBIC + 2) * x - (_CUBIC + 3)) * x * x + 1


def _far(x: Tensor) -> Tensor:
    return ((x - 5) * x + 8) * x * _CUBIC - 4 * _CUBIC


def wide_type(x: Tensor) -> torch.dtype:
    """In which products of an image are computed."""
    return torch.promote_types(x.dtype, torch.float32)


def weight_type(x: Tensor) -> torch.dtype:
    """In which weights of an image are computed: those of bytes, which are rounded to whole multiples, in float64."""
    return torch.float64 if x.dtype == torch.uint8 else wide_type(x)


def scale_of(size: int, count: int, align_corners: bool, factor: float | None) -> float:
    """Inputs per output; `factor` is what the program asked for, outputs per input."""
    if align_corners:
        return (size - 1) / (count - 1) if count > 1 else 0.0
    return 1 / factor if factor else size / count


def all_factors(x: Tensor, factors: Sequence[float | None], named: dict[str, float | None]) -> Sequence[float | None]:
    """One for each dimension of the image, in their order: of scales, or of scales_d, scales_h and scales_w."""
    names = ("scales",) if x.dim() == 3 else ("scales_d", "scales_h", "scales_w")[5 - x.dim() :]
    return [*factors, *(named.get(name) for name in names[len(factors) :])]


def factors_in_use(
    sizes: Sequence[int], counts: Sequence[int], factors: Sequence[float | None], taps: Taps, start: float = 0.5
) -> list[float | None]:
    """The factors without those that eager PyTorch does not look at (`aten/src/ATen/native/UpSample.h`): linear and
    nearest interpolation of a dimension to its own size copies it, nearest to twice the size takes each input twice.
    Cubic interpolation and that by the exactly nearest (`start` 0.5) look at all.
    """
    ignoring = (1,) if taps is linear else (1, 2) if taps is nearest and not start else ()
    return [
        None
        if factor and any(factor != times and guard_or_false(count == times * size) for times in ignoring)
        else factor
        for size, count, factor in zip(sizes, counts, factors, strict=True)
    ]


def read_by_outputs(
    taps: Taps, size: int, count: int, align_corners: bool, factor: float | None, like: Tensor, start: float = 0.5
) -> list[tuple[Tensor, Tensor | float]]:
    """What `count` outputs read of `size` inputs: (input, weight) of each tap, both (count,).

    Outputs lie at `scale * (output + start) - start` (corners aligned: at `scale * output`), or without the last term
    where `taps` are those of the nearest input. Taps beyond the ends read the first or the last input.
    """
    start = 0.0 if align_corners else start
    scale = scale_of(size, count, align_corners, factor)
    position = (torch.arange(count, device=like.device, dtype=weight_type(like)) + start) * scale
    found = taps(position if taps is nearest else position - start)
    return [(index.clamp(0, size - 1).to(torch.int64), weight) for index, weight in found]


def weights(
    taps: Taps, size: int, count: int, align_corners: bool, factor: float | None, like: Tensor, start: float = 0.5
) -> Weights:
    """The matrix of what `read_by_outputs` says."""
    element = torch.arange(size, device=like.device)
    values = torch.zeros(count, size, dtype=weight_type(like), device=like.device)
    signs = [torch.zeros_like(values, dtype=torch.bool) for _ in range(3)]
    found = read_by_outputs(taps, size, count, align_corners, factor, like, start)
    for index, weight in found:
        read = index[:, None] == element
        column = weight[:, None] if isinstance(weight, Tensor) else torch.full_like(values, weight)
        values = values + torch.where(read, column, 0.0)
        signs = [seen | (read & at) for seen, at in zip(signs, (column > 0, column < 0, column == 0), strict=True)]
    return weights_of(values, marked(*signs), len(found), scale_of(size, count, align_corners, factor))


def resized(x: Tensor, weights: Sequence[Weights | Kept]) -> Tensor:
    """Products along the dimensions of an image, those behind its channels, with matrices (outputs, inputs).

    The result has the dtype and the memory format of `x`; products are computed in float32 at least. Dimensions that
    shrink most go first, of equal ones the innermost: then least is written between the products.
    """
    counts = [one.shape[0] for one in weights]
    channels_last = x.dim() > 3 and suggest_memory_format(x) != torch.contiguous_format
    with torch.autocast(x.device.type, enabled=False):
        weights = joined(weights, guarding_hint_or_throw(x.shape[0] * x.shape[1]))
        found = x.to(wide_type(x)).contiguous(memory_format=suggest_memory_format(x))
        found = found.movedim(1, -1) if channels_last else found
        first = 1 if channels_last else 2
        channels = found.shape[-1:] if channels_last else ()
        found = found.reshape(*found.shape[:first], *(one.shape[1] for one in weights), *channels)
        for number in sorted(range(len(weights)), key=lambda number: (weights[number].growth, -number)):
            found = weighted(weights[number], found, first + number)
        found = found.view(*found.shape[:first], *counts, *channels)
    return (found.movedim(-1, 1) if channels_last else found).to(x.dtype)
