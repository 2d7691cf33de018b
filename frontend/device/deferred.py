"""Things of torch that need the device's C++ half although no device tensor is involved yet.

Until the device starts, `torch.Stream`, `torch.Event`, `torch.Generator`, `torch.Tensor.pin_memory` and some questions
of `torch.accelerator` are replaced by stand-ins that start it when they are called for it; then the originals are put
back.
Checked with torch 2.13.0.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.streams import default_stream

_MEMORY_QUESTIONS = (
    "memory_stats",
    "memory_allocated",
    "max_memory_allocated",
    "memory_reserved",
    "max_memory_reserved",
    "reset_accumulated_memory_stats",
    "reset_peak_memory_stats",
    "get_memory_info",
    "empty_cache",
)
_originals: list[tuple[Any, str, Any]] = []


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


def install() -> None:
    """Called at `import torch`."""
    _replace(torch, "Stream", StandIn(torch.Stream, _wants_npu_or_nothing))
    _replace(torch, "Event", StandIn(torch.Event, _wants_npu_or_nothing))
    _replace(torch, "Generator", StandIn(torch.Generator, _wants_npu))
    _replace(torch.Tensor, "pin_memory", _starting(torch.Tensor.pin_memory))
    for name in _MEMORY_QUESTIONS:
        _replace(torch.accelerator, name, _starting(getattr(torch.accelerator, name)))
    _replace(torch.accelerator, "current_stream", _first_stream)


def restore() -> None:
    """Puts the originals back; called when the device starts."""
    while _originals:
        owner, name, original = _originals.pop()
        if owner is torch.Tensor:
            delattr(owner, name)  # inherited from torch._C.TensorBase
        else:
            setattr(owner, name, original)


def _replace(owner: Any, name: str, stand_in: Any) -> None:
    _originals.append((owner, name, getattr(owner, name)))
    setattr(owner, name, stand_in)


def _starting(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        runtime.start()
        return function(*args, **kwargs)

    return wrapper


def _first_stream(device: Any = None, /) -> torch.Stream:
    """Dynamo asks for the current stream in every compilation; a CPU program need not start the device for that."""
    return default_stream(device)


def _wants_npu(device: Any = None, *_: Any, **__: Any) -> bool:
    return device is not None and str(device).partition(":")[0] == "npu"


def _wants_npu_or_nothing(device: Any = None, *_: Any, **named: Any) -> bool:
    if "stream_id" in named:  # a stream that exists already
        return False
    return device is None or isinstance(device, int) or _wants_npu(device)
