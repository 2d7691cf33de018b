"""Grouped-query attention: keys and values that several query heads share are read once, however it is written."""

import pytest
import torch
from common import check, check_gradients, check_sizes, kernel_reports, main, make
from torch.nn.functional import scaled_dot_product_attention

SHAPES = [(1, 2, 3, 1, 40, 16), (2, 2, 2, 17, 33, 8)]


def repeated(x, count):
    batch, heads, length, width = x.shape
    return x[:, :, None].expand(batch, heads, count, length, width).reshape(batch, heads * count, length, width)


def told(q, k, v, mask=None):
    return scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)


def expanded(q, k, v, mask=None):
    count = q.shape[1] // k.shape[1]
    return scaled_dot_product_attention(q, repeated(k, count), repeated(v, count), attn_mask=mask)


def interleaved(q, k, v, mask=None):
    count = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(count, 1), torch.repeat_interleave(v, count, dim=1)
    return scaled_dot_product_attention(q, k, v, attn_mask=mask)


def of_one_head(q, k, v, mask=None):
    k, v = (x[:, :1].expand(-1, q.shape[1], -1, -1) for x in (k, v))
    return scaled_dot_product_attention(q, k, v, attn_mask=mask)


def written_out(q, k, v, mask=None):
    count = q.shape[1] // k.shape[1]
    scores = torch.matmul(q, repeated(k, count).transpose(2, 3)) * 0.3
    weights = torch.softmax(torch.tanh(scores) if mask is None else torch.tanh(scores) + mask, -1)
    return torch.matmul(weights, repeated(v, count))


FORMS = [told, expanded, interleaved, of_one_head, written_out]


def tensors(shape, dtype=torch.float32):
    """Queries, keys and values for (batch, key heads, query heads per key head, queries, keys, width)."""
    batch, heads, count, queries, keys, width = shape
    sizes = ((batch, heads * count, queries, width), *[(batch, heads, keys, width)] * 2)
    return [make(size, dtype, seed) for seed, size in enumerate(sizes)]


def run(device, shape, dtype=torch.float32):
    for form in FORMS:
        check(form, *tensors(shape, dtype), device=device)


@pytest.mark.covering("of_one_head")
@pytest.mark.parametrize("form", FORMS)
def test_heads_are_shared_by_single_queries(device, form):
    q, k, v = tensors((2, 2, 3, 1, 37, 12))
    masks = make((2, 1, 1, 37)), make((1, 6, 1, 37)).to(torch.float32)
    check(lambda q, k, v, a, b: [form(q, k, v), form(q, k, v, a), form(q, k, v, b)], q, k, v, *masks, device=device)


@pytest.mark.covering("told", "interleaved")
@pytest.mark.parametrize("form", FORMS)
def test_gradients_are_summed_over_the_heads_that_share(device, form):
    check_gradients(form, *tensors((2, 2, 2, 7, 19, 8)), device=device)


@pytest.mark.slow
def test_repeated_keys_may_have_other_uses(device):
    def also_summed(q, k, v):
        keys = repeated(k, 2)
        return scaled_dot_product_attention(q, keys, repeated(v, 2)).sum(-1) + keys.mean()

    check_gradients(also_summed, *tensors((1, 2, 2, 5, 9, 8)), device=device)


@pytest.mark.slow
def test_attention_without_shared_heads_may_be_viewed(device):
    """PyTorch's pattern for attention leaves the graph out of order: the gradient's view follows what reads it."""

    def transposed(q, k, v):
        return (torch.softmax((q @ k.mT) * 0.5, -1) @ v).transpose(0, 1)

    check_gradients(transposed, *tensors((2, 2, 1, 3, 5, 8)), device=device)


@pytest.mark.covering("told")
@pytest.mark.parametrize("form", [expanded, told])
def test_numbers_of_keys_may_be_symbolic(device, form):
    check_sizes(form, *(tensors((1, 2, 2, 1, keys, 8)) for keys in (9, 30)), device=device)


@pytest.mark.covering("512-told", "512-expanded", "8192-interleaved")
@pytest.mark.parametrize("form", FORMS[:3])
@pytest.mark.parametrize("keys", [512, 8192])
def test_a_decoding_step_reads_keys_and_values_once(device, form, keys):
    q, k, v = (x.to(device) for x in (torch.empty(1, 32, 1, 64), *[torch.empty(1, 8, keys, 64)] * 2))
    (kernel,) = kernel_reports(form, q, k, v)
    assert kernel["memory"]["read_bytes"] == 4 * (q.numel() + k.numel() + v.numel())


if __name__ == "__main__":
    main("shared heads", run, SHAPES, "(1,8,4,1,1024,64)", "B,G,R,L,S,D")
