"""Convolutions of int8 tensors that the program converts first, `conv2d(x.float(), w.float())`.

PyTorch has no convolution of int8 with wider sums, so programs convert its operands. Arrays multiply bytes at their
rate for bytes, and sums in int32 are exact: the conversion is made of the sums instead.
"""

from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from npusim.mlir_templates.conv.lowering import convolve_int8
from npusim.scheduler import current_machine
from torch import Tensor
from torch.fx import Graph, Node

aten, prims = torch.ops.aten, torch.ops.prims
_LARGEST_PRODUCT = 128 * 128


# Operands keep the memory order of the program, as those of aten.convolution do.
@torch.library.custom_op("npusim::int8_convolution", mutates_args=(), tags=(torch.Tag.needs_fixed_stride_order,))
def int8_convolution(
    image: Tensor, weight: Tensor, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int]
) -> Tensor:
    """The convolution of int8 tensors (N x C x ..., K x C x ...), exact in int32."""
    steps = (stride, padding, dilation, False, [0] * len(stride), 1)
    return aten.convolution(image.double(), weight.double(), None, *steps).to(torch.int32)


@int8_convolution.register_fake
def _fake(
    image: Tensor, weight: Tensor, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int]
) -> Tensor:
    steps = (stride, padding, dilation, False, [0] * len(stride), 1)
    return aten.convolution(image.float(), weight.float(), None, *steps).to(torch.int32)


_OPERATOR = torch.ops.npusim.int8_convolution.default
register_lowering(_OPERATOR)(convolve_int8)


@register_lowering(prims.convert_element_type.default)
def lower_narrowing(x: Any, dtype: torch.dtype) -> Any:
    """Bytes computed of int32 sums are stored, as the epilogue of what sums; else every reader would read the sums."""
    if dtype not in (torch.int8, torch.uint8) or not any(_is_sum(name) for name in x.get_read_names()):
        return None
    value = inductor.to_dtype(x, dtype, copy=True)
    value.realize()
    return value


def _is_sum(name: str) -> bool:
    buffer = V.graph.try_get_buffer(name)
    return isinstance(buffer, ir.TemplateBuffer) and buffer.get_dtype() == torch.int32


@register_graph_rewrite
def convolve_before_conversion(graph: Graph) -> None:
    """Convolutions of converted int8 tensors become convolutions of int8 tensors whose sums are converted."""
    for node in graph.find_nodes(op="call_function", target=aten.convolution.default):
        operands = [_before_conversion(argument) for argument in node.args[:2]]
        _, _, bias, stride, padding, dilation, transposed, _, groups = node.args
        if None not in operands and not transposed and groups == 1 and _fits(node.args[1].meta["val"]):
            conversions = node.args[:2]
            _replace(graph, node, (*operands, stride, padding, dilation), bias)
            graph.erase_node(node)
            for conversion in conversions:
                _delay(conversion)
    graph.eliminate_dead_code()


def _fits(weight: Tensor) -> bool:
    """Whether the arrays take bytes, and no sum of products of bytes leaves int32."""
    return "i8" in current_machine().systolic_rows_per_cycle and weight[0].numel() * _LARGEST_PRODUCT < 2**31


def _before_conversion(node: Any) -> Node | None:
    """The int8 tensor of which a node is the exact conversion to float32."""
    if node.target is not prims.convert_element_type.default or node.meta["val"].dtype != torch.float32:
        return None
    source: Node = node.args[0]
    return source if source.meta["val"].dtype == torch.int8 and source.meta["val"].device.type == "npu" else None


def _delay(conversion: Node) -> None:
    """Moves a conversion in front of its first other user, behind the convolution, which has put the bytes in memory.

    In front of the convolution it would be a function of what the bytes were computed from.
    """
    if conversion.users:
        min(conversion.users).prepend(conversion)


def _replace(graph: Graph, node: Node, arguments: tuple[Any, ...], bias: Node | None) -> None:
    shape = [-1, *[1] * (node.meta["val"].dim() - 2)]
    with graph.inserting_before(node):
        sums = graph.call_function(_OPERATOR, arguments)
        made = [(sums, node.meta["val"].to(torch.int32))]
        value = graph.call_function(prims.convert_element_type.default, (sums, torch.float32))
        made.append((value, node.meta["val"]))
        if bias is not None:
            column = graph.call_function(aten.view.default, (bias, shape))
            value = graph.call_function(aten.add.Tensor, (value, column))
            made += [(column, bias.meta["val"].view(shape)), (value, node.meta["val"])]
    for each, result in made:
        each.meta = {**node.meta, "val": result}
    node.replace_all_uses_with(value)
