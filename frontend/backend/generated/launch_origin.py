"""Which node of the graph a launch is attributed to.

A kernel computes several nodes; its launch belongs to one of them as a whole, the main one: the template's, else the
last reduction, else the last. Where that node has lost a property (passes make nodes without a module), the last node
before it that has it counts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from npusim.frontend.codegen.graph.metadata import COPIES, innermost_frame, is_of_optimizer, module_path, origins_of
from npusim.frontend.inductor.api import V
from npusim.simulator.report.origin import Origin


def launch_origins(nodes: Sequence[Any]) -> list[Origin]:
    """The origin of the launch of a kernel that computes these scheduler nodes, for each copy of their region."""
    main = _main_node(nodes)
    own, others = _graph_nodes([main]), _graph_nodes(nodes)
    candidates = [*reversed(own), *reversed(others)]
    # In a region its own nodes tell; those that a pass has taken from elsewhere know one module, not each copy's.
    copied = [node.meta[COPIES] for node in candidates if COPIES in node.meta]
    modules = copied or [[module_path(node)] for node in candidates]
    origin = Origin(
        operator=_first(_operator(node, main.is_template()) for node in candidates),
        source=_first(innermost_frame(node.meta.get("stack_trace") or "") for node in candidates),
        phase=_phase(candidates),
    )
    return [replace(origin, module=_first(of_copy)) for of_copy in zip(*modules, strict=True)] or [origin]


def _main_node(nodes: Sequence[Any]) -> Any:
    templates = [node for node in nodes if node.is_template()]
    reductions = [node for node in nodes if node.is_reduction()]
    return (templates[:1] or reductions[-1:] or list(nodes)[-1:])[0]


def _graph_nodes(nodes: Sequence[Any]) -> list[Any]:
    return [origin for origin in origins_of(nodes) if origin.op == "call_function"]


def _operator(node: Any, has_template: bool) -> str:
    """The operator before its decomposition, or the one that has a template; without the overload."""
    operator = (not has_template and node.meta.get("original_aten")) or node.target
    return str(getattr(operator, "overloadpacket", operator))


def _phase(nodes: Sequence[Any]) -> str:
    if V.graph.is_backward:
        return "backward"
    return "optimizer" if any(map(is_of_optimizer, nodes)) else "forward"


def _first(values: Iterable[str]) -> str:
    return next(filter(None, values), "")
