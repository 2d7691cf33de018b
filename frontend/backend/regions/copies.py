"""Numbers the calls of a region, whose launches belong to the modules of the copy that a call stands for.

Regions are made by `npusim.frontend.backend.regions.outlining`, and by programs with
`torch.compiler.nested_compile_region`.
"""

from collections import defaultdict
from typing import Any

import torch
from npusim.frontend.codegen.graph.metadata import COPIES, module_path

COPY = "npusim_copy"
"""Key of a region's call: which copy it stands for."""
invoke_subgraph = torch.ops.higher_order.invoke_subgraph


def number_copies(gm: torch.fx.GraphModule) -> None:
    """Numbers the calls of every region of a graph, and tells the region's nodes which modules each belongs to."""
    calls: dict[str, list[torch.fx.Node]] = defaultdict(list)
    for call in gm.graph.find_nodes(op="call_function", target=invoke_subgraph):
        calls[call.args[0].target].append(call)
    for name, copies in calls.items():
        modules = [module_path(call) for call in copies]
        for number, call in enumerate(copies):
            call.meta[COPY] = number
        for node in getattr(gm, name).graph.nodes:
            if COPIES not in node.meta:
                node.meta[COPIES] = [_moved(module_path(node), modules[0], module) for module in modules]


def _moved(path: str, first: str, module: str) -> str:
    """The path of a part of one module, for a part of another."""
    is_part = path == first or path.startswith(f"{first}.")
    return module + path[len(first) :] if is_part else path


def copy_number(call: Any) -> int | None:
    """Which copy the lowered call of a region stands for; None for other subgraphs."""
    return next((origin.meta[COPY] for origin in call.get_origins() if COPY in origin.meta), None)


def is_region(gm: torch.fx.GraphModule) -> bool:
    """Whether the calls of a subgraph are numbered."""
    return any(COPIES in node.meta for node in gm.graph.nodes)
