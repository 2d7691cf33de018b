"""A recurrent layer and its gradient, step by step, with PyTorch's operators."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.mlir_templates.recurrent.kinds import KINDS
from torch import Tensor

Five = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
Four = tuple[Tensor, Tensor, Tensor, Tensor]
Stepped = tuple[Tensor, Tensor | None, list[Tensor]]
_CELLS: dict[str, Callable[..., Stepped]] = {}


def _cell(kind: str) -> Callable[[Callable[..., Stepped]], Callable[..., Stepped]]:
    def decorate(function: Callable[..., Stepped]) -> Callable[..., Stepped]:
        _CELLS[kind] = function
        return function

    return decorate


@_cell("lstm")
def _lstm(inputs: list[Tensor], hiddens: list[Tensor], hidden: Tensor, cell: Tensor) -> Stepped:
    i, f, g, o = (x + h for x, h in zip(inputs, hiddens, strict=True))
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    cell = f * cell + i * g
    return o * cell.tanh(), cell, [i, f, g, o]


@_cell("gru")
def _gru(inputs: list[Tensor], hiddens: list[Tensor], hidden: Tensor, cell: None) -> Stepped:
    r, z = ((x + h).sigmoid() for x, h in zip(inputs[:2], hiddens[:2], strict=True))
    n = (inputs[2] + r * hiddens[2]).tanh()
    return (hidden - n) * z + n, None, [r, z, n, hiddens[2]]


@_cell("rnn_tanh")
def _tanh(inputs: list[Tensor], hiddens: list[Tensor], hidden: Tensor, cell: None) -> Stepped:
    return (inputs[0] + hiddens[0]).tanh(), None, []


@_cell("rnn_relu")
def _relu(inputs: list[Tensor], hiddens: list[Tensor], hidden: Tensor, cell: None) -> Stepped:
    return (inputs[0] + hiddens[0]).relu(), None, []


def cell_step(kind: str, of_input: Tensor, of_hidden: Tensor, hidden: Tensor, cell: Tensor | None) -> Stepped:
    """The states after a step, and the activated gates.

    Args:
        of_input, of_hidden: the gates' parts (B, G * H), biases included.
    """
    parts = (list(gates.chunk(KINDS[kind].gates, 1)) for gates in (of_input, of_hidden))
    return _CELLS[kind](*parts, hidden, cell)


def layer_forward(
    kind: str,
    gates: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    hidden: Tensor,
    cell: Tensor | None,
    lengths: Tensor | None,
    reverse: bool,
    keeps: bool,
) -> Five:
    """Arguments and results are those of `npusim::recurrent`."""
    order = _order(len(gates), reverse)
    outputs, cells, kept = [], [cell], []
    biases = None if bias is None else torch.nn.functional.pad(bias, (weight.shape[0] - len(bias), 0))
    for t in order:
        of_hidden = torch.nn.functional.linear(hidden, weight, biases)
        after, cell_after, activations = cell_step(kind, gates[t], of_hidden, hidden, cell)
        hidden, cell = _within(lengths, t, after, hidden), _within(lengths, t, cell_after, cell)
        outputs.append(hidden)
        cells.append(cell)
        kept += [torch.stack(activations, 1)] if activations else []
    nothing = gates.new_empty(0)
    has_cell = KINDS[kind].has_cell
    return (
        torch.stack(outputs[:: order.step]),
        hidden.clone(),
        cells[-1].clone() if has_cell else nothing,  # type: ignore[union-attr]
        torch.stack(cells) if keeps and has_cell else nothing.clone(),  # type: ignore[arg-type]
        torch.stack(kept) if keeps and kept else nothing.clone(),
    )


def layer_backward(
    kind: str,
    weight: Tensor,
    outputs: Tensor,
    cells: Tensor,
    kept: Tensor,
    grad_outputs: Tensor,
    grad_hidden: Tensor,
    grad_cell: Tensor | None,
    lengths: Tensor | None,
    reverse: bool,
) -> Four:
    """Arguments and results are those of `npusim::recurrent_backward`."""
    steps, batch, width = outputs.shape
    of_gates = outputs.new_empty(steps, batch, KINDS[kind].gates * width)
    own = outputs.new_empty((steps, batch, width) if KINDS[kind].has_own_gate else (0,))
    order = list(_order(steps, reverse))
    for s in reversed(range(steps)):
        t = order[s]
        grad = grad_outputs[t] + grad_hidden
        values = list(kept[s].unbind(1)) if kept.numel() else []
        direct, of_cell = torch.zeros_like(grad), None
        if kind == "lstm":
            i, f, g, o = values
            squashed = cells[s + 1].tanh()
            total = grad_cell + grad * o * (1 - squashed * squashed)
            inputs = [total * g * i * (1 - i), total * cells[s] * f * (1 - f), total * i * (1 - g * g)]
            inputs.append(grad * squashed * o * (1 - o))
            of_cell, hiddens = total * f, inputs
        elif kind == "gru":
            r, z, n, of_hidden = values
            of_n = grad * (1 - z) * (1 - n * n)
            inputs = [of_n * of_hidden * r * (1 - r), grad * (outputs[t] - n) * (1 - z), of_n]
            hiddens, direct, own[t] = [*inputs[:2], of_n * r], grad * z, of_n * r
        else:
            slope = 1 - outputs[t] * outputs[t] if kind == "rnn_tanh" else outputs[t] > 0
            inputs = hiddens = [grad * slope]
        zero = torch.zeros_like(grad)
        if own.numel():
            own[t] = _within(lengths, t, own[t], zero)
        of_gates[t] = torch.cat([_within(lengths, t, part, zero) for part in inputs], 1)
        grad_hidden = _within(lengths, t, torch.cat(hiddens, 1) @ weight + direct, grad)
        grad_cell = _within(lengths, t, of_cell, grad_cell)
    nothing = outputs.new_empty(0)
    return of_gates, grad_hidden.clone(), nothing if grad_cell is None else grad_cell.clone(), own


def _within(lengths: Tensor | None, step: int, then: Any, otherwise: Any) -> Any:
    """Rows of sequences that have a step, and those of another tensor for others."""
    return then if lengths is None or then is None else torch.where((step < lengths)[:, None], then, otherwise)


def _order(steps: int, reverse: bool) -> range:
    """The steps in the order in which they are taken."""
    return range(steps - 1, -1, -1) if reverse else range(steps)
