"""Indices are simplified as Inductor does it, without its search for patterns."""

import random

import pytest
import sympy
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing, SizeVarAllocator
from npusim.frontend.inductor.patches import FOR_CODE_GENERATION, apply_all
from npusim.frontend.inductor.patching import _originals
from sympy.core.cache import clear_cache

VARIABLES = sympy.symbols("q0:3", integer=True, nonnegative=True)
EXTENTS = (56, 49, 6)


@pytest.fixture(scope="module", autouse=True)
def torchs_own():
    apply_all(FOR_CODE_GENERATION)
    return _originals["simplification of indices"]


def some_index(draw, depth=2):
    """A sum of variables, quotients and remainders with factors, as views and windows of images make."""
    total = sympy.Integer(draw.choice((0, 0, 3, 53)))
    for variable in draw.sample(VARIABLES, draw.randint(1, 3)):
        factor = draw.choice((1, 1, 7, 8, 56))
        part = some_index(draw, depth - 1) if depth > 0 and draw.random() < 0.4 else variable
        divisor, modulus = draw.choice((1, 7, 8, 49, 56)), draw.choice((7, 8, 56))
        kind = draw.choice((part, FloorDiv(part, divisor), ModularIndexing(part, divisor, modulus)))
        total += factor * kind
        if draw.random() < 0.4:  # the next digit, or all higher ones
            digit = ModularIndexing(part, divisor, modulus)
            higher = draw.choice((ModularIndexing(part, divisor * modulus, 8), FloorDiv(part, divisor * modulus)))
            total += factor * digit + factor * modulus * higher
    return sympy.expand(total)


@pytest.mark.slow
def test_an_index_is_simplified_as_torch_does_it(torchs_own):
    draw = random.Random(7)
    ranges = dict(zip(VARIABLES, map(sympy.Integer, EXTENTS), strict=True))
    changed = 0
    for _ in range(20):
        index, allocator = some_index(draw), SizeVarAllocator()
        found = allocator._simplify_with_ranges(index, ranges)
        assert found == torchs_own(SizeVarAllocator(), index, ranges)
        changed += found != index
    assert changed > 5


@pytest.mark.parametrize(
    ("index", "simple"),
    [
        (lambda x, y, _: 384 * ModularIndexing(x, 1, 7) + 2688 * FloorDiv(x, 7) + y, lambda x, y, _: 384 * x + y),
        (lambda x, y, _: FloorDiv(7 * x + y, 7), lambda x, y, _: x + FloorDiv(y, 7)),
        (lambda x, y, z: FloorDiv(49 * x + y, 49) + ModularIndexing(z, 1, 6), lambda x, y, z: x + z),
        (lambda x, y, z: 3 * x + y, lambda x, y, z: 3 * x + y),
    ],
)
def test_an_index_is_simplified_without_a_search_for_patterns(monkeypatch, index, simple):
    clear_cache()
    monkeypatch.setattr(sympy.Basic, "match", None)
    ranges = dict(zip(VARIABLES, map(sympy.Integer, EXTENTS), strict=True))
    assert SizeVarAllocator()._simplify_with_ranges(index(*VARIABLES), ranges) == simple(*VARIABLES)
