"""Estimated cycles and scratchpad of the flash attention kernels.

Model of one step, a tile of q queries against a tile of k keys, in core cycles:

- arrays: both products, the folds of which they share (`shared_folds_cycles`), issue included;
- vector: passes over the scores, thirteen operations on every vector of them, in the lanes that the tile uses;
- memory: the tiles of keys and values, or the operands that prologues compute them from (plus vector work).

Steps overlap, so a step takes the longest of the three; a tile of queries also waits once for the latency of one whole
step, where sizes are symbolic or operands have prologues; elsewhere tiles of queries overlap. With a causal mask a tile
of queries meets the keys up to its last query only. `flash.whole_rows_cost` models tiles that hold all keys.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from npusim.frontend.codegen.schedule.transfer_time import both_ways_cycles, bytes_per_cycle
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.common.cost_model import drain_cycles, overlapped_products_cycles
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import shared_folds_cycles, weight_load_cycles

_VECTOR_OPERATIONS = 13
_MASK_OPERATIONS = 6
_DIFFERENTIATE_OPERATIONS = 6  # scale, shift, difference, product, two conversions
_ISSUE_CYCLES = 16


def estimate_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles of the forward kernel; heads in a tile multiply all but the drains and latencies."""
    heads = tiling.heads * tiling.batch
    score, mix = _array_cycles(problem, tiling, machine)
    vector, memory = (
        heads * part
        for part in (_vector_cycles(problem, tiling, machine), sum(loading_cycles(problem, tiling, machine)))
    )
    queries, keys, values = _prologue_cycles(problem, tiling, machine)
    vector += keys + values
    drain = machine.systolic_rows + machine.systolic_columns
    chain = score + vector + mix + 3 * drain + 8 * machine.vector_latency_cycles
    total = 0.0
    for steps, _ in _rows(problem, tiling):
        total += steps * max(score + mix, vector, memory, chain / 2) + vector + queries + 2 * drain
    return total * ceil(_groups(problem, tiling) / machine.cores)


def running_rows_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles where tiles of queries overlap (`flash.running_rows`): nothing waits but at the beginning
    and at the end. All cores load their first queries and keys at once, and the first values during the first softmax;
    behind these they share the memory as long as they work: with a causal mask some end before others.
    """
    strips = _strips(problem, tiling, machine)
    tiles, steps, masks = max(strips, key=lambda strip: strip[1])
    first, contended, last = _contention(strips, machine)
    step = _running_step(problem, tiling, machine, contended)
    rescaling, masked = _rescaling_cycles(problem, tiling, machine), _MASK_OPERATIONS * _score_cycles(tiling, machine)
    scored, mixed = loading_cycles(problem, tiling, machine)
    queries, results = _row_cycles(problem, tiling, machine)
    ends = (1 if step.adds_later else 2) * drain_cycles(machine) + 2 * machine.memory_latency_cycles
    ends += first * (queries + scored) + 2 * machine.dma_descriptor_cycles + last * results
    chain, other = step.score + step.vector + step.waits, step.vector + step.latency / 2
    work = tiles * rescaling + masks * masked
    work += overlapped_products_cycles(steps, step.score, step.vector, step.mix, step.waits, other)
    if not step.adds_later:
        work = max(work, (steps - tiles) * step.sum_cycles)
    loads = first * mixed + (steps - 1) * step.keys + (tiles - 1) * contended * queries
    transfers = sum(2 * met + 2 * rows for rows, met, _ in strips)
    memory = both_ways_cycles(loads, (tiles - 1) * contended * results, machine, len(strips), transfers)
    exposed = max(0.0, first * mixed - step.vector - step.waits)
    return ends + max(exposed + work, memory + max(0.0, chain - step.keys) + step.mix)


@dataclass(frozen=True)
class _RunningStep:
    """Cycles of one tile of keys.

    Attributes:
        score, mix, vector: of the two products and of the vector unit.
        keys: to load keys and values.
        latency: of the vector unit's operations, which depend on each other.
        waits: what passes between products and vector work.
        rescaling: of the vector unit, to scale the running sum down.
        sum_cycles: from one addition to the running sum to the next: a product, its way out, and the scaling.
    """

    score: float
    mix: float
    vector: float
    keys: float
    latency: float
    waits: float
    rescaling: float
    sum_cycles: float

    @property
    def adds_later(self) -> bool:
        """Whether memory or additions to the running sum take longer than all else, with one more operand to add."""
        chain = (self.score + self.vector + self.mix + self.waits) / 2
        return max(self.sum_cycles, self.keys) > max(chain, self.score + self.mix, self.vector + self.rescaling)


def adds_later(problem: Problem, tiling: FlashTiling, machine: Machine) -> bool:
    """Whether the products of `flash.running_rows` have tiles of their own: they would wait for each other."""
    _, contended, _ = _contention(_strips(problem, tiling, machine), machine)
    return _running_step(problem, tiling, machine, contended).adds_later


def _running_step(problem: Problem, tiling: FlashTiling, machine: Machine, contended: float) -> _RunningStep:
    """`contended`: how many times as long loads take while other cores load."""
    score, mix = _array_cycles(problem, tiling, machine)
    score += weight_load_cycles(problem.width, machine)
    mix += weight_load_cycles(tiling.k, machine)
    rescaling = _rescaling_cycles(problem, tiling, machine)
    latency = 8 * machine.vector_latency_cycles
    latency += 3 * machine.lane_reduction_latency_cycles if tiling.lanes == "k" else 0
    return _RunningStep(
        score=score,
        mix=mix,
        vector=_vector_cycles(problem, tiling, machine) + rescaling,
        keys=contended * sum(loading_cycles(problem, tiling, machine)) + 2 * machine.dma_descriptor_cycles,
        latency=latency,
        waits=machine.systolic_rows + machine.systolic_columns + latency,
        rescaling=rescaling,
        sum_cycles=mix + drain_cycles(machine) + rescaling + machine.vector_latency_cycles,
    )


def _contention(strips: list[tuple[int, int, int]], machine: Machine) -> tuple[float, float, float]:
    """How many times as long a transfer takes as with one core: the first, those of steps in between, and the last."""
    most = max(steps for _, steps, _ in strips)
    meeting, ending = sum(met for _, met, _ in strips) / max(1, most), sum(met == most for _, met, _ in strips)
    first, contended, last = (
        cores * machine.dram_stream_bytes_per_cycle / bytes_per_cycle(machine, cores)
        for cores in (len(strips), max(1, meeting), ending)
    )
    return first, contended, last


def _strips(problem: Problem, tiling: FlashTiling, machine: Machine) -> list[tuple[int, int, int]]:
    """Of every core the tiles of queries that it has, how many of keys these meet, and how many of those are masked."""
    rows = list(_rows(problem, tiling))
    steps, hidden = ([0, *accumulate(counts)] for counts in zip(*rows, strict=True))
    total = _groups(problem, tiling) * len(rows)
    strip = ceil(total / machine.cores)

    def before(tile: int, sums: list[int]) -> int:
        return tile // len(rows) * sums[-1] + sums[tile % len(rows)]

    ranges = [(first, min(first + strip, total)) for first in range(0, total, strip)]
    return [
        (end - first, before(end, steps) - before(first, steps), before(end, hidden) - before(first, hidden))
        for first, end in ranges
    ]


def _row_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float]:
    """Cycles to load a tile of queries, and to store its results, at the bandwidth of the memory."""
    queries = tiling.heads * tiling.batch * tiling.q / machine.dram_stream_bytes_per_cycle
    return queries * problem.width * problem.read_bytes(0), queries * problem.value_width * problem.element_bytes


def _rows(problem: Problem, tiling: FlashTiling) -> Iterator[tuple[int, int]]:
    """For every tile of queries of a head how many tiles of keys it meets, and how many it has to mask."""
    for start in range(0, problem.queries, tiling.q):
        seen = min(problem.keys, start + tiling.q) if problem.is_causal else problem.keys
        steps = ceil(seen / tiling.k)
        yield steps, steps - min(steps, start // tiling.k) if problem.is_causal else 0


def _groups(problem: Problem, tiling: FlashTiling) -> int:
    """Tiles of heads and sequences."""
    return ceil(problem.batch / tiling.batch) * ceil(problem.heads // problem.batch / tiling.heads)


def forward_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the forward kernel's tiles with two slots each."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k = tiling.q, tiling.k
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    wide = _wide_elements(problem, tiling, machine)
    total: float = score * (4 + element + _read_bytes_per_score(problem))
    total += wide * (4 + element) + ceil(q / lanes) * problem.width * problem.tile_bytes(0)
    total += ceil(k / lanes) * (problem.width * problem.tile_bytes(1) + problem.value_width * problem.tile_bytes(2))
    return 2 * (ceil(total) + 8 * 64 + 6 * 4 * q // (lanes if tiling.lanes == "q" else 1))


def running_rows_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """The same of `flash.running_rows`, whose products may have tiles of their own."""
    product = 2 * 4 * _wide_elements(problem, tiling, machine) if adds_later(problem, tiling, machine) else 0
    return forward_scratchpad_bytes(problem, tiling, machine) + product


def _wide_elements(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Elements of a tile of results in the fullest lane."""
    lanes, width = machine.vector_lanes, problem.value_width
    return ceil(tiling.q / lanes) * width if tiling.lanes == "q" else tiling.q * ceil(width / lanes)


def _read_bytes_per_score(problem: Problem) -> int:
    """Bytes of the tiles of the bias and of what dropout keeps."""
    return (4 if problem.has_bias else 0) + (1 if problem.has_dropout else 0)


def backward_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the tiles of the larger backward kernel (for keys and values), with two slots each."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k = tiling.q, tiling.k
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    widths = problem.width + problem.value_width
    total = score * (8 + 2 * element + _read_bytes_per_score(problem))
    total += ceil(q / lanes) * widths * max(element, 4) + ceil(k / lanes) * widths * (4 + 2 * element)
    return 2 * (tiling.heads * tiling.batch * (total + 4 * 4 * ceil(q / lanes)) + 8 * 64)


def gradients_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Estimated core cycles of the one kernel of all gradients (`flash.gradients`): two products of a tile are computed
    during the vector work of the tile before, three behind its own; cores share the key heads. The three behind the
    last loads and the last stores overlap with nothing.
    """
    heads = tiling.heads * tiling.batch
    q, k, d, e = tiling.q, tiling.k, problem.width, problem.value_width
    ahead = sum(product_cycles(problem, heads, q, k, width, machine) for width in (d, e))
    sizes = ((k, e, q), (k, d, q), (q, d, k))
    behind = sum(product_cycles(problem, heads, *size, machine) for size in sizes)
    vector = heads * _gradient_vector_cycles(problem, tiling, machine)
    drain, latency = drain_cycles(machine), machine.memory_latency_cycles
    waits = 2 * drain + machine.systolic_rows + 8 * machine.vector_latency_cycles
    of_key_head = ceil(problem.repeats / tiling.heads)
    units = _groups(problem, tiling) / of_key_head
    busy, groups = min(machine.cores, ceil(units)), ceil(units / machine.cores) * of_key_head
    steps = groups * sum(count for count, _ in _rows(problem, tiling))
    first, loads, stores, last = (
        busy * moved / bytes_per_cycle(machine, busy) for moved in _gradient_bytes(problem, tiling, groups, steps)
    )
    memory = first + loads + max(stores, behind + drain + last)
    return 2 * latency + max(memory, first + overlapped_products_cycles(steps, ahead, vector, behind, waits) + last)


def _gradient_bytes(problem: Problem, tiling: FlashTiling, groups: int, steps: int) -> tuple[float, ...]:
    """Bytes of a core: its first loads, the others, its stores, and the last of these.

    Queries and their results' gradients are loaded twice, keys too, as are values once: with every step, or with every
    key head if a tile holds all its keys.
    """
    q, k, d, e, element = tiling.q, tiling.k, problem.width, problem.value_width, problem.element_bytes
    heads, key_heads = tiling.heads * tiling.batch, tiling.batch * (1 if problem.repeats > 1 else tiling.heads)
    biases = problem.read_per_score(tiling) / element
    rows, of_key_head = groups * ceil(problem.queries / q), ceil(problem.repeats / tiling.heads)
    times = steps if k < problem.keys else groups / of_key_head
    first = heads * q * (d + e) + key_heads * k * (d + e)
    loads = 2 * rows * heads * q * (d + e) + times * key_heads * k * (2 * d + e) + steps * biases
    last = heads * q * d + key_heads * problem.keys * (d + e)
    stores = rows * heads * q * d + groups / of_key_head * key_heads * problem.keys * (d + e)
    return tuple(element * moved for moved in (first, loads - first, stores, last))


def backward_cycles(problem: Problem, tiling: FlashTiling, machine: Machine, of_keys: bool) -> float:
    """Estimated core cycles of the kernel of the queries' gradient, or of that of keys and values (`flash.backward`).

    Arrays and vector unit take turns: the products of a step stand behind all work of the step before. Cores share the
    tiles that stay, of queries or of keys, each of which is scaled and stored at its end.
    """
    heads, element = tiling.heads * tiling.batch, problem.element_bytes
    q, k, d, e = tiling.q, tiling.k, problem.width, problem.value_width
    sizes = [(q, k, d), (q, k, e), *([(k, e, q), (k, d, q)] if of_keys else [(q, d, k)])]
    array = sum(product_cycles(problem, heads, *size, machine) for size in sizes)
    vector = heads * _gradient_vector_cycles(problem, tiling, machine)
    drain, latency = drain_cycles(machine), machine.memory_latency_cycles
    groups = _groups(problem, tiling)
    count = ceil(problem.keys / k) if of_keys else ceil(problem.queries / q)
    tiles = groups * count / (ceil(problem.repeats / tiling.heads) if of_keys else 1)
    busy, of_core = min(machine.cores, ceil(tiles)), ceil(ceil(tiles) / machine.cores)
    steps = ceil(groups * sum(each for each, _ in _rows(problem, tiling)) * of_core / tiles)
    stays, passes = (k, q) if of_keys else (q, k)
    moved = busy * heads * element * (d + e) / bytes_per_cycle(machine, busy)
    biases = busy * problem.read_per_score(tiling) / bytes_per_cycle(machine, busy)
    scaled = heads * ceil(stays / machine.vector_lanes) * d / machine.vector_elements_per_lane
    step = max(
        array + vector + drain + machine.systolic_rows + 8 * machine.vector_latency_cycles, passes * moved + biases
    )
    tile = max(drain + scaled, 2 * stays * moved - step)
    return (stays + passes) * moved + 2 * latency + steps * step + of_core * tile + stays * moved


def _gradient_vector_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Vector unit cycles to differentiate the scores of one head, and to scale the results."""
    along, other = (tiling.q, tiling.k) if tiling.lanes == "q" else (tiling.k, tiling.q)
    scores = ceil(along / machine.vector_lanes) * other
    operations = machine.vector_slots("exponential", "f32") + _DIFFERENTIATE_OPERATIONS
    hidden = 2 / machine.vector_stores_per_cycle if problem.has_bias or problem.is_causal else 0
    operations += 4 if problem.has_dropout else 0  # scale, two selections and their condition
    work = max(
        operations / machine.vector_alus, 2 / machine.vector_loads_per_cycle, 2 / machine.vector_stores_per_cycle
    )
    of_rows = ceil(tiling.q / machine.vector_lanes) * problem.width
    return (scores * (work + hidden) + 2 * of_rows) / machine.vector_elements_per_lane


def gradients_scratchpad_bytes(problem: Problem, tiling: FlashTiling, machine: Machine) -> int:
    """Bytes per lane of the tiles of the one kernel of all gradients."""
    lanes, element = machine.vector_lanes, problem.element_bytes
    q, k, d, e = tiling.q, tiling.k, problem.width, problem.value_width
    score = ceil(q / lanes) * k if tiling.lanes == "q" else ceil(k / lanes) * q
    rows, keys, rounds = ceil(q / lanes), ceil(k / lanes), ceil(problem.keys / k)
    total = 2 * score * (8 + 2 * element + _read_bytes_per_score(problem))
    total += 2 * rows * (2 * (d + e) * element + d * (4 + element) + 3 * 4)
    total += 2 * keys * (2 * d + e) * element
    total += ceil(rounds * k / lanes) * (d + e) * (4 + element) * (1 if rounds > 1 else 2)
    return tiling.heads * tiling.batch * total + 2 * 18 * 64


def _array_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float]:
    score = product_cycles(problem, tiling.heads * tiling.batch, tiling.q, tiling.k, problem.width, machine)
    return score, product_cycles(problem, tiling.heads * tiling.batch, tiling.q, problem.value_width, tiling.k, machine)


def product_cycles(problem: Problem, products: int, m: int, n: int, k: int, machine: Machine) -> float:
    """Cycles of a contraction of several products M x K by K x N on all arrays, with the better stationary operand."""
    rows, columns = machine.systolic_rows, machine.systolic_columns
    rate = _rows_per_cycle(problem, machine)
    best = min(
        shared_folds_cycles(products * ceil(k / rows) * ceil(held / columns), streamed, k, machine, rate)
        for streamed, held in ((m, n), (n, m))
    )
    return best + _ISSUE_CYCLES


def _rows_per_cycle(problem: Problem, machine: Machine) -> float:
    """Rows of queries, keys and weights that an array takes per cycle."""
    names = ("f32",) if problem.element_bytes >= 4 else ("bf16", "f16")
    return min(machine.systolic_rows_per_cycle.get(name, 1.0) for name in names)


def _score_cycles(tiling: FlashTiling, machine: Machine) -> float:
    """Vector unit cycles of one operation on every score of a tile."""
    along, other = (tiling.q, tiling.k) if tiling.lanes == "q" else (tiling.k, tiling.q)
    vectors = ceil(along / machine.vector_lanes) * other / machine.vector_elements_per_lane
    return vectors / machine.vector_alus


def biased_vector_cycles(problem: Problem, machine: Machine) -> float:
    """Vector unit cycles to scale a vector of scores and to add the bias, or what bools select."""
    operations = 4 if problem.bias_bytes == 1 else 2
    loads = (1 + problem.bias_bytes / 4) / machine.vector_loads_per_cycle
    return max(operations / machine.vector_alus, loads, 1 / machine.vector_stores_per_cycle)


def dropout_vector_cycles(problem: Problem, machine: Machine) -> float:
    """Vector unit cycles to drop weights of a vector of them."""
    return 2 / machine.vector_alus if problem.has_dropout else 0.0


def _vector_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    lanes, scores = machine.vector_lanes, _score_cycles(tiling, machine)
    cycles = _VECTOR_OPERATIONS * scores
    cycles += scores * machine.vector_alus * biased_vector_cycles(problem, machine) if problem.bias_bytes else 0
    cycles += scores * machine.vector_alus * dropout_vector_cycles(problem, machine)
    if tiling.lanes == "k":  # two reductions and one broadcast over the lanes
        cycles += 3 * tiling.q * lanes / machine.cross_lane_elements_per_cycle
    return cycles


def _rescaling_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> float:
    """Vector unit cycles to multiply the sums of a tile of queries with a factor per query."""
    elements = _wide_elements(problem, tiling, machine)
    return elements / machine.vector_elements_per_lane / min(machine.vector_alus, machine.vector_stores_per_cycle)


def loading_cycles(problem: Problem, tiling: FlashTiling, machine: Machine) -> tuple[float, float]:
    """Cycles to load a tile of keys, of the bias and of what dropout keeps, and one of values, of one head."""
    scored = tiling.k * problem.width * problem.read_bytes(1) + problem.read_per_score(tiling)
    mixed = tiling.k * problem.value_width * problem.read_bytes(2)
    return scored / machine.dram_stream_bytes_per_cycle, mixed / machine.dram_stream_bytes_per_cycle


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
