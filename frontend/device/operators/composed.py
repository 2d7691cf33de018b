"""Operators that PyTorch has a kernel for on each of its devices, written in terms of others for this one.

While a program is traced they are replaced by their composition. Called eagerly, they are compiled whole in the eager
mode `compile`, and run on the host otherwise.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import torch
from npusim.frontend.device.operators.derivatives import is_traced, is_transformed
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves, untraced, untraced_alone

Composition = TypeVar("Composition", bound=Callable[..., Any])

_library: list[torch.library.Library] = []
_compositions: dict[OpOverload, Callable[..., Any]] = {}


def register_composition(*operators: OpOverload, eager_only: bool = False) -> Callable[[Composition], Composition]:
    """Makes the decorated function what operators compute on the device; it gets their arguments.

    Args:
        eager_only: programs that are traced keep the operators.
    """

    def decorate(function: Composition) -> Composition:
        for operator in operators:
            _compositions[operator] = function
            if eager_only:
                continue
            _aten().impl(operator, _above_kernels(operator, function), "AutogradPrivateUse1")
        return function

    return decorate


def register_recomposition(*operators: OpOverload) -> Callable[[Composition], Composition]:
    """Makes the decorated function what operators that PyTorch itself composes of others do on the device, in programs
    that are traced and outside of them. It gets their arguments, computes with operators that have gradients, and
    returns NotImplemented for what is left to PyTorch's composition.
    """

    def decorate(function: Composition) -> Composition:
        for operator in operators:
            for key in ("AutogradPrivateUse1", "PrivateUse1"):
                _aten().impl(operator, _or_as_pytorch(operator, function), key)
        return function

    return decorate


def _or_as_pytorch(operator: OpOverload, function: Callable[..., Any]) -> Callable[..., Any]:
    whole = untraced(function)

    @untraced_alone
    def call(*args: Any, **kwargs: Any) -> Any:
        is_plain = not any(map(is_transformed, tree_leaves((args, kwargs))))
        result = (function if is_plain else whole)(*args, **kwargs)
        if result is not NotImplemented:
            return result
        if any(map(is_traced, tree_leaves((args, kwargs)))):
            return operator.decompose(*args, **kwargs)
        return operator._op_dk(torch._C.DispatchKey.CompositeImplicitAutograd, *args, **kwargs)

    return call


def composition_of(operator: OpOverload) -> Callable[..., Any] | None:
    """The function registered for an operator."""
    return _compositions.get(operator)


def _aten() -> torch.library.Library:
    if not _library:
        _library.append(torch.library.Library("aten", "IMPL"))
    return _library[0]


def _above_kernels(operator: OpOverload, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        if any(map(is_traced, tree_leaves((args, kwargs)))):
            return function(*args, **kwargs)
        with torch._C._AutoDispatchBelowAutograd():
            return operator(*args, **kwargs)

    return call
