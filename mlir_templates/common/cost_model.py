"""What the estimates of all operator families are made of: sizes of tiles, and the time of transfers and launches.

Cycles are those of a core, sizes are in elements unless they are called bytes. Where a machine's number needs no
formula beside its own (`machine.memory_latency_cycles`, `machine.kernel_launch_cycles`), estimates read it there.
"""

from collections.abc import Iterator
from math import ceil
from typing import Any

import sympy
from npusim.frontend.inductor.api import V
from npusim.simulator.machine import Machine

# -- sizes ------------------------------------------------------------------------------------------------------------


def round_up(size: float, multiple: int) -> int:
    """The least multiple of a number that is not below a size."""
    return ceil(size / multiple) * multiple


def halvings(size: int, multiple: int) -> Iterator[int]:
    """A tile size, half of it, and so on down to the multiple."""
    yield size
    while size > multiple:
        size = round_up(size / 2, multiple)
        yield size


def ceil_power(number: int) -> int:
    """The smallest power of two that is not below a number; at least 1."""
    return 1 << max(0, number - 1).bit_length()


def floor_power(number: int) -> int:
    """The largest power of two that is not above a number; 0 where there is none."""
    return 1 << (number.bit_length() - 1) if number > 0 else 0


def size_hint(size: Any, fallback: int = 1024) -> int:
    """A size, or what it is likely to be when it is symbolic: what Inductor has seen of it, else `fallback`."""
    return int(V.graph.sizevars.optimization_hint(sympy.sympify(size), fallback=fallback))


def positive_hint(size: Any, fallback: int = 1024) -> int:
    """The same of a size that loops walk: at least 1."""
    return max(1, size_hint(size, fallback))


# -- time -------------------------------------------------------------------------------------------------------------


def bytes_per_cycle(machine: Machine, cores: int) -> float:
    """Bytes per cycle that the DMA engines of some cores get from memory: what streams reach, or what their requests in
    flight cover.
    """
    covered = machine.dma_outstanding_requests * machine.dram_request_bytes / machine.memory_latency_cycles
    return min(machine.dram_stream_bytes_per_cycle, cores * min(covered, machine.dma_bytes_per_cycle))


def request_overhead(run_bytes: float, machine: Machine) -> float:
    """Bytes that are moved for every byte of runs of contiguous bytes (more than 0): requests are moved whole."""
    return ceil(run_bytes / machine.dram_request_bytes) * machine.dram_request_bytes / run_bytes


def apart_overhead(run_bytes: float, stride_bytes: float, machine: Machine) -> float:
    """The same of runs that lie apart, as the rows of a tile that is narrower than its matrix: where DRAM is simulated
    by command, what opening its rows takes counts as bytes.
    """
    requests = request_overhead(run_bytes, machine)
    if machine.dram_rows is None:
        return requests
    opening = machine.dram_rows.overhead(run_bytes, stride_bytes)
    return max(requests, opening * machine.dram_stream_bytes_per_cycle / machine.dram_bytes_per_cycle)


def copies_cycles(moved_bytes: float, launches: int, machine: Machine) -> float:
    """Cycles of kernels that do nothing but move bytes (read and written), at the rate of streams."""
    return launches * machine.kernel_launch_cycles + moved_bytes / machine.dram_stream_bytes_per_cycle


def drain_cycles(machine: Machine) -> int:
    """Cycles from the last row that streams into an array to its result."""
    return machine.systolic_rows + machine.systolic_columns - 2
