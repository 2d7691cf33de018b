// npu_fused_index_put: pointwise
func.func @npu_fused_index_put(%in_ptr0: memref<297xf32>, %out_ptr0: memref<297xf32>) {
  %c0 = arith.constant 0 : index
  %c297 = arith.constant 297 : index
  %c160 = arith.constant 160 : index
  %cm1 = arith.constant -1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<160xf32, 1>
  scf.for %P0 = %c0 to %c297 step %c160 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c297 : index
    %n_P0 = arith.minsi %x_1, %c160 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<297xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<160xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<297xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%t, %view_1) : (memref<160xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_index_put: pointwise
func.func @npu_fused_index_put(%in_ptr0: memref<20xi64>, %in_ptr1: memref<660xf32>, %out_ptr0: memref<297xf32>) {
  %k = arith.constant 33 : i64
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant 9 : i64
  %c9 = arith.constant 9 : index
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20], strides: [1] : memref<20xi64> to memref<20xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20xi64, strided<[1], offset: 0>>, memref<20xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<20xi64, 1>) outs(%cvt : memref<20xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %lt = arith.cmpi slt, %a, %k_1 : i64  // index
      %add = arith.addi %a, %k_2 : i64  // index
      %sel = arith.select %lt, %add, %a : i64  // index
      %mul = arith.muli %k, %sel : i64  // load
      %cvt_1 = arith.trunci %mul : i64 to i32  // load
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<20xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %add_1 = arith.addi %a_1, %k_2 : i64  // index
      %most = arith.maxui %add_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c9) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [20, 33], strides: [33, 1] : memref<660xf32> to memref<20x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<20x33xf32, strided<[33, 1], offset: 0>>, memref<20x48xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [265, 33], strides: [1, 1] : memref<297xf32> to memref<265x33xf32, strided<[1, 1], offset: 0>>
  "npu.scatter"(%t_1, %cvt, %view_2) {combine = "add"} : (memref<20x48xf32, 1>, memref<20xi32, 1>, memref<265x33xf32, strided<[1, 1], offset: 0>>) -> ()
  return
}
