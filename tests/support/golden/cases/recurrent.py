"""Recurrent layers, forward and backward: one kernel for all steps."""

import torch
from common import make
from npusim.mlir_templates.recurrent.operators import recurrent, recurrent_backward

from golden.case import golden

STEPS, ROWS, HIDDEN = 3, 5, 20


def layer(gates):
    """Gates of all steps, weights, and a state."""
    return make((STEPS, ROWS, gates * HIDDEN)), make((gates * HIDDEN, HIDDEN), seed=1), make((ROWS, HIDDEN), seed=2)


@golden(*layer(4), make((ROWS, HIDDEN), seed=3))
def lstm_layer(gates, weight, hidden, cell):
    return recurrent("lstm", gates, weight, None, hidden, cell, None, False, False)


@golden(*layer(4), make((ROWS, HIDDEN), seed=3), gradients=True)
def lstm_layer_gradients(gates, weight, hidden, cell):
    return recurrent("lstm", gates, weight, None, hidden, cell, None, False, True)[0]


@golden(*layer(3), make((HIDDEN,), seed=3), torch.tensor([3, 2, 1, 0, 3]))
def gru_layer_of_lengths(gates, weight, hidden, bias, lengths):
    return recurrent("gru", gates, weight, bias, hidden, None, lengths, True, False)


@golden(
    make((4 * HIDDEN, HIDDEN))[: 3 * HIDDEN],
    *(make((STEPS, ROWS, HIDDEN), seed=seed) for seed in (1, 2)),
    make((STEPS, ROWS, 4, HIDDEN), seed=3),
    make((ROWS, HIDDEN), seed=4),
)
def gru_layer_backward(weight, outputs, grad_outputs, kept, grad_last):
    nothing = outputs.new_empty(0)
    return recurrent_backward("gru", weight, outputs, nothing, kept, grad_outputs, grad_last, None, None, False)


@golden(*layer(1), dynamic=True)
def plain_layer_of_any_length(gates, weight, hidden):
    return recurrent("rnn_tanh", gates, weight, None, hidden, None, None, False, False)


@golden(make((2, 3, 4 * 300)), make((4 * 300, 300), seed=1), *(make((3, 300), seed=seed) for seed in (2, 3)))
def lstm_layer_in_parts(gates, weight, hidden, cell):
    return recurrent("lstm", gates, weight, None, hidden, cell, None, False, False)
