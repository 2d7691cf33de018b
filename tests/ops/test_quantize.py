"""Quantise and dequantise, as exported programs spell them."""

import pytest
import torch
import torch.ao.quantization.fx._decomposed  # registers torch.ops.quantized_decomposed
from common import check, main, make

SHAPES = [(17, 33), (1, 1), (64, 128)]
quantized = torch.ops.quantized_decomposed


def run(device, shape, dtype=torch.float32):
    def per_tensor(x):
        y = quantized.quantize_per_tensor(x, 0.02, 3, -128, 127, torch.int8)
        return y, quantized.dequantize_per_tensor(y, 0.02, 3, -128, 127, torch.int8)

    def per_channel(x, scales, zeros):
        y = quantized.quantize_per_channel(x, scales, zeros, 0, -128, 127, torch.int8)
        return y, quantized.dequantize_per_channel(y, scales, zeros, 0, -128, 127, torch.int8)

    x = make(shape, dtype)
    scales, zeros = make(shape[:1], seed=1).abs() * 0.1 + 0.01, make(shape[:1], torch.int64, seed=2)
    check(per_tensor, x, device=device)
    check(per_channel, x, scales, zeros, device=device)


def fake_quantised(x, scales, zeros):
    """Per tensor, and per channel with integers and with numbers as zero points."""
    per_channel = torch.fake_quantize_per_channel_affine
    one = torch.fake_quantize_per_tensor_affine
    return (
        one(x, 0.1, 3, 0, 255),
        one(x, scales[0], zeros[0], 0, 255),
        per_channel(x, scales, zeros, 0, 0, 255),
        per_channel(x, scales, zeros + 0.5, 0, 0, 255),
    )


@pytest.mark.covering("compiled")
@pytest.mark.parametrize("eager", [False, True], ids=["compiled", "eager"])
def test_fake_quantisation_and_its_gradients_are_those_of_the_cpu(device, eager):
    x = torch.cat([make((3, 40)) * 5, torch.full((3, 1), torch.nan)], 1)
    scales, zeros = torch.tensor([0.1, 0.2, 0.05]), torch.tensor([0, 3, 128], dtype=torch.int32)

    def run_on(where):
        leaf = x.to(where).requires_grad_()
        function = torch.compile(fake_quantised) if where != "cpu" and not eager else fake_quantised
        made = function(leaf, scales.to(where), zeros.to(where))
        sum(part.square().sum() for part in made).backward()
        return [part.detach().cpu() for part in (*made, leaf.grad)]

    with torch.npu.set_eager_mode("compile"):
        torch.testing.assert_close(run_on(device), run_on("cpu"), equal_nan=True)


@pytest.mark.covering("(17, 33)", "(1, 1)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_numbers_are_those_of_the_cpu(device, shape):
    run(device, shape)


if __name__ == "__main__":
    main("quantize", run, SHAPES, "(32,32)")
