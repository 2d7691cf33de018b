"""What compiled kernels call to round scalars to bf16, on hosts that have no instruction for it."""

import ctypes

import numpy as np
import pytest
import torch
from npusim.simulator.native import _runtime

SYMBOLS = _runtime.symbols()
from_float = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_float)(SYMBOLS["__truncsfbf2"])
from_double = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_double)(SYMBOLS["__truncdfbf2"])
FUNCTIONS = pytest.mark.parametrize("function", [from_float, from_double], ids=["float", "double"])


def bits(result):
    """The bf16 in the low half of the register that holds a result."""
    (word,) = np.float32(result).reshape(1).view(np.uint32)
    assert word >> 16 == 0
    return int(word)


def value(pattern):
    """The number that the 16 bits of a bf16 stand for."""
    return float(np.uint32(pattern << 16).reshape(1).view(np.float32)[0])


@FUNCTIONS
def test_every_bf16_is_itself(function):
    for pattern in range(1 << 16):
        if not np.isnan(value(pattern)):
            assert bits(function(value(pattern))) == pattern


@FUNCTIONS
def test_nan_stays_nan_and_keeps_its_sign(function):
    for nan in (float("nan"), -float("nan"), value(0x7F81), value(0xFFC1)):
        got = bits(function(nan))
        assert got & 0x7F80 == 0x7F80 and got & 0x7F
        assert bool(got & 0x8000) == bool(np.signbit(nan))


@FUNCTIONS
@pytest.mark.parametrize(
    "low", [0x3F80, 0x3F81, 0xBF80, 0xBF81, 0x0000, 0x0001, 0x8000, 0x007F, 0x7F7E, 0x7F7F], ids=hex
)
def test_the_middle_between_two_neighbours_goes_to_the_even_one(function, low):
    high = low + 1  # of 0x7f7f, infinity: the middle is where overflow begins
    middle = float(np.uint32((low << 16) | 0x8000).reshape(1).view(np.float32)[0])
    assert bits(function(middle)) == (low if low % 2 == 0 else high)
    toward_low, toward_high = ((low << 16) | 0x7FFF, (low << 16) | 0x8001)
    for word, expected in ((toward_low, low), (toward_high, high)):
        assert bits(function(float(np.uint32(word).reshape(1).view(np.float32)[0]))) == expected


@FUNCTIONS
def test_random_numbers_are_rounded_as_by_pytorch(function):
    words = np.random.default_rng(3).integers(0, 1 << 32, 20000, dtype=np.uint32)
    numbers = words.view(np.float32)
    numbers = numbers[~np.isnan(numbers)]
    expected = torch.from_numpy(numbers).bfloat16().view(torch.uint16)
    assert [bits(function(float(number))) for number in numbers] == expected.tolist()


@pytest.mark.parametrize("low", [0x3F80, 0x3F81, 0xBF80, 0xBF81, 0x0001, 0x4049], ids=hex)
@pytest.mark.parametrize("away", [False, True])
def test_a_double_next_to_a_middle_is_rounded_once(low, away):
    middle = float(np.uint32((low << 16) | 0x8000).reshape(1).view(np.float32)[0])
    near = float(np.nextafter(middle, np.inf * np.sign(middle) if away else 0.0))
    assert np.float32(near) == np.float32(middle)  # a float cannot tell them apart: rounding twice goes to the even one
    assert bits(from_double(near)) == (low + 1 if away else low)


@pytest.mark.parametrize(
    "number, expected",
    [(1e300, 0x7F80), (-1e300, 0xFF80), (1e-300, 0x0000), (-1e-300, 0x8000), (5e-324, 0x0000), (3.39618e38, 0x7F80)],
)
def test_doubles_beyond_the_range_of_floats(number, expected):
    assert bits(from_double(number)) == expected


def test_the_largest_double_that_does_not_overflow():
    limit = float(np.ldexp(2 - 2.0**-8, 127))  # the middle between the largest bf16 and 2**128
    assert bits(from_double(float(np.nextafter(limit, 0.0)))) == 0x7F7F
    assert bits(from_double(limit)) == 0x7F80
