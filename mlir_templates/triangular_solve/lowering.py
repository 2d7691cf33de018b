"""The operator `npusim::substitute`, and its lowering."""

from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.triangular_solve.substitution import MLIRSubstitutionTemplate


def _on_host(matrix: torch.Tensor, sides: torch.Tensor, *, upper: bool, has_ones: bool) -> torch.Tensor:
    return torch.linalg.solve_triangular(matrix, sides, upper=upper, unitriangular=has_ones).contiguous()


@define_operator("substitute(Tensor matrix, Tensor sides, *, bool upper, bool has_ones) -> Tensor", on_host=_on_host)
def substitute(matrix: torch.Tensor, sides: torch.Tensor, *, upper: bool, has_ones: bool) -> torch.Tensor:
    """X (batch, n, k) of `matrix` X = `sides`, one kernel; n is at most `substitution.BLOCK`."""
    return sides.new_empty(sides.shape)


@register_lowering(substitute)
def lower_substitute(matrix: Any, sides: Any, *, upper: bool, has_ones: bool) -> Any:
    """Lowering of `npusim::substitute`."""
    size, device, dtype = sides.get_size(), sides.get_device(), sides.get_dtype()
    if any(V.graph.sizevars.statically_known_equals(length, 0) for length in size):
        return inductor.full(size, 0, dtype=dtype, device=device)
    layout = row_major_layout(device, dtype, size)
    return MLIRSubstitutionTemplate(matrix, sides, layout, upper=upper, has_ones=has_ones).generate().output_node()
