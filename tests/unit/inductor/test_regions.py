"""Equal parts of a graph are compiled once, and their launches still belong to the modules of the program."""

import contextlib
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from npusim.frontend.backend.regions import marking, outlining
from npusim.frontend.backend.regions.repeats import Repeat, find_repeats
from npusim.simulator.errors import OptionError
from torch import nn
from torch._inductor.utils import run_and_get_code

WIDTH = 24


class Layer(nn.Module):
    """A layer of a transformer, with its normalisations in front."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(2))
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.wide, self.narrow = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.norms[0](x)
        heads = [part(h).view(*h.shape[:2], 3, -1).transpose(1, 2) for part in (self.query, self.key, self.value)]
        x = x + self.out(F.scaled_dot_product_attention(*heads).transpose(1, 2).reshape(x.shape))
        return x + self.narrow(F.gelu(self.wide(self.norms[1](x))))


class Model(nn.Module):
    def __init__(self, layers: int, layer: Callable[[], nn.Module] = Layer) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layer() for _ in range(layers))
        self.head = nn.Linear(WIDTH, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


@pytest.fixture(autouse=True)
def traced_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dynamo does not look for layers (test_traced_layers.py)."""
    monkeypatch.setattr(marking, "repeated_layers", lambda model: {})


def compiled_code(function: Any, *inputs: torch.Tensor, **options: Any) -> tuple[Any, list[str]]:
    torch._dynamo.reset()
    return run_and_get_code(torch.compile(function, fullgraph=True, **options), *inputs)


def gradients(model: nn.Module, x: torch.Tensor, place: torch.device | str, compiled: bool) -> list[torch.Tensor]:
    moved, given = model.to(place), x.to(place).requires_grad_()
    result = (torch.compile(moved, fullgraph=True) if compiled else moved)(given)
    found = torch.autograd.grad(result, [given, *moved.parameters()], torch.ones_like(result))
    return [each.cpu() for each in (result.detach(), *found)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abcabcabc", ["abc*3"]),
        ("xabcabcabcay", ["abc*3+a"]),
        ("aaaa", ["a*4"]),
        ("abab", []),  # two copies
        ("abcabcabcxdedede", ["abc*3", "de*3"]),
        ("dededexabcabcabc", ["de*3", "abc*3"]),
        ("abcdefg", []),
        ("", []),
    ],
)
def test_repeats_are_found(text: str, expected: list[str]) -> None:
    def shown(repeat: Repeat) -> str:
        copies, rest = divmod(repeat.stop - repeat.start, repeat.period)
        start, period = repeat.start, repeat.period
        return f"{text[start : start + period]}*{copies}" + (f"+{text[start : start + rest]}" if rest else "")

    assert [shown(each) for each in find_repeats(text, min_copies=3, min_saved=2)] == expected


def test_repeats_are_equal_parts_that_do_not_overlap() -> None:
    random = np.random.default_rng(0)
    for _ in range(200):
        kinds = random.integers(0, 3, random.integers(0, 60)).tolist()
        found = find_repeats(kinds, min_copies=3, min_saved=4)
        for repeat in found:
            part, period = kinds[repeat.start : repeat.stop], repeat.period
            assert part[period:] == part[:-period] and len(part) >= 3 * period and repeat.saved >= 4
        assert all(before.stop <= after.start for before, after in itertools.pairwise(found))


@pytest.mark.slow
def test_layers_are_compiled_once(device: torch.device) -> None:
    x, kernels = torch.randn(2, 7, WIDTH), []
    for layers in (3, 5):
        model = Model(layers).eval()
        with torch.no_grad():
            expected = model(x)
            result, (code,) = compiled_code(model.to(device), x.to(device))
        torch.testing.assert_close(result.cpu(), expected)
        assert code.count("def region_0(") == 1 and code.count("= region_0(") == layers
        kernels.append(code.count("npusim_register_kernel("))
    assert kernels[0] == kernels[1]


@pytest.mark.slow
def test_gradients(device: torch.device) -> None:
    torch.manual_seed(0)
    torch._dynamo.reset()
    model, x = Model(5), torch.randn(2, 7, WIDTH)
    expected = gradients(model.double(), x.double(), "cpu", compiled=False)
    found, codes = run_and_get_code(gradients, model.float(), x, device, compiled=True)
    assert ["= region_0(" in code for code in codes] == [True, True]  # forward and backward
    torch.testing.assert_close(found, [each.float() for each in expected], rtol=1e-4, atol=1e-4)


@pytest.mark.slow
def test_operands_are_not_overwritten(device: torch.device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small regions between scatters, whose operands have the numbers of the graph's donated inputs."""
    for name in ("MIN_NODES", "MIN_SAVED", "MIN_SHARE"):
        monkeypatch.setattr(outlining, name, 0.0 if name == "MIN_SHARE" else 1)

    def function(*inputs: torch.Tensor) -> list[torch.Tensor]:
        return [F.interpolate(x, size=(5, 7), mode="bilinear").sigmoid() for x in inputs]

    def differentiated(place: torch.device | str, compiled: bool) -> list[torch.Tensor]:
        inputs = [x.to(place).requires_grad_() for x in given]
        results = (torch.compile(function, fullgraph=True) if compiled else function)(*inputs)
        return [each.cpu() for each in torch.autograd.grad(results, inputs, [torch.ones_like(r) for r in results])]

    torch._dynamo.reset()
    given = [torch.randn(5, 1, 5, 5) for _ in range(3)]
    found, codes = run_and_get_code(differentiated, device, compiled=True)
    assert "= region_0(" in codes[1]
    torch.testing.assert_close(found, differentiated("cpu", compiled=False))


@pytest.mark.slow
@pytest.mark.covering("dtype0")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_dtypes(device: torch.device, dtype: torch.dtype) -> None:
    model, x = Model(4).to(dtype).eval(), torch.randn(1, 129, WIDTH, dtype=dtype)
    with torch.no_grad():
        expected = model(x)
        result, (code,) = compiled_code(model.to(device), x.to(device))
    assert "= region_0(" in code
    torch.testing.assert_close(
        result.cpu(), expected, **({} if dtype is torch.float64 else {"rtol": 0.05, "atol": 0.05})
    )


class Looks(nn.Module):
    """What a copy gives to the next one are two views of a value, of which one looks at the operand itself."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = nn.ParameterList(torch.randn(WIDTH) for _ in range(12))

    def forward(self, pair: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        x, looked = pair
        for part in self.parts:
            x = torch.sin(x * part + looked.t())
        return x, x[:, 1:].t().unsqueeze(0).expand(2, -1, -1)[1].contiguous().t().t().narrow(0, 0, 1).expand_as(x.t())


class LooksModel(Model):
    def forward(self, x: torch.Tensor) -> Any:
        pair, seen = (x, x.t()), []
        for layer in self.layers:
            pair = layer(pair)
            seen.append(pair[1])
        return (*pair, *seen)


@pytest.mark.slow
def test_views_of_what_a_copy_computes(device: torch.device) -> None:
    model, x = LooksModel(5, Looks).eval(), torch.randn(9, WIDTH)
    with torch.no_grad():
        expected = model(x)
        result, (code,) = compiled_code(model.to(device), x.to(device))
    assert "= region_0(" in code
    torch.testing.assert_close([each.cpu() for each in result], list(expected))


@pytest.mark.slow
def test_copies_may_share_weights(device: torch.device) -> None:
    model, x = Model(5).eval(), torch.randn(2, 7, WIDTH)
    model.layers[3] = model.layers[1]
    model.layers[2].wide.weight = model.layers[0].wide.weight
    with torch.no_grad():
        expected = model(x)
        result, (code,) = compiled_code(model.to(device), x.to(device))
    assert code.count("= region_0(") == 5
    torch.testing.assert_close(result.cpu(), expected)


class Counted(Layer):
    """A layer that keeps what it has seen, as a cache of keys does, and looks up by whole numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(16, WIDTH))
        self.register_buffer("table", torch.randn(40, WIDTH))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen[3] = x[0, 0]
        return super().forward(x + self.seen.sum(0) + self.table[torch.arange(x.shape[1], device=x.device) * 5])


@pytest.mark.slow
def test_what_changes_memory_or_indexes_stays_outside(device: torch.device) -> None:
    model, x = Model(4, Counted).eval(), torch.randn(2, 7, WIDTH)
    with torch.no_grad():
        expected = model(x)
        kept = [layer.seen.clone() for layer in model.layers]
        for layer in model.layers:
            layer.seen.zero_()
        result, (code,) = compiled_code(model.to(device), x.to(device))
    torch.testing.assert_close(result.cpu(), expected)
    torch.testing.assert_close([layer.seen.cpu() for layer in model.layers], kept)
    assert "= region_0(" in code


@pytest.mark.slow
def test_random_numbers_differ_between_copies(device: torch.device) -> None:
    def function(x: torch.Tensor) -> list[torch.Tensor]:
        results = []
        for _ in range(6):
            x = F.dropout(x, 0.5) + 1
            for _ in range(18):
                x = torch.sin(x) + 1.5
            results.append(torch.rand_like(x) + x * 0)
        return results

    results, (code,) = compiled_code(function, torch.ones(16, 16, device=device))
    assert "= region_0(" in code
    for one, other in itertools.combinations(results, 2):
        assert (one - other).abs().mean() > 0.2


@pytest.mark.slow
@pytest.mark.covering("setting", "verification")
@pytest.mark.parametrize("why", ["setting", "verification", "sizes"])
def test_what_leaves_a_graph_whole(device: torch.device, why: str) -> None:
    x = torch.randn(2, 7, WIDTH, device=device)
    with contextlib.ExitStack() as stack:
        if why == "setting":
            stack.enter_context(torch.npu.compile_regions(False))
        if why == "verification":
            stack.enter_context(torch.npu.verify())
        stack.enter_context(torch.no_grad())
        _, (code,) = compiled_code(Model(4).to(device).eval(), x, dynamic=True if why == "sizes" else None)
    assert "region_0" not in code


@pytest.mark.covering("False")
@pytest.mark.parametrize("replaces", [True, False])
def test_updates_of_inputs_store_each_once(device: torch.device, replaces: bool) -> None:
    """As the step of an optimizer: what a region computes would be copied to the inputs that it replaces."""

    def update(values: list[torch.Tensor]) -> list[torch.Tensor]:
        results = []
        for value in values:
            for step in range(20):
                value = torch.sin(value) + step
            results.append(value)
        if replaces:
            for value, result in zip(values, results, strict=True):
                value.copy_(result)
        return results

    values = [torch.randn(16, 17) for _ in range(5)]
    moved = [value.to(device) for value in values]
    _, (code,) = compiled_code(update, moved)
    assert ("= region_0(" in code) != replaces
    update(values)
    torch.testing.assert_close([value.cpu() for value in moved], values)


@pytest.mark.slow
def test_the_environment_switches_them_off(device: torch.device, monkeypatch: pytest.MonkeyPatch) -> None:
    for value, count in (("0", 0), ("1", 4), ("", 4)):
        monkeypatch.setenv("NPUSIM_COMPILE_REGIONS", value)
        with torch.no_grad():
            _, (code,) = compiled_code(Model(4).to(device).eval(), torch.randn(2, 7, WIDTH, device=device))
        assert code.count("= region_0(") == count
    monkeypatch.setenv("NPUSIM_COMPILE_REGIONS", "yes")
    with pytest.raises(OptionError, match="NPUSIM_COMPILE_REGIONS is 'yes'; it can be 0 or 1"):
        compiled_code(lambda x: x + 1, torch.ones(3, device=device))


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("marked", [False, True], ids=["found", "by the program"])
def test_launches_belong_to_the_modules_of_their_copy(device: torch.device, tmp_path: Any, marked: bool) -> None:
    class Marked(Layer):
        forward = torch.compiler.nested_compile_region(Layer.forward) if marked else Layer.forward

    torch._dynamo.reset()
    model = Model(4, Marked).to(device).eval()
    with torch.no_grad(), torch.npu.simulator(mode="timing", dump_dir=tmp_path) as simulation:
        torch.compile(model, fullgraph=True)(torch.randn(2, 7, WIDTH, device=device))
        report = simulation.report()
    launches = {row.name: row.launches for row in report.summary("module", depth=2).rows}
    assert {name for name in launches if name.startswith("layers")} == {f"layers.{n}" for n in range(4)}
    assert len({launches[f"layers.{n}"] for n in range(4)}) == 1
    named = {name for name in (row.name for row in report.summary("module").rows) if name.startswith("layers.2.")}
    assert {"layers.2.query", "layers.2.wide"} <= named


def test_a_programs_own_region_shares_kernels_with_the_graph(device: torch.device) -> None:
    def square(x: torch.Tensor) -> torch.Tensor:
        return torch.sin(x @ x)

    region = torch.compiler.nested_compile_region(square)
    x = torch.randn(16, 16)
    result, _ = compiled_code(lambda x: region(region(square(x))), x.to(device))
    torch.testing.assert_close(result.cpu(), square(square(square(x))))


@pytest.mark.slow
def test_memory_that_a_marked_region_keeps_of_its_input_stays_the_input_s(device):
    """The second call returns its input for the backward graph, which nothing else reads afterwards."""
    region = torch.compiler.nested_compile_region(lambda x: x.sin().cumsum(0))

    def function(x):
        return region(region(x)), region(x.t())

    found = []
    for place, run in (("cpu", function), (device, torch.compile(function))):
        x = torch.linspace(-2, 2, 54).view(9, 6).to(place).requires_grad_()
        results = run(x)
        torch.autograd.backward(results, [torch.linspace(1, 2, 54).view(y.shape).to(place) for y in results])
        found.append([*(y.detach().cpu() for y in results), x.grad.cpu()])
    torch.testing.assert_close(found[1], found[0])


SHARED = {
    "saved": lambda y, w: (y, y @ w),
    "saved slice": lambda y, w: (y[3:], y[3:] @ w),
    "slices": lambda y, w: (y[1:4], y[3:] @ w),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", SHARED)
def test_results_of_a_marked_region_that_share_memory_do_so_outside(device, form):
    """The gradient needs what lies in a result's memory; what nothing reads any more is given away."""

    @torch.compiler.nested_compile_region
    def region(x, w):
        return SHARED[form](x.sin() + 1, w)

    def function(x, w):
        first = region(x, w)
        second = region(first[0].repeat(3, 1)[:7] + 1, w)
        return first[1].exp(), second[1], first[0].exp().sum() * second[0].sum()

    found = []
    for place, run in (("cpu", function), (device, torch.compile(function))):
        x, w = (torch.linspace(-1, 1, n * 6).view(n, 6).to(place).requires_grad_() for n in (7, 6))
        results = run(x, w)
        sum(y.square().mean() for y in results).backward()
        found.append([*(y.detach().cpu() for y in results), x.grad.cpu(), w.grad.cpu()])
    torch.testing.assert_close(found[1], found[0])
