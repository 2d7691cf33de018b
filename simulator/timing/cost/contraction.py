"""Contractions on the systolic arrays: recognition among `linalg` operations, and cost.

Weight stationary: an array of R rows and C columns holds a K-slice of at most R by an N-slice of at most C of one
operand (a fold) while T rows of the other stream through it. The formulas are those of SCALE-Sim's weight-stationary
dataflow (Samajdar et al., ISPASS 2020), with the weight load of a fold hidden behind the streaming of the one before.

A convolution's channels lie across the lanes, and what a window has of one channel lies in one lane. Rows of an array
for several taps of a channel need that lane's elements side by side in other lanes: im2col on the way into the array,
which takes hardware (`systolic_im2col`). Without it every tap is a pass: the arrays hold its weights, channels down the
rows and filters across the columns, and the image streams past them as it lies in the lanes.
"""

from dataclasses import dataclass, replace
from math import ceil, prod
from typing import NamedTuple

from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.structured import Operand, Structured

_MULTIPLY = ("arith.mulf", "arith.muli")
_ADD = ("arith.addf", "arith.addi")
_CAST = ("arith.extf", "arith.truncf", "arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp")


@dataclass(frozen=True)
class Contraction:
    """Extents of `out[b, m, n] += sum over k of left[b, m, k] * right[b, k, n]`, several loop dimensions in each.

    Attributes:
        m_row, n_row: extents of the innermost dimensions of `m` and `n`; None where there is one dimension.
        m_taps, n_taps, k_taps: equal parts of an extent that do not share an array's rows or columns.
        held: the operands that the arrays can hold, as the extent of its own that lies across the columns.
    """

    batch: int
    m: int
    n: int
    k: int
    input_types: tuple[str, str]
    m_row: int | None = None
    n_row: int | None = None
    m_taps: int = 1
    n_taps: int = 1
    k_taps: int = 1
    held: tuple[str, ...] = ("n", "m")

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
    stationary values would not be reused; of one element it does not count where there are several sums), its body is a
    multiply-accumulate (casts allowed), and the machine's arrays support both element types.
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
    own = (left.dims - right.dims, right.dims - left.dims)
    batch, m, n = map(loops.size, (left.dims & right.dims & loops.parallel, *own))
    if batch > 1 and m * n == 1:
        return None
    contraction = Contraction(
        batch=batch,
        m=m,
        n=n,
        k=loops.size(reduced),
        input_types=types,
        m_row=_innermost(loops, own[0]),
        n_row=_innermost(loops, own[1]),
    )
    return contraction if machine.systolic_im2col else _tap_by_tap(contraction, loops, own, reduced)


def _tap_by_tap(
    contraction: Contraction, loops: Structured, own: tuple[frozenset[int], frozenset[int]], reduced: frozenset[int]
) -> Contraction:
    """The contraction without im2col: taps do not share rows or columns, and windows that are summed over stream."""
    taps = [_tap_dims(operand, dims) for operand, dims in zip(loops.inputs, own, strict=True)]
    summed = [loops.size(reduced & each) for each in taps]
    held = tuple(side for side, count in (("n", summed[1]), ("m", summed[0])) if count == 1)
    return replace(
        contraction,
        m_taps=loops.size(own[0] & taps[0]),
        n_taps=loops.size(own[1] & taps[1]),
        k_taps=loops.size(reduced & (taps[0] | taps[1])),
        held=held or contraction.held,
    )


def _tap_dims(operand: Operand, own: frozenset[int]) -> frozenset[int]:
    """Dimensions of an operand's windows that would have to leave the lane of their channel to fill an array.

    They are on the channels' side: reduced in a convolution, whose positions are the operand's own; its own in the
    gradient of the weights, where the positions are reduced and fill the rows from within the lanes.
    """
    return operand.window_dims & own if own.intersection(operand.lane_dims) else operand.window_dims - own


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
    """Folds and cycles per fold, with the better operand stationary.

    folds = batch * ceil(K / R) * ceil(N / C), with a separate ceil per tap if taps in K or N do not share rows or
    columns; every fold streams M rows at the rate of the slower input type, in parts where the accumulators
    hold fewer rows of partial sums, and needs as many rows of weights as it uses of the array (K is cut evenly).
    Without double buffering the array stands still meanwhile: the load is part of the fold's streaming time. The last
    result leaves R + C - 2 cycles after the last row went in (skew of the rows plus skew of the columns).
    """
    rate = min(machine.systolic_rows_per_cycle[element_type] for element_type in contraction.input_types)
    cost = _DATAFLOWS[machine.systolic_dataflow]
    m = _Side(contraction.m, contraction.m_taps, contraction.m_row)
    n = _Side(contraction.n, contraction.n_taps, contraction.n_row)
    sides = {"n": (m, n), "m": (n, m)}
    held = ("n",) if machine.systolic_held_operand == "right" else contraction.held
    choices = [cost(*sides[side], contraction, rate, machine) for side in held]
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
    stream = _stream_cycles(streamed / parts, None, load, rate, machine) + machine.systolic_fold_stall_cycles
    return parts * (max(stream, load) if machine.systolic_double_buffered_weights else stream + load)


def shared_folds_cycles(folds: int, streamed: float, k: float, machine: Machine, rate: float = 1.0) -> float:
    """Cycles in which all arrays work through `folds` tiles of weights, for estimates: as the engine shares them out,
    arrays that a last round would leave idle take part of its streamed rows.

    Args:
        streamed, k, rate: as for `fold_cycles`.
    """
    parts, stall = _parts(streamed, machine), machine.systolic_fold_stall_cycles
    rounds, left = divmod(folds * parts, machine.systolic_arrays)
    fold = fold_cycles(streamed, k, machine, rate) / parts
    rest = stall + (fold - stall) / (machine.systolic_arrays // left) if left else 0.0
    return rounds * fold + rest


def _parts(streamed: float, machine: Machine) -> int:
    """Folds per tile of weights, so that the accumulators hold the partial sums of each fold."""
    held = machine.systolic_accumulator_rows
    return max(1, ceil(streamed / held)) if held else 1


def _period(cost: ArrayCost, machine: Machine) -> int:
    """Cycles from one fold to the next."""
    return max(cost.streamed_rows + machine.systolic_fold_stall_cycles, cost.weight_load_rows)


def cut(extent: int, taps: int, size: int) -> int:
    """Parts of an extent that fill `size` rows or columns each, every tap for itself."""
    return taps * ceil(extent // taps / size)


class _Side(NamedTuple):
    """An own extent, its taps that do not share rows or columns, its innermost dimension if there are several."""

    extent: int
    taps: int
    row: int | None


def _weights_held(streams: _Side, held: _Side, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    rows, columns = machine.systolic_rows, machine.systolic_columns
    peak = machine.systolic_arrays * rows * columns * rate
    parts, load = _parts(streams.extent, machine), weight_load_cycles(contraction.k // contraction.k_taps, machine)
    stream = ceil(_stream_cycles(ceil(streams.extent / parts), streams.row, load, rate, machine))
    deep = cut(contraction.k, contraction.k_taps, rows)
    hidden = machine.systolic_double_buffered_weights
    return ArrayCost(
        folds=prod((contraction.batch, deep, cut(held.extent, held.taps, columns), parts)),
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


def _outputs_held(down: _Side, across: _Side, contraction: Contraction, rate: float, machine: Machine) -> ArrayCost:
    """Output stationary, as in SCALE-Sim: a fold is R x C results, to which both operands stream for K steps.

    Results are then shifted out through the R rows: during the next fold's streaming with double buffering (max(K, R)
    cycles per fold), else before it (K + R). A single fold takes K + (R + C - 2) of skew + R, as in SCALE-Sim. The
    reduction is sequential, so taps in K share rows and columns.
    """
    rows, columns = machine.systolic_rows, machine.systolic_columns
    stream = ceil(contraction.k / rate)
    hidden = machine.systolic_double_buffered_weights
    return ArrayCost(
        folds=prod((contraction.batch, cut(down.extent, down.taps, rows), cut(across.extent, across.taps, columns))),
        streamed_rows=max(stream, rows) if hidden else stream + rows,
        weight_load_rows=0,
        drain_cycles=rows + columns - 2 + min(rows, stream) * hidden,
        ideal_cycles=contraction.macs / (machine.systolic_arrays * rows * columns * rate),
    )


_DATAFLOWS = {"weight_stationary": _weights_held, "output_stationary": _outputs_held}
