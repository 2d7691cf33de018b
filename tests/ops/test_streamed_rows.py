"""Rows longer than a tile: variances and softmax statistics take one pass over memory where that is faster."""

import pytest
import torch
import torch.nn.functional as F
from common import compare_or_nearer, kernel_reports, main, make, require_floating
from memories import SIMPLE_481
from npusim.simulator.machine import load_machine

SHAPES = [(3, 517), (2, 20011)]
FUNCTIONS = {
    "softmax": lambda x: (torch.softmax(x, -1), torch.logsumexp(x, -1)),
    "log_softmax": lambda x: torch.log_softmax(x, -1),
    "variance": lambda x: (*torch.var_mean(x, -1), x.sum(-1)),
    "columns": lambda x: (torch.var(x, 0), torch.softmax(x, 0)),
    "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "softmax of normalised rows": lambda x: torch.softmax(F.rms_norm(x, x.shape[-1:]), -1),
    "variance of normalised rows": lambda x: F.normalize(x, dim=-1).var(-1),
}


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    for function in FUNCTIONS.values():
        streamed(device, function, make(shape, dtype))


def streamed(device, function, x):
    """Lengths that are symbolic are streamed chunk by chunk."""
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    compare_or_nearer(function, [x], compiled(x.to(device)), function(x))


@pytest.mark.covering(
    "softmax-torch.float32",
    "variance-torch.float64",
    "columns-torch.float32",
    "softmax of normalised rows-torch.float32",
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_streamed_rows_give_what_the_cpu_gives(device, name, dtype):
    streamed(device, FUNCTIONS[name], make((5, 1031), dtype) * 3 + 100)


@pytest.mark.covering("torch.channels_last")
@pytest.mark.parametrize("layout", [torch.contiguous_format, torch.channels_last], ids=str)
def test_streamed_batches_are_normalised(device, layout):
    x = (make((3, 5, 19, 37)) * 3 + 50).to(memory_format=layout)
    streamed(device, lambda x: F.batch_norm(x, None, None, training=True), x)


def test_a_mean_far_from_the_first_values_loses_no_digits(device):
    x = torch.zeros(2, 3001)
    x[:, 700:] = 1000 + make((2, 2301))
    streamed(device, lambda x: torch.var_mean(x, 1), x)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_a_sum_beside_a_variance_keeps_infinities(device, dtype):
    x = make((3, 5003), dtype)
    x[0, 0], x[1, 4000] = torch.inf, -torch.inf
    streamed(device, lambda x: (torch.var(x, 1), x.sum(1), 2 * x.sum(1)), x)


def deviations(x, mean, dtype):
    difference = x.to(dtype) - mean.to(dtype)
    return (difference * difference).sum(1), mean


UNLIKE = {
    "whole numbers": (torch.int64, lambda x: deviations(x, x.sum(1, keepdim=True), torch.int64)),
    "real deviations": (torch.int32, lambda x: deviations(x, x.sum(1, keepdim=True) / x.shape[1], torch.float32)),
    "wide deviations": (torch.float32, lambda x: deviations(x, x.sum(1, keepdim=True) / x.shape[1], torch.float64)),
    "largest whole number": (torch.int64,
        lambda x: (x.amax(1), torch.exp(x.float() - x.amax(1, keepdim=True).float()).sum(1))),
}  # fmt: skip


@pytest.mark.covering("wide deviations", "largest whole number")
@pytest.mark.parametrize("name", UNLIKE)
def test_pairs_of_reductions_in_other_types_than_one_float(device, name):
    dtype, function = UNLIKE[name]
    x = make((3, 5003)) if dtype.is_floating_point else torch.arange(3 * 5003).view(3, 5003) % 301
    streamed(device, function, (x + (1 << 24) * (name == "largest whole number")).to(dtype))


@pytest.mark.covering("torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_streamed_softmax_of_values_that_are_not_finite(device, dtype):
    x = make((7, 1031), dtype)
    x[0], x[1, 3:900], x[2, 5], x[3, 7] = -torch.inf, -torch.inf, torch.inf, torch.nan
    x[4], x[5, 1:] = torch.finfo(dtype).min, -torch.inf
    streamed(device, FUNCTIONS["softmax"], x)


@pytest.mark.covering("variance")
@pytest.mark.parametrize("name", ["softmax", "variance"])
def test_streamed_rows_are_read_once_for_their_statistics(device, name):
    x = make((40, 5003)).to(device)
    kernels = kernel_reports(FUNCTIONS[name], x, dynamic=True)
    passes = {"softmax": 2, "variance": 1}[name]
    assert sum(k["memory"]["read_payload_bytes"] for k in kernels) < (passes + 0.01) * 4 * x.numel()


@pytest.mark.covering("torch.bfloat16-112")
@pytest.mark.parametrize("dtype, rows", [(torch.float32, 80), (torch.bfloat16, 112)], ids=str)
def test_columns_that_the_scratchpad_does_not_hold_are_read_twice(device, dtype, rows):
    x = torch.empty((32, 64, rows, rows), dtype=dtype, device=device).to(memory_format=torch.channels_last)
    machine = load_machine("tpuv3").evolve(**SIMPLE_481)
    (kernel,) = kernel_reports(lambda x: F.batch_norm(x, None, None, training=True), x, machine=machine)
    assert kernel["memory"]["read_bytes"] < 2.01 * x.element_size() * x.numel()
    assert kernel["bandwidth_fraction"] > 0.9


if __name__ == "__main__":
    main("streamed_rows", run, SHAPES, "(3,517)")
