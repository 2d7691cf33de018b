func.func @pointwise(%X: memref<500xf32>, %Y: memref<500xf32>) {
  %t = "npu.alloc"() {slots = 2 : i64} : () -> memref<64xf32, 1>
  %u = "npu.alloc"() : () -> memref<64xf32, 1>
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 500 step 64 {
    %n = affine.min affine_map<(d) -> (64, 500 - d)>(%i)
    %v = memref.reinterpret_cast %X to offset: [%i], sizes: [%n], strides: [1] : memref<500xf32> to memref<?xf32, strided<[1], offset: ?>>
    %w = memref.reinterpret_cast %Y to offset: [%i], sizes: [%n], strides: [1] : memref<500xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %t) {pad = 1.0 : f32} : (memref<?xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xf32, 1>) outs(%u : memref<64xf32, 1>) {
    ^bb0(%a: f32, %b: f32):
      %e = math.exp %a : f32
      %c = arith.mulf %e, %half : f32
      %p = arith.cmpf ogt, %c, %half : f32
      %s = arith.select %p, %c, %a : f32
      linalg.yield %s : f32
    }
    "npu.dma_store"(%u, %w) : (memref<64xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}
