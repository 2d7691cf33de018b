"""Convolutions on the device keep channels_last, as on the CPU: what tracing is told of the strides of their results.

torch gives devices of their own kind contiguous results while tracing, whatever the operands' format. Checked with
torch 2.13.0.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch._subclasses import fake_impls

DEVICE_TYPE = "npu"
_FORMATS = {4: torch.channels_last, 5: torch.channels_last_3d}


def connect() -> None:
    """Wraps torch's fake convolutions; other devices get what they got before. Called once."""
    entries: dict[Any, Callable[..., Any]] = fake_impls.op_implementations_dict
    aten = torch.ops.aten
    for operator, first in ((aten.convolution.default, 0), (aten.convolution_backward.default, 1)):
        entries[operator] = _keeping_format(entries[operator], first)


def _keeping_format(inner: Callable[..., Any], first: int) -> Callable[..., Any]:
    """`inner` with results in the format of the image (argument `first`) or the weights (the one after it)."""

    @functools.wraps(inner)
    def fake(fake_mode: Any, operator: Any, *args: Any, **kwargs: Any) -> Any:
        result = inner(fake_mode, operator, *args, **kwargs)
        named = [kwargs.get("input"), kwargs.get("weight")]
        operands = [*args[first : first + 2], *(tensor for tensor in named if tensor is not None)]
        if operands[0].device.type != DEVICE_TYPE or not any(map(is_channels_last, operands)):
            return result
        with fake_mode:
            return tuple(map(_converted, result)) if isinstance(result, tuple) else _converted(result)

    return fake


def is_channels_last(tensor: torch.Tensor) -> bool:
    """Whether channels are contiguous and the innermost dimension steps over all of them; not when all of these sizes
    are 1, where the formats are the same.
    """
    if tensor.dim() not in _FORMATS or all(size == 1 for size in tensor.shape[1:]):
        return False
    return bool(tensor.stride(1) == 1 and tensor.stride(-1) == tensor.shape[1])


def _converted(tensor: torch.Tensor | None) -> torch.Tensor | None:
    if tensor is None or tensor.dim() not in _FORMATS:
        return tensor
    return tensor.to(memory_format=_FORMATS[tensor.dim()])
