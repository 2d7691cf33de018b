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


@pytest.mark.parametrize("shape", [(13, 129), (1,), (2, 0)], ids=str)
def test_functions_give_what_the_cpu_gives(device, shape):
    run(device, shape)


def test_special_values_are_those_of_the_cpu(device):
    check(lambda x: tuple(f(x) for f in EVERYWHERE[:3] + EVERYWHERE[6:] + POSITIVE + INSIDE), SPECIAL, device=device)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_have_their_accuracy(device, dtype):
    run(device, (7, 33), dtype)


def test_large_angles_are_reduced_exactly(device):
    x = torch.linspace(-30000, 30000, 1001)
    check(lambda x: (torch.sin(x), torch.cos(x)), x, device=device)


if __name__ == "__main__":
    main("transcendental", run, SHAPES, "(512,768)")
