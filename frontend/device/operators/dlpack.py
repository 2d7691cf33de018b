"""DLPack: tensors of the device for other libraries of the process, without a copy.

The device's own type in DLPack is kDLExtDev. Its memory is host memory, so a tensor is exported as one of the CPU too,
when the consumer asks for that (`numpy.from_dlpack(x, device="cpu")`).
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.patching import around
from torch.utils.dlpack import DLDeviceType


@around
def answering(original: Callable[[torch.Tensor], Any], self: torch.Tensor) -> Any:
    """`torch.Tensor.__dlpack_device__`, which raises for devices that it does not know."""
    return (DLDeviceType.kDLExtDev, 0) if self.device.type == "npu" else original(self)


@around
def exporting(original: Callable[..., Any], self: torch.Tensor, **options: Any) -> Any:
    """`torch.Tensor.__dlpack__`, which copies where memory of the device is wanted as memory of the CPU."""
    wanted = options.get("dl_device")
    if self.device.type != "npu":
        return original(self, **options)
    if wanted is not None and wanted[0] == DLDeviceType.kDLCPU and not self.requires_grad:
        return original(torch.ops.npusim.host_view(self), **{**options, "dl_device": None, "stream": None})
    return original(self, **options)
