"""Operators that read a number out of a tensor internally, where tracing does not see it.

`x.narrow(dim, start, length)` takes its start from a tensor. Dynamo knows the numbers of the CPU's graph inputs, so it
traces the call for these, and stops for other devices. For tensors on the device the read becomes an explicit step:
`x.narrow(dim, start.item(), length)`.
"""

from typing import Any


def narrow_method(present: Any) -> Any:
    """How Dynamo traces `x.narrow(...)`; `present` is the handler that is registered there, or None."""
    return present or _narrow


def narrow_function(present: Any) -> Any:
    """How Dynamo traces `torch.narrow(x, ...)`; `present` as for `narrow_method`."""
    return present or _narrow_function


def _narrow_function(_: Any, tx: Any, input: Any, *args: Any, **kwargs: Any) -> Any:
    return _narrow(input.realize(), tx, *args, **kwargs)


def _narrow(x: Any, tx: Any, dim: Any, start: Any, length: Any) -> Any:
    """The traced call, from and to variables of Dynamo; None leaves the call to Dynamo."""
    from npusim.frontend.inductor.tracing_api import TensorVariable

    if not isinstance(x, TensorVariable) or not isinstance(start.realize(), TensorVariable) or x.device.type != "npu":
        return None
    return x.call_method(tx, "narrow", [dim, start.realize().call_method(tx, "item", [], {}), length], {})
