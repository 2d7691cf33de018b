"""Attention whose batch, heads and lengths are symbolic: one graph serves them all."""

import pytest
import torch
from common import compare, main, make, require_floating
from torch._dynamo.utils import counters
from torch.nn.functional import group_norm, scaled_dot_product_attention

SHAPES = [(2, 3, 7, 11, 8), (3, 4, 5, 9, 8)]
SIZES = [(batch, heads, queries, keys) for batch, heads in ((2, 3), (5, 7)) for queries, keys in (
    (7, 11), (130, 5), (9, 129), (33, 33), (3, 300)
)]  # fmt: skip


def plain(q, k, v):
    return scaled_dot_product_attention(q, k, v)


def causal(q, k, v):
    return scaled_dot_product_attention(q, k, v, is_causal=True)


def masked(q, k, v):
    return scaled_dot_product_attention(q, k, v, q[:, :1, :, :1] + k[:, :1, :, 0].unsqueeze(2))


def hidden(q, k, v):
    return scaled_dot_product_attention(q, k, v, q[0, 0, :, :1] > k[0, 0, :, 0] - 9)


def shared_heads(q, k, v):
    return scaled_dot_product_attention(torch.cat([q, q.flip(2)], 1), k, v, enable_gqa=True)


FUNCTIONS = {f.__name__: f for f in (plain, causal, masked, hidden, shared_heads)}


def inputs(batch, heads, queries, keys, width=8, dtype=torch.float32):
    lengths = (queries, keys, keys)
    return [make((batch, heads, length, width), dtype, seed) for seed, length in enumerate(lengths)]


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    for function in FUNCTIONS.values():
        torch._dynamo.reset()
        tensors = inputs(*shape, dtype=dtype)
        result = torch.compile(function, dynamic=True)(*(x.to(device) for x in tensors))
        compare(result, function(*tensors))


def graphs_for(device, function, dynamic, sizes=SIZES):
    torch._dynamo.reset()
    counters.clear()
    compiled = torch.compile(function, dynamic=dynamic)
    for size in sizes:
        tensors = inputs(*size)
        compare(compiled(*(x.to(device) for x in tensors)), function(*tensors))
    return counters["stats"]["unique_graphs"]


@pytest.mark.covering("shared_heads")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_graph_serves_all_lengths(device, name):
    assert graphs_for(device, FUNCTIONS[name], dynamic=True) == 1


@pytest.mark.slow
def test_lengths_that_turn_out_to_change_take_a_second_graph(device):
    assert graphs_for(device, plain, dynamic=None, sizes=[SIZES[i] for i in (0, 6, 3, 9)]) == 2


def test_one_graph_serves_gradients_of_all_lengths(device):
    def loss(q, k, v):
        return causal(q, k, v).square().sum()

    torch._dynamo.reset()
    counters.clear()
    compiled = torch.compile(loss, dynamic=True)
    for size in SIZES[::3]:
        found = []
        for place, function in (("cpu", loss), (device, compiled)):
            moved = [x.to(place).requires_grad_() for x in inputs(*size)]
            found.append(torch.autograd.grad(function(*moved), moved))
        compare(found[1], found[0])
    assert counters["stats"]["unique_graphs"] == 1


@pytest.mark.slow
def test_attention_in_its_unfused_form_serves_any_size_of_a_head(device):
    def function(q, k, v, bias):
        return scaled_dot_product_attention(q, k, v, bias)

    torch._dynamo.reset()
    counters.clear()
    compiled = torch.compile(function, dynamic=True)
    for width, keys in ((8, 11), (16, 5), (3, 40)):
        tensors = [*inputs(2, 3, 7, keys, width), make((7, keys)).requires_grad_()]
        moved = [x.detach().to(device).requires_grad_(x.requires_grad) for x in tensors]
        compare(compiled(*moved).detach(), function(*tensors).detach())
    assert counters["stats"]["unique_graphs"] == 1


@pytest.mark.slow
def test_a_number_of_heads_that_only_the_kernel_fixes_is_known_in_all_that_follows(device):
    """The remainder of a head by a multiple of its group is the head itself once their number is known."""

    def normalised(q, k, v):
        return group_norm(scaled_dot_product_attention(q, k, v, enable_gqa=True), 2)

    compiled = torch.compile(normalised, fullgraph=True, dynamic=True)
    for batch, heads, length in ((5, 4, 3), (2, 6, 7)):
        given = [make((batch, n, length, 2), seed=n) for n in (heads, 1, 1)]
        compare(compiled(*(x.to(device) for x in given)), normalised(*given))


if __name__ == "__main__":
    main("dynamic attention", run, SHAPES, "(2,3,40,129,16)", "BATCH,HEADS,QUERIES,KEYS,WIDTH")
