// npu_fused_bucketize: pointwise
func.func @npu_fused_bucketize(%in_ptr0: memref<9xf32>, %in_ptr1: memref<4xf32>, %out_ptr0: memref<9xi64>) {
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 4 : i64
  %k_2 = arith.constant 1 : i64
  %k_3 = arith.constant -1 : i32
  %c9 = arith.constant 9 : index
  %k_4 = arith.constant true
  %k_5 = arith.constant 2 : i64
  %add = arith.addi %k, %k_1 : i64  // load
  %le = arith.cmpi sle, %add, %k_1 : i64  // load
  %add_3 = arith.addi %k, %k_1 : i64  // load
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %sel_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %sel_5 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%sel : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      %add_1 = arith.addi %k, %k_1 : i64  // load
      %sub = arith.subi %add_1, %k_2 : i64  // load
      %mul = arith.muli %sub, %k_2 : i64  // load
      %add_2 = arith.addi %k, %mul : i64  // load
      %cvt = arith.trunci %add_2 : i64 to i32  // load
      %sel_1 = arith.select %le, %cvt, %k_3 : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr1, %sel, %t) {pad = 0.0 : f32} : (memref<4xf32>, memref<1xi32, 1>, memref<1xf32, 1>) -> ()
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t_1) : (memref<9xf32, strided<[1], offset: 0>>, memref<16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1, %t : memref<16xf32, 1>, memref<1xf32, 1>) outs(%sel_2 : memref<16xi32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o_1: i32):
      %ge = arith.cmpf oge, %a_1, %a : f32  // load
      %xor = arith.xori %ge, %k_4 : i1  // load
      %and = arith.andi %le, %xor : i1  // load
      %sel_3 = arith.select %and, %add_3, %k : i64  // load
      %add_4 = arith.addi %sel_3, %k_5 : i64  // load
      %le_1 = arith.cmpi sle, %add_4, %k_1 : i64  // load
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c9 : index
      %and_1 = arith.andi %le_1, %inside : i1  // load
      %sub_1 = arith.subi %add_4, %k_2 : i64  // load
      %mul_1 = arith.muli %sub_1, %k_2 : i64  // load
      %add_5 = arith.addi %k, %mul_1 : i64  // load
      %cvt_1 = arith.trunci %add_5 : i64 to i32  // load
      %sel_4 = arith.select %and_1, %cvt_1, %k_3 : i32  // load
      linalg.yield %sel_4 : i32
  }
  "npu.gather"(%in_ptr1, %sel_2, %t_2) {pad = 0.0 : f32} : (memref<4xf32>, memref<16xi32, 1>, memref<16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1, %t, %t_2 : memref<16xf32, 1>, memref<1xf32, 1>, memref<16xf32, 1>) outs(%sel_5 : memref<16xi32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %a_4: f32, %o_2: i32):
      %ge_1 = arith.cmpf oge, %a_3, %a_2 : f32  // load
      %xor_1 = arith.xori %ge_1, %k_4 : i1  // load
      %and_2 = arith.andi %le, %xor_1 : i1  // load
      %sel_6 = arith.select %and_2, %add_3, %k : i64  // load
      %add_6 = arith.addi %sel_6, %k_5 : i64  // load
      %le_2 = arith.cmpi sle, %add_6, %k_1 : i64  // load
      %ge_2 = arith.cmpf oge, %a_4, %a_2 : f32  // load
      %xor_2 = arith.xori %ge_2, %k_4 : i1  // load
      %and_3 = arith.andi %le_2, %xor_2 : i1  // load
      %sel_7 = arith.select %and_3, %add_6, %sel_6 : i64  // load
      %add_7 = arith.addi %sel_7, %k_2 : i64  // load
      %le_3 = arith.cmpi sle, %add_7, %k_1 : i64  // load
      %at_1 = linalg.index 1 : index
      %inside_1 = arith.cmpi slt, %at_1, %c9 : index
      %and_4 = arith.andi %le_3, %inside_1 : i1  // load
      %sub_2 = arith.subi %add_7, %k_2 : i64  // load
      %mul_2 = arith.muli %sub_2, %k_2 : i64  // load
      %add_8 = arith.addi %k, %mul_2 : i64  // load
      %cvt_2 = arith.trunci %add_8 : i64 to i32  // load
      %sel_8 = arith.select %and_4, %cvt_2, %k_3 : i32  // load
      linalg.yield %sel_8 : i32
  }
  "npu.gather"(%in_ptr1, %sel_5, %t_3) {pad = 0.0 : f32} : (memref<4xf32>, memref<16xi32, 1>, memref<16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1, %t, %t_2, %t_3 : memref<16xf32, 1>, memref<1xf32, 1>, memref<16xf32, 1>, memref<16xf32, 1>) outs(%out : memref<16xi64, 1>) {
    ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %o_3: i64):
      %ge_3 = arith.cmpf oge, %a_6, %a_5 : f32  // load
      %xor_3 = arith.xori %ge_3, %k_4 : i1  // load
      %and_5 = arith.andi %le, %xor_3 : i1  // load
      %sel_9 = arith.select %and_5, %add_3, %k : i64  // load
      %add_9 = arith.addi %sel_9, %k_5 : i64  // load
      %le_4 = arith.cmpi sle, %add_9, %k_1 : i64  // load
      %ge_4 = arith.cmpf oge, %a_7, %a_5 : f32  // load
      %xor_4 = arith.xori %ge_4, %k_4 : i1  // load
      %and_6 = arith.andi %le_4, %xor_4 : i1  // load
      %sel_10 = arith.select %and_6, %add_9, %sel_9 : i64  // load
      %add_10 = arith.addi %sel_10, %k_2 : i64  // load
      %le_5 = arith.cmpi sle, %add_10, %k_1 : i64  // load
      %ge_5 = arith.cmpf oge, %a_8, %a_5 : f32  // load
      %xor_5 = arith.xori %ge_5, %k_4 : i1  // load
      %and_7 = arith.andi %le_5, %xor_5 : i1  // load
      %sel_11 = arith.select %and_7, %add_10, %sel_10 : i64  // load
      linalg.yield %sel_11 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi64> to memref<9xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<16xi64, 1>, memref<9xi64, strided<[1], offset: 0>>) -> ()
  return
}
