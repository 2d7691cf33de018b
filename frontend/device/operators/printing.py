"""Printing tensors of the device. Checked with torch 2.13.0.

`torch._tensor_str` formats a tensor with a dozen operators; they are not the program's, so they run on the host
quietly.
"""

import functools
from typing import Any

import torch
from npusim.frontend.device.policy import uncounted_host_work
from torch import _tensor_str


def wrap_printing() -> None:
    """Makes `repr` of a device tensor work under every fallback policy."""
    original = _tensor_str._str_intern

    @functools.wraps(original)
    def _str_intern(inp: torch.Tensor, *, tensor_contents: Any = None) -> str:
        if inp.device.type != "npu":
            return str(original(inp, tensor_contents=tensor_contents))
        with uncounted_host_work():
            return str(original(inp, tensor_contents=tensor_contents))

    _tensor_str._str_intern = _str_intern
