// npu_fused_var_mean_add_rsqrt_sub_mul: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_add_rsqrt_sub_mul(%in_out_ptr0: memref<9xf32>, %in_ptr0: memref<585xf32>, %in_ptr1: memref<65xf32>, %in_ptr2: memref<65xf32>, %out_ptr0: memref<9xf32>, %out_ptr1: memref<585xf32>) {
  %cst = arith.constant 0.0 : f32
  %c65 = arith.constant 65 : index
  %cst_1 = arith.constant 65.0 : f32
  %cst_2 = arith.constant 1.0e-05 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %rsqrt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<9x65xf32, strided<[65, 1], offset: 0>>, memref<9x80xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<9x80xf32, 1>) outs(%sum : memref<9xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<9xf32, 1>) outs(%div : memref<9xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %div : memref<9x80xf32, 1>, memref<9xf32, 1>) outs(%sum_2 : memref<9xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c65 : index
      %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
      %mul = arith.mulf %sub, %sub : f32  // welford_reduce
      %sel = arith.select %inside, %mul, %cst : f32  // add
      %sum_3 = arith.addf %o_2, %sel : f32
      linalg.yield %sum_3 : f32
  }
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [65], strides: [1] : memref<65xf32> to memref<65xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<65xf32, strided<[1], offset: 0>>, memref<80xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [65], strides: [1] : memref<65xf32> to memref<65xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<65xf32, strided<[1], offset: 0>>, memref<80xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<9xf32, 1>) outs(%rsqrt : memref<9xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %div_2 = arith.divf %a_4, %cst_1 : f32  // truediv
      %add = arith.addf %div_2, %cst_2 : f32
      %rsqrt_1 = math.rsqrt %add : f32
      linalg.yield %rsqrt_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %div, %rsqrt, %t_1, %t_2 : memref<9x80xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>, memref<80xf32, 1>, memref<80xf32, 1>) outs(%out : memref<9x80xf32, 1>) {
    ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %o_4: f32):
      %sub_1 = arith.subf %a_5, %a_6 : f32  // welford_reduce
      %mul_1 = arith.mulf %sub_1, %a_7 : f32
      %mul_2 = arith.mulf %mul_1, %a_8 : f32
      %add_1 = arith.addf %mul_2, %a_9 : f32
      linalg.yield %add_1 : f32
  }
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<9x80xf32, 1>, memref<9x65xf32, strided<[65, 1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%div, %view_4) : (memref<9xf32, 1>, memref<9xf32, strided<[1], offset: 0>>) -> ()
  %view_5 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%rsqrt, %view_5) : (memref<9xf32, 1>, memref<9xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_mul_sum_sub_div: reduction, fusions horizontal pointwise
func.func @npu_fused_mul_sum_sub_div(%in_ptr0: memref<585xf32>, %in_ptr1: memref<65xf32>, %in_ptr2: memref<585xf32>, %in_ptr3: memref<9xf32>, %in_ptr4: memref<9xf32>, %out_ptr2: memref<585xf32>) {
  %c65 = arith.constant 65 : index
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 65.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xf32, strided<[65, 1], offset: 0>>, memref<9x80xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [65], strides: [1] : memref<65xf32> to memref<65xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<65xf32, strided<[1], offset: 0>>, memref<80xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<9x80xf32, 1>, memref<80xf32, 1>) outs(%sum : memref<9xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c65 : index
      %mul = arith.mulf %a, %a_1 : f32
      %sel = arith.select %inside, %mul, %cst : f32  // mul
      %sum_1 = arith.addf %o, %sel : f32
      linalg.yield %sum_1 : f32
  }
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<9x65xf32, strided<[65, 1], offset: 0>>, memref<9x80xf32, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_3, %t_3) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr4 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_4, %t_4) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<9xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1, %t_2, %t_3, %t_4 : memref<9x80xf32, 1>, memref<80xf32, 1>, memref<9x80xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>) outs(%sum_2 : memref<9xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %a_4: f32, %a_5: f32, %a_6: f32, %o_1: f32):
      %at_1 = linalg.index 1 : index
      %inside_1 = arith.cmpi slt, %at_1, %c65 : index
      %mul_1 = arith.mulf %a_2, %a_3 : f32
      %sub = arith.subf %a_4, %a_5 : f32
      %mul_2 = arith.mulf %sub, %a_6 : f32
      %mul_3 = arith.mulf %mul_1, %mul_2 : f32
      %sel_1 = arith.select %inside_1, %mul_3, %cst : f32  // mul
      %sum_3 = arith.addf %o_1, %sel_1 : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_4 : memref<9xf32, 1>) outs(%div : memref<9xf32, 1>) {
    ^bb0(%a_7: f32, %o_2: f32):
      %div_1 = arith.divf %a_7, %cst_1 : f32  // truediv
      linalg.yield %div_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1, %sum, %t_2, %t_3, %t_4, %sum_2, %div : memref<9x80xf32, 1>, memref<80xf32, 1>, memref<9xf32, 1>, memref<9x80xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>) outs(%out : memref<9x80xf32, 1>) {
    ^bb0(%a_8: f32, %a_9: f32, %a_10: f32, %a_11: f32, %a_12: f32, %a_13: f32, %a_14: f32, %a_15: f32, %o_3: f32):
      %mul_4 = arith.mulf %a_8, %a_9 : f32
      %mul_5 = arith.mulf %mul_4, %cst_1 : f32
      %sub_1 = arith.subf %mul_5, %a_10 : f32
      %sub_2 = arith.subf %a_11, %a_12 : f32
      %mul_6 = arith.mulf %sub_2, %a_13 : f32
      %mul_7 = arith.mulf %mul_6, %a_14 : f32
      %sub_3 = arith.subf %sub_1, %mul_7 : f32
      %mul_8 = arith.mulf %a_15, %sub_3 : f32
      linalg.yield %mul_8 : f32
  }
  %view_5 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_store"(%out, %view_5) : (memref<9x80xf32, 1>, memref<9x65xf32, strided<[65, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sub_mul_sum: reduction, fusions horizontal
func.func @npu_fused_sub_mul_sum(%in_ptr0: memref<585xf32>, %in_ptr1: memref<585xf32>, %in_ptr2: memref<9xf32>, %in_ptr3: memref<9xf32>, %out_ptr0: memref<65xf32>, %out_ptr1: memref<65xf32>) {
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xf32, strided<[65, 1], offset: 0>>, memref<9x80xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xf32> to memref<9x65xf32, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<9x65xf32, strided<[65, 1], offset: 0>>, memref<9x80xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [9], strides: [1] : memref<9xf32> to memref<9xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_3, %t_3) : (memref<9xf32, strided<[1], offset: 0>>, memref<9xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<80xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t, %t_1, %t_2, %t_3 : memref<9x80xf32, 1>, memref<9x80xf32, 1>, memref<9xf32, 1>, memref<9xf32, 1>) outs(%sum : memref<80xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %o: f32):
      %sub = arith.subf %a_1, %a_2 : f32
      %mul = arith.mulf %sub, %a_3 : f32
      %mul_1 = arith.mulf %a, %mul : f32
      %sum_1 = arith.addf %o, %mul_1 : f32
      linalg.yield %sum_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<80xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<9x80xf32, 1>) outs(%sum_2 : memref<80xf32, 1>) {
    ^bb0(%a_4: f32, %o_1: f32):
      %sum_3 = arith.addf %o_1, %a_4 : f32
      linalg.yield %sum_3 : f32
  }
  %view_4 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [65], strides: [1] : memref<65xf32> to memref<65xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_4) : (memref<80xf32, 1>, memref<65xf32, strided<[1], offset: 0>>) -> ()
  %view_5 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [65], strides: [1] : memref<65xf32> to memref<65xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum_2, %view_5) : (memref<80xf32, 1>, memref<65xf32, strided<[1], offset: 0>>) -> ()
  return
}
