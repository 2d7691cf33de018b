"""Scatters into realized tensors, as nodes of Inductor's graph."""

from collections.abc import Callable, Sequence
from typing import Any

from npusim.frontend.inductor.api import V, ir

Loader = Callable[[Sequence[Any]], Any]


def scatter_into(
    target: ir.TensorBox, load: Loader, ranges: Sequence[Any], place: Callable[[Sequence[Any]], Any], mode: Any
) -> None:
    """Stores `load(index)` at `place(index)` of a realized tensor, for every index in the ranges.

    Args:
        mode: None (the last one stays) or a name in `codegen.handler.STORE_MODES`.
    """
    scatter = ir.Scatter(
        device=target.get_device(),
        dtype=target.get_dtype(),
        inner_fn=load,
        ranges=list(ranges),
        output_indexer=place,
        scatter_mode=mode,
    )
    buffer = ir.ComputedBuffer(name=None, layout=ir.MutationLayoutSHOULDREMOVE(target), data=scatter)
    buffer.name = V.graph.register_buffer(buffer)
    V.graph.register_operation(buffer)
