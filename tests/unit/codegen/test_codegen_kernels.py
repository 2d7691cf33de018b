"""Kernel text made from loop bodies without Inductor's graph: it verifies, and running it gives what NumPy gives."""

import re

import numpy as np
import pytest
import sympy
import torch
from npusim.frontend.codegen.emit.kernel_text import KernelProblem, kernel_body
from npusim.frontend.codegen.graph.domain import common_domain
from npusim.frontend.codegen.graph.memory import IndexMismatch, Memory
from npusim.frontend.codegen.graph.sizes import Sizes
from npusim.frontend.codegen.record.handler import Recording, RecordingHandler
from npusim.frontend.codegen.record.recorded_work import recorded_work
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.functional import compile_functional
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from on_tiles import run_kernel
from torch.utils._sympy.functions import FloorDiv

SIZES = Sizes()
MACHINE = load_machine("tpuv3")


class Buffers:
    """Buffers by name, all of one dtype, as arguments of a kernel."""

    def __init__(self, extents, dtype=torch.float32):
        self.extents, self.kind, self.symbols = extents, dtype, []

    def dtype(self, name):
        return torch.int64 if name.startswith("index") else self.kind

    def extent(self, name):
        return sympy.sympify(self.extents[name])

    def input(self, name):
        return f"%{name}_dram"

    output = input

    def in_arguments(self, expression):
        return expression

    def number_check(self, origin):
        return 0

    def memory(self, name):
        return Memory(name)


def record(ranges, body, buffers):
    """Records `body(handler, parallel variables, reduction variables)` over (parallel, reduction) ranges."""
    domain = common_domain([ranges], SIZES)
    handler = RecordingHandler(Recording(domain, SIZES, buffers.dtype, buffers.memory))
    outer, inner = domain.variables[0]
    handler.begin_node(None, ranges[1], domain.variables[0])
    body(handler, outer, inner)
    return handler.recording


def kernel(ranges, body, buffers, machine=MACHINE):
    recording = record(ranges, body, buffers)
    lines = kernel_body(KernelProblem(recording.domain, recording.graph, buffers, SIZES, machine))
    element = {"float32": "f32", "int64": "i64"}
    types = {n: element[str(buffers.dtype(n)).removeprefix("torch.")] for n in buffers.extents}
    arguments = ", ".join(f"%{n}_dram: memref<{e}x{types[n]}>" for n, e in buffers.extents.items())
    return "\n".join([f"func.func @test({arguments}) {{", *lines, "  return", "}"])


def run(text, *arrays):
    run_kernel(text, arrays)


def uniform(*shape):
    return np.random.default_rng(0).standard_normal(shape, dtype=np.float32)


def test_a_pointwise_kernel_adds():
    def body(ops, p, r):
        ops.store("out", p[0], ops.add(ops.load("x", p[0]), ops.load("y", p[0])))

    x, y, out = uniform(1000), uniform(1000), np.zeros(1000, np.float32)
    run(kernel(((1000,), ()), body, Buffers({"x": 1000, "y": 1000, "out": 1000})), x, y, out)
    np.testing.assert_array_equal(out, x + y)


@pytest.mark.parametrize(("rows", "columns"), [(5, 8), (130, 77), (3, 300_001)])
def test_rows_are_summed_whether_they_fit_or_not(rows, columns):
    def body(ops, p, r):
        total = ops.reduction(torch.float32, torch.float32, "sum", ops.load("x", columns * p[0] + r[0]))
        ops.store_reduction("out", p[0], total)

    x, out = uniform(rows, columns), np.zeros(rows, np.float32)
    run(kernel(((rows,), (columns,)), body, Buffers({"x": x.size, "out": rows})), x, out)
    np.testing.assert_allclose(out, x.astype(np.float64).sum(1), rtol=1.3e-6, atol=1e-6 * columns**0.5)


def test_the_first_of_equal_maxima_is_found():
    def body(ops, p, r):
        ops.store_reduction(
            "index", p[0], ops.reduction(torch.int64, torch.float32, "argmax", ops.load("x", 40 * p[0] + r[0]))
        )

    x, index = np.zeros((7, 40), np.float32), np.zeros(7, np.int64)
    x[:, 11] = x[:, 29] = 1
    x[3, 20] = np.nan
    run(kernel(((7,), (40,)), body, Buffers({"x": x.size, "index": 7})), x, index)
    assert index.tolist() == [11, 11, 11, 20, 11, 11, 11]


def test_a_gather_reads_where_the_index_says():
    def body(ops, p, r):
        row = ops.indirect_indexing(ops.load("index", p[0]), sympy.Integer(9))
        ops.store("out", 33 * p[0] + p[1], ops.load("x", 33 * row + p[1]))

    x, out = uniform(9, 33), np.zeros((4, 33), np.float32)
    index = np.array([8, -1, 0, -9])
    run(kernel(((4, 33), ()), body, Buffers({"index": 4, "x": x.size, "out": out.size})), index, x, out)
    np.testing.assert_array_equal(out, x[index])


@pytest.mark.parametrize("mode", [None, "atomic_add"])
@pytest.mark.parametrize(("rows", "columns"), [(40, 33), (1, 5), (300, 4099), (7, 1)])
def test_rows_at_computed_places_are_scattered_whole(rows, columns, mode):
    def body(ops, p, r):
        row = ops.indirect_indexing(ops.load("index", p[0]), sympy.Integer(9))
        ops.store("out", columns * row + p[1], ops.load("x", columns * p[0] + p[1]), mode)

    x, out = uniform(rows, columns), np.ones((9, columns), np.float32)
    index = np.random.default_rng(1).integers(-9, 9, rows)
    want = out.copy()
    if mode is None:
        want[index] = x
    else:
        np.add.at(want, index, x)
    text = kernel(((rows, columns), ()), body, Buffers({"index": rows, "x": x.size, "out": out.size}))
    run(text, index, x, out)
    np.testing.assert_array_equal(out, want)
    assert is_by_rows(text) == (columns > 1)


def is_by_rows(text):
    (line,) = (line for line in text.splitlines() if '"npu.scatter"' in line)
    values, positions = line.split(" : (")[1].split("xf32, 1>, memref<")
    return values.count("x") == positions.split("xi")[0].count("x") + 1


def test_a_row_that_the_index_follows_is_scattered_by_elements():
    def body(ops, p, r):
        place = ops.indirect_indexing(ops.load("index", 20 * p[0] + p[1]), sympy.Integer(7))
        ops.store("out", 20 * place + p[1], ops.load("x", 20 * p[0] + p[1]), "atomic_add")

    x, index, out = uniform(30, 20), np.random.default_rng(1).integers(0, 7, (30, 20)), np.zeros((7, 20), np.float32)
    want = out.copy()
    np.add.at(want, (index, np.arange(20)), x)
    text = kernel(((30, 20), ()), body, Buffers({"index": 600, "x": 600, "out": 140}))
    assert not is_by_rows(text)
    run(text, index, x, out)
    np.testing.assert_array_equal(out, want)


def test_additions_to_one_element_meet():
    def body(ops, p, r):
        row = ops.indirect_indexing(ops.load("index", p[0]), sympy.Integer(5))
        ops.store("out", row, ops.load("x", p[0]), "atomic_add")

    x, index, out = uniform(100), np.random.default_rng(1).integers(0, 5, 100), np.zeros(5, np.float32)
    want = np.zeros(5, np.float32)
    np.add.at(want, index, x)
    text = kernel(((100,), ()), body, Buffers({"index": 100, "x": 100, "out": 5}))
    assert "npu.parallel" not in text
    run(text, index, x, out)
    np.testing.assert_allclose(out, want, rtol=1e-5)


def test_masked_elements_are_never_read():
    def body(ops, p, r):
        inside = ops.lt(ops.index_expr(p[0], torch.int64), 10)
        ops.store("out", p[0], ops.masked(inside, lambda: ops.load("x", p[0]), 7.0))

    x, out = uniform(10), np.zeros(20, np.float32)
    run(kernel(((20,), ()), body, Buffers({"x": 10, "out": 20})), x, out)
    np.testing.assert_array_equal(out, np.concatenate([x, np.full(10, 7, np.float32)]))


def test_a_quotient_in_an_index_is_computed_on_the_device():
    def body(ops, p, r):
        ops.store("out", p[0], ops.load("x", FloorDiv(p[0], 3)))

    x, out = uniform(4), np.zeros(10, np.float32)
    text = kernel(((10,), ()), body, Buffers({"x": 4, "out": 10}))
    assert "npu.gather" in text
    run(text, x, out)
    np.testing.assert_array_equal(out, x[np.arange(10) // 3])


def of_scattered_rows(place):
    """A body that reads elements of rows that are at `place(row)`."""

    def body(ops, p, r):
        ops.store("out", 96 * p[0] + p[1], ops.load("x", p[1] + 96 * place(p[0])))

    return body


def test_the_place_of_a_row_is_computed_once_for_all_its_elements():
    def place(row):
        return 7 * FloorDiv(5 * row, 3) % 50 + row % 7 + FloorDiv(row, 11)

    x, out = uniform(70, 96), np.zeros((50, 96), np.float32)
    text = kernel(((50, 96), ()), of_scattered_rows(place), Buffers({"x": x.size, "out": out.size}))
    for_elements = text.split("linalg.generic")[-1]
    assert "npu.gather" in for_elements
    assert len(re.findall(r"arith\.(?:addi|muli|divsi|remsi) %[ai]", for_elements)) == 1
    run(text, x, out)
    rows = np.arange(50)
    np.testing.assert_array_equal(out, x[7 * (5 * rows // 3) % 50 + rows % 7 + rows // 11])


def test_estimates_count_the_place_of_a_row_once_and_that_of_an_element_for_each():
    def work(body):
        recording = record(((50, 96), ()), body, Buffers({"x": 70 * 96, "out": 50 * 96}))
        return recorded_work(recording, recording.graph.stores, MACHINE)

    def elements(ops, p, r):
        ops.store("out", 96 * p[0] + p[1], ops.load("x", FloorDiv(p[0] + p[1], 3)))

    row, element = work(of_scattered_rows(lambda row: FloorDiv(row, 3))), work(elements)
    division = MACHINE.vector_slots("integer_divide", "i32") / MACHINE.vector_alus / MACHINE.vector_elements_per_cycle
    assert element["vector_cycles"] - row["vector_cycles"] > 0.9 * division
    assert row["lane_exchanges"] == pytest.approx(MACHINE.vector_lanes / 96) and not element["lane_exchanges"]
    assert row["tile_bytes"] == element["tile_bytes"] == 12


def test_estimates_count_a_reduction_for_each_element_and_its_result_for_each_row():
    machine = MACHINE.evolve(vector_alus=1, vector_loads_per_cycle=64, vector_stores_per_cycle=64)

    def cycles(of_total):
        def body(ops, p, r):
            total = ops.reduction(torch.float32, torch.float32, "sum", ops.load("x", 4096 * p[0] + r[0]))
            ops.store_reduction("out", p[0], of_total(ops, total))

        recording = record(((50,), (4096,)), body, Buffers({"x": 50 * 4096, "out": 50}))
        return recorded_work(recording, recording.graph.stores, machine)["vector_cycles"]

    total, root = cycles(lambda ops, total: total), cycles(lambda ops, total: ops.sqrt(total))
    width = machine.vector_elements_per_cycle
    assert total == pytest.approx(machine.vector_slots("simple", "f32") / width)
    assert 0 < root - total == pytest.approx(machine.vector_slots("sqrt", "f32") / width * machine.vector_lanes / 4096)


def test_costly_values_of_a_softmax_are_computed_once():
    def body(ops, p, r):
        x = ops.load("x", 64 * p[0] + r[0])
        power = ops.exp(ops.sub(x, ops.reduction(torch.float32, torch.float32, "max", x)))
        total = ops.reduction(torch.float32, torch.float32, "sum", power)
        ops.store("out", 64 * p[0] + r[0], ops.truediv(power, total))

    x, out = uniform(10, 64), np.zeros((10, 64), np.float32)
    text = kernel(((10,), (64,)), body, Buffers({"x": x.size, "out": x.size}))
    assert text.count("math.exp") == 1 and text.count("npu.dma_load") == 1
    run(text, x, out)
    np.testing.assert_allclose(out, torch.softmax(torch.from_numpy(x), 1).numpy(), rtol=1e-5)


def test_tiles_shrink_until_they_fit_the_machine():
    def body(ops, p, r):
        ops.store("out", p[0], ops.add(ops.load("x", p[0]), ops.load("y", p[0])))

    small = MACHINE.model_copy(update={"scratchpad_kib_per_lane": 1})
    text = kernel(((100_000,), ()), body, Buffers({"x": 100_000, "y": 100_000, "out": 100_000}), small)
    compile_functional(parse_kernel(text), small)
    assert text.count("npu.alloc") == 3


def test_the_same_body_gives_the_same_text():
    def body(ops, p, r):
        ops.store("out", p[0], ops.tanh(ops.load("x", p[0])))

    def other(ops, p, r):
        ops.store("y", p[0], ops.exp(ops.neg(ops.load("x", p[0]))))

    buffers = {"x": 1000, "out": 1000}
    first = kernel(((1000,), ()), body, Buffers(buffers))
    kernel(((77,), ()), other, Buffers({"x": 77, "y": 77}))  # leaves nothing behind that a later text shows
    assert kernel(((1000,), ()), body, Buffers(dict(buffers))) == first


def test_an_operation_without_definition_is_named():
    def body(ops, p, r):
        ops.dot(ops.load("x", p[0]), ops.load("x", p[0]))

    with pytest.raises(UnsupportedError, match="'dot' is not supported"):
        record(((10,), ()), body, Buffers({"x": 10}))


def test_an_assertion_inside_a_kernel_is_a_check():
    def body(ops, p, r):
        ops.device_assert_async(ops.lt(ops.load("x", p[0]), 1.0), "too large")

    ((check,),) = record(((10,), ()), body, Buffers({"x": 10})).graph.checks.values()
    assert check.origin.message == "too large" and check.value.op == "select"


def test_reading_a_stored_buffer_elsewhere_is_no_common_kernel():
    def body(ops, p, r):
        ops.store("y", p[0], ops.load("x", p[0]))
        ops.load("y", p[0] + 1)

    with pytest.raises(IndexMismatch, match="buffer y"):
        record(((10,), ()), body, Buffers({"x": 10, "y": 11}))


def test_a_masked_load_of_a_box_is_a_transfer_with_padding_around():
    def body(ops, p, r):
        inside = ops.ge(ops.index_expr(p[0], torch.int64), 3)
        ops.store("out", p[0], ops.masked(inside, lambda: ops.load("x", p[0] - 3), 7.0))

    x, out = uniform(10), np.zeros(13, np.float32)
    text = kernel(((13,), ()), body, Buffers({"x": 10, "out": 13}))
    assert "pad_around = true, pad = 7.0 : f32" in text and "linalg.generic" not in text
    run(text, x, out)
    np.testing.assert_array_equal(out, np.concatenate([np.full(3, 7, np.float32), x]))


def test_a_box_of_many_tiles_is_clipped_in_each():
    def body(ops, p, r):
        row, column = (ops.index_expr(v, torch.int64) for v in p)
        inside = ops.and_(ops.and_(ops.ge(row, 100), ops.lt(row, 900)), ops.lt(ops.mul(column, 2), 501))
        ops.store("out", p[0] * 700 + p[1], ops.masked(inside, lambda: ops.load("x", p[0] * 251 - 25100 + p[1]), 0.0))

    x, out = uniform(800, 251), np.full((1000, 700), 5, np.float32)
    text = kernel(((1000, 700), ()), body, Buffers({"x": 800 * 251, "out": 700000}))
    assert "npu.gather" not in text
    run(text, x, out)
    np.testing.assert_array_equal(out, np.pad(x, ((100, 100), (0, 449))))


def test_the_padding_of_a_gather_stands_for_a_selection():
    def body(ops, p, r):
        chosen = ops.gt(ops.load("mask", p[0]), 0.5)
        ops.store("out", p[0], ops.masked(chosen, lambda: ops.load("x", p[0] - 3), 7.0))

    x, out = uniform(10), np.zeros(13, np.float32)
    mask = np.concatenate([np.zeros(3), np.ones(10)]).astype(np.float32)
    text = kernel(((13,), ()), body, Buffers({"mask": 13, "x": 10, "out": 13}))
    assert "pad = 7.0 : f32" in text and text.count("linalg.generic") == 1
    run(text, mask, x, out)
    np.testing.assert_array_equal(out, np.concatenate([np.full(3, 7, np.float32), x]))


def test_an_element_at_a_loaded_place_is_gathered_once():
    def body(ops, p, r):
        place = ops.indirect_indexing(ops.load("index", sympy.Integer(0)), sympy.Integer(10))
        ops.store("out", p[0], ops.mul(ops.exp(ops.load("x", place)), ops.load("y", p[0])))

    x, y, index, out = uniform(10), uniform(30), np.array([-2]), np.zeros(30, np.float32)
    text = kernel(((30,), ()), body, Buffers({"index": 1, "x": 10, "y": 30, "out": 30}))
    run(text, index, x, y, out)
    np.testing.assert_allclose(out, np.exp(x[8]) * y, rtol=1e-6)
