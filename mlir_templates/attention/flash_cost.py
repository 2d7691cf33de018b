"""Estimated cycles and scratchpad of the flash attention kernels.

Model of one step, a tile of q queries against a tile of k keys, in core cycles:

- arrays: both products, ceil(folds / arrays) folds each (`fold_cycles`), issue included;
- vector: passes over the scores, thirteen operations on every vector of them, in the lanes that the tile uses;
- memory: the tiles of keys and values, or the operands that prologues compute them from (plus vector work).

Steps overlap, so a step takes the longest of the three; a tile of queries also waits once for the latency of one whole
step. With a causal mask a tile of queries meets the keys up to its last query only. Where a tile holds all keys
(`flash_whole_rows`), tiles overlap across heads as well; `flash_whole_rows_cost` models that.
"""

from math import ceil

from npusim.mlir_templates.attention.flash_problem import FlashTiling, Problem
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import fold_cycles

_VECTOR_OPERATIONS = 13
_ISSUE_CYCLES = 16


def estimate_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles of the forward kernel; heads in a tile multiply all but the drains and latencies."""
    heads = tiling.heads * tiling.batch
    score, mix = _array_cycles(problem, tiling, machine)
    vector, memory = (
        heads * part for part in (_vector_cycles(tiling, machine), loading_cycles(problem, tiling, machine))
    )
    queries, keys, values = _prologue_cycles(problem, tiling, machine)
    vector += keys + values
    drain = machine.systolic_rows + machine.systolic_columns
    chain = score + vector + mix + 3 * drain + 8 * machine.vector_latency_cycles
    total = 0.0
    for start in range(0, problem.queries, tiling.q):
        seen = min(problem.keys, start + tiling.q) if problem.is_causal else problem.keys
        total += ceil(seen / tiling.k) * max(score + mix, vector, memory, chain / 2) + vector + queries + 2 * drain
    tiles = ceil(problem.batch / tiling.batch) * ceil(problem.heads // problem.batch / tiling.heads)
    return total * ceil(tiles / machine.cores)


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
    """Bytes per lane of the tiles of the larger backward kernel (for keys and values), with two slots each."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k = tiling.q, tiling.k
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    widths = problem.width + problem.value_width
    total = score * (8 + 2 * element + (4 if problem.has_bias else 0))
    total += ceil(q / lanes) * widths * max(element, 4) + ceil(k / lanes) * widths * (4 + 2 * element)
    return 2 * (tiling.heads * tiling.batch * (total + 4 * 4 * ceil(q / lanes)) + 8 * 64)


def _array_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float]:
    score = product_cycles(problem, tiling.heads * tiling.batch, tiling.q, tiling.k, problem.width, machine)
    return score, product_cycles(problem, tiling.heads * tiling.batch, tiling.q, problem.value_width, tiling.k, machine)


def product_cycles(problem: Problem, products: int, m: int, n: int, k: int, machine: Machine) -> float:
    """Cycles of a contraction of several products M x K by K x N on all arrays, with the better stationary operand."""
    rows, columns, arrays = machine.systolic_rows, machine.systolic_columns, machine.systolic_arrays
    rate = _rows_per_cycle(problem, machine)
    best = min(
        ceil(products * ceil(k / rows) * ceil(held / columns) / arrays) * fold_cycles(streamed, k, machine, rate)
        for streamed, held in ((m, n), (n, m))
    )
    return best + _ISSUE_CYCLES


def _rows_per_cycle(problem: Problem, machine: Machine) -> float:
    """Rows of queries, keys and weights that an array takes per cycle."""
    names = ("f32",) if problem.element_bytes >= 4 else ("bf16", "f16")
    return min(machine.systolic_rows_per_cycle.get(name, 1.0) for name in names)


def _vector_cycles(tiling: FlashTiling, machine: Machine) -> float:
    lanes = machine.vector_lanes
    along, other = (tiling.q, tiling.k) if tiling.lanes == "q" else (tiling.k, tiling.q)
    cycles = _VECTOR_OPERATIONS / machine.vector_alus * ceil(along / lanes) * other / machine.vector_elements_per_lane
    if tiling.lanes == "k":  # two reductions and one broadcast over the lanes
        cycles += 3 * tiling.q * lanes / machine.cross_lane_elements_per_cycle
    return cycles


def loading_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Cycles to load a tile of keys, of values and of the bias, of one head."""
    moved = tiling.k * (problem.width * problem.read_bytes(1) + problem.value_width * problem.read_bytes(2))
    moved += tiling.q * tiling.k * problem.element_bytes if problem.has_bias else 0
    return moved / machine.dram_stream_bytes_per_cycle


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
