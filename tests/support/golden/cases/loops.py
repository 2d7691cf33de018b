"""Pointwise kernels: fusion, dtypes, functions, random numbers, complex numbers."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden


@golden(make((33, 129)), make((129,), seed=1))
def pointwise(x, bias):
    return torch.relu(x + bias) * 2


@golden(make((17, 40)), make((40,), seed=1))
def pointwise_of_several_results(x, bias):
    y = torch.sigmoid(x) * bias
    return y, y + 1, x.t() * 2


@golden(make((70, 9)).t()[2:7, 3:60:2], make((1, 29), seed=1).expand(5, 29))
def pointwise_of_views(x, y):
    return x * y + 1


@golden(make((4, 5, 6)))
def pointwise_in_another_order(x):
    return x.permute(2, 0, 1).contiguous() + 1


@golden(make((9, 33)))
def transcendental_functions(x):
    y = x.abs() + 0.1
    return functional.gelu(x) + torch.tanh(x) + torch.log(y) + torch.rsqrt(y) + torch.erf(x) * torch.sin(x)


@golden(make((5, 20)))
def special_functions(x):
    y = x.abs() + 0.5
    return torch.lgamma(y) + torch.special.i0e(x) + torch.special.ndtri(torch.sigmoid(x))


@golden(make((3, 9)))
def orthogonal_polynomials(x):
    return torch.special.hermite_polynomial_h(x, 3) + torch.special.chebyshev_polynomial_t(x, 4)


@golden(make((3, 9)), make((3, 9), seed=1))
def incomplete_gamma(x, y):
    return torch.special.gammainc(x.abs() + 0.5, y.abs())


@golden(make((3, 9)), make((3, 9), seed=1))
def parts_of_floating_point_numbers(x, y):
    mantissa, exponent = torch.frexp(x)
    return mantissa, exponent, torch.nextafter(x, y), torch.copysign(x, y)


@golden(make((7, 19), torch.int64), make((7, 19), torch.int64, seed=1))
def whole_number_arithmetic(x, y):
    divisor = y.abs() + 1
    return x // divisor, x % divisor, (x & y) | (x ^ 5), x << 2


@golden(make((7, 19), torch.bool), make((7, 19), seed=1))
def boolean_arithmetic(mask, x):
    return torch.where(mask & (x > 0), x, -x), mask | (x < 1), ~mask


@golden(make((9, 40), torch.bfloat16), make((40,), torch.bfloat16, seed=1))
def narrow_floats(x, y):
    return torch.exp(x) * y, x.half(), x.double() + 1


@golden(make((5, 33), torch.int8), make((5, 33), torch.uint8, seed=1))
def narrow_integers(x, y):
    return x + y, x.float() / 3, (y.float() * 0.7).round().to(torch.uint8)


@golden(make((6, 50)))
def numbers_of_places(x):
    return x + torch.arange(50, device=x.device) * 2, torch.tril(x, 1)


@golden(make((8, 33)))
def random_numbers(x):
    return torch.rand_like(x), torch.randn_like(x)


@golden(make((12, 64)))
def dropout_of_rows(x):
    return torch.nn.functional.dropout(torch.softmax(x, -1), 0.1)


@golden(make((4, 20)), make((4, 20), seed=1))
def updates_in_place(x, y):
    x.add_(y)
    y.mul_(x)
    return x.sum()


@golden(make((3, 5, 2)), make((3, 5, 2), seed=1))
def complex_arithmetic(x, y):
    left, right = torch.view_as_complex(x), torch.view_as_complex(y)
    return torch.view_as_real(left * right + left.conj()), (left / right).abs()


@golden(make((3, 24)))
def fourier_transform(x):
    return torch.view_as_real(torch.fft.rfft(x))


@golden(make((6, 33)), within=lambda: torch.npu.fusion(pointwise=False))
def pointwise_without_fusion(x):
    return torch.softmax(x, -1) * 2


@golden(make((5, 33)), make((5, 33), seed=2), make((7,)))
def operators_on_lists(x, y, z):
    lists = torch._foreach_mul([x, y, z], 3), torch._foreach_norm([x, y])
    return tuple(result for results in lists for result in results)


@golden(make((5, 33)), make((5, 33), seed=2), within=lambda: torch.npu.fusion(foreach=False))
def operators_on_lists_one_by_one(x, y):
    return tuple(torch._foreach_mul([x, y], 3))
