"""Special functions: gamma, error, Bessel, Airy and zeta functions, with their special values."""

import pytest
import torch
from common import check, in_groups, leaves, main, require_floating, together

special = torch.special
FUNCTIONS = {
    "lgamma": torch.lgamma,
    "digamma": torch.digamma,
    "trigamma": lambda x: torch.polygamma(1, x),
    "tetragamma": lambda x: torch.polygamma(2, x),
    "erfinv": torch.erfinv,
    "erfcx": special.erfcx,
    "log_ndtr": special.log_ndtr,
    "ndtri": special.ndtri,
    "i0e": special.i0e,
    "i1": special.i1,
    "bessel_j0": special.bessel_j0,
    "bessel_j1": special.bessel_j1,
    "bessel_y0": special.bessel_y0,
    "bessel_y1": special.bessel_y1,
    "spherical_bessel_j0": special.spherical_bessel_j0,
    "modified_bessel_k0": special.modified_bessel_k0,
    "scaled_modified_bessel_k1": special.scaled_modified_bessel_k1,
    "airy_ai": special.airy_ai,
}
POINTS = (-15.6, -7.5, -6.1, -2.3, -0.9, -0.25, 1e-3, 0.3, 0.999, 1.0, 2.5, 5.9, 6.1, 7.9, 8.1, 11.3, 15.9, 16.1, 40.7)
SHAPES = [(40,), (5, 8), (3, 1)]


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    positive = torch.rand(shape, generator=torch.Generator().manual_seed(0)) * 20 + 0.1
    for function in FUNCTIONS.values():
        agrees(device, function, positive.to(dtype))


def agrees(device, function, x):
    """Against PyTorch in float64: its float32 loses digits near poles and zeros."""
    torch._dynamo.reset()
    got = torch.compile(function, fullgraph=True)(x.to(device))
    for ours, exact in zip(*map(leaves, (got, function(x.double()))), strict=True):
        assert ours.dtype == x.dtype
        torch.testing.assert_close(ours.cpu(), exact.to(x.dtype), equal_nan=True)


@pytest.mark.parametrize("names", in_groups(FUNCTIONS), ids=", ".join)
def test_both_series_meet_and_agree_with_pytorch(device, names):
    agrees(device, together(*map(FUNCTIONS.get, names)), torch.tensor(POINTS))


@pytest.mark.parametrize(
    "names", in_groups(n for n in FUNCTIONS if n not in ("trigamma", "tetragamma", "airy_ai")), ids=", ".join
)
def test_zero_and_nan_are_handled_as_by_pytorch(device, names):
    x = torch.tensor([0.0, float("nan")])
    check(together(*map(FUNCTIONS.get, names)), x, device=device)


@pytest.mark.parametrize("name", ["erfinv", "digamma", "lgamma", "trigamma"])
def test_tiny_arguments_keep_their_digits(device, name):
    tiny = torch.tensor([1e-3, 1e-9, 1e-18, 1e-30, 2e-38])
    agrees(device, FUNCTIONS[name], torch.cat([tiny, -tiny]))


@pytest.mark.slow
def test_functions_with_a_logarithm_are_finite_at_the_smallest_numbers(device):
    x = torch.tensor([5e-324, 1e-310, 2.3e-308, 1e-300], dtype=torch.float64)
    functions = (torch.lgamma, special.bessel_y0, special.modified_bessel_k0, special.scaled_modified_bessel_k0)
    check(lambda x: [function(x) for function in functions], x, device=device)
    check(lambda x: (special.bessel_y1(x), torch.lgamma(-x)), x, device=device)


def test_functions_that_grow_beyond_the_largest_number_are_infinite_there(device):
    x = torch.tensor([torch.finfo(torch.float64).max], dtype=torch.float64)
    check(lambda x: (torch.i0(x), special.i1(-x), special.i0e(x)), x, device=device)


def test_quantiles_of_tiny_probabilities_have_all_digits_and_others_are_undefined(device):
    agrees(device, special.ndtri, torch.tensor([1e-45, 1e-30, 1e-17, 1e-9, 0.3, 0.5, 0.9999999, 1, 0, -1e-24, 1.5]))


def test_the_logarithm_of_the_gamma_function_is_exactly_0_at_1_and_2(device):
    assert not torch.compile(torch.lgamma)(torch.tensor([1.0, 2.0]).to(device)).cpu().any()


def test_odd_functions_keep_the_sign_of_zero(device):
    zeros = torch.tensor([-0.0, 0.0], device=device)
    functions = (special.bessel_j1, special.i1, special.i1e, torch.erf, torch.erfinv, torch.asinh, torch.tan)
    for value in torch.compile(lambda x: [function(x) for function in functions])(zeros):
        assert torch.signbit(value).tolist() == [True, False]


def test_zeta_of_two_arguments_is_that_of_pytorch(device):
    s = torch.tensor([1.0, 1.5, 2, 3, 4.5, 9, 0.5, 3, 2.5])
    q = torch.tensor([2.0, 0.5, 1, 7.25, 30, 2, 2, -3, -1.5])
    check(special.zeta, s, q, device=device)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_zeta_and_polygamma_far_below_0_are_those_of_pytorch(device, dtype):
    q = torch.tensor([-9.9, -10.5, -18.9, -19.5, -25.3, -100.7, -1000.5], dtype=dtype)
    check(lambda q: [special.zeta(torch.full_like(q, s), q) for s in (2, 3, 5)], q, device=device)
    check(lambda q: [torch.polygamma(n, q) for n in (2, 3, 4)], q, device=device)


@pytest.mark.parametrize("dtype", [torch.int8, torch.float32])
def test_polygamma_is_infinite_at_every_pole(device, dtype):
    x = torch.tensor([-128, -127, -20, -19, -1, 0, 3], dtype=dtype)
    check(lambda x: [torch.polygamma(n, x) for n in (2, 3, 4)], x, device=device)


def test_zeta_and_polygamma_have_their_limits_at_infinity(device):
    infinity, finite = torch.tensor([float("inf")]), torch.tensor([1.0])
    function = torch.compile(lambda i, one: (special.zeta(i, one), special.zeta(2 * one, i), torch.polygamma(1, i)))
    zeta_of_infinity, zeta_at_infinity, trigamma = function(infinity.to(device), finite.to(device))
    assert (zeta_of_infinity.item(), zeta_at_infinity.item(), trigamma.item()) == (1, 0, 0)


if __name__ == "__main__":
    main("special", run, SHAPES, "(512,)")
