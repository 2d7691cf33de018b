// npu_fused_var_mean_sub_add_rsqrt_mul: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_sub_add_rsqrt_mul(%in_ptr0: memref<720xf32>, %in_ptr1: memref<8xf32>, %out_ptr2: memref<720xf32>) {
  %cst = arith.constant 0.0 : f32
  %c30 = arith.constant 30 : index
  %cst_1 = arith.constant 90.0 : f32
  %cst_2 = arith.constant 1.0e-05 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x8x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %rsqrt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x8x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 8, 30], strides: [240, 30, 1] : memref<720xf32> to memref<3x8x30xf32, strided<[240, 30, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<3x8x30xf32, strided<[240, 30, 1], offset: 0>>, memref<3x8x32xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<8xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%t : memref<3x8x32xf32, 1>) outs(%sum : memref<8xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<8xf32, 1>) outs(%div : memref<8xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<8xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%t, %div : memref<3x8x32xf32, 1>, memref<8xf32, 1>) outs(%sum_2 : memref<8xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %at = linalg.index 2 : index
      %inside = arith.cmpi slt, %at, %c30 : index
      %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
      %mul = arith.mulf %sub, %sub : f32  // welford_reduce
      %sel = arith.select %inside, %mul, %cst : f32  // mul
      %sum_3 = arith.addf %o_2, %sel : f32
      linalg.yield %sum_3 : f32
  }
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [8], strides: [1] : memref<8xf32> to memref<8xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<8xf32, strided<[1], offset: 0>>, memref<8xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<8xf32, 1>) outs(%rsqrt : memref<8xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %div_2 = arith.divf %a_4, %cst_1 : f32  // truediv
      %add = arith.addf %div_2, %cst_2 : f32
      %rsqrt_1 = math.rsqrt %add : f32
      linalg.yield %rsqrt_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %div, %rsqrt, %t_1 : memref<3x8x32xf32, 1>, memref<8xf32, 1>, memref<8xf32, 1>, memref<8xf32, 1>) outs(%out : memref<3x8x32xf32, 1>) {
    ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %o_4: f32):
      %sub_1 = arith.subf %a_5, %a_6 : f32  // welford_reduce
      %mul_1 = arith.mulf %sub_1, %a_7 : f32
      %mul_2 = arith.mulf %mul_1, %a_8 : f32
      linalg.yield %mul_2 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [3, 8, 30], strides: [240, 30, 1] : memref<720xf32> to memref<3x8x30xf32, strided<[240, 30, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<3x8x32xf32, 1>, memref<3x8x30xf32, strided<[240, 30, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_var_mean_sub_add_rsqrt_mul: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_sub_add_rsqrt_mul(%in_ptr0: memref<720xf32>, %out_ptr2: memref<720xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c6 = arith.constant 6 : index
  %c60 = arith.constant 60 : index
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 60.0 : f32
  %cst_2 = arith.constant 1.0e-05 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x64xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %rsqrt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x64xf32, 1>
  scf.for %P0 = %c0 to %c12 step %c6 {
    %x = arith.muli %P0, %c60 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [6, 60], strides: [60, 1] : memref<720xf32> to memref<6x60xf32, strided<[60, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<6x60xf32, strided<[60, 1], offset: ?>>, memref<6x64xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<6xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<6x64xf32, 1>) outs(%sum : memref<6xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum_1 = arith.addf %o, %a : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<6xf32, 1>) outs(%div : memref<6xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
        linalg.yield %div_1 : f32
    }
    linalg.fill ins(%cst : f32) outs(%sum_2 : memref<6xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %div : memref<6x64xf32, 1>, memref<6xf32, 1>) outs(%sum_2 : memref<6xf32, 1>) {
      ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c60 : index
        %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
        %mul = arith.mulf %sub, %sub : f32  // welford_reduce
        %sel = arith.select %inside, %mul, %cst : f32  // mul
        %sum_3 = arith.addf %o_2, %sel : f32
        linalg.yield %sum_3 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<6xf32, 1>) outs(%rsqrt : memref<6xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %div_2 = arith.divf %a_4, %cst_1 : f32  // truediv
        %add = arith.addf %div_2, %cst_2 : f32
        %rsqrt_1 = math.rsqrt %add : f32
        linalg.yield %rsqrt_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %div, %rsqrt : memref<6x64xf32, 1>, memref<6xf32, 1>, memref<6xf32, 1>) outs(%out : memref<6x64xf32, 1>) {
      ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %o_4: f32):
        %sub_1 = arith.subf %a_5, %a_6 : f32  // welford_reduce
        %mul_1 = arith.mulf %sub_1, %a_7 : f32
        linalg.yield %mul_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr2 to offset: [%x], sizes: [6, 60], strides: [60, 1] : memref<720xf32> to memref<6x60xf32, strided<[60, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<6x64xf32, 1>, memref<6x60xf32, strided<[60, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
