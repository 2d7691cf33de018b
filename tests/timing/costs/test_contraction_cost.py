"""Which operations run on the systolic arrays, and their closed forms."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.timing import Operation, OperationTable
from npusim.simulator.timing.cost.contraction import Contraction, array_cost, fold_cycles

Table = Callable[[str, Machine], OperationTable]


def kernel(body: str, *tiles: str) -> str:
    names = "abcdef"
    named = zip(names, tiles, strict=False)
    allocs = "\n".join(f'  %{name} = "npu.alloc"() : () -> memref<{tile}, 1>' for name, tile in named)
    return f"func.func @k(%X: memref<64xf32>) {{\n{allocs}\n{body}\n  return\n}}\n"


def matmul(m: int, n: int, k: int, dtype: str = "f32", out: str = "f32") -> str:
    body = (
        f"  linalg.matmul ins(%a, %b : memref<{m}x{k}x{dtype}, 1>, memref<{k}x{n}x{dtype}, 1>) "
        f"outs(%c : memref<{m}x{n}x{out}, 1>)"
    )
    return kernel(body, f"{m}x{k}x{dtype}", f"{k}x{n}x{dtype}", f"{m}x{n}x{out}")


def only(table: OperationTable) -> Operation:
    assert len(table.operations) == 1
    return table.operations[0]


def test_a_256x512x512_tile_is_8_folds_of_512_rows(table: Table, tpuv3: Machine) -> None:
    operation = only(table(matmul(256, 512, 512), tpuv3))
    assert (operation.unit, operation.kind) == ("array", "contraction")
    assert (operation.folds, operation.streamed_rows) == (8, 512)
    assert (operation.weight_load_rows, operation.drain_cycles) == (128, 254)
    assert operation.arithmetic_operations == 256 * 512 * 512
    assert operation.ideal_cycles == 256 * 512 * 512 / (2 * 128 * 128)


def test_folds_are_rounded_up_in_both_directions(table: Table, small: Machine) -> None:
    operation = only(table(matmul(39, 17, 17), small))
    assert (operation.folds, operation.streamed_rows) == (3 * 5, 17)


def test_the_operand_that_gives_fewer_cycles_stays_in_the_array(table: Table, small: Machine) -> None:
    operation = only(table(matmul(8, 512, 8), small))
    assert (operation.folds, operation.streamed_rows) == (1, 512)


def test_a_contraction_reads_its_accumulator_and_updates_it(table: Table, small: Machine) -> None:
    operation = only(table(matmul(8, 8, 8), small))
    assert (operation.reads, operation.overwrites, operation.updates) == ((0, 1, 2), (), (2,))


@pytest.mark.parametrize(("dtype", "out"), [("bf16", "f32"), ("f16", "f32"), ("i8", "i32")])
def test_inputs_may_be_narrower_than_the_accumulator(table: Table, small: Machine, dtype: str, out: str) -> None:
    assert only(table(matmul(16, 16, 16, dtype, out), small)).unit == "array"


def test_a_type_the_arrays_do_not_take_runs_on_the_vector_unit(table: Table, small: Machine) -> None:
    assert {operation.unit for operation in table(matmul(8, 8, 8, "f64", "f64"), small).operations} <= {
        "vector",
        "cross_lane",
    }


def test_a_slower_type_streams_for_longer(table: Table, small: Machine) -> None:
    slow = small.evolve(systolic_rows_per_cycle={"f32": 0.25})
    assert only(table(matmul(32, 8, 8), slow)).streamed_rows == 128


GENERIC = """
  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}}
    ins(%a, %b : memref<{a}, 1>, memref<{b}, 1>) outs(%c : memref<{c}, 1>) {{
    ^bb0(%x: f32, %y: f32, %z: f32):
      {body}
  }}
"""
MULTIPLY_ADD = "%p = arith.mulf %y, %x : f32\n      %s = arith.addf %p, %z : f32\n      linalg.yield %s : f32"


def maps_of(dims: str, *results: str) -> str:
    return ", ".join(f"affine_map<({dims}) -> ({result})>" for result in results)


def generic(maps: str, iterators: str, a: str, b: str, c: str, body: str = MULTIPLY_ADD) -> str:
    kinds = ", ".join(f'"{"parallel" if kind == "p" else "reduction"}"' for kind in iterators)
    return kernel(GENERIC.format(maps=maps, iterators=kinds, a=a, b=b, c=c, body=body), a, b, c)


def test_a_batched_contraction_with_a_transposed_operand_repeats_its_folds(table: Table, small: Machine) -> None:
    maps = maps_of("b, m, n, k", "b, m, k", "b, n, k", "b, m, n")
    operation = only(table(generic(maps, "pppr", "3x24x16xf32", "3x8x16xf32", "3x24x8xf32"), small))
    assert (operation.folds, operation.streamed_rows) == (3 * 2, 24)
    assert operation.arithmetic_operations == 3 * 24 * 8 * 16


def test_a_convolution_window_reduces_over_taps_and_channels(table: Table, small: Machine) -> None:
    maps = maps_of("x, f, r, c", "x + r, c", "r, c, f", "x, f")
    text = generic(maps, "pprr", "18x8xf32", "3x8x8xf32", "16x8xf32")
    operation = only(table(text, small))
    assert (operation.folds, operation.streamed_rows, operation.unit) == (3, 16, "array")


WINDOWS = maps_of("n, x, f, r, c", "n, c, x + r", "r, c, f", "n, x, f")
FILTER_GRADIENT = maps_of("f, c, r, n, x", "n, c, x + r", "n, x, f", "f, c, r")
ACROSS_CHANNELS = "{lane_axis = 1 : i64, lane_stride = 1 : i64}"


def over_windows(maps: str, iterators: str, *tiles: str) -> str:
    text = generic(maps, iterators, *tiles)
    return text.replace('%a = "npu.alloc"()', f'%a = "npu.alloc"() {ACROSS_CHANNELS}')


@pytest.mark.parametrize(
    ("channels", "packed", "apart"), [(3, 2, 3), (8, 3, 3), (12, 5, 6), (16, 6, 6)], ids=["3", "8", "12", "16"]
)
def test_taps_share_the_rows_of_an_array_only_where_the_hardware_packs_windows(
    table: Table, small: Machine, channels: int, packed: int, apart: int
) -> None:
    tiles = (f"2x{channels}x52xf32", f"3x{channels}x8xf32", "2x50x8xf32")
    text = over_windows(WINDOWS, "ppprr", *tiles)
    folds = [only(table(text, small.evolve(systolic_im2col=has))).folds for has in (True, False)]
    assert folds == [packed, apart]


def test_a_tap_loads_the_rows_of_its_channels(table: Table, small: Machine) -> None:
    text = over_windows(WINDOWS, "ppprr", "2x5x52xf32", "3x5x8xf32", "2x50x8xf32")
    operation = only(table(text, small.evolve(systolic_im2col=False)))
    assert (operation.folds, operation.streamed_rows, operation.weight_load_rows) == (3, 100, 5)


def test_windows_stream_past_weights_where_they_are_not_packed(table: Table, small: Machine) -> None:
    text = over_windows(WINDOWS, "ppprr", "1x8x10xf32", "3x8x64xf32", "1x8x64xf32")
    operation = only(table(text, small.evolve(systolic_im2col=False)))
    assert (operation.folds, operation.streamed_rows) == (3 * 8, 8)
    assert (only(table(text, small)).folds, only(table(text, small)).streamed_rows) == (3, 64)


def test_one_tap_is_a_matrix_product_on_every_machine(table: Table, small: Machine) -> None:
    text = over_windows(WINDOWS, "ppprr", "1x5x8xf32", "1x5x64xf32", "1x8x64xf32")
    packed, apart = (only(table(text, small.evolve(systolic_im2col=has))) for has in (True, False))
    assert packed == apart


def test_positions_of_a_filter_gradient_fill_the_rows_and_taps_have_columns_of_their_own(
    table: Table, small: Machine
) -> None:
    text = over_windows(FILTER_GRADIENT, "ppprr", "2x5x52xf32", "2x50x9xf32", "9x5x3xf32")
    packed, apart = (only(table(text, small.evolve(systolic_im2col=has))) for has in (True, False))
    assert (packed.folds, packed.streamed_rows) == (13 * 2, 9)
    assert (apart.folds, apart.streamed_rows) == (13 * 3, 9)


def test_a_body_that_is_no_multiply_accumulate_is_vector_work(table: Table, small: Machine) -> None:
    maps = maps_of("m, n, k", "m, k", "k, n", "m, n")
    body = "%p = arith.addf %x, %y : f32\n      %s = arith.maximumf %p, %z : f32\n      linalg.yield %s : f32"
    text = generic(maps, "ppr", "8x8xf32", "8x8xf32", "8x8xf32", body)
    assert "array" not in {operation.unit for operation in table(text, small).operations}


def test_an_elementwise_product_is_vector_work(table: Table, small: Machine) -> None:
    identity = "affine_map<(m, n) -> (m, n)>"
    text = generic(f"{identity}, {identity}, {identity}", "pp", "8x8xf32", "8x8xf32", "8x8xf32")
    assert only(table(text, small)).unit == "vector"


def filled(value: float, extra: str = "") -> str:
    zero = f"  %v = arith.constant {value} : f32\n  linalg.fill ins(%v : f32) outs(%c : memref<8x8xf32, 1>)\n"
    product = "  linalg.matmul ins(%a, %b : memref<8x8xf32, 1>, memref<8x8xf32, 1>) outs(%c : memref<8x8xf32, 1>)\n"
    return kernel(zero + product + extra, "8x8xf32", "8x8xf32", "8x8xf32")


def test_an_accumulator_that_starts_from_zero_is_cleared_by_the_control(table: Table, small: Machine) -> None:
    clear, product = table(filled(0.0), small).operations
    assert (clear.unit, clear.kind, clear.occupancy_cycles, clear.overwrites) == ("scalar", "clear", 1, (2,))
    assert product.unit == "array"


def test_an_accumulator_that_starts_from_another_value_is_written(table: Table, small: Machine) -> None:
    assert table(filled(1.0), small).operations[0].unit == "vector"


COPY_A_TO_C = "  linalg.copy ins(%a : memref<8x8xf32, 1>) outs(%c : memref<8x8xf32, 1>)\n"
COPY_C_TO_A = "  linalg.copy ins(%c : memref<8x8xf32, 1>) outs(%a : memref<8x8xf32, 1>)\n"


@pytest.mark.parametrize("between", [COPY_A_TO_C, COPY_C_TO_A])
def test_zeros_that_something_else_uses_are_written(table: Table, small: Machine, between: str) -> None:
    text = filled(0.0).replace("  linalg.matmul", f"{between}  linalg.matmul")
    assert table(text, small).operations[0].unit == "vector"


def test_an_epilogue_in_the_accumulator_does_not_matter(table: Table, small: Machine) -> None:
    assert table(filled(0.0, COPY_A_TO_C), small).operations[0].kind == "clear"


@pytest.mark.parametrize(
    ("maps", "loops", "tiles"),
    [
        (maps_of("r, c", "r, c", "r, c", "r"), "pr", ["256x64xf32", "256x64xf32", "256xf32"]),
        (maps_of("b, r, c", "r, c", "b, r, c", "b, r"), "ppr", ["256x64xf32", "1x256x64xf32", "1x256xf32"]),
    ],
    ids=["equal ranks", "a dimension of one element"],
)
def test_row_by_row_products_of_two_tiles_run_on_the_vector_unit(
    table: Table, tpuv3: Machine, maps: str, loops: str, tiles: list[str]
) -> None:
    """The second: a gradient of a softmax on the tile of a product, whose other factor has a batch dimension."""
    units = {operation.unit for operation in table(generic(maps, loops, *tiles), tpuv3).operations}
    assert "vector" in units and "array" not in units


@pytest.mark.parametrize(
    ("m", "n", "k", "folds", "cycles"), [(16, 24, 100, 6, 100), (8, 8, 3, 1, 8), (9, 8, 40, 2, 40)]
)
def test_output_stationary_folds_are_tiles_of_results(
    table: Table, small: Machine, m: int, n: int, k: int, folds: int, cycles: int
) -> None:
    operation = only(table(matmul(m, n, k), small.evolve(systolic_dataflow="output_stationary")))
    assert (operation.folds, operation.streamed_rows, operation.weight_load_rows) == (folds, cycles, 0)


def test_output_stationary_alone_takes_the_closed_form(table: Table, small: Machine) -> None:
    """SCALE-Sim: 2 R + C + K - 2 cycles for one fold, with or without buffers for the results."""
    for buffered in (True, False):
        machine = small.evolve(systolic_dataflow="output_stationary", systolic_double_buffered_weights=buffered)
        for k in (3, 8, 64):
            operation = only(table(matmul(8, 8, k), machine))
            assert operation.streamed_rows + operation.drain_cycles == 2 * 8 + 8 + k - 2


def test_the_array_may_be_rectangular(table: Table, small: Machine) -> None:
    machine = small.evolve(systolic_rows=4, systolic_columns=32)
    operation = only(table(matmul(64, 64, 64), machine))
    assert (operation.folds, operation.streamed_rows) == (16 * 2, 64)
    assert (operation.weight_load_rows, operation.drain_cycles) == (4, 4 + 32 - 2)


EXTENTS = st.integers(1, 700)


@given(m=EXTENTS, n=EXTENTS, k=EXTENTS, load=st.sampled_from([0.5, 1, 3, 4, 8]), held=st.sampled_from([0, 5, 64, 512]))
def test_a_fold_loads_the_rows_it_uses_and_streams_what_the_accumulators_hold(
    m: int, n: int, k: int, load: float, held: int
) -> None:
    machine = load_machine("small8x8").evolve(systolic_weight_rows_per_cycle=load, systolic_accumulator_rows=held)
    cost = array_cost(Contraction(1, m, n, k, ("f32", "f32")), machine)
    deep = -(-k // 8)
    assert cost.weight_load_rows == math.ceil(-(-k // deep) / load) <= math.ceil(min(k, 8) / load)
    parts = {rows: -(-rows // held) if held else 1 for rows in (m, n)}
    choices = [(deep * -(-across // 8) * parts[rows], -(-rows // parts[rows])) for rows, across in ((m, n), (n, m))]
    assert (cost.folds, cost.streamed_rows) in choices
    assert cost.folds * max(cost.streamed_rows, cost.weight_load_rows) == min(
        folds * max(rows, cost.weight_load_rows) for folds, rows in choices
    )


@given(m=EXTENTS, n=EXTENTS, k=EXTENTS, stall=st.integers(0, 100), held=st.sampled_from([0, 64]), double=st.booleans())
def test_the_estimate_of_a_fold_is_that_of_the_operations_the_engine_gets(
    m: int, n: int, k: int, stall: int, held: int, double: bool
) -> None:
    machine = load_machine("small8x8").evolve(
        systolic_fold_stall_cycles=stall,
        systolic_accumulator_rows=held,
        systolic_weight_rows_per_cycle=2,
        systolic_double_buffered_weights=double,
    )
    cost = array_cost(Contraction(1, m, n, k, ("f32", "f32")), machine)
    cycles = cost.folds * max(cost.streamed_rows + stall, cost.weight_load_rows)
    estimates = [-(-k // 8) * -(-held // 8) * fold_cycles(rows, k, machine) for rows, held in ((m, n), (n, m))]
    assert min(estimates) <= cycles <= min(estimates) + cost.folds


RATES = [("small8x8", "f8E4M3FN", 2), ("small8x8", "i8", 1), ("tpuv3", "i8", 1), ("tpuv3", "f8E5M2", 1),
         ("tpuv6e", "bf16", 1), ("tpuv6e", "i8", 2), ("tpuv6e", "f8E4M3FN", 1), ("gemmini16", "i8", 1)]  # fmt: skip


@pytest.mark.parametrize(("name", "dtype", "rows_per_cycle"), RATES)
def test_rows_stream_at_the_rate_of_their_type(table: Table, name: str, dtype: str, rows_per_cycle: int) -> None:
    machine = load_machine(name)
    size = machine.systolic_rows
    operation = only(table(matmul(8 * size, size, size, dtype, "i32" if dtype == "i8" else "f32"), machine))
    assert operation.folds * operation.streamed_rows == 8 * size / rows_per_cycle
    macs_per_cycle = machine.systolic_arrays * size * machine.systolic_columns * rows_per_cycle
    assert operation.ideal_cycles == 8 * size**3 / macs_per_cycle


def test_without_a_second_set_of_weights_every_load_is_exposed(table: Table, small: Machine) -> None:
    single = small.evolve(systolic_double_buffered_weights=False)
    hidden, exposed = (only(table(matmul(64, 8, 32), machine)) for machine in (small, single))
    assert (hidden.folds, hidden.streamed_rows, hidden.weight_load_rows) == (4, 64, 8)
    assert (exposed.folds, exposed.streamed_rows, exposed.weight_load_rows) == (4, 64 + 8, 0)


def test_weights_shift_in_several_rows_at_a_time(table: Table, small: Machine) -> None:
    assert only(table(matmul(64, 8, 8), small.evolve(systolic_weight_rows_per_cycle=4))).weight_load_rows == 2


@pytest.fixture
def instructed(small: Machine) -> Machine:
    """An instruction streams at most 8 rows and takes 32 cycles more; four of them are under way at a time."""
    return small.evolve(
        systolic_held_operand="right",
        systolic_instruction_rows=8,
        systolic_instructions_in_flight=4,
        systolic_instruction_latency_cycles=32,
    )


def test_long_instructions_stream_without_a_gap(instructed: Machine, small: Machine) -> None:
    wide = Contraction(1, 64, 8, 8, ("f32", "f32"))
    slow = instructed.evolve(systolic_instruction_latency_cycles=24)
    assert array_cost(wide, slow).streamed_rows == array_cost(wide, small).streamed_rows == 64
    assert array_cost(wide, instructed).streamed_rows == 8 * (8 + 32) / 4, "a fifth instruction waits for the first"


def test_rows_that_are_no_neighbours_are_instructions_of_their_own(instructed: Machine) -> None:
    def streamed(row: int) -> int:
        return array_cost(Contraction(1, 60, 8, 8, ("f32", "f32"), m_row=row), instructed).streamed_rows

    assert streamed(20) == 3 * (2 * 10 + 9), "of 8, 8 and 4 rows, the last held up by (4 + 32) / 4"
    assert streamed(2) == 30 * 8.5, "(2 + 32) / 4 is more than the 8 rows of the next weights"
    assert streamed(60) == 7 * 10 + 9


def test_the_first_instruction_takes_as_long_as_the_next_weights(instructed: Machine) -> None:
    quick = instructed.evolve(systolic_instruction_latency_cycles=0)
    assert array_cost(Contraction(1, 6, 8, 8, ("f32", "f32"), m_row=2), quick).streamed_rows == 8 + 2 + 2


def test_a_machine_may_always_hold_the_right_operand(table: Table, small: Machine) -> None:
    held = small.evolve(systolic_held_operand="right")
    assert (only(table(matmul(8, 512, 8), held)).folds, only(table(matmul(8, 512, 8), small)).folds) == (64, 1)


def test_a_row_is_the_innermost_dimension_of_the_streamed_operand(table: Table, instructed: Machine) -> None:
    body = """  linalg.generic {
      indexing_maps = [affine_map<(q, p, n, k) -> (q, p, k)>, affine_map<(q, p, n, k) -> (k, n)>,
                       affine_map<(q, p, n, k) -> (q, p, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<30x2x8xf32, 1>, memref<8x8xf32, 1>) outs(%c : memref<30x2x8xf32, 1>) {
  ^bb0(%l: f32, %r: f32, %s: f32):
    %p = arith.mulf %l, %r : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }"""
    operation = only(table(kernel(body, "30x2x8xf32", "8x8xf32", "30x2x8xf32"), instructed))
    assert (operation.folds, operation.streamed_rows) == (1, 255)


def test_estimates_count_instructions_as_well(instructed: Machine) -> None:
    assert fold_cycles(60, 8, instructed) == 7 * 10 + 9
