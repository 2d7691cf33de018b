"""Which node of the graph a launch is attributed to.

A kernel computes several nodes; its launch belongs to one of them as a whole, the main one: the template's, else the
last reduction, else the last. Where that node has lost a property (passes make nodes without a module), the last node
before it that has it counts.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from npusim.frontend.codegen.graph.metadata import innermost_frame, is_of_optimizer, origins_of
from npusim.frontend.inductor.api import V
from npusim.simulator.report.origin import Origin

_ROOT = re.compile(r"^[LG]\['\w+'\]\.?")  # how Dynamo calls the compiled module or the variable that holds it
_ITEM = re.compile(r"\._modules\['([^']*)'\]|\['([^']*)'\]|\[(\d+)\]")


def launch_origin(nodes: Sequence[Any]) -> Origin:
    """The origin of the launch of a kernel that computes these scheduler nodes."""
    main = _main_node(nodes)
    own, others = _graph_nodes([main]), _graph_nodes(nodes)
    candidates = [*reversed(own), *reversed(others)]
    return Origin(
        module=_first(module_path(node) for node in candidates),
        operator=_first(_operator(node, main.is_template()) for node in candidates),
        source=_first(innermost_frame(node.meta.get("stack_trace") or "") for node in candidates),
        phase=_phase(candidates),
    )


def _main_node(nodes: Sequence[Any]) -> Any:
    templates = [node for node in nodes if node.is_template()]
    reductions = [node for node in nodes if node.is_reduction()]
    return (templates[:1] or reductions[-1:] or list(nodes)[-1:])[0]


def _graph_nodes(nodes: Sequence[Any]) -> list[Any]:
    return [origin for origin in origins_of(nodes) if origin.op == "call_function"]


def module_path(node: Any) -> str:
    """Path of the innermost module that a graph's node comes from, such as `encoder.layer.3`; empty for none."""
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    for path, _ in list(stack.values())[-1:]:
        return _ITEM.sub(lambda match: "." + next(filter(None, match.groups()), ""), _ROOT.sub("", path)).lstrip(".")
    return ""


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
