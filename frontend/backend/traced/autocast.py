"""Higher-order operators under `torch.autocast` of the device."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around

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


@around
def remembering_dtypes(forward: Callable[..., Any], ctx: Any, *args: Any) -> Any:
    """Wraps the forward pass of a region under autograd: its context knows the dtypes of autocast."""
    ctx.npusim_autocast_dtypes = _dtypes()
    return forward(ctx, *args)


@around
def with_dtypes(backward: Callable[..., Any], ctx: Any, *gradients: Any) -> Any:
    """Wraps the backward pass of a region, which traces the region again: with the forward pass's dtypes of autocast.

    Torch restores which devices have autocast, not what they cast to: behind the end of `torch.autocast`, where a
    program's backward pass is traced, that is the default.
    """
    with _casting_to(ctx.npusim_autocast_dtypes):
        return backward(ctx, *gradients)


def _dtypes() -> dict[str, torch.dtype]:
    return {device: torch.get_autocast_dtype(device) for device in (DEVICE_TYPE, "cpu")}


@contextmanager
def _casting_to(dtypes: dict[str, torch.dtype]) -> Iterator[None]:
    before = _dtypes()
    for device, dtype in dtypes.items():
        torch.set_autocast_dtype(device, dtype)
    try:
        yield
    finally:
        for device, dtype in before.items():
            torch.set_autocast_dtype(device, dtype)
