"""DLPack: tensors of the device for other libraries of the process, without a copy.

The device's own type in DLPack is kDLExtDev. Its memory is host memory, so a tensor is exported as one of the CPU too,
when the consumer asks for that (`numpy.from_dlpack(x, device="cpu")`).
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.utils.dlpack import DLDeviceType


def answering(original: Callable[[torch.Tensor], Any]) -> Callable[[torch.Tensor], Any]:
    """`torch.Tensor.__dlpack_device__`, which raises for devices that it does not know."""

    @functools.wraps(original)
    def __dlpack_device__(self: torch.Tensor) -> Any:
        return (DLDeviceType.kDLExtDev, 0) if self.device.type == "npu" else original(self)

    return __dlpack_device__


def exporting(original: Callable[..., Any]) -> Callable[..., Any]:
    """`torch.Tensor.__dlpack__`, which copies where memory of the device is wanted as memory of the CPU."""

    @functools.wraps(original)
    def __dlpack__(self: torch.Tensor, **options: Any) -> Any:
        wanted = options.get("dl_device")
        if self.device.type != "npu":
            return original(self, **options)
        if wanted is not None and wanted[0] == DLDeviceType.kDLCPU and not self.requires_grad:
            return original(torch.ops.npusim.host_view(self), **{**options, "dl_device": None, "stream": None})
        return original(self, **options)

    return __dlpack__
