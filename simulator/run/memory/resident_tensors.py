"""The tensors that the program selects for a machine's CMEM, passed to the engine with every launch.

Tensors are whole allocations: views of one allocation are the same tensor. Names come from `torch.npu.make_resident`,
or from patterns over kernels' arguments: `W`, `W*`, `2` (the number of the argument), `gemm:W` (of one kernel;
`gemm*:W`). The engine handles the policy (`cmem_policy`) and the capacity.
"""

import fnmatch
import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from npusim.simulator.errors import OptionError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.run.memory.address_space import Location
from numpy.typing import NDArray

_NOTHING, _RESIDENT, _FREED = range(3)
STATES = ("in_memory", "resident", "does_not_fit")
REASONS = (None, "name", "size", "reuse")
_COUNTS = ("cmem_read_bytes", "cmem_write_bytes", "memory_read_bytes", "memory_write_bytes")
_MOST_ROWS = 10_000

FirstUse = tuple[str, int, int]
"""The name under which a tensor was first an argument, its bytes, and its number among the live tensors of both, which
temporary tensors have one after the other."""
Row = tuple[int | FirstUse, str]
"""A tensor of a launch in the report: its key, which is the allocation's number if the program named it, else its first
use; and what it is called."""


@dataclass(slots=True)
class Pattern:
    """A pattern of `resident=` or `--resident`, and whether a tensor has matched it."""

    text: str
    kernel: str
    argument: str
    matched: bool = False

    @classmethod
    def of(cls, text: str) -> "Pattern":
        """Reads `ARGUMENT` or `KERNEL:ARGUMENT`; raises OptionError for an empty part."""
        kernel, colon, argument = text.rpartition(":")
        if not argument or (colon and not kernel):
            raise OptionError(
                f"resident {text!r} names no tensor; give an argument's name or number, such as W, W*, 1 or gemm:W"
            )
        return cls(text, kernel or "*", argument.removeprefix("%"))

    def matches(self, kernel: str, argument: str, number: int) -> bool:
        """Whether the pattern selects argument `number` of a kernel."""
        if not fnmatch.fnmatchcase(kernel, self.kernel):
            return False
        return self.argument == str(number) or fnmatch.fnmatchcase(argument, self.argument)


class Residency:
    """The tensors of launches as rows for the engine, and their state.

    Args:
        machine: the simulated machine.
        patterns: arguments of kernels that belong into the CMEM.

    Raises:
        OptionError: patterns for a machine without a CMEM; a pattern that names nothing.
    """

    def __init__(self, machine: Machine, patterns: Sequence[str] = ()) -> None:
        self.used = machine.cmem_kib > 0
        self._patterns = [Pattern.of(text) for text in patterns]
        if self._patterns:
            check_cmem(machine)
        self._by_pattern: set[int] = set()
        self._by_name: set[int] = set()
        self._first_uses: dict[int, FirstUse] = {}
        self._free_numbers: dict[tuple[str, int], list[int]] = {}
        self._freed: list[int] = []
        self._launches: dict[int, list[Row]] = {}
        self._tensors: dict[int | FirstUse, dict[str, Any]] = {}

    def rows(
        self, kernel: KernelModule, name: str, addresses: Sequence[int], locations: Sequence[Location | None]
    ) -> tuple[NDArray[np.int64], list[Row]]:
        """The tensors of a launch, shape (n, 4), as the engine takes them, and for the report."""
        rows: list[tuple[int, int, int, int]] = []
        tensors: list[Row] = []
        for number, (argument, address, location) in enumerate(zip(kernel.tensors, addresses, locations, strict=True)):
            if location is None:
                continue
            state = _RESIDENT if self._is_resident(name, argument.name, number, location) else _NOTHING
            allocation = location.allocation
            rows.append((allocation, address - location.offset_bytes, location.size_bytes, state))
            first_use = self._first_use(location, f"{name}:{argument.name}")
            key = allocation if allocation in self._by_name else first_use
            tensors.append((key, location.resident_name or f"{name}:{argument.name}"))
        freed, self._freed = self._freed, []
        rows += [(allocation, 0, 1, _FREED) for allocation in freed]
        return np.array(rows, np.int64).reshape(-1, 4), tensors

    def _first_use(self, location: Location, name: str) -> FirstUse:
        known = self._first_uses.get(location.allocation)
        if known is None:
            free = self._free_numbers.setdefault((name, location.size_bytes), [0])
            number = heapq.heappop(free)
            if not free:
                free.append(number + 1)  # above all that are in use
            known = self._first_uses[location.allocation] = name, location.size_bytes, number
        return known

    def _is_resident(self, kernel: str, argument: str, number: int, location: Location) -> bool:
        for pattern in self._patterns:
            if pattern.matches(kernel, argument, number):
                pattern.matched = True
                self._by_pattern.add(location.allocation)
        if location.resident_name is not None:
            self._by_name.add(location.allocation)
        return location.resident_name is not None or location.allocation in self._by_pattern

    def freed(self, allocation: int) -> None:
        """Records that the program freed an allocation: from the next launch on the CMEM drops its bytes."""
        self._by_pattern.discard(allocation)
        self._by_name.discard(allocation)
        if (first_use := self._first_uses.pop(allocation, None)) is not None:
            heapq.heappush(self._free_numbers[first_use[:2]], first_use[2])
            self._freed.append(allocation)

    def submitted(self, launch_id: int, tensors: list[Row]) -> None:
        """Records a launch's tensors."""
        self._launches[launch_id] = tensors

    def finished(self, result: Any) -> None:
        """Processes the engine's result of a launch with tensors."""
        tensors = self._launches.pop(result.launch_id, None)
        if tensors is None:
            return
        for _, size_bytes, row, state, reason, *counts in result.tensors.tolist():
            key, name = tensors[row]
            if key not in self._tensors and (reason == 0 or len(self._tensors) >= _MOST_ROWS):
                continue
            entry = self._tensors.setdefault(key, _new_entry(name, size_bytes))
            entry["reason"] = REASONS[reason] or entry["reason"]
            entry["state"] = STATES[state]
            for count_name, count in zip(_COUNTS, counts, strict=True):
                entry[count_name] += count

    def report(self) -> list[dict[str, Any]] | None:
        """The selected tensors in order of their first launch; None for a machine without a CMEM."""
        return [dict(entry) for entry in self._tensors.values()] if self.used else None

    def unmatched(self) -> list[str]:
        """Patterns that no tensor of a launch has matched so far."""
        return [pattern.text for pattern in self._patterns if not pattern.matched]


def check_cmem(machine: Machine) -> None:
    """Raises OptionError, which lists the machines with a CMEM, if a machine has none."""
    if not machine.cmem_kib:
        raise OptionError(f"machine {machine.name} has no CMEM (cmem_kib); {_machines_with_one()}")


def check_patterns(patterns: Sequence[str], kernel: KernelModule) -> None:
    """Raises OptionError if a pattern selects no tensor of the run's only kernel."""
    for pattern in map(Pattern.of, patterns):
        if not any(pattern.matches(kernel.name, tensor.name, i) for i, tensor in enumerate(kernel.tensors)):
            known = ", ".join(f"{tensor.name} ({i})" for i, tensor in enumerate(kernel.tensors))
            raise OptionError(
                f"resident {pattern.text!r} names no tensor of kernel {kernel.name}; it has {known or 'none'}"
            )


def _new_entry(name: str, size_bytes: int) -> dict[str, Any]:
    known = {"name": name, "bytes": size_bytes, "reason": None, "state": None}
    return known | dict.fromkeys(_COUNTS, 0)


def _machines_with_one() -> str:
    names = [name for name in machine_names() if load_machine(name).cmem_kib]
    return f"these have: {', '.join(names)}" if names else "no shipped machine has one"
