"""One entry of PyTorch's operator database on the device: run its samples compiled, compare with eager on the CPU.

The database is `torch.testing._internal.common_methods_invocations.op_db`. Checked with torch 2.13.0.
"""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from torch.utils._pytree import tree_leaves, tree_map

PASSED, WRONG, UNSUPPORTED = "passed", "wrong", "unsupported"

# Their results are random numbers: shape, dtype and device are compared, values cannot be.
RANDOM = frozenset(
    {
        "bernoulli",
        "cauchy",
        "exponential",
        "geometric",
        "log_normal",
        "multinomial",
        "normal",
        "rand_like",
        "randint",
        "randint_like",
        "randn",
        "randn_like",
        "uniform",
        "empty",
        "empty_like",
        "empty_permuted",
        "empty_strided",
        "new_empty",
        "new_empty_strided",
        "nn.functional.dropout",
        "nn.functional.dropout2d",
        "nn.functional.dropout3d",
        "nn.functional.alpha_dropout",
        "nn.functional.feature_alpha_dropout",
        "nn.functional.fractional_max_pool2d",
        "nn.functional.fractional_max_pool3d",
        "nn.functional.rrelu",
        "nn.functional.scaled_dot_product_attention",
        "pca_lowrank",
        "svd_lowrank",
    }
)


@dataclass
class Result:
    """How an entry went in one dtype.

    Attributes:
        name: of the entry, with its variant after a dot.
        verdict: `passed`, `wrong` (values, dtypes or strides differ) or `unsupported`.
        reason: of the first sample that did not pass, else empty.
        host_ops: operators that ran on the host, with their number of calls.
    """

    name: str
    dtype: str
    backward: bool
    samples: int = 0
    passed: int = 0
    verdict: str = PASSED
    reason: str = ""
    host_ops: dict[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


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
        and (not backward or (op.supports_autograd and dtype in op.supported_backward_dtypes("cpu")))
    ]
    return sorted(chosen, key=full_name)


def run_entry(op: Any, dtype: torch.dtype, *, backward: bool, samples: int, seconds: int) -> Result:
    """Runs up to `samples` samples of an entry, each in at most `seconds`; stops at the first that does not pass."""
    result = Result(full_name(op), str(dtype).removeprefix("torch."), backward)
    torch.npu.reset_fallback_counts()
    for sample in _samples(op, dtype, backward, samples):
        result.samples += 1
        try:
            with _time_limit(seconds):
                _run_sample(op, sample, backward)
        except AssertionError as failure:
            result.verdict, result.reason = WRONG, _one_line(str(failure))
            break
        except Exception as failure:  # a verdict on the operator, whatever the error is
            result.verdict, result.reason = UNSUPPORTED, explain(failure)
            break
        result.passed += 1
    result.host_ops = dict(torch.npu.fallback_counts())
    return result


def _samples(op: Any, dtype: torch.dtype, backward: bool, limit: int) -> Iterator[Any]:
    torch.manual_seed(0)
    for number, sample in enumerate(op.sample_inputs("cpu", dtype, requires_grad=backward)):
        if number == limit:
            return
        yield sample


def _run_sample(op: Any, sample: Any, backward: bool) -> None:
    torch._dynamo.reset()
    function = op.get_op()
    arguments = (sample.input, *sample.args)
    step = _gradients if backward else _values
    expected = step(function, *_copied((arguments, sample.kwargs), "cpu"))
    compiled = torch.compile(lambda *args, **kwargs: function(*args, **kwargs), fullgraph=True, dynamic=False)
    with _unbacked_sizes():
        result = step(compiled, *_copied((arguments, sample.kwargs), "npu"))
    try:
        _compare_all(op, result, expected)
    except AssertionError:
        if not _is_float(expected):
            raise
        # Eager itself may have lost digits: what is as close to the exact result as the dtype demands is right.
        exact = step(function, *tree_map(_in_float64, _copied((arguments, sample.kwargs), "cpu")))
        _compare_all(op, result, tree_map(_rounded_like, exact, expected))


def _is_float(values: Any) -> bool:
    return all(t.is_floating_point() for t in tree_leaves(values) if isinstance(t, torch.Tensor))


def _in_float64(value: Any) -> Any:
    if not isinstance(value, torch.Tensor) or not value.is_floating_point():
        return value
    return value.detach().double().requires_grad_(value.requires_grad)


def _rounded_like(exact: Any, expected: Any) -> Any:
    return exact.detach().to(expected.dtype) if isinstance(exact, torch.Tensor) else exact


def _compare_all(op: Any, result: Any, expected: Any) -> None:
    for got, wanted in zip(tree_leaves(result), tree_leaves(expected), strict=True):
        _compare(op, got, wanted)


def _unbacked_sizes() -> Any:
    return torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True)


def _values(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _gradients(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Results and the gradients of the sum of all differentiable ones."""
    outputs = function(*args, **kwargs)
    wanted = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor) and t.requires_grad]
    roots = [t for t in tree_leaves(outputs) if isinstance(t, torch.Tensor) and t.requires_grad]
    if not roots or not wanted:
        return outputs
    gradients = torch.autograd.grad(roots, wanted, [torch.ones_like(r) for r in roots], allow_unused=True)
    return outputs, gradients


def _copied(values: Any, device: str) -> Any:
    return tree_map(lambda value: _moved(value, device), values)


def _moved(value: Any, device: str) -> Any:
    """A copy of a tensor on a device with the same strides; a device argument becomes the device."""
    if isinstance(value, torch.device) or value == "cpu" if isinstance(value, (torch.device, str)) else False:
        return torch.device(device) if isinstance(value, torch.device) else device
    if not isinstance(value, torch.Tensor):
        return value
    plain = value.detach()
    storage = torch.empty(0, dtype=value.dtype).set_(plain.untyped_storage())
    copy = storage.to(device, copy=True).as_strided(plain.shape, plain.stride(), plain.storage_offset())
    return copy.requires_grad_(value.requires_grad)


def _compare(op: Any, got: Any, wanted: Any) -> None:
    if not isinstance(wanted, torch.Tensor):
        assert got == wanted or (got != got and wanted != wanted), f"{got!r} instead of {wanted!r}"
        return
    assert got.device.type == "npu", f"the result is on {got.device}"
    assert got.dtype == wanted.dtype, f"dtype {got.dtype} instead of {wanted.dtype}"
    assert got.shape == wanted.shape, f"shape {tuple(got.shape)} instead of {tuple(wanted.shape)}"
    if op.name not in RANDOM:
        torch.testing.assert_close(got.detach().cpu(), wanted.detach(), equal_nan=True)


class TimeLimit(Exception):
    """A sample took longer than it may."""


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TimeLimit(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def explain(failure: BaseException) -> str:
    """One line for the table; the same for every operator that lacks the same thing."""
    text = str(failure)
    missing = re.search(r"'([\w:.]+)' has no lowering", text)
    if missing:
        return f"no lowering: {missing.group(1)}"
    operation = re.search(r"(operation|reduction) '(\w+)' is not supported", text)
    if operation:
        return f"no {operation.group(1)}: {operation.group(2)}"
    return f"{type(failure).__name__}: {_one_line(text)}"


def _one_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[:4])[:240]
