"""Every code block of the documentation works as it stands there, or says that it is output.

By the language of a block: `python` runs (blocks of a page share their names), `sh` runs line by line, `console` runs
what follows `$ ` and compares what the lines below show, `mlir` is parsed as a kernel, `yaml` is part of a machine,
`json` a mapping file, `toml` is read, `text` is output. A comment above, `<!-- not run: REASON -->`, excuses a block,
`<!-- run at night: REASON -->` leaves it to `pytest -m nightly`; blocks that are files, `# file: NAME`, are run by
tests/unit/custom_operators/test_docs_adding_an_operator.py. What a page takes for granted (a model, a file) is in
`given/<page>.py`, which runs first.
"""

import json
import tomllib
from pathlib import Path

import pytest
import yaml
from code_blocks import EVERY_BLOCK, PAGES, ROOT, blocks_in
from npusim.frontend.lowering import load_templates
from npusim.frontend.mapping.mapping_file import sections
from npusim.scheduler import current_strategy, mapping
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine, parse_machine
from page_run import RUNNING, run_blocks, running_blocks

CHECKED = ("mlir", "yaml", "json", "toml", "text")
QUICK_PAGES = ("README",)
"""The default run takes these; each page takes a few seconds to tens of them."""
GIVEN = Path(__file__).with_name("given")
PROGRAM = """
import sys
from pathlib import Path
sys.path.append({support!r})
from page_run import run_page
run_page(Path({page!r}), Path({given!r}), {at_night})
"""


def of(language: str) -> list:
    """The blocks of a language as parameters."""
    return [pytest.param(each, id=each.place) for each in EVERY_BLOCK if each.language == language]


def pages_that_run() -> list:
    """Pages with blocks that run as parameters, and whether it is night."""
    by_day = [(page, False, () if page.stem in QUICK_PAGES else pytest.mark.slow) for page in PAGES]
    at_night = [(page, True, pytest.mark.nightly) for page in PAGES]
    return [
        pytest.param(page, night, id=page.stem + "-at-night" * night, marks=marks)
        for page, night, marks in by_day + at_night
        if running_blocks(page, night)
    ]


@pytest.mark.parametrize("page, at_night", pages_that_run())
def test_a_page_runs_from_its_top_to_its_bottom(page, at_night, fresh_script, tmp_path):
    support, given = Path(__file__).parents[1] / "support", GIVEN / f"{page.stem}.py"
    program = PROGRAM.format(support=str(support), page=str(page), given=str(given), at_night=at_night)
    (tmp_path / "run.py").write_text(program)
    variables = {"NPUSIM_MODE": "both", "NPUSIM_DUMP_DIR": str(tmp_path / "npusim_runs")}
    done = fresh_script("run.py", cwd=tmp_path, timeout_s=1800 if at_night else 300, **variables)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("block", of("mlir"))
def test_a_kernel_is_one(block):
    assert parse_kernel(block.text, source=block.place).name


@pytest.mark.parametrize("block", of("yaml"))
def test_keys_of_a_machine_are_keys_of_a_machine(block):
    keys = yaml.safe_load(block.text)
    whole = yaml.safe_load(load_machine("tpuv3").to_yaml()) | keys
    machine = parse_machine(yaml.safe_dump(whole), source=block.place)
    assert keys.keys() <= machine.model_dump().keys()


@pytest.mark.parametrize("block", of("json"))
def test_a_mapping_file_or_tuned_table_is_one(block, tmp_path):
    load_templates()
    file = tmp_path / "tiles.json"
    file.write_text(block.text)
    with mapping(file):
        table = current_strategy().table
        if table is not None:
            assert table.rows
            return
        assert sections(current_strategy()).keys() == json.loads(block.text).keys()


@pytest.mark.parametrize("block", of("toml"))
def test_settings_of_a_package_can_be_read(block):
    assert tomllib.loads(block.text)


def test_every_block_says_what_it_is():
    assert len(EVERY_BLOCK) > 40
    assert not [each.place for each in EVERY_BLOCK if each.language not in (*RUNNING, *CHECKED)]


def test_only_blocks_that_would_run_are_excused_and_few_of_them():
    excused = [each for each in EVERY_BLOCK if each.not_run]
    assert len(excused) <= 14 and all(each.language in RUNNING for each in excused)


def test_what_pages_take_for_granted_belongs_to_a_page():
    assert {file.stem for file in GIVEN.glob("*.py")} <= {page.stem for page in PAGES}


# -- the tests' own tools


def test_blocks_are_found_with_their_lines_reasons_and_names():
    page = ROOT / "docs" / "none.md"
    text = "a\n\n<!-- not run: why -->\n\n```sh\nx y\n```\n- b\n  ```python\n  # file: z.py\n    1\n  ```\n"
    first, second = blocks_in(page, text)
    assert (first.line, first.language, first.text, first.not_run) == (6, "sh", "x y\n", "why")
    assert (second.line, second.text, second.file_name, second.not_run) == (10, "# file: z.py\n  1\n", "z.py", "")


def test_a_block_that_is_not_closed_is_an_error():
    with pytest.raises(ValueError, match="not closed"):
        list(blocks_in(ROOT / "docs" / "none.md", "```sh\nx\n"))


@pytest.mark.parametrize("page_text", ["```python\n1 / 0\n```\n", "```sh\nnpusim machines no-such-machine\n```\n"])
def test_a_page_whose_block_fails_fails(page_text):
    page = ROOT / "docs" / "none.md"
    with pytest.raises((ZeroDivisionError, AssertionError)):
        run_blocks(blocks_in(page, page_text), {})


def test_a_page_that_shows_something_else_fails():
    shown = "```console\n$ npusim --version\nnpusim of another time\n```\n"
    with pytest.raises(AssertionError, match="another time"):
        run_blocks(blocks_in(ROOT / "docs" / "none.md", shown), {})
