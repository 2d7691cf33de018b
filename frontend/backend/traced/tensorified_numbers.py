"""Numbers that are inputs of a program, of which PyTorch makes tensors for some operators and constants for others.

`torch.full((2,), s) + x * s`: the product takes a tensor, `full` the number's present value, with a guard on it.
PyTorch takes a number that became a tensor for one that needs no guard, and later calls get the value of an earlier
one.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.backend.graph_values import touches_device
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import (
    SymT,
    TensorifyScalarRestartAnalysis,
    TensorifyState,
    symbol_is_type,
)


@around
def keeping_guards(
    stock: Callable[..., None], graph_module: torch.fx.GraphModule, shape_env: Any, fake_mode: Any
) -> None:
    """Wraps `_tensorify_impl`: in graphs on the device a number of which it also made a constant is traced again as a
    constant, which Dynamo guards.
    """
    known = len(shape_env.guards)
    stock(graph_module, shape_env, fake_mode)
    found = {str(symbol) for guard in shape_env.guards[known:] for symbol in _floats(guard.expr)}
    lost = [name for name in found if not TensorifyState.should_specialize(name)]
    if not lost or not touches_device(graph_module, ()):
        return
    for name in lost:
        TensorifyState.specialize(name)
    raise TensorifyScalarRestartAnalysis


def _floats(expression: Any) -> list[Any]:
    return [symbol for symbol in expression.free_symbols if symbol_is_type(symbol, SymT.FLOAT)]
