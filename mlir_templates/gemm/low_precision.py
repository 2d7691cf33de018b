"""Products of narrow operands: int8 with int32 sums, float8 with scales, and operands or results of another dtype.

All use the GEMM template: arrays read the narrow operands, sums are kept in 32 bits, and scales, biases and conversions
are epilogues.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.gemm.gemm import product, product_plus
from npusim.simulator.errors import UnsupportedError

aten = torch.ops.aten

_FLOAT8 = frozenset({torch.float8_e4m3fn, torch.float8_e5m2})
_TENSOR_WISE, _ROW_WISE = 0, 1  # torch.nn.functional.ScalingType


@register_lowering(aten._int_mm.default)
def lower_int_mm(a: Any, b: Any) -> Any:
    """`_int_mm`: int8 or uint8 times int8, exact in int32."""
    fits = a.get_dtype() in (torch.int8, torch.uint8) and b.get_dtype() == torch.int8
    return product(a, b, torch.int32) if fits else None


@register_lowering(aten.mm.dtype, aten.bmm.dtype)
def lower_product_dtype(a: Any, b: Any, out_dtype: torch.dtype) -> Any:
    """`mm` and `bmm` with `out_dtype`, to which sums are rounded once."""
    return product(a, b, out_dtype)


@register_lowering(aten.addmm.dtype, aten.baddbmm.dtype)
def lower_product_plus_dtype(
    addend: Any, a: Any, b: Any, out_dtype: torch.dtype, *, beta: Any = 1, alpha: Any = 1
) -> Any:
    """`addmm` and `baddbmm` with `out_dtype`."""
    return product_plus(addend, a, b, beta, alpha, out_dtype)


@register_lowering(aten._scaled_mm.default)
def lower_scaled_mm(
    a: Any,
    b: Any,
    scale_a: Any,
    scale_b: Any,
    bias: Any = None,
    scale_result: Any = None,
    out_dtype: torch.dtype | None = None,
    use_fast_accum: bool = False,
) -> Any:
    """`_scaled_mm`: float8 operands, one scale per tensor or per row of `a` and column of `b`.

    Sums are float32 with and without `use_fast_accum`. As on the CPU, `scale_result` divides float8 results only.
    """
    dtype = a.get_dtype() if out_dtype is None else out_dtype
    value = _scaled_product(a, b, scale_a, scale_b)
    if bias is not None:
        value = inductor.add(value, inductor.to_dtype(bias, torch.float32))
    if scale_result is not None and dtype in _FLOAT8:
        value = inductor.div(value, _broadcast(scale_result, value.get_size()))
    return inductor.to_dtype(value, dtype)


@register_lowering(aten._scaled_mm_v2.default)
def lower_scaled_mm_v2(
    a: Any,
    b: Any,
    scale_a: Sequence[Any],
    recipe_a: Sequence[int],
    swizzle_a: Sequence[int],
    scale_b: Sequence[Any],
    recipe_b: Sequence[int],
    swizzle_b: Sequence[int],
    bias: Any,
    out_dtype: torch.dtype | None,
    contraction_dim: Sequence[int] = (),
    use_fast_accum: bool = False,
) -> Any:
    """`torch.nn.functional.scaled_mm` with the recipes TensorWise and RowWise."""
    recipes = {*recipe_a, *recipe_b}
    if not recipes <= {_TENSOR_WISE, _ROW_WISE} or len(scale_a) != 1 or len(scale_b) != 1:
        raise UnsupportedError(
            f"scaled_mm with the scaling recipes {list(recipe_a)} and {list(recipe_b)} is not supported on the device; "
            "use ScalingType.TensorWise or RowWise, or scale the operands before a product"
        )
    return lower_scaled_mm(a, b, scale_a[0], scale_b[0], bias, None, out_dtype, use_fast_accum)


def _scaled_product(a: Any, b: Any, scale_a: Any, scale_b: Any) -> Any:
    """`(a * scale_a) @ (b * scale_b)` in float32, the scales applied to the sums."""
    value = product(a, b, torch.float32)
    for scale in (scale_a, scale_b):
        value = inductor.mul(value, _broadcast(scale, value.get_size()))
    return value


def _broadcast(scale: Any, sizes: Sequence[Any]) -> Any:
    """Broadcasts a scale (one element, M x 1 or 1 x N) to `sizes`."""
    known = V.graph.sizevars.statically_known_equals
    if all(known(size, 1) for size in scale.get_size()):
        scale = inductor.view(scale, [1] * len(sizes))
    return inductor.expand(scale, list(sizes))
