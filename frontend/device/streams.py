"""``torch.npu.Stream`` and ``torch.npu.Event``.

Values are complete when a launch returns; streams and events order, and measure, simulated time.
"""

from types import TracebackType
from typing import Any

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.selection import Device, npu_device
from npusim.simulator.errors import DeviceError


class _MakesStream(type):
    """torch's methods take exact `torch.Stream` and `torch.Event` objects, so calling the classes here makes those."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, torch.Stream) and instance.device.type == "npu"

    def __call__(cls, device: Device = None, priority: int = 0, **ids: int) -> torch.Stream:
        runtime.start()
        return torch.Stream(**ids) if ids else torch.Stream(device=npu_device(device), priority=priority)


class Stream(metaclass=_MakesStream):
    """``Stream()`` makes a new stream of the device. Launches of one stream follow each other in simulated time."""


class _MakesEvent(type):
    """See `_MakesStream`."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, torch.Event) and instance.device.type == "npu"

    def __call__(cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False) -> torch.Event:
        runtime.start()
        if interprocess:
            raise DeviceError("events of the device npu cannot be shared between processes")
        return torch.Event(device="npu", enable_timing=enable_timing, blocking=blocking)


class Event(metaclass=_MakesEvent):
    """A point in a stream's simulated time. ``elapsed_time`` between two of them is in simulated milliseconds."""


class StreamContext:
    """``with torch.npu.stream(s)``: launches go to stream `s`; nothing happens when it is None."""

    def __init__(self, stream: torch.Stream | None) -> None:
        self.stream = stream
        self._before: torch.Stream | None = None

    def __enter__(self) -> torch.Stream | None:
        if self.stream is not None:
            self._before = current_stream()
            set_stream(self.stream)
        return self.stream

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            set_stream(self._before)


def stream(stream: torch.Stream | None) -> StreamContext:
    """A context manager that selects a stream."""
    return StreamContext(stream)


def current_stream(device: Device = None) -> torch.Stream:
    """The stream that this thread launches on."""
    runtime.start()
    return torch.accelerator.current_stream(npu_device(device))


def default_stream(device: Device = None) -> torch.Stream:
    """Stream 0. Starts nothing."""
    npu_device(device)
    return torch.Stream(stream_id=0, device_index=0, device_type=int(torch._C._autograd.DeviceType.PrivateUse1))


def set_stream(stream: torch.Stream | None) -> None:
    """This thread launches on `stream` from now on."""
    if stream is not None:
        runtime.start()
        torch.accelerator.set_stream(stream)
