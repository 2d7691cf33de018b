"""The policy for operators of the device that would run on the host: ``error``, ``warn`` (once each) or ``allow``."""

import ctypes
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self

import torch
from npusim.frontend.device import runtime
from npusim.simulator.errors import HostFallbackError, OptionError

POLICIES = ("allow", "warn", "error")  # the order of FallbackPolicy in csrc/device.h
POLICY_VARIABLE = "NPUSIM_FALLBACK"
#: Operators that have a kernel of the device's own which computes on the host; they obey the policy like any fallback.
HOST_KERNELS = frozenset(
    {
        "aten::_assert_async",
        "aten::_assert_async.msg",
        "aten::convolution_overrideable",
        "aten::convolution_backward_overrideable",
        "aten::_scaled_dot_product_fused_attention_overrideable",
        "aten::_scaled_dot_product_fused_attention_overrideable_backward",
        "aten::_thnn_fused_lstm_cell",
        "aten::_thnn_fused_lstm_cell_backward_impl",
        "aten::_thnn_fused_gru_cell",
        "aten::_thnn_fused_gru_cell_backward",
    }
)
_TORCH = str(Path(torch.__file__).parent)
_chosen: str | None = None


class HostFallbackWarning(UserWarning):
    """An operator of the device ran on the host."""


class set_fallback_policy:
    """``torch.npu.set_fallback_policy("error")``: from now on; as a context manager: until the block ends.

    Raises:
        OptionError: the policy is none of ``error``, ``warn``, ``allow``.
    """

    def __init__(self, policy: str) -> None:
        self._before = fallback_policy()
        _apply(_checked(policy, "fallback policy"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _apply(self._before)


def fallback_policy() -> str:
    """The policy now: ``error``, ``warn`` or ``allow``."""
    if _chosen is not None:
        return _chosen
    return _checked(os.environ.get(POLICY_VARIABLE) or "warn", POLICY_VARIABLE)


def fallback_counts() -> dict[str, int]:
    """How often each operator ran on the host since the start or the last reset. Copies, views and ``item()`` do not
    count."""
    if not runtime.is_started():
        return {}
    lines = (line.rsplit(" ", 1) for line in _text_of(runtime.library().npusim_fallback_counts).splitlines())
    return {op: int(count) for op, count in lines}


def host_operators() -> dict[str, tuple[int, int]]:
    """Calls of each operator that ran on the host since the process started, and the bytes of device memory that the
    host read and wrote for them."""
    if not runtime.is_started():
        return {}
    lines = (line.rsplit(" ", 2) for line in _text_of(runtime.library().npusim_host_operators).splitlines())
    return {op: (int(calls), int(size_bytes)) for op, calls, size_bytes in lines}


def _text_of(function: Any) -> str:
    """The text that a function of the C++ half writes into a buffer."""
    size = int(function(None, 0)) + 4096  # room for operators that arrive meanwhile
    text = ctypes.create_string_buffer(size)
    function(text, size)
    return text.value.decode()


def reset_fallback_counts() -> None:
    """Sets the counts to zero; operators are warned about again."""
    if runtime.is_started():
        runtime.library().npusim_reset_fallback_counts()


@contextmanager
def uncounted_host_work() -> Iterator[None]:
    """Host operators of this thread are neither counted nor refused: for work that is not the program's, such as
    printing."""
    library = runtime.library()
    library.npusim_add_quiet(1)
    try:
        yield
    finally:
        library.npusim_add_quiet(-1)


def connect(registrations: list[Any]) -> None:
    """Called when the device starts: hands the policy to C++, answers its reports, tells simulations the counts."""
    from npusim import scheduler

    library = torch.library.Library("npusim", "IMPL")
    library.impl("report_fallback", _report_fallback, "CompositeExplicitAutograd")
    registrations.append(library)
    scheduler.count_host_operators(host_operators)
    _apply(fallback_policy(), remember=False)


def _apply(policy: str, *, remember: bool = True) -> None:
    global _chosen
    if remember:
        _chosen = policy
    if runtime.is_started():
        runtime.library().npusim_set_policy(POLICIES.index(policy))


def _checked(policy: str, source: str) -> str:
    if policy not in POLICIES:
        raise OptionError(f"{source} is {policy!r}; it can be error, warn or allow")
    return policy


def _report_fallback(op: str, refuse: bool) -> None:
    message = _message(op)
    if refuse:
        raise HostFallbackError(message)
    warnings.warn(message + " This is said once per operator.", HostFallbackWarning, stacklevel=_user_stack_level())


def _message(op: str) -> str:
    verb = "would run" if fallback_policy() == "error" else "ran"
    return (
        f"{op} {verb} on the host: the device npu has no eager kernel for it. Ways out: compile the code around it "
        f"with torch.compile; write a lowering for it (@npusim.frontend.register_lowering); move it to the CPU with "
        f".cpu(); or set torch.npu.set_fallback_policy('allow') or {POLICY_VARIABLE}=allow. "
        "torch.npu.fallback_counts() counts host operators."
    )


def _user_stack_level() -> int:
    """Distance from `_report_fallback` to the innermost frame outside torch: the line that the warning should name."""
    frame: FrameType | None = sys._getframe(2)
    level = 2
    while frame is not None and frame.f_code.co_filename.startswith(_TORCH):
        frame, level = frame.f_back, level + 1
    return level
