"""Equal layers of a model are traced once: copies give the values of their own parameters, attributes and arguments,
whatever is shared between them and whatever is changed later."""

import copy
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, LAYERS = 12, 4
Change = Callable[[nn.Module], object]


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm, self.wide = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WIDTH)
        self.scale, self.function, self.config = 1.0, torch.sin, SimpleNamespace(factor=2.0)
        self.again, self.counted = self.config, nn.Parameter(torch.randn(3))
        self.shift, self.second = nn.Parameter(torch.randn(WIDTH)), nn.Parameter(torch.randn(WIDTH))

    def forward(self, x: torch.Tensor, more: torch.Tensor | None = None, times: float = 1.0) -> torch.Tensor:
        y = self.wide(self.norm(x)) * self.scale * times
        y = self.function(y) * self.shift + self.second * self.config.factor + self.again.factor
        y = y + len(self.counted)
        return x + y if more is None else x + y * more


class Model(nn.Module):
    def __init__(self, layer: Callable[[], nn.Module] = Layer, change: Change = id) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(layer() for _ in range(LAYERS))
        self.norm, self.config = nn.LayerNorm(WIDTH), SimpleNamespace(factor=3.0)
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.add_(torch.randn(parameter.shape) * 0.1)
        change(self)

    def forward(self, x: torch.Tensor) -> Any:
        x = self.norm(x) * self.config.factor
        for layer in self.layers:
            x = layer(x)
        return x


def compare(device: torch.device, model: nn.Module, *changes: Change, x: torch.Tensor | None = None) -> None:
    """A compiled model and its copy on the CPU give equal values, before and after changes of both."""
    given = torch.linspace(-2, 2, 3 * 7 * WIDTH).view(3, 7, WIDTH) if x is None else x
    moved = copy.deepcopy(model).eval().to(device)
    compiled = torch.compile(moved)
    for change in (id, *changes):
        change(model.eval()), change(moved)
        with torch.no_grad():
            found = compiled(given.to(device))
            torch.testing.assert_close(found, model(given), rtol=1e-3, atol=1e-3, check_device=False)
    for name, buffer in model.named_buffers():
        torch.testing.assert_close(moved.get_buffer(name).cpu(), buffer, rtol=1e-3, atol=1e-3, msg=name)


def test_equal_layers_are_traced_once(device: torch.device, copies: list[int]) -> None:
    compare(device, Model())
    assert len(copies) == LAYERS - 1


def third(**attributes: Any) -> Change:
    """Changes attributes of the third layer; those that are functions make them of the model."""

    def change(model: nn.Module) -> None:
        for name, value in attributes.items():
            holder, _, attribute = name.rpartition("__")
            part = model.layers[2].get_submodule(holder) if holder else model.layers[2]
            made = value(model) if callable(value) and value not in (torch.cos,) else value
            setattr(part, attribute, made)

    return change


def all_layers(change: Callable[[Any, Any], object]) -> Change:
    return lambda model: [change(layer, model) for layer in model.layers]


def parameter(model: nn.Module) -> nn.Parameter:
    return nn.Parameter(torch.linspace(-1, 1, WIDTH).to(next(model.parameters()).device))


def other_norm(model: nn.Module) -> nn.Module:
    norm = copy.deepcopy(model.layers[2].norm)
    norm.weight = parameter(model)
    return norm


CHANGES: dict[str, Change] = {
    "constant": third(scale=0.5),
    "function": third(function=torch.cos),
    "object": third(config=lambda _: SimpleNamespace(factor=7.0)),
    "one of two names of an object": third(again=lambda _: SimpleNamespace(factor=7.0)),
    "what an object holds": lambda model: vars(model.layers[2].config).update(factor=7.0),
    "parameter": third(shift=parameter),
    "size of what is not computed with": third(counted=parameter),
    "parameter shared within": third(second=lambda model: model.layers[2].shift),
    "parameter of another layer": third(second=lambda model: model.layers[0].second),
    "module": third(norm=other_norm),
    "module of the model": third(norm=lambda model: model.norm),
    "module of another layer": third(norm=lambda model: model.layers[1].norm),
    "module's constant": third(norm__eps=0.5),
    "class of a module": third(norm=lambda model: nn.Identity()),
    "missing bias": third(wide__bias=lambda _: None),
    "another layer": lambda model: model.layers.__setitem__(2, model.layers[3]),
    "object of the model": third(config=lambda model: model.config),
    "method": third(norm__forward=lambda _: torch.tanh),
    "hook": lambda model: model.layers[2].wide.register_forward_hook(lambda *given: given[2] * 2),
}
SHARED: dict[str, Change] = {
    "first layer's parameters": lambda model: setattr(model.layers[0], "second", model.layers[0].shift),
    "all layers' parameters": all_layers(lambda layer, _: setattr(layer, "second", layer.shift)),
    "all layers' modules": all_layers(lambda layer, model: setattr(layer, "norm", model.norm)),
    "all layers' objects": all_layers(lambda layer, model: setattr(layer, "config", model.config)),
    "the first layer's module": lambda model: setattr(model, "norm", model.layers[0].norm),
    "the first layer's object": lambda model: setattr(model, "config", model.layers[0].config),
}


@pytest.mark.covering(
    "module of the model",
    in_ci=[
        "one of two names of an object",
        "constant",
        "hook",
        "function",
        "parameter",
        "what an object holds",
        "parameter shared within",
        "missing bias",
    ],
)
@pytest.mark.parametrize("name", CHANGES)
def test_what_is_different_in_a_copy(device: torch.device, copies: list[int], name: str) -> None:
    compare(device, Model(change=CHANGES[name]))


CHANGED_LATER = [name for name in CHANGES if name != "hook"]  # Dynamo itself does not notice a hook


@pytest.mark.slow
@pytest.mark.covering("one of two names of an object", "missing bias", "method", "another layer")
@pytest.mark.parametrize("name", CHANGED_LATER)
def test_what_is_changed_in_a_copy_later(device: torch.device, copies: list[int], name: str) -> None:
    compare(device, Model(), CHANGES[name])
    assert len(copies) >= LAYERS - 1


@pytest.mark.slow
@pytest.mark.covering(
    "first layer's parameters-constant",
    "all layers' objects-one of two names of an object",
    "all layers' parameters-function",
    "all layers' modules-object",
    "the first layer's object-parameter",
)
@pytest.mark.parametrize("changed", CHANGED_LATER)
@pytest.mark.parametrize("shared", SHARED)
def test_what_layers_share(device: torch.device, copies: list[int], shared: str, changed: str) -> None:
    compare(device, Model(change=SHARED[shared]), CHANGES[changed])


# -- calls of layers


class Calls(Model):
    """A model of which a test says how it calls its layers."""

    def __init__(self, call: Callable[..., Any], layer: Callable[[], nn.Module] = Layer) -> None:
        super().__init__(layer)
        self.call = call

    def forward(self, x: torch.Tensor) -> Any:
        start, results = x * 2, []
        for number, layer in enumerate(self.layers):
            x = self.call(self, layer, number, x, start)
            results.append(x)
        return results


def under_autocast(_: Any, layer: Any, number: int, x: Any, start: Any) -> Any:
    with torch.autocast(x.device.type, torch.bfloat16, enabled=number == 3):
        return layer(x).to(torch.bfloat16).float()


def after_a_change(model: Any, layer: Any, number: int, x: Any, start: Any) -> Any:
    model.layers[(number + 1) % LAYERS].scale = 1.0 + number
    return layer(x)


def after_a_change_of_an_object(model: Any, layer: Any, number: int, x: Any, start: Any) -> Any:
    model.layers[(number + 1) % LAYERS].config.factor = 1.0 + number
    return layer(x)


CALLS: dict[str, Callable[..., Any]] = {
    "tensor": lambda m, layer, i, x, start: layer(x, start),
    "by name": lambda m, layer, i, x, start: layer(x, times=2.0, more=start),
    "one tensor twice, then two": lambda m, layer, i, x, start: layer(x, x if i < 2 else start),
    "two tensors, then one twice": lambda m, layer, i, x, start: layer(x, start if i < 2 else x),
    "swapped": lambda m, layer, i, x, start: layer(x, start) if i % 2 else layer(start, x),
    "with and without": lambda m, layer, i, x, start: layer(x, *[start] * (i > 2)),
    "constants": lambda m, layer, i, x, start: layer(x, times=float(i % 2 + 1)),
    "constants that all differ": lambda m, layer, i, x, start: layer(x, times=i + 0.5),
    "parameters": lambda m, layer, i, x, start: layer(x, m.layers[0].shift),
    "other strides": lambda m, layer, i, x, start: layer(x, start.transpose(0, 1)[:, :1] if i % 2 else start[:, :1]),
    "backwards": lambda m, layer, i, x, start: m.layers[LAYERS - 1 - i](layer(x)),
    "autocast of one": under_autocast,
    "after a change": after_a_change,
    "after a change of an object": after_a_change_of_an_object,
}


@pytest.mark.slow
@pytest.mark.covering(
    "after a change", "autocast of one", "one tensor twice, then two", "with and without", "parameters"
)
@pytest.mark.parametrize("name", CALLS)
def test_calls(device: torch.device, copies: list[int], name: str) -> None:
    x = torch.linspace(-2, 2, 49 * WIDTH).view(7, 7, WIDTH)
    loose = {"rtol": 0.05, "atol": 0.05} if "autocast" in name else {"rtol": 1e-3, "atol": 1e-3}
    model = Calls(CALLS[name]).eval()
    moved = copy.deepcopy(model).to(device)
    with torch.no_grad():
        found, expected = torch.compile(moved)(x.to(device)), model(x)
    torch.testing.assert_close([each.cpu() for each in found], expected, **loose)


@pytest.mark.slow
def test_a_model_under_autocast(device: torch.device, copies: list[int]) -> None:
    x, model = torch.randn(2, 7, WIDTH), Model().eval()
    moved = copy.deepcopy(model).to(device)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16), torch.autocast(device.type, torch.bfloat16):
        torch.testing.assert_close(torch.compile(moved)(x.to(device)).cpu(), model(x), rtol=0.05, atol=0.05)
    assert len(copies) == LAYERS - 1


# -- layers that are no functions of their operands


class Kept(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(WIDTH))
        self.register_buffer("table", torch.randn(9, WIDTH))
        self.calls, self.kept = 0, None


class Adds(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen.add_(x[0, 0])
        return super().forward(x) + self.seen


class Replaces(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.seen = self.seen + x[0, 0]
        return super().forward(x) + self.seen


class Counts(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return super().forward(x) * self.calls


class ChangesItsInput(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x.mul_(1.5)
        return super().forward(x)


class LooksUp(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(x) + self.table[torch.arange(x.shape[1], device=x.device)]


class Breaks(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = super().forward(x)
        torch._dynamo.graph_break()
        return x + 1


class Differentiates(Kept):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.enable_grad():
            y = x.detach().requires_grad_()
            (gradient,) = torch.autograd.grad(super().forward(y).square().sum(), y)
        return x - gradient * 1e-3


@pytest.mark.slow
@pytest.mark.covering("Counts", "ChangesItsInput", "Breaks")
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "layer", [Adds, Replaces, Counts, ChangesItsInput, LooksUp, Breaks, Differentiates], ids=lambda each: each.__name__
)
def test_layers_with_effects_are_traced(device: torch.device, copies: list[int], layer: type[nn.Module]) -> None:
    compare(device, Model(layer), id, id)
    assert not copies


class Returns(Layer):
    def __init__(self, results: Callable[..., Any]) -> None:
        super().__init__()
        self.results = results

    def forward(self, x: torch.Tensor, *more: Any) -> Any:
        return self.results(super().forward(x), x)


RESULTS: dict[str, tuple[int, Callable[..., Any]]] = {
    "tuple": (LAYERS - 1, lambda y, x: (y, y.mean(-1))),
    "list": (0, lambda y, x: [y, y.mean(-1)]),
    "nothing beside": (LAYERS - 1, lambda y, x: (y, None)),
    "nothing between": (LAYERS - 1, lambda y, x: (y, None, y.mean(-1))),
    "named": (0, lambda y, x: {"a": y}),
    "input": (0, lambda y, x: (y, x)),
    "view of the input": (0, lambda y, x: (y, x[..., :3])),
    "one tensor twice": (0, lambda y, x: (y, y)),
    "views of one": (0, lambda y, x: (y, y.transpose(0, 1), y[..., 1:3])),
    "number": (0, lambda y, x: (y, y.shape[0] + 0.5)),
}


@pytest.mark.slow
@pytest.mark.covering("view of the input", "views of one", "named", "number")
@pytest.mark.parametrize("name", RESULTS)
def test_results(device: torch.device, copies: list[int], name: str) -> None:
    count, results = RESULTS[name]

    def first(result: Any) -> torch.Tensor:
        return result["a"] if isinstance(result, dict) else result[0]

    def call(model: Any, layer: Any, number: int, x: Any, start: Any) -> Any:
        return layer(x if number == 0 else first(x))

    compare(device, Calls(call, lambda: Returns(results)))
    assert len(copies) == count


@pytest.mark.slow
@pytest.mark.parametrize("why", ["sizes", "setting", "verification", "other backend"])
def test_functions_without_regions(device: torch.device, copies: list[int], why: str) -> None:
    model, x = Model(), torch.randn(3, 7, WIDTH)
    moved = copy.deepcopy(model).eval().to(device)
    options = {"dynamic": True} if why == "sizes" else {"backend": "eager"} if why == "other backend" else {}
    setting = torch.npu.compile_regions(why != "setting")
    with setting, torch.npu.verify(why == "verification"), torch.no_grad():
        found = torch.compile(moved, **options)(x.to(device))
        torch.testing.assert_close(found.cpu(), model(x), rtol=1e-4, atol=1e-4)
    assert not copies


@pytest.mark.slow
def test_random_numbers_differ_between_copies(device: torch.device, copies: list[int]) -> None:
    class Random(Layer):
        def forward(self, x: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
            return super().forward(x) * 0 + F.dropout(torch.ones_like(x), 0.5) + torch.rand_like(x)

    model = Calls(lambda m, layer, i, x, start: layer(x), Random).eval().to(device)
    with torch.no_grad():
        results = [each.cpu() for each in torch.compile(model)(torch.ones(8, 8, WIDTH, device=device))]
    assert len(copies) == LAYERS - 1
    for number, one in enumerate(results):
        assert all((one - other).abs().mean() > 0.1 for other in results[:number])


@pytest.mark.slow
def test_launches_belong_to_the_modules_of_their_copy(device: torch.device, copies: list[int], tmp_path: Any) -> None:
    model = Model().eval().to(device)
    with torch.no_grad(), torch.npu.simulator(mode="timing", dump_dir=tmp_path) as simulation:
        torch.compile(model)(torch.randn(2, 7, WIDTH, device=device))
        report = simulation.report()
    assert len(copies) == LAYERS - 1
    launches = {row.name: row.launches for row in report.summary("module", depth=2).rows}
    assert len({launches[f"layers.{n}"] for n in range(LAYERS)}) == 1
    assert {"layers.2.wide", "layers.3.wide"} <= {row.name for row in report.summary("module").rows}
