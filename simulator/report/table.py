"""The report as a table with explanations."""

from collections.abc import Mapping
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.report.content import KernelReport, ReportContent
from npusim.simulator.report.host import host_lines
from npusim.simulator.report.measures.critical_path import limiter_with_share
from npusim.simulator.report.resident import cmem_lines
from npusim.simulator.report.text.summary import common_path
from npusim.simulator.report.text.text_table import text_table
from npusim.simulator.report.text.units import duration, short_names, short_path, size

_WIDTH = 118
_MOST_ROWS = 40
_COLUMN_GAP = 2
_SHORTEST_NAME = 20
_PLACE = 22
_LEGEND = (
    "%: of all cycles. array, vector: work done as a part of what the unit could do in that time. DRAM: bytes moved.\n"
    "roofline: the least time any schedule could take (the busiest resource at its peak) as a part of the time taken.\n"
    "limited by: what most of the critical path was spent on, and how much of it. from: module or source line."
)


_SHARED_HEADERS = ("hits", "cmem")
_SHARED_LEGENDS = (
    "hits: requests that the cache answered, as a part of all that reached it.",
    "cmem: bytes that the cores read from the CMEM and wrote to it.",
)


def render(report: ReportContent) -> str:
    """Heading, one row per kernel by falling cycles, legend of the columns, and location of the files."""
    parts = [heading(report)]
    if report.kernels:
        parts.append(_table(report))
    if len(report.kernels) > _MOST_ROWS:
        parts.append(f"... and {len(report.kernels) - _MOST_ROWS} more kernels in report.json")
    if report.cycles is not None and report.kernels:
        parts.append(_LEGEND)
        parts += [text for shown, text in zip(_shared(report.machine), _SHARED_LEGENDS, strict=True) if shown]
    parts += cmem_lines(report)
    parts += host_lines(report)
    parts += [f"routing: {each.name}, {each.decisions:,} decisions of routers" for each in report.routing]
    parts.append(f"files: {report.run_dir}")
    return "\n".join(parts)


def heading(report: ReportContent) -> str:
    """Machine, mode, launches, cycles and time in one line."""
    what = f"{report.machine.name}, mode {report.mode}: {_count(report.launches, 'launch')}"
    partial = "" if report.complete else " (interrupted: partial)"
    if report.cycles is None or report.time_ns is None:
        return f"{what}; time was not simulated{partial}"
    return f"{what}, {report.cycles:,} cycles = {duration(report.time_ns)}{partial}"


def _count(number: int, noun: str) -> str:
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def _table(report: ReportContent) -> str:
    header = _header(report.machine)
    kernels = sorted(report.kernels, key=lambda kernel: -(kernel.statistics["cycles"] or 0))[:_MOST_ROWS]
    rows = [_row(kernel, report) for kernel in kernels]
    numbers = sum(max(map(len, column)) + _COLUMN_GAP for column in list(zip(header, *rows, strict=True))[1:])
    names = max(_SHORTEST_NAME, _WIDTH - numbers)
    shorter = short_names([row[0] for row in rows], names)
    shown = [(name, *cells) for name, (_, *cells) in zip(shorter, rows, strict=True)]
    return text_table(header, shown, left=(0, len(header) - 2, len(header) - 1))


_HEADER = ("kernel", "launches", "cycles", "%", "array", "vector", "DRAM")
_HEADER_END = ("roofline", "limited by", "from")


def _shared(machine: Machine) -> tuple[bool, bool]:
    """Whether the table has columns for the cache and for the CMEM."""
    return machine.cache_kib > 0, machine.cmem_kib > 0


def _header(machine: Machine) -> tuple[str, ...]:
    shared = (name for shown, name in zip(_shared(machine), _SHARED_HEADERS, strict=True) if shown)
    return (*_HEADER, *shared, *_HEADER_END)


def _row(kernel: KernelReport, report: ReportContent) -> list[str]:
    values = kernel.statistics
    if values["cycles"] is None:
        dashes = ["-"] * (len(_header(report.machine)) - 3)
        return [kernel.name, f"{kernel.launches:,}", *dashes, _place(kernel, report)]
    return [
        kernel.name,
        f"{kernel.launches:,}",
        f"{values['cycles']:,}",
        f"{100 * values['cycles'] / max(1, report.cycles or 0):.1f}",
        f"{values['array_utilization']:.0%}",
        f"{values['vector_utilization']:.0%}",
        size(values["dram_bytes"]),
        *_shared_cells(values),
        f"{values['roofline_fraction']:.0%}",
        limiter_with_share(values),
        _place(kernel, report),
    ]


def _place(kernel: KernelReport, report: ReportContent) -> str:
    """The modules that the kernel's launches come from, or where there are none their source line."""
    sites = [site for site in report.call_sites if (site.kernel, site.digest) == (kernel.name, kernel.digest)]
    module = common_path(site.origin.module for site in sites)
    source = next((site.origin.source for site in sites if site.origin.source), "")
    return short_path(module or source.rpartition("/")[2], _PLACE) or "-"


def _shared_cells(values: Mapping[str, Any]) -> list[str]:
    cells = []
    if values["cache"] is not None:
        hits = values["cache"]["hit_fraction"]
        cells.append("-" if hits is None else f"{hits:.0%}")
    if values["cmem"] is not None:
        cells.append(size(values["cmem"]["read_bytes"] + values["cmem"]["write_bytes"]))
    return cells
