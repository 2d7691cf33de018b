"""Why Inductor's scheduler refuses a pair before it asks the device.

The scheduler makes a `WhyNoFuse` for every pair it looks at and calls it with its reason, for its debug log. A subclass
replaces it and keeps reasons about pairs in which one node reads the other's results.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from npusim.frontend.fusions.decisions import INDUCTOR, Decisions

_decisions: ContextVar[Decisions | None] = ContextVar("decisions of the scheduler that fuses", default=None)


@contextmanager
def kept_reasons(decisions: Decisions) -> Iterator[None]:
    """Notes Inductor's refusals in `decisions` while the block runs."""
    token = _decisions.set(decisions)
    try:
        yield
    finally:
        _decisions.reset(token)


def recording(stock: Any) -> Any:
    """A subclass of `WhyNoFuse` that also notes its reasons."""

    class Recorder(stock):  # type: ignore[misc]
        def __init__(self, node1: Any, node2: Any) -> None:
            super().__init__(node1, node2)
            self._pair = (node1, node2)

        def __call__(self, reason: str, *args: Any) -> None:
            super().__call__(reason, *args)
            decisions, (first, second) = _decisions.get(), self._pair
            if decisions is not None and first.get_operation_names() & second.ancestors:
                decisions.refuse(INDUCTOR, first, second, reason % args if args else reason)

    return Recorder
