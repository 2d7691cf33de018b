"""What a page of the documentation does when its blocks run, from the top to the bottom, in one process."""

import contextlib
import io
import os
import re
import runpy
import shlex
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from unittest import mock

from code_blocks import ROOT, Block, blocks_of

RUNNING = ("python", "sh", "console")


def run_page(page: Path, given: Path, at_night: bool = False) -> None:
    """Runs a page in the working folder, behind the file `given`, if there is one: what the page takes for granted."""
    names = {"__name__": "page", "ROOT": ROOT}
    if given.exists():
        _run_text(str(given), 1, given.read_text(), names)
    run_blocks(running_blocks(page, at_night), names)


def run_blocks(blocks: Iterable[Block], names: dict[str, object]) -> None:
    """Runs blocks one after the other; `names` are those that Python knows.

    Raises:
        AssertionError: a command fails, or prints something else than what is shown.
        ValueError: a line of a shell that is neither `npusim` nor `python` of a file.
        Exception: whatever the Python raises.
    """
    for block in blocks:
        if block.language == "python":
            _run_text(str(block.page), block.line, block.text, names)
        elif block.language == "sh":
            _run_lines(block)
        else:
            _run_shown(block)


def running_blocks(page: Path, at_night: bool = False) -> list[Block]:
    """Without those that are files of their own, those that are excused, and those that run at another time."""
    own = [each for each in blocks_of(page) if each.language in RUNNING and not each.not_run and not each.file_name]
    return [each for each in own if bool(each.at_night) == at_night]


def _run_text(file: str, line: int, text: str, names: dict[str, object]) -> None:
    """Under its own lines, so that errors, and whoever asks for a source, find them."""
    exec(compile("\n" * (line - 1) + text, file, "exec"), names)


def _run_lines(block: Block) -> None:
    for line in filter(None, block.text.replace("\\\n", " ").splitlines()):
        status = run_command(line)
        assert status == 0, f"{block.place}: {line!r} ends with status {status}"


def _run_shown(block: Block) -> None:
    command, _, shown = block.text.removeprefix("$ ").partition("\n")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        status = run_command(command)
    assert status == 0, f"{block.place}: {command!r} ends with status {status}"
    found, wanted = without_what_varies(printed.getvalue()), without_what_varies(shown)
    assert found == wanted, f"{block.place} shows\n{wanted}\nand it prints\n{printed.getvalue()}"


def run_command(line: str) -> int:
    """The status with which `npusim ...` or `python FILE ...` ends, variables in front of it included."""
    words = shlex.split(line, comments=True)
    variables = dict(word.split("=", 1) for word in takewhile(re.compile(r"[A-Z_]+=").match, words))
    words = words[len(variables) :]
    with mock.patch.dict(os.environ, variables), mock.patch.object(sys, "path", [*sys.path]):
        try:
            _run_words(words)
        except SystemExit as stop:
            return int(stop.code or 0)
    return 0


def _run_words(words: list[str]) -> None:
    from npusim.frontend.cli import main

    if words[0] == "npusim":
        with mock.patch.object(sys, "argv", words):
            main()
    elif words[0] == "python" and words[1].endswith(".py"):
        file = next(folder / words[1] for folder in (Path(), ROOT) if (folder / words[1]).exists())
        sys.path[0] = str(file.parent)
        with mock.patch.object(sys, "argv", [str(file), *words[2:]]):
            runpy.run_path(str(file), run_name="__main__")
    else:
        raise ValueError(f"{shlex.join(words)!r} is neither npusim nor python; give a reason not to run it")


def without_what_varies(output: str) -> list[str]:
    """Lines of a report without names of folders, digests of kernels, and differences that depend on the host."""
    return list(_alike(output.strip()))


def _alike(output: str) -> Iterator[str]:
    for line in output.splitlines():
        line = re.sub(r"\S*npusim_runs/[\w-]+", "RUN", line)
        line = re.sub(r"(npu_\w+_)[0-9a-f]{8}\b", r"\1", line)
        yield re.sub(r"largest difference [^)]*", "largest difference", line).rstrip()
