"""Complex numbers of programs, and complex tensors without dimensions of the CPU, as operands on the device."""

import pytest
import torch
from common import check, in_groups, make, together
from test_complex import numbers

pytestmark = pytest.mark.usefixtures("no_host_operators")

NUMBERS = {  # of a complex and a real tensor
    "product": lambda z, x: z * 1j,
    "quotient": lambda z, x: z / (1 + 1j),
    "reciprocal": lambda z, x: 1j / z,
    "exponential": lambda z, x: torch.exp(z * 1j),
    "turn": lambda z, x: torch.exp(1j * x),
    "real product": lambda z, x: (x * 1j + z).abs(),
    "real quotient": lambda z, x: x / (1 - 2j),
    "where": lambda z, x: torch.where(x > 0, z, z * 1j),
    "one number": lambda z, x: z[0, 0] * 1j + x[1, 1] / (2 - 1j),
    "conjugate": lambda z, x: (z * 1j).conj() * (2 + 1j),
}
SCALARS = {  # of a complex and a real tensor of the device, and a scalar of the CPU
    "add": lambda z, x, s: z + s,
    "sub with a factor": lambda z, x, s: torch.sub(s, z, alpha=1 - 2j),
    "mul": lambda z, x, s: z * s,
    "div": lambda z, x, s: z / s,
    "divided by": lambda z, x, s: s / z,
    "pow": lambda z, x, s: z**s,
    "real sum": lambda z, x, s: x + s,
    "real product": lambda z, x, s: x * s,
    "real quotient": lambda z, x, s: x / s,
    "conjugate": lambda z, x, s: z * s.conj(),
    "computed": lambda z, x, s: z * (s * s + 1j).exp(),
    "parts": lambda z, x, s: z * s.real + s.conj().imag,
    "constant": lambda z, x, s: z * torch.tensor(1 + 2j) + torch.tensor(2.5),
    "where": lambda z, x, s: torch.where(x > 0, z, s),
    "addcmul": lambda z, x, s: torch.addcmul(z, z, s, value=2j),
    "addcdiv": lambda z, x, s: torch.addcdiv(z, s, z),
    "lerp": lambda z, x, s: torch.lerp(z, z * z, s),
    "masked_fill": lambda z, x, s: z.masked_fill(x > 0, s),
    "fill": lambda z, x, s: z.clone().fill_(s) + z,
    "copy": lambda z, x, s: z.clone().copy_(s) + z,
    "index_put": lambda z, x, s: z.index_put((torch.tensor([1, 0], device=z.device),), s, accumulate=True),
    "in place": lambda z, x, s: z.clone().mul_(s).add_(s).div_(s),
    "one number": lambda z, x, s: z[0, 0] * s + x[1, 1] * s,
    "stack": lambda z, x, s: torch.stack([z.sum() * s, s * x[0, 0]]),
    "back from the host": lambda z, x, s: z * (z.sum().cpu() * s),
}
WITHOUT_GRADIENTS = {
    "where either": lambda z, x, s: torch.where(x > 0, s, s * 2),
    "eq": lambda z, x, s: (z == s, z != s, x == s, x != s),
    "eq of numbers": lambda z, x, s: (x == 1j, x != 1 + 0j, z == 1j),
    "logical": lambda z, x, s: (torch.logical_or(x, s), torch.logical_xor(x, s), torch.logical_and(z, s)),
    "isclose": lambda z, x, s: torch.isclose(z, s),
    "where a real number": lambda z, x, s: (torch.where(x > 0, x, s), torch.where(x[:, :1] > 0, x, s)),
    "where real doubles": lambda z, x, s: torch.where(x > 0, x.double(), z).imag,
}
REAL_SCALARS = {  # of the CPU as well, with a complex tensor of the device
    "mul": lambda z, r: z * r,
    "add": lambda z, r: r - z,
    "pow": lambda z, r: r**z,
    "where": lambda z, r: torch.where(z.real > 0, r, z),
    "fill": lambda z, r: z.clone().fill_(r) + z,
    "addcdiv": lambda z, r: torch.addcdiv(z, z * z, r),
    "complex": lambda z, r: torch.complex(z.real, r),
}


def results_and_gradients(run, place, inputs):
    """Results, and the gradients of a weighted sum of them for inputs with dimensions and those that require one."""
    leaves = [x.detach().to(place if x.dim() else "cpu").requires_grad_(x.requires_grad) for x in inputs]
    wanted = [x.requires_grad_() for x in leaves if x.dim() or x.requires_grad]
    results = run(*leaves)
    weights = [torch.linspace(0.5, 1.5, each.numel()).view(each.shape).to(each.dtype).to(place) for each in results]
    gradients = torch.autograd.grad(results, wanted, weights)
    assert [each.device for each in gradients] == [each.device for each in wanted]
    return [each.detach().cpu() for each in (*results, *gradients)]


def check_with_gradients(functions, *inputs, device, dynamic=False, **tolerances):
    torch._dynamo.reset()
    function = together(*functions)
    compiled = torch.compile(function, fullgraph=True, dynamic=dynamic)
    ours = results_and_gradients(compiled, device, inputs)
    torch.testing.assert_close(ours, results_and_gradients(function, "cpu", inputs), **tolerances)


def operands(dtype=torch.complex64):
    return numbers((3, 4), dtype), make((3, 4), dtype.to_real(), seed=2)


def scalar(dtype=torch.complex64):
    return torch.tensor(0.7 + 1.3j, dtype=dtype)


def check_alone(function, *inputs, device, **tolerances):
    """Compares results for inputs on the device, but for scalars."""
    torch._dynamo.reset()
    found = torch.compile(function, fullgraph=True)(*(x.to(device) if x.dim() else x.clone() for x in inputs))
    wanted = function(*inputs)
    assert {each.device.type for each in torch.utils._pytree.tree_leaves(found)} == {"npu"}
    torch.testing.assert_close(torch.utils._pytree.tree_map(lambda each: each.cpu(), found), wanted, **tolerances)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("names", in_groups(NUMBERS), ids=", ".join)
def test_gradients_with_numbers_of_the_program(device, names):
    check_with_gradients([NUMBERS[name] for name in names], *operands(), device=device)


@pytest.mark.slow
@pytest.mark.covering(
    "index_put, in place, one number, stack, back from the host", "add, sub with a factor, mul, div, divided by"
)
@pytest.mark.parametrize("names", in_groups(SCALARS), ids=", ".join)
def test_scalars_of_the_cpu(device, names):
    check_with_gradients([*map(SCALARS.get, names), lambda z, x, s: z * x * s], *operands(), scalar(), device=device)


@pytest.mark.parametrize("names", in_groups(WITHOUT_GRADIENTS), ids=", ".join)
def test_comparisons_and_choices(device, names):
    check_alone(together(*map(WITHOUT_GRADIENTS.get, names)), *operands(), scalar(), device=device)


def test_equal_numbers_are_found(device):
    z, s = torch.tensor([0.5 + 1.5j, 0.5, 1.5j]), torch.tensor(0.5 + 1.5j)
    check_alone(lambda z, s: (z == s, z != s, z.real == 0.5 + 0j, z.real == 0.5 + 1j), z, s, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("names", in_groups(REAL_SCALARS, 4), ids=", ".join)
def test_real_scalars_of_the_cpu(device, names):
    check_with_gradients(map(REAL_SCALARS.get, names), numbers((3, 4)), torch.tensor(2.5), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("given", [torch.complex64, torch.complex128], ids=str)
def test_double_precision_with_symbolic_sizes(device, given):
    names = ("mul", "real product", "div", "one number")
    functions = [*map(SCALARS.get, names), lambda z, x, s: z / (1 + 2j)]
    check_with_gradients(functions, *operands(torch.complex128), scalar(given), device=device, dynamic=True)


@pytest.mark.covering("real product, where, masked_fill, add")
@pytest.mark.parametrize(
    "names",
    [("real product", "where", "masked_fill", "add"), ("mul", "div", "fill", "one number")],
    ids=", ".join,
)
def test_scalars_of_double_precision_do_not_widen_results(device, names):
    check_with_gradients([*map(SCALARS.get, names)], *operands(), scalar(torch.complex128), device=device)


def test_half_precision(device):
    def function(z, x, s):
        return z + s, z * s, x * s, z * 2j

    inputs = (*operands(torch.complex32), scalar(torch.complex32))
    # Eager PyTorch rounds every product of half precision, kernels what they store.
    check_alone(function, *inputs, device=device, rtol=1e-2, atol=1e-2)


@pytest.mark.slow
@pytest.mark.covering(
    "index_put, in place, one number, stack, back from the host", "computed, parts, constant, where, addcmul"
)
@pytest.mark.parametrize("names", in_groups(SCALARS), ids=", ".join)
def test_gradients_of_scalars_of_the_cpu(device, names):
    functions = [*map(SCALARS.get, names), lambda z, x, s: z * x * s]
    check_with_gradients(functions, *operands(), scalar().requires_grad_(), device=device)


@pytest.mark.slow
def test_powers_of_scalars_of_the_cpu(device):
    functions = [lambda z, x, s: s**z * x, lambda z, x, s: s**x * z]
    check_with_gradients(functions, *operands(), scalar().requires_grad_(), device=device)


@pytest.mark.slow
def test_the_gradient_of_a_scalar_is_on_the_cpu(device):
    functions = [SCALARS["mul"], SCALARS["real product"]]
    check_with_gradients(functions, *operands(), scalar().requires_grad_(), device=device)


@pytest.mark.slow
def test_other_kinds_of_real_tensors(device):
    def function(x, s):
        return x * s, x + s, x * 1j, x / s, x == s

    for x in (torch.arange(6).reshape(2, 3), torch.tensor([True, False]), make((5,), torch.bfloat16)):
        check_alone(function, x, scalar(), device=device)


@pytest.mark.slow
def test_gradients_of_gradients(device):
    def loss(x):
        return (torch.exp(1j * x) * 2j).real.sum() + (1j / torch.complex(x, x * x)).imag.sum()

    check(torch.func.grad(lambda x: torch.func.grad(loss)(x).square().sum()), make((3, 4)), device=device)


def test_scalars_that_are_changed(device):
    def function(z, s):
        s.add_(1j)
        z = z * s
        s.mul_(2)
        return z + s

    check_alone(function, numbers((3, 4)), scalar(), device=device)


def test_copies_between_host_and_device(device):
    def function(z, to, source):
        to.copy_(z * 1j)
        first = z.clone().copy_(source.conj())
        return first * 2, z.clone().copy_(source.real) * 2

    torch._dynamo.reset()
    z, source = numbers((3, 4)), numbers((3, 4), seed=1)
    to, expected_to = torch.zeros_like(z), torch.zeros_like(z)
    found = torch.compile(function, fullgraph=True)(z.to(device), to, source)
    wanted = function(z, expected_to, source)
    assert all(each.device.type == "npu" for each in found)
    torch.testing.assert_close([*(each.cpu() for each in found), to], [*wanted, expected_to])


def test_a_number_that_autograd_conjugates_is_a_constant_of_the_kernel(device):
    torch._dynamo.reset()
    z = numbers((8, 8)).to(device).requires_grad_()
    result = torch.compile(lambda z: torch.view_as_real(z * (2 + 1j)), fullgraph=True)(z)
    with torch.npu.simulator("tpuv3") as simulator:
        result.backward(torch.ones_like(result))
    (kernel,) = simulator.report().kernels
    assert kernel.launches == 1
    torch.testing.assert_close(z.grad.cpu(), torch.full((8, 8), (1 + 1j) * (2 - 1j)))


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("names", in_groups(NUMBERS), ids=", ".join)
def test_eager_numbers_of_the_program(device, names):
    check_eager([NUMBERS[name] for name in names], *operands(), device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("names", in_groups(SCALARS), ids=", ".join)
def test_eager_scalars(device, names):
    check_eager([*map(SCALARS.get, names), lambda z, x, s: z * x * s], *operands(), scalar(), device=device)


def check_eager(functions, *inputs, device):
    function = together(*functions)
    with torch.npu.set_eager_mode("compile"):
        ours = results_and_gradients(function, device, inputs)
    torch.testing.assert_close(ours, results_and_gradients(function, "cpu", inputs))
