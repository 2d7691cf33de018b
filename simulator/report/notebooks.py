"""Tables in notebooks: as data frames (pandas is not installed with npusim) and as HTML."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from npusim.simulator.errors import OptionError


def data_frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """Rows with these columns as a data frame.

    Raises:
        OptionError: pandas is not installed.
    """
    try:
        import pandas  # type: ignore[import-untyped]
    except ImportError as error:
        raise OptionError("data frames need pandas: pip install pandas") from error
    return pandas.DataFrame(list(rows), columns=list(columns))


def html_table(header: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    """A table of texts as HTML."""
    titled = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(_row("td", row) for row in rows)
    return f"<table>{titled}<thead>{_row('th', header)}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
