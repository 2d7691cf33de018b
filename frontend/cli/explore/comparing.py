"""``npusim compare``: two runs side by side, and a status for use in CI."""

import re
from pathlib import Path

from npusim.frontend.cli.explore.page.building import write_page
from npusim.frontend.cli.explore.run_files import find_run, read_report
from npusim.frontend.cli.output import Output, note
from npusim.simulator.errors import OptionError
from npusim.simulator.report.comparison import Comparison, compare

SLOWER = 1


def compare_runs(run_a: Path, run_b: Path, fail_above: str | None, output: Output, html: Path | None) -> int:
    """Print the comparison of two runs, and return the exit status: 1 if B takes too many cycles.

    Args:
        run_a, run_b: runs' folders, folders of runs (the newest is taken), or report.json files.
        fail_above: by how much more time B may take, such as ``2%``; None for any.
        html: the page of B beside A.

    Raises:
        OptionError: there is no such run, it has no time, or it was interrupted and is to be judged.
    """
    limit = None if fail_above is None else parse_percent(fail_above)
    folders = [run if run.is_file() else find_run(run) for run in (run_a, run_b)]
    comparison = compare(*map(read_report, folders))
    records = [_flat(each) for each in comparison.to_dict()["differences"]]
    is_slower = limit is not None and _judged(comparison).time_percent > limit
    status = {} if limit is None else {"fail_above_percent": limit, "failed": is_slower}
    if html is not None:  # first: `head` may close the pipe of what is printed
        write_page(folders[1].parent if folders[1].is_file() else folders[1], html, folders[0])
    output.print_records(records, {**comparison.to_dict(), **status})
    if output.is_for_people:
        print(comparison)
    if is_slower:
        note(f"B takes {comparison.time_percent:.2f} % more time than A; at most {limit:g} % were allowed")
    return SLOWER if is_slower else 0


def _judged(comparison: Comparison) -> Comparison:
    if not comparison.complete:
        raise OptionError("one of the runs was interrupted: --fail-above needs whole runs")
    return comparison


def _flat(difference: dict[str, object]) -> dict[str, object]:
    """A record for CSV: the causes in one field."""
    causes = difference["causes"]
    assert isinstance(causes, dict)
    return {**difference, "causes": " ".join(f"{cause}={cycles:+}" for cause, cycles in causes.items())}


def parse_percent(text: str) -> float:
    """``2%`` or ``2`` as 2.0.

    Raises:
        OptionError: it is no percentage of at least 0.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?) *%?", text.strip())
    if match is None:
        raise OptionError(f"--fail-above {text!r} is no percentage; write a number, such as 2%")
    return float(match.group(1))
