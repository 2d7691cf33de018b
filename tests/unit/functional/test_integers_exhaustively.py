"""Integer arithmetic of all widths against NumPy, on every kind of processor that this host can run code for.

8 bits: all pairs. Wider: edge values and random ones. Casts between all widths, alone and as parts of expressions that
compilers like to simplify: a widened number times something, divided or shifted, cut again.
"""

import numpy as np
import pytest
from npusim.simulator.native.host_cpu import runnable_processors

KINDS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "cooperlake", "sapphirerapids"]  # one per set of features
WIDTHS = [8, 16, 32, 64]
DIVISORS = [1, 2, 3, 4, 7, 8, 10, 64, 127, -1, -2, -3, -4, -128]
_COMPARISONS = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip


@pytest.fixture(params=["native", *(pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS)], autouse=True)
def processor(request, monkeypatch):
    if request.param not in ("native", *runnable_processors()):
        pytest.skip(f"this host cannot run code for {request.param}")
    monkeypatch.setenv("NPUSIM_HOST_CPU", request.param)


def signed(width):
    return np.dtype(f"i{width // 8}").type


def unsigned(width):
    return np.dtype(f"u{width // 8}").type


def edges(width):
    """Numbers at the borders of all widths up to this one."""
    borders = [1 << bits for bits in range(width)]
    values = {0, *borders, *(b - 1 for b in borders), *(b + 1 for b in borders), *(-b for b in borders)}
    values |= {-b - 1 for b in borders}
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    return np.array(sorted(v for v in values if low <= v <= high), signed(width))


def pairs(width):
    """Two arrays: all pairs of 8 bits; of wider numbers the edges with each other, and random ones."""
    if width == 8:
        x = np.arange(-128, 128, dtype=np.int8)
        return np.repeat(x, 256), np.tile(x, 256)
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    some, rng = edges(width)[:: width // 16], np.random.default_rng(width)
    x, y = np.repeat(some, len(some)), np.tile(some, len(some))
    more = rng.integers(low, high, (2, 1001), signed(width), endpoint=True)
    return np.concatenate([x, more[0]]), np.concatenate([y, more[1]])


def quotient(x, y):
    """Rounded towards zero; what the host's instruction refuses is divided by 1."""
    with np.errstate(all="ignore"):
        y = np.where((y == 0) | ((x == np.iinfo(x.dtype).min) & (y == -1 if x.dtype.kind == "i" else False)), 1, y)
        y = y.astype(x.dtype)
        down = x // y
        inexact = (down * y != x) & ((x < 0) != (y < 0))
        return down + inexact.astype(x.dtype), y


def remainder(x, y):
    q, y = quotient(x, y)
    return x - q * y


def reference(width):
    """By operation of `arith`: a function of two signed arrays."""

    def as_unsigned(function):
        return lambda x, y: function(x.view(unsigned(width)), y.view(unsigned(width)))

    two = {
        "addi": np.add, "subi": np.subtract, "muli": np.multiply, "andi": np.bitwise_and, "ori": np.bitwise_or,
        "xori": np.bitwise_xor, "maxsi": np.maximum, "minsi": np.minimum, "maxui": as_unsigned(np.maximum),
        "minui": as_unsigned(np.minimum), "divsi": lambda x, y: quotient(x, y)[0], "remsi": remainder,
        "divui": as_unsigned(lambda x, y: quotient(x, y)[0]), "remui": as_unsigned(remainder),
    }  # fmt: skip
    for name, function in _COMPARISONS.items():
        two[f"cmpi {name}" if name in ("eq", "ne") else f"cmpi s{name}"] = function
        if name not in ("eq", "ne"):
            two[f"cmpi u{name}"] = as_unsigned(function)
    return two


def generic(body, inputs, out, out_type):
    """One pointwise operation; `inputs` are pairs of a tile's name and its element type."""
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(inputs) + 1))
    names, types = ", ".join(f"%{n}" for n, _ in inputs), ", ".join(f"{{{n}}}" for n, _ in inputs)
    arguments = ", ".join(f"%{n}_: {t}" for n, t in inputs)
    return f"""linalg.generic {{{{indexing_maps = [{maps}], iterator_types = ["parallel"]}}}}
        ins({names} : {types}) outs(%{out} : {{{out}}}) {{{{
    ^bb0({arguments}, %o_: {out_type}):
      {body}
      linalg.yield %r : {out_type}
    }}}}
    """


def compare(found, expected, what):
    wrong = np.flatnonzero(found != expected)
    assert not len(wrong), f"{what}: {len(wrong)} wrong, the first is {found[wrong[0]]}, not {expected[wrong[0]]}"


@pytest.mark.parametrize("width", WIDTHS)
def test_operations_on_two_numbers(compute, width):
    x, y = pairs(width)
    element, text, outs, expected = f"i{width}", "", {}, {}
    for position, (name, function) in enumerate(reference(width).items()):
        out = f"out{position}"
        if name.startswith("cmpi"):
            body = f"%b = arith.{name}, %x_, %y_ : {element}\n%r = arith.extui %b : i1 to i8"
            outs[out], result = np.zeros(len(x), np.int8), "i8"
        else:
            body, result = f"%r = arith.{name} %x_, %y_ : {element}", element
            outs[out] = np.zeros(len(x), signed(width))
        text += generic(body, [("x", element), ("y", element)], out, result)
        with np.errstate(all="ignore"):
            expected[out] = name, np.asarray(function(x, y)).astype(outs[out].dtype)
    compute(text, x=x, y=y, **outs)
    for out, (name, values) in expected.items():
        compare(outs[out], values, f"{name} of {element}")


@pytest.mark.covering(
    "native-8",
    in_ci=[
        "native-64",
        "x86-64-v3-8",
        "x86-64-v4-64",
        "cooperlake-32",
        "sapphirerapids-16",
        "x86-64-v2-16",
        "x86-64-32",
    ],
)
@pytest.mark.parametrize("width", WIDTHS)
def test_operations_with_constants(compute, width):
    x, element, text, outs, expected = edges(width), f"i{width}", "", {}, {}
    operations = reference(width)
    cases = [(name, c) for name in ("divsi", "remsi", "divui", "remui", "muli") for c in DIVISORS]
    cases += [(name, c) for name in ("shli", "shrsi", "shrui") for c in {0, 1, width // 2 - 1, width // 2, width - 1}]
    shifts = {
        "shli": lambda x, n: x << n,
        "shrsi": lambda x, n: x >> n,
        "shrui": lambda x, n: x.view(unsigned(width)) >> n.view(unsigned(width)),
    }
    for position, (name, constant) in enumerate(cases):
        out = f"out{position}"
        outs[out] = np.zeros(len(x), signed(width))
        body = f"%c = arith.constant {constant} : {element}\n%r = arith.{name} %x_, %c : {element}"
        text += generic(body, [("x", element)], out, element)
        with np.errstate(all="ignore"):
            values = (operations | shifts)[name](x, np.full_like(x, constant))
            expected[out] = f"{name} by {constant}", np.asarray(values).view(signed(width))
    compute(text, x=x, **outs)
    for out, (name, values) in expected.items():
        compare(outs[out], values, f"{name} of {element}")


def widened(x, to, is_signed):
    if is_signed:
        return x.astype(signed(to))
    return x.view(unsigned(8 * x.itemsize)).astype(unsigned(to)).view(signed(to))


@pytest.mark.parametrize("width", WIDTHS)
def test_casts_to_all_widths(compute, width):
    x, text, outs, expected = edges(width), "", {}, {}
    for to in WIDTHS:
        for name in ("trunci",) if to < width else ("extsi", "extui") if to > width else ():
            out = f"{name}{to}"
            outs[out] = np.zeros(len(x), signed(to))
            text += generic(f"%r = arith.{name} %x_ : i{width} to i{to}", [("x", f"i{width}")], out, f"i{to}")
            expected[out] = x.astype(signed(to)) if name == "trunci" else widened(x, to, name == "extsi")
    bits = np.zeros(len(x), np.int8)
    text += generic(
        f"%z = arith.constant 0 : i{width}\n%b = arith.cmpi slt, %x_, %z : i{width}\n%r = arith.extsi %b : i1 to i8",
        [("x", f"i{width}")], "bits", "i8",
    )  # fmt: skip
    compute(text, x=x, bits=bits, **outs)
    for out, values in expected.items():
        compare(outs[out], values, f"{out} of i{width}")
    compare(bits, -(x < 0).astype(np.int8), f"sign of i{width}")


def tails(wide):
    """What follows a product of `wide` bits: text that makes `%t` from `%p`, and the same with NumPy."""
    half, most = wide // 2, wide - 1
    for divisor in (2, 4, -2, 3, 128):
        constant = f"%d = arith.constant {divisor} : i{wide}"
        yield f"{constant}\n%t = arith.divsi %p, %d : i{wide}", lambda p, d=divisor: quotient(p, np.full_like(p, d))[0]
        yield f"{constant}\n%t = arith.remsi %p, %d : i{wide}", lambda p, d=divisor: remainder(p, np.full_like(p, d))
    for shift in (1, 8, half - 1, half, most):
        constant = f"%d = arith.constant {shift} : i{wide}"
        yield f"{constant}\n%t = arith.shrsi %p, %d : i{wide}", lambda p, n=shift: p >> p.dtype.type(n)
        yield (
            f"{constant}\n%t = arith.shrui %p, %d : i{wide}",
            lambda p, n=shift: (p.view(unsigned(wide)) >> unsigned(wide)(n)).view(p.dtype),
        )
    yield (
        f"%d = arith.constant 0 : i{wide}\n%b = arith.cmpi slt, %p, %d : i{wide}\n%t = arith.extui %b : i1 to i{wide}",
        lambda p: (p < 0).astype(p.dtype),
    )


@pytest.mark.slow
@pytest.mark.covering(
    "native-16-32-unsigned",
    "native-8-64-signed",
    "x86-64-v4-32-64-unsigned",
    "sapphirerapids-8-32-unsigned",
    "x86-64-16-64-signed",
)
@pytest.mark.parametrize("is_signed", [True, False], ids=["signed", "unsigned"])
@pytest.mark.parametrize(("narrow", "wide"), [(8, 16), (8, 32), (8, 64), (16, 32), (16, 64), (32, 64)], ids=str)
def test_widened_products_that_are_divided_or_shifted(compute, narrow, wide, is_signed):
    rng = np.random.default_rng(narrow + wide)
    x = np.concatenate([edges(narrow), edges(narrow)[::-1]])
    y = rng.permutation(x)
    cast = "extsi" if is_signed else "extui"
    factors = {
        "y": (f"%f = arith.{cast} %y_ : i{narrow} to i{wide}", widened(y, wide, is_signed)),
        "2": (f"%f = arith.constant 2 : i{wide}", signed(wide)(2)),
        "-100": (f"%f = arith.constant -100 : i{wide}", signed(wide)(-100)),
    }
    text, outs, expected = "", {}, {}
    for factor, (made, value) in factors.items():
        for position, (tail, function) in enumerate(tails(wide)):
            for to in {narrow, 16, wide}:
                out = f"out{len(outs)}"
                outs[out] = np.zeros(len(x), signed(to))
                cut = f"arith.trunci %t : i{wide} to i{to}" if to < wide else f"arith.addi %t, %zero : i{wide}"
                product = f"%e = arith.{cast} %x_ : i{narrow} to i{wide}\n{made}\n%p = arith.muli %e, %f : i{wide}"
                body = f"{product}\n{tail}\n%r = {cut}"
                text += generic(body, [("x", f"i{narrow}"), ("y", f"i{narrow}")], out, f"i{to}")
                with np.errstate(all="ignore"):
                    values = function(widened(x, wide, is_signed) * value).astype(signed(to))
                expected[out] = f"{position} of i{narrow} * {factor} in i{wide}, cut to i{to}", values
    compute(f"%zero = arith.constant 0 : i{wide}\n{text}", x=x, y=y, **outs)
    for out, (what, values) in expected.items():
        compare(outs[out], values, what)
