"""Functions and classes of torch that need the device's C++ half although no device tensor exists yet.

Until the device starts, `torch.Stream`, `torch.Event`, `torch.Generator`, `torch.Tensor.pin_memory` and some questions
of `torch.accelerator` are replaced by stand-ins that start the device when they are called for it; then the originals
are put back (`npusim.frontend.inductor.patches`).
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.streams import default_stream
from npusim.frontend.inductor.patching import around


class StandIn:
    """Stands for a class of torch: calls, isinstance, issubclass, subclassing and attributes are the class's own."""

    def __init__(self, original: type, concerns_device: Callable[..., bool]) -> None:
        self.original = original
        self.concerns_device = concerns_device
        functools.update_wrapper(self, original, updated=())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.concerns_device(*args, **kwargs):
            runtime.start()
        return self.original(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, self.original)

    def __subclasscheck__(self, subclass: type) -> bool:
        return issubclass(subclass, self.original)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (self.original,)

    def __or__(self, other: Any) -> Any:
        return self.original | other

    def __ror__(self, other: Any) -> Any:
        return other | self.original

    def __repr__(self) -> str:
        return repr(self.original)


def stream_class(original: type) -> StandIn:
    """The stand-in for `torch.Stream` or `torch.Event`; making one for the device starts the device."""
    return StandIn(original, _wants_npu_or_nothing)


def generator_class(original: type) -> StandIn:
    """The stand-in for `torch.Generator`; making one for the device starts the device."""
    return StandIn(original, _wants_npu)


@around
def starting(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The function, preceded by the start of the device."""
    runtime.start()
    return function(*args, **kwargs)


def answering_first_stream(_: Callable[..., Any]) -> Callable[..., torch.Stream]:
    """`torch.accelerator.current_stream`, which starts nothing: before the start there is one stream."""
    return default_stream


def _wants_npu(device: Any = None, *_: Any, **__: Any) -> bool:
    return device is not None and str(device).partition(":")[0] == "npu"


def _wants_npu_or_nothing(device: Any = None, *_: Any, **named: Any) -> bool:
    if "stream_id" in named:  # a stream that exists already
        return False
    return device is None or isinstance(device, int) or _wants_npu(device)
