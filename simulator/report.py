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
from npusim.simulator.report_shared_memory import (
    cache_busy_fraction,
    cache_cycles,
    cache_statistics,
    dram_cycles,
    pinned_cycles,
    pinned_fraction,
    pinned_statistics,
)

SCHEMA = "npusim-report"
SCHEMA_VERSION = 3
LAUNCH_ROWS = 10_000


@dataclass(frozen=True)
class Roofline:
    """The least time a kernel could take on a machine, in cycles: each resource alone, at its peak.

    Attributes:
        array_cycles: multiply-accumulates / peak of all arrays.
        vector_cycles: ALU issue slots / peak of all vector units.
        memory_cycles: bytes the kernel asked for / peak DRAM bandwidth; less when shared memory kept them from DRAM.
        cache_cycles, pinned_cycles: bytes asked of the cache and of the pinned memory / their peaks.
    """

    array_cycles: float
    vector_cycles: float
    memory_cycles: float
    cache_cycles: float = 0.0
    pinned_cycles: float = 0.0

    @property
    def cycles(self) -> float:
        """The bound: the largest of them."""
        return max(self._by_resource().values())

    @property
    def resource(self) -> str:
        """Which resource gives the bound."""
        named = self._by_resource()
        return max(named, key=lambda name: named[name])

    def _by_resource(self) -> dict[str, float]:
        return {name.removesuffix("_cycles"): cycles for name, cycles in vars(self).items()}


def roofline(counters: Counters, machine: Machine) -> Roofline:
    """The roofline bound of what was executed."""
    return Roofline(
        array_cycles=counters.ideal_array_cycles / machine.cores,
        vector_cycles=counters.ideal_vector_cycles / machine.cores,
        memory_cycles=dram_cycles(counters, machine),
        cache_cycles=cache_cycles(counters, machine),
        pinned_cycles=pinned_cycles(counters, machine),
    )


_BUSY_ENOUGH = 0.4


def limiter(counters: Counters, machine: Machine) -> str:
    """What limited a kernel, in one word.

    The resource that was occupied for the largest share of the time: `array`, `vector`, `cross_lane`, `scalar`,
    `memory` (a DMA engine at work, or the bandwidth of DRAM or shared memory used), `launch` (the launch overhead);
    `latency` when none of them was occupied for 40 % of it: then operations waited for each other.
    """
    if not counters.time_ps:
        return "latency"
    busy = {unit: counters.busy_share(unit, machine.cores) for unit in ("array", "vector", "cross_lane", "scalar")}
    transfers = (counters.busy_share(unit, machine.cores) for unit in ("load", "store"))
    shared = max(cache_busy_fraction(counters, machine), pinned_fraction(counters, machine))
    busy["memory"] = max(*transfers, bandwidth_gbps(counters, machine) / machine.dram_bandwidth_gbps, shared)
    busy["launch"] = machine.kernel_launch_cycles * counters.launches / max(1, counters.cycles)
    name = max(busy, key=lambda unit: busy[unit])
    return name if busy[name] >= _BUSY_ENOUGH else "latency"


def bandwidth_gbps(counters: Counters, machine: Machine) -> float:
    """Bytes at the DRAM channels per time, 10^9 bytes per second."""
    return counters.gbps(counters.dram_bytes(machine))


def statistics(counters: Counters | None, machine: Machine) -> dict[str, Any]:
    """The statistics block of report.json for one kernel, one launch or the whole run; null where nothing was timed."""
    if counters is None:
        return dict.fromkeys(_STATISTICS_KEYS)
    bound = roofline(counters, machine)
    cycles = max(1, counters.cycles)
    bandwidth = bandwidth_gbps(counters, machine)
    values = (
        counters.cycles,
        round(counters.time_ps / 1000, 3),
        counters.complete,
        limiter(counters, machine),
        bound.resource,
        round(bound.cycles, 1),
        round(bound.cycles / cycles, 4),
        counters.dram_bytes(machine),
        round(bandwidth, 3),
        round(bandwidth / machine.dram_bandwidth_gbps, 4),
        round(bound.array_cycles / cycles, 4),
        round(bound.vector_cycles / cycles, 4),
        counters.unit_statistics(machine),
        counters.memory_statistics(),
        counters.array_statistics(machine),
        dram_statistics(counters, machine),
        cache_statistics(counters, machine),
        pinned_statistics(counters, machine),
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
    "cache",
    "pinned",
    "components",
    "energy_pj",
)


@dataclass(frozen=True)
class KernelReport:
    """All launches of one kernel together.

    Attributes:
        name: the kernel's name.
        meta: where it came from: `kind`, `template`, `ops`, `origins`, `fused`, `fusions`, `not_fused`,
            `mapping`.
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
            "fusions": list(self.meta.get("fusions", ())),
            "not_fused": list(self.meta.get("not_fused", ())),
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
class HostOperator:
    """An operator that ran on the host during the run: it takes no simulated time.

    Attributes:
        name: the operator's name.
        calls: how often it ran.
        bytes: of device memory that the host read and wrote for it, which a machine would copy.
    """

    name: str
    calls: int
    bytes: int


@dataclass(frozen=True)
class UncompiledFunction:
    """A function that was to be compiled and ran on the host as a whole: the report lacks what it computes.

    Attributes:
        name: the function's.
        place: its file and line.
        reason: why it was not compiled.
        calls: how often it ran.
    """

    name: str
    place: str
    reason: str
    calls: int


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
    pinned_tensors: Sequence[Mapping[str, Any]] | None = None
    pins_without_tensor: tuple[str, ...] = ()
    host_operators: tuple[HostOperator, ...] = ()
    incomplete: tuple[UncompiledFunction, ...] = ()

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
            "pinned_tensors": self.pinned_tensors,
            "pins_without_tensor": list(self.pins_without_tensor),
            "host_operators": [vars(operator) for operator in self.host_operators],
            "incomplete": [vars(function) for function in self.incomplete],
        }

    def __str__(self) -> str:
        from npusim.simulator.report_table import render

        return render(self)
