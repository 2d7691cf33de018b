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
    if any(_base(node) is not None for node in graph.user_visible_output_strides):
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
    base = _base(node) if node in graph.user_visible_output_strides else None
    if base is None:
        return result
    value, of_base = node.meta["val"], base.meta["val"]
    size, stride = (list(map(_expression, each)) for each in (value.size(), value.stride()))
    if isinstance(result.data, ir.ReinterpretView) and ir.significant_strides_equal(result.get_stride(), stride, size):
        return result
    buffer = ir.ExternKernel.require_exact_strides(graph.env[base], of_base.stride())
    storage, layout = ir.as_storage_and_layout(buffer)
    offset = layout.offset + _expression(value.storage_offset()) - _expression(of_base.storage_offset())
    traced = ir.FixedLayout(layout.device, layout.dtype, size, stride, offset)
    return ir.TensorBox(ir.ReinterpretView(data=storage, layout=traced))


def _base(view: Node) -> Node | None:
    """What a symbolic view on the device is a view of, through all views; None for other nodes."""
    value = view.meta.get("val")
    if not isinstance(value, torch.Tensor) or not is_npu(value.device) or value.layout != torch.strided:
        return None
    numbers = (*value.size(), *value.stride(), value.storage_offset())
    node = view
    while any(isinstance(each, torch.SymInt) for each in numbers) and (source := _viewed(node)) is not None:
        node = source
    is_known = node is not view and node.meta["val"].dtype == value.dtype and not value.dtype.is_complex
    return node if is_known else None


def _viewed(node: Node) -> Node | None:
    """The operand in whose memory a node lies."""
    source = node.args[0] if node.op == "call_function" and node.args else None
    if node.target is operator.getitem and isinstance(source, Node):
        source = source.args[0]
    lies_there = isinstance(source, Node) and get_node_storage(source) == get_node_storage(node) is not None
    return source if lies_there else None  # type: ignore[return-value]


def _expression(number: Any) -> Any:
    return number.node.expr if isinstance(number, torch.SymInt) else number
