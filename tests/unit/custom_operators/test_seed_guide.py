"""The operator authoring guide that the project grew from: its files, with only their import lines changed, in a
user's own folder.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = Path(__file__).parent / "seed_guide"
FAILING_COPY = ("memref.store %val, %Y[%g]", "memref.store %zero, %Y[%g]")


@pytest.fixture
def users_folder(tmp_path):
    for file in FILES.glob("*.txt"):
        (tmp_path / file.stem).write_text(file.read_text())
    return tmp_path


def run(folder, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "test_foobar.py", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize(
    "shape", ["(512,768)", *(pytest.param(shape, marks=pytest.mark.slow) for shape in ("(1,1)", "(47,10)"))]
)
def test_the_guides_template_lowering_and_test_work_unchanged(users_folder, shape):
    result = run(users_folder, "--shape", shape, TORCH_LOGS="npu_mlir")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("|Foobar Test Passed|") == 4
    assert "outer_loop = true" in result.stderr or "outer_loop=true" in result.stderr, "not the user's template ran"


@pytest.mark.slow
def test_an_edit_of_the_template_invalidates_cached_graphs(fresh_script, users_folder):
    caches = {"TORCHINDUCTOR_CACHE_DIR": str(users_folder / "cache")}
    first = fresh_script("test_foobar.py", "--shape", "(3,5)", cwd=users_folder, **caches)
    assert first.returncode == 0, first.stderr
    assert any((users_folder / "cache" / "fxgraph").iterdir())
    template = users_folder / "mlir_foobar_template.py"
    text = template.read_text().replace("%M_const = arith", "%zero = arith.constant 0.0 : f32\n  %M_const = arith")
    template.write_text(text.replace(*FAILING_COPY))
    result = fresh_script("test_foobar.py", "--shape", "(3,5)", cwd=users_folder, **caches)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "|Foobar Test Failed|" in result.stdout


@pytest.mark.slow
def test_mlir_that_does_not_verify_is_shown_with_its_place_in_the_template(fresh_script, users_folder):
    template = users_folder / "mlir_foobar_template.py"
    template.write_text(template.read_text().replace("%val = memref.load %X[%g]", "%val = memref.load %X[%nowhere]"))
    result = fresh_script("test_foobar.py", "--shape", "(3,5)", cwd=users_folder)
    assert result.returncode != 0
    assert "template MLIRFoobarTemplate renders MLIR that does not verify" in result.stderr
    assert "template line 11" in result.stderr
    assert "rendered line 8: %val = memref.load %X[%nowhere] : memref<1xf32>" in result.stderr
