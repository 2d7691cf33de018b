"""Tables of text."""

import io
from collections.abc import Sequence
from typing import Any

_COLUMN_GAP = 2


def text_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, left: Sequence[int] = (0,), total: bool = False
) -> str:
    """Rows below a header, each on one line.

    Args:
        header, rows: the cells.
        left: numbers of the columns that are aligned left, the others right.
        total: whether a line stands above the last row.
    """
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for number, name in enumerate(header):
        table.add_column(name, justify="left" if number in left else "right", no_wrap=True)
    for number, row in enumerate(rows):
        table.add_row(*map(escape, row), end_section=total and number == len(rows) - 2)
    width = sum(max(map(len, column)) + _COLUMN_GAP for column in zip(header, *rows, strict=True))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(table)
    stream: Any = console.file
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())
