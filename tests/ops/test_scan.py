"""Scans: cumsum, cumprod, logcumsumexp, cummax, cummin."""

import pytest
import torch
from common import check, check_gradients, check_views, compare, kernel_reports, main, make

SHAPES = [(64, 128), (5, 8), (3, 1)]
SCANS = {
    "cumsum": lambda x, dim: torch.cumsum(x, dim),
    "cumprod": lambda x, dim: torch.cumprod(x, dim),
    "logcumsumexp": lambda x, dim: torch.logcumsumexp(x, dim),
    "cummax": lambda x, dim: tuple(torch.cummax(x, dim)),
    "cummin": lambda x, dim: tuple(torch.cummin(x, dim)),
}


def run(device, shape, dtype=torch.float32):
    for name, scan in SCANS.items():
        if name != "logcumsumexp" or dtype.is_floating_point:
            check(lambda x, scan=scan: scan(x, -1), make(shape, dtype), device=device)


@pytest.mark.covering
@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("shape, dim", [((64, 130), 1), ((37, 5), 0), ((2, 7, 3), 1), ((1,), 0), ((0, 3), 0)], ids=str)
def test_scans_along_any_axis_give_what_the_cpu_gives(device, name, shape, dim):
    check(lambda x: SCANS[name](x, dim), make(shape), device=device)


@pytest.mark.parametrize("name", ["cummax", "cummin"])
def test_ties_and_nan_have_the_index_that_the_cpu_gives(device, name):
    x = torch.tensor([[1.0, 3, 3, 2, float("nan"), 5, 1, float("nan")], [4, 4, 1, 1, 7, 7, 0, 0]])
    check(lambda t: SCANS[name](t, 1), x, device=device)


@pytest.mark.covering("torch.bfloat16", "torch.int32", "torch.bool")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int32, torch.int64, torch.bool], ids=str)
def test_other_dtypes_are_summed_up(device, dtype):
    check(lambda x: torch.cumsum(x, 1), make((6, 33), dtype), device=device)


@pytest.mark.parametrize("narrow", [torch.uint16, torch.uint32, torch.float8_e4m3fn], ids=str)
def test_numbers_that_pytorch_promotes_with_no_others_are_summed_up(device, narrow):
    x = torch.arange(15).reshape(3, 5).to(narrow)
    wide = torch.float32 if narrow.is_floating_point else torch.int64
    check(lambda x: x.to(wide).cumsum(1), x, device=device)


@pytest.mark.covering("torch.int8", "torch.bfloat16")
@pytest.mark.parametrize("between", [torch.bool, torch.int8, torch.int64, torch.bfloat16, torch.float64], ids=str)
def test_what_is_converted_there_and_back_is_scanned_as_converted(device, between):
    x = make((3, 33)) * 3
    check(lambda x: torch.cumsum(x.to(between).to(x.dtype), 1), x, device=device)
    check(lambda x: torch.cummax(x.to(between).to(x.dtype), 1)[0], x.long(), device=device)


@pytest.mark.parametrize("source", [lambda x: x.sum(0), lambda x: x.norm(3, 0), lambda x: x.amin(0).double()])
def test_results_that_nobody_has_laid_out_are_scanned(device, source):
    check(lambda x: torch.cumsum(source(x), -1), make((5, 9)), device=device)


def test_a_transposed_view_is_summed_up(device):
    check_views(lambda x: torch.cumsum(x, 0), make((20, 30)).t(), device=device)


@pytest.mark.parametrize("value, dtype", [(1.5, torch.int32), (3, torch.float32), (True, torch.int8)], ids=str)
def test_sums_of_a_constant_have_the_dtype_that_they_are_asked_for(device, value, dtype):
    check(lambda x: torch.full((2, 5), value, device=x.device).cumsum(1, dtype=dtype), make((1,)), device=device)


def test_the_gradient_of_cumsum_is_what_the_cpu_gives(device):
    check_gradients(lambda x: torch.cumsum(x, 1) ** 2, make((5, 17)), device=device)


def test_one_compile_serves_any_length(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: torch.cumsum(x, 1), dynamic=True, fullgraph=True)
    compare(compiled(make((3, 33)).to(device)), make((3, 33)).cumsum(1))
    with torch.compiler.set_stance("fail_on_recompile"):
        for shape in [(5, 2), (2, 700), (300, 64)]:
            compare(compiled(make(shape).to(device)), make(shape).cumsum(1))


@pytest.mark.covering("(5000, 40)-0")
@pytest.mark.parametrize("shape, dim", [((70001,), 0), ((3, 9000), 1), ((5000, 40), 0), ((600, 300), 1)], ids=str)
def test_long_sums_are_as_exact_as_the_cpu(device, shape, dim):
    check(lambda x: torch.cumsum(x, dim), make(shape), device=device)


@pytest.mark.covering("logcumsumexp")
@pytest.mark.parametrize("name", ["logcumsumexp", "cummax"])
def test_what_is_carried_from_tile_to_tile_is_right_for_every_scan(device, name):
    for shape, dim in [((2, 20000), 1), ((3000, 34), 0)]:
        check(lambda x: SCANS[name](x, dim), make(shape), device=device)  # noqa: B023


def test_a_scan_is_one_kernel_at_the_speed_of_memory(device):
    (kernel,) = kernel_reports(lambda x: torch.cumsum(x, 1), torch.zeros(1024, 1024, device=device))
    assert kernel["roofline_fraction"] > 0.3


def test_places_of_maxima_are_right_where_nobody_asks_for_the_maxima(device):
    check(lambda x: torch.cummax(x, 1).indices, make((5, 70)), device=device)


def test_a_machine_with_little_scratchpad_scans(device):
    torch._dynamo.reset()
    x = make((3, 5000))
    with torch.npu.simulator(machine="small8x8"):
        compiled = torch.compile(lambda x: torch.cumsum(x, 1), dynamic=False)
        compare(compiled(x.to(device)), x.cumsum(1))


if __name__ == "__main__":
    main("scan", run, SHAPES, "(512,768)")
