"""Memory of a program: what fits a machine's DRAM, and the host memory of a launch that reads values."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from npusim.simulator.errors import PackageError
from npusim.simulator.machine import Machine
from npusim.simulator.programs.content import Content, Free, Launch, Pointer

_SCALAR_BYTES = 64


def peak_bytes(content: Content) -> int:
    """The most bytes that are alive at a time; what is kept lives all the time, the rest from its first launch on."""
    alive = {number for number, allocation in enumerate(content.allocations) if allocation.kept}
    now = peak = sum(content.allocations[number].bytes for number in alive)
    for step in content.steps:
        if isinstance(step, Launch):
            for number in {pointer[0] for pointer in step.tensors if pointer is not None} - alive:
                alive.add(number)
                now += content.allocations[number].bytes
        elif isinstance(step, Free) and step.allocation in alive:
            alive.remove(step.allocation)
            now -= content.allocations[step.allocation].bytes
        peak = max(peak, now)
    return peak


def check_memory(name: str, content: Content, machine: Machine) -> None:
    """Raises PackageError if a program's tensors do not fit a machine's DRAM."""
    needed, capacity = peak_bytes(content), int(machine.dram_capacity_gib * 2**30)
    if needed > capacity:
        raise PackageError(
            f"the tensors of {name} have up to {needed:,} bytes at a time, but machine {machine.name} has {capacity:,} "
            "bytes of DRAM (dram_capacity_gib)"
        )


@contextmanager
def launch_memory(
    content: Content, pointers: Sequence[Pointer | None], values: Mapping[int, bytes]
) -> Iterator[list[int]]:
    """Host addresses of a launch's tensors, in memory that is zero but for some tensors' values.

    Raises:
        PackageError: this host has less memory than the launch's allocations.
    """
    sizes = {pointer[0]: content.allocations[pointer[0]].bytes for pointer in pointers if pointer is not None}
    host = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    needed = sum(sizes.values())
    if needed > host:
        raise PackageError(
            f"a kernel of the program reads values, and its tensors lie in allocations of {needed:,} bytes; this host "
            f"has {host:,}"
        )
    blocks = {number: np.zeros(size + _SCALAR_BYTES, np.uint8) for number, size in sizes.items()}
    scalars = [np.zeros(max(_SCALAR_BYTES, len(values.get(i, b""))), np.uint8) for i in range(len(pointers))]
    for number, content_bytes in values.items():
        pointer = pointers[number]
        target, offset = (scalars[number], 0) if pointer is None else (blocks[pointer[0]], pointer[1])
        target[offset : offset + len(content_bytes)] = np.frombuffer(content_bytes, np.uint8)
    yield [
        scalar.ctypes.data if pointer is None else blocks[pointer[0]].ctypes.data + pointer[1]
        for scalar, pointer in zip(scalars, pointers, strict=True)
    ]
