"""Results that are views with symbolic sizes, strides or offsets.

AOTAutograd does not hand out a view of an input or of another result as the graph returns it: it makes the view anew
from its base, with the size, the strides and the offset of what the graph returned where these are symbolic. Inductor
copies a view whose strides it cannot order (equal ones, or which is larger is not known), and the strides of the copy
then select other elements of the base.
"""

import operator
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.api import GraphLowering, SubgraphLowering, V, get_node_storage, ir
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from torch.fx import Node


@around
def keeping_bases(run: Callable[..., Any], graph: GraphLowering, *args: Any) -> Any:
    """Wraps `GraphLowering.run`: what the graph's nodes became is kept to the end where a symbolic view is returned."""
    if any(_is_symbolic_view(node) for node in graph.user_visible_output_strides):
        graph.garbage_collect_values = False
    return run(graph, *args)


@around
def returning_views(output: Callable[..., None], graph: GraphLowering, target: Any, args: Any, kwargs: Any) -> None:
    """Wraps `GraphLowering.output`: on the device, symbolic views that the user sees are views of what they are views
    of in eager PyTorch, with the same strides.
    """
    nodes, results = V.graph.current_node.args[0], args[0]
    if not isinstance(graph, SubgraphLowering) and isinstance(results, (list, tuple)):
        args = ([_as_traced(graph, *pair) for pair in zip(nodes, results, strict=True)], *args[1:])
    output(graph, target, args, kwargs)


def _as_traced(graph: GraphLowering, node: Any, result: Any) -> Any:
    if not isinstance(node, Node) or node not in graph.user_visible_output_strides or not _is_symbolic_view(node):
        return result
    base = _base(node)
    value, of_base = node.meta["val"], base.meta.get("val")
    if base is node or not isinstance(of_base, torch.Tensor) or value.dtype != of_base.dtype:
        return result
    buffer = ir.ExternKernel.require_exact_strides(graph.env[base], of_base.stride())
    storage, layout = ir.as_storage_and_layout(buffer)
    offset = layout.offset + _expression(value.storage_offset()) - _expression(of_base.storage_offset())
    size, stride = map(_expression, value.size()), map(_expression, value.stride())
    traced = ir.FixedLayout(layout.device, layout.dtype, list(size), list(stride), offset)
    return ir.TensorBox(ir.ReinterpretView(data=storage, layout=traced))


def _is_symbolic_view(node: Node) -> bool:
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or not is_npu(value.device) or value.dtype.is_complex:
        return False
    numbers = (*value.size(), *value.stride(), value.storage_offset())
    return value.layout == torch.strided and any(isinstance(each, torch.SymInt) for each in numbers)


def _base(node: Node) -> Node:
    """What a node is a view of, through all views; itself if it is none."""
    while node.op == "call_function" and node.args and isinstance(source := node.args[0], Node):
        if node.target is operator.getitem:
            source = source.args[0]  # type: ignore[assignment]
        if not isinstance(source, Node) or get_node_storage(source) != get_node_storage(node) is not None:
            break
        node = source
    return node


def _expression(number: Any) -> Any:
    return number.node.expr if isinstance(number, torch.SymInt) else number
