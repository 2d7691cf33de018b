// npu_fused_index: pointwise
func.func @npu_fused_index(%in_ptr0: memref<7xi64>, %in_ptr1: memref<4xi64>, %in_ptr2: memref<600xf32>, %out_ptr0: memref<28xf32>) {
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 30 : i64
  %k_2 = arith.constant 20 : i64
  %c30 = arith.constant 30 : index
  %c20 = arith.constant 20 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xi64, 1>
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xi64, 1>
  %cvt = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x7xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %largest_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest_1 : memref<1xi64, 1>)
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x7xf32, 1>
  %view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [4], strides: [1] : memref<4xi64> to memref<4xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<4xi64, strided<[1], offset: 0>>, memref<4xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<4xi64, 1>) outs(%sel : memref<4xi64, 1>) {
    ^bb0(%a: i64, %o: i64):
      %lt = arith.cmpi slt, %a, %k : i64  // index
      %add = arith.addi %a, %k_1 : i64  // index
      %sel_1 = arith.select %lt, %add, %a : i64  // index
      linalg.yield %sel_1 : i64
  }
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [7], strides: [1] : memref<7xi64> to memref<7xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<7xi64, strided<[1], offset: 0>>, memref<7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<7xi64, 1>) outs(%mul : memref<7xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %lt_1 = arith.cmpi slt, %a_1, %k : i64  // index
      %add_1 = arith.addi %a_1, %k_2 : i64  // index
      %sel_2 = arith.select %lt_1, %add_1, %a_1 : i64  // index
      %mul_1 = arith.muli %k_1, %sel_2 : i64  // load
      linalg.yield %mul_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sel, %mul : memref<4xi64, 1>, memref<7xi64, 1>) outs(%cvt : memref<4x7xi32, 1>) {
    ^bb0(%a_2: i64, %a_3: i64, %o_2: i32):
      %add_2 = arith.addi %a_2, %a_3 : i64  // load
      %cvt_1 = arith.trunci %add_2 : i64 to i32  // load
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<4xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_4: i64, %o_3: i64):
      %add_3 = arith.addi %a_4, %k_1 : i64  // index
      %most = arith.maxui %add_3, %o_3 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c30) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t_1 : memref<7xi64, 1>) outs(%largest_1 : memref<1xi64, 1>) {
    ^bb0(%a_5: i64, %o_4: i64):
      %add_4 = arith.addi %a_5, %k_2 : i64  // index
      %most_1 = arith.maxui %add_4, %o_4 : i64
      linalg.yield %most_1 : i64
  }
  "npu.check_index"(%largest_1, %c20) {number = 1 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr2, %cvt, %t_2) : (memref<600xf32>, memref<4x7xi32, 1>, memref<4x7xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [4, 7], strides: [7, 1] : memref<28xf32> to memref<4x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%t_2, %view_2) : (memref<4x7xf32, 1>, memref<4x7xf32, strided<[7, 1], offset: 0>>) -> ()
  return
}
