"""Nodes of graphs: their sizes, and new ones."""

from typing import Any

import torch
from npusim.frontend.inductor.tracing_api import statically_known_true
from torch.fx import Graph, Node

aten = torch.ops.aten
VIEWS = (aten.view.default, aten.reshape.default, aten._unsafe_view.default)
_LAYOUTS = (
    *VIEWS,
    aten.expand.default,
    aten.clone.default,
    aten.alias.default,
    aten.permute.default,
    aten.squeeze.dim,
    aten.squeeze.dims,
    aten.unsqueeze.default,
)


def made(graph: Graph, target: Any, *args: Any) -> Node:
    """A new node with its value's metadata."""
    node = graph.call_function(target, args)
    values = [x.meta["val"] if isinstance(x, Node) else x for x in args]
    node.meta["val"] = target(*values)
    return node


def filled(graph: Graph, number: float, like: Node) -> Node:
    """A new node with a number as a tensor without dimensions, of the type of another node."""
    value = like.meta["val"]
    node = graph.call_function(aten.full.default, ([], number), {"dtype": value.dtype, "device": value.device})
    node.meta["val"] = value.new_empty(())
    return node


def arguments(node: Node) -> tuple[Any, ...]:
    """The positional arguments of a node."""
    args: tuple[Any, ...] = node.args
    return args


def only_user(node: Node) -> Node | None:
    """The one user of a node; None if it has several or none."""
    return next(iter(node.users)) if len(node.users) == 1 else None


def sizes(node: Any) -> list[Any]:
    """The sizes of the tensor that a node gives; none for anything else."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return list(value.shape) if isinstance(value, torch.Tensor) else []


def equal(a: Any, b: Any) -> bool:
    """Whether two sizes are known to be equal."""
    return bool(statically_known_true(a == b))


def all_equal(a: list[Any], b: list[Any]) -> bool:
    """Whether two lists of sizes are known to be equal."""
    return len(a) == len(b) and all(map(equal, a, b))


def are_numbers(extents: list[Any]) -> bool:
    """Whether no size is symbolic."""
    return all(isinstance(extent, int) for extent in extents)


def keeps_elements(node: Node) -> bool:
    """Whether a node has the elements of its operand in the same order, maybe in other dimensions."""
    if node.target == aten.permute.default:
        order = moved(node)
        return order == sorted(order)
    if node.target in (aten.clone.default, aten.expand.default):
        return all_equal(sizes(node), sizes(node.args[0]))
    return node.target in _LAYOUTS


def order_of(permute: Node) -> list[int]:
    """The dimensions of a permuted tensor in their new order."""
    rank = len(sizes(permute))
    return [dim % rank for dim in arguments(permute)[1]]


def moved(permute: Node) -> list[int]:
    """The dimensions of a permuted tensor in their new order, without those of one element."""
    extents = sizes(permute.args[0])
    return [dim for dim in order_of(permute) if not equal(extents[dim], 1)]


def replace(node: Node, by: Node) -> None:
    """Lets the users of a node read another one, which may lie in memory in another way."""
    node.replace_all_uses_with(by)
    _lay_out(by)


def _lay_out(node: Node) -> None:
    """Updates the metadata of the views and copies of a node."""
    for user in list(node.users):
        if user.target not in _LAYOUTS:
            continue
        if user.target in VIEWS:
            user.target = aten.reshape.default
        target: Any = user.target
        value = target(*torch.fx.node.map_arg(user.args, lambda x: x.meta["val"]), **user.kwargs)
        if value.stride() != user.meta["val"].stride():
            user.meta["val"] = value
            _lay_out(user)


def filled_with(node: Any) -> float | None:
    """The number that fills a tensor, in its type; None if it is not filled with one."""
    if not isinstance(node, Node):
        return None
    positions: dict[Any, int] = {aten.full.default: 1, aten.scalar_tensor.default: 0}
    position = positions.get(node.target)
    number = None if position is None else node.args[position]
    if not isinstance(number, int | float):
        return None
    return float(torch.tensor(number, dtype=torch.float64).to(node.meta["val"].dtype))
