"""Dimensions that have one element but are not written as the number 1, when they are expanded.

With symbolic sizes a guard may say that an expression is one: `(s + 1) // 3`, the windows of a pooling that fit. Where
the value is not in memory, Inductor's view that expands it compares sizes with the number 1, takes such a dimension for
one that is not expanded, and reads it at the index of the larger one.
"""

from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from sympy import S


@around
def asking_guards(stock: Callable[[Any], Any], self: Any) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Wraps `ExpandView.make_reindexer`: on the device it uses guards about sizes, as the rest of Inductor."""
    return _reindexer(self) if is_npu(self.get_device()) else stock(self)


def _reindexer(view: Any) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Maps an index of the expanded value to an index of the value."""
    actual = view.data.get_size()
    new = len(view.get_size()) - len(actual)
    has_one = [V.graph.sizevars.is_size_one_or_false(size) for size in actual]
    return lambda index: [S.Zero if one else i for one, i in zip(has_one, index[new:], strict=True)]
