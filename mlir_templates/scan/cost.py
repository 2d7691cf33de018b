"""Estimated cycles of scans.

Model of a tile, in core cycles: its operations wait for each other, so it takes the sum of their times, latencies
included. Blocks of all columns are scanned in parallel, element by element, then their totals block by block; one more
operation combines columns and totals. The cross-lane unit transposes rows to columns and back. The totals of segments
are scanned in logarithmic steps, and combined with the segments.

Tiles follow each other: each waits for the totals of the one before it. The first ones are followed through the core
(`pipeline`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from npusim.frontend.codegen.schedule.transfer_time import (
    TileAxis,
    both_ways_cycles,
    bytes_per_cycle,
    moved_bytes,
    slower_beside_stores,
)
from npusim.mlir_templates.common.cost_model import rows_overhead
from npusim.mlir_templates.scan.pipeline import Pipeline, TileWork, Transfers
from npusim.mlir_templates.scan.tiling import ScanTiling
from npusim.simulator.machine import Machine


@dataclass(frozen=True)
class CombineWork:
    """What it takes to combine elements.

    Attributes:
        words: 32-bit words of an element of each tensor.
        carried: the same of carries.
        slots: issue slots of the vector unit to combine two carries.
        latency_cycles: of that, besides the vector unit's own.
        convert_slots, convert_latency_cycles: to convert between elements and carries; 0 where they are of one type.
    """

    words: tuple[float, ...]
    carried: tuple[float, ...]
    slots: float
    latency_cycles: int
    convert_slots: float = 0.0
    convert_latency_cycles: int = 0


@dataclass(frozen=True)
class ScanProblem:
    """A scan of tensors (outer, length, inner) along their middle axis; hints where sizes are symbolic."""

    outer: int
    length: int
    inner: int


@dataclass(frozen=True)
class _Step:
    """Operations that follow each other, each waiting for the one before it.

    Attributes:
        cycles: of each, latency included.
        queued: whether they are the vector unit's.
        operations: how many are counted as one, the next beginning before the one before is done.
    """

    cycles: float
    count: int = 1
    queued: bool = True
    operations: int = 1


_ROUNDS, _ALONG, _PERIODS, _ENDING = 2, 8, 4, 2
"""Matrices that are followed through a core, and tiles of each; the mean period of four tiles is that of others. Of
rows, the last two tiles are left out: their stores are faster, with no loads beside them. Of columns, whose estimates
are up to a tenth too low where DRAM is simulated by command, this preferred short tiles (1024x2048 took 6 % longer).
"""


class ScanCost:
    """Cycles of a scan with a tiling."""

    def __init__(self, problem: ScanProblem, work: CombineWork, tiling: ScanTiling, machine: Machine) -> None:
        self.problem, self.work, self.tiling, self.machine = problem, work, tiling, machine

    def cycles(self) -> float:
        """The model above."""
        p, t, machine = self.problem, self.tiling, self.machine
        along = ceil(p.length / (t.chunk if t.rows else t.length))
        matrices = ceil(p.outer / t.rows) if t.rows else p.outer * ceil(p.inner / t.width)
        rounds, cores = ceil(matrices / machine.cores), min(machine.cores, matrices)
        move = self._moved_bytes() / bytes_per_cycle(machine, cores) / (matrices * along) * cores
        tiles = min(rounds, _ROUNDS), min(along, _ALONG)
        stored, done = self._pipeline(*tiles, move, cores).times()
        last = len(done) - 1
        turn = done[last] - done[last - tiles[1]] if tiles[0] > 1 else 0.0
        steady = last - (_ENDING if self.tiling.rows else 0)
        period = (stored[steady] - stored[steady - _PERIODS]) / _PERIODS if tiles[1] == _ALONG else 0.0
        more = (rounds - tiles[0]) * turn + rounds * (along - tiles[1]) * period
        return stored[last] + more + self._latency_of_transfers

    def _pipeline(self, rounds: int, along: int, move: float, cores: int) -> Pipeline:
        """Of the tiles of so many matrices; loads and stores take `move` cycles each."""
        machine = self.machine
        first, later = (self._tile_work(list(self._steps(is_first=is_first))) for is_first in (True, False))
        setup, latency = machine.dma_descriptor_cycles, self._latency_of_transfers
        both = both_ways_cycles(move, move, machine, cores, 2 * cores)
        beside = latency * slower_beside_stores(machine, cores)
        transfers = Transfers(move + setup, max(both, move) + setup, latency, beside)
        return Pipeline([first, *[later] * (along - 1)] * rounds, transfers, in_place=not self.tiling.rows)

    def _tile_work(self, steps: list[_Step]) -> TileWork:
        """The steps on a tile; those that turn columns to rows are the first ones to write the result."""
        work, queued = _total(steps), self._queued(steps)
        if not self.tiling.rows:
            return TileWork(work, 0.0, 0.0, queued)
        return TileWork(work - self._behind, self._behind, steps[0].cycles, queued)

    def _moved_bytes(self) -> float:
        """Bytes of the tensors, with what rows of tiles that lie apart cost; those of the last tiles are shorter."""
        p, t = self.problem, self.tiling
        side, whole, rows = (t.chunk, p.length, p.outer) if t.rows else (t.width, p.inner, p.outer * p.length)
        total = 0.0
        for words in self.work.words:
            for run, count in ((min(side, whole), whole // side), (whole % side, 1)):
                if run and count:
                    total += count * rows * self._run_bytes(4 * words, run, whole)
        return total

    def _run_bytes(self, element_bytes: float, run: int, whole: int) -> float:
        """Bytes of one of the rows of a tile, with what requests and rows of DRAM cost."""
        rows = self.tiling.rows or self.tiling.length
        axes = [TileAxis(rows, rows, 2 * rows), TileAxis(run, run, whole)]
        moved = moved_bytes(axes, element_bytes, self.machine) / rows
        bytes_ = run * element_bytes
        return max(moved, bytes_ * rows_overhead(bytes_, whole * element_bytes, self.machine) if run < whole else 0.0)

    @property
    def _behind(self) -> float:
        """Cycles of the steps on rows from the one that turns columns to them."""
        t = self.tiling
        segments = _total(list(self._scan_segments(is_first=False))) if t.segments > 1 else 0.0
        return _total(list(self._turn())) + segments

    @property
    def _latency_of_transfers(self) -> float:
        return self.machine.memory_latency_cycles + self.machine.dram_command_latency_cycles

    def _queued(self, steps: list[_Step]) -> float:
        """Cycles of the last operations, as many as wait in the vector unit's queue behind the one that it works on."""
        left, cycles = self.machine.unit_queue_depth + 1, 0.0
        for step in reversed(steps):
            count = min(step.count, ceil(left / step.operations)) if step.queued else step.count
            cycles += count * step.cycles
            left -= count * step.operations if step.queued else 0
            if left <= 0:
                break
        return cycles

    # -- operations

    def _steps(self, *, is_first: bool) -> Iterator[_Step]:
        """The operations on a tile, in order; the first one along the scanned axis has no carry."""
        t = self.tiling
        if t.rows:
            yield from self._turn()
        yield from self._scan_blocks()
        if t.segments == 1 and not is_first:
            yield self._take_carry()
        if t.blocks > 1:
            yield _Step(self._combine_carries(self._columns(1)), t.blocks - 1)
        yield self._spread_totals()
        if t.rows:
            yield from self._turn()
        if t.segments > 1:
            yield from self._scan_segments(is_first)

    def _scan_blocks(self) -> Iterator[_Step]:
        w, t, points = self.work, self.tiling, self._columns(self.tiling.blocks)
        for words, carried in zip(w.words, w.carried, strict=True):
            yield _Step(self._operation(points, w.convert_slots, words, carried, w.convert_latency_cycles))
        both = sum(w.words) + sum(w.carried)
        yield _Step(self._operation(points, self._mixed_slots, both, both, self._mixed_latency), t.block - 1)

    def _take_carry(self) -> _Step:
        """The carry is combined with the first block and with its total, one behind the other."""
        rows = self._combine_mixed(self._columns(self.tiling.block), self._columns(1))
        totals = self._combine_carries(self._columns(1))
        return _Step(max(rows, rows - self._latency(self._mixed_latency) + totals), operations=2)

    def _spread_totals(self) -> _Step:
        """Totals are combined with the blocks behind them, and behind that the last ones are copied to the carry."""
        t, carry = self.tiling, self._columns(1)
        copied = sum(self._operation(carry, 0, c, c) for c in self.work.carried)
        if t.blocks == 1:
            return _Step(copied)
        blocks = self._combine_mixed(self._columns((t.blocks - 1) * t.block), self._columns(t.blocks - 1))
        return _Step(max(blocks, blocks - self._latency(self._mixed_latency) + copied), operations=2)

    def _turn(self) -> Iterator[_Step]:
        """Rows become columns, or back; a copy where rows are across the lanes."""
        t, points = self.tiling, self._columns(self.tiling.length)
        natural = ceil(max(t.rows, t.chunk) / self.machine.vector_lanes) * min(t.rows, t.chunk)
        for words in self.work.words:
            if t.lane_axis or t.segments > 1:
                yield self._move(max(points, natural), words)
            else:
                yield _Step(self._operation(points, 0, words, words))

    def _scan_segments(self, is_first: bool) -> Iterator[_Step]:
        """Totals of segments are scanned (`segments.SegmentScan`) and combined with the segments behind them."""
        t, lanes, rows = self.tiling, self.machine.vector_lanes, self.tiling.rows
        totals = rows * ceil(t.segments / lanes)
        for carried in self.work.carried:
            yield self._move(totals, carried)
        if not is_first:
            yield from self._take_row_carry()
        steps = (t.segments - 1).bit_length()
        for carried in self.work.carried:
            yield _Step(self._operation(totals, 0, carried, carried), steps)
        yield _Step(self._combine_carries(totals), steps)
        spread = rows * min(t.segments, ceil(t.chunk / lanes) if t.length % lanes else t.segments)
        for carried in self.work.carried:
            yield self._move(max(totals, spread), carried)
        yield _Step(self._combine_mixed(self._natural(t.chunk - t.length), spread))
        for carried in self.work.carried:
            yield self._move(rows, carried)

    def _take_row_carry(self) -> Iterator[_Step]:
        """The carry of the rows is combined with the first segment and with its total, which is in one lane."""
        rows = self.tiling.rows
        for points in (rows, self._natural(self.tiling.length)):
            for carried in self.work.carried:
                yield self._move(rows, carried)
            yield _Step(self._combine_carries(points) if points == rows else self._combine_mixed(points, rows))

    # -- elements in the fullest lane

    def _columns(self, length: int) -> int:
        """Elements of a part of this length of all columns."""
        return ceil(self.tiling.width / self.machine.vector_lanes) * length

    def _natural(self, length: int) -> int:
        """Elements of a part of this length of all rows."""
        t, lanes = self.tiling, self.machine.vector_lanes
        return t.rows * ceil(length / lanes) if t.lane_axis else ceil(t.rows / lanes) * length

    # -- cycles of operations, given elements in the fullest lane

    @property
    def _mixed_slots(self) -> float:
        """Issue slots to combine a carry and an element, converted before and behind."""
        return self.work.slots + 2 * self.work.convert_slots

    @property
    def _mixed_latency(self) -> int:
        return self.work.latency_cycles + 2 * self.work.convert_latency_cycles

    def _combine_mixed(self, points: int, carries: int) -> float:
        words = sum(self.work.words)
        loads = words + sum(self.work.carried) * carries / points
        return self._operation(points, self._mixed_slots, loads, words, self._mixed_latency)

    def _combine_carries(self, points: int) -> float:
        carried = sum(self.work.carried)
        return self._operation(points, self.work.slots, 2 * carried, carried, self.work.latency_cycles)

    def _operation(self, points: int, slots: float, loads: float, stores: float, latency: int = 0) -> float:
        """Cycles of the vector unit: slots, words loaded and words stored per element; then the latency."""
        machine, width = self.machine, self.machine.vector_elements_per_lane
        alus = slots * ceil(points / width) / machine.vector_alus
        ports = (
            ceil(loads * points / width) / machine.vector_loads_per_cycle,
            ceil(stores * points / width) / machine.vector_stores_per_cycle,
        )
        return max(1, ceil(max(alus, *ports))) + self._latency(latency)

    def _latency(self, chain: int) -> int:
        return self.machine.vector_latency_cycles + chain

    def _move(self, elements: int, words: float) -> _Step:
        """The cross-lane unit moves elements of this many words."""
        machine = self.machine
        moved = elements * max(1.0, words) * machine.vector_lanes / machine.cross_lane_elements_per_cycle
        return _Step(moved + machine.cross_lane_latency_cycles, queued=False)


def _total(steps: list[_Step]) -> float:
    return sum(step.count * step.cycles for step in steps)
