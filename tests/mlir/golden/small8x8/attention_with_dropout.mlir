// npu_fused_inductor_lookup_seed_inductor_random_gt: pointwise, fusions pointwise
func.func @npu_fused_inductor_lookup_seed_inductor_random_gt(%in_ptr0: memref<1xi64>, %out_ptr1: memref<1088xi8>) {
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
  %cst = arith.constant 5.960464477539063e-08 : f32
  %k_24 = arith.constant 0 : i32
  %k_25 = arith.constant 1 : i32
  %k_26 = arith.constant 2 : i32
  %cst_1 = arith.constant 0.1 : f32
  %s = memref.load %in_ptr0[%c0] : memref<1xi64>
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
  %mul_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %mul_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %mul_3 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %mul_4 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x4x16xi8, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%mul_1, %mul_2, %mul_3, %mul_4 : memref<17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>) {
    ^bb0(%o: f32, %o_1: f32, %o_2: f32, %o_3: f32):
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
      %mul_20 = arith.mulf %cvt_21, %cst : f32  // random_uniform
      %mul_21 = arith.muli %xor_27, %k_22 : i32  // random_uniform
      %shr_11 = arith.shrui %mul_21, %k_23 : i32  // random_uniform
      %bits_23 = arith.bitcast %shr_11 : i32 to i32  // random_uniform
      %cvt_22 = arith.sitofp %bits_23 : i32 to f32  // random_uniform
      %mul_22 = arith.mulf %cvt_22, %cst : f32  // random_uniform
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
      %mul_25 = arith.mulf %cvt_23, %cst : f32  // random_uniform
      %mul_26 = arith.muli %xor_33, %k_3 : i32  // random_uniform
      %shr_13 = arith.shrui %mul_26, %k_23 : i32  // random_uniform
      %bits_25 = arith.bitcast %shr_13 : i32 to i32  // random_uniform
      %cvt_24 = arith.sitofp %bits_25 : i32 to f32  // random_uniform
      %mul_27 = arith.mulf %cvt_24, %cst : f32  // random_uniform
      linalg.yield %mul_20, %mul_22, %mul_25, %mul_27 : f32, f32, f32, f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mul_1, %mul_2, %mul_3, %mul_4 : memref<17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>) outs(%out : memref<17x4x16xi8, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %o_4: i8):
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %eq = arith.cmpi eq, %i_2, %k_24 : i32  // random_uniform
      %eq_1 = arith.cmpi eq, %i_2, %k_25 : i32  // random_uniform
      %eq_2 = arith.cmpi eq, %i_2, %k_26 : i32  // random_uniform
      %sel = arith.select %eq_2, %a_2, %a_3 : f32  // random_uniform
      %sel_1 = arith.select %eq_1, %a_1, %sel : f32  // random_uniform
      %sel_2 = arith.select %eq, %a, %sel_1 : f32  // random_uniform
      %gt = arith.cmpf ogt, %sel_2, %cst_1 : f32
      %byte = arith.extui %gt : i1 to i8
      linalg.yield %byte : i8
  }
  %view = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [17, 4, 16], strides: [64, 16, 1] : memref<1088xi8> to memref<17x4x16xi8, strided<[64, 16, 1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<17x4x16xi8, 1>, memref<17x4x16xi8, strided<[64, 16, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_dropout_attention: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_dropout_attention
(%Q: memref<544xf32>, %K: memref<1024xf32>, %V: memref<1024xf32>, %KEPT: memref<1088xi8>, %Y: memref<544xf32>, %LSE: memref<34xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %KEPT_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xi8, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %share = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  affine.for %strip = 0 to 6 step 6 {
    %strip_end = affine.min affine_map<(d0) -> (6, d0 + 6)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%strip)
    %q_first = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%strip)
    %t1 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t2 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t3 = memref.reinterpret_cast %Q to offset: [%t2], sizes: [%t1, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t3, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t4 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_first)
    %t5 = memref.reinterpret_cast %K to offset: [%t4], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t5, %K_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<8x32xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (6, d0 + 6)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%tile)
      %q = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%tile)
      %t6 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t7 = affine.apply affine_map<(d0, d1) -> (d0 * 544 + d1 * 32)>(%h, %q)
      %t8 = memref.reinterpret_cast %KEPT to offset: [%t7], sizes: [%t6, 32], strides: [32, 1] : memref<1088xi8> to memref<?x32xi8, strided<[32, 1], offset: ?>>
      "npu.dma_load"(%t8, %KEPT_tile) : (memref<?x32xi8, strided<[32, 1], offset: ?>>, memref<8x32xi8, 1>) -> ()
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<8xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<8x32xf32, 1>) outs(%largest : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<8xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%largest : memref<8xf32, 1>) outs(%shift : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.constant 0xFF800000 : f32
        %v3 = arith.cmpf oeq, %v1, %v2 : f32
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.select %v3, %v4, %v1 : f32
        linalg.yield %v5 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift, %KEPT_tile : memref<8x32xf32, 1>, memref<8xf32, 1>, memref<8x32xi8, 1>) outs(%weights, %total : memref<8x32xf32, 1>, memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: i8, %x3: f32, %x4: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.subf %v1, %x1 : f32
        %v3 = math.exp %v2 : f32
        %v4 = arith.constant 0 : i8
        %v5 = arith.cmpi ne, %x2, %v4 : i8
        %v6 = arith.constant 0.0 : f32
        %v7 = arith.select %v5, %v3, %v6 : f32
        %v8 = arith.addf %x4, %v3 : f32
        linalg.yield %v7, %v8 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 3 * 1)>(%tile)
        %q_next = affine.apply affine_map<(d0) -> (((d0 + 1)) mod 3 * 8)>(%tile)
        %t9 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t10 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t11 = memref.reinterpret_cast %Q to offset: [%t10], sizes: [%t9, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t11, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t12 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_next)
        %t13 = memref.reinterpret_cast %K to offset: [%t12], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t13, %K_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x32xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<8x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%tile)
        %q_before = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%tile)
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<8x16xf32, 1>, memref<8xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t14 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_before)
        %t15 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_before, %q_before)
        %t16 = memref.reinterpret_cast %Y to offset: [%t15], sizes: [%t14, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t16) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %shift : memref<8xf32, 1>, memref<8xf32, 1>) outs(%share, %LSE_tile : memref<8xf32, 1>, memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.constant 1.1111111111111112 : f32
        %v1 = arith.constant 0.0 : f32
        %v2 = arith.cmpf oeq, %x0, %v1 : f32
        %v3 = arith.constant 1.0 : f32
        %v4 = arith.select %v2, %v3, %x0 : f32
        %v5 = arith.divf %v0, %v4 : f32
        %v6 = math.log %x0 : f32
        %v7 = arith.addf %v6, %x1 : f32
        linalg.yield %v5, %v7 : f32, f32
      }
      %t17 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t18 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h, %q)
      %t19 = memref.reinterpret_cast %LSE to offset: [%t18], sizes: [%t17], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%LSE_tile, %t19) : (memref<8xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
      %t20 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h)
      %t21 = memref.reinterpret_cast %V to offset: [%t20], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t21, %V_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<8x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<8x32xf32, 1>, memref<32x16xf32, 1>) outs(%mixed : memref<8x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%strip_end)
    %q_last = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%strip_end)
    linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<8x16xf32, 1>, memref<8xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t22 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_last)
    %t23 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_last, %q_last)
    %t24 = memref.reinterpret_cast %Y to offset: [%t23], sizes: [%t22, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t24) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_dropout_attention_backward: reduction
func.func @npu_fused_dropout_attention_backward(%in_ptr0: memref<544xf32>, %in_ptr1: memref<544xf32>, %out_ptr0: memref<34xf32>) {
  %c0 = arith.constant 0 : index
  %c34 = arith.constant 34 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  scf.for %P0 = %c0 to %c34 step %c7 {
    %x = arith.muli %P0, %c16 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c34 : index
    %n_P0 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x], sizes: [%n_P0, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<7x16xf32, 1>, memref<7x16xf32, 1>) outs(%sum : memref<7xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %mul = arith.mulf %a, %a_1 : f32
        %sum_1 = arith.addf %o, %mul : f32
        linalg.yield %sum_1 : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum, %view_2) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_dropout_attention_backward: template, template MLIRFlashGradientsTemplate, mapping default
func.func @npu_fused_dropout_attention_backward
(%Q: memref<544xf32>, %K: memref<1024xf32>, %V: memref<1024xf32>, %G: memref<544xf32>, %LSE: memref<34xf32>, %D: memref<34xf32>, %KEPT: memref<1088xi8>, %Y: memref<544xf32>, %Z: memref<1024xf32>, %W: memref<1024xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %query_sum_start = arith.constant 0.0 : f32
  %key_sum_start = arith.constant 0.0 : f32
  %value_sum_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Q_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %G_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %K_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %KEPT_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xi8, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  %query_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %key_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %Z_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %value_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  affine.for %strip = 0 to 6 step 6 {
    %strip_end = affine.min affine_map<(d0) -> (6, d0 + 6)>(%strip)
    %k_first = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%strip)
    %q_first = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%strip)
    %t1 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t2 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t3 = memref.reinterpret_cast %Q to offset: [%t2], sizes: [%t1, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t3, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t4 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t5 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t6 = memref.reinterpret_cast %G to offset: [%t5], sizes: [%t4, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t6, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t7 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_first, %q_first)
    %t9 = memref.reinterpret_cast %LSE to offset: [%t8], sizes: [%t7], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%t9, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %t10 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t11 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_first, %q_first)
    %t12 = memref.reinterpret_cast %D to offset: [%t11], sizes: [%t10], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%t12, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %t13 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_first)
    %t14 = memref.reinterpret_cast %K to offset: [%t13], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t14, %K_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
    %t15 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_first)
    %t16 = memref.reinterpret_cast %V to offset: [%t15], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t16, %V_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<8x32xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<8x32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%grad_weights : memref<8x32xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (6, d0 + 6)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%tile)
      %q = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%tile)
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<8xf32, 1>) outs(%shift : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0xFF800000 : f32
        %v1 = arith.cmpf oeq, %x0, %v0 : f32
        %v2 = arith.constant 0.0 : f32
        %v3 = arith.select %v1, %v2, %x0 : f32
        linalg.yield %v3 : f32
      }
      %k = affine.apply affine_map<() -> (0)>()
      %t17 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t18 = affine.apply affine_map<(d0, d1) -> (d0 * 544 + d1 * 32)>(%h, %q)
      %t19 = memref.reinterpret_cast %KEPT to offset: [%t18], sizes: [%t17, 32], strides: [32, 1] : memref<1088xi8> to memref<?x32xi8, strided<[32, 1], offset: ?>>
      "npu.dma_load"(%t19, %KEPT_tile) : (memref<?x32xi8, strided<[32, 1], offset: ?>>, memref<8x32xi8, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile, %KEPT_tile : memref<8x32xf32, 1>, memref<8x32xf32, 1>, memref<8xf32, 1>, memref<8xf32, 1>, memref<8x32xi8, 1>) outs(%grad_scores, %weights : memref<8x32xf32, 1>, memref<8x32xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: i8, %x5: f32, %x6: f32):
        %v0 = arith.constant 1.1111111111111112 : f32
        %v1 = arith.mulf %x1, %v0 : f32
        %v2 = arith.constant 0 : i8
        %v3 = arith.cmpi ne, %x4, %v2 : i8
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.select %v3, %v1, %v4 : f32
        %v6 = arith.constant 0.25 : f32
        %v7 = arith.mulf %x0, %v6 : f32
        %v8 = arith.subf %v7, %x2 : f32
        %v9 = math.exp %v8 : f32
        %v10 = arith.subf %v5, %x3 : f32
        %v11 = arith.mulf %v9, %v10 : f32
        %v12 = arith.constant 0 : i8
        %v13 = arith.cmpi ne, %x4, %v12 : i8
        %v14 = arith.constant 0.0 : f32
        %v15 = arith.select %v13, %v9, %v14 : f32
        linalg.yield %v11, %v15 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 3 * 1)>(%tile)
        %q_next = affine.apply affine_map<(d0) -> (((d0 + 1)) mod 3 * 8)>(%tile)
        %t20 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t21 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t22 = memref.reinterpret_cast %Q to offset: [%t21], sizes: [%t20, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t22, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t23 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t24 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t25 = memref.reinterpret_cast %G to offset: [%t24], sizes: [%t23, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t25, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t26 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t27 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_next, %q_next)
        %t28 = memref.reinterpret_cast %LSE to offset: [%t27], sizes: [%t26], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t28, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
        %t29 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t30 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_next, %q_next)
        %t31 = memref.reinterpret_cast %D to offset: [%t30], sizes: [%t29], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t31, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0 + 1) mod 3)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          %t32 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_next)
          %t33 = memref.reinterpret_cast %K to offset: [%t32], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t33, %K_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
          %t34 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_next)
          %t35 = memref.reinterpret_cast %V to offset: [%t34], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t35, %V_tile) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        }
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x32xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<8x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<8x32xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<8x16xf32, 1>, memref<32x16xf32, 1>) outs(%grad_weights : memref<8x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%tile)
        %q_before = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%tile)
        linalg.generic {indexing_maps = [affine_map<(q, d) -> (q, d)>, affine_map<(q, d) -> (q, d)>], iterator_types = ["parallel", "parallel"]} ins(%query_sum : memref<8x16xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        %t36 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_before)
        %t37 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_before, %q_before)
        %t38 = memref.reinterpret_cast %Y to offset: [%t37], sizes: [%t36, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t38) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 3)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          linalg.generic {indexing_maps = [affine_map<(s, d) -> (s, d)>, affine_map<(s, d) -> (s, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<32x16xf32, 1>) outs(%Z_tile : memref<32x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            linalg.yield %v1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(s, e) -> (s, e)>, affine_map<(s, e) -> (s, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<32x16xf32, 1>) outs(%W_tile : memref<32x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.constant 1.1111111111111112 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            linalg.yield %v1 : f32
          }
          %t39 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_before)
          %t40 = memref.reinterpret_cast %Z to offset: [%t39], sizes: [32, 16], strides: [1, 32] : memref<1024xf32> to memref<32x16xf32, strided<[1, 32], offset: ?>>
          "npu.dma_store"(%Z_tile, %t40) : (memref<32x16xf32, 1>, memref<32x16xf32, strided<[1, 32], offset: ?>>) -> ()
          %t41 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_before)
          %t42 = memref.reinterpret_cast %W to offset: [%t41], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_store"(%W_tile, %t42) : (memref<32x16xf32, 1>, memref<32x16xf32, strided<[16, 1], offset: ?>>) -> ()
        }
      }
      %t43 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t44 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h, %q)
      %t45 = memref.reinterpret_cast %Q to offset: [%t44], sizes: [%t43, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t45, %Q_again) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
      %t46 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t47 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h, %q)
      %t48 = memref.reinterpret_cast %G to offset: [%t47], sizes: [%t46, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t48, %G_again) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
      linalg.fill ins(%query_sum_start : f32) outs(%query_sum : memref<8x16xf32, 1>)
      %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 3)>(%tile)
      %begins = arith.cmpi eq, %of_key_head, %zero : index
      scf.if %begins {
        %t49 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h)
        %t50 = memref.reinterpret_cast %K to offset: [%t49], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t50, %K_again) : (memref<32x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.fill ins(%key_sum_start : f32) outs(%key_sum : memref<32x16xf32, 1>)
        linalg.fill ins(%value_sum_start : f32) outs(%value_sum : memref<32x16xf32, 1>)
      }
      linalg.generic {indexing_maps = [affine_map<(k, e, q) -> (q, k)>, affine_map<(k, e, q) -> (q, e)>, affine_map<(k, e, q) -> (k, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %G_again : memref<8x32xf32, 1>, memref<8x16xf32, 1>) outs(%value_sum : memref<32x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(k, d, q) -> (q, k)>, affine_map<(k, d, q) -> (q, d)>, affine_map<(k, d, q) -> (k, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %Q_again : memref<8x32xf32, 1>, memref<8x16xf32, 1>) outs(%key_sum : memref<32x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, d, k) -> (q, k)>, affine_map<(q, d, k) -> (k, d)>, affine_map<(q, d, k) -> (q, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %K_again : memref<8x32xf32, 1>, memref<32x16xf32, 1>) outs(%query_sum : memref<8x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%strip_end)
    %q_last = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%strip_end)
    linalg.generic {indexing_maps = [affine_map<(q, d) -> (q, d)>, affine_map<(q, d) -> (q, d)>], iterator_types = ["parallel", "parallel"]} ins(%query_sum : memref<8x16xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    %t51 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_last)
    %t52 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_last, %q_last)
    %t53 = memref.reinterpret_cast %Y to offset: [%t52], sizes: [%t51, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t53) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(s, d) -> (s, d)>, affine_map<(s, d) -> (s, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<32x16xf32, 1>) outs(%Z_tile : memref<32x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(s, e) -> (s, e)>, affine_map<(s, e) -> (s, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<32x16xf32, 1>) outs(%W_tile : memref<32x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 1.1111111111111112 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    %t54 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_last)
    %t55 = memref.reinterpret_cast %Z to offset: [%t54], sizes: [32, 16], strides: [1, 32] : memref<1024xf32> to memref<32x16xf32, strided<[1, 32], offset: ?>>
    "npu.dma_store"(%Z_tile, %t55) : (memref<32x16xf32, 1>, memref<32x16xf32, strided<[1, 32], offset: ?>>) -> ()
    %t56 = affine.apply affine_map<(d0) -> (d0 * 512)>(%h_last)
    %t57 = memref.reinterpret_cast %W to offset: [%t56], sizes: [32, 16], strides: [16, 1] : memref<1024xf32> to memref<32x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%W_tile, %t57) : (memref<32x16xf32, 1>, memref<32x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
