"""Every function of the `math` dialect against PyTorch in double precision: ordinary, special and extreme arguments, all float types."""

# ruff: noqa: E501  (lines of MLIR)

import math

import numpy as np
import pytest
import torch

RNG = np.random.default_rng(3)
COUNT = 3 * 64 + 21  # whole vectors and a rest

FUNCTIONS = {
    "exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1, "log": torch.log, "log2": torch.log2, "log10": torch.log10,
    "log1p": torch.log1p, "tanh": torch.tanh, "erf": torch.erf, "erfc": torch.erfc, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan,
    "asin": torch.asin, "acos": torch.acos, "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh, "asinh": torch.asinh,
    "acosh": torch.acosh, "atanh": torch.atanh, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt, "absf": torch.abs, "ceil": torch.ceil,
    "floor": torch.floor, "trunc": torch.trunc, "roundeven": torch.round,
    "cbrt": lambda x: torch.from_numpy(np.cbrt(x.numpy())),
    "round": lambda x: torch.trunc(x + torch.copysign(torch.tensor(0.5, dtype=x.dtype), x)),
}  # fmt: skip
BINARY = {"powf": torch.pow, "atan2": torch.atan2, "copysign": torch.copysign}
ELEMENTS = {torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16"}
ULP = {torch.float64: 5, torch.float32: 4.5, torch.float16: 0.51, torch.bfloat16: 0.51}
SPECIAL = [
    0.0,
    -0.0,
    math.inf,
    -math.inf,
    math.nan,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    4.0,
    1e-40,
    -1e-40,
    5e-324,
    1e-30,
    -1e-30,
    88.72,
    88.73,
    -87.4,
    -103.9,
    -104.5,
    1e10,
    -1e10,
    3e38,
    709.7,
    -745.0,
]


def arguments(dtype):
    """Special values, then the middle range, then all magnitudes."""
    bits = RNG.standard_normal(COUNT * 2) * 10.0 ** RNG.uniform(-12, 12 if dtype != torch.float16 else 4, COUNT * 2)
    values = np.concatenate(
        [SPECIAL, RNG.standard_normal(COUNT) * 3, RNG.uniform(-1, 1, COUNT), RNG.uniform(0.9, 1.1, COUNT), bits]
    )
    return torch.from_numpy(values).to(dtype)


def as_numpy(tensor):
    return (tensor.view(torch.uint16) if tensor.dtype == torch.bfloat16 else tensor).numpy()


def evaluate(compute, operation, *operands, result=None, scalar=False):
    """One operation on tiles, by vectors, or on scalars one by one."""
    element = ELEMENTS[operands[0].dtype]
    out = result if result is not None else torch.zeros_like(operands[0])
    out_element = ELEMENTS.get(out.dtype, "i8")
    names = ["a", "b", "c"][: len(operands)]
    arrays = dict(zip(names, map(as_numpy, operands), strict=True)) | {"out": as_numpy(out)}
    elements = dict.fromkeys(names, element) | {"out": out_element}
    call = f"{operation} {', '.join('%v_' + n for n in names)} : {element}"
    if out_element == "i8":
        call += "\n%byte = arith.extui %r : i1 to i8"
    value = "%byte" if out_element == "i8" else "%r"
    if scalar:
        loads = "\n".join(f"%v_{n} = memref.load %{n}[%i] : {{{n}}}" for n in names)
        text = f"%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%n = arith.constant {operands[0].numel()} : index\nscf.for %i = %c0 to %n step %c1 {{{{\n{loads}\n%r = {call}\nmemref.store {value}, %out[%i] : {{out}}\n}}}}"
    else:
        maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(names) + 1))
        block = ", ".join(f"%v_{n}: {element}" for n in names)
        text = f'linalg.generic {{{{indexing_maps = [{maps}], iterator_types = ["parallel"]}}}} ins({", ".join("%" + n for n in names)} : {", ".join("{" + n + "}" for n in names)}) outs(%out : {{out}}) {{{{\n^bb0({block}, %o: {out_element}):\n%r = {call}\nlinalg.yield {value} : {out_element}\n}}}}'
    compute(text, elements, **arrays)
    return out


def error_in_ulp(got, expected):
    """Distance from the exact result in units of the last place of the type; 0 where both are the same special value."""
    dtype = got.dtype
    rounded = expected.to(dtype)
    same = (got == rounded) | (got.isnan() & rounded.isnan())
    tiny = torch.finfo(dtype).tiny
    unit = torch.finfo(dtype).eps * 2.0 ** torch.floor(torch.log2(expected.abs().clamp(min=tiny)))
    distance = (got.double() - expected).abs() / unit
    return torch.where(same, 0.0, torch.where(distance.isnan(), math.inf, distance))


def assert_within(got, expected, limit, inputs):
    error = error_in_ulp(got, expected)
    worst = int(error.argmax())
    assert error[worst] <= limit, (
        f"{error[worst]:.2f} ulp at {inputs[worst].item()!r}: {got[worst].item()!r}, exact {expected[worst].item()!r}"
    )


@pytest.mark.covering
@pytest.mark.parametrize("dtype", ELEMENTS, ids=ELEMENTS.values())
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_agree_with_the_exact_result(compute, name, dtype):
    x = arguments(dtype)
    got = evaluate(compute, f"math.{name}", x)
    assert_within(got, FUNCTIONS[name](x.double()), ULP[dtype], x)


@pytest.mark.parametrize("name", [*FUNCTIONS])
def test_scalars_give_what_vectors_give_within_rounding(compute, name):
    x = arguments(torch.float32)
    got = evaluate(compute, f"math.{name}", x, scalar=True)
    assert_within(got, FUNCTIONS[name](x.double()), ULP[torch.float32], x)


@pytest.mark.parametrize(
    "name", ["exp", "expm1", "tanh", "erf", "log1p", "sin", "atan", "asinh", "sqrt", "ceil", "trunc", "round", "cbrt"]
)
def test_the_sign_of_zero_is_kept(compute, name):
    x = torch.tensor([0.0, -0.0, 0.0, -0.0])
    got = evaluate(compute, f"math.{name}", x)
    expected = FUNCTIONS[name](x)
    assert torch.equal(got.signbit(), expected.signbit())


@pytest.mark.covering
@pytest.mark.parametrize("dtype", ELEMENTS, ids=ELEMENTS.values())
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_arguments(compute, name, dtype):
    x, y = arguments(dtype), arguments(dtype)
    y = y[torch.from_numpy(RNG.permutation(len(y)))]
    if name == "powf":  # all pairs of special values, and ordinary pairs
        x, y = torch.cat([x[: len(SPECIAL)].repeat(20), x]), torch.cat([x[:20].repeat_interleave(len(SPECIAL)), y])
    got = evaluate(compute, f"math.{name}", x, y)
    expected = BINARY[name](x.double(), y.double())
    if dtype == torch.float64:
        torch.testing.assert_close(got, expected, equal_nan=True)
    else:
        assert_within(got, expected, 5 if dtype == torch.float32 else ULP[dtype], torch.stack([x, y], 1))


def test_fused_multiply_add_rounds_once(compute):
    a, b, c = (torch.randn(COUNT) for _ in range(3))
    got = evaluate(compute, "math.fma", a, b, c)
    assert torch.equal(got, (a.double() * b.double() + c.double()).float())


@pytest.mark.covering
@pytest.mark.parametrize("name", ["isnan", "isinf", "isfinite"])
@pytest.mark.parametrize("dtype", ELEMENTS, ids=ELEMENTS.values())
def test_classification(compute, name, dtype):
    x = arguments(dtype)
    got = evaluate(
        compute, f"math.{name}", x, result=torch.zeros(len(x), dtype=torch.bool).view(torch.uint8).view(torch.int8)
    )
    assert torch.equal(got.bool(), getattr(torch, name)(x))


def on_integers(compute, operation, *operands, types="i32"):
    names = ["a", "b"][: len(operands)]
    out = np.zeros_like(operands[0])
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(names) + 1))
    element = {"int32": "i32", "int64": "i64", "float32": "f32"}[operands[0].dtype.name]
    kinds = [{"int32": "i32", "int64": "i64", "float32": "f32"}[o.dtype.name] for o in operands]
    block = ", ".join(f"%v_{n}: {k}" for n, k in zip(names, kinds, strict=True))
    text = f'linalg.generic {{{{indexing_maps = [{maps}], iterator_types = ["parallel"]}}}} ins({", ".join("%" + n for n in names)} : {", ".join("{" + n + "}" for n in names)}) outs(%out : {{out}}) {{{{\n^bb0({block}, %o: {element}):\n%r = {operation} {", ".join("%v_" + n for n in names)} : {", ".join(dict.fromkeys(kinds))}\nlinalg.yield %r : {element}\n}}}}'
    compute(text, **dict(zip(names, operands, strict=True)), out=out)
    return out


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_integer_powers_wrap_and_negative_exponents_truncate(compute, dtype):
    base = np.concatenate([np.tile([-3, -2, -1, 0, 1, 2, 7, 10], 8), RNG.integers(-9, 9, 37)]).astype(dtype)
    exponent = np.concatenate([np.repeat([-3, -2, -1, 0, 1, 2, 9, 31], 8), RNG.integers(0, 20, 37)]).astype(dtype)
    got = on_integers(compute, "math.ipowi", base, exponent)
    width = base.dtype.itemsize * 8

    def power(b, e):
        value = b**e if e >= 0 else (1 if b == 1 else (-1) ** (-e) if b == -1 else 0)
        return (value + 2 ** (width - 1)) % 2**width - 2 ** (width - 1)

    np.testing.assert_array_equal(got, [power(int(b), int(e)) for b, e in zip(base, exponent, strict=True)])


def test_floats_to_integer_powers(compute):
    base, exponent = RNG.uniform(-3, 3, 50).astype(np.float32), RNG.integers(-5, 6, 50).astype(np.int32)
    np.testing.assert_allclose(
        on_integers(compute, "math.fpowi", base, exponent), base.astype(np.float64) ** exponent, rtol=1e-6
    )


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_bit_counts(compute, dtype):
    x = np.concatenate([[0, 1, -1, 2, -8], RNG.integers(-(2**31), 2**31, 40)]).astype(dtype)
    width = x.dtype.itemsize * 8
    texts = [format(int(v) % 2**width, f"0{width}b") for v in x]
    np.testing.assert_array_equal(on_integers(compute, "math.ctpop", x), [t.count("1") for t in texts])
    np.testing.assert_array_equal(on_integers(compute, "math.ctlz", x), [len(t) - len(t.lstrip("0")) for t in texts])
    np.testing.assert_array_equal(on_integers(compute, "math.cttz", x), [len(t) - len(t.rstrip("0")) for t in texts])
    np.testing.assert_array_equal(on_integers(compute, "math.absi", x), np.abs(x))


@pytest.mark.parametrize("scale", [1.0, 1e-36, 1e36, 2.0**127, 1e-45, 0.0, math.inf, math.nan])
def test_division_by_a_rows_scalar_is_correctly_rounded(compute, scale):
    x = arguments(torch.float32).numpy().copy()
    divisor, out = np.array([scale * 1.7], np.float32), np.zeros((1, len(x)), np.float32)
    text = """linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}} ins(%x, %divisor : {x}, {divisor}) outs(%out : {out}) {{
    ^bb0(%v: f32, %d: f32, %o: f32):
      %r = arith.divf %v, %d : f32
      linalg.yield %r : f32
    }}"""
    compute(text, x=x, divisor=divisor, out=out)
    with np.errstate(all="ignore"):
        expected = x / divisor
    normal = ~(np.abs(expected) < 1.2e-38)
    np.testing.assert_array_equal(out[0][normal], expected[normal])
    np.testing.assert_allclose(out[0][~normal], expected[~normal], atol=3e-45)
