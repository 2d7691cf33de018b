"""Elementary operations of the scalar graph, as lines of MLIR.

`line(op, dtype, ...)` gives the right-hand side for one operation. Float operations are on f32 or f64, integers are
signless with the signedness of the torch dtype, bool is i1.
"""

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.simulator.errors import UnsupportedError

ELEMENTARY = (
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "sqrt",
)
"""Functions that Inductor and MLIR's math dialect call the same."""

MUL_HIGH = "mul_high"
"""The upper half of a product of unsigned integers: the second result of its operation in MLIR."""

_MATH_UNARY = [*ELEMENTARY, "rsqrt", "floor", "ceil", "trunc", "roundeven"]

_FLOAT: dict[str, str] = {
    "add": "arith.addf",
    "sub": "arith.subf",
    "mul": "arith.mulf",
    "div": "arith.divf",
    "rem": "arith.remf",
    "neg": "arith.negf",
    "abs": "math.absf",
    "maximum": "arith.maximumf",
    "minimum": "arith.minimumf",
    "pow": "math.powf",
    "atan2": "math.atan2",
    "copysign": "math.copysign",
    "fma": "math.fma",
    **{name: f"math.{name}" for name in _MATH_UNARY},
}
_SIGNED: dict[str, str] = {
    "add": "arith.addi",
    "sub": "arith.subi",
    "mul": "arith.muli",
    "div": "arith.divsi",
    "rem": "arith.remsi",
    "maximum": "arith.maxsi",
    "minimum": "arith.minsi",
    "bitwise_and": "arith.andi",
    "bitwise_or": "arith.ori",
    "bitwise_xor": "arith.xori",
    "shl": "arith.shli",
    "shr": "arith.shrsi",
    "abs": "math.absi",
    "ctlz": "math.ctlz",
}
_UNSIGNED: dict[str, str] = {
    **_SIGNED,
    "div": "arith.divui",
    "rem": "arith.remui",
    "maximum": "arith.maxui",
    "minimum": "arith.minui",
    "shr": "arith.shrui",
    MUL_HIGH: "arith.mului_extended",
}
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")

EXPENSIVE = frozenset(_MATH_UNARY) - {"floor", "ceil", "trunc", "roundeven"} | {"div", "rem", "pow", "atan2"}
"""Operations that take many issue slots: computed once where a value can be kept in a tile."""


def line(op: str, dtype: torch.dtype, operand_dtype: torch.dtype, names: list[str]) -> str:
    """Right-hand side of one operation.

    Args:
        op: elementary operation, `select`, `convert`, `bitcast` or a comparison.
        dtype: of the result.
        operand_dtype: of the first operand (of the second one for `select`).
        names: SSA names of the operands.

    Raises:
        UnsupportedError: the operation does not exist for this dtype.
    """
    kind = dtypes.value_type(operand_dtype)
    if op in _COMPARISONS:
        return _comparison(op, operand_dtype, names)
    if op == "select":
        return f"arith.select {', '.join(names)} : {dtypes.value_type(dtype)}"
    if op == "convert":
        return _convert(names[0], operand_dtype, dtype)
    if op == "bitcast":
        return f"arith.bitcast {names[0]} : {kind} to {dtypes.value_type(dtype)}"
    return f"{_name(op, operand_dtype)} {', '.join(names)} : {kind}"


def _name(op: str, dtype: torch.dtype) -> str:
    table = _FLOAT if dtypes.is_float(dtype) else _UNSIGNED if dtypes.is_unsigned(dtype) else _SIGNED
    if op not in table:
        raise UnsupportedError(f"operation {op!r} does not exist for {dtype} on the device; convert the operands first")
    return table[op]


def _comparison(op: str, dtype: torch.dtype, names: list[str]) -> str:
    kind = dtypes.value_type(dtype)
    if dtypes.is_float(dtype):
        predicate = "une" if op == "ne" else "o" + op
        return f"arith.cmpf {predicate}, {names[0]}, {names[1]} : {kind}"
    predicate = op if op in ("eq", "ne") else ("u" if dtypes.is_unsigned(dtype) else "s") + op
    return f"arith.cmpi {predicate}, {names[0]}, {names[1]} : {kind}"


def _convert(name: str, source: torch.dtype, target: torch.dtype) -> str:
    """One conversion step; `Builder.convert` splits those that need several."""
    types = f"{dtypes.value_type(source)} to {dtypes.value_type(target)}"
    if dtypes.is_float(source):
        if not dtypes.is_float(target):
            return f"arith.fptosi {name} : {types}"
        return f"arith.{'extf' if dtypes.bits(target) > dtypes.bits(source) else 'truncf'} {name} : {types}"
    if dtypes.is_float(target):
        return f"arith.{'uitofp' if dtypes.is_unsigned(source) else 'sitofp'} {name} : {types}"
    if dtypes.bits(target) < dtypes.bits(source):
        return f"arith.trunci {name} : {types}"
    return f"arith.{'extui' if dtypes.is_unsigned(source) else 'extsi'} {name} : {types}"
