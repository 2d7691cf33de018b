// npu_fused_constant_pad_nd_iota_add_index_clone: pointwise
func.func @npu_fused_constant_pad_nd_iota_add_index_clone(%in_ptr0: memref<540xf32>, %out_ptr0: memref<1350xf32>) {
  %k = arith.constant -1 : i32
  %k_1 = arith.constant 2 : i32
  %k_2 = arith.constant 0 : i32
  %k_3 = arith.constant 10 : i32
  %k_4 = arith.constant 9 : i32
  %k_5 = arith.constant 0 : i8
  %k_6 = arith.constant 90 : i32
  %k_7 = arith.constant -11 : i32
  %k_8 = arith.constant 20 : i32
  %ge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5xi8, 1>
  %lt = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5xi8, 1>
  %and = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5xi8, 1>
  %and_2 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x3x5x5xi8, 1>
  %mul_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi32, 1>
  %add_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5xi32, 1>
  %add_7 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x3x5xi32, 1>
  %add_9 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x3x5x5xi32, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x3x5x5x3xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x3x5x5x3xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x3x3x5x5xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%ge, %lt : memref<3x5xi8, 1>, memref<3x5xi8, 1>) {
    ^bb0(%o: i8, %o_1: i8):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %add = arith.addi %k, %i : i32  // index
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul = arith.muli %k_1, %i_1 : i32  // index
      %add_1 = arith.addi %add, %mul : i32  // index
      %ge_1 = arith.cmpi sge, %add_1, %k_2 : i32
      %byte = arith.extui %ge_1 : i1 to i8
      %lt_1 = arith.cmpi slt, %add_1, %k_3 : i32
      %byte_1 = arith.extui %lt_1 : i1 to i8
      linalg.yield %byte, %byte_1 : i8, i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%and : memref<3x5xi8, 1>) {
    ^bb0(%o_2: i8):
      %at_2 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %add_2 = arith.addi %k, %i_2 : i32  // index
      %at_3 = linalg.index 1 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %mul_1 = arith.muli %k_1, %i_3 : i32  // index
      %add_3 = arith.addi %add_2, %mul_1 : i32  // index
      %ge_2 = arith.cmpi sge, %add_3, %k_2 : i32
      %lt_2 = arith.cmpi slt, %add_3, %k_4 : i32
      %and_1 = arith.andi %ge_2, %lt_2 : i1  // and_
      %byte_2 = arith.extui %and_1 : i1 to i8
      linalg.yield %byte_2 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%ge, %lt, %and : memref<3x5xi8, 1>, memref<3x5xi8, 1>, memref<3x5xi8, 1>) outs(%and_2 : memref<3x3x5x5xi8, 1>) {
    ^bb0(%a: i8, %a_1: i8, %a_2: i8, %o_3: i8):
      %flag = arith.cmpi ne, %a, %k_5 : i8
      %flag_1 = arith.cmpi ne, %a_1, %k_5 : i8
      %flag_2 = arith.cmpi ne, %a_2, %k_5 : i8
      %and_3 = arith.andi %flag_2, %flag : i1  // and_
      %and_4 = arith.andi %and_3, %flag_1 : i1  // and_
      %byte_3 = arith.extui %and_4 : i1 to i8
      linalg.yield %byte_3 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul_2 : memref<6xi32, 1>) {
    ^bb0(%o_4: i32):
      %at_4 = linalg.index 0 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %mul_3 = arith.muli %k_6, %i_4 : i32  // load
      linalg.yield %mul_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%add_4 : memref<3x5xi32, 1>) {
    ^bb0(%o_5: i32):
      %at_5 = linalg.index 0 : index
      %i_5 = arith.index_cast %at_5 : index to i32
      %add_5 = arith.addi %k_7, %i_5 : i32  // load
      %at_6 = linalg.index 1 : index
      %i_6 = arith.index_cast %at_6 : index to i32
      %mul_4 = arith.muli %k_1, %i_6 : i32  // index
      %add_6 = arith.addi %add_5, %mul_4 : i32  // load
      linalg.yield %add_6 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%add_4 : memref<3x5xi32, 1>) outs(%add_7 : memref<3x3x5xi32, 1>) {
    ^bb0(%a_3: i32, %o_6: i32):
      %at_7 = linalg.index 0 : index
      %i_7 = arith.index_cast %at_7 : index to i32
      %mul_5 = arith.muli %k_3, %i_7 : i32  // load
      %add_8 = arith.addi %a_3, %mul_5 : i32  // load
      linalg.yield %add_8 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%add_7 : memref<3x3x5xi32, 1>) outs(%add_9 : memref<3x3x5x5xi32, 1>) {
    ^bb0(%a_4: i32, %o_7: i32):
      %at_8 = linalg.index 2 : index
      %i_8 = arith.index_cast %at_8 : index to i32
      %mul_6 = arith.muli %k_8, %i_8 : i32  // load
      %add_10 = arith.addi %a_4, %mul_6 : i32  // load
      linalg.yield %add_10 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%and_2, %mul_2, %add_9 : memref<3x3x5x5xi8, 1>, memref<6xi32, 1>, memref<3x3x5x5xi32, 1>) outs(%sel : memref<6x3x5x5x3xi32, 1>) {
    ^bb0(%a_5: i8, %a_6: i32, %a_7: i32, %o_8: i32):
      %flag_3 = arith.cmpi ne, %a_5, %k_5 : i8
      %add_11 = arith.addi %a_7, %a_6 : i32  // load
      %sel_1 = arith.select %flag_3, %add_11, %k : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) {pad = 0.0 : f32} : (memref<540xf32>, memref<6x3x5x5x3xi32, 1>, memref<6x3x5x5x3xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<6x3x5x5x3xf32, 1>) outs(%out : memref<6x3x3x5x5xf32, 1>) {
    ^bb0(%a_8: f32, %o_9: f32):
      linalg.yield %a_8 : f32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 3, 3, 5, 5], strides: [225, 75, 25, 5, 1] : memref<1350xf32> to memref<6x3x3x5x5xf32, strided<[225, 75, 25, 5, 1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<6x3x3x5x5xf32, 1>, memref<6x3x3x5x5xf32, strided<[225, 75, 25, 5, 1], offset: 0>>) -> ()
  return
}
