"""Estimated cycles and scratchpad of attention whose tiles hold whole rows of scores (`flash.whole_rows`).

Model of one tile, of q queries of n heads and all keys, in core cycles:

- arrays: both products of all heads; heads that share a key head are rows of one product;
- vector: the largest score, the weights and their sum, and a few operations per row and per result;
- cross-lane: with keys across the lanes, reductions and broadcasts over them;
- memory: queries, keys, values and results.

Tiles overlap, so a tile takes the longest of these; two tiles behind the first take at least as long as the parts of
one tile in sequence, with the latencies between them. The first loads and products and the last ones overlap with
nothing, but the first values come while the scores are computed, and are mixed when they are there.
"""

from math import ceil, prod

from npusim.frontend.codegen.schedule.transfer_time import both_ways_cycles, bytes_per_cycle
from npusim.mlir_templates.attention.flash.cost import biased_vector_cycles, dropout_vector_cycles, product_cycles
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.common.cost_model import drain_cycles, overlapped_products_cycles
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import weight_load_cycles

_SLOTS = 2
_WEIGH_OPERATIONS = 4  # scale, shift, sum, conversion
_ROW_OPERATIONS = 10


def whole_rows_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles (the model above)."""
    tiles = _tiles(problem, tiling)
    rounds = ceil(tiles / machine.cores)
    busy = min(machine.cores, tiles)
    products = _key_heads(problem, tiling)
    queries = tiling.heads * tiling.batch * tiling.q // products
    score = product_cycles(problem, products, queries, tiling.k, problem.width, machine)
    mix = product_cycles(problem, products, queries, problem.value_width, tiling.k, machine)
    vector, exchange = _vector_cycles(problem, tiling, machine), _exchange_cycles(problem, tiling, machine)
    prologues = _prologue_cycles(problem, tiling, machine)
    moved = problem.bias_tile_bytes(tiling), *_moved_bytes(problem, tiling, machine)
    bias, loads, values, stores = (each * busy / bytes_per_cycle(machine, busy) for each in moved)
    drain, latency = drain_cycles(machine), machine.memory_latency_cycles
    waits = 2 * drain + weight_load_cycles(problem.width, machine) + weight_load_cycles(tiling.k, machine)
    waits += 8 * machine.vector_latency_cycles
    waits += 3 * machine.lane_reduction_latency_cycles if tiling.lanes == "k" else 0
    biases = bias * ceil(rounds / _tiles_of_a_bias(problem, tiling)) / rounds
    later = (tiles - busy) / (rounds - 1) if rounds > 1 else busy
    alone = bytes_per_cycle(machine, busy) / busy * later / bytes_per_cycle(machine, later)
    transfers = later * (5 if bias else 4)
    memory = both_ways_cycles(alone * (loads + biases + values), alone * stores, machine, busy, transfers)
    memory += 2 * 5 * machine.dma_descriptor_cycles
    other = max(exchange, memory)
    if prologues:  # the vector unit works in order: the next tile's keys are computed behind this one's weights
        other = max(other, vector + prologues + score + waits / 2)
    cycles = overlapped_products_cycles(rounds, score, vector + prologues, mix, waits + exchange, other)
    late = values + mix + drain - (score + vector + prologues + mix + waits + exchange)  # the first values
    return loads + bias + latency + max(0.0, late) + cycles + stores + latency


def whole_rows_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the kernel's tiles with two slots each."""
    element, heads = problem.element_bytes, tiling.heads * tiling.batch
    (scores, wide), queries = _lane_elements(problem, tiling, machine), ceil(tiling.q / machine.vector_lanes)
    biased = (4 if problem.has_bias else 0) + (1 if problem.has_dropout else 0)
    total: float = heads * (scores * (4 + element + biased) + wide * (4 + element) + 5 * 4 * queries)
    total += heads * queries * problem.width * problem.tile_bytes(0)
    keys = _key_heads(problem, tiling) * ceil(tiling.k / machine.vector_lanes)
    total += keys * (problem.width * problem.tile_bytes(1) + problem.value_width * problem.tile_bytes(2))
    return _SLOTS * (ceil(total) + 12 * 64)


def _tiles(problem: Problem, tiling: FlashTiling) -> int:
    return prod(_counts(problem, tiling).values())


def _tiles_of_a_bias(problem: Problem, tiling: FlashTiling) -> int:
    """Number of tiles in sequence that have the same bias, which is loaded once for them."""
    return prod(count for axis, count in _counts(problem, tiling).items() if axis not in problem.bias_axes)


def _counts(problem: Problem, tiling: FlashTiling) -> dict[str, int]:
    """Numbers of tiles along the axes."""
    heads = problem.heads // problem.batch
    sizes = {"b": (problem.batch, tiling.batch), "h": (heads, tiling.heads), "q": (problem.queries, tiling.q)}
    return {axis: ceil(size / step) for axis, (size, step) in sizes.items()}


def _key_heads(problem: Problem, tiling: FlashTiling) -> int:
    """Number of key heads of the heads in a tile."""
    return tiling.batch * (1 if problem.repeats > 1 else tiling.heads)


def _lane_elements(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[int, int]:
    """Scores and results of one head in the fullest lane."""
    lanes = machine.vector_lanes
    if tiling.lanes == "q":
        queries = ceil(tiling.q / lanes)
        return queries * tiling.k, queries * problem.value_width
    return tiling.q * ceil(tiling.k / lanes), tiling.q * ceil(problem.value_width / lanes)


def _vector_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    scores, wide = _lane_elements(problem, tiling, machine)
    rows = ceil(tiling.q / machine.vector_lanes) if tiling.lanes == "q" else tiling.q
    exponential, divide = (machine.vector_slots(name, "f32") for name in ("exponential", "divide"))
    weigh = max((exponential + _WEIGH_OPERATIONS) / machine.vector_alus, 1 / machine.vector_stores_per_cycle)
    largest = max(1 / machine.vector_alus, 1 / machine.vector_loads_per_cycle)
    biased = 2 / machine.vector_stores_per_cycle if problem.has_bias or problem.is_causal else 0
    biased = biased_vector_cycles(problem, machine) if problem.bias_bytes else biased
    biased += dropout_vector_cycles(problem, machine)
    finish = max(2 / machine.vector_alus, 1 / machine.vector_loads_per_cycle, 1 / machine.vector_stores_per_cycle)
    of_rows = (_ROW_OPERATIONS + exponential + divide) / machine.vector_alus
    elements = scores * (largest + weigh + biased) + wide * finish + rows * of_rows
    return tiling.heads * tiling.batch * elements / machine.vector_elements_per_lane


def _exchange_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    if tiling.lanes == "q":
        return 0.0
    return 4 * tiling.heads * tiling.batch * tiling.q * machine.vector_lanes / machine.cross_lane_elements_per_cycle


def _moved_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float, float]:
    """Bytes of a tile's queries and keys, and of what dropout keeps; of its values; and of its results."""
    heads, key_heads, element = tiling.heads * tiling.batch, _key_heads(problem, tiling), problem.element_bytes
    queries = min(tiling.q, problem.queries)
    first = heads * queries * problem.width * problem.read_bytes(0)
    first += key_heads * problem.keys * problem.width * problem.read_bytes(1)
    first += heads * queries * problem.keys if problem.has_dropout else 0
    values = key_heads * problem.keys * problem.value_width * problem.read_bytes(2)
    return first, values, heads * queries * (problem.value_width * element + 4)


def _prologue_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Cycles of the vector and the cross-lane unit to compute the operands of a tile's products."""
    widths, lanes, total = (problem.width, problem.width, problem.value_width), machine.vector_lanes, 0.0
    heads, key_heads = tiling.heads * tiling.batch, _key_heads(problem, tiling)
    counts = ((heads, tiling.q), (key_heads, tiling.k), (key_heads, tiling.k))
    for work, width, (count, across) in zip(problem.prologues, widths, counts, strict=True):
        if work is not None:
            moved = width * work.row_exchanges / machine.cross_lane_elements_per_cycle
            total += count * (width * ceil(across / lanes) * lanes * work.vector_cycles + moved)
    return total
