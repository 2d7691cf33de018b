"""NumPy arrays for the element types of kernels, including types that NumPy lacks.

`bf16` and the two `f8` types are stored as bit patterns and exchanged with users as `float32`.
"""

import functools
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

_NUMPY = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": np.uint16,
    "f8E4M3FN": np.uint8,
    "f8E5M2": np.uint8,
    "i64": np.int64,
    "i32": np.int32,
    "i16": np.int16,
    "i8": np.int8,
}
_ALIGNMENT_BYTES = 64


def storage_type(element_type: str) -> np.dtype[Any]:
    """NumPy type that holds the bits of an element."""
    return np.dtype(_NUMPY[element_type])


def aligned_empty(elements: int, element_type: str) -> Array:
    """An array whose first element is 64-byte aligned."""
    type_ = storage_type(element_type)
    raw = np.zeros(elements * type_.itemsize + _ALIGNMENT_BYTES, np.uint8)
    start = -raw.ctypes.data % _ALIGNMENT_BYTES
    return raw[start : start + elements * type_.itemsize].view(type_)


def random_bits(generator: np.random.Generator, elements: int, element_type: str) -> Array:
    """Test values: standard normal numbers, or small integers (0 and 1 for i8)."""
    if element_type == "i8":
        return generator.integers(0, 2, elements).astype(np.int8)
    if element_type.startswith("i"):
        return generator.integers(-8, 8, elements).astype(storage_type(element_type))
    type_ = np.float64 if element_type == "f64" else np.float32
    return to_bits(generator.standard_normal(elements, dtype=type_), element_type)


def to_bits(values: Array, element_type: str) -> Array:
    """Numbers as stored elements, rounded to the nearest (ties to even)."""
    if element_type == "bf16":
        return _to_bf16(values.astype(np.float32))
    if element_type.startswith("f8"):
        return _to_f8(values.astype(np.float64), element_type)
    return values.astype(storage_type(element_type), copy=False)


def from_bits(bits: Array, element_type: str) -> Array:
    """Stored elements as numbers, exact: `float32` for types that NumPy lacks."""
    if element_type == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    if element_type.startswith("f8"):
        return _f8_values(element_type)[bits]
    return bits


def _to_bf16(values: Array) -> Array:
    bits = values.view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    result: Array = np.where(np.isnan(values), np.uint16(0x7FC0), rounded)
    return result


@functools.cache
def _f8_values(element_type: str) -> Array:
    """The 256 values of an 8-bit type (Micikevicius et al., FP8 Formats for Deep Learning, 2022)."""
    exponent_bits, bias = (4, 7) if element_type == "f8E4M3FN" else (5, 15)
    mantissa_bits = 7 - exponent_bits
    return np.array([_f8_value(code, exponent_bits, mantissa_bits, bias) for code in range(256)], np.float32)


def _f8_value(code: int, exponent_bits: int, mantissa_bits: int, bias: int) -> float:
    sign = -1.0 if code & 0x80 else 1.0
    exponent, mantissa = (code & 0x7F) >> mantissa_bits, code & ((1 << mantissa_bits) - 1)
    if exponent_bits == 4 and code & 0x7F == 0x7F:
        return float("nan")
    if exponent_bits == 5 and exponent == 31:
        return sign * float("inf") if mantissa == 0 else float("nan")
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return float(sign * (1 + mantissa / 2**mantissa_bits) * 2.0 ** (exponent - bias))


def _to_f8(values: Array, element_type: str) -> Array:
    """Nearest finite value, an even code on ties; saturates."""
    table = _f8_values(element_type)[:128].astype(np.float64)
    finite = table[np.isfinite(table)]
    magnitude = np.minimum(np.abs(values), finite[-1])
    upper = np.searchsorted(finite, magnitude).clip(0, len(finite) - 1)
    lower = (upper - 1).clip(0)
    below, above = magnitude - finite[lower], finite[upper] - magnitude
    codes = np.where((below < above) | ((below == above) & (lower % 2 == 0)), lower, upper)
    result: Array = (codes | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
    return result
