"""What counts as right for a result of a whole model that differs from the CPU's."""

import pytest
import torch
from npusim.frontend.comparison import max_abs_error
from npusim.frontend.models import TRAIN, ModelRequest, run
from npusim.frontend.models.accuracy import InDtype, compare_all
from npusim.frontend.models.building.build import build
from torch.testing import assert_close

LARGE = torch.tensor([1e-3, -2e-3])


def compare(got: float, cpu: float, exact: float):
    """Compares one gradient beside a large one: ours, the CPU's and that in float64."""
    ours, theirs = ({"weight": LARGE, "bias": torch.tensor([value])} for value in (got, cpu))
    return compare_all(ours, theirs, lambda names: {name: torch.tensor([exact]).double() for name in names})


@pytest.mark.parametrize(
    "got, cpu, exact, right", [(1.01, 0.99, 1.0, True), (1e-4, 1e-4, 2e-4, True), (1.001, 1.0, 1.0, False)]
)
def test_an_error_may_be_as_large_as_the_cpus(got, cpu, exact, right):
    assert compare(got, cpu, exact).match == right


def test_a_gradient_that_cancels_may_be_any_rounding_of_the_largest():
    assert compare(2e-11, 4e-12, 1e-20).match
    assert not compare(2e-9, 4e-12, 1e-20).match


def test_a_gradient_that_cancels_exactly_on_the_cpu_may_be_such_a_rounding_too():
    assert compare(2e-11, 0.0, 1e-20).match
    assert not compare(2e-9, 0.0, 1e-20).match
    assert not compare(2e-11, 0.0, 0.0).match  # nothing cancelled: zero is the right value


def test_an_error_may_be_twice_as_large_as_what_a_rounding_of_the_parameters_does():
    asked = []

    def compare(got, *roundings):
        def rounded(names, seed):
            asked.append(seed)
            return {"logits": torch.tensor([roundings[seed]])}

        got, cpu, exact = ({"logits": torch.tensor([value])} for value in (got, 1.0, 1.0))
        return compare_all(got, cpu, lambda names: exact, rounded)

    assert compare(1.001, 1.0, 1.0006).match and asked == [0, 1]  # and no more than it takes
    assert not compare(1.001, *[1.0004] * 8).match and asked[2:] == list(range(8))
    assert not compare(1.001, *[float("inf")] * 8).match  # what overflows allows nothing


@pytest.mark.slow
def test_a_training_that_amplifies_rounding_may_be_any_that_a_rounding_gives_and_no_wrong_one():
    pytest.importorskip("transformers")
    request = ModelRequest("resnet", task=TRAIN, steps=2)
    program = build(request, values=True)
    expected = run._eager(program, request)

    def is_right(got):
        return run._compare(program, request, got, expected).match

    assert all(is_right(run._eager(program, request, rounding=seed)) for seed in range(100, 104))
    layers = [each for each in program.call.modules() if isinstance(each, torch.nn.Conv2d)]
    noise = torch.Generator().manual_seed(0)
    hook = layers[len(layers) // 2].register_forward_hook(
        lambda _layer, _inputs, output: output * (1 + 1e-5 * torch.randn(output.shape, generator=noise))
    )
    wrong = run._eager(program, request)
    hook.remove()
    assert not is_right(wrong)


def test_a_small_gradient_that_does_not_cancel_has_no_such_allowance():
    result = compare(2e-11, 1e-12, 1.01e-12)
    assert not result.match and result.message.startswith("bias: error 1.9e-11 against float64")


def test_the_largest_difference_of_complex_numbers_has_their_imaginary_parts():
    assert max_abs_error(torch.tensor([1 + 2j]), torch.tensor([1 - 1j])) == 3


def test_a_reference_computes_in_float64_where_the_program_names_another_dtype():
    def embedded(x):
        return (torch.arange(5, dtype=torch.float32).exp() * x.float()).to(torch.bfloat16)

    x = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    with InDtype(torch.float64):
        found = embedded(x)
        found.sum().backward()
    assert_close(found, torch.arange(5, dtype=torch.float64).exp() * 0.1, rtol=1e-15, atol=0)
    assert_close(x.grad, torch.arange(5, dtype=torch.float64).exp().sum(), rtol=1e-15, atol=0)
