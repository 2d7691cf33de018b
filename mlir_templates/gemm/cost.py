"""Estimated cycles and scratchpad of matrix products.

Model of one product of M x K by K x N, in core cycles. With tiles of m x k, k x n and m x n, and nm, nn, nk tiles along
the dimensions:

- arrays: nm * nn * nk contractions; each has ceil(k / rows) * ceil(n / columns) folds, and a fold streams m rows or
  loads its weights, whichever is longer (weight-stationary arrays, with the better operand stationary; plus the folds
  that the accumulators need, each with its stall);
- vector and cross-lane unit in place of arrays, for types that these lack: what the simulator counts for a contraction
  on them, and for clearing its result (`contractions`);
- memory: the left operand is read nn times and the right one nm times; when one k tile covers K, the operand of the
  outer loop is read once. The result is written once. A transfer whose rows always start on the same few DRAM channels
  gets only the bandwidth of the channels it touches, and rows that lie apart pay for whole requests, wherever they
  begin in one; with DRAM by command rows of tiles pay for the DRAM rows that they open and for the channels that they
  leave idle, and stores beside loads for the turns of the channels;
- vector: the epilogues, or a pass over results that are narrower than their accumulators, on whole tiles (results of
  one column move to all lanes first); prologues whenever a tile of their operand is read; the arrays wait for the
  prologues between two products;
- latency: operand tiles have `slots` slots, so at most that many iterations overlap, each with its loads, beside the
  store of the tile before, their latency, the first weights, a contraction and its drain;
- stores leave one after the other;
- what an epilogue reads has as many slots as the operands, so its loads do not hold up theirs; the accumulator has two:
  a contraction waits until the last tile but one has been contracted, drained and computed on, or stored, where the
  accumulators are what is stored: beside the loads, which share the way to memory;
- loads are issued in order, so the next tile of the outer loop's operand is loaded during the contractions of the last
  two tiles of the inner loop; any excess time is added;
- a resident operand has one slot, so that of the batch's next product is loaded after the current product;
- the loads of the first contraction and the store of the last result overlap with nothing.

A tile may hold several products of a batch: each operation on a tile takes that many times as long, and there are that
many times fewer tiles.

The total is the larger of two sums: all transfers plus the last contraction and the work on its result, during which
the tile before may be stored; or the first loads and weights, the longest of arrays, vector and latency, the work on
the last result, and its store. Contractions have the size of whole tiles also where the last tile along K is a short
rest: its load does not take as long as the contraction before it, the remainder of which follows all loads, too.
Several cores share the products of a batch or the tiles of the result, in the order of the loops (as
`npusim.simulator.timing.parallel` shares them out); the busiest core counts. A tile of the outer loop's operand is
loaded by each core that has some of its iterations, and all cores load their first tiles at once.
"""

from dataclasses import dataclass
from functools import cache
from math import ceil

from npusim.frontend.codegen.schedule.transfer_time import both_ways_cycles, bytes_per_cycle
from npusim.mlir_templates.common.contractions import ContractionCycles, TileAxes, vector_contraction
from npusim.mlir_templates.common.cost_model import (
    across_lanes,
    begun_within,
    drain_cycles,
    hidden_store_cycles,
    round_up,
)
from npusim.mlir_templates.gemm.problem import GemmTiling, Matrix, Product
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import fold_cycles, weight_load_cycles

_ISSUE_CYCLES = 16
_ACCUMULATOR_SLOTS = 2


class Transfers:
    """Cycles to move each matrix of a product once: left, right (siblings included), result; many tilings have the same
    tiles.
    """

    def __init__(self, product: Product, machine: Machine) -> None:
        self._product, self._machine = product, machine
        self._left, self._right, self._result = map(cache, (self._of_left, self._of_right, self._of_result))

    def of(self, tiling: GemmTiling) -> tuple[float, float, float]:
        """Of the tiles of a tiling."""
        m, n, k, batch = tiling.m, tiling.n, tiling.k, tiling.batch
        return self._left(m, k, batch), self._right(k, n, batch), self._result(m, n, batch)

    def _of_left(self, m: int, k: int, batch: int) -> float:
        product = self._product
        return product.left.transfer_cycles(product.m, product.k, (m, k), self._machine, (batch, product.batch))

    def _of_right(self, k: int, n: int, batch: int) -> float:
        product, tile, batches = self._product, (k, n), (batch, self._product.batch)
        rights = (product.right, *product.siblings)
        return sum(each.transfer_cycles(product.k, product.n, tile, self._machine, batches) for each in rights)

    def _of_result(self, m: int, n: int, batch: int) -> float:
        product = self._product
        return product.result.transfer_cycles(product.m, product.n, (m, n), self._machine, (batch, product.batch))


def estimate_cycles(
    product: Product, tiling: GemmTiling, machine: Machine, transfers: Transfers | None = None
) -> float:
    """Estimated core cycles of a product with a tiling (the model above), on as many cores as are best. `transfers` are
    shared by the tilings of a product.
    """
    moved = transfers or Transfers(product, machine)
    return min(_estimate_cycles(product, tiling, machine, cores, moved) for cores in machine.core_counts)


def _estimate_cycles(product: Product, tiling: GemmTiling, machine: Machine, cores: int, transfers: Transfers) -> float:
    nm, nn, nk = _counts(product, tiling)
    rounds, busy = shares(product, tiling, cores)
    turns = ceil(product.batch / tiling.batch)
    slower = bytes_per_cycle(machine, machine.cores) / bytes_per_cycle(machine, busy)
    left, right, result = (slower * cycles for cycles in transfers.of(tiling))
    memory = slower * product.batch * memory_cycles(product, tiling, machine, cores, transfers)
    tiles = turns * nm * nn
    loads, stores = memory - product.batch * result, product.batch * result
    beside = 1 - 1 / rounds  # the first tile's loads and the last one's store have the memory for themselves
    count = _transfer_count(product, tiling, cores)
    memory += beside * max(0.0, both_ways_cycles(loads, stores, machine, busy, count) - memory)
    left, right, result = (tiling.batch * cycles for cycles in (left, right, result))
    prologues = product.batch * _prologue_cycles(product, tiling, machine, cores)
    work, rights = _contraction(product, tiling, machine), 1 + len(product.siblings)
    steps = _Steps(
        contractions=nk,
        loads=busy * loads / tiles,
        latency=machine.memory_latency_cycles,
        prologues=prologues / tiles,
        weights=work.begin,
        contraction=work.each * rights,
        drain=work.drain,
        vector=_result_vector_cycles(product, tiling, machine) + rights * work.clear,
        store=busy * result / (nm * nn),
    )
    contraction, latency, drain = steps.contraction, steps.latency, steps.drain
    arrays = rounds * nk * (contraction + _ISSUE_CYCLES)
    if work.vector:
        vector = rounds * nk * rights * work.vector + (rounds - 1) * steps.vector + prologues / cores
    else:
        finish = steps.vector + drain + latency
        arrays += _exposed_prologue_cycles(product, tiling, machine, cores, contraction, finish)
        vector = max(nk * contraction, prologues / cores + contraction) + (rounds - 1) * steps.vector
    chain = max(
        steps.waiting_for_slots(rounds, tiling.slots),
        steps.waiting_for_accumulators(rounds, product),
        nk * contraction + (rounds - 1) * steps.store,
    )
    first, last = busy * (left / (nm * nk) + right / (nk * nn)), steps.store + steps.vector
    outer = _outer_steps(product, tiling, cores, busy) if tiling.k_resident else 1
    stalls = (outer - 1) * max(0.0, first + latency - tiling.slots * contraction)
    memory += 2 * tiles * nk * machine.dma_descriptor_cycles
    if not product.shared_axis and not tiling.share_batch and cores > 1:
        stalls += (turns - 1) * (first + last + drain + latency)
    if tiling.resident:
        stalls += (product.batch - 1) * (left if tiling.m_outer else right)
    rest = _rest_of_k(product, tiling)
    unhidden = max(0.0, contraction - rest * steps.loads / nk) if rest < 1 else 0.0
    tail, load = steps.weights + contraction + drain + steps.vector, steps.loads / nk
    idle = tail - hidden_store_cycles(load, steps.store, tail) if rounds > 1 else tail
    if rounds > 1:  # the next tiles' loads are behind the first one's
        idle = max(idle, tail - (tiling.slots - 1) * load)
    memory += 2 * latency + unhidden + idle
    return max(memory, first + steps.weights + max(arrays, vector, chain) + stalls + last + drain + 2 * latency)


@dataclass(frozen=True)
class _Steps:
    """Cycles of the steps that a tile of the result takes.

    Attributes:
        contractions: number of tiles along K.
        loads: of all operands, each after the `latency` of memory.
        prologues: of all operands.
        weights, contraction, drain: of the arrays, for one tile along K.
        vector: work on the result before its `store`.
    """

    contractions: int
    loads: float
    latency: float
    prologues: float
    weights: float
    contraction: float
    drain: float
    vector: float
    store: float

    def waiting_for_slots(self, rounds: int, slots: int) -> float:
        """Cycles of `rounds` tiles in which each contraction waits until one `slots` before it has left its slot. Its
        loads share the way to memory with the store of the tile before.
        """
        moved = (self.loads + self.store + self.prologues) / self.contractions
        iteration = moved + self.latency + self.weights + self.contraction + self.drain
        return (rounds * self.contractions - 1) // slots * iteration + self.contraction

    def waiting_for_accumulators(self, rounds: int, product: Product) -> float:
        """Cycles of `rounds` tiles of which each waits until the last but one has left its accumulator."""
        contractions = self.contractions * self.contraction
        held = contractions + self.weights + self.drain + self.vector
        if product.stores_accumulators:
            held += self.store + min(self.store, self.loads)
        return (rounds - 1) // _ACCUMULATOR_SLOTS * held + contractions


def _rest_of_k(product: Product, tiling: GemmTiling) -> float:
    """The part of the last tile along K that is inside of the matrices."""
    return (product.k % tiling.k) / tiling.k if product.k > tiling.k and product.k % tiling.k else 1.0


def shares(product: Product, tiling: GemmTiling, cores: int) -> tuple[int, int]:
    """Tiles of the result of the busiest core, and the number of cores with any."""
    shared, alone = _shared(product, tiling)
    each = ceil(shared / cores)
    return each * alone, ceil(shared / each)


def _shared(product: Product, tiling: GemmTiling) -> tuple[int, int]:
    """Iterations that cores share, and the tiles of the result of each."""
    nm, nn, _ = _counts(product, tiling)
    turns = ceil(product.batch / tiling.batch)
    if product.shared_axis:
        return (nm, nn * turns) if product.shared_axis == "m" else (nn, nm * turns)
    if not tiling.share_batch or turns == 1:
        return nm * nn, turns
    return turns * nm * nn, 1


def _outer_loads(product: Product, tiling: GemmTiling, cores: int) -> float:
    """How often cores load a tile of the outer loop's operand for a product, where it stays during the inner loop."""
    nm, nn, _ = _counts(product, tiling)
    outer, inner = (nm, nn) if tiling.m_outer else (nn, nm)
    if product.shared_axis:
        return outer
    turns = ceil(product.batch / tiling.batch) if tiling.share_batch else 1
    return outer + begun_within(turns * outer * inner, inner, cores) / turns


def _outer_steps(product: Product, tiling: GemmTiling, cores: int, busy: int) -> int:
    """Tiles of the outer loop's operand that the busiest of `busy` cores loads, where one tile covers K."""
    turns, loads = ceil(product.batch / tiling.batch), _outer_loads(product, tiling, cores)
    if product.shared_axis or not tiling.share_batch:
        return turns * ceil(loads / busy)
    return ceil(turns * loads / busy)


def _exposed_prologue_cycles(
    product: Product, tiling: GemmTiling, machine: Machine, cores: int, contraction: float, finish: float
) -> float:
    """Cycles during which the arrays wait for prologues.

    The vector unit works in order: prologues of a product's first tiles run after the previous product's epilogue, if
    there is one, which waits for the arrays (`finish` cycles). Later prologues overlap with the product's contractions.
    """
    left, right = _prologue_tile_cycles(product, tiling, machine)
    if not left and not right:
        return 0.0
    nm, nn, nk = _counts(product, tiling)
    rounds, turns = ceil(nm * nn / cores), ceil(product.batch / tiling.batch)
    if not tiling.k_resident:
        behind = max(0.0, left + right - contraction) * (nk - 1)
        return turns * rounds * (left + right + finish + behind) - finish
    outer, inner, count = (left, right, nm) if tiling.m_outer else (right, left, nn)
    waits = [(outer, ceil(count / cores)), (inner, rounds)]
    return turns * sum(times * (cycles + finish) for cycles, times in waits if cycles) - finish


def _prologue_tile_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[float, float]:
    """Cycles of the vector and the cross-lane unit to compute a tile of the left and of the right operands."""
    rate, lanes = machine.cross_lane_elements_per_cycle, machine.vector_lanes
    rows, columns = (tiling.m, tiling.k), (tiling.k, tiling.n)
    left = product.left.computing_cycles(rows, rows, lanes) + tiling.m * product.left.row_exchanges / rate
    left *= tiling.batch
    right = tiling.batch * sum(
        each.computing_cycles(columns, columns, lanes) + tiling.k * each.row_exchanges / rate
        for each in (product.right, *product.siblings)
    )
    return left, right


def _result_vector_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles of the vector and the cross-lane unit for a tile of the result: its conversion or the epilogues."""
    rows, work = tiling.batch * tiling.m, product.epilogue
    elements, moved = across_lanes((tiling.batch, tiling.m, tiling.n), machine)
    if not work.vector_cycles:
        return 0.0 if product.stores_accumulators else moved + elements / machine.vector_elements_per_cycle
    exchanged = rows * product.n * work.lane_exchanges / machine.cross_lane_elements_per_cycle
    return moved + elements * work.vector_cycles + exchanged + work.waiting_cycles(machine)


def _prologue_cycles(product: Product, tiling: GemmTiling, machine: Machine, cores: int) -> float:
    """Cycles of the vector unit for prologues, for every read of a tile."""
    left_reads, right_reads = _reads(product, tiling, cores)
    lanes, shape, tile = machine.vector_lanes, (product.k, product.n), (tiling.k, tiling.n)
    left = product.left.computing_cycles((product.m, product.k), (tiling.m, tiling.k), lanes)
    rights = sum(right.computing_cycles(shape, tile, lanes) for right in (product.right, *product.siblings))
    return left * left_reads + rights * right_reads


def memory_cycles(
    product: Product, tiling: GemmTiling, machine: Machine, cores: int = 1, transfers: Transfers | None = None
) -> float:
    """Cycles of all transfers in sequence, at the speed of all cores; fewest where one core computes all. `transfers`
    are shared by the tilings of a product.
    """
    left, right, result = (transfers or Transfers(product, machine)).of(tiling)
    left_reads, right_reads = _reads(product, tiling, cores)
    epilogue = product.m * product.n * product.epilogue.bytes_read / machine.dram_stream_bytes_per_cycle
    return left * left_reads + right * right_reads + result + epilogue


def opening_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles in which all channels open a row of DRAM for each run of elements that the transfers of a product move,
    fewest where one core computes all. 0 where that is not simulated, or where ports are slower than DRAM.
    """
    if machine.dram_rows is None or machine.memory_bytes_per_cycle < machine.dram_bytes_per_cycle:
        return 0.0
    m, n, k = product.m, product.n, product.k
    left_reads, right_reads = _reads(product, tiling, 1)
    left = product.left.runs(m, k, (tiling.m, tiling.k)) * left_reads
    rights = (product.right, *product.siblings)
    right = sum(each.runs(k, n, (tiling.k, tiling.n)) for each in rights) * right_reads
    runs = left + right + product.result.runs(m, n, (tiling.m, tiling.n))
    return runs * machine.dram_rows.activate_ps / (machine.dram_channels * machine.cycle_ps)


def scratchpad_bytes(product: Product, tiling: GemmTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with their slots; n lies across the lanes of the result."""
    lanes = machine.vector_lanes
    left = product.left.lane_bytes(tiling.m, tiling.k, lanes)
    right = sum(each.lane_bytes(tiling.k, tiling.n, lanes) for each in (product.right, *product.siblings))
    result = ceil(tiling.n / lanes) * tiling.m
    accumulators = result * (product.accumulator_bytes * (1 + len(product.siblings)) + product.epilogue.tile_bytes)
    operands = tiling.left_slots * round_up(left, 64) + tiling.right_slots * round_up(right, 64)
    further = max(0, tiling.slots - _ACCUMULATOR_SLOTS) * round_up(ceil(result * product.epilogue.bytes_read), 64)
    return tiling.batch * (operands + _ACCUMULATOR_SLOTS * round_up(accumulators, 64) + further)


def _counts(product: Product, tiling: GemmTiling) -> tuple[int, int, int]:
    """Tiles along M, N and K; at least one."""
    sizes = ((product.m, tiling.m), (product.n, tiling.n), (product.k, tiling.k))
    nm, nn, nk = (ceil(max(size, 1) / tile) for size, tile in sizes)
    return nm, nn, nk


def _reads(product: Product, tiling: GemmTiling, cores: int) -> tuple[float, float]:
    """How often the left and the right operand are read."""
    nm, nn, _ = _counts(product, tiling)
    if not tiling.k_resident:
        return nn, nm
    loads = _outer_loads(product, tiling, cores)
    return (loads / nm, nm) if tiling.m_outer else (nn, loads / nn)


def _transfer_count(product: Product, tiling: GemmTiling, cores: int) -> float:
    """Loads and stores of tiles."""
    nm, nn, nk = _counts(product, tiling)
    left_reads, right_reads = _reads(product, tiling, cores)
    rights = 1 + len(product.siblings)
    return ceil(product.batch / tiling.batch) * (nk * (left_reads * nm + rights * right_reads * nn) + nm * nn)


def _contraction(product: Product, tiling: GemmTiling, machine: Machine) -> ContractionCycles:
    """A contraction on all arrays, with the better stationary operand, or on the vector unit."""
    if product.vector_types is not None:
        return _on_vector_unit(product, tiling, machine)
    choices = ((tiling.m, tiling.n), (tiling.n, tiling.m))
    folds_k = ceil(tiling.k / machine.systolic_rows)
    each = min(
        ceil(tiling.batch * folds_k * ceil(held / machine.systolic_columns) / machine.systolic_arrays)
        * fold_cycles(streamed, tiling.k, machine, product.rows_per_cycle)
        for streamed, held in choices
    )
    return ContractionCycles(each, weight_load_cycles(tiling.k, machine), drain_cycles(machine))


def _on_vector_unit(product: Product, tiling: GemmTiling, machine: Machine) -> ContractionCycles:
    assert product.vector_types is not None
    loops = {"b": tiling.batch, **tiling.sizes}
    axes = {name: ((name,), size) for name, size in loops.items()}

    def tile(rows: str, columns: str, matrix: Matrix | None = None) -> TileAxes:
        order = (columns, rows) if matrix is not None and matrix.transposed else (rows, columns)
        return TileAxes(tuple(axes[name] for name in ("b", *order)), columns, matrix.lane_stride if matrix else 1)

    inputs = (tile("m", "k", product.left), tile("k", "n", product.right))
    return vector_contraction(loops, inputs, tile("m", "n"), product.vector_types, machine)
