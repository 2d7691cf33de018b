"""Parts of the cost models of all operator families: tile sizes, and the time of launches and of opening DRAM rows.

Cycles are core cycles; sizes are in elements unless named bytes. Cost models read plain properties of the machine
(`machine.memory_latency_cycles`, `machine.kernel_launch_cycles`) directly.
"""

from collections.abc import Iterator, Sequence
from math import ceil, prod
from typing import Any

import sympy
from npusim.frontend.codegen.schedule.transfer_time import overlapped_cycles
from npusim.frontend.inductor.api import V
from npusim.simulator.machine import Machine

# -- sizes ------------------------------------------------------------------------------------------------------------


def round_up(size: float, multiple: int) -> int:
    """The smallest multiple of `multiple` that is at least `size`."""
    return ceil(size / multiple) * multiple


def halvings(size: int, multiple: int) -> Iterator[int]:
    """`size`, half of it, and so on down to `multiple`."""
    yield size
    while size > multiple:
        size = round_up(size / 2, multiple)
        yield size


def ceil_power(number: int) -> int:
    """The smallest power of two that is at least `number`; at least 1."""
    return 1 << max(0, number - 1).bit_length()


def floor_power(number: int) -> int:
    """The largest power of two that is at most `number`; 0 for numbers below 1."""
    return 1 << (number.bit_length() - 1) if number > 0 else 0


def size_hint(size: Any, fallback: int = 1024) -> int:
    """A size as a number; of a symbolic size the value that Inductor has seen, else `fallback`."""
    return int(V.graph.sizevars.optimization_hint(sympy.sympify(size), fallback=fallback))


def positive_hint(size: Any, fallback: int = 1024) -> int:
    """As `size_hint`, but at least 1."""
    return max(1, size_hint(size, fallback))


def begun_within(total: int, inner: int, cores: int) -> int:
    """How many cores begin within an iteration of an outer loop, when cores share `total` iterations of a nest whose
    inner loops have `inner`: these do again what stands before the inner loops.
    """
    chunk = ceil(total / cores)
    return sum(first % inner != 0 for first in range(chunk, total, chunk))


def across_lanes(widths: Sequence[int], machine: Machine) -> tuple[int, float]:
    """Elements that take the vector unit as long as a tile of results, and cycles of the cross-lane unit before, for
    what is computed on the tile.

    Results lie across the lanes along the last axis, and so does what is computed on them. Where that has one element,
    one lane holds all results, and what is computed has its longest axis across the lanes: they move there.

    Args:
        widths: elements of the tile along its axes.
    """
    lanes, *others = machine.vector_lanes, *sorted(widths[:-1])
    if widths[-1] > 1 or not others:
        return prod(others) * round_up(widths[-1], lanes), 0.0
    moved = prod(others) * lanes / machine.cross_lane_elements_per_cycle
    return prod(others[:-1]) * round_up(others[-1], lanes), moved


# -- time -------------------------------------------------------------------------------------------------------------


def hidden_store_cycles(load: float, store: float, tail: float) -> float:
    """Cycles of the last store but one that pass during the work on the last tile, where memory is busy until then.

    That store begins with the work of its own tile done, and shares the memory with the last load: what outlasts it is
    hidden.

    Args:
        load, store: of a tile.
        tail: cycles from a tile's last load to its store.
    """
    return min(tail, max(0.0, store - max(0.0, load - tail)))


def request_overhead(run_bytes: float, machine: Machine) -> float:
    """Bytes moved per byte of contiguous runs of `run_bytes` (> 0) bytes, as requests are moved whole."""
    return ceil(run_bytes / machine.dram_request_bytes) * machine.dram_request_bytes / run_bytes


def apart_overhead(run_bytes: float, stride_bytes: float, machine: Machine) -> float:
    """The same of runs that lie apart, as the rows of a tile that is narrower than its matrix: where DRAM is simulated
    by command, what opening its rows takes counts as bytes.
    """
    return max(request_overhead(run_bytes, machine), rows_overhead(run_bytes, stride_bytes, machine))


def rows_overhead(run_bytes: float, stride_bytes: float, machine: Machine) -> float:
    """Time that opening DRAM rows for runs that lie apart takes, as bytes per byte; 1 where it is not simulated."""
    if machine.dram_rows is None:
        return 1.0
    dram = machine.dram_rows.overhead(run_bytes, stride_bytes) * channel_overhead(run_bytes, stride_bytes, machine)
    return max(1.0, dram * machine.dram_stream_bytes_per_cycle / machine.dram_busy_bytes_per_cycle)


def channel_overhead(run_bytes: float, stride_bytes: float, machine: Machine) -> float:
    """Time that runs of `run_bytes` take, in units of what they take when they keep all channels busy.

    Runs a power of two apart meet all channels in turn. Which channels others lie on is as good as random, and the
    fullest one limits a window of as many bytes as are in flight: taken is the standard deviation of a channel's blocks
    in it, relative to their mean. A run of p rounds of the channels, beginning anywhere, is a subset of them at each
    end and whole rounds between; a subset of a share s has a variance of s (1 - s). The mean over all beginnings is
    (1 - (1 - p)^3) / 3, with p of at most 1.
    """
    if stride_bytes == floor_power(int(stride_bytes)):
        return 1.0
    run_bytes = max(run_bytes, machine.dram_interleave_bytes)
    rounds = run_bytes / (machine.dram_interleave_bytes * machine.dram_channels)
    variance = (1 - (1 - min(rounds, 1.0)) ** 3) / 3
    window = machine.cores * machine.dma_outstanding_requests * machine.dram_request_bytes
    runs = max(1.0, window / run_bytes)
    return float(1 + (variance / runs) ** 0.5 / rounds)


def copies_cycles(moved_bytes: float, launches: int, machine: Machine) -> float:
    """Cycles of kernels that only copy `moved_bytes` (reads plus writes), at streaming bandwidth, and the latencies of
    their first reads and last writes.
    """
    each = machine.kernel_launch_cycles + 2 * machine.memory_latency_cycles
    return launches * each + moved_bytes / machine.dram_stream_bytes_per_cycle


def overlapped_products_cycles(
    count: int, ahead: float, vector: float, behind: float, waits: float, other: float = 0.0
) -> float:
    """Cycles of `count` tiles that are products, vector work and products again, where the arrays compute the first
    products of a tile during the vector work of the tile before.

    Args:
        ahead, vector, behind: of one tile.
        waits: latencies between them.
        other: of a unit that no other waits for in a tile.
    """
    chain, further = ahead + vector + behind + waits, count - 1
    arrays = chain + further * (ahead + behind) - (min(ahead, vector) if further else 0.0)
    return max(arrays, chain + overlapped_cycles(further, max(vector, other), chain))


def drain_cycles(machine: Machine) -> int:
    """Cycles from the last row that enters an array to its result."""
    return machine.systolic_rows + machine.systolic_columns - 2
