"""Loops of Inductor that templates make: scans and sorts.

`provides_loop(ir.Sort)` puts a function before `ir.Sort.create` that takes over for tensors on the device, so every
lowering that makes such a loop works without knowing of it. Checked with torch 2.13.0.
"""

import functools
from collections.abc import Callable
from typing import Any

DEVICE_TYPE = "npu"


def provides_loop(loop: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes the decorated function the device's `create` of a class of Inductor's loops, with its keyword arguments.

    Other devices keep what they had.
    """

    def decorate(create: Callable[..., Any]) -> Callable[..., Any]:
        previous = loop.create

        @functools.wraps(previous)
        def dispatch(**kwargs: Any) -> Any:
            return (create if kwargs["device"].type == DEVICE_TYPE else previous)(**kwargs)

        loop.create = staticmethod(dispatch)
        return create

    return decorate
