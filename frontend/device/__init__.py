"""The device ``npu``: tensors, memory, random numbers, streams, and host operators.

Importing this package starts nothing. The C++ half (``csrc/``) is compiled and loaded at the first use of the device.
"""

import torch as torch  # first: torch imports this package's modules itself, and none of them may be half imported then
from npusim.frontend.device import connection, runtime
from npusim.frontend.device.memory import Arena, arena, cpu_alias, memory_capacity, set_memory_capacity
from npusim.frontend.device.policy import (
    HOST_KERNELS,
    HostFallbackWarning,
    fallback_counts,
    fallback_policy,
    reset_fallback_counts,
    set_fallback_policy,
    uncounted_host_work,
)
from npusim.frontend.device.runtime import is_started, start

__all__ = [
    "HOST_KERNELS",
    "Arena",
    "HostFallbackWarning",
    "arena",
    "cpu_alias",
    "fallback_counts",
    "fallback_policy",
    "is_started",
    "memory_capacity",
    "reset_fallback_counts",
    "set_fallback_policy",
    "set_memory_capacity",
    "start",
    "uncounted_host_work",
]

runtime.on_start(connection.connect)
