"""Entries of PyTorch's operator database, the samples of them that are run, and running one on a device.

The database is `torch.testing._internal.common_methods_invocations.op_db`.
"""

import contextlib
import signal
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import torch
from torch.utils._pytree import tree_leaves, tree_map

EXCLUDED = {"jiterator_": "compiles CUDA source text; raises an error on every other device"}
"""Prefix of names of entries that are not run -> why."""

FACTORIES = frozenset({"linspace", "logspace"})
"""Operators that take tensors, but whose result is on the default device unless a device is named."""

SIZES_ON_CPU = frozenset({"tensor_split"})
"""Operators that take a tensor of sizes, which PyTorch wants on the CPU whatever the device of the first one."""


def full_name(op: Any) -> str:
    """Name of an entry, unique in the database."""
    return f"{op.name}.{op.variant_test_name}" if op.variant_test_name else str(op.name)


def entries(dtype: torch.dtype, backward: bool = False) -> list[Any]:
    """The entries of the database that exist in a dtype on the CPU (backward: that have a gradient), by name."""
    from torch.testing._internal import common_methods_invocations as database

    # It seeds the generator before every call, which cannot be compiled.
    database.wrapper_set_seed = lambda op, *args, **kwargs: op(*args, **kwargs)
    chosen = [
        op
        for op in database.op_db
        if op.supports_dtype(dtype, "cpu")
        and not op.name.startswith(tuple(EXCLUDED))
        and (not backward or (op.supports_autograd and dtype in op.supported_backward_dtypes("cpu")))
    ]
    return sorted(chosen, key=full_name)


def chosen_samples(op: Any, dtype: torch.dtype, backward: bool, limit: int) -> Iterator[Any]:
    """At most `limit` samples of an entry, spread evenly over all of them, first and last included; -1 for all."""
    torch.manual_seed(0)
    samples = list(op.sample_inputs("cpu", dtype, requires_grad=backward))
    yield from (samples[place] for place in spread(len(samples), limit))


def spread(count: int, limit: int) -> list[int]:
    """At most `limit` (-1: all) of the numbers below `count`, evenly spaced, ascending."""
    if limit < 0 or count <= limit:
        return list(range(count))
    return [number * (count - 1) // max(limit - 1, 1) for number in range(limit)]


def eager(op: Any, sample: Any, *, backward: bool) -> Any:
    """What a sample gives in eager PyTorch on the CPU: results, and with `backward` the gradients."""
    return _step(sample, backward)(op.get_op(), *_copied(_arguments(sample), "cpu"))


def is_accepted(op: Any, sample: Any, backward: bool) -> bool:
    """Whether eager PyTorch computes a sample on the CPU."""
    try:
        eager(op, sample, backward=backward)
    except (RuntimeError, ValueError, IndexError, OverflowError, NotImplementedError, AssertionError):
        return False
    return True


def moved(op: Any, sample: Any, device: str) -> Any:
    """A sample with copies of its tensors on a device, and the device where an argument names one."""
    (given, *args), kwargs = _copied_to(op, sample, device)
    return type(sample)(given, args=tuple(args), kwargs=kwargs)


def in_float64(op: Any, sample: Any, expected: Any, *, backward: bool) -> Any:
    """As `eager`, computed in float64, also where whole numbers become floats; rounded to the dtypes of `expected`.

    A product of eight-bit floats is computed in float32, which PyTorch rounds to the largest number when it is beyond
    them, as the device does; its product in eight bits is NaN there, or the largest number too, by dtypes.
    """
    if op.name == "torch._scaled_mm":
        return op(sample.input, *sample.args, **sample.kwargs, out_dtype=torch.float32).to(expected.dtype)
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        exact = _step(sample, backward)(op.get_op(), *tree_map(_widened, _copied(_arguments(sample), "cpu")))
    finally:
        torch.set_default_dtype(before)
    return tree_map(_rounded_like, exact, expected)


def compiled(op: Any, sample: Any, device: str, *, backward: bool, dynamic: bool = False) -> Any:
    """What a sample gives when it is compiled, as one graph, for copies of its tensors on a device."""
    torch._dynamo.reset()
    function = _ending_in_copies(op.get_op()) if backward else op.get_op()
    program = torch.compile(lambda *args, **kwargs: function(*args, **kwargs), fullgraph=True, dynamic=dynamic)
    place = contextlib.nullcontext() if _names_device(op, sample) else torch.device(device)
    with place, torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True):
        return _step(sample, backward)(program, *_copied_to(op, sample, device))


def eager_kernels(op: Any, sample: Any, device: str, *, backward: bool) -> Any:
    """What a sample gives when it is called eagerly on a device, each operator a kernel of its own."""
    place = contextlib.nullcontext() if _names_device(op, sample) else torch.device(device)
    with place, torch.npu.set_eager_mode("compile"):
        return _step(sample, backward)(op.get_op(), *_copied_to(op, sample, device))


def _names_device(op: Any, sample: Any) -> bool:
    """Whether the arguments say where to compute; `arange(3)` leaves that to the default device."""
    leaves = tree_leaves(_arguments(sample))
    by_tensor = op.name not in FACTORIES and any(isinstance(leaf, torch.Tensor) for leaf in leaves)
    return by_tensor or any(map(_is_device, leaves))


def _is_device(value: Any) -> bool:
    return isinstance(value, torch.device) or (isinstance(value, str) and value == "cpu")


def _ending_in_copies(function: Callable[..., Any]) -> Callable[..., Any]:
    """A result that is a view of an argument is made anew outside of the compiled graph, and its gradient computed in
    eager mode; a model does something with its views, so the copy stands for what follows.
    """

    def copying(*args: Any, **kwargs: Any) -> Any:
        return tree_map(lambda value: value.clone() if _differentiable(value) else value, function(*args, **kwargs))

    return copying


def _differentiable(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad


def _arguments(sample: Any) -> tuple[Any, Any]:
    return (sample.input, *sample.args), sample.kwargs


def _step(sample: Any, backward: bool) -> Callable[..., Any]:
    return partial(_gradients, sample.output_process_fn_grad) if backward else _values


def _values(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _gradients(process: Callable[[Any], Any], function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Results, as the sample makes them differentiable (`process`), and the gradients of the sum of all differentiable
    ones, of sparse results in their dense form.
    """
    outputs = process(function(*args, **kwargs))
    wanted = [t for t in tree_leaves((args, kwargs)) if _differentiable(t)]
    roots = [t if t.layout is torch.strided else t.to_dense() for t in tree_leaves(outputs) if _differentiable(t)]
    if not roots or not wanted:
        return outputs
    gradients = torch.autograd.grad(roots, wanted, [torch.ones_like(r) for r in roots], allow_unused=True)
    return outputs, gradients


def _widened(value: Any) -> Any:
    if isinstance(value, torch.dtype) and value.is_floating_point:
        return torch.float64
    if not isinstance(value, torch.Tensor) or not (value.is_floating_point() or value.is_complex()):
        return value
    wide = torch.complex128 if value.is_complex() else torch.float64
    return value.detach().to(wide).requires_grad_(value.requires_grad)


def _rounded_like(exact: Any, expected: Any) -> Any:
    return exact.detach().to(expected.dtype) if isinstance(exact, torch.Tensor) else exact


def _copied_to(op: Any, sample: Any, device: str) -> tuple[Any, Any]:
    (given, *args), kwargs = _arguments(sample)
    rest = "cpu" if op.name in SIZES_ON_CPU else device
    return (_copied(given, device), *_copied(args, rest)), _copied(kwargs, rest)


def _copied(values: Any, device: str) -> Any:
    return tree_map(lambda value: _moved(value, device), values)


def _moved(value: Any, device: str) -> Any:
    """A copy of a tensor on a device with the same strides; a device argument becomes the device."""
    if _is_device(value):
        return torch.device(device) if isinstance(value, torch.device) else device
    if not isinstance(value, torch.Tensor):
        return value
    plain = value.detach()
    if plain.layout is not torch.strided:
        return plain.to(device, copy=True).requires_grad_(value.requires_grad)
    storage = torch.empty(0, dtype=value.dtype).set_(plain.untyped_storage())
    copy = storage.to(device, copy=True).as_strided(plain.shape, plain.stride(), plain.storage_offset())
    return copy.requires_grad_(value.requires_grad)


class TimeLimit(Exception):
    """A sample took longer than it may."""


_WAITING = 10
"""A process that neither computes nor ends is given up after so many times its limit."""


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeLimit in the block after so many seconds of processor time, which do not depend on what else runs."""

    def stop(*_: Any) -> None:
        raise TimeLimit(f"not done after {seconds} s of processor time")

    kinds = ((signal.SIGPROF, signal.ITIMER_PROF, seconds), (signal.SIGALRM, signal.ITIMER_REAL, _WAITING * seconds))
    before = [signal.signal(number, stop) for number, _, _ in kinds]
    others = [signal.setitimer(timer, limit) for _, timer, limit in kinds]
    try:
        yield
    finally:  # a limit around this one goes on with what it had left
        for (number, timer, _), handler, left in zip(kinds, before, others, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)
            signal.setitimer(timer, *left)
