"""Recurrent networks on the device, in compiled programs and outside of them: layers with an operator each.

What the operators of layers do not compute (projections of hidden states, packed sequences, float64) is left to
PyTorch's own composition of it, a cell for every step.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.device.operators.composed import register_recomposition
from npusim.mlir_templates.recurrent.networks import network
from torch import Tensor

aten = torch.ops.aten
_DTYPES = (torch.float32, torch.bfloat16, torch.float16)


def _takes(x: Tensor, states: Sequence[Tensor], parameters: Sequence[Tensor]) -> bool:
    """Whether layers have operators: floats of up to 32 bits, states as wide as the weights, elements and steps."""
    tensors = (x, *states, *parameters)
    plain = all(tensor.dtype in _DTYPES and tensor.device == x.device for tensor in tensors)
    return plain and x.dim() == 3 and len({state.shape[-1] for state in states}) == 1


@register_recomposition(aten.lstm.input)
def lstm(x: Tensor, states: Sequence[Tensor], parameters: Sequence[Tensor], *options: Any) -> Any:
    """`torch.nn.LSTM`."""
    return network("lstm", x, states, parameters, *options) if _takes(x, states, parameters) else NotImplemented


def _of_one_state(kind: str) -> Callable[..., Any]:
    def call(x: Tensor, state: Tensor, parameters: Sequence[Tensor], *options: Any) -> Any:
        return network(kind, x, [state], parameters, *options) if _takes(x, [state], parameters) else NotImplemented

    return call


for _operator, _kind in (
    (aten.gru.input, "gru"),
    (aten.rnn_tanh.input, "rnn_tanh"),
    (aten.rnn_relu.input, "rnn_relu"),
):
    register_recomposition(_operator)(_of_one_state(_kind))
