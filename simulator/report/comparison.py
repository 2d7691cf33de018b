"""Two runs side by side, from the contents of their report.json: what became slower, by which cause, what is new.

Call sites are matched by content first (the same text, launched from the same place; then the same text), then by
origin: the same module and operator, the same operator at the same source line, the same source line. What is matched
by content differs in time because of the machine or npusim; what is matched by origin is another kernel.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from npusim.simulator.errors import OptionError
from npusim.simulator.report.text.text_table import text_table
from npusim.simulator.report.text.units import duration, short_name, short_path

Site = Mapping[str, Any]
_NONE: Site = {"launches": 0, "cycles": 0, "critical_path": {}}
_MOST_ROWS = 40
_MOST_CAUSES = 2
_PLACE = 36

_PASSES: tuple[tuple[str, Callable[[Site], tuple[str, ...]]], ...] = (
    ("content", lambda site: (site["digest"], site["module"], site["operator"], site["phase"], site["source"])),
    ("content", lambda site: (site["digest"], site["module"], site["operator"], site["phase"])),
    ("content", lambda site: (site["digest"],)),
    ("module", lambda site: (site["module"], site["operator"], site["phase"]) if site["module"] else ()),
    ("source", lambda site: (site["source"], site["operator"], site["phase"]) if site["source"] else ()),
    ("source", lambda site: (site["source"], site["phase"]) if site["source"] else ()),
)
"""How call sites are matched, and by which key; an empty key matches nothing."""


@dataclass(frozen=True)
class Difference:
    """A call site in both runs, or in one of them.

    Attributes:
        kernel: its name in B; in A if it is gone.
        earlier_kernel: its name in A, if it is another one.
        matched_by: `content`, `module`, `source`; `new` and `gone` for those of one run.
        module, operator, source, phase: its origin.
        launches_a, launches_b: numbers of launches.
        cycles_a, cycles_b: of all launches.
        difference: cycles_b - cycles_a.
        percent: of cycles_a; None for what is new.
        causes: by how many cycles each part of the critical path has grown; causes that have not changed are left out.
    """

    kernel: str
    earlier_kernel: str | None
    matched_by: str
    module: str
    operator: str
    source: str
    phase: str
    launches_a: int
    launches_b: int
    cycles_a: int
    cycles_b: int
    difference: int
    percent: float | None
    causes: dict[str, int]


@dataclass(frozen=True)
class Comparison:
    """Run A and run B. `str()` is a table.

    Attributes:
        run_a, run_b: their folders.
        machine_a, machine_b: names of their machines.
        cycles_a, cycles_b, percent: of the whole runs, and the change as a part of A's.
        time_ns_a, time_ns_b, time_percent: the same in simulated time, which differs if the machines' clocks do.
        causes: as those of differences, of the whole runs.
        complete: False if one of them was interrupted.
        differences: the call sites, the largest differences first.
    """

    run_a: str
    run_b: str
    machine_a: str
    machine_b: str
    cycles_a: int
    cycles_b: int
    percent: float
    time_ns_a: float
    time_ns_b: float
    time_percent: float
    causes: dict[str, int]
    complete: bool
    differences: tuple[Difference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return _rendered(self)


def compare(report_a: Mapping[str, Any], report_b: Mapping[str, Any]) -> Comparison:
    """Compares run B with run A, which came before.

    Raises:
        OptionError: a run without simulated time, or written by an older npusim.
    """
    for report in (report_a, report_b):
        _check(report)
    pairs = list(_matched(report_a["call_sites"], report_b["call_sites"]))
    differences = [_difference(how, a, b) for how, a, b in pairs]
    differences.sort(key=lambda each: (-abs(each.difference), -each.cycles_b))
    cycles_a, cycles_b = report_a["cycles"], report_b["cycles"]
    return Comparison(
        run_a=report_a["run_dir"],
        run_b=report_b["run_dir"],
        machine_a=report_a["machine"],
        machine_b=report_b["machine"],
        cycles_a=cycles_a,
        cycles_b=cycles_b,
        percent=round(100 * (cycles_b - cycles_a) / max(1, cycles_a), 3),
        time_ns_a=report_a["time_ns"],
        time_ns_b=report_b["time_ns"],
        time_percent=_growth_in_time(report_a, report_b),
        causes=_causes(report_a["critical_path"], report_b["critical_path"]),
        complete=report_a["complete"] is not False and report_b["complete"] is not False,
        differences=tuple(differences),
    )


def _growth_in_time(report_a: Mapping[str, Any], report_b: Mapping[str, Any]) -> float:
    slower_clock: float = report_a["core_freq_mhz"] / report_b["core_freq_mhz"]
    cycles_a: int = report_a["cycles"]
    cycles_b: float = report_b["cycles"] * slower_clock
    return round(100 * (cycles_b - cycles_a) / max(1, cycles_a), 3)


def _check(report: Mapping[str, Any]) -> None:
    if report.get("cycles") is None:
        raise OptionError(f"the run {report.get('run_dir')} has no cycles to compare: its mode was functional")
    if "call_sites" not in report:
        raise OptionError(f"the run {report.get('run_dir')} was written by an older npusim; run its program again")


def _matched(sites_a: Iterable[Site], sites_b: Iterable[Site]) -> Iterable[tuple[str, Site, Site]]:
    """How, and which call sites of A and B belong together, each once; those without one beside an empty one."""
    left_a, left_b = list(sites_a), list(sites_b)
    for how, key in _PASSES:
        waiting: dict[tuple[str, ...], list[Site]] = {}
        for site in left_a:
            waiting.setdefault(key(site), []).append(site)
        waiting.pop((), None)
        unmatched, partners = [], set()
        for site in left_b:
            found = waiting.get(key(site))
            if not found:
                unmatched.append(site)
                continue
            partner = found.pop(0)
            partners.add(id(partner))
            yield how, partner, site
        left_a, left_b = [site for site in left_a if id(site) not in partners], unmatched
    yield from (("gone", site, _NONE) for site in left_a)
    yield from (("new", _NONE, site) for site in left_b)


def _difference(how: str, a: Site, b: Site) -> Difference:
    now = a if how == "gone" else b
    other = how != "new" and a["kernel"] != now["kernel"]
    difference = b["cycles"] - a["cycles"]
    return Difference(
        kernel=now["kernel"],
        earlier_kernel=a["kernel"] if other else None,
        matched_by=how,
        module=now["module"],
        operator=now["operator"],
        source=now["source"],
        phase=now["phase"],
        launches_a=a["launches"],
        launches_b=b["launches"],
        cycles_a=a["cycles"],
        cycles_b=b["cycles"],
        difference=difference,
        percent=None if how == "new" else round(100 * difference / max(1, a["cycles"]), 3),
        causes=_causes(a["critical_path"], b["critical_path"]),
    )


def _causes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Growth by cause, the largest changes first."""
    grown = {cause: after.get(cause, 0) - before.get(cause, 0) for cause in {**before, **after}}
    return dict(sorted(((c, n) for c, n in grown.items() if n), key=lambda part: -abs(part[1])))


def _rendered(comparison: Comparison) -> str:
    changed = [each for each in comparison.differences if each.difference or each.matched_by in ("new", "gone")]
    slower, faster = (sum(1 for each in changed if each.difference * sign > 0) for sign in (1, -1))
    lines = [
        f"A {_run(comparison.run_a, comparison.machine_a, comparison.cycles_a, comparison.time_ns_a)}",
        f"B {_run(comparison.run_b, comparison.machine_b, comparison.cycles_b, comparison.time_ns_b)}",
        "",
        f"B takes {_change(comparison.cycles_b - comparison.cycles_a)} cycles ({comparison.percent:+.2f} %)"
        f"{_because(comparison.causes)}",
        f"{len(comparison.differences):,} call sites: {slower:,} take more cycles, {faster:,} fewer, "
        f"{_counted(changed, 'new')} new, {_counted(changed, 'gone')} gone",
    ]
    if not comparison.complete:
        lines.insert(2, "interrupted: a run covers what was simulated until then")
    if comparison.time_percent != comparison.percent:
        lines.insert(2, f"their clocks differ: B takes {comparison.time_percent:+.2f} % of time")
    if changed:
        lines += ["", _table(changed[:_MOST_ROWS])]
    if len(changed) > _MOST_ROWS:
        lines.append(f"... and {len(changed) - _MOST_ROWS} more with --json or --csv")
    return "\n".join(lines)


def _run(folder: str, machine: str, cycles: int, time_ns: float) -> str:
    return f"{folder}  {machine}, {cycles:,} cycles = {duration(time_ns)}"


def _table(differences: Sequence[Difference]) -> str:
    header = ("kernel", "A", "B", "change", "%", "most of it", "match", "from")
    rows = [_row(each) for each in differences]
    return text_table(header, rows, left=(0, 5, 6, 7))


def _row(each: Difference) -> tuple[str, ...]:
    causes = list(each.causes.items())[:_MOST_CAUSES]
    return (
        short_name(each.kernel, 30),
        f"{each.cycles_a:,}",
        f"{each.cycles_b:,}",
        _change(each.difference),
        "" if each.percent is None else f"{each.percent:+.1f}",
        ", ".join(f"{_change(cycles)} {cause}" for cause, cycles in causes),
        each.matched_by,
        short_path(each.module or each.source.rpartition("/")[2] or each.operator, _PLACE),
    )


def _change(cycles: int) -> str:
    return f"{cycles:+,}"


def _because(causes: Mapping[str, int]) -> str:
    parts = ", ".join(f"{_change(cycles)} {cause}" for cause, cycles in list(causes.items())[:_MOST_CAUSES])
    return f": {parts}" if parts else ""


def _counted(differences: Iterable[Difference], how: str) -> int:
    return sum(1 for each in differences if each.matched_by == how)
