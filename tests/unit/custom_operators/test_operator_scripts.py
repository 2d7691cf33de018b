"""`python tests/ops/test_<op>.py --shape ...`: what is typed, what is said, and the exit status."""

import ast
import sys
from pathlib import Path

import pytest
import torch
from common import check, compare, compare_or_nearer, eager, main, require

FOLDER = Path(__file__).parents[2] / "ops"
TEST_MODULES_ONLY = {"test_codegen_indexing", "test_codegen_pointwise", "test_codegen_reductions"}
TEST_MODULES_ONLY |= {"test_complex_limits", "test_complex_memory", "test_complex_scalars", "test_host_scalars"}
TEST_MODULES_ONLY |= {"test_decomposed", "test_interpolation", "test_recurrent_derivatives", "test_statistics"}
TEST_MODULES_ONLY |= {"test_mapped_attention", "test_mapping_templates", "test_narrow_arithmetic", "test_op_db_shard"}
TEST_MODULES_ONLY |= {"test_storage_offsets"}  # test_view is the script of as_strided


@pytest.fixture
def script(monkeypatch, capsys, device):
    """Runs a script with arguments: (exit status, stdout, stderr)."""

    def call(run, *arguments, forms=()):
        monkeypatch.setattr(sys, "argv", ["test_thing.py", *arguments])
        status = 0
        try:
            main("thing", run, [(2, 3), (4, 5)], "(6,7)", *forms)
        except SystemExit as exit:
            status = exit.code
        return status, *capsys.readouterr()

    return call


def seen(into):
    def run(device, shape, dtype=torch.float32):
        into.append((shape, dtype))

    return run


def test_a_shape_is_run_alone_and_without_one_a_few_are(script):
    shapes = []
    assert script(seen(shapes), "--shape", "(129, 1)", "--dtype", "bf16")[0] == 0
    assert shapes == [((129, 1), torch.bfloat16)]
    shapes.clear()
    assert script(seen(shapes))[0] == 0
    assert [shape for shape, _ in shapes] == [(2, 3), (4, 5), (6, 7)]


def test_a_banner_says_that_values_are_equal(script):
    status, said, _ = script(lambda device, shape, dtype=torch.float32: None, "--shape", "4")
    assert status == 0
    assert "thing of (4,), torch.float32\n" in said
    assert "-------------------\n|thing Test Passed|\n-------------------\n" in said


def test_values_that_differ_are_a_failure(script):
    def run(device, shape, dtype=torch.float32):
        torch.testing.assert_close(torch.ones(shape), torch.zeros(shape))

    status, said, _ = script(run, "--shape", "4")
    assert status == 1
    assert "|thing Test Failed|" in said and "Mismatched elements: 4 / 4" in said


@pytest.mark.parametrize("shape", ["(3", "-1,4", "a", "", "3,,4", "1.5"])
def test_what_is_no_list_of_sizes_is_refused_in_one_line(script, shape):
    status, _, said = script(seen([]), f"--shape={shape}")
    assert status == 2
    assert said.splitlines()[-1].startswith(f"test_thing.py: error: --shape {shape!r} is not a list of sizes")


def test_a_shape_of_another_form_is_refused_with_the_forms(script):
    forms = ("M,K,N", "B,C,SIZE...")
    assert script(seen([]), "--shape", "1,2,3,4,5", forms=forms)[0] == 0
    status, _, said = script(seen([]), "--shape", "1,2", forms=forms)
    assert status == 2
    assert 'thing takes --shape as M,K,N or B,C,SIZE..., such as "(6,7)", not 1,2' in said


def test_an_unknown_dtype_is_refused_with_the_known_ones(script):
    status, _, said = script(seen([]), "--dtype", "f99")
    assert status == 2 and "'f99' is not one of f32, bf16" in said


def test_inputs_that_pytorch_refuses_are_not_a_failure_of_the_device(script):
    def run(device, shape, dtype=torch.float32):
        check(lambda x: x.amax(), torch.zeros(shape), device=device)

    status, said, complaint = script(run, "--shape", "0")
    assert status == 2 and "Failed" not in said
    assert "PyTorch itself refuses (0,) torch.float32: amax()" in complaint.splitlines()[-1]


def test_what_a_script_requires_is_said(script):
    def run(device, shape, dtype=torch.float32):
        require(shape[0] % 16 == 0, "the size must be a multiple of 16")

    assert script(run, "--shape", "32")[0] == 0
    status, _, said = script(run, "--shape", "33")
    assert status == 2 and said.endswith("error: the size must be a multiple of 16\n")


def test_eager_results_are_handed_on():
    assert eager(torch.add, torch.ones(2), torch.ones(2)).tolist() == [2, 2]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("test_*.py")), ids=lambda path: path.stem)
def test_every_operator_has_a_script(path):
    text = path.read_text()
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    is_script = any(isinstance(call.func, ast.Name) and call.func.id == "main" for call in calls)
    assert is_script != (path.stem in TEST_MODULES_ONLY)
    assert is_script == ('if __name__ == "__main__":' in text)


def test_a_result_beyond_the_tolerance_is_judged_by_what_float64_gives(device):
    halves = torch.full((4096,), 0.01, dtype=torch.bfloat16)
    right, far = (torch.tensor(value, dtype=torch.bfloat16).to(device) for value in (41.0, 20.0))
    poor = torch.tensor(30.0, dtype=torch.bfloat16)
    with pytest.raises(AssertionError, match="not close"):
        compare(right, poor)
    compare_or_nearer(torch.sum, [halves], right, poor)
    with pytest.raises(AssertionError, match="not close"):
        compare_or_nearer(torch.sum, [halves], far, poor)
    with pytest.raises(AssertionError):
        compare_or_nearer(torch.sum, [halves], right.float(), poor)
