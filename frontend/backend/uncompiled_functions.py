"""Functions that `torch.compile` gives up on: they run eagerly, on the host, and take no simulated time; in the eager
mode ``compile`` their operators are kernels all the same, and nothing is missing.

Dynamo gives up on a function that has been compiled too often (`recompile_limit`, `accumulated_recompile_limit`), when
a graph break leaves nothing to resume at, and after an error under `suppress_errors`. It says so only once; here every
such run is counted for the report, announced once, and refused under the fallback policy `error` where Dynamo would
otherwise have compiled it.

`ConvertFrame` is what Dynamo calls for every function that it has no compiled code for.
"""

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

import torch
from npusim import scheduler
from npusim.frontend.backend.graph_values import touches_device
from npusim.frontend.backend.rare_collections import rare_collections_if_started
from npusim.frontend.device.policy import HostFallbackWarning, compiles_eagerly, fallback_policy
from npusim.frontend.inductor.patching import around
from npusim.simulator.errors import HostFallbackError
from npusim.simulator.system.progress import enter_phase, in_phases, shows_progress

_RESUMED = "torch_dynamo_resume_in_"
_ON_HOST = 'what it computes runs on the host, and its cycles are missing ("incomplete" in report.json)'
_WAYS_OUT = (
    "Ways out: compile with dynamic=True or mark the sizes that change (torch._dynamo.mark_dynamic); raise the limit; "
    'TORCH_LOGS="recompiles,graph_breaks" says what happened.'
)


class UncompiledWarning(HostFallbackWarning):
    """A function of a compiled program runs on the host as a whole."""


@dataclass(frozen=True)
class _GivenUp:
    """Why a function was not compiled; `state` is Dynamo's state of its code, which a reset of Dynamo replaces."""

    state: Any
    limits: tuple[int, int]
    answer: Any
    is_refused: bool
    reason: str


_given_up: dict[CodeType, _GivenUp] = {}
_failure = threading.local()


@around
def remembering(attempt: Callable[..., Any], self: Any, *args: Any, **kwargs: Any) -> Any:
    """Wraps `ConvertFrameAssert.__call__`: keeps its error for `counting`; an error of npusim's own that stopped the
    tracing is raised unchanged.
    """
    from npusim.frontend.backend.options import typed_errors

    try:
        with typed_errors():
            return attempt(self, *args, **kwargs)
    except Exception as error:
        _failure.last = error
        raise


@around
def counting(
    convert: Callable[..., Any], self: Any, frame: Any, cache_entry: Any, hooks: Any, frame_state: Any, skip: int = 0
) -> Any:
    """Wraps `ConvertFrame.__call__`: tells reports and users what Dynamo leaves uncompiled on the device."""
    known = _given_up.get(frame.f_code)
    if known is not None and known.state is frame_state and known.limits == _limits():
        return _count(frame.f_code, known)
    _failure.last = None
    with rare_collections_if_started(), _tracing_shown(frame):
        # `skip` counts Python frames on the way: those of this function, of `remembering` and of `around` twice.
        answer = convert(self, frame, cache_entry, hooks, frame_state, skip=skip + 4)
    error = _failure.last
    if error is None or answer.guarded_code is not None or not _is_on_device(frame):
        return answer
    for_this_run = replace(answer, apply_to_code=False)  # later runs are counted as well
    found = _GivenUp(frame_state, _limits(), for_this_run, _is_refused(error), _reason(error))
    _given_up[frame.f_code] = found
    _announce(frame.f_code, found)
    return _count(frame.f_code, found)


@contextmanager
def _tracing_shown(frame: Any) -> Iterator[None]:
    """The progress line of a function that is compiled for the device; `hooks` names what comes after Dynamo."""
    if not shows_progress() or not _is_on_device(frame):
        yield
        return
    with in_phases("compiling"):
        enter_phase("tracing with Dynamo")
        yield


def _limits() -> tuple[int, int]:
    config: Any = torch._dynamo.config
    return config.recompile_limit, config.accumulated_recompile_limit


def _is_refused(error: Exception) -> bool:
    """Whether Dynamo would have compiled the function; one that graph breaks divide may contain no operators itself."""
    from npusim.frontend.inductor.tracing_api import Unsupported

    return not isinstance(error, Unsupported) or error.frame_exec_strategy is not None


def _is_on_device(frame: Any) -> bool:
    """Whether a function's variables, or objects in them, are tensors on the device."""
    used = [frame.f_globals[name] for name in frame.f_code.co_names if name in frame.f_globals]
    return any(touches_device(value, _parts(value)) for value in (*frame.f_locals.values(), *used))


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, (type, torch.nn.Module)) or not hasattr(value, "__dict__") or callable(value):
        return [value]
    return [value, list(vars(value).values())]


def _reason(error: Exception) -> str:
    """The first line of Dynamo's message that explains the error."""
    text = str(error)
    _, explained, explanation = text.partition("Explanation: ")
    line = (explanation if explained else text).strip().split("\n")[0]
    sentence = line.split(". ")[0].rstrip(".")
    if _is_refused(error):
        return sentence if explained else f"{type(error).__name__}: {sentence}"
    return f"a graph break leaves nothing to resume at: {sentence}"


def _name(code: CodeType) -> str:
    name = code.co_name
    return name.removeprefix(_RESUMED).rpartition("_at_")[0] if name.startswith(_RESUMED) else name


def _place(code: CodeType) -> str:
    return f"{code.co_filename}:{code.co_firstlineno}"


def _announce(code: CodeType, found: _GivenUp) -> None:
    if fallback_policy() == "warn" and (found.is_refused or not compiles_eagerly()):
        effect = "each of its operators is a kernel of its own" if compiles_eagerly() else _ON_HOST
        message = (
            f"torch.compile leaves '{_name(code)}' ({_place(code)}) uncompiled: {effect}. Why: {found.reason}. "
            f"{_WAYS_OUT} This is said once per function."
        )
        warnings.warn_explicit(message, UncompiledWarning, code.co_filename, code.co_firstlineno)


def _count(code: CodeType, found: _GivenUp) -> Any:
    """Counts a call of the function on the host; returns what Dynamo is to do with the function.

    Raises:
        HostFallbackError: the policy is `error`, and the function was to be compiled.
    """
    if compiles_eagerly():
        return found.answer
    if found.is_refused and fallback_policy() == "error":
        raise HostFallbackError(
            f"torch.compile leaves '{_name(code)}' ({_place(code)}) uncompiled, so it would run on the host. "
            f"Why: {found.reason}. {_WAYS_OUT}"
        )
    scheduler.count_host_function(_name(code), _place(code), found.reason)
    return found.answer
