"""Which tensors control a kernel, and which its results are made of."""

from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.timing import data_flow, depends_on_data

TYPES = {
    "TABLE": "memref<64xf32>",
    "PLACES": "memref<8xi64>",
    "VIEW": "memref<8xi64, strided<[1]>>",
    "FLAT": "memref<64xf32, strided<[1]>>",
    "RESULT": "memref<8xf32, strided<[1]>>",
    "OUT": "memref<8xf32>",
    "INDEX": "memref<8xi64, 1>",
    "TILE": "memref<8xf32, 1>",
}
VIEWS = """
  %p = memref.reinterpret_cast %P to offset: [0], sizes: [8], strides: [1] : PLACES to VIEW
  %x = memref.reinterpret_cast %X to offset: [0], sizes: [64], strides: [1] : TABLE to FLAT
  %y = memref.reinterpret_cast %Y to offset: [0], sizes: [8], strides: [1] : OUT to RESULT
  %i = "npu.alloc"() : () -> INDEX
  %j = "npu.alloc"() : () -> INDEX
  %t = "npu.alloc"() : () -> TILE
"""
LOAD = '"npu.dma_load"(%p, %i) : (VIEW, INDEX) -> ()'
COPY = "linalg.copy ins(%i : INDEX) outs(%j : INDEX)"
GATHER = '"npu.gather"(%x, %j, %t) {pad = 0.0 : f32} : (FLAT, INDEX, TILE) -> ()'
STORE = '"npu.dma_store"(%t, %y) : (TILE, RESULT) -> ()'


def kernel(*lines):
    """A kernel of a table X (0), places P (1) and a result Y (2)."""
    text = "\n".join(["func.func @k(%X: TABLE, %P: PLACES, %Y: OUT) {", VIEWS, *lines, "return", "}"])
    for name, type_ in TYPES.items():
        text = text.replace(name, type_)
    return parse_kernel(text)


def test_indices_steer_a_gather_through_tiles_and_the_table_does_not():
    flow = data_flow(kernel(LOAD, COPY, GATHER, STORE))
    assert flow.control == {1}
    assert flow.written.keys() == {2}
    assert flow.written[2].sources == {0, 1}
    assert flow.written[2].is_overwritten


def test_what_is_only_copied_does_not_steer():
    zero = "%zero = arith.constant 0 : i64\nlinalg.fill ins(%zero : i64) outs(%j : INDEX)"
    flow = data_flow(kernel(LOAD, zero, GATHER, STORE))
    assert flow.control == frozenset()
    assert flow.written[2].sources == {0}


def test_a_bound_that_is_loaded_steers():
    lines = (
        LOAD,
        COPY,
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        "%z = arith.constant 0.0 : f32",
        "%n = memref.load %j[%c0] : INDEX",
        "%m = arith.index_cast %n : i64 to index",
        "%last = scf.for %k = %c0 to %m step %c1 iter_args(%sum = %z) -> (f32) {",
        "  %v = memref.load %X[%k] : TABLE",
        "  %s = arith.addf %sum, %v : f32",
        "  scf.yield %s : f32",
        "}",
        "memref.store %last, %Y[%c0] : OUT",
    )
    steered = kernel(*lines)
    assert depends_on_data(steered)
    flow = data_flow(steered)
    assert flow.control == {1}
    assert flow.written[2].sources == {0, 1}
    assert not flow.written[2].is_overwritten  # one element is


def test_what_a_scatter_writes_to_keeps_the_rest():
    scatter = '"npu.scatter"(%t, %j, %x) : (TILE, INDEX, FLAT) -> ()'
    flow = data_flow(kernel(LOAD, COPY, scatter))
    assert flow.control == {1}
    assert not flow.written[0].is_overwritten


def test_additions_in_memory_keep_what_they_are_added_to():
    flow = data_flow(kernel('"npu.dma_store"(%t, %y) {combine = "add"} : (TILE, RESULT) -> ()'))
    assert not flow.written[2].is_overwritten


def test_a_tensor_that_a_switch_chooses_may_be_any_of_its_cases():
    text = """func.func @k(%a: memref<8xf32>, %b: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %t = "npu.alloc"() : () -> memref<8xf32, 1>
      scf.for %i = %c0 to %c2 step %c1 {
        %x = scf.index_switch %i -> memref<8xf32>
        case 1 { scf.yield %b : memref<8xf32> }
        default { scf.yield %a : memref<8xf32> }
        %o = scf.index_switch %i -> memref<8xf32>
        case 1 { scf.yield %z : memref<8xf32> }
        default { scf.yield %y : memref<8xf32> }
        %v = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<8xf32> to VIEW
        %w = memref.reinterpret_cast %o to offset: [0], sizes: [8], strides: [1] : memref<8xf32> to VIEW
        "npu.dma_load"(%v, %t) : (VIEW, memref<8xf32, 1>) -> ()
        "npu.dma_store"(%t, %w) : (memref<8xf32, 1>, VIEW) -> ()
      }
      return
    }""".replace("VIEW", "memref<8xf32, strided<[1]>>")
    flow = data_flow(parse_kernel(text))
    assert flow.control == frozenset()
    assert {number: written.sources for number, written in flow.written.items()} == {2: {0, 1}, 3: {0, 1}}
