"""Strides of the gradients that a compiled program gets for its results."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.backend.memory.overlaps import may_overlap
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around


@around
def never_overlapping(stock: Callable[..., Any], result: torch.Tensor, force_use_memory_format: bool = False) -> Any:
    """Wraps `MemoryFormatMeta.from_tensor`: gradients get the strides of a result only if its elements lie apart.

    Torch copies the gradient of a result such as `x.as_strided((5, 2), (1, 1))` or `x.unfold(0, 2, 1)` to memory with
    the result's strides, where the elements of a gradient replace each other.
    """
    is_own = result.device.type == DEVICE_TYPE and result.layout == torch.strided
    forced = is_own and not result._has_symbolic_sizes_strides and may_overlap(result.shape, result.stride())
    return stock(result, force_use_memory_format or forced)
