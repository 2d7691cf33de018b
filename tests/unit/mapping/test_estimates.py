"""Cycles that templates estimate for their mapping, against simulated ones, where work takes the time, not latency."""

from typing import NamedTuple

import pytest
import torch
from common import report_of
from npusim.frontend.inductor.api import V
from npusim.frontend.template import kernel as template_kernel
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flash.problem import Problem as AttentionProblem
from npusim.mlir_templates.attention.flash.tiling import FlashSpace
from npusim.simulator.machine import load_machine
from torch.nn import functional


class Problem(NamedTuple):
    """An operator's function, the sizes of its inputs, and how far from the simulated cycles estimates may be.

    The simulator repeats itself to the cycle: limits lie a few percent behind what each model gives.
    """

    function: object
    shapes: tuple[tuple[int, ...], ...]
    least: float
    most: float


def weight_gradient(grad, image, weight):
    shape = ([1, 1], [1, 1], [1, 1], False, [0, 0], 1, [False, True, False])
    return torch.ops.aten.convolution_backward(grad, image, weight, None, *shape)[1]


def sort(x):
    return x.sort(-1)[0]


PROBLEMS = {
    "product": Problem(torch.matmul, ((1024, 512), (512, 768)), 0.95, 1.05),
    "product of many operations": Problem(torch.matmul, ((1024, 4096), (4096, 1024)), 0.95, 1.05),
    "product of few rows": Problem(torch.matmul, ((8, 4096), (4096, 1024)), 0.95, 1.05),
    "product in parts": Problem(torch.matmul, ((64, 16384), (16384, 64)), 0.95, 1.05),
    "convolution": Problem(
        lambda x, w: functional.conv2d(x, w, padding=1), ((4, 64, 28, 28), (96, 64, 3, 3)), 0.95, 1.05
    ),
    "gradient of weights": Problem(weight_gradient, ((4, 96, 28, 28), (4, 64, 28, 28), (96, 64, 3, 3)), 0.9, 1.05),
    "attention": Problem(functional.scaled_dot_product_attention, ((2, 4, 512, 64),) * 3, 1.0, 1.15),
    "cumulative sum": Problem(lambda x: x.cumsum(-1), ((512, 2048),), 0.95, 1.05),
    # Drains of writes delay loads for longer than estimated where each column's tiles are loaded and stored in turn.
    "cumulative sum of columns": Problem(lambda x: x.cumsum(0), ((2048, 1024),), 0.9, 1.05),
    "sort of rows across lanes": Problem(sort, ((1024, 256),), 0.9, 1.0),
    "sort of a row in every lane": Problem(sort, ((4096, 32),), 0.98, 1.1),
    "sort of long rows": Problem(sort, ((16, 4096),), 0.9, 1.0),
    "first of many": Problem(lambda x: x.topk(8, -1)[0], ((64, 4096),), 0.75, 1.05),
}


def normalised(image, weights, mean, variance, *residual):
    """A convolution behind which a batch norm in evaluation, a residual and a ReLU are computed."""
    product = functional.conv2d(image, weights, padding=weights.shape[-1] // 2)
    return functional.relu(sum(residual, functional.batch_norm(product, mean, variance)))


def depthwise(image, weights):
    return functional.conv2d(image, weights, padding=1, groups=len(weights))


CONVOLUTIONS = {
    "epilogue of many operations": (normalised, torch.bfloat16, ((4, 8, 13, 13), (8, 8, 1, 1), (8,), (8,))),
    "residual": (normalised, torch.float32, ((1, 8, 16, 16), (8, 8, 1, 1), (8,), (8,), (1, 8, 16, 16))),
    "depthwise": (depthwise, torch.float32, ((1, 24, 13, 13), (24, 1, 3, 3))),
    "conversion between operations": (
        lambda x, w: functional.conv2d(x, w).relu(),
        torch.bfloat16,
        ((2, 8, 14, 14), (16, 8, 1, 1)),
    ),
    "depthwise of extended elements": (depthwise, torch.bfloat16, ((2, 8, 12, 12), (8, 1, 3, 3))),
}


@pytest.mark.covering
@pytest.mark.parametrize("machine", ["small8x8", "gemmini16"])
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_estimates_of_convolutions_know_what_the_vector_unit_computes(name, machine, device, tmp_path):
    function, dtype, shapes = CONVOLUTIONS[name]
    inputs = [torch.empty(shape, dtype=dtype, device=device) for shape in shapes]
    found = ratios(function, inputs, "timing", tmp_path, machine)
    assert found and min(found) > 0.8 and max(found) < 1.1


ON_VECTOR_UNIT = {
    "product": (torch.matmul, ((64, 60), (60, 48))),
    "product of a transposed matrix": (lambda a, b: a @ b.t(), ((33, 40), (20, 40))),
    "product with an epilogue": (lambda a, b: (a @ b) * 2 + 1, ((64, 60), (60, 48))),
    "long reduction": (torch.matmul, ((16, 512), (512, 48))),
    "products of a batch": (torch.bmm, ((6, 24, 32), (6, 32, 20))),
    "convolution": (lambda x, w: functional.conv2d(x, w, padding=1), ((2, 16, 14, 14), (16, 16, 3, 3))),
    "pointwise convolution": (functional.conv2d, ((2, 40, 9, 9), (32, 40, 1, 1))),
    "transposed convolution": (
        lambda x, w: functional.conv_transpose2d(x, w, stride=2),
        ((2, 16, 7, 7), (16, 12, 3, 3)),
    ),
    "gradient of weights": (weight_gradient, ((4, 24, 9, 9), (4, 8, 9, 9), (24, 8, 3, 3))),
}


@pytest.mark.covering
@pytest.mark.parametrize("machine", ["small8x8", "tpuv3"])
@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        pytest.param(name, dtype, id=f"{name}-{dtype}".replace("torch.", ""))
        for name, (function, _) in ON_VECTOR_UNIT.items()
        for dtype in (torch.float64, torch.int64)
        if dtype.is_floating_point or function is not weight_gradient  # whole numbers have no gradients
    ],
)
def test_estimates_know_contractions_of_types_that_arrays_lack(name, dtype, machine, device, tmp_path):
    function, shapes = ON_VECTOR_UNIT[name]
    inputs = [torch.zeros(shape, dtype=dtype, device=device) for shape in shapes]
    found = ratios(function, inputs, "timing", tmp_path, machine)
    assert found and min(found) > 0.85 and max(found) < 1.2


EPILOGUES = {
    "product": (lambda x, w: (x @ w).relu(), ((33, 40), (40, 52))),
    "convolution": (lambda x, w: functional.conv2d(x, w).relu(), ((2, 8, 9, 9), (12, 8, 3, 3))),
    "depthwise": (lambda x, w: depthwise(x, w).relu(), ((2, 8, 9, 9), (8, 1, 3, 3))),
    "transposed": (lambda x, w: functional.conv_transpose2d(x, w, stride=2).relu(), ((2, 8, 9, 9), (8, 12, 3, 3))),
    "gradient of weights": (
        lambda g, x, w: weight_gradient(g, x, w).relu(),
        ((2, 12, 9, 9), (2, 8, 9, 9), (12, 8, 3, 3)),
    ),
}


IN_ONE_LANE = {
    "product and vector": (lambda a, b: (a @ b).relu(), ((1000, 60), (60, 1))),
    "filter of one channel": (lambda x, w: functional.conv2d(x, w, padding=1).relu(), ((3, 1, 16, 16), (1, 1, 3, 3))),
    "filter of channels": (lambda x, w: functional.conv2d(x, w, padding=1).relu(), ((3, 12, 16, 16), (1, 12, 3, 3))),
}


@pytest.mark.covering
@pytest.mark.parametrize("machine", ["small8x8", "tpuv3"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
@pytest.mark.parametrize("name", IN_ONE_LANE)
def test_estimates_know_where_results_of_one_lane_are_computed_on(name, dtype, machine, device, tmp_path):
    function, shapes = IN_ONE_LANE[name]
    inputs = [torch.empty(shape, dtype=dtype, device=device) for shape in shapes]
    found = ratios(function, inputs, "timing", tmp_path, machine)
    assert found and min(found) > 0.8 and max(found) < 1.2


@pytest.mark.parametrize("name", EPILOGUES)
def test_estimates_of_epilogues_know_what_lies_across_the_lanes(name, device, monkeypatch):
    lanes, emit = [], template_kernel.emit_epilogue

    def noting(kernel, nodes, *, dims, lane_dim, **others):
        lanes.append((V.graph.get_buffer(kernel.buffer_name).template.lane_dim % len(dims), lane_dim))
        return emit(kernel, nodes, dims=dims, lane_dim=lane_dim, **others)

    monkeypatch.setattr(template_kernel, "emit_epilogue", noting)
    function, shapes = EPILOGUES[name]
    report_of(function, *(torch.empty(shape, device=device) for shape in shapes), fullgraph=False, mode="timing")
    assert lanes and all(estimated == written for estimated, written in lanes)


def test_estimates_know_how_short_the_rows_are_that_a_prologue_reads(device, tmp_path):
    """Taps of weights that become channels lie in runs of a few elements in tiles of some channels."""
    inputs = [torch.empty(shape, device=device) for shape in ((1, 64, 13, 13), (512, 64, 5, 5))]
    (found,) = ratios(lambda x, w: functional.conv2d(x, w, padding=2), inputs, "timing", tmp_path)
    assert 0.9 < found < 1.25


SCANS = {
    "rows in segments": (lambda x: x.cumsum(-1), (64, 512)),
    "rows across lanes": (lambda x: x.cumsum(-1), (256, 300)),
    "columns": (lambda x: x.cumsum(0), (512, 512)),
    "costly combinations": (lambda x: x.logcumsumexp(-1), (64, 256)),
    "several tensors": (lambda x: x.cummax(0)[0], (300, 200)),
}


def ratios(function, inputs, mode, folder, machine="tpuv3"):
    """Estimated over simulated cycles of every kernel that a template maps, without the launch's."""
    kernels = report_of(function, *inputs, fullgraph=False, machine=machine, dump_dir=folder, mode=mode).kernels
    fixed = (load_machine(machine) if isinstance(machine, str) else machine).kernel_launch_cycles
    mapped = [kernel for kernel in kernels if kernel.meta.get("mapping")]
    return [k.meta["mapping"]["estimated_cycles"] / (k.statistics["cycles"] / k.launches - fixed) for k in mapped]


@pytest.mark.covering(
    "product",
    "product in parts",
    "convolution",
    "gradient of weights",
    "attention",
    "cumulative sum",
    "sort of rows across lanes",
    "sort of long rows",
)
@pytest.mark.parametrize("name", PROBLEMS)
def test_estimates_are_near_simulated_cycles(name, device, tmp_path):
    problem = PROBLEMS[name]
    inputs = [torch.empty(shape, device=device) for shape in problem.shapes]
    found = ratios(problem.function, inputs, "timing", tmp_path)
    assert found and problem.least < min(found) and max(found) < problem.most


@pytest.mark.covering("rows in segments", "columns", "costly combinations", "several tensors")
@pytest.mark.parametrize("name", SCANS)
def test_estimates_of_scans_are_exact_where_dram_is_simple(name, device, tmp_path):
    function, shape = SCANS[name]
    (found,) = ratios(function, [torch.empty(shape, device=device)], "timing", tmp_path, "small8x8")
    assert 0.99 < found < 1.02


def test_estimates_of_strided_convolutions_know_how_long_rows_are(device, tmp_path):
    inputs = [torch.empty(shape, device=device) for shape in ((1, 16, 15, 15, 15), (16, 16, 1, 1, 1))]
    (found,) = ratios(lambda x, w: functional.conv3d(x, w, None, 2), inputs, "timing", tmp_path, "small8x8")
    assert 0.95 < found < 1.02


CHOICES = {
    "sort of short rows": (lambda x: x.sort(-1)[0], (4096, 64), 1.03),
    "scan of short tiles of long rows": (lambda x: x.cumsum(-1), (128, 4096), 1.03),
    "scan of costly combinations": (lambda x: x.logcumsumexp(-1), (512, 1024), 1.03),
    "first keys in long blocks": (lambda x: x.topk(50, -1)[0], (8, 32000), 1.03),
    "first key of long rows": (lambda x: x.topk(1, -1)[0], (32, 8192), 1.1),
}


@pytest.mark.covering("scan of costly combinations")
@pytest.mark.parametrize("name", CHOICES)
def test_default_mappings_are_near_the_best_of_the_candidates(name, device):
    function, shape, most = CHOICES[name]
    kernels = report_of(function, torch.empty(shape, device=device), mapping="autotune:12").kernels
    tuned = [k.meta["mapping"]["candidates"] for k in kernels if k.meta.get("mapping")]
    cycles = [[each["simulated_cycles"] for each in candidates] for candidates in tuned if candidates]
    assert cycles and all(of_kernel[0] <= most * min(of_kernel) for of_kernel in cycles)


def test_estimates_of_segment_reductions_are_near_simulated_cycles(device, tmp_path):
    table, rows = torch.zeros(4096, 256, device=device), torch.arange(8192) * 517 % 4096
    offsets = torch.arange(0, 8192, 2)

    def sums(table, rows, offsets):
        return functional.embedding_bag(rows, table, offsets)

    found = ratios(sums, [table, rows.to(device), offsets.to(device)], "both", tmp_path)
    assert found and min(found) > 0.72 and max(found) < 1.05


@pytest.mark.slow
def test_values_along_few_dimensions_are_estimated_once(device, tmp_path):
    """The places of kept weights are decoded once for the values that share them, not for every weight."""
    weight = torch.tensor([0.0, 0.0, 1.0, 2.0], dtype=torch.bfloat16).repeat(256, 128).to(device)
    inputs = torch.empty(16, 512, dtype=torch.bfloat16, device=device), torch.sparse.to_sparse_semi_structured(weight)
    (found,) = ratios(functional.linear, inputs, "timing", tmp_path)
    assert 0.85 < found < 1.05


@pytest.mark.parametrize("machine", ["tpuv3", "tpuv6e"])
@pytest.mark.parametrize(("batch", "heads", "keys", "width"), [(4, 24, 777, 128), (3, 16, 2000, 96)])
def test_no_tiles_of_attention_take_less_than_memory_does(machine, batch, heads, keys, width):
    sizes = (batch * heads, 1, keys, width, width, 2)
    problem = AttentionProblem(*sizes, is_causal=False, has_bias=False, one_query=True, batch=batch, is_static=True)
    space = FlashSpace(problem, load_machine(machine))
    bytes_of_keys_and_values = 2 * 2 * batch * heads * keys * width
    memory_cycles = bytes_of_keys_and_values / space.machine.dram_stream_bytes_per_cycle
    assert min(map(space.estimate_cycles, space.fitting())) >= memory_cycles


@pytest.mark.parametrize("whole_rows", [True, False])
def test_a_bias_costs_the_bytes_that_are_loaded_and_its_sum(whole_rows):
    sizes = (24, 512, 1024, 64, 64, 4)

    def cycles(bias_bytes, *bias_axes):
        options = {"is_causal": False, "has_bias": bool(bias_bytes), "one_query": False, "batch": 2, "is_static": True}
        problem = AttentionProblem(*sizes, **options, bias_bytes=bias_bytes, bias_axes=bias_axes)
        space = FlashSpace(problem, load_machine("tpuv3"))
        return space.estimate_cycles(FlashTiling(512, 1024 if whole_rows else 256, "q", whole_rows))

    assert cycles(0) < cycles(4, "k") <= cycles(4, "q", "k") <= cycles(4, "b", "h", "q", "k")
    assert cycles(1, "b", "q", "k") < cycles(4, "b", "h", "q", "k")
    assert (cycles(4, "q", "k") < cycles(4, "b", "h", "q", "k")) == whole_rows  # tiles of heads in sequence share it


def attention_gradients(query, key, value):
    result = functional.scaled_dot_product_attention(query, key, value)
    return torch.autograd.grad(result.sum(), (query, key, value))


@pytest.mark.parametrize(
    ("cores", "function", "shapes"),
    [
        (1, functional.scaled_dot_product_attention, ((1, 1, 231, 64), *((1, 1, 508, 64),) * 2)),
        (1, attention_gradients, ((1, 2, 128, 128), *((1, 2, 231, 128),) * 2)),
        (2, lambda x, w: functional.conv2d(x, w, padding=2), ((3, 10, 23, 23), (67, 10, 5, 5))),
    ],
)
def test_few_tiles_are_estimated_as_they_overlap(device, tmp_path, cores, function, shapes):
    """Of two or three tiles the first loads and products and the last ones overlap with nothing."""
    inputs = [torch.empty(shape, device=device, requires_grad=function is attention_gradients) for shape in shapes]
    torch._dynamo.reset()
    machine = load_machine("tpuv3").evolve(cores=cores)
    found = ratios(function, inputs, "timing", tmp_path, machine)
    assert found and min(found) > 0.88 and max(found) < 1.15


def normalised_product(left, right, mean, variance):
    return functional.batch_norm(left @ right, mean, variance)


def test_what_an_epilogue_computes_of_rows_is_not_counted_for_each_element(device, tmp_path):
    """Rows are channels of the norm: a square root and a division for each of them."""
    inputs = [torch.empty(shape, device=device) for shape in [(5, 17, 17), (5, 17, 17), (17,), (17,)]]
    torch._dynamo.reset()
    (found,) = ratios(normalised_product, inputs, "timing", tmp_path, load_machine("gemmini16"))
    assert 0.8 < found < 1.2


def test_what_an_epilogue_reads_does_not_hold_up_the_operands(device, tmp_path):
    """It has as many slots as they: with two of them in place of three the estimate was 0.9 times the cycles."""
    shapes = [(512, 768), (768, 768), (768,), (512, 768)]
    inputs = [torch.empty(shape, device=device, dtype=torch.bfloat16) for shape in shapes]
    torch._dynamo.reset()
    (found,) = ratios(lambda x, w, b, r: functional.linear(x, w, b) + r, inputs, "timing", tmp_path, "tpuv6e")
    assert 0.98 < found < 1.05
