// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<4550xf32>, %B: memref<2310xf32>, %Y: memref<2145xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x48xf32, 1>
  affine.for %m = 0 to 65 step 24 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x48xf32, 1>)
      affine.for %k = 0 to 70 step 16 {
        %t2 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
        %t3 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t7 = affine.apply affine_map<(d0) -> (d0 * 33)>(%k)
        %t8 = memref.reinterpret_cast %B to offset: [%t7], sizes: [%t6, 33], strides: [33, 1] : memref<2310xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t8, %B_tile) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<16x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xf32, 1>, memref<16x48xf32, 1>) outs(%accumulator : memref<24x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec65 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<24x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_neg_exp_add_div_mul_amax_sub_sum: reduction, fusions pointwise
func.func @npu_fused_neg_exp_add_div_mul_amax_sub_sum(%in_out_ptr0: memref<2145xf32>, %in_ptr0: memref<2145xf32>) {
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c8 = arith.constant 8 : index
  %c33 = arith.constant 33 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 1.0 : f32
  %cst_1 = arith.constant 0xFF800000 : f32
  %cst_2 = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %exp_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %div_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x48xf32, 1>
  scf.for %P0 = %c0 to %c65 step %c8 {
    %x = arith.muli %P0, %c33 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c65 : index
    %n_P0 = arith.minsi %x_2, %c8 : index
    %view = memref.reinterpret_cast %in_out_ptr0 to offset: [%x], sizes: [%n_P0, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<8x48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<8x48xf32, 1>) outs(%exp : memref<8x48xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %neg = arith.negf %a : f32
        %exp_1 = math.exp %neg : f32
        linalg.yield %exp_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %exp : memref<8x48xf32, 1>, memref<8x48xf32, 1>) outs(%div : memref<8x48xf32, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
        %add = arith.addf %a_2, %cst : f32
        %div_1 = arith.divf %a_1, %add : f32  // truediv
        linalg.yield %div_1 : f32
    }
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<8x48xf32, 1>) -> ()
    linalg.fill ins(%cst_1 : f32) outs(%max : memref<8xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%div, %t_1 : memref<8x48xf32, 1>, memref<8x48xf32, 1>) outs(%max : memref<8xf32, 1>) {
      ^bb0(%a_3: f32, %a_4: f32, %o_2: f32):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c33 : index
        %mul = arith.mulf %a_3, %a_4 : f32
        %sel = arith.select %inside, %mul, %cst_1 : f32  // truediv
        %max_1 = arith.maximumf %o_2, %sel : f32
        linalg.yield %max_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%div, %t_1, %max : memref<8x48xf32, 1>, memref<8x48xf32, 1>, memref<8xf32, 1>) outs(%exp_2 : memref<8x48xf32, 1>) {
      ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %o_3: f32):
        %mul_1 = arith.mulf %a_5, %a_6 : f32
        %sub = arith.subf %mul_1, %a_7 : f32
        %exp_3 = math.exp %sub : f32
        linalg.yield %exp_3 : f32
    }
    linalg.fill ins(%cst_2 : f32) outs(%sum : memref<8xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%exp_2 : memref<8x48xf32, 1>) outs(%sum : memref<8xf32, 1>) {
      ^bb0(%a_8: f32, %o_4: f32):
        %at_1 = linalg.index 1 : index
        %inside_1 = arith.cmpi slt, %at_1, %c33 : index
        %sel_1 = arith.select %inside_1, %a_8, %cst_2 : f32  // truediv
        %sum_1 = arith.addf %o_4, %sel_1 : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<8xf32, 1>) outs(%div_2 : memref<8xf32, 1>) {
      ^bb0(%a_9: f32, %o_5: f32):
        %div_3 = arith.divf %cst, %a_9 : f32  // truediv
        linalg.yield %div_3 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%exp_2, %div_2 : memref<8x48xf32, 1>, memref<8xf32, 1>) outs(%out : memref<8x48xf32, 1>) {
      ^bb0(%a_10: f32, %a_11: f32, %o_6: f32):
        %mul_2 = arith.mulf %a_10, %a_11 : f32  // truediv
        linalg.yield %mul_2 : f32
    }
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [%x], sizes: [%n_P0, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<8x48xf32, 1>, memref<?x33xf32, strided<[33, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
