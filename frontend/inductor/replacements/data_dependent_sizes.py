"""Data-dependent sizes, where Inductor asks for values although a hint is enough, or assumes what it does not know."""

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols

Strides = Callable[[Sequence[Any], Sequence[Any]], Any]


@around
def ordering_by_hints(stock: Strides, sizes: Sequence[Any], stride: Sequence[Any]) -> Any:
    """Wraps `FlexibleLayout.same_ordered` (strides in a given order): data-dependent sizes are ordered by hints."""
    if not free_unbacked_symbols(stride):
        return stock(sizes, stride)
    hints = V.graph.sizevars.optimization_hints(stride)
    return ir.FlexibleLayout.fill_ordered(sizes, sorted(range(len(hints)), key=hints.__getitem__))


@around
def without_new_assertions(
    stock: Callable[..., Any], old_size: Any, new_size: Any, dense_dim: int | None = None
) -> Any:
    """Wraps `View._dynamic_reshape_indexer`: where an operand has one dimension, as before; elsewhere lengths from data
    are equal only if they are known to be, or its caller goes by way of one dimension.
    """
    sizevars = V.graph.sizevars
    if min(len(old_size), len(new_size)) < 2 or not free_unbacked_symbols([*old_size, *new_size]):
        return stock(old_size, new_size, dense_dim)

    def check_known(a: Any, b: Any) -> None:
        if not sizevars.statically_known_equals(a, b):
            raise AssertionError(f"{a} and {b} may differ")

    with patch.object(sizevars, "check_equals", check_known):
        return stock(old_size, new_size, dense_dim)
