"""Views without elements, which have no memory that could be read.

What reads such a view reads nothing, or at an index that data tell, whose check fails; but an index of a dimension
without elements can only be 0, and an element at a known place may be loaded ahead of the loops that read it.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around


@around
def loading_nothing(stock: Callable[[Any], Any], self: Any) -> Callable[[Sequence[Any]], Any]:
    """Wraps `make_loader` of a view: on the device the loader of one without elements reads no memory, as Inductor's
    loaders of buffers and of computed values without elements.
    """
    reads_nothing = is_npu(self.get_device()) and self.is_zero_elements()
    loader = functools.partial(ir.nop_loader_fn, dtype=self.get_dtype()) if reads_nothing else stock(self)
    return cast(Callable[[Sequence[Any]], Any], loader)
