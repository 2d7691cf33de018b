"""Throughput and latency of vector operations by class and element type: what a machine gives and what is derived."""

from collections.abc import Callable

import pytest
from npusim.simulator.errors import MachineError
from npusim.simulator.machine import Machine, parse_machine
from npusim.simulator.machine.vector_table import DEFAULT_SLOTS
from npusim.simulator.timing import Operation, OperationTable

Table = Callable[[str, Machine], OperationTable]

BODIES = {
    "simple": ("arith.addf %x, %x", "arith.addi %x, %x"),
    "integer_multiply": (None, "arith.muli %x, %x"),
    "integer_divide": (None, "arith.divsi %x, %x"),
    "divide": ("arith.divf %x, %x", None),
    "sqrt": ("math.sqrt %x", None),
    "exponential": ("math.exp %x", None),
    "tanh": ("math.tanh %x", None),
    "erf": ("math.erf %x", None),
    "trigonometric": ("math.sin %x", None),
    "power": ("math.powf %x, %x", None),
}
TYPES = ("f64", "f32", "bf16", "f16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8")
CASES = [
    (op_class, element, bodies[element[0] == "i"])
    for op_class, bodies in BODIES.items()
    for element in TYPES
    if bodies[element[0] == "i"]
]


def bits(element: str) -> int:
    return int({"bf16": "16", "f8E4M3FN": "8", "f8E5M2": "8"}.get(element, element[1:]))


def elementwise(element: str, *steps: str, shape: str = "16x64") -> str:
    """Steps on %x, each result the next one's %x, on a tile whose rows lie across the lanes."""
    names = ["x", *(f"r{i}" for i in range(len(steps)))]
    lines = [f"%{names[i + 1]} = {step.replace('%x', '%' + names[i])} : {element}" for i, step in enumerate(steps)]
    tile = f"memref<{shape}x{element}, 1>"
    return f"""func.func @k(%X: memref<64xf32>) {{
  %a = "npu.alloc"() {{lane_axis = 0 : i64}} : () -> {tile}
  %b = "npu.alloc"() {{lane_axis = 0 : i64}} : () -> {tile}
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%a : {tile}) outs(%b : {tile}) {{
    ^bb0(%x: {element}, %y: {element}):
      {chr(10).join(lines)}
      linalg.yield %{names[-1]} : {element}
  }}
  return
}}
"""


def only(table: OperationTable) -> Operation:
    (operation,) = table.operations
    return operation


@pytest.fixture
def wide(small: Machine) -> Machine:
    """Ports that never limit, eight elements per lane."""
    return small.evolve(vector_elements_per_lane=8, vector_loads_per_cycle=64, vector_stores_per_cycle=64)


@pytest.mark.parametrize(("op_class", "element", "body"), CASES)
def test_occupancy_is_the_elements_over_the_throughput(
    table: Table, wide: Machine, op_class: str, element: str, body: str
) -> None:
    operation = only(table(elementwise(element, body), wide))
    slots = DEFAULT_SLOTS[op_class] * max(1, bits(element) // 32)
    assert wide.vector_throughput(op_class, element) == 64 / slots
    assert operation.occupancy_cycles == 16 * 64 / wide.vector_throughput(op_class, element)
    assert operation.arithmetic_operations == 16 * 64 * slots


@pytest.mark.parametrize("element", ["bf16", "f16", "f8E4M3FN", "i16", "i8"])
def test_a_packed_type_is_computed_32_bits_at_a_time(table: Table, wide: Machine, element: str) -> None:
    body = "arith.addi %x, %x" if element[0] == "i" else "arith.addf %x, %x"
    packed = wide.evolve(vector_packed_types=(element,))
    ratio = 32 // bits(element)
    unpacked_cycles = only(table(elementwise(element, body), wide)).occupancy_cycles
    assert unpacked_cycles == ratio * only(table(elementwise(element, body), packed)).occupancy_cycles
    assert packed.vector_throughput("simple", element) == ratio * packed.vector_throughput("simple", "f32")


def test_an_entry_of_the_table_wins_over_what_is_derived(table: Table, wide: Machine) -> None:
    entries = {"exponential": {"default": {"slots": 6, "latency_cycles": 30}, "bf16": {"slots": 0.5}}}
    machine = wide.evolve(vector_operations=entries)
    for element, slots in (("f32", 6), ("f64", 12), ("f16", 6), ("bf16", 0.5)):
        operation = only(table(elementwise(element, "math.exp %x"), machine))
        assert operation.occupancy_cycles == 16 * 64 / 64 * slots
        assert operation.latency_cycles == machine.vector_latency_cycles + 30


def test_latency_is_that_of_the_longest_chain(table: Table, wide: Machine) -> None:
    entries = {
        "simple": {"default": {"latency_cycles": 3}, "f64": {"latency_cycles": 7}},
        "divide": {"default": {"latency_cycles": 20}},
    }
    machine = wide.evolve(vector_operations=entries, vector_latency_cycles=5)
    chain = ("arith.addf %x, %x", "arith.divf %x, %x", "arith.mulf %x, %x")
    assert only(table(elementwise("f32", *chain), machine)).latency_cycles == 5 + 3 + 20 + 3
    assert only(table(elementwise("f64", *chain), machine)).latency_cycles == 5 + 7 + 20 + 7
    independent = elementwise("f32", "arith.addf %x, %x").replace(
        "linalg.yield", "%s = math.absf %x : f32\n linalg.yield"
    )
    assert only(table(independent, machine)).latency_cycles == 5 + 3


def test_a_class_without_a_latency_is_one_chain_of_its_steps(small: Machine) -> None:
    assert small.vector_op_latency_cycles("exponential", "f32") == 12 * small.vector_op_latency_cycles("simple", "f32")


def test_numbers_in_the_table_are_slots(small: Machine) -> None:
    short = small.evolve(vector_operations={"tanh": 10, "erf": {"default": 20, "bf16": 5}})
    long = small.evolve(
        vector_operations={"tanh": {"default": {"slots": 10}}, "erf": {"default": {"slots": 20}, "bf16": {"slots": 5}}}
    )
    assert short == long
    assert (short.vector_slots("tanh", "f32"), short.vector_slots("erf", "bf16")) == (10, 5)


def test_narrow_elements_pass_the_ports_packed(table: Table, small: Machine) -> None:
    copies = {name: only(table(elementwise(name), small)).occupancy_cycles for name in ("f64", "f32", "bf16", "i8")}
    assert copies == {"f64": 256, "f32": 128, "bf16": 64, "i8": 32}


REDUCE = """func.func @k(%X: memref<64xf32>) {{
  %a = "npu.alloc"() {{lane_axis = {lane} : i64}} : () -> memref<16x64xf32, 1>
  %b = "npu.alloc"() : () -> memref<{kept}xf32, 1>
  linalg.reduce {{arith.addf}} ins(%a : memref<16x64xf32, 1>) outs(%b : memref<{kept}xf32, 1>) dimensions = [{reduced}]
  return
}}
"""


def test_a_sum_along_the_vectors_is_folded_within_them(table: Table, wide: Machine) -> None:
    """Two rows per lane of 8 vectors each; the 8 elements of a partial result take 3 additions."""
    operation = only(table(REDUCE.format(lane=0, kept=16, reduced=1), wide))
    assert operation.occupancy_cycles == 2 * 8 + 2 * 3


def test_a_sum_across_the_vectors_needs_no_folding(table: Table, wide: Machine) -> None:
    """Eight columns in each lane, one beside the other: 16 rows of one vector."""
    text = REDUCE.format(lane=1, kept=64, reduced=0).replace("lane_axis = 1", "lane_axis = 1 : i64, lane_stride = 8")
    text = text.replace("lane_stride = 8 : i64 : i64", "lane_stride = 8 : i64").replace(
        '%b = "npu.alloc"()', '%b = "npu.alloc"() {lane_stride = 8 : i64}'
    )
    assert only(table(text, wide)).occupancy_cycles == 16


@pytest.mark.parametrize(
    ("table_text", "message"),
    [
        ({"sine": 3}, r"key 'vector_operations' has the value .*'sine' is not known; allowed: simple"),
        ({"simple": {"float": 3}}, "'float' is not known; allowed: default, f64, f32"),
        (
            {"simple": {"f32": {"slot": 3}}},
            r"key 'vector_operations\.simple\.f32\.slot' is unknown; did you mean 'slots'",
        ),
        ({"simple": 0}, r"key 'vector_operations\.simple\.default\.slots' has the value 0: .*greater than 0"),
        ({"simple": {"f32": {"latency_cycles": -1}}}, "greater than or equal to 0"),
        (3, "key 'vector_operations' has the value 3: .*dictionary"),
    ],
)
def test_an_impossible_table_is_refused(small: Machine, table_text: object, message: str) -> None:
    import yaml

    text = yaml.safe_dump({**small.model_dump(mode="json"), "vector_operations": table_text})
    with pytest.raises(MachineError, match=message):
        parse_machine(text, source="x.yaml")


def test_only_narrow_types_can_be_packed(small: Machine) -> None:
    with pytest.raises(ValueError, match="'f32' is not known; allowed: f16, bf16"):
        small.evolve(vector_packed_types=("f32",))
