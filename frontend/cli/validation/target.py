"""A target of ``npusim validate``: measured points, how each is simulated, and the errors."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from npusim.simulator.errors import OptionError

Fields = Mapping[str, str]


@dataclass(frozen=True)
class Point:
    """One measurement.

    Attributes:
        name: the workload and its shape, as the table shows it.
        reference: what was measured, in the target's unit.
        fields: the row of the CSV file.
        group: points over which a mean is taken.
        used_for: which number of the model was derived from it; empty for a point that only checks.
        others: errors of other models in percent, by their names.
    """

    name: str
    reference: float
    fields: Fields
    group: str = "all"
    used_for: str = ""
    others: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Measurement:
    """The model's result for a point, in the target's unit.

    Attributes:
        ours: None when the point cannot be simulated; `note` says why.
        roofline: the bound by arithmetic and by bytes alone; None where there is none.
        note: the limiter, or another remark for the reader.
    """

    ours: float | None
    roofline: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Target:
    """Something that was measured.

    Attributes:
        title: what it is and who measured it, one line.
        machine: the machine that models it; empty for none, as for DRAM alone.
        unit: of the measurements.
        reference: who gives the reference: silicon, RTL, another simulator.
        file: the CSV file; lines that begin with # are comments.
        read: makes the point, or several, of a row; raises KeyError for a missing column, ValueError for a value that
            is no number.
        measure: simulates a point; raises NpuSimError (or an error that wraps one) where the device cannot run it.
        notes: remarks on the table, one sentence each.
    """

    title: str
    machine: str
    unit: str
    reference: str
    file: Path
    read: Callable[[Fields], Point | Sequence[Point]]
    measure: Callable[[Point], Measurement]
    notes: Sequence[str] = ()

    def points(self, file: Path | None = None, containing: str = "") -> list[Point]:
        """The points of the target's own file, or of `file` with the same columns, whose names contain `containing`.

        Raises:
            OptionError: the file cannot be read, a column is missing or a value is no number.
        """
        source = file or self.file
        points = [point for row in _rows(source) for point in self._points_of(row, source)]
        return [point for point in points if containing in point.name]

    def _points_of(self, row: Fields, source: Path) -> Sequence[Point]:
        try:
            read = self.read(row)
            return [read] if isinstance(read, Point) else read
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise OptionError(f"{source}: the row {dict(row)} cannot be read: {error!r}") from error


@dataclass(frozen=True)
class Outcome:
    """A point and its measurement."""

    point: Point
    measurement: Measurement

    @property
    def error_percent(self) -> float | None:
        """(model - reference) / reference."""
        return self.percent(self.measurement.ours)

    @property
    def others(self) -> dict[str, float]:
        """Errors of the roofline and of other models, in percent."""
        roofline = self.percent(self.measurement.roofline)
        return ({} if roofline is None else {"roofline": roofline}) | dict(self.point.others)

    def percent(self, value: float | None) -> float | None:
        """The error of a value, in percent."""
        return None if value is None else 100 * (value / self.point.reference - 1)


@dataclass(frozen=True)
class Mean:
    """Mean absolute errors over some points, in percent."""

    points: str
    rows: int
    ours: float
    largest: float
    others: Mapping[str, float]


def means(outcomes: Sequence[Outcome]) -> list[Mean]:
    """The mean of every group, and of those of its points that no number of the model was derived from."""
    found = []
    for group in dict.fromkeys(outcome.point.group for outcome in outcomes):
        inside = [each for each in outcomes if each.point.group == group and each.error_percent is not None]
        unused = [each for each in inside if not each.point.used_for]
        found += [_mean(group, inside)] if inside else []
        found += [_mean(f"{group}, without the rows that were used", unused)] if 0 < len(unused) < len(inside) else []
    return found


def _mean(points: str, outcomes: Sequence[Outcome]) -> Mean:
    names = dict.fromkeys(name for outcome in outcomes for name in outcome.others)
    errors = [abs(outcome.error_percent or 0.0) for outcome in outcomes]
    others = {name: _average(abs(each.others[name]) for each in outcomes if name in each.others) for name in names}
    return Mean(points, len(outcomes), _average(errors), max(errors), others)


def _average(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _rows(file: Path) -> list[dict[str, str]]:
    try:
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{file} cannot be read: {error}") from error
    return list(csv.DictReader(lines))
