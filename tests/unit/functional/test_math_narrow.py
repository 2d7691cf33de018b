"""Arithmetic and conversions of f16, bf16 and f8 against PyTorch, bit for bit."""

# ruff: noqa: E501  (lines of MLIR)

import pytest
import torch

TYPES = {
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.int8: "i8",
}
STORAGE = {torch.bfloat16: torch.uint16, torch.float8_e4m3fn: torch.int8, torch.float8_e5m2: torch.int8}
GENERATOR = torch.Generator().manual_seed(5)


def as_numpy(tensor):
    return tensor.view(STORAGE[tensor.dtype]).numpy() if tensor.dtype in STORAGE else tensor.numpy()


def apply(compute, operation, operands, dtype, result="%r"):
    """`operation` is MLIR on %v_a, %v_b, whose first value is called %r."""
    names = ["a", "b"][: len(operands)]
    out = torch.zeros(operands[0].shape, dtype=dtype)
    elements = {n: TYPES[o.dtype] for n, o in zip(names, operands, strict=True)} | {"out": TYPES[dtype]}
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(names) + 1))
    block = ", ".join(f"%v_{n}: {elements[n]}" for n in names)
    text = f'linalg.generic {{{{indexing_maps = [{maps}], iterator_types = ["parallel"]}}}} ins({", ".join("%" + n for n in names)} : {", ".join("{" + n + "}" for n in names)}) outs(%out : {{out}}) {{{{\n^bb0({block}, %o: {TYPES[dtype]}):\n%r = {operation}\nlinalg.yield {result} : {TYPES[dtype]}\n}}}}'
    compute(text, elements, **dict(zip(names, map(as_numpy, operands), strict=True)), out=as_numpy(out))
    return out


def assert_same(got, expected):
    """Equal values, NaN equal to NaN, zeros with their signs."""
    got, expected = got.double(), expected.double()
    torch.testing.assert_close(got, expected, rtol=0, atol=0, equal_nan=True)
    number = ~got.isnan()
    assert torch.equal(got.signbit()[number], expected.signbit()[number])


def every_value(dtype):
    """All bit patterns of an 8-bit or 16-bit float."""
    if dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        return torch.arange(256, dtype=torch.int32).to(torch.uint8).view(dtype)
    return torch.arange(65536, dtype=torch.int32).to(torch.uint16).view(dtype)


def wide_values():
    bits = (
        torch.randint(-(2**31), 2**31, (4000,), generator=GENERATOR, dtype=torch.int64)
        .to(torch.int32)
        .view(torch.float32)
    )
    ties = torch.cat([every_value(torch.float8_e4m3fn).float() * s for s in (1.0, 1.0625, 1.03125, 1.125, 0.03125)])
    near = torch.tensor(
        [
            448.0,
            463.9,
            464.0,
            464.1,
            480.0,
            57344.0,
            61439.9,
            61440.0,
            65536.0,
            2.0**-9,
            2.0**-10,
            1.0001 * 2.0**-10,
            2.0**-17,
            65519.9,
            65520.0,
        ]
    )
    special = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1e-45, 3.4e38])
    return torch.cat([bits, ties, near, -near, special])


@pytest.mark.parametrize("wide", [torch.float32, torch.float64])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2])
def test_widening_is_exact_for_every_value(compute, dtype, wide):
    x = every_value(dtype)
    assert_same(apply(compute, f"arith.extf %v_a : {TYPES[dtype]} to {TYPES[wide]}", [x], wide), x.to(wide))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2])
def test_narrowing_rounds_to_nearest_even(compute, dtype):
    x = wide_values()
    assert_same(apply(compute, f"arith.truncf %v_a : f32 to {TYPES[dtype]}", [x], dtype), x.to(dtype))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_narrowing_from_double_rounds_as_pytorch_does(compute, dtype):
    x = wide_values().double() * 1.0000001
    assert_same(apply(compute, f"arith.truncf %v_a : f64 to {TYPES[dtype]}", [x], dtype), x.to(dtype))


OPERATIONS = {
    "addf": torch.add,
    "subf": torch.sub,
    "mulf": torch.mul,
    "divf": torch.div,
    "maximumf": torch.maximum,
    "minimumf": torch.minimum,
    "maxnumf": torch.fmax,
    "remf": torch.fmod,
}


@pytest.mark.covering
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic_rounds_once(compute, name, dtype):
    values = every_value(dtype)
    a = values[torch.randint(65536, (3001,), generator=GENERATOR)]
    b = (
        values[torch.randint(65536, (3001,), generator=GENERATOR)]
        if name != "remf"
        else torch.randn(3001, generator=GENERATOR).to(dtype)
    )
    a = a if name != "remf" else (torch.randn(3001, generator=GENERATOR) * 9).to(dtype)
    a, b = a + 0, b + 0  # signalling NaN become quiet
    expected = OPERATIONS[name](a.float(), b.float()).to(dtype)
    got = apply(compute, f"arith.{name} %v_a, %v_b : {TYPES[dtype]}", [a, b], dtype)
    torch.testing.assert_close(got.double(), expected.double(), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_negation_comparison_and_selection(compute, dtype):
    name = TYPES[dtype]
    a, b = (torch.randn(501, generator=GENERATOR).to(dtype) for _ in range(2))
    operation = f"arith.negf %v_a : {name}\n%less = arith.cmpf olt, %v_a, %v_b : {name}\n%s = arith.select %less, %v_b, %r : {name}"
    assert_same(apply(compute, operation, [a, b], dtype, result="%s"), torch.where(a < b, b, -a))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("integer", [torch.int8, torch.int32, torch.int64])
def test_integers_become_narrow_floats_and_back(compute, dtype, integer):
    x = torch.randint(-120, 120, (301,), generator=GENERATOR).to(integer)
    made = apply(compute, f"arith.sitofp %v_a : {TYPES[integer]} to {TYPES[dtype]}", [x], dtype)
    assert_same(made, x.to(dtype))
    assert torch.equal(apply(compute, f"arith.fptosi %v_a : {TYPES[dtype]} to {TYPES[integer]}", [made], integer), x)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_sums_of_narrow_floats_fold(compute, dtype):
    x, out = torch.ones(4, 100, dtype=dtype), torch.zeros(4, dtype=dtype)
    name = TYPES[dtype]
    text = f"""linalg.generic {{{{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}}}} ins(%x : {{x}}) outs(%out : {{out}}) {{{{
    ^bb0(%v: {name}, %o: {name}):
      %r = arith.addf %o, %v : {name}
      linalg.yield %r : {name}
    }}}}"""
    compute(text, {"x": name, "out": name}, x=as_numpy(x), out=as_numpy(out))
    assert (out == 100).all()
