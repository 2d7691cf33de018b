"""Estimated cycles of scans.

Model of a tile, in core cycles: its operations wait for each other, so it takes the sum of their times, latencies
included. Blocks of all columns are scanned in parallel, element by element, then their totals block by block; one more
operation combines columns and totals. The cross-lane unit transposes rows to columns and back. The totals of segments
are scanned in logarithmic steps, and combined with the segments.

Tiles follow each other: each waits for the totals of the one before it. Its load is issued when no more operations on
the tile before are left than the vector unit's queue holds, and shares the memory with the store of the tile before
that; the result needs the slot that this store leaves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle
from npusim.mlir_templates.common.cost_model import apart_overhead, request_overhead
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
    """

    cycles: float
    count: int = 1
    queued: bool = True


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
        first, later = list(self._steps(is_first=True)), list(self._steps(is_first=False))
        move = self._moved_bytes() / bytes_per_cycle(machine, cores) / (matrices * along) * cores
        period = self._period(later, move)
        begin = self._period(first, move)
        work = rounds * (begin + (along - 1) * period) - (period if along > 1 else begin)
        ends = 2 * (move + self._latency_of_transfers) + _total(later if along > 1 else first)
        return work + ends + 2 * rounds * along * machine.dma_descriptor_cycles

    def _moved_bytes(self) -> float:
        """Bytes of the tensors, with what rows of tiles that lie apart cost."""
        p, t = self.problem, self.tiling
        total = 0.0
        for words in self.work.words:
            whole = 4 * words * (p.length if t.rows else p.inner)
            run = min(whole, 4 * words * (t.chunk if t.rows else t.width))
            overhead = apart_overhead(run, whole, self.machine) if run < whole else request_overhead(run, self.machine)
            total += 4 * words * p.outer * p.length * p.inner * overhead
        return total

    def _period(self, steps: list[_Step], move: float) -> float:
        """Cycles from a tile to the next one, whose load and whose store take `move` cycles."""
        work, latency, by_rows = _total(steps), self._latency_of_transfers, bool(self.tiling.rows)
        issued = max(steps[0].cycles if by_rows else 0.0, work - self._queued(steps))
        late = max(0.0, issued + latency + move - work)
        behind_store = 2 * move + (0.0 if by_rows else latency)
        return max(work + late + min(late, move), behind_store)

    @property
    def _latency_of_transfers(self) -> float:
        return self.machine.memory_latency_cycles + self.machine.dram_command_latency_cycles

    def _queued(self, steps: list[_Step]) -> float:
        """Cycles of the last operations, as many as wait in the vector unit's queue behind the one that it works on."""
        left, cycles = self.machine.unit_queue_depth + 1, 0.0
        for step in reversed(steps):
            count = min(step.count, left) if step.queued else step.count
            cycles += count * step.cycles
            left -= count if step.queued else 0
            if not left:
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
        return _Step(max(rows, rows - self._latency(self._mixed_latency) + totals))

    def _spread_totals(self) -> _Step:
        """Totals are combined with the blocks behind them, and behind that the last ones are copied to the carry."""
        t, carry = self.tiling, self._columns(1)
        copied = sum(self._operation(carry, 0, c, c) for c in self.work.carried)
        if t.blocks == 1:
            return _Step(copied)
        blocks = self._combine_mixed(self._columns((t.blocks - 1) * t.block), self._columns(t.blocks - 1))
        return _Step(max(blocks, blocks - self._latency(self._mixed_latency) + copied))

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
