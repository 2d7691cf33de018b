"""One run of ``npusim sweep``: many machines, the best of them, or one of them again."""

import re
import shlex
import sys
from collections import Counter
from dataclasses import dataclass
from json import loads
from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, console, note, print_table
from npusim.frontend.cli.sweeps import metrics as metrics_of
from npusim.frontend.cli.sweeps.database import Database
from npusim.frontend.cli.sweeps.driver import Summary
from npusim.frontend.cli.sweeps.driver import sweep as run_sweep
from npusim.frontend.cli.sweeps.metrics import shown, title
from npusim.frontend.cli.sweeps.pools.worker import run as run_workload
from npusim.frontend.cli.sweeps.search import make_search
from npusim.frontend.cli.sweeps.space import Point, Space
from npusim.frontend.cli.sweeps.specification import METRICS, Specification, read_specification
from npusim.frontend.cli.sweeps.table import best, rows, shown_rows, varied, write_table
from npusim.frontend.cli.sweeps.units import describe, sweep_digest, version
from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.run_dir import DEFAULT_PARENT
from npusim.simulator.system.environment import read

_MOST_FAILURES = 3
_MOST_ROWS = 20
_WIDE_KEY = 12


@dataclass(frozen=True)
class Options:
    """The options of the command.

    Attributes:
        file: the sweep file.
        results: the file that keeps results.
        table: where all points are written, if anywhere.
        html: where the page is written, if anywhere.
        workers: processes; None: one per processor.
        ray: address of the Ray cluster that computes, if any.
        is_shown: nothing is simulated.
        retries: what failed is tried again.
        output: how results are printed.
        quiet: no progress lines.
    """

    file: Path
    results: Path
    table: Path | None
    html: Path | None
    workers: int | None
    ray: str | None
    is_shown: bool
    retries: bool
    output: Output
    quiet: bool

    @property
    def command(self) -> str:
        """What finds the points of this sweep again."""
        is_beside = self.results == self.file.with_suffix(".sqlite")
        return shlex.join(["npusim", "sweep", str(self.file), *([] if is_beside else ["--results", str(self.results)])])


def run(options: Options) -> int:
    """Simulates what is not known yet, and prints the best points. Returns the status: 1 if no point has a result."""
    specification, summary = read_specification(options.file), None
    if not options.is_shown:
        progress = _silent if options.quiet else _told
        pool: dict[str, Any] = {"workers": options.workers, "ray": options.ray}
        summary = run_sweep(options.file, options.results, retry=options.retries, progress=progress, **pool)
    elif not options.results.is_file():
        raise OptionError(
            f"there is no file of results {options.results}; run the sweep first, or name one with --results"
        )
    database = Database(options.results, is_shown=True)
    try:
        found = rows(specification, database)
        if options.html is not None:
            from npusim.frontend.cli.sweeps.page.building import write_page

            write_page(options.html, (options.file.name, options.command), specification, database, found)
        others = database.count_of_other_versions(version())
    finally:
        database.close()
    if others and not options.quiet:
        note(f"{options.results} holds {others:,} results of other versions of npusim, which are not used")
    if options.table is not None:
        write_table(options.table, found)
    front = best(specification, found)
    states = dict(Counter(row["state"] for row in found))
    named = {"results": str(options.results), "points": states, "objectives": list(specification.objectives)}
    options.output.print_records(front, {**named, "best": front})
    if options.output.is_for_people:
        _print(options.command, specification, found, front, summary)
    return 0 if front else 1


def _silent(_: Summary) -> None:
    pass


def _told(summary: Summary) -> None:
    note(str(summary))


def _print(
    command: str, specification: Specification, found: list[Any], front: list[Any], summary: Summary | None
) -> None:
    axes = varied(specification)
    header, cells = shown_rows(specification, front)
    if front:
        print_table(
            [_in_lines(each) if each in axes else each for each in header], cells[:_MOST_ROWS], left=("limited by",)
        )
    if len(front) > _MOST_ROWS:
        console().print(f"and {len(front) - _MOST_ROWS:,} more (--json, --csv, --table)")
    failed = [row for row in found if row["state"] == "failed"]
    for row in failed[:_MOST_FAILURES]:
        values = ", ".join(f"{key} {row[key]}" for key in axes)
        named = f"point {row['point']} ({values})" if values else f"point {row['point']}"
        print(f"{named} failed: {row['note'].splitlines()[0]}", file=sys.stderr)
    if len(failed) > _MOST_FAILURES:
        print(f"and {len(failed) - _MOST_FAILURES:,} more failed (--table)", file=sys.stderr)
    console().print(f"\n{_found_best(specification, found, front)}" + ("" if summary is None else f". {summary}"))
    if front:
        console().print(f"again: {command} --point {front[0]['point']}; its machine: --machine best.yaml")


def _found_best(specification: Specification, found: list[Any], front: list[Any]) -> str:
    if not front:
        states = [f"{count:,} {state}" for state, count in Counter(row["state"] for row in found).items()]
        return f"no point has a result: {', '.join(states) or 'none was taken'}"
    objectives = ", ".join(specification.objectives)
    counted = f"{len(front)} of {len(found):,} points {'is' if len(front) == 1 else 'are'} the best in {objectives}"
    return f"{counted}: no other one is better in all of them"


def _in_lines(key: str) -> str:
    """A long key in lines that end between words."""
    lines = [""]
    for word in re.findall(r"[^_.]+[_.]?", key):
        if lines[-1] and len(lines[-1]) + len(word) > _WIDE_KEY:
            lines.append("")
        lines[-1] += word
    return "\n".join(lines)


def show_point(options: Options, number: int, file: Path | None) -> None:
    """Simulates one point in this process, and writes its machine to `file`, if there is one.

    Its runs leave their folders as all do; the file of results keeps nothing of them.
    """
    if options.table is not None or options.html is not None:
        raise OptionError(
            "--table and --html are about all points; `npusim report RUN` writes the page of a run, whose folder "
            "--point prints"
        )
    specification = read_specification(options.file)
    space = Space(specification)
    point = _found(specification, space, number, options.results)
    machine = space.machine(point)
    if file is not None:
        from npusim.frontend.cli.explore.page.building import write_text

        write_text(file, machine.to_yaml())
    plain, base = (each.model_dump(mode="json") for each in (machine, space.base))
    tasks = [
        {"machine": plain, "base": base, "workload": describe(workload), "mapping": point.mapping}
        for workload in specification.workloads
    ]
    parent = Path(read("DUMP_DIR") or DEFAULT_PARENT)
    results, folders = zip(*(run_workload(task, parent) for task in tasks), strict=True)
    metrics = metrics_of.of_results(machine, specification.workloads, results)
    if not options.output.is_for_people:
        told = zip(specification.workloads, results, folders, strict=True)
        workloads = [{"workload": each.title, **result, "run_dir": folder} for each, result, folder in told]
        whole = {"point": number, "values": dict(point.values), **metrics, "workloads": workloads}
        options.output.print_records(workloads, whole)
        return
    for key, value in point.values.items():
        print(f"  {key:<32} {value}")
    for name in METRICS:
        print(f"  {title(name):<32} {shown(name, metrics[name])}")
    for workload, result, folder in zip(specification.workloads, results, folders, strict=True):
        print(f"  {workload.title}: {result['cycles']:,} cycles, limited by {result['limiter']}")
        print(f"    files {folder}")


def _found(specification: Specification, space: Space, number: int, kept: Path) -> Point:
    """The point of a number, from the file of results if only that knows what was suggested."""
    if specification.search.method != "optuna":
        search = make_search(specification, space)
        while asked := search.ask():
            for other, point in asked:
                if other == number:
                    return point
    elif kept.is_file():
        database = Database(kept, is_shown=True)
        try:
            for other, text, _, _ in database.points(sweep_digest(specification)):
                if other == number:
                    return Point(loads(text))
        finally:
            database.close()
    raise OptionError(f"the sweep has no point {number}")
