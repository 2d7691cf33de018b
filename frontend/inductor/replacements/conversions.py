"""Types of numbers: of those that conversions round, and of those that are made of sizes."""

import functools
from collections.abc import Callable
from typing import Any

import sympy
import torch
from npusim.frontend.inductor import DEVICE_TYPE
from npusim.frontend.inductor.tracing_api import inductor_config
from npusim.frontend.mlir_writer.index_arithmetic import is_whole


def rounding_each_time(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps `_recursive_joint_graph_passes`: of two conversions the first goes only if it is exact.

    Torch makes `x.half().bfloat16()` a conversion to bfloat16, whatever lies beyond the range of float16.
    """

    @functools.wraps(stock)
    def _recursive_joint_graph_passes(
        gm: torch.fx.GraphModule, skip_invoke_subgraph: bool = False, input_device: torch.device | None = None
    ) -> Any:
        if input_device is None or input_device.type != DEVICE_TYPE:
            return stock(gm, skip_invoke_subgraph, input_device)
        with inductor_config.patch(emulate_precision_casts=True):
            return stock(gm, skip_invoke_subgraph, input_device)

    return _recursive_joint_graph_passes


def taking_remainders_for_what_they_are(stock: Callable[[sympy.Basic], type]) -> Callable[[sympy.Basic], type]:
    """Wraps `expr_type`, the type of a number that an expression gives: torch's remainders are always whole."""

    @functools.wraps(stock)
    def expr_type(expression: sympy.Basic) -> type:
        found = stock(expression)
        return float if found is int and not is_whole(expression) else found

    return expr_type
