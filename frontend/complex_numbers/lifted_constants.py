"""Constants of a graph's subgraphs (`graph_constant`) become operands: branches, loops and regions hold none of their
own, neither where torch runs them with fake tensors nor in Inductor's code.
"""

from typing import Any

import torch
from npusim.frontend.complex_numbers.graph_tracing import CONSTANT_PREFIX
from torch.fx import Graph, GraphModule, Node

_CONSTANT = "npusim_constant"
"""Metadata of an operand: the name of the constant that it was."""


def lift_constants(module: GraphModule) -> None:
    """Makes operands of the constants of all subgraphs that a graph's operators call; the graph holds them then."""
    calls: dict[str, list[Node]] = {}
    for node in list(module.graph.nodes):
        for part in _subgraphs(module, node):
            calls.setdefault(part, []).append(node)
    for group in _connected(calls):
        _lift(module, *group)


def _subgraphs(module: GraphModule, node: Node) -> list[str]:
    """The names of the subgraphs that an operator calls."""
    if not isinstance(node.target, torch._ops.HigherOrderOperator):
        return []
    named = [each for each in node.all_input_nodes if each.op == "get_attr"]
    return [str(each.target) for each in named if isinstance(getattr(module, str(each.target), None), GraphModule)]


def _connected(calls: dict[str, list[Node]]) -> list[tuple[set[str], list[Node]]]:
    """Subgraphs that share operators, which give all of theirs the same operands, and these operators."""
    groups: list[tuple[set[str], list[Node]]] = []
    for name, nodes in calls.items():
        names, callers = {name}, dict.fromkeys(nodes)
        apart = []
        for other_names, other_callers in groups:
            if callers.keys().isdisjoint(other_callers):
                apart.append((other_names, other_callers))
            else:
                names, callers = other_names | names, dict.fromkeys(other_callers) | callers
        groups = [*apart, (names, list(callers))]
    return groups


def _lift(module: GraphModule, parts: set[str], calls: list[Node]) -> None:
    """Makes operands of what subgraphs hold that the same operators call; of an operator's former ones, too."""
    subgraphs = [getattr(module, name) for name in sorted(parts)]
    found = {str(node.target): node for subgraph in subgraphs for node in subgraph.graph.nodes if _is_constant(node)}
    for name, constant in sorted(found.items()):
        if not hasattr(module, name):
            module.register_buffer(name, getattr(constant.graph.owning_module, name))
        if _operand_of(subgraphs[0].graph, name) is None:
            for subgraph in subgraphs:
                _add_operand(subgraph.graph, name, constant.meta["val"])
            for call in calls:
                _give(call, name, constant.meta["val"])
        for subgraph in subgraphs:
            _replace_by_operand(subgraph, name)
    if found:
        for changed in (module, *subgraphs):
            changed.graph.lint()
            changed.recompile()


def _is_constant(node: Node) -> bool:
    return node.op == "get_attr" and str(node.target).startswith(CONSTANT_PREFIX)


def _operand_of(graph: Graph, name: str) -> Node | None:
    """The operand that an earlier constant of this name has become."""
    return next((node for node in graph.nodes if node.op == "placeholder" and node.meta.get(_CONSTANT) == name), None)


def _add_operand(graph: Graph, name: str, value: Any) -> None:
    """Adds an operand behind the others of a subgraph, if it has any."""
    others = [node for node in graph.nodes if node.op == "placeholder"]
    place = graph.inserting_after(others[-1]) if others else graph.inserting_before(next(iter(graph.nodes)))
    with place:
        operand = graph.placeholder(name.lstrip("_"))
    operand.meta |= {"val": value, _CONSTANT: name}


def _replace_by_operand(subgraph: GraphModule, name: str) -> None:
    """Puts a subgraph's operand in the place of a constant."""
    operand = _operand_of(subgraph.graph, name)
    for node in [each for each in subgraph.graph.nodes if _is_constant(each) and each.target == name]:
        node.replace_all_uses_with(operand)
        subgraph.graph.erase_node(node)
    if hasattr(subgraph, name):
        delattr(subgraph, name)


def _give(call: Node, name: str, value: Any) -> None:
    """Gives an operator the constant as its last operand: at the end of its last list, or of its arguments."""
    with call.graph.inserting_before(call):
        constant = call.graph.get_attr(name)
    constant.meta["val"] = value
    call.args = _followed_by(call.args, constant)
    if known := call.meta.get("eager_input_vals"):
        args, keywords = known
        call.meta["eager_input_vals"] = (_followed_by(args, value), keywords)


def _followed_by(args: tuple[Any, ...], operand: Any) -> tuple[Any, ...]:
    *others, last = args
    return (*others, (*last, operand)) if isinstance(last, (list, tuple)) else (*args, operand)
