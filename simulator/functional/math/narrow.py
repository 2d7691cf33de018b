"""f16, bf16 and f8: arithmetic through f32, conversions by bit arithmetic.

The same instructions run on every host, so results do not depend on whether it has bf16 or f16 arithmetic; f16 <->
f32 is left to LLVM where the processor converts in one instruction. Rounding is to nearest even. One f32 operation
rounded to f16 or bf16 is the correctly rounded operation, because f32 has more than twice their precision.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from npusim.simulator.functional.math.lane import Lane, absolute, element_type, emit, like, select
from npusim.simulator.ir.kernel_views import walk
from npusim.simulator.ir.mlir import ir
from npusim.simulator.native.host_cpu import chosen_processor

_F32_MANTISSA_BITS = 23
_F32_BIAS = 127
_ARITHMETIC = frozenset(
    {f"arith.{name}f" for name in ("add", "sub", "mul", "div", "rem", "neg", "maximum", "minimum", "maxnum", "minnum")}
    | {f"arith.{name}" for name in ("cmpf", "extf", "truncf", "sitofp", "uitofp", "fptosi", "fptoui", "convertf")}
    | {"vector.reduction", "vector.fma"}
)


@dataclass(frozen=True)
class _Format:
    """A float format of `width` bits; f32 numbers from `overflow` on become `overflow_bits`."""

    width: int
    mantissa_bits: int
    bias: int
    overflow: float
    overflow_bits: int
    infinity_bits: int | None
    nan_bits: int

    @property
    def sign_bit(self) -> int:
        return 1 << (self.width - 1)


_F16 = _Format(16, 10, 15, 65520.0, 0x7C00, 0x7C00, 0x7E00)
_E4M3FN = _Format(8, 3, 7, 464.0, 0x7E, None, 0x7F)  # saturates, as PyTorch does
_E5M2 = _Format(8, 2, 15, 61440.0, 0x7C, 0x7C, 0x7F)


def _format_in_bits(element: Any) -> _Format | None:
    """The format of elements that are converted by bit arithmetic, other than bf16."""
    if isinstance(element, ir.Float8E4M3FNType):
        return _E4M3FN
    if isinstance(element, ir.Float8E5M2Type):
        return _E5M2
    if isinstance(element, ir.F16Type) and not chosen_processor().converts_f16:
        return _F16
    return None


def _is_narrow(element: Any) -> bool:
    return isinstance(element, ir.F16Type | ir.BF16Type) or _format_in_bits(element) is not None


def _integer(width: int) -> Any:
    return ir.IntegerType.get_signless(width)


# -- conversions ------------------------------------------------------------------------------------------------------


def to_f32(x: Lane) -> Lane:
    """Any float to f32; f64 is rounded."""
    element = element_type(x.value)
    f32 = ir.F32Type.get()
    if isinstance(element, ir.F32Type):
        return x
    if isinstance(element, ir.BF16Type):
        return (x.bitcast(_integer(16)).convert("extui", _integer(32)) << 16).bitcast(f32)
    if (format_ := _format_in_bits(element)) is not None:
        return _from_bits(x, format_)
    return x.convert("truncf" if isinstance(element, ir.F64Type) else "extf", f32)


def from_f32(x: Lane, element: Any) -> Lane:
    """f32 to any float, rounded to nearest even."""
    if isinstance(element, ir.F32Type):
        return x
    if isinstance(element, ir.BF16Type):
        return _to_bf16(x)
    if (format_ := _format_in_bits(element)) is not None:
        return _to_bits(x, format_).bitcast(element)
    return x.convert("extf" if isinstance(element, ir.F64Type) else "truncf", element)


def _to_bf16(x: Lane) -> Lane:
    bits = x.bits()
    to_even = bits.shift_right_logical(16) & 1
    rounded = (bits + to_even + 0x7FFF).shift_right_logical(16)
    return select(x.compare("uno", x), 0x7FC0, rounded).convert("trunci", _integer(16)).bitcast(ir.BF16Type.get())


def _from_bits(x: Lane, format_: _Format) -> Lane:
    """Decodes bits: shifted into place they are an f32 that is too small by the difference of the biases."""
    bits = x.bitcast(_integer(format_.width)).convert("extui", _integer(32))
    magnitude_bits = bits & (format_.sign_bit - 1)
    small = (magnitude_bits << (_F32_MANTISSA_BITS - format_.mantissa_bits)).bitcast(ir.F32Type.get())
    magnitude = small * 2.0 ** (_F32_BIAS - format_.bias)
    largest = format_.nan_bits - 1 if format_.infinity_bits is None else format_.infinity_bits
    if format_.infinity_bits is not None:
        magnitude = select(magnitude_bits.compare("eq", format_.infinity_bits), float("inf"), magnitude)
    magnitude = select(magnitude_bits.compare("ugt", largest), float("nan"), magnitude)
    return (magnitude.bits() | ((bits & format_.sign_bit) << (32 - format_.width))).bitcast(ir.F32Type.get())


def _to_bits(x: Lane, format_: _Format) -> Lane:
    """Encodes as integers; adding a power of two whose last place is the smallest denormal rounds denormals."""
    dropped = _F32_MANTISSA_BITS - format_.mantissa_bits
    magnitude = absolute(x)
    bits = magnitude.bits()
    to_even = bits.shift_right_logical(dropped) & 1
    rebias = (_F32_BIAS - format_.bias) << _F32_MANTISSA_BITS
    normal = (bits - rebias + ((1 << (dropped - 1)) - 1) + to_even).shift_right_logical(dropped)
    shifter = 2.0 ** (dropped + 1 - format_.bias)
    shifter_bits = (dropped + 1 - format_.bias + _F32_BIAS) << _F32_MANTISSA_BITS
    denormal = (magnitude + shifter).bits() - shifter_bits
    result = select(magnitude.compare("olt", 2.0 ** (1 - format_.bias)), denormal, normal)
    result = select(magnitude.compare("oge", format_.overflow), format_.overflow_bits, result)
    result = select(x.compare("uno", x), format_.nan_bits, result)
    sign = x.bits().shift_right_logical(32 - format_.width) & format_.sign_bit
    return (result | sign).convert("trunci", _integer(format_.width))


# -- operations -------------------------------------------------------------------------------------------------------


def through_f32(module: Any) -> None:
    """Do `math` operations on f16 and bf16 in f32."""
    _rewrite(module, lambda op: op.name.startswith("math.") and _touches_narrow(op))


def expand_narrow_floats(module: Any) -> None:
    """Do arithmetic on f16, bf16 and f8 in f32, and their conversions in bits."""
    _rewrite(module, lambda op: op.name in _ARITHMETIC and _touches_narrow(op) and not _is_instruction(op))


def _touches_narrow(op: Any) -> bool:
    return any(_is_narrow(element_type(v)) for v in [*op.operands, *op.results])


def _is_instruction(op: Any) -> bool:
    """f16 <-> f32 conversions where the processor has instructions for them."""
    if op.name not in ("arith.extf", "arith.truncf") or not chosen_processor().converts_f16:
        return False
    kinds = (element_type(op.operands[0]), element_type(op.results[0]))
    return all(isinstance(kind, ir.F16Type | ir.F32Type) for kind in kinds)


def _rewrite(module: Any, matches: Callable[[Any], bool]) -> None:
    for op in filter(matches, walk(module.operation)):
        with ir.InsertionPoint(op):
            result = _widened(op)
        op.results[0].replace_all_uses_with(result)
        op.erase()


def _widened(op: Any) -> Any:
    """The operation done in f32."""
    target = element_type(op.results[0])
    if op.name in ("arith.extf", "arith.truncf", "arith.convertf"):
        single = to_f32(Lane(op.operands[0]))
        return from_f32(single, target).value
    operands = [to_f32(Lane(v)).value if _is_narrow(element_type(v)) else v for v in op.operands]
    element = ir.F32Type.get() if _is_narrow(target) else target
    wide = Lane(emit(op.name, like(op.results[0], element), operands, dict(op.attributes.items())))
    return from_f32(wide, target).value if _is_narrow(target) else wide.value
