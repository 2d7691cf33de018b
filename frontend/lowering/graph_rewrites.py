"""Rewrites of a program's graph that operator families ask for, before forward and backward are divided."""

from collections.abc import Callable
from typing import Any, overload

import torch

GraphRewrite = Callable[[torch.fx.Graph], None]

_rewrites: dict[str, GraphRewrite] = {}


@overload
def register_graph_rewrite(rewrite: GraphRewrite) -> GraphRewrite: ...


@overload
def register_graph_rewrite(*, after: GraphRewrite) -> Callable[[GraphRewrite], GraphRewrite]: ...


def register_graph_rewrite(rewrite: GraphRewrite | None = None, *, after: GraphRewrite | None = None) -> Any:
    """Makes the decorated function rewrite every graph that touches the device.

    It gets the graph of forward and backward together (of inference: the forward), after PyTorch's own patterns (some
    attention that is written out is one operator by then), in topological order, changes it in place and keeps
    `meta["val"]` of the nodes it makes.

    Args:
        after: a registered rewrite whose results this one reads; importing it has registered it before.
    """
    if rewrite is None:
        assert after in _rewrites.values(), f"{after} is not registered"
        return register_graph_rewrite
    _rewrites[f"{rewrite.__module__}.{rewrite.__qualname__}"] = rewrite
    return rewrite


def joint_graph_passes(others: Any) -> Any:
    """The value of Inductor's option `joint_custom_post_pass`: the user's passes, then the rewrites."""
    from npusim.frontend.inductor.api import CustomGraphPass, get_custom_graph_passes, stable_topological_sort

    class RewritePass(CustomGraphPass):
        """Runs the registered rewrites."""

        def __call__(self, graph: torch.fx.Graph) -> None:
            stable_topological_sort(graph)  # PyTorch's patterns leave it out of order, and sort it after these passes
            for rewrite in list(_rewrites.values()):
                rewrite(graph)

        def uuid(self) -> Any:
            return tuple(_rewrites)

    return [*get_custom_graph_passes(others), RewritePass()]
