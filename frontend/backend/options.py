"""Compile-time options for graphs that touch the device."""

import errno
import inspect
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from npusim.frontend.backend.graph_values import graph_values
from npusim.frontend.inductor.tracing_api import ShortenTraceback, cache_dir
from npusim.frontend.inductor.tracing_api import inductor_config as config
from npusim.frontend.lowering.graph_rewrites import joint_graph_passes
from npusim.frontend.settings.verification import verification
from npusim.simulator.errors import ArgumentError, NpuSimError, OptionError, causes

_LIBRARIES = (str(Path(torch.__file__).parent) + os.sep, str(Path(__file__).parents[1]) + os.sep)
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)

# Why each: the scheduler of the device wants whole reductions as one loop, and buffers with the strides that the
# model gave them.
DEVICE_OPTIONS: dict[str, Any] = {
    "unroll_reductions_threshold": 1,
    "split_reductions": False,
    "layout_optimization": False,
    "comprehensive_padding": False,
    "shape_padding": False,
    "max_autotune": False,
    # It takes x // n for an invertible index, and leaves elements out when n is the only factor.
    "loop_index_inversion_in_fusion": False,
    # topk, kthvalue, median and mode in terms of sort, which `loops` provides for any size.
    "triton.decompose_sort_ops": True,
    # For CUDA graphs, which the device does not have; it looks for symbols in every index of the graph.
    "graph_partition": False,
}

# Of Triton's kernels, also where programs ask for them: grouping them, and measuring them on a GPU.
TRITON_OPTIONS = {"combo_kernels": False, "benchmark_fusion": False, "profile_bandwidth": False}


def device_options() -> dict[str, Any]:
    """The options that the device needs, except options that the user has changed in `torch._inductor.config`.

    Under verification Inductor's caches are off: their entries have no graphs, with which kernels are compared.
    """
    uncached = {"force_disable_caches": True} if verification.value().kernels else {}
    rewrites = joint_graph_passes(config.joint_custom_pre_pass, config.joint_custom_post_pass)
    return (
        uncached
        | rewrites
        | {key: value for key, value in DEVICE_OPTIONS.items() if getattr(config, key) == _stock_value(key)}
    )


def _stock_value(key: str) -> Any:
    # Not config._is_default(): leaving a config.patch() restores the value, but not the state of never having been set.
    entries: Any = config._config  # type: ignore[attr-defined]
    return entries[key].default


@contextmanager
def complex_is_supported(model: Any, inputs: Any) -> Iterator[None]:
    """Keeps Inductor from warning that it does not support complex numbers, for graphs on the device."""
    if not any(isinstance(value, torch.Tensor) and value.is_complex() for value in graph_values(model, inputs)):
        yield
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Torchinductor does not support code generation for complex")
        yield


@contextmanager
def typed_errors() -> Iterator[None]:
    """Raises an `NpuSimError` or a disk error (full, read-only) that Inductor wrapped as an `NpuSimError` that Dynamo
    does not wrap.
    """
    try:
        yield
    except Exception as failure:
        cause = _npusim_error(failure)
        if cause is None or isinstance(failure, NpuSimError):
            raise
        raise _typed(_with_model_line(cause, failure), inspect.currentframe()) from failure


def _with_model_line(cause: NpuSimError, failure: Exception) -> NpuSimError:
    """The error for a wrong argument with the line of the program that was being traced."""
    stack = [each for each in getattr(failure, "real_stack", None) or () if not each.filename.startswith(_LIBRARIES)]
    if isinstance(cause, ArgumentError) and stack:
        frame = stack[-1]
        cause.args = (f"{cause}\n  at {frame.filename}, line {frame.lineno}, in {frame.name}: {frame.line}",)
    return cause


def _npusim_error(failure: Exception) -> NpuSimError | None:
    for cause in causes(failure):
        if isinstance(cause, NpuSimError):
            return cause
        if isinstance(cause, OSError) and cause.errno in _UNWRITABLE:
            return OptionError(
                f"torch's compiler cannot keep its files ({cause.strerror}); set TORCHINDUCTOR_CACHE_DIR to a folder "
                f"that can be written and has room (it is {cache_dir()}), and TMPDIR as well"
            )
    return None


def _typed(cause: NpuSimError, first_useful_frame: FrameType | None) -> Exception:
    """An exception of the class of `cause` that is a ShortenTraceback too, which Dynamo does not wrap, and that says
    nothing else: Dynamo appends how to see its own frames."""
    kind, message = type(cause), str(cause)
    members = {"__module__": kind.__module__, "__str__": lambda _: message}
    combined = type(kind.__name__, (kind, ShortenTraceback), members)
    error: Any = combined.__new__(combined, message)
    ShortenTraceback.__init__(error, first_useful_frame=first_useful_frame)  # Dynamo cuts its own frames off above it
    error.__dict__.update(cause.__dict__)
    error.args = (message,)
    return error  # type: ignore[no-any-return]
