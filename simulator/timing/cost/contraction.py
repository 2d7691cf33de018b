"""Contractions on the systolic arrays: recognition among `linalg` operations, and cost.

Weight stationary: an array of R rows and C columns holds a K-slice of at most R by an N-slice of at most C of one
operand (a fold) while T rows of the other stream through it. The formulas are those of SCALE-Sim's weight-stationary
dataflow (Samajdar et al., ISPASS 2020), with the weight load of a fold hidden behind the streaming of the one before.
"""

from dataclasses import dataclass
from math import ceil, prod

from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.structured import Structured

_MULTIPLY = ("arith.mulf", "arith.muli")
_ADD = ("arith.addf", "arith.addi")
_CAST = ("arith.extf", "arith.truncf", "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp")


@dataclass(frozen=True)
class Contraction:
    """Extents of `out[b, m, n] += sum over k of left[b, m, k] * right[b, k, n]`, several loop dimensions in each."""

    batch: int
    m: int
    n: int
    k: int
    input_types: tuple[str, str]

    @property
    def macs(self) -> int:
        """Multiply-accumulates."""
        return self.batch * self.m * self.n * self.k


@dataclass(frozen=True)
class ArrayCost:
    """Folds, cycles per fold to stream and to load weights, the drain, and the cycles at peak rate."""

    folds: int
    streamed_rows: int
    weight_load_rows: int
    drain_cycles: int
    ideal_cycles: float


def as_contraction(loops: Structured, machine: Machine) -> Contraction | None:
    """The loops as a contraction, or None if they run on the vector unit.

    A contraction reduces over a dimension of both inputs, at least one input has a dimension that the other lacks (else
    stationary values would not be reused), its body is a multiply-accumulate (casts allowed), and the machine's arrays
    support both element types.
    """
    if len(loops.inputs) != 2 or len(loops.outputs) != 1 or not _is_multiply_accumulate(loops):
        return None
    left, right = loops.inputs
    if left.tile is None or right.tile is None:
        return None
    reduced = (left.dims & right.dims) - loops.outputs[0].dims
    types = (left.tile.element_type, right.tile.element_type)
    if not reduced or left.dims == right.dims:
        return None
    if (left.dims | right.dims) - loops.parallel != reduced or not _types_fit(types, machine):
        return None
    return Contraction(
        batch=loops.size(left.dims & right.dims & loops.parallel),
        m=loops.size(left.dims - right.dims),
        n=loops.size(right.dims - left.dims),
        k=loops.size(reduced),
        input_types=types,
    )


def _types_fit(types: tuple[str, str], machine: Machine) -> bool:
    return all(element_type in machine.systolic_rows_per_cycle for element_type in types)


def _is_multiply_accumulate(loops: Structured) -> bool:
    """Whether the body is yield(out + cast*(left) * cast*(right)), in any order of the operands."""
    arguments = list(loops.block.arguments)
    steps = [op for op in loops.body if op.name not in _CAST]
    if len(arguments) != 3 or [op.name for op in steps[2:]] != ["linalg.yield"]:
        return False
    multiply, add, end = steps
    if multiply.name not in _MULTIPLY or add.name not in _ADD:
        return False
    factors = {_without_casts(value) for value in multiply.operands}
    terms = {_without_casts(value) for value in add.operands}
    return (
        factors == set(arguments[:2])
        and terms == {arguments[2], multiply.results[0]}
        and _without_casts(end.operands[0]) == add.results[0]
    )


def _without_casts(value: object) -> object:
    owner = getattr(getattr(value, "owner", None), "operation", None)
    return _without_casts(owner.operands[0]) if owner is not None and owner.name in _CAST else value


def array_cost(contraction: Contraction, machine: Machine) -> ArrayCost:
    """Folds and cycles per fold, with the better operand stationary.

    folds = batch * ceil(K / R) * ceil(N / C); every fold streams M rows at the rate of the slower input type, in parts
    where the accumulators hold fewer rows of partial sums, and needs as many rows of weights as it uses of the array (K
    is cut evenly). Without double buffering the array stands still meanwhile: the load is part of the fold's streaming
    time. The last result leaves R + C - 2 cycles after the last row went in (skew of the rows plus skew of the
    columns).
    """
    rate = min(machine.systolic_rows_per_cycle[element_type] for element_type in contraction.input_types)
    cost = _DATAFLOWS[machine.systolic_dataflow]
    choices = (cost(contraction.m, contraction.n, contraction, rate, machine),
               cost(contraction.n, contraction.m, contraction, rate, machine))  # fmt: skip
    return min(choices, key=lambda choice: (choice.folds * _period(choice, machine), choice.folds))


def weight_load_cycles(k: int, machine: Machine) -> int:
    """Cycles to load the weights of one fold of a reduction over K that is cut evenly into folds."""
    height = ceil(k / ceil(k / machine.systolic_rows))
    return ceil(height / machine.systolic_weight_rows_per_cycle)


def fold_cycles(streamed: float, k: float, machine: Machine, rate: float = 1.0) -> float:
    """Cycles for which a tile of weights occupies an array, for estimates: all parts, with weight loads hidden.

    Args:
        streamed: number of streamed rows.
        k: length of the reduction, of which the tile holds one of the even parts.
        rate: rows per cycle.
    """
    parts = _parts(streamed, machine)
    load = weight_load_cycles(max(1, ceil(k)), machine)
    stream = streamed / parts / rate + machine.systolic_fold_stall_cycles
    return parts * (max(stream, load) if machine.systolic_double_buffered_weights else stream + load)


def _parts(streamed: float, machine: Machine) -> int:
    """Folds per tile of weights, so that the accumulators hold the partial sums of each fold."""
    held = machine.systolic_accumulator_rows
    return max(1, ceil(streamed / held)) if held else 1


def _period(cost: ArrayCost, machine: Machine) -> int:
    """Cycles from one fold to the next."""
    return max(cost.streamed_rows + machine.systolic_fold_stall_cycles, cost.weight_load_rows)


def _weights_held(streamed: int, held: int, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    rows, columns = machine.systolic_rows, machine.systolic_columns
    peak = machine.systolic_arrays * rows * columns * rate
    parts = _parts(streamed, machine)
    stream, load = ceil(ceil(streamed / parts) / rate), weight_load_cycles(contraction.k, machine)
    hidden = machine.systolic_double_buffered_weights
    return ArrayCost(
        folds=prod((contraction.batch, ceil(contraction.k / rows), ceil(held / columns), parts)),
        streamed_rows=stream if hidden else load + stream,
        weight_load_rows=load if hidden else 0,
        drain_cycles=rows + columns - 2,
        ideal_cycles=contraction.macs / peak,
    )


def _outputs_held(down: int, across: int, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    """Output stationary, as in SCALE-Sim: a fold is R x C results, to which both operands stream for K steps.

    Results are then shifted out through the R rows: during the next fold's streaming with double buffering (max(K, R)
    cycles per fold), else before it (K + R). A single fold takes K + (R + C - 2) of skew + R, as in SCALE-Sim.
    """
    rows, columns = machine.systolic_rows, machine.systolic_columns
    stream = ceil(contraction.k / rate)
    hidden = machine.systolic_double_buffered_weights
    return ArrayCost(
        folds=prod((contraction.batch, ceil(down / rows), ceil(across / columns))),
        streamed_rows=max(stream, rows) if hidden else stream + rows,
        weight_load_rows=0,
        drain_cycles=rows + columns - 2 + min(rows, stream) * hidden,
        ideal_cycles=contraction.macs / (machine.systolic_arrays * rows * columns * rate),
    )


_DATAFLOWS = {"weight_stationary": _weights_held, "output_stationary": _outputs_held}
