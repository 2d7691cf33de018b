"""Torch dtypes as MLIR types, in memory and in computation, and the neutral elements of reductions."""

import math
from dataclasses import dataclass

import torch
from npusim.simulator.errors import UnsupportedError

_MEMORY: dict[torch.dtype, str] = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint64: "i64",
    torch.uint32: "i32",
    torch.uint16: "i16",
    torch.uint8: "i8",
    torch.bool: "i8",
}
_UNSIGNED = frozenset({torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.bool})
_NARROW_FLOATS = frozenset({torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2})


def mlir_element(dtype: torch.dtype) -> str:
    """Element type of a tensor or tile of this dtype (bool is i8, unsigned integers are signless)."""
    if dtype not in _MEMORY:
        raise UnsupportedError(
            f"tensors of {dtype} are not supported on the device; convert them to one of {', '.join(map(str, _MEMORY))}"
        )
    return _MEMORY[dtype]


def dtype_of_element(element: str, like: torch.dtype) -> torch.dtype:
    """A dtype with this MLIR element type: `like` if that has it, else the signed integer or the float."""
    if mlir_element(like) == element:
        return like
    return next(dtype for dtype, name in _MEMORY.items() if name == element)


def memory_dtype(dtype: torch.dtype) -> torch.dtype:
    """The dtype that elements of a dtype have in memory: bools are bytes."""
    return torch.uint8 if dtype == torch.bool else dtype


def signed_dtype(element: str) -> torch.dtype:
    """The dtype with this MLIR element type whose integers are signed."""
    return next(d for d, name in _MEMORY.items() if name == element and d not in _UNSIGNED)


def value_type(dtype: torch.dtype) -> str:
    """Type of a scalar of this dtype inside a kernel body: like memory, except that bool is i1."""
    return "i1" if dtype == torch.bool else mlir_element(dtype)


def compute_dtype(dtype: torch.dtype) -> torch.dtype:
    """The dtype of arithmetic: narrower floats are computed in float32, as in Inductor's other backends."""
    return torch.float32 if dtype in _NARROW_FLOATS else dtype


def is_float(dtype: torch.dtype) -> bool:
    return bool(dtype.is_floating_point)


def is_unsigned(dtype: torch.dtype) -> bool:
    """True for unsigned integers and bool."""
    return dtype in _UNSIGNED


def bits(dtype: torch.dtype) -> int:
    """Width of the value inside a body; bool has 1."""
    return 1 if dtype == torch.bool else dtype.itemsize * 8


def element_bytes(element: str) -> int:
    """Bytes of an MLIR element type."""
    digits = {"bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8}.get(element) or int(element[1:])
    return max(1, digits // 8)


def literal(value: float | int | bool, dtype: torch.dtype) -> str:
    """`value` as an MLIR attribute of this dtype's body type, e.g. ``1.0 : f32`` or ``true``. Numbers beyond
    the dtype become what PyTorch's conversion makes of them. Infinities and NaN are written in hexadecimal.
    """
    kind = value_type(dtype)
    if dtype == torch.bool:
        return "true" if value else "false"
    if not is_float(dtype):
        return f"{_wrap(int(value), dtype)} : {kind}"
    number = float(value)
    if abs(number) > torch.finfo(dtype).max:
        number = float(torch.tensor(number, dtype=torch.float64).to(dtype))
    if math.isfinite(number):
        return f"{_decimal(number)} : {kind}"
    return f"{_special(number, kind)} : {kind}"


def _decimal(number: float) -> str:
    mantissa, _, exponent = repr(number).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{exponent}" if exponent else mantissa


def _special(number: float, kind: str) -> str:
    patterns = {
        "f64": ("0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"),
        "f32": ("0x7F800000", "0xFF800000", "0x7FC00000"),
        "f16": ("0x7C00", "0xFC00", "0x7E00"),
        "bf16": ("0x7F80", "0xFF80", "0x7FC0"),
        "f8E5M2": ("0x7C", "0xFC", "0x7E"),
        "f8E4M3FN": ("0x7F", "0xFF", "0x7F"),
    }[kind]
    return patterns[2] if math.isnan(number) else patterns[0 if number > 0 else 1]


def _wrap(value: int, dtype: torch.dtype) -> int:
    """The signed integer with the same low bits, which is how MLIR reads a signless literal."""
    width = bits(dtype)
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


@dataclass(frozen=True)
class Combiner:
    """How a reduction combines two values.

    Attributes:
        op: name of the binary operation of the scalar graph (`dag`).
        neutral: its neutral element for the accumulator's dtype.
    """

    op: str
    neutral: float | int | bool


def combiner(kind: str, dtype: torch.dtype) -> Combiner:
    """Combiner of an elementary reduction (`sum prod max min any xor_sum`) that accumulates in `dtype`."""
    if kind not in _COMBINERS:
        raise UnsupportedError(f"reduction {kind!r} is not supported on the device")
    op, neutral = _COMBINERS[kind]
    return Combiner(op, _extreme(dtype, lowest=kind == "max") if neutral is None else neutral)


_COMBINERS = {
    "sum": ("add", 0),
    "prod": ("mul", 1),
    "any": ("bitwise_or", 0),
    "xor_sum": ("bitwise_xor", 0),
    "max": ("maximum", None),
    "min": ("minimum", None),
}
"""Operation and neutral element of each reduction; None: the extreme number of the dtype."""


def _extreme(dtype: torch.dtype, *, lowest: bool) -> float | int | bool:
    if is_float(dtype):
        return -math.inf if lowest else math.inf
    if dtype == torch.bool:
        return not lowest
    info = torch.iinfo(dtype)
    return int(info.min if lowest else info.max)
