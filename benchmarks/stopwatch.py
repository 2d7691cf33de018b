"""How long a call takes: the shortest of a few, since other work on the host only ever adds to it."""

import time
from collections.abc import Callable


def seconds_of(call: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def fastest_seconds(call: Callable[[], object], repetitions: int = 3) -> float:
    """The shortest of a few calls after a first one, which may compile."""
    call()
    return min(seconds_of(call) for _ in range(repetitions))
