"""`npusim new-op` writes packages that work as they are."""

import importlib
import subprocess
import sys

import pytest
import torch
from npusim.frontend import check_operator
from npusim.frontend.cli.app import app
from npusim.frontend.scaffold import KINDS, write_package
from npusim.frontend.scaffold.package import package_files
from npusim.simulator.errors import OptionError
from typer.testing import CliRunner

NUMBERS = {kind: f"kit_op_{number}" for number, kind in enumerate(KINDS)}


@pytest.mark.covering("template", "reduction", "in-place", "multi-output")
@pytest.mark.parametrize("kind", KINDS)
def test_the_operator_of_a_package_works(device, kind, tmp_path, monkeypatch):
    name = NUMBERS[kind]
    monkeypatch.syspath_prepend(str(write_package(name, kind, tmp_path) / "src"))
    operator = getattr(importlib.import_module(name), name + KINDS[kind].suffix)
    check_operator(operator, dtype=torch.bfloat16)
    check_operator(operator, KINDS[kind].shapes[1])


@pytest.mark.slow
@pytest.mark.covering("template", "custom")
@pytest.mark.parametrize("kind", KINDS)
def test_the_tests_of_a_package_pass_at_once(kind, tmp_path):
    folder = write_package("my_operator", kind, tmp_path)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_its_test_is_a_script(tmp_path):
    folder = write_package("my_operator", "reduction", tmp_path)
    script = [sys.executable, "tests/test_my_operator.py", "--shape", "33,65", "--dtype", "bf16"]
    done = subprocess.run(script, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and "my_operator::my_operator 33,65 bf16" in done.stdout, done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_python_and_within_the_width_of_a_line(kind):
    for path, text in package_files("my_long_operator", kind).items():
        assert "$" not in text
        if path.endswith(".py"):
            compile(text, path, "exec")
            assert max(map(len, text.splitlines())) <= 120, path


def test_the_command_says_what_to_do_next(tmp_path):
    done = CliRunner().invoke(app, ["new-op", "my_gate", "--kind", "pointwise", "--folder", str(tmp_path)])
    assert done.exit_code == 0 and f"pytest {tmp_path / 'my_gate'}" in done.output
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {f"my_gate/{path}" for path in package_files("my_gate", "pointwise")}


@pytest.mark.parametrize(
    "name, kind, sentence",
    [
        ("my-op", "template", "'my-op' must be a Python identifier"),
        ("class", "template", "'class' must be a Python identifier"),
        ("torch", "template", "is the name of something else"),
        ("json", "reduction", "is the name of something else"),
        ("prim", "template", "is the name of something else"),
        ("backward", "multi-output", "is the name of something else"),
        ("mine", "fused", "there is no kind 'fused'; the kinds are template, pointwise"),
        ("there", "template", "exists already; choose another name or --folder"),
    ],
)
def test_what_cannot_be_written_is_refused(name, kind, sentence, tmp_path):
    (tmp_path / "there").mkdir()
    with pytest.raises(OptionError, match=sentence):
        write_package(name, kind, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="cannot be written"):
        write_package("mine", "template", tmp_path / "file")
