"""Networks of every recurrent kind, and their first states."""

import torch
from common import make
from torch import nn

NETWORKS = {
    "lstm": (nn.LSTM, {}),
    "gru": (nn.GRU, {}),
    "rnn_tanh": (nn.RNN, {}),
    "rnn_relu": (nn.RNN, {"nonlinearity": "relu"}),
}


def network(kind, features, hidden, dtype=torch.float32, **options):
    """A network with the same weights every time."""
    torch.manual_seed(0)
    module, own = NETWORKS[kind]
    return module(features, hidden, **own, **options).to(dtype)


def states(net, rows, seed=5):
    """First states."""
    count, dtype = net.num_layers * (2 if net.bidirectional else 1), next(net.parameters()).dtype
    hidden = make((count, rows, net.proj_size or net.hidden_size), dtype, seed=seed)
    return (hidden, make((count, rows, net.hidden_size), dtype, seed=seed + 1)) if net.mode == "LSTM" else hidden
