// npu_fused_full_scatter_add: pointwise
func.func @npu_fused_full_scatter_add(%out_ptr0: memref<12xi64>) {
  %k = arith.constant 0 : i64
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<16xi64, 1>) {
    ^bb0(%o: i64):
      linalg.yield %k : i64
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [12], strides: [1] : memref<12xi64> to memref<12xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<16xi64, 1>, memref<12xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full_scatter_add: pointwise
func.func @npu_fused_full_scatter_add(%in_ptr0: memref<30xi64>, %out_ptr0: memref<12xi64>) {
  %c30 = arith.constant 30 : index
  %k = arith.constant -1 : i32
  %k_1 = arith.constant 0 : i64
  %c12 = arith.constant 12 : index
  %k_2 = arith.constant 1 : i64
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [30], strides: [1] : memref<30xi64> to memref<30xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<30xi64, strided<[1], offset: 0>>, memref<32xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xi64, 1>) outs(%sel : memref<32xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 0 : index
      %inside = arith.cmpi slt, %at, %c30 : index
      %cvt = arith.trunci %a : i64 to i32  // constant
      %sel_1 = arith.select %inside, %cvt, %k : i32  // constant
      linalg.yield %sel_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<32xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c12) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<32xi64, 1>) {
    ^bb0(%o_2: i64):
      linalg.yield %k_2 : i64
  }
  "npu.scatter"(%const, %sel, %out_ptr0) {combine = "add"} : (memref<32xi64, 1>, memref<32xi32, 1>, memref<12xi64>) -> ()
  return
}
