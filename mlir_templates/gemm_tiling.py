"""Tile sizes of matrix products: the candidate with the fewest estimated cycles that fits the scratchpad.

Model of one product of M x K by K x N on one core, in core cycles. With tiles of m x k, k x n and m x n, and nm, nn,
nk tiles along the dimensions:

- arrays: nm * nn * nk contractions; each has ceil(k / rows) * ceil(n / columns) folds, and a fold streams m rows or
  loads its
  weights, whichever is longer (the machine's weight-stationary arrays, docs/kernel_language.md);
- memory: the left operand is read nn times and the right one nm times; when one k tile covers K, the operand of the
  outer loop is
  read once. The result is written once;
- vector: clearing and converting the accumulator, three passes over the result;
- the three overlap, so the longest counts; what cannot overlap is the first pair of loads and, at the end, one
  contraction and the
  store of one result tile. Every transfer costs its descriptor and every tile operation a few cycles of issue.

Ties go to the larger tiles, which come first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from npusim.simulator.errors import ScratchpadOverflowError
from npusim.simulator.machine import Machine

ROW_MULTIPLE = 8
COLUMN_MULTIPLE = 16
_TARGETS = (2048, 1024, 512, 256, 128, 64, 32, 16)
_ISSUE_CYCLES = 16
_VECTOR_PASSES = 3


@dataclass(frozen=True)
class Product:
    """A matrix product.

    Attributes:
        m, n, k: sizes (hints where they are symbolic).
        left_bytes, right_bytes, result_bytes, accumulator_bytes: bytes per element.
        epilogue_tiles: tiles of m x n that fused epilogues need besides the accumulator.
        k_is_static: whether a tile may rely on covering K.
    """

    m: int
    n: int
    k: int
    left_bytes: int
    right_bytes: int
    result_bytes: int
    accumulator_bytes: int
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
    fitting = [
        tiling for tiling in _candidates(product) if _scratchpad_bytes(product, tiling, machine) <= _budget(machine)
    ]
    if not fitting:
        raise ScratchpadOverflowError(
            f"no tiles of a matrix product fit the scratchpad of machine {machine.name} "
            f"({machine.scratchpad_kib_per_lane} KiB per lane); raise scratchpad_kib_per_lane"
        )
    return min(fitting, key=lambda tiling: estimate_cycles(product, tiling, machine))


def estimate_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Estimated core cycles of a product with a tiling (the model above)."""
    nm, nn, nk = (ceil(max(size, 1) / tile) for size, tile in _dims(product, tiling))
    contraction = _contraction_cycles(tiling, machine)
    arrays = nm * nn * nk * (contraction + _ISSUE_CYCLES)
    per_byte = 1 / machine.dram_bytes_per_cycle
    left_reads, right_reads = _reads(tiling, nm, nn)
    loads = (
        product.m * product.k * product.left_bytes * left_reads
        + product.k * product.n * product.right_bytes * right_reads
    )
    memory = (loads + product.m * product.n * product.result_bytes) * per_byte
    memory += 2 * nm * nn * nk * machine.dma_descriptor_cycles
    vector = _VECTOR_PASSES * nm * nn * ceil(tiling.m * tiling.n / machine.vector_elements_per_cycle)
    first = (min(tiling.m, product.m) * product.left_bytes + min(tiling.n, product.n) * product.right_bytes) * min(
        tiling.k, product.k
    )
    last = min(tiling.m, product.m) * min(tiling.n, product.n) * product.result_bytes
    return max(arrays, memory, vector) + (first + last) * per_byte + contraction


def _dims(product: Product, tiling: GemmTiling) -> tuple[tuple[int, int], ...]:
    return ((product.m, tiling.m), (product.n, tiling.n), (product.k, tiling.k))


def _reads(tiling: GemmTiling, nm: int, nn: int) -> tuple[int, int]:
    """How often the left and the right operand are read."""
    if not tiling.k_resident:
        return nn, nm
    return (1, nm) if tiling.m_outer else (nn, 1)


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


def _budget(machine: Machine) -> int:
    """Bytes of one lane that the tiles may take; the rest is for constants and scalars of epilogues."""
    return machine.scratchpad_bytes_per_lane * 15 // 16


def _scratchpad_bytes(product: Product, tiling: GemmTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with two slots each: k lies across the lanes of the left operand, n of the others."""
    lanes = machine.vector_lanes
    left = ceil(tiling.k / lanes) * tiling.m * product.left_bytes
    right = ceil(tiling.n / lanes) * tiling.k * product.right_bytes
    result = ceil(tiling.n / lanes) * tiling.m
    accumulators = result * (product.accumulator_bytes + product.epilogue_tiles * max(product.accumulator_bytes, 4))
    return 2 * (_round_up(left, 64) + _round_up(right, 64) + _round_up(accumulators, 64))
