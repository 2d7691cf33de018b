"""Builds the page of a sweep around what its file of results holds; the same results give the same bytes."""

from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.page.building import page_text, write_text
from npusim.frontend.cli.sweeps.database import Database
from npusim.frontend.cli.sweeps.metrics import TITLES, title
from npusim.frontend.cli.sweeps.page.sensitivity import explained
from npusim.frontend.cli.sweeps.space import Space
from npusim.frontend.cli.sweeps.specification import METRICS, Specification
from npusim.frontend.cli.sweeps.table import Row, best, outcomes, varied

MOST_POINTS = 20_000
"""Points in a page; of more, the best ones and an even choice of the others."""


def write_page(
    file: Path, names: tuple[str, str], specification: Specification, database: Database, table: Sequence[Row]
) -> None:
    """Writes the page of a sweep.

    Args:
        file: the page, whole or not at all.
        names: of the sweep file, and the command that finds its points again.
        specification: the file's content.
        database: what is known of it.
        table: its points (`table.rows`).

    Raises:
        OptionError: the file cannot be written.
    """
    script = (resources.files("npusim.frontend.cli.sweeps.page") / "sweep.js").read_text()
    write_text(file, page_text(content(names, specification, database, table), script))


def content(
    names: tuple[str, str], specification: Specification, database: Database, table: Sequence[Row]
) -> dict[str, Any]:
    """What the page of a sweep shows."""
    front = {row["point"] for row in best(specification, table)}
    shown = _chosen(table, front)
    axes = varied(specification)
    by_importance = dict.fromkeys((*specification.metrics, *METRICS))
    metrics = [name for name in by_importance if any(row[name] is not None for row in table)]
    results = outcomes(specification, database)
    return {
        "title": f"sweep {names[0]}, {len(table):,} points",
        "command": names[1],
        "base": specification.machine,
        "constraints": list(specification.constraints),
        "derive": dict(specification.derive),
        "states": dict(Counter(row["state"] for row in table)),
        "left_out": len(table) - len(shown),
        "axes": [{"key": key, "values": list(Space(specification).axes[key])} for key in axes],
        "metrics": [_metric(name, specification) for name in metrics],
        "sought": [title(name) for name in specification.metrics],
        "sensitivity": {name: explained(table, axes, name) for name in metrics},
        "workloads": [{"title": each.title, "weight": each.weight} for each in specification.workloads],
        "points": [
            {
                "number": row["point"],
                "state": row["state"],
                "best": row["point"] in front,
                "values": [row[key] for key in axes],
                "metrics": [row[name] for name in metrics],
                "limiter": row["limiter"] or "",
                "note": row["note"] or "",
                "workloads": [_workload(each) for each in results[row["point"]]] if row["state"] == "done" else [],
            }
            for row in shown
        ],
    }


def _chosen(table: Sequence[Row], front: set[int]) -> list[Row]:
    step = -(-len(table) // MOST_POINTS) or 1
    return [row for place, row in enumerate(table) if row["point"] in front or place % step == 0]


def _metric(name: str, specification: Specification) -> dict[str, Any]:
    return {"name": name, "title": title(name), "scale": TITLES[name][1], "sought": name in specification.metrics}


def _workload(result: Any) -> list[Any]:
    names = ("cycles", "time_ns", "limiter", "roofline_fraction", "dram_bytes", "launches", "energy_pj")
    return [result[name] for name in names]
