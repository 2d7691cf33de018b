"""Which device a caller means."""

from typing import TypeAlias

import torch
from npusim.simulator.errors import DeviceError

Device: TypeAlias = torch.device | str | int | None


def npu_device(device: Device) -> torch.device:
    """`device` as ``npu:0``; anything else is a DeviceError."""
    wanted = torch.device("npu", device) if isinstance(device, int) else torch.device(device or "npu")
    if wanted.type != "npu" or (wanted.index or 0) != 0:
        raise DeviceError(f"there is one npu, npu:0; {wanted} is not it")
    return torch.device("npu", 0)
