"""Activations: elu, hardswish, mish, selu, sigmoid, silu, softplus, tanh, ... (relu and gelu have scripts)."""

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, check_views, main, make

SHAPES = [(64, 128), (5, 8), (3, 1)]
ACTIVATIONS = {
    "celu": F.celu,
    "elu": F.elu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "glu": lambda x: F.glu(torch.cat([x, x], -1), -1),
    "hardshrink": F.hardshrink,
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "hardtanh": F.hardtanh,
    "leaky_relu": F.leaky_relu,
    "logsigmoid": F.logsigmoid,
    "mish": F.mish,
    "relu6": F.relu6,
    "selu": F.selu,
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "softplus": F.softplus,
    "softshrink": F.softshrink,
    "softsign": F.softsign,
    "tanh": torch.tanh,
    "tanhshrink": F.tanhshrink,
    "threshold": lambda x: F.threshold(x, 0.1, 20),
}


def run(device, shape, dtype=torch.float32):
    check(lambda x: tuple(f(x) for f in ACTIVATIONS.values()), make(shape, dtype), device=device)


@pytest.mark.covering("(17, 131)")
@pytest.mark.parametrize("shape", [(17, 131), (1,), (0, 3)], ids=str)
def test_activations_give_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.parametrize("name", ["elu", "logsigmoid", "mish", "silu", "softplus"])
def test_far_out_values_saturate(device, name):
    x = torch.tensor([-float("inf"), -1e30, -90.0, -20.0, -0.0, 0.0, 20.0, 90.0, 1e30, float("inf"), float("nan")])
    check(ACTIVATIONS[name], x, device=device)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_are_activated(device, dtype):
    check(
        lambda x: tuple(ACTIVATIONS[n](x) for n in ("silu", "tanh", "hardswish")), make((9, 33), dtype), device=device
    )


def test_a_view_is_activated_in_place(device):
    check_views(F.silu, make((40, 30)).t()[3:, 1::2], device=device)


def test_gradients_are_what_the_cpu_gives(device):
    def powers(x):
        return sum(f(x) ** 2 for f in (F.silu, F.mish, F.softplus, F.elu, F.hardswish))

    check_gradients(powers, make((7, 19)), device=device)


if __name__ == "__main__":
    main("activation", run, SHAPES, "(512,768)")
