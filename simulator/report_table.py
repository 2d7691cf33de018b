"""The report as a table that a newcomer can read."""

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from npusim.simulator.report import KernelReport, Report

_WIDTH = 118
_MOST_ROWS = 40
_COLUMN_GAP = 2
_SHORTEST_NAME = 20
_LEGEND = (
    "array, vector: work done as a part of what the unit could do in that time. DRAM: bytes moved, and the bandwidth\n"
    "as a part of the peak. roofline: the least time any schedule could take (the busiest resource at its peak) as a\n"
    "part of the time taken. limited by: the resource that was occupied longest; `latency` means none was."
)


def render(report: "Report") -> str:
    """Heading, one row per kernel in order of first launch, what the columns mean, and where the files are."""
    parts = [_heading(report)]
    if report.kernels:
        parts.append(_table(report))
    if len(report.kernels) > _MOST_ROWS:
        parts.append(f"... and {len(report.kernels) - _MOST_ROWS} more kernels in report.json")
    if report.cycles is not None and report.kernels:
        parts.append(_LEGEND)
    parts.append(f"files: {report.run_dir}")
    return "\n".join(parts)


def _heading(report: "Report") -> str:
    what = f"{report.machine.name}, mode {report.mode}: {_count(report.launches, 'launch')}"
    if report.cycles is None or report.time_ns is None:
        return f"{what}; time was not simulated"
    partial = "" if report.statistics["complete"] else " (interrupted: partial)"
    return f"{what}, {report.cycles:,} cycles = {duration(report.time_ns)}{partial}"


def _count(number: int, noun: str) -> str:
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def _table(report: "Report") -> str:
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for number, name in enumerate(_HEADER):
        table.add_column(name, justify="left" if number in (0, len(_HEADER) - 1) else "right", no_wrap=True)
    rows = [_row(kernel) for kernel in report.kernels[:_MOST_ROWS]]
    numbers = sum(max(map(len, column)) + _COLUMN_GAP for column in list(zip(_HEADER, *rows, strict=True))[1:])
    names = max(_SHORTEST_NAME, _WIDTH - numbers)
    for name, *cells in rows:
        table.add_row(escape(short_name(name, names)), *(escape(cell) for cell in cells))
    console = Console(file=io.StringIO(), width=names + numbers, color_system=None)
    console.print(table)
    stream: Any = console.file
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


_HEADER = ("kernel", "launches", "cycles", "time", "array", "vector", "DRAM", "of peak", "roofline", "limited by")


def _row(kernel: "KernelReport") -> list[str]:
    values = kernel.statistics
    if values["cycles"] is None:
        return [kernel.name, f"{kernel.launches:,}", *["-"] * (len(_HEADER) - 2)]
    return [
        kernel.name,
        f"{kernel.launches:,}",
        f"{values['cycles']:,}",
        duration(values["time_ns"]),
        f"{values['array_utilization']:.0%}",
        f"{values['vector_utilization']:.0%}",
        size(values["dram_bytes"]),
        f"{values['bandwidth_fraction']:.0%}",
        f"{values['roofline_fraction']:.0%}",
        values["limiter"],
    ]


def short_name(name: str, width: int) -> str:
    """A kernel's name in one line of the table: the middle gives way, as the hash at the end tells kernels apart."""
    if len(name) <= width:
        return name
    tail = min(8, width - 2)
    return f"{name[: width - tail - 1]}\N{HORIZONTAL ELLIPSIS}{name[-tail:]}"


def duration(time_ns: float) -> str:
    """A time with the unit that suits it."""
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if time_ns >= factor:
            return f"{time_ns / factor:.2f} {unit}"
    return f"{time_ns:.0f} ns"


def size(bytes_: float) -> str:
    """A number of bytes with the unit that suits it (powers of 1024)."""
    for factor, unit in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if bytes_ >= factor:
            return f"{bytes_ / factor:.2f} {unit}"
    return f"{bytes_:.0f} B"
