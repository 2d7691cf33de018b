"""Binary cross entropy, which is not defined for numbers that are no probabilities."""

from typing import Any

import torch
from npusim.frontend.inductor.api import decomposition_table
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.assertions import checked

aten = torch.ops.aten


@register_decomposition(aten.binary_cross_entropy.default)
def binary_cross_entropy(x: torch.Tensor, target: torch.Tensor, *args: Any) -> Any:
    """PyTorch's decomposition of probabilities."""
    x, target = _probabilities(x, "input"), _probabilities(target, "target")
    return decomposition_table[aten.binary_cross_entropy.default](x, target, *args)


def _probabilities(values: torch.Tensor, name: str) -> torch.Tensor:
    return checked(values, (values >= 0) & (values <= 1), f"all elements of {name} should be between 0 and 1")
