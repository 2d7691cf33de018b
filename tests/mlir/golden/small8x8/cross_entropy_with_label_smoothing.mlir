// npu_fused_amax_sub_exp_sum_log: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_log(%in_out_ptr0: memref<9xf32>, %in_ptr0: memref<297xf32>, %out_ptr0: memref<9xf32>, %out_ptr1: memref<9xf32>) {
  %cst = arith.constant 0xFF800000 : f32
  %c33 = arith.constant 33 : index
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 33.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x48xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 33], strides: [33, 1] : memref<297xf32> to memref<9x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<9x33xf32, strided<[33, 1], offset: 0>>, memref<9x48xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<9x48xf32, 1>) outs(%max : memref<9xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %max_1 = arith.maximumf %o, %a : f32
      linalg.yield %max_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<9x48xf32, 1>, memref<9xf32, 1>) outs(%sum : memref<9xf32, 1>) {
    ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %sub = arith.subf %a_1, %a_2 : f32
      %exp = math.exp %sub : f32
      %sel = arith.select %inside, %exp, %cst_1 : f32  // sum
      %sum_1 = arith.addf %o_1, %sel : f32
      linalg.yield %sum_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum_2 : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<9x48xf32, 1>, memref<9xf32, 1>) outs(%sum_2 : memref<9xf32, 1>) {
    ^bb0(%a_3: f32, %a_4: f32, %o_2: f32):
      %at_1 = linalg.index 1 : index
      %inside_1 = arith.cmpi slt, %at_1, %c33 : index
      %sub_1 = arith.subf %a_3, %a_4 : f32
      %sel_1 = arith.select %inside_1, %sub_1, %cst_1 : f32  // sum
      %sum_3 = arith.addf %o_2, %sel_1 : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum, %sum_2 : memref<9xf32, 1>, memref<9xf32, 1>) outs(%out, %out_1 : memref<9xf32, 1>, memref<9xf32, 1>) {
    ^bb0(%a_5: f32, %a_6: f32, %o_3: f32, %o_4: f32):
      %log = math.log %a_5 : f32
      %mul = arith.mulf %log, %cst_2 : f32  // sum
      %sub_2 = arith.subf %a_6, %mul : f32  // sum
      linalg.yield %log, %sub_2 : f32, f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%max, %view_1) : (memref<9xf32, 1>, memref<9xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<9xf32, 1>, memref<9xf32, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_3) : (memref<9xf32, 1>, memref<9xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ne_sum_sub_full_where_gather_neg_eq_bitwise_not_convert: reduction, fusions horizontal pointwise
func.func @npu_fused_ne_sum_sub_full_where_gather_neg_eq_bitwise_not_convert(%in_out_ptr0: memref<1xf32>, %in_ptr0: memref<9xi64>, %in_ptr1: memref<297xf32>, %in_ptr2: memref<9xf32>, %in_ptr3: memref<9xf32>, %in_ptr4: memref<9xf32>, %out_ptr1: memref<9xi8>, %out_ptr4: memref<1xf32>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant -100 : i64
  %k_2 = arith.constant 33 : i64
  %k_3 = arith.constant -1 : i32
  %c33 = arith.constant 33 : index
  %cst = arith.constant 0.0 : f32
  %k_4 = arith.constant true
  %cst_1 = arith.constant 0.9 : f32
  %cst_2 = arith.constant 0.0030303030303030303 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %sum_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %t_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %sum_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi8, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi64> to memref<9xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9xi64, strided<[1], offset: 0>>, memref<16xi64, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<16xi64, 1>) outs(%sum : memref<1xi64, 1>) {
    ^bb0(%a: i64, %o: i64):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c9 : index
      %ne = arith.cmpi ne, %a, %k_1 : i64
      %cvt = arith.extui %ne : i1 to i64  // to_dtype
      %sel = arith.select %inside, %cvt, %k : i64  // add
      %sum_1 = arith.addi %o, %sel : i64
      linalg.yield %sum_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<16xi64, 1>) outs(%sel_1 : memref<16xi32, 1>) {
    ^bb0(%a_1: i64, %o_1: i32):
      %at_1 = linalg.index 0 : index
      %inside_1 = arith.cmpi slt, %at_1, %c9 : index
      %ne_1 = arith.cmpi ne, %a_1, %k_1 : i64
      %sel_2 = arith.select %ne_1, %a_1, %k : i64  // where
      %i = arith.index_cast %at_1 : index to i64
      %mul = arith.muli %k_2, %i : i64  // add
      %add = arith.addi %sel_2, %mul : i64
      %cvt_1 = arith.trunci %add : i64 to i32  // add
      %sel_3 = arith.select %inside_1, %cvt_1, %k_3 : i32  // add
      linalg.yield %sel_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<16xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_2: i64, %o_2: i64):
      %at_2 = linalg.index 1 : index
      %inside_2 = arith.cmpi slt, %at_2, %c9 : index
      %ne_2 = arith.cmpi ne, %a_2, %k_1 : i64
      %sel_4 = arith.select %ne_2, %a_2, %k : i64  // where
      %sel_5 = arith.select %inside_2, %sel_4, %k : i64  // add
      %most = arith.maxui %sel_5, %o_2 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c33) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr1, %sel_1, %t_1) : (memref<297xf32>, memref<16xi32, 1>, memref<16xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_2) : (memref<9xf32, strided<[1], offset: 0>>, memref<16xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_3) : (memref<9xf32, strided<[1], offset: 0>>, memref<16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1, %t_2, %t_3 : memref<16xi64, 1>, memref<16xf32, 1>, memref<16xf32, 1>, memref<16xf32, 1>) outs(%sum_2 : memref<1xf32, 1>) {
    ^bb0(%a_3: i64, %a_4: f32, %a_5: f32, %a_6: f32, %o_3: f32):
      %at_3 = linalg.index 1 : index
      %inside_3 = arith.cmpi slt, %at_3, %c9 : index
      %ne_3 = arith.cmpi ne, %a_3, %k_1 : i64
      %sub = arith.subf %a_4, %a_5 : f32
      %sub_1 = arith.subf %sub, %a_6 : f32
      %neg = arith.negf %sub_1 : f32
      %sel_6 = arith.select %ne_3, %neg, %cst : f32  // where
      %sel_7 = arith.select %inside_3, %sel_6, %cst : f32  // add
      %sum_3 = arith.addf %o_3, %sel_7 : f32
      linalg.yield %sum_3 : f32
  }
  linalg.fill ins(%k : i64) outs(%sum_4 : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<16xi64, 1>) outs(%sum_4 : memref<1xi64, 1>) {
    ^bb0(%a_7: i64, %o_4: i64):
      %at_4 = linalg.index 1 : index
      %inside_4 = arith.cmpi slt, %at_4, %c9 : index
      %eq = arith.cmpi eq, %a_7, %k_1 : i64
      %xor = arith.xori %eq, %k_4 : i1  // logical_not
      %cvt_2 = arith.extui %xor : i1 to i64  // to_dtype
      %sel_8 = arith.select %inside_4, %cvt_2, %k : i64  // add
      %sum_5 = arith.addi %o_4, %sel_8 : i64
      linalg.yield %sum_5 : i64
  }
  %view_3 = memref.reinterpret_cast %in_ptr4 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_3, %t_4) : (memref<9xf32, strided<[1], offset: 0>>, memref<16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum_6 : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_4 : memref<16xi64, 1>, memref<16xf32, 1>) outs(%sum_6 : memref<1xf32, 1>) {
    ^bb0(%a_8: i64, %a_9: f32, %o_5: f32):
      %at_5 = linalg.index 1 : index
      %inside_5 = arith.cmpi slt, %at_5, %c9 : index
      %eq_1 = arith.cmpi eq, %a_8, %k_1 : i64
      %neg_1 = arith.negf %a_9 : f32
      %sel_9 = arith.select %eq_1, %cst, %neg_1 : f32  // where
      %sel_10 = arith.select %inside_5, %sel_9, %cst : f32  // add
      %sum_7 = arith.addf %o_5, %sel_10 : f32
      linalg.yield %sum_7 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<16xi64, 1>) outs(%out : memref<16xi8, 1>) {
    ^bb0(%a_10: i64, %o_6: i8):
      %eq_2 = arith.cmpi eq, %a_10, %k_1 : i64
      %byte = arith.extui %eq_2 : i1 to i8
      linalg.yield %byte : i8
  }
  %view_4 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [9], strides: [1] : memref<9xi8> to memref<9xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_4) : (memref<16xi8, 1>, memref<9xi8, strided<[1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum, %sum_2, %sum_4, %sum_6 : memref<1xi64, 1>, memref<1xf32, 1>, memref<1xi64, 1>, memref<1xf32, 1>) outs(%out_1, %out_2 : memref<1xf32, 1>, memref<1xf32, 1>) {
    ^bb0(%a_11: i64, %a_12: f32, %a_13: i64, %a_14: f32, %o_7: f32, %o_8: f32):
      %cvt_3 = arith.sitofp %a_11 : i64 to f32  // to_dtype
      %div = arith.divf %a_12, %cvt_3 : f32  // truediv
      %mul_1 = arith.mulf %div, %cst_1 : f32
      %cvt_4 = arith.sitofp %a_13 : i64 to f32  // to_dtype
      %div_1 = arith.divf %a_14, %cvt_4 : f32  // truediv
      %mul_2 = arith.mulf %div_1, %cst_2 : f32
      %add_1 = arith.addf %mul_1, %mul_2 : f32
      linalg.yield %cvt_3, %add_1 : f32, f32
  }
  %view_5 = memref.reinterpret_cast %out_ptr4 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_5) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  %view_6 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_2, %view_6) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_bitwise_not_sum: reduction
func.func @npu_fused_bitwise_not_sum(%in_ptr0: memref<9xi8>, %out_ptr0: memref<1xi64>) {
  %c9 = arith.constant 9 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 0 : i8
  %k_2 = arith.constant true
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi8, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi8> to memref<9xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9xi8, strided<[1], offset: 0>>, memref<16xi8, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<16xi8, 1>) outs(%sum : memref<1xi64, 1>) {
    ^bb0(%a: i8, %o: i64):
      %flag = arith.cmpi ne, %a, %k_1 : i8
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c9 : index
      %xor = arith.xori %flag, %k_2 : i1  // logical_not
      %cvt = arith.extui %xor : i1 to i64  // to_dtype
      %sel = arith.select %inside, %cvt, %k : i64  // sum
      %sum_1 = arith.addi %o, %sel : i64
      linalg.yield %sum_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi64> to memref<1xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_1) : (memref<1xi64, 1>, memref<1xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_mul_div_full_where_neg_ne_iota_eq_scalar_tensor_add_sum_sub: reduction, fusions pointwise
func.func @npu_fused_mul_div_full_where_neg_ne_iota_eq_scalar_tensor_add_sum_sub(%in_out_ptr0: memref<297xf32>, %in_ptr0: memref<9xi8>, %in_ptr1: memref<1xf32>, %in_ptr2: memref<1xi64>, %in_ptr3: memref<9xi64>, %in_ptr4: memref<1xf32>, %in_ptr5: memref<297xf32>, %in_ptr6: memref<9xf32>, %in_ptr7: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.0030303030303030303 : f32
  %k = arith.constant 0 : i8
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 0.9 : f32
  %k_1 = arith.constant -100 : i64
  %k_2 = arith.constant 0 : i64
  %k_3 = arith.constant 33 : i64
  %k_4 = arith.constant -1 : i32
  %cst_3 = arith.constant -1.0 : f32
  %cst_4 = arith.constant 32.0 : f32
  %s = memref.load %in_ptr1[%c0] : memref<1xf32>
  %s_1 = memref.load %in_ptr2[%c0] : memref<1xi64>
  %mul = arith.mulf %s, %cst : f32
  %cvt = arith.sitofp %s_1 : i64 to f32  // to_dtype
  %div = arith.divf %mul, %cvt : f32  // truediv
  %s_2 = memref.load %in_ptr4[%c0] : memref<1xf32>
  %mul_1 = arith.mulf %s, %cst_2 : f32
  %div_1 = arith.divf %mul_1, %s_2 : f32  // truediv
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi8, 1>
  %neg = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi64, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi32, 1>
  %add = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %mul_5 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %mul_6 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr5 to offset: [0], sizes: [9, 33], strides: [33, 1] : memref<297xf32> to memref<9x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x33xf32, strided<[33, 1], offset: 0>>, memref<9x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr6 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr7 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi8> to memref<9xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view_3, %t_3) : (memref<9xi8, strided<[1], offset: 0>>, memref<9xi8, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_3 : memref<9xi8, 1>) outs(%neg : memref<9xf32, 1>) {
    ^bb0(%a: i8, %o: f32):
      %flag = arith.cmpi ne, %a, %k : i8
      %sel = arith.select %flag, %cst_1, %div : f32  // where
      %neg_1 = arith.negf %sel : f32
      linalg.yield %neg_1 : f32
  }
  %view_4 = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [9], strides: [1] : memref<9xi64> to memref<9xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_4, %t_4) : (memref<9xi64, strided<[1], offset: 0>>, memref<9xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%neg, %t_4 : memref<9xf32, 1>, memref<9xi64, 1>) outs(%sel_1, %add : memref<9xi32, 1>, memref<9xf32, 1>) {
    ^bb0(%a_1: f32, %a_2: i64, %o_1: i32, %o_2: f32):
      %ne = arith.cmpi ne, %a_2, %k_1 : i64
      %sel_2 = arith.select %ne, %a_2, %k_2 : i64  // where
      %ge = arith.cmpi sge, %sel_2, %k_2 : i64  // eq
      %lt = arith.cmpi slt, %sel_2, %k_3 : i64  // eq
      %and = arith.andi %ge, %lt : i1  // eq
      %cvt_1 = arith.trunci %sel_2 : i64 to i32  // eq
      %sel_3 = arith.select %and, %cvt_1, %k_4 : i32  // eq
      %sel_4 = arith.select %ne, %div_1, %cst_1 : f32  // where
      %mul_2 = arith.mulf %cst_3, %sel_4 : f32
      %add_1 = arith.addf %a_1, %mul_2 : f32  // sum
      %mul_3 = arith.mulf %cst_1, %sel_4 : f32
      %add_2 = arith.addf %a_1, %mul_3 : f32  // sum
      %sel_5 = arith.select %and, %add_1, %add_2 : f32  // sum
      %mul_4 = arith.mulf %add_2, %cst_4 : f32  // sum
      %add_3 = arith.addf %sel_5, %mul_4 : f32  // sum
      linalg.yield %sel_3, %add_3 : i32, f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_4 : memref<9xi64, 1>) outs(%mul_5, %mul_6 : memref<9xf32, 1>, memref<9xf32, 1>) {
    ^bb0(%a_3: i64, %o_3: f32, %o_4: f32):
      %ne_1 = arith.cmpi ne, %a_3, %k_1 : i64
      %sel_6 = arith.select %ne_1, %div_1, %cst_1 : f32  // where
      %mul_7 = arith.mulf %cst_3, %sel_6 : f32
      %mul_8 = arith.mulf %cst_1, %sel_6 : f32
      linalg.yield %mul_7, %mul_8 : f32, f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%neg, %sel_1, %mul_5, %mul_6, %add, %t, %t_1, %t_2 : memref<9xf32, 1>, memref<9xi32, 1>, memref<9xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>, memref<9x48xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>) outs(%out : memref<9x48xf32, 1>) {
    ^bb0(%a_4: f32, %a_5: i32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %a_10: f32, %a_11: f32, %o_5: f32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %eq = arith.cmpi eq, %i, %a_5 : i32
      %sel_7 = arith.select %eq, %a_6, %a_7 : f32  // mul
      %add_4 = arith.addf %a_4, %sel_7 : f32
      %sub = arith.subf %a_9, %a_10 : f32
      %sub_1 = arith.subf %sub, %a_11 : f32
      %exp = math.exp %sub_1 : f32
      %mul_9 = arith.mulf %exp, %a_8 : f32
      %sub_2 = arith.subf %add_4, %mul_9 : f32
      linalg.yield %sub_2 : f32
  }
  %view_5 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [9, 33], strides: [33, 1] : memref<297xf32> to memref<9x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%out, %view_5) : (memref<9x48xf32, 1>, memref<9x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
