// npu_fused_scatter_reduce: pointwise
func.func @npu_fused_scatter_reduce(%in_ptr0: memref<54xf32>, %out_ptr0: memref<54xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [54], strides: [1] : memref<54xf32> to memref<54xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<54xf32, strided<[1], offset: 0>>, memref<64xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [54], strides: [1] : memref<54xf32> to memref<54xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<64xf32, 1>, memref<54xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_scatter_reduce: pointwise
func.func @npu_fused_scatter_reduce(%in_ptr0: memref<140xi64>, %out_ptr0: memref<54xf32>) {
  %k = arith.constant 9 : i64
  %k_1 = arith.constant 0 : i64
  %c6 = arith.constant 6 : index
  %cst = arith.constant 0x7F800000 : f32
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 7], strides: [7, 1] : memref<140xi64> to memref<20x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20x7xi64, strided<[7, 1], offset: 0>>, memref<20x7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<20x7xi64, 1>) outs(%cvt : memref<20x7xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64  // constant
      %add = arith.addi %i, %mul : i64  // constant
      %cvt_1 = arith.trunci %add : i64 to i32  // constant
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<20x7xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%const : memref<20x7xf32, 1>) {
    ^bb0(%o_2: f32):
      linalg.yield %cst : f32
  }
  "npu.scatter"(%const, %cvt, %out_ptr0) : (memref<20x7xf32, 1>, memref<20x7xi32, 1>, memref<54xf32>) -> ()
  return
}
// -----

// npu_fused_scatter_reduce: pointwise
func.func @npu_fused_scatter_reduce(%in_ptr0: memref<140xi64>, %in_ptr1: memref<168xf32>, %out_ptr0: memref<54xf32>) {
  %k = arith.constant 9 : i64
  %k_1 = arith.constant 0 : i64
  %c6 = arith.constant 6 : index
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 7], strides: [7, 1] : memref<140xi64> to memref<20x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20x7xi64, strided<[7, 1], offset: 0>>, memref<20x7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<20x7xi64, 1>) outs(%cvt : memref<20x7xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64  // load
      %add = arith.addi %i, %mul : i64  // load
      %cvt_1 = arith.trunci %add : i64 to i32  // load
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<20x7xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [20, 7], strides: [8, 1] : memref<168xf32> to memref<20x7xf32, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<20x7xf32, strided<[8, 1], offset: 0>>, memref<20x7xf32, 1>) -> ()
  "npu.scatter"(%t_1, %cvt, %out_ptr0) {combine = "min"} : (memref<20x7xf32, 1>, memref<20x7xi32, 1>, memref<54xf32>) -> ()
  return
}
