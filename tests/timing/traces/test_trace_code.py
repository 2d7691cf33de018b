"""Trace programs that the engine interprets: their arithmetic, their control, and that LLVM makes the same of them."""

import math
import operator
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from npusim.simulator.engine import RECORD_WORDS, TRACE_OPS, Program
from npusim.simulator.errors import EngineError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import Machine
from npusim.simulator.timing import compile_timing
from npusim.simulator.timing.assumptions import can_be_assumed
from npusim.simulator.timing.dependence import depends_on_data
from npusim.simulator.timing.engine_config import make_engine

Trace = Callable[..., list[list[int]]]
Instruction = tuple[str | int, ...]

GOLDEN = Path(__file__).parents[2] / "mlir" / "golden" / "tpuv3"
LEAST, MOST = -(2**63), 2**63 - 1


def program(*instructions: Instruction, registers: Sequence[int] = (), templates: int = 1) -> Program:
    """A program with this code; missing fields are 0."""
    rows = [[TRACE_OPS.index(str(name)), *fields, *[0] * (4 - len(fields))] for name, *fields in instructions]
    code = np.array(rows, np.int64).reshape(-1, 5)
    records = np.zeros((templates, RECORD_WORDS), np.int64)
    return Program("coded", [], [], (code, np.array(registers, np.int64), records))


def wrapped(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def truncated(dividend: int, divisor: int) -> int:
    return abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)


def unsigned(compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda one, other: compute(one % 2**64, other % 2**64)


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": truncated,
    "remainder": lambda one, other: one - truncated(one, other) * other,
    "floor_divide": operator.floordiv,
    "modulo": operator.mod,
    "ceil_divide": lambda one, other: -(-one // other),
    "minimum": min,
    "maximum": max,
    "unsigned_minimum": unsigned(min),
    "unsigned_maximum": unsigned(max),
    "bit_and": operator.and_,
    "bit_or": operator.or_,
    "bit_xor": operator.xor,
    "equal": operator.eq,
    "less": operator.lt,
    "less_equal": operator.le,
    "unsigned_less": unsigned(operator.lt),
    "unsigned_less_equal": unsigned(operator.le),
}
NUMBERS = (-8, -7, -1, 1, 3, 7, 8, LEAST, MOST)


@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic_is_that_of_64_bits(name: str) -> None:
    pairs = [(one, other) for one in (0, *NUMBERS) for other in NUMBERS]
    steps = [
        step
        for number in range(len(pairs))
        for step in ((name, 0, 2 * number + 1, 2 * number + 2), ("record",), ("word", 5, 0))
    ]
    made = program(*steps, registers=[0, *(number for pair in pairs for number in pair)])
    found = made.trace_records(np.zeros(1, np.int64))[:, 5].tolist()
    assert found == [wrapped(int(OPERATIONS[name](*pair))) for pair in pairs]


def test_the_table_names_every_operation() -> None:
    control = {"argument", "move", "select", "jump", "jump_unless", "loop", "record", "word", "flush"}
    assert set(TRACE_OPS) == control | set(OPERATIONS)


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        (("move", 0, 1), "has the number 1, which is out of range"),
        (("move", -1, 0), "has the number -1, which is out of range"),
        (("jump", 0, 0, 0, 3), "has the number 3, which is out of range"),
        (("record", 1), "has the number 1, which is out of range"),
        (("word", 16, 0), "has the number 16, which is out of range"),
    ],
)
def test_code_that_leaves_its_tables_is_refused(instruction: Instruction, message: str) -> None:
    with pytest.raises(EngineError, match=f"instruction 0 of the trace program {message}"):
        program(instruction, registers=[0])


def test_missing_arguments_are_an_error(small: Machine) -> None:
    made = program(("argument", 0, 2), registers=[0])
    with pytest.raises(EngineError, match="has 3 arguments, not 2"):
        make_engine(small).launch(made, 0, np.zeros(2, np.int64))


def test_a_division_by_zero_ends_the_launch_with_an_error(small: Machine) -> None:
    engine = make_engine(small)
    engine.launch(program(("divide", 0, 0, 0), registers=[0]), 0, np.zeros(1, np.int64))
    with pytest.raises(EngineError, match="divides by zero"):
        engine.synchronize()


@pytest.mark.parametrize("back", [("jump",), ("jump_unless",), ("loop", 0, 0, 1)])
def test_an_endless_loop_without_records_is_cancelled(small: Machine, back: Instruction) -> None:
    engine = make_engine(small)
    engine.launch(program(back, registers=[0, 1]), 0, np.zeros(1, np.int64))
    time.sleep(0.1)  # until it runs: what has not begun is only taken out of the queue
    engine.cancel()
    assert engine.progress().launches_finished == 1


CONTROL = """
func.func @k(%X: memref<4096xf32>, %n: index) {
  %t = "npu.alloc"() : () -> memref<8xf32, 1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %flag = arith.constant true
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1) -> (index, index) {
    %odd = arith.remsi %i, %c2 : index
    %is_odd = arith.cmpi ne, %odd, %c0 : index
    %both = arith.andi %is_odd, %flag : i1
    %offset = scf.if %both -> index {
      scf.yield %a : index
    } else {
      %far = affine.apply affine_map<(d)[s] -> (d * 3 + (d + s) floordiv 2 + (d - s) mod 5 + d ceildiv 4)>(%b)[%n]
      scf.yield %far : index
    }
    %v = memref.reinterpret_cast %X to offset: [%offset], sizes: [8], strides: [1]
      : memref<4096xf32> to memref<8xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %next = arith.addi %a, %b : index
    scf.yield %b, %next : index, index
  }
  affine.for %j = max affine_map<(d) -> (d - 3, 0)>(%n) to min affine_map<(d) -> (d, 7)>(%n) step 2 {
    %o = affine.max affine_map<(d, e) -> (d, e - 1)>(%j, %last#1)
    %w = memref.reinterpret_cast %X to offset: [%o], sizes: [8], strides: [1]
      : memref<4096xf32> to memref<8xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%t, %w) : (memref<8xf32, 1>, memref<8xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}
"""


def offsets(count: int) -> list[int]:
    """Byte offsets of the transfers of CONTROL."""
    a, b, found = 0, 1, []
    for i in range(count):
        found.append(a if i % 2 else b * 3 + (b + count) // 2 + (b - count) % 5 + math.ceil(b / 4))
        a, b = b, a + b
    return [4 * number for number in found + [max(j, b - 1) for j in range(max(count - 3, 0), min(count, 7), 2)]]


@pytest.mark.parametrize("count", [0, 1, 6, 9])
def test_loops_carry_values_and_branches_choose_them(trace: Trace, small: Machine, count: int) -> None:
    records = trace(CONTROL, small, [1 << 20], (count,))
    assert [record[1] - (1 << 20) for record in records] == offsets(count)


@pytest.mark.parametrize("width", [64, 32])
def test_only_numbers_of_64_bits_are_interpreted(small: Machine, width: int) -> None:
    text = f"""
func.func @k(%X: memref<64xf32>, %n: index) {{
  %t = "npu.alloc"() : () -> memref<8xf32, 1>
  %narrow = arith.index_cast %n : index to i{width}
  %twice = arith.addi %narrow, %narrow : i{width}
  %o = arith.index_cast %twice : i{width} to index
  %v = memref.reinterpret_cast %X to offset: [%o], sizes: [8], strides: [1]
    : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  "npu.dma_load"(%v, %t) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
  return
}}
"""
    assert (compile_timing(parse_kernel(text), small).function is None) == (width == 64)


def test_a_candidate_that_becomes_a_kernel_is_lowered_once(trace: Trace, small: Machine) -> None:
    stages: list[str] = []
    first = compile_timing(parse_kernel(CONTROL), small)
    again = compile_timing(parse_kernel(CONTROL), small, dump=lambda stage, text: stages.append(stage + text))
    assert (again is first) == (first.function is None)
    assert stages[0].startswith("trace") and "npusim_record" in stages[0]


def golden_kernels() -> list[str]:
    """One file in twelve, the same ones when there are more, and one whose kernel is interpreted."""
    paths = sorted(GOLDEN.glob("*.mlir"))
    texts = [p.read_text() for p in paths if crc32(p.stem.encode()) % 12 == 0 or p.stem == "sort_of_a_long_row"]
    return [part for text in texts for part in text.split("// -----") if "func.func" in part]


def both_ways(text: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, bytes]]:
    """(cycles, records, statistics) of a launch, interpreted and compiled."""
    kernel = parse_kernel(text)
    found = []
    for translated in (True, False):
        with monkeypatch.context() as patch:
            patch.setattr("npusim.simulator.timing.compile._interpreted", {})
            if not translated:
                patch.setattr("npusim.simulator.timing.compile.translate", lambda _: None)
            timing = compile_timing(kernel, machine, assumed=depends_on_data(kernel))
        assert (timing.function is None) == translated
        count = len(kernel.tensors)
        arguments = timing.arguments([0] * count, (), 0, [number << 24 for number in range(count)])
        engine = make_engine(machine)
        engine.launch(timing.program, timing.trace_function, np.array(arguments, np.int64))
        engine.synchronize()
        (result,) = engine.take_results()
        found.append((result.cycles, result.records, result.words().tobytes()))
    return found


def test_golden_kernels_take_the_same_time_interpreted_and_compiled(
    tpuv3: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared, only_compiled = 0, []
    for text in golden_kernels():
        kernel = parse_kernel(text)
        if "%ks" in text or (depends_on_data(kernel) and not can_be_assumed(kernel)):
            continue
        if compile_timing(kernel, tpuv3, assumed=depends_on_data(kernel)).function is not None:
            only_compiled.append(kernel.name)
            continue
        interpreted, compiled = both_ways(text, tpuv3, monkeypatch)
        assert interpreted == compiled, kernel.name
        compared += 1
    assert compared > 5 and only_compiled == ["npu_fused_sort"]
