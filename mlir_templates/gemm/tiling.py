"""Tile sizes of matrix products: the candidate with the fewest estimated cycles (`cost`) that fits the scratchpad.

Among estimates within half a percent (of elements of 32 bits and more two, or four where DRAM is simulated by command,
whose estimates are less exact) the candidate wins whose cores keep the most of memory's bandwidth busy, as few cores
cannot, then the one whose estimate, a quarter of its transfers' time and the time to open their rows of DRAM add up to
least: estimates take transfers to be hidden behind other work, which refreshes, drains of writes and rows that others
have closed prevent by chance, the more often the longer the transfers take and the more rows they open. Of equals the
one on more cores wins, then the largest, whose reads and writes take turns least, then one that covers K, whose results
leave one by one. A resident operand, whose first product waits for all of it, is taken where it is estimated to be
faster by four percent: in small scratchpads, which hold it once but not twice. The host does not matter here: the
functional compiler tiles products for it again. Where DRAM is simulated by command, tiles of the right operand may be
as wide as its rows in memory: rows side by side are one stream, which short runs are not.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from itertools import product as product_of
from math import ceil, inf
from operator import mul
from pathlib import Path
from typing import Any

from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle
from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.cost_model import round_up
from npusim.mlir_templates.gemm.cost import (
    Transfers,
    estimate_cycles,
    memory_cycles,
    opening_cycles,
    scratchpad_bytes,
    shares,
)
from npusim.mlir_templates.gemm.problem import GemmTiling, Product
from npusim.mlir_templates.gemm.resident import resident_entry
from npusim.simulator.machine import Machine

_TARGETS = (2048, 1024, 512, 256, 128, 64, 32, 16)
_WIDE_TARGETS = (262144, 131072, 65536, 32768, 16384, 8192, 4096)
_SLOTS = (2, 3)
_BATCHES = (1024, 512, 256, 128, 64, 32, 16, 8, 4, 2)
_CLOSE = 1.005
_CLOSE_WIDE, _CLOSE_SIMPLE = 1.04, 1.02
_EXPOSED = 0.25
"""Weight of the transfers' time where estimates are close (docs/mapping.md)."""


class GemmSpace(MappingSpace[GemmTiling]):
    """The tilings of a matrix product."""

    family = "gemm"
    file_key = "M_N_K"

    def __init__(self, product: Product, machine: Machine) -> None:
        self.product, self.machine, self._multiples = product, machine, product.groups
        self.key = f"{product.m}_{product.n}_{product.k}"

    def describe(self) -> str:
        """For messages."""
        return "a matrix product"

    def candidates(self) -> Iterator[GemmTiling]:
        """All tilings worth trying."""
        yield from _candidates(self.product, self.machine)
        yield from _resident_candidates(self.product, self.machine)

    def in_whole_groups(self, mapping: GemmTiling) -> bool:
        """Whether tile sizes are multiples of the groups that prologues compute together."""
        m, n, k = self._multiples
        whole = mapping.m % m == 0 and mapping.n % n == 0 and mapping.k % k == 0
        return whole and self.product.may_share_tile(mapping.batch)

    def scratchpad_bytes(self, mapping: GemmTiling) -> int:
        """Bytes per lane."""
        return ceil(scratchpad_bytes(self.product, mapping, self.machine) / self.product.scratchpad_share)

    def estimate_cycles(self, mapping: GemmTiling) -> float:
        """Estimated core cycles (`cost`)."""
        return estimate_cycles(self.product, mapping, self.machine)

    def default(self) -> GemmTiling:
        """The cheapest tiling by the rules at the top of the file."""
        return choose_tiling(self.product, self.machine)

    def resident(self) -> GemmTiling | None:
        """The schedule of a TPU v6e's compiler (`resident`), of products that are no batch."""
        if self.product.batch != 1 or not self.product.k_is_static or not min(self.product.m, self.product.n):
            return None
        entry = resident_entry(self.product, self.machine)
        mapping = self.from_entry(FileEntry(Path("resident"), self.family, self.key, entry))
        return mapping if self.fits(mapping) else None

    def from_entry(self, entry: FileEntry) -> GemmTiling:
        """TILE_M, TILE_N, TILE_K; optional: TILE_B (products per tile), OUTER_LOOP (M or N), RESIDENT (LEFT or RIGHT),
        SLOTS, CORES_SHARE (BATCH or OUTER_LOOP), and SPLIT_K, which the lowering reads (`split_k`). Tiles are clipped
        to the matrix and the batch.
        """
        product = self.product
        wanted = zip((product.m, product.n, product.k), product.multiples, strict=True)
        largest = [round_up(size, multiple) if size > 1 else 1 for size, multiple in wanted]
        m, n, k = (min(entry.integer(f"TILE_{axis}"), most) for axis, most in zip("MNK", largest, strict=True))
        n = largest[1] if product.whole_rows else n
        k_resident = product.k_is_static and k >= product.k
        resident = entry.choice("RESIDENT", (None, "LEFT", "RIGHT"), default=None)
        outer = {"LEFT": "M", "RIGHT": "N"}.get(resident, "M")
        m_outer = entry.choice("OUTER_LOOP", ("M", "N") if resident is None else (outer,), default=outer) == "M"
        if resident is not None:
            if not k_resident or (m < product.m if m_outer else n < product.n):
                entry.refuse(f"TILE_{outer} and TILE_K must cover the {resident.lower()} operand, which is RESIDENT")
            m, n, k = (largest[0] if m_outer else m), (n if m_outer else largest[1]), largest[2]
        slots = entry.integer("SLOTS", default=2)
        entry.integer("SPLIT_K", default=1)
        share_batch = entry.choice("CORES_SHARE", ("BATCH", "OUTER_LOOP"), default="BATCH") == "BATCH"
        batch = min(entry.integer("TILE_B", default=1), product.batch)
        return GemmTiling(m, n, k, m_outer, k_resident, slots, share_batch, batch, resident is not None)

    def to_entry(self, mapping: GemmTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        resident = {"RESIDENT": "LEFT" if mapping.m_outer else "RIGHT"} if mapping.resident else {}
        return {
            **tiles_entry(mapping),
            "OUTER_LOOP": "M" if mapping.m_outer else "N",
            **resident,
            "CORES_SHARE": "BATCH" if mapping.share_batch else "OUTER_LOOP",
            **({"TILE_B": mapping.batch} if mapping.batch > 1 else {}),
        }


def tiles_entry(mapping: GemmTiling) -> dict[str, int]:
    """Tile sizes and slots in the form of mapping files."""
    return {"TILE_M": mapping.m, "TILE_N": mapping.n, "TILE_K": mapping.k, "SLOTS": mapping.slots}


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
    every = GemmSpace(product, machine).fitting()
    transfers = Transfers(product, machine)
    memory = _memory_cycles(product, every, machine, transfers)
    streamed, resident = (
        _nearly_cheapest(product, {t: memory[t] for t in every if t.resident == is_resident}, machine, transfers)
        for is_resident in (False, True)
    )
    if not streamed or not resident:
        return _best(product, every, memory, streamed or resident, machine)
    waits = _CLOSE_WIDE * min(resident.values()) < min(streamed.values())
    return _best(product, every, memory, resident if waits else streamed, machine)


def _best(
    product: Product,
    fitting: Sequence[GemmTiling],
    memory: Mapping[GemmTiling, float],
    near: Mapping[GemmTiling, float],
    machine: Machine,
) -> GemmTiling:
    """The best of the tilings in `near`, with their estimates, by the rules at the top of the file."""
    cores = {tiling: shares(product, tiling, machine.cores)[1] for tiling in near}
    chosen = [tiling for tiling in fitting if tiling in near]
    cycles = {tiling: near[tiling] + _delay_cycles(product, tiling, memory[tiling], machine) for tiling in chosen}
    speed = {tiling: bytes_per_cycle(machine, cores[tiling]) for tiling in chosen}
    work = {tiling: tiling.batch * tiling.m * tiling.n * tiling.k for tiling in chosen}
    return min(chosen, key=lambda t: (-speed[t], cycles[t], -cores[t], -work[t], -t.slots, not t.k_resident))


def _delay_cycles(product: Product, tiling: GemmTiling, memory: float, machine: Machine) -> float:
    """What delays may add to an estimate: a part of the transfers' time (`memory`, of one product), and the time to
    open their rows.
    """
    return product.batch * (_EXPOSED * memory + opening_cycles(product, tiling, machine))


def _memory_cycles(
    product: Product, tilings: Sequence[GemmTiling], machine: Machine, transfers: Transfers
) -> dict[GemmTiling, float]:
    """`memory_cycles` of tilings, of those that differ in their slots once."""
    known: dict[Hashable, float] = {}
    cycles: dict[GemmTiling, float] = {}
    for tiling in tilings:
        loops = tiling.m_outer, tiling.k_resident, tiling.share_batch, tiling.resident
        key = tiling.m, tiling.n, tiling.k, tiling.batch, loops
        if key not in known:
            known[key] = memory_cycles(product, tiling, machine, transfers=transfers)
        cycles[tiling] = known[key]
    return cycles


def _nearly_cheapest(
    product: Product, memory: Mapping[GemmTiling, float], machine: Machine, transfers: Transfers
) -> dict[GemmTiling, float]:
    """The tilings whose estimated cycles are close to the smallest, with these.

    All transfers in sequence (`memory`) are a bound of the estimate: past the limit no others can be close.
    """
    wide = _CLOSE_SIMPLE if machine.dram_rows is None else _CLOSE_WIDE
    close = wide if product.left.element_bytes >= 4 else _CLOSE
    cycles: dict[GemmTiling, float] = {}
    limit = inf
    for tiling in sorted(memory, key=memory.__getitem__):
        if product.batch * memory[tiling] > limit:
            break
        cycles[tiling] = estimate_cycles(product, tiling, machine, transfers)
        limit = min(limit, close * cycles[tiling])
    return {tiling: estimate for tiling, estimate in cycles.items() if estimate <= limit}


def _candidates(product: Product, machine: Machine) -> Iterator[GemmTiling]:
    shares = (True, False) if machine.cores > 1 and product.batch > 1 else (True,)
    multiple_m, multiple_n, multiple_k = product.multiples
    whole = [round_up(product.n, multiple_n) if product.n > 1 else 1]
    wide_n, wide_k = (_WIDE_TARGETS if wide else () for wide in _wide_axes(product, machine))
    for m in _tile_sizes(product.m, multiple_m):
        for n in whole if product.whole_rows else _tile_sizes(product.n, multiple_n, wide_n):
            for k in _tile_sizes(product.k, multiple_k, wide_k):
                covers = product.k_is_static and k >= product.k
                orders = (True, False) if covers or machine.cores > 1 else (True,)
                for slots, m_outer, share in product_of(_SLOTS, orders, shares):
                    yield GemmTiling(m, n, k, m_outer, covers, slots, share)
                if covers and m >= product.m and n >= product.n:
                    for slots, batch in product_of(_SLOTS, _batches(product)):
                        yield GemmTiling(m, n, k, True, True, slots, True, batch)


def _batches(product: Product) -> Iterable[int]:
    """Numbers of whole products that may share a tile: sizes that split the batch evenly, and whole parts of it."""
    size, parts = product.batch, product.epilogue.batch
    even = {ceil(size / ceil(size / target)) for target in _BATCHES if target <= size}
    whole = [*accumulate(map(int, reversed(parts[1:])), mul), size] if parts else []
    return sorted({each for each in (*even, *whole) if 1 < each <= min(size, _BATCHES[0])}, reverse=True)


def _resident_candidates(product: Product, machine: Machine) -> Iterator[GemmTiling]:
    """Tilings with one resident operand of up to half of the scratchpad, past which the other operand streams.

    Waiting for the whole operand pays only if it is read often.
    """
    m, n, k = (
        round_up(size, multiple) if size > 1 else 1
        for size, multiple in zip((product.m, product.n, product.k), product.multiples, strict=True)
    )
    lanes, half = machine.vector_lanes, machine.scratchpad_bytes_per_lane / 2
    if not product.k_is_static:
        return
    if product.left.lane_bytes(m, k, lanes) <= half and not product.whole_rows:
        for tile in _tile_sizes(product.n, product.multiples[1]):
            yield GemmTiling(m, tile, k, True, True, resident=True)
    if sum(right.lane_bytes(k, n, lanes) for right in (product.right, *product.siblings)) <= half:
        for tile in _tile_sizes(product.m, product.multiples[0]):
            yield GemmTiling(tile, n, k, False, True, resident=True)


def _wide_axes(product: Product, machine: Machine) -> tuple[bool, bool]:
    """Whether tiles along N and K may be wide: where short runs of the right operand cost what they cost in DRAM."""
    by_command = machine.dram_rows is not None
    return by_command and not product.right.transposed, by_command and product.right.transposed


def _tile_sizes(size: int, multiple: int, wide: Iterable[int] = ()) -> Iterable[int]:
    """Candidate tile sizes of a dimension, large first: the targets, and sizes that split it evenly into as many tiles
    (of `wide` targets, these alone).

    A dimension of one element is not padded: fused epilogues have no loop over it.
    """
    if size <= 1:
        return [1]
    whole = round_up(size, multiple)
    even = {round_up(ceil(size / ceil(size / target)), multiple) for target in (*wide, *_TARGETS)}
    fixed = {target for target in _TARGETS if target <= whole and target % multiple == 0}
    return sorted(even | fixed, reverse=True)
