"""Sums that are known without going over the elements, or that can be taken earlier.

The gradient of a loss is written with rows that hold one element (`class == target`), and their sums. Label smoothing
sums the results of log_softmax, which takes one more pass over the rows after the sum of exponentials.
"""

import torch
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.copying import decided
from npusim.frontend.codegen.rewrite.row_values import RowCopier


def with_simpler_sums(domain: Domain, graph: Graph, sizes: Sizes) -> Graph:
    """The graph with sums replaced by cheaper ones where possible."""
    if not any(v.op == "reduce" and v.attributes == ("sum",) for v in graph.live()):
        return graph
    copier = _Sums(graph, Graph(), domain.dims, sizes)
    return copier.copy_all()


class _Sums(RowCopier):
    """Copies a graph, replacing sums by equal values that take less work."""

    def reduction(self, value: Value, argument: Value) -> Value:
        if value.attributes != ("sum",) or value.dtype == torch.bool:
            return super().reduction(value, argument)
        found = self._constant_sum(argument) or self._one_hot_sum(argument) or self._log_softmax_sum(argument)
        return super().reduction(value, argument) if found is None else found

    def _sum(self, argument: Value) -> Value:
        return self.builder.raw("reduce", argument.dtype, argument, attributes=("sum",))

    def _repeated(self, value: Value, less: int = 0) -> Value:
        """The sum of a value over all but `less` elements of a row; 0 over none, for infinities too."""
        count = self.sizes.product(d.size for d in self.reduced) - less
        total = self.builder.mul(value, self._expressions.value(count, value.dtype))
        return total if count.is_number else self._unless_empty(total, less)

    def _unless_empty(self, total: Value, less: int = 0) -> Value:
        """The total of a row of symbolic length: 0 if that is at most `less`."""
        count = self._expressions.value(self.sizes.product(d.size for d in self.reduced), torch.int64)
        return self.builder.where(self.builder.compare("gt", count, less), total, self.builder.const(0, total.dtype))

    # -- rows of one value

    def _constant_sum(self, argument: Value) -> Value | None:
        return None if self.varies(argument) or not self.reduced else self._repeated(argument)

    # -- rows with one element that differs

    def _one_hot_sum(self, argument: Value) -> Value | None:
        """The sum of a row whose elements depend only on whether their index equals a number of the row."""
        hits = [v for v in self._inside(argument) if self.is_hit(v)]
        if len(hits) != 1 or len(self.reduced) != 1:
            return None
        chosen, other = (self._given(argument, hits[0], known) for known in (True, False))
        if self.varies(chosen) or self.varies(other):
            return None
        b = self.builder
        one = b.where(self.is_index(self.place(hits[0])), chosen, other)
        total = b.add(one, self._repeated(other, less=1))
        return total if self.reduced[0].size.is_number else self._unless_empty(total)

    def _inside(self, value: Value) -> list[Value]:
        """The values that an element is computed from, except reductions, in topological order."""
        seen: dict[int, Value] = {}
        stack = [value]
        while stack:
            v = stack.pop()
            if v.number not in seen and v.op != "reduce":
                seen[v.number] = v
                stack.extend(self.target.operands(v))
        return [seen[n] for n in sorted(seen)]

    def _given(self, value: Value, condition: Value, known: bool) -> Value:
        """The value under the assumption that a condition is `known`."""
        copies = {condition.number: self.builder.const(known, torch.bool)}
        for v in self._inside(value):
            if v.number in copies:
                continue
            args = [copies.get(a.number, a) for a in v.args]
            copies[v.number] = v if list(v.args) == args or v.op == "load" else self._remade(v, args)
        return copies[value.number]

    def _remade(self, value: Value, args: list[Value]) -> Value:
        result = decided(value.op, args, self.ranges)
        if isinstance(result, bool):
            return self.builder.const(result, value.dtype)
        return result or self.target.value(value.op, args, value.dtype, value.attributes)

    # -- log_softmax

    def _log_softmax_sum(self, argument: Value) -> Value | None:
        """The sum of a log_softmax, or of one times weights; its terms have the same sign, so nothing cancels."""
        if argument.op == "neg":
            inner = self._log_softmax_sum(argument.args[0])
            return None if inner is None else self.builder.op("neg", inner)
        factors = argument.args if argument.op == "mul" else (argument,)
        for element, weight in zip(factors, (*factors[1:], factors[0]), strict=True):
            if _is_log_softmax(element):
                return self._split(element, weight if len(factors) == 2 else None)
        return None

    def _split(self, element: Value, weight: Value | None) -> Value | None:
        b, (difference, logarithm) = self.builder, element.args
        if weight is None:
            return b.sub(self._sum(difference), self._repeated(logarithm))
        if any(v.op == "reduce" for v in self.target.reachable([weight])) or weight.dtype != element.dtype:
            return None
        rest = b.mul(logarithm, self._sum(weight))
        known = all(d.size.is_number for d in self.reduced)
        return b.sub(self._sum(b.mul(difference, weight)), rest if known else self._unless_empty(rest))


def _is_log_softmax(value: Value) -> bool:
    """Whether a value is `(x - max(x)) - log(sum(exp(x - max(x))))`."""
    if value.op != "sub" or value.args[0].op != "sub" or value.args[1].op != "log":
        return False
    difference, total = value.args[0], value.args[1].args[0]
    element, largest = difference.args
    is_maximum = largest.op == "reduce" and largest.attributes == ("max",) and largest.args[0] is element
    is_total = total.op == "reduce" and total.attributes == ("sum",)
    return is_maximum and is_total and total.args[0].op == "exp" and total.args[0].args[0] is difference
