"""PyTorch's device-generic tests of operators for the device: `python benchmarks/device_tests.py`.

PyTorch's test files are not part of its package; the machinery is (`torch.testing._internal`). This class follows the
contract of PyTorch's `test_ops.py`, and `instantiate_device_type_tests` makes a test of each method, operator and dtype
of the database for the device, as it does for every accelerator.

    python benchmarks/device_tests.py --table docs/op_coverage.md      # all; hours, one line per 100 tests
    python benchmarks/device_tests.py --test compiled --shard 3/20
    python benchmarks/device_tests.py --match "softmax|cumsum" --verbose

Exit status: 0, or 1 when a test failed.
"""

import argparse
import re
import sys
import unittest
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import op_compare
import op_random
import torch
from op_samples import EXCLUDED, FACTORIES
from torch.testing._internal import common_device_type as machinery
from torch.testing._internal import common_methods_invocations as database
from torch.testing._internal.common_utils import TestCase
from torch.utils._pytree import tree_leaves, tree_map

HEADING = "## PyTorch's device-generic tests"
OPERATORS = [op for op in database.op_db if not op.name.startswith(tuple(EXCLUDED)) and op.name not in FACTORIES]
WITH_OUT = [op for op in OPERATORS if op.supports_out]
SAMPLES = 3
MEANINGS = {
    "test_compare_cpu": "eager results on the device are those of the CPU, every supported dtype",
    "test_noncontiguous_samples": "operands with gaps give the results of dense ones, float32",
    "test_out": "`out=` gets the result: kept when it fits, resized when it is empty, float32",
    "test_compiled": "compiled for the device without a host operator, the results are the CPU's, float32",
}


class TestOps(TestCase):
    """One operator and dtype at a time; `device` is the device's name."""

    @machinery.ops(OPERATORS, dtypes=machinery.OpDTypes.supported)
    def test_compare_cpu(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            self._compare(op, sample, self._on(device, op, sample), wanted)

    @machinery.ops(OPERATORS, allowed_dtypes=(torch.float32,))
    def test_noncontiguous_samples(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            there = sample.transform(lambda x: x.to(device) if isinstance(x, torch.Tensor) else x)
            spread = there.noncontiguous()
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            self._compare(op, sample, op(spread.input, *spread.args, **spread.kwargs), wanted)

    @machinery.ops(WITH_OUT, allowed_dtypes=(torch.float32,))
    def test_out(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            wanted = self._on(device, op, sample)
            for make in (torch.empty_like, lambda x: x.new_empty(0)):
                out = tree_map(lambda x, make=make: make(x) if isinstance(x, torch.Tensor) else x, wanted)
                places = [x.data_ptr() for x in tree_leaves(out)]
                self._on(device, op, sample, out=out)
                self._compare(op, sample, out, tree_map(torch.Tensor.cpu, wanted))
                if make is torch.empty_like:
                    self.assertEqual(places, [x.data_ptr() for x in tree_leaves(out)])

    @machinery.ops(OPERATORS, allowed_dtypes=(torch.float32,))
    def test_compiled(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in list(self._samples(op, "cpu", dtype))[:1]:
            torch._dynamo.reset()
            function = torch.compile(op.get_op(), fullgraph=True, dynamic=False)
            there = self._moved(device, sample)
            with torch.npu.set_fallback_policy("error"):
                got = function(there.input, *there.args, **there.kwargs)
            self._compare(op, sample, got, op(sample.input, *sample.args, **sample.kwargs))

    def _samples(self, op: Any, device: str, dtype: torch.dtype) -> Iterator[Any]:
        torch.manual_seed(0)
        for _, sample in zip(range(SAMPLES), op.sample_inputs(device, dtype), strict=False):
            yield sample

    def _moved(self, device: str, sample: Any) -> Any:
        there = sample.transform(lambda x: x.to(device) if isinstance(x, torch.Tensor) else x)
        there.kwargs = {name: device if name == "device" else value for name, value in there.kwargs.items()}
        return there

    def _on(self, device: str, op: Any, sample: Any, **more: Any) -> Any:
        there = self._moved(device, sample)
        return op(there.input, *there.args, **there.kwargs, **more)

    def _compare(self, op: Any, sample: Any, got: Any, wanted: Any) -> None:
        if op_random.is_random(op, sample) or getattr(op, "is_factory_function", False) or "empty" in op.name:
            self.assertEqual([x.shape for x in tree_leaves(got)], [x.shape for x in tree_leaves(wanted)])
        else:
            op_compare.compare(op, sample, got, wanted)


machinery.instantiate_device_type_tests(TestOps, globals(), only_for=("privateuse1", "npu"))


class _Result(unittest.TestResult):
    """Counts by method; says what failed."""

    def __init__(self, verbose: bool) -> None:
        super().__init__()
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.failed: dict[str, list[str]] = defaultdict(list)
        self._verbose = verbose

    def _count(self, test: Any, outcome: str, why: str = "") -> None:
        method, name = _parts(test)
        self.counts[method][outcome] += 1
        if outcome == "failed":
            self.failed[method].append(name)
        if (self._verbose and outcome != "passed") or outcome == "failed":
            print(f"{outcome} {test.id().rpartition('.')[2]}: {why}", file=sys.stderr, flush=True)
        if self.testsRun % 100 == 0:
            print(f"{self.testsRun} tests", file=sys.stderr, flush=True)

    def addSuccess(self, test: Any) -> None:
        self._count(test, "passed")

    def addSkip(self, test: Any, reason: str) -> None:
        self._count(test, "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._count(test, "skipped", "fails on every device")

    def addUnexpectedSuccess(self, test: Any) -> None:
        self._count(test, "passed")

    def addFailure(self, test: Any, err: Any) -> None:
        self._count(test, "failed", (str(err[1]).strip() or repr(err[1])).splitlines()[0][:200])

    addError = addFailure


def _parts(test: Any) -> tuple[str, str]:
    """Method, and operator with dtype, of a test of the machinery: `test_out_add_npu_float32`."""
    name = test.id().rpartition(".")[2]
    method = next(method for method in MEANINGS if name.startswith(method))
    return method, name.removeprefix(f"{method}_").replace("_npu_", " ")


def chosen(methods: Sequence[str], match: str, shard: str) -> list[unittest.TestCase]:
    """Tests by method, operator and share, in the order of their names."""
    part, parts = map(int, shard.split("/"))
    tests = sorted(unittest.defaultTestLoader.loadTestsFromTestCase(TestOpsPRIVATEUSE1), key=lambda test: test.id())  # type: ignore[name-defined]  # noqa: F821
    found = [t for t in tests if _parts(t)[0] in methods and re.search(match, _parts(t)[1])]
    return found[part - 1 :: parts]


def run(tests: Sequence[unittest.TestCase], verbose: bool = False) -> _Result:
    """Runs tests in this process. Eager operators may run on the host, as on any device with a fallback."""
    result = _Result(verbose)
    with torch.npu.set_fallback_policy("allow"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        unittest.TestSuite(tests).run(result)
    return result


def table(result: _Result, note: str) -> str:
    """The section of docs/op_coverage.md."""
    lines = [HEADING, "", _INTRODUCTION, ""]
    lines += [note, ""] if note else []
    lines += ["| test | what it says | passed | failed | skipped |", "| -- | -- | -- | -- | -- |"]
    for method, meaning in MEANINGS.items():
        count = result.counts[method]
        lines.append(f"| `{method}` | {meaning} | {count['passed']} | {count['failed']} | {count['skipped']} |")
    for method, names in result.failed.items():
        lines += ["", f"Failed in `{method}`: {', '.join(sorted(names)).replace('_', chr(92) + '_')}."]
    return "\n".join(lines) + "\n"


_INTRODUCTION = (
    "`benchmarks/device_tests.py` gives PyTorch's machinery for tests on any device "
    "(`instantiate_device_type_tests`, the operator database) a class that follows the contract of PyTorch's "
    "`test_ops.py`, whose files are not part of its package. Skipped tests are those that the database itself marks "
    "for every device. Regenerate: `python benchmarks/device_tests.py --table docs/op_coverage.md && mdformat "
    "docs/op_coverage.md`."
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    short = [method.removeprefix("test_") for method in MEANINGS]
    parser.add_argument("--test", action="append", choices=short, help="repeatable; default all")
    parser.add_argument("--match", default="", help="regular expression: only operators and dtypes that it finds")
    parser.add_argument("--shard", default="1/1", help="i/n: every n-th test, from the i-th")
    parser.add_argument("--verbose", action="store_true", help="say what was skipped as well")
    parser.add_argument("--table", type=Path, help="replace the section of this page")
    parser.add_argument("--note", default="", help="a sentence about this run for the page")
    options = parser.parse_args(arguments)
    methods = [f"test_{name}" for name in options.test or short]
    result = run(chosen(methods, options.match, options.shard), options.verbose)
    text = table(result, options.note)
    print(text)
    if options.table is not None:
        kept = options.table.read_text().partition(HEADING)[0].rstrip()
        options.table.write_text(f"{kept}\n\n{text}")
    return 1 if result.failed else 0


if __name__ == "__main__":
    sys.exit(main())
