"""A report summed up by kernel, operator, module, phase or source line, from the content of report.json.

Rows are sums over call sites: every launch is in one row, so rows add up to the run.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from npusim.simulator.errors import OptionError
from npusim.simulator.report.notebooks import data_frame, html_table
from npusim.simulator.report.text.text_table import text_table
from npusim.simulator.report.text.units import short_names, short_path, size

Site = Mapping[str, Any]
_NOWHERE = {
    "module": "(no module)",
    "operator": "(no operator)",
    "phase": "(no phase)",
    "source": "(no source line)",
}
GROUPS = ("module", "operator", "kernel", "phase", "source")
"""What a summary can be by."""
INTERRUPTED = "interrupted: what was simulated until then"
_WIDTH = 118
_SHORTEST_NAME = 32
_INDEX = re.compile(r"^\d+$")


@dataclass(frozen=True)
class SummaryRow:
    """All launches of one group.

    Attributes:
        name: of the group.
        launches: number of launches.
        cycles, time_ns: of all launches together.
        percent: of the run's cycles.
        flops: of the arrays, executed (padding included): two per multiply-accumulate.
        vector_operations: of the vector units: ALU slots x 32-bit elements.
        dram_bytes: bytes at the DRAM channels.
        operations_per_byte: (flops + vector_operations) / dram_bytes, the intensity of the roofline; None without
            traffic.
        bound: the resource whose roofline bound holds for most of the cycles: array, vector, memory, cache or cmem.
        roofline_cycles: sum of the launches' bounds.
        roofline_fraction: roofline_cycles / cycles: which part of the bound's speed was reached.
        limiter: what limited most of the cycles.
        module, source: where the launches come from; `*` stands for what differs.
    """

    name: str
    launches: int
    cycles: int | None
    time_ns: float | None
    percent: float | None
    flops: int | None
    vector_operations: int | None
    dram_bytes: int | None
    operations_per_byte: float | None
    bound: str | None
    roofline_cycles: float | None
    roofline_fraction: float | None
    limiter: str | None
    module: str
    source: str


@dataclass(frozen=True)
class Summary:
    """Rows by falling cycles, and their total. `str()` is a table.

    Attributes:
        by: what the rows are: one of `GROUPS`.
        rows, total: the sums.
        complete: False if the run was interrupted.
    """

    by: str
    rows: tuple[SummaryRow, ...]
    total: SummaryRow
    complete: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        rows = [asdict(row) for row in self.rows]
        return {"by": self.by, "complete": self.complete, "rows": rows, "total": asdict(self.total)}

    def to_pandas(self) -> Any:
        """The rows as a data frame.

        Raises:
            OptionError: pandas is not installed.
        """
        return data_frame(list(map(asdict, self.rows)), [each.name for each in fields(SummaryRow)])

    def __str__(self) -> str:
        return render(self)

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        rows = map(_cells, (*self.rows, self.total))
        return html_table((self.by, *_COLUMNS), rows, "" if self.complete else INTERRUPTED)


def summarize(report: Mapping[str, Any], by: str, depth: int | None = None) -> Summary:
    """Sums up the call sites of a report.

    Args:
        report: the content of report.json.
        by: one of `GROUPS`.
        depth: of module paths: `encoder.layer` has depth 2; None for whole paths.

    Raises:
        OptionError: another `by`, a depth below 1 or not by module, a report without call sites.
    """
    if by not in GROUPS:
        raise OptionError(f"a summary is by {', '.join(GROUPS)}, not {by!r}")
    if depth is not None and (by != "module" or depth < 1):
        raise OptionError("a depth, at least 1, goes with a summary by module: encoder.layer has depth 2")
    if "call_sites" not in report:
        raise OptionError("the report was written by an older npusim, without call sites; run the program again")
    groups: dict[str, list[Site]] = {}
    for site in report["call_sites"]:
        groups.setdefault(_group(site, by, depth), []).append(site)
    total = _row("total", report["call_sites"], None)
    rows = [_row(name, sites, total.cycles) for name, sites in groups.items()]
    rows.sort(key=lambda row: -(row.cycles or 0))
    return Summary(by, tuple(rows), total, report.get("complete") is not False)


def _group(site: Site, by: str, depth: int | None) -> str:
    name: str = site[by]
    if by == "module" and depth is not None:
        name = ".".join(name.split(".")[:depth])
    return name or _NOWHERE[by]


def _row(name: str, sites: Sequence[Site], all_cycles: int | None) -> SummaryRow:
    cycles, flops, vector, moved = (_sum(sites, key) for key in ("cycles", "flops", "vector_operations", "dram_bytes"))
    bound = _sum(sites, "roofline_cycles")
    of = cycles if all_cycles is None else all_cycles
    return SummaryRow(
        name=name,
        launches=sum(site["launches"] for site in sites),
        cycles=cycles,
        time_ns=_rounded(_sum(sites, "time_ns"), 3),
        percent=None if cycles is None else round(100 * cycles / max(1, of or 0), 2),
        flops=flops,
        vector_operations=vector,
        dram_bytes=moved,
        operations_per_byte=round((flops + vector) / moved, 3) if moved else None,
        bound=_most_cycles(sites, "roofline_resource"),
        roofline_cycles=_rounded(bound, 1),
        roofline_fraction=None if cycles is None else round(bound / max(1, cycles), 4),
        limiter=_most_cycles(sites, "limiter"),
        module=common_path([site["module"] for site in sites]),
        source=_common_source([site["source"] for site in sites]),
    )


def _sum(sites: Iterable[Site], key: str) -> Any:
    values = [site[key] for site in sites if site[key] is not None]
    return sum(values) if values else None


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _most_cycles(sites: Iterable[Site], key: str) -> str | None:
    cycles: dict[str, int] = {}
    for site in sites:
        if site["cycles"] is not None:
            cycles[site[key]] = cycles.get(site[key], 0) + site["cycles"]
    return max(cycles, key=lambda name: cycles[name], default=None)


def common_path(paths: Iterable[str]) -> str:
    """One path for all: `encoder.layer.*.output` for those of all layers; what they have in common otherwise."""
    parts = [path.split(".") for path in dict.fromkeys(paths)]
    if len(parts) > 1 and len(set(map(_shape, parts))) == 1:
        return ".".join(place[0] if len(set(place)) == 1 else "*" for place in zip(*parts, strict=True))
    common: list[str] = []
    for place in zip(*parts, strict=False):
        if len(set(place)) > 1:
            return ".".join([*common, "*"])
        common.append(place[0])
    return ".".join(common)


def _shape(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple("*" if _INDEX.match(part) else part for part in parts)


def _common_source(sources: Iterable[str]) -> str:
    known = list(dict.fromkeys(filter(None, sources)))
    return known[0] if len(known) == 1 else f"{known[0]} and {len(known) - 1} more" if known else ""


def render(summary: Summary) -> str:
    """The summary as a table with a row for the total and, below, what its columns mean."""
    header = (summary.by, *_COLUMNS)
    rows = [_cells(row) for row in (*summary.rows, summary.total)]
    numbers = sum(max(map(len, column)) + 2 for column in list(zip(header, *rows, strict=True))[1:])
    names = max(_SHORTEST_NAME, min(_WIDTH - numbers, max(len(row[0]) for row in rows)))
    first = [row[0] for row in rows]
    shorter = short_names(first, names) if summary.by == "kernel" else [short_path(name, names) for name in first]
    shown = [(name, *cells) for name, (_, *cells) in zip(shorter, rows, strict=True)]
    partial = [] if summary.complete else [INTERRUPTED]
    return "\n".join([*partial, text_table(header, shown, left=(0, len(header) - 1), total=True), _LEGEND])


_COLUMNS = ("launches", "cycles", "%", "FLOPs", "vector ops", "DRAM", "ops/byte", "bound", "reached", "limiter")
_LEGEND = (
    "FLOPs: of the arrays, two per multiply-accumulate. vector ops: ALU slots x 32-bit elements. ops/byte: both, per\n"
    "byte of DRAM traffic. bound: what the roofline is given by. reached: that bound as a part of the cycles."
)


def _cells(row: SummaryRow) -> tuple[str, ...]:
    def shown(value: Any, form: Callable[[Any], str]) -> str:
        return "-" if value is None else form(value)

    return (
        row.name,
        f"{row.launches:,}",
        shown(row.cycles, "{:,}".format),
        shown(row.percent, "{:.1f}".format),
        shown(row.flops, count),
        shown(row.vector_operations, count),
        shown(row.dram_bytes, size),
        shown(row.operations_per_byte, "{:.1f}".format),
        row.bound or "-",
        shown(row.roofline_fraction, "{:.0%}".format),
        row.limiter or "-",
    )


def count(number: float) -> str:
    """A number with three digits and a suffix: `1.23 G`."""
    for factor, suffix in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= factor:
            return f"{number / factor:.3g} {suffix}"
    return f"{number:.0f}"
