"""FlexAttention: changed scores, block masks, gradients; against scores that are written out on the CPU."""

import math

import pytest
import torch
from common import compare, main, make, require, require_floating
from npusim.simulator.errors import UnsupportedError
from torch.nn.attention.flex_attention import create_block_mask, flex_attention


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    require(len(shape) == 4, "--shape needs batch, heads, queries, width")
    agree(device, shape, mask=causal, dtype=dtype, **({} if dtype == torch.float32 else {"rtol": 0.016, "atol": 0.01}))


def causal():
    return lambda b, h, q, k: q >= k


def written_out(tensors, score, mask):
    """Output and logsumexp of scores (batch, heads, queries, keys) that functions of their places change."""
    query, *others = tensors
    key, value = (x.repeat_interleave(query.shape[1] // x.shape[1], 1) for x in others)
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    sizes = scores.shape
    places = [torch.arange(n).view([-1 if d == axis else 1 for d in range(4)]) for axis, n in enumerate(sizes)]
    scores = score(scores, *places) if score else scores
    scores = scores.masked_fill(~mask(*places).expand(sizes), -math.inf) if mask else scores
    logsumexp = scores.logsumexp(-1)
    weights = torch.exp(scores - logsumexp.masked_fill(logsumexp == -math.inf, 0)[..., None])
    return weights @ value, logsumexp


def agree(
    device,
    shape,
    keys=None,
    key_heads=None,
    score=None,
    mask=None,
    captured=(),
    masked=(None, None),
    dynamic=None,
    dtype=torch.float32,
    block=128,
    **tolerances,
):
    """Output, logsumexp and gradients; `score` and `mask` make the functions from the captured tensors."""
    batch, heads, queries, width = shape
    keys = keys or queries
    sizes = [(batch, heads, queries, width), *[(batch, key_heads or heads, keys, width)] * 2]
    results = []
    for place in ("cpu", device):
        held = [x.to(place) for x in captured]
        bound = [make_function and make_function(*held) for make_function in (score, mask)]
        tensors = [make(size, dtype, seed).to(place).requires_grad_() for seed, size in enumerate(sizes)]
        if place == "cpu":
            found = written_out([x.float() for x in tensors], *bound)
        else:
            blocks = mask and create_block_mask(bound[1], *masked, queries, keys, device=place, BLOCK_SIZE=block)
            torch._dynamo.reset()
            compiled = torch.compile(flex_attention, dynamic=dynamic, fullgraph=True)
            options = {"score_mod": bound[0], "block_mask": blocks, "enable_gqa": key_heads is not None}
            found = compiled(*tensors, **options, return_lse=True)
        grads = [make(x.shape, x.dtype, 7 + i).to(place) for i, x in enumerate(found)]
        torch.autograd.backward([x.masked_fill(x == -math.inf, 0) for x in found], grads)
        results.append([x.float().detach() for x in (*found, *(x.grad for x in tensors))])
    compare(results[1], [x.contiguous() for x in results[0]], **{"rtol": 1e-4, "atol": 2e-5, **tolerances})


SLOPES, DOCUMENTS = torch.tensor([0.5, 0.1, 0.02]), torch.arange(2 * 150).view(2, 150) // 47
CHANGES = {
    "causal": {"mask": causal},
    "sliding window": {"mask": lambda: lambda b, h, q, k: (q >= k) & (q - k < 70)},
    "documents": {
        "captured": [DOCUMENTS],
        "mask": lambda d: lambda b, h, q, k: (d[b, q] == d[b, k]) & (q >= k),
        "masked": (2, None),
    },
    "one head sees all": {"mask": lambda: lambda b, h, q, k: (q >= k) | (h == 1), "masked": (None, 3)},
    "alibi": {"captured": [SLOPES], "score": lambda m: lambda s, b, h, q, k: s - m[h] * (q - k).abs()},
    "soft cap": {"score": lambda: lambda s, b, h, q, k: 3 * torch.tanh(s / 3), "mask": causal},
    "distances": {"captured": [make((3, 300))], "score": lambda t: lambda s, b, h, q, k: s + t[h, q - k + 150]},
    "some queries see nothing": {"mask": lambda: lambda b, h, q, k: (k >= q) & (q < 9)},
    "arithmetic of whole numbers": {
        "mask": lambda: lambda b, h, q, k: q // 20 >= torch.div(k, 20, rounding_mode="trunc"),
        "score": lambda: lambda s, b, h, q, k: s + (torch.gcd(q, k) + 2 ** (q % 3)) / 8 + (k / 3) // 0.1 / 100,
    },
}


@pytest.mark.covering(
    "documents", in_ci=["soft cap", "some queries see nothing", "sliding window", "arithmetic of whole numbers"]
)
@pytest.mark.parametrize("name", CHANGES)
def test_changed_and_masked_scores_and_their_gradients_are_those_that_are_written_out(device, name):
    agree(device, (2, 3, 150, 16), **CHANGES[name])


@pytest.mark.slow
@pytest.mark.covering("dynamic", "shared heads", "blocks of 48")
@pytest.mark.parametrize(
    "options",
    [
        {"shape": (1, 4, 200, 32), "key_heads": 2, "mask": causal},
        {"shape": (1, 4, 1, 32), "keys": 300, "mask": lambda: lambda b, h, q, k: k < 250},
        {"shape": (1, 3, 37, 16), "keys": 129, "mask": lambda: lambda b, h, q, k: q + 92 >= k, "dynamic": True},
        {"shape": (1, 2, 129, 17), "mask": causal, "block": 48},
        {"shape": (1, 2, 130, 64), "mask": causal, "dtype": torch.bfloat16, "rtol": 0.016, "atol": 0.02},
        {"shape": (2, 2, 1, 1)},
    ],
    ids=["shared heads", "one query", "dynamic", "blocks of 48", "narrow", "one of each"],
)
def test_sizes_heads_blocks_and_dtypes(device, options):
    agree(device, **options)


@pytest.mark.slow
def test_blocks_that_a_mask_hides_take_no_time(device):
    query = make((1, 1, 1024, 64), torch.bfloat16).to(device)
    cycles = []
    for seen in (
        lambda b, h, q, k: q - k < 1024,
        lambda b, h, q, k: (q >= k) & (q - k < 1024),
        lambda b, h, q, k: (q >= k) & (q - k < 128),
    ):
        mask = create_block_mask(seen, None, None, 1024, 1024, device=device)
        with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation, torch.no_grad():
            torch.compile(flex_attention, fullgraph=True)(query, query, query, block_mask=mask)
        (kernel,) = simulation.report().to_dict()["kernels"]
        cycles.append(kernel["cycles"])
    all_keys, half, band = cycles
    assert half < 0.65 * all_keys
    assert band < 0.35 * all_keys


@pytest.mark.slow
def test_what_is_not_supported_says_so(device):
    query = make((1, 1, 64, 16)).to(device)
    mask = create_block_mask(causal(), None, None, 64, 64, device=device, BLOCK_SIZE=20)
    with pytest.raises(UnsupportedError, match="multiple of 8"):
        torch.compile(flex_attention)(query, query, query, block_mask=mask)


if __name__ == "__main__":
    main("flex_attention", run, [(1, 2, 150, 16), (1, 1, 1, 8)], "(1,8,512,64)", "BATCH,HEADS,QUERIES,WIDTH")
