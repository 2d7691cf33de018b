"""Symbolic sizes: one compile serves sizes smaller and larger than a tile, 0 and 1, and sizes that data decide."""

import math

import pytest
import torch
from common import compare, compare_or_nearer, main, make, require_floating
from torch.nn import functional as F

SHAPES = [(64, 128), (5, 8), (3, 1)]
FUNCTIONS = {
    "pointwise": lambda x: torch.nn.functional.gelu(x) + x.t().contiguous().t(),
    "sum": lambda x: (x.sum(0), x.mean(1), x.amax()),
    "softmax": lambda x: torch.softmax(x, 1),
    "view": lambda x: (x[1:, :-1].reshape(-1), torch.cat([x, x], 0)),
    "sort": lambda x: tuple(torch.sort(x, dim=1, stable=True)),
    "scan": lambda x: torch.cumsum(x, 1),
    "matmul": lambda x: x @ x.t(),
}
SIZES = [(300, 700), (3, 4), (4097, 5), (6, 9001)]


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    for function in FUNCTIONS.values():
        one_compile(device, function, [(7, 9), *([shape] if 1 not in shape else [])], dtype)


def one_compile(device, function, sizes, dtype=torch.float32):
    """The function is compiled for the first size and must not be compiled again for the others."""
    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    with torch.no_grad():
        compiled(make((17, 29), dtype).to(device))
        with torch.compiler.set_stance("fail_on_recompile"):
            for size in sizes:
                x = make(size, dtype)
                compare_or_nearer(function, [x], compiled(x.to(device)), function(x))


@pytest.mark.covering("softmax", "scan", "matmul")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_compile_serves_many_sizes(device, name):
    one_compile(device, FUNCTIONS[name], [(300, 70), (3, 4)] if name == "matmul" else SIZES)


@pytest.mark.covering("scan")
@pytest.mark.parametrize("name", ["pointwise", "softmax", "view", "scan"])
def test_sizes_of_one_and_none_are_served(device, name):
    torch._dynamo.reset()  # 0 and 1 are compiled apart: PyTorch specialises them
    compiled = torch.compile(FUNCTIONS[name], dynamic=True, fullgraph=True)
    for size in [(17, 29), (1, 50), (50, 1), (0, 5), (1, 1)]:
        compare(compiled(make(size).to(device)), FUNCTIONS[name](make(size)))


@pytest.mark.covering("windows")
@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: F.avg_pool2d(x, 2, stride=3) - y,
        lambda x, y: (x[:, ::3, ::3] * 2).expand(-1, 3, 5) + y[0],
    ],
    ids=["windows", "steps"],
)
def test_a_size_that_is_one_by_a_guard_is_expanded(device, function):
    torch._dynamo.reset()
    x, y = make((8, 3, 3)), make((3, 1), seed=1)
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    compare(compiled(x.to(device), y.to(device)), function(x, y))


def test_marked_dimensions_are_symbolic_and_others_are_not(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x.sum(1) * 2, fullgraph=True)
    x = make((40, 6)).to(device)
    torch._dynamo.mark_dynamic(x, 0)
    compare(compiled(x), x.cpu().sum(1) * 2)
    with torch.compiler.set_stance("fail_on_recompile"):
        for rows in (2, 1000):
            x = make((rows, 6))
            compare(compiled(x.to(device)), x.sum(1) * 2)


NUMBERS = {
    "full": lambda x, s: (torch.full((2,), s, device=x.device), x * s),
    "full_like": lambda x, s: (torch.full_like(x, s), x * s),
    "new_full": lambda x, s: (x.new_full((2,), s / 2), x * s),
    "clamp": lambda x, s: (x.clamp(max=s), x * s),
    "masked_fill": lambda x, s: (x.masked_fill(x > 0, s), x * s),
    "add": lambda x, s: (torch.add(x, x, alpha=s), x * s),
    "a whole number": lambda x, s: (x.new_full((2,), int(100 * s)), x * s),
    "a gradient": lambda x, s: torch.autograd.grad((x.clamp(max=s) * s).sum(), x)[0],
}


@pytest.mark.covering("full", "a whole number")
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_may_be_a_tensor_for_one_operator_and_not_for_another(device, name):
    torch._dynamo.reset()
    function, x = NUMBERS[name], make((4,)).requires_grad_(name == "a gradient")
    compiled, there = torch.compile(function), x.detach().to(device).requires_grad_(x.requires_grad)
    with torch.compiler.config.patch(force_disable_caches=False):  # the guard is lost with PyTorch's caches only
        for number in (0.1, 0.2, 0.3, 0.4):
            torch.testing.assert_close(compiled(there, number), function(x, number), check_device=False)


def test_a_number_that_is_a_tensor_for_all_operators_is_compiled_once(device):
    torch._dynamo.reset()
    compiled, x = torch.compile(lambda x, s: (x * s, x + s)), make((4,)).to(device)
    compiled(x, 0.1), compiled(x, 0.2)
    with torch.compiler.set_stance("fail_on_recompile"):
        torch.testing.assert_close(compiled(x, 0.3)[0].cpu(), x.cpu() * 0.3)


def test_sizes_that_data_decide_flow_on(device):
    torch._dynamo.reset()

    def chosen(x):
        return torch.nonzero(x > 0.5)[:, 0].float() * 2

    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        compiled = torch.compile(chosen, fullgraph=True)
        for seed in (0, 1):
            x = make((70,), seed=seed)
            compare(compiled(x.to(device)), chosen(x))


NARROW = {
    "function": lambda x, start: torch.narrow(x, 1, start, 2),
    "method": lambda x, start: x.narrow(-1, start=start, length=3).sum(1),
    "computed": lambda x, start: torch.narrow(input=x, dim=0, start=start * 2 // 2, length=2).clone().add_(1),
}


@pytest.mark.covering("computed")
@pytest.mark.parametrize("name", NARROW)
def test_parts_may_start_where_a_tensor_says(device, name):
    torch._dynamo.reset()
    program = torch.compile(NARROW[name], fullgraph=True)
    x = make((5, 6, 7))
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        for start in (2, 0, -3):
            place = torch.tensor(start)
            compare(program(x.to(device), place.to(device)), NARROW[name](x, place).contiguous())


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=str)
def test_numbers_that_a_program_returns_are_those_of_python(device, dtype):
    def numbers(x):
        number = x.item()
        return number, (number * 3.3 - 1e-3) ** 2 / 7.7, math.sqrt(number), int(number * 100), number > 0, x + number

    torch._dynamo.reset()
    x = torch.tensor(0.1, dtype=dtype)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        *found, product = torch.compile(numbers, fullgraph=True)(x.to(device))
    *expected, wanted = numbers(x)
    assert found == expected
    compare(product, wanted)


def test_tensors_of_the_host_are_made_of_numbers_in_double_precision(device):
    def tensors(x):
        number, ones = x.item(), torch.ones(3, dtype=torch.float64)
        return (
            torch.full((2,), number, dtype=torch.float64),
            ones.clamp(max=number),
            torch.add(ones, ones, alpha=number),
        )

    torch._dynamo.reset()
    x = torch.tensor(0.1, dtype=torch.float64)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        found = torch.compile(tensors, fullgraph=True)(x.to(device))
    for one, other in zip(found, tensors(x), strict=True):
        assert torch.equal(one, other)


@pytest.mark.covering("rows")
@pytest.mark.parametrize(
    "part",
    [lambda x, end: x[:end], lambda x, end: x[:, 1:end:2], lambda x, end: x[:-end], lambda x, end: x[end : end + 2]],
    ids=["rows", "every other column", "from the end", "both"],
)
def test_gradients_of_parts_that_end_where_a_tensor_says(device, part):
    torch._dynamo.reset()
    program = torch.compile(lambda x, end: part(x, end.item()).exp(), fullgraph=True)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        for end in (2, 4, 3):
            x = make((7, 6))
            xs = [x.requires_grad_(), x.detach().to(device).requires_grad_()]
            for each, run_it in zip(xs, (lambda x, end: part(x, end.item()).exp(), program), strict=True):
                run_it(each, torch.tensor(end, device=each.device)).sum().backward()
            compare(xs[1].grad, xs[0].grad)


@pytest.mark.slow
def test_many_small_sizes_fit_the_scratchpad(device):
    def function(x, index, source):
        return F.pad(x, (1, 1, 1, 1), mode="replicate").scatter_reduce(0, index, source, "mean")

    torch._dynamo.reset()
    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for n in (2, 3):
        inputs = [make((n, 3, 3, 3)), torch.arange(n * 16).view(n, 2, 4, 2) % n, make((n, 2, 4, 2), seed=1)]
        compare(compiled(*(x.to(device) for x in inputs)), function(*inputs))


@pytest.mark.slow
def test_a_group_norm_whose_sizes_share_a_symbol(device):
    """Its statistics are gathered: which group a channel is in is computed from the symbol."""
    x, w, b = make((2, 8, 8, 3)), make((8,), seed=1), make((8,), seed=2)
    torch._dynamo.reset()
    compiled = torch.compile(lambda x, w, b: F.group_norm(x, 4, w, b), dynamic=True, fullgraph=True)
    compare(compiled(x.to(device), w.to(device), b.to(device)), F.group_norm(x, 4, w, b))


if __name__ == "__main__":
    main("dynamic", run, SHAPES, "(512,768)", "ROWS,COLUMNS")
