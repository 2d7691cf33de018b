"""Layouts of attention's operands and results."""

from collections.abc import Iterable
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.template.inputs import strided_inputs
from npusim.mlir_templates.common.cost_model import size_hint


def empty(size: list[Any], dtype: torch.dtype, device: torch.device) -> Any:
    """A buffer for a further output of a template."""
    return inductor.empty_strided(size, None, dtype=dtype, device=device)


def empty_of(layout: ir.FixedLayout) -> Any:
    """A buffer with a layout."""
    return inductor.empty_strided(layout.size, layout.stride, dtype=layout.dtype, device=layout.device)


def like_query(query: Any, size: list[Any]) -> ir.FixedLayout:
    """The output's layout: dense, with the query's order of dimensions."""
    return _dense(query, size, strided_inputs([query])[0].get_layout().stride)


def as_traced(number: int, x: Any, size: list[Any]) -> ir.FixedLayout:
    """The layout of a result like `x`: as the operator was traced; queries that were folded keep theirs."""
    traced = V.graph.current_node.meta["val"][number]
    sizes_equal = map(V.graph.sizevars.statically_known_equals, map(_expression, traced.shape), size)
    return _dense(x, size, map(_expression, traced.stride())) if all(sizes_equal) else like_query(x, size)


def _expression(number: Any) -> Any:
    return number.node.expr if isinstance(number, torch.SymInt) else sympy.Integer(number)


def _dense(x: Any, size: list[Any], like: Iterable[Any]) -> ir.FixedLayout:
    """The layout without gaps whose dimensions are ordered as by the strides `like`."""
    hints = list(map(size_hint, like))
    strides: list[Any] = [0] * len(size)
    step: Any = 1
    order = sorted(range(len(size)), key=lambda i: -hints[i])
    for i in reversed(order):
        strides[i], step = step, step * size[i]
    return ir.FixedLayout(x.get_device(), x.get_dtype(), size, strides)


def with_shared_in_memory(fx_node: torch.fx.Node, *args: Any, **kwargs: Any) -> Any:
    """Inductor's constraint on the layouts of attention's operands, with what several of them are parts of in memory:
    queries, keys and values of one product with a bias would else be computed by kernels of their own behind it.
    """
    parts = [operand for operand in args[:3] if isinstance(operand.data, ir.BaseView)]
    wholes = [operand.data.unwrap_view() for operand in parts]
    for operand, whole in zip(parts, wholes, strict=True):
        if sum(each is whole for each in wholes) > 1:
            operand.realize()
    return _but_for_bias(3, fx_node, args, kwargs)


def of_gradients(fx_node: torch.fx.Node, *args: Any, **kwargs: Any) -> Any:
    """Inductor's constraint on the layouts of the backward's operands."""
    return _but_for_bias(4, fx_node, args, kwargs)


def _but_for_bias(position: int, fx_node: torch.fx.Node, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Inductor's constraint, without the bias, which kernels read where it lies; several attentions may share it."""
    if len(args) <= position or args[position] is None:
        return inductor.sdpa_constraint(fx_node, *args, **kwargs)
    args[position].realize()
    before, bias, behind = args[:position], args[position], args[position + 1 :]
    constrained, options = inductor.sdpa_constraint(fx_node, *before, None, *behind, **kwargs)
    return (*constrained[:position], bias, *constrained[position + 1 :]), options
