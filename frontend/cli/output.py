"""Output of the command line: tables and plain lines on stdout, everything else on stderr."""

from __future__ import annotations

import csv
import functools
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from npusim.simulator.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV instead of tables.")]


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


@dataclass(frozen=True)
class Output:
    """How a command prints: as JSON, as CSV, or for people.

    Raises:
        OptionError: JSON and CSV at once.
    """

    as_json: bool = False
    as_csv: bool = False

    def __post_init__(self) -> None:
        if self.as_json and self.as_csv:
            raise OptionError("--json and --csv exclude each other")

    @property
    def is_for_people(self) -> bool:
        """Whether neither JSON nor CSV is asked for."""
        return not (self.as_json or self.as_csv)

    def print_records(self, records: Sequence[Mapping[str, Any]], whole: Mapping[str, Any]) -> None:
        """Prints `whole` as JSON or `records` as CSV; nothing for people."""
        if self.as_json:
            print_json(whole)
        elif self.as_csv:
            print_csv(records)

    def print(
        self,
        records: Sequence[Mapping[str, Any]],
        shown: Iterable[Mapping[str, Any]],
        key: str,
        summary: Mapping[str, Any],
        text: str,
    ) -> None:
        """Prints records.

        Args:
            records: for programs: the same keys, and numbers without units.
            shown: for people: cells by the heading of the column.
            key: of the records in the JSON object, which has the entries of `summary` too.
            text: the line below the table.
        """
        self.print_records(records, {**summary, key: records})
        if self.is_for_people:
            rows = list(shown)
            if rows:
                numbers = ("size", "entries", "age", "cycles", "kernels")
                left = tuple(name for name in rows[0] if name not in numbers)
                print_table(tuple(rows[0]), [tuple(row.values()) for row in rows], left=left)
                print()
            console().print(text)


def note(text: str) -> None:
    """A line for the person at the keyboard, on stderr."""
    print(f"npusim: {text}", file=sys.stderr)


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)
