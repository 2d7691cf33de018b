"""Normalisations: batch, group, instance, RMS, local response, by a norm (layer norm has a script)."""

import operator

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, main, make

SHAPES = [(4, 6, 8, 10), (2, 6, 5)]


def run(device, shape, dtype=torch.float32):
    channels = shape[1]
    weight, bias = make((channels,), dtype, seed=1), make((channels,), dtype, seed=2)
    mean, variance = make((channels,), dtype, seed=3), make((channels,), dtype, seed=4).abs() + 0.5

    def normalised(x, w, b, m, v):
        return (
            F.batch_norm(x, m, v, w, b),
            F.batch_norm(x, None, None, w, b, training=True),
            F.group_norm(x, 2 if channels % 2 == 0 else 1, w, b),
            F.instance_norm(x, weight=w, bias=b),
            F.rms_norm(x, x.shape[-1:]),
            F.normalize(x, dim=1),
        )

    check(normalised, make(shape, dtype), weight, bias, mean, variance, device=device)


@pytest.mark.covering("(3, 4, 7, 9)")
@pytest.mark.parametrize("shape", [(3, 4, 7, 9), (2, 6, 131)], ids=str)
def test_normalisations_give_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.slow
def test_a_gradient_that_was_scattered_is_normalised_backwards(device):
    def program(x, w, b):
        overlapping = F.group_norm(x, 1, w, b).as_strided((2, 2), (1, 1))
        return F.cross_entropy(overlapping, torch.tensor([0, 1], device=x.device), label_smoothing=0.1)

    check_gradients(program, make((2, 2)), make((2,), seed=1), make((2,), seed=2), device=device)


@pytest.mark.slow
def test_a_half_of_a_symbolic_size_is_normalised(device):
    def program(x):
        half = torch.chunk(x, 2, 0)[1][:, :1]
        return F.instance_norm(F.batch_norm(half, None, None, training=True))

    check(program, make((5, 5, 5)), device=device, dynamic=True)


@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", [(5, 6), (2, 6, 7), (2, 6, 3, 4, 5)], ids=str)
def test_known_statistics_normalise_in_any_number_of_dimensions(device, shape, dtype):
    def evaluated(x, mean, var, weight, bias):
        apart = mean[::2], var[::2]
        return F.batch_norm(x, *apart), F.batch_norm(x, *apart, weight, bias, eps=0.1), F.batch_norm(x, *apart, weight)

    mean, variance = make((12,), seed=1), make((12,), seed=2).abs() + 0.5
    check(evaluated, make(shape, dtype), mean, variance, make((6,), seed=3), make((6,), seed=4), device=device)


def test_normalising_by_known_statistics_is_differentiated(device):
    mean, variance = torch.linspace(-1, 1, 4), torch.linspace(0.5, 2, 4)

    def evaluated(x, weight, bias):
        return F.batch_norm(x, mean.to(x.device), variance.to(x.device), weight, bias) ** 2

    check_gradients(evaluated, make((3, 4, 5, 6)), make((4,), seed=1), make((4,), seed=2), device=device)


def test_without_gradients_known_statistics_take_one_operator(device):
    found = []
    with torch.no_grad(), torch._inductor.config.patch(post_grad_custom_pre_pass=found.append):
        check(F.batch_norm, make((2, 4, 3, 3)), torch.zeros(4), *3 * [torch.ones(4)], device=device)
    kept = torch.ops.aten._native_batch_norm_legit_no_training.default
    assert {node.target for node in found[0].nodes if node.op == "call_function"} == {kept, operator.getitem}


def test_running_statistics_are_updated(device):
    x = make((5, 3, 7))

    def train(x, m, v):
        m, v = m.clone(), v.clone()
        return F.batch_norm(x, m, v, training=True, momentum=0.3), m, v

    check(train, x, torch.zeros(3), torch.ones(3), device=device)


def test_local_responses_are_normalised(device):
    check(lambda x: F.local_response_norm(x, 3), make((2, 7, 5, 6)), device=device)


def test_gradients_are_what_the_cpu_gives(device):
    def normalised(x):
        return F.group_norm(x, 3) ** 2 + F.batch_norm(x, None, None, training=True) ** 2

    check_gradients(normalised, make((4, 6, 10)), device=device)


def test_the_gradients_of_groups_without_elements_are_zeros(device):
    def normalised(x, w, b):
        return F.group_norm(x, 3, w, b)

    check_gradients(normalised, make((0, 3)), make((3,), seed=1), make((3,), seed=2), device=device)


@pytest.mark.covering("0")
@pytest.mark.parametrize("dim", [0, 2])
def test_a_normalised_weight_has_the_gradients_of_the_cpu(device, dim):
    """Of directions and lengths, as the position encoding of wav2vec 2.0 has them."""
    lengths = make(tuple(size if axis == dim else 1 for axis, size in enumerate((5, 3, 7))))
    check_gradients(lambda v, g: torch._weight_norm(v, g, dim).square(), make((5, 3, 7)), lengths, device=device)


if __name__ == "__main__":
    main("norm", run, SHAPES, "(8,16,32,32)", "B,C,SIZE...")
