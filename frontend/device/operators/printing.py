"""Printing tensors of the device.

`torch._tensor_str` formats a tensor with a dozen operators; they are not the program's, so they run on the host
quietly.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device.policy import uncounted_host_work


def uncounted(original: Callable[..., Any]) -> Callable[..., str]:
    """`torch._tensor_str._str_intern`, so that `repr` of a device tensor works under every fallback policy."""

    @functools.wraps(original)
    def _str_intern(inp: torch.Tensor, *, tensor_contents: Any = None) -> str:
        if inp.device.type != "npu":
            return str(original(inp, tensor_contents=tensor_contents))
        with uncounted_host_work():
            return str(original(inp, tensor_contents=tensor_contents))

    return _str_intern
