"""Run-time checks of a kernel's control: steps of loops and divisors.

The machine's sequencer would stop at a fault; the program ends with the line (`npusim.simulator.native.faults`). Steps
that are not constant are checked in every kernel, divisions only in kernels written by hand: in generated kernels the
divisors are sizes. In bodies of linalg operations divisors may belong to padding that is not part of the result, so
these divide by 1 instead (`npusim.simulator.functional.math.integers`).
"""

from typing import Any

from npusim.simulator.ir.kernel_views import line_and_column, walk
from npusim.simulator.ir.mlir import arith, func, ir, scf
from npusim.simulator.ir.values import constant_value

REFUSE = "npusim_refuse"
"""Function of the runtime: context of the trace (0 until `native.lowering` sets it), fault, line, three numbers."""

STEP, DIVISION, OVERFLOW = 1, 2, 3
"""Numbers of faults in `npusim.simulator.native.faults.Fault`."""

_SIGNED = ("arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi")
_UNSIGNED = ("arith.divui", "arith.remui", "arith.ceildivui")


def checked_operations(function: Any, *, divisions: bool) -> list[Any]:
    """The operations of a function that need run-time checks, in text order."""
    control = walk(function, ("linalg.",))
    return [op for op in control if _has_open_step(op) or (divisions and _has_open_divisor(op))]


def guard_control(function: Any, *, divisions: bool) -> None:
    """Put the checks in front of the operations, in place."""
    operations = checked_operations(function, divisions=divisions)
    if not operations:
        return
    declare_refuse(function)
    for op in operations:
        with ir.InsertionPoint(op), op.location:
            (_guard_step if op.name == "scf.for" else _guard_division)(op)


def declare_refuse(function: Any) -> None:
    """Declare `REFUSE` behind the function, once."""
    block = function.parent.regions[0].blocks[0]
    if any(op.operation.attributes["sym_name"].value == REFUSE for op in block.operations):
        return
    with function.context, ir.Location.unknown():
        i64 = ir.IntegerType.get_signless(64)
        type_ = ir.FunctionType.get([i64] * 6, [])
        declaration = func.FuncOp(REFUSE, type_, visibility="private", ip=ir.InsertionPoint(block))
        assert declaration is not None


def refuse(condition: Any, fault: int, location: Any, *numbers: Any) -> None:
    """Emits code that ends the program with a fault if the `i1` holds; numbers are `index` or integer values."""
    branch = scf.IfOp(condition)
    with ir.InsertionPoint(branch.then_block):
        line, _ = line_and_column(location)
        i64 = ir.IntegerType.get_signless(64)
        known = [arith.ConstantOp(i64, number).result for number in (0, fault, line or 0)]
        given = [as_i64(number) for number in numbers]
        rest = [known[0]] * (3 - len(given))
        func.CallOp([], ir.FlatSymbolRefAttr.get(REFUSE), [*known, *given, *rest])
        scf.YieldOp([])


def as_i64(value: Any) -> Any:
    """An `index` or integer value as `i64`."""
    i64 = ir.IntegerType.get_signless(64)
    if isinstance(value.type, ir.IndexType):
        return arith.IndexCastOp(i64, value).result
    width = int(value.type.width)
    if width == 64:
        return value
    return (arith.ExtSIOp if width < 64 else arith.TruncIOp)(i64, value).result


def _has_open_step(op: Any) -> bool:
    return bool(op.name == "scf.for") and constant_value(op.operands[2]) is None


def _has_open_divisor(op: Any) -> bool:
    if op.name not in _SIGNED and op.name not in _UNSIGNED:
        return False
    divisor = constant_value(op.operands[1])
    return divisor is None or divisor == 0 or (divisor == -1 and op.name in _SIGNED)


def _constant(type_: Any, value: int) -> Any:
    return arith.ConstantOp(type_, ir.IntegerAttr.get(type_, value)).result


def _is(value: Any, number: int) -> Any:
    return arith.CmpIOp(arith.CmpIPredicate.eq, value, _constant(value.type, number)).result


def _guard_step(loop: Any) -> None:
    step = loop.operands[2]
    refuse(arith.CmpIOp(arith.CmpIPredicate.sle, step, _constant(step.type, 0)).result, STEP, loop.location, step)


def _guard_division(op: Any) -> None:
    dividend, divisor = op.operands
    refuse(_is(divisor, 0), DIVISION, op.location, dividend)
    if op.name in _SIGNED:
        width = 64 if isinstance(divisor.type, ir.IndexType) else int(divisor.type.width)
        wraps = arith.AndIOp(_is(dividend, -(1 << (width - 1))), _is(divisor, -1)).result
        refuse(wraps, OVERFLOW, op.location, dividend)
