"""From an operation of a body to the class of vector operation that a machine prices.

A class is what a vector ALU sequence has in common: `simple` is one issue of an adder, multiplier, comparator or logic
unit; the others are short instruction sequences whose length a machine gives in `vector_op_slots`.
"""

from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.machine import Machine

_CLASSES: dict[str, str] = {}


def _register(op_class: str, dialect: str, names: str) -> None:
    _CLASSES.update({f"{dialect}.{name}": op_class for name in names.split()})


_register(
    "simple", "arith", "addf subf mulf maximumf minimumf maxnumf minnumf negf cmpf select addi subi andi ori xori"
)
_register("simple", "arith", "shli shrsi shrui cmpi maxsi maxui minsi minui addui_extended")
_register("integer_multiply", "arith", "muli mulsi_extended mului_extended")
_register("integer_divide", "arith", "divsi divui remsi remui floordivsi ceildivsi ceildivui")
_register("divide", "arith", "divf remf")
_register("convert", "arith", "extf truncf sitofp uitofp fptosi fptoui extsi extui trunci index_cast index_castui")
_register(
    "simple", "math", "absf absi ceil floor round roundeven trunc copysign fma isnan isinf isfinite isnormal clampf"
)
_register("simple", "math", "ctlz ctpop cttz")
_register("exponential", "math", "exp exp2 expm1 log log2 log1p log10 sinh cosh")
_register("tanh", "math", "tanh atanh asinh acosh")
_register("erf", "math", "erf erfc")
_register("sqrt", "math", "sqrt rsqrt")
_register("trigonometric", "math", "sin cos tan asin acos atan atan2 sincos")
_register("power", "math", "powf fpowi ipowi cbrt")

_FREE = frozenset({"arith.constant", "arith.bitcast", "linalg.index", "linalg.yield", "scf.yield", "affine.apply"})
_CONTROL = frozenset({"scf.if"})


def issue_slots(op: Any, machine: Machine) -> float:
    """ALU issue slots of one body operation per vector.

    Constants, bit casts and the iteration index sit in registers and are free; a branch inside a body is executed as
    both sides and a select.

    Raises:
        CompileError: an operation that no machine prices.
    """
    if op.name in _FREE:
        return 0.0
    if op.name in _CONTROL:
        return machine.vector_op_slots["simple"] * len(op.results)
    if op.name not in _CLASSES:
        raise CompileError(
            f"{op.name} in the body of a linalg operation has no cost; use operations of arith, math, or linalg.index"
        )
    types = [str(value.type) for value in (*op.operands, *op.results)]
    return machine.vector_op_slots[_CLASSES[op.name]] * max(_factor(type_, machine) for type_ in types)


def _factor(type_: str, machine: Machine) -> float:
    return 1.0 if type_ in ("i1", "index") else machine.type_factor(type_)
