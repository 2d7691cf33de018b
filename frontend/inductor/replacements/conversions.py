"""Conversions of conversions: numbers are rounded to every type that a program names."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import inductor_config


@around
def rounding_each_time(
    stock: Callable[..., Any],
    gm: torch.fx.GraphModule,
    skip_invoke_subgraph: bool = False,
    input_device: torch.device | None = None,
) -> Any:
    """Wraps `_recursive_joint_graph_passes`: of two conversions the first goes only if it is exact.

    Torch makes `x.half().bfloat16()` a conversion to bfloat16, whatever lies beyond the range of float16.
    """
    if not is_npu(input_device):
        return stock(gm, skip_invoke_subgraph, input_device)
    with inductor_config.patch(emulate_precision_casts=True):
        return stock(gm, skip_invoke_subgraph, input_device)
