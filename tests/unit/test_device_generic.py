"""PyTorch's machinery for tests on any device, on the npu; `benchmarks/device_tests.py` runs all of them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
pytest.importorskip("expecttest", reason="PyTorch's operator database needs the package expecttest")

import device_tests

REFUSED = {"test_compiled": ["linalg_eigvalsh float32", "linalg_solve_ex float32", "nn_functional_ctc_loss float32"]}
"""The operators of the share that compiled programs refuse (docs/op_coverage.md)."""


def outcome(methods, match, shard="1/1"):
    result = device_tests.run(device_tests.chosen(methods, match, shard))
    return result.counts, dict(result.failed)


@pytest.mark.slow
@pytest.mark.parametrize("method", device_tests.MEANINGS)
def test_a_share_of_pytorchs_generic_tests_passes(device, method):
    counts, failed = outcome([method], "float32", "5/12" if method == "test_compare_cpu" else "5/25")
    assert counts[method]["passed"] > 10
    assert failed.get(method, []) == REFUSED.get(method, [])


def test_the_machinery_makes_tests_for_the_device_and_counts_them(device):
    counts, failed = outcome(list(device_tests.MEANINGS), "^(trace|tril)_npu_float32|^(trace|tril) float32")
    assert not failed and all(counts[method]["passed"] >= 1 for method in device_tests.MEANINGS if "out" not in method)


def test_a_wrong_result_is_a_failure(device, monkeypatch):
    monkeypatch.setattr(
        device_tests.TestCommonPRIVATEUSE1, "_on", lambda self, device, op, sample, **_: sample.input.to(device) + 7
    )
    result = device_tests.run(device_tests.chosen(["test_compare_cpu"], "^trace float32", "1/1"))
    assert result.failed == {"test_compare_cpu": ["trace float32"]}
    assert "| 0 | 1 | 0 |" in device_tests.table(result, "")
