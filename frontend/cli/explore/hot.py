"""``npusim inspect --hot``: what each operation of a kernel's text did, and what limits the kernel."""

import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.run_files import (
    KERNEL_STAGE,
    InspectedKernel,
    find_run,
    one_kernel,
    read_kernels,
    read_report,
    read_text,
    title,
)
from npusim.frontend.cli.output import Output, console
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.report.hot_lines import annotated, operation_table, sentence
from npusim.simulator.run.times.retiming import TimedLaunch, time_again


def print_hot_lines(run_dir: Path | None, name: str | None, output: Output) -> None:
    """Print a kernel's text with cycles in the margin, its operations, and what limits it.

    Args:
        run_dir: a run's folder, or a folder of runs (the newest is taken); None for ``NPUSIM_DUMP_DIR``.
        name: of the kernel; None for the one of most cycles.
        output: as JSON or CSV: the operations.

    Raises:
        OptionError: there is no such run or kernel, or its time cannot be simulated again.
    """
    folder = find_run(run_dir)
    report = read_report(folder)
    kernel = one_kernel(read_kernels(folder), name, folder)
    timed, text = timed_again(folder, kernel)
    why = sentence(timed.statistics, timed.operations)
    records = [asdict(operation) for operation in timed.operations]
    head = {"run": str(folder), "complete": report.get("complete") is not False, "kernel": kernel.name}
    measured = {"cycles": timed.cycles, "assumed": timed.is_assumed, "limiter": timed.statistics["limiter"]}
    rows = [_flat(record, timed.statistics["critical_path"]) for record in records]
    output.print_records(rows, {**head, **measured, "sentence": why, "operations": records})
    if output.is_for_people:
        print(title(folder, report), "", *_heading(kernel, timed), why, "", sep="\n")
        print(_cut(annotated(text, timed.operations)), "", operation_table(timed.operations, timed.cycles), sep="\n")


def timed_again(folder: Path, kernel: InspectedKernel) -> tuple[TimedLaunch, str]:
    """A kernel's launch of most cycles, timed again, and the kernel's text.

    Raises:
        OptionError: it was never launched, or its time cannot be simulated again.
    """
    path = kernel.stages[KERNEL_STAGE]
    if not kernel.entry:
        raise OptionError(f"{kernel.name} was never launched, so there are no cycles to show")
    text = read_text(path)
    machine = load_machine(folder / "machine.yaml")
    return time_again(text, str(path), machine, kernel.entry.get("slowest_launch")), text


def _flat(record: dict[str, Any], causes: Iterable[str]) -> dict[str, Any]:
    """A row of CSV: a column for each cause instead of the dictionary `path`."""
    path = record["path"]
    return {key: value for key, value in record.items() if key != "path"} | {
        f"path_{cause}": path.get(cause, 0) for cause in causes
    }


def _cut(text: str) -> str:
    """The text without what a terminal would wrap."""
    if not sys.stdout.isatty():
        return text
    return "\n".join(line[: console().width] for line in text.splitlines())


def _heading(kernel: InspectedKernel, timed: TimedLaunch) -> list[str]:
    entry: dict[str, Any] = kernel.entry
    recorded = entry["slowest_launch"]["cycles"]
    of = "its launch" if entry["launches"] == 1 else f"the longest of its {entry['launches']:,} launches"
    lines = [f"{kernel.name}: {timed.cycles:,} cycles in {of}"]
    if timed.is_assumed:
        lines.append("its addresses or loops depend on data: this is its time with typical ones")
    if timed.cycles != recorded:
        why = "with the data of the run" if timed.is_assumed else "with what caches and CMEM held then, or interrupted"
        lines.append(f"in the run it took {recorded:,} cycles, {why}")
    return lines
