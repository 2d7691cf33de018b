// npu_fused_gather_add: pointwise
func.func @npu_fused_gather_add(%in_ptr0: memref<450xi64>, %in_ptr1: memref<1650xf32>, %out_ptr0: memref<450xf32>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 33 : i64
  %k_1 = arith.constant -1 : i32
  %k_2 = arith.constant 0 : i64
  %c33 = arith.constant 33 : index
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<50x16xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<50x16xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_2 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<50x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<50x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [50, 9], strides: [9, 1] : memref<450xi64> to memref<50x9xi64, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<50x9xi64, strided<[9, 1], offset: 0>>, memref<50x16xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<50x16xi64, 1>) outs(%sel : memref<50x16xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c9 : index
      %at_1 = linalg.index 0 : index
      %i = arith.index_cast %at_1 : index to i64
      %mul = arith.muli %k, %i : i64  // add
      %add = arith.addi %a, %mul : i64
      %cvt = arith.trunci %add : i64 to i32  // add
      %sel_1 = arith.select %inside, %cvt, %k_1 : i32  // add
      linalg.yield %sel_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<50x16xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c33) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr1, %sel, %t_1) : (memref<1650xf32>, memref<50x16xi32, 1>, memref<50x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1 : memref<50x16xf32, 1>) outs(%out : memref<50x16xf32, 1>) {
    ^bb0(%a_2: f32, %o_2: f32):
      %add_1 = arith.addf %a_2, %cst : f32
      linalg.yield %add_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [50, 9], strides: [9, 1] : memref<450xf32> to memref<50x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<50x16xf32, 1>, memref<50x9xf32, strided<[9, 1], offset: 0>>) -> ()
  return
}
