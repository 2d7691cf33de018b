"""Random numbers: Philox4x32-10 keyed by the seed.

Algorithm: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. Each counter gives four
words of 32 bits. A uniform number is the upper 24 bits of a word times 2**-24; two normal ones come from two words by
Box-Muller. Which word of which counter an element takes is up to the lowering
(`mlir_templates/decompositions/pointwise/random_words.py`); Inductor's own operations take the first words of the
element's offset.
"""

import math
from collections.abc import Sequence

import torch
from npusim.frontend.codegen.graph.builder import Builder, Operand
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.graph.mlir_ops import MUL_HIGH
from npusim.frontend.codegen.math.operations import operation

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_LOW = 0xFFFFFFFF


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


def _counter(b: Builder, counter: Value) -> tuple[Value, Value]:
    """Lower and upper 32 bits of a counter, which is not negative."""
    narrow = counter.args[0] if counter.op == "convert" else counter
    if narrow.dtype == torch.int32:
        return b.convert(narrow, torch.uint32), b.const(0, torch.uint32)
    return _words(b, counter)


def _words(b: Builder, number: Value) -> tuple[Value, Value]:
    """Lower and upper 32 bits."""
    wide = b.convert(b.convert(number, torch.int64), torch.uint64)
    high = b.raw("shr", torch.uint64, wide, b.const(32, torch.uint64))
    return b.convert(wide, torch.uint32), b.convert(high, torch.uint32)


_State = tuple[Value, Value, Value, Value]


def _rounds(b: Builder, seed: Operand, counter: Operand, count: int) -> tuple[_State, tuple[Value, Value]]:
    """The words of a counter after some rounds, and the keys of the next round."""
    key = _words(b, b.as_value(seed, torch.int64))
    c0, c1 = _counter(b, b.as_value(counter, torch.int64))
    c2 = c3 = b.const(0, torch.uint32)
    for step in range(count):
        k0, k1 = _keys(b, key, step)
        h0, l0 = _high_low(b, c0, _MULTIPLIERS[0])
        h1, l1 = _high_low(b, c2, _MULTIPLIERS[1])
        c0, c1 = _xor(b, h1, c1, k0), l1
        c2, c3 = _xor(b, h0, c3, k1), l0
    return (c0, c1, c2, c3), _keys(b, key, count)


def _keys(b: Builder, key: tuple[Value, Value], step: int) -> tuple[Value, Value]:
    first, second = (b.add(k, b.const(step * d & _LOW, torch.uint32)) for k, d in zip(key, _KEY_STEPS, strict=True))
    return first, second


def philox(b: Builder, seed: Operand, counter: Operand) -> _State:
    """The four random words (uint32) of a counter."""
    return _rounds(b, seed, counter, _ROUNDS)[0]


def _half(b: Builder, seed: Operand, counter: Operand, second: Value) -> tuple[Value, Value]:
    """The first two words of a counter, or its last two: of the last round only the half that gives them."""
    (c0, c1, c2, c3), keys = _rounds(b, seed, counter, _ROUNDS - 1)
    factors = (b.const(m, torch.uint32) for m in reversed(_MULTIPLIERS))
    word, other, key, factor = (
        b.where(second, late, early) for early, late in ((c2, c0), (c1, c3), keys, tuple(factors))
    )
    return _xor(b, b.raw(MUL_HIGH, torch.uint32, word, factor), other, key), b.mul(word, factor)


def _uniform(b: Builder, word: Value) -> Value:
    """In [0, 1): the upper 24 bits are exact in float32."""
    top = b.convert(b.raw("shr", torch.uint32, word, b.const(8, torch.uint32)), torch.int32)
    return b.mul(b.convert(top, torch.float32), 2.0**-24)


def _normals(b: Builder, first: Value, second: Value) -> tuple[Value, Value]:
    """Two normal numbers from two words (Box, Muller, "A note on the generation of random normal deviates", 1958)."""
    radius, turn = _radius(b, first), _uniform(b, second)
    return _along(b, radius, turn), _along(b, radius, b.sub(turn, 0.25))


def _radius(b: Builder, word: Value) -> Value:
    return b.float_op("sqrt", b.mul(-2.0, b.float_op("log", b.sub(1.0, _uniform(b, word)))))


def _along(b: Builder, radius: Value, turn: Value) -> Value:
    return b.mul(radius, b.float_op("cos", b.mul(2 * math.pi, turn)))


def _is_loop(number: Value) -> bool:
    """Whether a number counts a loop of its own, so that what does not depend on it is computed once for all of it."""
    return number.op == "iter" or (number.op == "convert" and _is_loop(number.args[0]))


def _picked(b: Builder, values: Sequence[Value], number: Value) -> Value:
    """The value with a number from 0 on."""
    *others, picked = values
    for index, value in reversed(list(enumerate(others))):
        picked = b.where(b.compare("eq", number, index), value, picked)
    return picked


@operation("random_uniform")
def random_uniform(b: Builder, seed: Operand, counter: Operand, word: Operand) -> Value:
    """The uniform number of a word (0 to 3)."""
    number = b.as_value(word, torch.int32)
    if _is_loop(number):
        return _picked(b, [_uniform(b, each) for each in philox(b, seed, counter)], number)
    return _uniform(b, _picked(b, _half(b, seed, counter, _is_late(b, number)), _within_half(b, number)))


@operation("random_normal")
def random_normal(b: Builder, seed: Operand, counter: Operand, word: Operand) -> Value:
    """The normal number of a word (0 to 3): two of the first and the second, two of the others."""
    number = b.as_value(word, torch.int32)
    if _is_loop(number):
        first, second, third, fourth = philox(b, seed, counter)
        return _picked(b, [*_normals(b, first, second), *_normals(b, third, fourth)], number)
    first, second = _half(b, seed, counter, _is_late(b, number))
    turn = _uniform(b, second)
    turn = _picked(b, [turn, b.sub(turn, 0.25)], _within_half(b, number))
    return _along(b, _radius(b, first), turn)


def _is_late(b: Builder, number: Value) -> Value:
    return b.compare("ge", number, 2)


def _within_half(b: Builder, number: Value) -> Value:
    return b.op("bitwise_and", number, b.const(1, torch.int32))


@operation("rand")
def rand(b: Builder, seed: Operand, offset: Operand) -> Value:
    return _uniform(b, philox(b, seed, offset)[0])


@operation("randn")
def randn(b: Builder, seed: Operand, offset: Operand) -> Value:
    first, second, _, _ = philox(b, seed, offset)
    return _normals(b, first, second)[0]


@operation("randint64")
def randint64(b: Builder, seed: Operand, offset: Operand, low: Operand, high: Operand) -> Value:
    """A whole number in [low, high): 64 random bits modulo the span."""
    first, second, _, _ = philox(b, seed, offset)
    wide = b.raw("shl", torch.uint64, b.convert(second, torch.uint64), b.const(32, torch.uint64))
    bits = b.op("bitwise_or", wide, b.convert(first, torch.uint64))
    lowest = b.convert(low, torch.int64)
    span = b.convert(b.sub(b.convert(high, torch.int64), lowest), torch.uint64)
    return b.add(b.convert(b.c_modulo(bits, span), torch.int64), lowest)
