"""Rows of every length and element type, for every kind of processor: run where this host can, compiled where not.

What is left of a row beyond full registers is where LLVM had no instruction (one bf16 with AVX-512 bf16), and where a
wrong mask would show.
"""

# ruff: noqa: E501  (lines of MLIR)

import numpy as np
import pytest
from npusim.simulator.functional.compiler import FunctionalKernel, functional_key, lower_values
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.native import NativeFunction, host_cpu, jit
from npusim.simulator.native.lowering import lower_to_llvm
from on_tiles import MLIR_TYPES, Tile, kernel_text, run_on_tiles

KINDS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "cooperlake", "sapphirerapids", "znver3", "znver5"]
RUNNABLE = frozenset(host_cpu.runnable_processors())


def lowered_alike(names):
    """The names in groups: those of a group differ in what LLVM emits, not in what this package lowers kernels to."""
    groups = {}
    for name in names:
        groups.setdefault(host_cpu._described(None, host_cpu.PROCESSORS[name]), []).append(name)
    return list(groups.values())


LOWERED_ALIKE = lowered_alike(KINDS)
ELEMENTS = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": np.uint16, "f8E4M3FN": np.uint8, "f8E5M2": np.uint8,
    "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8,
}  # fmt: skip
BITS_OF_FLOAT8 = {"f8E4M3FN": {1: 0x38, 2: 0x40}, "f8E5M2": {1: 0x3C, 2: 0x40}}
ROWS = 3
MANY_LENGTHS = [*range(1, 36), 47, 63, 64, 65, 66, 95, 97, 127, 128, 129, 130]
"""On this host; for other processors, where tests are not nightly, those around their registers."""
SOME_LENGTHS = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 23, 31, 33, 63, 65, 127, 130]
WIDER = {"i8": "i32", "i16": "i32", "i32": "i32", "i64": "i64", "f64": "f64"}


@pytest.fixture
def lowered(monkeypatch):
    """Lets any processor be chosen, and lowers rows for it: the kernel, and a module in the LLVM dialect."""
    everything = frozenset.union(*host_cpu.PROCESSORS.values())
    monkeypatch.setattr(host_cpu, "host_flags", lambda: everything)
    host_cpu._processor.cache_clear()

    def lower(rows):
        elements = rows.elements
        tiles = [Tile(n, a, elements.get(n) or MLIR_TYPES[a.dtype.name]) for n, a in rows.arrays.items()]
        kernel = parse_kernel(kernel_text(rows.text, tiles))
        module = kernel.clone()
        lower_values(module)
        lower_to_llvm(module)
        return kernel, module

    yield lower
    monkeypatch.undo()
    host_cpu._processor.cache_clear()


def encoded(numbers, element):
    """Whole numbers from -2 to 2 as an array of the element type (bits for what NumPy lacks)."""
    if element == "bf16":
        return (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if element in BITS_OF_FLOAT8:
        bits = {0: 0, **BITS_OF_FLOAT8[element]}
        return np.vectorize(lambda n: bits[abs(n)] | (0x80 if n < 0 else 0), otypes=[np.uint8])(numbers)
    return numbers.astype(ELEMENTS[element])


class Rows:
    """The operations of one kernel, its arrays, and what they must hold afterwards."""

    def __init__(self, element, length):
        self.element, self.letter = element, "f" if "f" in element else "i"
        self.is_float8 = element in BITS_OF_FLOAT8
        rng = np.random.default_rng(length)
        self.x, self.y = rng.integers(-1, 2, (ROWS, length)), rng.integers(-1, 2, (length, 5))
        self.arrays = {"x": encoded(self.x, element), "y": encoded(self.y, element)}
        self.elements, self.expected, self.text = {"x": element, "y": element}, {}, "%true = arith.constant true\n"
        self._pointwise()
        self._moves()
        self._casts()
        self._product()
        if not self.is_float8:
            self._reductions()

    def _add(self, name, maps, loops, body, result, expected, *, start=0, inputs="x"):
        self.arrays[name] = encoded(np.full(expected.shape, start), result)
        self.elements[name], self.expected[name] = result, encoded(expected, result)
        loops = ", ".join(f'"{loop}"' for loop in loops)
        names = [*inputs, name]
        arguments = ", ".join(f"%{n}_: {self.elements[n]}" for n in names)
        dims = "(i, j, k)" if loops.count(",") == 2 else "(i, j)"
        maps = ", ".join(f"affine_map<{dims} -> {m}>" for m in maps)
        self.text += f"""linalg.generic {{{{indexing_maps = [{maps}], iterator_types = [{loops}]}}}}
          ins({", ".join(f"%{n}" for n in inputs)} : {", ".join(f"{{{n}}}" for n in inputs)}) outs(%{name} : {{{name}}}) {{{{
        ^bb0({arguments}):
          {body}
          linalg.yield %r : {result}
        }}}}
        """

    def _pointwise(self):
        t, loops = self.element, ("parallel", "parallel")
        body = f"%r = arith.add{self.letter} %x_, %x_ : {t}"
        if self.is_float8:
            body = f"%w = arith.extf %x_ : {t} to f32\n%s = arith.addf %w, %w : f32\n%r = arith.truncf %s : f32 to {t}"
        self._add("doubled", ["(i, j)", "(i, j)"], loops, body, t, self.x + self.x)

    def _moves(self):
        t, loops, body = self.element, ("parallel", "parallel"), f"%r = arith.select %true, %x_, %x_ : {self.element}"
        self._add("turned", ["(i, j)", "(j, i)"], loops, body, t, self.x.T)
        if self.x.shape[1] % 2 and self.x.shape[1] > 1:
            self._add("every_second", ["(i, j * 2)", "(i, j)"], loops, body, t, self.x[:, ::2])

    def _casts(self):
        for to in ("f32", "bf16", "f16", "i8", "i64"):
            if to != self.element:
                body = "\n".join(self._cast(to))
                self._add(f"as_{to}", ["(i, j)", "(i, j)"], ("parallel", "parallel"), body, to, self.x)

    def _cast(self, to):
        t, value = self.element, "%x_"
        if self.letter == "f" and t != "f32" and (to in ("bf16", "f16", "f32") or self.is_float8):
            yield f"%single = arith.{'truncf' if t == 'f64' else 'extf'} {value} : {t} to f32"
            t, value = "f32", "%single"
        if to.endswith(("f16", "f32")) and self.letter == "f":
            name = "truncf"
        elif self.letter == "i" and to[0] == "i":
            name = "extsi" if int(to[1:]) > int(t[1:]) else "trunci"
        else:
            name = "fptosi" if self.letter == "f" else "sitofp"
        yield (
            f"%r = arith.select %true, {value}, {value} : f32"
            if to == t
            else f"%r = arith.{name} {value} : {t} to {to}"
        )

    def _product(self):
        t, wide = self.element, WIDER.get(self.element, "f32")
        body, names = "", ("%x_", "%y_")
        if wide != t:
            extend, names = "extf" if self.letter == "f" else "extsi", ("%u", "%v")
            body = f"%u = arith.{extend} %x_ : {t} to {wide}\n%v = arith.{extend} %y_ : {t} to {wide}\n"
        body += f"%p = arith.mul{self.letter} {names[0]}, {names[1]} : {wide}\n%r = arith.add{self.letter} %product_, %p : {wide}"
        maps, loops = ["(i, k)", "(k, j)", "(i, j)"], ("parallel", "parallel", "reduction")
        self._add("product", maps, loops, body, wide, self.x @ self.y, inputs="xy")

    def _reductions(self):
        t, largest = self.element, "maximumf" if self.letter == "f" else "maxsi"
        for axis, kept in enumerate(("(j)", "(i)")):
            loops = ["reduction" if i == axis else "parallel" for i in (0, 1)]
            for name, operation, values in (
                (f"sum{axis}", f"add{self.letter}", self.x.sum(axis)),
                (f"largest{axis}", largest, self.x.max(axis)),
            ):
                body = f"%r = arith.{operation} %{name}_, %x_ : {t}"
                self._add(name, ["(i, j)", kept], loops, body, t, values, start=-2 * name.startswith("largest"))


def check(rows):
    run_on_tiles(rows.text, rows.elements, **rows.arrays)
    expect(rows, rows.arrays)


def compare(rows, run):
    """Runs a compiled kernel on copies of its arrays."""
    arrays = {name: array.copy() for name, array in rows.arrays.items()}
    run([array.ctypes.data for array in arrays.values()])
    expect(rows, arrays)


def expect(rows, arrays):
    for name, expected in rows.expected.items():
        found = arrays[name]
        if found.dtype.kind == "u":  # bits of floats: zeros may have a sign
            found = np.where(found == 1 << (8 * found.itemsize - 1), 0, found)
        np.testing.assert_array_equal(found, expected, err_msg=f"{name} of {rows.element}, rows of {rows.x.shape[1]}")


@pytest.mark.covering("bf16", "i64")
@pytest.mark.parametrize("element", ELEMENTS)
def test_rows_on_this_host(element):
    for length in (1, 5, 17, 33, 65):
        check(Rows(element, length))


@pytest.mark.covering("x86-64-f16", "x86-64-v3-f16", "sapphirerapids-f16")
@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.parametrize("name", KINDS)
def test_rows_of_narrow_floats_compile_for_every_processor(lowered, monkeypatch, name, element):
    monkeypatch.setenv("NPUSIM_HOST_CPU", name)
    for length in (1, 65):
        assert jit.compile_object(lowered(Rows(element, length))[1], "rows")


@pytest.mark.slow
@pytest.mark.covering("bf16", "i8", "f64")
@pytest.mark.parametrize("element", ELEMENTS)
def test_rows_of_many_lengths_on_this_host(element):
    for length in MANY_LENGTHS:
        check(Rows(element, length))


@pytest.mark.covering("x86-64-v4 cooperlake sapphirerapids znver5-f16", "x86-64 x86-64-v2-bf16", "x86-64-v3 znver3-i8")
@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize(
    ("names", "lengths"),
    [
        *(pytest.param(names, SOME_LENGTHS, marks=pytest.mark.slow, id=" ".join(names)) for names in LOWERED_ALIKE),
        *(
            pytest.param(names, MANY_LENGTHS, marks=pytest.mark.nightly, id=" ".join((*names, "many")))
            for names in LOWERED_ALIKE
        ),
    ],
)
def test_rows_of_many_lengths_on_every_processor(lowered, monkeypatch, names, lengths, element):
    """One lowering serves processors of one kind; each has its code compiled, which runs where this host can."""
    for length in lengths:
        rows = Rows(element, length)
        monkeypatch.setenv("NPUSIM_HOST_CPU", names[0])
        kernel, module = lowered(rows)
        for name in names:
            monkeypatch.setenv("NPUSIM_HOST_CPU", name)
            code = jit.compile_object(module.operation.clone(), "rows")
            if name in RUNNABLE:
                compare(rows, FunctionalKernel(kernel, NativeFunction(functional_key(kernel), code)))
