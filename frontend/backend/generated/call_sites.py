"""What call sites add to the keys of Inductor's caches, whose graphs hold it in their text: implementations that are
forced there, and the modules that launches belong to."""

import functools
from collections.abc import Callable
from typing import Any

from npusim.frontend.codegen.graph.metadata import module_path
from npusim.frontend.implementations.forcing import forced_here


def keyed_by_call_sites(init: Callable[..., None]) -> Callable[..., None]:
    """Wraps `FxGraphHashDetails.__init__`: what is hashed contains the names that call sites force, if any do, and the
    paths of modules."""

    @functools.wraps(init)
    def __init__(self: Any, gm: Any, *args: Any, **kwargs: Any) -> None:
        init(self, gm, *args, **kwargs)
        nodes = () if gm is None else gm.graph.nodes
        marks = {node.name: sorted(forced_here(node).items()) for node in nodes if forced_here(node)}
        modules = [module_path(node) for node in nodes]
        if marks:
            self.npusim_call_sites = marks
        if any(modules):
            self.npusim_modules = modules

    return __init__
