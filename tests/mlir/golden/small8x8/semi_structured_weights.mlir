// npu_fused_ne_bitwise_not_bitwise_and_convert_element_type_lshift: pointwise
func.func @npu_fused_ne_bitwise_not_bitwise_and_convert_element_type_lshift(%in_ptr0: memref<8192xbf16>, %out_ptr0: memref<4096xbf16>) {
  %cst = arith.constant 0.0 : f32
  %k = arith.constant true
  %k_1 = arith.constant 1 : i64
  %k_2 = arith.constant 4 : i64
  %k_3 = arith.constant 0 : i64
  %c4 = arith.constant 4 : index
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048x2xbf16, 1>
  %part = memref.subview %out[0, 0] [2048, 1] [1, 1] : memref<2048x2xbf16, 1> to memref<2048xbf16, strided<[2]>, 1>
  %part_1 = memref.subview %out[0, 1] [2048, 1] [1, 1] : memref<2048x2xbf16, 1> to memref<2048xbf16, strided<[2], offset: 1>, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048x4xbf16, 1>
  %part_2 = memref.subview %t[0, 0] [2048, 1] [1, 1] : memref<2048x4xbf16, 1> to memref<2048xbf16, strided<[4]>, 1>
  %part_3 = memref.subview %t[0, 1] [2048, 1] [1, 1] : memref<2048x4xbf16, 1> to memref<2048xbf16, strided<[4], offset: 1>, 1>
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_3 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048xbf16, 1>
  %part_4 = memref.subview %t[0, 3] [2048, 1] [1, 1] : memref<2048x4xbf16, 1> to memref<2048xbf16, strided<[4], offset: 3>, 1>
  %cvt_10 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048xi32, 1>
  %largest_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_3 : i64) outs(%largest_1 : memref<1xi64, 1>)
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2048xbf16, 1>
  %largest_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_3 : i64) outs(%largest_2 : memref<1xi64, 1>)
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2048, 4], strides: [4, 1] : memref<8192xbf16> to memref<2048x4xbf16, strided<[4, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2048x4xbf16, strided<[4, 1], offset: 0>>, memref<2048x4xbf16, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_2, %part_3 : memref<2048xbf16, strided<[4]>, 1>, memref<2048xbf16, strided<[4], offset: 1>, 1>) outs(%cvt : memref<2048xi32, 1>) {
    ^bb0(%a: bf16, %a_1: bf16, %o: i32):
      %cvt_1 = arith.extf %a : bf16 to f32  // ne
      %ne = arith.cmpf une, %cvt_1, %cst : f32
      %xor = arith.xori %ne, %k : i1  // logical_not
      %cvt_2 = arith.extf %a_1 : bf16 to f32  // ne
      %ne_1 = arith.cmpf une, %cvt_2, %cst : f32
      %and = arith.andi %xor, %ne_1 : i1
      %cvt_3 = arith.extui %and : i1 to i64  // to_dtype
      %xor_1 = arith.xori %ne_1, %k : i1  // logical_not
      %and_1 = arith.andi %xor, %xor_1 : i1
      %cvt_4 = arith.extui %and_1 : i1 to i64  // to_dtype
      %shl = arith.shli %cvt_4, %k_1 : i64  // bitwise_left_shift
      %or = arith.ori %cvt_3, %shl : i64
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k_2, %i : i64  // index
      %add = arith.addi %or, %mul : i64  // index
      %cvt_5 = arith.trunci %add : i64 to i32  // index
      linalg.yield %cvt_5 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%part_2, %part_3 : memref<2048xbf16, strided<[4]>, 1>, memref<2048xbf16, strided<[4], offset: 1>, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_2: bf16, %a_3: bf16, %o_1: i64):
      %cvt_6 = arith.extf %a_2 : bf16 to f32  // ne
      %ne_2 = arith.cmpf une, %cvt_6, %cst : f32
      %xor_2 = arith.xori %ne_2, %k : i1  // logical_not
      %cvt_7 = arith.extf %a_3 : bf16 to f32  // ne
      %ne_3 = arith.cmpf une, %cvt_7, %cst : f32
      %and_2 = arith.andi %xor_2, %ne_3 : i1
      %cvt_8 = arith.extui %and_2 : i1 to i64  // to_dtype
      %xor_3 = arith.xori %ne_3, %k : i1  // logical_not
      %and_3 = arith.andi %xor_2, %xor_3 : i1
      %cvt_9 = arith.extui %and_3 : i1 to i64  // to_dtype
      %shl_1 = arith.shli %cvt_9, %k_1 : i64  // bitwise_left_shift
      %or_1 = arith.ori %cvt_8, %shl_1 : i64
      %most = arith.maxui %or_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c4) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr0, %cvt, %t_1) : (memref<8192xbf16>, memref<2048xi32, 1>, memref<2048xbf16, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_2, %part_3, %part_4 : memref<2048xbf16, strided<[4]>, 1>, memref<2048xbf16, strided<[4], offset: 1>, 1>, memref<2048xbf16, strided<[4], offset: 3>, 1>) outs(%cvt_10 : memref<2048xi32, 1>) {
    ^bb0(%a_4: bf16, %a_5: bf16, %a_6: bf16, %o_2: i32):
      %cvt_11 = arith.extf %a_4 : bf16 to f32  // ne
      %ne_4 = arith.cmpf une, %cvt_11, %cst : f32
      %cvt_12 = arith.extf %a_5 : bf16 to f32  // ne
      %ne_5 = arith.cmpf une, %cvt_12, %cst : f32
      %and_4 = arith.andi %ne_4, %ne_5 : i1
      %xor_4 = arith.xori %ne_4, %k : i1  // logical_not
      %xor_5 = arith.xori %ne_5, %k : i1  // logical_not
      %and_5 = arith.andi %xor_4, %xor_5 : i1
      %or_2 = arith.ori %and_4, %and_5 : i1
      %cvt_13 = arith.extf %a_6 : bf16 to f32  // ne
      %ne_6 = arith.cmpf une, %cvt_13, %cst : f32
      %or_3 = arith.ori %or_2, %ne_6 : i1
      %cvt_14 = arith.extui %or_3 : i1 to i64  // to_dtype
      %and_6 = arith.andi %xor_4, %ne_5 : i1
      %or_4 = arith.ori %and_6, %xor_5 : i1
      %cvt_15 = arith.extui %or_4 : i1 to i64  // to_dtype
      %shl_2 = arith.shli %cvt_15, %k_1 : i64  // bitwise_left_shift
      %or_5 = arith.ori %cvt_14, %shl_2 : i64
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i64
      %mul_1 = arith.muli %k_2, %i_1 : i64  // index
      %add_1 = arith.addi %or_5, %mul_1 : i64  // index
      %cvt_16 = arith.trunci %add_1 : i64 to i32  // index
      linalg.yield %cvt_16 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%part_2, %part_3, %part_4 : memref<2048xbf16, strided<[4]>, 1>, memref<2048xbf16, strided<[4], offset: 1>, 1>, memref<2048xbf16, strided<[4], offset: 3>, 1>) outs(%largest_1 : memref<1xi64, 1>) {
    ^bb0(%a_7: bf16, %a_8: bf16, %a_9: bf16, %o_3: i64):
      %cvt_17 = arith.extf %a_7 : bf16 to f32  // ne
      %ne_7 = arith.cmpf une, %cvt_17, %cst : f32
      %cvt_18 = arith.extf %a_8 : bf16 to f32  // ne
      %ne_8 = arith.cmpf une, %cvt_18, %cst : f32
      %and_7 = arith.andi %ne_7, %ne_8 : i1
      %xor_6 = arith.xori %ne_7, %k : i1  // logical_not
      %xor_7 = arith.xori %ne_8, %k : i1  // logical_not
      %and_8 = arith.andi %xor_6, %xor_7 : i1
      %or_6 = arith.ori %and_7, %and_8 : i1
      %cvt_19 = arith.extf %a_9 : bf16 to f32  // ne
      %ne_9 = arith.cmpf une, %cvt_19, %cst : f32
      %or_7 = arith.ori %or_6, %ne_9 : i1
      %cvt_20 = arith.extui %or_7 : i1 to i64  // to_dtype
      %and_9 = arith.andi %xor_6, %ne_8 : i1
      %or_8 = arith.ori %and_9, %xor_7 : i1
      %cvt_21 = arith.extui %or_8 : i1 to i64  // to_dtype
      %shl_3 = arith.shli %cvt_21, %k_1 : i64  // bitwise_left_shift
      %or_9 = arith.ori %cvt_20, %shl_3 : i64
      %most_1 = arith.maxui %or_9, %o_3 : i64
      linalg.yield %most_1 : i64
  }
  "npu.check_index"(%largest_1, %c4) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr0, %cvt_10, %t_2) : (memref<8192xbf16>, memref<2048xi32, 1>, memref<2048xbf16, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1, %t_2 : memref<2048xbf16, 1>, memref<2048xbf16, 1>) outs(%part, %part_1 : memref<2048xbf16, strided<[2]>, 1>, memref<2048xbf16, strided<[2], offset: 1>, 1>) {
    ^bb0(%a_10: bf16, %a_11: bf16, %o_4: bf16, %o_5: bf16):
      linalg.yield %a_10, %a_11 : bf16, bf16
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2048, 2], strides: [2, 1] : memref<4096xbf16> to memref<2048x2xbf16, strided<[2, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<2048x2xbf16, 1>, memref<2048x2xbf16, strided<[2, 1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], npu.host} outs(%largest_2 : memref<1xi64, 1>) {
    ^bb0(%o_6: i64):
      %most_2 = arith.maxui %k_3, %o_6 : i64
      linalg.yield %most_2 : i64
  }
  "npu.check_index"(%largest_2, %c4) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  return
}
// -----

// npu_fused_reshape_permute_clone: pointwise
func.func @npu_fused_reshape_permute_clone(%in_ptr0: memref<4096xbf16>, %out_ptr0: memref<4096xbf16>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32x2xbf16, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x2x32xbf16, 1>
  scf.for %P0 = %c0 to %c64 step %c32 {
    %x = arith.muli %P0, %c64 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [32, 32, 2], strides: [64, 2, 1] : memref<4096xbf16> to memref<32x32x2xbf16, strided<[64, 2, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<32x32x2xbf16, strided<[64, 2, 1], offset: ?>>, memref<32x32x2xbf16, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<32x32x2xbf16, 1>) outs(%out : memref<32x2x32xbf16, 1>) {
      ^bb0(%a: bf16, %o: bf16):
        linalg.yield %a : bf16
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [32, 2, 32], strides: [64, 32, 1] : memref<4096xbf16> to memref<32x2x32xbf16, strided<[64, 32, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<32x2x32xbf16, 1>, memref<32x2x32xbf16, strided<[64, 32, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_iota_repeat_div_mul_remainder_add_eq_bitwise_and_convert: pointwise
func.func @npu_fused_iota_repeat_div_mul_remainder_add_eq_bitwise_and_convert(%out_ptr0: memref<512xi16>) {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %c256 = arith.constant 256 : index
  %k = arith.constant 0 : i16
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<256xi16, 1>
  scf.for %P0 = %c0 to %c512 step %c256 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<256xi16, 1>) {
      ^bb0(%o: i16):
        linalg.yield %k : i16
    }
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [256], strides: [1] : memref<512xi16> to memref<256xi16, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<256xi16, 1>, memref<256xi16, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_ne_bitwise_not_bitwise_and_convert_element_type_lshift: pointwise, fusions pointwise
func.func @npu_fused_ne_bitwise_not_bitwise_and_convert_element_type_lshift(%in_ptr0: memref<8192xbf16>, %out_ptr0: memref<512xi16>) {
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 1 : i32
  %k_3 = arith.constant 2 : i64
  %k_4 = arith.constant 0 : i64
  %k_5 = arith.constant 1 : i64
  %k_6 = arith.constant 64 : i64
  %k_7 = arith.constant 4 : i32
  %k_8 = arith.constant 32 : i32
  %c512 = arith.constant 512 : index
  %cst = arith.constant 0.0 : f32
  %k_9 = arith.constant true
  %k_10 = arith.constant 4 : i16
  %k_11 = arith.constant 8 : i16
  %k_12 = arith.constant 12 : i16
  %lt = arith.cmpi slt, %k, %k_1 : i32  // floordiv
  %cvt = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x2x8x4x2xi32, 1>
  %cvt_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2xi64, 1>
  %cvt_5 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x2xi64, 1>
  %mul_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4x2xi64, 1>
  %sub_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4x2xi64, 1>
  %add_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x8xi32, 1>
  %cvt_7 = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x2x8xi64, 1>
  %mul_9 = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x2x8x2xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_4 : i64) outs(%largest : memref<1xi64, 1>)
  %t = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x2x8x4x2x16xbf16, 1>
  %part = memref.subview %t[0, 0, 0, 0, 0, 0, 0] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16]>, 1>
  %part_1 = memref.subview %t[0, 0, 0, 0, 0, 0, 1] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 1>, 1>
  %part_2 = memref.subview %t[0, 0, 0, 0, 0, 0, 3] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 3>, 1>
  %part_3 = memref.subview %t[0, 0, 0, 0, 0, 0, 4] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 4>, 1>
  %part_4 = memref.subview %t[0, 0, 0, 0, 0, 0, 5] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 5>, 1>
  %part_5 = memref.subview %t[0, 0, 0, 0, 0, 0, 7] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 7>, 1>
  %part_6 = memref.subview %t[0, 0, 0, 0, 0, 0, 8] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 8>, 1>
  %part_7 = memref.subview %t[0, 0, 0, 0, 0, 0, 9] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 9>, 1>
  %part_8 = memref.subview %t[0, 0, 0, 0, 0, 0, 11] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 11>, 1>
  %part_9 = memref.subview %t[0, 0, 0, 0, 0, 0, 12] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 12>, 1>
  %part_10 = memref.subview %t[0, 0, 0, 0, 0, 0, 13] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 13>, 1>
  %part_11 = memref.subview %t[0, 0, 0, 0, 0, 0, 15] [2, 2, 2, 8, 4, 2, 1] [1, 1, 1, 1, 1, 1, 1] : memref<2x2x2x8x4x2x16xbf16, 1> to memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 15>, 1>
  %or = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x2x8x4x2xi16, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%cvt_1 : memref<2x2xi64, 1>) {
    ^bb0(%o: i64):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %eq = arith.cmpi eq, %i, %k_1 : i32
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %eq_1 = arith.cmpi eq, %i_1, %k_2 : i32
      %and = arith.andi %eq, %eq_1 : i1
      %cvt_2 = arith.extui %and : i1 to i8  // to_dtype
      %eq_2 = arith.cmpi eq, %i, %k_2 : i32
      %eq_3 = arith.cmpi eq, %i_1, %k_1 : i32
      %and_1 = arith.andi %eq_2, %eq_3 : i1
      %cvt_3 = arith.extui %and_1 : i1 to i8  // to_dtype
      %sub = arith.subi %cvt_2, %cvt_3 : i8
      %cvt_4 = arith.extsi %sub : i8 to i64  // to_dtype
      linalg.yield %cvt_4 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%cvt_5 : memref<4x2xi64, 1>) {
    ^bb0(%o_1: i64):
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %at_3 = linalg.index 0 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %mul = arith.muli %k, %i_3 : i32  // index
      %add = arith.addi %i_2, %mul : i32  // index
      %cvt_6 = arith.extsi %add : i32 to i64  // index
      linalg.yield %cvt_6 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cvt_1, %cvt_5 : memref<2x2xi64, 1>, memref<4x2xi64, 1>) outs(%mul_1, %sub_1 : memref<2x4x2xi64, 1>, memref<2x4x2xi64, 1>) {
    ^bb0(%a: i64, %a_1: i64, %o_2: i64, %o_3: i64):
      %sub_2 = arith.subi %a_1, %a : i64
      %div = arith.divsi %sub_2, %k_3 : i64  // floordiv
      %mul_2 = arith.muli %div, %k_3 : i64  // floordiv
      %sub_3 = arith.subi %sub_2, %mul_2 : i64  // floordiv
      %ne = arith.cmpi ne, %sub_3, %k_4 : i64  // floordiv
      %lt_1 = arith.cmpi slt, %sub_3, %k_4 : i64  // floordiv
      %ne_1 = arith.cmpi ne, %lt_1, %lt : i1  // floordiv
      %and_2 = arith.andi %ne, %ne_1 : i1  // floordiv
      %sub_4 = arith.subi %div, %k_5 : i64  // floordiv
      %sel = arith.select %and_2, %sub_4, %div : i64  // floordiv
      %mul_3 = arith.muli %sel, %k_6 : i64
      %mul_4 = arith.muli %mul_3, %k_3 : i64
      %mul_5 = arith.muli %sel, %k_3 : i64  // remainder
      %sub_5 = arith.subi %sub_2, %mul_5 : i64  // remainder
      linalg.yield %mul_4, %sub_5 : i64, i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%add_1 : memref<2x2x8xi32, 1>) {
    ^bb0(%o_4: i32):
      %at_4 = linalg.index 1 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %at_5 = linalg.index 0 : index
      %i_5 = arith.index_cast %at_5 : index to i32
      %mul_6 = arith.muli %k, %i_5 : i32  // index
      %add_2 = arith.addi %i_4, %mul_6 : i32  // index
      %at_6 = linalg.index 2 : index
      %i_6 = arith.index_cast %at_6 : index to i32
      %mul_7 = arith.muli %k_7, %i_6 : i32  // index
      %add_3 = arith.addi %add_2, %mul_7 : i32  // index
      linalg.yield %add_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%add_1 : memref<2x2x8xi32, 1>) outs(%cvt_7 : memref<2x2x2x8xi64, 1>) {
    ^bb0(%a_2: i32, %o_5: i64):
      %at_7 = linalg.index 0 : index
      %i_7 = arith.index_cast %at_7 : index to i32
      %mul_8 = arith.muli %k_8, %i_7 : i32  // index
      %add_4 = arith.addi %a_2, %mul_8 : i32  // index
      %cvt_8 = arith.extsi %add_4 : i32 to i64  // index
      linalg.yield %cvt_8 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%cvt_1, %cvt_7 : memref<2x2xi64, 1>, memref<2x2x2x8xi64, 1>) outs(%mul_9 : memref<2x2x2x8x2xi64, 1>) {
    ^bb0(%a_3: i64, %a_4: i64, %o_6: i64):
      %add_5 = arith.addi %a_4, %a_3 : i64
      %mul_10 = arith.muli %add_5, %k_3 : i64
      linalg.yield %mul_10 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%mul_1, %mul_9, %sub_1 : memref<2x4x2xi64, 1>, memref<2x2x2x8x2xi64, 1>, memref<2x4x2xi64, 1>) outs(%cvt : memref<2x2x2x8x4x2xi32, 1>) {
    ^bb0(%a_5: i64, %a_6: i64, %a_7: i64, %o_7: i32):
      %add_6 = arith.addi %a_5, %a_6 : i64
      %add_7 = arith.addi %add_6, %a_7 : i64
      %cvt_9 = arith.trunci %add_7 : i64 to i32  // index
      linalg.yield %cvt_9 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d2, d3, d4, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction"], npu.host} ins(%mul_1, %mul_9, %sub_1 : memref<2x4x2xi64, 1>, memref<2x2x2x8x2xi64, 1>, memref<2x4x2xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_8: i64, %a_9: i64, %a_10: i64, %o_8: i64):
      %add_8 = arith.addi %a_8, %a_9 : i64
      %add_9 = arith.addi %add_8, %a_10 : i64
      %most = arith.maxui %add_9, %o_8 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c512) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2, 2, 2, 8, 4, 2, 16], strides: [4096, 2048, 1024, 128, 32, 16, 1] : memref<8192xbf16> to memref<2x2x2x8x4x2x16xbf16, strided<[4096, 2048, 1024, 128, 32, 16, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2x2x2x8x4x2x16xbf16, strided<[4096, 2048, 1024, 128, 32, 16, 1], offset: 0>>, memref<2x2x2x8x4x2x16xbf16, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%part, %part_1, %part_2, %part_3, %part_4, %part_5, %part_6, %part_7, %part_8, %part_9, %part_10, %part_11 : memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16]>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 1>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 3>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 4>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 5>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 7>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 8>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 9>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 11>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 12>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 13>, 1>, memref<2x2x2x8x4x2xbf16, strided<[4096, 2048, 1024, 128, 32, 16], offset: 15>, 1>) outs(%or : memref<2x2x2x8x4x2xi16, 1>) {
    ^bb0(%a_11: bf16, %a_12: bf16, %a_13: bf16, %a_14: bf16, %a_15: bf16, %a_16: bf16, %a_17: bf16, %a_18: bf16, %a_19: bf16, %a_20: bf16, %a_21: bf16, %a_22: bf16, %o_9: i16):
      %cvt_10 = arith.extf %a_11 : bf16 to f32  // ne
      %ne_2 = arith.cmpf une, %cvt_10, %cst : f32
      %xor = arith.xori %ne_2, %k_9 : i1  // logical_not
      %cvt_11 = arith.extf %a_12 : bf16 to f32  // ne
      %ne_3 = arith.cmpf une, %cvt_11, %cst : f32
      %and_3 = arith.andi %xor, %ne_3 : i1
      %cvt_12 = arith.extui %and_3 : i1 to i64  // to_dtype
      %xor_1 = arith.xori %ne_3, %k_9 : i1  // logical_not
      %and_4 = arith.andi %xor, %xor_1 : i1
      %cvt_13 = arith.extui %and_4 : i1 to i64  // to_dtype
      %shl = arith.shli %cvt_13, %k_5 : i64  // bitwise_left_shift
      %or_1 = arith.ori %cvt_12, %shl : i64
      %and_5 = arith.andi %ne_2, %ne_3 : i1
      %or_2 = arith.ori %and_5, %and_4 : i1
      %cvt_14 = arith.extf %a_13 : bf16 to f32  // ne
      %ne_4 = arith.cmpf une, %cvt_14, %cst : f32
      %or_3 = arith.ori %or_2, %ne_4 : i1
      %cvt_15 = arith.extui %or_3 : i1 to i64  // to_dtype
      %or_4 = arith.ori %and_3, %xor_1 : i1
      %cvt_16 = arith.extui %or_4 : i1 to i64  // to_dtype
      %shl_1 = arith.shli %cvt_16, %k_5 : i64  // bitwise_left_shift
      %or_5 = arith.ori %cvt_15, %shl_1 : i64
      %shl_2 = arith.shli %or_5, %k_3 : i64  // bitwise_left_shift
      %or_6 = arith.ori %or_1, %shl_2 : i64
      %cvt_17 = arith.trunci %or_6 : i64 to i16  // to_dtype
      %cvt_18 = arith.extf %a_14 : bf16 to f32  // ne
      %ne_5 = arith.cmpf une, %cvt_18, %cst : f32
      %xor_2 = arith.xori %ne_5, %k_9 : i1  // logical_not
      %cvt_19 = arith.extf %a_15 : bf16 to f32  // ne
      %ne_6 = arith.cmpf une, %cvt_19, %cst : f32
      %and_6 = arith.andi %xor_2, %ne_6 : i1
      %cvt_20 = arith.extui %and_6 : i1 to i64  // to_dtype
      %xor_3 = arith.xori %ne_6, %k_9 : i1  // logical_not
      %and_7 = arith.andi %xor_2, %xor_3 : i1
      %cvt_21 = arith.extui %and_7 : i1 to i64  // to_dtype
      %shl_3 = arith.shli %cvt_21, %k_5 : i64  // bitwise_left_shift
      %or_7 = arith.ori %cvt_20, %shl_3 : i64
      %and_8 = arith.andi %ne_5, %ne_6 : i1
      %or_8 = arith.ori %and_8, %and_7 : i1
      %cvt_22 = arith.extf %a_16 : bf16 to f32  // ne
      %ne_7 = arith.cmpf une, %cvt_22, %cst : f32
      %or_9 = arith.ori %or_8, %ne_7 : i1
      %cvt_23 = arith.extui %or_9 : i1 to i64  // to_dtype
      %or_10 = arith.ori %and_6, %xor_3 : i1
      %cvt_24 = arith.extui %or_10 : i1 to i64  // to_dtype
      %shl_4 = arith.shli %cvt_24, %k_5 : i64  // bitwise_left_shift
      %or_11 = arith.ori %cvt_23, %shl_4 : i64
      %shl_5 = arith.shli %or_11, %k_3 : i64  // bitwise_left_shift
      %or_12 = arith.ori %or_7, %shl_5 : i64
      %cvt_25 = arith.trunci %or_12 : i64 to i16  // to_dtype
      %shl_6 = arith.shli %cvt_25, %k_10 : i16  // bitwise_left_shift
      %or_13 = arith.ori %cvt_17, %shl_6 : i16
      %cvt_26 = arith.extf %a_17 : bf16 to f32  // ne
      %ne_8 = arith.cmpf une, %cvt_26, %cst : f32
      %xor_4 = arith.xori %ne_8, %k_9 : i1  // logical_not
      %cvt_27 = arith.extf %a_18 : bf16 to f32  // ne
      %ne_9 = arith.cmpf une, %cvt_27, %cst : f32
      %and_9 = arith.andi %xor_4, %ne_9 : i1
      %cvt_28 = arith.extui %and_9 : i1 to i64  // to_dtype
      %xor_5 = arith.xori %ne_9, %k_9 : i1  // logical_not
      %and_10 = arith.andi %xor_4, %xor_5 : i1
      %cvt_29 = arith.extui %and_10 : i1 to i64  // to_dtype
      %shl_7 = arith.shli %cvt_29, %k_5 : i64  // bitwise_left_shift
      %or_14 = arith.ori %cvt_28, %shl_7 : i64
      %and_11 = arith.andi %ne_8, %ne_9 : i1
      %or_15 = arith.ori %and_11, %and_10 : i1
      %cvt_30 = arith.extf %a_19 : bf16 to f32  // ne
      %ne_10 = arith.cmpf une, %cvt_30, %cst : f32
      %or_16 = arith.ori %or_15, %ne_10 : i1
      %cvt_31 = arith.extui %or_16 : i1 to i64  // to_dtype
      %or_17 = arith.ori %and_9, %xor_5 : i1
      %cvt_32 = arith.extui %or_17 : i1 to i64  // to_dtype
      %shl_8 = arith.shli %cvt_32, %k_5 : i64  // bitwise_left_shift
      %or_18 = arith.ori %cvt_31, %shl_8 : i64
      %shl_9 = arith.shli %or_18, %k_3 : i64  // bitwise_left_shift
      %or_19 = arith.ori %or_14, %shl_9 : i64
      %cvt_33 = arith.trunci %or_19 : i64 to i16  // to_dtype
      %shl_10 = arith.shli %cvt_33, %k_11 : i16  // bitwise_left_shift
      %or_20 = arith.ori %or_13, %shl_10 : i16
      %cvt_34 = arith.extf %a_20 : bf16 to f32  // ne
      %ne_11 = arith.cmpf une, %cvt_34, %cst : f32
      %xor_6 = arith.xori %ne_11, %k_9 : i1  // logical_not
      %cvt_35 = arith.extf %a_21 : bf16 to f32  // ne
      %ne_12 = arith.cmpf une, %cvt_35, %cst : f32
      %and_12 = arith.andi %xor_6, %ne_12 : i1
      %cvt_36 = arith.extui %and_12 : i1 to i64  // to_dtype
      %xor_7 = arith.xori %ne_12, %k_9 : i1  // logical_not
      %and_13 = arith.andi %xor_6, %xor_7 : i1
      %cvt_37 = arith.extui %and_13 : i1 to i64  // to_dtype
      %shl_11 = arith.shli %cvt_37, %k_5 : i64  // bitwise_left_shift
      %or_21 = arith.ori %cvt_36, %shl_11 : i64
      %and_14 = arith.andi %ne_11, %ne_12 : i1
      %or_22 = arith.ori %and_14, %and_13 : i1
      %cvt_38 = arith.extf %a_22 : bf16 to f32  // ne
      %ne_13 = arith.cmpf une, %cvt_38, %cst : f32
      %or_23 = arith.ori %or_22, %ne_13 : i1
      %cvt_39 = arith.extui %or_23 : i1 to i64  // to_dtype
      %or_24 = arith.ori %and_12, %xor_7 : i1
      %cvt_40 = arith.extui %or_24 : i1 to i64  // to_dtype
      %shl_12 = arith.shli %cvt_40, %k_5 : i64  // bitwise_left_shift
      %or_25 = arith.ori %cvt_39, %shl_12 : i64
      %shl_13 = arith.shli %or_25, %k_3 : i64  // bitwise_left_shift
      %or_26 = arith.ori %or_21, %shl_13 : i64
      %cvt_41 = arith.trunci %or_26 : i64 to i16  // to_dtype
      %shl_14 = arith.shli %cvt_41, %k_12 : i16  // bitwise_left_shift
      %or_27 = arith.ori %or_20, %shl_14 : i16
      linalg.yield %or_27 : i16
  }
  "npu.scatter"(%or, %cvt, %out_ptr0) : (memref<2x2x2x8x4x2xi16, 1>, memref<2x2x2x8x4x2xi32, 1>, memref<512xi16>) -> ()
  return
}
// -----

// npu_fused_reshape_permute_clone: pointwise
func.func @npu_fused_reshape_permute_clone(%in_ptr0: memref<512xi16>, %out_ptr0: memref<512xi16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x1x8x2x2x2xi16, 1>
  %out = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x2x2x8x4x2xi16, 1>
  scf.for %P0 = %c0 to %c2 step %c1 {
    %x = arith.muli %P0, %c64 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [4, 1, 8, 2, 2, 2], strides: [128, 64, 8, 4, 2, 1] : memref<512xi16> to memref<4x1x8x2x2x2xi16, strided<[128, 64, 8, 4, 2, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<4x1x8x2x2x2xi16, strided<[128, 64, 8, 4, 2, 1], offset: ?>>, memref<4x1x8x2x2x2xi16, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d0, d3, d1, d5, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<4x1x8x2x2x2xi16, 1>) outs(%out : memref<1x2x2x8x4x2xi16, 1>) {
      ^bb0(%a: i16, %o: i16):
        linalg.yield %a : i16
    }
    %x_1 = arith.muli %P0, %c256 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [1, 2, 2, 8, 4, 2], strides: [256, 128, 64, 8, 2, 1] : memref<512xi16> to memref<1x2x2x8x4x2xi16, strided<[256, 128, 64, 8, 2, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<1x2x2x8x4x2xi16, 1>, memref<1x2x2x8x4x2xi16, strided<[256, 128, 64, 8, 2, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_mm_convert_element_type_iota_mul_rshift_bitwise_and_eq_full: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_convert_element_type_iota_mul_rshift_bitwise_and_eq_full
(%A: memref<640xbf16>, %in_ptr1: memref<512xi16>, %in_ptr2: memref<4096xbf16>, %Y: memref<320xbf16>) {
  %p0_c4 = arith.constant 4 : index
  %p0_c32 = arith.constant 32 : index
  %p0_k = arith.constant 4 : i32
  %p0_k_1 = arith.constant 32 : i32
  %p0_k_2 = arith.constant 0 : i32
  %p0_k_3 = arith.constant 31 : i32
  %p0_k_4 = arith.constant 2 : i32
  %p0_k_5 = arith.constant 3 : i32
  %p0_cst = arith.constant 0.0 : bf16
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64x1x4xbf16, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64x1x4xbf16, 1>
  %p0_t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<64x1xi16, 1>
  %p0_sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4xi32, 1>
  %p0_and_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64x1x4xi32, 1>
  %p0_and_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64x1x4xi32, 1>
  %ec64 = arith.constant 64 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x64xbf16, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<8x16xbf16, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<64x16xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  affine.for %m = 0 to 5 step 8 {
    affine.for %n = 0 to 64 step 64 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<8x64xf32, 1>)
      affine.for %k = 0 to 128 step 16 {
        %t2 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [5, 16], strides: [128, 1] : memref<640xbf16> to memref<5x16xbf16, strided<[128, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<5x16xbf16, strided<[128, 1], offset: ?>>, memref<8x16xbf16, 1>) -> ()
        %p0_group = affine.apply affine_map<(d0) -> (d0 floordiv 16)>(%k)
        %p0_groups = memref.expand_shape %B_tile [[0], [1, 2, 3]] output_shape [64, 1, 4, 4] : memref<64x16xbf16, 1> into memref<64x1x4x4xbf16, 1>
        %p0_x = arith.muli %p0_group, %p0_c4 : index
        %p0_x_1 = arith.addi %p0_x, %p0_c32 : index
        %p0_view = memref.reinterpret_cast %in_ptr2 to offset: [%p0_x_1], sizes: [64, 1, 4], strides: [64, 4, 1] : memref<4096xbf16> to memref<64x1x4xbf16, strided<[64, 4, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<64x1x4xbf16, strided<[64, 4, 1], offset: ?>>, memref<64x1x4xbf16, 1>) -> ()
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [%p0_x], sizes: [64, 1, 4], strides: [64, 4, 1] : memref<4096xbf16> to memref<64x1x4xbf16, strided<[64, 4, 1], offset: ?>>
        "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<64x1x4xbf16, strided<[64, 4, 1], offset: ?>>, memref<64x1x4xbf16, 1>) -> ()
        %p0_view_2 = memref.reinterpret_cast %in_ptr1 to offset: [%p0_group], sizes: [64, 1], strides: [8, 1] : memref<512xi16> to memref<64x1xi16, strided<[8, 1], offset: ?>>
        "npu.dma_load"(%p0_view_2, %p0_t_2) : (memref<64x1xi16, strided<[8, 1], offset: ?>>, memref<64x1xi16, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_sel : memref<4xi32, 1>) {
          ^bb0(%p0_o: i32):
          %p0_at = linalg.index 0 : index
          %p0_i = arith.index_cast %p0_at : index to i32
          %p0_mul = arith.muli %p0_k, %p0_i : i32  // index
          %p0_lt = arith.cmpi slt, %p0_mul, %p0_k_1 : i32  // bitwise_right_shift
          %p0_ge = arith.cmpi sge, %p0_mul, %p0_k_2 : i32  // bitwise_right_shift
          %p0_and = arith.andi %p0_lt, %p0_ge : i1  // bitwise_right_shift
          %p0_sel_1 = arith.select %p0_and, %p0_mul, %p0_k_3 : i32  // bitwise_right_shift
          linalg.yield %p0_sel_1 : i32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t_2, %p0_sel : memref<64x1xi16, 1>, memref<4xi32, 1>) outs(%p0_and_1, %p0_and_2 : memref<64x1x4xi32, 1>, memref<64x1x4xi32, 1>) {
          ^bb0(%p0_a: i16, %p0_a_1: i32, %p0_o_1: i32, %p0_o_2: i32):
          %p0_cvt = arith.extsi %p0_a : i16 to i32  // to_dtype
          %p0_shr = arith.shrsi %p0_cvt, %p0_a_1 : i32  // bitwise_right_shift
          %p0_shr_1 = arith.shrsi %p0_shr, %p0_k_4 : i32  // bitwise_right_shift
          %p0_and_3 = arith.andi %p0_shr_1, %p0_k_5 : i32
          %p0_shr_2 = arith.shrsi %p0_shr, %p0_k_2 : i32  // bitwise_right_shift
          %p0_and_4 = arith.andi %p0_shr_2, %p0_k_5 : i32
          linalg.yield %p0_and_3, %p0_and_4 : i32, i32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p0_and_1, %p0_t, %p0_and_2, %p0_t_1 : memref<64x1x4xi32, 1>, memref<64x1x4xbf16, 1>, memref<64x1x4xi32, 1>, memref<64x1x4xbf16, 1>) outs(%p0_groups : memref<64x1x4x4xbf16, 1>) {
          ^bb0(%p0_a_2: i32, %p0_a_3: bf16, %p0_a_4: i32, %p0_a_5: bf16, %p0_o_3: bf16):
          %p0_at_1 = linalg.index 3 : index
          %p0_i_1 = arith.index_cast %p0_at_1 : index to i32
          %p0_eq = arith.cmpi eq, %p0_a_2, %p0_i_1 : i32
          %p0_eq_1 = arith.cmpi eq, %p0_a_4, %p0_i_1 : i32
          %p0_sel_2 = arith.select %p0_eq_1, %p0_a_5, %p0_cst : bf16  // where
          %p0_sel_3 = arith.select %p0_eq, %p0_a_3, %p0_sel_2 : bf16  // where
          linalg.yield %p0_sel_3 : bf16
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<8x16xbf16, 1>, memref<64x16xbf16, 1>) outs(%accumulator : memref<8x64xf32, 1>) {
          ^bb0(%left_0: bf16, %right_0: bf16, %total_0: f32):
          %left_0_wide = arith.extf %left_0 : bf16 to f32
          %right_0_wide = arith.extf %right_0 : bf16 to f32
          %product_0 = arith.mulf %left_0_wide, %right_0_wide : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<8x64xf32, 1>) outs(%eout : memref<8x64xbf16, 1>) {
        ^bb0(%ea: f32, %eo: bf16):
        %ecvt = arith.truncf %ea : f32 to bf16
        linalg.yield %ecvt : bf16
      }
      %ex = arith.muli %m, %ec64 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec5 : index
      %en_P0 = arith.minsi %ex_3, %ec8 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, 64], strides: [64, 1] : memref<320xbf16> to memref<?x64xbf16, strided<[64, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview) : (memref<8x64xbf16, 1>, memref<?x64xbf16, strided<[64, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
