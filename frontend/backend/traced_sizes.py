"""Bounds of sizes that only the data know, where PyTorch's own are too low. Checked with torch 2.13.0."""

import functools
from typing import Any

import torch


@functools.cache
def bound_broadcast_selections() -> None:
    """`masked_select` of tensors on the device chooses among the elements of the common shape of tensor and mask.

    PyTorch bounds the size of the result by the tensor's own elements, and compiled programs check that bound.
    """
    from torch._subclasses import fake_impls

    implementations: Any = fake_impls.op_implementations_dict
    operator = torch.ops.aten.masked_select.default
    bounded = implementations[operator]

    def masked_select(fake_mode: Any, func: Any, x: torch.Tensor, mask: torch.Tensor) -> Any:
        common = torch.broadcast_shapes(x.shape, mask.shape) if x.device.type == "npu" else x.shape
        return bounded(fake_mode, func, x.expand(common), mask)

    implementations[operator] = masked_select
