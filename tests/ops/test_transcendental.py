"""Exponentials, logarithms, powers, trigonometric and hyperbolic functions, with their special values."""

import pytest
import torch
from common import check, main, make

SHAPES = [(64, 128), (5, 8), (3, 1)]
EVERYWHERE = [torch.exp, torch.exp2, torch.expm1, torch.sin, torch.cos, torch.tan, torch.sinh, torch.cosh, torch.tanh]
EVERYWHERE += [torch.asinh, torch.atan, torch.erf, torch.erfc, torch.cbrt] if hasattr(torch, "cbrt") else []
POSITIVE = [torch.log, torch.log2, torch.log10, torch.log1p, torch.sqrt, torch.rsqrt, torch.reciprocal]
INSIDE = [torch.asin, torch.acos, torch.atanh]
SPECIAL = torch.tensor([0.0, -0.0, 1, -1, 0.5, 1e-38, 1e38, 88.8, -104.0, float("inf"), -float("inf"), float("nan")])


def run(device, shape, dtype=torch.float32):
    def functions(x, positive, inside):
        results = [f(x) for f in EVERYWHERE] + [f(positive) for f in POSITIVE] + [f(inside) for f in INSIDE]
        return (*results, torch.acosh(positive.clamp_min(1)), torch.pow(positive, x), torch.atan2(x, positive))

    x = make(shape, dtype)
    check(functions, x, x.abs() + 0.125, x.clamp(-0.984375, 0.984375), device=device)


@pytest.mark.covering("(13, 129)", "(2, 0)")
@pytest.mark.parametrize("shape", [(13, 129), (1,), (2, 0)], ids=str)
def test_functions_give_what_the_cpu_gives(device, shape):
    run(device, shape)


def test_special_values_are_those_of_the_cpu(device):
    check(lambda x: tuple(f(x) for f in EVERYWHERE[:3] + EVERYWHERE[6:] + POSITIVE + INSIDE), SPECIAL, device=device)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_have_their_accuracy(device, dtype):
    run(device, (7, 33), dtype)


EDGES = [0.0, -0.0, 1, -1, 0.1, -0.1, 0.3, 3, -7.5, 1e10, 1e-40, 3e38, float("inf"), -float("inf"), float("nan")]


@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("function", [torch.floor_divide, torch.hypot])
def test_pairs_of_special_values_are_those_of_the_cpu(device, function, dtype):
    x = torch.tensor(EDGES, dtype=dtype)
    check(function, x.repeat_interleave(len(EDGES)), x.repeat(len(EDGES)), device=device)


def test_floors_are_those_of_quotients_before_they_are_rounded(device):
    tenths = torch.arange(-300, 300) / 10
    check(lambda x, y: (x // y, x // 0.1, 30.0 // (y + 40)), tenths, tenths.flip(0) + 0.05, device=device)


@pytest.mark.covering("torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_quotients_and_powers_of_signed_zeros_have_the_signs_of_the_cpu(device, dtype):
    def infinite(x, divisor):
        quotients = [x // 3, x // -3, torch.div(x, divisor), torch.div(x, -divisor), x**-0.5]
        return tuple(1 / q for q in quotients)

    check(infinite, torch.tensor([0.0, -0.0] * 10, dtype=dtype), torch.tensor(3.0, dtype=dtype), device=device)


def test_powers_of_constants_are_those_of_numbers(device):
    check(lambda x: [torch.ldexp(x, torch.full_like(x, n)) for n in (-3, 0, 1, 2, 3, 4)], make((7,)), device=device)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_neighbours_of_narrow_numbers_are_of_their_dtype(device, dtype):
    every = torch.arange(-(2**15), 2**15, 37).to(torch.int16).view(dtype)
    x = torch.cat([every, torch.tensor([0.0, -0.0, torch.inf, -torch.inf], dtype=dtype)])
    for y in (torch.zeros_like(x), x.flip(0)):
        got = torch.compile(torch.nextafter)(x.to(device), y.to(device)).cpu()
        torch.testing.assert_close(got, torch.nextafter(x, y), rtol=0, atol=0, equal_nan=True)


@pytest.mark.covering("torch.int8", "torch.int64")
@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64], ids=str)
def test_powers_of_whole_numbers_wrap_for_exponents_of_any_size(device, dtype):
    exponents = [0, 1, 5, 31, 63, 64, 65, 127] + [-1, -2] * dtype.is_signed + [1001, 32767] * (dtype.itemsize > 1)
    y = torch.tensor(exponents, dtype=dtype)
    bases = torch.tensor([2, 3, 0, 1, 7] + [-1, -3] * dtype.is_signed, dtype=dtype)
    check(torch.pow, bases[:, None].expand(-1, len(y)), y.expand(len(bases), -1), device=device)


def test_large_angles_are_reduced_exactly(device):
    x = torch.linspace(-30000, 30000, 1001)
    check(lambda x: (torch.sin(x), torch.cos(x)), x, device=device)


if __name__ == "__main__":
    main("transcendental", run, SHAPES, "(512,768)")
