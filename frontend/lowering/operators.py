"""npusim's own operators, for kernels and steps of the run time for which PyTorch has no operator."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import torch
from npusim.frontend.inductor.core_api import OpOverload, OpOverloadPacket
from npusim.simulator.errors import OptionError

_LIBRARY = torch.library.Library("npusim", "FRAGMENT")
Function = TypeVar("Function", bound=Callable[..., Any])


def define_operator(
    schema: str,
    on_device: Callable[..., Any] | None = None,
    on_host: Callable[..., Any] | None = None,
    *,
    takes_lazy_conjugates: bool = False,
) -> Callable[[Function], Function]:
    """Makes the decorated function, which makes results without values (a fake kernel), the operator of a schema.

    The name stands for the operator's overload from then on: calling it calls the operator.

    Args:
        schema: in PyTorch's notation: `front(Tensor table, Tensor count, int dim) -> Tensor`.
        on_device: computes it on tensors of the device; None for an operator of graphs, which has a lowering or a
            decomposition.
        on_host: computes it on tensors of the CPU, for verification.
        takes_lazy_conjugates: it gets lazy conjugates as they are, not copies that PyTorch made of them.
    """

    def decorate(fake: Function) -> Function:
        name = schema.partition("(")[0]
        _LIBRARY.define(schema)
        torch.library.register_fake(f"npusim::{name}", fake, lib=_LIBRARY)
        if on_device is not None:
            _LIBRARY.impl(name, on_device, "PrivateUse1")
        if on_host is not None:
            _LIBRARY.impl(name, on_host, "CPU")
        if takes_lazy_conjugates:
            _LIBRARY.impl(name, torch.library.fallthrough_kernel, "Conjugate")
        return cast(Function, getattr(torch.ops.npusim, name).default)

    return decorate


def overloads_of(operator: Any, asked_by: str) -> list[OpOverload]:
    """An overload, or all overloads of a packet; OptionError, in the name of who asks, for anything else."""
    if isinstance(operator, OpOverload):
        return [operator]
    if isinstance(operator, OpOverloadPacket):
        return [getattr(operator, name) for name in operator.overloads()]
    raise OptionError(f"{asked_by} takes operators such as torch.ops.aten.mm, not {operator!r}")
