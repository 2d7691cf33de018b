"""`index_add`; of bfloat16 Inductor would fall back to eager PyTorch.

Rows of bfloat16 matrices with the same index are summed in 32 bits before they are added, as in eager PyTorch on the
CPU; along other dimensions both round every addition.
"""

import torch
from npusim.frontend.inductor.tracing_api import guard_or_true
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.decompositions.indexing.from_front import counting_from_front, from_front
from npusim.mlir_templates.indexing.assertions import checked
from npusim.mlir_templates.segment_reduce import sums_by_index

aten = torch.ops.aten
_in_memory = counting_from_front(aten.index_add.default)


@register_decomposition(aten.index_add.default)
def index_add(
    x: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: float = 1
) -> torch.Tensor:
    if x.dtype != torch.bfloat16:
        return _in_memory(x, dim, index, source, alpha=alpha)
    index = from_front(index)
    scaled = source if alpha == 1 else source * alpha
    if x.dim() > 1 and dim % x.dim() == 0 and guard_or_true(x.numel() > 0):
        places = checked(index, (index >= 0) & (index < x.shape[0]), "index out of range in self").reshape(-1)
        sums = sums_by_index(scaled.flatten(1), places, x.shape[0])
        return x + sums.view(x.shape)
    if x.dim() == 0:
        return aten.index_put(x[None], [index.reshape(-1)], scaled.reshape(-1), accumulate=True)[0]
    return aten.index_put(x, [*[None] * (dim % x.dim()), index], scaled, accumulate=True)
