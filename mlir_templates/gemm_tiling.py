"""Tile sizes of matrix products: the candidate with the fewest estimated cycles that fits the scratchpad.

Model of one product of M x K by K x N, in core cycles. With tiles of m x k, k x n and m x n, and nm, nn, nk tiles along
the dimensions:

- arrays: nm * nn * nk contractions; each has ceil(k / rows) * ceil(n / columns) folds, and a fold streams m rows or
  loads its weights, whichever is longer (weight-stationary arrays; the operand that is held is the better one);
- memory: the left operand is read nn times and the right one nm times; when one k tile covers K, the operand of the
  outer loop is read once. The result is written once. A transfer whose rows always start on the same few DRAM channels
  gets only the bandwidth of the channels it touches, and a row shorter than a DRAM request pays for the whole request;
- vector: clearing and converting the accumulator, three passes over the result, and computing operands that are not
  in memory (prologues) whenever a tile of them is read;
- latency: tiles of operands have `slots` slots, so that many iterations, each of its loads, their latency, a
  contraction and its drain, overlap and no more;
- loads are issued in order, so the next tile of the outer loop's operand is loaded while the last two tiles of the
  inner loop are contracted; what it takes longer is lost;
- before the first contraction its loads, and after the last one the store of its result, overlap with nothing.

So the total is either all transfers, or the first loads, the longest of arrays, vector and latency, and the last store.
Arrays and vector units of all cores share the tiles of the result.

Among estimates within seven percent the one that moves the fewest bytes wins, then the one whose reduction tile is
nearest to 256 (the host computes values fastest with panels of that length, and adds them in the order of its BLAS, so
that values are closest to eager PyTorch's), then the cheapest.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, gcd, log2
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.simulator.machine import Machine

ROW_MULTIPLE = 8
COLUMN_MULTIPLE = 16
_TARGETS = (2048, 1024, 512, 256, 128, 64, 32, 16)
_ISSUE_CYCLES = 16
_VECTOR_PASSES = 3
_SLOTS = (2, 3)
_ACCUMULATOR_SLOTS = 2
_CLOSE = 1.07
_HOST_PANEL_K = 256


@dataclass(frozen=True)
class Matrix:
    """A matrix in DRAM.

    Attributes:
        element_bytes: bytes per element.
        row_stride_bytes: bytes from one row of the memory order to the next.
        transposed: its columns, not its rows, are contiguous.
        computed_bytes: per element, when tiles of what is read are turned into tiles of what is multiplied (prologue).
        vector_cycles: of that, per element.
    """

    element_bytes: float
    row_stride_bytes: int
    transposed: bool = False
    computed_bytes: int = 0
    vector_cycles: float = 0.0

    @property
    def tile_bytes(self) -> float:
        """Bytes per element of its tiles."""
        return self.element_bytes + self.computed_bytes

    def transfer_cycles(self, rows: int, columns: int, tile: tuple[int, int], machine: Machine) -> float:
        """Cycles to move the whole matrix once in tiles of `tile` rows and columns."""
        run = min((rows, tile[0]) if self.transposed else (columns, tile[1])) * self.element_bytes
        requests = ceil(run / machine.dram_request_bytes) * machine.dram_request_bytes / max(run, 1)
        whole = rows * columns * self.element_bytes * requests / machine.dram_bytes_per_cycle
        return whole / _channel_share(run, self.row_stride_bytes, machine)


@dataclass(frozen=True)
class Product:
    """A matrix product.

    Attributes:
        m, n, k: sizes (hints where they are symbolic).
        left, right, result: the matrices.
        accumulator_bytes: bytes per element of the accumulator.
        epilogue_tiles: tiles of m x n that fused epilogues need besides the accumulator.
        k_is_static: whether a tile may rely on covering K.
    """

    m: int
    n: int
    k: int
    left: Matrix
    right: Matrix
    result: Matrix
    accumulator_bytes: int = 4
    epilogue_tiles: int = 1
    k_is_static: bool = True


@dataclass(frozen=True)
class GemmTiling:
    """Tile sizes, and the order of the outer loops: `m_outer` False means n is the outermost.

    `k_resident`: one k tile covers K, so the tile of the outermost loop's operand stays for the whole inner loop.
    """

    m: int
    n: int
    k: int
    m_outer: bool
    k_resident: bool
    slots: int = 2


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
        return _candidates(self.product)

    def scratchpad_bytes(self, mapping: GemmTiling) -> int:
        """Bytes per lane."""
        return scratchpad_bytes(self.product, mapping, self.machine)

    def estimate_cycles(self, mapping: GemmTiling) -> float:
        """The model above."""
        return estimate_cycles(self.product, mapping, self.machine)

    def default(self) -> GemmTiling:
        """The cheapest, by the rules above."""
        return choose_tiling(self.product, self.machine)

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_M, TILE_N, TILE_K; OUTER_LOOP (M or N) and SLOTS may be left out. Tiles reach to the matrix's end."""
        product = self.product
        wanted = ((product.m, ROW_MULTIPLE), (product.n, COLUMN_MULTIPLE), (product.k, COLUMN_MULTIPLE))
        largest = [_round_up(size, multiple) if size > 1 else 1 for size, multiple in wanted]
        m, n, k = (min(entry.integer(f"TILE_{axis}"), most) for axis, most in zip("MNK", largest, strict=True))
        m_outer = entry.choice("OUTER_LOOP", ("M", "N"), default="M") == "M"
        resident = product.k_is_static and k >= product.k
        return GemmTiling(m, n, k, m_outer or not resident, resident, entry.integer("SLOTS", default=2))

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_M": mapping.m,
            "TILE_N": mapping.n,
            "TILE_K": mapping.k,
            "OUTER_LOOP": "M" if mapping.m_outer else "N",
            "SLOTS": mapping.slots,
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
    fitting = GemmSpace(product, machine).fitting()
    cycles = {tiling: estimate_cycles(product, tiling, machine) for tiling in fitting}
    close = min(cycles.values()) * _CLOSE
    near = [tiling for tiling in fitting if cycles[tiling] <= close]
    return min(near, key=lambda t: (_memory_cycles(product, t, machine), abs(log2(t.k / _HOST_PANEL_K)), cycles[t]))


def estimate_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Estimated core cycles of a product with a tiling (the model above)."""
    nm, nn, nk = _counts(product, tiling)
    left, right, result = _transfers(product, tiling, machine)
    memory = _memory_cycles(product, tiling, machine)
    loads = memory - result
    rounds = ceil(nm * nn / machine.cores)
    contraction, drain = _contraction_cycles(tiling, machine), machine.systolic_rows + machine.systolic_columns - 2
    latency = _memory_latency_cycles(machine)
    arrays = rounds * nk * (contraction + _ISSUE_CYCLES + (drain if nk > 1 else 0))
    vector = rounds * _VECTOR_PASSES * ceil(tiling.m * tiling.n / machine.vector_elements_per_cycle)
    prologues = _prologue_cycles(product, tiling)
    vector += prologues / machine.cores
    iteration = (loads + prologues) / (nm * nn * nk) + latency + contraction + machine.systolic_rows + drain
    chain = max(rounds * nk * iteration, rounds * (contraction + drain + latency + result / (nm * nn))) / tiling.slots
    first, last = left / (nm * nk) + right / (nk * nn), result / (nm * nn)
    outer = (nm if tiling.m_outer else nn) if tiling.k_resident else 1
    stalls = (outer - 1) * max(0.0, first + latency - tiling.slots * contraction)
    memory += 2 * nm * nn * nk * machine.dma_descriptor_cycles
    return max(memory + latency, first + max(arrays, vector, chain) + stalls + last + drain + 2 * latency)


def _prologue_cycles(product: Product, tiling: GemmTiling) -> float:
    """Cycles of the vector unit for operands that are computed on their tiles, each time a tile is read."""
    nm, nn, _ = _counts(product, tiling)
    left_reads, right_reads = _reads(tiling, nm, nn)
    left = product.m * product.k * product.left.vector_cycles * left_reads
    return left + product.k * product.n * product.right.vector_cycles * right_reads


def _memory_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles that all transfers take one after the other."""
    nm, nn, _ = _counts(product, tiling)
    left, right, result = _transfers(product, tiling, machine)
    left_reads, right_reads = _reads(tiling, nm, nn)
    return left * left_reads + right * right_reads + result


def _memory_latency_cycles(machine: Machine) -> float:
    """From the issue of a request to its data, without any queue."""
    return machine.dram_latency_ns * machine.core_freq_mhz / 1000 + 2 * machine.noc_latency_cycles


def scratchpad_bytes(product: Product, tiling: GemmTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with their slots: k lies across the lanes of the left operand, n of the others."""
    lanes = machine.vector_lanes
    left = ceil(tiling.k / lanes) * tiling.m * product.left.tile_bytes
    right = ceil(tiling.n / lanes) * tiling.k * product.right.tile_bytes
    result = ceil(tiling.n / lanes) * tiling.m
    accumulators = result * (product.accumulator_bytes + product.epilogue_tiles * max(product.accumulator_bytes, 4))
    operands = _round_up(left, 64) + _round_up(right, 64)
    return tiling.slots * operands + _ACCUMULATOR_SLOTS * _round_up(accumulators, 64)


def _counts(product: Product, tiling: GemmTiling) -> tuple[int, int, int]:
    """Tiles along M, N and K; at least one."""
    sizes = ((product.m, tiling.m), (product.n, tiling.n), (product.k, tiling.k))
    nm, nn, nk = (ceil(max(size, 1) / tile) for size, tile in sizes)
    return nm, nn, nk


def _transfers(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[float, float, float]:
    """Cycles to move each matrix once."""
    return (
        product.left.transfer_cycles(product.m, product.k, (tiling.m, tiling.k), machine),
        product.right.transfer_cycles(product.k, product.n, (tiling.k, tiling.n), machine),
        product.result.transfer_cycles(product.m, product.n, (tiling.m, tiling.n), machine),
    )


def _reads(tiling: GemmTiling, nm: int, nn: int) -> tuple[int, int]:
    """How often the left and the right operand are read."""
    if not tiling.k_resident:
        return nn, nm
    return (1, nm) if tiling.m_outer else (nn, 1)


def _channel_share(run_bytes: int, row_stride_bytes: int, machine: Machine) -> float:
    """Share of the DRAM channels that rows of `run_bytes` keep busy.

    Rows start `row_stride_bytes` apart, so their first channels are multiples of the greatest common divisor of that
    distance in channels and the number of channels; each row covers a run of neighbours.
    """
    interleave, channels = machine.dram_interleave_bytes, machine.dram_channels
    if run_bytes >= row_stride_bytes or row_stride_bytes % interleave:
        return 1.0
    gap = gcd(row_stride_bytes // interleave, channels)
    return min(1.0, ceil(run_bytes / interleave) / gap)


def _contraction_cycles(tiling: GemmTiling, machine: Machine) -> float:
    """Cycles of one contraction when either operand may be the stationary one, shared out over the arrays."""
    choices = ((tiling.m, tiling.n), (tiling.n, tiling.m))
    folds_k = ceil(tiling.k / machine.systolic_rows)
    return min(
        ceil(folds_k * ceil(held / machine.systolic_columns) / machine.systolic_arrays)
        * max(streamed, machine.systolic_rows)
        for streamed, held in choices
    )


def _candidates(product: Product) -> Iterator[GemmTiling]:
    for m in _tile_sizes(product.m, ROW_MULTIPLE):
        for n in _tile_sizes(product.n, COLUMN_MULTIPLE):
            for k in _tile_sizes(product.k, COLUMN_MULTIPLE):
                covers = product.k_is_static and k >= product.k
                yield GemmTiling(m, n, k, True, covers)
                if covers:
                    yield GemmTiling(m, n, k, False, covers)


def _tile_sizes(size: int, multiple: int) -> Iterable[int]:
    """Tile sizes worth trying for a dimension: the targets, and what splits it evenly into as many tiles. Large first.

    A dimension of one element is not padded: fused epilogues have no loop over it.
    """
    if size <= 1:
        return [1]
    whole = _round_up(size, multiple)
    even = {_round_up(ceil(size / ceil(size / target)), multiple) for target in _TARGETS}
    fixed = {target for target in _TARGETS if target <= whole}
    return sorted(even | fixed, reverse=True)


def _round_up(size: int, multiple: int) -> int:
    return ceil(size / multiple) * multiple
