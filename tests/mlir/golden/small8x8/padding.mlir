// npu_fused_constant_pad_nd: pointwise
func.func @npu_fused_constant_pad_nd(%in_ptr0: memref<378xf32>, %out_ptr0: memref<720xf32>) {
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 7, 9], strides: [63, 9, 1] : memref<378xf32> to memref<6x7x9xf32, strided<[63, 9, 1], offset: 0>>
  %part = memref.subview %t[0, 0, 1] [6, 10, 15] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x10x15xf32, strided<[160, 16, 1], offset: 1>, 1>
  "npu.dma_load"(%view, %part) {pad_around = true, pad = 2.0 : f32} : (memref<6x7x9xf32, strided<[63, 9, 1], offset: 0>>, memref<6x10x15xf32, strided<[160, 16, 1], offset: 1>, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 10, 12], strides: [120, 12, 1] : memref<720xf32> to memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<6x10x16xf32, 1>, memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_iota_abs_sub_unsafe_index: pointwise
func.func @npu_fused_iota_abs_sub_unsafe_index(%in_ptr0: memref<378xf32>, %out_ptr0: memref<720xf32>) {
  %c12 = arith.constant 12 : index
  %k = arith.constant -9 : i32
  %k_1 = arith.constant -6 : i32
  %k_2 = arith.constant -1 : i32
  %k_3 = arith.constant 62 : i32
  %k_4 = arith.constant -8 : i32
  %k_5 = arith.constant -2 : i32
  %k_6 = arith.constant 63 : i32
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<10xi32, 1>
  %add_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %add_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<10x16xi32, 1>
  %sel = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xi32, 1>
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul : memref<10xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %add = arith.addi %k_2, %i : i32  // load
      %abs = math.absi %add : i32  // load
      %add_1 = arith.addi %k_1, %abs : i32  // load
      %abs_1 = math.absi %add_1 : i32  // load
      %mul_1 = arith.muli %k, %abs_1 : i32  // load
      linalg.yield %mul_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%add_2 : memref<16xi32, 1>) {
    ^bb0(%o_1: i32):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %add_3 = arith.addi %k_5, %i_1 : i32  // load
      %abs_2 = math.absi %add_3 : i32  // load
      %add_4 = arith.addi %k_4, %abs_2 : i32  // load
      %abs_3 = math.absi %add_4 : i32  // load
      %mul_2 = arith.muli %k_2, %abs_3 : i32  // load
      %add_5 = arith.addi %k_3, %mul_2 : i32  // load
      linalg.yield %add_5 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%mul, %add_2 : memref<10xi32, 1>, memref<16xi32, 1>) outs(%add_6 : memref<10x16xi32, 1>) {
    ^bb0(%a: i32, %a_1: i32, %o_2: i32):
      %add_7 = arith.addi %a_1, %a : i32  // load
      linalg.yield %add_7 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%add_6 : memref<10x16xi32, 1>) outs(%sel : memref<6x10x16xi32, 1>) {
    ^bb0(%a_2: i32, %o_3: i32):
      %at_2 = linalg.index 2 : index
      %inside = arith.cmpi slt, %at_2, %c12 : index
      %at_3 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_3 : index to i32
      %mul_3 = arith.muli %k_6, %i_2 : i32  // load
      %add_8 = arith.addi %a_2, %mul_3 : i32  // load
      %sel_1 = arith.select %inside, %add_8, %k_2 : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) : (memref<378xf32>, memref<6x10x16xi32, 1>, memref<6x10x16xf32, 1>) -> ()
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 10, 12], strides: [120, 12, 1] : memref<720xf32> to memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>
  "npu.dma_store"(%t, %view) : (memref<6x10x16xf32, 1>, memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>) -> ()
  return
}
