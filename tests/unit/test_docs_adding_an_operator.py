"""The files shown in docs/adding_an_operator.md work as they stand there."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "adding_an_operator.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("user")
    for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S):
        name = re.match(r"# file: (\w+\.py)\n", block)[1]
        (folder / name).write_text(block)
    return folder


@pytest.mark.parametrize("script, kernel", [("try_foobar.py", "foobar"), ("try_row_scale.py", "row_scale_relu_add")])
def test_a_script_of_the_guide_runs(fresh_script, folder, script, kernel):
    result = fresh_script(script, cwd=folder, NPUSIM_MODE="both")
    assert result.returncode == 0, result.stderr
    assert kernel in result.stdout
