"""Mode timing warns of cycles that depend on values that nobody computed."""

import warnings

import pytest
import torch
from common import kernel_reports
from npusim.scheduler import PoisonValueWarning
from npusim.scheduler.tensors import poison_values as poison
from npusim.simulator.errors import PoisonValueError
from torch._higher_order_ops.while_loop import while_loop


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Every test is told of every line, whatever other tests ran."""
    monkeypatch.setattr(poison, "_told", set())


def warned(device, function, *inputs, mode="timing"):
    """Warnings of a compiled function, run twice."""
    torch._dynamo.reset()
    there = [tensor.to(device) for tensor in inputs]
    with warnings.catch_warnings(record=True) as caught, torch.npu.simulator(mode=mode):
        warnings.simplefilter("always")
        compiled = torch.compile(function, fullgraph=True)
        for _ in range(2):
            compiled(*there)
    return [str(warning.message) for warning in caught if issubclass(warning.category, PoisonValueWarning)]


def cycles(device, function, *inputs, mode):
    kernels = kernel_reports(function, *(tensor.to(device) for tensor in inputs), mode=mode)
    return [(kernel["name"], kernel["cycles"]) for kernel in kernels]


TABLE, PLACES = torch.rand(31, 7), torch.arange(30) % 31


def rows_of_the_largest(table):
    return table[torch.mm(table, table.t()).argmax(1)] + 1


def test_indices_that_a_kernel_would_have_computed_are_warned_of_once(device):
    (message,) = warned(device, rows_of_the_largest, TABLE)
    assert "torch.int64" in message and "mode both" in message


def test_every_function_that_launches_with_such_indices_is_told_although_the_kernel_is_one(device):
    other = lambda table: table[torch.mm(table, table.t()).argmax(1)] + 1  # noqa: E731
    assert [len(warned(device, function, TABLE)) for function in (rows_of_the_largest, other)] == [1, 1]


def appended(cache, length, rows, weight):
    """What a cache of fixed size does at every step."""
    places = torch.arange(rows.shape[0], device=rows.device) + length
    length.add_(rows.shape[0])
    cache.index_copy_(0, places, rows @ weight)
    return cache @ weight, length + 1


def test_a_counter_that_decides_the_places_of_the_next_call_is_computed(device):
    with torch.npu.set_fallback_policy("error"), torch.npu.simulator(mode="timing"):
        step, length = torch.compile(appended, fullgraph=True), torch.tensor(0, device=device)
        others = [torch.empty(2, 4, device=device), torch.empty(4, 4, device=device)]
        for _ in range(3):
            _, further = step(torch.empty(9, 4, device=device), length, *others)
        assert (length.item(), further.item()) == (6, 7)


STEERED = {
    "a gather": (rows_of_the_largest, (TABLE,)),
    "a scatter": (lambda t: torch.zeros_like(t).index_add(0, (t @ t.t()).argmax(1), t), (TABLE,)),
    "bounds of loops": (
        lambda t, p: torch.nn.functional.embedding_bag(p, t, (t[:3] @ t.t()).argmax(1).cumsum(0), mode="sum"),
        (TABLE, PLACES),
    ),
}


@pytest.mark.covering("a gather", "a scatter")
@pytest.mark.parametrize("name", STEERED)
def test_the_policy_error_refuses_the_launch(device, name):
    function, arguments = STEERED[name]
    torch._dynamo.reset()
    there = [tensor.to(device) for tensor in arguments]
    with torch.npu.set_fallback_policy("error"), torch.npu.simulator(mode="timing") as simulation:
        with pytest.raises(PoisonValueError, match="whose values are poison"):
            torch.compile(function)(*there)
        refused = len(simulation.report().to_dict()["kernels"])
    with torch.npu.simulator(mode="timing") as simulation, pytest.warns(PoisonValueWarning):
        torch.compile(function)(*there)
        assert len(simulation.report().to_dict()["kernels"]) > refused


@pytest.mark.parametrize("mode", ["both", "functional"])
def test_what_is_computed_is_not(device, mode):
    assert warned(device, rows_of_the_largest, TABLE, mode=mode) == []


def test_indices_that_are_inputs_are_not_whatever_they_fetch(device):
    function = lambda table, places: torch.mm(table, table.t())[places] + 1  # noqa: E731
    assert warned(device, function, TABLE, PLACES) == []


def test_what_was_fetched_from_poison_values_is_poison(device):
    function = lambda table, places: table[torch.mm(table, table.t()).argmax(1)[places]]  # noqa: E731
    (message,) = warned(device, function, TABLE, PLACES)
    assert "(30,)" in message or "(31,)" in message


def test_a_tensor_that_is_computed_later_is_known_again(device):
    torch._dynamo.reset()
    table, fill = TABLE.to(device), torch.compile(lambda places: places.copy_(torch.arange(30, device=places.device)))
    places = PLACES.to(device)
    rows = torch.compile(lambda table, places: table[places] + 1)
    with torch.npu.simulator(mode="timing"):
        fill(places)
        with pytest.warns(PoisonValueWarning):
            rows(table, places)
    with torch.npu.simulator(mode="both"), warnings.catch_warnings():
        fill(places)
        warnings.simplefilter("error", PoisonValueWarning)
        rows(table, places)
    poison._told.clear()
    with torch.npu.simulator(mode="timing"), warnings.catch_warnings():
        warnings.simplefilter("error", PoisonValueWarning)
        rows(table, places)


def test_sizes_of_results_that_nobody_computed_are_warned_of(device):
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        messages = warned(device, lambda x: torch.nonzero(x @ x), torch.zeros(3, 3))
    assert any("size of a result" in message for message in messages)


def test_integers_that_steer_a_template_are_computed_whatever_kernel_writes_them(device):
    def of_places(starts, places, table):
        return torch.nn.functional.embedding_bag(places, table, torch.cummax(starts, 0).indices, mode="sum")

    def beside_the_same_kernel(starts, places, table, more):
        first, second = (torch.cumsum(each, 0) for each in (more, starts))
        return first, torch.nn.functional.embedding_bag(places, table, second, mode="sum")

    starts = torch.tensor([0, 7, 7])
    assert warned(device, of_places, starts, PLACES, TABLE) == []
    assert warned(device, beside_the_same_kernel, starts, PLACES, TABLE, starts + 1) == []


def of_a_branch(table, places, choice):
    rows = places * 3 % 30
    return torch.cond(choice, lambda x, i: x[i].sin(), lambda x, i: x[i].cos(), (table, rows))


def of_a_computed_condition(table, places, choice):
    return torch.cond(places.sum() > 3, lambda x: x.sin(), lambda x: (x @ x.t()).cos() @ x, (table,))


@torch.compiler.nested_compile_region
def shifted(places):
    return places * 3 % 30, torch.cumsum(places, 0)


@torch.compiler.nested_compile_region
def rows_of_shares(table, rows):
    return table.softmax(1)[rows]


def of_a_region(table, places, choice):
    """Each region is called twice: what is called once is not left a subgraph."""
    rows, counts = shifted(places)
    others, _ = shifted(counts)
    return rows_of_shares(table, rows), rows_of_shares(table, others)


def of_a_loop(table, places, choice):
    rows = places * 3 % 30
    body = lambda i, y, rows: (i + 1, y + table[rows], rows.clone())  # noqa: E731
    return while_loop(lambda i, y, rows: i < 3, body, (places.sum() * 0, table[:30] * 1.0, rows))[1]


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("function", [of_a_branch, of_a_computed_condition, of_a_region, of_a_loop])
def test_integers_that_cross_the_edge_of_a_subgraph_are_computed(device, function):
    inputs = TABLE, PLACES, torch.tensor(True)
    assert warned(device, function, *inputs) == []
    assert cycles(device, function, *inputs, mode="timing") == cycles(device, function, *inputs, mode="both")
