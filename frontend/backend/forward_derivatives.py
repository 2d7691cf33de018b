"""Compiled graphs that are called with dual tensors (forward-mode derivatives)."""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import DispatchKey, is_key_excluded
from npusim.simulator.errors import UnsupportedError
from torch.autograd import forward_ad


def refusing_tangents(compiled: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the compiled form of a graph, which Dynamo calls within any dual level.

    Kernels read a tensor's values and nothing of its tangent: results would have none, as if they were constants.

    Raises (when it runs):
        UnsupportedError: an input has a tangent.
    """

    @functools.wraps(compiled)
    def run(*arguments: Any) -> Any:
        if _may_have_tangents() and any(_has_tangent(argument) for argument in arguments):
            raise UnsupportedError(
                "a compiled program was called with dual tensors (torch.autograd.forward_ad), whose tangents it would "
                "lose. Compile the derivative: torch.compile(lambda x, t: torch.func.jvp(function, (x,), (t,))), or a "
                "function that enters the dual level itself."
            )
        return compiled(*arguments)

    return run


def _may_have_tangents() -> bool:
    """Whether a level is open and autograd is above: eager operators, which it has differentiated, run below it."""
    return forward_ad._current_level >= 0 and not is_key_excluded(DispatchKey.AutogradFunctionality)


def _has_tangent(argument: Any) -> bool:
    return isinstance(argument, torch.Tensor) and forward_ad.unpack_dual(argument).tangent is not None
