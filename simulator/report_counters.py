"""Raw counters of launches, summed. Times are integer picoseconds, as the engine gives them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from npusim.simulator.machine import Machine
from npusim.simulator.timing.table import UNITS, OperationTable

_UNIT_TIMES = ("busy_ps", "active_ps", "wait_data_ps", "wait_slot_ps", "wait_unit_ps")
_MEMORY_COUNTS = (
    "read_requests",
    "write_requests",
    "read_bytes",
    "write_bytes",
    "read_payload_bytes",
    "write_payload_bytes",
)


@dataclass
class UnitCounters:
    """One unit, summed over launches and cores."""

    operations: int = 0
    times_ps: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_UNIT_TIMES, 0))

    def add(self, unit: Any) -> None:
        """Adds the engine's statistics of one launch."""
        self.operations += unit.operations
        for name in _UNIT_TIMES:
            self.times_ps[name] += getattr(unit, name)


class Counters:
    """Sum over any number of launches.

    Attributes:
        launches: how many.
        cycles: core cycles.
        time_ps: simulated time.
        complete: none was interrupted.
        macs: multiply-accumulates on the arrays.
        folds: weight tiles the arrays worked through.
        weight_exposed_ps: time the arrays waited for weights.
        ideal_array_cycles, ideal_vector_cycles: time of the work at the peak rate of one core.
        units: per unit.
        memory: requests and bytes.
    """

    def __init__(self) -> None:
        self.launches = 0
        self.cycles = 0
        self.time_ps = 0
        self.complete = True
        self.macs = 0
        self.folds = 0
        self.weight_exposed_ps = 0
        self.ideal_array_cycles = 0.0
        self.ideal_vector_cycles = 0.0
        self.units = {name: UnitCounters() for name in UNITS}
        self.memory = dict.fromkeys(_MEMORY_COUNTS, 0)

    def add(self, result: Any, table: OperationTable) -> None:
        """Adds one engine `LaunchResult` of a kernel with this operation table."""
        self.launches += 1
        self.cycles += result.cycles
        self.time_ps += result.end_ps - result.start_ps
        self.complete = self.complete and result.complete
        self.folds += result.array.folds
        self.weight_exposed_ps += result.array.weight_exposed_ps
        for name, unit in self.units.items():
            unit.add(result.units[name])
        for name in _MEMORY_COUNTS:
            self.memory[name] += getattr(result.memory, name)
        self._add_work(result.operation_counts, table)

    def _add_work(self, counts: "np.ndarray[Any, np.dtype[np.int64]]", table: OperationTable) -> None:
        for operation, count in zip(table.operations, counts.tolist(), strict=True):
            if operation.unit == "array":
                self.macs += operation.arithmetic_operations * count
                self.ideal_array_cycles += operation.ideal_cycles * count
            elif operation.unit == "vector":
                self.ideal_vector_cycles += operation.ideal_cycles * count

    @property
    def moved_bytes(self) -> int:
        """Bytes between DRAM and the cores, whole requests."""
        return self.memory["read_bytes"] + self.memory["write_bytes"]

    @property
    def payload_bytes(self) -> int:
        """Bytes that operations asked for."""
        return self.memory["read_payload_bytes"] + self.memory["write_payload_bytes"]

    def busy_share(self, unit: str, cores: int) -> float:
        """Part of the time that a unit was occupied, averaged over the cores."""
        return self.units[unit].times_ps["busy_ps"] / (self.time_ps * cores) if self.time_ps else 0.0

    def unit_statistics(self, name: str, machine: Machine) -> dict[str, Any]:
        """One unit's block of report.json, in core cycles."""
        unit = self.units[name]
        cycles = {key.removesuffix("_ps") + "_cycles": to_cycles(ps, machine) for key, ps in unit.times_ps.items()}
        share = round(self.busy_share(name, machine.cores), 4)
        return {"operations": unit.operations, **cycles, "busy_fraction": share}

    def memory_statistics(self) -> dict[str, Any]:
        """The memory block of report.json."""
        return dict(self.memory)

    def array_statistics(self, machine: Machine) -> dict[str, Any]:
        """The array block of report.json."""
        exposed = to_cycles(self.weight_exposed_ps, machine)
        return {"folds": self.folds, "macs": self.macs, "weight_exposed_cycles": exposed}


def to_cycles(time_ps: int, machine: Machine) -> int:
    """Core cycles of a time, rounded to the nearest."""
    return round(time_ps / machine.cycle_ps)
