"""Pointwise parts of recurrent cells (`LSTMCell`, `GRUCell`, the steps of `LSTM` and `GRU`).

Gates are (batch, parts * hidden): i, f, g, o of an LSTM, r, z, n of a GRU (Cho et al. 2014, in PyTorch's form). The
workspace holds the values that the backward needs.
"""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from torch import Tensor

aten = torch.ops.aten


def _biased(gates: Tensor, bias: Tensor | None) -> Tensor:
    return gates if bias is None else gates + bias


def _summed(gates: Tensor, has_bias: bool) -> Tensor | None:
    return gates.sum(0) if has_bias else None


def _through_sigmoid(grad: Tensor, value: Tensor) -> Tensor:
    return grad * value * (1 - value)


def _through_tanh(grad: Tensor, value: Tensor) -> Tensor:
    return grad * (1 - value * value)


@register_decomposition(aten._thnn_fused_lstm_cell.default)
def lstm_cell(
    input_gates: Tensor,
    hidden_gates: Tensor,
    cx: Tensor,
    input_bias: Tensor | None = None,
    hidden_bias: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """The hidden state, the cell state, and the activated gates."""
    sums = _biased(input_gates, input_bias) + _biased(hidden_gates, hidden_bias)
    i, f, g, o = sums.chunk(4, 1)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    cy = f * cx + i * g
    return o * cy.tanh(), cy, torch.cat([i, f, g, o], 1)


@register_decomposition(aten._thnn_fused_lstm_cell_backward_impl.default)
def lstm_cell_backward(
    grad_hy: Tensor | None, grad_cy: Tensor | None, cx: Tensor, cy: Tensor, workspace: Tensor, has_bias: bool
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Gradients of the gates, of the old cell state, and of a bias."""
    if grad_hy is None and grad_cy is None:
        return None, None, None
    hidden = torch.zeros_like(cx) if grad_hy is None else grad_hy
    i, f, g, o = workspace.chunk(4, 1)
    squashed = cy.tanh()
    cell = _through_tanh(hidden * o, squashed)
    cell = cell if grad_cy is None else cell + grad_cy
    gates = torch.cat(
        [
            _through_sigmoid(cell * g, i),
            _through_sigmoid(cell * cx, f),
            _through_tanh(cell * i, g),
            _through_sigmoid(hidden * squashed, o),
        ],
        1,
    )
    return gates, cell * f, _summed(gates, has_bias)


@register_decomposition(aten._thnn_fused_gru_cell.default)
def gru_cell(
    input_gates: Tensor,
    hidden_gates: Tensor,
    hx: Tensor,
    input_bias: Tensor | None = None,
    hidden_bias: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """The hidden state; r, z, n, the old state and the hidden part of n side by side."""
    of_input = _biased(input_gates, input_bias).chunk(3, 1)
    of_hidden = _biased(hidden_gates, hidden_bias).chunk(3, 1)
    r, z = ((x + h).sigmoid() for x, h in zip(of_input[:2], of_hidden[:2], strict=True))
    n = (of_input[2] + r * of_hidden[2]).tanh()
    return (hx - n) * z + n, torch.cat([r, z, n, hx, of_hidden[2]], 1)


@register_decomposition(aten._thnn_fused_gru_cell_backward.default)
def gru_cell_backward(
    grad_hy: Tensor, workspace: Tensor, has_bias: bool
) -> tuple[Tensor, Tensor, Tensor, Tensor | None, Tensor | None]:
    """Gradients of the input gates, of the hidden gates, of the old state, and of both biases."""
    r, z, n, hx, hidden = workspace.chunk(5, 1)
    new = _through_tanh(grad_hy * (1 - z), n)
    first = [_through_sigmoid(new * hidden, r), _through_sigmoid(grad_hy * (hx - n), z)]
    of_input, of_hidden = torch.cat([*first, new], 1), torch.cat([*first, new * r], 1)
    return of_input, of_hidden, grad_hy * z, _summed(of_input, has_bias), _summed(of_hidden, has_bias)
