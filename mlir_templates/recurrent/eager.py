"""Recurrent networks on the device, in compiled programs and outside of them: layers with an operator each.

Networks of other dtypes are left to PyTorch's own composition, a cell for every step.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.device.operators.composed import register_recomposition
from npusim.mlir_templates.recurrent.networks import Options, network, packed_network
from torch import Tensor

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
