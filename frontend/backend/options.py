"""Compile-time options for graphs that touch the device. Checked with torch 2.13.0."""

import errno
import inspect
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import torch
from npusim.simulator.errors import NpuSimError, OptionError
from torch._dynamo.exc import ShortenTraceback
from torch._inductor import config
from torch._inductor.runtime.cache_dir_utils import cache_dir
from torch.utils._pytree import tree_leaves

DEVICE_TYPE = "npu"
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
    # It takes x // n for an index that can be inverted: with one factor only, elements are left out.
    "loop_index_inversion_in_fusion": False,
    # topk, kthvalue, median and mode in terms of sort, which `loops` provides for any size.
    "triton.decompose_sort_ops": True,
}


def device_options() -> dict[str, Any]:
    """The options that the device needs, without those that the user has changed in `torch._inductor.config`."""
    return {key: value for key, value in DEVICE_OPTIONS.items() if getattr(config, key) == _stock_value(key)}


def _stock_value(key: str) -> Any:
    # Not config._is_default(): leaving a config.patch() restores the value, but not the state of never having been set.
    entries: Any = config._config  # type: ignore[attr-defined]
    return entries[key].default


def touches_device(model: Any, inputs: Any) -> bool:
    """Whether any input, parameter or value of the graph module is on the device."""
    return any(_on_device(value) for value in _values(model, inputs))


def _values(model: Any, inputs: Any) -> Iterable[Any]:
    yield from tree_leaves(inputs)
    if not isinstance(model, torch.nn.Module):
        return
    yield from model.parameters()
    yield from model.buffers()
    for module in model.modules():
        if isinstance(module, torch.fx.GraphModule):
            yield from _graph_values(module.graph)


def _graph_values(graph: torch.fx.Graph) -> Iterable[Any]:
    for node in graph.nodes:
        for key in ("example_value", "val"):
            yield from tree_leaves(node.meta.get(key))


def _on_device(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.device.type == DEVICE_TYPE


@contextmanager
def complex_is_supported(model: Any, inputs: Any) -> Iterator[None]:
    """Keeps Inductor from saying that it cannot do what `frontend.complex_numbers` does for graphs on the device."""
    if not any(isinstance(value, torch.Tensor) and value.is_complex() for value in _values(model, inputs)):
        yield
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Torchinductor does not support code generation for complex")
        yield


@contextmanager
def typed_errors() -> Iterator[None]:
    """Turns Inductor's wrapping of one of our errors, or of a disk that is full or read-only, into an exception that is
    an error of ours and passes Dynamo unchanged.
    """
    try:
        yield
    except Exception as failure:
        cause = _npusim_error(failure)
        if cause is None or isinstance(failure, NpuSimError):
            raise
        raise _typed(cause, inspect.currentframe()) from failure


def _npusim_error(failure: BaseException | None) -> NpuSimError | None:
    seen: set[int] = set()
    while failure is not None and id(failure) not in seen:
        if isinstance(failure, NpuSimError):
            return failure
        if isinstance(failure, OSError) and failure.errno in _UNWRITABLE:
            return OptionError(
                f"torch's compiler cannot keep its files ({failure.strerror}); set TORCHINDUCTOR_CACHE_DIR to a folder "
                f"that can be written and has room (it is {cache_dir()}), and TMPDIR as well"
            )
        seen.add(id(failure))
        failure = getattr(failure, "inner_exception", None) or failure.__cause__ or failure.__context__
    return None


def _typed(cause: NpuSimError, first_useful_frame: FrameType | None) -> Exception:
    """An exception of the class of `cause` that Dynamo raises to the caller as it is, because it is a
    ShortenTraceback too.
    """
    kind = type(cause)
    combined = type(kind.__name__, (kind, ShortenTraceback), {"__module__": kind.__module__})
    error: Any = combined.__new__(combined, str(cause))
    ShortenTraceback.__init__(error, first_useful_frame=first_useful_frame)  # Dynamo cuts its own frames off above it
    error.__dict__.update(cause.__dict__)
    error.args = (str(cause),)
    return error  # type: ignore[no-any-return]
