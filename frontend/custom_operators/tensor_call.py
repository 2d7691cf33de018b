"""A call of an operator as a function of its tensors."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.custom_operators.names import in_order, written_arguments
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves


def call_of_tensors(operator: OpOverload, arguments: Sequence[Any]) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    """A function of the tensors among the arguments, and these: it gives results and arguments that are written.

    On the CPU it leaves its arguments alone, and computes in float32 what is given in 16 bits: PyTorch would round
    between the operators that the operator is computed with there, a kernel rounds once.
    """
    written, called = written_arguments(operator), in_order(operator)
    tensors = [value for value in tree_leaves(list(arguments)) if isinstance(value, torch.Tensor)]

    def outcome(given: Sequence[Any]) -> list[torch.Tensor]:
        results = tree_leaves(called(given))
        changed = tree_leaves([given[i] for i in written if i < len(given)])
        return [value for value in (*results, *changed) if value is not None]

    def call(*moved: torch.Tensor) -> list[torch.Tensor]:
        if moved[0].device.type != "cpu":
            return outcome(_filled(arguments, list(moved)))
        eager = outcome(_filled(arguments, [x.clone() for x in moved]))
        wide = outcome(_filled(arguments, [x.float() if _is_narrow(x) else x.clone() for x in moved]))
        return [x.to(like.dtype) for x, like in zip(wide, eager, strict=True)]

    return call, tensors


def _is_narrow(x: torch.Tensor) -> bool:
    return x.dtype in (torch.bfloat16, torch.float16)


def _filled(arguments: Sequence[Any], tensors: list[torch.Tensor]) -> list[Any]:
    """The arguments with these tensors in place of theirs, which are taken off the list."""
    return [
        tensors.pop(0)
        if isinstance(value, torch.Tensor)
        else _filled(value, tensors)
        if isinstance(value, (list, tuple))
        else value
        for value in arguments
    ]
