"""Higher-order operators under `torch.autocast` of the device."""

from collections.abc import Callable
from typing import Any

import torch

_OWN: Any = torch._C.DispatchKey.__members__["AutocastPrivateUse1"]


def of_device(keys: list[torch._C.DispatchKey]) -> list[torch._C.DispatchKey]:
    """The keys that higher-order operators leave to the operators inside, with that of the device's autocast.

    Those that exist get it; one that casts its operands itself on the CPU, as FlexAttention does, does so here too.
    """
    for operator in torch._ops._higher_order_ops.values():
        casting = operator.py_kernels.get(torch._C.DispatchKey.AutocastCPU)
        if casting is not None:
            operator.py_impl(_OWN)(_once(casting))
        elif not operator.has_kernel_for_dispatch_key(_OWN):
            operator.fallthrough(_OWN)
    return [*keys, _OWN]


def _once(casting: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with torch._C._ExcludeDispatchKeyGuard(torch._C.DispatchKeySet(_OWN)):
            return casting(*args, **kwargs)

    return call
