"""The files of the golden cases: a text per case and machine, one table of cycles."""

import csv
import difflib
import fcntl
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from golden.recording import MACHINES, Recording

FOLDER = Path(__file__).parents[2] / "mlir" / "golden"
TABLE = FOLDER / "cycles.csv"
REGENERATE = "--regenerate-golden"

_COLUMNS = ("case", "machine", "launch", "kernel", "cycles")
_TOTAL = "total"
_ADVICE = f"if it is what you want: pytest tests/mlir/test_golden.py {REGENERATE}, and read the diff"

Row = tuple[str, ...]


def text_file(case: str, machine: str) -> Path:
    """Where the kernels of a case for a machine are."""
    return FOLDER / machine / f"{case}.mlir"


def write(case: str, recordings: dict[str, Recording]) -> None:
    """The case's files and its rows of the table; a text that is the same on all machines is kept once."""
    first = recordings[MACHINES[0]].text
    for machine, recording in recordings.items():
        file = text_file(case, machine)
        file.parent.mkdir(parents=True, exist_ok=True)
        if machine == MACHINES[0] or recording.text != first:
            file.write_text(recording.text, encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
    with _alone():
        rows = [row for row in read_table() if row[0] != case]
        for machine, recording in recordings.items():
            rows += rows_of(case, machine, recording)
        write_table(rows)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time writes the table."""
    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def expected_text(case: str, machine: str) -> str:
    """The kernels that are kept for a case and a machine; nothing when the case is new."""
    files = (text_file(case, machine), text_file(case, MACHINES[0]))
    return next((file.read_text(encoding="utf-8") for file in files if file.exists()), "")


def that_cover(cases: Iterable[str], machine: str) -> set[str]:
    """Cases that have whatever any case has: templates, fusions, mapping strategies, operations, ways to combine.

    Those that add the most for the length of their kernels come first, and those that later ones make needless are
    left out; a case of which nothing is kept is among them.
    """
    texts = {case: expected_text(case, machine) for case in sorted(cases)}
    found = {case: _features(text) for case, text in texts.items()}
    taken = [case for case, features in found.items() if not features]
    left = set().union(*found.values())
    while left:
        taken.append(max(found, key=lambda case: len(found[case] & left) / (len(texts[case]) + _COMPILATION)))
        left -= found[taken[-1]]
    for case in list(taken):
        others = set().union(*(found[other] for other in taken if other != case))
        if found[case] and found[case] <= others:
            taken.remove(case)
    return set(taken)


_COMPILATION = 4000
"""Characters of kernels that take as long as the rest of a compilation, about."""

_OPERATION = re.compile(r"\b(?:npu|affine|scf|linalg|arith|math)\.\w+|combine = \"\w+\"")
_HEADING = re.compile(r"^// .*", re.MULTILINE)


def _features(text: str) -> set[str]:
    headings = _HEADING.findall(text)
    choices = {choice for heading in headings for choice in re.findall(r"(?:template|mapping) \w+", heading)}
    fusions = {f"fused {name}" for each in headings for name in each.partition(", fusions ")[2].split(",")[0].split()}
    return {*_OPERATION.findall(text), *choices, *fusions}


def rows_of(case: str, machine: str, recording: Recording) -> list[Row]:
    """The rows of the table for a case on a machine."""
    launches = [
        (case, machine, str(number), launch.kernel, str(launch.cycles))
        for number, launch in enumerate(recording.launches)
    ]
    return [*launches, (case, machine, _TOTAL, "", str(recording.cycles))]


def read_table() -> list[Row]:
    """All rows of the table."""
    if not TABLE.exists():
        return []
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def write_table(rows: Iterable[Row]) -> None:
    """The table in the order of cases and launches; readers see the old one or the new one."""
    fresh = TABLE.with_suffix(".new")
    with fresh.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(sorted(rows, key=lambda row: (row[0], row[1], row[2] == _TOTAL, row[2].zfill(6))))
    fresh.replace(TABLE)


def difference(expected: Sequence[str], got: Sequence[str], what: str) -> str:
    """A diff of lines with advice; empty when they are equal."""
    lines = list(difflib.unified_diff(expected, got, f"{what} (kept)", f"{what} (now)", lineterm=""))
    return "\n".join([*lines, _ADVICE]) if lines else ""
