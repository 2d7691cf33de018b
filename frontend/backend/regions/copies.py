"""Numbers the calls of a region, whose launches belong to the modules of the copy that a call stands for.

Regions are made by `npusim.frontend.backend.regions.outlining`, and by programs with
`torch.compiler.nested_compile_region`.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.codegen.graph.metadata import COPIES, module_path
from npusim.frontend.inductor.patching import around

COPY = "npusim_copy"
"""Key of a region's call: which copy it stands for."""
_TRACED_IN = "npusim_traced_in"
"""Key of a region's call: path of the module whose call was traced."""
invoke_subgraph = torch.ops.higher_order.invoke_subgraph


@around
def telling_modules(
    partition: Callable[..., torch.fx.GraphModule], gm: torch.fx.GraphModule, *args: Any, **kwargs: Any
) -> torch.fx.GraphModule:
    """Wraps the pass that divides the regions of a joint graph: every call in the backward pass belongs to the module
    of the call whose gradient it computes, and all of them know where their region was traced.
    """
    forward: dict[int, torch.fx.Node] = {}
    first: dict[str, str] = {}
    for call in gm.graph.find_nodes(op="call_function", target=invoke_subgraph):
        number = call.meta.get("custom", {}).get("call_id")
        if number is None:
            continue
        if number not in forward:
            forward[number] = call
            call.meta[_TRACED_IN] = first.setdefault(call.args[1], module_path(call))
        else:
            call.meta[_TRACED_IN] = forward[number].meta[_TRACED_IN]
            call.meta["fwd_nn_module_stack"] = forward[number].meta.get("nn_module_stack", {})
            call.meta.pop("nn_module_stack", None)
    return partition(gm, *args, **kwargs)


def number_copies(gm: torch.fx.GraphModule) -> None:
    """Numbers the calls of every region of a graph, and tells the region's nodes which modules each belongs to."""
    calls: dict[str, list[torch.fx.Node]] = defaultdict(list)
    for call in gm.graph.find_nodes(op="call_function", target=invoke_subgraph):
        calls[call.args[0].target].append(call)
    for name, copies in calls.items():
        modules = [module_path(call) for call in copies]
        first = copies[0].meta.get(_TRACED_IN, modules[0])
        for number, call in enumerate(copies):
            call.meta[COPY] = number
        for node in getattr(gm, name).graph.nodes:
            if COPIES not in node.meta:
                node.meta[COPIES] = [_moved(module_path(node), first, module) for module in modules]


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
