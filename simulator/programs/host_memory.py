"""The memory of a program on the host: the saved weights before its launches, its outputs behind them."""

import os

import numpy as np
from npusim.simulator.errors import PackageError
from npusim.simulator.programs.content import Free, Launch
from npusim.simulator.programs.memory import peak_bytes
from npusim.simulator.programs.program import Program, tensor_bytes
from npusim.simulator.run.memory.host_arrays import Array, aligned_empty


def check_values(program: Program) -> None:
    """Raises PackageError if the values of a program cannot be computed again, with the reason."""
    name, content = program.name, program.content
    kept = {number for number, allocation in enumerate(content.allocations) if allocation.kept}
    operators = sorted({step.operator for step in content.host_steps})
    freed = {step.allocation for step in content.steps if isinstance(step, Free)} & kept
    missing = kept - program.weights.keys()
    if operators:
        raise PackageError(
            f"{name} has no values: the host used device memory in its call ({', '.join(operators)}), which the "
            "launches leave out; mode timing gives its time"
        )
    if freed:
        raise PackageError(f"{name} has no values: its call freed {len(freed)} tensors that it was given")
    if missing:
        raise PackageError(
            f"{name} has no values: the contents of {len(missing)} of its tensors were not saved; write it with "
            "save(path, weights=True), or simulate it in mode timing"
        )
    needed, host = peak_bytes(content), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > host:
        raise PackageError(f"the tensors of {name} have up to {needed:,} bytes at a time; this host has {host:,}")


class HostMemory:
    """The allocations of a program that are alive, as arrays of bytes.

    Args:
        program: `check_values` has passed.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._blocks = {number: _filled(content) for number, content in program.weights.items()}
        self._scalars: list[Array] = []

    def pointers(self, launch: Launch) -> list[int]:
        """The host address of each tensor of a launch; valid until the next call."""
        self._scalars = []
        kernel = self._program.kernels[launch.kernel]
        found = []
        for number, (argument, pointer) in enumerate(zip(kernel.tensors, launch.tensors, strict=True)):
            if pointer is not None:
                found.append(int(self._block(pointer[0]).ctypes.data) + pointer[1])
                continue
            name = launch.values.get(str(number))
            self._scalars.append(_filled(self._program.values[name] if name else bytes(tensor_bytes(argument) or 0)))
            found.append(int(self._scalars[-1].ctypes.data))
        return found

    def free(self, allocation: int) -> None:
        """Forgets an allocation."""
        self._blocks.pop(allocation, None)

    def outputs(self) -> list[Array | None]:
        """What the outputs of the call hold now; None for those that lie in none of its tensors."""
        stored = self._program.content.outputs
        return [None if each is None else each.read(self._block(each.allocation)) for each in stored]

    def _block(self, number: int) -> Array:
        if number not in self._blocks:
            self._blocks[number] = aligned_empty(self._program.content.allocations[number].bytes, "i8").view(np.uint8)
        return self._blocks[number]


def _filled(content: bytes | memoryview) -> Array:
    block = aligned_empty(len(content), "i8").view(np.uint8)
    block[:] = np.frombuffer(content, np.uint8)
    return block
