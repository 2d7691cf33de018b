"""PyTorch's device-generic tests of operators for the device: `python benchmarks/device_tests.py`.

PyTorch's test files are not part of its package; the machinery is (`torch.testing._internal`). This class follows the
contract of PyTorch's `test_ops.py`, and `instantiate_device_type_tests` makes a test of each method, operator and dtype
of the database for the device, as it does for every accelerator.

    python benchmarks/device_tests.py --record all.jsonl --minutes 60   # all takes hours; goes on where it ended
    python benchmarks/device_tests.py --record all.jsonl --table docs/op_coverage.md
    python benchmarks/device_tests.py --record some.jsonl --test compiled --match "softmax|cumsum" --verbose

Exit status: 0, or 1 when a test failed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
import unittest
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from opdb import cases, comparison, database, random_results
from opdb.database import EXCLUDED, FACTORIES
from opdb.device_outcomes import Outcome, Record, append, read, running, table
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.testing._internal import common_device_type as machinery
from torch.testing._internal import common_methods_invocations as invocations
from torch.testing._internal.common_utils import TestCase
from torch.utils._pytree import tree_leaves, tree_map

HEADING = "## PyTorch's device-generic tests"
OPERATORS = [op for op in invocations.op_db if not op.name.startswith(tuple(EXCLUDED)) and op.name not in FACTORIES]
WITH_OUT = [op for op in OPERATORS if op.supports_out]
SAMPLES = 3
CHUNK = 400
"""Tests of one process."""
MORE = 3
"""Exit status of a process behind which tests are left."""
MEANINGS = {
    "test_compiled": "compiled for the device without a host operator, the results are the CPU's, float32",
    "test_backward": "eager gradients, as kernels, are those of the CPU, float32",
    "test_variants": "methods and in-place methods, as kernels, give the function's results on the CPU, float32",
    "test_out": "`out=` gets the result: kept when it fits, resized when it is empty, float32",
    "test_noncontiguous_samples": "operands with gaps give the results of dense ones, float32",
    "test_fake": "fake tensors of the device have the nature of real results, float32",
    "test_eager_kernels": "as kernels (eager mode `compile`), results are the CPU's, every dtype, first sample",
    "test_compare_cpu": "eager results on the device, in the mode `host`, are those of the CPU, every dtype",
}


class TestCommon(TestCase):
    """Has the name of PyTorch's own class, by which the database marks tests that cannot pass. One operator and dtype
    at a time; `device` is the device's name.
    """

    @machinery.ops(OPERATORS, dtypes=machinery.OpDTypes.supported)
    def test_compare_cpu(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            self._compare(op, sample, self._on(device, op, sample), wanted)

    @machinery.ops(OPERATORS, allowed_dtypes=(torch.float32,))
    def test_noncontiguous_samples(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            there, spread = database.moved(op, sample, device).noncontiguous(), sample.noncontiguous()
            try:
                op(spread.input, *spread.args, **spread.kwargs)
            except RuntimeError as error:
                self.skipTest(f"refused on the CPU as well: {error}")
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            self._compare(op, sample, op(there.input, *there.args, **there.kwargs), wanted)

    @machinery.ops(WITH_OUT, allowed_dtypes=(torch.float32,))
    def test_out(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            wanted = self._on(device, op, sample)
            if not all(isinstance(x, torch.Tensor) for x in (wanted if isinstance(wanted, tuple) else [wanted])):
                self.skipTest("only results that are tensors can be given")
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
            there = database.moved(op, sample, device)
            with torch.npu.set_fallback_policy("error"):
                got = function(there.input, *there.args, **there.kwargs)
            self._compare(op, sample, got, op(sample.input, *sample.args, **sample.kwargs))

    @machinery.ops(OPERATORS, dtypes=machinery.OpDTypes.supported)
    def test_eager_kernels(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in list(self._samples(op, "cpu", dtype))[:1]:
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            with torch.npu.set_fallback_policy("error"):
                got = database.eager_kernels(op, sample, device, backward=False)
            self._compare(op, sample, got, wanted)

    @machinery.ops([op for op in OPERATORS if op.supports_autograd], allowed_dtypes=(torch.float32,))
    def test_backward(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in database.chosen_samples(op, dtype, True, 1):
            wanted = database.eager(op, sample, backward=True)
            with torch.npu.set_fallback_policy("error"):
                got = database.eager_kernels(op, sample, device, backward=True)
            self._compare(op, sample, got, wanted, backward=True)

    @machinery.ops(OPERATORS, allowed_dtypes=(torch.float32,))
    def test_variants(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in list(self._samples(op, "cpu", dtype))[:1]:
            wanted = op(sample.input, *sample.args, **sample.kwargs)
            for variant in filter(None, (op.get_method(), op.get_inplace())):
                there = database.moved(op, sample, device)
                if variant is op.get_inplace() and not _holds(there.input, wanted):
                    continue
                with torch.npu.set_fallback_policy("error"), torch.npu.set_eager_mode("compile"):
                    got = variant(there.input, *there.args, **there.kwargs)
                self._compare(op, sample, got, wanted)

    @machinery.ops(OPERATORS, allowed_dtypes=(torch.float32,))
    def test_fake(self, device: str, dtype: torch.dtype, op: Any) -> None:
        for sample in self._samples(op, "cpu", dtype):
            try:
                _fakes(op, sample)
            except RuntimeError as error:
                self.skipTest(f"refused with fake tensors of the CPU as well: {error}")
            got = _fakes(op, database.moved(op, sample, device))
            # Fake devices save statistics of batches where PyTorch's kernels for the CPU, which run here, save none.
            known = slice(1 if op.name in comparison.SAVED_STATISTICS else None)
            natures = [[_nature(x) for x in tree_leaves(each)[known]] for each in (got, self._on(device, op, sample))]
            self.assertEqual(*natures)

    def _samples(self, op: Any, device: str, dtype: torch.dtype) -> Iterator[Any]:
        torch.manual_seed(0)
        for _, sample in zip(range(SAMPLES), op.sample_inputs(device, dtype), strict=False):
            yield sample

    def _on(self, device: str, op: Any, sample: Any, **more: Any) -> Any:
        there = database.moved(op, sample, device)
        return op(there.input, *there.args, **there.kwargs, **more)

    def _compare(self, op: Any, sample: Any, got: Any, wanted: Any, *, backward: bool = False) -> None:
        if random_results.is_random(op, sample) or getattr(op, "is_factory_function", False) or "empty" in op.name:
            self.assertEqual([x.shape for x in tree_leaves(got)], [x.shape for x in tree_leaves(wanted)])
        else:
            cases.check_result(op, sample, got, wanted, backward=backward)


def _fakes(op: Any, sample: Any) -> Any:
    """What an operator gives for fake tensors in place of a sample's."""
    mode = FakeTensorMode()
    fake = sample.transform(lambda x: mode.from_tensor(x) if isinstance(x, torch.Tensor) else x)
    with mode:
        return op(fake.input, *fake.args, **fake.kwargs)


def _holds(given: Any, result: Any) -> bool:
    """Whether an in-place method can store the result in its operand."""
    both = isinstance(given, torch.Tensor) and isinstance(result, torch.Tensor)
    return both and given.shape == result.shape and given.dtype == result.dtype


def _nature(value: Any) -> Any:
    return (value.shape, value.dtype, value.device) if isinstance(value, torch.Tensor) else type(value)


machinery.instantiate_device_type_tests(TestCommon, globals(), only_for=("privateuse1", "npu"))


def _parts(test: Any) -> tuple[str, str]:
    """Method, and operator with dtype, of a test of the machinery: `test_out_add_npu_float32`."""
    name = test.id().rpartition(".")[2]
    method = next(method for method in MEANINGS if name.startswith(method))
    return method, name.removeprefix(f"{method}_").replace("_npu_", " ")


def chosen(methods: Sequence[str], match: str, shard: str) -> list[unittest.TestCase]:
    """Tests by method, operator and share, in the order of their names."""
    part, parts = map(int, shard.split("/"))
    loaded = unittest.defaultTestLoader.loadTestsFromTestCase(TestCommonPRIVATEUSE1)  # type: ignore[name-defined]  # noqa: F821
    order = list(MEANINGS)
    tests = sorted(loaded, key=lambda test: (order.index(_parts(test)[0]), test.id()))
    found = [t for t in tests if _parts(t)[0] in methods and re.search(match, _parts(t)[1])]
    return found[part - 1 :: parts]


def run(tests: Sequence[unittest.TestCase], file: Path | None = None, verbose: bool = False) -> Record:
    """Runs tests in this process."""
    record = Record(_parts, file, verbose)
    torch.empty(0, device="npu")  # builds the device, in no test's time
    with torch.npu.set_fallback_policy("allow"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        unittest.TestSuite(tests).run(record)
    return record


def _run_rest(file: Path, tests: Sequence[unittest.TestCase], count: int, verbose: bool) -> int:
    """Runs the next tests that are not in the file; how many are left."""
    done = {(each.method, each.name) for each in read(file)}
    left = [test for test in tests if _parts(test) not in done]
    run(left[:count], file, verbose)
    running(file).unlink(missing_ok=True)
    return max(0, len(left) - count)


def _run_in_chunks(file: Path, arguments: Sequence[str], minutes: float) -> None:
    """Runs everything in child processes of low priority, one after the other; a child that dies fails a test."""
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        child = subprocess.run([sys.executable, __file__, *arguments, "--next", str(CHUNK)], preexec_fn=_step_back)
        if child.returncode == 0:
            return
        if child.returncode != MORE:
            _note_death(file, child.returncode)


def _step_back() -> None:
    os.nice(15)


def _note_death(file: Path, code: int) -> None:
    if not running(file).exists():
        raise SystemExit(f"the process that runs tests ended with exit status {code} before its first test")
    method, name = json.loads(running(file).read_text())
    append(file, Outcome(method, name, "failed", f"the process ended with exit status {code}"))
    running(file).unlink()


_INTRODUCTION = """\
`benchmarks/device_tests.py` gives PyTorch's machinery for tests on any device
(`instantiate_device_type_tests`, the operator database) a class that follows the contract of PyTorch's
`test_ops.py`, whose files are not part of its package. `python benchmarks/device_tests.py --record
FILE --minutes 60` runs it in processes of low priority and goes on where the last run ended; `--table
docs/op_coverage.md` writes this section from the file (then `mdformat docs/op_coverage.md`). A share of it
is a slow test. Skipped tests are those that the database itself marks for every device; refused ones end
with an error that says why; what no run has come to yet is said to be so."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    short = [method.removeprefix("test_") for method in MEANINGS]
    parser.add_argument("--test", action="append", choices=short, help="repeatable; default all")
    parser.add_argument("--match", default="", help="regular expression: only operators and dtypes that it finds")
    parser.add_argument("--shard", default="1/1", help="i/n: every n-th test, from the i-th")
    parser.add_argument("--verbose", action="store_true", help="say what was skipped or refused as well")
    parser.add_argument("--record", type=Path, default=Path("device_tests.jsonl"), help="the file of outcomes")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no further chunk after so long")
    parser.add_argument("--next", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--table", type=Path, help="write the section of this page from the file, and run nothing")
    options = parser.parse_args(arguments)
    tests = chosen([f"test_{name}" for name in options.test or short], options.match, options.shard)
    if options.next is not None:
        return MORE if _run_rest(options.record, tests, options.next, options.verbose) else 0
    if options.table is None:
        _run_in_chunks(options.record, sys.argv[1:] if arguments is None else arguments, options.minutes)
    outcomes = read(options.record)
    text = table(outcomes, [_parts(test) for test in tests], MEANINGS)
    print(text)
    if options.table is not None:
        kept = options.table.read_text().partition(HEADING)[0].rstrip()
        options.table.write_text(f"{kept}\n\n{HEADING}\n\n{_INTRODUCTION}\n\n{text}\n")
    return int(any(each.outcome == "failed" for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
