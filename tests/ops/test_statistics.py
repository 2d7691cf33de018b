"""Medians, covariances, moments and histograms, which the device decomposes."""

import math

import pytest
import torch
from common import check, check_gradients, compare, make


def test_medians_ignore_nan(device):
    x = make((6, 7))
    x[0, 2] = x[3, :4] = x[5] = math.nan
    check(torch.nanmedian, x, device=device)
    check(lambda x: torch.nanmedian(x, 1)[0], x, device=device)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.int32, torch.int16], ids=str)
def test_medians_of_nothing_are_those_of_the_cpu(device, dtype):
    check(lambda x: (torch.median(x), torch.nanmedian(x)), torch.empty(0, dtype=dtype), device=device)


@pytest.mark.slow
@pytest.mark.parametrize("weights", [(), ("fweights",), ("aweights",), ("fweights", "aweights")], ids=str)
def test_covariances_and_their_gradients(device, weights):
    given = {"fweights": torch.tensor([1, 3, 2, 0, 1, 4, 1]), "aweights": make((7,)).abs()}
    for correction in (0, 2):

        def covariance(x, *values, correction=correction):
            return torch.cov(x, correction=correction, **dict(zip(weights, values, strict=True)))

        check_gradients(covariance, make((3, 7)), *(given[name] for name in weights), device=device)


@pytest.mark.slow
def test_covariances_of_vectors_whole_numbers_and_too_few_observations(device):
    check(torch.cov, make((9,)), device=device)
    check(torch.corrcoef, make((4, 9)), device=device)
    check(torch.cov, make((3, 5), torch.int64), device=device)
    check(lambda x: torch.cov(x, correction=3), make((2, 3)), device=device)


def test_covariances_that_are_left_with_little_freedom(device):
    """Weights nearly as correlated as there are observations: the divisor is a small difference."""
    weights = torch.tensor([2.0, 2.0000005, 1.9999995])
    got = torch.compile(lambda x, w: torch.cov(x, correction=2, aweights=w))(
        make((2, 3)).to(device), weights.to(device)
    )
    exact = torch.cov(make((2, 3)).double(), correction=2, aweights=weights.double())
    compare(got, exact.float())


def test_weights_of_covariances_must_be_valid(device):
    x, weights = make((2, 3)).to(device), torch.tensor([1.0, -1.0, 1.0]).to(device)
    with pytest.raises(RuntimeError, match="aweights cannot be negative"):
        torch.compile(lambda x, w: torch.cov(x, aweights=w), fullgraph=True)(x, weights)
    with pytest.raises(RuntimeError, match="fweights to have integral dtype"):
        torch.compile(lambda x, w: torch.cov(x, fweights=w))(x, weights)


def test_mean_and_variance_of_nothing_are_nan(device):
    check(torch.var_mean, torch.empty(0), device=device)
    check(lambda x: torch.std_mean(x, (0, -1), keepdim=True), torch.empty(3, 4, 0), device=device)
    check(lambda x: torch.var_mean(x, 0), torch.empty(3, 0), device=device)
    check(lambda z: torch.var_mean(z, 0), torch.empty(0, 3, dtype=torch.complex64), device=device)


@pytest.mark.parametrize("function", [torch.var, torch.std])
def test_variances_of_whole_numbers_are_refused(device, function):
    with pytest.raises(RuntimeError, match="std and var only support floating point and complex dtypes"):
        torch.compile(lambda x: function(x, 1))(torch.ones(3, 4, dtype=torch.int64, device=device))


@pytest.mark.covering("-1-1", "2-2")
@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (2, 2)])
def test_histograms_over_equal_bins(device, low, high):
    check(lambda x: torch.histc(x, 11, low, high), make((300,)), device=device)


@pytest.mark.covering
@pytest.mark.filterwarnings("ignore::npusim.frontend.device.policy.HostFallbackWarning")
@pytest.mark.parametrize("mode", ["compile", "host"])
@pytest.mark.parametrize("dtype", [torch.uint8, torch.int32, torch.int64], ids=str)
def test_whole_numbers_are_counted_in_eager_mode_as_routers_of_experts_do(device, dtype, mode):
    x = torch.tensor([3, 0, 1, 3, 3, 7, 1], dtype=dtype)
    with torch.npu.set_eager_mode(mode):
        counts = torch.histc(x.to(device), bins=4, min=0, max=3)
    assert counts.dtype == dtype and counts.tolist() == [1, 2, 0, 3]


@pytest.mark.covering
@pytest.mark.parametrize("arguments", [(100, -100, 100), (7, 0, 0), (300, 0, 0)], ids=str)
@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64], ids=str)
def test_histograms_of_whole_numbers_do_not_overflow(device, dtype, arguments):
    """The CPU, which has none, counts the same numbers as doubles."""
    limits = torch.iinfo(dtype)
    x = torch.randint(limits.min, limits.max, (200,), dtype=dtype, generator=torch.Generator().manual_seed(0))
    x = torch.cat([x, torch.tensor([limits.min, limits.max, 0, 99, 100], dtype=dtype)])
    torch._dynamo.reset()
    counts = torch.compile(lambda x: torch.histc(x, *arguments), fullgraph=True)(x.to(device))
    torch.testing.assert_close(counts.cpu(), torch.histc(x.double(), *arguments).to(dtype))


@pytest.mark.covering("edges-True-True", "7-True-False")
@pytest.mark.parametrize("density", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("bins", [8, 7, torch.tensor([-1.0, -0.25, 0.5, 3.0])], ids=["8", "7", "edges"])
def test_histograms_and_their_edges(device, bins, density, weighted):
    x = (make((7, 43)) * 4).round() / 4  # many values on edges
    weight = make((7, 43), seed=1).abs() if weighted else None
    moved = weight if weight is None else weight.to(device)
    torch._dynamo.reset()
    program = torch.compile(lambda x, b, w: torch.histogram(x, b, weight=w, density=density), fullgraph=True)
    result = program(x.to(device), bins.to(device) if isinstance(bins, torch.Tensor) else bins, moved)
    compare(result, torch.histogram(x, bins, weight=weight, density=density))


@pytest.mark.slow
def test_histograms_over_a_range_of_one_value_and_of_nothing(device):
    for x, limits in ((make((9,)), (-1.0, 1.0)), (torch.full((4,), 3.0), None), (torch.empty(0), None)):
        check(lambda x, limits=limits: torch.histogram(x, 5, range=limits), x, device=device)


@pytest.mark.slow
def test_histograms_in_several_dimensions(device):
    x, edges = make((50, 3)), [torch.tensor([-2.0, 0.0, 1.0]), torch.tensor([-1.0, 1.0]), torch.linspace(-2, 2, 5)]
    flat = lambda result: (result[0], *result[1])  # noqa: E731
    check(lambda x: flat(torch.histogramdd(x, [3, 2, 4])), x, device=device)
    limits = [-1.0, 1.0, -2.0, 2.0, 0.0, 1.0]
    check(lambda x: flat(torch.histogramdd(x, [3, 2, 4], range=limits, density=True)), x, device=device)
    check(lambda x, *edges: torch.histogramdd(x, list(edges))[0], x, *edges, device=device)


QUANTILES = {"quantile": torch.quantile, "nanquantile": torch.nanquantile}


@pytest.mark.covering("quantile-host", "nanquantile-compiled", "nanquantile-host")
@pytest.mark.parametrize("mode", ["compiled", "compile", "host"])
@pytest.mark.parametrize("function", QUANTILES.values(), ids=QUANTILES)
def test_quantiles_outside_of_0_and_1_are_refused(device, function, mode):
    def call(x, q):
        return function(x, q, dim=1)

    x, q = torch.tensor([[3.0, 1.0, torch.nan, 7.0], [2.0, 5.0, 4.0, 9.0]]), torch.tensor([0.0, 0.3, 1.0])
    with torch.npu.set_eager_mode("compile" if mode == "compiled" else mode):
        ours = torch.compile(call) if mode == "compiled" else call
        torch.testing.assert_close(ours(x.to(device), q.to(device)).cpu(), call(x, q), equal_nan=True)
        for wrong in (q - 0.1, q + 0.1, q.clone().fill_(torch.nan)):
            with pytest.raises(RuntimeError, match=r"q values must be in the range \[0, 1\]"):
                call(x, wrong)
            with pytest.raises(RuntimeError, match=r"q values must be in the range \[0, 1\]"):
                ours(x.to(device), wrong.to(device)).cpu()
