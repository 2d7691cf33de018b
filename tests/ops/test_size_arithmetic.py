"""What programs compute from symbolic sizes, as sizes, places and numbers, and sizes that become known on the way."""

import math

import pytest
import torch
from common import compare, in_groups, main, make, require_floating, together
from torch.nn import functional as F

SHAPES = [(5, 7), (9, 13), (33, 8)]
NUMBERS = {
    "powers": lambda x: x * x.size(1) ** -0.5 + 2 ** x.size(0),
    "roots": lambda x: x * math.sqrt(x.size(1)) + math.log2(x.size(0)),
    "trigonometry": lambda x: (
        x * math.sin(x.size(1)) + math.cos(x.size(0)) * math.tanh(x.size(1)) + math.atan(x.size(0))
    ),
    "quotients": lambda x: x * (x.size(1) / 3 + x.size(0) / 7) + round(x.size(1) / 3, 2),
    "truncations": lambda x: (
        x * float(math.trunc(x.size(0) / 3)) + int(-x.size(1) / 3) + int(x.size(0) * 0.3) * math.ceil(x.size(1) * 1.7)
    ),
    "bits": lambda x: x * ((x.size(0) | 1) + (x.size(1) ^ 5)) + (1 << x.size(0)) + (x.size(1) >> 1),
    "remainders": lambda x: x * ((x.size(0) - 7) % 4),
    "remainders of fractions": lambda x: (
        x * ((x.size(0) * 0.7) % 1) + (x.size(1) % 2.5) + (x > 0).long() * (1 + (x.size(0) / 3) % 1)
    ),
    "choices": lambda x: (
        x * torch.sym_ite(x.size(0) > 6, x.size(0), x.size(1)) + torch.sym_max(x.size(0) / 3, x.size(1))
    ),
    "numbers everywhere": lambda x: torch.full(x.shape, x.size(1) / 3, device=x.device),
    "indices": lambda x: torch.arange(x.size(0), device=x.device) / x.size(1),
}
PLACES = {
    "floors": lambda x: x[: math.floor(x.size(0) / 1.7), x.size(1) // 3 :] + math.ceil(x.size(1) / 3),
    "roundings": lambda x: x[: round(x.size(0) / 2)] * 2,
    "roots": lambda x: x[: int(math.sqrt(x.size(0)))] * 2,
    "bits": lambda x: x[: (x.size(0) & 3) + 1] * 2,
    "choices": lambda x: x.new_ones(torch.sym_ite(x.size(0) > 6, x.size(0), x.size(1))) * 2,
    "remainders": lambda x: x[:, x.size(0) % -x.size(1) :] * 2,
    "extremes": lambda x: x[: torch.sym_min(x.size(0), x.size(1))] * 2,
}


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    for function in (*NUMBERS.values(), *PLACES.values()):
        torch._dynamo.reset()
        x = make(shape, dtype)
        compare(torch.compile(function, dynamic=True, fullgraph=True)(x.to(device)), function(x))


def one_graph(device, function):
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    first, *others = map(make, SHAPES)
    compare(compiled(first.to(device)), function(first))
    with torch.compiler.set_stance("fail_on_recompile"):
        for x in others:
            compare(compiled(x.to(device)), function(x))


@pytest.mark.covering("bits, remainders, remainders of fractions, choices, numbers everywhere", "indices")
@pytest.mark.parametrize("names", in_groups(NUMBERS), ids=", ".join)
def test_numbers_made_of_sizes_are_those_of_python(device, names):
    one_graph(device, together(*map(NUMBERS.get, names)))


@pytest.mark.parametrize("names", in_groups(PLACES, 3), ids=", ".join)
def test_sizes_made_of_sizes_are_those_of_python(device, names):
    one_graph(device, together(*map(PLACES.get, names)))


def test_remainders_of_negative_numbers_are_sizes_as_in_python(device):
    def function(x):
        return x[: (x.size(0) - 15) % 4 + 1] * 2

    torch._dynamo.reset()  # a remainder of 0 makes a size of 1, which PyTorch specialises
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for x in map(make, SHAPES):
        compare(compiled(x.to(device)), function(x))


def test_numbers_that_data_decide_are_passed_on(device):
    def function(x, count):
        return x * x.abs().sum().item() ** 0.5 + count.item() / 3

    torch._dynamo.reset()
    compiled = torch.compile(function, fullgraph=True)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        for x, number in ((make((5, 7)), 3), (make((5, 7), seed=1), -5)):
            count = torch.tensor(number)
            compare(compiled(x.to(device), count.to(device)), function(x, count))


def attention_and_convolution(q, k, v, w):
    return F.scaled_dot_product_attention(q, k, v), F.conv_transpose1d(k, w, None, dilation=2)


def indexing_and_convolution(x, place, w):
    return x[place, :, place], F.conv_transpose1d(x, w, None, dilation=2)


def equal_then_known(x, y, w):
    return x @ y.t(), (x + y)[:, 1:].flip(0), F.conv1d(x[None] + y, w)


def convolution_that_keeps_sizes(x, w, b):
    return F.conv2d(x, w, b, padding="same")


SPECIALISED = {
    "attention": (attention_and_convolution, [[(n, 3, 2), (n, n, 2), (n, n, 2), (n, 4, 1)] for n in (13, 16)]),
    "indexing": (indexing_and_convolution, [[(n, n, n), 3, (n, 2, 1)] for n in (5, 7)]),
    "equal sizes": (equal_then_known, [[(n, 11), (n, 11), (2, n, 3)] for n in (5, 7)]),
    "padding": (convolution_that_keeps_sizes, [[(n, n, 1, n), (1, n, n, n), (1,)] for n in (2, 4)]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECIALISED)
def test_sizes_may_become_known_while_the_graph_is_lowered(device, name):
    function, programs = SPECIALISED[name]
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True)
    for shapes in programs:
        inputs = [make(s) if isinstance(s, tuple) else torch.arange(s) for s in shapes]
        compare(compiled(*(x.to(device) for x in inputs)), function(*inputs))


def convolution_of_all_rows(x, w):
    return F.conv1d(x.reshape(1, -1, x.shape[-1]), w.reshape(2, -1, 3), padding=1)


@pytest.mark.slow
def test_products_of_sizes_that_a_guard_fixes_are_numbers_of_gradients(device):
    torch._dynamo.reset()
    compiled = torch.compile(convolution_of_all_rows, dynamic=True)
    for rows, columns, length in ((5, 7, 12), (3, 6, 6)):
        found = []
        for place, function in (("cpu", convolution_of_all_rows), (device, compiled)):
            inputs = [make(s).to(place).requires_grad_() for s in ((rows, columns, length), (2, rows * columns, 3))]
            result = function(*inputs)
            found.append(torch.autograd.grad(result, inputs, torch.ones(result.shape, device=place)))
        compare(found[1], found[0])


def test_operands_made_in_groups_of_a_symbolic_size_are_written_to_memory(device):
    def function(x, w, b):
        return F.linear(x.narrow(1, 0, 1).flatten(), w, b)

    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for rows, columns in ((9, 3), (11, 5)):
        inputs = [make((rows, 4, columns)), make((4, rows * columns)), make((4,))]
        compare(compiled(*(x.to(device) for x in inputs)), function(*inputs))


def parts(x):
    return x[:, : (x.size(1) + 1) // 3, : (x.size(2) + 1) // 3]


THIRDS = {
    "pooling": lambda x: F.avg_pool3d(x[None], (1, 2, 2), stride=(1, 3, 3)),
    "copies": lambda x: parts(x).transpose(0, 1).reshape(-1),
    "sums": lambda x: parts(x).exp().sum((1, 2)),
    "rows and their sums": lambda x: parts(x).transpose(0, 1).softmax(2),
}


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("name", THIRDS)
def test_a_size_of_one_in_the_example_may_be_another_one_elsewhere(device, name):
    torch._dynamo.reset()
    compiled = torch.compile(THIRDS[name], dynamic=True, fullgraph=True)
    for x in map(make, ((5, 4, 2), (7, 13, 10), (3, 2, 8))):
        compare(compiled(x.to(device)), THIRDS[name](x))


@pytest.mark.slow
def test_rows_of_a_size_that_is_known_to_be_one_fuse_with_their_sums(device):
    def function(x):
        part = x[:, : x.size(1) // 3, : x.size(2) // 3]
        return (part.exp().sum(2)[:, :, None] + part).contiguous().view(-1)

    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for x in map(make, ((5, 4, 5), (7, 13, 10))):
        compare(compiled(x.to(device)), function(x))


@pytest.mark.slow
def test_strides_that_divide_each_other_are_compared_without_quotients(device):
    """sympy's remainder of strides such as `s` and `s*s + 2*s + 1` is a quotient, which guards cannot print."""

    def function(x):
        pooled = F.max_pool2d(x, 3, stride=3, padding=1, ceil_mode=True, dilation=2)
        return F.group_norm(pooled, 1)

    torch._dynamo.reset()
    x = make((2, 1, 4, 4))
    compare(torch.compile(function, dynamic=True, fullgraph=True)(x.to(device)), function(x))


if __name__ == "__main__":
    main("size arithmetic", run, SHAPES, "(33,12)", "ROWS,COLUMNS")
