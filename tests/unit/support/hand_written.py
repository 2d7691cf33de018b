"""Kernels written by hand."""

# ruff: noqa: E501  (lines of MLIR)


def scalar(body: str, arguments: str = "%n: index") -> str:
    return f"func.func @k(%X: memref<4xi64>, {arguments}) {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n{body}\nreturn\n}}\n"


SQUARE_TILES = 16
_MEMREF = "memref<65536xf32>"
_VIEW = "memref<128x32xf32, strided<[32, 1], offset: ?>>"
SQUARE = f"""func.func @square(%X: {_MEMREF}, %Y: {_MEMREF}) {{
  %begin = arith.constant 0 : index
  %end = arith.constant {SQUARE_TILES} : index
  %step = arith.constant 1 : index
  %size = arith.constant 4096 : index
  %x = "npu.alloc"() : () -> memref<128x32xf32, 1>
  scf.for %i = %begin to %end step %step {{
    %o = arith.muli %i, %size : index
    %v = memref.reinterpret_cast %X to offset: [%o], sizes: [128, 32], strides: [32, 1] : {_MEMREF} to {_VIEW}
    %w = memref.reinterpret_cast %Y to offset: [%o], sizes: [128, 32], strides: [32, 1] : {_MEMREF} to {_VIEW}
    "npu.dma_load"(%v, %x) : ({_VIEW}, memref<128x32xf32, 1>) -> ()
    linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      outs(%x : memref<128x32xf32, 1>) {{
      ^bb0(%a: f32):
        %b = arith.mulf %a, %a : f32
        linalg.yield %b : f32
    }}
    "npu.dma_store"(%x, %w) : (memref<128x32xf32, 1>, {_VIEW}) -> ()
  }} {{npu.parallel}}
  return
}}
"""
"""Squares 65536 numbers, in tiles of 4096."""

GATHER = """
func.func @gather(%X: memref<100xf32>, %I: memref<16xi64>, %Y: memref<16xf32>) {
  %i = "npu.alloc"() : () -> memref<16xi64, 1>
  %t = "npu.alloc"() : () -> memref<16xf32, 1>
  %iv = memref.reinterpret_cast %I to offset: [0], sizes: [16], strides: [1] : memref<16xi64> to memref<16xi64>
  %yv = memref.reinterpret_cast %Y to offset: [0], sizes: [16], strides: [1] : memref<16xf32> to memref<16xf32>
  "npu.dma_load"(%iv, %i) : (memref<16xi64>, memref<16xi64, 1>) -> ()
  "npu.gather"(%X, %i, %t) : (memref<100xf32>, memref<16xi64, 1>, memref<16xf32, 1>) -> ()
  "npu.dma_store"(%t, %yv) : (memref<16xf32, 1>, memref<16xf32>) -> ()
  return
}
"""
"""Selects 16 of 100 numbers."""


def increment(amount: object, name: str = "increment") -> str:
    """A kernel that adds a number to four."""
    return f"""func.func @{name}(%X: memref<4xf32>) {{
  %c = arith.constant {amount} : f32
  affine.for %i = 0 to 4 {{
    %a = memref.load %X[%i] : memref<4xf32>
    %b = arith.addf %a, %c : f32
    memref.store %b, %X[%i] : memref<4xf32>
  }}
  return
}}
"""
