"""Tile sizes of the flash attention kernels: the candidate with the fewest estimated cycles that fits the scratchpad.

Model of one step, a tile of q queries against a tile of k keys, in core cycles:

- arrays: both products, ceil(folds / arrays) * max(streamed rows, array rows) each, issue included;
- vector: passes over the scores, six vectors of work per vector of scores, in the lanes that the tile uses;
- memory: the tiles of keys and values, or what they are computed from (prologues), which is vector work.

Steps overlap, so one takes the longest of the three; a tile of queries also waits once for the chain of a step's
parts. With a causal mask a tile of queries meets the keys up to its last query only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, lcm
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.frontend.template import PrologueWork
from npusim.mlir_templates.common.cost_model import round_up
from npusim.simulator.machine import Machine

_QUERIES = (2048, 1024, 512, 256, 128, 64, 32, 16, 8)
_KEYS = (2048, 1024, 512, 256, 128, 64, 32)
_VECTOR_WORK = 6.5
_ISSUE_CYCLES = 16
_FEW_QUERIES = 64


@dataclass(frozen=True)
class Problem:
    """One attention: sizes (hints where they are symbolic), bytes per element.

    Attributes:
        prologues: of queries, keys and values; None for what is in memory.
        reserve: scales the scratchpad that tiles may fill.
    """

    heads: int
    queries: int
    keys: int
    width: int
    value_width: int
    element_bytes: int
    is_causal: bool
    has_bias: bool
    one_query: bool
    prologues: tuple[PrologueWork | None, ...] = (None, None, None)
    reserve: float = 1.0

    @property
    def multiples(self) -> tuple[int, int]:
        """Queries and keys of which a tile holds a multiple: of whole vectors, and of what prologues compute as a
        group.
        """
        queries, keys = self.groups
        return lcm(8, queries), lcm(16, keys)

    @property
    def groups(self) -> tuple[int, int]:
        """Queries and keys that prologues compute as a group."""
        queries, keys, values = (1 if work is None else work.multiples[-2] for work in self.prologues)
        return queries, lcm(keys, values)

    def read_bytes(self, operand: int) -> float:
        """Bytes that are read per element of queries (0), keys (1) or values (2)."""
        work = self.prologues[operand]
        return self.element_bytes if work is None else work.bytes_read

    def tile_bytes(self, operand: int) -> float:
        """Bytes of tiles per element; keys are loaded in two places of the kernel."""
        work = self.prologues[operand]
        places = 2 if operand == 1 else 1
        return self.element_bytes + (0 if work is None else places * work.tile_bytes)


@dataclass(frozen=True)
class FlashTiling:
    """Queries and keys of a tile, and the axis of the scores that lies across the lanes."""

    q: int
    k: int
    lanes: str


class FlashSpace(MappingSpace[FlashTiling]):
    """The tilings of the forward kernel."""

    family = "flash_attention"
    file_key = "HEADS_QUERIES_KEYS_WIDTH"

    def __init__(self, problem: Problem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = f"{problem.heads}_{problem.queries}_{problem.keys}_{problem.width}"

    def describe(self) -> str:
        """For messages."""
        return f"attention with {self.problem.width} elements per head"

    def candidates(self) -> Iterator[FlashTiling]:
        """All tilings worth trying."""
        return _candidates(self.problem)

    def in_whole_groups(self, mapping: FlashTiling) -> bool:
        """Whether tiles hold multiples of what prologues compute as a group."""
        queries, keys = self.problem.groups
        return mapping.q % queries == 0 and mapping.k % keys == 0

    def scratchpad_bytes(self, mapping: FlashTiling) -> int:
        """Bytes per lane."""
        return ceil(forward_scratchpad_bytes(self.problem, mapping, self.machine) / self.problem.reserve)

    def estimate_cycles(self, mapping: FlashTiling) -> float:
        """The model above."""
        return estimate_cycles(self.problem, mapping, self.machine)

    def default(self) -> FlashTiling:
        """The cheapest; the smallest of several."""
        return min(self.fitting(), key=lambda tiling: (self.estimate_cycles(tiling), tiling.q * tiling.k))

    def from_entry(self, entry: FileEntry) -> FlashTiling:
        """TILE_Q and TILE_K; LANES (Q or K: what of the scores lies across the lanes) may be left out."""
        q, k = entry.integer("TILE_Q"), entry.integer("TILE_K")
        lanes = entry.choice("LANES", ("Q", "K"), default="Q")
        of_queries, of_keys = self.problem.multiples
        rows = 1 if self.problem.one_query else min(q, round_up(max(self.problem.queries, 1), of_queries))
        return FlashTiling(rows, min(k, round_up(max(self.problem.keys, 1), of_keys)), lanes.lower())

    def to_entry(self, mapping: FlashTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {"TILE_Q": mapping.q, "TILE_K": mapping.k, "LANES": mapping.lanes.upper()}


class FlashBackwardSpace(FlashSpace):
    """The tilings of a backward kernel."""

    family = "flash_attention_backward"

    def scratchpad_bytes(self, mapping: FlashTiling) -> int:
        """Bytes per lane."""
        return backward_scratchpad_bytes(self.problem, mapping, self.machine)


def estimate_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles of the forward kernel (the model above)."""
    score, mix = _array_cycles(problem, tiling, machine)
    vector, memory = _vector_cycles(tiling, machine), _memory_cycles(problem, tiling, machine)
    queries, keys, values = _prologue_cycles(problem, tiling, machine)
    vector += keys + values
    drain = machine.systolic_rows + machine.systolic_columns
    chain = score + vector + mix + 3 * drain + 8 * machine.vector_latency_cycles
    total = 0.0
    for start in range(0, problem.queries, tiling.q):
        seen = min(problem.keys, start + tiling.q) if problem.is_causal else problem.keys
        total += ceil(seen / tiling.k) * max(score + mix, vector, memory, chain / 2) + vector + queries + 2 * drain
    return total * ceil(problem.heads / machine.cores)


def forward_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the forward kernel's tiles with two slots each."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k = tiling.q, tiling.k
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    wide = ceil(q / lanes) * problem.value_width if tiling.lanes == "q" else ceil(problem.value_width / lanes) * q
    total: float = score * (4 + element + (4 if problem.has_bias else 0))
    total += wide * (4 + element) + ceil(q / lanes) * problem.width * problem.tile_bytes(0)
    total += ceil(k / lanes) * (problem.width * problem.tile_bytes(1) + problem.value_width * problem.tile_bytes(2))
    return 2 * (ceil(total) + 8 * 64 + 6 * 4 * q // (lanes if tiling.lanes == "q" else 1))


def backward_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the larger backward kernel's tiles, the one for keys, with two slots each."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k = tiling.q, tiling.k
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    widths = problem.width + problem.value_width
    total = score * (8 + 2 * element + (4 if problem.has_bias else 0))
    total += ceil(q / lanes) * widths * max(element, 4) + ceil(k / lanes) * widths * (4 + 2 * element)
    return 2 * (total + 8 * 64 + 4 * 4 * ceil(q / lanes))


def _array_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float]:
    score = _product_cycles(tiling.q, tiling.k, problem.width, machine)
    return score, _product_cycles(tiling.q, problem.value_width, tiling.k, machine)


def _product_cycles(m: int, n: int, k: int, machine: Machine) -> float:
    """Cycles of a contraction of M x K by K x N when either operand may be the stationary one."""
    rows, columns, arrays = machine.systolic_rows, machine.systolic_columns, machine.systolic_arrays
    best = min(ceil(k / rows) * ceil(held / columns) * max(streamed, rows) for streamed, held in ((m, n), (n, m)))
    return best / arrays + _ISSUE_CYCLES


def _vector_cycles(tiling: FlashTiling, machine: Machine) -> float:
    lanes = machine.vector_lanes
    along, other = (tiling.q, tiling.k) if tiling.lanes == "q" else (tiling.k, tiling.q)
    cycles = _VECTOR_WORK * ceil(along / lanes) * other / machine.vector_elements_per_lane
    if tiling.lanes == "k":  # two reductions and one broadcast over the lanes
        cycles += 3 * tiling.q * lanes / machine.cross_lane_elements_per_cycle
    return cycles


def _memory_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    moved = tiling.k * (problem.width * problem.read_bytes(1) + problem.value_width * problem.read_bytes(2))
    moved += tiling.q * tiling.k * problem.element_bytes if problem.has_bias else 0
    return moved / machine.memory_bytes_per_cycle


def _prologue_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> list[float]:
    """Cycles of the vector and the cross-lane unit to compute a tile of queries, of keys and of values."""
    widths, lanes, cycles = (problem.width, problem.width, problem.value_width), machine.vector_lanes, []
    for work, width, across in zip(problem.prologues, widths, (tiling.q, tiling.k, tiling.k), strict=True):
        if work is None:
            cycles.append(0.0)
            continue
        moved = width * work.row_exchanges / machine.cross_lane_elements_per_cycle
        cycles.append(width * ceil(across / lanes) * lanes * work.vector_cycles + moved)
    return cycles


def _candidates(problem: Problem) -> Iterator[FlashTiling]:
    of_queries, of_keys = problem.multiples
    for q in [1] if problem.one_query else _tile_sizes(problem.queries, _QUERIES, of_queries):
        for k in _tile_sizes(problem.keys, _KEYS, of_keys):
            yield FlashTiling(q, k, "q")
            if q <= _FEW_QUERIES:
                yield FlashTiling(q, k, "k")


def _tile_sizes(size: int, targets: tuple[int, ...], multiple: int) -> list[int]:
    """The targets, and what splits the size evenly into as many tiles; all multiples of a number."""
    whole, rounded = round_up(max(size, 1), multiple), [round_up(target, multiple) for target in targets]
    even = {round_up(ceil(size / ceil(size / target)), multiple) for target in rounded if size}
    return sorted({target for target in rounded if target <= whole} | even | {min(whole, rounded[0])}, reverse=True)
