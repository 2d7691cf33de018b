"""Implementations forced at call sites, as a part of the keys of Inductor's caches."""

import functools
from collections.abc import Callable
from typing import Any

from npusim.frontend.implementations.forcing import forced_here


def keyed_by_call_sites(init: Callable[..., None]) -> Callable[..., None]:
    """Wraps `FxGraphHashDetails.__init__`: what is hashed contains the names that call sites force, if any do."""

    @functools.wraps(init)
    def __init__(self: Any, gm: Any, *args: Any, **kwargs: Any) -> None:
        init(self, gm, *args, **kwargs)
        nodes = () if gm is None else gm.graph.nodes
        marks = {node.name: sorted(forced_here(node).items()) for node in nodes if forced_here(node)}
        if marks:
            self.npusim_call_sites = marks

    return __init__
