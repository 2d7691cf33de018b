"""Gathers, scatters and dynamic shapes of the code generator, compiled on the device against eager on the CPU."""

from functools import partial

import pytest
import torch
import torch.nn.functional as F
from common import check, check_gradients, kernel_reports, make


def indices(high, shape, seed=0, low=0):
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize(
    ("function", "index"),
    [
        (lambda a, i: F.embedding(i, a) * 2, indices(50, (3, 7))),
        (lambda a, i: a.index_select(1, i) + 1, indices(33, (9,))),
        (lambda a, i: a.gather(1, i) + 1, indices(33, (50, 9))),
        (lambda a, i: a[i], indices(50, (9,), low=-50)),
        (lambda a, i: a[i, 5:], indices(50, (4, 2))),
        (lambda a, i: a[:, i].sum(0), indices(33, (5,))),
        (lambda a, i: torch.take(a, i) * a.amax(), indices(50 * 33, (77,))),
    ],
)
def test_a_gather_reads_the_indexed_elements(device, function, index):
    check(function, make((50, 33)), index, device=device)


@pytest.mark.covering("<lambda>0", "<lambda>1")
@pytest.mark.parametrize(
    "function",
    [
        lambda a: a.sum(1)[:, None].expand(50, 5).reshape(-1) * 2,
        lambda a: a.cumsum(1)[:, 3].repeat_interleave(7) + 1,
        lambda a: torch.masked_select(a, a[:, :1] > 0),
    ],
)
def test_results_are_repeated_along_a_new_dimension(device, function):
    check(function, make((50, 33)), device=device)


def test_additions_to_equal_indices_accumulate(device):
    check(
        lambda a, i, v: a.index_put((i,), v, accumulate=True),
        make((50, 33)),
        indices(50, (99,)),
        make((99, 33)),
        device=device,
    )


def test_rows_are_replaced(device):
    order = torch.randperm(50, generator=torch.Generator().manual_seed(0))[:20]
    check(lambda a, i, v: a.index_put((i,), v), make((50, 33)), order, make((20, 33)), device=device)


@pytest.mark.parametrize("dtype", [torch.float32, torch.int32])
def test_scattered_additions(device, dtype):
    check(
        lambda a, i, v: a.scatter_add(0, i, v),
        make((50, 33), dtype),
        indices(50, (20, 33)),
        make((20, 33), dtype),
        device=device,
    )


ONE_PER_ROW = {
    "replaced in zeros": lambda a, i, b, dim: torch.zeros_like(a).scatter(dim, i, b),
    "replaced": lambda a, i, b, dim: (a * 2).scatter(dim, i, b) + 1,
    "replaced by a number": lambda a, i, b, dim: (a + 1).scatter(dim, i, 3),
    "added": lambda a, i, b, dim: (a * 2).scatter_add(dim, i, b),
}


@pytest.mark.covering("replaced-(7, 5)-1-float32", "added-(3, 129, 2)--2-int8")
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int64, torch.int8], ids=lambda d: str(d)[6:])
@pytest.mark.parametrize(
    ("shape", "dim"), [((7, 5), 1), ((13,), 0), ((3, 129, 2), -2), ((1, 1), 0), ((0, 4), 1)], ids=str
)
@pytest.mark.parametrize("kind", ONE_PER_ROW)
def test_one_element_in_each_row(device, kind, shape, dim, dtype):
    one_each = [1 if d == dim % len(shape) else size for d, size in enumerate(shape)]
    larger = [size + 1 for size in one_each]
    function = partial(ONE_PER_ROW[kind], dim=dim)
    check(function, make(shape, dtype), indices(shape[dim], one_each), make(larger, dtype, seed=1), device=device)


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(lambda a: a.max(1)[0] * 2, id="max"),
        pytest.param(lambda a: a.median(0)[0].exp(), id="median"),
        pytest.param(lambda a: a.gather(1, a.argmax(1, keepdim=True)), id="gather"),
    ],
)
def test_the_gradient_of_one_element_in_each_row_writes_nothing_by_index(device, function):
    a = make((37, 129)).requires_grad_()
    check_gradients(function, a, device=device)

    def gradient(a):
        return torch.autograd.grad(function(a).sum(), a)

    kernels = kernel_reports(gradient, make((37, 129)).to(device).requires_grad_(), fullgraph=False)
    assert {operation["kind"] for kernel in kernels for operation in kernel["operations"]} & {"vector"}
    assert not any(operation["kind"] == "scatter" for kernel in kernels for operation in kernel["operations"])


def test_the_backward_of_an_embedding(device):
    def backward(g, i):
        return torch.ops.aten.embedding_dense_backward(g, i, 50, -1, False)

    check(backward, make((20, 33)), indices(50, (20,)), device=device)


@pytest.mark.parametrize(("shape", "columns"), [((0,), 3), ((2, 0), 3), ((4,), 0)], ids=str)
def test_the_backward_of_an_embedding_of_nothing(device, shape, columns):
    def backward(g, i):
        return torch.ops.aten.embedding_dense_backward(g, i, 50, -1, False)

    check(backward, make((*shape, columns)), indices(50, shape), device=device)


def dynamic(function, device, shapes, **tolerances):
    """Compiles once with symbolic sizes and runs at every shape; returns how often it was compiled."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    compiled = torch.compile(function, dynamic=True)
    for seed, shape in enumerate(shapes):
        x = make(shape, seed=seed)
        got = compiled(x.to(device))
        for result, expected in zip(got, function(x), strict=True):
            torch.testing.assert_close(result.cpu(), expected, **tolerances)
    return torch._dynamo.utils.counters["stats"]["unique_graphs"]


@pytest.mark.slow
def test_one_compile_serves_many_sizes(device):
    def function(a):
        return torch.softmax(a, 1), a.sum(0), a.t() * 2, (a + 1).mean(), a.argmax(1)

    shapes = [(129, 65), (2, 3), (1000, 129), (3, 2000), (64, 64)]
    assert dynamic(function, device, shapes) == 1


@pytest.mark.parametrize("rows", [0, 1])
def test_no_row_and_one_row_work_as_well(device, rows):
    dynamic(lambda a: (a * 2, a.sum(0)), device, [(129, 65), (rows, 65), (2, 7)])


@pytest.mark.slow
def test_symbolic_sizes_in_views_and_padding(device):
    def function(a):
        return a.view(-1)[1:] * 2, F.pad(a, (1, 2), value=3.0), torch.cat([a, a.flip(0)], 1), a[1:, ::2].contiguous()

    assert dynamic(function, device, [(129, 65), (4, 5), (70, 129)]) == 1


def test_a_marked_dimension_is_symbolic(device):
    x = make((129, 40))
    torch._dynamo.reset()
    compiled = torch.compile(lambda a: F.layer_norm(a, (40,)))
    on_device = x.to(device)
    torch._dynamo.mark_dynamic(on_device, 0)
    torch.testing.assert_close(compiled(on_device).cpu(), F.layer_norm(x, (40,)))
    longer = make((1000, 40))
    torch.testing.assert_close(compiled(longer.to(device)).cpu(), F.layer_norm(longer, (40,)))


def test_symbolic_indices_are_gathered(device):
    def function(a):
        return (a.index_select(0, torch.arange(5, device=a.device) % 2), torch.roll(a, 1, 0))

    assert dynamic(function, device, [(30, 7), (12, 9)]) == 1


@pytest.mark.slow
def test_indices_that_a_graph_makes_on_the_cpu_are_made_on_the_device(device):
    """Relative positions of attention: eager PyTorch takes indices of the CPU for tensors of any device."""

    def function(table):
        rows, columns = torch.arange(5)[:, None] * 1.0, torch.arange(7)[None, :] * 1.0
        return (table[(rows - columns + 6).long()] + 1).square()

    check(function, make((11, 3)), device=device)
    check_gradients(function, make((11, 3)), device=device)


@pytest.mark.slow
def test_indices_that_a_program_gives_back_stay_where_it_makes_them(device):
    def function(table):
        rows = torch.arange(3)
        return table[rows], rows

    torch._dynamo.reset()
    x = make((5, 4))
    found, rows = torch.compile(function, fullgraph=True)(x.to(device))
    assert rows.device.type == "cpu"
    torch.testing.assert_close((found.cpu(), rows), function(x))


def test_a_window_without_elements_is_read_and_written_nowhere(device):
    """What a kernel loads before its loops is loaded from a tensor without elements, too."""

    def function(x, i, j, step):
        x = x.clone()
        x[i, j, 2:-2:step] += 2
        return x

    torch._dynamo.reset()
    x, i, j = make((5, 2, 2)), torch.tensor([4]), torch.tensor([0])
    result = torch.compile(function, dynamic=True)(x.to(device), i.to(device), j.to(device), 1)
    torch.testing.assert_close(result.cpu(), x)
