"""Layers that are traced once under gradients: values and gradients are those of the model on the CPU, in float64."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from npusim.frontend.backend.regions import marking
from torch import nn
from torch.utils.checkpoint import checkpoint
from trained_layers import LAYERS, WIDTH, Attends, Change, Layer, Model, gradients


def compare(device: torch.device, model: nn.Module, *changes: Change, calls: int = 1, **options: Any) -> None:
    """Gradients of a compiled model and of its copy on the CPU are equal, before and after changes of both."""
    x = torch.linspace(-2, 2, 2 * 7 * WIDTH, dtype=torch.float64).sin().view(2, 7, WIDTH)
    model = model.double()
    moved = copy.deepcopy(model).to(device)
    compiled = torch.compile(moved, **options)
    for change in (id, *changes):
        change(model), change(moved)
        found, expected = gradients(moved, compiled, x.to(device), calls), gradients(model, model, x, calls)
        assert any(value is not None for value in expected.values())
        for name, value in expected.items():
            torch.testing.assert_close(found[name], value, msg=lambda text, name=name: f"{name}: {text}")


def test_equal_layers_are_traced_once(device: torch.device, copies: list[int]) -> None:
    compare(device, Model())
    assert len(copies) == LAYERS - 1


def all_layers(change: Callable[[Any, Any], object]) -> Change:
    return lambda model: [change(layer, model) for layer in model.layers]


def scaled(module: Any, given: Any, result: torch.Tensor) -> torch.Tensor:
    return result * 1.5


def scaled_gradient(module: Any, given: Any, result: Any) -> Any:
    return tuple(None if each is None else each * 1.5 for each in given)


def freeze(*parts: Any) -> None:
    for part in parts:
        part.requires_grad_(False)


MODELS: dict[str, tuple[int, Change]] = {
    "a parameter of all layers": (4, all_layers(lambda layer, model: setattr(layer, "gain", model.layers[0].gain))),
    "a module of all layers": (4, all_layers(lambda layer, model: setattr(layer, "norm", model.norm))),
    "a parameter of two layers": (4, lambda model: setattr(model.layers[2], "gain", model.layers[1].gain)),
    "one layer twice": (4, lambda model: model.layers.__setitem__(2, model.layers[3])),
    "a frozen layer": (3, lambda model: freeze(model.layers[2])),
    "frozen parts": (4, lambda model: freeze(*(layer.up for layer in model.layers))),
    "the first layers frozen": (3, lambda model: freeze(model.norm, *model.layers[:2])),
    "all frozen": (4, lambda model: freeze(model)),
    "evaluation": (4, lambda model: model.eval()),
    "evaluation of one": (3, lambda model: model.layers[2].eval()),
    "forward hooks": (4, all_layers(lambda layer, _: layer.up.register_forward_hook(scaled))),
    "backward hooks": (0, all_layers(lambda layer, _: layer.up.register_full_backward_hook(scaled_gradient))),
    "parametrization": (
        0,
        all_layers(lambda layer, _: nn.utils.parametrizations.weight_norm(layer.up)),
    ),
}


@pytest.mark.slow
@pytest.mark.covering(
    "a module of all layers",
    "frozen parts",
    "a frozen layer",
    "a parameter of all layers",
    "one layer twice",
    "forward hooks",
)
@pytest.mark.parametrize("name", MODELS)
def test_models(device: torch.device, copies: list[int], name: str) -> None:
    count, change = MODELS[name]
    compare(device, Model(change=change))
    assert len(copies) == count


# -- calls


def checkpointed(reentrant: bool) -> Any:
    return lambda m, layer, i, x, start: checkpoint(layer, x, use_reentrant=reentrant)


def without_gradients(model: Any, layer: Any, number: int, x: Any, start: Any) -> Any:
    with torch.set_grad_enabled(number not in (1, 3)):
        return layer(x)


CALLS: dict[str, tuple[int, Any]] = {
    "two tensors": (4, lambda m, layer, i, x, start: layer(x, start)),
    "one tensor twice": (4, lambda m, layer, i, x, start: layer(x, x)),
    "parameters": (4, lambda m, layer, i, x, start: layer(x, m.norm.weight)),
    "views": (0, lambda m, layer, i, x, start: layer(x, x[:, :1])),
    "detached": (4, lambda m, layer, i, x, start: layer(x, start.detach())),
    "detached between": (3, lambda m, layer, i, x, start: layer(x.detach() if i == 2 else x)),
    "changed after": (4, lambda m, layer, i, x, start: layer(x).mul_(1.5)),
    "no gradients between": (2, without_gradients),
    "checkpointed": (0, checkpointed(False)),
    "checkpointed twice": (0, checkpointed(True)),
    "each layer twice": (9, lambda m, layer, i, x, start: layer(layer(x))),
}


@pytest.mark.slow
@pytest.mark.covering("changed after", "no gradients between", "checkpointed", "two tensors", "parameters")
@pytest.mark.parametrize("name", CALLS)
def test_calls(device: torch.device, copies: list[int], name: str) -> None:
    count, call = CALLS[name]
    compare(device, Model(call=call))
    assert len(copies) == count


# -- what layers return


class Returns(Layer):
    def __init__(self, results: Callable[..., Any]) -> None:
        super().__init__()
        self.results = results

    def forward(self, x: torch.Tensor, more: Any = None) -> Any:
        return self.results(super().forward(x), x, self)


RESULTS: dict[str, tuple[int, Callable[..., Any], Callable[..., Any]]] = {
    "a result that nothing reads": (4, lambda y, x, m: (y, y.exp()), lambda r, x: r[0]),
    "nothing": (4, lambda y, x, m: (y, None), lambda r, x: r[0]),
    "what another is computed of": (4, lambda y, x, m: (y, m.up(y)), lambda r, x: r[0] + r[1].mean(-1, True)),
    "truth values": (4, lambda y, x, m: (y, y > 0), lambda r, x: torch.where(r[1], r[0], x)),
    "no gradients": (4, lambda y, x, m: (y, y.detach().cos()), lambda r, x: r[0] * r[1]),
    "the result without gradients": (0, lambda y, x, m: (y, y.detach()), lambda r, x: r[0] * r[1]),
    "views": (0, lambda y, x, m: (y, y.transpose(0, 1)), lambda r, x: r[0] + r[1].mean(-1).t()[..., None]),
    "the input": (0, lambda y, x, m: (y, x), lambda r, x: r[0] * r[1].cos()),
}


@pytest.mark.slow
@pytest.mark.covering("what another is computed of", "views", "truth values", "nothing")
@pytest.mark.parametrize("name", RESULTS)
def test_results(device: torch.device, copies: list[int], name: str) -> None:
    count, results, use = RESULTS[name]
    compare(device, Model(lambda: Returns(results), call=lambda m, layer, i, x, start: use(layer(x), x)))
    assert len(copies) == count


# -- what layers do


class Shares(Layer):
    """Both inputs get one gradient."""

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return super().forward((x + more).sin())


class SharesViews(Layer):
    """Both inputs get one gradient, and one of them a view of it."""

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return super().forward((x + more.transpose(0, 1).reshape(x.shape)).sin())


class Adds(Layer):
    """All inputs get the gradient of the result."""

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return super().forward(self.gain) + x + more


class NoGradInside(Layer):
    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        with torch.no_grad():
            scale = self.up(x).abs().mean()
        return super().forward(x) / scale


class Norm(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.batch = nn.BatchNorm1d(7)

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return super().forward(self.batch(x))


class Counts(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("seen", torch.zeros(WIDTH))

    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        self.seen.add_(x.detach()[0, 0])
        return super().forward(x) * self.seen.cos()


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 3 * ctx.saved_tensors[0]


class HasOwnGradient(Layer):
    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return super().forward(Square.apply(x))


class Hooks(Layer):
    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        y = super().forward(x)
        y.register_hook(lambda gradient: gradient * 1.5)
        return y.sin()


class Checkpoints(Layer):
    def forward(self, x: torch.Tensor, more: Any = None) -> torch.Tensor:
        return checkpoint(super().forward, x, use_reentrant=False)


class IsMarked(Layer):
    forward = torch.compiler.nested_compile_region(Layer.forward)


LAYER_TYPES: list[tuple[type[nn.Module], int]] = [
    (Shares, 4),
    (SharesViews, 4),
    (Adds, 4),
    (NoGradInside, 4),
    (Norm, 0),
    (Counts, 0),
    (Attends, 4),
    (HasOwnGradient, 0),
    (Hooks, 0),
    (Checkpoints, 0),
    (IsMarked, 0),
]


@pytest.mark.slow
@pytest.mark.covering("Shares", "Checkpoints", "Hooks", "HasOwnGradient", "NoGradInside", "IsMarked")
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("layer", "count"), LAYER_TYPES, ids=[layer.__name__ for layer, _ in LAYER_TYPES])
def test_layers(device: torch.device, copies: list[int], layer: type[nn.Module], count: int) -> None:
    call = (lambda m, layer, i, x, start: layer(x, start)) if layer in (Shares, SharesViews, Adds) else None
    compare(device, Model(layer, call=call))
    assert len(copies) == count


# -- several calls


@pytest.mark.slow
def test_gradients_add_up(device: torch.device, copies: list[int]) -> None:
    compare(device, Model(), calls=3)
    assert len(copies) == LAYERS - 1


LATER: dict[str, Change] = {
    "frozen": lambda model: freeze(model.layers[2]),
    "evaluation": lambda model: model.eval(),
    "other parameter": lambda model: setattr(model.layers[2], "gain", model.layers[1].gain),
    "other module": lambda model: setattr(model.layers[2], "norm", nn.Identity()),
    "hook of a parameter": lambda model: model.layers[2].gain.register_hook(lambda gradient: gradient * 1.5),
    "other dropout": lambda model: setattr(model.layers[2].drop, "p", 1.0),
}


@pytest.mark.slow
@pytest.mark.covering("frozen", "other parameter")
@pytest.mark.parametrize("name", LATER)
def test_what_changes_between_calls(device: torch.device, copies: list[int], name: str) -> None:
    compare(device, Model(), LATER[name])
    assert len(copies) >= LAYERS - 1


@pytest.mark.slow
def test_layers_that_all_differ_are_not_traced_to_the_end(
    device: torch.device, copies: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those whose paths are dropped more often the deeper they are."""
    traced, call = [], marking.Region.call_function
    monkeypatch.setattr(marking.Region, "call_function", lambda *given: traced.append(1) or call(*given))

    def differ(model: nn.Module) -> None:
        for number, layer in enumerate(model.layers):
            layer.norm.eps = 1e-5 * (number + 1)

    compare(device, Model(change=differ))
    assert len(traced) == marking.MAX_DIFFERENT and not copies


@pytest.mark.slow
def test_symbolic_sizes(device: torch.device, copies: list[int]) -> None:
    compare(device, Model(), dynamic=True)
    assert not copies
