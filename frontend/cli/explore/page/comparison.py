"""Two runs side by side in the page: their figures, the keys in which their machines differ, and the differences."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.programs.machine_changes import change_texts, changes
from npusim.simulator.report.comparison import compare
from npusim.simulator.report.text.units import duration, energy, size

Report = Mapping[str, Any]


def side_by_side(earlier: Path, report_a: Report, report_b: Report, machine_b: Machine) -> dict[str, Any]:
    """What the page shows of run A, whose folder or report.json is `earlier`, beside run B."""
    folder = earlier.parent if earlier.is_file() else earlier
    file = folder / "machine.yaml"
    found = changes(load_machine(file), machine_b) if file.is_file() else ()
    return {
        **compare(report_a, report_b).to_dict(),
        "facts": [list(fact) for fact in _facts(report_a, report_b)],
        "keys": [[change.key, *change_texts(change)] for change in found],
        "paths": [report_a["critical_path"], report_b["critical_path"]],
        "clocks_mhz": [report_a["core_freq_mhz"], report_b["core_freq_mhz"]],
    }


def _facts(a: Report, b: Report) -> Iterator[tuple[str, str, str, str]]:
    """Name, the figure of A and of B, and by how much it grew."""
    for name, key, shown in (
        ("Time", "time_ns", duration),
        ("Cycles", "cycles", "{:,}".format),
        ("Launches", "launches", "{:,}".format),
        ("DRAM traffic", "dram_bytes", size),
    ):
        yield name, shown(a[key]), shown(b[key]), _growth(a[key], b[key])
    energies = [report["energy_pj"] and report["energy_pj"]["total"] for report in (a, b)]
    if all(energies):
        before, after = energies
        yield "Energy", energy(before), energy(after), _growth(before, after)
    yield "Limited by", a["limiter"], b["limiter"], ""
    for name, key in (
        ("Speed of the roofline bound", "roofline_fraction"),
        ("Bandwidth, of peak", "bandwidth_fraction"),
        ("Arrays, of peak", "array_utilization"),
        ("Vector unit, of peak", "vector_utilization"),
    ):
        yield name, f"{a[key]:.1%}", f"{b[key]:.1%}", f"{100 * (b[key] - a[key]):+.1f} points"


def _growth(before: float, after: float) -> str:
    return f"{100 * (after - before) / before:+.1f} %" if before else ""
