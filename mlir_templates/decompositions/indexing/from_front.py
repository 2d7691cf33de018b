"""Operators whose indices count from the front only: selection, addition and copying along a dimension.

PyTorch decomposes them into `index` and `index_put`, for which negative indices count from the end. `from_front` keeps
their graphs apart from those of `index` and `index_put`: caches of compiled graphs know operators, not what they were
decomposed from.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, decomposition_table, lowering, ops
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.frontend.lowering.operators import define_operator

aten = torch.ops.aten


@define_operator("from_front(Tensor index) -> Tensor", on_host=torch.clone)
def from_front(index: torch.Tensor) -> torch.Tensor:
    """The index, of which negative elements are out of range."""
    return torch.empty_like(index)


@register_lowering(from_front)
def lower_from_front(index: Any) -> Any:
    """The index, marked by an operation of Inductor's that nothing else uses; it is no origin of the kernel."""
    marked = lowering.make_pointwise(ops.identity)(index)
    for node in (marked, marked.data, marked.data.data):
        node.origins.discard(V.graph.current_node)
    return marked


def counting_from_front(operator: Any) -> Callable[..., Any]:
    """PyTorch's decomposition of an operator with the arguments (tensor, dim, index, ...)."""

    def decomposed(x: torch.Tensor, dim: int, index: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        return decomposition_table[operator](x, dim, from_front(index), *args, **kwargs)

    return decomposed


for _each in (aten.index_select.default, aten.index_copy.default):
    register_decomposition(_each)(counting_from_front(_each))
