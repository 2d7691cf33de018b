"""Operators fused into attention: prologues of queries, keys and values.

As a script, ``--shape "(B,H,QUERIES,WIDTH,KEYS)"`` runs attention over a cache of int8 with a scale per token.
"""

import pytest
import torch
import torch._inductor.config
import torch.nn.functional as F
from common import check, check_gradients, compare, main, make
from fusion_support import measured, reports

SHAPES = [(1, 4, 1, 64, 257), (2, 3, 37, 32, 150), (1, 2, 129, 80, 129)]
# Eager PyTorch rounds dequantized keys and values and the weights; where sums cancel, 7.3e-5 and 4.9e-4 remain.
NARROW = {torch.float16: {"rtol": 1e-3, "atol": 1e-4}, torch.bfloat16: {"rtol": 1.6e-2, "atol": 5e-4}}


def attention(q, k, v, **options):
    return F.scaled_dot_product_attention(q, k, v, **options)


def cached(q, k, v, k_scale, v_scale):
    return attention(q, k.to(q.dtype) * k_scale, v.to(q.dtype) * v_scale)


def rotated(x, cosine, sine):
    left, right = x.chunk(2, -1)
    return x * cosine + torch.cat([-right, left], -1) * sine


def cache(batch, heads, keys, width, dtype=torch.float32, per_token=True):
    """Codes and scales of keys and values."""
    codes = [make((batch, heads, keys, width), torch.int8, seed=seed) for seed in (1, 2)]
    shape = (batch, heads, keys, 1) if per_token else (1, heads, 1, 1)
    return [*codes, *((make(shape, seed=seed).abs() / 10).to(dtype) for seed in (3, 4))]


def run(device, shape, dtype=torch.float32):
    batch, heads, queries, width, keys = shape
    inputs = make((batch, heads, queries, width), dtype), *cache(batch, heads, keys, width, dtype)
    check(cached, *inputs, device=device, **NARROW.get(dtype, {}))


@pytest.mark.covering("(1, 4, 1, 64, 257)-torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_cache_of_integers_gives_what_the_cpu_gives(device, shape, dtype, fused):
    run(device, shape, dtype)


OPERANDS = {
    "queries": lambda q, k, v: attention(q.cos(), k, v),
    "keys": lambda q, k, v: attention(q, k.exp(), v),
    "values": lambda q, k, v: attention(q, k, v.exp()),
    "all": lambda q, k, v: attention(q * 2, k + 1, 1 / (v.abs() + 0.5)),
    "scaled rows": lambda q, k, v: attention(q, k * k[..., :1], v * v[:, :1]),
    "biases": lambda q, k, v: attention(q + q[:1, :1, :1], k + q[:1, :, :1], v),
    "causal": lambda q, k, v: attention(q.cos(), k[:, :, :37].cos(), v[:, :, :37].exp(), is_causal=True),
    "mask": lambda q, k, v: attention(q * 2, k + 1, v * 3, attn_mask=q @ k.mT > 0),
    "rotation": lambda q, k, v: attention(rotated(q, q.cos(), q.sin()), rotated(k, k.cos(), k.sin()), v),
    "shared heads": lambda q, k, v: attention(q * 2, k[:, :2] + 1, v[:, :2] * 3, enable_gqa=True),
    "transposed": lambda q, k, v: attention(q, k.mT.contiguous().mT, v.transpose(1, 2).contiguous().transpose(1, 2)),
    "casts": lambda q, k, v: attention(q.half(), k.half(), v.half()).float(),
}


@pytest.mark.covering("keys-small8x8", "all-tpuv3", "rotation-tpuv3", "shared heads-tpuv3", ci_strength=1)
@pytest.mark.parametrize("machine", ["tpuv3", "small8x8"])
@pytest.mark.parametrize("name", OPERANDS)
def test_operands_are_computed_on_their_tiles(device, fused, name, machine):
    q, k, v = make((2, 4, 37, 32)), make((2, 4, 150, 32), seed=1), make((2, 4, 150, 48), seed=2)
    # casts: results are those of float16, of about 1, where neighbours are 4.9e-4 apart
    rounded = {"rtol": 1e-3, "atol": 5e-4} if name == "casts" else {}
    found = reports(OPERANDS[name], device, q, k, v, machine=machine, **rounded)
    attentions = [kernel for kernel in found if kernel["template"] == "MLIRFlashAttentionTemplate"]
    assert len(attentions) == 1
    assert "prologue" in {entry["fusion"] for entry in attentions[0]["fusions"]}


@pytest.mark.covering("32-256-tpuv3")
@pytest.mark.parametrize("machine", ["tpuv3", "small8x8"])
@pytest.mark.parametrize("group, keys", [(7, 70), (24, 240), (32, 256), (40, 120)])
def test_keys_are_dequantized_in_groups_of_tokens(device, fused, group, keys, machine):
    codes, scales = make((1, 2, keys, 32), torch.int8), make((1, 2, keys // group, 1, 32)).abs() / 10

    def function(q, codes, scales, v):
        return attention(q, (codes.float().view(1, 2, -1, group, 32) * scales).view(1, 2, keys, 32), v)

    q, v = make((1, 2, 33, 32)), make((1, 2, keys, 32), seed=1)
    (kernel,) = reports(function, device, q, codes, scales, v, machine=machine, dynamic=False)
    assert kernel["mapping"]["chosen"]["TILE_K"] % group == 0


@pytest.mark.slow
def test_one_compile_serves_caches_of_any_length(device, fused):
    torch._dynamo.reset()
    compiled = torch.compile(cached, fullgraph=True, dynamic=True)
    for keys in (100, 131, 64, 1):
        inputs = make((1, 4, 3, 32), seed=keys), *cache(1, 4, keys, 32)
        compare(compiled(*(x.to(device) for x in inputs)), cached(*inputs))


@pytest.mark.slow
def test_gradients_of_attention_with_prologues(device, fused):
    inputs = make((1, 2, 20, 32)), make((1, 2, 33, 32), seed=1), make((1, 2, 33, 32), seed=2)
    check_gradients(lambda q, k, v: attention(q * 2, k.tanh(), v + 1), *inputs, device=device)


# -- time


@pytest.mark.covering("True")
@pytest.mark.parametrize("per_token", [True, False])
def test_decoding_from_a_cache_of_integers_reads_only_the_integers(device, per_token):
    codes = (1, 4, 2048, 128), torch.int8
    scale = (1, 4, 2048 if per_token else 1, 1), torch.bfloat16
    inputs = [((1, 4, 1, 128), torch.bfloat16), codes, codes, scale, scale]
    cycles, moved, kernels = measured(cached, *inputs)
    with torch.npu.fusion(prologue=False):
        cycles_apart, moved_apart, apart = measured(cached, *inputs)
    assert (len(kernels), len(apart)) == (1, 2)
    cache_bytes = 2 * 4 * 2048 * 128
    assert cache_bytes <= moved <= 1.05 * cache_bytes
    assert moved_apart > 4.9 * cache_bytes
    assert cycles < 0.8 * cycles_apart


@pytest.mark.parametrize("parts", [3, 2], ids=["queries, keys, values", "keys, values"])
def test_parts_of_one_product_with_a_bias_are_read_from_its_result(device, parts):
    def function(x, weight, bias, queries):
        found = F.linear(x, weight, bias).chunk(parts, -1)
        heads = [each.view(2, -1, 4, 32).transpose(1, 2) for each in ([queries, *found] if parts == 2 else found)]
        return attention(*heads, is_causal=True)

    inputs = make((2, 33, 128)), make((128 * parts, 128), seed=1) / 11, make((128 * parts,), seed=2), make((2, 33, 128))
    kernels = reports(function, device, *inputs)
    assert [kernel["template"] for kernel in kernels] == ["MLIRGemmTemplate", "MLIRFlashAttentionTemplate"]


def test_keys_that_many_tiles_of_queries_would_compute_again_stay_apart_and_say_why(device):
    shape = (1, 8, 2048, 64), torch.bfloat16
    kernels = measured(lambda q, k, v: attention(q, torch.tanh(k * k), v), shape, shape, shape)[2]
    assert len(kernels) == 2
    assert "computing it on every tile that is read takes longer" in kernels[0]["not_fused"][0]["why"]


if __name__ == "__main__":
    main("attention fusion", run, SHAPES, "(1,4,1,64,257)", "B,H,QUERIES,WIDTH,KEYS")
