"""Equal layers have kernels of equal signatures, which are made once; a difference in one respect gives another."""

import copy
import gc
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from npusim.frontend.fusions import group, kernels, sharing
from npusim.frontend.template import rendering, signatures
from npusim.frontend.template.signatures import Signature, remembered
from npusim.simulator.errors import UnsupportedError
from torch import Tensor

SIZE = 48


def layer(x: Tensor, w: Tensor) -> Tensor:
    return (x @ w + 1.0).relu()


def with_state(x: Tensor, w: Tensor, state: Tensor) -> Tensor:
    state.copy_(layer(x, w))
    return state


def with_both(x: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    product = x @ w
    return product, (product + 1.0).relu()


def rows(*columns: int, dtype: torch.dtype = torch.float32) -> list[Tensor]:
    return [torch.randn(SIZE, n).to(dtype) for n in columns]


OTHERS: dict[str, tuple[Callable[..., Any], list[Tensor]]] = {
    "size": (layer, rows(SIZE, SIZE + 1)),
    "strides": (lambda x, w: (x @ w.t() + 1.0).relu(), rows(SIZE, SIZE)),
    "offset": (lambda x, w: (x @ w[:, 1:] + 1.0).relu(), rows(SIZE, SIZE + 1)),
    "dtype": (layer, rows(SIZE, SIZE, dtype=torch.bfloat16)),
    "constant": (lambda x, w: (x @ w + 1.5).relu(), rows(SIZE, SIZE)),
    "operation": (lambda x, w: (x @ w + 1.0).tanh(), rows(SIZE, SIZE)),
    "operand": (lambda x, w, a: (x @ w + a).relu(), rows(SIZE, SIZE, SIZE)),
    "operand's strides": (lambda x, w, a: (x @ w + a[:, 0]).relu(), rows(SIZE, SIZE, 1)),
    "aliasing": (with_state, rows(SIZE, SIZE, SIZE)),
    "readers": (with_both, rows(SIZE, SIZE)),
    "reduction": (lambda x, w: (x @ w + 1.0).relu().sum(1), rows(SIZE, SIZE)),
}


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Signature | None]]:
    """The signatures of the kernels of templates that are written."""
    found: list[Signature | None] = []

    def spy(kind: str, signature: Signature | None, compute: Callable[[], Any], *more: Any) -> Any:
        found.append(signature)
        return remembered(kind, signature, compute, *more)

    monkeypatch.setattr(rendering, "remembered", spy)
    yield found


@pytest.mark.slow
def test_a_difference_in_one_respect_is_another_kernel(signed: list[Signature | None], device: torch.device) -> None:
    layers = [(layer, rows(SIZE, SIZE)), (layer, rows(SIZE, SIZE)), *OTHERS.values()]

    def model(inputs: list[list[Tensor]]) -> list[Any]:
        return [each(*given) for (each, _), given in zip(layers, inputs, strict=True)]

    on_cpu = [[tensor.clone() for tensor in given] for _, given in layers]
    on_device = [[tensor.to(device) for tensor in given] for _, given in layers]
    got = torch.compile(model, dynamic=False)(on_device)
    torch.testing.assert_close(got, model(on_cpu), check_device=False)
    keys = [signature and signature.key for signature in signed]
    assert None not in keys
    assert len(keys) == len(layers)
    assert len(set(keys)) == len(layers) - 1, "the first two are equal, and no others"


def test_layers_that_are_equal_are_written_once(
    signed: list[Signature | None], device: torch.device, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Any] = []
    write = rendering._rendered
    monkeypatch.setattr(rendering, "_rendered", lambda *given: written.append(given) or write(*given))

    def model(x: Tensor, weights: list[Tensor]) -> Tensor:
        for w in weights:
            x = layer(x, w)
        return x

    x, *weights = rows(*[SIZE] * 7)
    weights = [w / 7 for w in weights]
    got = torch.compile(model, dynamic=False)(x.to(device), [w.to(device) for w in weights])
    torch.testing.assert_close(got.cpu(), model(x, weights))
    assert len(signed) == 6
    assert len(written) <= 3, "the first and the last layer may differ from those between"


def test_loops_of_equal_layers_are_tried_in_one_kernel_once(
    device: torch.device, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []
    recorded: list[Any] = []
    ask, record = signatures.remembered, sharing._record
    monkeypatch.setattr(sharing, "remembered", lambda *given: tried.append(given) or ask(*given))
    monkeypatch.setattr(sharing, "_record", lambda nodes: recorded.append(nodes) or record(nodes))

    def model(x: Tensor, w: Tensor) -> Tensor:
        for _ in range(6):
            x = (x.softmax(1) / w).softmax(0)
        return x

    x, w = rows(SIZE, SIZE)
    w = w.abs() + 1
    got = torch.compile(model, dynamic=False)(x.to(device), w.to(device))
    torch.testing.assert_close(got.cpu(), model(x, w))
    assert 0 < len(recorded) <= len(tried) // 2


@pytest.mark.slow
def test_remembered_results_are_those_that_would_be_computed(
    device: torch.device, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits: list[str] = []

    def checked(kind: str, signature: Signature | None, compute: Callable[[], Any], *more: Any) -> Any:
        if signature is None or (kind, signature.key) not in signatures._memory().results:
            return remembered(kind, signature, compute, *more)
        hits.append(kind)
        try:
            expected = compute()
        except Exception as error:
            with pytest.raises(type(error), match=re.escape(str(error))):
                remembered(kind, signature, compute, *more)
            raise
        found = remembered(kind, signature, compute, *more)
        if kind == "rendered":
            (kernel, _), (first, signed) = expected, found
            assert kernel.text == first.text
            assert kernel.call_args == signed.renamed(first.call_args, signature)
            assert kernel.removed_buffers == {*signed.renamed(first.removed_buffers, signature)}
        elif kind.endswith("simulated"):  # what waits for the cycles
            assert expected() == found()
        else:
            assert expected == found
        return found

    for module in (rendering, kernels, group, sharing):
        monkeypatch.setattr(module, "remembered", checked)
    layers = torch.nn.TransformerEncoder(
        torch.nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, batch_first=True, activation="gelu"), 4
    ).to(device)
    with torch.npu.compile_regions(False):  # of which the layers' kernels would be made once already
        torch.compile(layers, dynamic=False)(torch.randn(2, 32, 64, device=device)).sum().backward()
    assert {"rendered", "epilogue", "template estimated", "one kernel"} <= set(hits)


@pytest.mark.slow
def test_what_is_remembered_goes_with_its_graph(device: torch.device) -> None:
    gc.collect()
    known = list(signatures._memories)  # of graphs that other tests keep
    torch.compile(lambda x, w: layer(layer(x, w), w), dynamic=False)(*(t.to(device) for t in rows(SIZE, SIZE)))
    torch._dynamo.reset()
    gc.collect()
    assert not [graph for graph in signatures._memories if all(graph is not each for each in known)]


class Counting(torch.nn.Module):
    """Its backward graph has a size as an input that is named like an operation of a loop body: `mul_6`."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn = torch.nn.GRU(8, 8, 2, batch_first=True)
        self.register_buffer("count", torch.zeros((), dtype=torch.int32))
        self.activation = torch.nn.PReLU()

    def forward(self, x: Tensor) -> Tensor:
        x, _ = self.rnn(x)
        self.count.copy_((x.shape[0] + self.count) % 100)
        return self.activation(x * (1 + 0.01 * self.count.sum().to(x.dtype))).amax(1)


@pytest.mark.slow
def test_a_size_may_be_named_like_an_operation_of_a_loop_body(device: torch.device) -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)
    on_cpu = Counting()
    on_device = copy.deepcopy(on_cpu).to(device)
    x = torch.randn(8, 2, 8)
    there = x.to(device).requires_grad_()
    expected = on_cpu(x.requires_grad_())
    got = torch.compile(on_device, fullgraph=True, dynamic=True)(there)
    torch.testing.assert_close(got.cpu(), expected)
    expected.sum().backward()
    got.sum().backward()
    torch.testing.assert_close(there.grad, x.grad, check_device=False)


def test_errors_are_remembered_unless_they_name_a_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = signatures._Memory()
    monkeypatch.setattr(signatures, "_memory", lambda: memory)
    calls: list[str] = []

    def fail(message: str) -> None:
        calls.append(message)
        raise UnsupportedError(message)

    for message, times in (("no such tiles", 1), ("buf3 lies elsewhere", 2)):
        for _ in range(2):
            with pytest.raises(UnsupportedError, match=message):
                signature = Signature(message, ("buf3",))
                remembered("check", signature, lambda text=message: fail(text), (UnsupportedError,))  # type: ignore[misc]
        assert calls.count(message) == times
