"""One entry of PyTorch's operator database on the device: run its samples compiled, compare with eager on the CPU."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from opdb import comparison, database, extremes, random_results

PASSED, WRONG, UNSUPPORTED = "passed", "wrong", "unsupported"


@dataclass
class Result:
    """How an entry went in one dtype.

    Attributes:
        name: of the entry, with its variant after a dot.
        verdict: `passed`, `wrong` (values, dtypes, shapes or devices differ) or `unsupported`.
        by_float64: samples that differ from eager's results, but agree with those computed in float64.
        reason: of the first sample that did not pass, else empty.
        host_ops: operators that ran on the host, with their number of calls.
    """

    name: str
    dtype: str
    backward: bool
    dynamic: bool = False
    samples: int = 0
    passed: int = 0
    by_float64: int = 0
    verdict: str = PASSED
    reason: str = ""
    host_ops: dict[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def run_entry(
    op: Any,
    dtype: torch.dtype,
    *,
    backward: bool = False,
    dynamic: bool = False,
    eager: bool = False,
    with_extremes: bool = False,
    samples: int,
    seconds: int,
) -> Result:
    """Runs up to `samples` samples of an entry, each in at most `seconds`; stops at the first that does not pass.

    Args:
        with_extremes: samples have extreme values (`opdb/extremes.py`); those that eager PyTorch refuses do not count.
    """
    result = Result(database.full_name(op), str(dtype).removeprefix("torch."), backward, dynamic)
    torch.npu.reset_fallback_counts()
    chosen = database.chosen_samples(op, dtype, backward, samples)
    for sample in _with_extremes(op, chosen, dtype, backward) if with_extremes else chosen:
        result.samples += 1
        try:
            with database.time_limit(seconds):
                result.by_float64 += check_sample(op, sample, backward, dynamic, eager)
        except AssertionError as failure:
            result.verdict, result.reason = WRONG, _one_line(str(failure))
            break
        except Exception as failure:  # a verdict on the operator, whatever the error is
            result.verdict, result.reason = UNSUPPORTED, explain(failure)
            break
        result.passed += 1
    result.host_ops = dict(torch.npu.fallback_counts())
    return result


def _with_extremes(op: Any, samples: Iterator[Any], dtype: torch.dtype, backward: bool) -> Iterator[Any]:
    for number, sample in enumerate(samples):
        accepted = (one for one in extremes.of_sample(sample, dtype, number) if database.is_accepted(op, one, backward))
        yield from itertools.islice(accepted, 1)


def check_sample(op: Any, sample: Any, backward: bool, dynamic: bool, eager: bool = False) -> bool:
    """Whether the device's results agree with the exact ones only; raises AssertionError where they are wrong."""
    expected = database.eager(op, sample, backward=backward)
    if eager:
        result = database.eager_kernels(op, sample, "npu", backward=backward)
    else:
        result = database.compiled(op, sample, "npu", backward=backward, dynamic=dynamic)
    return check_result(op, sample, result, expected, backward=backward)


def check_result(op: Any, sample: Any, result: Any, expected: Any, *, backward: bool) -> bool:
    """Whether a result is not eager's, but the exact one; raises AssertionError where it is neither."""
    try:
        comparison.compare(op, sample, result, expected)
    except AssertionError:
        if random_results.is_random(op, sample) or not _is_inexact(expected):
            raise
        # Eager itself may have lost digits: right is what is as close to the exact result as the dtype demands, or as
        # eager's is.
        exact = database.in_float64(op, sample, expected, backward=backward)
        if not comparison.is_no_further(op, result, expected, exact):
            comparison.compare(op, sample, result, exact)
        return True
    return False


def _is_inexact(values: Any) -> bool:
    tensors = [t for t in tree_leaves(values) if isinstance(t, torch.Tensor) and t.numel()]
    return all(t.is_floating_point() or t.is_complex() for t in tensors)


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
