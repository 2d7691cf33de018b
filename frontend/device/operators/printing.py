"""Printing tensors of the device.

`torch._tensor_str` formats a tensor with a dozen operators; they are not the program's, so they run on the host
quietly.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device.policy import uncounted_host_work
from npusim.frontend.inductor.patching import around


@around
def uncounted(original: Callable[..., Any], inp: torch.Tensor, *, tensor_contents: Any = None) -> str:
    """`torch._tensor_str._str_intern`, so that `repr` of a device tensor works under every fallback policy."""
    if inp.device.type != "npu":
        return str(original(inp, tensor_contents=tensor_contents))
    with uncounted_host_work():
        return str(original(inp, tensor_contents=tensor_contents))
