"""Complex numbers: pairs of real ones in kernels, complex tensors outside."""

import pytest
import torch
from common import check, check_views, in_groups, main, make, together
from npusim.simulator.errors import UnsupportedError

pytestmark = pytest.mark.usefixtures("no_host_operators")
SHAPES = [(1,), (5, 7), (129, 3), (2, 3, 4, 5)]
DTYPES = [torch.complex64, torch.complex128, torch.complex32]

UNARY = {
    **{name: getattr(torch, name) for name in ("abs", "angle", "conj_physical", "sgn", "neg", "reciprocal", "square")},
    **{name: getattr(torch, name) for name in ("exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt")},
    **{name: getattr(torch, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "sigmoid")},
    **{name: getattr(torch, name) for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh")},
    **{name: getattr(torch, name) for name in ("isnan", "isinf", "isfinite", "logical_not")},
    "real": lambda z: z.real + 1,
    "imag": lambda z: z.imag + 1,
    "conj": lambda z: z.conj() * 2,
    "cube": lambda z: z**3,
    "power": lambda z: z ** (0.5 + 1.5j),
    "inverse square": lambda z: z**-2,
}
BINARY = {
    "add": torch.add,
    "sub with a factor": lambda a, b: torch.sub(a, b, alpha=2 - 1j),
    "mul": torch.mul,
    "div": torch.div,
    "pow": torch.pow,
    "eq": torch.eq,
    "ne": torch.ne,
    "where": lambda a, b: torch.where(a.real > 0, a, b),
    "real times complex": lambda a, b: a.real * b,
    "complex over real": lambda a, b: a / (b.imag.abs() + 1),
    "numbers": lambda a, b: (2 - a * 1j) / 3 + (1 + 2j) * b,
    "logical": lambda a, b: torch.logical_and(a, b) | torch.logical_xor(a, b),
}


def write_columns(z):
    z[:, torch.tensor([1, 0], device=z.device)] = z[:, :2] * 1j
    return z


MOVEMENT = {
    "transpose": lambda z: z.transpose(0, -1) * 2,
    "slice": lambda z: z[1:, ::2] + 1,
    "select": lambda z: z[-1] + 1,
    "reshape": lambda z: z.t().reshape(-1) + 1,
    "expand": lambda z: z[None].expand(3, *z.shape) + 1,
    "flip": lambda z: z.flip(0, -1),
    "roll": lambda z: z.roll(2, 0) + z.roll(3),
    "cat": lambda z: torch.cat([z, z * 2, z.real], -1),
    "stack": lambda z: torch.stack([z, z + 1j], 1),
    "pad": lambda z: torch.nn.functional.pad(z, [1, 2, 0, 1], value=3.0),
    "unbind": lambda z: sum(z.unbind(-1)),
    "split": lambda z: z.split(2, 0)[0] * 2,
    "index": lambda z: z[torch.tensor([2, 0, 2], device=z.device)],
    "gather": lambda z: z.gather(0, torch.zeros(2, z.shape[1], dtype=torch.int64, device=z.device)),
    "index_put": lambda z: z.index_put((torch.tensor([0, 0], device=z.device),), z[:2], accumulate=True),
    "index_add": lambda z: z.index_add(0, torch.tensor([1, 1], device=z.device), z[:2], alpha=2 - 1j),
    "index_add twice": lambda z: z.index_add(1, torch.tensor([0], device=z.device), z[:, :1], alpha=2),
    "write to columns": lambda z: write_columns(z.clone()),
    "tril": lambda z: z.tril(),
    "diagonal": lambda z: z.diagonal() * 2,
    "masked_fill": lambda z: z.masked_fill(z.real > 0, 1 - 1j),
    "view_as_real": lambda z: torch.view_as_real(z) * 2,
    "view of a dtype": lambda z: z.contiguous().view(torch.float32) + 1,
}
REDUCTIONS = {
    "sum": lambda z: z.sum(),
    "sum of rows": lambda z: z.sum(-1, keepdim=True),
    "mean": lambda z: z.mean(0),
    "prod": lambda z: z.prod(-1),
    "cumsum": lambda z: z.cumsum(0),
    "cumprod": lambda z: z.cumprod(1),
    "var": lambda z: z.var(0),
    "norm": lambda z: torch.linalg.vector_norm(z, dim=1),
    "any": lambda z: (z * 0).any(-1),
    "nothing": lambda z: z[:0].prod() + z[:0].sum(),
}


def numbers(shape, dtype=torch.complex64, seed=0):
    parts = make((*shape, 2), torch.float64, seed)
    return torch.view_as_complex(parts).to(dtype)


def run(device, shape, dtype=torch.float32):  # of the parts
    dtype = {torch.float32: torch.complex64, torch.float64: torch.complex128}[dtype]
    check(
        lambda a, b: (a * b.conj()).exp() / (1 + a.abs()),
        numbers(shape, dtype),
        numbers(shape, dtype, 1),
        device=device,
    )


@pytest.mark.covering("()", "(0, 3)")
@pytest.mark.parametrize("shape", [*SHAPES, (), (0, 3)], ids=str)
def test_expressions_of_any_shape(device, shape):
    run(device, shape)


@pytest.mark.covering(
    "abs",
    "angle",
    "sgn",
    "reciprocal",
    "exp",
    "expm1",
    "log",
    "log1p",
    "sqrt",
    "tan",
    "atanh",
    "isnan",
    "logical_not",
    "real",
    "conj",
    "cube",
)
@pytest.mark.parametrize("name", UNARY)
def test_functions(device, name):
    check(UNARY[name], numbers((5, 13)), device=device)


@pytest.mark.covering("exp")
@pytest.mark.parametrize("name", ["abs", "exp", "log", "sqrt", "tan", "asin", "cube"])
def test_functions_in_double_precision(device, name):
    check(UNARY[name], numbers((5, 13), torch.complex128), device=device)


@pytest.mark.parametrize("names", in_groups(BINARY), ids=", ".join)
def test_functions_of_two_numbers(device, names):
    check(together(*map(BINARY.get, names)), numbers((5, 13)), numbers((5, 13), seed=1), device=device)


@pytest.mark.parametrize("names", in_groups(MOVEMENT), ids=", ".join)
def test_movement(device, names):
    check(together(*map(MOVEMENT.get, names)), numbers((6, 5)), device=device)


def test_one_element_of_one_number_is_the_number(device):
    check(lambda z, i: z.index_select(0, i), numbers(()), torch.tensor([0]), device=device)


@pytest.mark.parametrize("names", in_groups(REDUCTIONS), ids=", ".join)
def test_reductions(device, names):
    check(together(*map(REDUCTIONS.get, names)), numbers((6, 5)), device=device)


@pytest.mark.covering("torch.complex128", "torch.complex32")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_any_complex_dtype(device, dtype):
    # Eager PyTorch rounds every product of half precision, kernels what they store.
    tolerances = {"rtol": 4e-3, "atol": 4e-3} if dtype == torch.complex32 else {}
    check(lambda a, b: a * b + a, numbers((5, 7), dtype), numbers((5, 7), dtype, 1), device=device, **tolerances)


def test_dtypes_are_promoted_as_in_pytorch(device):
    z, x = numbers((5, 7)), make((5, 7), torch.float64)
    check(lambda z, x: (z * x, z + x[0, 0], z.to(torch.complex128), z + 1, x * 1j), z, x, device=device)


def test_a_number_is_true_unless_both_of_its_parts_are_zero(device):
    def truth(z):
        return z.bool(), torch.empty_like(z, dtype=torch.bool).copy_(z), torch.where(z.bool(), z.real, -1)

    z = torch.tensor([1j, 0j, 1 + 0j, complex("nan"), complex(0, float("nan")), complex(-0.0, -0.0)])
    check(truth, z, device=device)
    with torch.npu.set_eager_mode("compile"):
        assert z.to(device).bool().tolist() == z.bool().tolist()


def test_views_with_strides_and_offsets(device):
    z = numbers((11, 9))
    check_views(lambda z: (z * 2).contiguous(), z[3:, 1::2].t(), device=device)


def test_a_rotary_embedding_is_one_kernel(device):
    def rotate(x, turns):
        return torch.view_as_real(torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2)) * turns).flatten(3)

    turns = torch.polar(torch.ones(33, 8), make((33, 8)))[None, :, None]
    with torch.npu.simulator("tpuv3") as simulator:
        check(rotate, make((2, 33, 3, 16)), turns, device=device)
    (kernel,) = simulator.report().kernels
    assert kernel.name.startswith("npu_fused")


@pytest.mark.covering("torch.complex64")
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128], ids=str)
def test_products_of_matrices(device, dtype):
    a, b = numbers((3, 17, 33), dtype), numbers((3, 33, 9), dtype, 1)
    check(lambda a, b: a @ b, a, b, device=device)
    check(lambda a, b: torch.addmm(a[0, 0, :9], a[0], b[0].real + 0j, beta=2, alpha=1j), a, b, device=device)
    check(lambda a, b: torch.vdot(a[0, 0], b[0, :, 0]) + torch.dot(a[0, 0], b[0, :, 0]), a, b, device=device)


def test_convolutions(device):
    image, weight = numbers((2, 3, 9, 8)), numbers((4, 3, 3, 3), seed=1)
    check(lambda x, w: torch.nn.functional.conv2d(x, w, w[:, 0, 0, 0], padding=1), image, weight, device=device)


def test_creation(device):
    def made(x):
        return (
            torch.complex(x, x + 1),
            torch.polar(x.abs(), x),
            torch.full((3,), 1 - 2j, device=x.device) * x[0, 0],
            torch.zeros_like(x, dtype=torch.complex64) + x,
            x.cfloat(),
            x.to(torch.complex128),
        )

    check(made, make((4, 5)), device=device)


@pytest.mark.slow
@pytest.mark.covering("exp", "matmul", "real")
@pytest.mark.parametrize(
    "function",
    [
        lambda a, b: (a * b).exp(),
        lambda a, b: (a / b).abs() + a.angle(),
        lambda a, b: (a @ b.mH).sqrt(),
        lambda a, b: (a.tanh() * b.conj()).real ** 2,
        lambda a, b: torch.view_as_real(a * b),
        lambda a, b: a.cumsum(0)[1:, ::2] * b.prod(0)[::2],
    ],
    ids=["exp", "abs", "matmul", "real", "pairs", "cumsum"],
)
def test_gradients(device, function):
    def loss(a, b):
        return function(a, b).abs().sum()

    torch._dynamo.reset()
    found = []
    for place, run_it in (("cpu", loss), (device, torch.compile(loss, fullgraph=True))):
        inputs = [numbers((4, 5), seed=seed).to(place).requires_grad_() for seed in (0, 1)]
        run_it(*inputs).backward()
        found.append([each.grad.cpu() for each in inputs])
    torch.testing.assert_close(*found)


def test_symbolic_sizes(device):
    torch._dynamo.reset()
    function = torch.compile(lambda z: (z * z).sum(-1) + z[:, 0], dynamic=True, fullgraph=True)
    for rows in (3, 8, 130):
        z = numbers((rows, rows + 1))
        torch.testing.assert_close(function(z.to(device)).cpu(), (z * z).sum(-1) + z[:, 0])


@pytest.mark.slow
def test_symbolic_strides_of_a_result_that_other_sizes_specialise(device):
    def function(x, y, pooled):
        return x - y.conj(), torch.nn.functional.max_pool1d(pooled, 1, stride=2)

    torch._dynamo.reset()
    x, y, pooled = numbers((1, 1, 1, 2)), numbers((1, 2, 3, 1)), numbers((1, 1, 3)).real
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    found = compiled(*(each.to(device) for each in (x, y, pooled)))
    torch.testing.assert_close([each.cpu() for each in found], list(function(x, y, pooled)))


@pytest.mark.slow
def test_masks_give_results_of_a_size_that_depends_on_data(device):
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check(lambda z: z[z.real > 0] * 2, numbers((5, 7)), device=device)
        check(lambda z, mask: z[mask] * 2, numbers((5, 7)), numbers((5, 7)).real > 0, device=device)


def test_an_operator_of_a_user_has_a_rule(device):
    from npusim.frontend.complex_numbers import Pair, register_complex

    @torch.library.custom_op("npusim_test::turn", mutates_args=())
    def turn(z: torch.Tensor) -> torch.Tensor:
        return z * 1j

    turn.register_fake(torch.empty_like)

    @register_complex(torch.ops.npusim_test.turn.default)
    def rule(z: Pair) -> Pair:
        return Pair(-z.imag, z.real)

    check(lambda z: turn(z * 2).abs(), numbers((5, 7)), device=device)


@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.float64, torch.int64, torch.uint8])
def test_reductions_that_take_real_parts_reduce_them(device, dtype):
    reductions = "sum", "prod", "cumsum", "cumprod"
    check(lambda z: [getattr(z, name)(0, dtype=dtype) for name in reductions], numbers((6, 5)) * 2, device=device)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize(
    "function",
    [
        lambda z, mask: (mask.nonzero(), z[mask]),
        lambda z, mask: (z.real[mask], z[mask] * mask.nonzero()[:, 0]),
        lambda z, mask: (mask[0].nonzero(), z[:, mask[0]]),
    ],
)
def test_a_mask_counts_its_elements_once_for_real_and_complex_numbers(device, function):
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check(lambda z: function(z, z != 0), numbers((5, 4)) * (numbers((5, 4), seed=1).real > 0), device=device)


def test_an_operator_without_a_rule_is_named(device):
    torch._dynamo.reset()
    with pytest.raises(UnsupportedError, match="logcumsumexp"):
        torch.compile(lambda z: torch.logcumsumexp(z, 0))(numbers((3, 4)).to(device))


def test_random_numbers_have_the_variance_of_pytorch(device):
    torch._dynamo.reset()
    made = torch.compile(lambda: torch.randn(100, 100, dtype=torch.complex64, device=device))().cpu()
    assert abs(float(made.abs().square().mean()) - 1) < 0.05
    assert abs(float(made.mean().abs())) < 0.05


if __name__ == "__main__":
    main("Complex", run, SHAPES, "(512,768)")
