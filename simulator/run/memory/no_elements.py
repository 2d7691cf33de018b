"""Memory in place of tensors without elements.

Kernels load what does not change in a loop before it, also where the loop has no iteration. Nothing uses what such a
load gives, but its address can lie anywhere: a tensor has strides and other extents although it has no elements.
"""

import mmap
from functools import cache
from typing import Any

import numpy as np

_REACH_BYTES = 1 << 44
"""Beyond offsets into tensors: no machine has as much DRAM, and most of a process's addresses remain."""


def address_without_elements() -> int:
    """The middle of addresses that read as zero and cannot be written; the operating system gives them no memory."""
    zeros = _zeros(_REACH_BYTES)
    return zeros.ctypes.data + zeros.nbytes // 2


@cache
def _zeros(reach_bytes: int) -> "np.ndarray[Any, Any]":
    """Zeros of `2 * reach_bytes` bytes; fewer where a process may not have as many addresses (`ulimit -v`)."""
    try:
        pages = mmap.mmap(-1, 2 * reach_bytes, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
    except OSError:
        if reach_bytes <= mmap.PAGESIZE:
            raise
        return _zeros(reach_bytes // 2)
    return np.frombuffer(pages, np.uint8)
