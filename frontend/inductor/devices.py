"""The device's type, and which devices and tensors are of it."""

from typing import TypeGuard

import torch

DEVICE_TYPE = "npu"


def is_npu(device: torch.device | None) -> bool:
    """Whether a device is the npu; None, which nodes of Inductor without one have, is not."""
    return device is not None and device.type == DEVICE_TYPE


def is_on_npu(value: object) -> TypeGuard[torch.Tensor]:
    """Whether a value is a tensor, a fake one included, on the npu."""
    return isinstance(value, torch.Tensor) and is_npu(value.device)
