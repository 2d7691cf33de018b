"""The scores of attention in a graph: a product that is scaled, added to and masked.

They are read from the softmax back to the product. What is added or hidden on the way is collected into one mask.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch
from npusim.mlir_templates.attention.graph_nodes import (
    all_equal,
    are_numbers,
    arguments,
    equal,
    filled,
    filled_with,
    keeps_elements,
    made,
    sizes,
)
from torch.fx import Graph, Node

aten, prims = torch.ops.aten, torch.ops.prims
PRODUCTS = (aten.bmm.default, aten.mm.default)
_ADDED_PRODUCTS = (aten.baddbmm.default, aten.addmm.default)
_INVERSES = (aten.logical_not.default, aten.bitwise_not.default)
FLOATS = (torch.float32, torch.float16, torch.bfloat16)
LEAST = -1e30
"""A finite score that something is added to stays what it is by rounding if it is not above this."""


@dataclass(frozen=True)
class Scores:
    """`where(seen, scale * product + bias, hidden)`.

    Attributes:
        product: the node that multiplies, which may add a bias as well.
        operands: queries (..., queries, width) and keys (..., width, keys).
        nodes: between the product and the scores; each has one user.
        bias: None for none.
        seen: of bools; None: all are seen.
        is_causal: queries see the keys up to their own positions.
    """

    product: Node
    operands: tuple[Node, Node]
    nodes: tuple[Node, ...] = ()
    scale: float = 1.0
    bias: Node | None = None
    seen: Node | None = None
    hidden: float = -math.inf
    is_causal: bool = False

    @property
    def mask(self) -> Node | None:
        """What the operator takes: a bias, or bools."""
        return self.bias if self.seen is None else self.seen


class Reader:
    """Reads scores of a size (..., queries, keys); makes nodes for masks, which nobody uses if reading fails."""

    def __init__(self, graph: Graph, size: list[Any]) -> None:
        self.graph, self.size = graph, size

    def read(self, node: Any, users: int = 1) -> Scores | None:
        """The scores that a node with so many users holds; None if they are not those of a product."""
        if not isinstance(node, Node) or node.op != "call_function" or len(node.users) != users:
            return None
        if node.target in (*PRODUCTS, *_ADDED_PRODUCTS):
            return self._of_product(node) if all_equal(sizes(node)[-2:], self.size[-2:]) else None
        with self.graph.inserting_before(node):
            found = next((scores for scores in self._candidates(node) if scores is not None), None)
        return found and replace(found, nodes=(*found.nodes, node))

    def _of_product(self, node: Node) -> Scores | None:
        *added, queries, keys = arguments(node)
        scores = Scores(node, (queries, keys))
        if node.target in PRODUCTS:
            return scores
        beta, alpha = (node.kwargs.get(name, 1) for name in ("beta", "alpha"))
        if not isinstance(beta, int | float) or not isinstance(alpha, int | float) or not math.isfinite(alpha):
            return None
        with self.graph.inserting_before(node):
            bias = self._fitted(node, added[0])
            if bias is None or not is_float(bias):
                return None
            bias = bias if beta == 1 else made(self.graph, aten.mul.Tensor, bias, beta)
        return replace(scores, scale=float(alpha), bias=bias)

    def _candidates(self, node: Node) -> Iterator[Scores | None]:
        """What a node makes of the scores that it reads, for each operand that may be these."""
        target, args = node.target, node.args
        if passes_on(node):
            yield self.read(args[0])
        elif target in (aten.mul.Tensor, aten.div.Tensor) and isinstance(args[1], int | float):
            yield self._scaled(self.read(args[0]), args[1] if target == aten.mul.Tensor else _inverse(args[1]))
        elif target in (aten.add.Tensor, aten.sub.Tensor) and not node.kwargs:
            yield self._added(node, self._read_whole(node, 0), args[1], target == aten.sub.Tensor)
            if target == aten.add.Tensor:
                yield self._added(node, self._read_whole(node, 1), args[0])
        elif target == aten.where.self:
            yield self._hidden(node, self._read_whole(node, 2), args[0], filled_with(args[1]), is_hidden=True)
            yield self._hidden(node, self._read_whole(node, 1), args[0], filled_with(args[2]), is_hidden=False)

    def _read_whole(self, node: Node, position: int) -> Scores | None:
        """The scores that are an operand, if it is as large as the result."""
        operand = node.args[position]
        return self.read(operand) if all_equal(sizes(operand), sizes(node)) else None

    def _scaled(self, scores: Scores | None, factor: float) -> Scores | None:
        if scores is None or not math.isfinite(factor) or (factor <= 0 and scores.mask is not None):
            return None
        bias = scores.bias
        if bias is not None and factor != 1:
            bias = made(self.graph, aten.mul.Tensor, bias, factor)
        return replace(scores, scale=scores.scale * factor, bias=bias, hidden=scores.hidden * factor)

    def _added(self, node: Node, scores: Scores | None, term: Any, subtracts: bool = False) -> Scores | None:
        bias = None if scores is None else self._fitted(node, term)
        if scores is None or bias is None or not is_float(bias):
            return None
        if scores.mask is None and not subtracts and (fill := self._fill(bias)) is not None:
            return replace(scores, seen=fill[0], hidden=fill[1])
        scores = self._with_bias(scores)
        if scores is None:
            return None
        if subtracts:
            bias = made(self.graph, aten.neg.default, bias)
        if scores.bias is not None:
            bias = made(self.graph, aten.add.Tensor, scores.bias, bias)
        return replace(scores, bias=bias)

    def _fill(self, bias: Node) -> tuple[Node, float] | None:
        """What is seen, and the number that hides the rest, of a bias of zeros and numbers far below all scores."""
        if bias.target != aten.where.self:
            return None
        condition, *numbers = bias.args
        first, second = map(filled_with, numbers)
        if first is None or second is None or not isinstance(condition, Node) or max(first, second) != 0.0:
            return None
        hidden = min(first, second)
        if hidden > LEAST or not all_equal(sizes(condition), sizes(bias)):
            return None
        return (condition if first == 0.0 else self._inverse_of(condition)), hidden

    def _hidden(
        self, node: Node, scores: Scores | None, condition: Any, hidden: float | None, is_hidden: bool
    ) -> Scores | None:
        condition = None if scores is None or hidden is None else self._fitted(node, condition)
        if scores is None or hidden is None or condition is None:
            return None
        seen = self._inverse_of(condition) if is_hidden else condition
        if scores.mask is None:
            return replace(scores, seen=seen, hidden=hidden)
        scores = self._with_bias(scores)
        if scores is None or scores.bias is None or hidden > LEAST:
            return None
        return replace(scores, bias=self._masked(seen, scores.bias, hidden))

    def _with_bias(self, scores: Scores | None) -> Scores | None:
        """The scores with what is hidden as a bias, which gives the same if that is far below all others."""
        if scores is None or scores.seen is None:
            return scores
        if scores.hidden > LEAST:
            return None
        bias = self._masked(scores.seen, filled(self.graph, 0.0, scores.product), scores.hidden)
        return replace(scores, bias=bias, seen=None)

    def _masked(self, seen: Node, bias: Node, hidden: float) -> Node:
        if bias.meta["val"].dtype == torch.float16 and math.isfinite(hidden):  # which is beyond its range
            bias = made(self.graph, prims.convert_element_type.default, bias, torch.float32)
        return made(self.graph, aten.where.self, seen, bias, filled(self.graph, hidden, bias))

    def _inverse_of(self, condition: Node) -> Node:
        """The inverse of a condition, one for all that ask for it."""
        if condition.target in _INVERSES:
            inverse: Node = arguments(condition)[0]
            if inverse.meta["val"].dtype == torch.bool:
                return inverse
        for user in condition.users:
            if user.target == aten.logical_not.default:
                condition.append(user)  # in front of all that may read it
                return user
        with self.graph.inserting_after(condition):
            return made(self.graph, aten.logical_not.default, condition)

    def _fitted(self, node: Node, term: Any) -> Node | None:
        """A term of a node as one that broadcasts to the scores; None if it does not, or is no tensor on the device."""
        own, whole = sizes(term), sizes(node)
        if not isinstance(term, Node) or not own or term.meta["val"].device != node.meta["val"].device:
            return None
        if not all_equal(whole[-2:], self.size[-2:]):
            return None
        leading = own[:-2]
        if len(own) <= 2 or (len(own) <= 4 and all_equal(whole[:-2], self.size[:-2])):
            return term
        fitted = own[-2:] if all(equal(size, 1) for size in leading) else [*self.size[:-2], *own[-2:]]
        if len(fitted) > 2 and (len(self.size) > 4 or not all_equal(leading, whole[:-2])):
            return None
        return made(self.graph, aten.reshape.default, term, fitted) if are_numbers(fitted) else None


def _inverse(number: float) -> float:
    return 1 / number if number else math.inf


def passes_on(node: Node) -> bool:
    """Whether a node has the elements of its operand, in another type or in other dimensions."""
    if node.target == prims.convert_element_type.default:
        return is_float(node) and is_float(node.args[0])
    return keeps_elements(node)


def is_float(node: Any) -> bool:
    """Whether a node gives a tensor of a type that the one kernel computes."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return isinstance(value, torch.Tensor) and value.dtype in FLOATS
