"""Complex operators that are decomposed while the graph is recorded: later passes handle their random numbers and
data-dependent sizes.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.decompositions.indexing import masks

aten = torch.ops.aten


@register_decomposition(aten.index.Tensor)
def index(x: torch.Tensor, indices: Sequence[torch.Tensor | None]) -> torch.Tensor:
    if not x.is_complex() or not any(each is not None and each.dtype == torch.bool for each in indices):
        return NotImplemented
    plain = masks.without_masks(indices)
    return aten.index.Tensor(x, plain)


@register_decomposition(aten.masked_select.default)
def masked_select(x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    if not x.is_complex():
        return NotImplemented
    x, mask = torch.broadcast_tensors(x, mask)
    places = mask.reshape(-1).nonzero().squeeze(1)
    return x.reshape(-1).index_select(0, places)


@register_decomposition(aten.randn.default)
def randn(size: Sequence[int], *, dtype: torch.dtype | None = None, **kwargs: Any) -> torch.Tensor:
    """Complex normal numbers of variance 1, half of it in each part."""
    if dtype is None or not dtype.is_complex:
        return NotImplemented
    parts = torch.randn([*size, 2], dtype=dtype.to_real(), **_placed(kwargs))
    return torch.view_as_complex(parts * math.sqrt(0.5))


@register_decomposition(aten.rand.default)
def rand(size: Sequence[int], *, dtype: torch.dtype | None = None, **kwargs: Any) -> torch.Tensor:
    if dtype is None or not dtype.is_complex:
        return NotImplemented
    return torch.view_as_complex(torch.rand([*size, 2], dtype=dtype.to_real(), **_placed(kwargs)))


def _placed(kwargs: dict[str, Any]) -> dict[str, Any]:
    return {"device": kwargs["device"]} if "device" in kwargs else {}
