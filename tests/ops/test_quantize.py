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


@pytest.mark.covering("(17, 33)", "(1, 1)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_numbers_are_those_of_the_cpu(device, shape):
    run(device, shape)


if __name__ == "__main__":
    main("quantize", run, SHAPES, "(32,32)")
