"""Offsets of `as_strided` and its relatives, which count from the beginning of a tensor's storage.

Inductor's buffers begin with the first element of the tensor that they hold: of `y = (x * 2)[1:]`, the operand of
`y.as_strided(size, stride, 0)` becomes a buffer without the element in front of it; an update of an input, such as
`slice_scatter(x, ...)`, has the input's offset in PyTorch but none in Inductor. So views and writes are made of what
their operand is a view of, and count from the first element of that.
"""

import operator
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.backend.graph_values import is_on
from npusim.frontend.backend.memory.views import VIEW_SCATTERS, viewed
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.tracing_api import statically_known_true
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from npusim.mlir_templates.indexing.storage_views import storage_view, storage_write, symbolic_offset
from torch.fx import Graph, Node

aten = torch.ops.aten
_VIEW, _COPY, _WRITE = aten.as_strided.default, aten.as_strided_copy.default, aten.as_strided_scatter.default
_OPERANDS = {_VIEW: 3, _COPY: 3, _WRITE: 4}
"""Arguments in front of the offset: the operand, what is written, sizes and strides."""
_UPDATES = VIEW_SCATTERS | {storage_write}
_STRIDED = {_VIEW, storage_view}


@register_graph_rewrite
def read_whole_storages(graph: Graph) -> None:
    """Makes strided views, their copies and writes to them of what their operand is a view of."""
    found = [node for target in _OPERANDS for node in graph.find_nodes(op="call_function", target=target)]
    made_in_place = _changes_of_inputs(graph) if found else ()
    for node in found:
        if is_on(node.args[0], DEVICE_TYPE) and node not in made_in_place:
            with graph.inserting_before(node):
                new = _of_whole_storage(graph, node)
            new.meta = {**node.meta, "val": new.meta["val"]}
            node.replace_all_uses_with(new)
            graph.erase_node(node)


def _of_whole_storage(graph: Graph, node: Node) -> Node:
    place = _OPERANDS[node.target]  # type: ignore[index]
    operand, between, given = node.args[0], node.args[1:place], node.args[place:]
    base = _base(operand)
    own = storage_offset(base)
    first = _behind_base(graph, base, operand, given[0] if given else None)
    at_front = isinstance(own, int) and own == 0
    view, write = (_VIEW, _WRITE) if at_front else (storage_view, storage_write)
    if node.target == _WRITE:
        if base is operand:
            return _call(graph, write, (base, *between, first), node.meta["val"])
        written = _call(graph, write, (base, *between, first), base.meta["val"].clone())
        if isinstance(own, torch.SymInt) and base.target in _UPDATES:
            raise symbolic_offset()
        begin = _behind_base(graph, base, operand, None)
        return _call(graph, view, (written, *_shape(graph, operand), begin), operand.meta["val"])
    seen = _call(graph, view, (base, *between, first), node.meta["val"])
    return seen if node.target == _VIEW else _call(graph, aten.clone.default, (seen,), node.meta["val"])


def _behind_base(graph: Graph, base: Node, operand: Node, offset: Any) -> Any:
    """How far an offset, None for that of the operand, lies behind that of the base: a number or a node."""
    own = storage_offset(base)
    offset = _number(storage_offset(operand)) if offset is None else offset
    first = _number(_value(offset) - own)
    if not isinstance(first, torch.SymInt):
        return first
    if isinstance(offset, torch.SymInt):
        offset = _call(graph, aten.sym_storage_offset.default, (operand,), offset)
    if not isinstance(own, torch.SymInt):
        return _call(graph, operator.sub, (offset, own), first) if own else offset
    source = _updated(base)
    if not statically_known_true(source.meta["val"].storage_offset() == own):
        raise symbolic_offset()
    with graph.inserting_before(_behind(source)):  # passes that move the view find the number there already
        own = _call(graph, aten.sym_storage_offset.default, (source,), own)
        made_there = None if isinstance(offset, Node) else _call(graph, operator.sub, (offset, own), first)
    return made_there or _call(graph, operator.sub, (offset, own), first)


def _value(argument: Any) -> Any:
    return argument.meta["val"] if isinstance(argument, Node) else argument


def _number(value: Any) -> Any:
    """A number where symbols have cancelled out."""
    return int(value) if isinstance(value, torch.SymInt) and value.node.expr.is_number else value


def _updated(node: Node) -> Node:
    """What a chain of updates begins with."""
    while node.target in _UPDATES:
        node = node.args[0]  # type: ignore[assignment]
    return node


def _changes_of_inputs(graph: Graph) -> set[Node]:
    """The updates that an input becomes: Inductor makes them in its storage, where they may reach beyond the input."""
    found = set()
    for change in graph.find_nodes(op="call_function", target=aten.copy_.default):
        node = change.args[1]
        while isinstance(node, Node) and (node := _base(node)).target in _UPDATES:
            found.add(node)
            node = node.args[0]
    return found


def _behind(node: Node) -> Node:
    """The first node behind this one and all inputs."""
    behind = node.next
    while behind.op == "placeholder":
        behind = behind.next
    return behind


@register_lowering(aten.sym_storage_offset.default)
def lower_storage_offset(x: Any) -> Any:
    """The offset of a node of the graph, whatever buffer holds it."""
    value = V.graph.current_node.meta["val"]
    return value.node.expr if isinstance(value, torch.SymInt) else value


def storage_offset(node: Node) -> Any:
    """The offset of a node's first element in its storage; updates keep that of what they update.

    While tracing, PyTorch gives updates other offsets, and with them their views, but not strided ones.
    """
    value, whole = node.meta["val"], node
    while whole.target not in _STRIDED and (source := viewed(whole)) is not None:
        whole = source
    if whole.target not in _STRIDED and whole.target not in _UPDATES:
        return value.storage_offset()
    seen, operand = whole.meta["val"], storage_offset(whole.args[0])  # type: ignore[arg-type]
    given = _value(whole.args[3]) if whole.target in _STRIDED and len(whole.args) > 3 else None
    if whole.target == storage_view:
        given += operand
    ahead = (operand if given is None else given) - seen.storage_offset()
    if seen.itemsize != value.itemsize:
        ahead = ahead * seen.itemsize // value.itemsize
    return value.storage_offset() + ahead


def _base(node: Node) -> Node:
    """The furthest of what a node is a view of that has elements of its type."""
    source: Node | None = node
    base = node
    while (source := viewed(source)) is not None:
        value = source.meta["val"]
        if isinstance(value, torch.Tensor) and value.dtype == node.meta["val"].dtype:
            base = source
    return base


def _shape(graph: Graph, node: Node) -> tuple[list[Any], list[Any]]:
    """Sizes and strides as arguments: nodes where they are symbols."""

    def argument(target: Any, dim: int, value: Any) -> Any:
        return _call(graph, target, (node, dim), value) if isinstance(value, torch.SymInt) else value

    value = node.meta["val"]
    sizes = [argument(aten.sym_size.int, dim, each) for dim, each in enumerate(value.size())]
    return sizes, [argument(aten.sym_stride.int, dim, each) for dim, each in enumerate(value.stride())]


def _call(graph: Graph, target: Any, args: tuple[Any, ...], value: Any) -> Node:
    node = graph.call_function(target, args)
    node.meta["val"] = value
    return node
