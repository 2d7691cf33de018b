"""Statistics of a run: counters summed from the engine's results, and what they mean.

`Report.to_dict()` is `report.json` (`report_schema` defines it, docs/report.md explains it).
A number that a mode did not measure is None.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.energy import energy_pj
from npusim.simulator.machine import Machine
from npusim.simulator.report_counters import Counters
from npusim.simulator.report_dram import dram_statistics

SCHEMA = "npusim-report"
SCHEMA_VERSION = 1
LAUNCH_ROWS = 10_000


@dataclass(frozen=True)
class Roofline:
    """The least time a kernel could take on a machine, in cycles: each resource alone, at its peak.

    Attributes:
        array_cycles: multiply-accumulates / peak of all arrays.
        vector_cycles: ALU issue slots / peak of all vector units.
        memory_cycles: bytes the kernel asked for / peak DRAM bandwidth.
    """

    array_cycles: float
    vector_cycles: float
    memory_cycles: float

    @property
    def cycles(self) -> float:
        """The bound: the largest of the three."""
        return max(self.array_cycles, self.vector_cycles, self.memory_cycles)

    @property
    def resource(self) -> str:
        """Which resource gives the bound."""
        named = {"array": self.array_cycles, "vector": self.vector_cycles, "memory": self.memory_cycles}
        return max(named, key=lambda name: named[name])


def roofline(counters: Counters, machine: Machine) -> Roofline:
    """The roofline bound of what was executed."""
    return Roofline(
        array_cycles=counters.ideal_array_cycles / machine.cores,
        vector_cycles=counters.ideal_vector_cycles / machine.cores,
        memory_cycles=counters.payload_bytes / machine.dram_bytes_per_cycle,
    )


_BUSY_ENOUGH = 0.4


def limiter(counters: Counters, machine: Machine) -> str:
    """What limited a kernel, in one word.

    The resource that was occupied for the largest share of the time: `array`, `vector`, `cross_lane`, `scalar`,
    `memory` (a DMA engine at work, or DRAM bandwidth used), `launch` (the launch overhead); `latency` when none of them
    was occupied for 40 % of it: then operations waited for each other.
    """
    if not counters.time_ps:
        return "latency"
    busy = {unit: counters.busy_share(unit, machine.cores) for unit in ("array", "vector", "cross_lane", "scalar")}
    transfers = (counters.busy_share(unit, machine.cores) for unit in ("load", "store"))
    busy["memory"] = max(*transfers, bandwidth_gbps(counters) / machine.dram_bandwidth_gbps)
    busy["launch"] = machine.kernel_launch_cycles * counters.launches / max(1, counters.cycles)
    name = max(busy, key=lambda unit: busy[unit])
    return name if busy[name] >= _BUSY_ENOUGH else "latency"


def bandwidth_gbps(counters: Counters) -> float:
    """Bytes moved per time, 10^9 bytes per second."""
    return counters.moved_bytes * 1000 / counters.time_ps if counters.time_ps else 0.0


def statistics(counters: Counters | None, machine: Machine) -> dict[str, Any]:
    """The statistics block of report.json for one kernel, one launch or the whole run; null where nothing was timed."""
    if counters is None:
        return dict.fromkeys(_STATISTICS_KEYS)
    bound = roofline(counters, machine)
    cycles = max(1, counters.cycles)
    bandwidth = bandwidth_gbps(counters)
    values = (
        counters.cycles,
        round(counters.time_ps / 1000, 3),
        counters.complete,
        limiter(counters, machine),
        bound.resource,
        round(bound.cycles, 1),
        round(bound.cycles / cycles, 4),
        counters.moved_bytes,
        round(bandwidth, 3),
        round(bandwidth / machine.dram_bandwidth_gbps, 4),
        round(bound.array_cycles / cycles, 4),
        round(bound.vector_cycles / cycles, 4),
        counters.unit_statistics(machine),
        counters.memory_statistics(),
        counters.array_statistics(machine),
        dram_statistics(counters, machine),
        counters.components,
        energy_pj(counters, machine),
    )
    return dict(zip(_STATISTICS_KEYS, values, strict=True))


_STATISTICS_KEYS = (
    "cycles",
    "time_ns",
    "complete",
    "limiter",
    "roofline_resource",
    "roofline_cycles",
    "roofline_fraction",
    "dram_bytes",
    "bandwidth_gbps",
    "bandwidth_fraction",
    "array_utilization",
    "vector_utilization",
    "units",
    "memory",
    "array",
    "dram",
    "components",
    "energy_pj",
)


@dataclass(frozen=True)
class KernelReport:
    """All launches of one kernel together.

    Attributes:
        name: the kernel's name.
        meta: where it came from: `kind`, `template`, `ops`, `origins`, `fused`, `mapping`.
        digest: SHA-256 of its text.
        file: its text, relative to the run's folder.
        launches: how often it was launched.
        statistics: see `statistics`.
        operations: the operation table with executions and busy cycles, or None.
    """

    name: str
    meta: Mapping[str, Any]
    digest: str
    file: str
    launches: int
    statistics: Mapping[str, Any]
    operations: Sequence[Mapping[str, Any]] | None

    def to_dict(self) -> dict[str, Any]:
        """The kernel's entry in report.json."""
        return {
            "name": self.name,
            "kind": self.meta.get("kind"),
            "template": self.meta.get("template"),
            "ops": list(self.meta.get("ops", ())),
            "origins": list(self.meta.get("origins", ())),
            "fused": list(self.meta.get("fused", ())),
            "mapping": self.meta.get("mapping"),
            "digest": self.digest,
            "file": self.file,
            "launches": self.launches,
            **self.statistics,
            "operations": None if self.operations is None else list(self.operations),
        }


@dataclass(frozen=True)
class LaunchReport:
    """One launch, in launch order.

    Attributes:
        kernel: the kernel's name.
        stream: its stream.
        start_ns, end_ns: simulated time, None when nothing was timed.
        cycles: core cycles from start to end.
        limiter, roofline_fraction, dram_bytes: as for a kernel.
    """

    kernel: str
    stream: int
    start_ns: float | None = None
    end_ns: float | None = None
    cycles: int | None = None
    limiter: str | None = None
    roofline_fraction: float | None = None
    dram_bytes: int | None = None


@dataclass(frozen=True)
class Report:
    """Everything a run measured. `str()` gives a table for people, `to_dict()` the content of report.json."""

    machine: Machine = field(repr=False)
    mode: str
    run_dir: str
    statistics: Mapping[str, Any]
    elapsed_ns: float | None
    kernels: tuple[KernelReport, ...]
    launches: int
    launch_list: tuple[LaunchReport, ...]

    @property
    def cycles(self) -> int | None:
        """Core cycles of all launches together, None when nothing was timed."""
        cycles: int | None = self.statistics["cycles"]
        return cycles

    @property
    def time_ns(self) -> float | None:
        """Time of all launches together, None when nothing was timed."""
        time_ns: float | None = self.statistics["time_ns"]
        return time_ns

    def to_dict(self) -> dict[str, Any]:
        """The content of report.json."""
        return {
            "schema": SCHEMA,
            "schema_version": SCHEMA_VERSION,
            "machine": self.machine.name,
            "core_freq_mhz": self.machine.core_freq_mhz,
            "mode": self.mode,
            "run_dir": self.run_dir,
            "launches": self.launches,
            "elapsed_ns": self.elapsed_ns,
            **self.statistics,
            "kernels": [kernel.to_dict() for kernel in self.kernels],
            "launch_list": [vars(launch) for launch in self.launch_list],
            "launches_omitted": self.launches - len(self.launch_list),
        }

    def __str__(self) -> str:
        from npusim.simulator.report_table import render

        return render(self)
