"""Operators with a kernel, called outside of compiled graphs: each call compiles and runs the operator alone."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, tree_map

_MOST_FORMS = 4096
"""Compiled forms of one operator: dtypes, ranks and flags; sizes become symbolic when they change."""


_with_kernel: set[OpOverload] = set()


def register_eager_kernel(operator: OpOverload, function: Callable[..., Any] | None = None) -> None:
    """Makes calls of an operator with tensors on the device run its kernel, or a function of operators with one."""
    if function is not None:
        torch.library.register_kernel(operator._schema.name, "npu", function)
        return
    if operator in _with_kernel:  # of another implementation: the graph of the call chooses
        return
    _with_kernel.add(operator)
    compiled = torch.compile(_caller(operator), fullgraph=True)

    def on_device(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = tree_map(_without_history, (args, kwargs))
        with torch._dynamo.config.patch(recompile_limit=_MOST_FORMS, accumulated_recompile_limit=_MOST_FORMS):
            return compiled(*args, **kwargs)

    torch.library.register_kernel(operator._schema.name, "npu", on_device)


def _caller(operator: OpOverload) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        return operator(*args, **kwargs)

    return call


def _without_history(value: Any) -> Any:
    """Kernels run below autograd: the graph of one has nothing to differentiate."""
    return value.detach() if isinstance(value, torch.Tensor) else value
