"""A fixed part of PyTorch's operator database on the device; `benchmarks/op_coverage.py` runs all of it."""

import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
pytest.importorskip("expecttest", reason="PyTorch's operator database needs the package expecttest")

import op_cases
import op_coverage

SHARDS = {torch.float32: "5/40", torch.int64: "9/60"}
GAPS = {
    "cdouble": "complex numbers",
    "linalg.lu_factor": "linear algebra",
    "triangular_solve": "linear algebra",
}
"""Entries of the shards that do not pass yet, and why; one that passes has to leave this table."""


def shard(dtype):
    return op_coverage.selected(op_cases.entries(dtype), "", [SHARDS[dtype]])


@pytest.mark.parametrize("dtype", SHARDS, ids=str)
def test_the_shard_gives_what_the_cpu_gives_without_the_host(device, dtype):
    with torch.npu.set_fallback_policy("error"):
        results = [op_cases.run_entry(op, dtype, backward=False, samples=1, seconds=60) for op in shard(dtype)]
    failed = {r.name: r.reason for r in results if r.verdict != op_cases.PASSED}
    assert set(failed) == {r.name for r in results} & set(GAPS), failed
    assert not any(r.host_ops for r in results)


def test_the_table_counts_verdicts_and_names_what_is_missing():
    passed = op_cases.Result("add", "float32", False, samples=2, passed=2).as_dict()
    missing = {**passed, "name": "fft", "verdict": op_cases.UNSUPPORTED, "reason": "no lowering: aten._fft_r2c"}
    table = op_coverage.markdown([passed, missing])
    assert "| float32 | forward | 2 | 1 (50.0 %) | 0 | 1 | 0 |" in table
    assert "| unsupported | no lowering: aten._fft_r2c | fft float32 |" in table


def test_an_interrupted_run_continues_with_the_last_record_of_an_entry(tmp_path):
    results = tmp_path / "results.jsonl"
    for verdict in (op_cases.UNSUPPORTED, op_cases.PASSED):
        op_coverage._append(results, {**op_cases.Result("add", "float32", False).as_dict(), "verdict": verdict})
    assert [record["verdict"] for record in op_coverage.read_results(results)] == [op_cases.PASSED]


def test_a_wrong_value_is_a_verdict(device):
    op = next(op for op in op_cases.entries(torch.float32) if op_cases.full_name(op) == "add")
    with pytest.raises(AssertionError, match="not close"):
        op_cases._compare(op, torch.ones(3, device=device), torch.zeros(3))
