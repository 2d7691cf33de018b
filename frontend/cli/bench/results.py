"""Results of a benchmark: read, compared, shown and written."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, console, print_table, write_csv
from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.run_dir import atomic_file, versions
from npusim.simulator.report.text.units import duration

SCHEMA = "npusim-bench"
PICTURES = (".svg", ".png", ".pdf")
_POINT = ("op", "implementation", "shape", "dtype", "machine")

Record = dict[str, Any]


def read_results(path: Path) -> dict[tuple[str, ...], int]:
    """The cycles of an earlier benchmark, by operator, implementation, shape, dtype and machine.

    Raises:
        OptionError: the file is none that ``--save`` wrote.
    """
    try:
        records = _read_rows(path) if path.suffix == ".csv" else _read_object(path)
        return {_point(record): int(record["cycles"]) for record in records if record["cycles"] not in (None, "")}
    except OSError as error:
        raise OptionError(f"--against {path} cannot be read: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(
            f"--against {path} is no result of npusim bench; --save writes one (.json or .csv)"
        ) from error


def _read_object(path: Path) -> Sequence[Record]:
    content = json.loads(path.read_text())
    if content["schema"] != SCHEMA:
        raise KeyError(SCHEMA)
    return content["points"]  # type: ignore[no-any-return]


def _read_rows(path: Path) -> Sequence[Record]:
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        if not {*_POINT, "cycles"} <= set(reader.fieldnames or ()):
            raise KeyError("cycles")
        return list(reader)


def compared(record: Record, earlier: Mapping[tuple[str, ...], int]) -> Record:
    """A record with the cycles of an earlier benchmark, and ours over theirs."""
    before, now = earlier.get(_point(record)), record["cycles"]
    ratio = None if before is None or now is None else round(now / max(1, before), 4)
    return {**record, "earlier_cycles": before, "cycles_ratio": ratio}


def check_files(paths: Iterable[Path]) -> None:
    """Raises OptionError, before anything is measured, for files that cannot be written."""
    for path in paths:
        if path.suffix not in (".json", ".csv", *PICTURES):
            raise OptionError(f"--save {path}: the name must end with .json, .csv, {', '.join(PICTURES)}")
        if not path.absolute().parent.is_dir():
            raise OptionError(f"--save {path}: there is no folder {path.parent}")
        if path.suffix in PICTURES:
            from npusim.frontend.cli.bench.plot import check_library

            check_library()


def write_results(path: Path, records: Sequence[Record], mode: str, symbols: Sequence[str]) -> None:
    """Writes a file of the kind that its name says, whole or not at all.

    Raises:
        OptionError: it cannot be written.
    """
    try:
        if path.suffix in PICTURES:
            from npusim.frontend.cli.bench.plot import write_plot

            write_plot(path, records, symbols)
            return
        with atomic_file(path) as file:
            if path.suffix == ".csv":
                write_csv(records, file)
            else:
                json.dump(content(records, mode), file, indent=1, allow_nan=False)
    except OSError as error:
        raise OptionError(f"--save {path} cannot be written: {error.strerror or error}") from error


def content(records: Sequence[Record], mode: str) -> dict[str, Any]:
    """The object of ``--json``."""
    return {"schema": SCHEMA, "schema_version": 1, "mode": mode, "versions": versions(), "points": list(records)}


def print_results(records: Sequence[Record], mode: str, output: Output) -> None:
    """Prints all points."""
    output.print_records(records, content(records, mode))
    if records and output.is_for_people:
        _print_table(records)


def _print_table(records: Sequence[Record]) -> None:
    rows = [_cells(record) for record in records]
    common = [name for name in ("op", "implementation", "dtype", "machine") if len({row[name] for row in rows}) == 1]
    empty = [name for name in rows[0] if not any(row[name] for row in rows)]
    shown = [{name: cell for name, cell in row.items() if name not in (*common, *empty)} for row in rows]
    if common:
        console().print(f"{' '.join(filter(None, (rows[0][name] for name in common)))}\n")
    print_table(tuple(shown[0]), [tuple(row.values()) for row in shown], left=(*_POINT, "limiter", "error"))


def _cells(record: Record) -> dict[str, str]:
    match = record["values_match"]
    cells = {
        "op": record["op"],
        "implementation": record["implementation"],
        "dtype": record["dtype"],
        "machine": record["machine"],
        "shape": record["shape"],
        "cycles": _number(record["cycles"], ","),
        "time": "" if record["time_ns"] is None else duration(record["time_ns"]),
        "TFLOP/s": _number(record["tflops"], ".3g"),
        "GB/s": _number(record["gbps"], ".3g"),
        "roofline": _number(record["roofline_fraction"], ".0%"),
        "limiter": record["limiter"] or "",
        "values": "" if match is None else "equal" if match else "DIFFER",
    }
    if "cycles_ratio" in record:
        cells["earlier"] = _number(record["earlier_cycles"], ",")
        cells["ratio"] = _number(record["cycles_ratio"], ".3f")
    return {**cells, "error": record["error"] or ""}


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _point(record: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(record[name] for name in _POINT)
