"""``npusim validate``: prints how far the model is from what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, console, note, print_table
from npusim.frontend.cli.target import find_cause
from npusim.frontend.cli.validation.registry import find_target, target_names
from npusim.frontend.cli.validation.target import Mean, Measurement, Outcome, Point, Target, means
from npusim.simulator.errors import OptionError


def validate_targets(names: Sequence[str], rows: Path | None, select: str, output: Output, quiet: bool) -> None:
    """Simulate the points of some targets (all by default) and print a table, JSON or CSV.

    Raises:
        OptionError: no such target, a file of rows that does not fit, or a selection without rows.
    """
    if rows is not None and len(names) != 1:
        raise OptionError("--rows needs one target, whose columns the file has")
    chosen = {name: find_target(name) for name in names or target_names()}
    points = {name: target.points(rows, select) for name, target in chosen.items()}
    if not any(points.values()):
        raise OptionError(f"no row of {', '.join(chosen)} has {select!r} in its name")
    found = {name: _outcomes(name, chosen[name], points[name], quiet) for name in chosen if points[name]}
    rows_of_all = [{"target": name, **_flat(_row(outcome))} for name in found for outcome in found[name]]
    output.print_records(rows_of_all, {"targets": [_to_dict(name, chosen[name], found[name]) for name in found]})
    if output.is_for_people:
        for name, outcomes in found.items():
            _print(name, chosen[name], outcomes)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row for CSV: the errors of other models in one field."""
    others = " ".join(f"{model}={error}" for model, error in row["other_error_percent"].items())
    return {**row, "other_error_percent": others}


def _outcomes(name: str, target: Target, points: Sequence[Point], quiet: bool) -> list[Outcome]:
    found = []
    for number, point in enumerate(points, 1):
        if not quiet:
            note(f"{name}: {number} of {len(points)}: {point.name}")
        found.append(Outcome(point, _measured(target, point)))
    return found


def _measured(target: Target, point: Point) -> Measurement:
    """The model's measurement of a point, or the first line of the error where the device cannot run it."""
    try:
        measured: Measurement = target.measure(point)
    except Exception as error:
        cause = find_cause(error)
        if cause is None:
            raise
        return Measurement(None, note=f"not available: {str(cause).splitlines()[0]}")
    return measured


def _print(name: str, target: Target, outcomes: Sequence[Outcome]) -> None:
    others = list(dict.fromkeys(model for outcome in outcomes for model in outcome.others))
    machine = f"machine {target.machine}, " if target.machine else ""
    console().print(f"\n{name}: {target.title}; {machine}{target.unit}\n")
    header = ("row", target.reference, "ours", "error", *others, "used for", "note")
    print_table(header, [_cells(outcome, others) for outcome in outcomes], left=("row", "used for", "note"))
    console().print()
    for mean in means(outcomes):
        console().print(_sentence(mean))
    for sentence in target.notes:
        console().print(sentence)


def _cells(outcome: Outcome, others: Sequence[str]) -> tuple[str, ...]:
    ours = outcome.measurement.ours
    return (
        outcome.point.name,
        _number(outcome.point.reference),
        "-" if ours is None else _number(ours),
        _percent(outcome.error_percent),
        *(_percent(outcome.others.get(model)) for model in others),
        outcome.point.used_for,
        outcome.measurement.note,
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f} %"


def _sentence(mean: Mean) -> str:
    others = "".join(f", {model} {value:.1f} %" for model, value in mean.others.items())
    return (
        f"mean absolute error, {mean.points} ({mean.rows} rows): "
        f"{mean.ours:.1f} % (largest {mean.largest:.1f} %){others}"
    )


def _to_dict(name: str, target: Target, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "name": name,
        "title": target.title,
        "machine": target.machine or None,
        "unit": target.unit,
        "reference": target.reference,
        "rows": [_row(outcome) for outcome in outcomes],
        "means": [
            {
                "points": mean.points,
                "rows": mean.rows,
                "error_percent": round(mean.ours, 3),
                "largest_error_percent": round(mean.largest, 3),
                "other_error_percent": {model: round(value, 3) for model, value in mean.others.items()},
            }
            for mean in means(outcomes)
        ],
        "notes": list(target.notes),
    }


def _row(outcome: Outcome) -> dict[str, Any]:
    error = outcome.error_percent
    return {
        "name": outcome.point.name,
        "group": outcome.point.group,
        "reference": outcome.point.reference,
        "ours": outcome.measurement.ours,
        "error_percent": None if error is None else round(error, 3),
        "other_error_percent": {model: round(value, 3) for model, value in outcome.others.items()},
        "used_for": outcome.point.used_for or None,
        "note": outcome.measurement.note,
    }
