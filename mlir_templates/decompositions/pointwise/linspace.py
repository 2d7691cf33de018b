"""`linspace` of integers: both ends are rounded to integers first; steps are computed in float64, and `start + step *
position` is rounded once, as the CPU's fused multiply-add does: -50 + 4.9 * 10 is a little more than -1, and becomes 0.
"""

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
    position = torch.arange(steps, dtype=torch.float64, device=device)
    first, last = _whole(start, dtype, device), _whole(end, dtype, device)
    if steps == 1:
        last = first
    step = (last - first) / max(steps - 1, 1)
    back = steps - 1 - position
    return torch.where(position < steps // 2, _moved(first, step, position), _moved(last, -step, back)).to(dtype)


def _moved(start: Any, step: Any, positions: torch.Tensor) -> torch.Tensor:
    """`start + step * positions` with one rounding (Dekker, A floating-point technique for extending the available
    precision, 1971): the step is split into halves whose products with the positions are exact, and the sum keeps what
    rounding takes from it.
    """
    shifted = step * (2.0**27 + 1)
    high = shifted - (shifted - step)
    product, rest = high * positions, (step - high) * positions
    total = start + product
    part = total - start
    lost = (start - (total - part)) + (product - part)
    return total + (lost + rest)


def _whole(end: Any, dtype: torch.dtype, device: Any) -> Any:
    if isinstance(end, torch.Tensor):
        return end.to(device=device, dtype=dtype).to(torch.float64)
    return torch.sym_float(torch.sym_int(end))
