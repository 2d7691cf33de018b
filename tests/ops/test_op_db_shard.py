"""A fixed part of PyTorch's operator database on the device; `benchmarks/op_coverage.py` runs all of it."""

import contextlib
import math
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
pytest.importorskip("expecttest", reason="PyTorch's operator database needs the package expecttest")

import op_coverage
from opdb import cases, comparison, cpu_lowering, database, extremes, tables
from torch.testing._internal.opinfo.core import SampleInput

ENTRIES = {
    torch.float32: """
        __rsub__ _softmax_backward_data addcdiv amin as_strided.partial_views atan2 cat.default clamp
        cumprod diagonal_scatter fill flip gather index_add isclose linspace.tensor_overload logsumexp
        masked.softmax max_pool2d median nn.functional.gelu nn.functional.layer_norm
        nn.functional.pad.reflect norm.inf pow repeat_interleave roll scatter_reduce.amax sort special.i1e
        std_mean topk var where igamma
    """,
    torch.int64: """
        add all argmax bitwise_and bucketize cumsum eq floor_divide index_fill masked_select msort nonzero
        prod remainder scatter searchsorted tril
    """,
}
"""A fixed part of the database: one sample of each must pass within a minute in all."""


def fixed(dtype):
    names = set(ENTRIES[dtype].split())
    return [op for op in database.entries(dtype) if database.full_name(op) in names]


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ENTRIES, ids=str)
def test_fixed_entries_give_what_the_cpu_gives_without_the_host(device, dtype):
    with torch.npu.set_fallback_policy("error"):
        results = [cases.run_entry(op, dtype, samples=1, seconds=60) for op in fixed(dtype)]
    assert len(results) > 15
    assert not {r.name: r.reason for r in results if r.verdict != cases.PASSED}
    assert not any(r.host_ops for r in results)


def result(name, **fields):
    return cases.Result(name, "float32", False, samples=2, **fields).as_dict()


def lowered(name, **fields):
    return cpu_lowering.Lowered(name, "float32", False, samples=2, **fields).as_dict()


def test_the_table_counts_verdicts_apart_for_what_the_cpu_compiles():
    missing = result("fft", verdict=cases.UNSUPPORTED, reason="no lowering: aten._fft_r2c")
    cpu = [lowered("add"), lowered("fft", eager_calls=["aten._fft_r2c.default"])]
    table = tables.markdown([result("add", passed=2), missing], cpu)
    assert "| float32 | forward | static | 1 | 1 (100.0 %) | 2 | 1 (50.0 %) | 0 | 0 | 0 | 4 |" in table
    assert "add (float32: 1 of 2)" in tables.markdown([result("add", passed=2, by_float64=1)], cpu)
    inside, outside = table.split("of the others")
    assert "fft (float32)" in outside and "fft (float32)" not in inside


def test_an_entry_without_samples_counts_nowhere():
    assert not tables.columns([cases.Result("add", "float32", False).as_dict()], [])


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize(
    ("name", "calls"), [("add", []), ("mm", ["aten.mm.out"]), ("fft.fft", ["aten._fft_r2c.default"])]
)
@pytest.mark.parametrize("backward", [False, True], ids=["forward", "backward"])
def test_eager_calls_of_the_cpus_graphs_are_found(name, calls, backward):
    op = next(op for op in database.entries(torch.float32) if database.full_name(op) == name)
    found = cpu_lowering.lower_entry(op, torch.float32, backward=backward, samples=1, seconds=60)
    assert not found.error
    assert set(calls) <= set(found.eager_calls) and found.compiles == (not calls)


def test_samples_are_spread_over_all_of_an_entry():
    assert database.spread(5, -1) == database.spread(5, 5) == [0, 1, 2, 3, 4]
    assert database.spread(101, 3) == [0, 50, 100]
    assert database.spread(7, 1) == [0]


def test_an_interrupted_run_continues_with_the_last_record_of_an_entry(tmp_path):
    results = tmp_path / "results.jsonl"
    for verdict in (cases.UNSUPPORTED, cases.PASSED):
        op_coverage._append(results, {**cases.Result("add", "float32", False).as_dict(), "verdict": verdict})
    assert [record["verdict"] for record in op_coverage.read_results(results)] == [cases.PASSED]


def test_a_wrong_value_is_a_verdict(device):
    with pytest.raises(AssertionError, match="not close"):
        comparison.compare_values(torch.ones(3, device=device), torch.zeros(3))


def sample_of(name, *args, **kwargs):
    op = next(op for op in database.entries(torch.float32) if database.full_name(op) == name)
    return op, SimpleNamespace(input=torch.tensor([2.0, 1.0, 1.0]), args=args, kwargs=kwargs)


@pytest.mark.parametrize(
    ("index", "complaint"),
    [([2, 1, 0], None), ([1, 2, 0], None), ([1, 1, 0], "twice"), ([1, 3, 0], "outside"), ([0, 1, 2], "equal")],
)
def test_indices_of_equal_elements_may_be_swapped_but_not_repeated(device, index, complaint):
    op, sample = sample_of("argsort")
    expected = sample.input.argsort()
    with pytest.raises(AssertionError, match=complaint) if complaint else contextlib.nullcontext():
        comparison.compare(op, sample, torch.tensor(index, device=device), expected)


@pytest.mark.parametrize(("place", "complaint"), [(1, None), (2, None), (0, "equal"), (3, "outside")])
def test_the_place_of_a_mode_may_be_any_that_holds_it(device, place, complaint):
    op, sample = sample_of("mode")
    values = torch.tensor(1.0, device=device), torch.tensor(place, device=device)
    with pytest.raises(AssertionError, match=complaint) if complaint else contextlib.nullcontext():
        comparison.compare(op, sample, values, sample.input.mode())


def test_float64_results_of_whole_numbers_are_not_rounded_to_float32():
    op, _ = sample_of("sin")
    sample, wide = SimpleNamespace(input=torch.tensor(3), args=(), kwargs={}), torch.zeros((), dtype=torch.float64)
    assert database.in_float64(op, sample, wide, backward=False) == math.sin(3)
    assert torch.get_default_dtype() == torch.float32


@pytest.mark.parametrize(
    ("name", "kwargs", "right", "wrong"),
    [
        ("nn.functional.dropout", {"p": 0.5}, [4.0, 0.0, 2.0], [2.0, 1.0, 1.0]),
        ("nn.functional.alpha_dropout", {"p": 0.0, "training": True}, [2.0, 1.0, 1.0], [2.0, 0.0, 1.0]),
        ("nn.functional.rrelu", {"training": True}, [2.0, 1.0, 1.0], [2.0, 1.0, 0.5]),
        ("rand_like", {}, [-1.0, 0.1, 2.0], [7.0, 7.0, 7.0]),  # the entry calls randn_like
        ("randn_like", {}, [-1.0, 0.1, 2.0], [7.0, 7.0, 7.0]),
        ("bernoulli", {"p": 0.5}, [1.0, 0.0, 1.0], [1.0, 0.5, 1.0]),
    ],
)
def test_random_results_must_be_possible(device, name, kwargs, right, wrong):
    op, sample = sample_of(name, **kwargs)
    values = [torch.tensor(numbers, device=device) for numbers in (right, wrong)]
    comparison.compare(op, sample, values[0], sample.input)
    with pytest.raises(AssertionError):
        comparison.compare(op, sample, values[1], sample.input)


def test_dropout_that_is_switched_off_is_compared(device):
    op, sample = sample_of("nn.functional.dropout", training=False)
    with pytest.raises(AssertionError, match="not close"):
        comparison.compare(op, sample, torch.zeros(3, device=device), sample.input)


def test_samples_without_tensors_and_device_are_run_on_the_device(device):
    op, _ = sample_of("arange")
    sample = SimpleNamespace(input=5, args=(), kwargs={})
    assert database.compiled(op, sample, "npu", backward=False).device.type == "npu"


def sample(given, *args, **kwargs):
    return SampleInput(given, args=args, kwargs=kwargs)


@pytest.mark.parametrize("dtype", [torch.float16, torch.int8, torch.complex64], ids=str)
def test_a_third_of_a_sample_is_extreme(dtype):
    given, indices = torch.full((40, 50), 3).to(dtype).t(), torch.arange(7)
    for seed in (0, 1):
        changed, first_only = extremes.of_sample(sample(given, indices, other=given), dtype, seed)
        assert changed.input.stride() == given.stride() and changed.input.dtype == dtype
        assert torch.equal(changed.args[0], indices) and not torch.equal(changed.kwargs["other"], given)
        assert torch.equal(first_only.kwargs["other"], given)
        found, known = changed.input[changed.input != given], extremes.extremes(dtype, are_largest=seed == 1)
        assert 0.1 < len(found) / given.numel() < 0.4
        if dtype.is_complex:
            found, known = torch.view_as_real(found), torch.view_as_real(known)
        assert bool((torch.isin(found, known) | found.isnan()).all())
        again, _ = extremes.of_sample(sample(given, indices, other=given), dtype, seed)
        assert torch.equal(again.input.isnan(), changed.input.isnan())


def test_samples_with_extremes_are_run_but_those_that_the_cpu_refuses(device):
    (op,) = [op for op in database.entries(torch.int64) if database.full_name(op) == "index_select"]
    with torch.npu.set_fallback_policy("error"):
        result = cases.run_entry(op, torch.int64, with_extremes=True, samples=2, seconds=60)
    assert result.verdict == cases.PASSED and result.samples == result.passed == 2


def test_a_limit_inside_another_leaves_it_its_time():
    with database.time_limit(50):
        with database.time_limit(5):
            pass
        assert 45 < signal.getitimer(signal.ITIMER_PROF)[0] < 51
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


@pytest.mark.slow
def test_a_sample_is_given_up_after_its_processor_time():
    with pytest.raises(database.TimeLimit, match="1 s of processor time"), database.time_limit(1):
        while True:
            pass
    with database.time_limit(1):
        time.sleep(1.5)  # waiting is not work
