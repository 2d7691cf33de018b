"""Data-dependent sizes, where Inductor asks for values although a hint is enough."""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols

Strides = Callable[[Sequence[Any], Sequence[Any]], Any]


def ordering_by_hints(stock: Strides) -> Any:
    """Wraps `FlexibleLayout.same_ordered` (strides in a given order): data-dependent sizes are ordered by hints."""

    @functools.wraps(stock)
    def same_ordered(sizes: Sequence[Any], stride: Sequence[Any]) -> Any:
        if not free_unbacked_symbols(stride):
            return stock(sizes, stride)
        hints = V.graph.sizevars.optimization_hints(stride)
        return ir.FlexibleLayout.fill_ordered(sizes, sorted(range(len(hints)), key=hints.__getitem__))

    return staticmethod(same_ordered)
