"""The scalar graph: sharing, promotion, conversion, passes over the data, literals."""

import math

import npusim.frontend.codegen.record.handler  # noqa: F401  (registration)
import pytest
import sympy
import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Graph, Store
from npusim.frontend.codegen.graph.passes import plan_passes
from npusim.frontend.codegen.math.operations import OPERATIONS
from npusim.simulator.errors import UnsupportedError
from torch._inductor.ops_handler import OP_NAMES


@pytest.fixture
def builder():
    return Builder(Graph())


def load(builder, dtype=torch.float32, name="x"):
    return builder.raw("load", dtype, attributes=(name, sympy.Integer(0)))


def test_equal_values_are_one_value(builder):
    x = load(builder)
    assert builder.add(x, 1.0) is builder.add(x, 1.0)


def test_zero_and_minus_zero_are_different_constants(builder):
    assert builder.const(0.0, torch.float32) is not builder.const(-0.0, torch.float32)


def test_narrow_floats_are_computed_in_float32(builder):
    x = load(builder, torch.bfloat16)
    assert builder.add(x, x).dtype == torch.float32


def test_rounding_a_widened_value_gives_it_back(builder):
    x = load(builder, torch.float16)
    assert builder.convert(builder.widen(x), torch.float16) is x


def test_a_condition_keeps_narrow_branches(builder):
    x = load(builder, torch.bfloat16)
    condition = builder.compare("gt", x, 0)
    assert builder.where(condition, x, builder.const(0, torch.bfloat16)).dtype == torch.bfloat16


def test_integers_wrap_when_they_become_narrow(builder):
    x = load(builder)
    steps = builder.convert(x, torch.uint8)
    assert steps.dtype == torch.uint8 and steps.args[0].dtype == torch.int64


def test_division_by_an_unknown_integer_is_guarded(builder):
    x, y = load(builder, torch.int32), load(builder, torch.int32, "y")
    result = builder.trunc_divide(x, y)
    divisions = [v for v in builder.graph.reachable([result]) if v.op == "div"]
    assert len(divisions) == 1 and divisions[0].args[1].op == "select"


def test_division_by_a_constant_needs_no_guard(builder):
    x = load(builder, torch.int32)
    assert builder.trunc_divide(x, 7).op == "div"


def test_a_softmax_needs_one_reciprocal_per_row(builder):
    numerator = builder.float_op("exp", load(builder))
    total = builder.raw("reduce", torch.float32, numerator, attributes=("sum",))
    assert OPERATIONS["truediv"](builder, numerator, total).op == "mul"
    assert OPERATIONS["truediv"](builder, load(builder), total).op == "div"


def test_an_operation_on_the_wrong_dtype_says_which(builder):
    from npusim.frontend.codegen.graph.mlir_ops import line

    with pytest.raises(UnsupportedError, match=r"'exp' does not exist for torch\.int32"):
        line("exp", torch.int32, torch.int32, ["%x"])


COMMON = """
    abs exp exp2 expm1 sqrt relu minimum maximum cos sin erf cosh sinh acos acosh asin asinh atan2 atan atanh
    copysign erfc frexp hypot log10 log2 ldexp nextafter logical_and logical_not logical_or logical_xor
    bitwise_and bitwise_not bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift rsqrt log1p tan tanh
    sigmoid signbit fmod log isinf isnan round floor sign trunc ceil neg reciprocal eq ne lt gt le ge add sub mul
    pow fma truncdiv floordiv truediv int_truediv mod remainder square where to_dtype to_dtype_bitcast constant
    identity rand randn randint64 lgamma digamma erfinv
""".split()  # noqa: SIM905


@pytest.mark.parametrize("name", COMMON)
def test_a_common_operation_has_a_definition(name):
    assert name in OP_NAMES and name in OPERATIONS


@pytest.mark.parametrize(
    ("number", "dtype", "text"),
    [
        (1, torch.float32, "1.0 : f32"),
        (1e-5, torch.float32, "1.0e-05 : f32"),
        (-math.inf, torch.float32, "0xFF800000 : f32"),
        (math.nan, torch.float64, "0x7FF8000000000000 : f64"),
        (True, torch.bool, "true"),
        (255, torch.uint8, "-1 : i8"),
        (-3, torch.int64, "-3 : i64"),
    ],
)
def test_literals_are_spelled_as_mlir_reads_them(number, dtype, text):
    assert dtypes.literal(number, dtype) == text


@pytest.mark.parametrize(
    ("kind", "dtype", "neutral"),
    [("sum", torch.float32, 0), ("prod", torch.int64, 1), ("max", torch.int8, -128), ("min", torch.float64, math.inf)],
)
def test_neutral_elements_leave_a_reduction_unchanged(kind, dtype, neutral):
    assert dtypes.combiner(kind, dtype).neutral == neutral


def test_an_unsupported_dtype_is_named():
    with pytest.raises(UnsupportedError, match="complex64"):
        dtypes.mlir_element(torch.complex64)


def test_a_softmax_takes_a_pass_for_the_maximum_and_one_for_the_sum(builder):
    x = load(builder)
    largest = builder.raw("reduce", torch.float32, x, attributes=("max",))
    power = builder.float_op("exp", builder.sub(x, largest))
    total = builder.raw("reduce", torch.float32, power, attributes=("sum",))
    store = Store("out", sympy.S.Zero, builder.mul(power, total), None, reduced=False)
    passes = plan_passes(builder.graph, [store], [])
    assert passes.reductions == ((largest,), (total,), ())


def test_independent_reductions_share_a_pass(builder):
    x = load(builder)
    both = [builder.raw("reduce", torch.float32, x, attributes=(kind,)) for kind in ("max", "sum")]
    stores = [Store(f"out{i}", sympy.S.Zero, v, None, reduced=True) for i, v in enumerate(both)]
    assert plan_passes(builder.graph, [], stores).reductions == (tuple(both),)


def test_values_show_their_operands_by_number():
    """Sixty sums of a value with itself would be 2**60 operands: pytest shows what functions of its tracebacks got."""
    graph = Graph()
    value = graph.value("load", (), torch.float32, ("x", sympy.Symbol("P0")))
    for _ in range(60):
        value = graph.value("add", (value, value), torch.float32)
    assert repr(graph.values[:2]) == "[v0 = load(x, P0), v1 = add(v0, v0)]"
    assert repr(value) == "v60 = add(v59, v59)"
