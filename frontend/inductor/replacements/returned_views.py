"""Results that are views with symbolic sizes, strides or offsets.

AOTAutograd does not hand out a view of an input or of another result as the graph returns it: it makes the view anew
from its base, with the size, the strides and the offset of what the graph returned where these are symbolic.

- The graph returns a view of an input that is updated as a view of the update, whose memory is another: it begins at
  its first element and has no gaps. Here the views that the user took of the input are taken of it again.
- Inductor copies a view whose strides it cannot order (equal ones, or which is larger is not known), and the strides
  of the copy then select other elements of the base. Here it stays a view.
- The graph returns a complex view of an input as a copy of its pairs, with strides of its own. Here it is a view.
- Inputs that share memory, of which one is updated, become views of one input, a base. The views that AOTAutograd
  recorded of one of them it takes of the base; here they are made anew by size, strides and offset.
"""

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import torch
from npusim.frontend.inductor.api import (
    GraphLowering,
    OutputType,
    SubgraphLowering,
    V,
    apply_view_meta_sequence,
    get_node_storage,
    ir,
)
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.replacements.concatenations import apart
from npusim.frontend.inductor.tracing_api import TracingContext, free_unbacked_symbols
from torch.fx import Node


class _Layout(NamedTuple):
    """Expressions for the size, the strides and the storage offset of a tensor, in elements."""

    size: Sequence[Any]
    stride: Sequence[Any]
    offset: Any


@around
def forgetting_views_of_shared_inputs(
    create: Callable[..., tuple[Any, Any]], metadata: Any, shared: list[Any], *args: Any
) -> tuple[Any, Any]:
    """Wraps `create_synthetic_base_metadata`: what was recorded of an input that became a view of a base is no view of
    the base.
    """
    updated, others = create(metadata, shared, *args)
    for place, output in enumerate(metadata.output_info):
        if output.base_idx is not None and isinstance(shared[output.base_idx], tuple):
            updated.output_info[place] = replace(updated.output_info[place], view_meta_sequence=None)
    return updated, others


@around
def keeping_bases(run: Callable[..., Any], graph: GraphLowering, *args: Any) -> Any:
    """Wraps `GraphLowering.run`: what the graph's nodes became is kept to the end where a symbolic view is returned."""
    if any(_base(node) is not None for node in graph.user_visible_output_strides):
        graph.garbage_collect_values = False
    return run(graph, *args)


@around
def returning_views(output: Callable[..., None], graph: GraphLowering, target: Any, args: Any, kwargs: Any) -> None:
    """Wraps `GraphLowering.output`: on the device, symbolic views that the user sees are views of what they are views
    of in eager PyTorch, with the same strides, and results share no memory that they do not share there.
    """
    nodes, results = V.graph.current_node.args[0], args[0]
    if not isinstance(graph, SubgraphLowering) and isinstance(results, (list, tuple)):
        of_inputs = _views_of_inputs(graph, nodes) if graph.user_visible_output_strides else {}
        pairs = enumerate(zip(nodes, results, strict=True))
        views = [of_inputs.get(place) or _as_traced(graph, *pair) for place, pair in pairs]
        args = (apart(graph, nodes, views), *args[1:])
    output(graph, target, args, kwargs)


def _views_of_inputs(graph: GraphLowering, nodes: Sequence[Any]) -> dict[int, ir.TensorBox]:
    """The results that are symbolic views of inputs on the device, by their places among the graph's results."""
    context = TracingContext.try_get()
    metadata = context and context.fw_metadata
    if not metadata:
        return {}
    inputs = graph.module.graph.find_nodes(op="placeholder")
    views = {}
    for place, output in enumerate(metadata.output_info, start=metadata.num_mutated_inp_runtime_indices):
        steps = output.view_meta_sequence.sequence if output.view_meta_sequence else []
        if output.output_type == OutputType.alias_of_input and any(each.has_symbolic_inputs for each in steps):
            base = inputs[output.base_idx]
            value = _taken_again(base.meta["val"], steps, nodes[place].meta["val"])
            if value is not None:
                view = _view(graph.graph_inputs[base.target], base.meta["val"], _layout(value))
                views[place] = view if value.is_conj() == base.meta["val"].is_conj() else _lazy_conjugate(view)
    return views


def _taken_again(of_base: torch.Tensor, steps: list[Any], traced: torch.Tensor) -> torch.Tensor | None:
    """The views that AOTAutograd recorded, of the input as it is given; None if they are as traced."""
    if free_unbacked_symbols(traced):  # taken again they have other symbols; PyTorch has none of updated inputs
        return None
    with V.fake_mode:
        value = apply_view_meta_sequence(of_base, steps)
    return value if _is_strided_on_device(value) and value.dtype == of_base.dtype else None


def _as_traced(graph: GraphLowering, node: Any, result: Any) -> Any:
    base = _base(node) if node in graph.user_visible_output_strides else None
    if base is None:
        return result
    layout, of_base = _layout(node.meta["val"]), base.meta["val"]
    is_view = isinstance(result.data, ir.ReinterpretView)
    if is_view and ir.significant_strides_equal(result.get_stride(), layout.stride, layout.size):
        return result
    return _view(ir.ExternKernel.require_exact_strides(graph.env[base], of_base.stride()), of_base, layout)


def _view(base: ir.TensorBox, of_base: torch.Tensor, view: _Layout) -> ir.TensorBox:
    """The view of `base` that is `view` of `of_base`."""
    storage, layout = ir.as_storage_and_layout(base)
    offset = layout.offset + view.offset - _expression(of_base.storage_offset())
    made = ir.FixedLayout(layout.device, layout.dtype, list(view.size), list(view.stride), offset)
    return ir.TensorBox(ir.ReinterpretView(data=storage, layout=made))


def _lazy_conjugate(view: ir.TensorBox) -> ir.TensorBox:
    """A view of the view, which AOTAutograd takes of the base in turn."""
    return ir.TensorBox.create(ir.FallbackKernel.create(torch.ops.aten._conj.default, view))


def _base(view: Node) -> Node | None:
    """What a symbolic view on the device is a view of, through all views; None for other nodes."""
    value = view.meta.get("val")
    if not _is_on_device(value):
        return None
    numbers = (*value.size(), *value.stride(), value.storage_offset())
    node = view
    while any(isinstance(each, torch.SymInt) for each in numbers) and (source := _viewed(node)) is not None:
        node = source
    is_known = node is not view and node.meta["val"].dtype == value.dtype
    return node if is_known else None


def _viewed(node: Node) -> Node | None:
    """The operand in whose memory a node lies."""
    source = node.args[0] if node.op == "call_function" and node.args else None
    if node.target is operator.getitem and isinstance(source, Node):
        source = source.args[0]
    lies_there = isinstance(source, Node) and get_node_storage(source) == get_node_storage(node) is not None
    return source if lies_there else None  # type: ignore[return-value]


def _layout(value: torch.Tensor) -> _Layout:
    size, stride = (list(map(_expression, each)) for each in (value.size(), value.stride()))
    return _Layout(size, stride, _expression(value.storage_offset()))


def _is_on_device(value: Any) -> bool:
    """Whether a value is a tensor of real numbers on the device."""
    return _is_strided_on_device(value) and not value.dtype.is_complex


def _is_strided_on_device(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.layout == torch.strided and is_npu(value.device)


def _expression(number: Any) -> Any:
    return number.node.expr if isinstance(number, torch.SymInt) else number
