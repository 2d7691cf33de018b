"""Cycles of long launches from their beginning: candidates are compared before one of them is launched, and a long
launch repeats itself.

The engine's own time is that of memory requests, so that a beginning is so many bytes. It ends with a store, as tiles
of results do. What is left is taken to go on like the middle of the beginning, byte by byte: first come the latencies
of the first loads and work that is done once, and at the end no later loads compete with the stores. For products of
32,000 and 50,257 columns this is within 2 % of the whole launch.
"""

from collections.abc import Callable, Sequence

import numpy as np
from npusim.simulator.engine import DMA_ENGINES, UNITS, LaunchResult
from npusim.simulator.machine import Machine
from npusim.simulator.timing import TimingKernel
from npusim.simulator.timing.engine_config import TIMELINE_EVENTS_PER_LAUNCH, make_engine
from numpy.typing import NDArray

BEGINNING_BYTES = 32 << 20
"""A beginning moves at least so many: half a million requests, a tenth of a second of the engine."""
LEAST_STORES = 6
"""A beginning has at least so many."""
STORES_AHEAD = 2
"""So many stores before the end of a beginning, the loads end, which are ahead of the stores."""
LEAST_BEGINNINGS = 3
"""A launch of fewer is simulated to its end."""

Words = NDArray[np.int64]

_SIZES = slice(2, 8)
_WITH_INDICES = ("gather", "scatter")


def start_beginning(
    timing: TimingKernel, machine: Machine, sizes: Sequence[int], addresses: Sequence[int]
) -> Callable[[], int] | None:
    """Begins to simulate the beginning of a long launch on an idle machine, on a thread of the engine.

    Returns:
        What waits for the cycles of the whole launch, launch overhead included; they do not depend on what was
        simulated before. None for a launch that is to be simulated to its end: it is short, has few stores, is shared
        by cores, or its records are not known without its values.
    """
    if timing.trace is None or timing.cores > 1 or any(o.kind in _WITH_INDICES for o in timing.table.operations):
        return None
    arguments = timing.arguments([0] * len(addresses), sizes, 0, addresses)
    records = timing.program.trace_records(np.array(arguments, np.int64))
    moved = np.cumsum(_bytes(timing, records))
    stores = np.flatnonzero(_is_of(timing, ("store",))[records[:, 0]])
    count = max(LEAST_STORES, 1 + int(np.searchsorted(moved[stores], BEGINNING_BYTES)))
    if count > len(stores) or stores[count - 1] >= TIMELINE_EVENTS_PER_LAUNCH:
        return None
    end = stores[count - 1]
    if LEAST_BEGINNINGS * moved[end] > moved[-1]:
        return None
    finish = _started(timing, machine, records[: end + 1])
    return lambda: _extrapolated(finish(), timing, machine, moved, stores[:count])


def _extrapolated(result: LaunchResult, timing: TimingKernel, machine: Machine, moved: Words, stores: Words) -> int:
    """Cycles of a launch, from its beginning.

    Args:
        result: of the beginning.
        moved: bytes up to each record of the launch.
        stores: the records in the beginning that are stores.
    """
    count, end = len(stores), stores[-1]
    ends_ps = result.timeline[result.timeline[:, 1] == UNITS.index("store"), 4]
    first, last = count // 8, count - 1 - max(STORES_AHEAD, count // 8)
    ps_per_byte = (ends_ps[last] - ends_ps[first]) / (moved[stores[last]] - moved[stores[first]])
    return int(result.cycles + round((moved[-1] - moved[end]) * ps_per_byte / machine.cycle_ps))


def _is_of(timing: TimingKernel, units: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which entries of the operation table belong to units."""
    return np.array([operation.unit in units for operation in timing.table.operations])


def _bytes(timing: TimingKernel, records: Words) -> Words:
    """Bytes that the transfer of each record moves."""
    each = np.array([operation.element_bytes for operation in timing.table.operations], np.int64)
    transfers = _is_of(timing, DMA_ENGINES)
    moved: Words = np.where(transfers, each, 0)[records[:, 0]] * records[:, _SIZES].prod(axis=1)
    return moved


def _started(timing: TimingKernel, machine: Machine, records: Words) -> Callable[[], LaunchResult]:
    trial = make_engine(machine)
    trial.launch_records(timing.program, records)

    def finish() -> LaunchResult:
        trial.synchronize()
        result: LaunchResult = trial.take_results()[0]
        return result

    return finish
