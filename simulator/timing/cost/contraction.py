"""Contractions on the systolic arrays: which `linalg` operations are one, and what they cost.

Weight stationary: an array of R rows and C columns holds a K-slice of at most R by an N-slice of at most C of one
operand (a fold) while T rows of the other stream through it. The formulas are those of SCALE-Sim's weight-stationary
dataflow (Samajdar et al., ISPASS 2020), with the weight load of a fold hidden behind the streaming of the one before.
"""

from dataclasses import dataclass, replace
from math import ceil, prod

from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.structured import Structured

_MULTIPLY = ("arith.mulf", "arith.muli")
_ADD = ("arith.addf", "arith.addi")
_CAST = ("arith.extf", "arith.truncf", "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp")


@dataclass(frozen=True)
class Contraction:
    """Extents of `out[b, m, n] += sum over k of left[b, m, k] * right[b, k, n]`, several loop dimensions in each.

    `m_row` and `n_row` are the extents of the innermost dimensions of `m` and `n`; None where there is one dimension.
    """

    batch: int
    m: int
    n: int
    k: int
    input_types: tuple[str, str]
    m_row: int | None = None
    n_row: int | None = None

    @property
    def macs(self) -> int:
        """Multiply-accumulates."""
        return self.batch * self.m * self.n * self.k


@dataclass(frozen=True)
class ArrayCost:
    """Folds, cycles per fold to stream and to load weights, the drain; and the cycles of the work at peak rate."""

    folds: int
    streamed_rows: int
    weight_load_rows: int
    drain_cycles: int
    ideal_cycles: float


def as_contraction(loops: Structured, machine: Machine) -> Contraction | None:
    """The contraction that the loops are, or None when they run on the vector unit.

    A contraction reduces over a dimension both inputs have, one input at least has a dimension of its own (else nothing
    held in the arrays would be used twice), its body is a multiply-accumulate (casts allowed), and the machine's arrays
    take both element types.
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
        m_row=_innermost(loops, left.dims - right.dims),
        n_row=_innermost(loops, right.dims - left.dims),
    )


def _innermost(loops: Structured, dims: frozenset[int]) -> int | None:
    return loops.ranges[max(dims)] if len(dims) > 1 else None


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
    """Folds and cycles per fold, with the operand that makes the better stationary one held in the arrays.

    folds = batch * ceil(K / R) * ceil(N / C); every fold streams M rows at the rate of the slower input type, in parts
    where the accumulators hold fewer rows of partial sums, and needs as many rows of weights as it uses of the array (K
    is cut evenly). Without double buffering the array stands still meanwhile: the load is part of the fold's streaming
    time. The last result leaves R + C - 2 cycles after the last row went in (skew of the rows plus skew of the
    columns).
    """
    rate = min(machine.systolic_rows_per_cycle[element_type] for element_type in contraction.input_types)
    cost = _DATAFLOWS[machine.systolic_dataflow]
    right_held = cost(contraction.m, contraction.n, contraction, rate, machine)
    if machine.systolic_held_operand == "right":
        return right_held
    turned = replace(contraction, m_row=contraction.n_row, n_row=contraction.m_row)
    choices = (right_held, cost(contraction.n, contraction.m, turned, rate, machine))
    return min(choices, key=lambda choice: (choice.folds * _period(choice, machine), choice.folds))


def weight_load_cycles(k: int, machine: Machine) -> int:
    """Cycles to load the weights of one fold of a reduction over K that is cut evenly into folds."""
    height = ceil(k / ceil(k / machine.systolic_rows))
    return ceil(height / machine.systolic_weight_rows_per_cycle)


def fold_cycles(streamed: float, k: float, machine: Machine, rate: float = 1.0) -> float:
    """Cycles that one array is taken by one tile of weights, for estimates: all its parts, loads of weights hidden.

    Args:
        streamed: rows that stream past the weights.
        k: length of the reduction, of which the tile holds one of the even parts.
        rate: rows per cycle.
    """
    parts = _parts(streamed, machine)
    load = weight_load_cycles(max(1, ceil(k)), machine)
    stream = _stream_cycles(streamed / parts, None, load, rate, machine) + machine.systolic_fold_stall_cycles
    return parts * (max(stream, load) if machine.systolic_double_buffered_weights else stream + load)


def _parts(streamed: float, machine: Machine) -> int:
    """Folds that one tile of weights takes, so that the accumulators hold the partial sums of each."""
    held = machine.systolic_accumulator_rows
    return max(1, ceil(streamed / held)) if held else 1


def _period(cost: ArrayCost, machine: Machine) -> int:
    """Cycles from one fold to the next."""
    return max(cost.streamed_rows + machine.systolic_fold_stall_cycles, cost.weight_load_rows)


def _weights_held(streamed: int, held: int, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    rows, columns = machine.systolic_rows, machine.systolic_columns
    peak = machine.systolic_arrays * rows * columns * rate
    parts, load = _parts(streamed, machine), weight_load_cycles(contraction.k, machine)
    stream = ceil(_stream_cycles(ceil(streamed / parts), contraction.m_row, load, rate, machine))
    hidden = machine.systolic_double_buffered_weights
    return ArrayCost(
        folds=prod((contraction.batch, ceil(contraction.k / rows), ceil(held / columns), parts)),
        streamed_rows=stream if hidden else load + stream,
        weight_load_rows=load if hidden else 0,
        drain_cycles=rows + columns - 2,
        ideal_cycles=contraction.macs / peak,
    )


def _stream_cycles(streamed: float, row: int | None, load: int, rate: float, machine: Machine) -> float:
    """Cycles in which rows stream past one fold's weights.

    With `systolic_instruction_rows` several instructions make up the fold, each for that many neighbouring rows at most
    of the innermost dimension. The first takes at least as long as the load of its successor's weights. All of them
    hold their place among the `systolic_instructions_in_flight` from issue to completion, which takes the instruction's
    rows and `systolic_instruction_latency_cycles`.

    Args:
        row: extent of the innermost dimension; None: all rows are neighbours.
    """
    longest = machine.systolic_instruction_rows
    if not longest:
        return streamed / rate
    neighbours = min(row or streamed, streamed)
    rest = neighbours % longest
    cycles = neighbours // longest * _instruction_cycles(longest, rate, machine)
    cycles += _instruction_cycles(rest, rate, machine) if rest else 0
    first = _instruction_cycles(min(longest, neighbours), rate, machine)
    return cycles * streamed / neighbours + max(0.0, load - first)


def _instruction_cycles(rows: float, rate: float, machine: Machine) -> float:
    """Cycles between an instruction and the next, for many of the same length."""
    stream = rows / rate
    return max(stream, (stream + machine.systolic_instruction_latency_cycles) / machine.systolic_instructions_in_flight)


def _outputs_held(down: int, across: int, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    """Output stationary (SCALE-Sim's): a fold is R x C results, to which both operands stream for K steps.

    Its results are then shifted out through the R rows: behind the next fold's streaming with double buffering (a fold
    takes max(K, R) cycles), else before it (K + R). Alone: K + (R + C - 2) of skew + R, as in SCALE-Sim.
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
