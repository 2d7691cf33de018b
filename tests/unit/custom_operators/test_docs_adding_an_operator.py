"""The files shown in docs/adding_an_operator.md work as they stand there."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "adding_an_operator.md"


DEFINES = ("@torch.library.custom_op(", "@sample_inputs(")


def lines_of_python(section):
    """Lines of the blocks that define operators, without the MLIR."""
    blocks = [text for text in re.findall(r"```python\n(.*?)```", section, re.S) if any(d in text for d in DEFINES)]
    text = re.sub(r'\w+ = r""".*?"""\n', "", "".join(blocks), flags=re.S)
    return [line for line in text.splitlines() if line.strip()]


def test_each_operator_of_the_guide_takes_few_lines_beside_its_mlir():
    sections = re.split(r"^## ", GUIDE.read_text(), flags=re.M)
    counts = [len(lines_of_python(section)) for section in sections if "@torch.library.custom_op(" in section]
    one_file = [count for count in counts if count]
    assert len(one_file) >= 4 and max(one_file) <= 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("user")
    for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S):
        named = re.match(r"# file: (\w+\.py)\n", block)
        if named:
            (folder / named[1]).write_text(block)
    return folder


@pytest.mark.slow
@pytest.mark.covering
@pytest.mark.parametrize("script, kernel", [("try_foobar.py", "foobar"), ("try_row_scale.py", "row_scale_relu_add")])
def test_a_script_of_the_guide_runs(fresh_script, folder, script, kernel):
    result = fresh_script(script, cwd=folder, NPUSIM_MODE="both")
    assert result.returncode == 0, result.stderr
    assert kernel in result.stdout


@pytest.mark.slow
def test_the_command_of_the_guide_is_an_operator_of_the_command_line(fresh_script, folder):
    (folder / "try_command.py").write_text("""
import mylib_command
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.operators import build_case, find_operator

case = build_case(find_operator("row_scale"), Request((20, 9)))
x, s = case.inputs
print(case.function(x, s).equal(x * s[:, None]))
""")
    result = fresh_script("try_command.py", cwd=folder, NPUSIM_MODE="both")
    assert result.returncode == 0, result.stderr
    assert "True" in result.stdout
