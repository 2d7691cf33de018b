"""Points whose bounds already lose: they are not simulated.

The work of kernels that do not depend on the machine (packages, and operators of which only such keys vary) bounds the
time on any machine from below: its multiply-accumulates at the peak of the arrays, its bytes at the peak of the memory,
its launches' overhead. A point whose bounds are no better than a result in any objective cannot be among the best.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.machine import Machine

Metrics = Mapping[str, float | None]


@dataclass
class Rivals:
    """What results say about points that were not simulated.

    Attributes:
        names: the metrics that are sought.
        front: the metrics of results that no other one beats.
        work: workload and mapping -> a result of kernels that are the same on all machines.
    """

    names: Sequence[str]
    front: list[Metrics] = field(default_factory=list)
    work: dict[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)

    def copy(self) -> "Rivals":
        """The same, which learns nothing more."""
        return Rivals(self.names, list(self.front), dict(self.work))

    def add(self, metrics: Metrics) -> None:
        """Learns the metrics of a point."""
        is_known = any(all(each.get(name) == metrics.get(name) for name in self.names) for each in self.front)
        if not is_known and not is_dominated(metrics, self.front, self.names):
            self.front = [each for each in self.front if not is_dominated(each, [metrics], self.names)] + [metrics]

    def add_work(self, workload: tuple[str, str], result: Mapping[str, Any]) -> None:
        """Learns the work of a workload with a mapping; of several results the same one, in whichever order."""
        if result["is_fixed"]:
            known = self.work.get(workload, result)
            self.work[workload] = min(known, result, key=lambda each: (each["asked_bytes"], each["request_bytes"]))

    def least_time_ns(self, workload: tuple[str, str], machine: Machine) -> float:
        """The least time of a workload with a mapping, 0 if nothing is known."""
        return least_time_ns(self.work[workload], machine) if workload in self.work else 0.0

    def beat(self, bounds: Metrics) -> bool:
        """Whether a point whose metrics are no less than these is not among the best."""
        return is_dominated(bounds, self.front, self.names)


def least_time_ns(result: Mapping[str, Any], machine: Machine) -> float:
    """The least time of the work of a result on a machine; 0 if the work depends on the machine."""
    if not result["is_fixed"]:
        return 0.0
    rate = max(machine.systolic_rows_per_cycle.values(), default=0.0)
    peak = machine.cores * machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns * rate
    differs = machine.cache_kib or machine.cmem_kib or machine.dram_request_bytes != result["request_bytes"]
    cycles = max(
        result["macs"] / peak if peak else 0.0,
        0.0 if differs else result["asked_bytes"] / machine.memory_bytes_per_cycle,
        float(result["launches"] * machine.kernel_launch_cycles),
    )
    return cycles * machine.cycle_ps / 1000


def is_dominated(bounds: Metrics, front: Iterable[Metrics], names: Sequence[str]) -> bool:
    """Whether a result of the front is as good as the bounds in every objective, and better in one.

    An objective without a bound is not known to lose.
    """
    return any(_dominates(best, bounds, names) for best in front)


def pareto(points: Mapping[int, Metrics], names: Sequence[str]) -> list[int]:
    """The numbers of the points that no other one dominates, by the first objective."""
    found: dict[tuple[float, ...], list[int]] = {}
    for number, each in points.items():
        given = [value for name in names if (value := each.get(name)) is not None]
        if len(given) == len(names):
            found.setdefault(tuple(given), []).append(number)
    front: list[tuple[float, ...]] = []
    for values in sorted(found):  # what dominates another one comes before it
        if not any(all(left <= right for left, right in zip(best, values, strict=True)) for best in front):
            front.append(values)
    return [number for values in front for number in found[values]]


def _dominates(better: Metrics, worse: Metrics, names: Sequence[str]) -> bool:
    pairs = [(better.get(name), worse.get(name)) for name in names]
    if any(left is None or right is None for left, right in pairs):
        return False
    known = [(left, right) for left, right in pairs if left is not None and right is not None]
    return all(left <= right for left, right in known) and any(left < right for left, right in known)
