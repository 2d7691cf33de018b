// npu_fused_sum: reduction
func.func @npu_fused_sum(%in_ptr0: memref<585xi32>, %out_ptr0: memref<9xi64>) {
  %c65 = arith.constant 65 : index
  %k = arith.constant 0 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xi32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xi32> to memref<9x65xi32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xi32, strided<[65, 1], offset: 0>>, memref<9x80xi32, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<9xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<9x80xi32, 1>) outs(%sum : memref<9xi64, 1>) {
    ^bb0(%a: i32, %o: i64):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c65 : index
      %cvt = arith.extsi %a : i32 to i64  // to_dtype
      %sel = arith.select %inside, %cvt, %k : i64  // sum
      %sum_1 = arith.addi %o, %sel : i64
      linalg.yield %sum_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi64> to memref<9xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_1) : (memref<9xi64, 1>, memref<9xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_amax: reduction
func.func @npu_fused_amax(%in_ptr0: memref<585xi32>, %out_ptr0: memref<65xi32>) {
  %k = arith.constant -2147483648 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xi32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xi32> to memref<9x65xi32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xi32, strided<[65, 1], offset: 0>>, memref<9x80xi32, 1>) -> ()
  linalg.fill ins(%k : i32) outs(%max : memref<80xi32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<9x80xi32, 1>) outs(%max : memref<80xi32, 1>) {
    ^bb0(%a: i32, %o: i32):
      %max_1 = arith.maxsi %o, %a : i32
      linalg.yield %max_1 : i32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [65], strides: [1] : memref<65xi32> to memref<65xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%max, %view_1) : (memref<80xi32, 1>, memref<65xi32, strided<[1], offset: 0>>) -> ()
  return
}
