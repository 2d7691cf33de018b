"""Matrix products: any sizes, strides and dtypes; batches; fused epilogues; symbolic sizes."""

import pytest
import torch
from common import check, check_views, main, make

SHAPES = [
    (32, 32, 32),
    (128, 128, 128),
    (256, 256, 256),
    (128, 256, 256),
    (128, 63, 56),
    (129, 61, 56),
    (516, 244, 224),
    (1, 768, 3072),
]
EMPTY = [(0, 4, 5), (3, 0, 5), (3, 4, 0), (0, 0, 0)]


def weight(k, n, dtype=torch.float32, seed=1, batch=()):
    """Columns of length near 1, as layers are initialised, so that sums of products stay near 1."""
    values = make((*batch, k, n), dtype, seed)
    return (values / max(k, 1) ** 0.5).to(dtype) if dtype.is_floating_point else values


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, K, N), or (M, K) with N = M, or (B, M, K, N) for a batch."""
    *batch, m, k, n = shape if len(shape) > 2 else (*shape, shape[0])
    check(torch.matmul, make((*batch, m, k), dtype), weight(k, n, dtype, batch=batch), device=device)


@pytest.mark.covering("(129, 61, 56)", "(1, 768, 3072)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_matmul_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("(0, 4, 5)", "(3, 0, 5)")
@pytest.mark.parametrize("shape", EMPTY, ids=str)
def test_empty_products_are_empty_or_zero(device, shape):
    run(device, shape)


@pytest.mark.covering("(1, 1, 1)", "(7, 5, 3)")
@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 1, 3), (7, 5, 3), (17, 16, 15)], ids=str)
def test_products_smaller_than_any_tile(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions(device, dtype):
    run(device, (65, 130, 70), dtype)


@pytest.mark.covering("torch.int8", "torch.int32")
@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64], ids=str)
def test_integers_wrap_around_as_on_the_cpu(device, dtype):
    run(device, (33, 150, 20), dtype)


def test_half_precision_sums_in_single_precision(device):
    # 4096 ones in bfloat16: an accumulator of 8 bits would stop at 256.
    ones = torch.ones(4, 4096, dtype=torch.bfloat16)
    check(torch.matmul, ones, ones.t().contiguous(), device=device)


def test_infinities_stay_in_their_row(device):
    left = make((130, 70))
    left[3, 5] = float("inf")
    left[129, 69] = float("nan")
    check(torch.matmul, left, weight(70, 33).abs() + 0.1, device=device)


VIEWS = {
    "left transposed": lambda a, b: (a((70, 40)).t(), b((70, 33))),
    "right transposed": lambda a, b: (a((40, 70)), b((33, 70)).t()),
    "both transposed": lambda a, b: (a((70, 40)).t(), b((33, 70)).t()),
    "slices with offsets": lambda a, b: (a((90, 100))[10:50, 20:90], b((140, 50))[0:140:2, 7:40]),
    "steps in both dimensions": lambda a, b: (a((80, 140))[::2, ::2], b((140, 99))[::2, ::3]),
    "expanded": lambda a, b: (a((1, 70)).expand(40, 70), b((70, 1)).expand(70, 33)),
}


@pytest.mark.covering("both transposed", "slices with offsets", "expanded")
@pytest.mark.parametrize("name", VIEWS)
def test_operands_may_have_any_strides(device, name):
    left, right = VIEWS[name](make, lambda shape: make(shape, seed=1) / shape[0] ** 0.5)
    check_views(torch.matmul, left, right, device=device)


def test_views_made_inside_the_graph_are_not_copied(device):
    check(lambda a, b: (a + 1).t() @ b[1:].t(), make((70, 40)), weight(34, 70), device=device)


def test_one_operand_may_be_both_sides(device):
    check(lambda a: a @ a, weight(60, 60), device=device)
    check(lambda a: a @ a.t(), weight(60, 45), device=device)


@pytest.mark.covering("(1, 5, 6, 7)", "(4, 129, 61, 17)")
@pytest.mark.parametrize("shape", [(3, 20, 30, 40), (1, 5, 6, 7), (4, 129, 61, 17)], ids=str)
def test_batches(device, shape):
    batch, m, k, n = shape
    check(torch.bmm, make((batch, m, k)), make((batch, k, n), seed=1) / k**0.5, device=device)


def test_batches_of_transposed_and_broadcast_operands(device):
    check(lambda a, b: a.transpose(1, 2) @ b, make((3, 30, 20)), make((30, 25), seed=1) / 5, device=device)
    check(lambda a, b: a @ b.transpose(-1, -2), make((2, 3, 20, 30)), make((2, 3, 25, 30), seed=1) / 5, device=device)


EPILOGUES = {
    "bias": lambda y, v, m: y + v,
    "residual and relu": lambda y, v, m: torch.relu(y + m),
    "gelu": lambda y, v, m: torch.nn.functional.gelu(y),
    "scale": lambda y, v, m: y * 0.125,
    "cast": lambda y, v, m: y.to(torch.bfloat16),
    "column": lambda y, v, m: y * m[:, :1],
    "two results": lambda y, v, m: (torch.tanh(y), y * 2),
    "result and its successor": lambda y, v, m: (y, torch.sigmoid(y + v)),
    "transposed residual": lambda y, v, m: y + m.t().contiguous().t() * v,
}


@pytest.mark.covering("column", "two results", "result and its successor", "transposed residual")
@pytest.mark.parametrize("name", EPILOGUES)
def test_pointwise_operators_behind_a_product(device, name):
    epilogue = EPILOGUES[name]
    check(
        lambda a, b, v, m: epilogue(a @ b, v, m),
        make((70, 50)),
        weight(50, 90),
        make((90,)),
        make((70, 90)),
        device=device,
    )


def test_a_reduction_behind_a_product(device):
    check(lambda a, b: torch.softmax(a @ b, -1).sum(0), make((40, 50)), weight(50, 60), device=device)


def test_one_compile_serves_many_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda a, b, v: torch.relu(a @ b + v), dynamic=True, fullgraph=True)
    for m, k, n in [(32, 48, 64), (129, 61, 56), (5, 300, 7), (64, 32, 48)]:
        a, b, v = make((m, k)), weight(k, n), make((n,))
        with torch._dynamo.config.patch(error_on_recompile=True):
            result = compiled(a.to(device), b.to(device), v.to(device))
        torch.testing.assert_close(result.cpu(), torch.relu(a @ b + v))


if __name__ == "__main__":
    main("matmul", run, SHAPES + EMPTY, "(512,768)", "M,K,N", "M,K", "B,M,K,N")
