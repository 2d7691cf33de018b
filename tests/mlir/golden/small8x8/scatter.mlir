// npu_fused_scatter: pointwise
func.func @npu_fused_scatter(%in_ptr0: memref<54xf32>, %out_ptr0: memref<54xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [54], strides: [1] : memref<54xf32> to memref<54xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<54xf32, strided<[1], offset: 0>>, memref<64xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [54], strides: [1] : memref<54xf32> to memref<54xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<64xf32, 1>, memref<54xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_scatter: pointwise
func.func @npu_fused_scatter(%in_ptr0: memref<36xi64>, %in_ptr1: memref<36xf32>, %out_ptr0: memref<54xf32>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 9 : i64
  %k_1 = arith.constant -1 : i32
  %k_2 = arith.constant 0 : i64
  %c6 = arith.constant 6 : index
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xi32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_2 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [4, 9], strides: [9, 1] : memref<36xi64> to memref<4x9xi64, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<4x9xi64, strided<[9, 1], offset: 0>>, memref<4x16xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<4x16xi64, 1>) outs(%sel : memref<4x16xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c9 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64  // load
      %add = arith.addi %i, %mul : i64  // load
      %cvt = arith.trunci %add : i64 to i32  // load
      %sel_1 = arith.select %inside, %cvt, %k_1 : i32  // load
      linalg.yield %sel_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<4x16xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [4, 9], strides: [9, 1] : memref<36xf32> to memref<4x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<4x9xf32, strided<[9, 1], offset: 0>>, memref<4x16xf32, 1>) -> ()
  "npu.scatter"(%t_1, %sel, %out_ptr0) : (memref<4x16xf32, 1>, memref<4x16xi32, 1>, memref<54xf32>) -> ()
  return
}
