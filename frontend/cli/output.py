"""Output of the command line: tables and plain lines on stdout, everything else on stderr."""

from __future__ import annotations

import csv
import functools
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console


@functools.cache
def console() -> Console:
    """stdout; a wide page when it is not a terminal, so that pipes and files get whole lines."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 160, highlight=False, soft_wrap=not sys.stdout.isatty())


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[str] = ()) -> None:
    """A plain table; columns named in ``left`` are aligned left, the others right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in header:
        table.add_column(name, justify="left" if name in left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(_escape(cell) for cell in row))
    console().print(table)


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object, and nothing else, on stdout."""
    print(json.dumps(value, indent=2, allow_nan=False))


def print_csv(records: Sequence[Mapping[str, Any]]) -> None:
    """Records with the same keys as CSV with a header, and nothing else, on stdout; None is an empty field."""
    write_csv(records, sys.stdout)


def write_csv(records: Sequence[Mapping[str, Any]], file: TextIO) -> None:
    """`print_csv` to a file."""
    writer = csv.DictWriter(file, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)


def note(text: str) -> None:
    """A line for the person at the keyboard, on stderr."""
    print(f"npusim: {text}", file=sys.stderr)


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)
