"""Rewrites of a program's graph that operator families ask for, before forward and backward are divided."""

from collections.abc import Callable, Mapping
from typing import Any, overload

import torch

GraphRewrite = Callable[[torch.fx.Graph], None]

_early: dict[str, GraphRewrite] = {}
_late: dict[str, GraphRewrite] = {}


@overload
def register_graph_rewrite(rewrite: GraphRewrite) -> GraphRewrite: ...


@overload
def register_graph_rewrite(*, early: bool) -> Callable[[GraphRewrite], GraphRewrite]: ...


def register_graph_rewrite(rewrite: GraphRewrite | None = None, *, early: bool = False) -> Any:
    """Makes the decorated function rewrite every graph that touches the device.

    It gets the graph of forward and backward together (of inference: the forward), after PyTorch's own patterns (some
    attention that is written out is one operator by then), in topological order, changes it in place and keeps
    `meta["val"]` of the nodes it makes.

    Args:
        early: it rewrites the graph before PyTorch's patterns as well, and again behind them before the others.
    """

    def register(function: GraphRewrite) -> GraphRewrite:
        (_early if early else _late)[f"{function.__module__}.{function.__qualname__}"] = function
        return function

    return register if rewrite is None else register(rewrite)


def joint_graph_passes(before: Any, behind: Any) -> dict[str, Any]:
    """Inductor's options for passes before and behind its patterns: the user's passes, then the rewrites."""
    from npusim.frontend.inductor.api import CustomGraphPass, get_custom_graph_passes, stable_topological_sort

    class RewritePass(CustomGraphPass):
        """Runs registered rewrites."""

        def __init__(self, *rewrites: Mapping[str, GraphRewrite]) -> None:
            self.rewrites = rewrites

        def __call__(self, graph: torch.fx.Graph) -> None:
            for registered in self.rewrites:
                for rewrite in list(registered.values()):
                    rewrite(graph)

        def uuid(self) -> Any:
            return tuple(name for registered in self.rewrites for name in registered)

    class PassBehindPatterns(RewritePass):
        """The same in order: PyTorch's patterns leave a graph out of it, and sort it after these passes."""

        def __call__(self, graph: torch.fx.Graph) -> None:
            stable_topological_sort(graph)
            super().__call__(graph)

    return {
        "joint_custom_pre_pass": [*get_custom_graph_passes(before), RewritePass(_early)],
        "joint_custom_post_pass": [*get_custom_graph_passes(behind), PassBehindPatterns(_early, _late)],
    }
