"""`repeat_interleave` with a tensor of repeats: the index of each element, repeated."""

import torch
from npusim.frontend.lowering.decompositions import register_decomposition
from npusim.mlir_templates.indexing.dynamic_slice import zeros_up_to

aten = torch.ops.aten


@register_decomposition(aten.repeat_interleave.Tensor)
def repeat_interleave(repeats: torch.Tensor, output_size: int | None = None) -> torch.Tensor:
    """Result `p` is the first index at which the cumulative sum of repeats exceeds `p`.

    Args:
        repeats: nonnegative integers (n,).
        output_size: their sum, which is checked; None if it is known only at run time.
    """
    if repeats.shape[0] == 0:
        return repeats.clone()
    torch._assert_async((repeats >= 0).all(), "repeats can not be negative")
    ends = repeats.cumsum(0)
    if output_size is None:
        output_size = zeros_up_to(ends[-1] - 1, 0, torch.bool).shape[0]
    else:
        torch._assert_async(ends[-1] == output_size, "allocated size does not match required size")
    places = torch.arange(output_size, device=repeats.device)
    return torch.searchsorted(ends, places, right=True).to(repeats.dtype)
