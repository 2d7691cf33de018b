"""The policy for operators of the device that would run on the host: ``error``, ``warn`` (once each) or ``allow``."""

import ctypes
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType, TracebackType
from typing import Any, Self

from npusim.frontend.device import runtime
from npusim.simulator.errors import HostFallbackError, OptionError

POLICIES = ("allow", "warn", "error")  # the order of FallbackPolicy in csrc/device.h
POLICY_VARIABLE = "NPUSIM_FALLBACK"
EAGER_MODES = ("compile", "host", "error")
EAGER_VARIABLE = "NPUSIM_EAGER"
_POLICY_OF_MODE = {"host": "warn", "error": "error"}
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
_NOT_THE_USERS = frozenset({"torch", "npusim", "contextlib"})
"""Packages whose lines no warning names; Inductor's generated ones are among them."""
_announced: set[str] = set()
_announces: ContextVar[bool] = ContextVar("announces", default=True)
_chosen: str | None = None
_compiles: bool | None = None
_uncounted_accesses = 0


class HostFallbackWarning(UserWarning):
    """An operator of the device ran on the host."""


class _Choice:
    """A policy, and whether eager operators are compiled if that is said, from now on; as a context manager, until its
    end.
    """

    def __init__(self, policy: str, compiles: bool | None = None) -> None:
        self._before = fallback_policy(), None if compiles is None else compiles_eagerly()
        _apply(policy, compiles)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _apply(*self._before)


def set_fallback_policy(policy: str) -> _Choice:
    """``torch.npu.set_fallback_policy("error")``: from now on; as a context manager: until the block ends.

    Raises:
        OptionError: the policy is none of ``error``, ``warn``, ``allow``.
    """
    return _Choice(_checked(policy, "fallback policy"))


def fallback_policy() -> str:
    """The policy now: ``error``, ``warn`` or ``allow``."""
    if _chosen is not None:
        return _chosen
    default = _POLICY_OF_MODE.get(os.environ.get(EAGER_VARIABLE) or "host", "warn")
    return _checked(os.environ.get(POLICY_VARIABLE) or default, POLICY_VARIABLE)


def set_eager_mode(mode: str) -> _Choice:
    """``torch.npu.set_eager_mode("compile")``: what operators outside of compiled graphs do, from now on; as a context
    manager: until the block ends.

    - ``compile``: each runs as a compiled kernel of the simulated machine;
    - ``host``: they run on the host, counted and warned about (the fallback policy ``warn``);
    - ``error``: they are refused (the fallback policy ``error``).

    In the mode ``compile`` the fallback policy stays what it was: it is for what runs on the host all the same.

    Raises:
        OptionError: the mode is none of these.
    """

    if mode not in EAGER_MODES:
        raise OptionError(f"eager mode is {mode!r}; it can be {', '.join(EAGER_MODES)}")
    return _Choice(_POLICY_OF_MODE.get(mode, fallback_policy()), compiles=mode == "compile")


def eager_mode() -> str:
    """What operators outside of compiled graphs do: ``compile``, ``host`` or ``error``."""
    if compiles_eagerly():
        return "compile"
    return "error" if fallback_policy() == "error" else "host"


def compiles_eagerly() -> bool:
    """Whether operators outside of compiled graphs run as compiled kernels."""
    if _compiles is not None:
        return _compiles
    mode = os.environ.get(EAGER_VARIABLE) or "host"
    if mode not in EAGER_MODES:
        raise OptionError(f"{EAGER_VARIABLE} is {mode!r}; it can be {', '.join(EAGER_MODES)}")
    return mode == "compile"


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
    _announced.clear()
    if runtime.is_started():
        runtime.library().npusim_reset_fallback_counts()


def announce_host_operator(op: str, message: str) -> None:
    """Warns of an operator (`aten::linalg_qr`) of a compiled graph that will run on the host, under the policy `warn`;
    its runs do not warn again. Generated modules call it when they are loaded.
    """
    if fallback_policy() == "warn" and _announces.get():
        _announced.add(op)
        warnings.warn(message, HostFallbackWarning, stacklevel=_user_stack_level())


@contextmanager
def announcing_nothing() -> Iterator[None]:
    """Graphs that are loaded announce no host operators: those of eager operators, whose first run warns."""
    token = _announces.set(False)
    try:
        yield
    finally:
        _announces.reset(token)


def runs_through_fallback(op: str) -> bool:
    """Whether an operator (`aten::add.Tensor`) that has a kernel of the device runs on the host like those without."""
    return bool(runtime.library().npusim_is_taken_over(op.encode()))


@contextmanager
def uncounted_host_work() -> Iterator[None]:
    """Host operators of this thread are neither counted nor refused: for work that is not the program's, such as
    printing."""
    global _uncounted_accesses
    library = runtime.library()
    before = _counted_accesses()
    library.npusim_add_quiet(1)
    try:
        yield
    finally:
        library.npusim_add_quiet(-1)
        _uncounted_accesses += _counted_accesses() - before


def _counted_accesses() -> int:
    """How often the host has accessed device memory, but for uncounted work."""
    return int(runtime.library().npusim_host_accesses()) - _uncounted_accesses


def connect() -> None:
    """Called when the device starts: hands the policy to C++, answers its reports, tells simulations the counts."""
    from npusim import scheduler
    from npusim.scheduler.host_work import count_host_accesses

    runtime.answer(report_fallback=_report_fallback)
    scheduler.count_host_operators(host_operators)
    count_host_accesses(_counted_accesses)
    _tell_device(fallback_policy(), compiles_eagerly())


def _apply(policy: str, compiles: bool | None) -> None:
    global _chosen, _compiles
    _chosen = policy
    _compiles = _compiles if compiles is None else compiles
    if runtime.is_started():
        _tell_device(policy, compiles_eagerly())


def _tell_device(policy: str, compiles: bool) -> None:
    runtime.library().npusim_set_policy(POLICIES.index(policy))
    runtime.library().npusim_compile_eager_operators(int(compiles))


def _checked(policy: str, source: str) -> str:
    if policy not in POLICIES:
        raise OptionError(f"{source} is {policy!r}; it can be error, warn or allow")
    return policy


def _report_fallback(op: str, refuse: bool) -> None:
    if refuse:
        raise HostFallbackError(_refusal(op))
    if op in _announced:
        return
    hint = "it has no kernel" if compiles_eagerly() else "see torch.npu.set_eager_mode('compile') and torch.compile"
    message = f"{op} ran on the host, without simulated time: {hint} (said once per operator)"
    warnings.warn(message, HostFallbackWarning, stacklevel=_user_stack_level())


def _refusal(op: str) -> str:
    return (
        f"{op} would run on the host. Ways out: run eager operators as kernels with "
        "torch.npu.set_eager_mode('compile'); compile the code around it with torch.compile; write a lowering for it "
        "(@npusim.frontend.register_lowering); move it to the CPU with .cpu(); or set "
        f"torch.npu.set_fallback_policy('allow') or {POLICY_VARIABLE}=allow. torch.npu.fallback_counts() counts host "
        "operators."
    )


def _user_stack_level() -> int:
    """Distance from the caller to the innermost frame of the user's: the line that its warning should name.

    Past the last frame where no frame is the user's, as in autograd's threads: the warning then names no line.
    """
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and not _is_the_users(frame):
        frame, level = frame.f_back, level + 1
    return level


def _is_the_users(frame: FrameType) -> bool:
    """Whether a frame is neither torch's nor ours; code that torch generates has a module of torch's or none."""
    module = frame.f_globals.get("__name__")
    return module is not None and module.partition(".")[0] not in _NOT_THE_USERS
