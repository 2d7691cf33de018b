func.func @softmax(%X: memref<510xf32>, %Y: memref<510xf32>) {
  %t = "npu.alloc"() : () -> memref<8x32xf32, 1>
  %m = "npu.alloc"() : () -> memref<8xf32, 1>
  %s = "npu.alloc"() : () -> memref<8xf32, 1>
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 17 step 8 {
    %n = affine.min affine_map<(d) -> (8, 17 - d)>(%i)
    %o = affine.apply affine_map<(d) -> (d * 30)>(%i)
    %v = memref.reinterpret_cast %X to offset: [%o], sizes: [%n, 30], strides: [30, 1] : memref<510xf32> to memref<?x30xf32, strided<[30, 1], offset: ?>>
    "npu.dma_load"(%v, %t) {pad = 0xFF800000 : f32} : (memref<?x30xf32, strided<[30, 1], offset: ?>>, memref<8x32xf32, 1>) -> ()
    linalg.fill ins(%low : f32) outs(%m : memref<8xf32, 1>)
    linalg.fill ins(%zero : f32) outs(%s : memref<8xf32, 1>)
    linalg.reduce ins(%t : memref<8x32xf32, 1>) outs(%m : memref<8xf32, 1>) dimensions = [1]
      (%a: f32, %b: f32) {
        %x = arith.maximumf %a, %b : f32
        linalg.yield %x : f32
      }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%m : memref<8xf32, 1>) outs(%t, %s : memref<8x32xf32, 1>, memref<8xf32, 1>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %d = arith.subf %b, %a : f32
      %e = math.exp %d : f32
      %f = arith.addf %c, %e : f32
      linalg.yield %e, %f : f32, f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%s : memref<8xf32, 1>) outs(%t : memref<8x32xf32, 1>) {
    ^bb0(%a: f32, %b: f32):
      %q = arith.divf %b, %a : f32
      linalg.yield %q : f32
    }
    %w = memref.reinterpret_cast %Y to offset: [%o], sizes: [%n, 30], strides: [30, 1] : memref<510xf32> to memref<?x30xf32, strided<[30, 1], offset: ?>>
    "npu.dma_store"(%t, %w) : (memref<8x32xf32, 1>, memref<?x30xf32, strided<[30, 1], offset: ?>>) -> ()
  }
  return
}
