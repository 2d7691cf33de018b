"""The layers that call fused operators for inference: nn.TransformerEncoderLayer, nn.MultiheadAttention."""

import copy

import pytest
import torch
from common import main, make, require, require_floating

SHAPES = [(2, 9, 32), (1, 1, 32)]
HEADS = 4


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    require(shape[-1] > 0 and shape[-1] % HEADS == 0, f"the width must be a multiple of the {HEADS} heads")
    same_as_on_the_cpu(device, encoder_layer(shape[-1]).to(dtype), make(shape, dtype))


def encoder_layer(width, **options):
    torch.manual_seed(0)
    return torch.nn.TransformerEncoderLayer(width, HEADS, 2 * width, batch_first=True, **options).eval()


def same_as_on_the_cpu(device, module, *inputs, **masks):
    torch._dynamo.reset()
    moved = copy.deepcopy(module).to(device)
    compiled = torch.compile(lambda *args, **kwargs: moved(*args, **kwargs), fullgraph=True)
    with torch.no_grad(), torch.npu.set_fallback_policy("error"):
        got = compiled(*(x.to(device) for x in inputs), **{name: mask.to(device) for name, mask in masks.items()})
        expected = module(*inputs, **masks)
    for g, e in zip(*((r if isinstance(r, tuple) else (r,)) for r in (got, expected)), strict=True):
        torch.testing.assert_close(g.cpu(), e)


@pytest.mark.covering("gelu-True")
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_an_encoder_layer_gives_what_the_cpu_gives(device, norm_first, activation):
    same_as_on_the_cpu(device, encoder_layer(32, norm_first=norm_first, activation=activation), make((2, 9, 32)))


@pytest.mark.slow
def test_masks_hide_keys(device):
    layer, x = encoder_layer(32), make((2, 9, 32))
    same_as_on_the_cpu(device, layer, x, src_mask=torch.triu(torch.ones(9, 9, dtype=torch.bool), 1))
    padding = torch.zeros(2, 9, dtype=torch.bool)
    padding[1, 6:] = True
    torch._dynamo.reset()
    moved = copy.deepcopy(layer).to(device)
    with torch.no_grad():
        got = torch.compile(moved)(x.to(device), src_key_padding_mask=padding.to(device)).cpu()
        expected = layer(x, src_key_padding_mask=padding)
    torch.testing.assert_close(got[~padding], expected[~padding])  # what is padded has no meaning


@pytest.mark.slow
def test_self_attention_returns_its_weights(device):
    torch.manual_seed(0)
    attention, x = torch.nn.MultiheadAttention(32, 4, batch_first=True).eval(), make((2, 9, 32))
    same_as_on_the_cpu(device, attention, x, x, x)


if __name__ == "__main__":
    main("transformer", run, SHAPES, "(2,64,256)", "B,S,WIDTH")
