"""An operator on the device against the same one on the CPU, and PyTorch's own checks of operators."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from npusim.frontend.custom_operators.names import in_order, overload_of, positional_and_keywords, written_arguments
from npusim.frontend.custom_operators.samples import samples_of
from npusim.frontend.inductor.core_api import OpOverload, tree_leaves, tree_map

_ON_THE_DEVICE = ("test_schema", "test_faketensor", "test_aot_dispatch_dynamic")


def check_operator(
    operator: Any,
    shape: Sequence[int] | None = None,
    dtype: torch.dtype = torch.float32,
    *,
    dynamic: bool | None = None,
    gradients: bool = False,
    **tolerances: float,
) -> None:
    """Calls an operator on its sample inputs, compiled on the device and eagerly on the CPU, and compares the results,
    the arguments that it writes, and with `gradients` the gradients of floating-point arguments.

    In 16 bits the CPU rounds between the operators that it computes the operator with: a result beyond the tolerance
    passes if it is nearer than the CPU's to what the CPU gives in float32.

    Args:
        operator: as of `register_kernel`; it has `sample_inputs`.
        shape: sizes of the samples, default theirs.
        dtype: of floating-point arguments.
        dynamic: as of `torch.compile`.
        tolerances: of `torch.testing.assert_close`, default those of the dtype.

    Raises:
        AssertionError: they differ.
    """
    overload = overload_of(operator)
    arguments = samples_of(overload).arguments(shape, dtype)
    torch._dynamo.reset()
    call = _caller(overload, gradients)
    compiled = torch.compile(call, fullgraph=True, dynamic=dynamic)
    got = _outcome(compiled, _moved(arguments, "npu", gradients), gradients)
    expected = _outcome(call, _moved(arguments, "cpu", gradients), gradients)
    try:
        _compare(got, expected, tolerances)
    except AssertionError:
        if dtype.itemsize != 2:
            raise
        exact = _outcome(call, _moved(_widened(arguments, dtype), "cpu", gradients), gradients)
        _compare_or_nearer(got, expected, exact, tolerances)


def opcheck(
    operator: Any,
    shape: Sequence[int] | None = None,
    dtype: torch.dtype = torch.float32,
    *,
    gradients: bool = False,
) -> None:
    """`torch.library.opcheck` of an operator with its sample inputs on the device; with `gradients` they require
    gradients, and the operator's are checked as well.

    The test of the registration for autograd knows only the CPU, CUDA and XPU: it is run on the CPU. What PyTorch
    compares results with runs on the host without a warning; `torch.npu.fallback_counts()` counts it.
    """
    overload = overload_of(operator)
    arguments = samples_of(overload).arguments(shape, dtype)
    checks = {"npu": _ON_THE_DEVICE, "cpu": "test_autograd_registration"}
    for device, names in checks.items():
        given = _moved(arguments, device, gradients)
        for position in written_arguments(overload):  # a tensor that wants gradients itself cannot be written
            for tensor in tree_leaves(given[position : position + 1]):
                if tensor is not None:
                    tensor.requires_grad_(False)
        args, kwargs = positional_and_keywords(overload, given)
        with torch.npu.set_fallback_policy("allow"):
            torch.library.opcheck(overload, tuple(args), kwargs, test_utils=names)


def _compare(got: Sequence[torch.Tensor], expected: Sequence[torch.Tensor], tolerances: dict[str, float]) -> None:
    for ours, theirs in zip(got, expected, strict=True):
        torch.testing.assert_close(ours.cpu(), theirs, equal_nan=True, **tolerances)


def _compare_or_nearer(
    got: Sequence[torch.Tensor],
    expected: Sequence[torch.Tensor],
    exact: Sequence[torch.Tensor],
    tolerances: dict[str, float],
) -> None:
    for ours, theirs, right in zip(got, expected, exact, strict=True):
        is_alike = (ours.dtype, ours.shape, ours.stride()) == (theirs.dtype, theirs.shape, theirs.stride())
        if not (is_alike and _error(ours.cpu(), right) < _error(theirs, right)):
            _compare([ours], [theirs], tolerances)


def _error(given: torch.Tensor, right: torch.Tensor) -> float:
    return float((given.double() - right.double()).abs().max())


def _widened(arguments: Sequence[Any], dtype: torch.dtype) -> Any:
    def widen(value: Any) -> Any:
        return value.float() if isinstance(value, torch.Tensor) and value.dtype == dtype else value

    return tree_map(widen, list(arguments))


def _moved(arguments: Sequence[Any], device: str, gradients: bool) -> tuple[Any, ...]:
    """Copies of the arguments on a device, of which floating-point ones want gradients if asked."""

    def move(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        return value.detach().clone().to(device).requires_grad_(gradients and value.is_floating_point())

    return tuple(tree_map(move, list(arguments)))


def _caller(operator: OpOverload, gradients: bool) -> Callable[..., Any]:
    """The operator as a function that gives its results and the arguments that it writes.

    With gradients it writes copies: a tensor that wants gradients itself cannot be written.
    """
    numbers = written_arguments(operator)
    # Flags, because Dynamo may trace numbers as symbols.
    writes = [i in numbers for i in range(len(operator._schema.arguments))]
    called = in_order(operator)

    def call(*arguments: Any) -> Any:
        given = [tree_map(torch.clone, v) if gradients and w else v for v, w in zip(arguments, writes, strict=False)]
        results = called(given)
        return results, [value for value, written in zip(given, writes, strict=False) if written]

    return call


def _outcome(function: Callable[..., Any], arguments: Sequence[Any], gradients: bool) -> list[torch.Tensor]:
    """What a call gives: results, arguments that the operator writes, gradients."""
    results = [value for value in tree_leaves(function(*arguments)) if value is not None]
    return [x.detach() for x in results] + (_gradients(results, arguments) if gradients else [])


def _gradients(results: Sequence[torch.Tensor], arguments: Sequence[Any]) -> list[torch.Tensor]:
    """Of a sum of the results with different weights; NaN for an argument that the operator has no gradient for."""
    wanted = [x for x in tree_leaves(list(arguments)) if isinstance(x, torch.Tensor) and x.requires_grad]
    floating = [x for x in results if x.requires_grad]
    weights = [torch.linspace(0.5, 1.5, x.numel()).view(x.shape).to(x.device, x.dtype) for x in floating]
    found = torch.autograd.grad(floating, wanted, weights, allow_unused=True)
    return [torch.full_like(x, torch.nan) if each is None else each for x, each in zip(wanted, found, strict=True)]
