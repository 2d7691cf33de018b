// npu_fused_mul_sub_add_neg_clone_iota_eq_where: pointwise
func.func @npu_fused_mul_sub_add_neg_clone_iota_eq_where(%in_ptr0: memref<30xf32>, %in_ptr1: memref<30xf32>, %out_ptr0: memref<30xf32>) {
  %k = arith.constant 0 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<15x2xf32, 1>
  %part = memref.subview %t[0, 0] [15, 1] [1, 1] : memref<15x2xf32, 1> to memref<15xf32, strided<[2]>, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<15x2xf32, 1>
  %part_1 = memref.subview %t_1[0, 0] [15, 1] [1, 1] : memref<15x2xf32, 1> to memref<15xf32, strided<[2]>, 1>
  %part_2 = memref.subview %t[0, 1] [15, 1] [1, 1] : memref<15x2xf32, 1> to memref<15xf32, strided<[2], offset: 1>, 1>
  %part_3 = memref.subview %t_1[0, 1] [15, 1] [1, 1] : memref<15x2xf32, 1> to memref<15xf32, strided<[2], offset: 1>, 1>
  %add = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<15xf32, 1>
  %add_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<15xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<15x2xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [15, 2], strides: [2, 1] : memref<30xf32> to memref<15x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<15x2xf32, strided<[2, 1], offset: 0>>, memref<15x2xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [15, 2], strides: [2, 1] : memref<30xf32> to memref<15x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<15x2xf32, strided<[2, 1], offset: 0>>, memref<15x2xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part, %part_1, %part_2, %part_3 : memref<15xf32, strided<[2]>, 1>, memref<15xf32, strided<[2]>, 1>, memref<15xf32, strided<[2], offset: 1>, 1>, memref<15xf32, strided<[2], offset: 1>, 1>) outs(%add : memref<15xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %o: f32):
      %mul = arith.mulf %a, %a_1 : f32
      %mul_1 = arith.mulf %a_2, %a_3 : f32
      %sub = arith.subf %mul, %mul_1 : f32
      %add_1 = arith.addf %sub, %a : f32
      linalg.yield %add_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part, %part_1, %part_2, %part_3 : memref<15xf32, strided<[2]>, 1>, memref<15xf32, strided<[2]>, 1>, memref<15xf32, strided<[2], offset: 1>, 1>, memref<15xf32, strided<[2], offset: 1>, 1>) outs(%add_2 : memref<15xf32, 1>) {
    ^bb0(%a_4: f32, %a_5: f32, %a_6: f32, %a_7: f32, %o_1: f32):
      %mul_2 = arith.mulf %a_4, %a_7 : f32
      %mul_3 = arith.mulf %a_6, %a_5 : f32
      %add_3 = arith.addf %mul_2, %mul_3 : f32
      %neg = arith.negf %a_6 : f32
      %add_4 = arith.addf %add_3, %neg : f32
      linalg.yield %add_4 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%add, %add_2 : memref<15xf32, 1>, memref<15xf32, 1>) outs(%out : memref<15x2xf32, 1>) {
    ^bb0(%a_8: f32, %a_9: f32, %o_2: f32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %eq = arith.cmpi eq, %i, %k : i32
      %sel = arith.select %eq, %a_8, %a_9 : f32  // where
      linalg.yield %sel : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [15, 2], strides: [2, 1] : memref<30xf32> to memref<15x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<15x2xf32, 1>, memref<15x2xf32, strided<[2, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_abs_gt_where_div_mul_add_reciprocal_neg_eq_sub_lt_isnan: pointwise, fusions horizontal pointwise
func.func @npu_fused_abs_gt_where_div_mul_add_reciprocal_neg_eq_sub_lt_isnan(%in_out_ptr1: memref<15xf32>, %in_ptr0: memref<30xf32>, %in_ptr1: memref<30xf32>) {
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 1.0 : f32
  %cst_2 = arith.constant 0x7F800000 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x2xf32, 1>
  %part = memref.subview %t[0, 1] [16, 1] [1, 1] : memref<16x2xf32, 1> to memref<16xf32, strided<[2], offset: 1>, 1>
  %part_1 = memref.subview %t[0, 0] [16, 1] [1, 1] : memref<16x2xf32, 1> to memref<16xf32, strided<[2]>, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x2xf32, 1>
  %part_2 = memref.subview %t_1[0, 0] [16, 1] [1, 1] : memref<16x2xf32, 1> to memref<16xf32, strided<[2]>, 1>
  %part_3 = memref.subview %t_1[0, 1] [16, 1] [1, 1] : memref<16x2xf32, 1> to memref<16xf32, strided<[2], offset: 1>, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [15, 2], strides: [2, 1] : memref<30xf32> to memref<15x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<15x2xf32, strided<[2, 1], offset: 0>>, memref<16x2xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [15, 2], strides: [2, 1] : memref<30xf32> to memref<15x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<15x2xf32, strided<[2, 1], offset: 0>>, memref<16x2xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part, %part_1, %part_3, %part_2 : memref<16xf32, strided<[2], offset: 1>, 1>, memref<16xf32, strided<[2]>, 1>, memref<16xf32, strided<[2], offset: 1>, 1>, memref<16xf32, strided<[2]>, 1>) outs(%out : memref<16xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %o: f32):
      %abs = math.absf %a : f32
      %abs_1 = math.absf %a_1 : f32
      %gt = arith.cmpf ogt, %abs, %abs_1 : f32
      %sel = arith.select %gt, %a, %a_1 : f32  // where
      %eq = arith.cmpf oeq, %sel, %cst : f32
      %div = arith.divf %a_3, %abs_1 : f32  // truediv
      %sel_1 = arith.select %gt, %a_2, %a_3 : f32  // where
      %neg = arith.negf %a_3 : f32
      %sel_2 = arith.select %gt, %neg, %a_2 : f32  // where
      %sel_3 = arith.select %gt, %a_1, %a : f32  // where
      %div_1 = arith.divf %sel_3, %sel : f32  // truediv
      %neg_1 = arith.negf %div_1 : f32
      %sel_4 = arith.select %gt, %neg_1, %div_1 : f32  // where
      %mul = arith.mulf %sel_2, %sel_4 : f32
      %add = arith.addf %sel_1, %mul : f32
      %mul_1 = arith.mulf %sel_3, %div_1 : f32
      %add_1 = arith.addf %sel, %mul_1 : f32
      %div_2 = arith.divf %cst_1, %add_1 : f32  // reciprocal
      %mul_2 = arith.mulf %div_2, %cst_1 : f32
      %mul_3 = arith.mulf %add, %mul_2 : f32
      %sel_5 = arith.select %eq, %div, %mul_3 : f32  // where
      %abs_2 = math.absf %sel_5 : f32
      %div_3 = arith.divf %a_2, %abs : f32  // truediv
      %mul_4 = arith.mulf %sel_1, %sel_4 : f32
      %sub = arith.subf %sel_2, %mul_4 : f32
      %mul_5 = arith.mulf %sub, %mul_2 : f32
      %sel_6 = arith.select %eq, %div_3, %mul_5 : f32  // where
      %abs_3 = math.absf %sel_6 : f32
      %min = arith.minimumf %abs_2, %abs_3 : f32
      %eq_1 = arith.cmpf oeq, %min, %cst : f32
      %ne = arith.cmpf une, %abs_3, %abs_3 : f32  // isnan
      %lt = arith.cmpf olt, %abs_3, %abs_2 : f32
      %or = arith.ori %ne, %lt : i1
      %sel_7 = arith.select %or, %abs_2, %abs_3 : f32  // where
      %abs_4 = math.absf %sel_7 : f32  // isinf
      %eq_2 = arith.cmpf oeq, %abs_4, %cst_2 : f32  // isinf
      %or_1 = arith.ori %eq_1, %eq_2 : i1
      %div_4 = arith.divf %min, %sel_7 : f32  // truediv
      %mul_6 = arith.mulf %div_4, %div_4 : f32
      %add_2 = arith.addf %mul_6, %cst_1 : f32
      %sqrt = math.sqrt %add_2 : f32
      %mul_7 = arith.mulf %sel_7, %sqrt : f32
      %sel_8 = arith.select %or_1, %sel_7, %mul_7 : f32  // where
      linalg.yield %sel_8 : f32
  }
  %view_2 = memref.reinterpret_cast %in_out_ptr1 to offset: [0], sizes: [15], strides: [1] : memref<15xf32> to memref<15xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<16xf32, 1>, memref<15xf32, strided<[1], offset: 0>>) -> ()
  return
}
