"""Windows along a dimension whose length depends on data."""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols

aten = torch.ops.aten


@register_lowering(aten.unfold.default)
def lower_unfold(x: Any, dimension: int, size: int, step: int) -> Any:
    """A view (..., windows, ..., size). Other lengths are Inductor's, which asks how often an element is read: here it
    is in memory, however often that is.
    """
    extents = list(x.get_size())
    dim = dimension % max(len(extents), 1)
    if not extents or not free_unbacked_symbols(extents[dim]):
        return None
    V.graph.sizevars.check_leq(size, extents[dim])
    x.realize()
    windows = (extents[dim] - size) // step + 1

    def element(index: Sequence[Any]) -> Sequence[Any]:
        return (*index[:dim], index[-1] + index[dim] * step, *index[dim + 1 : -1])

    return inductor.TensorBox(ir.GenericView.create(x, [*extents[:dim], windows, *extents[dim + 1 :], size], element))
