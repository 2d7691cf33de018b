"""`any` and `all` of uint8, whose result is uint8."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten


def _of_bytes(function: Any) -> Any:
    def decomposition(x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        return function(x != 0, *args, **kwargs).to(torch.uint8) if x.dtype == torch.uint8 else NotImplemented

    return decomposition


for _operator in (aten.any, aten.all):
    for _name in ("default", "dim", "dims"):
        _overload = getattr(_operator, _name)
        register_decomposition(_overload)(_of_bytes(_overload))
