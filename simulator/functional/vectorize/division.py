"""Division of a vector by a scalar without the slow division instruction.

With r the rounded reciprocal, q = x * r is off by at most a few units in the last place, and q + r * (x - q * s) is
the correctly rounded quotient (Markstein, "Computation of elementary functions on the IBM RISC System/6000
processor", 1990), unless r is not a normal number or the quotient is infinite or denormal. One branch on the scalar
serves all lanes. Processors without fused multiply-add divide.
"""

from typing import Any

from npusim.simulator.functional.vectorize.builder import Builder
from npusim.simulator.ir.mlir import ir, scf
from npusim.simulator.native.host_cpu import chosen_processor

Value = Any

_LARGEST_EXPONENT = {32: 120, 64: 1000}
_PREDICATES = {"olt": 4, "ogt": 2}


def divide_by_scalar(builder: Builder, x: Value, divisor: Value, lanes: int) -> Value:
    """x / divisor for a vector of f32 or f64."""
    if not chosen_processor().fuses:
        return builder.op("arith.divf", x.type, [x, builder.widen(divisor, lanes)])
    element = divisor.type
    exponent = _LARGEST_EXPONENT[int(element.width)]
    magnitude = builder.op("math.absf", element, [divisor])
    above = _compare(builder, "ogt", magnitude, 2.0**-exponent)
    below = _compare(builder, "olt", magnitude, 2.0**exponent)
    regular = builder.op("arith.andi", builder.i1, [above, below])
    one = builder.constant(ir.FloatAttr.get(element, 1.0), None)
    reciprocal = builder.op("arith.divf", element, [one, divisor])
    branch = scf.IfOp(regular, [x.type], has_else=True)
    with ir.InsertionPoint(branch.then_block):
        scf.yield_([_corrected(builder, x, builder.widen(divisor, lanes), builder.widen(reciprocal, lanes))])
    with ir.InsertionPoint(branch.else_block):
        scf.yield_([builder.op("arith.divf", x.type, [x, builder.widen(divisor, lanes)])])
    return branch.operation.results[0]


def _corrected(builder: Builder, x: Value, divisor: Value, reciprocal: Value) -> Value:
    quotient = builder.op("arith.mulf", x.type, [x, reciprocal])
    negated = builder.op("arith.negf", x.type, [quotient])
    remainder = builder.op("vector.fma", x.type, [negated, divisor, x])
    corrected = builder.op("vector.fma", x.type, [remainder, reciprocal, quotient])
    # a correction of +0 takes the sign of a quotient of -0
    corrected = builder.op("math.copysign", x.type, [corrected, quotient])
    # the remainder of an infinite x is NaN
    finite = _compare(builder, "olt", builder.op("math.absf", x.type, [quotient]), float("inf"))
    return builder.op("arith.select", x.type, [finite, corrected, quotient])


def _compare(builder: Builder, predicate: str, value: Value, bound: float) -> Value:
    is_vector = isinstance(value.type, ir.VectorType)
    element = value.type.element_type if is_vector else value.type
    lanes = int(value.type.shape[0]) if is_vector else None
    limit = builder.constant(ir.FloatAttr.get(element, bound), lanes)
    result = builder.i1 if lanes is None else builder.vector_type(lanes, builder.i1)
    attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _PREDICATES[predicate])
    return builder.op("arith.cmpf", result, [value, limit], {"predicate": attribute})
