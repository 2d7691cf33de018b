"""Launches as values: what profilers follow, and what graphs record and launch again."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from npusim.scheduler.stream import Stream
from npusim.simulator.errors import DeviceError
from npusim.simulator.run.simulation import Simulation


class LaunchedKernel(Protocol):
    """The part of `npusim.scheduler.Kernel` that launches are about."""

    name: str
    module: Any

    def __call__(self, *arguments: Any, stream: int | Stream | None = None) -> None: ...


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel.

    Attributes:
        kernel: its name, text and `meta` are all that another process needs to load it again.
        arguments: the tensors and sizes that it is called with. Keeping a launch keeps the tensors' memory.
        stream: where it goes.
    """

    kernel: LaunchedKernel
    arguments: tuple[Any, ...]
    stream: Stream

    def run(self) -> None:
        """Launches it, on the current simulation."""
        self.kernel(*self.arguments, stream=self.stream)

    def describe(self) -> dict[str, Any]:
        """Kernel, stream and arguments as plain values; a tensor as its dtype, sizes, strides and address."""
        names = [argument.name for argument in self.kernel.module.arguments]
        given = dict(zip(names, map(_described, self.arguments), strict=True))
        return {"kernel": self.kernel.name, "stream": self.stream.index, "arguments": given}


def _described(argument: Any) -> Any:
    if isinstance(argument, int):
        return argument
    return {
        "dtype": str(argument.dtype),
        "shape": list(argument.shape),
        "stride": list(argument.stride()),
        "address": argument.data_ptr(),
    }


@dataclass
class LaunchSequence:
    """Launches in their order."""

    launches: list[Launch] = field(default_factory=list)

    def run(self) -> None:
        """Launches all of them again; nothing else of the program that they were recorded from runs."""
        for launch in self.launches:
            launch.run()


class _Recording(threading.local):
    """The sequence that this thread's launches are added to in place of being launched."""

    sequence: LaunchSequence | None = None


_recording = _Recording()


def begin_recording() -> None:
    """From now on this thread's launches are recorded and not launched.

    Raises:
        DeviceError: they are recorded already.
    """
    if _recording.sequence is not None:
        raise DeviceError("launches of this thread are being recorded already; end that capture first")
    _recording.sequence = LaunchSequence()


def end_recording() -> LaunchSequence:
    """What was recorded; launches are launched again."""
    sequence, _recording.sequence = _recording.sequence, None
    if sequence is None:
        raise DeviceError("no capture has begun in this thread")
    return sequence


def records(kernel: LaunchedKernel, arguments: tuple[Any, ...], stream: Stream) -> bool:
    """Whether a launch was added to a recording, in place of being launched."""
    if _recording.sequence is None:
        return False
    _recording.sequence.launches.append(Launch(kernel, arguments, stream))
    return True


@dataclass(frozen=True)
class Submission:
    """A launch that went to a simulation.

    Attributes:
        number: its number in the simulation; None in mode functional, which has no time.
        began_ns, ended_ns: when the host began to launch it and had done so, in nanoseconds since 1970.
        thread: the host's thread that launched it.
    """

    kernel: LaunchedKernel
    stream: Stream
    simulation: Simulation
    number: int | None
    began_ns: int
    ended_ns: int
    thread: int


class Observer(Protocol):
    """What wants to know all that programs consist of, before it happens."""

    def launches(self, kernel: LaunchedKernel, arguments: tuple[Any, ...], stream: Stream) -> None:
        """A kernel is about to be launched."""

    def marks(self, stream: int, time_ps: int) -> None:
        """An event takes the time of a stream."""

    def waits(self, stream: int, time_ps: int) -> None:
        """A stream is about to wait for the time of an event."""


observers: list[Observer] = []
"""Told in their order; launches of all threads."""

_followers: list[Callable[[Submission], None]] = []


def follow(follower: Callable[[Submission], None]) -> None:
    """Calls `follower` after every launch from now on."""
    _followers.append(follower)


def unfollow(follower: Callable[[Submission], None]) -> None:
    """Ends what `follow` began."""
    _followers.remove(follower)


def now_ns() -> int:
    """When a launch begins, for `tell`; 0 when nobody follows launches."""
    return time.time_ns() if _followers else 0


def tell(kernel: LaunchedKernel, stream: Stream, simulation: Simulation, number: int | None, began_ns: int) -> None:
    """Called after every launch."""
    if _followers:
        thread = threading.get_native_id()
        made = Submission(kernel, stream, simulation, number, began_ns, time.time_ns(), thread)
        for follower in tuple(_followers):
            follower(made)
