"""Bit patterns of numeric attributes, as stored in tiles."""

import math
import struct
from typing import Any

from npusim.simulator.ir.mlir import ir


def bit_pattern(attribute: Any) -> int:
    """An integer that fits in 64 signed bits and whose low bits are those of the attribute in its own type."""
    if isinstance(attribute, ir.IntegerAttr):
        return int(attribute.value)
    bits = _ENCODERS[str(attribute.type)](float(attribute.value))
    return bits - (1 << 64) if bits >= 1 << 63 else bits


def _packed(code: str, integer: str, value: float) -> int:
    number: int = struct.unpack(integer, struct.pack(code, value))[0]
    return number


def _f8e4m3fn(value: float) -> int:
    """Sign, 4 bits of exponent with bias 7, 3 bits of fraction; no infinity, all ones is NaN. `value` is exact."""
    sign = 0x80 if math.copysign(1.0, value) < 0 else 0
    if math.isnan(value) or math.isinf(value):
        return sign | 0x7F
    magnitude = abs(value)
    if magnitude < 2.0**-6:
        return sign | int(magnitude * 2**9)
    fraction, exponent = math.frexp(magnitude)
    return sign | (exponent - 1 + 7) << 3 | int((2 * fraction - 1) * 8)


_ENCODERS = {
    "f64": lambda value: _packed("<d", "<Q", value),
    "f32": lambda value: _packed("<f", "<I", value),
    "f16": lambda value: _packed("<e", "<H", value),
    "bf16": lambda value: _packed("<f", "<I", value) >> 16,
    "f8E5M2": lambda value: _packed("<e", "<H", value) >> 8,
    "f8E4M3FN": _f8e4m3fn,
}
