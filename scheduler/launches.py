"""Launches as records, for what follows them while a program runs: profilers, and graphs that launch them again."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from npusim.scheduler.stream import Stream
from npusim.simulator.run.simulation import Simulation

if TYPE_CHECKING:
    from npusim.scheduler.kernel import Kernel


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel.

    Attributes:
        kernel: what was launched; its text and `meta` are all that another process needs to load it again.
        arguments: the tensors and sizes that it was called with. Keeping a launch keeps the tensors' memory.
        stream: where it went.
        simulation: which simulation it went to.
        number: its number there; None in mode functional, which has no time.
        began_ns, ended_ns: when the host began to launch it and had done so, in nanoseconds since 1970.
    """

    kernel: "Kernel"
    arguments: tuple[Any, ...]
    stream: Stream
    simulation: Simulation
    number: int | None
    began_ns: int
    ended_ns: int

    def again(self) -> None:
        """Launches it again with the same tensors and sizes, on the same stream of the current simulation."""
        self.kernel(*self.arguments, stream=self.stream)


Follower = Callable[[Launch], None]
_followers: list[Follower] = []


@contextmanager
def following(follower: Follower) -> Iterator[None]:
    """Calls `follower` after every launch until the block ends."""
    follow(follower)
    try:
        yield
    finally:
        unfollow(follower)


def follow(follower: Follower) -> None:
    """Calls `follower` after every launch from now on."""
    _followers.append(follower)


def unfollow(follower: Follower) -> None:
    """Ends what `follow` began."""
    _followers.remove(follower)


def are_followed() -> bool:
    """Whether anybody follows launches."""
    return bool(_followers)


def now_ns() -> int:
    """The time for `Launch.began_ns`; 0 when nobody follows launches."""
    return time.time_ns() if _followers else 0


def tell(launch: Launch) -> None:
    """Called after every launch that is followed."""
    for follower in tuple(_followers):
        follower(launch)
