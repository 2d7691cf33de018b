"""Random numbers: Philox4x32-10 keyed by the seed, counter = element offset.

Algorithm: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. The first of the four
output words is used; a uniform number is its upper 24 bits times 2**-24, a normal one comes from two words by
Box-Muller.
"""

import math

import torch
from npusim.frontend.codegen.graph.builder import Builder, Operand
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.mlir_ops import MUL_HIGH
from npusim.frontend.codegen.math.operations import operation

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10


def _high_low(b: Builder, word: Value, multiplier: int) -> tuple[Value, Value]:
    """Upper and lower half of a 32 x 32 bit product: two multiplications, as vector units have them."""
    factor = b.const(multiplier, torch.uint32)
    if _is_zero(word):
        return word, word
    return b.raw(MUL_HIGH, torch.uint32, word, factor), b.mul(word, factor)


def _is_zero(word: Value) -> bool:
    return word.op == "const" and not word.attributes[0]


def _xor(b: Builder, *words: Value) -> Value:
    first, *others = [word for word in words if not _is_zero(word)] or words[:1]
    for word in others:
        first = b.op("bitwise_xor", first, word)
    return first


def _counter(b: Builder, offset: Value) -> tuple[Value, Value]:
    """Lower and upper 32 bits of an element's offset, which is not negative."""
    if offset.dtype == torch.int32:
        return b.convert(offset, torch.uint32), b.const(0, torch.uint32)
    return _words(b, offset)


def _words(b: Builder, number: Value) -> tuple[Value, Value]:
    """Lower and upper 32 bits."""
    wide = b.convert(b.convert(number, torch.int64), torch.uint64)
    high = b.raw("shr", torch.uint64, wide, b.const(32, torch.uint64))
    return b.convert(wide, torch.uint32), b.convert(high, torch.uint32)


def philox(b: Builder, seed: Operand, offset: Operand) -> tuple[Value, Value, Value, Value]:
    """Four random words (uint32) for an element."""
    key = _words(b, b.as_value(seed, torch.int64))
    c0, c1 = _counter(b, b.as_value(offset, torch.int64))
    c2 = c3 = b.const(0, torch.uint32)
    for step in range(_ROUNDS):
        k0, k1 = (b.add(k, b.const(step * d & 0xFFFFFFFF, torch.uint32)) for k, d in zip(key, _KEY_STEPS, strict=True))
        h0, l0 = _high_low(b, c0, _MULTIPLIERS[0])
        h1, l1 = _high_low(b, c2, _MULTIPLIERS[1])
        c0, c1 = _xor(b, h1, c1, k0), l1
        c2, c3 = _xor(b, h0, c3, k1), l0
    return c0, c1, c2, c3


def _uniform(b: Builder, word: Value) -> Value:
    """In [0, 1): the upper 24 bits are exact in float32."""
    top = b.convert(b.raw("shr", torch.uint32, word, b.const(8, torch.uint32)), torch.int32)
    return b.mul(b.convert(top, torch.float32), 2.0**-24)


@operation("rand")
def rand(b: Builder, seed: Operand, offset: Operand) -> Value:
    return _uniform(b, philox(b, seed, offset)[0])


@operation("randn")
def randn(b: Builder, seed: Operand, offset: Operand) -> Value:
    first, second, _, _ = philox(b, seed, offset)
    radius = b.float_op("sqrt", b.mul(-2.0, b.float_op("log", b.sub(1.0, _uniform(b, first)))))
    return b.mul(radius, b.float_op("cos", b.mul(2 * math.pi, _uniform(b, second))))


@operation("randint64")
def randint64(b: Builder, seed: Operand, offset: Operand, low: Operand, high: Operand) -> Value:
    """A whole number in [low, high): 64 random bits modulo the span."""
    first, second, _, _ = philox(b, seed, offset)
    wide = b.raw("shl", torch.uint64, b.convert(second, torch.uint64), b.const(32, torch.uint64))
    bits = b.op("bitwise_or", wide, b.convert(first, torch.uint64))
    lowest = b.convert(low, torch.int64)
    span = b.convert(b.sub(b.convert(high, torch.int64), lowest), torch.uint64)
    return b.add(b.convert(b.c_modulo(bits, span), torch.int64), lowest)
