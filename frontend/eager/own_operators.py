"""Operators with a kernel, called outside of compiled graphs: each call runs a compiled form of the operator alone."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, untraced

_with_kernel: set[OpOverload] = set()


def register_eager_kernel(operator: OpOverload, function: Callable[..., Any] | None = None) -> None:
    """Makes calls of an operator with tensors on the device run its kernel, or a function of operators with one."""
    if function is not None:
        torch.library.register_kernel(operator.name(), "npu", function)
        return
    if operator in _with_kernel:  # of another implementation: the graph of the call chooses
        return
    _with_kernel.add(operator)

    @untraced
    def on_device(*args: Any, **kwargs: Any) -> Any:
        from npusim.frontend.eager.calls import call  # loads the compiler

        return call(operator, *args, **kwargs)

    torch.library.register_kernel(operator.name(), "npu", on_device)
