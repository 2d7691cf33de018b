"""Quantisation to integers and back, per tensor and per channel, as training for quantised weights needs it.

Each operator returns the numbers that the integers stand for, and a mask of the elements that were not clipped.
"""

import struct

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.assertions import checked

aten = torch.ops.aten
Quantised = tuple[torch.Tensor, torch.Tensor]


def _quantised(
    x: torch.Tensor, scale: torch.Tensor | float, inverse: torch.Tensor | float, zero_point: torch.Tensor | int,
    smallest: int, largest: int,
) -> Quantised:  # fmt: skip
    """Rounds before an integer zero point is added and after a floating-point one, as eager PyTorch on the CPU does."""
    steps = x.to(torch.promote_types(x.dtype, torch.float32)) * inverse
    if isinstance(zero_point, torch.Tensor) and zero_point.is_floating_point():
        level = (steps + zero_point).round()
    else:
        level = steps.round() + zero_point
    level = torch.where(level.isnan(), smallest - 1, level)
    made = (level.clamp(smallest, largest) - zero_point) * scale
    return made.to(x.dtype), (level >= smallest) & (level <= largest)


@register_decomposition(aten.fake_quantize_per_tensor_affine_cachemask.default)
def per_tensor(x: torch.Tensor, scale: float, zero_point: int, quant_min: int, quant_max: int) -> Quantised:
    return _quantised(x, scale, _single(1.0 / _single(scale)), zero_point, quant_min, quant_max)


def _single(number: float) -> float:
    """Rounded to float32."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


@register_decomposition(aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default)
def per_tensor_of_tensors(
    x: torch.Tensor,
    scale: torch.Tensor,
    zero_point: torch.Tensor,
    fake_quant_enabled: torch.Tensor,
    quant_min: int,
    quant_max: int,
) -> Quantised:
    scale, zero_point = scale.reshape(()), zero_point.reshape(())
    made, mask = _quantised(x, scale, 1.0 / scale, zero_point, quant_min, quant_max)
    is_off = fake_quant_enabled.reshape(()) == 0
    return torch.where(is_off, x, made), mask | is_off


@register_decomposition(aten.fake_quantize_per_channel_affine_cachemask.default)
def per_channel(
    x: torch.Tensor, scale: torch.Tensor, zero_point: torch.Tensor, axis: int, quant_min: int, quant_max: int
) -> Quantised:
    if not zero_point.is_floating_point():
        fits = (zero_point >= quant_min) & (zero_point <= quant_max)
        zero_point = checked(zero_point, fits, "`zero_point` must be between `quant_min` and `quant_max`.")
    shape = [1] * x.dim()
    shape[axis] = -1
    scale, zero_point = scale.reshape(shape), zero_point.reshape(shape)
    return _quantised(x, scale, 1.0 / scale, zero_point, quant_min, quant_max)
