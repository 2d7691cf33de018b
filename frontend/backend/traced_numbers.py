"""Operators that read a number out of a tensor inside, where a traced program has no name for it.

`x.narrow(dim, start, length)` takes its start from a tensor. Dynamo knows the numbers of the CPU's graph inputs, so it
traces this there, and stops for every other device. For tensors of the device the reading becomes a step of its own:
`x.narrow(dim, start.item(), length)`. Checked with torch 2.13.0.
"""

from typing import Any

import torch


def name_numbers() -> None:
    """Tells Dynamo how to trace these operators on the device; calls after the first do nothing."""
    from torch._dynamo.variables.tensor import TensorVariable
    from torch._dynamo.variables.torch import TorchInGraphFunctionVariable

    if not hasattr(TensorVariable, "method_narrow"):
        TensorVariable.method_narrow = _narrow  # type: ignore[attr-defined]
        TorchInGraphFunctionVariable._get_handlers().setdefault(torch.narrow, _narrow_function)


def _narrow_function(_: Any, tx: Any, input: Any, *args: Any, **kwargs: Any) -> Any:
    return _narrow(input.realize(), tx, *args, **kwargs)


def _narrow(x: Any, tx: Any, dim: Any, start: Any, length: Any) -> Any:
    """Variables of Dynamo; None leaves the call to Dynamo."""
    from torch._dynamo.variables.tensor import TensorVariable

    if not isinstance(x, TensorVariable) or not isinstance(start.realize(), TensorVariable) or x.device.type != "npu":
        return None
    return x.call_method(tx, "narrow", [dim, start.realize().call_method(tx, "item", [], {}), length], {})
