"""Operands and results of products as those of attention: tensors (batch, heads, rows, width)."""

from collections.abc import Sequence
from math import prod
from typing import Any

import torch
from npusim.mlir_templates.attention.graph_nodes import (
    all_equal,
    are_numbers,
    equal,
    keeps_elements,
    made,
    moved,
    only_user,
    order_of,
    replace,
    sizes,
)
from torch.fx import Graph, Node

aten = torch.ops.aten
ROWS_FIRST = (0, 2, 1, 3)
"""The order of the dimensions of (batch, heads, rows, width) in memory."""


class Heads:
    """The leading dimensions of a program's scores, and how its matrices become those of heads.

    Scores of two and three dimensions are those of one sequence; leading dimensions of more than four are sequences but
    for the last, which is the heads.
    """

    def __init__(self, graph: Graph, leading: Sequence[Any]) -> None:
        self.graph, self.leading = graph, list(leading)
        self.missing = max(2 - len(self.leading), 0)

    def operand(self, node: Node, matrix: Sequence[Any], swapped: bool = False) -> Node | None:
        """A product's operand as a tensor of four dimensions; None if that takes symbolic sizes.

        Args:
            matrix: its rows and columns.
            swapped: the result has its columns as rows.
        """
        wanted, found, is_swapped = [*self.leading, *matrix], None, False
        current: Any = node
        while isinstance(current, Node):
            own = sizes(current)
            if all_equal(own, wanted):
                found = current, is_swapped
            if keeps_elements(current):
                current = current.args[0]
            elif swapped and not is_swapped and _swaps_matrices(current, matrix):
                current, is_swapped, wanted = current.args[0], True, [*self.leading, *reversed(matrix)]
            else:
                break
        if found is None:
            if not are_numbers(wanted):
                return None
            found = made(self.graph, aten.reshape.default, node, [*self.leading, *matrix]), False
        rows, was_swapped = found
        if swapped and not was_swapped:
            rows = swap(self.graph, rows)
        return self._of_rank_4(rows)

    def _of_rank_4(self, node: Node) -> Node | None:
        for _ in range(self.missing):
            node = made(self.graph, aten.unsqueeze.default, node, 0)
        extents = sizes(node)
        if len(extents) == 4:
            return node
        if not are_numbers(extents):
            return None
        return made(self.graph, aten.reshape.default, node, [prod(extents[:-3]), *extents[-3:]])

    def result(self, product: Node) -> Node | None:
        """The node with a product's result whose leading dimensions are those of the scores; None if none has them."""
        node, wanted = product, [*self.leading, *sizes(product)[-2:]]
        while not all_equal(sizes(node), wanted):
            user = only_user(node)
            if user is None or not keeps_elements(user):
                return product if are_numbers(wanted) else None
            node = user
        return node

    def replace(self, result: Node, by: Node) -> None:
        """Replaces a node that `result` gave by a tensor of four dimensions."""
        own = sizes(result)
        for _ in range(self.missing if len(own) < 4 else 0):
            by = made(self.graph, aten.squeeze.dim, by, 0)
        if not all_equal(sizes(by), own):
            by = made(self.graph, aten.reshape.default, by, own)
        replace(result, by)


def lies_rows_first(result: Node) -> bool:
    """Whether a program goes on with (batch, rows, heads, width)."""
    user = only_user(result)
    return user is not None and user.target == aten.permute.default and order_of(user) == list(ROWS_FIRST)


def swap(graph: Graph, node: Node) -> Node:
    """A new node with rows and columns swapped."""
    *leading, rows, columns = range(len(sizes(node)))
    return made(graph, aten.permute.default, node, [*leading, columns, rows])


def _swaps_matrices(node: Node, matrix: Sequence[Any]) -> bool:
    """Whether a node swaps rows and columns, which are then those of a matrix, and else moves nothing."""
    if node.target != aten.permute.default:
        return False
    order = moved(node)
    own = [extent for extent in sizes(node) if not equal(extent, 1)]
    swapped = [*order[:-2], *reversed(order[-2:])]
    return len(order) > 1 and swapped == sorted(order) and all_equal(own[-2:], list(matrix))


def is_swapped(node: Any, of: Any) -> bool:
    """Whether a node is another one with rows and columns swapped."""
    if not isinstance(node, Node) or node.target != aten.permute.default or node.args[0] is not of:
        return False
    *leading, rows, columns = range(len(sizes(node)))
    return order_of(node) == [*leading, columns, rows]
