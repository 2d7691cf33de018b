"""Steps of optimizers with `fused=True` in compiled programs.

Dynamo keeps out of them, since other devices have eager kernels for them. For parameters on the device they are traced;
`mlir_templates/decompositions/optimizers/eager.py` says what they compute.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.device.operators.composed import composition_of
from npusim.frontend.inductor.tracing_api import TorchPatcher, VariableTracker


def tracing_on_device(step: Callable[..., None]) -> Callable[..., None]:
    """A fused step that is traced for parameters on the device, and left to eager kernels for others."""
    TorchPatcher.patch()  # which Dynamo would call later, and wrap the step again
    traced = inspect.unwrap(step)
    left_alone = torch.compiler.disable(traced, reason="don't trace into fused optimizer")

    def fused(params: Sequence[torch.Tensor], *args: Any, **kwargs: Any) -> None:
        if params and params[0].device.type == "npu":
            traced(params, *args, **kwargs)
        else:
            left_alone(params, *args, **kwargs)

    return fused


def inlining(operator: str) -> Callable[[Any], Any]:
    """How Dynamo traces `torch.<operator>(params, ...)`: by tracing what it computes on the device, since an operator
    takes numbers as constants, and a learning rate under a scheduler is none.
    """

    def registered(present: Any) -> Any:
        def handle(_: Any, tx: Any, params: Any, *args: Any, **kwargs: Any) -> Any:
            composition = composition_of(getattr(torch.ops.aten, operator).default)
            items = params.unpack_var_sequence(tx)
            if composition is None or not items or items[0].realize().device.type != "npu":
                return None
            return tx.inline_user_function_return(VariableTracker.build(tx, composition), [params, *args], kwargs)

        return present or handle

    return registered


adam, adamw, sgd, adagrad = map(inlining, ("_fused_adam_", "_fused_adamw_", "_fused_sgd_", "_fused_adagrad_"))
