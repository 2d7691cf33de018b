"""Memory formats that eager PyTorch gives results by their operands, and that tracing does not know for the device."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import suggest_memory_format


@around
def following_operands(stock: Callable[..., Any], fake_mode: Any, func: Any, *args: Any, **kwargs: Any) -> Any:
    """Convolutions and their gradients on the device are `channels_last` where the image or the weights are, as on the
    CPU and on CUDA.

    PyTorch asks the library that would compute it, and takes contiguous results where that is a device out of tree.
    """
    result = stock(fake_mode, func, *args, **kwargs)
    image, weight = _operands(func, args, kwargs)
    if image.device.type != DEVICE_TYPE:
        return result
    with fake_mode:
        return _formatted(result, _format(image, weight))


def _operands(func: Any, args: Any, kwargs: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """The image and the weights of a convolution or its gradient."""
    named = dict(zip((argument.name for argument in func._schema.arguments), args, strict=False)) | kwargs
    return named["input"], named["weight"]


def _format(image: torch.Tensor, weight: torch.Tensor) -> torch.memory_format:
    """The format with channels last if one of them has it. Contiguous are images of one dimension in space, volumes in
    double precision, and results without elements.
    """
    has_sizes = all(isinstance(size, int) or size.node.has_hint() for t in (image, weight) for size in t.shape)
    is_plain = image.ndim == 3 or (image.ndim == 5 and image.dtype == torch.float64)
    if is_plain or not has_sizes or 0 in (*image.shape, *weight.shape):
        return torch.contiguous_format
    formats = [suggest_memory_format(image), suggest_memory_format(weight)]
    return next((each for each in formats if each != torch.contiguous_format), torch.contiguous_format)


def _formatted(result: Any, memory_format: torch.memory_format) -> Any:
    if isinstance(result, torch.Tensor):
        return result.to(memory_format=memory_format) if result.ndim > 3 else result
    return tuple(None if each is None else _formatted(each, memory_format) for each in result)
