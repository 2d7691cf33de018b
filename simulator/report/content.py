"""The content of a report: kernels, launches, host operators, and the whole run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.machine.area import area
from npusim.simulator.machine.leakage import leakage
from npusim.simulator.report.origin import Origin
from npusim.simulator.report.rows import HostOperator, LaunchReport, RoutedDecisions, UncompiledFunction

SCHEMA = "npusim-report"
SCHEMA_VERSION = 5


def _told(launches: int, statistics: Mapping[str, Any]) -> str:
    cycles = statistics["cycles"]
    timed = "" if cycles is None else f", {cycles:,} cycles, limited by {statistics['limiter']}"
    return f"{launches:,} {'launch' if launches == 1 else 'launches'}{timed}"


@dataclass(frozen=True)
class KernelReport:
    """All launches of one kernel together.

    Attributes:
        name: the kernel's name.
        meta: its origin: `kind`, `template`, `ops`, `origins`, `fused`, `fusions`, `not_fused`,
            `mapping`.
        digest: SHA-256 of its text.
        file: its text, relative to the run's folder.
        launches: number of launches.
        statistics: see `statistics`.
        operations: the operation table with executions and busy cycles, or None.
        slowest_launch: what times the launch of most cycles again: `cycles sizes addresses cores extents`.
    """

    name: str
    meta: Mapping[str, Any]
    digest: str
    file: str
    launches: int
    statistics: Mapping[str, Any]
    operations: Sequence[Mapping[str, Any]] | None
    slowest_launch: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        return f"<KernelReport {self.name}: {_told(self.launches, self.statistics)}>"

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
            "implementations": list(self.meta.get("implementations", ())),
            "digest": self.digest,
            "file": self.file,
            "launches": self.launches,
            **self.statistics,
            "operations": None if self.operations is None else list(self.operations),
            "slowest_launch": self.slowest_launch,
        }


@dataclass(frozen=True)
class CallSiteReport:
    """All launches of one kernel that belong to one place of the program.

    Attributes:
        kernel, digest: the kernel's name, and the SHA-256 of its text.
        origin: the place.
        launches: number of launches.
        statistics: see `call_site_statistics`.
    """

    kernel: str
    digest: str
    origin: Origin
    launches: int
    statistics: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<CallSiteReport {self.kernel} at {self.origin.source}: {_told(self.launches, self.statistics)}>"

    def to_dict(self) -> dict[str, Any]:
        """The call site's entry in report.json."""
        head = {"kernel": self.kernel, "digest": self.digest, **vars(self.origin)}
        return {**head, "launches": self.launches, **self.statistics}


@dataclass(frozen=True)
class ReportContent:
    """Everything a run measured; `to_dict()` is the content of report.json."""

    machine: Machine = field(repr=False)
    mode: str
    run_dir: str
    statistics: Mapping[str, Any]
    elapsed_ns: float | None
    kernels: tuple[KernelReport, ...]
    launches: int
    launch_list: tuple[LaunchReport, ...]
    resident_tensors: Sequence[Mapping[str, Any]] | None = None
    resident_without_tensor: tuple[str, ...] = ()
    host_operators: tuple[HostOperator, ...] = ()
    incomplete: tuple[UncompiledFunction, ...] = ()
    call_sites: tuple[CallSiteReport, ...] = ()
    routing: tuple[RoutedDecisions, ...] = ()
    error: str | None = None

    @property
    def complete(self) -> bool:
        """False if the run was interrupted: the report covers the part before."""
        return self.statistics["complete"] is not False

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
            "area_mm2": area(self.machine).to_dict(),
            "leakage_w": {part: round(watts, 6) for part, watts in leakage(self.machine).items()},
            "mode": self.mode,
            "run_dir": self.run_dir,
            "launches": self.launches,
            "elapsed_ns": self.elapsed_ns,
            "error": self.error,
            **self.statistics,
            "kernels": [kernel.to_dict() for kernel in self.kernels],
            "call_sites": [site.to_dict() for site in self.call_sites],
            "launch_list": [vars(launch) for launch in self.launch_list],
            "launches_omitted": self.launches - len(self.launch_list),
            "resident_tensors": self.resident_tensors,
            "resident_without_tensor": list(self.resident_without_tensor),
            "host_operators": [vars(operator) for operator in self.host_operators],
            "incomplete": [vars(function) for function in self.incomplete],
            "routing": [vars(routed) for routed in self.routing],
        }
