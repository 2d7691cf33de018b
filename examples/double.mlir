// Y = 2 X, for vectors of 1024 elements: one load, one operation of the vector unit, one store.
//
//   npusim simulate examples/double.mlir
func.func @double(%X: memref<1024xf32>, %Y: memref<1024xf32>) {
  %x_tile = "npu.alloc"() : () -> memref<1024xf32, 1>
  %y_tile = "npu.alloc"() : () -> memref<1024xf32, 1>
  "npu.dma_load"(%X, %x_tile) : (memref<1024xf32>, memref<1024xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x_tile : memref<1024xf32, 1>) outs(%y_tile : memref<1024xf32, 1>) {
  ^bb0(%x: f32, %y: f32):
    %sum = arith.addf %x, %x : f32
    linalg.yield %sum : f32
  }
  "npu.dma_store"(%y_tile, %Y) : (memref<1024xf32, 1>, memref<1024xf32>) -> ()
  return
}
