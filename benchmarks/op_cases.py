"""One entry of PyTorch's operator database on the device: run its samples compiled, compare with eager on the CPU."""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

import op_samples
import torch
from torch.utils._pytree import tree_leaves

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

# Their results are random when a sample is one of training.
DROPOUT = frozenset({"nn.functional.multi_head_attention_forward"})

# Position of the dimension among the arguments. Which of several equal elements an index names is up to the device,
# unless the sample asks for a stable order: the elements are compared in its place.
TIES = {"sort": 0, "argsort": 0, "topk": 1, "kthvalue": 1}

# What they save for the gradient has the accelerators' form: PyTorch's decompositions give every device but the CPU
# float32 statistics, also where the CPU saves none.
SAVED_STATISTICS = frozenset(
    {"native_batch_norm", "_native_batch_norm_legit", "_batch_norm_with_update", "native_layer_norm"}
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
    dynamic: bool = False
    samples: int = 0
    passed: int = 0
    verdict: str = PASSED
    reason: str = ""
    host_ops: dict[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def run_entry(
    op: Any, dtype: torch.dtype, *, backward: bool = False, dynamic: bool = False, samples: int, seconds: int
) -> Result:
    """Runs up to `samples` samples of an entry, each in at most `seconds`; stops at the first that does not pass."""
    result = Result(op_samples.full_name(op), str(dtype).removeprefix("torch."), backward, dynamic)
    torch.npu.reset_fallback_counts()
    for sample in op_samples.chosen_samples(op, dtype, backward, samples):
        result.samples += 1
        try:
            with op_samples.time_limit(seconds):
                check_sample(op, sample, backward, dynamic)
        except AssertionError as failure:
            result.verdict, result.reason = WRONG, _one_line(str(failure))
            break
        except Exception as failure:  # a verdict on the operator, whatever the error is
            result.verdict, result.reason = UNSUPPORTED, explain(failure)
            break
        result.passed += 1
    result.host_ops = dict(torch.npu.fallback_counts())
    return result


def check_sample(op: Any, sample: Any, backward: bool, dynamic: bool) -> None:
    """Raises AssertionError where the device's results differ from eager PyTorch's."""
    expected = op_samples.eager(op, sample, backward=backward)
    result = op_samples.compiled(op, sample, "npu", backward=backward, dynamic=dynamic)
    random = op.name in RANDOM or (op.name in DROPOUT and sample.kwargs.get("training", False))
    got, wanted = (_comparable(op, sample, values, expected) for values in (result, expected))
    try:
        _compare_all(random, got, wanted)
    except AssertionError:
        if not _is_float(expected):
            raise
        # Eager itself may have lost digits: what is as close to the exact result as the dtype demands is right.
        exact = op_samples.in_float64(op, sample, expected, backward=backward)
        _compare_all(random, got, _comparable(op, sample, exact, expected))


def _comparable(op: Any, sample: Any, values: Any, expected: Any) -> Any:
    """Results without what the device may choose freely, see `TIES` and `SAVED_STATISTICS`."""
    leaves = tree_leaves(values)
    if op.name in SAVED_STATISTICS:
        return [leaves[0], *map(_saved, leaves[1:], tree_leaves(expected)[1:])]
    if op.name not in TIES or sample.kwargs.get("stable") or leaves[-1].dtype != torch.int64 or not sample.input.dim():
        return values
    dim = sample.kwargs.get("dim", (*sample.args, -1, -1)[TIES[op.name]])
    dim = -1 if isinstance(dim, bool) else dim
    index = leaves[-1] if leaves[-1].dim() == sample.input.dim() else leaves[-1].unsqueeze(dim)
    elements = sample.input.detach().gather(dim, index.cpu()).to(index.device)
    return [*leaves[:-1], elements]


def _saved(got: Any, wanted: Any) -> Any:
    return got.new_empty(0, dtype=wanted.dtype) if wanted.numel() == 0 else got.to(wanted.dtype)


def _is_float(values: Any) -> bool:
    return all(t.is_floating_point() for t in tree_leaves(values) if isinstance(t, torch.Tensor) and t.numel())


def _compare_all(random: bool, result: Any, expected: Any) -> None:
    for got, wanted in zip(tree_leaves(result), tree_leaves(expected), strict=True):
        _compare(random, got, wanted)


def _compare(random: bool, got: Any, wanted: Any) -> None:
    if not isinstance(wanted, torch.Tensor):
        assert got == wanted or (got != got and wanted != wanted), f"{got!r} instead of {wanted!r}"
        return
    assert got.device.type == "npu", f"the result is on {got.device}"
    assert got.dtype == wanted.dtype, f"dtype {got.dtype} instead of {wanted.dtype}"
    assert got.shape == wanted.shape, f"shape {tuple(got.shape)} instead of {tuple(wanted.shape)}"
    if not random:
        torch.testing.assert_close(got.detach().cpu(), wanted.detach(), equal_nan=True)


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
