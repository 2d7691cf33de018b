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
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 10 : i32
  %k_2 = arith.constant 1 : i32
  %k_3 = arith.constant 7 : i32
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_5 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %t_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %t_7 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %t_8 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x10x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [2], sizes: [6, 6, 2], strides: [63, 9, -1] : memref<378xf32> to memref<6x6x2xf32, strided<[63, 9, -1], offset: 2>>
  %part = memref.subview %t[0, 1, 0] [6, 9, 16] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x9x16xf32, strided<[160, 16, 1], offset: 16>, 1>
  "npu.dma_load"(%view, %part) {pad_around = true} : (memref<6x6x2xf32, strided<[63, 9, -1], offset: 2>>, memref<6x9x16xf32, strided<[160, 16, 1], offset: 16>, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 6, 8], strides: [63, 9, 1] : memref<378xf32> to memref<6x6x8xf32, strided<[63, 9, 1], offset: 0>>
  %part_1 = memref.subview %t_1[0, 1, 2] [6, 9, 14] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x9x14xf32, strided<[160, 16, 1], offset: 18>, 1>
  "npu.dma_load"(%view_1, %part_1) {pad_around = true} : (memref<6x6x8xf32, strided<[63, 9, 1], offset: 0>>, memref<6x9x14xf32, strided<[160, 16, 1], offset: 18>, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [8], sizes: [6, 6, 2], strides: [63, 9, -1] : memref<378xf32> to memref<6x6x2xf32, strided<[63, 9, -1], offset: 8>>
  %part_2 = memref.subview %t_2[0, 1, 10] [6, 9, 6] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x9x6xf32, strided<[160, 16, 1], offset: 26>, 1>
  "npu.dma_load"(%view_2, %part_2) {pad_around = true} : (memref<6x6x2xf32, strided<[63, 9, -1], offset: 8>>, memref<6x9x6xf32, strided<[160, 16, 1], offset: 26>, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [56], sizes: [6, 3, 2], strides: [63, -9, -1] : memref<378xf32> to memref<6x3x2xf32, strided<[63, -9, -1], offset: 56>>
  %part_3 = memref.subview %t_3[0, 7, 0] [6, 3, 16] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x3x16xf32, strided<[160, 16, 1], offset: 112>, 1>
  "npu.dma_load"(%view_3, %part_3) {pad_around = true} : (memref<6x3x2xf32, strided<[63, -9, -1], offset: 56>>, memref<6x3x16xf32, strided<[160, 16, 1], offset: 112>, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [54], sizes: [6, 3, 8], strides: [63, -9, 1] : memref<378xf32> to memref<6x3x8xf32, strided<[63, -9, 1], offset: 54>>
  %part_4 = memref.subview %t_4[0, 7, 2] [6, 3, 14] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x3x14xf32, strided<[160, 16, 1], offset: 114>, 1>
  "npu.dma_load"(%view_4, %part_4) {pad_around = true} : (memref<6x3x8xf32, strided<[63, -9, 1], offset: 54>>, memref<6x3x14xf32, strided<[160, 16, 1], offset: 114>, 1>) -> ()
  %view_5 = memref.reinterpret_cast %in_ptr0 to offset: [62], sizes: [6, 3, 2], strides: [63, -9, -1] : memref<378xf32> to memref<6x3x2xf32, strided<[63, -9, -1], offset: 62>>
  %part_5 = memref.subview %t_5[0, 7, 10] [6, 3, 6] [1, 1, 1] : memref<6x10x16xf32, 1> to memref<6x3x6xf32, strided<[160, 16, 1], offset: 122>, 1>
  "npu.dma_load"(%view_5, %part_5) {pad_around = true} : (memref<6x3x2xf32, strided<[63, -9, -1], offset: 62>>, memref<6x3x6xf32, strided<[160, 16, 1], offset: 122>, 1>) -> ()
  %view_6 = memref.reinterpret_cast %in_ptr0 to offset: [11], sizes: [6, 12], strides: [63, -1] : memref<378xf32> to memref<6x12xf32, strided<[63, -1], offset: 11>>
  "npu.dma_load"(%view_6, %t_6) : (memref<6x12xf32, strided<[63, -1], offset: 11>>, memref<6x16xf32, 1>) -> ()
  %view_7 = memref.reinterpret_cast %in_ptr0 to offset: [7], sizes: [6, 12], strides: [63, 1] : memref<378xf32> to memref<6x12xf32, strided<[63, 1], offset: 7>>
  "npu.dma_load"(%view_7, %t_7) : (memref<6x12xf32, strided<[63, 1], offset: 7>>, memref<6x16xf32, 1>) -> ()
  %view_8 = memref.reinterpret_cast %in_ptr0 to offset: [27], sizes: [6, 12], strides: [63, -1] : memref<378xf32> to memref<6x12xf32, strided<[63, -1], offset: 27>>
  "npu.dma_load"(%view_8, %t_8) : (memref<6x12xf32, strided<[63, -1], offset: 27>>, memref<6x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_6, %t_7, %t_8 : memref<6x16xf32, 1>, memref<6x16xf32, 1>, memref<6x16xf32, 1>) outs(%sel : memref<6x16xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %o: f32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k : i32  // index
      %lt_1 = arith.cmpi slt, %i, %k_1 : i32  // index
      %sel_1 = arith.select %lt_1, %a_1, %a_2 : f32  // load
      %sel_2 = arith.select %lt, %a, %sel_1 : f32  // load
      linalg.yield %sel_2 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sel, %t, %t_1, %t_2, %t_3, %t_4, %t_5 : memref<6x16xf32, 1>, memref<6x10x16xf32, 1>, memref<6x10x16xf32, 1>, memref<6x10x16xf32, 1>, memref<6x10x16xf32, 1>, memref<6x10x16xf32, 1>, memref<6x10x16xf32, 1>) outs(%out : memref<6x10x16xf32, 1>) {
    ^bb0(%a_3: f32, %a_4: f32, %a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %o_1: f32):
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %lt_2 = arith.cmpi slt, %i_1, %k_2 : i32  // index
      %lt_3 = arith.cmpi slt, %i_1, %k_3 : i32  // index
      %at_2 = linalg.index 2 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %lt_4 = arith.cmpi slt, %i_2, %k : i32  // index
      %lt_5 = arith.cmpi slt, %i_2, %k_1 : i32  // index
      %sel_3 = arith.select %lt_5, %a_5, %a_6 : f32  // load
      %sel_4 = arith.select %lt_4, %a_4, %sel_3 : f32  // load
      %sel_5 = arith.select %lt_5, %a_8, %a_9 : f32  // load
      %sel_6 = arith.select %lt_4, %a_7, %sel_5 : f32  // load
      %sel_7 = arith.select %lt_3, %sel_4, %sel_6 : f32  // load
      %sel_8 = arith.select %lt_2, %a_3, %sel_7 : f32  // load
      linalg.yield %sel_8 : f32
  }
  %view_9 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 10, 12], strides: [120, 12, 1] : memref<720xf32> to memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>
  "npu.dma_store"(%out, %view_9) : (memref<6x10x16xf32, 1>, memref<6x10x12xf32, strided<[120, 12, 1], offset: 0>>) -> ()
  return
}
