"""The code blocks of the documentation, and what stands above them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<language>.*)")
_REASON = re.compile(r"<!-- (?P<what>not run|run at night): (?P<why>.+) -->")
_FIELDS = {"not run": "not_run", "run at night": "at_night"}


@dataclass(frozen=True)
class Block:
    """A fenced block; `line` is that of its first line of text, `not_run` and `at_night` the reason given above it, or
    empty.
    """

    page: Path
    line: int
    language: str
    text: str
    not_run: str = ""
    at_night: str = ""

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def file_name(self) -> str:
        """Of a block that is a whole file and says so in its first line."""
        found = re.match(r"# file: (\S+)\n", self.text)
        return found[1] if found else ""


def blocks_of(page: Path) -> Iterator[Block]:
    """Blocks of a file, from the top to the bottom."""
    return blocks_in(page, page.read_text(encoding="utf-8"))


def blocks_in(page: Path, text: str) -> Iterator[Block]:
    """Blocks of a page's text, from the top to the bottom.

    Raises:
        ValueError: a block is not closed.
    """
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        opening = _FENCE.fullmatch(lines[number])
        number += 1
        if opening:
            end = _end(page, lines, number, opening["fence"])
            content = "".join(f"{line.removeprefix(opening['indent'])}\n" for line in lines[number:end])
            above = next((line.strip() for line in reversed(lines[: number - 1]) if line.strip()), "")
            reason = _REASON.fullmatch(above)
            given = {_FIELDS[reason["what"]]: reason["why"]} if reason else {}
            yield Block(page, number + 1, opening["language"].strip(), content, **given)
            number = end + 1


def _end(page: Path, lines: list[str], start: int, fence: str) -> int:
    for number in range(start, len(lines)):
        if lines[number].strip() == fence:
            return number
    raise ValueError(f"{page}:{start}: the block is not closed")


def prose_lines(page: Path) -> Iterator[tuple[int, str]]:
    """Lines outside of blocks, tables and comments, with their numbers."""
    inside = {
        number for block in blocks_of(page) for number in range(block.line - 1, block.line + block.text.count("\n") + 1)
    }
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if number not in inside and not line.lstrip().startswith(("|", "<!--")):
            yield number, line


EVERY_BLOCK = [block for page in PAGES for block in blocks_of(page)]
