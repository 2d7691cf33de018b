// npu_fused_amax_sub_exp_sum_log: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_log(%in_out_ptr0: memref<17xf32>, %in_ptr0: memref<561xf32>, %out_ptr0: memref<17xf32>) {
  %cst = arith.constant 0xFF800000 : f32
  %c33 = arith.constant 33 : index
  %cst_1 = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x48xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [17, 33], strides: [33, 1] : memref<561xf32> to memref<17x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<17x33xf32, strided<[33, 1], offset: 0>>, memref<17x48xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<17xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<17x48xf32, 1>) outs(%max : memref<17xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %max_1 = arith.maximumf %o, %a : f32
      linalg.yield %max_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum : memref<17xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<17x48xf32, 1>, memref<17xf32, 1>) outs(%sum : memref<17xf32, 1>) {
    ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %sub = arith.subf %a_1, %a_2 : f32
      %exp = math.exp %sub : f32
      %sel = arith.select %inside, %exp, %cst_1 : f32  // log
      %sum_1 = arith.addf %o_1, %sel : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<17xf32, 1>) outs(%out : memref<17xf32, 1>) {
    ^bb0(%a_3: f32, %o_2: f32):
      %log = math.log %a_3 : f32
      linalg.yield %log : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%max, %view_1) : (memref<17xf32, 1>, memref<17xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<17xf32, 1>, memref<17xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ne_sum_sub_full_where_gather_neg_convert_element_type_div: reduction, fusions horizontal pointwise
func.func @npu_fused_ne_sum_sub_full_where_gather_neg_convert_element_type_div(%in_out_ptr0: memref<1xf32>, %in_ptr0: memref<17xi64>, %in_ptr1: memref<561xf32>, %in_ptr2: memref<17xf32>, %in_ptr3: memref<17xf32>, %out_ptr1: memref<1xf32>) {
  %c17 = arith.constant 17 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant -100 : i64
  %k_2 = arith.constant 33 : i64
  %k_3 = arith.constant -1 : i32
  %c33 = arith.constant 33 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xi64> to memref<17xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<17xi64, strided<[1], offset: 0>>, memref<32xi64, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<32xi64, 1>) outs(%sum : memref<1xi64, 1>) {
    ^bb0(%a: i64, %o: i64):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c17 : index
      %ne = arith.cmpi ne, %a, %k_1 : i64
      %cvt = arith.extui %ne : i1 to i64  // to_dtype
      %sel = arith.select %inside, %cvt, %k : i64  // truediv
      %sum_1 = arith.addi %o, %sel : i64
      linalg.yield %sum_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xi64, 1>) outs(%sel_1 : memref<32xi32, 1>) {
    ^bb0(%a_1: i64, %o_1: i32):
      %at_1 = linalg.index 0 : index
      %inside_1 = arith.cmpi slt, %at_1, %c17 : index
      %ne_1 = arith.cmpi ne, %a_1, %k_1 : i64
      %sel_2 = arith.select %ne_1, %a_1, %k : i64  // where
      %i = arith.index_cast %at_1 : index to i64
      %mul = arith.muli %k_2, %i : i64  // truediv
      %add = arith.addi %sel_2, %mul : i64  // truediv
      %cvt_1 = arith.trunci %add : i64 to i32  // truediv
      %sel_3 = arith.select %inside_1, %cvt_1, %k_3 : i32  // truediv
      linalg.yield %sel_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<32xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_2: i64, %o_2: i64):
      %at_2 = linalg.index 1 : index
      %inside_2 = arith.cmpi slt, %at_2, %c17 : index
      %ne_2 = arith.cmpi ne, %a_2, %k_1 : i64
      %sel_4 = arith.select %ne_2, %a_2, %k : i64  // where
      %sel_5 = arith.select %inside_2, %sel_4, %k : i64  // truediv
      %most = arith.maxui %sel_5, %o_2 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c33) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr1, %sel_1, %t_1) : (memref<561xf32>, memref<32xi32, 1>, memref<32xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_2) : (memref<17xf32, strided<[1], offset: 0>>, memref<32xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_3) : (memref<17xf32, strided<[1], offset: 0>>, memref<32xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1, %t_2, %t_3 : memref<32xi64, 1>, memref<32xf32, 1>, memref<32xf32, 1>, memref<32xf32, 1>) outs(%sum_2 : memref<1xf32, 1>) {
    ^bb0(%a_3: i64, %a_4: f32, %a_5: f32, %a_6: f32, %o_3: f32):
      %at_3 = linalg.index 1 : index
      %inside_3 = arith.cmpi slt, %at_3, %c17 : index
      %ne_3 = arith.cmpi ne, %a_3, %k_1 : i64
      %sub = arith.subf %a_4, %a_5 : f32
      %sub_1 = arith.subf %sub, %a_6 : f32
      %neg = arith.negf %sub_1 : f32
      %sel_6 = arith.select %ne_3, %neg, %cst : f32  // where
      %sel_7 = arith.select %inside_3, %sel_6, %cst : f32  // truediv
      %sum_3 = arith.addf %o_3, %sel_7 : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum, %sum_2 : memref<1xi64, 1>, memref<1xf32, 1>) outs(%out, %out_1 : memref<1xf32, 1>, memref<1xf32, 1>) {
    ^bb0(%a_7: i64, %a_8: f32, %o_4: f32, %o_5: f32):
      %cvt_2 = arith.sitofp %a_7 : i64 to f32  // to_dtype
      %div = arith.divf %a_8, %cvt_2 : f32  // truediv
      linalg.yield %cvt_2, %div : f32, f32
  }
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_4) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_div_ne_full_where_iota_eq_scalar_tensor_mul_sum_sub_exp: reduction, fusions pointwise
func.func @npu_fused_div_ne_full_where_iota_eq_scalar_tensor_mul_sum_sub_exp(%in_ptr0: memref<17xi64>, %in_ptr1: memref<1xf32>, %in_ptr2: memref<1xf32>, %in_ptr3: memref<561xf32>, %in_ptr4: memref<17xf32>, %in_ptr5: memref<17xf32>, %out_ptr1: memref<561xf32>) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c6 = arith.constant 6 : index
  %c33 = arith.constant 33 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant -100 : i64
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant 33 : i64
  %k_3 = arith.constant -1 : i32
  %cst = arith.constant -1.0 : f32
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 32.0 : f32
  %s = memref.load %in_ptr1[%c0] : memref<1xf32>
  %s_1 = memref.load %in_ptr2[%c0] : memref<1xf32>
  %div = arith.divf %s, %s_1 : f32  // truediv
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xi32, 1>
  %add = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %mul_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %mul_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  scf.for %P0 = %c0 to %c17 step %c6 {
    %x = arith.muli %P0, %c33 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c17 : index
    %n_P0 = arith.minsi %x_2, %c6 : index
    %view = memref.reinterpret_cast %in_ptr3 to offset: [%x], sizes: [%n_P0, 33], strides: [33, 1] : memref<561xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<6x48xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr4 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<17xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<6xf32, 1>) -> ()
    %view_2 = memref.reinterpret_cast %in_ptr5 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<17xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_2, %t_2) : (memref<?xf32, strided<[1], offset: ?>>, memref<6xf32, 1>) -> ()
    %view_3 = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<17xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view_3, %t_3) : (memref<?xi64, strided<[1], offset: ?>>, memref<6xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_3 : memref<6xi64, 1>) outs(%sel, %add : memref<6xi32, 1>, memref<6xf32, 1>) {
      ^bb0(%a: i64, %o: i32, %o_1: f32):
        %ne = arith.cmpi ne, %a, %k : i64
        %sel_1 = arith.select %ne, %a, %k_1 : i64  // where
        %ge = arith.cmpi sge, %sel_1, %k_1 : i64  // eq
        %lt = arith.cmpi slt, %sel_1, %k_2 : i64  // eq
        %and = arith.andi %ge, %lt : i1  // eq
        %cvt = arith.trunci %sel_1 : i64 to i32  // eq
        %sel_2 = arith.select %and, %cvt, %k_3 : i32  // eq
        %sel_3 = arith.select %ne, %div, %cst_1 : f32  // where
        %mul = arith.mulf %cst, %sel_3 : f32
        %mul_1 = arith.mulf %cst_1, %sel_3 : f32
        %sel_4 = arith.select %and, %mul, %mul_1 : f32  // sum
        %mul_2 = arith.mulf %mul_1, %cst_2 : f32  // sum
        %add_1 = arith.addf %sel_4, %mul_2 : f32  // sum
        linalg.yield %sel_2, %add_1 : i32, f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_3 : memref<6xi64, 1>) outs(%mul_3, %mul_4 : memref<6xf32, 1>, memref<6xf32, 1>) {
      ^bb0(%a_1: i64, %o_2: f32, %o_3: f32):
        %ne_1 = arith.cmpi ne, %a_1, %k : i64
        %sel_5 = arith.select %ne_1, %div, %cst_1 : f32  // where
        %mul_5 = arith.mulf %cst, %sel_5 : f32
        %mul_6 = arith.mulf %cst_1, %sel_5 : f32
        linalg.yield %mul_5, %mul_6 : f32, f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sel, %mul_3, %mul_4, %add, %t, %t_1, %t_2 : memref<6xi32, 1>, memref<6xf32, 1>, memref<6xf32, 1>, memref<6xf32, 1>, memref<6x48xf32, 1>, memref<6xf32, 1>, memref<6xf32, 1>) outs(%out : memref<6x48xf32, 1>) {
      ^bb0(%a_2: i32, %a_3: f32, %a_4: f32, %a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %o_4: f32):
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i32
        %eq = arith.cmpi eq, %i, %a_2 : i32
        %sel_6 = arith.select %eq, %a_3, %a_4 : f32  // mul
        %sub = arith.subf %a_6, %a_7 : f32
        %sub_1 = arith.subf %sub, %a_8 : f32
        %exp = math.exp %sub_1 : f32
        %mul_7 = arith.mulf %exp, %a_5 : f32
        %sub_2 = arith.subf %sel_6, %mul_7 : f32
        linalg.yield %sub_2 : f32
    }
    %view_4 = memref.reinterpret_cast %out_ptr1 to offset: [%x], sizes: [%n_P0, 33], strides: [33, 1] : memref<561xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_store"(%out, %view_4) : (memref<6x48xf32, 1>, memref<?x33xf32, strided<[33, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
