"""Loops of Inductor that templates make: scans and sorts.

`provides_loop(ir.Sort)` puts a function before `ir.Sort.create` that takes over for tensors on the device, so every
lowering that makes such a loop works without knowing of it.
"""

from collections.abc import Callable
from typing import Any

from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around

_providers: dict[Any, Callable[..., Any]] = {}
"""Class of loops -> the device's `create`."""


def provides_loop(loop: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes the decorated function the device's `create` of a class of Inductor's loops, with its keyword arguments.

    Other devices keep what they had.
    """

    def decorate(create: Callable[..., Any]) -> Callable[..., Any]:
        _providers[loop] = create
        return create

    return decorate


@around
def dispatching(create: Callable[..., Any], loop: Any, **kwargs: Any) -> Any:
    """Wraps the class method `create` of a class of loops: tensors on the device go to the device's function."""
    ours = _providers.get(loop) if kwargs["device"].type == DEVICE_TYPE else None
    return create(loop, **kwargs) if ours is None else ours(**kwargs)
