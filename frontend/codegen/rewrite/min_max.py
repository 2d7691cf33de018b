"""Largest and smallest elements of narrow floats, taken before they are widened.

Models widen bfloat16 and float16 to float32 first and take the maximum of that. Widening keeps the order and NaN, so
the maximum of the narrow elements, widened once per row, is the same.
"""

import torch
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.frontend.codegen.graph.domain import Domain
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.rewrite.copying import Copier

_NARROW = (torch.bfloat16, torch.float16)
_KINDS = (("max",), ("min",))


def with_narrow_min_max(domain: Domain, graph: Graph, sizes: Sizes) -> Graph:
    """The graph with maxima and minima taken before their elements are widened, not after."""
    if not any(_is_widened(v) for v in graph.live()):
        return graph
    copier = _Narrow(graph, Graph(), domain.dims, sizes)
    return copier.copy_all()


def _is_widened(value: Value) -> bool:
    """Whether a value is the extreme of elements that are only converted from a narrow float."""
    if value.op != "reduce" or value.attributes not in _KINDS:
        return False
    element = value.args[0]
    return element.op == "convert" and element.dtype == torch.float32 and element.args[0].dtype in _NARROW


class _Narrow(Copier):
    def reduction(self, value: Value, argument: Value) -> Value:
        if not _is_widened(value):
            return super().reduction(value, argument)
        return self.builder.raw("convert", value.dtype, super().reduction(value, argument.args[0]))
