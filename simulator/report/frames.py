"""Rows as data frames; pandas is not installed with npusim."""

from collections.abc import Mapping, Sequence
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
