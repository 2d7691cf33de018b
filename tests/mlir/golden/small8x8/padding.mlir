// npu_fused_constant_pad_nd: pointwise
func.func @npu_fused_constant_pad_nd(%in_ptr0: memref<378xf32>, %out_ptr0: memref<720xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %c5 = arith.constant 5 : index
  %cm1 = arith.constant -1 : index
  %c7 = arith.constant 7 : index
  %c63 = arith.constant 63 : index
  %c9 = arith.constant 9 : index
  %c12 = arith.constant 12 : index
  %c120 = arith.constant 120 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  scf.for %P0 = %c0 to %c6 step %c3 {
    scf.for %P1 = %c0 to %c10 step %c5 {
      %x = arith.muli %P1, %cm1 : index
      %x_1 = arith.addi %P1, %c5 : index
      %x_2 = arith.minsi %x_1, %c7 : index
      %x_3 = arith.addi %x, %x_2 : index
      %x_4 = arith.maxsi %x_3, %c0 : index
      %x_5 = arith.muli %P0, %c63 : index
      %x_6 = arith.muli %P1, %c9 : index
      %x_7 = arith.addi %x_5, %x_6 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_7], sizes: [3, %x_4, 9], strides: [63, 9, 1] : memref<378xf32> to memref<3x?x9xf32, strided<[63, 9, 1], offset: ?>>
      %part = memref.subview %t[0, 0, 1] [3, 5, 15] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x15xf32, strided<[80, 16, 1], offset: 1>, 1>
      "npu.dma_load"(%view, %part) {pad_around = true, pad = 2.0 : f32} : (memref<3x?x9xf32, strided<[63, 9, 1], offset: ?>>, memref<3x5x15xf32, strided<[80, 16, 1], offset: 1>, 1>) -> ()
      %x_8 = arith.muli %P1, %c12 : index
      %x_9 = arith.muli %P0, %c120 : index
      %x_10 = arith.addi %x_8, %x_9 : index
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_10], sizes: [3, 5, 12], strides: [120, 12, 1] : memref<720xf32> to memref<3x5x12xf32, strided<[120, 12, 1], offset: ?>>
      "npu.dma_store"(%t, %view_1) : (memref<3x5x16xf32, 1>, memref<3x5x12xf32, strided<[120, 12, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_iota_abs_sub_unsafe_index: pointwise
func.func @npu_fused_iota_abs_sub_unsafe_index(%in_ptr0: memref<378xf32>, %out_ptr0: memref<720xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %c7 = arith.constant 7 : index
  %c63 = arith.constant 63 : index
  %c9 = arith.constant 9 : index
  %cm7 = arith.constant -7 : index
  %cm9 = arith.constant -9 : index
  %c119 = arith.constant 119 : index
  %c117 = arith.constant 117 : index
  %c125 = arith.constant 125 : index
  %c11 = arith.constant 11 : index
  %c27 = arith.constant 27 : index
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 10 : i32
  %k_2 = arith.constant 1 : i32
  %k_3 = arith.constant 7 : i32
  %c12 = arith.constant 12 : index
  %c120 = arith.constant 120 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_5 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  %t_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  %t_7 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  %t_8 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x16xf32, 1>
  scf.for %P0 = %c0 to %c6 step %c3 {
    %x_29 = arith.muli %P0, %c63 : index
    %x_30 = arith.addi %x_29, %c11 : index
    %view_6 = memref.reinterpret_cast %in_ptr0 to offset: [%x_30], sizes: [3, 12], strides: [63, -1] : memref<378xf32> to memref<3x12xf32, strided<[63, -1], offset: ?>>
    "npu.dma_load"(%view_6, %t_6) : (memref<3x12xf32, strided<[63, -1], offset: ?>>, memref<3x16xf32, 1>) -> ()
    %x_31 = arith.addi %x_29, %c7 : index
    %view_7 = memref.reinterpret_cast %in_ptr0 to offset: [%x_31], sizes: [3, 12], strides: [63, 1] : memref<378xf32> to memref<3x12xf32, strided<[63, 1], offset: ?>>
    "npu.dma_load"(%view_7, %t_7) : (memref<3x12xf32, strided<[63, 1], offset: ?>>, memref<3x16xf32, 1>) -> ()
    %x_32 = arith.addi %x_29, %c27 : index
    %view_8 = memref.reinterpret_cast %in_ptr0 to offset: [%x_32], sizes: [3, 12], strides: [63, -1] : memref<378xf32> to memref<3x12xf32, strided<[63, -1], offset: ?>>
    "npu.dma_load"(%view_8, %t_8) : (memref<3x12xf32, strided<[63, -1], offset: ?>>, memref<3x16xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_6, %t_7, %t_8 : memref<3x16xf32, 1>, memref<3x16xf32, 1>, memref<3x16xf32, 1>) outs(%sel : memref<3x16xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %a_2: f32, %o: f32):
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i32
        %lt = arith.cmpi slt, %i, %k : i32  // index
        %lt_1 = arith.cmpi slt, %i, %k_1 : i32  // index
        %sel_1 = arith.select %lt_1, %a_1, %a_2 : f32  // load
        %sel_2 = arith.select %lt, %a, %sel_1 : f32  // load
        linalg.yield %sel_2 : f32
    }
    scf.for %P1 = %c0 to %c10 step %c5 {
      %x = arith.maxsi %P1, %c1 : index
      %x_1 = arith.muli %x, %cm1 : index
      %x_2 = arith.addi %P1, %c5 : index
      %x_3 = arith.minsi %x_2, %c7 : index
      %x_4 = arith.addi %x_1, %x_3 : index
      %x_5 = arith.maxsi %x_4, %c0 : index
      %x_6 = arith.muli %P1, %cm1 : index
      %x_7 = arith.addi %x_6, %x : index
      %x_8 = arith.muli %P0, %c63 : index
      %x_9 = arith.muli %x, %c9 : index
      %x_10 = arith.addi %x_8, %x_9 : index
      %x_11 = arith.addi %x_10, %cm7 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_11], sizes: [3, %x_5, 2], strides: [63, 9, -1] : memref<378xf32> to memref<3x?x2xf32, strided<[63, 9, -1], offset: ?>>
      %part = memref.subview %t[0, %x_7, 0] [3, 5, 16] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x16xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view, %part) {pad_around = true} : (memref<3x?x2xf32, strided<[63, 9, -1], offset: ?>>, memref<3x5x16xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      %x_12 = arith.addi %x_8, %x_9 : index
      %x_13 = arith.addi %x_12, %cm9 : index
      %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%x_13], sizes: [3, %x_5, 8], strides: [63, 9, 1] : memref<378xf32> to memref<3x?x8xf32, strided<[63, 9, 1], offset: ?>>
      %part_1 = memref.subview %t_1[0, %x_7, 2] [3, 5, 14] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x14xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view_1, %part_1) {pad_around = true} : (memref<3x?x8xf32, strided<[63, 9, 1], offset: ?>>, memref<3x5x14xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      %x_14 = arith.addi %x_8, %x_9 : index
      %x_15 = arith.addi %x_14, %cm1 : index
      %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [%x_15], sizes: [3, %x_5, 2], strides: [63, 9, -1] : memref<378xf32> to memref<3x?x2xf32, strided<[63, 9, -1], offset: ?>>
      %part_2 = memref.subview %t_2[0, %x_7, 10] [3, 5, 6] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x6xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view_2, %part_2) {pad_around = true} : (memref<3x?x2xf32, strided<[63, 9, -1], offset: ?>>, memref<3x5x6xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      %x_16 = arith.maxsi %P1, %c7 : index
      %x_17 = arith.muli %x_16, %cm1 : index
      %x_18 = arith.minsi %x_2, %c10 : index
      %x_19 = arith.addi %x_17, %x_18 : index
      %x_20 = arith.maxsi %x_19, %c0 : index
      %x_21 = arith.addi %x_6, %x_16 : index
      %x_22 = arith.muli %x_16, %cm9 : index
      %x_23 = arith.addi %x_22, %x_8 : index
      %x_24 = arith.addi %x_23, %c119 : index
      %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [%x_24], sizes: [3, %x_20, 2], strides: [63, -9, -1] : memref<378xf32> to memref<3x?x2xf32, strided<[63, -9, -1], offset: ?>>
      %part_3 = memref.subview %t_3[0, %x_21, 0] [3, 5, 16] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x16xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view_3, %part_3) {pad_around = true} : (memref<3x?x2xf32, strided<[63, -9, -1], offset: ?>>, memref<3x5x16xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      %x_25 = arith.addi %x_22, %x_8 : index
      %x_26 = arith.addi %x_25, %c117 : index
      %view_4 = memref.reinterpret_cast %in_ptr0 to offset: [%x_26], sizes: [3, %x_20, 8], strides: [63, -9, 1] : memref<378xf32> to memref<3x?x8xf32, strided<[63, -9, 1], offset: ?>>
      %part_4 = memref.subview %t_4[0, %x_21, 2] [3, 5, 14] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x14xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view_4, %part_4) {pad_around = true} : (memref<3x?x8xf32, strided<[63, -9, 1], offset: ?>>, memref<3x5x14xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      %x_27 = arith.addi %x_22, %x_8 : index
      %x_28 = arith.addi %x_27, %c125 : index
      %view_5 = memref.reinterpret_cast %in_ptr0 to offset: [%x_28], sizes: [3, %x_20, 2], strides: [63, -9, -1] : memref<378xf32> to memref<3x?x2xf32, strided<[63, -9, -1], offset: ?>>
      %part_5 = memref.subview %t_5[0, %x_21, 10] [3, 5, 6] [1, 1, 1] : memref<3x5x16xf32, 1> to memref<3x5x6xf32, strided<[80, 16, 1], offset: ?>, 1>
      "npu.dma_load"(%view_5, %part_5) {pad_around = true} : (memref<3x?x2xf32, strided<[63, -9, -1], offset: ?>>, memref<3x5x6xf32, strided<[80, 16, 1], offset: ?>, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sel, %t, %t_1, %t_2, %t_3, %t_4, %t_5 : memref<3x16xf32, 1>, memref<3x5x16xf32, 1>, memref<3x5x16xf32, 1>, memref<3x5x16xf32, 1>, memref<3x5x16xf32, 1>, memref<3x5x16xf32, 1>, memref<3x5x16xf32, 1>) outs(%out : memref<3x5x16xf32, 1>) {
        ^bb0(%a_3: f32, %a_4: f32, %a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %o_1: f32):
          %at_1 = linalg.index 1 : index
          %at_2 = arith.addi %at_1, %P1 : index
          %i_1 = arith.index_cast %at_2 : index to i32
          %lt_2 = arith.cmpi slt, %i_1, %k_2 : i32  // index
          %lt_3 = arith.cmpi slt, %i_1, %k_3 : i32  // index
          %at_3 = linalg.index 2 : index
          %i_2 = arith.index_cast %at_3 : index to i32
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
      %x_33 = arith.muli %P1, %c12 : index
      %x_34 = arith.muli %P0, %c120 : index
      %x_35 = arith.addi %x_33, %x_34 : index
      %view_9 = memref.reinterpret_cast %out_ptr0 to offset: [%x_35], sizes: [3, 5, 12], strides: [120, 12, 1] : memref<720xf32> to memref<3x5x12xf32, strided<[120, 12, 1], offset: ?>>
      "npu.dma_store"(%out, %view_9) : (memref<3x5x16xf32, 1>, memref<3x5x12xf32, strided<[120, 12, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
