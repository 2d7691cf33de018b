"""Indices that a dimension does not have: errors where values are computed, as in eager PyTorch, and only then."""

import inspect

import pytest
import torch
from common import kernel_reports
from npusim.simulator.errors import IndexOutOfRangeError, NpuSimError
from torch.nn import functional as F

X = torch.randn(10, 6, generator=torch.Generator().manual_seed(0))
ROWS, ONES = torch.arange(10), torch.ones(2, 6)


def at(*numbers, dtype=torch.int64):
    return torch.tensor(numbers, dtype=dtype)


def targets(bad):
    return torch.where(ROWS == 6, bad, ROWS % 6)


# What is bad: the function, its arguments, (index, size, dimension) of the error.
BAD = {
    "rows": (lambda x, i: x[i], (X, at(1, 10, 2)), (10, 10, 0)),
    "rows before the first": (lambda x, i: x[i], (X, at(1, -11, 2)), (-11, 10, 0)),
    "int32": (lambda x, i: x[i], (X, at(10, 2, dtype=torch.int32)), (10, 10, 0)),
    "an element that another row has": (lambda x, i, j: x[i, j], (X, at(1, 2, 2), at(0, 6, 1)), (6, 6, 1)),
    "columns": (lambda x, j: x[:, j], (X, at(0, 6, 1)), (6, 6, 1)),
    "computed indices": (lambda x, i: x[i * 2] + 1, (X, at(1, 5, 2)), (10, 10, 0)),
    "reduced indices": (lambda x, y: x[y.argmax(1) + 5], (X, torch.eye(6)), (10, 10, 0)),
    "indices of no tensor": (lambda x: x[:, torch.arange(3, device=x.device) + 4], (X,), (6, 6, 1)),
    "embedding": (lambda w, i: F.embedding(i, w), (X, at(1, 10)), (10, 10, 0)),
    "embedding from the end": (lambda w, i: F.embedding(i, w), (X, at(1, -1)), (-1, 10, 0)),
    "gather": (lambda x, i: torch.gather(x, 1, i), (X, torch.full((10, 3), 6)), (6, 6, 1)),
    "gather behind a product": (lambda x, i: torch.gather(x @ x.t(), 1, i), (X, torch.full((10, 3), 10)), (10, 10, 1)),
    "scatter": (lambda x, i: torch.scatter(x, 1, i, 1.0), (X, torch.full((10, 3), 6)), (6, 6, 1)),
    "one in each row": (lambda x, i: (x + 1).scatter(1, i, x), (X, torch.full((10, 1), 6)), (6, 6, 1)),
    "one added to each row": (lambda x, i: (x + 1).scatter_add(1, i, x), (X, torch.full((10, 1), 6)), (6, 6, 1)),
    "scatter_add": (lambda x, i, s: x.scatter_add(0, i, s), (X, torch.full((1, 6), 10), ONES), (10, 10, 0)),
    "maxima": (lambda x, i, s: x.scatter_reduce(0, i, s, "amax"), (X, torch.full((1, 6), 10), ONES), (10, 10, 0)),
    "products": (lambda x, i, s: x.scatter_reduce(0, i, s, "prod"), (X, torch.full((1, 6), 10), ONES), (10, 10, 0)),
    "index_put": (lambda x, i, v: x.index_put((i,), v), (X, at(10, 2), ONES), (10, 10, 0)),
    "index_put that adds": (lambda x, i, v: x.index_put((i,), v, True), (X, at(-11, 2), ONES), (-11, 10, 0)),
    "index_add": (lambda x, i, v: x.index_add(0, i, v), (X, at(10, 2), ONES), (10, 10, 0)),
    "index_select": (lambda x, i: x.index_select(1, i), (X, at(6, 2)), (6, 6, 1)),
    "index_select from the end": (lambda x, i: x.index_select(1, i), (X, at(-1, 2)), (-1, 6, 1)),
    "index_copy": (lambda x, i, v: x.index_copy(0, i, v), (X, at(10, 2), ONES), (10, 10, 0)),
    "index_fill": (lambda x, i: x.index_fill(0, i, 2.0), (X, at(10, 2)), (10, 10, 0)),
    "take": (lambda x, i: torch.take(x, i), (X, at(60, 2)), (60, 60, 0)),
    "bags": (lambda w, i, o: F.embedding_bag(i, w, o), (X, at(1, 10, 2), at(0, 2)), (10, 10, 0)),
    "bags from the end": (lambda w, i, o: F.embedding_bag(i, w, o), (X, at(1, -1, 2), at(0, 2)), (-1, 10, 0)),
    "bags of one length": (lambda w, i: F.embedding_bag(i, w), (X, at(1, 10, 2, 3).view(2, 2)), (10, 10, 0)),
    "maxima of bags": (lambda w, i: F.embedding_bag(i, w, mode="max"), (X, at(1, 10).view(1, 2)), (10, 10, 0)),
    "a sorter": (
        lambda edges, x, order: torch.searchsorted(edges, x, sorter=order),
        (torch.arange(3.0), torch.tensor([1.5]), at(0, 1, 7)),
        (7, 3, None),
    ),
    "cross entropy": (F.cross_entropy, (X, targets(6)), (6, 6, 1)),
    "cross entropy of a negative class": (F.cross_entropy, (X, targets(-1)), (-1, 6, 1)),
    "cross entropy of a product": (lambda x, t: F.cross_entropy(x @ x.t(), t), (X, targets(10)), (10, 10, 1)),
    "smoothed": (lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1), (X, targets(6)), (6, 6, 1)),
    "weighted": (lambda x, t, w: F.nll_loss(x, t, w), (X, targets(6), torch.rand(6)), (6, 6, 1)),
    "one row": (lambda x, i: x[i] * 2, (X[:1], at(0, 1, 0)), (1, 1, 0)),
    "one row of a kernel with a sum": (lambda x, i: x[i].sum(1), (X[:1], at(0, -2)), (-2, 1, 0)),
    "one column": (lambda x, i: x.gather(1, i) @ x.t(), (X[:, :1], torch.full((10, 1), 2)), (2, 1, 1)),
    "one column behind a product": (lambda x, i: (x @ x.t())[:, :1][:, i] + 1, (X, at(0, 1)), (1, 1, 1)),
    "one row to write to": (lambda x, i, v: x.index_put((i,), v), (X[:1], at(0, 1), ONES), (1, 1, 0)),
    "one row, sums as indices": (lambda x, i: x[i.sum(1)], (X[:1], at(0, 0, 2, 1).view(2, 2)), (3, 1, 0)),
    "one row, indices of indices": (lambda x, i, j: x[i[j]], (X[:1], at(0, 4), at(0, 1, 0)), (4, 1, 0)),
    "one row, bad indices of indices": (lambda x, i, j: x[i[j]], (X[:1], at(0, 0), at(0, 2)), (2, 2, 0)),
    "a put mask": (lambda x, s: x.masked_scatter(x < 9, s), (X, torch.ones(59)), (59, 59, 0)),
    "a put mask without a source": (lambda x, s: x.masked_scatter(x < 9, s), (X, torch.ones(0)), (60, 1, 0)),
    "pixels": (F.nll_loss, (torch.rand(2, 5, 3, 3), torch.full((2, 3, 3), 5)), (5, 5, 1)),
}
LEGAL = {
    "from the end": (lambda x, i: x[i], (X, at(-10, -1, 9))),
    "filled from the end": (lambda x, i: x.index_fill(0, i, 2.0), (X, at(-10, -1, 4))),
    "one row": (lambda x, i: x[i], (X[:1], at(0, -1))),
    "one row, indices of indices": (lambda x, i, j: x[i[j]], (X[:1], at(0, -1), at(1, 0, -2))),
    "no indices": (lambda x, i: x[i], (X, at())),
    "targets to ignore": (F.cross_entropy, (X, targets(-100))),
    "targets of one class": (F.cross_entropy, (X[:, :1], torch.zeros(10, dtype=torch.int64))),
    "padding": (lambda w, i: F.embedding(i, w, padding_idx=0), (X, at(0, 9, 0))),
    "padding of bags": (lambda w, i, o: F.embedding_bag(i, w, o, padding_idx=9), (X, at(9, 1, 9), at(0, 1))),
    "empty bags": (lambda w, i, o: F.embedding_bag(i, w, o), (X, at(1, 2, 9), at(0, 0, 3, 3))),
    "guarded": (lambda x, i: torch.where(i < 10, x[i.clamp(max=9)][:, 0], 0.0), (X, at(3, 10, 99))),
    "odd edges of computed indices": (lambda x, i: x[:1][i * 0 + (i - i)] + 1, (X, torch.arange(129))),
    "odd edges of indices with a sum": (lambda x, i: x[:, 0][i + 10], (X, torch.arange(37) % 10 - 10)),
    "reflections": (lambda x: F.pad(x[None], (2, 2), mode="reflect"), (X,)),
    "a mask": (lambda x, m: x[m] + 1, (X, ROWS % 2 == 0)),
    "a put mask": (lambda x, m: x.masked_scatter(m[:, None], x + 1), (X, ROWS % 2 == 0)),
    "a put mask of nothing": (lambda x, s: x.masked_scatter(x > 9, s), (X, torch.ones(0))),
    "pooled": (lambda x: F.max_unpool1d(*F.max_pool1d(x[None], 2, return_indices=True), 2), (X,)),
    "the grid's outside": (
        lambda x, g: F.grid_sample(x[None, None], g, align_corners=False),
        (X, torch.linspace(-3, 3, 50).view(1, 5, 5, 2)),
    ),
}


def run(device, function, arguments, **options):
    torch._dynamo.reset()
    return torch.compile(function, **options)(*(a.to(device) for a in arguments)).cpu()


@pytest.mark.covering(
    "rows",
    "int32",
    "columns",
    "reduced indices",
    "embedding",
    "gather",
    "scatter",
    "maxima",
    "index_put",
    "index_add",
    "index_select from the end",
    "index_fill",
    "bags",
    "cross entropy of a product",
    "weighted",
    "one row of a kernel with a sum",
    "one column behind a product",
    "one row, sums as indices",
    "one row, bad indices of indices",
)
@pytest.mark.parametrize("name", BAD)
def test_an_index_that_does_not_exist_is_an_error(device, name):
    function, arguments, expected = BAD[name]
    with pytest.raises((IndexError, RuntimeError)):
        function(*arguments)
    with pytest.raises(IndexError) as raised:
        run(device, function, arguments)
    assert isinstance(raised.value, NpuSimError)
    assert (raised.value.index, raised.value.size, raised.value.dim) == expected


@pytest.mark.covering(
    "from the end",
    "filled from the end",
    "one row, indices of indices",
    "targets to ignore",
    "padding",
    "empty bags",
    "odd edges of computed indices",
    "reflections",
    "a put mask",
)
@pytest.mark.parametrize("name", LEGAL)
def test_indices_that_are_not_used_are_no_errors(device, name):
    function, arguments = LEGAL[name]
    torch.testing.assert_close(run(device, function, arguments), function(*arguments))


FROM_THE_FRONT = {
    "index_select": (lambda x, i: x.index_select(0, i), lambda x, i: x[i], (X,)),
    "index_add": (
        lambda x, v, i: x.index_add(0, i, v),
        lambda x, v, i: x.index_put((i,), v, accumulate=True),
        (X, ONES),
    ),
    "index_copy": (lambda x, v, i: x.index_copy(0, i, v), lambda x, v, i: x.index_put((i,), v), (X, ONES)),
}


@pytest.mark.covering("index_copy")
@pytest.mark.parametrize("name", FROM_THE_FRONT)
def test_caches_tell_operators_apart_by_what_negative_indices_mean(device, name, tmp_path, monkeypatch):
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    strict, lax, tensors = FROM_THE_FRONT[name]
    run(device, strict, (*tensors, at(0, 1)))
    torch.testing.assert_close(run(device, lax, (*tensors, at(0, -1))), lax(*tensors, at(0, -1)))
    with pytest.raises(IndexError):
        run(device, strict, (*tensors, at(0, -1)))


def sum_of_rows_of_computed_indices(x, stop):
    return x[torch.arange(x.size(0) * 3, device=x.device).clamp(max=x.size(0) - 1 + stop.numel())].sum()


def test_indices_are_checked_inside_the_loops_over_long_rows(device):
    arguments = (X.flatten(), torch.ones(0))
    torch._dynamo.reset()
    result = run(device, sum_of_rows_of_computed_indices, arguments, dynamic=True)
    torch.testing.assert_close(result, sum_of_rows_of_computed_indices(*arguments))
    with pytest.raises(IndexError) as raised:
        run(device, sum_of_rows_of_computed_indices, (X.flatten(), torch.ones(2)), dynamic=True)
    assert raised.value.size == 60


def rows_of(table, places):
    return table[places]


def test_the_error_names_the_operator_the_line_the_index_and_the_dimension(device):
    line = inspect.getsourcelines(rows_of)[1] + 1
    with pytest.raises(IndexError) as raised:
        run(device, rows_of, (X, at(12)))
    place = f"{__file__}:{line}"
    assert str(raised.value) == (
        f"aten.index.Tensor: index 12 is out of bounds for dimension 0 with size 10 ({place}); "
        "torch.npu.check_indices(False) switches these errors off"
    )


def test_the_error_names_the_operator_whatever_its_result_is_computed_on_with(device):
    function = lambda w, i, o: torch.relu(F.embedding_bag(i, w, o)) * 2  # noqa: E731
    with pytest.raises(IndexError, match=r"aten\.\w*embedding_bag\S*: index 10 is out of bounds for dimension 0 with"):
        run(device, function, (X, at(1, 10, 2), at(0, 2)))


def test_two_functions_with_one_kernel_name_their_own_lines(device):
    other = lambda table, places: table[places]  # noqa: E731
    lines = {rows_of: inspect.getsourcelines(rows_of)[1] + 1, other: inspect.getsourcelines(other)[1]}
    for function, line in lines.items():
        # Inductor's caches keep the text of graphs that are alike, with the lines of the first one.
        with pytest.raises(IndexError, match=f":{line}\\)"):
            run(device, function, (X, at(12)))


@pytest.mark.parametrize("mode", ["functional", "both"])
def test_the_device_works_after_the_error(device, mode):
    torch._dynamo.reset()
    table, compiled = X.to(device), torch.compile(lambda table, places: table.relu()[places].exp() + 1)
    with torch.npu.simulator(mode=mode):
        for _ in range(2):
            with pytest.raises(IndexOutOfRangeError):
                compiled(table, at(3, 10).to(device))
            good = at(3, -10)
            torch.testing.assert_close(compiled(table, good.to(device)).cpu(), X.relu()[good].exp() + 1)
        torch.npu.synchronize()


def test_mode_timing_raises_nothing(device):
    assert kernel_reports(rows_of, X.to(device), at(10, 12).to(device))


@pytest.mark.parametrize("positions", [10, 37])
def test_mode_timing_raises_for_rows_that_the_simulated_transfers_do_not_find(device, positions):
    """The embedding of a sequence that is longer than a model has positions for, in a kernel that also gathers."""

    def embedded(table, places, indices):
        return F.embedding(indices, table) + F.embedding(torch.arange(indices.shape[1], device=table.device), places)

    inputs = X, torch.zeros(positions, 6), torch.zeros(3, 40, dtype=torch.int64)
    with pytest.raises(IndexOutOfRangeError, match=f"index 39 is out of bounds for dimension 0 with size {positions}"):
        kernel_reports(embedded, *(each.to(device) for each in inputs))


def test_checks_can_be_switched_off_and_on_again(device):
    torch._dynamo.reset()
    compiled, arguments = torch.compile(rows_of), (X.to(device), at(2, 10).to(device))
    with torch.npu.check_indices(False):
        assert torch.equal(compiled(*arguments).cpu(), torch.stack([X[2], torch.zeros(6)]))
    with pytest.raises(IndexError):
        compiled(*arguments)
    torch.npu.check_indices(False)
    compiled(*arguments)
    torch.npu.check_indices(True)
    with pytest.raises(IndexError):
        compiled(*arguments)


@pytest.mark.covering("rows")
@pytest.mark.parametrize("name", ["rows", "bags", "columns", "scatter"])
def test_kernels_without_checks_contain_nothing_of_them(device, name):
    function, arguments, _ = BAD[name]
    texts = {}
    for checked in (True, False):
        with torch.npu.check_indices(checked), torch.npu.simulator(mode="both") as simulation:
            if checked:
                with pytest.raises(IndexError):
                    run(device, function, arguments)
            else:
                run(device, function, arguments)
            kernels = (simulation.run_dir / "kernels").glob("*[0-9a-f].mlir")
            texts[checked] = "".join(path.read_text() for path in kernels)
    assert "npu.check_index" in texts[True] and "npu.host" in texts[True]
    assert "npu.dma_store" in texts[False] or "npu.scatter" in texts[False]
    assert "npu.check_index" not in texts[False] and "npu.host" not in texts[False]


def test_symbolic_sizes_are_bounds_as_well(device):
    torch._dynamo.reset()
    compiled = torch.compile(rows_of, dynamic=True)
    for rows in (7, 9):
        table = torch.rand(rows, 5)
        good = at(0, rows - 1, -rows)
        torch.testing.assert_close(compiled(table.to(device), good.to(device)).cpu(), table[good])
        with pytest.raises(IndexError) as raised:
            compiled(table.to(device), at(0, rows, 1).to(device))
        assert (raised.value.index, raised.value.size) == (rows, rows)


@pytest.mark.covering("5")
@pytest.mark.parametrize("value", [0, 5])
def test_a_result_that_lies_where_its_indices_lay_is_stored_behind_their_check(device, value):
    function, x = lambda x, i: x[torch.sort(i).values], torch.tensor([value])
    torch.testing.assert_close(run(device, function, (x, at(0, -1, 0))), function(x, at(0, -1, 0)))
    with pytest.raises(IndexOutOfRangeError, match="index 2 is out of bounds for dimension 0 with size 1"):
        run(device, function, (x, at(2, 0, 0)))


def test_gradients_check_their_indices(device):
    torch._dynamo.reset()
    table = X.to(device).requires_grad_()

    def loss(table, places):
        return (F.embedding(places, table) ** 2).sum()

    with pytest.raises(IndexError):
        torch.compile(loss)(table, at(1, 10).to(device)).backward()
    torch.compile(loss)(table, at(1, 9).to(device)).backward()
    expected = torch.zeros_like(X)
    expected[[1, 9]] = 2 * X[[1, 9]]
    torch.testing.assert_close(table.grad.cpu(), expected)


@pytest.mark.covering("rows_of", "<lambda>1")
@pytest.mark.parametrize("function", [rows_of, lambda x, i: x[i[i]] * 2, lambda x, i: x[i].sum(0) + x])
def test_what_only_a_check_reads_takes_no_time(device, function):
    table, places, cycles = X[:1].to(device), torch.zeros(300, dtype=torch.int64).to(device), []
    for checked in (True, False):
        torch._dynamo.reset()
        with torch.npu.check_indices(checked), torch.npu.simulator(mode="both") as simulation:
            torch.compile(function)(table, places)
            cycles.append([kernel["cycles"] for kernel in simulation.report().to_dict()["kernels"]])
    assert cycles[0] == cycles[1]


def test_checks_take_neither_time_nor_scratchpad(device):
    torch._dynamo.reset()
    with torch.npu.simulator(mode="both") as simulation:
        torch.compile(rows_of)(X.to(device), at(3, 9).to(device))
        (kernel,) = (simulation.run_dir / "kernels").glob("*[0-9a-f].mlir")
    from npusim.simulator.ir.kernel import parse_kernel
    from npusim.simulator.ir.scratchpad import allocate
    from npusim.simulator.machine import load_machine
    from npusim.simulator.timing import compile_timing

    text, machine = kernel.read_text(), load_machine("tpuv3")
    assert "npu.check_index" in text
    checked = parse_kernel(text)
    table = compile_timing(checked, machine).table
    assert not any("check" in operation.label for operation in table.operations)
    (watching,) = (tile for tile in checked.tiles if tile.host)
    assert not any(f"(line {watching.line})" in buffer.name for buffer in table.buffers)
    assert sum(tile.bytes_per_lane for tile in allocate(checked, machine).tiles if tile.tile.host) == 0


def test_an_index_from_the_end_beside_an_operator_that_refuses_it(device: torch.device) -> None:
    """Both look into a dimension of one element, in one kernel."""

    def function(x: torch.Tensor, i: torch.Tensor, j: torch.Tensor) -> torch.Tensor:
        return x.index_select(0, i)[:, j - 1]

    inputs = torch.randn(1, 1, 3), torch.zeros(20, dtype=torch.long), torch.zeros(13, 8, dtype=torch.long)
    result = torch.compile(function)(*(each.to(device) for each in inputs))
    torch.testing.assert_close(result.cpu(), function(*inputs))


@pytest.mark.parametrize("accumulates", [False, True])
def test_an_operator_that_refuses_indices_from_the_end_beside_one_that_takes_them(
    device: torch.device, accumulates: bool
) -> None:
    """Both look into dimensions of equal size, in one kernel."""

    def function(x: torch.Tensor, i: torch.Tensor, j: torch.Tensor) -> torch.Tensor:
        base = x.index_add(1, i, x) if accumulates else x.index_select(1, i)
        return base + x[:, j]

    x, legal, from_end = torch.randn(4, 5), torch.tensor([1, 0, 4, 2, 3]), torch.tensor([-1, 0, -5, 2, 3])
    compiled = torch.compile(function)
    result = compiled(*(each.to(device) for each in (x, legal, from_end)))
    torch.testing.assert_close(result.cpu(), function(x, legal, from_end))
    with pytest.raises(IndexError, match=r"index_(add|select).*-1|-1.*index_(add|select)"):
        compiled(*(each.to(device) for each in (x, from_end, legal))).cpu()
