"""Tile sizes of matrix products: the candidate with the fewest estimated cycles that fits the scratchpad.

Model of one product of M x K by K x N, in core cycles. With tiles of m x k, k x n and m x n, and nm, nn, nk tiles along
the dimensions:

- arrays: nm * nn * nk contractions; each has ceil(k / rows) * ceil(n / columns) folds, and a fold streams m rows or
  loads its weights, whichever is longer (weight-stationary arrays; the operand that is held is the better one);
- memory: the left operand is read nn times and the right one nm times; when one k tile covers K, the operand of the
  outer loop is read once. The result is written once. A transfer whose rows always start on the same few DRAM channels
  gets only the bandwidth of the channels it touches, and a row shorter than a DRAM request pays for the whole request;
- vector: clearing and converting the accumulator, three passes over the result, epilogues, and computing operands that
  are not in memory (prologues) whenever a tile of them is read; the arrays wait for the prologues between two products;
- latency: tiles of operands have `slots` slots, so that many iterations, each of its loads, their latency, a
  contraction and its drain, overlap and no more;
- loads are issued in order, so the next tile of the outer loop's operand is loaded while the last two tiles of the
  inner loop are contracted; what it takes longer is lost;
- before the first contraction its loads, and after the last one the store of its result, overlap with nothing.

So the total is either all transfers, or the first loads, the longest of arrays, vector and latency, and the last store.
Several cores share the products of a batch or the iterations of the outer loop; the busiest one counts.

Reduction tiles shorter than 256 are the default only where nothing else fits. Among estimates within two percent (seven
for elements of 32 bits and more) the one that moves the fewest bytes wins, then the one whose reduction tile is nearest
to 256 (the host computes values fastest with panels of that length, and adds them in the order of its BLAS, so that
values are closest to eager PyTorch's), then the cheapest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product as product_of
from math import ceil, gcd, lcm, log2
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.frontend.template import EpilogueWork
from npusim.simulator.machine import Machine

ROW_MULTIPLE = 8
COLUMN_MULTIPLE = 16
_TARGETS = (2048, 1024, 512, 256, 128, 64, 32, 16)
_ISSUE_CYCLES = 16
_VECTOR_PASSES = 3
_SLOTS = (2, 3)
_ACCUMULATOR_SLOTS = 2
_CLOSE = 1.02
_CLOSE_WIDE = 1.07
_HOST_PANEL_K = 256
_STORED = EpilogueWork(tile_bytes=4)
"""A result that is converted and stored."""


@dataclass(frozen=True)
class Matrix:
    """A matrix in DRAM.

    Attributes:
        element_bytes: bytes per element.
        row_stride_bytes: bytes from one row of the memory order to the next.
        transposed: its columns, not its rows, are contiguous.
        computed_bytes: per element, when tiles of what is read are turned into tiles of what is multiplied (prologue).
        vector_cycles: of that, per element.
        row_exchanges: of that, elements per row of a tile that go through the cross-lane unit.
        multiples: rows and columns that a tile must hold a multiple of, because a prologue computes them in groups.
        lane_stride: neighbouring columns in one lane.
    """

    element_bytes: float
    row_stride_bytes: int
    transposed: bool = False
    computed_bytes: int = 0
    vector_cycles: float = 0.0
    row_exchanges: float = 0.0
    multiples: tuple[int, int] = (1, 1)
    lane_stride: int = 1

    @property
    def tile_bytes(self) -> float:
        """Bytes per element of its tiles."""
        return self.element_bytes + self.computed_bytes

    def lane_bytes(self, rows: int, columns: int, lanes: int) -> float:
        """Bytes of a tile in the fullest lane."""
        return self.lane_elements(rows, columns, lanes) * self.tile_bytes

    def lane_elements(self, rows: int, columns: int, lanes: int) -> int:
        """Elements of a tile in the fullest lane."""
        return ceil(columns / (lanes * self.lane_stride)) * self.lane_stride * rows

    def computing_cycles(self, shape: tuple[int, int], tile: tuple[int, int], lanes: int) -> float:
        """Cycles of the vector unit to compute the whole matrix once; the fullest lane sets the pace."""
        busy = tile[0] * tile[1] / (self.lane_elements(*tile, lanes) * lanes)
        return shape[0] * shape[1] * self.vector_cycles / busy

    def transfer_cycles(self, rows: int, columns: int, tile: tuple[int, int], machine: Machine) -> float:
        """Cycles to move the whole matrix once in tiles of `tile` rows and columns."""
        if not self.element_bytes:
            return 0.0  # it stays in the kernel
        run = min((rows, tile[0]) if self.transposed else (columns, tile[1])) * self.element_bytes
        requests = ceil(run / machine.dram_request_bytes) * machine.dram_request_bytes / max(run, 1)
        whole = rows * columns * self.element_bytes * requests / _bytes_per_cycle(machine, machine.cores)
        return whole / _channel_share(run, self.row_stride_bytes, machine)


@dataclass(frozen=True)
class Product:
    """A matrix product.

    Attributes:
        m, n, k: sizes (hints where they are symbolic).
        left, right, result: the matrices.
        accumulator_bytes: bytes per element of the accumulator.
        k_is_static: whether a tile may rely on covering K.
        batch: products of this kind in the kernel.
        partners: right operands of further products with the same left one, each with an accumulator of its own.
        epilogue: what is computed on the result, per element.
        whole_rows: a tile must cover N, because the epilogue reduces rows.
        scratchpad_share: of what tiles may fill.
        rows_per_cycle: that stream into an array.
    """

    m: int
    n: int
    k: int
    left: Matrix
    right: Matrix
    result: Matrix
    accumulator_bytes: int = 4
    k_is_static: bool = True
    batch: int = 1
    partners: tuple[Matrix, ...] = ()
    epilogue: EpilogueWork = _STORED
    whole_rows: bool = False
    scratchpad_share: float = 1.0
    rows_per_cycle: float = 1.0

    @property
    def multiples(self) -> tuple[int, int, int]:
        """Tile sizes are multiples of these (M, N, K)."""
        left_m, left_k = self.left.multiples
        rights = [right.multiples for right in (self.right, *self.partners)]
        m, n = lcm(ROW_MULTIPLE, left_m), lcm(COLUMN_MULTIPLE, *(columns for _, columns in rights))
        return m, n, lcm(COLUMN_MULTIPLE, left_k, *(rows for rows, _ in rights))


@dataclass(frozen=True)
class GemmTiling:
    """Tile sizes, the order of the loops over the result (`m_outer` False means n is the outer one), slots of operands.

    Attributes:
        k_resident: one k tile covers K, so the tile of the outer loop's operand stays for the whole inner loop.
        share_batch: the cores share the products of a batch; else the iterations of the outer loop of each.
    """

    m: int
    n: int
    k: int
    m_outer: bool
    k_resident: bool
    slots: int = 2
    share_batch: bool = True


class GemmSpace(MappingSpace[GemmTiling]):
    """The tilings of a matrix product."""

    family = "gemm"
    file_key = "M_N_K"

    def __init__(self, product: Product, machine: Machine) -> None:
        self.product, self.machine = product, machine
        self.key = f"{product.m}_{product.n}_{product.k}"

    def describe(self) -> str:
        """For messages."""
        return "a matrix product"

    def candidates(self) -> Iterator[GemmTiling]:
        """All tilings worth trying."""
        return _candidates(self.product, self.machine)

    def scratchpad_bytes(self, mapping: GemmTiling) -> int:
        """Bytes per lane."""
        return ceil(scratchpad_bytes(self.product, mapping, self.machine) / self.product.scratchpad_share)

    def estimate_cycles(self, mapping: GemmTiling) -> float:
        """The model above."""
        return estimate_cycles(self.product, mapping, self.machine)

    def default(self) -> GemmTiling:
        """The cheapest, by the rules above."""
        return choose_tiling(self.product, self.machine)

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_M, TILE_N, TILE_K; OUTER_LOOP (M or N), SLOTS and CORES_SHARE (BATCH or OUTER_LOOP) may be left out, and
        SPLIT_K, which the lowering has looked at (`split_k`). Tiles are cut to the matrix.
        """
        product = self.product
        wanted = zip((product.m, product.n, product.k), product.multiples, strict=True)
        largest = [_round_up(size, multiple) if size > 1 else 1 for size, multiple in wanted]
        m, n, k = (min(entry.integer(f"TILE_{axis}"), most) for axis, most in zip("MNK", largest, strict=True))
        n = largest[1] if product.whole_rows else n
        m_outer = entry.choice("OUTER_LOOP", ("M", "N"), default="M") == "M"
        resident = product.k_is_static and k >= product.k
        slots = entry.integer("SLOTS", default=2)
        entry.integer("SPLIT_K", default=1)
        share_batch = entry.choice("CORES_SHARE", ("BATCH", "OUTER_LOOP"), default="BATCH") == "BATCH"
        return GemmTiling(m, n, k, m_outer, resident, slots, share_batch)

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_M": mapping.m,
            "TILE_N": mapping.n,
            "TILE_K": mapping.k,
            "OUTER_LOOP": "M" if mapping.m_outer else "N",
            "SLOTS": mapping.slots,
            "CORES_SHARE": "BATCH" if mapping.share_batch else "OUTER_LOOP",
        }


_chosen: dict[tuple[Product, str], GemmTiling] = {}


def choose_tiling(product: Product, machine: Machine) -> GemmTiling:
    """The cheapest tiling.

    Raises:
        ScratchpadOverflowError: not even the smallest tiles fit.
    """
    key = (product, machine.digest)
    if key not in _chosen:
        _chosen[key] = _search(product, machine)
    return _chosen[key]


def _search(product: Product, machine: Machine) -> GemmTiling:
    fitting = _host_friendly(GemmSpace(product, machine).fitting(), product)
    cycles = {tiling: estimate_cycles(product, tiling, machine) for tiling in fitting}
    close = min(cycles.values()) * (_CLOSE_WIDE if product.left.element_bytes >= 4 else _CLOSE)
    near = [tiling for tiling in fitting if cycles[tiling] <= close]
    return min(
        near, key=lambda t: (_memory_cycles(product, t, machine), abs(log2(t.k / _HOST_PANEL_K)), cycles[t], -t.slots)
    )


def _host_friendly(tilings: Sequence[GemmTiling], product: Product) -> Sequence[GemmTiling]:
    """Without reduction tiles shorter than the host's panels, if there are others.

    Up to two panels of 32-bit elements are added like in the host's BLAS only when tiles are panels.
    """
    panel = min(_HOST_PANEL_K, product.k)
    longest = panel if product.left.element_bytes == 4 and product.k <= 2 * _HOST_PANEL_K else product.k
    friendly = [t for t in tilings if panel <= t.k < longest + COLUMN_MULTIPLE]
    return friendly or [t for t in tilings if t.k >= panel] or tilings


def estimate_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Estimated core cycles of a product with a tiling (the model above)."""
    nm, nn, nk = _counts(product, tiling)
    rounds, busy = _shares(product, tiling, machine)
    slower = _bytes_per_cycle(machine, machine.cores) / _bytes_per_cycle(machine, busy)
    left, right, result = (slower * cycles for cycles in _transfers(product, tiling, machine))
    memory = slower * product.batch * _memory_cycles(product, tiling, machine)
    tiles = product.batch * nm * nn
    loads = memory - product.batch * result
    contraction = _contraction_cycles(product, tiling, machine) * (1 + len(product.partners))
    drain = machine.systolic_rows + machine.systolic_columns - 2
    latency = _memory_latency_cycles(machine)
    arrays = rounds * nk * (contraction + _ISSUE_CYCLES)
    vector: float = rounds * _VECTOR_PASSES * ceil(tiling.m * tiling.n / machine.vector_elements_per_cycle)
    prologues = product.batch * _prologue_cycles(product, tiling, machine)
    epilogues = product.batch * _epilogue_cycles(product, machine) + tiles * product.epilogue.waiting_cycles(machine)
    vector += (prologues + epilogues) / machine.cores
    behind = (vector - prologues / machine.cores) / rounds + drain + latency
    arrays += product.batch * _exposed_prologue_cycles(product, tiling, machine, contraction, behind)
    iteration = (busy * loads + prologues) / (tiles * nk) + latency + contraction + machine.systolic_rows + drain
    finish = drain + latency + result / (nm * nn) + epilogues / tiles
    chain = max(rounds * nk * iteration, rounds * (contraction + finish)) / tiling.slots
    first, last = left / (nm * nk) + right / (nk * nn), result / (nm * nn)
    outer = product.batch * (nm if tiling.m_outer else nn) if tiling.k_resident else 1
    stalls = (outer - 1) * max(0.0, first + latency - tiling.slots * contraction)
    memory += 2 * tiles * nk * machine.dma_descriptor_cycles
    last += epilogues / tiles
    stalls += 0 if tiling.share_batch or machine.cores == 1 else (product.batch - 1) * (first + last + drain + latency)
    return max(memory + latency, first + max(arrays, vector, chain) + stalls + last + drain + 2 * latency)


def _shares(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[int, int]:
    """Tiles of the result that the busiest core computes, and how many cores have any."""
    nm, nn, _ = _counts(product, tiling)
    outer, inner = (nm, nn) if tiling.m_outer else (nn, nm)
    if tiling.share_batch and product.batch > 1:
        return ceil(product.batch / machine.cores) * nm * nn, min(machine.cores, product.batch)
    return product.batch * ceil(outer / machine.cores) * inner, min(machine.cores, outer)


def _exposed_prologue_cycles(
    product: Product, tiling: GemmTiling, machine: Machine, contraction: float, finish: float
) -> float:
    """Cycles for which the arrays wait for operands that are computed on their tiles.

    The vector unit works in order: the next product's first operands are computed behind the epilogue of the one
    before, which waits for the arrays (`finish` cycles). Within a product they are computed during its contractions.
    """
    left, right = _prologue_tile_cycles(product, tiling, machine)
    if not left and not right:
        return 0.0
    nm, nn, nk = _counts(product, tiling)
    rounds = ceil(nm * nn / machine.cores)
    if not tiling.k_resident:
        behind = max(0.0, left + right - contraction) * (nk - 1)
        return rounds * (left + right + finish + behind)
    outer, inner, count = (left, right, nm) if tiling.m_outer else (right, left, nn)
    return ceil(count / machine.cores) * (outer + finish) + (rounds * (inner + finish) if inner else 0.0)


def _prologue_tile_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[float, float]:
    """Cycles of the vector and the cross-lane unit to compute a tile of the left and of the right operands."""
    rate, lanes = machine.cross_lane_elements_per_cycle, machine.vector_lanes
    rows, columns = (tiling.m, tiling.k), (tiling.k, tiling.n)
    left = product.left.computing_cycles(rows, rows, lanes) + tiling.m * product.left.row_exchanges / rate
    right = sum(
        each.computing_cycles(columns, columns, lanes) + tiling.k * each.row_exchanges / rate
        for each in (product.right, *product.partners)
    )
    return left, right


def _epilogue_cycles(product: Product, machine: Machine) -> float:
    """Cycles of the vector and the cross-lane unit for what is computed on the result."""
    work = product.epilogue
    exchanged = work.lane_exchanges / machine.cross_lane_elements_per_cycle
    return product.m * product.n * (work.vector_cycles + exchanged)


def _prologue_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles of the vector unit for operands that are computed on their tiles, each time a tile is read."""
    nm, nn, _ = _counts(product, tiling)
    left_reads, right_reads = _reads(tiling, nm, nn)
    lanes, shape, tile = machine.vector_lanes, (product.k, product.n), (tiling.k, tiling.n)
    left = product.left.computing_cycles((product.m, product.k), (tiling.m, tiling.k), lanes)
    rights = sum(right.computing_cycles(shape, tile, lanes) for right in (product.right, *product.partners))
    return left * left_reads + rights * right_reads


def _memory_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles that all transfers take one after the other."""
    nm, nn, _ = _counts(product, tiling)
    left, right, result = _transfers(product, tiling, machine)
    left_reads, right_reads = _reads(tiling, nm, nn)
    epilogue = product.m * product.n * product.epilogue.bytes_read / machine.dram_bytes_per_cycle
    return left * left_reads + right * right_reads + result + epilogue


def _bytes_per_cycle(machine: Machine, cores: int) -> float:
    """What the DMA engines of some cores get from memory: its peak, or what their requests in flight cover."""
    covered = machine.dma_outstanding_requests * machine.dram_request_bytes / _memory_latency_cycles(machine)
    return min(machine.dram_bytes_per_cycle, cores * min(covered, machine.dma_bytes_per_cycle))


def _memory_latency_cycles(machine: Machine) -> float:
    """From the issue of a request to its data, without any queue."""
    return machine.dram_latency_ns * machine.core_freq_mhz / 1000 + 2 * machine.noc_latency_cycles


def scratchpad_bytes(product: Product, tiling: GemmTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with their slots; n lies across the lanes of the result."""
    lanes = machine.vector_lanes
    left = product.left.lane_bytes(tiling.m, tiling.k, lanes)
    right = sum(each.lane_bytes(tiling.k, tiling.n, lanes) for each in (product.right, *product.partners))
    result = ceil(tiling.n / lanes) * tiling.m
    accumulators = result * (product.accumulator_bytes * (1 + len(product.partners)) + product.epilogue.tile_bytes)
    operands = _round_up(left, 64) + _round_up(right, 64)
    return tiling.slots * operands + _ACCUMULATOR_SLOTS * _round_up(accumulators, 64)


def _counts(product: Product, tiling: GemmTiling) -> tuple[int, int, int]:
    """Tiles along M, N and K; at least one."""
    sizes = ((product.m, tiling.m), (product.n, tiling.n), (product.k, tiling.k))
    nm, nn, nk = (ceil(max(size, 1) / tile) for size, tile in sizes)
    return nm, nn, nk


def _transfers(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[float, float, float]:
    """Cycles to move each matrix once; partners count with the right one."""
    rights = (product.right, *product.partners)
    return (
        product.left.transfer_cycles(product.m, product.k, (tiling.m, tiling.k), machine),
        sum(right.transfer_cycles(product.k, product.n, (tiling.k, tiling.n), machine) for right in rights),
        product.result.transfer_cycles(product.m, product.n, (tiling.m, tiling.n), machine),
    )


def _reads(tiling: GemmTiling, nm: int, nn: int) -> tuple[int, int]:
    """How often the left and the right operand are read."""
    if not tiling.k_resident:
        return nn, nm
    return (1, nm) if tiling.m_outer else (nn, 1)


def _channel_share(run_bytes: float, row_stride_bytes: int, machine: Machine) -> float:
    """Share of the DRAM channels that rows of `run_bytes` keep busy.

    A hash of the whole address spreads rows over all channels. Without it they start `row_stride_bytes` apart, so their
    first channels are multiples of the greatest common divisor of that distance in channels and the number of channels;
    each row covers a run of neighbours.
    """
    interleave, channels = machine.dram_interleave_bytes, machine.dram_channels
    if machine.dram_channel_hash:
        return 1.0
    if run_bytes >= row_stride_bytes or row_stride_bytes % interleave:
        return 1.0
    gap = gcd(row_stride_bytes // interleave, channels)
    return min(1.0, ceil(run_bytes / interleave) / gap)


def _contraction_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles of one contraction when either operand may be the stationary one, shared out over the arrays."""
    choices = ((tiling.m, tiling.n), (tiling.n, tiling.m))
    folds_k = ceil(tiling.k / machine.systolic_rows)
    load = ceil(machine.systolic_rows / machine.systolic_weight_rows_per_cycle)
    return min(
        ceil(folds_k * ceil(held / machine.systolic_columns) / machine.systolic_arrays)
        * max(ceil(streamed / product.rows_per_cycle), load)
        for streamed, held in choices
    )


def _candidates(product: Product, machine: Machine) -> Iterator[GemmTiling]:
    shares = (True, False) if machine.cores > 1 and product.batch > 1 else (True,)
    multiple_m, multiple_n, multiple_k = product.multiples
    whole = [_round_up(product.n, multiple_n) if product.n > 1 else 1]
    for m in _tile_sizes(product.m, multiple_m):
        for n in whole if product.whole_rows else _tile_sizes(product.n, multiple_n):
            for k in _tile_sizes(product.k, multiple_k):
                covers = product.k_is_static and k >= product.k
                orders = (True, False) if covers or machine.cores > 1 else (True,)
                for slots, m_outer, share in product_of(_SLOTS, orders, shares):
                    yield GemmTiling(m, n, k, m_outer, covers, slots, share)


def _tile_sizes(size: int, multiple: int) -> Iterable[int]:
    """Tile sizes worth trying for a dimension: the targets, and what splits it evenly into as many tiles. Large first.

    A dimension of one element is not padded: fused epilogues have no loop over it.
    """
    if size <= 1:
        return [1]
    whole = _round_up(size, multiple)
    even = {_round_up(ceil(size / ceil(size / target)), multiple) for target in _TARGETS}
    fixed = {target for target in _TARGETS if target <= whole and target % multiple == 0}
    return sorted(even | fixed, reverse=True)


def _round_up(size: float, multiple: int) -> int:
    return ceil(size / multiple) * multiple
