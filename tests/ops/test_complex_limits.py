"""Functions of complex numbers at zeros, infinities, poles and branch cuts, and of very large and small ones."""

import math

import pytest
import torch
from common import check

pytestmark = pytest.mark.usefixtures("no_host_operators")
LIMITS = [0.0, -0.0, 1.0, -2.5, torch.inf, -torch.inf, torch.nan]
LIMITED = {
    "powers and logarithms": ["abs", "reciprocal", "exp", "log", "log10", "sqrt", "rsqrt"],
    "sines": ["sin", "cos", "tan", "sinh", "cosh", "tanh", "sigmoid"],
    "inverse sines": ["asin", "acos", "atan", "asinh", "acosh", "atanh"],
}


def grid(dtype):
    """Numbers whose parts are all pairs of LIMITS."""
    parts = torch.tensor(LIMITS, dtype=dtype.to_real())
    return torch.complex(parts.repeat_interleave(len(LIMITS)), parts.repeat(len(LIMITS)))


def assert_limits(ours, cpus, **tolerance):
    """Where the CPU has a number, so have we. C leaves the sign of some infinities open."""
    parts = [
        (a.cpu().reshape(-1), b.reshape(-1)) for a, b in zip(map(as_parts, ours), map(as_parts, cpus), strict=True)
    ]
    for part, wanted in parts:
        known = ~wanted.isnan()
        torch.testing.assert_close(*(torch.where(v.isinf(), v.abs(), v)[known] for v in (part, wanted)), **tolerance)


def as_parts(value):
    return torch.view_as_real(value) if value.is_complex() else value


@pytest.mark.slow
@pytest.mark.covering(
    "torch.complex64-powers and logarithms", "torch.complex64-sines", "torch.complex128-powers and logarithms"
)
@pytest.mark.parametrize("kind", LIMITED)
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128], ids=str)
def test_limits_at_zeros_and_infinities_are_those_of_the_cpu(device, dtype, kind):
    def functions(z):
        return [getattr(torch, name)(z) for name in LIMITED[kind]]

    z = grid(dtype)
    assert_limits(torch.compile(functions)(z.to(device)), functions(z))


@pytest.mark.slow
def test_quotients_and_powers_at_zeros_and_infinities_are_those_of_the_cpu(device):
    def functions(a, b, finite):
        return a / b, 1 / b, a / (2 - 3j), finite ** b.real.nan_to_num(2.0, 2.0, -2.0), finite**-2

    z = grid(torch.complex64)
    a, b = z.repeat_interleave(len(z)), z.repeat(len(z))
    finite = torch.complex(a.real.nan_to_num(3.0, 3.0, 3.0), a.imag.nan_to_num(0.5, 0.5, 0.5))
    wanted = functions(a, b, finite)
    assert_limits(torch.compile(functions)(a.to(device), b.to(device), finite.to(device)), wanted)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dtype", "rtol"),
    [(torch.complex64, 5e-6), (torch.complex128, 1e-12)],  # the exponential of a product of up to 8 with its rounding
)
def test_powers_of_all_pairs_at_zeros_and_infinities_are_those_of_the_cpu(device, dtype, rtol):
    z = grid(dtype)
    a, b = z.repeat_interleave(len(z)), z.repeat(len(z))
    assert_limits([torch.compile(torch.pow)(a.to(device), b.to(device))], [a**b], rtol=rtol, atol=1e-6)


def test_a_number_over_zero_is_infinite(device):
    z = torch.tensor([1 + 2j, -1j, 0j])
    ours = torch.compile(lambda z: z / 0j)(z.to(device))
    assert_limits([ours], [z / torch.zeros_like(z)])


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_arctangents_beside_their_poles_are_finite(device, dtype):
    z = torch.tensor([1j, -1e-30 + 1j, 1e-20 - 1j, 1e-9 + 1j, 1e-4 + 1j, 1e-30 + 0.5j], dtype=dtype)
    check(lambda z: (z.atan(), (1j * z).atanh()), z, device=device)


@pytest.mark.slow
def test_large_and_small_numbers_neither_overflow_nor_vanish(device):
    sizes = torch.tensor([1e30, 1e-30, 3e19, 1e-20, 1.0])
    z = torch.complex(sizes, sizes.flip(0))
    check(lambda z: (z.abs(), z.sqrt(), z / z, z.log()), z, device=device)


@pytest.mark.slow
def test_numbers_near_the_largest_do_not_overflow_between(device):
    z = torch.complex(
        torch.tensor([-3.4e38, 1.0, -2e38, 3e38, 1e30]), torch.tensor([0.7, 3.4e38, 1.7e38, -1e20, -3e38])
    )
    check(lambda z: (z.sqrt(), z.atan(), z.atanh(), z.asin(), z.acosh(), (z * 1e-38).tanh()), z, device=device)
    check(lambda z: z.tanh(), torch.complex(torch.tensor([0.5, -0.1]), torch.tensor([3.4e38, 2e38])), device=device)


def test_a_sigmoid_that_is_nearly_zero_keeps_its_digits(device):
    z = torch.tensor([-20 + 1j, -60 - 2j, -80 + 0.3j, 20 + 1j, 90 - 1j, 0.3 + 2j, -0.4 - 3j])
    expected = torch.sigmoid(z)
    found = torch.compile(torch.sigmoid)(z.to(device)).cpu()
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=0)


@pytest.mark.slow
def test_functions_on_both_sides_of_their_branch_cuts(device):
    real = torch.tensor([-3.0, -0.5, 0.0, 0.5, 3.0]).repeat_interleave(2)
    z = torch.complex(real, torch.tensor([0.0, -0.0]).repeat(5))
    check(lambda z: (z.sqrt(), (z + 0.25).log(), z.acos(), z.asin(), z.acosh()), z, device=device)
    check(lambda z: (torch.asinh(z), z.atan()), torch.complex(z.imag, z.real), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_parts_are_finite_although_the_exponential_of_the_real_part_is_not(device, dtype):
    limit = math.log(torch.finfo(dtype.to_real()).max)
    x = torch.tensor([limit + 0.3, limit + 12, limit + 40, limit - 0.5, -limit - 0.2], dtype=dtype.to_real())
    y = torch.tensor([1.5, 1e-30, -1e-18, 2.0, 1.4], dtype=dtype.to_real())

    def functions(z):
        turned = z * 1j
        return z.exp(), z.sinh(), z.cosh(), turned.sin(), turned.cos()

    z = torch.complex(x, y)
    ours = torch.compile(lambda z: (*functions(z), torch.expm1(z)))(z.to(device))
    assert_limits(ours, (*functions(z), z.exp() - 1))  # eager expm1 is infinite here


def test_tangents_of_large_numbers_are_finite(device):
    z = torch.complex(torch.tensor([100.0, -100.0, 0.5, 20.0]), torch.tensor([0.5, 2.0, 100.0, -20.0]))
    check(lambda z: (z.tanh(), z.tan()), z, device=device)


@pytest.mark.parametrize("function", [torch.complex, torch.polar])
@pytest.mark.parametrize("dtypes", [(torch.float32, torch.float64), (torch.bfloat16, torch.bfloat16)], ids=str)
def test_parts_that_eager_pytorch_refuses_are_refused_in_a_graph(device, function, dtypes):
    parts = [torch.ones(3, dtype=dtype) for dtype in dtypes]
    torch._dynamo.reset()
    with pytest.raises(RuntimeError, match="Expected"):
        function(*parts)
    with pytest.raises(RuntimeError, match="Expected"):
        torch.compile(function, fullgraph=True)(*(part.to(device) for part in parts))
