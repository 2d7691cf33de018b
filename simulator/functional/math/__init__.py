"""The `math` dialect -> operations that LLVM turns into fast code.

f32's frequent functions become inline polynomials (`polynomials`), a few functions become arithmetic
(`compositions`), f16 and bf16 go through f32 (`narrow`), everything else calls the host's math library (`library`).
Operations with LLVM instructions stay in the `math` dialect.
"""

from collections.abc import Callable
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.functional.math import compositions, polynomials
from npusim.simulator.functional.math.integers import guard_divisions, guard_shifts
from npusim.simulator.functional.math.lane import Lane, element_type
from npusim.simulator.functional.math.library import call_library
from npusim.simulator.functional.math.narrow import expand_narrow_floats, through_f32
from npusim.simulator.functional.math.products import hide_factors
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import ir

__all__ = ["expand_math"]

Formula = Callable[..., Lane]

_INSTRUCTIONS = frozenset(
    f"math.{name}"
    for name in (
        "absf",
        "absi",
        "ceil",
        "copysign",
        "ctlz",
        "ctpop",
        "cttz",
        "floor",
        "fma",
        "roundeven",
        "sqrt",
        "trunc",
    )
)
_ANY_TYPE: dict[str, Formula] = {
    "math.rsqrt": compositions.rsqrt,
    "math.round": compositions.round_half_away,
    "math.isnan": compositions.is_nan,
    "math.isinf": compositions.is_inf,
    "math.isfinite": compositions.is_finite,
    "math.ipowi": compositions.integer_power,
}
_F32: dict[str, Formula] = {
    "math.exp": polynomials.exp,
    "math.exp2": polynomials.exp2,
    "math.expm1": polynomials.expm1,
    "math.tanh": polynomials.tanh,
    "math.log": polynomials.log,
    "math.log2": polynomials.log2,
    "math.log1p": polynomials.log1p,
    "math.erf": polynomials.erf,
}
_TRIGONOMETRIC = tuple(
    f"{arc}{name}{kind}" for arc in ("", "a") for name in ("sin", "cos", "tan") for kind in ("", "h")
)
_LIBRARY: dict[str, str] = {f"math.{name}": name for name in _TRIGONOMETRIC}
_LIBRARY |= {f"math.{name}": name for name in ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p")}
_LIBRARY |= {"math.powf": "pow", "math.atan2": "atan2", "math.cbrt": "cbrt", "math.erf": "erf", "math.erfc": "erfc"}


def expand_math(module: Any) -> None:
    """Lowers `math` ops without an LLVM instruction, narrow float arithmetic, and divisions that could trap, in place.

    Handles scalars and vectors of rank 1 of f64, f32, f16 and bf16 (f8 in conversions). `convert-math-to-llvm` lowers
    the remaining ops to instructions.

    Raises:
        CompileError: an op or an element type has no lowering.
    """
    with module.context, ir.Location.unknown():
        through_f32(module)
        functions = [op for op in walk(module.operation) if op.name.startswith("math.")]
        for op in functions:
            if op.name not in _INSTRUCTIONS:
                _expand(module, op)
        expand_narrow_floats(module)
        guard_divisions(module)
        guard_shifts(module)
        hide_factors(module)


def _expand(module: Any, op: Any) -> None:
    with ir.InsertionPoint(op):
        result = _lower(module, op.name, list(op.operands))
    op.results[0].replace_all_uses_with(result)
    op.erase()


def _lower(module: Any, name: str, operands: list[Any]) -> Any:
    if name == "math.fpowi":
        element = element_type(operands[0])
        exponent = Lane(operands[1]).convert("sitofp", element)
        return call_library(module, "pow", [operands[0], exponent.value])
    if name == "math.sincos":
        raise CompileError("math.sincos has two results; write math.sin and math.cos")
    formula = _ANY_TYPE.get(name)
    if formula is None and isinstance(element_type(operands[0]), ir.F32Type):
        formula = _F32.get(name)
    if formula is not None:
        return formula(*(Lane(v) for v in operands)).value
    if name not in _LIBRARY:
        raise CompileError(
            f"{name} has no lowering; use one of {', '.join(sorted(_LIBRARY | _ANY_TYPE))} or an arith operation"
        )
    return call_library(module, _LIBRARY[name], operands)
