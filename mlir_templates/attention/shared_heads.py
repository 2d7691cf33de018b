"""Keys and values that several query heads share (grouped-query attention), repeated by the program.

Programs repeat them in memory in front of the attention: `k[:, :, None].expand(b, g, n, s, d).reshape(b, g * n, s, d)`,
`repeat_interleave`, or an expanded single head. The attention kernels share key heads themselves, and products take the
queries of a group as rows of one product: both read the keys as they were before the repetition.
"""

from typing import Any

import torch
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from npusim.mlir_templates.attention.dropout import dropout_attention, dropout_attention_backward
from npusim.mlir_templates.attention.graph_nodes import VIEWS, all_equal, equal, made, only_user, sizes
from npusim.mlir_templates.attention.recognition.operators import softmax_attention, softmax_attention_backward
from torch.fx import Graph, Node

aten = torch.ops.aten
_ATTENTIONS = (aten._scaled_dot_product_fused_attention_overrideable.default, softmax_attention, dropout_attention)
_BACKWARDS = (
    aten._scaled_dot_product_fused_attention_overrideable_backward.default,
    softmax_attention_backward,
    dropout_attention_backward,
)
_SUMMED_FIRST, _SUMMED_OF_FIVE = 1, 2
"""The dimension over which gradients are summed: of an expanded single head, and of groups of heads."""


@register_graph_rewrite
def share_heads(graph: Graph) -> None:
    """Attentions and products of repeated heads read the heads that were repeated."""
    for operator, backward in zip(_ATTENTIONS, _BACKWARDS, strict=True):
        for node in graph.find_nodes(op="call_function", target=backward):
            _share_backward(graph, node)
        for node in graph.find_nodes(op="call_function", target=operator):
            _share(node, 1)
    for node in graph.find_nodes(op="call_function", target=aten.bmm.default):
        _share_product(graph, node)
    graph.eliminate_dead_code()


def _share(node: Node, first: int) -> bool:
    """Replaces repeated keys and values of an attention (its arguments from `first` on); False if they are not."""
    keys, values = (_repeated(argument, node.graph) for argument in node.args[first : first + 2])
    if keys is None or values is None or not equal(sizes(keys)[1], sizes(values)[1]):
        return False
    node.args = (*node.args[:first], keys, values, *node.args[first + 2 :])
    return True


def _share_backward(graph: Graph, node: Node) -> None:
    """The same for the gradients, if all that the program does with them is to sum them over the query heads."""
    sums = {number: _sum_of_group(node, number) for number in (1, 2)}
    if any(used and found is None for used, found in sums.values()):
        return
    if not _share(node, 2):
        return
    for number, argument in ((1, node.args[2]), (2, node.args[3])):
        _, found = sums[number]
        if found is not None:
            gradient, summed = found
            val = torch.empty_like(argument.meta["val"], dtype=gradient.meta["val"].dtype)
            gradient.meta = {**summed.meta, "val": val}
            summed.replace_all_uses_with(gradient)


def _sum_of_group(node: Node, number: int) -> tuple[bool, tuple[Node, Node] | None]:
    """(whether a gradient is used, it and its sum over the query heads that share a head, without that dimension)."""
    found = [user for user in node.users if user.args[1] == number and user.users]
    if not found:
        return False, None
    (gradient,) = found
    last = gradient
    dim = _SUMMED_FIRST
    user = only_user(last)
    if user is not None and user.target in VIEWS and len(sizes(user)) == 5:
        last, dim, user = user, _SUMMED_OF_FIVE, only_user(user)
    if user is None or user.target != aten.sum.dim_IntList or list(user.args[1]) != [dim]:
        return True, None
    if dim == _SUMMED_FIRST:
        kept = len(user.args) > 2 and user.args[2]
        return True, (gradient, user) if kept else None
    if len(user.args) < 3 or not user.args[2]:
        return True, (gradient, user)
    user = only_user(user)
    squeezes = user is not None and (user.target in VIEWS or user.target in (aten.squeeze.dim, aten.squeeze.dims))
    return True, (gradient, user) if squeezes and user is not None and len(sizes(user)) == 4 else None


# -- repetitions


def _repeated(node: Any, graph: Graph) -> Node | None:
    """The tensor (B, G, S, D) of which a node (B, G * n, S, D) holds every head n times, one after the other."""
    if not isinstance(node, Node) or len(sizes(node)) != 4:
        return None
    if node.target == aten.expand.default:
        source = node.args[0]
        return source if isinstance(source, Node) and _expands(node, source, 1) else None
    split = _of_copies(node.args[0]) if node.target in VIEWS else None
    if split is None or split.target != aten.expand.default or len(sizes(split)) != 5:
        return None
    source = split.args[0]
    batch, heads, repeats, *rest = sizes(split)
    whole = [batch, heads * repeats, *rest]
    if not isinstance(source, Node) or not _expands(split, source, 2) or not all_equal(whole, sizes(node)):
        return None
    if source.target == aten.unsqueeze.default and source.args[1] in (2, -3):
        return source.args[0]  # type: ignore[return-value]
    with graph.inserting_after(source):
        return made(graph, aten.squeeze.dim, source, 2)


def _of_copies(node: Any) -> Node | None:
    while isinstance(node, Node) and node.target == aten.clone.default:
        node = node.args[0]
    return node if isinstance(node, Node) else None


def _expands(node: Node, source: Node, dim: int) -> bool:
    """Whether an expansion repeats along one dimension only."""
    after, before = sizes(node), sizes(source)
    if len(after) != len(before) or not equal(before[dim], 1) or equal(after[dim], 1):
        return False
    return all_equal([*after[:dim], *after[dim + 1 :]], [*before[:dim], *before[dim + 1 :]])


# -- products


def _share_product(graph: Graph, node: Node) -> None:
    """`bmm` of (B * G * n, L, D) and repeated (B * G * n, D, S) becomes that of (B * G, n * L, D) and (B * G, D, S)."""
    rows, other = node.args
    found = _repeated_matrices(other, graph)
    if found is None or not isinstance(rows, Node) or node.meta["val"].device.type != "npu":
        return
    source, repeats = found
    count, inner, columns = sizes(source)
    length = sizes(rows)[1]
    with graph.inserting_before(node):
        merged = made(graph, aten.reshape.default, rows, [count, repeats * length, inner])
        product = made(graph, aten.bmm.default, merged, source)
        split = made(graph, aten.reshape.default, product, [count * repeats, length, columns])
    node.replace_all_uses_with(split)


def _repeated_matrices(node: Any, graph: Graph) -> tuple[Node, int] | None:
    """The matrices (B * G, D, S) that a node (B * G * n, D, S) repeats, and n."""
    if not isinstance(node, Node) or node.target not in VIEWS or len(sizes(node)) != 3:
        return None
    whole, transposed = _of_copies(node.args[0]), False
    if whole is not None and whole.target == aten.expand.default and all_equal(sizes(whole), sizes(whole.args[0])):
        whole = _of_copies(whole.args[0])
    if whole is not None and whole.target == aten.permute.default and list(whole.args[1]) == [0, 1, 3, 2]:
        whole, transposed = _of_copies(whole.args[0]), True
    source = _repeated(whole, graph)
    if source is None or whole is None or not all(isinstance(size, int) for size in (*sizes(source), *sizes(whole))):
        return None
    batch, heads, *matrix = sizes(source)
    repeats = sizes(whole)[1] // heads
    with graph.inserting_before(node):
        if transposed:
            source, matrix = made(graph, aten.permute.default, source, [0, 1, 3, 2]), matrix[::-1]
        return made(graph, aten.reshape.default, source, [batch * heads, *matrix]), repeats
