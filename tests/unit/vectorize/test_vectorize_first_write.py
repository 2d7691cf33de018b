"""A contraction into a tile that was just cleared overwrites it: the same values, whatever lay in the tile."""

# ruff: noqa: E501  (lines of MLIR)

import re

import numpy as np
import pytest

RNG = np.random.default_rng(5)
CLEAR = """%zero = arith.constant 0.0 : f32
linalg.fill ins(%zero : f32) outs(%c : {c})
"""


def product(steps, length, n, extra="", upper=None):
    """Sum of products of `steps` slices of `length` columns of a and rows of b."""
    m, k = 37, steps * length
    return f"""
    affine.for %k = 0 to {upper or k} step {length} {{{{
      %a_part = memref.subview %a[0, %k] [{m}, {length}] [1, 1] : {{a}} to memref<{m}x{length}xf32, strided<[{k}, 1], offset: ?>, 1>
      %b_part = memref.subview %b[%k, 0] [{length}, {n}] [1, 1] : {{b}} to memref<{length}x{n}xf32, strided<[{n}, 1], offset: ?>, 1>
      linalg.matmul ins(%a_part, %b_part : memref<{m}x{length}xf32, strided<[{k}, 1], offset: ?>, 1>, memref<{length}x{n}xf32, strided<[{n}, 1], offset: ?>, 1>) outs(%c : {{c}})
      {extra}
    }}}}"""


def operands(k, n, m=37):
    a, b = RNG.standard_normal((m, k)).astype(np.float32), RNG.standard_normal((k, n)).astype(np.float32)
    return a, b, np.full((m, n), np.nan, np.float32)


def is_cleared(vector_stage):
    """Whether zeros are stored into a tile; sums that start from zero are kept in registers."""
    zeros = set(re.findall(r"(%\w+) = arith.constant (?:dense<)?0\.0+e\+00", vector_stage))
    zeros |= {copy for copy, value in re.findall(r"(%\w+) = vector.broadcast (%\w+)", vector_stage) if value in zeros}
    stored = re.findall(r"(?:vector.store|vector.transfer_write|memref.store) (%\w+), ", vector_stage)
    return not zeros.isdisjoint(stored) or "linalg.fill" in vector_stage


def first_iterations(vector_stage):
    """How many conditions ask for the first iteration of a loop."""
    return len(re.findall(r"= arith.cmpi eq, %arg\d+, %c0", vector_stage))


@pytest.fixture
def vectorised(compute):
    """As `compute`; returns the stage after vectorisation."""

    def run(text, **arrays):
        stages = {}
        compute(text, dump=stages.__setitem__, **arrays)
        return stages["vector"]

    return run


@pytest.mark.parametrize(("steps", "length", "n"), [(1, 5, 17), (3, 16, 64), (2, 700, 33), (4, 1100, 16)])
def test_the_first_step_of_a_reduction_overwrites(vectorised, steps, length, n):
    a, b, c = operands(steps * length, n)
    stage = vectorised(CLEAR + product(steps, length, n), a=a, b=b, c=c)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-4)  # thousands of additions in float32
    assert not is_cleared(stage)
    assert first_iterations(stage) > 0


def test_a_reduction_without_steps_leaves_zeros(vectorised):
    a, b, c = operands(32, 48)
    text = CLEAR + product(2, 16, 48).replace("to 32 step", "to %none step").replace("affine.for", "scf.for", 1)
    text = (
        "%none = arith.constant 0 : index\n%start = arith.constant 0 : index\n%step = arith.constant 16 : index\n"
        + text
    )
    text = text.replace("scf.for %k = 0 to %none step 16", "scf.for %k = %start to %none step %step")
    stage = vectorised(text, a=a, b=b, c=c)
    np.testing.assert_array_equal(c, 0.0)
    assert is_cleared(stage)


def test_what_else_writes_the_tile_is_kept(vectorised):
    a, b, c = operands(32, 48)
    twice = """linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} outs(%c : {c}) {{
      ^bb0(%x: f32):
        %y = arith.addf %x, %x : f32
        linalg.yield %y : f32
      }}"""
    stage = vectorised(CLEAR + product(2, 16, 48, extra=twice), a=a, b=b, c=c)
    expected = 2 * (2 * (a[:, :16].astype(np.float64) @ b[:16]) + a[:, 16:].astype(np.float64) @ b[16:])
    np.testing.assert_allclose(c, expected, rtol=1e-5, atol=1e-5)
    assert is_cleared(stage)


def test_a_second_contraction_adds_to_the_first(vectorised):
    a, b, c = operands(32, 48)
    both = product(2, 16, 48) + product(2, 16, 48).replace("%k", "%l").replace("_part", "_other")
    stage = vectorised(CLEAR + both, a=a, b=b, c=c)
    np.testing.assert_allclose(c, 2 * (a.astype(np.float64) @ b), rtol=1e-5, atol=1e-5)
    assert not is_cleared(stage)
    assert first_iterations(stage) == 1  # the first contraction's


def test_nested_loops_overwrite_once(vectorised):
    a, b, c = operands(32, 48)
    text = CLEAR + "affine.for %r = 0 to 3 {{\n" + product(2, 16, 48) + "\n}}"
    stage = vectorised(text, a=a, b=b, c=c)
    np.testing.assert_allclose(c, 3 * (a.astype(np.float64) @ b), rtol=1e-5, atol=1e-5)
    assert not is_cleared(stage)
    assert first_iterations(stage) == 2


def test_a_branch_around_the_contraction_keeps_the_clearing(vectorised):
    a, b, c = operands(32, 48)
    text = CLEAR + product(2, 16, 48).replace(
        "linalg.matmul",
        "%bound = arith.constant 16 : index\n%late = arith.cmpi sge, %k, %bound : index\nscf.if %late {{\nlinalg.matmul",
    ).replace("outs(%c : {c})\n", "outs(%c : {c})\n}}\n")
    stage = vectorised(text, a=a, b=b, c=c)
    np.testing.assert_allclose(c, a[:, 16:].astype(np.float64) @ b[16:], rtol=1e-5, atol=1e-5)
    assert is_cleared(stage)
