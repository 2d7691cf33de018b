"""Whole recurrent networks of layers: `torch.nn.LSTM`, `GRU` and `RNN` call one operator for all of it.

For each layer and direction there is one product of the inputs of all steps with the layer's weights, and one operator
for its steps.
"""

from collections.abc import Sequence

import torch
from npusim.mlir_templates.recurrent import operators as _operators  # noqa: F401
from torch import Tensor
from torch.nn import functional as F

States = list[Tensor]
"""The hidden state of a layer, and its cell state if it has one."""


def network(
    kind: str,
    x: Tensor,
    states: Sequence[Tensor],
    parameters: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, ...]:
    """The outputs of the last layer, and the last states of all layers.

    Args:
        x: (T, B, F), or (B, T, F) with `batch_first`.
        states: the first states, (layers * directions, B, H) each.
        parameters: for every layer and direction the weights of input and hidden state, then their biases.
    """
    x = x.transpose(0, 1) if batch_first else x
    each = 4 if has_biases else 2
    directions = 2 if bidirectional else 1
    ends: list[States] = []
    for number in range(num_layers):
        outputs = []
        for direction in range(directions):
            place = number * directions + direction
            own = parameters[place * each : (place + 1) * each]
            output, *last = _layer(kind, x, [state[place] for state in states], own, reverse=direction == 1)
            outputs.append(output)
            ends.append(last)
        x = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if dropout and train and number < num_layers - 1:
            x = F.dropout(x, dropout)
    x = x.transpose(0, 1) if batch_first else x
    return x, *(torch.stack(parts) for parts in zip(*ends, strict=True))


def _layer(kind: str, x: Tensor, states: States, parameters: Sequence[Tensor], reverse: bool) -> list[Tensor]:
    """The outputs (T, B, H) and last states (B, H) of one layer in one direction."""
    of_input, of_hidden, *biases = parameters
    bias, own = _biases(kind, biases)
    gates = F.linear(x, of_input, bias)
    # Under autocast the product may be narrower than the rest.
    hidden, weight, *cell = (tensor.to(gates.dtype) for tensor in (states[0], of_hidden, *states[1:]))
    own = None if own is None else own.to(gates.dtype)
    keeps = torch.is_grad_enabled() and any(t.requires_grad for t in (gates, weight, hidden, *cell))
    outputs, last, last_cell, _, _ = torch.ops.npusim.recurrent(
        kind, gates, weight, own, hidden, cell[0] if cell else None, reverse, keeps
    )
    return [outputs, last, last_cell][: 1 + len(states)]


def _biases(kind: str, biases: Sequence[Tensor]) -> tuple[Tensor | None, Tensor | None]:
    """The bias of the inputs' product, and the one that stays with the hidden state: that of n of a GRU, whose part from
    the hidden state is multiplied by r.
    """
    if not biases:
        return None, None
    of_input, of_hidden = biases
    if kind != "gru":
        return of_input + of_hidden, None
    split = of_hidden.shape[0] // 3 * 2
    return of_input + F.pad(of_hidden[:split], (0, of_hidden.shape[0] - split)), of_hidden[split:]
