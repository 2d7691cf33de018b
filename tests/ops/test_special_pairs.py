"""Special functions of two arguments: incomplete gamma functions and orthogonal polynomials."""

import math

import pytest
import torch
from common import check, main, require_floating
from npusim.simulator.errors import ForbiddenValueError

special = torch.special
GAMMAS = {"igamma": torch.igamma, "igammac": torch.igammac}
POLYNOMIALS = {
    name: getattr(special, name)
    for name in [
        *(f"{shift}chebyshev_polynomial_{letter}" for shift in ("", "shifted_") for letter in "tuvw"),
        "hermite_polynomial_h",
        "hermite_polynomial_he",
        "laguerre_polynomial_l",
        "legendre_polynomial_p",
    ]
}
SHAPES = [(40,), (5, 8), (3, 1)]
X = (-3.2, -1.0, -0.999, -0.3, 0.0, 0.4, 0.5, 0.99, 1.0, 1.7, 12.5)


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    generator = torch.Generator().manual_seed(0)
    a, x = ((torch.rand(shape, generator=generator) * 90).to(dtype) for _ in range(2))
    for function in GAMMAS.values():
        agrees(device, function, a, x)
    for function in POLYNOMIALS.values():
        agrees(device, function, x / 90, a / 9)


def agrees(device, function, x, y):
    """Against PyTorch in float64, whose float32 recurrences lose digits."""
    torch._dynamo.reset()
    on_device = [v.to(device) if isinstance(v, torch.Tensor) else v for v in (x, y)]
    got = torch.compile(function, fullgraph=True)(*on_device).cpu()
    exact = function(*(v.double() if isinstance(v, torch.Tensor) else v for v in (x, y)))
    torch.testing.assert_close(got, exact.float().to(got.dtype), equal_nan=True)


@pytest.mark.covering("igammac")
@pytest.mark.parametrize("name", GAMMAS)
def test_incomplete_gamma_functions_agree_in_every_region(device, name):
    orders = torch.tensor([1e-4, 0.3, 1.0, 2.5, 17.0, 59.9, 60.1, 140.0, 999.0, 52345.0])
    ratios = torch.tensor([1e-3, 0.2, 0.7, 0.95, 0.999, 1.0, 1.001, 1.05, 1.4, 4.0])
    agrees(device, GAMMAS[name], orders[:, None], orders[:, None] * ratios)


@pytest.mark.covering("igamma")
@pytest.mark.parametrize("name", GAMMAS)
def test_incomplete_gamma_functions_have_pytorchs_limits(device, name):
    ends = torch.tensor([-1.0, 0.0, 2.0, math.inf, math.nan])
    check(GAMMAS[name], ends[:, None].expand(5, 5).contiguous(), ends.expand(5, 5).contiguous(), device=device)


@pytest.mark.slow
def test_incomplete_gamma_functions_of_the_largest_orders_are_those_of_pytorch(device):
    largest = torch.finfo(torch.float64).max
    x = torch.tensor([5e-324, 1.0, 1e10, 1e15, 1e18, 2.0**110, 1e36, 1e300, largest], dtype=torch.float64)
    orders, x = torch.meshgrid(x[2:-1], x, indexing="ij")
    check(lambda a, x: (torch.igamma(a, x), torch.igammac(a, x)), orders, x, device=device)
    # Here PyTorch's are NaN.
    got = torch.compile(torch.igamma)(torch.full_like(x[0], largest).to(device), x[0].to(device))
    assert got.tolist() == [0.0] * (len(x[0]) - 1) + [0.5]


@pytest.mark.covering("chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u")
@pytest.mark.parametrize("name", POLYNOMIALS)
def test_polynomials_agree_at_every_degree_of_a_tensor(device, name):
    degrees = torch.tensor([-2.0, -0.5, 0.0, 1.0, 2.9, 3.0, 6.0, 7.0, 8.0, 9.0, 21.0, 128.0])
    agrees(device, POLYNOMIALS[name], torch.tensor(X)[:, None], degrees)


@pytest.mark.parametrize(
    ("name", "degree"), [("hermite_polynomial_h", 0), ("laguerre_polynomial_l", 30), ("legendre_polynomial_p", 5)]
)
def test_polynomials_agree_at_a_constant_degree(device, name, degree):
    agrees(device, POLYNOMIALS[name], torch.tensor(X), degree)


@pytest.mark.parametrize("degree", [0, 1])
@pytest.mark.parametrize("name", POLYNOMIALS)
def test_polynomials_of_low_degree_are_defined_at_infinity(device, name, degree):
    agrees(device, POLYNOMIALS[name], torch.tensor([-math.inf, math.inf, math.nan]), degree)


@pytest.mark.parametrize("name", ["laguerre_polynomial_l", "legendre_polynomial_p"])
def test_a_degree_beyond_the_recurrences_steps_is_an_error(device, name):
    x, compiled = torch.tensor([0.3]).to(device), torch.compile(POLYNOMIALS[name])
    with pytest.raises(ForbiddenValueError, match=f"{name} expects degrees of at most 128 in a tensor"):
        compiled(x, torch.tensor([129.0]).to(device))
        torch.npu.synchronize()
    with torch.npu.check_indices(False):
        torch._dynamo.reset()
        assert torch.compile(POLYNOMIALS[name])(x, torch.tensor([129.0]).to(device)).isnan().cpu().all()


if __name__ == "__main__":
    main("special functions of two arguments", run, SHAPES, "(512,)")
