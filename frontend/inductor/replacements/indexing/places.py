"""The place of an extreme element among those that a reduction goes through.

It counts in the order of the reduced dimensions as the program has them, but Inductor changes the order of loops to
that of the memory. Its C++ and Triton backends therefore get the place as an expression with each element, where it
looks for a layout in another order; other backends, and reductions that lowerings make themselves (pooling), do not.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import ops
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around


@around
def giving_places(create: Callable[..., Any], *args: Any, **given: Any) -> Any:
    """Wraps `Reduction.create`: on the device, elements of `argmax` and its kind come with their places."""
    call = _signature(create).bind(*args, **given)  # Inductor calls it with and without names
    found = call.arguments
    if found["device"].type == DEVICE_TYPE and found["reduction_type"].startswith("arg"):
        found["inner_fn"] = _with_place(found["inner_fn"], found["reduction_ranges"])
    return create(*call.args, **call.kwargs)


_signature = functools.cache(inspect.signature)


def _with_place(inner: Callable[..., Any], ranges: Sequence[Any]) -> Callable[..., Any]:
    if len(ranges) == 1:
        return inner

    def element_and_place(index: Any, reduced: Sequence[Any]) -> Any:
        element = inner(index, reduced)
        if isinstance(element, tuple):
            return element
        flat = sympy.S.Zero
        for extent, at in zip(ranges, reduced, strict=True):
            flat = sympy.expand(flat * extent + at)
        return element, ops.index_expr(flat, torch.int64)

    return element_and_place
