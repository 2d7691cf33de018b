"""Dynamo traces no recurrent networks, unless `torch._dynamo.config.allow_rnn` is set; on the device it does."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_on_npu
from npusim.frontend.inductor.patching import around
from torch import nn

_NETWORKS = (nn.LSTM, nn.GRU, nn.RNN)


@around
def tracing_on_device(wrap_module: Callable[..., Any], self: Any, value: Any) -> Any:
    """Wraps Dynamo's method that takes a module of the program into a trace."""
    if not isinstance(value, _NETWORKS) or not any(map(is_on_npu, value.parameters())):
        return wrap_module(self, value)
    with torch._dynamo.config.patch(allow_rnn=True):
        return wrap_module(self, value)
