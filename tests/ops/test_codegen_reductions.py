"""Reductions of the code generator, compiled on the device against eager on the CPU."""

import pytest
import torch
import torch.nn.functional as F
from common import check, compare, make
from npusim.scheduler import registered_kernels

SHAPES = [(29, 47), (17, 68), (130, 97)]


@pytest.mark.covering
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dim", [0, 1, (0, 1)])
@pytest.mark.parametrize("keepdim", [False, True])
def test_sums_over_any_dimensions(device, shape, dim, keepdim):
    check(lambda a: a.sum(dim, keepdim=keepdim), make(shape), device=device)


@pytest.mark.covering("shape1")
@pytest.mark.parametrize("shape", SHAPES)
def test_every_kind_of_reduction(device, shape):
    def reductions(a):
        extremes = *a.max(1), *a.min(0), a.amax(0), a.amin(1), a.argmax(0), a.argmax(1), a.argmin()
        moments = a.mean(), a.var(0), a.std(1), (a * 0.1).prod(1)
        return *extremes, *moments, (a > 0).any(1), (a > -3).all(0), (a > 0).sum()

    check(reductions, make(shape), device=device)


@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int32, torch.int64])
def test_integers_are_summed_without_loss(device, dtype):
    def reductions(a):
        return a.sum(1), a.sum(), a.amax(0), a.amin(1), a.prod(1), a.argmin(0)

    check(reductions, make((33, 45), dtype), device=device)


@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_narrow_floats_are_summed_in_float32(device, dtype):
    check(lambda a: (a.sum(1), a.mean(0), a.amax(1)), make((70, 129), dtype), device=device)


def test_nan_wins_every_maximum(device):
    x = make((20, 30))
    x[3, 7] = x[3, 20] = x[11, 0] = torch.nan
    check(lambda a: (a.amax(1), a.argmax(1), a.amin(0), a.argmin(0)), x, device=device)


def test_the_first_of_equal_elements_is_chosen(device):
    check(lambda a: (a.argmax(1), a.argmin(0), a.argmax()), make((40, 50), torch.int32).float(), device=device)


@pytest.mark.covering("dims0", "dims3")
@pytest.mark.parametrize("dims", [(0, 2), (1,), (1, 2), (0, 1, 2)])
def test_reductions_over_several_dimensions(device, dims):
    check(lambda a: (a.sum(dims), a.amax(dims)), make((12, 34, 56)), device=device)


@pytest.mark.covering("shape0-0", "shape4-1")
@pytest.mark.parametrize(
    ("shape", "dim"), [((64, 128), 0), ((5, 8), 1), ((3, 50_000), 1), ((50_000, 3), 0), ((2, 600_001), 1)]
)
def test_a_softmax_of_any_length(device, shape, dim):
    check(lambda a: torch.softmax(a, dim), make(shape), device=device)


def test_rows_beyond_the_scratchpad_are_reduced_in_chunks(device):
    # partial sums reach hundreds, where neighbours in float32 are 6e-5 apart
    check(lambda a: (a.var(1), a.argmax(1), a.sum(1)), make((2, 600_001)), device=device, rtol=1.3e-6, atol=5e-4)


@pytest.mark.parametrize("columns", [77, 768])
def test_a_layer_norm_is_one_kernel(device, columns):
    before = len(registered_kernels())
    inputs = [make((31, columns)), make((columns,), seed=1), make((columns,), seed=2)]
    check(lambda a, w, b: F.layer_norm(a, (columns,), w, b), *inputs, device=device)
    assert len(registered_kernels()) == before + 1


def test_a_softmax_is_one_kernel(device):
    before = len(registered_kernels())
    check(lambda a: torch.softmax(a * 2 + 1, 1), make((37, 111)), device=device)
    assert len(registered_kernels()) == before + 1


@pytest.mark.covering("dtype1")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_a_softmax_and_a_norm_of_narrow_floats(device, dtype):
    check(lambda a: (torch.softmax(a, 1), F.layer_norm(a, (77,))), make((31, 77), dtype), device=device)


@pytest.mark.slow
def test_norms_over_channels_and_groups(device):
    def norms(a, w, b):
        return F.batch_norm(a, None, None, w, b, training=True), F.group_norm(a, 4, w, b), F.rms_norm(a, (9, 9))

    check(norms, make((8, 16, 9, 9)), make((16,)), make((16,)), device=device)


def test_a_loss_reduces_to_one_number(device):
    targets = torch.randint(0, 100, (65,), generator=torch.Generator().manual_seed(0))
    check(lambda x, t: F.cross_entropy(x, t), make((65, 100)), targets, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dynamic", [False, True])
def test_places_of_extremes_count_in_the_order_of_dimensions_whatever_that_of_memory(device, dynamic):
    def function(x):
        spread = x.permute(2, 0, 1)
        return x.argmax(), x.argmin(), spread.argmax(), *F.max_pool3d(spread[None], 2, return_indices=True)

    x = make((9, 6, 8)).permute(2, 1, 0)
    torch._dynamo.reset()
    compare(torch.compile(function, dynamic=dynamic, fullgraph=True)(x.to(device)), function(x))
