"""Calls that PyTorch refuses on the CPU, for their dtypes or numbers, are refused on the device with the CPU's error.

Tracing lets some of them pass: a softmax of whole numbers, weights of another dtype than a layer's input, whole numbers
to the power of -1. A call of a new kind is therefore made on the CPU first, with small tensors of the same dtypes.
"""

import contextlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, tree_map
from torch import Tensor

_MOST_ELEMENTS = 1 << 14
_SMALL = 4
"""Sizes of tensors in a trial, if all of its tensors together have more than _MOST_ELEMENTS."""

_STATISTICS = frozenset(["mean", "rstd", "save_mean", "save_invstd"])
"""Arguments of gradients of normalisations."""

_SINGLE = {torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.complex32: torch.complex64}
_SINGLE |= {
    dtype: torch.float32
    for dtype in vars(torch).values()
    if isinstance(dtype, torch.dtype) and dtype.is_floating_point and dtype.itemsize == 1
}


def _single(dtype: torch.dtype) -> torch.dtype:
    return _SINGLE.get(dtype, dtype)


def _real(dtype: torch.dtype) -> torch.dtype:
    return torch.float32


def _real_beside_index(dtype: torch.dtype) -> torch.dtype:
    return dtype if dtype in (torch.int64, torch.bool) else torch.float32


def _real_or_index(dtype: torch.dtype) -> torch.dtype:
    is_index = not (dtype.is_floating_point or dtype.is_complex or dtype == torch.bool)
    return torch.int64 if is_index else torch.float32


def check_as_cpu(operator: OpOverload, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
    """Raises the CPU's error if it refuses the call whatever the values of its tensors are.

    What the CPU lacks for floating-point numbers narrower than `float32`, and has for those, is no refusal: the device
    computes it.
    """
    if not _has_cpu_kernel(operator):
        return
    trial = _Trial(operator, args, kwargs)
    error = trial.refusal()
    if error is None or not trial.is_meaningful or _with_statistics_of_cpu(trial).refusal() is None:
        return
    is_lacking = isinstance(error, NotImplementedError)
    if _lacks_dtypes(trial) if is_lacking else _is_refused_for_all_values(trial):
        raise type(error)(str(error)) from None


def check_failure_as_cpu(operator: OpOverload, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
    """Raises the CPU's error if it refuses a call of small tensors as well, which could not be compiled: tracing words
    errors in another way where sizes are left open, and finds some of them late.
    """
    trial = _Trial(operator, args, kwargs)
    if _has_cpu_kernel(operator) and trial.has_sizes_of_call:
        error = trial.refusal()
        is_refusal = error is not None and not isinstance(error, _OTHER_REASONS)
        if is_refusal and trial.altered(value=1).refusal() is not None:
            raise type(error)(str(error)) from None  # type: ignore[misc]


_OTHER_REASONS = (NotImplementedError, torch.linalg.LinAlgError)
"""What the CPU lacks, and singular matrices, as those of a trial are."""


def _with_statistics_of_cpu(trial: "_Trial") -> "_Trial":
    """The gradient of a normalisation with saved statistics of the dtype that the CPU gives them: its input's."""
    names = [argument.name for argument in trial.operator._schema.arguments]
    if _STATISTICS.isdisjoint(names):
        return trial
    dtype = trial.args[names.index("input")].dtype
    args = [
        torch.empty(value.shape, dtype=dtype, device="meta") if name in _STATISTICS and value is not None else value
        for name, value in zip(names, trial.args, strict=False)
    ]
    return trial.altered(args=args)


def _lacks_dtypes(trial: "_Trial") -> bool:
    """Whether the CPU has an operator, but for other dtypes; some it has for none, and devices have to bring them."""
    return trial.altered(dtypes=_single).refusal() is not None and _depends_on_dtypes(trial)


def _is_refused_for_all_values(trial: "_Trial") -> bool:
    """Whether sizes or dtypes are the reason that a call is refused, or numbers if it draws random ones or computes
    each element for itself: lengths that do not add up and singular matrices, as a trial may have them, are neither.
    """
    if trial.altered(value=1).refusal() is None:
        return False
    is_of_elements = torch.Tag.pointwise in trial.operator.tags
    return _draws(trial.operator) or is_of_elements or not trial.has_sizes or _depends_on_dtypes(trial)


def _depends_on_dtypes(trial: "_Trial") -> bool:
    return any(trial.altered(dtypes=dtypes).refusal() is None for dtypes in (_real, _real_or_index, _real_beside_index))


def _draws(operator: OpOverload) -> bool:
    return torch.Tag.nondeterministic_seeded in operator.tags


@cache
def _has_cpu_kernel(operator: OpOverload) -> bool:
    """Whether it is PyTorch's own, and the CPU runs it."""
    has_kernel = torch._C._dispatch_has_computed_kernel_for_dispatch_key
    return operator.namespace == "aten" and bool(has_kernel(operator.name(), "CPU"))


@dataclass
class _Trial:
    """A call on the CPU with tensors all of whose elements are `value`, and with other dtypes.

    Attributes:
        has_sizes_of_call: its tensors are as large as those of the call, not smaller.
    """

    operator: OpOverload
    args: Sequence[Any]
    kwargs: dict[str, Any]
    value: int = 0
    dtypes: Callable[[torch.dtype], torch.dtype] = lambda dtype: dtype
    _made: dict[int, Tensor] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        elements = 0

        def count(value: Any) -> Any:
            nonlocal elements
            elements += value.numel() if isinstance(value, Tensor) else 0
            return value

        tree_map(count, (tuple(self.args), self.kwargs))
        self.has_sizes_of_call = elements <= _MOST_ELEMENTS

    def altered(self, **changes: Any) -> "_Trial":
        """The same call with other elements or dtypes."""
        return replace(self, **changes)

    @property
    def is_meaningful(self) -> bool:
        """Whether the sizes of the trial fit the operator, as those of the call do."""
        return self.has_sizes_of_call or self.has_sizes

    @property
    def has_sizes(self) -> bool:
        """Whether the operator has a result of some size, as far as PyTorch tells sizes without values."""
        error = self._error("meta")
        return error is None or isinstance(error, NotImplementedError)

    def refusal(self) -> Exception | None:
        """The error of the CPU."""
        return self._error("cpu")

    def _error(self, device: str) -> Exception | None:
        self._made.clear()
        with _leaving_no_trace(self.operator):
            try:
                args, kwargs = tree_map(lambda value: self._stand_in(value, device), (tuple(self.args), self.kwargs))
                self.operator(*args, **kwargs)
            except (RuntimeError, ValueError, TypeError, IndexError) as error:
                return error
        return None

    def _stand_in(self, value: Any, device: str) -> Any:
        if isinstance(value, torch.device):
            return torch.device(device)
        if isinstance(value, torch.dtype):
            return self.dtypes(value)
        if not isinstance(value, Tensor):
            return value
        if id(value) not in self._made:
            sizes = value.shape if self.has_sizes_of_call else [min(size, _SMALL) for size in value.shape]
            self._made[id(value)] = torch.full(sizes, self.value, dtype=self.dtypes(value.dtype), device=device)
        return self._made[id(value)]


@contextlib.contextmanager
def _leaving_no_trace(operator: OpOverload) -> Iterator[None]:
    """Without warnings, and with the CPU's random numbers as they were."""
    with warnings.catch_warnings(), torch.random.fork_rng(devices=(), enabled=_draws(operator)):
        warnings.simplefilter("ignore")
        yield
