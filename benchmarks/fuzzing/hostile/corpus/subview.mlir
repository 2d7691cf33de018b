func.func @parts(%X: memref<256xf32>, %Y: memref<256xf32>, %shift: index) {
  %t = "npu.alloc"() {slots = 1 : i64} : () -> memref<16x16xf32, 1>
  %u = "npu.alloc"() {slots = 1 : i64} : () -> memref<4x16xf32, 1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.reinterpret_cast %X to offset: [0], sizes: [16, 16], strides: [16, 1] : memref<256xf32> to memref<16x16xf32, strided<[16, 1]>>
  "npu.dma_load"(%v, %t) : (memref<16x16xf32, strided<[16, 1]>>, memref<16x16xf32, 1>) -> ()
  scf.for %i = %c0 to %c4 step %c1 {
    %row = arith.muli %i, %c4 : index
    %p = memref.subview %t[%row, 0] [4, 16] [1, 1] : memref<16x16xf32, 1> to memref<4x16xf32, strided<[16, 1], offset: ?>, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : memref<4x16xf32, strided<[16, 1], offset: ?>, 1>) outs(%u : memref<4x16xf32, 1>) {
    ^bb0(%a: f32, %b: f32):
      %d = linalg.index 1 : index
      %q = arith.addi %d, %row : index
      %f = arith.index_cast %q : index to i32
      %g = arith.sitofp %f : i32 to f32
      %h = arith.addf %a, %g : f32
      linalg.yield %h : f32
    }
    linalg.copy ins(%u : memref<4x16xf32, 1>) outs(%p : memref<4x16xf32, strided<[16, 1], offset: ?>, 1>)
  }
  %w = memref.reinterpret_cast %Y to offset: [0], sizes: [16, 16], strides: [1, 16] : memref<256xf32> to memref<16x16xf32, strided<[1, 16]>>
  "npu.dma_store"(%t, %w) : (memref<16x16xf32, 1>, memref<16x16xf32, strided<[1, 16]>>) -> ()
  return
}
