"""Statistics of a run, derived from the counters of the engine's results.

`Report.to_dict()` is `report.json` (`schema` defines it, docs/report.md explains it).
Numbers that a mode does not measure are None.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.report.content import ReportContent
from npusim.simulator.report.measures.counters import Counters
from npusim.simulator.report.measures.critical_path import critical_path_cycles, limiter
from npusim.simulator.report.measures.dram import dram_statistics
from npusim.simulator.report.measures.energy import average_power_w, energy_pj
from npusim.simulator.report.measures.shared_memory import (
    cache_cycles,
    cache_statistics,
    cmem_cycles,
    cmem_statistics,
    dram_cycles,
)
from npusim.simulator.report.table import heading, render
from npusim.simulator.report.text.summary import Summary, summarize

LAUNCH_ROWS = 10_000
_CALL_SITE_KEYS = (
    "cycles",
    "time_ns",
    "limiter",
    "critical_path",
    "roofline_resource",
    "roofline_cycles",
    "roofline_fraction",
    "dram_bytes",
)


@dataclass(frozen=True)
class Roofline:
    """Lower bounds of a kernel's time on a machine, in cycles: each resource alone, at its peak.

    Attributes:
        array_cycles: multiply-accumulates / peak of all arrays.
        vector_cycles: ALU issue slots / peak of all vector units.
        memory_cycles: requested bytes, at most those that DRAM moved / peak DRAM bandwidth.
        cache_cycles, cmem_cycles: bytes requested from the cache and from the CMEM / their peaks.
    """

    array_cycles: float
    vector_cycles: float
    memory_cycles: float
    cache_cycles: float = 0.0
    cmem_cycles: float = 0.0

    @property
    def cycles(self) -> float:
        """The bound: the largest of the cycles."""
        return max(self._by_resource().values())

    @property
    def resource(self) -> str:
        """The resource that gives the bound."""
        named = self._by_resource()
        return max(named, key=lambda name: named[name])

    def _by_resource(self) -> dict[str, float]:
        return {name.removesuffix("_cycles"): cycles for name, cycles in vars(self).items()}


def roofline(counters: Counters, machine: Machine) -> Roofline:
    """The roofline bound of the executed work."""
    return Roofline(
        array_cycles=counters.ideal_array_cycles / machine.cores,
        vector_cycles=counters.ideal_vector_cycles / machine.cores,
        memory_cycles=dram_cycles(counters, machine),
        cache_cycles=cache_cycles(counters, machine),
        cmem_cycles=cmem_cycles(counters, machine),
    )


def bandwidth_gbps(counters: Counters, machine: Machine) -> float:
    """Bytes at the DRAM channels per time, 10^9 bytes per second."""
    return counters.gbps(counters.dram_bytes(machine))


def statistics(counters: Counters | None, machine: Machine) -> dict[str, Any]:
    """The statistics block of report.json for one kernel, one launch or the whole run; null where nothing was timed."""
    if counters is None:
        return dict.fromkeys(statistics(Counters(), machine))
    bound = roofline(counters, machine)
    cycles = max(1, counters.cycles)
    bandwidth = bandwidth_gbps(counters, machine)
    energy = energy_pj(counters, machine)
    return {
        "cycles": counters.cycles,
        "time_ns": round(counters.time_ps / 1000, 3),
        "complete": counters.complete,
        "limiter": limiter(counters, machine),
        "critical_path": critical_path_cycles(counters, machine),
        "roofline_resource": bound.resource,
        "roofline_cycles": round(bound.cycles, 1),
        "roofline_fraction": round(bound.cycles / cycles, 4),
        "dram_bytes": counters.dram_bytes(machine),
        "bandwidth_gbps": round(bandwidth, 3),
        "bandwidth_fraction": round(bandwidth / machine.memory_bandwidth_gbps, 4),
        "array_utilization": round(bound.array_cycles / cycles, 4),
        "vector_utilization": round(bound.vector_cycles / cycles, 4),
        "units": counters.unit_statistics(machine),
        "memory": counters.memory_statistics(),
        "array": counters.array_statistics(machine),
        "dram": dram_statistics(counters, machine),
        "cache": cache_statistics(counters, machine),
        "cmem": cmem_statistics(counters, machine),
        "components": counters.components,
        "energy_pj": energy,
        "average_power_w": average_power_w(energy, counters.time_ps),
    }


def call_site_statistics(counters: Counters | None, machine: Machine) -> dict[str, Any]:
    """The part of the statistics that call sites have, and the work done; null where nothing was timed."""
    values = statistics(counters, machine)
    kept = {name: values[name] for name in _CALL_SITE_KEYS}
    work = (None, None) if counters is None else (2 * counters.macs, counters.vector_operations)
    return {**kept, "flops": work[0], "vector_operations": work[1]}


class Report(ReportContent):
    """Everything a run measured. `str()` gives a table for people, `to_dict()` the content of report.json."""

    def __str__(self) -> str:
        return render(self)

    def __repr__(self) -> str:
        return f"<Report {heading(self)}>"

    def _repr_html_(self) -> str:
        """The kernels as a table in a notebook."""
        return f"<p>{escape(heading(self))}</p>{self.summary()._repr_html_()}<p>files: {escape(self.run_dir)}</p>"

    def to_pandas(self) -> Any:
        """The kernels as a data frame, by falling cycles.

        Raises:
            OptionError: pandas is not installed.
        """
        return self.summary().to_pandas()

    def summary(self, by: str = "kernel", depth: int | None = None) -> Summary:
        """All launches by `module` (paths up to `depth`), `operator`, `kernel`, `phase` or `source` line.

        Raises:
            OptionError: another `by`, or a depth that does not go with it.
        """
        return summarize(self.to_dict(), by, depth)
