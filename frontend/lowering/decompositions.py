"""Decompositions of the device: operators rewritten in terms of others before Inductor lowers the graph."""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.core_api import tree_leaves
from npusim.frontend.inductor.patches import check_patch
from npusim.frontend.inductor.patching import around

Decomposition = Callable[..., Any]
KEPT = object()
"""What a decomposition returns for a call that stays in the graph as it is, for its lowering."""


def register_decomposition(*operators: Any) -> Callable[[Decomposition], Decomposition]:
    """Makes the decorated function the decomposition of operators on the device; other devices keep theirs.

    Args:
        operators: overloads such as `aten._native_multi_head_attention.default`.

    The function gets the operator's arguments and computes its results with PyTorch's operators. Returning
    NotImplemented hands the call on to the entry that was there before, to the operator's lowering, or to PyTorch's
    decomposition of an operator that has neither; returning KEPT leaves it to the lowering at once.
    """

    def decorate(function: Decomposition) -> Decomposition:
        from npusim.frontend.inductor.api import decompositions, extra_random_decomps, fast_random_decomps

        check_patch("decompositions")
        for operator in operators:
            previous = decompositions.get(operator)
            if previous is None:
                _here_only.add(operator)
                previous = _decomposing_what_has_no_lowering(operator)
            decompositions[operator] = _on_device(function, previous)
            if operator in extra_random_decomps:
                extra_random_decomps[operator] = _on_device(function, extra_random_decomps[operator])
        fast_random_decomps.cache_clear()  # it holds a copy of the table
        return function

    return decorate


_here_only: set[Any] = set()


def is_decomposed_here_only(operator: Any) -> bool:
    """Whether the device has a decomposition of an operator of which Inductor has none."""
    return operator in _here_only


@around
def beside_decompositions(stock: Callable[..., None], operator: Any, *args: Any, **kwargs: Any) -> None:
    """Wraps `make_fallback`, which refuses operators that are in the table of decompositions: that of the device hands
    a call on other devices back as it is.
    """
    if is_decomposed_here_only(operator):
        kwargs = {**kwargs, "override_decomp": True}
    stock(operator, *args, **kwargs)


def _decomposing_what_has_no_lowering(operator: Any) -> Decomposition:
    def previous(*args: Any, **kwargs: Any) -> Any:
        from npusim.frontend.inductor.api import decomposition_table, lowerings

        function = None if operator in lowerings else decomposition_table.get(operator)
        return NotImplemented if function is None else function(*args, **kwargs)

    return previous


_before_autograd: dict[str, Decomposition] = {}
"""By the names of PyTorch's functions."""


def register_before_autograd(name: str) -> Callable[[Decomposition], Decomposition]:
    """Makes the decorated function what the device computes in place of `torch._decomp.decompositions.<name>`, which
    PyTorch calls in place of an operator before it differentiates the graph. Only what
    `frontend/inductor/patches/tracing.py` lists can be replaced. Arguments and results are as with
    `register_decomposition`.
    """

    def decorate(function: Decomposition) -> Decomposition:
        _before_autograd[name] = function
        return function

    return decorate


def asking_device(stock: Decomposition) -> Decomposition:
    """Wraps one of PyTorch's functions that templates may replace."""

    def replaced(*args: Any, **kwargs: Any) -> Any:
        function = _before_autograd.get(stock.__name__)
        return NotImplemented if function is None else function(*args, **kwargs)

    return functools.wraps(stock)(_on_device(replaced, stock))


def _on_device(function: Decomposition, previous: Decomposition) -> Decomposition:
    @functools.wraps(function)
    def dispatch(*args: Any, **kwargs: Any) -> Any:
        on_device = "npu" in map(device_type_of, tree_leaves((args, kwargs)))
        result = function(*args, **kwargs) if on_device else NotImplemented
        if result is KEPT:
            return NotImplemented
        return previous(*args, **kwargs) if result is NotImplemented else result

    return dispatch


def device_type_of(value: Any) -> str | None:
    """Type of a tensor's device, or of a device that an operator gets as an argument; None for other values."""
    device = value.device if isinstance(value, torch.Tensor) else value
    return device.type if isinstance(device, torch.device) else None
