"""Vector and cross-lane costs on a machine that can be checked by hand: 8 lanes, one element per cycle each."""

from collections.abc import Callable

import pytest
from npusim.simulator.errors import CompileError
from npusim.simulator.machine import Machine
from npusim.simulator.timing import Operation, OperationTable

Table = Callable[[str, Machine], OperationTable]


def alloc(name: str, tile: str, lane_axis: int = 0, lane_stride: int = 1) -> str:
    return (
        f'  %{name} = "npu.alloc"() {{lane_axis = {lane_axis} : i64, lane_stride = {lane_stride} : i64}} '
        f": () -> memref<{tile}, 1>\n"
    )


def kernel(*parts: str) -> str:
    return "func.func @k(%X: memref<64xf32>) {\n" + "".join(parts) + "  return\n}\n"


def unary(body: str, tile: str = "16x4xf32", axes: tuple[int, int] = (0, 0)) -> str:
    element = tile.rsplit("x", 1)[1]
    return kernel(
        alloc("a", tile, axes[0]),
        alloc("b", tile, axes[1]),
        f"""  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%a : memref<{tile}, 1>) outs(%b : memref<{tile}, 1>) {{
    ^bb0(%x: {element}, %y: {element}):
      {body}
  }}
""",
    )


EXP = "%r = math.exp %x : f32\n      linalg.yield %r : f32"


def stages(table: OperationTable) -> list[tuple[str, str, int]]:
    return [(operation.unit, operation.kind, operation.occupancy_cycles) for operation in table.operations]


def only(table: OperationTable) -> Operation:
    assert len(table.operations) == 1
    return table.operations[0]


def test_an_elementwise_operation_costs_its_slots_per_vector(table: Table, small: Machine) -> None:
    operation = only(table(unary(EXP), small))
    slots = int(small.vector_slots("exponential", "f32"))
    assert operation.occupancy_cycles == 16 * 4 // 8 * slots
    assert operation.arithmetic_operations == 16 * 4 * slots
    assert (operation.reads, operation.overwrites, operation.updates) == ((0,), (1,), ())


def test_an_idle_lane_costs_as_much_as_a_busy_one(table: Table, small: Machine) -> None:
    full, ragged = (only(table(unary(EXP, tile), small)) for tile in ("16x4xf32", "9x4xf32"))
    assert ragged.occupancy_cycles == full.occupancy_cycles


def test_a_tile_in_one_lane_takes_its_length(table: Table, small: Machine) -> None:
    assert only(table(unary(EXP, "1x64xf32"), small)).occupancy_cycles == 64 * small.vector_slots("exponential", "f32")


def test_a_wider_type_takes_more_vectors(table: Table, small: Machine) -> None:
    double = only(table(unary(EXP.replace("f32", "f64"), "16x4xf64"), small))
    assert double.occupancy_cycles == 2 * only(table(unary(EXP), small)).occupancy_cycles


def test_more_alus_and_ports_are_faster_until_the_ports_bind(table: Table, small: Machine) -> None:
    copy = "linalg.yield %x : f32"
    assert only(table(unary(copy), small)).occupancy_cycles == 8
    assert only(table(unary(copy), small.evolve(vector_alus=4))).occupancy_cycles == 8
    wide = small.evolve(vector_loads_per_cycle=2, vector_stores_per_cycle=2)
    assert only(table(unary(copy), wide)).occupancy_cycles == 4


def test_a_fill_writes_and_takes_the_next_copy(table: Table, small: Machine) -> None:
    text = kernel(
        alloc("a", "16x4xf32"),
        "  %z = arith.constant 0.0 : f32\n  linalg.fill ins(%z : f32) outs(%a : memref<16x4xf32, 1>)\n",
    )
    operation = only(table(text, small))
    assert (operation.occupancy_cycles, operation.overwrites, operation.reads) == (8, (0,), ())


def test_a_transpose_is_cross_lane_work_alone(table: Table, small: Machine) -> None:
    text = kernel(
        alloc("a", "16x4xf32"),
        alloc("b", "4x16xf32"),
        "  linalg.transpose ins(%a : memref<16x4xf32, 1>) outs(%b : memref<4x16xf32, 1>) permutation = [1, 0]\n",
    )
    # A lane sends 2 rows of 4, and the 4 lanes that the result uses receive 16 each.
    assert stages(table(text, small)) == [("cross_lane", "relayout", 16)]


def test_a_transposed_view_of_the_same_lanes_moves_nothing(table: Table, small: Machine) -> None:
    text = kernel(
        alloc("a", "16x4xf32", lane_axis=0),
        alloc("b", "4x16xf32", lane_axis=1),
        "  linalg.transpose ins(%a : memref<16x4xf32, 1>) outs(%b : memref<4x16xf32, 1>) permutation = [1, 0]\n",
    )
    assert stages(table(text, small)) == [("vector", "vector", 8)]


def test_an_operand_in_other_lanes_is_moved_before_the_vector_unit_works(table: Table, small: Machine) -> None:
    built = table(unary(EXP, axes=(1, 0)), small)
    assert stages(built) == [("cross_lane", "relayout", 16), ("vector", "vector", 8 * 12)]
    move, work = built.operations
    assert move.overwrites == work.reads == (2,)
    assert (move.reads, work.overwrites) == ((0,), (1,))
    assert built.buffers[2].bytes == 0


def reduction(lane_axis: int, out_lane_axis: int = 0) -> str:
    return kernel(
        alloc("a", "16x32xf32", lane_axis),
        alloc("b", "16xf32", out_lane_axis),
        "  linalg.reduce {arith.addf} ins(%a : memref<16x32xf32, 1>) outs(%b : memref<16xf32, 1>) dimensions = [1]\n",
    )


def test_a_reduction_within_lanes_is_vector_work(table: Table, small: Machine) -> None:
    built = table(reduction(0), small)
    assert stages(built) == [("vector", "vector", 16 * 32 // 8)]
    assert built.operations[0].updates == (1,)


def test_a_reduction_over_the_lanes_ends_in_the_cross_lane_unit(table: Table, small: Machine) -> None:
    built = table(reduction(1), small)
    assert stages(built) == [("vector", "vector", 16 * 32 // 8), ("cross_lane", "lane_reduction", 16 * 8 // 8)]
    assert built.operations[0].overwrites == built.operations[1].reads == (2,)
    assert built.operations[1].updates == (1,)


@pytest.mark.parametrize(("changes", "latency"), [({}, 8), ({"cross_lane_reduction_latency_cycles": 11}, 11)], ids=str)
def test_reductions_over_the_lanes_may_take_another_time_than_moves(
    table: Table, small: Machine, changes: dict[str, int], latency: int
) -> None:
    machine = small.evolve(**changes)
    reduced = table(reduction(1), machine).operations[-1]
    moved = table(unary(EXP, axes=(1, 0)), machine).operations[0]
    assert (reduced.kind, reduced.latency_cycles) == ("lane_reduction", latency)
    assert (moved.kind, moved.latency_cycles) == ("relayout", 8)


def test_a_row_for_every_lane_is_broadcast_by_the_cross_lane_unit(table: Table, small: Machine) -> None:
    text = kernel(
        alloc("a", "16x4xf32"),
        alloc("v", "4xf32"),
        alloc("b", "16x4xf32"),
        """  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %v : memref<16x4xf32, 1>, memref<4xf32, 1>) outs(%b : memref<16x4xf32, 1>) {
    ^bb0(%x: f32, %w: f32, %y: f32):
      %r = arith.addf %x, %w : f32
      linalg.yield %r : f32
  }
""",
    )
    # One load port: 8 vectors of a, and the 4 of the row that every lane now holds.
    assert stages(table(text, small)) == [("cross_lane", "relayout", 4 * 8 // 8), ("vector", "vector", 12)]


def test_a_subview_is_an_update_and_the_whole_tile_an_overwrite(table: Table, small: Machine) -> None:
    part = "memref<8x4xf32, strided<[4, 1]>, 1>"
    text = kernel(
        alloc("a", "16x4xf32"),
        f"""  %z = arith.constant 0.0 : f32
  %s = memref.subview %a[0, 0] [8, 4] [1, 1] : memref<16x4xf32, 1> to {part}
  linalg.fill ins(%z : f32) outs(%s : {part})
""",
    )
    operation = only(table(text, small))
    assert (operation.overwrites, operation.updates, operation.occupancy_cycles) == ((), (0,), 4)


def test_an_operation_without_a_price_is_named_with_its_line(table: Table, small: Machine) -> None:
    body = "%c = memref.load %a[%q, %q] : memref<16x4xf32, 1>\n      linalg.yield %c : f32"
    text = unary(body).replace("  linalg.generic", "  %q = arith.constant 0 : index\n  linalg.generic")
    with pytest.raises(CompileError, match=r"<kernel>:5: memref\.load in the body of a linalg operation has no cost"):
        table(text, small)


def split(name: str, tile: str, axes: str, shape: str, into: str) -> str:
    return f"  %{name}s = memref.expand_shape %{name} {axes} output_shape [{shape}] : {tile} into {into}\n"


def split_exp(tile: str, parts: str, other: str, other_map: str) -> str:
    """exp over a tile whose lane axis is seen as two axes, beside an operand with one of them or both."""
    a, whole = f"memref<{parts}xf32, 1>", f"memref<{tile}xf32, 1>"
    maps = f"affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> {other_map}>, affine_map<(i, j) -> (i, j)>"
    shape = parts.replace("x", ", ")
    return kernel(
        alloc("a", f"{tile}xf32"),
        alloc("b", f"{tile}xf32"),
        alloc("c", f"{other}xf32"),
        *(split(name, whole, "[[0, 1]]", shape, a) for name in "ab"),
        f"""  linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}
      ins(%as, %c : {a}, memref<{other}xf32, 1>) outs(%bs : {a}) {{
    ^bb0(%x: f32, %z: f32, %y: f32):
      %r = math.exp %x : f32
      linalg.yield %r : f32
  }}
""",
    )


def test_all_parts_of_a_split_lane_axis_fill_lanes(table: Table, small: Machine) -> None:
    moved, computed = table(split_exp("64", "32x2", "32", "(i)"), small).operations
    slots = int(small.vector_slots("exponential", "f32"))
    assert (computed.unit, computed.occupancy_cycles) == ("vector", 64 // 8 * slots)
    assert moved.unit == "cross_lane"


def test_steps_that_come_back_to_the_same_lane_are_not_across_the_lanes(table: Table, small: Machine) -> None:
    operations = table(split_exp("64", "8x8", "8", "(j)"), small).operations
    slots = int(small.vector_slots("exponential", "f32"))
    assert stages(table(split_exp("64", "8x8", "8", "(j)"), small))[0][0] == "vector"
    assert [operation.occupancy_cycles for operation in operations] == [64 // 8 * slots]
