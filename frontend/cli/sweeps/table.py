"""The points of a sweep with what is known of them, as rows; the best of them."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps import metrics as metrics_of
from npusim.frontend.cli.sweeps.bounds import pareto
from npusim.frontend.cli.sweeps.database import Database
from npusim.frontend.cli.sweeps.space import Point, Space
from npusim.frontend.cli.sweeps.specification import METRICS, Specification
from npusim.frontend.cli.sweeps.units import sweep_digest, version
from npusim.simulator.errors import NpuSimError, OptionError
from npusim.simulator.system.file_errors import reason

Row = dict[str, Any]


def rows(specification: Specification, database: Database) -> list[Row]:
    """One row for every point that was taken: its values, `state`, the metrics, `limiter` of each workload, `note`."""
    space = Space(specification)
    points = database.points(sweep_digest(specification))[: space.taken]
    return [_row(specification, space, database, *each) for each in points]


def breaks(limits: Iterable[str]) -> str:
    """The note of a point that breaks constraints."""
    return f"breaks {', '.join(limits)}"


def best(specification: Specification, table: Sequence[Row]) -> list[Row]:
    """The rows that no other one beats in all objectives, by the first objective."""
    done = {row["point"]: row for row in table if row["state"] == "done"}
    return [done[number] for number in pareto(done, specification.metrics)]


def varied(specification: Specification) -> list[str]:
    """The keys that have more than one value."""
    return [key for key, values in Space(specification).axes.items() if len(values) > 1]


def shown_rows(specification: Specification, table: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Header and rows as texts: number, what varies, the metrics that have values, what limits."""
    axes = varied(specification)
    metrics = [name for name in METRICS if any(row[name] is not None for row in table)]
    header = ["point", *axes, *map(metrics_of.title, metrics), "limited by"]
    cells = [
        [str(row["point"]), *(str(row[key]) for key in axes)]
        + [metrics_of.shown(name, row[name]) for name in metrics]
        + [str(row["limiter"])]
        for row in table
    ]
    return header, cells


def outcomes(specification: Specification, database: Database) -> dict[int, list[Mapping[str, Any]]]:
    """The results that are there of every point, in the order of the workloads."""
    found = {}
    for number, _, keys, _ in database.points(sweep_digest(specification)):
        known = database.outcomes(keys, version())
        found[number] = [result for key in keys if key in known and (result := known[key].result) is not None]
    return found


def _row(
    specification: Specification,
    space: Space,
    database: Database,
    number: int,
    text: str,
    keys: list[str],
    note: str | None,
) -> Row:
    values = json.loads(text)
    row: Row = {"point": number, **{key: values.get(key) for key in space.axes}, "state": "open"}
    row |= {**dict.fromkeys(METRICS), "limiter": None, "note": note}
    if note:
        return {**row, "state": note.partition(":")[0], "note": note.partition(": ")[2]}
    outcomes = database.outcomes(keys, version())
    errors = [outcome.error for outcome in outcomes.values() if outcome.error]
    if errors:
        return {**row, "state": "failed", "note": errors[0]}
    results = [outcomes[key].result for key in keys if key in outcomes]
    found = [result for result in results if result is not None]
    if len(found) < len(keys):
        return row
    try:
        machine = space.machine(Point(values))
        metrics = metrics_of.of_results(machine, specification.workloads, found)
        broken = metrics_of.broken(specification.limits, machine, metrics)
    except NpuSimError as error:
        return {**row, "state": "failed", "note": str(error)}
    state = "excluded" if broken else "done"
    limiters = ", ".join(dict.fromkeys(str(result["limiter"]) for result in found))
    return {**row, **metrics, "state": state, "limiter": limiters, "note": breaks(broken) if broken else None}


def write_table(path: Path, table: Sequence[Mapping[str, Any]]) -> None:
    """Writes rows as CSV or, by the suffix `.parquet`, as Parquet.

    Raises:
        OptionError: another suffix, a file that cannot be written, Parquet without pyarrow.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        if path.suffix == ".csv":
            with temporary.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(table[0]) if table else [], lineterminator="\n")
                writer.writeheader()
                writer.writerows(table)
        elif path.suffix == ".parquet":
            _write_parquet(temporary, table)
        else:
            raise OptionError(f"{path}: a table is written as .csv or .parquet")
        temporary.replace(path)
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {reason(error)}") from error
    finally:
        temporary.unlink(missing_ok=True)


def _write_parquet(path: Path, table: Sequence[Mapping[str, Any]]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise OptionError("Parquet needs pyarrow; install npusim[sweep], or write a .csv") from error
    parquet.write_table(pyarrow.Table.from_pylist([dict(row) for row in table]), path)
