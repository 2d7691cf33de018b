"""Stores beside what computes the tensor they go to: scatters behind products, operands of a concatenation that are
changed, results that are made in the memory of their operands.
"""

import pytest
import torch
import torch._inductor.config
import torch.nn.functional as F
from common import check, check_gradients, main, make

SHAPES = [(3, 4, 5), (1, 7, 1), (129, 17, 65)]


def places(count, of=None):
    """Different numbers below `of`, in no order."""
    return torch.randperm(of or count, generator=torch.Generator().manual_seed(count))[:count]


def index_put(x, i, v):
    return x.index_put((i,), v)


def index_add(x, i, v):
    return x.index_add(0, i, v)


def index_copy(x, i, v):
    return x.index_copy(0, i, v)


def scatter(x, i, v):
    return x.scatter(0, rows(i, v), v)


def scatter_add(x, i, v):
    return x.scatter_add(0, rows(i, v), v)


def scatter_reduce(x, i, v):
    return x.scatter_reduce(0, rows(i, v), v, "amax")


def set_rows(x, i, v):
    changed = x.clone()
    changed[i] = v
    return changed


def rows(i, v):
    return i.view(-1, *[1] * (v.dim() - 1)).expand_as(v)


STORES = [index_put, index_add, index_copy, scatter, scatter_add, scatter_reduce, set_rows]


def run(device, shape, dtype=torch.float32):
    for store in STORES:
        into_product(device, store, shape, dtype)


def into_product(device, store, shape, dtype=torch.float32):
    m, k, n = shape
    operands = make((m, k), dtype), make((k, n), dtype, 1), places(m), make((m, n), dtype, 2)
    check(lambda a, b, i, v: store((a @ b) * k**-0.5, i, v), *operands, device=device)


# -- scatters of as many elements as a product has


@pytest.mark.covering("index_put-(129, 17, 65)", "scatter_add-(1, 7, 1)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("store", [index_put, scatter_add], ids=lambda s: s.__name__)
def test_a_scatter_into_a_product_finds_it_complete(device, shape, store):
    into_product(device, store, shape)


@pytest.mark.parametrize("store", STORES, ids=lambda s: s.__name__)
def test_every_scatter_into_a_product_finds_it_complete(device, store):
    into_product(device, store, (5, 8, 3))


PRODUCTS = {
    "mm": (lambda a, b: a @ b, (7, 5), (5, 9)),
    "bmm": (torch.bmm, (7, 5, 3), (7, 3, 4)),
    "linear": (lambda a, b: F.linear(a, b, b[:, 0]), (7, 5), (9, 5)),
    "conv": (lambda a, b: F.conv2d(a, b, b[:, 0, 0, 0]), (7, 3, 5, 6), (4, 3, 1, 1)),
    "conv_transpose": (lambda a, b: F.conv_transpose2d(a, b, stride=2), (7, 3, 5, 6), (3, 4, 2, 2)),
}


@pytest.mark.covering("bmm-index_add", "linear-index_put", "conv-index_put")
@pytest.mark.parametrize("store", [index_put, index_add], ids=lambda s: s.__name__)
@pytest.mark.parametrize("product", PRODUCTS)
def test_a_scatter_behind_the_epilogue_of_a_product_comes_last(device, product, store):
    function, left, right = PRODUCTS[product]
    a, b = make(left), make(right, seed=1)
    source = make(function(a, b).shape, seed=2)
    check(lambda a, b, i, v: store(torch.relu(function(a, b)), i, v), a, b, places(7), source, device=device)


def test_a_cache_is_updated_with_the_keys_of_a_token(device):
    def step(x, w, cache, at):
        keys = (x @ w).view(1, 4, 8) * 0.5
        cache = cache.index_copy(1, at, keys.view(1, 1, 32).expand(1, 3, 32))
        return cache, (cache @ keys.view(1, 32, 1)).sum(1)

    check(step, make((1, 16)), make((16, 32), seed=1), make((1, 7, 32), seed=2), places(3, 7), device=device)


@pytest.mark.slow
def test_the_gradient_of_an_indexed_divisor_is_added_to_the_one_of_a_product(device):
    def function(x, w, i, j):
        t = x / (x[i, j].abs() + 1)
        return torch.cat([F.relu6((t @ w) * 0.577).reshape(-1), (t.abs() + 0.5).pow(0.7).reshape(-1)])

    one = torch.tensor([0])
    check_gradients(function, make((1, 3)), make((3, 4), seed=1), one, one + 1, device=device)


def test_gradients_of_a_running_minimum_behind_a_linear_layer(device):
    check_gradients(
        lambda x, w, b: F.linear(x, w, b).cummin(1)[0], make((1, 4)), make((6, 4), seed=1), make((6,)), device=device
    )


# -- operands of a concatenation


def beside_the_operand(x, i, v, store):
    operand = torch.relu(x)
    return torch.cat([operand, x]), store(operand, i, v)


def beside_the_whole(x, i, v, store):
    operand = torch.softmax(x, 1)
    changed = store(torch.cat([operand, x]), i, v)
    return changed, operand.sum(0)


def twice(x, i, v, store):
    operand = store(torch.relu(x), i, v)
    whole = torch.cat([operand, x])
    return whole, store(operand, i, v * 2)


def read_before(x, i, v, store):
    operand = torch.softmax(x, 1)
    total = torch.cat([operand, x], 1).sum(1)
    return store(operand, i, v), total


@pytest.mark.covering("beside_the_operand-index_put", "read_before-index_put", "twice-set_rows")
@pytest.mark.parametrize("store", [index_put, index_add, set_rows], ids=lambda s: s.__name__)
@pytest.mark.parametrize("function", [beside_the_operand, beside_the_whole, twice, read_before])
def test_a_change_of_an_operand_or_of_the_concatenation_leaves_the_other_one_alone(device, function, store):
    i, v = places(2, 3), make((2, 5), seed=1)
    with torch._inductor.config.patch(max_pointwise_cat_inputs=0, max_complex_pointwise_cat_inputs=0):
        check(lambda x, i, v: function(x, i, v, store), make((3, 5)), i, v, device=device)


def test_an_operand_of_columns_keeps_its_strides(device):
    def function(x, i, v):
        operand = torch.relu(x)
        whole = torch.cat([x, operand], 1)
        return whole, operand.index_put((i,), v)[:, 1:]

    check(function, make((3, 5)), places(2, 3), make((2, 5), seed=1), device=device)


# -- results in the memory of an operand


@pytest.mark.covering("70", "72")
@pytest.mark.parametrize("count", [70, 69, 72])
def test_a_result_may_lie_in_a_slightly_larger_operand(device, count):
    check(lambda x: (x.cumsum(0)[:count] / 8).exp().cumsum(0), make((72,)), device=device)


def test_a_result_may_lie_in_a_slightly_larger_product(device):
    check(lambda x: (x @ x)[:39].exp().cumsum(0), make((40, 40)) / 40, device=device)


def test_the_gradient_of_a_pad_may_lie_in_the_padded_gradient(device):
    check_gradients(
        lambda a, b: b / (F.glu(F.pad(a, [0, 2], value=2), 0).abs() + 1),
        make((70,)),
        make((36,), seed=1),
        device=device,
    )


@pytest.mark.covering("scatter_reduce", "set_rows")
@pytest.mark.parametrize("store", [index_put, index_add, scatter_reduce, set_rows], ids=lambda s: s.__name__)
def test_a_mask_is_filled_after_a_scatter_into_the_same_tensor(device, store):
    """Operators in place, as Inductor makes them of a chain whose tensors are read once."""

    def function(x, i, v, mask):
        filled = store(x, i, v).index_put((mask,), torch.zeros((), device=x.device))
        return store(filled, i[1:], v[1:] + 3)

    i = places(3, of=5)
    mask = torch.zeros(5, dtype=torch.bool).index_fill(0, i[:2], True)
    check(function, make((5, 7)), i, make((3, 7), seed=1), mask, device=device)


COPIES = {
    "twice": lambda y: (y.clone(), y.clone()),
    "of a copy": lambda y: (y.clone().clone(), y),
    "and its view": lambda y: (y.clone(), y.view(-1)),
    "viewed": lambda y: (y.clone().view(-1), y.clone(), y.clone().t()),
    "and a part of another": lambda y: (y.clone().split(2)[0], y.clone()),
    "as a result": lambda y: (y, y.contiguous().clone(), y.float().clone()),
}


@pytest.mark.covering
@pytest.mark.parametrize("copies", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("trains", [False, True])
def test_copies_that_are_results_have_memory_of_their_own(device, copies, trains):
    torch._dynamo.reset()  # one function of many
    x = make((3, 4))
    compiled = torch.compile(lambda x: copies((x * 2).clone()), fullgraph=True)
    results = compiled(x.to(device).requires_grad_(trains))
    results[0].detach().add_(1)
    first, *others = copies(x * 2)
    torch.testing.assert_close(results[0].detach().cpu(), first + 1)
    for result, expected in zip(results[1:], others, strict=True):
        torch.testing.assert_close(result.detach().cpu(), expected)


EQUALS = {
    "a sum with zeros": lambda x: (x + torch.zeros_like(x)).view(-1),
    "a difference from zeros": lambda x: (x - torch.zeros(4, device=x.device))[1],
    "a product with ones": lambda x: (torch.ones_like(x) * x + 0 * torch.zeros_like(x)).t(),
    "an expanded input": lambda x: x[:1].expand(3, 4) / torch.ones((), device=x.device),
    "what is left of dropout": lambda x: torch.nn.functional.dropout(x, 1.0) + x,
    "a concatenation of a copy": lambda x: torch.cat([x.clone().unsqueeze(1)], 1).view(-1),
    "a copy of a copy": lambda x: torch.cat([x.clone().view(-1)]).clone(),
    "a view of a sum of views": lambda x: (x.t() + torch.zeros_like(x.t())).t(),
}


@pytest.mark.parametrize("equal", EQUALS.values(), ids=EQUALS)
@pytest.mark.parametrize("trains", [False, True])
def test_results_that_equal_an_input_have_memory_of_their_own(device, equal, trains):
    torch._dynamo.reset()  # one function of many
    x = make((3, 4)).to(device).requires_grad_(trains)
    result, expected = torch.compile(equal, fullgraph=True)(x), equal(x.detach().cpu())
    x.detach().add_(1)
    torch.testing.assert_close(result.detach().cpu(), expected, check_stride=True)


def test_what_is_equal_to_a_view_keeps_its_values_when_the_program_updates_what_is_viewed(device):
    def function(x):
        before = x.view(-1) + torch.zeros(x.numel(), device=x.device)
        x.add_(1)
        return before

    check(function, make((3, 4)), device=device)


@pytest.mark.parametrize("trains", [False, True])
@pytest.mark.parametrize("p", [0.0, 0.5])
def test_what_drops_nothing_is_its_input(device, p, trains):
    torch._dynamo.reset()  # one function of many

    def function(x):
        x = x * 2 if trains else x
        dropped = torch.nn.functional.dropout(x, p, training=p == 0)
        dropped.add_(1)
        return x * 2, dropped

    x, on_device = make((3, 4)), make((3, 4)).to(device)
    results = torch.compile(function, fullgraph=True)(on_device.requires_grad_(trains))
    for result, expected in zip((*results, on_device), (*function(x), x), strict=True):
        torch.testing.assert_close(result.detach().cpu(), expected)
    assert trains or results[1] is on_device


if __name__ == "__main__":
    main("stores in place", run, SHAPES, "(65,70,33)", "M,K,N")
