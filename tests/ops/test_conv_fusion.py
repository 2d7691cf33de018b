"""Operators fused into convolutions: prologues of images and weights, forward and backward.

As a script, ``--shape "(B,CIN,COUT,HW,K,STRIDE,PADDING)"`` runs a pre-activated convolution: batch norm in evaluation,
activation, convolution.
"""

import pytest
import torch
import torch._inductor.config
import torch.nn.functional as F
from common import check, compare, main, make, require
from fusion_support import measured, reports
from npusim.scheduler import simulator

FORM = "B,CIN,COUT,HW,K,STRIDE,PADDING"
SHAPES = [(2, 16, 8, 14, 3, 1, 1), (1, 129, 17, 7, 1, 2, 0), (2, 3, 64, 16, 7, 2, 3)]


def weights(*shape, dtype=torch.float32):
    """Values of about one over the square root of the products that are summed."""
    return (make(shape, seed=1) / max(1, torch.Size(shape[1:]).numel()) ** 0.5).to(dtype)


def pre_activated(x, w, mean, var, gain, bias, stride=1, padding=1):
    return F.conv2d(torch.relu(F.batch_norm(x, mean, var, gain, bias)), w, stride=stride, padding=padding)


def statistics(channels, dtype=torch.float32):
    mean, var, gain, bias = (make((channels,), seed=seed) for seed in range(4))
    return [tensor.to(dtype) for tensor in (mean, var.abs() + 0.5, gain, bias)]


def run(device, shape, dtype=torch.float32):
    batch, channels, filters, size, kernel, stride, padding = shape
    require(stride > 0, "the stride must be at least 1")
    x, w = make((batch, channels, size, size), dtype), weights(filters, channels, kernel, kernel, dtype=dtype)
    check(
        lambda *inputs: pre_activated(*inputs, stride=stride, padding=padding),
        *(x, w, *statistics(channels, dtype)),
        device=device,
    )


@pytest.mark.covering("(5, 1)")
@pytest.mark.parametrize("size", [(1, 1), (1, 5), (5, 1)], ids=str)
def test_a_copy_of_an_image_of_one_row_or_column_is_padded(device, size):
    def copied(x, w):
        return F.conv2d(x[..., 0].contiguous(memory_format=torch.channels_last), w, padding=1)

    kernels = reports(copied, device, make((1, 2, *size, 2)), weights(3, 2, 1, 1))
    assert [entry["fusion"] for kernel in kernels for entry in kernel["fusions"]] == ["prologue"]


@pytest.mark.covering("(1, 129, 17, 7, 1, 2, 0)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_pre_activated_convolution_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_pre_activated_convolutions_of_narrow_types(device, dtype, fused):
    run(device, SHAPES[0], dtype)


def channel_number(x):
    return torch.arange(x.shape[1], dtype=x.dtype, device=x.device).view(-1, *[1] * (x.dim() - 2))


def column_number(x):
    return torch.arange(x.shape[-1], dtype=x.dtype, device=x.device)


CONVOLUTIONS = {
    "zero at zero": ((2, 16, 14, 15), (8, 16, 3, 3), lambda x, w: F.conv2d(F.silu(x), w, padding=1)),
    "not zero at zero": ((2, 16, 14, 15), (8, 16, 3, 3), lambda x, w: F.conv2d(torch.relu(x) + 1, w, padding=1)),
    "infinite at zero": ((2, 16, 14, 15), (8, 16, 3, 3), lambda x, w: F.conv2d(1 / x, w * 1e-3, padding=2)),
    "infinite factor": ((2, 16, 9, 9), (8, 16, 3, 3),
        lambda x, w: F.conv2d(x.abs() * torch.inf, w.abs() + 1, padding=1)),
    "factor beyond the type": ((2, 16, 9, 9), (8, 16, 3, 3),
        lambda x, w: F.conv2d(x.abs() * 1e39, w.abs() + 1, padding=1)),
    "stride, dilation": ((1, 5, 31, 29), (7, 5, 3, 5), lambda x, w: F.conv2d(x.exp(), w, None, (2, 3), 2, (2, 1))),
    "one tap, stride": ((2, 16, 9, 9), (20, 16, 1, 1), lambda x, w: F.conv2d(torch.exp(x), w, stride=2)),
    "groups": ((2, 24, 15, 15), (36, 6, 3, 3), lambda x, w: F.conv2d(x * channel_number(x), w.exp(), None, 1, 1, 1, 4)),
    "depthwise": ((2, 24, 15, 15), (24, 1, 3, 3), lambda x, w: F.conv2d(x.exp(), w.tanh(), None, 2, 1, 1, 24)),
    "place": ((1, 4, 12, 13), (6, 4, 3, 3), lambda x, w: F.conv2d(x * column_number(x), w, padding=1)),
    "taps": ((1, 4, 12, 13), (6, 4, 3, 3), lambda x, w: F.conv2d(x, w * column_number(w), padding=1)),
    "mask of positions": ((2, 9, 12, 12), (6, 9, 3, 3), lambda x, w: F.conv2d(x.where(x[:, :1] > 0, 1), w, padding=1)),
    "copy of a slice": ((2, 9, 12, 12), (6, 8, 3, 3), lambda x, w: F.conv2d(x[:, 1:, 1:, ::2].clone(), w, padding=1)),
    "asymmetric padding": ((2, 8, 12, 12), (6, 8, 3, 3), lambda x, w: F.conv2d(F.pad(x, (0, 1, 2, 3)), w, stride=2)),
    "padding with ones": ((2, 8, 12, 12), (6, 8, 3, 3), lambda x, w: F.conv2d(F.pad(x, (0, 1, 2, 0), value=1), w)),
    "concatenation": ((2, 8, 12, 12), (6, 16, 3, 3),
        lambda x, w: F.conv2d(torch.relu(torch.cat([x[:, :5], x, x[:, 5:] * 2], 1)) + 1, w, padding=1)),
    "one dimension": ((3, 8, 50), (5, 8, 4), lambda x, w: F.conv1d(x.cos(), w.cos(), padding=2)),
    "three dimensions": ((1, 4, 7, 8, 9), (5, 4, 3, 2, 3), lambda x, w: F.conv3d(x.cos(), w.cos(), padding=1)),
    "transposed": ((2, 8, 9, 10), (8, 5, 4, 3), lambda x, w: F.conv_transpose2d(x.cos(), w.cos(), None, 2, 1)),
    "transposed taps": ((1, 4, 6, 7), (4, 5, 3, 3), lambda x, w: F.conv_transpose2d(x, w * column_number(w), None, 2)),
    "transposed groups": ((2, 8, 9, 10), (8, 5, 3, 3),
        lambda x, w: F.conv_transpose2d(x.cos(), w.cos(), None, 3, 0, 1, 2, 2)),
}  # fmt: skip


@pytest.mark.covering(
    "not zero at zero-channels_last",
    "depthwise-contiguous",
    "mask of positions-contiguous",
    "padding with ones-contiguous",
    "concatenation-contiguous",
    "transposed taps-contiguous",
    "transposed groups-contiguous",
    ci_strength=1,
)
@pytest.mark.parametrize("layout", ["contiguous", "channels_last"])
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_operands_are_computed_on_their_tiles(device, fused, name, layout):
    image, taps, function = CONVOLUTIONS[name]
    x, w = make(image), weights(*taps)
    if layout == "channels_last":
        if x.dim() != 4:
            x = x.transpose(1, -1).contiguous().transpose(1, -1)
        else:
            x = x.to(memory_format=torch.channels_last)
    # sums of hundreds of products, some of them near 100: a few roundings of a partial sum are 5.7e-5
    with torch.npu.implementation(convolution="direct"):
        expected = reports(function, device, x, w, dynamic=False, rtol=1.3e-6, atol=6e-5)
    assert len(expected) == 1


@pytest.mark.covering("concatenation")
@pytest.mark.parametrize("name", ["not zero at zero", "groups", "transposed", "concatenation", "padding with ones"])
def test_overlapping_tiles_of_a_large_image(device, fused, name):
    image, taps, function = CONVOLUTIONS[name]
    kernels = reports(function, device, make((*image[:2], 50, 61)), weights(*taps), machine="small8x8", dynamic=False)
    assert len(kernels) == 1
    assert min(kernels[0]["mapping"]["chosen"]["TILE_S"]) < 50


def test_an_image_of_integers_is_dequantized_on_its_tiles(device, fused):
    codes, scales = make((2, 16, 14, 14), torch.int8), make((16, 1, 1)).abs() / 10
    found = reports(lambda x, s, w: F.conv2d(x.float() * s, w, padding=1), device, codes, scales, weights(8, 16, 3, 3))
    assert len(found) == 1


def test_weights_are_dequantized_in_groups_of_channels(device, fused):
    codes, scales = make((8, 64, 3, 3), torch.int8), make((8, 4, 1, 1)).abs() / 100

    def function(x, codes, scales):
        grouped = codes.float().view(8, 4, 16, 3, 3) * scales[:, :, None]
        return F.conv2d(x, grouped.view(8, 64, 3, 3), padding=1)

    for machine in ("tpuv3", "small8x8"):
        found = reports(function, device, make((2, 64, 9, 9)), codes, scales, machine=machine, dynamic=False)
        assert len(found) == 1
        assert found[0]["mapping"]["chosen"]["TILE_C"] % 16 == 0


@pytest.mark.slow
def test_an_image_scaled_in_groups_of_channels_fills_the_lanes(device, fused):
    """Groups and the channels in them lie across the lanes together: one scale per group costs what one each does."""

    def scaled(x, scales, w):
        image = torch.sigmoid(x.view(1, scales.shape[1], -1, 11, 13) * scales).view(x.shape)
        return F.conv2d(image, w, padding=1)

    x, w = make((1, 64, 11, 13)), weights(8, 64, 3, 3)
    for machine in ("tpuv3", "small8x8"):
        grouped, single = (
            reports(scaled, device, x, make((1, groups, 1, 1, 1)), w, machine=machine, mode="both", dynamic=False)
            for groups in (16, 64)
        )
        assert (len(grouped), len(single)) == (1, 1)
        assert grouped[0]["cycles"] < 1.1 * single[0]["cycles"]


def test_what_overlapping_tiles_would_cut_stays_apart_and_says_why(device, fused):
    first, _ = reports(lambda x, y, w: F.conv2d(x + y.repeat_interleave(2, 3), w, padding=1), device,
                       make((1, 4, 8, 8)), make((1, 4, 8, 4)), weights(6, 4, 3, 3), dynamic=False)  # fmt: skip
    assert [entry["fusion"] for entry in first["not_fused"]] == ["prologue"]


@pytest.mark.slow
def test_one_compile_serves_many_batch_sizes(device, fused):
    torch._dynamo.reset()
    w, numbers = weights(8, 16, 3, 3), statistics(16)
    compiled = torch.compile(pre_activated, fullgraph=True)
    moved = [tensor.to(device) for tensor in (w, *numbers)]
    for batch in (2, 3, 5, 1):
        x = make((batch, 16, 9, 9), seed=batch)
        compare(compiled(x.to(device), *moved), pre_activated(x, w, *numbers))


@pytest.mark.slow
def test_a_batch_as_large_as_the_kernel_is_specialised_with_it(device, fused):
    """Dynamo gives equal sizes one symbol, and the kernel's size has to be a number."""
    inputs = make((5, 8, 20, 12)), weights(6, 8, 3, 5)
    function = CONVOLUTIONS["place"][2]
    assert len(reports(function, device, *inputs, machine="small8x8", dynamic=True)) == 1


GRADIENTS = {
    "activations": ((2, 16, 14, 15), (8, 16, 3, 3), lambda x, w: F.conv2d(torch.relu(x) + 1, w, padding=1).tanh()),
    "groups": ((2, 16, 14, 15), (8, 4, 3, 3), lambda x, w: F.conv2d(x.tanh(), w, None, 2, 1, 1, 4).tanh()),
    "depthwise": ((2, 16, 14, 15), (16, 1, 3, 3), lambda x, w: F.conv2d(x.relu(), w, None, 1, 1, 1, 16).relu()),
    "transposed": ((2, 8, 9, 10), (8, 5, 4, 3), lambda x, w: F.conv_transpose2d(x.tanh(), w.tanh(), None, 2, 1).tanh()),
}


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("machine", ["tpuv3", "small8x8"])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_computed_on_their_tiles(device, fused, name, machine):
    image, taps, function = GRADIENTS[name]
    leaves = [tensor.requires_grad_() for tensor in (make(image), weights(*taps))]
    moved = [tensor.detach().to(device).requires_grad_() for tensor in leaves]
    torch._dynamo.reset()
    with simulator(machine, "functional") as simulation:
        expected, result = function(*leaves), torch.compile(function, fullgraph=True)(*moved)
        gradient = make(expected.shape, seed=9)
        expected.backward(gradient)
        result.backward(gradient.to(device))
        kernels = simulation.report().to_dict()["kernels"]
    for got, want in zip(moved, leaves, strict=True):
        # sums over the batch and all places, in another order than the CPU's: 1.8e-5 apart
        torch.testing.assert_close(got.grad.cpu(), want.grad, rtol=1.3e-6, atol=2e-5)
    backward = [kernel for kernel in kernels if "backward" in kernel["name"]]
    assert len(backward) == 2
    assert all("prologue" in {entry["fusion"] for entry in kernel["fusions"]} for kernel in backward)


def test_a_batch_norm_that_changes_the_layout_is_a_kernel_of_its_own(device):
    x = make((16, 256, 28, 28)).to(memory_format=torch.channels_last)
    with torch.npu.fusion(prologue=False):
        check(pre_activated, x, weights(4, 256, 3, 3), *statistics(256), device=device)


# -- time


def in_bfloat16(*shapes):
    return [(shape, torch.bfloat16) for shape in shapes]


def narrow(x, w, *numbers):
    return pre_activated(x, w, *numbers, padding=0)


def test_a_fused_prologue_moves_fewer_bytes_and_takes_less_time(device):
    shapes = in_bfloat16((4, 256, 28, 28), (128, 256, 1, 1), *[(256,)] * 4)
    cycles, moved, kernels = measured(narrow, *shapes)
    with torch.npu.fusion(prologue=False):
        cycles_apart, moved_apart, apart = measured(narrow, *shapes)
    assert (len(kernels), len(apart)) == (1, 2)
    image_bytes = 4 * 256 * 28 * 28 * 2
    assert moved_apart - moved == pytest.approx(2 * image_bytes, rel=0.05)  # statistics come with every tile
    assert cycles < 0.8 * cycles_apart


def test_a_prologue_that_many_tiles_would_repeat_stays_apart_and_says_why(device):
    shapes = in_bfloat16((4, 3, 112, 112), (64, 3, 7, 7))
    with torch.npu.implementation(convolution="direct"):
        _, _, (first, _) = measured(lambda x, w: F.conv2d(torch.tanh(x), w, stride=2, padding=3), *shapes)
    assert [entry["fusion"] for entry in first["not_fused"]] == ["prologue"]
    assert "computing it on every tile that is read takes longer" in first["not_fused"][0]["why"]


def test_a_pool_that_memory_reads_in_steps_stays_apart_without_a_simulation(device):
    def pooled(x, narrow, wide):
        y = F.max_pool2d(x, 3, 2, 1)
        return F.conv2d(y, narrow), F.conv2d(y, wide)

    shapes = (1, 64, 112, 112), (64, 64, 1, 1), (256, 64, 1, 1)
    _, _, kernels = measured(pooled, *((shape, torch.float32) for shape in shapes))
    told = [entry["why"] for kernel in kernels for entry in kernel["not_fused"] if entry["fusion"] == "prologue"]
    assert told and all("cycles estimated" in why for why in told), told


@pytest.mark.covering("[(1, 64, 28, 28), (64, 64, 3, 3)]")
@pytest.mark.parametrize("shapes", [[(1, 64, 28, 28), (64, 64, 3, 3)], [(4, 128, 14, 14), (128, 128, 3, 3)]], ids=str)
def test_no_prologue_slows_a_convolution_down(device, shapes):
    def function(x, w):
        return F.conv2d(F.silu(x), w, padding=1)

    cycles, _, _ = measured(function, *in_bfloat16(*shapes))
    with torch.npu.fusion(prologue=False):
        assert cycles <= 1.01 * measured(function, *in_bfloat16(*shapes))[0]


if __name__ == "__main__":
    main("convolution fusion", run, SHAPES, "(2,16,8,14,3,1,1)", FORM)
