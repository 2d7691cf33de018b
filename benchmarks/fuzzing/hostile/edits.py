"""What edits of any text are made of: a place in it, and lines that go, come twice or change places."""

import random
import re
from collections.abc import Callable

Edit = Callable[[random.Random, str], str]
"""Makes another text of a text."""


def somewhere(rng: random.Random, pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """One of the places where a pattern matches."""
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def replaced(text: str, match: re.Match[str] | None, new: str) -> str:
    """The text with something else where a pattern matched; as it is where none did."""
    return text if match is None else text[: match.start()] + new + text[match.end() :]


def on_lines(change: Callable[[random.Random, list[str]], None]) -> Edit:
    """An edit of a text from one that changes its lines in place."""

    def edit(rng: random.Random, text: str) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    return edit


@on_lines
def delete_line(rng: random.Random, lines: list[str]) -> None:
    del lines[rng.randrange(len(lines))]


@on_lines
def repeat_line(rng: random.Random, lines: list[str]) -> None:
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
