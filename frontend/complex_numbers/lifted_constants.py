"""Constants of a graph's subgraphs (`graph_constant`) become operands: branches, loops and regions hold none of their
own, neither where torch runs them with fake tensors nor in Inductor's code.
"""

from typing import Any

import torch
from npusim.frontend.complex_numbers.graph_tracing import CONSTANT_PREFIX
from torch.fx import Graph, GraphModule, Node

_CONSTANT = "npusim_constant"
"""Metadata of an operand: the name of the constant that it was."""


def lift_constants(module: GraphModule, subgraph: GraphModule) -> None:
    """Makes operands of a subgraph's constants, which the graph that calls it holds then."""
    constants = {str(node.target): node.meta["val"] for node in subgraph.graph.nodes if _is_constant(node)}
    if not constants:
        return
    subgraphs, calls = _of_the_same_operators(module, subgraph)
    for name, value in sorted(constants.items()):
        if not hasattr(module, name):
            module.register_buffer(name, getattr(subgraph, name))
        if _operand_of(subgraph.graph, name) is None:
            for each in subgraphs:
                _add_operand(each.graph, name, value)
            for call in calls:
                _give(call, name, value)
        _replace_by_operand(subgraph, name)
    for changed in (module, *subgraphs):
        changed.graph.lint()
        changed.recompile()


def _of_the_same_operators(module: GraphModule, subgraph: GraphModule) -> tuple[list[GraphModule], list[Node]]:
    """A subgraph and those that have the same operands, as operators give all of theirs, and these operators."""
    called = {node: _subgraphs(module, node) for node in module.graph.nodes}
    found: list[GraphModule] = []
    calls: list[Node] = []
    more = [subgraph]
    while more:
        found += more
        calls = [node for node, parts in called.items() if any(part in found for part in parts)]
        more = [part for part in dict.fromkeys(part for node in calls for part in called[node]) if part not in found]
    return found, calls


def _subgraphs(module: GraphModule, node: Node) -> list[GraphModule]:
    """The subgraphs that an operator calls."""
    if not isinstance(node.target, torch._ops.HigherOrderOperator):
        return []
    named = [getattr(module, str(each.target), None) for each in node.all_input_nodes if each.op == "get_attr"]
    return [each for each in named if isinstance(each, GraphModule)]


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
