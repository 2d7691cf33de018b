"""The tensors that the program selects for a machine's CMEM, passed to the engine with every launch.

Tensors are whole allocations: views of one allocation are the same tensor. Names come from `torch.npu.make_resident`,
or from patterns over kernels' arguments: `W`, `W*`, `2` (the number of the argument), `gemm:W` (of one kernel;
`gemm*:W`). The engine handles the policy (`cmem_policy`) and the capacity.
"""

import fnmatch
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from npusim.simulator.errors import OptionError
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.machine.model import element_bits
from numpy.typing import NDArray

_NOTHING, _RESIDENT, _FREED = range(3)
STATES = ("in_memory", "resident", "does_not_fit")
REASONS = (None, "name", "size", "reuse")
_COUNTS = ("cmem_read_bytes", "cmem_write_bytes", "memory_read_bytes", "memory_write_bytes")
_MOST_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class Allocation:
    """The allocation that contains a tensor.

    Attributes:
        address: simulated address of its first byte.
        size_bytes: its size.
        resident_name: the name under which the program made it resident, else None.
    """

    address: int
    size_bytes: int
    resident_name: str | None = None


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
        self._by_pattern: set[tuple[int, int]] = set()
        self._freed: list[tuple[int, int]] = []
        self._launches: dict[int, list[str]] = {}
        self._tensors: dict[tuple[int, int], dict[str, Any]] = {}

    def rows(
        self, kernel: KernelModule, name: str, addresses: Sequence[int], allocations: Sequence[Allocation | None] | None
    ) -> tuple[NDArray[np.int64], list[str]]:
        """The tensors of a launch, shape (n, 3), as the engine takes them, and their names for the report."""
        rows, names = [], []
        given = allocations or [_of_argument(kernel, i, address) for i, address in enumerate(addresses)]
        for number, (argument, allocation) in enumerate(zip(kernel.tensors, given, strict=True)):
            if allocation is None:
                continue
            is_resident = self._is_resident(name, argument.name, number, allocation)
            rows.append((allocation.address, allocation.size_bytes, _RESIDENT if is_resident else _NOTHING))
            names.append(allocation.resident_name or f"{name}:{argument.name}")
        freed, self._freed = self._freed, []
        rows += [(address, size_bytes, _FREED) for address, size_bytes in freed]
        return np.array(rows, np.int64).reshape(-1, 3), names

    def _is_resident(self, kernel: str, argument: str, number: int, allocation: Allocation) -> bool:
        key = (allocation.address, allocation.size_bytes)
        for pattern in self._patterns:
            if pattern.matches(kernel, argument, number):
                pattern.matched = True
                self._by_pattern.add(key)
        return allocation.resident_name is not None or key in self._by_pattern

    def freed(self, allocation: Allocation) -> None:
        """Records that the program freed an allocation: from the next launch on the CMEM may drop its bytes."""
        if self.used:
            self._freed.append((allocation.address, allocation.size_bytes))

    def submitted(self, launch_id: int, names: list[str]) -> None:
        """Records the names of a launch's tensors."""
        self._launches[launch_id] = names

    def finished(self, result: Any) -> None:
        """Processes the engine's result of a launch with tensors."""
        names = self._launches.pop(result.launch_id, None)
        if names is None:
            return
        for address, size_bytes, row, state, reason, *counts in result.tensors.tolist():
            key = (address, size_bytes)
            if key not in self._tensors and (reason == 0 or len(self._tensors) >= _MOST_ROWS):
                continue
            entry = self._tensors.setdefault(key, _new_entry(names[row], address, size_bytes))
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


def _of_argument(kernel: KernelModule, number: int, address: int) -> Allocation | None:
    """A tensor as an allocation of its own; None if its size is symbolic."""
    tensor = kernel.tensors[number]
    if tensor.extent is None:
        return None
    return Allocation(address, tensor.extent * element_bits(tensor.element_type) // 8)


def _new_entry(name: str, address: int, size_bytes: int) -> dict[str, Any]:
    known = {"name": name, "address": address, "bytes": size_bytes, "reason": None, "state": None}
    return known | dict.fromkeys(_COUNTS, 0)


def _machines_with_one() -> str:
    names = [name for name in machine_names() if load_machine(name).cmem_kib]
    return f"these have: {', '.join(names)}" if names else "no shipped machine has one"
