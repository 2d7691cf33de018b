"""Derivatives that `torch.library.register_autograd` has no formula for: those in forward mode and of `torch.func`.

An operator with such a formula has a backward and no more. PyTorch drops the tangents of its arguments without a word,
as if its results depended on none of them, and refuses it under `torch.func.grad`.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import (
    DispatchKey,
    OpOverload,
    enter_dual_level,
    exit_dual_level,
    is_functorch_wrapped_tensor,
    is_key_excluded,
    tree_leaves,
    untraced_alone,
    untraced_with_calls,
)
from npusim.frontend.inductor.devices import is_on_npu
from npusim.frontend.inductor.patching import around
from torch.autograd import forward_ad


def is_traced(value: Any) -> bool:
    """Whether a value is a tensor of a program that is being traced."""
    plain = torch._C._disabled_torch_dispatch_impl
    return isinstance(value, torch.Tensor) and type(value).__torch_dispatch__ is not plain


@untraced_with_calls
def is_transformed(value: Any) -> bool:
    """Whether `torch.func` differentiates or batches a tensor, or forward mode differentiates it."""
    return isinstance(value, torch.Tensor) and (is_functorch_wrapped_tensor(value) or _has_tangent(value))


def any_transformed(*tensors: torch.Tensor | None) -> bool:
    """Whether any is. In a function that Dynamo traces none is: it traces no recomposition that gets such tensors."""
    return not torch.compiler.is_dynamo_compiling() and any(map(is_transformed, tensors))


@around
def refusing_tangents(stock: Callable[..., Any], operator: OpOverload, info: Any) -> Callable[..., Any]:
    """Wraps `make_autograd_impl`: operators refuse tangents of tensors on the device, which they would drop."""
    implementation = stock(operator, info)

    @untraced_alone
    def refusing(keys: Any, *args: Any, **kwargs: Any) -> Any:
        results = implementation(keys, *args, **kwargs)
        if operator._schema.is_mutable or any(map(_is_real_valued, tree_leaves(results))):
            refuse_tangents(operator, args, kwargs)
        return results

    return refusing


@untraced_with_calls
def refuse_tangents(operator: OpOverload, *arguments: Any) -> None:
    """Raises NotImplementedError if a tensor on the device among the arguments has a tangent."""
    if any(is_on_npu(value) and _has_tangent(value) for value in tree_leaves(arguments)):
        raise NotImplementedError(_REFUSAL.format(operator=operator))


_REFUSAL = (
    "{operator} has no derivative in forward mode (torch.func.jvp, jacfwd, hessian, torch.autograd.forward_ad): "
    "PyTorch's custom operators have a backward only. Call it in a torch.autograd.Function that has `jvp`, or compute "
    "this with PyTorch's operators"
)


def _is_real_valued(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex())


def _has_tangent(tensor: torch.Tensor) -> bool:
    """Below autograd, in an operator's kernel, tangents are those of the operator that was called."""
    if is_key_excluded(DispatchKey.AutogradPrivateUse1) or not _in_forward_mode(tensor):
        return False
    return forward_ad.unpack_dual(tensor, level=0).tangent is not None


def _in_forward_mode(tensor: torch.Tensor) -> bool:
    """Whether there is a level of tangents. A traced program enters it without `forward_ad`."""
    is_traced_or_wrapped = is_traced(tensor) or is_functorch_wrapped_tensor(tensor)
    return forward_ad._current_level >= 0 or (is_traced_or_wrapped and _is_level_taken())


def _is_level_taken() -> bool:
    """PyTorch has one level, refuses to enter another, and answers no other question about it; asking for a tangent
    would leave a view in a traced program.
    """
    try:
        exit_dual_level(enter_dual_level())
    except RuntimeError:
        return True
    return False
