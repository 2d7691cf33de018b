"""Estimated cycles and scratchpad of matrix products.

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
- the accumulator has two slots, so that of two tiles of the result the contractions, the drain and what the vector unit
  does to them take at least as long as one of them alone;
- loads are issued in order, so the next tile of the outer loop's operand is loaded while the last two tiles of the
  inner loop are contracted; what it takes longer is lost;
- before the first contraction its loads, and after the last one the store of its result, overlap with nothing.

So the total is either all transfers, with the last contraction and the passes over its result between the last load and
the last store, or the first loads, the longest of arrays, vector and latency, and the last store.
Several cores share the products of a batch or the iterations of the outer loop; the busiest one counts.
"""

from math import ceil

from npusim.mlir_templates.common.cost_model import bytes_per_cycle, drain_cycles, round_up
from npusim.mlir_templates.gemm.problem import GemmTiling, Product
from npusim.simulator.machine import Machine

_ISSUE_CYCLES = 16
_VECTOR_PASSES = 3
_ACCUMULATOR_SLOTS = 2


def estimate_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Estimated core cycles of a product with a tiling (the model above)."""
    nm, nn, nk = _counts(product, tiling)
    rounds, busy = _shares(product, tiling, machine)
    slower = bytes_per_cycle(machine, machine.cores) / bytes_per_cycle(machine, busy)
    left, right, result = (slower * cycles for cycles in _transfers(product, tiling, machine))
    memory = slower * product.batch * memory_cycles(product, tiling, machine)
    tiles = product.batch * nm * nn
    loads = memory - product.batch * result
    contraction = _contraction_cycles(product, tiling, machine) * (1 + len(product.siblings))
    drain = drain_cycles(machine)
    latency = machine.memory_latency_cycles
    arrays = rounds * nk * (contraction + _ISSUE_CYCLES)
    vector: float = rounds * _VECTOR_PASSES * ceil(tiling.m * tiling.n / machine.vector_elements_per_cycle)
    prologues = product.batch * _prologue_cycles(product, tiling, machine)
    epilogues = product.batch * _epilogue_cycles(product, machine) + tiles * product.epilogue.waiting_cycles(machine)
    vector += (prologues + epilogues) / machine.cores
    result_vector = (vector - prologues / machine.cores) / rounds
    behind = result_vector + drain + latency
    arrays += product.batch * _exposed_prologue_cycles(product, tiling, machine, contraction, behind)
    iteration = (busy * loads + prologues) / (tiles * nk) + latency + contraction + machine.systolic_rows + drain
    finish = drain + latency + result / (nm * nn) + epilogues / tiles
    chain = max(rounds * nk * iteration, rounds * (contraction + finish)) / tiling.slots
    chain = max(chain, rounds * (nk * contraction + drain + result_vector) / _ACCUMULATOR_SLOTS)
    first, last = left / (nm * nk) + right / (nk * nn), result / (nm * nn)
    outer = product.batch * (nm if tiling.m_outer else nn) if tiling.k_resident else 1
    stalls = (outer - 1) * max(0.0, first + latency - tiling.slots * contraction)
    memory += 2 * tiles * nk * machine.dma_descriptor_cycles
    last += epilogues / tiles
    stalls += 0 if tiling.share_batch or machine.cores == 1 else (product.batch - 1) * (first + last + drain + latency)
    memory += 2 * latency + contraction + drain + result_vector
    return max(memory, first + max(arrays, vector, chain) + stalls + last + drain + 2 * latency)


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
        for each in (product.right, *product.siblings)
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
    rights = sum(right.computing_cycles(shape, tile, lanes) for right in (product.right, *product.siblings))
    return left * left_reads + rights * right_reads


def memory_cycles(product: Product, tiling: GemmTiling, machine: Machine) -> float:
    """Cycles that all transfers take one after the other."""
    nm, nn, _ = _counts(product, tiling)
    left, right, result = _transfers(product, tiling, machine)
    left_reads, right_reads = _reads(tiling, nm, nn)
    epilogue = product.m * product.n * product.epilogue.bytes_read / machine.memory_bytes_per_cycle
    return left * left_reads + right * right_reads + result + epilogue


def scratchpad_bytes(product: Product, tiling: GemmTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with their slots; n lies across the lanes of the result."""
    lanes = machine.vector_lanes
    left = product.left.lane_bytes(tiling.m, tiling.k, lanes)
    right = sum(each.lane_bytes(tiling.k, tiling.n, lanes) for each in (product.right, *product.siblings))
    result = ceil(tiling.n / lanes) * tiling.m
    accumulators = result * (product.accumulator_bytes * (1 + len(product.siblings)) + product.epilogue.tile_bytes)
    operands = round_up(left, 64) + round_up(right, 64)
    return tiling.slots * operands + _ACCUMULATOR_SLOTS * round_up(accumulators, 64)


def _counts(product: Product, tiling: GemmTiling) -> tuple[int, int, int]:
    """Tiles along M, N and K; at least one."""
    sizes = ((product.m, tiling.m), (product.n, tiling.n), (product.k, tiling.k))
    nm, nn, nk = (ceil(max(size, 1) / tile) for size, tile in sizes)
    return nm, nn, nk


def _transfers(product: Product, tiling: GemmTiling, machine: Machine) -> tuple[float, float, float]:
    """Cycles to move each matrix once; siblings count with the right one."""
    rights = (product.right, *product.siblings)
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
