"""Products with weights of 8 or 4 bits and activations in floating point.

The weights are a pointwise function of the stored form: a prologue of the GEMM template computes them on its tile, and
only the narrow form is read from memory (docs/low_precision.md).
"""

from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import FloorDiv, V, ir, ops
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.gemm.gemm import product
from npusim.mlir_templates.gemm.int4_layout import Columns, packed_columns

aten = torch.ops.aten


@register_lowering(aten._weight_int8pack_mm.default)
def lower_weight_int8pack_mm(x: Any, weight: Any, scales: Any) -> Any:
    """`_weight_int8pack_mm`: `x @ weight.T * scales` for int8 weights of N x K, exact in every float dtype."""
    wide = inductor.permute(inductor.to_dtype(weight, x.get_dtype()), [1, 0])
    value = inductor.mul(product(x, wide, torch.float32), inductor.to_dtype(scales, torch.float32))
    return inductor.to_dtype(value, x.get_dtype())


@register_lowering(aten._convert_weight_to_int4pack_for_cpu.default)
def lower_convert_weight_to_int4pack(weight: Any, inner_k_tiles: int) -> Any:
    """`_convert_weight_to_int4pack_for_cpu`: packs 0..15 in int32, N x K, into bytes, N x K/2."""
    n, k = weight.get_size()
    parts = [_packed(weight, columns, k) for columns in packed_columns(V.graph.sizevars.guard_int(n))]
    flat = inductor.cat(parts, 0) if len(parts) > 1 else parts[0]
    return inductor.view(flat, [n, FloorDiv(k, 2)])


def _packed(weight: Any, columns: Columns, k: Any) -> Any:
    """The packed bytes of some columns, in one dimension."""
    load = weight.make_loader()

    def byte(index: Any) -> Any:
        block, row, place = index
        low, high = (load([column, row]) for column in columns.sharing(block, place))
        value = ops.bitwise_or(ops.bitwise_left_shift(high, ops.constant(4, weight.get_dtype())), low)
        return ops.to_dtype(value, torch.uint8)

    ranges = [columns.count // columns.block, k, columns.block // 2]
    made = ir.Pointwise.create(device=weight.get_device(), dtype=torch.uint8, inner_fn=byte, ranges=ranges)
    return inductor.view(made, [columns.count // 2 * k])


@register_lowering(aten._weight_int4pack_mm_for_cpu.default)
def lower_weight_int4pack_mm(x: Any, packed: Any, group: int, scales_and_zeros: Any) -> Any:
    """`_weight_int4pack_mm_for_cpu`: weights of K x N are `(q - 8) * scale + zero`, both per `group` of K.

    Weights are float32, as on the CPU, whatever the dtype of `x`.
    """
    n, half = packed.get_size()
    k = 2 * half
    parts = [
        product(x, _int4_weight(packed, columns, k, group, scales_and_zeros), x.get_dtype())
        for columns in packed_columns(V.graph.sizevars.guard_int(n))
    ]
    return inductor.cat(parts, 1) if len(parts) > 1 else parts[0]


def _int4_weight(packed: Any, columns: Columns, k: Any, group: int, scales_and_zeros: Any) -> Any:
    """Columns of the weight, K x N, in float32."""
    packed.realize()
    load_byte = inductor.view(packed, [packed.get_numel()]).make_loader()
    load_scale = scales_and_zeros.make_loader()

    def element(index: Any) -> Any:
        row, column = index
        byte, nibble = columns.place(row, column, k)
        both = load_byte([byte])
        high = ops.bitwise_right_shift(both, ops.constant(4, torch.uint8))
        is_low = ops.eq(ops.index_expr(nibble, torch.int32), ops.constant(0, torch.int32))
        bits = ops.where(is_low, ops.bitwise_and(both, ops.constant(15, torch.uint8)), high)
        at = [FloorDiv(row, group), column + columns.start]
        scale, zero = (ops.to_dtype(load_scale([*at, i]), torch.float32) for i in range(2))
        number = ops.sub(ops.to_dtype(bits, torch.float32), ops.constant(8.0, torch.float32))
        return ops.add(ops.mul(number, scale), zero)

    return ir.Pointwise.create(
        device=packed.get_device(), dtype=torch.float32, inner_fn=element, ranges=[k, columns.count]
    )
