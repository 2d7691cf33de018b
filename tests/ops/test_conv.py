"""Convolutions: sizes, strides, padding, dilation, groups, transposed, layouts, dtypes, gradients, symbolic sizes.

As a script, ``--shape "(B,Cin,Cout,HW,k,s,p)"`` and an optional eighth number, the groups.
"""

import pytest
import torch
from common import check, check_gradients, main, make, require
from torch.nn import functional

FORM = "B,CIN,COUT,HW,K,STRIDE,PADDING"
SHAPES = [
    (8, 3, 32, 32, 1, 1, 0),
    (1, 3, 64, 32, 7, 2, 3),
    (2, 3, 64, 16, 7, 1, 3),
    (2, 128, 256, 13, 5, 1, 2),
    (2, 128, 512, 14, 7, 1, 3),
    (1, 128, 256, 14, 3, 2, 1),
    (1, 128, 256, 2, 1, 1, 0),
    (1, 3, 768, 224, 16, 16, 0),
    (1, 240, 240, 40, 3, 2, 1, 240),
    (2, 24, 36, 15, 3, 1, 1, 2),
    (2, 24, 36, 15, 3, 2, 1, 4),
    (1, 1, 1, 1, 1, 1, 0),
    (2, 16, 20, 9, 1, 2, 0),
    (1, 4, 6, 3, 2, 1, 5),
]


def weights(shape, dtype=torch.float32):
    """Values of about one over the square root of the products that are summed."""
    return (make(shape, seed=1) / max(1, shape[1] * torch.Size(shape[2:]).numel()) ** 0.5).to(dtype)


def tensors(shape, dtype=torch.float32):
    """Image, weights, bias."""
    batch, channels, filters, size, kernel, _, _, groups = (*shape, 1)[:8]
    taps = weights((filters, channels // groups, kernel, kernel), dtype)
    return make((batch, channels, size, size), dtype), taps, make((filters,), dtype, seed=2)


def run(device, shape, dtype=torch.float32):
    _, channels, filters, _, _, stride, padding, groups = (*shape, 1)[:8]
    require(stride > 0, "the stride must be at least 1")
    require(groups > 0 and channels % groups == filters % groups == 0, "the groups must divide the channels")
    check(lambda x, w, b: functional.conv2d(x, w, b, stride, padding, 1, groups), *tensors(shape, dtype), device=device)


@pytest.mark.covering(
    "(1, 3, 64, 32, 7, 2, 3)", "(1, 240, 240, 40, 3, 2, 1, 240)", "(1, 1, 1, 1, 1, 1, 0)", "(1, 4, 6, 3, 2, 1, 5)"
)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_convolution_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16", "torch.float64")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64], ids=str)
def test_other_precisions(device, dtype):
    run(device, (2, 20, 33, 17, 3, 1, 1), dtype)


OPTIONS = {
    "padding": {"padding": 1},
    "stride": {"stride": 2, "padding": 1},
    "different in each dimension": {"stride": (3, 2), "padding": (2, 0), "dilation": (1, 2)},
    "dilation with stride": {"stride": 2, "padding": 2, "dilation": 3},
}


@pytest.mark.covering("dilation with stride")
@pytest.mark.parametrize("name", OPTIONS)
def test_gradients_are_those_of_the_cpu(device, name):
    check_gradients(
        lambda x, w, b: functional.conv2d(x, w, b, **OPTIONS[name]),
        make((2, 8, 9, 11)),
        weights((12, 8, 3, 3)),
        make((12,), seed=2),
        device=device,
    )


@pytest.mark.covering("4-12")
@pytest.mark.parametrize(("groups", "filters"), [(2, 12), (4, 12), (8, 8), (8, 16)], ids=str)
def test_gradients_of_groups(device, groups, filters):
    check_gradients(
        lambda x, w: functional.conv2d(x, w, None, 2, 1, 1, groups),
        make((2, 8, 9, 11)),
        weights((filters, 8 // groups, 3, 3)),
        device=device,
    )


@pytest.mark.slow
def test_depthwise_operands_may_lie_in_different_orders(device):
    last = torch.channels_last
    x, w = make((2, 6, 8, 8)), weights((6, 1, 3, 3))

    def convolution(x, w, g):
        return torch.ops.aten.convolution_backward(
            g, x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 6, [True, True, False]
        )[:2]

    for format_of_x, format_of_g in ((last, torch.contiguous_format), (torch.contiguous_format, last)):
        gradient = make((2, 6, 8, 8), seed=5).to(memory_format=format_of_g)
        check(convolution, x.to(memory_format=format_of_x), w, gradient, device=device)


TRANSPOSED = {
    "stride": {"stride": 2, "padding": 1, "output_padding": 1},
    "stride beyond the kernel": {"stride": 4},
    "dilation": {"stride": 3, "padding": 1, "dilation": 2},
    "dilation that divides the stride": {"stride": 4, "dilation": 2},
    "groups": {"stride": 2, "groups": 2},
    "depthwise": {"stride": 2, "padding": 1, "groups": 8},
}


@pytest.mark.covering("dilation that divides the stride", "depthwise")
@pytest.mark.parametrize("name", TRANSPOSED)
def test_transposed_convolutions(device, name):
    groups = TRANSPOSED[name].get("groups", 1)
    check_gradients(
        lambda x, w: functional.conv_transpose2d(x, w, None, **TRANSPOSED[name]),
        make((2, 8, 7, 5)),
        weights((8, 8 // groups, 3, 3)),
        device=device,
    )


# Geometries at their edges: (kernel, stride, padding, dilation) for images of one row, and taps that meet no input.
EDGES = {
    "outputs that no tap meets": ((3, 2, 16, 1), (4, 2, 5, 1), (1, 2), (0, 1), (1, 2)),
    "a stride in an image of one column": ((2, 2, 9, 1), (4, 2, 5, 1), (2, 2), (1, 0), (1, 1)),
    "a kernel as wide as the padded image": ((2, 3, 5, 5), (4, 3, 5, 3), (3, 1), (1, 0), (1, 1)),
}


@pytest.mark.covering("outputs that no tap meets")
@pytest.mark.parametrize("name", EDGES)
def test_gradients_at_the_edges_of_a_geometry(device, name):
    image, taps, stride, padding, dilation = EDGES[name]
    check_gradients(
        lambda x, w: functional.conv2d(x, w, None, stride, padding, dilation),
        make(image),
        weights(taps),
        device=device,
    )


def test_a_transposed_convolution_to_one_column(device):
    check_gradients(
        lambda x, w: functional.conv_transpose2d(x, w, None, 2, (2, 0), 0, 1, (1, 2)),
        make((2, 3, 7, 1)),
        weights((3, 5, 5, 1)),
        device=device,
    )


def test_the_output_padding_of_a_transposed_convolution_may_reach_the_stride(device):
    check_gradients(
        lambda x, w: functional.conv_transpose2d(x, w, None, (2, 1), (2, 1), (1, 1), 1, (1, 2)),
        make((1, 2, 9, 7)),
        weights((2, 3, 5, 3)),
        device=device,
    )


REFUSED = {  # words, taps, and what follows the weights
    "output padding": ("output padding", 3, {"output_padding": 1}),
    "of a stride": ("output padding", 3, {"stride": 2, "output_padding": 2}),
    "of one dimension": ("output padding", 3, {"stride": 2, "output_padding": (1, 2)}),
    "of a dilation": ("output padding", 3, {"stride": 3, "output_padding": 3, "dilation": 2}),
    "no dilation": ("dilation", 3, {"dilation": 0}),
    "no dilation, transposed": ("dilation", 3, {"dilation": 0, "output_padding": 0}),
    "no taps": ("kernel size should be greater than zero", 0, {}),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64])
@pytest.mark.parametrize(("words", "taps", "options"), REFUSED.values(), ids=REFUSED)
def test_what_eager_pytorch_refuses_is_refused_in_a_graph(device, dtype, words, taps, options):
    x, weight = torch.ones(1, 2, 9, 9, dtype=dtype), torch.ones(2, 2, taps, 3, dtype=dtype)
    convolve = functional.conv_transpose2d if "output_padding" in options else functional.conv2d
    torch._dynamo.reset()
    with pytest.raises(RuntimeError, match=words):
        convolve(x, weight, **options)
    with pytest.raises(RuntimeError, match=words):
        torch.compile(convolve, fullgraph=True)(x.to(device), weight.to(device), **options)


def test_one_and_three_dimensions(device):
    check_gradients(
        lambda x, w: functional.conv1d(x, w, None, 2, 1), make((2, 5, 31)), weights((6, 5, 4)), device=device
    )
    check_gradients(
        lambda x, w: functional.conv3d(x, w, None, (1, 2, 1), 1),
        make((2, 4, 5, 6, 7)),
        weights((6, 4, 3, 2, 3)),
        device=device,
    )
    check(
        lambda x, w: functional.conv_transpose3d(x, w, None, 2, 1),
        make((1, 4, 3, 4, 5)),
        weights((4, 3, 3, 2, 3)),
        device=device,
    )


def test_dimensions_longer_than_the_scratchpad_are_cut(device):
    check(lambda x, w: functional.conv1d(x, w, None, 3, 7, 2), make((1, 2, 70000)), weights((5, 2, 8)), device=device)
    check(
        lambda x, w: functional.conv_transpose1d(x, w, None, 3, 2),
        make((1, 2, 30000)),
        weights((2, 5, 8)),
        device=device,
    )


def test_a_view_with_an_offset_is_read_in_place(device):
    check(
        lambda x, w: functional.conv2d(x[:, 1:, 2:, ::2], w, None, 1, 1),
        make((2, 6, 12, 14)),
        weights((7, 5, 3, 3)),
        device=device,
    )


@pytest.mark.slow
def test_infinities_stay_in_their_windows(device):
    image = make((1, 3, 12, 12))
    image[0, 1, 5, 5] = float("inf")
    check(lambda x, w: functional.conv2d(x, w.abs() + 0.1, None, 2, 1), image, weights((4, 3, 3, 3)), device=device)


def test_empty_batches(device):
    check(functional.conv2d, make((0, 3, 8, 8)), weights((4, 3, 3, 3)), device=device)


@pytest.mark.parametrize("batch", [0, 2])
def test_results_of_images_without_channels_have_none(device, batch):
    image, taps, bias = make((batch, 0, 8, 8)), weights((4, 0, 3, 3)), make((4,))
    check_gradients(functional.conv2d, image, taps, bias, device=device)


EPILOGUES = {
    "residual and relu": lambda y, r: torch.relu(y + r),
    "silu": lambda y, r: functional.silu(y),
    "two results": lambda y, r: (torch.tanh(y), y * 2),
    "result and its successor": lambda y, r: (y, torch.sigmoid(y)),
    "affine per channel": lambda y, r: y * r[:1, :, :1, :1] + 1,
}


@pytest.mark.covering("residual and relu", "two results", "result and its successor")
@pytest.mark.parametrize("name", EPILOGUES)
def test_pointwise_operators_behind_a_convolution(device, name):
    epilogue = EPILOGUES[name]
    check(
        lambda x, w, b, r: epilogue(functional.conv2d(x, w, b, 1, 1), r),
        *tensors((2, 6, 10, 9, 3, 1, 1)),
        make((2, 10, 9, 9), seed=4),
        device=device,
    )


def test_bias_and_activation_are_one_kernel(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, w, b: torch.relu(functional.conv2d(x, w, b, 1, 1)), fullgraph=True)
    inputs = [tensor.to(device) for tensor in tensors((2, 6, 10, 9, 3, 1, 1))]
    with torch.npu.simulator(mode="timing") as simulation:
        compiled(*inputs)
        assert simulation.report().launches == 1


@pytest.mark.covering("(16, 128, 128, 28, 3, 1, 1)")
@pytest.mark.parametrize("shape", [(16, 128, 128, 28, 3, 1, 1), (64, 512, 512, 7, 3, 1, 1)], ids=str)
def test_deep_convolutions_keep_the_arrays_busy(device, shape):
    torch._dynamo.reset()
    batch, channels, filters, size, kernel, _, _ = shape
    with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation:
        inputs = [tensor.to(device) for tensor in tensors(shape)]
        torch.compile(lambda x, w, b: functional.conv2d(x, w, b, 1, 1), fullgraph=True)(*inputs)
        cycles = simulation.report().cycles
    ideal = batch * size**2 * channels * filters * kernel**2 / (2 * 128 * 128)
    assert ideal <= cycles <= ideal / 0.85


def test_one_compile_serves_many_batch_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, w, b: torch.relu(functional.conv2d(x, w, b, 1, 1)), fullgraph=True)
    _, taps, bias = tensors((1, 5, 6, 12, 3, 1, 1))
    for batch in (3, 5, 17):
        image = make((batch, 5, 12, 12))
        moved = image.to(device)
        torch._dynamo.mark_dynamic(moved, 0)
        with torch._dynamo.config.patch(error_on_recompile=True):
            result = compiled(moved, taps.to(device), bias.to(device))
        torch.testing.assert_close(result.cpu(), torch.relu(functional.conv2d(image, taps, bias, 1, 1)))


SYMBOLIC = {  # operator, weights, spatial sizes
    "one dimension": (lambda x, w: functional.conv1d(x, w, None, 1, 1), (6, 4, 3), [(13,), (37,), (128,), (7,)]),
    "steps and dilation": (lambda x, w: functional.conv1d(x, w, None, 3, 2, 2), (6, 4, 3), [(13,), (38,), (97,)]),
    "two dimensions": (lambda x, w: functional.conv2d(x, w, None, 1, 1), (6, 4, 3, 3), [(12, 9), (37, 8), (5, 113)]),
    "odd steps": (lambda x, w: functional.conv2d(x, w, None, (2, 3), 3), (6, 4, 5, 5), [(12, 9), (37, 8), (5, 113)]),
    "pointwise with a step": (lambda x, w: functional.conv2d(x, w, None, 2), (6, 4, 1, 1), [(12, 9), (37, 8), (6, 65)]),
    "groups": (lambda x, w: functional.conv2d(x, w, None, 1, 1, 1, 2), (6, 2, 3, 3), [(12, 9), (37, 8), (5, 64)]),
    "depthwise": (lambda x, w: functional.conv2d(x, w, None, 2, 1, 1, 4), (4, 1, 3, 3), [(12, 9), (37, 8), (5, 64)]),
    "three dimensions": (lambda x, w: functional.conv3d(x, w, None, 1, 1), (6, 4, 3, 3, 3), [(8, 10, 9), (5, 11, 17)]),
    "transposed": (lambda x, w: functional.conv_transpose2d(x, w, None, 2, 1, 1), (4, 6, 3, 3), [(12, 9), (31, 8)]),
    "residues as filters": (lambda x, w: functional.conv_transpose2d(x, w, None, 4), (4, 3, 8, 8), [(12, 9), (31, 8)]),
    "with a prologue": (
        lambda x, w: functional.conv2d(torch.relu(x) + 1, w, None, 1, 1), (6, 4, 3, 3), [(12, 9), (37, 8), (5, 64)]
    ),
    "two behind each other": (
        lambda x, w: functional.conv2d(torch.relu(functional.conv2d(x, w, None, 2, 1)), w, None, 1, 1) * 2,
        (4, 4, 3, 3), [(12, 9), (37, 8), (6, 64)],
    ),
}  # fmt: skip


def of_any_size(function, device, taps, sizes, *, gradients=False):
    """Compares with eager for images of these sizes, which one compilation serves. (No size of the first one is one of
    the weights: Dynamo takes equal sizes for the same one.)
    """
    torch._dynamo.reset()
    compiled, weight = torch.compile(function, fullgraph=True, dynamic=True), weights(taps)
    for number, size in enumerate(sizes):
        inputs = [make((7 + number, 4, *size), seed=number), weight.clone()]
        moved = [tensor.to(device).requires_grad_(gradients) for tensor in inputs]
        inputs = [tensor.requires_grad_(gradients) for tensor in inputs]
        with torch._dynamo.config.patch(error_on_recompile=number > 0):
            result, expected = compiled(*moved), function(*inputs)
            torch.testing.assert_close(result.cpu(), expected)
            if gradients:
                gradient = make(expected.shape, seed=9)
                expected.backward(gradient)
                result.backward(gradient.to(device))
        for ours, eager in zip(moved, inputs, strict=True):
            if gradients:
                torch.testing.assert_close(ours.grad.cpu(), eager.grad, atol=2e-3, rtol=1e-4)


@pytest.mark.covering("transposed")
@pytest.mark.parametrize("name", SYMBOLIC)
def test_one_compile_serves_many_sizes_of_the_image(device, name):
    of_any_size(*SYMBOLIC[name][:1], device, *SYMBOLIC[name][1:])


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("name", ["one dimension", "odd steps", "depthwise", "three dimensions", "transposed"])
def test_one_compile_serves_the_gradients_of_many_sizes(device, name):
    of_any_size(*SYMBOLIC[name][:1], device, *SYMBOLIC[name][1:], gradients=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taps", "step", "groups"), [((32, 3, 7, 7), 2, 1), ((32, 32, 3, 3), 1, 1), ((32, 1, 3, 3), 1, 32)], ids=str
)
def test_symbolic_sizes_take_no_more_cycles_than_numbers(device, taps, step, groups):
    """The tiles of the convolution are the same, as the example has these sizes."""
    inputs = [make((4, taps[1] * groups, 28, 29)).to(device), weights(taps).to(device)]
    cycles = []
    for dynamic in (False, True):
        torch._dynamo.reset()
        compiled = torch.compile(
            lambda x, w: functional.conv2d(x, w, None, step, taps[-1] // 2, 1, groups), fullgraph=True, dynamic=dynamic
        )
        with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation:
            compiled(*inputs)
            kernels = simulation.report().to_dict()["kernels"]
            cycles.append([kernel["cycles"] for kernel in kernels if kernel["kind"] == "template"])
    assert cycles[1] == cycles[0]


def test_a_parameter_that_changes_from_call_to_call_is_specialised(device):
    torch._dynamo.reset()
    image, taps = make((2, 3, 9, 9)), make((4, 3, 3, 3), seed=1)
    compiled = torch.compile(functional.conv2d)
    for padding in (0, 1, 2):
        result = compiled(image.to(device), taps.to(device), None, 1, padding)
        torch.testing.assert_close(result.cpu(), functional.conv2d(image, taps, None, 1, padding))


if __name__ == "__main__":
    main("conv", run, SHAPES, "(2,16,32,14,3,1,1)", FORM, f"{FORM},GROUPS")
