"""The first view: what the run took, what limited it, what ran on the host, and what is not exact."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore import file_forms
from npusim.simulator.machine import Machine
from npusim.simulator.report.measures.critical_path import WHAT_TO_CHANGE
from npusim.simulator.report.measures.dram import bandwidth_text
from npusim.simulator.report.measures.energy import power_and_area
from npusim.simulator.report.text.units import duration, energy, size

Report = Mapping[str, Any]


def overview(report: Report, machine: Machine, folder: Path) -> dict[str, Any]:
    """Facts with their names, the critical path, and remarks."""
    return {
        "facts": [list(fact) for fact in _facts(report, machine, folder)],
        "path": report["critical_path"] or {},
        "host": report["host_operators"],
        "incomplete": report["incomplete"],
        "remarks": list(_remarks(report, folder)),
    }


def _facts(report: Report, machine: Machine, folder: Path) -> Iterator[tuple[str, str]]:
    yield "Machine", f"{machine.name}: {machine.description}"
    yield "Command", _command(folder)
    yield "Mode", report["mode"]
    yield "Launches", f"{report['launches']:,}, of {len(report['kernels']):,} kernels"
    if report["cycles"] is None:
        return
    yield "Time", f"{report['cycles']:,} cycles = {duration(report['time_ns'])} at {machine.core_freq_mhz:g} MHz"
    yield "Limited by", f"{report['limiter']}: {WHAT_TO_CHANGE[report['limiter']]} would help"
    yield (
        "Roofline",
        f"{report['roofline_fraction']:.1%} of the speed of the {report['roofline_resource']}, the busiest resource",
    )
    yield "Arrays, vector", f"{report['array_utilization']:.1%}, {report['vector_utilization']:.1%} of peak"
    yield "DRAM", f"{size(report['dram_bytes'])} at {bandwidth_text(report, machine, digits=1)}"
    yield "Energy", _energy(report["energy_pj"])
    yield "Power, area", power_and_area(report.get("average_power_w"), machine)


def _energy(energy_pj: Mapping[str, float | None] | None) -> str:
    if energy_pj is None:
        return "the machine has no energy table"
    parts = sorted(((part, name) for name, part in energy_pj.items() if part and name != "total"), reverse=True)
    shown = ", ".join(f"{energy(part)} {name.replace('_', ' ')}" for part, name in parts[:4])
    return f"{energy(energy_pj['total'] or 0)} (estimated): {shown}"


def _command(folder: Path) -> str:
    try:
        program, *words = file_forms.command((folder / "versions.json").read_text())
    except (OSError, ValueError):  # no file, another one, or no command in it
        return ""
    return shlex.join([Path(program).name, *words])


def _remarks(report: Report, folder: Path) -> Iterator[str]:
    if report["complete"] is False:
        yield "The run was interrupted: everything covers what was simulated until then."
    if report.get("error"):
        yield f"The program ended with {report['error']}"
    if report["host_operators"]:
        yield "Operators that ran on the host take no simulated time; a machine would copy their bytes."
    if report["incomplete"]:
        yield "Functions that torch.compile gave up ran on the host: their cycles are missing."
    if report["launches_omitted"]:
        yield f"{report['launches_omitted']:,} launches are in the sums only, not in the timeline."
    if not (folder / "timeline.json").is_file():
        yield "The run has written no timeline: it is in progress, or was ended before it could."
