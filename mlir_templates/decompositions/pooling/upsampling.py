"""Antialiased interpolation, interpolation of images of bytes, and under `torch.npu.assume_finite` that of all images
whose sizes are numbers, as products with matrices.

Antialiased output o weighs the inputs within `support` of its centre with a triangular (linear) or a cubic filter,
which is stretched by the scale when shrinking; weights are normalised to a sum of 1.
"""

import struct
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false, stock_decompositions, suggest_memory_format
from npusim.frontend.lowering.decompositions import register_before_autograd, register_decomposition
from npusim.frontend.settings.switches import finiteness
from npusim.mlir_templates.decompositions.pooling.byte_images import interpolated_bytes, resized_bytes
from npusim.mlir_templates.decompositions.pooling.interpolation import (
    Taps,
    all_factors,
    cubic,
    factors_in_use,
    linear,
    read_by_outputs,
    resized,
    scale_of,
    weight_type,
    weights,
)
from npusim.mlir_templates.decompositions.pooling.weights import Kept, Weights, marked, weights_of
from npusim.scheduler import current_machine
from npusim.simulator.machine import Machine

aten = torch.ops.aten
_GATHERED_OPERATIONS = 64
"""Operations of the vector unit per element that is interpolated by gathers, from cycles of both forms on tpuv3."""
_CUBIC = -0.5
"""The constant of the cubic convolution for antialiased resizing, as in PIL."""

Filter = Callable[[torch.Tensor], torch.Tensor]


def _triangle(distance: torch.Tensor) -> torch.Tensor:
    return (1 - distance.abs()).clamp(min=0)


def _cubic(distance: torch.Tensor) -> torch.Tensor:
    x, a = distance.abs(), _CUBIC
    near, far = ((a + 2) * x - (a + 3)) * x * x + 1, (((x - 5) * x + 8) * x - 4) * a
    return torch.where(x < 1, near, torch.where(x < 2, far, 0))


def _weights(
    size: int, count: int, align_corners: bool, factor: float | None, filter: Filter, radius: int, like: torch.Tensor
) -> Weights:
    """Of `size` inputs in `count` outputs, rounded where the CPU rounds: what it weighs with 0 is read all the same."""
    scale = scale_of(size, count, align_corners, factor)
    dtype = weight_type(like)
    if isinstance(scale, float) and dtype == torch.float32:
        scale = _as_float32(scale)
    stretch = max(scale, 1.0)
    centre = (torch.arange(count, device=like.device, dtype=dtype) + 0.5) * scale
    first = (centre - radius * stretch + 0.5).to(torch.int64).clamp(min=0)
    last = (centre + radius * stretch + 0.5).to(torch.int64).clamp(max=size)
    element = torch.arange(size, device=like.device)
    inside = (element >= first[:, None]) & (element < last[:, None])
    weights = torch.where(inside, filter((element - centre[:, None] + 0.5) * (1 / stretch)), 0)
    total = weights.sum(1, keepdim=True)
    values = torch.where(total == 0, 0, weights / total)
    reads = marked(inside & (values > 0), inside & (values < 0), inside & (values == 0))
    return weights_of(values, reads, 2 * radius * stretch + 1, scale)


def _as_float32(value: float) -> float:
    [result] = struct.unpack("f", struct.pack("f", value))
    return float(result)


def _weights_of_image(
    input_size: Sequence[int],
    output_size: Sequence[int],
    align_corners: bool,
    factors: Sequence[float | None],
    filter: Filter,
    radius: int,
    like: torch.Tensor,
) -> list[Weights]:
    return [
        _weights(size, count, align_corners, factor, filter, radius, like)
        for size, count, factor in zip(input_size, output_size, factors, strict=True)
    ]


def _kept_or(weights: Weights) -> Weights | Kept:
    """A dimension that keeps its size keeps its values, whatever the factor that was asked for; so does the CPU, but
    not in the gradient.
    """
    count, size = weights.shape
    return Kept(size) if count == size else weights


def _register(forward: str, backward: str, filter: Filter, radius: int) -> None:
    @register_decomposition(getattr(aten, forward).default)
    def upsample(
        x: torch.Tensor,
        output_size: Sequence[int],
        align_corners: bool,
        scales_h: float | None = None,
        scales_w: float | None = None,
    ) -> torch.Tensor:
        weights = _weights_of_image(x.shape[2:], output_size, align_corners, (scales_h, scales_w), filter, radius, x)
        if x.dtype == torch.uint8:
            return resized_bytes(x, [one.values for one in weights])
        return resized(x, [_kept_or(one) for one in weights])

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
        weights = _weights_of_image(input_size[2:], output_size, align_corners, factors, filter, radius, grad)
        return resized(grad, [one.transposed() for one in weights])


_register("_upsample_bilinear2d_aa", "_upsample_bilinear2d_aa_backward", _triangle, 1)
_register("_upsample_bicubic2d_aa", "_upsample_bicubic2d_aa_backward", _cubic, 2)


def _interpolated(
    x: torch.Tensor, output_size: Sequence[int], align_corners: bool, factors: Sequence[float | None], taps: Taps
) -> Any:
    """Interpolation of images of bytes, and of those whose sizes are known and not too large for dense matrices, and
    whose values are finite; else NotImplemented, and PyTorch's decomposition gathers the inputs of every output.
    """
    aligned = [align_corners] * len(factors)
    every = list(zip(x.shape[2:], output_size, aligned, factors, strict=True))
    if x.dtype == torch.uint8 and x.dim() == 4:
        return interpolated_bytes(x, [read_by_outputs(taps, *one, x) for one in every])
    sizes = (*x.shape[2:], *output_size)
    if (
        not finiteness.value()
        or not x.is_floating_point()
        or not all(isinstance(size, int) and size > 0 for size in sizes)
    ):
        return NotImplemented
    if max(x.shape[2:]) > _longest(current_machine()):
        return NotImplemented
    return resized(x, [weights(taps, *one, x) for one in every])


def _longest(machine: Machine) -> float:
    """Inputs along a dimension up to which the arrays multiply by a matrix faster than the vector unit gathers."""
    products = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    return _GATHERED_OPERATIONS * products / (machine.vector_elements_per_cycle * machine.vector_alus)


@register_before_autograd("_upsample_linear")
def _upsample_linear(
    x: torch.Tensor, output_size: Sequence[int], align_corners: bool, factors: Sequence[float | None]
) -> Any:
    sizes = x.shape[2:]
    if all(guard_or_false(count == size) for size, count in zip(sizes, output_size, strict=True)):
        return x.clone(memory_format=suggest_memory_format(x))
    used = factors_in_use(sizes, output_size, factors, linear)
    found = _interpolated(x, output_size, align_corners, used, linear)
    if found is NotImplemented and used != [*factors]:
        return stock_decompositions._upsample_linear(x, output_size, align_corners, used)
    return found


@register_decomposition(
    aten.upsample_linear1d.default, aten.upsample_bilinear2d.default, aten.upsample_trilinear3d.default
)
def _upsample_linear_operator(
    x: torch.Tensor, output_size: Sequence[int], align_corners: bool, *factors: float | None, **named: float | None
) -> Any:
    return _upsample_linear(x, output_size, align_corners, all_factors(x, factors, named))


@register_before_autograd("upsample_bicubic2d_default")
@register_decomposition(aten.upsample_bicubic2d.default)
def _upsample_bicubic2d(
    x: torch.Tensor, output_size: Sequence[int], align_corners: bool, *factors: float | None, **named: float | None
) -> Any:
    return _interpolated(x, output_size, align_corners, all_factors(x, factors, named), cubic)
