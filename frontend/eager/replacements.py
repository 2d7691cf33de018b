"""Operators that are compiled as others: those that exist for devices out of tree, that hide what they change, or that
answer the host.

A replacement gets the function that calls an operator's compiled form, then the operator's arguments.
"""

import warnings
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.device.policy import HostFallbackWarning, fallback_policy
from npusim.frontend.eager.shared_memory import overlaps_itself
from npusim.frontend.inductor.core_api import OpOverload
from npusim.simulator.errors import UnsupportedError
from torch import Tensor

aten = torch.ops.aten

REPLACEMENTS: dict[OpOverload, Callable[..., Any]] = {}


def _replaces(operator: OpOverload) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        REPLACEMENTS[operator] = function
        return function

    return register


@_replaces(aten.convolution_overrideable.default)
def _convolution(call: Callable[..., Any], *args: Any) -> Any:
    return call(aten.convolution.default, *args)


@_replaces(aten.convolution_backward_overrideable.default)
def _convolution_backward(
    call: Callable[..., Any], grad: Tensor, x: Tensor, weight: Tensor, *args: Any, **kwargs: Any
) -> Any:
    *window, transposed, output_padding, groups = args[:6]
    mask = args[6] if len(args) > 6 else kwargs["output_mask"]
    bias_sizes = [weight.shape[1] * groups if transposed else weight.shape[0]] if mask[2] else None
    geometry = (*window, transposed, output_padding, groups, mask)
    return call(aten.convolution_backward.default, grad, x, weight, bias_sizes, *geometry)


@_replaces(aten.native_batch_norm.default)
def _batch_norm(
    call: Callable[..., Any],
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    mean: Tensor | None,
    var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    if mean is None or var is None:
        return call(aten._native_batch_norm_legit.no_stats, x, weight, bias, training, momentum, eps)
    if training:
        return call(aten._native_batch_norm_legit.default, x, weight, bias, mean, var, training, momentum, eps)
    return call(aten._native_batch_norm_legit_no_training.default, x, weight, bias, mean, var, momentum, eps)


@_replaces(aten.equal.default)
def _equal(call: Callable[..., Any], x: Tensor, y: Tensor) -> bool:
    return x.shape == y.shape and bool(call(aten.all.default, call(aten.eq.Tensor, x, y)).item())


def _with_indices_on_device(operator: OpOverload) -> Callable[..., Any]:
    """Indices may be on the host: they are copied to the device. Masks may be bytes, and beside other indices they
    become the places of their true elements, whose number decides the shape of the result.
    """

    def indexed(call: Callable[..., Any], x: Tensor, indices: Any, *args: Any, **kwargs: Any) -> Any:
        if args:
            _check_source(x, args[0])
        places = [None if index is None else _place(index).to(x.device) for index in indices]
        _check_masks(x, places)
        if any(map(_is_mask, places)) and sum(place is not None for place in places) > 1:
            places = [each for place in places for each in _plain(call, place)]
        return call(operator, x, places, *args, **kwargs)

    return indexed


def _place(index: Tensor) -> Tensor:
    return index.bool() if index.dtype == torch.uint8 else index


def _is_mask(place: Tensor | None) -> bool:
    return place is not None and place.dtype == torch.bool


def _plain(call: Callable[..., Any], place: Tensor | None) -> list[Tensor | None]:
    """Whole numbers in place of a mask: one index for each of its dimensions."""
    if place is None or not _is_mask(place):
        return [place]
    return list(call(aten.nonzero.default, place).unbind(1))


def _check_masks(x: Tensor, places: list[Tensor | None]) -> None:
    """Raises, in PyTorch's words, if a mask has not the sizes of the dimensions that it is for."""
    first = 0
    for place in places:
        if place is None or not _is_mask(place):
            first += 1
            continue
        for at, size in enumerate(place.shape):
            if first < x.dim() and size != x.shape[first]:
                raise IndexError(
                    f"The shape of the mask {list(place.shape)} at index {at} does not match the shape of the indexed "
                    f"tensor {list(x.shape)} at index {first}"
                )
            first += 1


def _check_source(x: Tensor, values: Tensor) -> None:
    """Raises, in PyTorch's words, if values have another dtype than the tensor that they are put into."""
    if x.dtype != values.dtype:
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {_scalar_type(x)} for the destination "
            f"and {_scalar_type(values)} for the source."
        )


def _scalar_type(x: Tensor) -> str:
    """The name that C++ has for a dtype: Byte, Float, ..."""
    return str(torch.empty(0, dtype=x.dtype).type()).removeprefix("torch.").removesuffix("Tensor")


for _operator in (
    aten.index.Tensor,
    aten._unsafe_index.Tensor,
    aten.index_put.default,
    aten.index_put_.default,
    aten._unsafe_index_put.default,
):
    _replaces(_operator)(_with_indices_on_device(_operator))


@_replaces(aten._index_put_impl_.default)
def _index_put(
    call: Callable[..., Any], x: Tensor, indices: Any, values: Tensor, accumulate: bool = False, unsafe: bool = False
) -> Tensor:
    return REPLACEMENTS[aten.index_put_.default](call, x, indices, values, accumulate)  # type: ignore[no-any-return]


def _with_value_on_device(operator: OpOverload) -> Callable[..., Any]:
    """The value may be on the host, and have another dtype."""
    return lambda call, x, dim, index, value: call(operator, x, dim, index, value.to(x.device, x.dtype))


for _operator in (aten.index_fill.int_Tensor, aten.index_fill_.int_Tensor):
    _replaces(_operator)(_with_value_on_device(_operator))


@_replaces(aten.nextafter.default)
def _nextafter(call: Callable[..., Any], *operands: Tensor) -> Any:
    """A tensor without dimensions may be on the host."""
    device = next(x.device for x in operands if x.device.type != "cpu")
    return call(aten.nextafter.default, *(x.to(device) if x.dim() == 0 else x for x in operands))


def _with_plain_operands(operator: OpOverload) -> Callable[..., Any]:
    """Lazy conjugation and negation are resolved: PyTorch leaves that to the kernels of products."""

    def plain(value: Any) -> Any:
        is_lazy = isinstance(value, Tensor) and (value.is_conj() or value.is_neg())
        return value.resolve_conj().resolve_neg() if is_lazy else value

    return lambda call, *args, **kwargs: call(operator, *map(plain, args), **kwargs)


for _packet in (aten.mm, aten.bmm, aten.addmm, aten.baddbmm, aten.dot, aten.vdot):
    for _overload in ("default", "out"):
        _replaces(getattr(_packet, _overload))(_with_plain_operands(getattr(_packet, _overload)))


def _on_host(operator: OpOverload) -> Callable[..., Any]:
    """Results whose sizes only the host's library knows: counted, and judged by the fallback policy."""
    return lambda call, *args, **kwargs: operator(*args, **kwargs)  # inside of an operator, C++ runs others on the host


for _operator in (
    aten.linalg_lstsq.default,
    aten.linalg_lstsq.out,
    aten._ctc_loss.default,
    aten._ctc_loss.Tensor,
    aten._ctc_loss_backward.default,
    aten._ctc_loss_backward.Tensor,
):
    _replaces(_operator)(_on_host(_operator))


_copied_natively: set[tuple[Any, ...]] = set()
"""Dtypes that no kernel stores: their memory is copied and filled without simulated time, which is said once."""


@_replaces(aten._copy_from.default)
def _copy(call: Callable[..., Any], source: Tensor, destination: Tensor, non_blocking: bool = False) -> Tensor:
    lazy = source.is_conj() or source.is_neg() or destination.is_conj() or destination.is_neg()
    if lazy or not _compiles((source.dtype, destination.dtype), call, aten.copy_.default, destination, source):
        aten._copy_from.default(source, destination)
    return destination


@_replaces(aten.fill_.Scalar)
def _fill(call: Callable[..., Any], tensor: Tensor, value: Any) -> Tensor:
    if not tensor.dtype.is_floating_point:
        torch.empty((), dtype=tensor.dtype).fill_(value)  # raises if the dtype does not hold it
    if not _compiles((tensor.dtype,), call, aten.fill_.Scalar, tensor, value):
        aten.fill_.Scalar(tensor, value)
    return tensor


@_replaces(aten.fill_.Tensor)
def _fill_tensor(call: Callable[..., Any], tensor: Tensor, value: Tensor) -> Tensor:
    if not _compiles((tensor.dtype,), call, aten.fill_.Tensor, tensor, value):
        aten.fill_.Tensor(tensor, value)
    return tensor


@_replaces(aten.zero_.default)
def _zero(call: Callable[..., Any], tensor: Tensor) -> Tensor:
    return _fill(call, tensor, 0)  # type: ignore[no-any-return]


def _compiles(dtypes: tuple[Any, ...], call: Callable[..., Any], operator: OpOverload, *args: Any) -> bool:
    """Runs an operator's compiled form; False if these dtypes have none, or if elements of the tensor share memory."""
    if args[0].numel() == 0:
        return True
    if dtypes in _copied_natively or overlaps_itself(args[0]):
        return False
    try:
        call(operator, *args)
    except UnsupportedError:
        if fallback_policy() == "error":
            raise
        _copied_natively.add(dtypes)
        text = f"no kernel stores {dtypes[-1]}: {operator} runs without simulated time (said once per dtype)"
        warnings.warn(text, HostFallbackWarning, stacklevel=2)
        return False
    return True
