"""Integer division: zero divisors and the smallest number over -1 do not stop the process."""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest

TYPES = {np.int8: "i8", np.int16: "i16", np.int32: "i32", np.int64: "i64"}
OPERATIONS = ["divsi", "remsi", "divui", "remui", "floordivsi", "ceildivsi"]


def divide(compute, name, a, b, scalar):
    out, element = np.zeros_like(a), TYPES[a.dtype.type]
    if scalar:
        text = f"""%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = arith.constant {len(a)} : index
        scf.for %i = %c0 to %n step %c1 {{{{
          %x = memref.load %a[%i] : {{a}}
          %y = memref.load %b[%i] : {{b}}
          %r = arith.{name} %x, %y : {element}
          memref.store %r, %out[%i] : {{out}}
        }}}}"""
    else:
        text = f"""linalg.generic {{{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}}} ins(%a, %b : {{a}}, {{b}}) outs(%out : {{out}}) {{{{
        ^bb0(%x: {element}, %y: {element}, %o: {element}):
          %r = arith.{name} %x, %y : {element}
          linalg.yield %r : {element}
        }}}}"""
    compute(text, a=a, b=b, out=out)
    return out


@pytest.mark.covering
@pytest.mark.parametrize("scalar", [False, True])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", OPERATIONS)
def test_divisions_that_the_host_refuses_do_not_stop_the_process(compute, name, dtype, scalar):
    smallest = np.iinfo(dtype).min
    a = np.array([smallest, smallest, smallest, 7, -7, 0, 100, -100, 5, 5], dtype)
    b = np.array([-1, 0, 1, 0, 0, 0, 7, 7, -2, 2], dtype)
    out = divide(compute, name, a, b, scalar)
    signed = name not in ("divui", "remui")
    if signed:
        assert out[0] == (0 if name == "remsi" else smallest)
    x, y = (a[6:], b[6:]) if signed else (a[6:].view(f"u{a.dtype}"), b[6:].view(f"u{b.dtype}"))
    quotients = {
        "divsi": np.trunc(x / y), "remsi": np.fmod(x, y), "floordivsi": np.floor(x / y), "ceildivsi": np.ceil(x / y),
        "divui": x // y, "remui": x % y,
    }  # fmt: skip
    np.testing.assert_array_equal(out[6:], quotients[name].astype(x.dtype).view(a.dtype))
