// npu_fused_amax_sub_exp_sum_inductor_lookup_seed_inductor_random_gt: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_inductor_lookup_seed_inductor_random_gt(%in_out_ptr0: memref<768xf32>, %in_ptr0: memref<768xf32>, %in_ptr1: memref<1xi64>) {
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %k = arith.constant 32 : i64
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant -1640531527 : i32
  %k_3 = arith.constant -766435501 : i32
  %k_4 = arith.constant 1993301258 : i32
  %k_5 = arith.constant -1150833019 : i32
  %k_6 = arith.constant -626627285 : i32
  %k_7 = arith.constant 1013904242 : i32
  %k_8 = arith.constant -308364780 : i32
  %k_9 = arith.constant 842468239 : i32
  %k_10 = arith.constant 387276957 : i32
  %k_11 = arith.constant 2027808484 : i32
  %k_12 = arith.constant 1684936478 : i32
  %k_13 = arith.constant -1459197799 : i32
  %k_14 = arith.constant 1401181199 : i32
  %k_15 = arith.constant -1253254570 : i32
  %k_16 = arith.constant -616729560 : i32
  %k_17 = arith.constant 534103459 : i32
  %k_18 = arith.constant -1879881855 : i32
  %k_19 = arith.constant -239350328 : i32
  %k_20 = arith.constant -1767562579 : i32
  %k_21 = arith.constant 16 : i32
  %k_22 = arith.constant -845247145 : i32
  %k_23 = arith.constant 8 : i32
  %cst_2 = arith.constant 5.960464477539063e-08 : f32
  %cst_3 = arith.constant 1.0 : f32
  %k_24 = arith.constant 0 : i32
  %k_25 = arith.constant 1 : i32
  %k_26 = arith.constant 2 : i32
  %cst_4 = arith.constant 0.1 : f32
  %cst_5 = arith.constant 1.1111111111111112 : f32
  %s = memref.load %in_ptr1[%c0] : memref<1xi64>
  %bits = arith.bitcast %s : i64 to i64  // random_uniform
  %shr = arith.shrui %bits, %k : i64  // random_uniform
  %cvt = arith.trunci %shr : i64 to i32  // random_uniform
  %add = arith.addi %cvt, %k_1 : i32  // random_uniform
  %bits_1 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_1 = arith.trunci %bits_1 : i64 to i32  // random_uniform
  %add_1 = arith.addi %cvt_1, %k_2 : i32  // random_uniform
  %bits_2 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_2 = arith.trunci %bits_2 : i64 to i32  // random_uniform
  %add_2 = arith.addi %cvt_2, %k_1 : i32  // random_uniform
  %mul = arith.muli %add_2, %k_3 : i32  // random_uniform
  %bits_3 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_1 = arith.shrui %bits_3, %k : i64  // random_uniform
  %cvt_3 = arith.trunci %shr_1 : i64 to i32  // random_uniform
  %add_3 = arith.addi %cvt_3, %k_4 : i32  // random_uniform
  %bits_4 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_4 = arith.trunci %bits_4 : i64 to i32  // random_uniform
  %add_4 = arith.addi %cvt_4, %k_1 : i32  // random_uniform
  %mul_high:2 = arith.mului_extended %add_4, %k_3 : i32  // random_uniform
  %bits_5 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_2 = arith.shrui %bits_5, %k : i64  // random_uniform
  %cvt_5 = arith.trunci %shr_2 : i64 to i32  // random_uniform
  %add_5 = arith.addi %cvt_5, %k_5 : i32  // random_uniform
  %bits_6 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_6 = arith.trunci %bits_6 : i64 to i32  // random_uniform
  %add_6 = arith.addi %cvt_6, %k_6 : i32  // random_uniform
  %bits_7 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_7 = arith.trunci %bits_7 : i64 to i32  // random_uniform
  %add_7 = arith.addi %cvt_7, %k_7 : i32  // random_uniform
  %bits_8 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_3 = arith.shrui %bits_8, %k : i64  // random_uniform
  %cvt_8 = arith.trunci %shr_3 : i64 to i32  // random_uniform
  %add_8 = arith.addi %cvt_8, %k_8 : i32  // random_uniform
  %bits_9 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_4 = arith.shrui %bits_9, %k : i64  // random_uniform
  %cvt_9 = arith.trunci %shr_4 : i64 to i32  // random_uniform
  %add_9 = arith.addi %cvt_9, %k_9 : i32  // random_uniform
  %bits_10 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_10 = arith.trunci %bits_10 : i64 to i32  // random_uniform
  %add_10 = arith.addi %cvt_10, %k_10 : i32  // random_uniform
  %bits_11 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_11 = arith.trunci %bits_11 : i64 to i32  // random_uniform
  %add_11 = arith.addi %cvt_11, %k_11 : i32  // random_uniform
  %bits_12 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_5 = arith.shrui %bits_12, %k : i64  // random_uniform
  %cvt_12 = arith.trunci %shr_5 : i64 to i32  // random_uniform
  %add_12 = arith.addi %cvt_12, %k_12 : i32  // random_uniform
  %bits_13 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_6 = arith.shrui %bits_13, %k : i64  // random_uniform
  %cvt_13 = arith.trunci %shr_6 : i64 to i32  // random_uniform
  %add_13 = arith.addi %cvt_13, %k_13 : i32  // random_uniform
  %bits_14 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_14 = arith.trunci %bits_14 : i64 to i32  // random_uniform
  %add_14 = arith.addi %cvt_14, %k_14 : i32  // random_uniform
  %bits_15 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_15 = arith.trunci %bits_15 : i64 to i32  // random_uniform
  %add_15 = arith.addi %cvt_15, %k_15 : i32  // random_uniform
  %bits_16 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_7 = arith.shrui %bits_16, %k : i64  // random_uniform
  %cvt_16 = arith.trunci %shr_7 : i64 to i32  // random_uniform
  %add_16 = arith.addi %cvt_16, %k_16 : i32  // random_uniform
  %bits_17 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_8 = arith.shrui %bits_17, %k : i64  // random_uniform
  %cvt_17 = arith.trunci %shr_8 : i64 to i32  // random_uniform
  %add_17 = arith.addi %cvt_17, %k_17 : i32  // random_uniform
  %bits_18 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_18 = arith.trunci %bits_18 : i64 to i32  // random_uniform
  %add_18 = arith.addi %cvt_18, %k_18 : i32  // random_uniform
  %bits_19 = arith.bitcast %s : i64 to i64  // random_uniform
  %cvt_19 = arith.trunci %bits_19 : i64 to i32  // random_uniform
  %add_19 = arith.addi %cvt_19, %k_19 : i32  // random_uniform
  %bits_20 = arith.bitcast %s : i64 to i64  // random_uniform
  %shr_9 = arith.shrui %bits_20, %k : i64  // random_uniform
  %cvt_20 = arith.trunci %shr_9 : i64 to i32  // random_uniform
  %add_20 = arith.addi %cvt_20, %k_20 : i32  // random_uniform
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x4x16xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x4x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12xf32, 1>
  %mul_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x16xf32, 1>
  %mul_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x16xf32, 1>
  %mul_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x16xf32, 1>
  %mul_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x16xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x4x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [12, 4, 16], strides: [64, 16, 1] : memref<768xf32> to memref<12x4x16xf32, strided<[64, 16, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<12x4x16xf32, strided<[64, 16, 1], offset: 0>>, memref<12x4x16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<12xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%t : memref<12x4x16xf32, 1>) outs(%max : memref<12xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %max_1 = arith.maximumf %o, %a : f32
      linalg.yield %max_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %max : memref<12x4x16xf32, 1>, memref<12xf32, 1>) outs(%exp : memref<12x4x16xf32, 1>) {
    ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
      %sub = arith.subf %a_1, %a_2 : f32
      %exp_1 = math.exp %sub : f32
      linalg.yield %exp_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum : memref<12xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%exp : memref<12x4x16xf32, 1>) outs(%sum : memref<12xf32, 1>) {
    ^bb0(%a_3: f32, %o_2: f32):
      %sum_1 = arith.addf %o_2, %a_3 : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%mul_1, %mul_2, %mul_3, %mul_4 : memref<12x16xf32, 1>, memref<12x16xf32, 1>, memref<12x16xf32, 1>, memref<12x16xf32, 1>) {
    ^bb0(%o_3: f32, %o_4: f32, %o_5: f32, %o_6: f32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul_5 = arith.muli %k_21, %i_1 : i32  // index
      %add_21 = arith.addi %i, %mul_5 : i32  // index
      %bits_21 = arith.bitcast %add_21 : i32 to i32  // random_uniform
      %mul_high_1:2 = arith.mului_extended %bits_21, %k_3 : i32  // random_uniform
      %xor = arith.xori %mul_high_1#1, %add : i32  // random_uniform
      %mul_high_2:2 = arith.mului_extended %xor, %k_22 : i32  // random_uniform
      %xor_1 = arith.xori %mul_high_2#1, %add_1 : i32  // random_uniform
      %mul_high_3:2 = arith.mului_extended %xor_1, %k_3 : i32  // random_uniform
      %xor_2 = arith.xori %mul_high_3#1, %mul : i32  // random_uniform
      %xor_3 = arith.xori %xor_2, %add_3 : i32  // random_uniform
      %mul_high_4:2 = arith.mului_extended %xor_3, %k_22 : i32  // random_uniform
      %mul_6 = arith.muli %bits_21, %k_3 : i32  // random_uniform
      %xor_4 = arith.xori %mul_high#1, %mul_6 : i32  // random_uniform
      %xor_5 = arith.xori %xor_4, %add_5 : i32  // random_uniform
      %mul_7 = arith.muli %xor_5, %k_22 : i32  // random_uniform
      %xor_6 = arith.xori %mul_high_4#1, %mul_7 : i32  // random_uniform
      %xor_7 = arith.xori %xor_6, %add_6 : i32  // random_uniform
      %mul_high_5:2 = arith.mului_extended %xor_7, %k_3 : i32  // random_uniform
      %mul_high_6:2 = arith.mului_extended %xor_5, %k_22 : i32  // random_uniform
      %mul_8 = arith.muli %xor, %k_22 : i32  // random_uniform
      %xor_8 = arith.xori %mul_high_6#1, %mul_8 : i32  // random_uniform
      %xor_9 = arith.xori %xor_8, %add_7 : i32  // random_uniform
      %mul_9 = arith.muli %xor_9, %k_3 : i32  // random_uniform
      %xor_10 = arith.xori %mul_high_5#1, %mul_9 : i32  // random_uniform
      %xor_11 = arith.xori %xor_10, %add_8 : i32  // random_uniform
      %mul_high_7:2 = arith.mului_extended %xor_11, %k_22 : i32  // random_uniform
      %mul_high_8:2 = arith.mului_extended %xor_9, %k_3 : i32  // random_uniform
      %mul_10 = arith.muli %xor_1, %k_3 : i32  // random_uniform
      %xor_12 = arith.xori %mul_high_8#1, %mul_10 : i32  // random_uniform
      %xor_13 = arith.xori %xor_12, %add_9 : i32  // random_uniform
      %mul_11 = arith.muli %xor_13, %k_22 : i32  // random_uniform
      %xor_14 = arith.xori %mul_high_7#1, %mul_11 : i32  // random_uniform
      %xor_15 = arith.xori %xor_14, %add_10 : i32  // random_uniform
      %mul_high_9:2 = arith.mului_extended %xor_15, %k_3 : i32  // random_uniform
      %mul_high_10:2 = arith.mului_extended %xor_13, %k_22 : i32  // random_uniform
      %mul_12 = arith.muli %xor_3, %k_22 : i32  // random_uniform
      %xor_16 = arith.xori %mul_high_10#1, %mul_12 : i32  // random_uniform
      %xor_17 = arith.xori %xor_16, %add_11 : i32  // random_uniform
      %mul_13 = arith.muli %xor_17, %k_3 : i32  // random_uniform
      %xor_18 = arith.xori %mul_high_9#1, %mul_13 : i32  // random_uniform
      %xor_19 = arith.xori %xor_18, %add_12 : i32  // random_uniform
      %mul_high_11:2 = arith.mului_extended %xor_19, %k_22 : i32  // random_uniform
      %mul_high_12:2 = arith.mului_extended %xor_17, %k_3 : i32  // random_uniform
      %mul_14 = arith.muli %xor_7, %k_3 : i32  // random_uniform
      %xor_20 = arith.xori %mul_high_12#1, %mul_14 : i32  // random_uniform
      %xor_21 = arith.xori %xor_20, %add_13 : i32  // random_uniform
      %mul_15 = arith.muli %xor_21, %k_22 : i32  // random_uniform
      %xor_22 = arith.xori %mul_high_11#1, %mul_15 : i32  // random_uniform
      %xor_23 = arith.xori %xor_22, %add_14 : i32  // random_uniform
      %mul_high_13:2 = arith.mului_extended %xor_23, %k_3 : i32  // random_uniform
      %mul_high_14:2 = arith.mului_extended %xor_21, %k_22 : i32  // random_uniform
      %mul_16 = arith.muli %xor_11, %k_22 : i32  // random_uniform
      %xor_24 = arith.xori %mul_high_14#1, %mul_16 : i32  // random_uniform
      %xor_25 = arith.xori %xor_24, %add_15 : i32  // random_uniform
      %mul_17 = arith.muli %xor_25, %k_3 : i32  // random_uniform
      %xor_26 = arith.xori %mul_high_13#1, %mul_17 : i32  // random_uniform
      %xor_27 = arith.xori %xor_26, %add_16 : i32  // random_uniform
      %mul_high_15:2 = arith.mului_extended %xor_27, %k_22 : i32  // random_uniform
      %mul_high_16:2 = arith.mului_extended %xor_25, %k_3 : i32  // random_uniform
      %mul_18 = arith.muli %xor_15, %k_3 : i32  // random_uniform
      %xor_28 = arith.xori %mul_high_16#1, %mul_18 : i32  // random_uniform
      %xor_29 = arith.xori %xor_28, %add_17 : i32  // random_uniform
      %mul_19 = arith.muli %xor_29, %k_22 : i32  // random_uniform
      %xor_30 = arith.xori %mul_high_15#1, %mul_19 : i32  // random_uniform
      %xor_31 = arith.xori %xor_30, %add_18 : i32  // random_uniform
      %shr_10 = arith.shrui %xor_31, %k_23 : i32  // random_uniform
      %bits_22 = arith.bitcast %shr_10 : i32 to i32  // random_uniform
      %cvt_21 = arith.sitofp %bits_22 : i32 to f32  // random_uniform
      %mul_20 = arith.mulf %cvt_21, %cst_2 : f32  // random_uniform
      %mul_21 = arith.muli %xor_27, %k_22 : i32  // random_uniform
      %shr_11 = arith.shrui %mul_21, %k_23 : i32  // random_uniform
      %bits_23 = arith.bitcast %shr_11 : i32 to i32  // random_uniform
      %cvt_22 = arith.sitofp %bits_23 : i32 to f32  // random_uniform
      %mul_22 = arith.mulf %cvt_22, %cst_2 : f32  // random_uniform
      %mul_high_17:2 = arith.mului_extended %xor_29, %k_22 : i32  // random_uniform
      %mul_23 = arith.muli %xor_19, %k_22 : i32  // random_uniform
      %xor_32 = arith.xori %mul_high_17#1, %mul_23 : i32  // random_uniform
      %xor_33 = arith.xori %xor_32, %add_19 : i32  // random_uniform
      %mul_high_18:2 = arith.mului_extended %xor_33, %k_3 : i32  // random_uniform
      %mul_24 = arith.muli %xor_23, %k_3 : i32  // random_uniform
      %xor_34 = arith.xori %mul_high_18#1, %mul_24 : i32  // random_uniform
      %xor_35 = arith.xori %xor_34, %add_20 : i32  // random_uniform
      %shr_12 = arith.shrui %xor_35, %k_23 : i32  // random_uniform
      %bits_24 = arith.bitcast %shr_12 : i32 to i32  // random_uniform
      %cvt_23 = arith.sitofp %bits_24 : i32 to f32  // random_uniform
      %mul_25 = arith.mulf %cvt_23, %cst_2 : f32  // random_uniform
      %mul_26 = arith.muli %xor_33, %k_3 : i32  // random_uniform
      %shr_13 = arith.shrui %mul_26, %k_23 : i32  // random_uniform
      %bits_25 = arith.bitcast %shr_13 : i32 to i32  // random_uniform
      %cvt_24 = arith.sitofp %bits_25 : i32 to f32  // random_uniform
      %mul_27 = arith.mulf %cvt_24, %cst_2 : f32  // random_uniform
      linalg.yield %mul_20, %mul_22, %mul_25, %mul_27 : f32, f32, f32, f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<12xf32, 1>) outs(%div : memref<12xf32, 1>) {
    ^bb0(%a_4: f32, %o_7: f32):
      %div_1 = arith.divf %cst_3, %a_4 : f32  // truediv
      linalg.yield %div_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %mul_1, %mul_2, %mul_3, %mul_4, %div : memref<12x4x16xf32, 1>, memref<12x16xf32, 1>, memref<12x16xf32, 1>, memref<12x16xf32, 1>, memref<12x16xf32, 1>, memref<12xf32, 1>) outs(%out : memref<12x4x16xf32, 1>) {
    ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %a_10: f32, %o_8: f32):
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %eq = arith.cmpi eq, %i_2, %k_24 : i32  // random_uniform
      %eq_1 = arith.cmpi eq, %i_2, %k_25 : i32  // random_uniform
      %eq_2 = arith.cmpi eq, %i_2, %k_26 : i32  // random_uniform
      %sel = arith.select %eq_2, %a_8, %a_9 : f32  // random_uniform
      %sel_1 = arith.select %eq_1, %a_7, %sel : f32  // random_uniform
      %sel_2 = arith.select %eq, %a_6, %sel_1 : f32  // random_uniform
      %gt = arith.cmpf ogt, %sel_2, %cst_4 : f32
      %cvt_25 = arith.uitofp %gt : i1 to f32  // to_dtype
      %mul_28 = arith.mulf %a_5, %a_10 : f32  // truediv
      %mul_29 = arith.mulf %cvt_25, %mul_28 : f32
      %mul_30 = arith.mulf %mul_29, %cst_5 : f32
      linalg.yield %mul_30 : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [12, 4, 16], strides: [64, 16, 1] : memref<768xf32> to memref<12x4x16xf32, strided<[64, 16, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<12x4x16xf32, 1>, memref<12x4x16xf32, strided<[64, 16, 1], offset: 0>>) -> ()
  return
}
