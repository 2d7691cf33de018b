func.func @rows(%X: memref<?xf32>, %I: memref<40xi64>, %Y: memref<160xf32>, %rows: index) {
  %i = "npu.alloc"() : () -> memref<8xi64, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64} : () -> memref<8x4xf32, 1>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %c4 = arith.constant 4 : index
  scf.for %at = %c0 to %c40 step %c8 {
    %v = memref.reinterpret_cast %I to offset: [%at], sizes: [8], strides: [1] : memref<40xi64> to memref<8xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%v, %i) : (memref<8xi64, strided<[1], offset: ?>>, memref<8xi64, 1>) -> ()
    %x = memref.reinterpret_cast %X to offset: [0], sizes: [%rows, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[4, 1]>>
    "npu.gather"(%x, %i, %t) {pad = 2.0 : f32} : (memref<?x4xf32, strided<[4, 1]>>, memref<8xi64, 1>, memref<8x4xf32, 1>) -> ()
    %o = arith.muli %at, %c4 : index
    %w = memref.reinterpret_cast %Y to offset: [%o], sizes: [8, 4], strides: [4, 1] : memref<160xf32> to memref<8x4xf32, strided<[4, 1], offset: ?>>
    "npu.dma_store"(%t, %w) : (memref<8x4xf32, 1>, memref<8x4xf32, strided<[4, 1], offset: ?>>) -> ()
  }
  return
}
