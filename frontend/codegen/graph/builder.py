"""Builds values of the scalar graph with torch's semantics: promotion, conversion, guards where MLIR's operations are
undefined.
"""

from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.dag import Graph, Value
from npusim.simulator.errors import UnsupportedError

Number = float | int | bool
Operand = Value | Number

_BITS_TO_INT = {8: torch.int8, 16: torch.int16, 32: torch.int32, 64: torch.int64}


class Builder:
    """Adds values to a graph. Operands may be Python numbers; they take the dtype of their siblings."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    # -- leaves and conversions

    def const(self, number: Number, dtype: torch.dtype) -> Value:
        return self.graph.const(number, dtype)

    def as_value(self, operand: Operand, dtype: torch.dtype = torch.float32) -> Value:
        """`operand` itself, or the constant of this dtype."""
        return operand if isinstance(operand, Value) else self.const(operand, dtype)

    def convert(self, operand: Operand, dtype: torch.dtype) -> Value:
        """`operand` in another dtype, as `Tensor.to` converts on the CPU."""
        if not isinstance(operand, Value):
            return self.const(operand, dtype)
        if operand.dtype == dtype:
            return operand
        if operand.op == "const" and dtypes.compute_dtype(dtype) == dtype and _finite(operand, dtype):
            return self.const(operand.attributes[0], dtype)
        if dtype == torch.bool:
            wide = self.widen(operand)
            return self.raw("ne", torch.bool, wide, self.const(0, wide.dtype))
        return self._convert_number(operand, dtype)

    def _convert_number(self, operand: Value, dtype: torch.dtype) -> Value:
        source_float, target_float = dtypes.is_float(operand.dtype), dtypes.is_float(dtype)
        if source_float and target_float:
            return self._float_to_float(operand, dtype)
        if source_float:
            return self._float_to_int(self.widen(operand), dtype)
        if target_float and dtypes.compute_dtype(dtype) != dtype:
            return self.raw("convert", dtype, self.convert(operand, torch.float32))
        if not target_float and dtypes.bits(operand.dtype) == dtypes.bits(dtype):
            return self.raw("bitcast", dtype, operand)
        return self.raw("convert", dtype, operand)

    def _float_to_float(self, operand: Value, dtype: torch.dtype) -> Value:
        # Rounding a narrow float back to the dtype it was widened from gives it back.
        if (
            operand.op == "convert"
            and operand.args[0].dtype == dtype
            and dtypes.bits(dtype) < dtypes.bits(operand.dtype)
        ):
            return operand.args[0]
        if dtype == torch.float32 and _holds_byte(operand):
            return operand.args[0]
        if dtypes.bits(operand.dtype) <= 16 and dtypes.bits(dtype) <= 16:
            operand = self.raw("convert", torch.float32, operand)
        return self.raw("convert", dtype, operand)

    def _float_to_int(self, operand: Value, dtype: torch.dtype) -> Value:
        # Torch converts to a wide integer first, so that narrow and unsigned results wrap around.
        if dtype in (torch.int32, torch.int64):
            return self.raw("convert", dtype, operand)
        wide = torch.int64 if dtypes.is_unsigned(dtype) else torch.int32
        return self.convert(self.raw("convert", wide, operand), dtype)

    def widen(self, value: Value) -> Value:
        """`value` in the dtype arithmetic is done in."""
        return self.convert(value, dtypes.compute_dtype(value.dtype))

    def promote(self, *operands: Operand) -> list[Value]:
        """Operands in their common compute dtype."""
        found = [o.dtype for o in operands if isinstance(o, Value)]
        if not found:
            found = [torch.float32 if any(isinstance(o, float) for o in operands) else torch.int64]
        common = dtypes.compute_dtype(found[0])
        for dtype in found[1:]:
            common = torch.promote_types(common, dtypes.compute_dtype(dtype))
        if not dtypes.is_float(common) and any(
            isinstance(o, float) and not float(o).is_integer() for o in operands if not isinstance(o, Value)
        ):
            common = torch.float32
        return [self.convert(o, common) for o in operands]

    # -- operations

    def raw(self, op: str, dtype: torch.dtype, *args: Value, attributes: tuple[Any, ...] = ()) -> Value:
        """One elementary operation, operands as they are."""
        return self.graph.value(op, args, dtype, attributes)

    def op(self, name: str, *operands: Operand) -> Value:
        """An elementary operation whose result has the promoted dtype of its operands."""
        values = self.promote(*operands)
        return self.raw(name, values[0].dtype, *values)

    def float_op(self, name: str, *operands: Operand) -> Value:
        """`op` for operations that exist on floats only: integers are converted to float32."""
        values = self.promote(*operands)
        if not dtypes.is_float(values[0].dtype):
            values = [self.convert(v, torch.float32) for v in values]
        return self.raw(name, values[0].dtype, *values)

    def compare(self, name: str, x: Operand, y: Operand) -> Value:
        a, b = self.promote(x, y)
        narrow = [self._narrowed(v) for v in (a, b)]
        if narrow[0] is not None and narrow[1] is not None:
            a, b = narrow[0], narrow[1]
        return self.raw(name, torch.bool, a, b)

    def _narrowed(self, value: Value) -> Value | None:
        """A 64-bit integer as the 32-bit one it was extended from, which compares the same in half the vectors."""
        if value.dtype != torch.int64:
            return None
        if value.op == "const" and abs(value.attributes[0]) < 2**31:
            return self.const(value.attributes[0], torch.int32)
        extended = value.op == "convert" and value.args[0].dtype == torch.int32
        return value.args[0] if extended else None

    def where(self, condition: Operand, x: Operand, y: Operand) -> Value:
        """`x` where the condition holds, else `y`; two branches of one dtype keep it, even if it is narrow."""
        test = self.convert(condition, torch.bool)
        if isinstance(x, Value) and isinstance(y, Value) and x.dtype == y.dtype:
            a, b = x, y
        else:
            a, b = self.promote(x, y)
        a, b = self._chosen(test, a, True), self._chosen(test, b, False)
        return a if a is b else self.raw("select", a.dtype, test, a, b)

    def _chosen(self, test: Value, branch: Value, holds: bool) -> Value:
        """A branch, simplified by the condition: a selection by it or its opposite becomes one of its operands."""
        while branch.op == "select":
            inner = branch.args[0]
            if inner is not test and not _opposite(inner, test):
                break
            branch = branch.args[1 if (inner is test) == holds else 2]
        return branch

    def add(self, x: Operand, y: Operand) -> Value:
        return self._arithmetic("add", x, y, boolean="bitwise_or")

    def sub(self, x: Operand, y: Operand) -> Value:
        return self._arithmetic("sub", x, y, boolean="bitwise_xor")

    def mul(self, x: Operand, y: Operand) -> Value:
        return self._arithmetic("mul", x, y, boolean="bitwise_and")

    def _arithmetic(self, name: str, x: Operand, y: Operand, *, boolean: str) -> Value:
        a, b = self.promote(x, y)
        return self.raw(boolean if a.dtype == torch.bool else name, a.dtype, a, b)

    def both(self, x: Value, y: Value) -> Value:
        return self.raw("bitwise_and", torch.bool, x, y)

    def either(self, x: Value, y: Value) -> Value:
        return self.raw("bitwise_or", torch.bool, x, y)

    def negate(self, x: Value) -> Value:
        """Logical not of a bool."""
        return self.raw("bitwise_xor", torch.bool, x, self.const(True, torch.bool))

    def opposite(self, comparison: Value) -> Value:
        """Whether a comparison of integers does not hold, as a comparison."""
        return self.raw(_OPPOSITE_ON_INTEGERS[comparison.op], torch.bool, *comparison.args)

    def is_nan(self, x: Value) -> Value:
        wide = self.widen(x)
        return self.raw("ne", torch.bool, wide, wide) if dtypes.is_float(wide.dtype) else self.const(False, torch.bool)

    def bitcast(self, x: Value, dtype: torch.dtype) -> Value:
        """The same bits as another dtype of the same width."""
        if dtypes.value_type(x.dtype) == dtypes.value_type(dtype) and x.dtype == dtype:
            return x
        if dtypes.bits(x.dtype) != dtypes.bits(dtype):
            raise UnsupportedError(f"cannot reinterpret {x.dtype} as {dtype} inside a kernel: the widths differ")
        return self.raw("bitcast", dtype, x)

    def bits_of(self, x: Value) -> Value:
        """The bits of a float as a signed integer of its width."""
        return self.bitcast(x, _BITS_TO_INT[dtypes.bits(x.dtype)])

    # -- integer division: MLIR leaves division by zero and overflow undefined, and the host traps on them

    def int_divide(self, x: Value, y: Value, combine: Callable[[Value, Value, Value], Value]) -> Value:
        """`combine(x, safe divisor, quotient rounded to zero)`; the result of a division by zero is 0."""
        zero, one = self.const(0, x.dtype), self.const(1, x.dtype)
        if y.op == "const" and y.attributes[0] not in (0, -1):
            return combine(x, y, self.raw("div", x.dtype, x, y))
        is_zero = self.compare("eq", y, zero)
        safe = self.where(is_zero, one, y)
        if dtypes.is_unsigned(x.dtype):
            return self.where(is_zero, zero, combine(x, safe, self.raw("div", x.dtype, x, safe)))
        minus_one = self.compare("eq", safe, self.const(-1, x.dtype))
        divisor = self.where(minus_one, one, safe)
        quotient = self.raw("div", x.dtype, x, divisor)
        quotient = self.where(minus_one, self.raw("sub", x.dtype, zero, x), quotient)
        return self.where(is_zero, zero, combine(x, safe, quotient))

    def floor_divide(self, x: Operand, y: Operand) -> Value:
        a, b = self.promote(x, y)
        return self.int_divide(a, b, self._floored)

    def _floored(self, x: Value, y: Value, quotient: Value) -> Value:
        if dtypes.is_unsigned(x.dtype):
            return quotient
        zero = self.const(0, x.dtype)
        remainder = self.sub(x, self.mul(quotient, y))
        inexact = self.compare("ne", remainder, zero)
        signs_differ = self.compare("ne", self.compare("lt", remainder, zero), self.compare("lt", y, zero))
        return self.where(self.both(inexact, signs_differ), self.sub(quotient, 1), quotient)

    def trunc_divide(self, x: Operand, y: Operand) -> Value:
        a, b = self.promote(x, y)
        return self.int_divide(a, b, lambda _x, _y, quotient: quotient)

    def python_modulo(self, x: Operand, y: Operand) -> Value:
        """Remainder with the sign of the divisor."""
        a, b = self.promote(x, y)
        if not dtypes.is_float(a.dtype):
            return self.int_divide(a, b, lambda p, q, quotient: self.sub(p, self.mul(self._floored(p, q, quotient), q)))
        remainder = self.raw("rem", a.dtype, a, b)
        wrong_sign = self.compare("ne", self.compare("lt", remainder, 0), self.compare("lt", b, 0))
        nonzero = self.compare("ne", remainder, 0)
        return self.where(self.both(nonzero, wrong_sign), self.add(remainder, b), remainder)

    def c_modulo(self, x: Operand, y: Operand) -> Value:
        """Remainder with the sign of the dividend."""
        a, b = self.promote(x, y)
        if dtypes.is_float(a.dtype):
            return self.raw("rem", a.dtype, a, b)
        return self.int_divide(a, b, lambda p, q, quotient: self.sub(p, self.mul(quotient, q)))


_OPPOSITE_ON_INTEGERS = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}


def _opposite(x: Value, y: Value) -> bool:
    """Whether one of two comparisons of the same integers holds exactly where the other does not."""
    same = len(x.args) == 2 and x.args == y.args and not dtypes.is_float(x.args[0].dtype)
    return same and _OPPOSITE_ON_INTEGERS.get(x.op) == y.op


def _holds_byte(narrow: Value) -> bool:
    """Whether a bfloat16 or float16 was made from the float32 of an 8-bit integer, which both hold exactly."""
    if narrow.op != "convert" or narrow.dtype not in (torch.bfloat16, torch.float16):
        return False
    wide = narrow.args[0]
    return wide.op == "convert" and wide.dtype == torch.float32 and wide.args[0].dtype in (torch.int8, torch.uint8)


def _finite(constant: Value, dtype: torch.dtype) -> bool:
    """Whether a constant can be converted now: a float to an integer only if it has a value there."""
    number = constant.attributes[0]
    return dtypes.is_float(dtype) or (abs(number) < 2**31 and number == number)
