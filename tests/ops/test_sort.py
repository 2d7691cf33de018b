"""Sorting: sort, stable sort, argsort, searchsorted, bucketize (topk has a script)."""

import pytest
import torch
from common import check, check_views, compare, main, make, report_of
from npusim.mlir_templates.sort import tiling

SHAPES = [(16, 100), (5, 8), (3, 1)]


def run(device, shape, dtype=torch.float32):
    check(lambda x: tuple(torch.sort(x, dim=-1, stable=True)), make(shape, dtype), device=device)


@pytest.mark.covering("(33, 4)-0-True", "(1,)-0-False", "(4, 0)-1-False")
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape, dim", [((16, 100), 1), ((33, 4), 0), ((2, 9, 3), 1), ((1,), 0), ((4, 0), 1)], ids=str)
def test_sorting_along_any_axis_gives_what_the_cpu_gives(device, shape, dim, descending):
    check(lambda x: tuple(torch.sort(x, dim=dim, descending=descending, stable=True)), make(shape), device=device)


@pytest.mark.covering("torch.int64-False", "torch.bool-False")
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.int32, torch.int64, torch.uint8, torch.bool], ids=str)
def test_equal_values_keep_their_order(device, dtype, descending):
    x = make((3, 70), dtype)
    check(lambda x: tuple(torch.sort(x, dim=1, descending=descending, stable=True)), x, device=device)


@pytest.mark.parametrize("descending", [False, True])
def test_nan_is_the_largest_value(device, descending):
    x = torch.tensor([3.0, float("nan"), -0.0, 0.0, float("inf"), float("nan"), -float("inf"), 1])
    check(lambda x: tuple(torch.sort(x, descending=descending, stable=True)), x, device=device)


def test_zeros_keep_their_signs(device):
    zeros = torch.tensor([0.0, -0.0, 0.0, -0.0, 1.0, -1.0])
    for descending in (False, True):
        check(lambda x: 1 / torch.sort(x, descending=descending, stable=True).values, zeros, device=device)  # noqa: B023


@pytest.mark.covering("(2, 1025)")
@pytest.mark.parametrize("shape", [(700, 33), (2, 1025), (1, 40000), (5, 4099)], ids=str)
def test_long_rows_and_many_rows_are_sorted(device, shape):
    check(lambda x: tuple(torch.sort(x, dim=1, stable=True)), make(shape), device=device)


@pytest.mark.covering("torch.int8")
@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.int8, torch.int16], ids=str)
def test_keys_of_every_width_are_sorted(device, dtype):
    x = make((4, 333), dtype)
    check(lambda x: tuple(torch.sort(x, dim=1, stable=True)), x, device=device)
    check(lambda x: tuple(torch.sort(x, dim=0, descending=True, stable=True)), x, device=device)


@pytest.mark.covering("torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64], ids=str)
def test_rows_longer_than_the_scratchpad_are_merged_in_memory(device, dtype, monkeypatch):
    monkeypatch.setattr(tiling, "LARGEST_CHUNK", 64)
    for shape in [(3, 65), (1, 200), (2, 513)]:
        check(lambda x: tuple(torch.sort(x, dim=1, stable=True)), make(shape, dtype, seed=shape[1]), device=device)


def test_one_compile_sorts_rows_of_any_length(device):
    torch._dynamo.reset()

    def sort(x):
        return tuple(torch.sort(x, dim=1, stable=True))

    compiled = torch.compile(sort, dynamic=True, fullgraph=True)
    compare(compiled(make((3, 50)).to(device)), sort(make((3, 50))))
    with torch.compiler.set_stance("fail_on_recompile"):
        for shape in [(2, 700), (5, 2), (40, 64)]:
            compare(compiled(make(shape).to(device)), sort(make(shape)))


@pytest.mark.slow
def test_the_simulated_time_of_a_sort_grows_like_n_log_n(device):
    cycles = []
    for length in (1024, 8192):
        cycles.append(report_of(lambda x: torch.sort(x, 1), make((64, length)).to(device)).cycles)
    assert cycles[1] < 8 * (13 / 10) ** 2 * cycles[0] * 1.2


def test_a_transposed_view_is_sorted(device):
    check_views(lambda x: tuple(torch.sort(x, dim=0, stable=True)), make((20, 30)).t(), device=device)


@pytest.mark.covering("True")
@pytest.mark.parametrize("right", [False, True])
def test_places_in_sorted_boundaries_are_found(device, right):
    boundaries = torch.tensor([-1.5, -1, 0, 0, 0.5, 2])
    x = torch.cat([make((40,)), boundaries, torch.tensor([float("nan"), float("inf"), -float("inf")])])
    check(lambda x, b: torch.bucketize(x, b, right=right), x, boundaries, device=device)
    rows = torch.sort(make((3, 19)), 1).values
    check(lambda x, b: torch.searchsorted(b, x, right=right), make((3, 8), seed=2), rows, device=device)


if __name__ == "__main__":
    main("sort", run, SHAPES, "(64,512)")
