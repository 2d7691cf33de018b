"""Products with a vector: mv, addmv, dot, outer products, linear layers of any rank, few rows or columns."""

import pytest
import torch
from common import check, check_views, kernel_reports, main, make
from torch.nn.functional import linear

SHAPES = [(1, 1), (1, 300), (300, 1), (129, 61), (64, 2048), (2048, 77)]


def run(device, shape, dtype=torch.float32):
    """`shape` is (N, K): an N x K matrix times a vector."""
    n, k = shape
    matrix, vector = make((n, k), dtype), scaled((k,), dtype)
    check(torch.mv, matrix, vector, device=device)
    check(lambda a, b: b @ a, matrix.t().contiguous(), vector, device=device)


def scaled(shape, dtype=torch.float32, seed=1):
    values = make(shape, dtype, seed)
    return (values / max(shape[0], 1) ** 0.5).to(dtype) if dtype.is_floating_point else values


@pytest.mark.covering("(1, 1)", "(129, 61)", "(5, 0)")
@pytest.mark.parametrize("shape", [*SHAPES, (0, 5), (5, 0)], ids=str)
def test_matrix_times_vector(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int32, torch.int8], ids=str)
def test_other_dtypes(device, dtype):
    run(device, (70, 130), dtype)


def test_vectors_and_matrices_may_have_any_strides(device):
    check_views(torch.mv, make((130, 90)).t(), scaled((260,))[::2], device=device)
    check_views(torch.mv, make((90, 200))[:, 3:133:2], scaled((70,))[5:], device=device)
    check_views(torch.mv, make((90, 130)), scaled((1,)).expand(130) / 12, device=device)


@pytest.mark.covering("{'beta': 0}")
@pytest.mark.parametrize("options", [{}, {"beta": 0.5, "alpha": -2.0}, {"beta": 0}], ids=str)
def test_the_addend_of_addmv_broadcasts(device, options):
    for addend in (make((70,), seed=2), make((1,), seed=2), make((), seed=2)):
        check(lambda c, a, b: torch.addmv(c, a, b, **options), addend, make((70, 33)), scaled((33,)), device=device)


def test_dot_and_outer_products(device):
    a, b = make((1000,)), scaled((1000,))
    check(torch.dot, a, b, device=device)
    check(torch.vdot, a, b, device=device)
    check(torch.outer, make((70,)), make((33,), seed=1), device=device)
    check(
        lambda c, a, b: torch.addr(c, a, b, beta=2, alpha=0.5), make((70, 33)), make((70,)), make((33,)), device=device
    )


@pytest.mark.covering("1", "3")
@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5])
def test_linear_layers_take_inputs_of_any_rank(device, rank):
    shape = (2, 1, 3, 5)[4 - (rank - 1) :] if rank > 1 else ()
    weight = scaled((90, 64)) / 8
    check(linear, make((*shape, 64)), weight, make((90,), seed=2), device=device)


@pytest.mark.covering("2")
@pytest.mark.parametrize("m", [1, 2, 3, 8, 16])
def test_few_rows_and_few_columns(device, m):
    check(torch.matmul, make((m, 333)), scaled((333, 130)), device=device)
    check(torch.matmul, make((130, 333)), scaled((333, m)), device=device)


def test_one_kernel_reads_the_matrix_once(device):
    matrix, vector = make((256, 512)).to(device), make((512,)).to(device)
    (kernel,) = kernel_reports(lambda a, b: torch.relu(torch.mv(a, b) + 1), matrix, vector)
    assert kernel["template"] == "MLIRGemmTemplate"
    tiles = 2  # of rows, which overlap: 2,904 cycles; 3,056 with one, which reads the vector once
    assert kernel["memory"]["read_payload_bytes"] == 4 * (256 * 512 + tiles * 512)


BROADCAST = {
    "batch by matrix": ((2, 3, 20, 30), (30, 25)),
    "one by batch": ((1, 20, 30), (4, 30, 25)),
    "batch by one": ((4, 20, 30), (1, 30, 25)),
    "two batches": ((2, 1, 20, 30), (3, 30, 25)),
    "vector by batch": ((30,), (4, 30, 25)),
    "batch by vector": ((4, 20, 30), (30,)),
}


@pytest.mark.covering("one by batch", "vector by batch", "batch by vector")
@pytest.mark.parametrize("name", BROADCAST)
def test_batches_broadcast(device, name):
    left, right = BROADCAST[name]
    check(torch.matmul, make(left), make(right, seed=1) / 5.5, device=device)


def test_broadcast_operands_are_not_copied(device):
    """The batch stride of an expanded operand is 0: nothing of the size of the batch is written or read for it."""
    a, b = make((8, 64, 64)).to(device), make((1, 64, 64), seed=1).to(device)
    kernels = kernel_reports(torch.matmul, a, b)
    assert [kernel["template"] for kernel in kernels] == ["MLIRGemmTemplate"]
    assert kernels[0]["memory"]["write_payload_bytes"] == 4 * 8 * 64 * 64


if __name__ == "__main__":
    main("gemv", run, SHAPES, "(4096,4096)", "N,K")
