"""Scaled dot-product attention, forward and backward: masks, scales, layouts, a whole encoder layer."""

import copy

import pytest
import torch
from common import check, compare, main, make
from torch.nn.functional import scaled_dot_product_attention as attention

SHAPES = [(2, 4, 11, 8), (1, 2, 64, 16), (1, 1, 1, 1)]


def inputs(shape, keys=None, dtype=torch.float32):
    """Query, key, value; ``keys`` positions in key and value."""
    batch, heads, length, width = shape
    other = (batch, heads, keys or length, width)
    return [make(shape, dtype), make(other, dtype, 1), make(other, dtype, 2)]


def run(device, shape, dtype=torch.float32):
    check(attention, *inputs(shape, dtype=dtype), device=device)


def with_gradients(function, *tensors, device):
    torch._dynamo.reset()
    leaves = [tensor.clone().requires_grad_(tensor.is_floating_point()) for tensor in tensors]
    moved = [tensor.to(device).requires_grad_(tensor.is_floating_point()) for tensor in tensors]
    expected, result = function(*leaves), torch.compile(function, fullgraph=True)(*moved)
    compare(result.detach(), expected.detach())
    grad = make(expected.shape, seed=9)
    expected.backward(grad)
    result.backward(grad.to(device))
    for got, want in zip(moved, leaves, strict=True):
        if want.grad is not None:
            torch.testing.assert_close(got.grad.cpu(), want.grad, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_attention_gives_what_the_cpu_gives(device, shape):
    run(device, shape)


@pytest.mark.parametrize("options", [{}, {"is_causal": True}, {"scale": 0.3}], ids=str)
def test_gradients_are_those_of_the_cpu(device, options):
    with_gradients(lambda q, k, v: attention(q, k, v, **options), *inputs((2, 3, 13, 8)), device=device)


def test_queries_and_keys_may_differ_in_number(device):
    with_gradients(attention, *inputs((2, 2, 5, 8), keys=19), device=device)


def test_masked_positions_get_no_weight(device):
    mask = (make((11, 11), seed=5) > 0.3) | torch.eye(11, dtype=torch.bool)
    check(lambda q, k, v, m: attention(q, k, v, attn_mask=m), *inputs(SHAPES[0]), mask, device=device)


def test_a_bias_is_added_to_the_scores(device):
    bias = make((1, 4, 1, 11), seed=6)
    check(lambda q, k, v, b: attention(q, k, v, attn_mask=b), *inputs(SHAPES[0]), bias, device=device)


def test_half_precision_keeps_scores_in_single_precision(device):
    check(attention, *inputs((1, 2, 33, 16), dtype=torch.bfloat16), device=device, rtol=2e-2, atol=2e-2)


def test_heads_may_lie_inside_the_sequence(device):
    def packed(x):
        return attention(*x.view(2, 11, 3, 4, 8).permute(2, 0, 3, 1, 4)).transpose(1, 2).reshape(2, 11, 32)

    with_gradients(packed, make((2, 11, 96)), device=device)


def test_an_encoder_layer_of_torch_gives_what_the_cpu_gives(device):
    torch._dynamo.reset()
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
    x, ours = make((2, 9, 32)), copy.deepcopy(layer).to(device)
    result = torch.compile(ours, fullgraph=True)(x.to(device))
    torch.testing.assert_close(result.detach().cpu(), layer(x).detach(), rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    main("attention", run, SHAPES, "(1,2,32,16)")
