"""The operators of docs/adding_an_operator.md: values, gradients and time, for every dtype, odd and changing sizes."""

import sys
from pathlib import Path

import pytest
import torch
from common import Refused, banner, check, main
from npusim.frontend import check_operator

sys.path.append(str(Path(__file__).parents[1] / "support"))  # as a script it finds its neighbours only
from guide_operators import guide

SHAPES = {
    "linear": [(129, 65, 33), (1, 1, 1), (256, 131, 128), (0, 3, 2), (3, 0, 2)],
    "rms_norm_": [(129, 300), (1, 1), (257, 17), (0, 5), (4, 513)],
    "add_rms_norm": [(129, 300), (1, 1), (257, 17), (0, 5), (4, 513)],
    "rows_gradient": [(129, 300), (1, 1), (257, 17)],
    "scale_rows": [(129, 300), (7, 3000), (0, 5), (3, 0)],
    "pack": [(3, 50, 65), (1, 1, 1), (4, 129, 257), (2, 0, 5), (2, 7, 0)],
}
CASES = [(name, shape) for name, shapes in SHAPES.items() for shape in shapes]
DIFFERENTIABLE = ("linear", "add_rms_norm")


def run(device, shape, dtype=torch.float32):
    """Every operator of the guide that takes as many sizes."""
    fitting = [name for name, shapes in SHAPES.items() if len(shapes[0]) == len(shape)]
    if not fitting:
        raise Refused(f"no operator of the guide takes {len(shape)} sizes")
    for name in fitting:
        banner(name)
        check_operator(guide()[name], shape, dtype, gradients=name in DIFFERENTIABLE)


@pytest.mark.covering(
    "torch.float16-linear-(129, 65, 33)",
    "torch.bfloat16-pack-(4, 129, 257)",
    "torch.float32-add_rms_norm-(4, 513)",
    ci_strength=1,
)
@pytest.mark.parametrize("name, shape", CASES, ids=str)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16], ids=str)
def test_an_operator_of_the_guide_gives_what_the_cpu_gives(device, name, shape, dtype):
    check_operator(guide()[name], shape, dtype)


@pytest.mark.covering("add_rms_norm")
@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_are_those_of_the_cpu(device, name):
    check_operator(guide()[name], SHAPES[name][0], gradients=True)


@pytest.mark.parametrize("activation", ["none", "relu", "silu"])
@pytest.mark.parametrize("has_bias", [True, False])
def test_a_linear_layer_has_variants(device, activation, has_bias):
    linear = guide()["linear"]
    x, weight, bias = torch.randn(9, 17), torch.randn(5, 17) / 4, torch.randn(5)
    check(lambda *given: linear(*given, activation=activation), x, weight, *([bias] * has_bias), device=device)


if __name__ == "__main__":
    main("Operators of the guide", run, [(129, 65, 33), (129, 300)], "(512,768)", "M,K,N", "M,N")
