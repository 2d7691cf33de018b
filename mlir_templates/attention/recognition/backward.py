"""The gradients of attention that a program writes out, in the graph of forward and backward."""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.mlir_templates.attention.graph_nodes import arguments, filled_with, made, only_user, sizes
from npusim.mlir_templates.attention.recognition.operands import Heads, is_swapped, swap
from npusim.mlir_templates.attention.recognition.operators import softmax_attention_backward
from npusim.mlir_templates.attention.recognition.scores import PRODUCTS, Scores, passes_on
from torch.fx import Graph, Node

aten, prims = torch.ops.aten, torch.ops.prims
_KEYS = 1
"""The place of the gradient of the keys among the operator's results."""


@dataclass(frozen=True)
class Gradients:
    """Products of the backward.

    Attributes:
        of_result: the gradient of the result, an operand.
        first: the first of the products in the graph.
        of_queries, of_keys, of_values: None where the program does not need them.
        keys_are_columns: the product that gives the gradient of the keys has them as columns.
    """

    of_result: Node
    first: Node
    of_queries: Node | None
    of_keys: Node | None
    of_values: Node | None
    keys_are_columns: bool

    def replace(self, graph: Graph, heads: Heads, forward: Node, results: tuple[Node, Node]) -> bool:
        """Replaces the products by the operator for the gradients of a forward; False if that takes symbolic sizes."""
        query, key, value, *options = forward.args
        products = (self.of_queries, self.of_keys, self.of_values)
        places = [product if product is None else heads.result(product) for product in products]
        if any(product is not None and place is None for product, place in zip(products, places, strict=True)):
            return False
        with graph.inserting_before(self.first):
            extents = sizes(results[0])[-2:]
            of_result = heads.operand(self.of_result, extents)
            if of_result is None:
                return False
            operands = (of_result, query, key, value, options[0], *results, *options[1:])
            node = made(graph, softmax_attention_backward, *operands)
            node.meta = {**self.first.meta, "val": node.meta["val"]}
            for number, place in enumerate(places):
                if place is not None:
                    found = made(graph, operator.getitem, node, number)
                    found.meta = {**place.meta, "val": found.meta["val"]}
                    heads.replace(place, swap(graph, found) if number == _KEYS and self.keys_are_columns else found)
        return True


def find_gradients(uses: Sequence[tuple[Node, Node]], scores: Scores, product: Node) -> Gradients | None:
    """The gradients that a program computes with the weights of an attention; None if it does anything else with them.

    Args:
        uses: what reads the weights, apart from the forward's product, and as which node.
    """
    by_target = {user.target: (user, weights) for user, weights in uses}
    if len(by_target) != len(uses) or set(by_target) - {aten.permute.default, aten.mul.Tensor, aten.neg.default}:
        return None
    change = _change(by_target)
    if change is None:
        return None
    softmax_gradient, of_weights = change
    rows = _product_with_values(of_weights, product)
    of_scores = _products_of_scores(softmax_gradient, scores)
    if rows is None or of_scores is None:
        return None
    of_values = None
    if aten.permute.default in by_target:
        transposed, weights = by_target[aten.permute.default]
        of_values = only_user(transposed)
        expected = is_swapped(transposed, weights) and of_values is not None and of_values.target in PRODUCTS
        if of_values is None or not expected or of_values.args != (transposed, rows.args[0]):
            return None
    of_queries, of_keys, keys_are_columns = of_scores
    return Gradients(arguments(rows)[0], of_values or rows, of_queries, of_keys, of_values, keys_are_columns)


def _change(by_target: dict[Any, tuple[Node, Node]]) -> tuple[Node, Node] | None:
    """The gradient of a softmax's operand, and that of the weights that it is computed of."""
    if aten.mul.Tensor not in by_target or aten.neg.default not in by_target:
        return None
    (changed, weights), (negated, _) = by_target[aten.mul.Tensor], by_target[aten.neg.default]
    of_weights = next((x for x in changed.args if x is not weights), None)
    result = only_user(negated)
    if result is None or result.target != prims.fma.default or not isinstance(of_weights, Node):
        return None
    total = result.args[1]
    if not isinstance(total, Node) or total.target != aten.sum.dim_IntList or len(total.users) != 1:
        return None
    rows = len(sizes(changed)) - 1
    summed, dims, *kept = arguments(total)
    is_sum = summed is changed and list(dims) in ([-1], [rows]) and kept == [True]
    if not is_sum or result.args != (negated, total, changed) or set(changed.users) != {total, result}:
        return None
    return result, of_weights


def _product_with_values(of_weights: Node, product: Node) -> Node | None:
    """The product of the result's gradient with the values that gives the gradient of the weights."""
    node = of_weights
    while len(node.users) == 1 and passes_on(node):
        (node, *_) = arguments(node)
    if node.target not in PRODUCTS or len(node.users) != 1:
        return None
    return node if is_swapped(node.args[1], product.args[1]) else None


def _products_of_scores(gradient: Node, scores: Scores) -> tuple[Node | None, Node | None, bool] | None:
    """The gradients of queries and keys from that of the scores, and whether keys are columns of theirs; None if the
    gradient of the scores is used in another way.
    """
    node, scale, hides = gradient, 1.0, 0
    while (user := only_user(node)) is not None and user.target not in PRODUCTS:
        if is_swapped(user, node) and not passes_on(user):
            break
        if user.target in (aten.mul.Tensor, aten.div.Tensor) and isinstance(user.args[1], int | float):
            factor = float(user.args[1])
            scale = scale * factor if user.target == aten.mul.Tensor else scale / factor
        elif _hides(user, node, scores):
            hides += 1
        elif not passes_on(user):
            return None
        node = user
    fills = sum(x.target == aten.where.self for x in scores.nodes)
    is_expected = math.isclose(scale, scores.scale, rel_tol=1e-6) and hides == fills
    if not scores.is_causal and fills != (scores.seen is not None):
        return None  # the program's gradients are not those of a fill where all keys of a query are hidden
    found: dict[str, Node] = {}
    for user in node.users:
        kind, product = _product_of_scores(user, node, *scores.operands)
        if product is None or kind in found:
            return None
        found[kind] = product
    if not is_expected or {"rows", "columns"} <= found.keys():
        return None
    return found.get("queries"), found.get("columns", found.get("rows")), "columns" in found


def _product_of_scores(user: Node, node: Node, queries: Node, keys: Node) -> tuple[str, Node | None]:
    """The product that a user of the gradient of scores is or belongs to: the gradient of queries, or of keys as rows
    or columns."""
    if is_swapped(user, node):
        product = only_user(user)
        is_expected = product is not None and product.target in PRODUCTS and product.args == (user, queries)
        return "rows", product if is_expected else None
    if user.target in PRODUCTS and user.args[0] is node and is_swapped(user.args[1], keys):
        return "queries", user
    is_expected = user.target in PRODUCTS and user.args[1] is node and is_swapped(user.args[0], queries)
    return "columns", user if is_expected else None


def _hides(user: Node, node: Node, scores: Scores) -> bool:
    """Whether the gradients of what the forward hides become zeros."""
    if user.target != aten.where.self:
        return False
    condition, *branches = user.args
    place = branches.index(node) if node in branches else None
    if place is None or filled_with(branches[1 - place]) != 0.0:
        return False
    return any(x.target == aten.where.self and x.args[0] is condition and place == _kept(x) for x in scores.nodes)


def _kept(where: Node) -> int:
    """The branch of a selection that is not filled with one number."""
    return 0 if filled_with(where.args[2]) is not None else 1
