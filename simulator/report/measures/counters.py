"""Raw counters of launches, summed. Times are integer picoseconds, as the engine gives them."""

from dataclasses import dataclass, field, fields
from itertools import accumulate
from operator import attrgetter
from typing import Any

from npusim.simulator.engine import UNITS
from npusim.simulator.machine import Machine
from npusim.simulator.timing.table import OperationTable

_UNIT_TIMES = ("busy", "active", "wait_data", "wait_slot", "wait_unit")
_MEMORY_COUNTS = (
    "read_requests",
    "write_requests",
    "read_bytes",
    "write_bytes",
    "read_payload_bytes",
    "write_payload_bytes",
)
_PARTS = ("busy", "wait_data", "wait_slot")  # parts of a unit's time; the rest is idle
_BUSY = 1  # position of the busy time in a unit's row: operations, then the times
_of_unit = attrgetter("operations", *(f"{name}_ps" for name in _UNIT_TIMES))
_of_memory = attrgetter(*_MEMORY_COUNTS)


Components = dict[str, dict[str, list[int]]]


@dataclass
class Counters:
    """Sum over any number of launches.

    Attributes:
        launches: their number.
        cycles: core cycles.
        time_ps: simulated time.
        complete: whether no launch was interrupted.
        macs_by_type: multiply-accumulates on the arrays, by element type of their inputs.
        vector_operations: ALU issue slots times 32-bit elements.
        cross_lane_elements: elements that went through the cross-lane units.
        scratchpad_bytes: bytes the compute units read and wrote.
        components: counters of channels, links and caches: kind -> counter -> one value per component.
        folds: weight tiles the arrays worked through.
        weight_exposed_ps: time the arrays waited for weights.
        critical_path_ps: time of the critical path by cause; the parts add up to `time_ps`.
        ideal_array_cycles, ideal_vector_cycles: cycles of the work at the peak rate of one core.
    """

    launches: int = 0
    cycles: int = 0
    time_ps: int = 0
    complete: bool = True
    macs_by_type: dict[str, int] = field(default_factory=dict)
    vector_operations: int = 0
    cross_lane_elements: int = 0
    scratchpad_bytes: int = 0
    components: Components = field(default_factory=dict)
    folds: int = 0
    weight_exposed_ps: int = 0
    critical_path_ps: dict[str, int] = field(default_factory=dict)
    ideal_array_cycles: float = 0.0
    ideal_vector_cycles: float = 0.0
    _units: list[list[int]] = field(default_factory=lambda: [[0] * (1 + len(_UNIT_TIMES)) for _ in UNITS])
    _memory: list[int] = field(default_factory=lambda: [0] * len(_MEMORY_COUNTS))

    @classmethod
    def of(cls, result: Any, table: OperationTable) -> "Counters":
        """The counters of one engine `LaunchResult` of a kernel with this operation table."""
        components = {
            kind: {name: values.tolist() for name, values in columns.items()}
            for kind, columns in result.counters.items()
        }
        counters = cls(
            launches=1,
            cycles=result.cycles,
            time_ps=result.end_ps - result.start_ps,
            complete=result.complete,
            components=components,
            folds=result.array.folds,
            weight_exposed_ps=result.array.weight_exposed_ps,
            critical_path_ps=dict(result.critical_path_ps),
            _units=[list(_of_unit(result.units[name])) for name in UNITS],
            _memory=list(_of_memory(result.memory)),
        )
        counters._count_work(result.operation_counts.tolist(), table)
        return counters

    def _count_work(self, counts: list[int], table: OperationTable) -> None:
        for operation, count in zip(table.operations, counts, strict=True):
            self.scratchpad_bytes += operation.scratchpad_bytes * count
            work = operation.arithmetic_operations * count
            if operation.unit == "array":
                self.macs_by_type[operation.element_type] = self.macs_by_type.get(operation.element_type, 0) + work
                self.ideal_array_cycles += operation.ideal_cycles * count
            elif operation.unit == "vector":
                self.vector_operations += work
                self.ideal_vector_cycles += operation.ideal_cycles * count
            elif operation.unit == "cross_lane":
                self.cross_lane_elements += operation.cross_lane_elements * count

    def merge(self, other: "Counters") -> None:
        """Adds other launches to these."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.complete = self.complete and other.complete
        _add_by_name(self.macs_by_type, other.macs_by_type)
        _add_by_name(self.critical_path_ps, other.critical_path_ps)
        _merge_components(self.components, other.components)
        self._units = [_sum(mine, theirs) for mine, theirs in zip(self._units, other._units, strict=True)]
        self._memory = _sum(self._memory, other._memory)

    @property
    def macs(self) -> int:
        """Multiply-accumulates on the arrays, of all types."""
        return sum(self.macs_by_type.values())

    @property
    def moved_bytes(self) -> int:
        """Bytes between the cores and the memory they access, whole requests."""
        memory = self.memory_statistics()
        return memory["read_bytes"] + memory["write_bytes"]

    @property
    def payload_bytes(self) -> int:
        """Bytes that operations asked for."""
        memory = self.memory_statistics()
        return memory["read_payload_bytes"] + memory["write_payload_bytes"]

    def dram_bytes(self, machine: Machine) -> int:
        """Bytes at the DRAM channels, whole requests."""
        if "dram_channel" not in self.components:
            return self.moved_bytes
        requests = sum(self.component_total("dram_channel", f"{way}_requests") for way in ("read", "write"))
        return requests * machine.dram_request_bytes

    def component_total(self, kind: str, counter: str) -> int:
        """A counter summed over all components of a kind; 0 when the machine has none."""
        return sum(self.components.get(kind, {}).get(counter, ()))

    def gbps(self, number_of_bytes: int) -> float:
        """Bytes over the launches' time, 10^9 bytes per second."""
        return number_of_bytes * 1000 / self.time_ps if self.time_ps else 0.0

    def busy_share(self, unit: str, cores: int) -> float:
        """Part of the time that a unit was occupied, averaged over the cores."""
        busy_ps = self._units[UNITS.index(unit)][_BUSY]
        return busy_ps / (self.time_ps * cores) if self.time_ps else 0.0

    def unit_statistics(self, machine: Machine) -> dict[str, dict[str, Any]]:
        """The block of report.json for all units, in core cycles.

        Busy, waiting for data, waiting for a slot and idle add up to the cycles of all cores.
        """
        return {name: self._unit(name, row, machine) for name, row in zip(UNITS, self._units, strict=True)}

    def _unit(self, name: str, row: list[int], machine: Machine) -> dict[str, Any]:
        times_ps = dict(zip(_UNIT_TIMES, row[_BUSY:], strict=True))
        cycles = {f"{key}_cycles": to_cycles(time_ps, machine) for key, time_ps in times_ps.items()}
        parts = self._shares_of_time([times_ps[key] for key in _PARTS], machine)
        cycles |= dict(zip((*(f"{key}_cycles" for key in _PARTS), "idle_cycles"), parts, strict=True))
        return {"operations": row[0], **cycles, "busy_fraction": round(self.busy_share(name, machine.cores), 4)}

    def _shares_of_time(self, parts_ps: list[int], machine: Machine) -> list[int]:
        """Whole cycles of the parts and of the rest; ends of parts are rounded, so that the cycles add up."""
        ends = [to_cycles(end_ps, machine) for end_ps in accumulate(parts_ps)] + [self.cycles * machine.cores]
        return [end - start for start, end in zip([0, *ends], ends, strict=False)]

    def memory_statistics(self) -> dict[str, int]:
        """The memory block of report.json."""
        return dict(zip(_MEMORY_COUNTS, self._memory, strict=True))

    def array_statistics(self, machine: Machine) -> dict[str, int]:
        """The array block of report.json."""
        exposed = to_cycles(self.weight_exposed_ps, machine)
        return {"folds": self.folds, "macs": self.macs, "weight_exposed_cycles": exposed}


_SUMS = [each.name for each in fields(Counters) if type(each.default) in (int, float)]
"""Counters that are plain numbers."""


def _add_by_name(into: dict[str, int], other: dict[str, int]) -> None:
    for name, value in other.items():
        into[name] = into.get(name, 0) + value


def _merge_components(into: Components, other: Components) -> None:
    for kind, columns in other.items():
        mine = into.setdefault(kind, {})
        for name, values in columns.items():
            mine[name] = _sum(mine[name], values) if name in mine else list(values)


def _sum(left: list[int], right: list[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]


def to_cycles(time_ps: int, machine: Machine) -> int:
    """Core cycles of a time, rounded to the nearest."""
    return round(time_ps / machine.cycle_ps)
