"""Elementwise addition: shapes, dtypes, broadcasting, views, empty tensors, in-place."""

import pytest
import torch
from common import DTYPES, check, check_views, main, make

SHAPES = [(1, 1), (47, 10), (128, 128), (4071, 429)]


def run(device, shape, dtype=torch.float32):
    check(torch.add, make(shape, dtype), make(shape, dtype, seed=1), device=device)


@pytest.mark.covering("(47, 10)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_add_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.float32", "torch.bfloat16", "torch.int32", "torch.uint8", "torch.bool")
@pytest.mark.parametrize("dtype", DTYPES.values(), ids=str)
def test_every_dtype_adds(device, dtype):
    run(device, (17, 33), dtype)


@pytest.mark.parametrize("left, right", [("float32", "bfloat16"), ("float16", "int32"), ("int8", "int64")])
def test_dtypes_are_promoted_as_on_the_cpu(device, left, right):
    check(torch.add, make((13, 5), DTYPES[left]), make((13, 5), DTYPES[right], 1), device=device)


@pytest.mark.covering("()", "(2, 3, 1, 5, 2)", "(0, 4)")
@pytest.mark.parametrize("shape", [(), (7,), (2, 3, 5), (2, 3, 1, 5, 2), (0, 4), (4, 0)], ids=str)
def test_any_rank_adds_and_empty_tensors_stay_empty(device, shape):
    run(device, shape)


@pytest.mark.covering("(5, 1, 9)-(4, 9)", "(129,)-()")
@pytest.mark.parametrize(
    "left, right", [((33, 1), (1, 70)), ((5, 1, 9), (4, 9)), ((129,), ()), ((3, 4), (1,))], ids=str
)
def test_operands_are_broadcast(device, left, right):
    check(torch.add, make(left), make(right, seed=1), device=device)


def test_views_keep_their_strides_and_offsets(device):
    base = make((40, 60))
    check_views(torch.add, base.t()[3:50, 5:], make((47, 35), seed=1), device=device)
    check_views(torch.add, base[1::3, 2::7], base[:13, :9], device=device)
    check_views(torch.add, base[2, :10].expand(6, 10), base[:6, 50:], device=device)


def test_a_scaled_add_is_one_expression(device):
    check(lambda x, y: torch.add(x, y, alpha=-0.5) + 2, make((19, 130)), make((19, 130), seed=1), device=device)


def test_integers_wrap_around(device):
    check(torch.add, torch.full((300,), 127, dtype=torch.int8), torch.ones(300, dtype=torch.int8), device=device)


def test_an_in_place_add_changes_its_argument(device):
    x = make((31, 65))
    moved = x.to(device)
    torch._dynamo.reset()
    torch.compile(lambda t: t.add_(1.5), fullgraph=True)(moved)
    torch.testing.assert_close(moved.cpu(), x + 1.5)


def test_one_compilation_serves_many_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, y: x + y * 2, dynamic=True, fullgraph=True)
    for rows, columns in [(5, 7), (64, 128), (129, 3)]:
        with torch._dynamo.config.patch(error_on_recompile=rows != 5):
            x, y = make((rows, columns)), make((rows, columns), seed=1)
            torch.testing.assert_close(compiled(x.to(device), y.to(device)).cpu(), x + y * 2)


if __name__ == "__main__":
    main("add", run, SHAPES, "(512,768)")
