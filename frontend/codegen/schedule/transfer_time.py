"""Time of transfers and of steps that overlap, for the estimates of generated kernels and of templates.

Cycles are core cycles; sizes are in elements unless named bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, gcd, inf
from typing import NamedTuple

from npusim.simulator.machine import Machine


def bytes_per_cycle(machine: Machine, cores: float) -> float:
    """Bytes per cycle that some cores move: limited by the memory, their ports, DMA engines and requests in flight."""
    latency = machine.memory_latency_cycles + machine.dram_row_read_cycles
    covered = machine.dma_outstanding_requests * machine.dram_request_bytes / latency
    port = machine.core_port_bytes_per_cycle or covered
    return min(machine.dram_stream_bytes_per_cycle, cores * min(covered, port, machine.dma_bytes_per_cycle))


def both_ways_cycles(loads: float, stores: float, machine: Machine, cores: int, transfers: float) -> float:
    """Cycles of loads beside stores, which take these alone: they have DMA engines of their own, and share the cores'
    ports and the memory, which turns from the ones to the others and back. `transfers`: how many they are; those of
    several cores come between each other, and rows of DRAM are opened anew.
    """
    alone, port = bytes_per_cycle(machine, cores), cores * machine.core_port_bytes_per_cycle or inf
    moved = (loads + stores) * alone
    lost = machine.dram_turnaround_share(cores) * min(loads, stores) * alone
    lost += transfers * machine.dram_rows.switched_bytes(cores) if machine.dram_rows is not None else 0.0
    memory = (moved + lost) / machine.dram_busy_bytes_per_cycle
    return max(loads, stores, memory, moved / min(machine.dram_stream_bytes_per_cycle, port, 2 * alone))


def slower_beside_stores(machine: Machine, cores: int) -> float:
    """How many times as long what loads have asked for takes to arrive while stores are under way.

    Where ports are slower than DRAM, drains of writes take what stores ask for and the turns around them, and reads get
    the rest, or half. Where DRAM is what limits transfers, `both_ways_cycles` counts that.
    """
    alone = bytes_per_cycle(machine, cores)
    left = machine.dram_busy_bytes_per_cycle - alone * (1 + machine.dram_turnaround_share(cores))
    return 1.0 if left <= 0 or machine.dram_rows is None else alone / min(alone, max(left, alone / 2))


class TileAxis(NamedTuple):
    """An axis of a tile: how many elements it takes, how far apart tiles begin, the elements of the tensor, and how far
    apart the tile's elements are.
    """

    tile: int
    step: int
    whole: int
    apart: int = 1


class StridedAxis(NamedTuple):
    """An axis of a tile by distances in bytes: of its `tile` elements, and of tiles, 0 where one covers the tensor."""

    tile: int
    apart: int
    step: int


class Runs(NamedTuple):
    """The runs that a tile is moved in: their number, the bytes of each, how far apart they are (0: one run), what the
    addresses where they begin are multiples of, at most a request, and the share of the DRAM channels that those in
    flight lie on.
    """

    number: int
    bytes: int
    apart: int
    begins: int
    channel_share: float

    def moved_bytes(self, machine: Machine) -> float:
        """Bytes of whole requests, in the mean over the places in a request where runs may begin; as many times as
        channels are idle.
        """
        return self.number * run_bytes_moved(self.bytes, self.begins, machine) / self.channel_share


def row_major(axes: Sequence[TileAxis], element_bytes: int) -> Iterator[StridedAxis]:
    """The axes of a tile of a row-major tensor, which are given outermost first, innermost first."""
    stride = element_bytes
    for axis in reversed(axes):
        whole = axis.tile * axis.apart >= axis.whole
        yield StridedAxis(axis.tile, axis.apart * stride, 0 if whole else axis.step * stride)
        stride *= axis.whole


def runs_of(axes: Iterable[StridedAxis], element_bytes: int, machine: Machine) -> Runs:
    """The runs of a tile with these axes, that of the smallest distance first. What lies side by side, or less than a
    request apart, is one run; runs begin at multiples of what their distances and those of tiles share.
    """
    request = machine.dram_request_bytes
    run, number, begins = element_bytes, 1, request
    lie_apart, steps = list[tuple[int, int]](), list[int]()
    for axis in axes:
        if axis.tile > 1 and number == 1 and axis.apart - run < request:
            run += (axis.tile - 1) * axis.apart
        elif axis.tile > 1:
            lie_apart.append((axis.apart, axis.tile))
            number, begins = number * axis.tile, gcd(begins, axis.apart)
        begins = gcd(begins, axis.step)
        steps += [axis.step] if axis.step else []
    tiles = machine.dma_outstanding_requests // (number * ceil(run / request))
    following = [(min(steps), tiles)] if steps and tiles > 1 else []
    share = channel_share(run, (*lie_apart, *following), machine)
    return Runs(number, run, lie_apart[0][0] if lie_apart else 0, begins, share)


def channel_share(run_bytes: int, walks: Iterable[tuple[int, int]], machine: Machine) -> float:
    """Share of the DRAM channels that runs lie on, which begin wherever these walks (steps in bytes, their numbers)
    lead; a hash of the whole address spreads them over all channels.
    """
    if machine.dram_channel_hash:
        return 1.0
    interleave, channels = machine.dram_interleave_bytes, machine.dram_channels
    period, begins = interleave * channels, {0}
    for step, count in walks:
        turn = min(count, period // gcd(step, period))
        begins = {(begin + i * step) % period for begin in begins for i in range(turn)}
    covered = min(channels, ceil(run_bytes / interleave))
    return len({(begin // interleave + i) % channels for begin in begins for i in range(covered)}) / channels


def moved_bytes(axes: Sequence[TileAxis], element_bytes: float, machine: Machine) -> float:
    """Bytes that a transfer of a tile of a row-major tensor moves (outermost axis first), as requests are moved
    whole.
    """
    if not element_bytes:
        return 0.0
    element = max(1, round(element_bytes))
    return runs_of(row_major(axes, element), element, machine).moved_bytes(machine) * element_bytes / element


def run_bytes_moved(run_bytes: float, begins: int, machine: Machine) -> float:
    """Mean bytes that a run moves in whole requests, if it begins at multiples of `begins`, which divides a request."""
    return ceil(run_bytes / begins) * begins + machine.dram_request_bytes - begins


def overlapped_cycles(further: int, period: float, chain: float, slots: int = 2) -> float:
    """Cycles that `further` steps add to the first one.

    Args:
        period: of the unit that works longest for a step.
        chain: cycles of a step from its first load or product to its end: as tiles have `slots` slots, a step begins
            when that of `slots` steps before has ended.
    """
    waits, rest = divmod(further, slots)
    return max(further * period, waits * chain + rest * period)
