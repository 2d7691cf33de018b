"""The critical path by cause, the limiter of a kernel, and remedies."""

from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Any, cast

from npusim.simulator.engine import CRITICAL_PATH_CAUSES
from npusim.simulator.machine import Machine
from npusim.simulator.report.measures.counters import Counters, to_cycles
from npusim.simulator.report.measures.shared_memory import cache_busy_fraction, cmem_fraction
from npusim.simulator.report.rows import Limiter

_LIMITERS = {"port": "memory", "array_weights": "array_fill", "array_drain": "array_fill"}
_BUSY_MEMORY = 0.5

WHAT_TO_CHANGE = {
    "array": "more or larger arrays, a narrower type, or fewer products",
    "array_fill": "longer streams for each tile of weights, or arrays that load weights faster",
    "vector": "more vector lanes or ALUs, or fewer operations",
    "cross_lane": "a faster cross-lane unit, or fewer reductions and transposes across the lanes",
    "scalar": "whole tiles instead of single elements",
    "dma": "larger transfers, or DMA engines that issue more requests per cycle",
    "memory": "more bandwidth (of DRAM, or of the cores' ports), or fewer bytes: narrower types, larger tiles, fusion",
    "latency": "a shorter memory latency, more requests in flight, or larger tiles",
    "slot": "more slots for the buffers",
    "front_end": "deeper queues of the units",
    "launch": "fewer kernels",
}
"""Per limiter, the changes that would make the kernel faster."""


def critical_path_cycles(counters: Counters, machine: Machine) -> dict[str, int]:
    """Cycles by cause; ends of parts are rounded, so that they add up to all cycles."""
    times_ps = [counters.critical_path_ps.get(cause, 0) for cause in CRITICAL_PATH_CAUSES]
    ends = [to_cycles(end_ps, machine) for end_ps in accumulate(times_ps)]
    ends[-1] = counters.cycles
    return dict(zip(CRITICAL_PATH_CAUSES, (end - start for start, end in pairwise([0, *ends])), strict=True))


def limiter(counters: Counters, machine: Machine) -> Limiter:
    """The limiter of a kernel: the cause of most of its critical path.

    `array` (streaming rows), `array_fill` (loading weights, draining results), `vector`, `cross_lane`, `scalar`, `dma`
    (the issue rate of requests), `memory` (or the core's port to it), `slot` (too few slots of a buffer), `front_end`,
    or `launch`; `latency` instead of `memory` if less than half of the bandwidth was used.
    """
    shares = _by_limiter(counters.critical_path_ps)
    name = cast(Limiter, max(shares, key=lambda key: shares[key], default="launch"))
    if name != "memory":
        return name
    return "memory" if _bandwidth(counters, machine) * counters.time_ps >= _BUSY_MEMORY * shares[name] else "latency"


def _by_limiter(path: Mapping[str, int]) -> dict[str, int]:
    shares: dict[str, int] = {}
    for cause, time in path.items():
        name = _LIMITERS.get(cause, cause)
        shares[name] = shares.get(name, 0) + time
    return shares


def causes_of(limiter: str) -> tuple[str, ...]:
    """The parts of the critical path that a limiter stands for."""
    name = "memory" if limiter == "latency" else limiter
    return tuple(cause for cause in CRITICAL_PATH_CAUSES if _LIMITERS.get(cause, cause) == name)


def _bandwidth(counters: Counters, machine: Machine) -> float:
    """The largest fraction of the peak bandwidth among DRAM, cache and CMEM."""
    dram = counters.gbps(counters.dram_bytes(machine)) / machine.memory_bandwidth_gbps
    return max(dram, cache_busy_fraction(counters, machine), cmem_fraction(counters, machine))


def limiter_with_share(statistics: Mapping[str, Any]) -> str:
    """The limiter and its share of the critical path from a block of statistics, such as `memory 46%`."""
    shares = _by_limiter(statistics["critical_path"])
    name: str = statistics["limiter"]
    return f"{name} {shares['memory' if name == 'latency' else name] / max(1, statistics['cycles']):.0%}"


def critical_path_text(statistics: Mapping[str, Any]) -> str:
    """The parts of the critical path, largest first, from a block of statistics: `46% memory, 34% array, ...`."""
    cycles = max(1, statistics["cycles"])
    parts = sorted(statistics["critical_path"].items(), key=lambda part: -part[1])
    return ", ".join(f"{part / cycles:.0%} {name}" for name, part in parts if part >= 0.005 * cycles)
