"""Dynamo traces no recurrent networks, unless `torch._dynamo.config.allow_rnn` is set; on the device it does."""

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

_NETWORKS = (nn.LSTM, nn.GRU, nn.RNN)


def tracing_on_device(wrap_module: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps Dynamo's method that takes a module of the program into a trace."""

    @functools.wraps(wrap_module)
    def wrapped(self: Any, value: Any) -> Any:
        if not isinstance(value, _NETWORKS) or not _is_on_device(value):
            return wrap_module(self, value)
        with torch._dynamo.config.patch(allow_rnn=True):
            return wrap_module(self, value)

    return wrapped


def _is_on_device(module: nn.Module) -> bool:
    return any(parameter.device.type == "npu" for parameter in module.parameters())
