"""PyTorch's machinery for tests on any device, on the npu; `benchmarks/device_tests.py` runs all of them."""

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))
pytest.importorskip("expecttest", reason="PyTorch's operator database needs the package expecttest")

METHODS = [
    "test_compiled",
    "test_backward",
    "test_variants",
    "test_out",
    "test_noncontiguous_samples",
    "test_fake",
    "test_eager_kernels",
    "test_compare_cpu",
]


@pytest.fixture(scope="module")
def device_tests():
    """Imported by who needs it: it makes fifteen thousand tests of PyTorch's database, which takes seconds."""
    import device_tests

    return device_tests


def outcome(device_tests, methods, match, shard="1/1"):
    outcomes = device_tests.run(device_tests.chosen(methods, match, shard)).outcomes
    passed = Counter(each.method for each in outcomes if each.outcome == "passed")
    return passed, {(each.method, each.name): each.why for each in outcomes if each.outcome == "failed"}


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_share_of_pytorchs_generic_tests_passes(device, device_tests, method):
    counts, failed = outcome(device_tests, [method], "float32", "5/12" if method == "test_compare_cpu" else "5/50")
    assert counts[method] >= 5
    assert not failed


@pytest.mark.slow
def test_the_machinery_makes_tests_for_the_device_and_counts_them(device, device_tests):
    assert [*device_tests.MEANINGS] == METHODS
    counts, failed = outcome(device_tests, METHODS, "^(trace|tril) float32")
    assert not failed and all(counts[method] >= 1 for method in METHODS)


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("name", ["masked_log_softmax float16", "torch__scaled_mm float8_e4m3fn"])
def test_what_is_nearer_to_the_exact_result_than_the_cpu_passes(device, device_tests, name):
    counts, failed = outcome(device_tests, ["test_eager_kernels"], f"^{name}$")
    assert counts["test_eager_kernels"] == 1 and not failed


@pytest.mark.slow
def test_a_wrong_result_is_a_failure_and_the_record_goes_on_where_it_ended(device, device_tests, monkeypatch, tmp_path):
    monkeypatch.setattr(
        device_tests.TestCommonPRIVATEUSE1, "_on", lambda self, device, op, sample, **_: sample.input.to(device) + 7
    )
    file, tests = tmp_path / "record.jsonl", device_tests.chosen(["test_compare_cpu"], "^(trace|tril) float32", "1/1")
    assert device_tests._run_rest(file, tests, 1, False) == 1
    device_tests.running(file).write_text('["test_compare_cpu", "tril float32"]')
    device_tests._note_death(file, -11)
    assert device_tests._run_rest(file, tests, 1, False) == 0
    assert [(each.name, each.outcome) for each in device_tests.read(file)] == [
        ("trace float32", "failed"),
        ("tril float32", "failed"),
    ]
    every = [("test_compare_cpu", f"{name} float32") for name in ("trace", "tril", "triu")]
    text = device_tests.table(device_tests.read(file), every, device_tests.MEANINGS)
    assert "| `test_compare_cpu` | floating | 0 | 0 | 2 | 0 | 1 |" in text
    assert "the process ended with exit status n: tril (compare\\_cpu, float32)" in text
