"""Attention with dropout, forward and backward, in the one kernel and as products, compiled and eager.

Values are a unit matrix: the result is the weights, which shows those that were kept, and with them a program on the
CPU in float64 gives what is expected.
"""

import pytest
import torch
from common import main, make
from torch.nn.functional import scaled_dot_product_attention as attention
from torch.utils.checkpoint import checkpoint

SHAPES = [(2, 4, 11, 8), (1, 2, 64, 16), (1, 1, 1, 1)]


def run(device, shape, dtype=torch.float32, p=0.3):
    batch, heads, length, width = shape
    tensors = [make((batch, heads, length, width), dtype, seed) for seed in (1, 2)]
    compare(compiled(p), device, *tensors, p=p)


def compiled(p, dynamic=None, **options):
    return torch.compile(lambda q, k, v, m: attention(q, k, v, m, p, **options), dynamic=dynamic, fullgraph=True)


def compare(function, device, query, key, mask=None, p=0.3, is_causal=False, of_query=lambda x: x):
    """Compares result and gradients with those of a program that keeps the same weights."""
    torch._dynamo.reset()
    torch.manual_seed(7)
    (batch, heads, queries, width), (_, key_heads, keys, _) = query.shape, key.shape
    value = torch.eye(keys, dtype=query.dtype).expand(batch, key_heads, keys, keys).contiguous()
    gradient = make((batch, heads, queries, keys), query.dtype, 5)
    leaves = [x.to(device, copy=True).requires_grad_() for x in (query, key, value)]
    result = function(*leaves, None if mask is None else mask.to(device))
    result.backward(gradient.to(device))

    wide = [x.double().requires_grad_() for x in (query, key, value)]
    scores = of_query(wide[0]) @ _repeated(wide[1], heads).mT * width**-0.5
    hidden = torch.zeros(queries, keys, dtype=torch.float64)
    if is_causal:
        hidden = hidden.masked_fill(~torch.ones(queries, keys, dtype=torch.bool).tril(), -torch.inf)
    if mask is not None:
        hidden = hidden.masked_fill(~mask, -torch.inf) if mask.dtype == torch.bool else mask.double()
    kept = result.detach().cpu() != 0
    sees = (hidden > -torch.inf).any(-1, keepdim=True)
    weights = torch.softmax(scores + hidden.where(sees, 0.0), -1).where(sees, 0.0)
    _check_rate(kept[weights.detach() > 1e-4], p)
    expected = weights * kept / (1 - p) @ _repeated(wide[2], heads)
    expected.backward(gradient.double())
    tolerance = {torch.float64: 1e-10, torch.float32: 1e-4, torch.float16: 1e-2}.get(query.dtype, 5e-2)
    for found, wanted in zip([result, *(x.grad for x in leaves)], [expected, *(x.grad for x in wide)], strict=True):
        wanted = wanted.detach()
        close = {"rtol": tolerance, "atol": tolerance * (1 + wanted.abs().max().item())}
        torch.testing.assert_close(found.detach().cpu().double(), wanted, **close)


def _repeated(shared, heads):
    return shared.repeat_interleave(heads // shared.shape[1], 1)


def _check_rate(kept, p):
    assert abs(kept.double().mean().item() - (1 - p)) < 5 * (p * (1 - p) / kept.numel()) ** 0.5


@pytest.mark.covering("(2, 4, 11, 8)")
@pytest.mark.parametrize("shape", SHAPES[:2], ids=str)
def test_weights_are_dropped_and_gradients_are_those_of_what_is_kept(device, shape):
    run(device, shape)


@pytest.mark.covering("causal")
@pytest.mark.parametrize(
    ("heads", "queries", "keys", "options"),
    [
        pytest.param((2, 2), 40, 65, {"is_causal": True}, id="causal"),
        pytest.param((4, 2), 33, 40, {"enable_gqa": True}, id="shared heads"),
        pytest.param((4, 2), 1, 130, {"enable_gqa": True}, id="decoding with shared heads"),
        pytest.param((2, 2), 3, 7, {"scale": 0.1}, id="scale"),
    ],
)
def test_options_of_attention_apply(device, heads, queries, keys, options):
    query, key = make((2, heads[0], queries, 16), seed=1), make((2, heads[1], keys, 16), seed=2)
    if "scale" in options:
        query = query / 10 * 4  # the default scale would be 1 / 4
        function = compiled(0.3, scale=0.1)
        compare(lambda q, *rest: function(q / 0.4, *rest), device, query, key)
        return
    compare(compiled(0.3, **options), device, query, key, is_causal=options.get("is_causal", False))


@pytest.mark.covering("bools")
@pytest.mark.parametrize("kind", ["bools", "numbers"])
def test_masks_hide_what_dropout_keeps_too(device, kind):
    query, key = make((2, 3, 20, 8), seed=1), make((2, 3, 33, 8), seed=2)
    seen = make((2, 1, 20, 33), seed=3) > -0.5
    seen[0, 0, 4] = False  # a query that sees nothing gets zeros
    numbers = torch.where(seen, make((2, 1, 20, 33), seed=4), -torch.inf)
    compare(compiled(0.3), device, query, key, seen if kind == "bools" else numbers)


@pytest.mark.covering("small8x8-150")
@pytest.mark.parametrize(("machine", "keys"), [("small8x8", 150), ("small8x8", 700), ("tpuv6e", 700)])
def test_keys_take_several_tiles_or_no_tiles_fit(device, machine, keys):
    with torch.npu.simulator(machine=machine, mode="functional"):
        compare(compiled(0.5), device, make((1, 2, 70, 8), seed=1), make((1, 2, keys, 8), seed=2), p=0.5)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16], ids=str)
def test_every_dtype(device, dtype):
    run(device, (1, 2, 33, 16), dtype)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flash", "products", "flash_one_kernel"])
def test_every_implementation(device, name):
    forward = {} if name == "flash_one_kernel" else {"attention_with_dropout": name}
    with torch.npu.implementation({**forward, "attention_with_dropout_backward": name}):
        run(device, (2, 2, 40, 16))


def test_symbolic_sizes(device):
    compare(compiled(0.3, dynamic=True), device, make((3, 2, 21, 8), seed=1), make((3, 2, 34, 8), seed=2))


def test_everything_may_be_dropped(device):
    leaves = [make((1, 2, 9, 8), seed=seed).to(device).requires_grad_() for seed in range(3)]
    result = compiled(1.0)(*leaves, None)
    result.sum().backward()
    assert not any(bool(x.any()) for x in (result, *(leaf.grad for leaf in leaves)))


def test_what_is_computed_again_keeps_the_same_weights(device):
    def layer(q, k, v, m):
        return checkpoint(lambda q, k, v: attention(q.sin(), k, v, dropout_p=0.3), q, k, v, use_reentrant=False)

    compare(torch.compile(layer), device, make((2, 2, 16, 8), seed=1), make((2, 2, 16, 8), seed=2), of_query=torch.sin)


def test_kernels_are_verified_with_what_was_kept(device):
    with torch.npu.verify() as verification:
        run(device, (2, 2, 24, 8))
    assert verification.compared and not verification.not_compared


def test_attention_that_a_program_writes_out_and_divides_by_a_whole_number(device):
    def written_out(q, k, v, m):
        return torch.nn.functional.dropout((q @ k.mT / 4).softmax(-1), 0.3) @ v

    compare(torch.compile(written_out, fullgraph=True), device, *(make((2, 2, 24, 16), seed=seed) for seed in (1, 2)))


@pytest.mark.covering("torch.float32-False")
@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64], ids=str)
def test_eager_attention_drops_what_the_cpu_drops(device, dtype, is_causal):
    found = []
    for place in ("cpu", device):
        torch.manual_seed(3)
        leaves = [make((2, 3, 9, 8), dtype, seed).to(place, copy=True).requires_grad_() for seed in range(3)]
        result = attention(*leaves, dropout_p=0.4, is_causal=is_causal)
        result.sum().backward()
        found.append([x.detach().cpu() for x in (result, *(leaf.grad for leaf in leaves))])
    tolerance = {"rtol": 2e-2, "atol": 2e-2} if dtype == torch.bfloat16 else {}
    torch.testing.assert_close(found[1], found[0], **tolerance)


@pytest.mark.parametrize("p", [0.0, 0.4])
def test_eager_queries_that_see_nothing_get_zeros(device, p):
    seen = torch.ones(5, 7, dtype=torch.bool)
    seen[3] = False
    leaves = [make((1, 2, rows, 8), seed=rows).to(device).requires_grad_() for rows in (5, 7, 7)]
    result = attention(*leaves, seen.to(device), p)
    result.sum().backward()
    assert not result[:, :, 3].any() and bool(result.isfinite().all())
    assert all(bool(leaf.grad.isfinite().all()) for leaf in leaves)


if __name__ == "__main__":
    main("attention_dropout", run, SHAPES, "(1,2,32,16)", "B,H,S,D")
