"""Why Inductor's scheduler refuses a pair before it asks the device. Checked with torch 2.13.0.

The scheduler makes a `WhyNoFuse` for every pair it looks at and calls it with its reason, for its debug log. While it
fuses, ours stands in its place and keeps reasons about pairs in which one node reads what the other writes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from npusim.frontend.fusions.decisions import INDUCTOR, Decisions
from torch._inductor import scheduler as inductor


@contextmanager
def kept_reasons(decisions: Decisions) -> Iterator[None]:
    """Notes Inductor's refusals in `decisions` while the block runs."""
    stock = inductor.WhyNoFuse

    class Recorder(stock):  # type: ignore[misc, valid-type]
        def __init__(self, node1: Any, node2: Any) -> None:
            super().__init__(node1, node2)
            self._pair = (node1, node2)

        def __call__(self, reason: str, *args: Any) -> None:
            super().__call__(reason, *args)
            first, second = self._pair
            if first.get_operation_names() & second.ancestors:
                decisions.refuse(INDUCTOR, first, second, reason % args)

    inductor.WhyNoFuse = Recorder
    try:
        yield
    finally:
        inductor.WhyNoFuse = stock
