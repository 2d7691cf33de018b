"""Cycles of a convolution's contractions: on the arrays, or on the vector unit, which computes depthwise ones and those
of types that the arrays lack.
"""

from math import ceil, prod

from npusim.mlir_templates.common.contractions import ContractionCycles, TileAxes, vector_contraction
from npusim.mlir_templates.common.cost_model import drain_cycles
from npusim.mlir_templates.conv.problem import ConvTiling, Problem
from npusim.mlir_templates.conv.taps import TAPS_AT_ONCE
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import shared_folds_cycles, weight_load_cycles
from npusim.simulator.timing.cost.op_classes import operation_class

_WORD_BYTES = 4


def contraction(problem: Problem, tiling: ConvTiling, machine: Machine) -> ContractionCycles:
    """The contractions of one iteration: of all phases of a tile."""
    if problem.depthwise:
        return _depthwise(problem, tiling, machine)
    if problem.vector_types is not None:
        return _on_vector_unit(problem, tiling, machine)
    return _on_arrays(problem, tiling, machine)


def _on_arrays(problem: Problem, tiling: ConvTiling, machine: Machine) -> ContractionCycles:
    """With the better stationary operand where taps share rows; else the weights are."""
    rows, columns = machine.systolic_rows, machine.systolic_columns
    streamed, taps = tiling.images * prod(tiling.positions) / problem.up, problem.taps_of_phase
    passes = 1 if machine.systolic_im2col else taps
    reduced = tiling.channels * taps / passes
    folds = ceil(ceil(reduced / rows) * passes)
    one = shared_folds_cycles(folds * ceil(tiling.filters / columns), streamed, reduced, machine)
    other = shared_folds_cycles(folds * ceil(streamed / columns), tiling.filters, reduced, machine)
    each = problem.phases * (min(one, other) if passes == 1 else one)
    kernel = prod(window.kernel for window in problem.windows) if machine.systolic_im2col else 1
    return ContractionCycles(each, weight_load_cycles(tiling.channels * kernel, machine), drain_cycles(machine))


def _on_vector_unit(problem: Problem, tiling: ConvTiling, machine: Machine) -> ContractionCycles:
    """A phase's mean number of taps stands for those of each."""
    assert problem.vector_types is not None
    positions = ceil(prod(tiling.positions) / problem.up)
    loops = {"n": tiling.images, "y": tiling.filters, "s": positions, "c": tiling.channels}
    loops["k"] = max(1, round(problem.taps_of_phase))
    axes = {name: ((name,), size) for name, size in loops.items()}
    window = (("s", "k") if loops["k"] > 1 else ("s",), prod(problem.spans(tiling.positions)))
    image = TileAxes((axes["n"], axes["c"], window), "c")
    weights = TileAxes((axes["y"], axes["c"], axes["k"]), "y")
    result = TileAxes((axes["n"], axes["y"], axes["s"]), "y")
    one = vector_contraction(loops, (image, weights), result, problem.vector_types, machine)
    return one._replace(each=problem.phases * one.each, vector=problem.phases * one.vector)


def _depthwise(problem: Problem, tiling: ConvTiling, machine: Machine) -> ContractionCycles:
    """Sums over a few taps at a time, each of which waits for the one before."""
    positions = tiling.images * prod(tiling.positions)
    taps = prod(sum(phase.taps for phase in window.phases) / window.up for window in problem.windows)
    lane = positions * ceil(tiling.filters / machine.vector_lanes)
    vectors, kind = ceil(lane / machine.vector_elements_per_lane), _sums_type(problem)
    step = machine.vector_op_latency_cycles(operation_class("arith.addf"), kind)
    waits = ceil(taps / TAPS_AT_ONCE) * machine.vector_latency_cycles + taps * step
    each = vectors * taps * _tap_cycles(problem, machine) + waits
    stores = vectors * problem.accumulator_bytes / _WORD_BYTES / machine.vector_stores_per_cycle
    return ContractionCycles(each, 0.0, 0.0, vector=each, clear=stores + machine.vector_latency_cycles)


def _sums_type(problem: Problem) -> str:
    return "f64" if problem.accumulator_bytes > _WORD_BYTES else "f32"


def _tap_cycles(problem: Problem, machine: Machine) -> float:
    """Cycles of the vector unit for a tap of a vector of a depthwise convolution's results: a product and a sum, each
    factor extended before where it is narrower, and the image's vector read; the sums are read and written for many
    taps at once.
    """
    extended, kind = problem.element_bytes < problem.accumulator_bytes, _sums_type(problem)
    slots = 2 * machine.vector_slots(operation_class("arith.addf"), kind)
    slots += 2 * extended * machine.vector_slots(operation_class("arith.extf"), kind)
    read = problem.element_bytes / _WORD_BYTES + 1 / TAPS_AT_ONCE
    return max(slots / machine.vector_alus, read / machine.vector_loads_per_cycle)
