"""Attention that a program writes out: a product, what becomes of the scores, a softmax and a product.

PyTorch's patterns know some of the ways to write it; they leave guards on symbols without a source where a program
divides by a whole number and is differentiated (torch 2.13). Here the graph is read from the second product back, so
that scales, masks, fills, conversions and views may come in any order.
"""

import math
import operator
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch
from npusim.frontend.fusions import switches
from npusim.frontend.lowering.graph_rewrites import register_graph_rewrite
from npusim.mlir_templates.attention.graph_nodes import all_equal, are_numbers, arguments, equal, made, sizes
from npusim.mlir_templates.attention.lowering import LARGEST_WIDTH
from npusim.mlir_templates.attention.recognition.backward import Gradients, find_gradients
from npusim.mlir_templates.attention.recognition.constants import KnownMasks
from npusim.mlir_templates.attention.recognition.operands import Heads, lies_rows_first
from npusim.mlir_templates.attention.recognition.operators import softmax_attention
from npusim.mlir_templates.attention.recognition.scores import LEAST, PRODUCTS, Reader, Scores, is_float, passes_on
from npusim.mlir_templates.attention.scoring import Scoring
from torch.fx import Graph, Node

aten = torch.ops.aten
_NEAR = 50.0
"""The logsumexp of scores as large as this is exact enough."""


@dataclass(frozen=True)
class Softmax:
    """A softmax over the last dimension.

    Attributes:
        scores: what it is taken of.
        weights: its result.
    """

    scores: Node
    weights: Node


@register_graph_rewrite(early=True)
def recognise(graph: Graph) -> None:
    """Attention that is written out becomes one operator, its gradients another, unless fusions are off that put a
    softmax on the tile of a product's result and of an operand.
    """
    if not all(map(switches.is_on, (switches.ATTENTION, switches.REDUCTION_EPILOGUE, switches.PROLOGUE))):
        return
    masks = KnownMasks()
    for node in graph.find_nodes(op="call_function", target=aten.div.Tensor):
        softmax = _softmax(node)
        if softmax is not None:
            _rewrite(graph, softmax, masks)
    graph.eliminate_dead_code()


@register_graph_rewrite(early=True)
def scale_by_floats(graph: Graph) -> None:
    """Whole numbers that floats are divided by or multiplied with become floats: PyTorch's patterns of attention with
    dropout would leave guards on symbols without a source (above).
    """
    for target in (aten.div.Tensor, aten.mul.Tensor):
        for node in graph.find_nodes(op="call_function", target=target):
            number = node.args[1]
            if type(number) is int and is_float(node) and float(number) == number:
                node.update_arg(1, float(number))


def _softmax(weights: Node) -> Softmax | None:
    """The softmax whose result a division may be."""
    powers, total = arguments(weights)
    if not _is(powers, aten.exp.default, 2) or not _is(total, aten.sum.dim_IntList, 1):
        return None
    (shifted,) = powers.args
    if not _reduces_rows(total, powers) or not _is(shifted, aten.sub.Tensor, 1) or shifted.kwargs:
        return None
    scores, largest = shifted.args
    if not _is(largest, aten.amax.default, 1) or not _reduces_rows(largest, scores) or len(scores.users) != 2:
        return None
    on_device = scores.meta["val"].device.type == "npu"
    return Softmax(scores, weights) if on_device and is_float(scores) and len(sizes(scores)) > 1 else None


def _is(node: Any, target: Any, users: int) -> bool:
    return isinstance(node, Node) and node.target == target and len(node.users) == users


def _reduces_rows(reduction: Any, of: Any) -> bool:
    """Whether a reduction is over the last dimension of a node, and keeps it."""
    source, dims, *kept = reduction.args
    return source is of and list(dims) in ([-1], [len(sizes(of)) - 1]) and kept == [True]


def _rewrite(graph: Graph, softmax: Softmax, masks: KnownMasks) -> None:
    uses = list(_uses(softmax.weights))
    size = sizes(softmax.scores)
    products = [user for user, weights in uses if _multiplies(user, weights, size[-2:])]
    if len(products) != 1:
        return
    (product,) = products
    scores = Reader(graph, size).read(softmax.scores, users=2)
    if scores is None or not _is_attention(scores, product, size):
        return
    if _is_causal(scores, size, masks):
        scores = replace(scores, bias=None, seen=None, hidden=-math.inf, is_causal=True)
    gradients = None
    if len(uses) > 1:
        if not _has_gradients(scores, size):
            return
        gradients = find_gradients([use for use in uses if use[0] is not product], scores, product)
        if gradients is None:
            return
    _replace(graph, scores, product, size, gradients)


def _uses(weights: Node) -> Iterator[tuple[Node, Node]]:
    """Nodes that compute something of the weights, and what they read: the weights, converted, viewed or copied."""
    for user in weights.users:
        if passes_on(user):
            yield from _uses(user)
        else:
            yield user, weights


def _multiplies(node: Node, weights: Node, matrix: list[Any]) -> bool:
    """Whether a node multiplies weights, as matrices of a size, with something else."""
    is_left = node.target in PRODUCTS and node.args[0] is weights and node.args[1] is not weights
    return is_left and all_equal(sizes(weights)[-2:], matrix)


def _is_attention(scores: Scores, product: Node, size: list[Any]) -> bool:
    """Whether the kernel for attention takes two products."""
    operands: list[Node] = [*scores.operands, arguments(product)[1]]
    dtypes = {x.meta["val"].dtype for x in operands}
    if len(dtypes) != 1 or not is_float(product) or any(equal(extent, 0) for x in operands for extent in sizes(x)):
        return False
    if len(size) > 4 and len(sizes(scores.mask)) > 3:
        return False
    if len(size) < 4 and scores.mask is None:
        return False  # without heads and masks: how attention in three kernels is written, and measured on silicon
    widths = sizes(operands[0])[-1], sizes(operands[2])[-1]
    return all(isinstance(width, int) and width <= LARGEST_WIDTH for width in widths)


def _is_causal(scores: Scores, size: list[Any], masks: KnownMasks) -> bool:
    """Whether queries see the keys up to their own positions, whatever the scores are: hidden ones have no weight."""
    queries, keys = size[-2:]
    if scores.seen is not None:
        hides = scores.hidden == -math.inf or Scoring(scores.scale, hidden=scores.hidden).far_below is not None
        return hides and masks.is_causal(scores.seen, queries, keys, LEAST)
    return scores.bias is not None and masks.is_causal(scores.bias, queries, keys, LEAST)


def _has_gradients(scores: Scores, size: list[Any]) -> bool:
    """Whether the backward finds the weights of every row from its logsumexp. It does not where rounding loses all but
    the largest score: in rows whose scores may all be far below zero (`Scoring.far_below`)."""
    if scores.bias is not None:
        return False
    if scores.seen is None or abs(scores.hidden) <= _NEAR or scores.hidden == -math.inf:
        return True
    return Scoring(scores.scale, hidden=scores.hidden).far_below is not None and are_numbers(size[-1:])


def _replace(graph: Graph, scores: Scores, product: Node, size: list[Any], gradients: Gradients | None) -> None:
    heads, (queries, keys) = Heads(graph, size[:-2]), size[-2:]
    query_rows, key_columns = scores.operands
    width, value_width = sizes(query_rows)[-1], sizes(product)[-1]
    result = heads.result(product)
    with graph.inserting_before(product):
        operands = (
            heads.operand(query_rows, [queries, width]),
            heads.operand(key_columns, [width, keys], swapped=True),
            heads.operand(product.args[1], [keys, value_width]),
        )
        if result is None or any(operand is None for operand in operands):
            return
        options = (scores.mask, scores.scale, scores.hidden, lies_rows_first(result), scores.is_causal)
        node = made(graph, softmax_attention, *operands, *options)
        output, logsumexp = (made(graph, operator.getitem, node, number) for number in range(2))
        for each in (node, output, logsumexp):
            each.meta = {**product.meta, "val": each.meta["val"]}
        if gradients is not None and not gradients.replace(graph, heads, node, (output, logsumexp)):
            return
        heads.replace(result, output)
