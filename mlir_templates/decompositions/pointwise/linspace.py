"""`linspace` of integers: both ends are rounded to integers first; steps are computed in float64."""

from typing import Any

import torch
from npusim.frontend.lowering.decompositions import register_decomposition

aten = torch.ops.aten
_OVERLOADS = (
    aten.linspace.default,
    aten.linspace.Tensor_Tensor,
    aten.linspace.Tensor_Scalar,
    aten.linspace.Scalar_Tensor,
)


@register_decomposition(*_OVERLOADS)
def linspace(start: Any, end: Any, steps: int, *, dtype: torch.dtype | None = None, **options: Any) -> Any:
    """`steps` integers from `start` to `end`; other dtypes use PyTorch's decomposition."""
    if dtype is None or dtype.is_floating_point or dtype.is_complex or dtype == torch.bool:
        return NotImplemented
    device = options.get("device")
    place = torch.arange(steps, dtype=torch.float64, device=device)
    first, last = _whole(start, dtype, device), _whole(end, dtype, device)
    if steps == 1:
        last = first
    step = _step(last - first, place)
    return torch.where(place < steps // 2, first + step * place, last - step * (steps - 1 - place)).to(dtype)


def _step(difference: Any, place: torch.Tensor) -> Any:
    """Divides by a tensor: for a number Inductor multiplies by its reciprocal, and -49 * (1 / 49) is not -1."""
    if not isinstance(difference, torch.Tensor):
        return difference / max(place.shape[0] - 1, 1)
    return difference / place[-1:].clamp(min=1)


def _whole(end: Any, dtype: torch.dtype, device: Any) -> Any:
    if isinstance(end, torch.Tensor):
        return end.to(device=device, dtype=dtype).to(torch.float64)
    return torch.sym_float(torch.sym_int(end))
