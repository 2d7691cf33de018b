"""Bounds of data-dependent sizes, where PyTorch's own are too low."""

from collections.abc import Callable
from typing import Any

import torch


def bounded_by_common_shape(bounded: Callable[..., Any]) -> Callable[..., Any]:
    """Bounds `masked_select` on the device by the elements of the common shape of tensor and mask.

    PyTorch bounds the size of the result by the tensor's own elements, and compiled programs check that bound.
    """

    def masked_select(fake_mode: Any, func: Any, x: torch.Tensor, mask: torch.Tensor) -> Any:
        common = torch.broadcast_shapes(x.shape, mask.shape) if x.device.type == "npu" else x.shape
        return bounded(fake_mode, func, x.expand(common), mask)

    return masked_select
