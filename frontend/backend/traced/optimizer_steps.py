"""Where the numbers in an optimizer's state are while Dynamo traces its step."""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.patching import around


@around
def moving_all_numbers(move: Callable[[Any], None], variable: Any) -> None:
    """Wraps Dynamo's method that moves step counts from the CPU to their parameters' device before each trace.

    What NAdam multiplies by numbers made of the count (`mu_product`) has to follow. It is on the CPU where the
    optimizer is not `capturable`, which Dynamo makes of those on the GPUs that it knows only.
    """
    move(variable)
    for parameter, state in variable.value.state.items():
        if parameter.device.type == "npu":
            state.update({name: x.to(parameter.device) for name, x in state.items() if _is_host_number(x)})


def _is_host_number(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.is_cpu and value.dim() == 0
