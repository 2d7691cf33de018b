"""Conversions of complex numbers: parts, magnitude and angle, conjugates, dtypes, devices."""

from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, pairs_on_device, register_complex
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering import register_lowering
from npusim.mlir_templates.decompositions.complex.comparisons import is_true
from npusim.mlir_templates.decompositions.complex.functions import magnitude

aten = torch.ops.aten
prims = torch.ops.prims


@register_complex(aten.view_as_real.default)
def _view_as_real(z: Pair) -> torch.Tensor:
    return z.packed


@register_complex(aten.view_as_complex.default)
def _view_as_complex(pairs: torch.Tensor) -> Pair:
    return Pair(packed=pairs)


@register_complex(aten.complex.default)
def _complex(re: torch.Tensor, im: torch.Tensor) -> Pair:
    _check_parts(re, im)
    return Pair(*torch.broadcast_tensors(re, im))


@register_complex(aten.polar.default)
def _polar(size: torch.Tensor, angle: torch.Tensor) -> Pair:
    _check_parts(size, angle)
    return Pair(size * angle.cos(), size * angle.sin())


def _check_parts(first: torch.Tensor, second: torch.Tensor) -> None:
    """Refuses parts that eager PyTorch refuses; PyTorch's shape functions promote them."""
    if first.dtype not in (torch.float16, torch.float32, torch.float64):
        raise RuntimeError(
            f"Expected both inputs to be Half, Float or Double tensors but got {first.dtype} and {second.dtype}"
        )
    if first.dtype != second.dtype:
        raise RuntimeError(f"Expected object of scalar type {first.dtype} but got {second.dtype} for second argument")


@register_complex(aten.real.default)
def _real(z: Pair) -> torch.Tensor:
    return z.real


@register_complex(aten.imag.default)
def _imag(z: Pair) -> torch.Tensor:
    return z.imag


@register_complex(aten.sgn.default)
def _sgn(z: Pair) -> Pair:
    size = magnitude(z)
    return z.each(lambda part: torch.where(size == 0, torch.zeros_like(part), part / size))


@register_complex(aten._conj.default, aten._conj_physical.default, aten.conj_physical.default)
def _conj(z: Pair) -> Pair:
    return z.conjugate()


@register_complex(aten._neg_view.default)
def _neg_view(z: Pair) -> Pair:
    return z.both(torch.neg)


@register_lowering(aten._neg_view.default)
def _lazy_negative(x: Any) -> Any:
    """Lowering of the lazy negation in the imaginary part of a conjugate."""
    return inductor.neg(x)


@register_complex(
    aten.alias.default,
    aten.detach.default,
    aten.lift.default,
    aten.lift_fresh.default,
    aten.resolve_conj.default,
    aten.resolve_neg.default,
)
def _same(z: Pair) -> Pair:
    return z


@register_complex(prims.convert_element_type.default)
def convert(value: Any, dtype: torch.dtype) -> Any:
    """Converts to a complex dtype, or a complex value to a real dtype: its real part, or whether it is not 0."""
    if dtype == torch.bool:
        return is_true(value)
    if not dtype.is_complex:
        return value.real.to(dtype)
    if isinstance(value, Pair):
        return value.to(dtype)
    real = value.to(dtype.to_real())
    return Pair(real, torch.zeros_like(real))


@register_complex(prims.device_put.default)
def moved(value: Any, device: torch.device, non_blocking: bool = False) -> Any:
    """Real or complex numbers on another device: complex ones are a Pair on ours, and a tensor on the host."""
    if not isinstance(value, Pair):
        return pairs_on_device(value, device) if value.is_complex() else prims.device_put(value, device)
    pairs = prims.device_put(value.packed, device)
    return Pair(packed=pairs) if torch.device(device).type == "npu" else torch.view_as_complex(pairs)


@register_complex(aten.view.dtype)
def _view_dtype(value: Any, dtype: torch.dtype) -> Any:
    if not isinstance(value, Pair):
        real = value.view(dtype.to_real())
        return Pair(packed=real.unflatten(-1, (-1, 2)))
    pairs = value.packed
    if not dtype.is_complex:
        return pairs.flatten(-2).view(dtype)
    if dtype == value.dtype:
        return value
    return Pair(packed=pairs.flatten(-2).view(dtype.to_real()).unflatten(-1, (-1, 2)))


@register_complex(aten.nan_to_num.default)
def _nan_to_num(z: Pair, *args: Any) -> Pair:
    return z.both(lambda part: torch.nan_to_num(part, *args))
