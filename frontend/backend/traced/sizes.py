"""Sizes while tracing, where PyTorch's own bounds are too low or its checks fail."""

from collections.abc import Callable
from typing import Any

import sympy
import torch
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import free_unbacked_symbols
from npusim.frontend.mlir_writer.index_arithmetic import is_whole


@around
def bounded_by_common_shape(
    bounded: Callable[..., Any], fake_mode: Any, func: Any, x: torch.Tensor, mask: torch.Tensor
) -> Any:
    """Bounds `masked_select` on the device by the elements of the common shape of tensor and mask.

    PyTorch bounds the size of the result by the tensor's own elements, and compiled programs check that bound.
    """
    common = torch.broadcast_shapes(x.shape, mask.shape) if x.device.type == "npu" else x.shape
    return bounded(fake_mode, func, x.expand(common), mask)


@around
def forgetting_sizes_that_are_known(
    indexed: Callable[..., Any], fake_mode: Any, func: Any, *args: Any, **kwargs: Any
) -> Any:
    """Lets masks be indices of the device's tensors beside other indices.

    PyTorch counts a mask's true elements by a new symbol, and misses it in a result that has the other indices' size.
    """
    shapes = fake_mode.shape_env
    earlier = list(shapes.pending_fresh_unbacked_symbols) if shapes is not None else []
    result = indexed(fake_mode, func, *args, **kwargs)
    if shapes is not None and result.device.type == "npu":
        kept = {*earlier, *free_unbacked_symbols(result)}
        shapes.pending_fresh_unbacked_symbols[:] = [
            symbol for symbol in shapes.pending_fresh_unbacked_symbols if symbol in kept
        ]
    return result


@around
def checking_present_biases(
    check: Callable[..., None], gates: Any, hidden_gates: Any, bias: Any, hidden_bias: Any, factor: int, hidden: Any
) -> None:
    """Checks the sizes of a recurrent cell without biases, which PyTorch asks for their device all the same."""
    biases = (bias, hidden_bias) if bias is not None else gates.new_empty((2, gates.shape[1])).unbind()
    check(gates, hidden_gates, *biases, factor, hidden)


@around
def taking_remainders_for_what_they_are(stock: Callable[[sympy.Basic], type], expression: sympy.Basic) -> type:
    """Wraps `expr_type`, the type of a number that an expression gives: torch's remainders are always whole."""
    found = stock(expression)
    return float if found is int and not is_whole(expression) else found
