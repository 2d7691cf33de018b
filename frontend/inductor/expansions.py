"""Dimensions that have one element but are not written as the number 1, when they are expanded.

With symbolic sizes a guard may say that an expression is one: `(s + 1) // 3`, the windows of a pooling that fit. Where
the value is not in memory, Inductor's view that expands it compares sizes with the number 1, takes such a dimension for
one that is not expanded, and reads it at the index of the larger one. Checked with torch 2.13.0.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

DEVICE_TYPE = "npu"


@functools.cache
def expand_by_guards() -> None:
    """Lets graphs on the device ask what is known about a size, as the rest of Inductor does."""
    from torch._inductor.ir import ExpandView

    view: Any = ExpandView
    stock = view.make_reindexer

    @functools.wraps(stock)
    def make_reindexer(self: Any) -> Callable[[Sequence[Any]], Sequence[Any]]:
        device = self.get_device()
        return stock(self) if device is None or device.type != DEVICE_TYPE else _reindexer(self)

    view.make_reindexer = make_reindexer


def _reindexer(view: Any) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """From an index of the expanded value to one of the value."""
    from sympy import S
    from torch._inductor.virtualized import V

    actual = view.data.get_size()
    new = len(view.get_size()) - len(actual)
    has_one = [V.graph.sizevars.is_size_one_or_false(size) for size in actual]
    return lambda index: [S.Zero if one else i for one, i in zip(has_one, index[new:], strict=True)]
