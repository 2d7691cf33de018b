"""addmm and baddbmm: addends of every rank, alpha and beta, and linear layers, which become addmm."""

import pytest
import torch
from common import check, check_views, main, make
from test_matmul import weight

SHAPES = [(128, 128, 128), (128, 63, 56), (129, 61, 56), (1, 768, 3072)]
ADDENDS = {
    "rank 1": lambda m, n: (n,),
    "rank 2": lambda m, n: (m, n),
    "a column": lambda m, n: (m, 1),
    "a row": lambda m, n: (1, n),
    "one element": lambda m, n: (1,),
    "rank 0": lambda m, n: (),
}


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, K, N), or (M, K) with N = M; all kinds of addends."""
    for addend in ADDENDS:
        addmm(device, shape, addend, dtype)


def addmm(device, shape, addend="rank 1", dtype=torch.float32, **factors):
    m, k, n = (*shape, shape[0])[:3]
    function = lambda c, a, b: torch.addmm(c, a, b, **factors)  # noqa: E731
    check(function, make(ADDENDS[addend](m, n), dtype, 2), make((m, k), dtype), weight(k, n, dtype), device=device)


@pytest.mark.covering("rank 1", "a column", "rank 0")
@pytest.mark.parametrize("addend", ADDENDS)
def test_addends_of_every_rank(device, addend):
    addmm(device, (129, 61, 56), addend)


@pytest.mark.covering("(129, 61, 56)", "(1, 768, 3072)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_addmm_gives_what_the_cpu_gives(device, shape):
    addmm(device, shape)


@pytest.mark.covering("(0, 4, 5)", "(3, 0, 5)")
@pytest.mark.parametrize("shape", [(0, 4, 5), (3, 0, 5), (3, 4, 0)], ids=str)
def test_an_empty_product_leaves_the_addend(device, shape):
    addmm(device, shape)


@pytest.mark.covering("{'beta': 2, 'alpha': 0.25}", "{'alpha': 0}")
@pytest.mark.parametrize("factors", [{"beta": 0.5}, {"alpha": -2}, {"beta": 2, "alpha": 0.25}, {"alpha": 0}], ids=str)
def test_factors(device, factors):
    addmm(device, (40, 50, 60), "rank 2", **factors)


PRODUCTS_WITH_FACTORS = {
    "added": lambda c, a, b: torch.add(c, a @ b, alpha=0.1),
    "first": lambda c, a, b: torch.add(a @ b, c, alpha=0.1),
    "a row": lambda c, a, b: torch.add(c[0], a @ b, alpha=3),
    "moving average": lambda c, a, b: c.mul(0.9).add_(a @ b, alpha=0.1),
    "subtracted": lambda c, a, b: torch.sub(c, a @ b, alpha=0.1),
    "batched": lambda c, a, b: torch.add(c, torch.bmm(a[None], b[None])[0], alpha=0.1),
}


@pytest.mark.covering("added")
@pytest.mark.parametrize("kind", PRODUCTS_WITH_FACTORS)
def test_a_product_is_added_with_its_factor(device, kind):
    check(PRODUCTS_WITH_FACTORS[kind], make((40, 60), seed=2), make((40, 50)), weight(50, 60), device=device)


def test_beta_zero_does_not_read_the_addend(device):
    nan = torch.full((40, 60), float("nan"))
    check(lambda c, a, b: torch.addmm(c, a, b, beta=0), nan, make((40, 50)), weight(50, 60), device=device)


def test_integer_factors_of_integers(device):
    addmm(device, (20, 30, 40), "rank 2", torch.int32, beta=3, alpha=-2)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions_round_once(device, dtype):
    addmm(device, (65, 130, 70), "rank 1", dtype)


def test_a_transposed_addend(device):
    check_views(torch.addmm, make((60, 40)).t(), make((40, 50)), weight(50, 60), device=device)


def test_the_addend_may_be_an_operand(device):
    check(lambda a: torch.addmm(a, a, a), weight(48, 48), device=device)


@pytest.mark.covering("(2, 5, 48)", "(48,)")
@pytest.mark.parametrize("shape", [(7, 48), (2, 5, 48), (48,)], ids=str)
def test_linear_layers_of_any_rank(device, shape):
    check(torch.nn.functional.linear, make(shape), weight(33, 48), make((33,)), device=device)


def test_a_linear_layer_with_activation_is_one_kernel(device):
    from npusim.scheduler import registered_kernels

    before = len(registered_kernels())
    layer = lambda x, w, b: torch.nn.functional.gelu(torch.nn.functional.linear(x, w, b))  # noqa: E731
    check(layer, make((37, 48)), weight(35, 48), make((35,)), device=device)
    assert [kernel.meta["kind"] for kernel in registered_kernels()[before:]] == ["template"]


def test_baddbmm(device):
    check(
        lambda c, a, b: torch.baddbmm(c, a, b, beta=0.5, alpha=2),
        make((3, 20, 40)), make((3, 20, 30)), make((3, 30, 40)) / 6, device=device,
    )  # fmt: skip


@pytest.mark.parametrize("sizes", [(0, 3, 4, 5), (2, 0, 4, 5), (2, 3, 0, 5), (2, 3, 4, 0)], ids=str)
def test_a_sum_of_products_may_be_empty(device, sizes):
    batch, m, k, n = sizes
    check(torch.addbmm, make((m, n)), make((batch, m, k)), make((batch, k, n)), device=device)


def test_factors_of_integer_products_are_whole_numbers(device):
    a, b, c = (make(shape, torch.int64, seed=i) for i, shape in enumerate([(3, 4), (4, 5), (3, 5)]))
    check(lambda c, a, b: torch.addmm(c, a, b, beta=0.2, alpha=2.6), c, a, b, device=device)


@pytest.mark.parametrize("dtype", [torch.int64, torch.uint8])
def test_factors_of_integer_products_may_be_symbols(device, dtype):
    function = lambda c, a, b, beta, alpha: torch.baddbmm(c, a, b, beta=beta, alpha=alpha)  # noqa: E731
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    operands = [torch.arange(12, dtype=dtype).reshape(2, *shape) for shape in [(2, 3), (2, 3), (3, 2)]]
    operands[0] = operands[0][:, :, :2]
    for factors in [(2, 3), (5, -7)]:
        found = compiled(*(operand.to(device) for operand in operands), *factors)
        torch.testing.assert_close(found.cpu(), function(*operands, *factors))


if __name__ == "__main__":
    main("addmm", run, SHAPES, "(512,768)", "M,K,N", "M,K")
