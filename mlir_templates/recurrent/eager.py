"""Recurrent networks on the device, in compiled programs and outside of them: layers with an operator each.

Networks of other dtypes are left to PyTorch's own composition, a cell for every step.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.device.operators.composed import register_recomposition
from npusim.frontend.device.operators.derivatives import any_transformed
from npusim.mlir_templates.recurrent.networks import Options, network, packed_network
from npusim.mlir_templates.recurrent.reference import cell_step
from torch import Tensor
from torch.nn import functional as F

aten = torch.ops.aten
_DTYPES = (torch.float64, torch.float32, torch.bfloat16, torch.float16)


def _takes(x: Tensor, states: Sequence[Tensor], parameters: Sequence[Tensor]) -> bool:
    """Whether layers have operators: floating-point tensors on one device, with elements."""
    tensors = (x, *states, *parameters)
    return all(tensor.dtype in _DTYPES and tensor.device == x.device for tensor in tensors)


def _whole(
    kind: str,
    x: Tensor,
    states: Sequence[Tensor],
    parameters: Sequence[Tensor],
    *options: Any,
) -> Any:
    *rest, batch_first = options
    if not _takes(x, states, parameters):
        return NotImplemented
    outputs, *last = network(kind, x.transpose(0, 1) if batch_first else x, states, parameters, Options(*rest))
    return outputs.transpose(0, 1) if batch_first else outputs, *last


def _packed(
    kind: str,
    data: Tensor,
    batch_sizes: Tensor,
    states: Sequence[Tensor],
    parameters: Sequence[Tensor],
    *options: Any,
) -> Any:
    if not _takes(data, states, parameters):
        return NotImplemented
    return packed_network(kind, data, batch_sizes, states, parameters, Options(*options))


@register_recomposition(aten.lstm.input)
def lstm(x: Tensor, states: Sequence[Tensor], *arguments: Any) -> Any:
    """`torch.nn.LSTM`."""
    return _whole("lstm", x, states, *arguments)


@register_recomposition(aten.lstm.data)
def packed_lstm(data: Tensor, batch_sizes: Tensor, states: Sequence[Tensor], *arguments: Any) -> Any:
    """`torch.nn.LSTM` of a packed batch."""
    return _packed("lstm", data, batch_sizes, states, *arguments)


def _of_one_state(kind: str) -> Callable[..., Any]:
    return lambda x, state, *arguments: _whole(kind, x, [state], *arguments)


def _packed_of_one_state(kind: str) -> Callable[..., Any]:
    return lambda data, batch_sizes, state, *arguments: _packed(kind, data, batch_sizes, [state], *arguments)


for _kind in ("gru", "rnn_tanh", "rnn_relu"):
    register_recomposition(getattr(aten, _kind).input)(_of_one_state(_kind))
    register_recomposition(getattr(aten, _kind).data)(_packed_of_one_state(_kind))


def _one_step(kind: str, x: Tensor, states: Sequence[Tensor], parameters: Sequence[Tensor | None]) -> Any:
    """The states after a step of a cell by operators with all derivatives; PyTorch's own cell has a backward only."""
    if not any_transformed(x, *states, *parameters):
        return NotImplemented
    weight, of_states, bias, own = (*parameters, None, None)[:4]
    hidden, *cell = states
    gates = F.linear(x, weight, bias), F.linear(hidden, of_states, own)  # type: ignore[arg-type]
    return cell_step(kind, *gates, hidden, cell[0] if cell else None)[: len(states)]


@register_recomposition(aten.lstm_cell.default)
def lstm_cell(x: Tensor, states: Sequence[Tensor], *parameters: Tensor | None) -> Any:
    """`torch.nn.LSTMCell`: the hidden state and the cell state."""
    return _one_step("lstm", x, states, parameters)


@register_recomposition(aten.gru_cell.default)
def gru_cell(x: Tensor, state: Tensor, *parameters: Tensor | None) -> Any:
    """`torch.nn.GRUCell`: the hidden state."""
    after = _one_step("gru", x, [state], parameters)
    return after if after is NotImplemented else after[0]
