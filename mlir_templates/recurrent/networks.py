"""Whole recurrent networks of layers: `torch.nn.LSTM`, `GRU` and `RNN` call one operator for all of it.

For each layer and direction there is one product of the inputs of all steps with the layer's weights, and one operator
for its steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.device.operators.derivatives import any_transformed
from npusim.mlir_templates.recurrent import operators as _operators  # noqa: F401
from npusim.mlir_templates.recurrent.reference import layer_forward
from torch import Tensor
from torch.nn import functional as F

States = list[Tensor]
"""The hidden state of a layer, and its cell state if it has one."""


@dataclass(frozen=True)
class Options:
    """What layers have in common, as the operators of networks take it."""

    has_biases: bool
    num_layers: int
    dropout: float
    train: bool
    bidirectional: bool

    @property
    def directions(self) -> int:
        """One, or two."""
        return 2 if self.bidirectional else 1

    def parameters(self, place: int, all_of_them: Sequence[Tensor]) -> Sequence[Tensor]:
        """Those of one layer in one direction."""
        count = len(all_of_them) // (self.num_layers * self.directions)
        return all_of_them[place * count : (place + 1) * count]


def network(
    kind: str,
    x: Tensor,
    states: Sequence[Tensor],
    parameters: Sequence[Tensor],
    options: Options,
    lengths: Tensor | None = None,
) -> tuple[Tensor, ...]:
    """The outputs of the last layer, and the last states of all layers.

    Args:
        x: (T, B, F).
        states: the first states, (layers * directions, B, H) each.
        parameters: for every layer and direction the weights of input and hidden state, then their biases, then the
            projection of the hidden state.
        lengths: steps of each sequence, default all.
    """
    ends: list[States] = []
    for number in range(options.num_layers):
        outputs = []
        for direction in range(options.directions):
            place = number * options.directions + direction
            own = options.parameters(place, parameters)
            layer = _Layer(kind, own, options.has_biases, direction == 1, lengths)
            output, *last = layer.steps(x, [state[place] for state in states])
            outputs.append(output)
            ends.append(last)
        x = torch.cat(outputs, -1) if options.bidirectional else outputs[0]
        if options.dropout and options.train and number < options.num_layers - 1:
            x = F.dropout(x, options.dropout)
    return x, *(torch.stack(parts) for parts in zip(*ends, strict=True))


def packed_network(
    kind: str,
    data: Tensor,
    batch_sizes: Tensor,
    states: Sequence[Tensor],
    parameters: Sequence[Tensor],
    options: Options,
) -> tuple[Tensor, ...]:
    """As `network`, for a packed batch: longest sequences first, the steps of all of them one after the other.

    Args:
        data: (N, F).
        batch_sizes: how many sequences have each step, (T) on the CPU.
    """
    steps, batch, device = batch_sizes.shape[0], states[0].shape[1], data.device
    sizes = batch_sizes.to(device)
    ends = sizes.cumsum(0)
    starts, sequences = ends - sizes, torch.arange(batch, device=device)
    lengths = (sizes[:, None] > sequences).sum(0)
    places = (starts[:, None] + sequences).clamp(max=data.shape[0] - 1)
    x = data.index_select(0, places.flatten()).unflatten(0, (steps, batch))
    outputs, *last = network(kind, x, states, parameters, options, lengths)
    rows = torch.arange(data.shape[0], device=device)
    step = torch.searchsorted(ends, rows, right=True)
    return outputs.flatten(0, 1).index_select(0, step * batch + rows - starts[step]), *last


@dataclass(frozen=True)
class _Layer:
    """One layer in one direction."""

    kind: str
    parameters: Sequence[Tensor]
    has_biases: bool
    reverse: bool
    lengths: Tensor | None

    def steps(self, x: Tensor, states: States) -> list[Tensor]:
        """The outputs (T, B, H) and last states (B, H).

        With a projection P of the hidden state, h = P m, the products with its weights are W h = (W P) m: the steps
        compute m, and all outputs are projected afterwards. What the first state adds to the gates is added beforehand.
        """
        of_input, of_hidden, *rest = self.parameters
        bias, own = _biases(self.kind, rest[:2] if self.has_biases else [])
        gates = F.linear(x, of_input, bias)
        # Under autocast the product may be narrower than the rest.
        hidden, of_hidden, *others = (y.to(gates.dtype) for y in (states[0], of_hidden, *states[1:]))
        if len(states) == 1 or states[0].shape[-1] == states[1].shape[-1]:
            return self._computed(gates, of_hidden, own, [hidden, *others])[: 1 + len(states)]
        projection = rest[-1].to(gates.dtype)
        gates = gates + _at_first_step(hidden @ of_hidden.t(), gates.shape[0], self.reverse)
        zero = torch.zeros_like(others[0])
        inner, last, cell = self._computed(gates, of_hidden @ projection, own, [zero, *others])
        return [inner @ projection.t(), last @ projection.t(), cell]

    def _computed(self, gates: Tensor, weight: Tensor, own: Tensor | None, states: States) -> list[Tensor]:
        """All steps by the operator, whose only derivative is a backward; by a cell for each step for all others."""
        hidden, *cell = states
        own = None if own is None else own.to(gates.dtype)
        tensors = (gates, weight, *states, *([] if own is None else [own]))
        by_cells = any_transformed(*tensors)
        keeps = not by_cells and torch.is_grad_enabled() and any(t.requires_grad for t in tensors)
        compute = layer_forward if by_cells else torch.ops.npusim.recurrent
        results = compute(
            self.kind, gates, weight, own, hidden, cell[0] if cell else None, self.lengths, self.reverse, keeps
        )
        return list(results[:3])


def _at_first_step(added: Tensor, steps: int, reverse: bool) -> Tensor:
    """A tensor (B, G) at the step that is taken first, zeros at the others."""
    return F.pad(added.unsqueeze(0), (0, 0, 0, 0, steps - 1, 0) if reverse else (0, 0, 0, 0, 0, steps - 1))


def _biases(kind: str, biases: Sequence[Tensor]) -> tuple[Tensor | None, Tensor | None]:
    """The bias of the inputs' product, and the one that stays with the hidden state: that of n of a GRU, whose part
    from the hidden state is multiplied by r.
    """
    if not biases:
        return None, None
    of_input, of_hidden = biases
    if kind != "gru":
        return of_input + of_hidden, None
    split = of_hidden.shape[0] // 3 * 2
    return of_input + F.pad(of_hidden[:split], (0, of_hidden.shape[0] - split)), of_hidden[split:]
