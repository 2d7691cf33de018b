"""Where regions are made: when Inductor's passes over a whole graph have run."""

from collections.abc import Callable
from contextvars import ContextVar

import torch
from npusim.frontend.backend.graph_values import touches_device
from npusim.frontend.backend.regions.copies import number_copies
from npusim.frontend.backend.regions.outlining import outline_repeats
from npusim.frontend.complex_numbers.lifted_constants import lift_constants
from npusim.frontend.inductor.patching import around
from npusim.frontend.settings.switches import regions
from npusim.frontend.settings.verification import verification

_parent: ContextVar[torch.fx.GraphModule | None] = ContextVar("npusim_parent_graph", default=None)


@around
def outlining(stock: Callable[..., None], gm: torch.fx.GraphModule, is_inference: bool = False) -> None:
    """`_recursive_post_grad_passes` that finds the regions of a whole graph when all else is done, and numbers the
    calls of these and of a program's own. Constants that the passes made in a subgraph become its operands.

    Verification compares what a graph's kernels compute with the graph's nodes: it needs them in one graph.
    """
    parent = _parent.get()
    token = _parent.set(gm)
    try:
        stock(gm, is_inference)
    finally:
        _parent.reset(token)
    if parent is not None:
        lift_constants(parent, gm)
        return
    if not touches_device(gm, ()):
        return
    if regions.value() and not verification.value().kernels:
        outline_repeats(gm)
    number_copies(gm)
