"""Products of 8-bit operands, weights of 8 and 4 bits."""

import torch
from common import make

from golden.case import golden, whole_numbers

E4M3 = torch.float8_e4m3fn
BYTES = whole_numbers(128, (40, 64), low=-128).to(torch.int8)
WEIGHTS = whole_numbers(128, (48, 64), low=-128, seed=1).to(torch.int8)
aten = torch.ops.aten


@golden(BYTES, WEIGHTS.t())
def product_of_bytes(x, w):
    return torch._int_mm(x, w)


@golden(BYTES, WEIGHTS.t(), make((40, 1), seed=2), make((1, 48), seed=3))
def product_of_bytes_with_scales(x, w, rows, columns):
    return torch._int_mm(x, w) * rows * columns


@golden(
    make((40, 64)).to(E4M3), make((48, 64), seed=1).to(E4M3).t(), torch.full((40, 1), 0.5), torch.full((1, 48), 0.125)
)
def product_of_float8(x, w, rows, columns):
    return torch._scaled_mm(x, w, scale_a=rows, scale_b=columns, out_dtype=torch.bfloat16)


@golden(make((9, 33)))
def conversions_to_float8(x):
    return x.to(E4M3), x.to(torch.float8_e5m2).float() * 2


@golden(make((5, 64)), WEIGHTS, make((48,), seed=1).abs() / 400)
def weights_of_eight_bits(x, w, scales):
    return torch._weight_int8pack_mm(x, w, scales)


@golden(
    make((5, 64), torch.bfloat16),
    aten._convert_weight_to_int4pack_for_cpu(whole_numbers(16, (32, 64)).to(torch.int32), 2),
    make((2, 32, 2), torch.bfloat16, seed=1) / 20,
)
def weights_of_four_bits(x, w, scales):
    return aten._weight_int4pack_mm_for_cpu(x, w, 32, scales)


@golden(whole_numbers(16, (48, 34)).to(torch.int32))
def packing_of_four_bits(w):
    return aten._convert_weight_to_int4pack_for_cpu(w, 2)


@golden(make((17, 40)))
def dynamic_quantisation(x):
    scale = x.abs().amax(-1, keepdim=True) / 127
    return (x / scale).round().clamp(-128, 127).to(torch.int8), scale


@golden(
    whole_numbers(128, (1, 3, 6, 6), low=-128).to(torch.int8), whole_numbers(9, (4, 3, 3, 3), low=-8).to(torch.int8)
)
def convolution_of_bytes(x, w):
    return torch.nn.functional.conv2d(x.float(), w.float(), padding=1)
