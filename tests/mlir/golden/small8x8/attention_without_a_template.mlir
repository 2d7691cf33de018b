// npu_fused_bmm_mul: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_bmm_mul
(%in_ptr0: memref<640xf32>, %in_ptr1: memref<640xf32>, %Y: memref<800xf32>) {
  %p0_c320 = arith.constant 320 : index
  %p0_cst = arith.constant 0.5 : f32
  %p0_t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x24x16xf32, 1>
  %p1_c320 = arith.constant 320 : index
  %p1_cst = arith.constant 0.5 : f32
  %p1_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32x16xf32, 1>
  %ec20 = arith.constant 20 : index
  %ec400 = arith.constant 400 : index
  %ecm1 = arith.constant -1 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  affine.for %b = 0 to 2 step 1 {
    affine.for %k = 0 to 16 step 16 {
      affine.for %m = 0 to 20 step 24 {
        %p0_x = arith.muli %b, %p0_c320 : index
        %p0_view = memref.reinterpret_cast %in_ptr0 to offset: [%p0_x], sizes: [1, 20, 16], strides: [320, 16, 1] : memref<640xf32> to memref<1x20x16xf32, strided<[320, 16, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<1x20x16xf32, strided<[320, 16, 1], offset: ?>>, memref<1x24x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t : memref<1x24x16xf32, 1>) outs(%A_tile : memref<24x16xf32, 1>) {
          ^bb0(%p0_a: f32, %p0_o: f32):
          %p0_mul = arith.mulf %p0_a, %p0_cst : f32
          linalg.yield %p0_mul : f32
        }
        affine.for %n = 0 to 20 step 32 {
          %t1 = arith.constant 0.0 : f32
          linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x32xf32, 1>)
          %p1_x = arith.muli %b, %p1_c320 : index
          %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [%p1_x], sizes: [1, 20, 16], strides: [320, 16, 1] : memref<640xf32> to memref<1x20x16xf32, strided<[320, 16, 1], offset: ?>>
          "npu.dma_load"(%p1_view, %p1_t) : (memref<1x20x16xf32, strided<[320, 16, 1], offset: ?>>, memref<1x32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p1_t : memref<1x32x16xf32, 1>) outs(%B_tile : memref<16x32xf32, 1>) {
            ^bb0(%p1_a: f32, %p1_o: f32):
            %p1_mul = arith.mulf %p1_a, %p1_cst : f32
            linalg.yield %p1_mul : f32
          }
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xf32, 1>, memref<16x32xf32, 1>) outs(%accumulator : memref<24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec20 : index
          %ex_1 = arith.muli %b, %ec400 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec20 : index
          %en_P1 = arith.minsi %ex_5, %ec24 : index
          %ex_6 = arith.muli %n, %ecm1 : index
          %ex_7 = arith.addi %ex_6, %ec20 : index
          %en_P2 = arith.minsi %ex_7, %ec32 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P1, %en_P2], strides: [20, 1] : memref<800xf32> to memref<?x?xf32, strided<[20, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<24x32xf32, 1>, memref<?x?xf32, strided<[20, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_eq_logical_not_any_amax_sub_exp_sum_full_div_where: reduction, fusions horizontal pointwise
func.func @npu_fused_eq_logical_not_any_amax_sub_exp_sum_full_div_where(%in_out_ptr0: memref<800xf32>) {
  %c20 = arith.constant 20 : index
  %k = arith.constant 0 : i8
  %cst = arith.constant 0xFF800000 : f32
  %k_1 = arith.constant true
  %k_2 = arith.constant 0 : i64
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 1.0 : f32
  %k_3 = arith.constant 0 : i8
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x32xf32, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi8, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xf32, 1>
  %xor_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi8, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x32xf32, 1>
  %view = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [40, 20], strides: [20, 1] : memref<800xf32> to memref<40x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<40x20xf32, strided<[20, 1], offset: 0>>, memref<40x32xf32, 1>) -> ()
  linalg.fill ins(%k : i8) outs(%any : memref<40xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<40x32xf32, 1>) outs(%any : memref<40xi8, 1>) {
    ^bb0(%a: f32, %o: i8):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c20 : index
      %eq = arith.cmpf oeq, %a, %cst : f32
      %xor = arith.xori %eq, %k_1 : i1  // logical_not
      %cvt = arith.extui %xor : i1 to i64  // to_dtype
      %ne = arith.cmpi ne, %cvt, %k_2 : i64  // to_dtype
      %cvt_1 = arith.extui %ne : i1 to i8  // any
      %sel = arith.select %inside, %cvt_1, %k : i8  // where
      %any_1 = arith.ori %o, %sel : i8
      linalg.yield %any_1 : i8
  }
  linalg.fill ins(%cst : f32) outs(%max : memref<40xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<40x32xf32, 1>) outs(%max : memref<40xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %max_1 = arith.maximumf %o_1, %a_1 : f32
      linalg.yield %max_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max : memref<40x32xf32, 1>, memref<40xf32, 1>) outs(%exp : memref<40x32xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %sub = arith.subf %a_2, %a_3 : f32
      %exp_1 = math.exp %sub : f32
      linalg.yield %exp_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum : memref<40xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%exp : memref<40x32xf32, 1>) outs(%sum : memref<40xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %at_1 = linalg.index 1 : index
      %inside_1 = arith.cmpi slt, %at_1, %c20 : index
      %sel_1 = arith.select %inside_1, %a_4, %cst_1 : f32  // where
      %sum_1 = arith.addf %o_3, %sel_1 : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<40xi8, 1>) outs(%xor_1 : memref<40xi8, 1>) {
    ^bb0(%a_5: i8, %o_4: i8):
      %ne_1 = arith.cmpi ne, %a_5, %k : i8  // any
      %xor_2 = arith.xori %ne_1, %k_1 : i1  // logical_not
      %byte = arith.extui %xor_2 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<40xf32, 1>) outs(%div : memref<40xf32, 1>) {
    ^bb0(%a_6: f32, %o_5: f32):
      %div_1 = arith.divf %cst_2, %a_6 : f32  // truediv
      linalg.yield %div_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%exp, %xor_1, %div : memref<40x32xf32, 1>, memref<40xi8, 1>, memref<40xf32, 1>) outs(%out : memref<40x32xf32, 1>) {
    ^bb0(%a_7: f32, %a_8: i8, %a_9: f32, %o_6: f32):
      %flag = arith.cmpi ne, %a_8, %k_3 : i8
      %mul = arith.mulf %a_7, %a_9 : f32  // truediv
      %sel_2 = arith.select %flag, %cst_1, %mul : f32  // where
      linalg.yield %sel_2 : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [40, 20], strides: [20, 1] : memref<800xf32> to memref<40x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<40x32xf32, 1>, memref<40x20xf32, strided<[20, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_bmm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_bmm
(%A: memref<800xf32>, %B: memref<640xf32>, %Y: memref<640xf32>) {
  %ec16 = arith.constant 16 : index
  %ec320 = arith.constant 320 : index
  %ecm1 = arith.constant -1 : index
  %ec20 = arith.constant 20 : index
  %ec24 = arith.constant 24 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %b = 0 to 2 step 1 {
    affine.for %m = 0 to 20 step 24 {
      affine.for %n = 0 to 16 step 16 {
        %t1 = arith.constant 0.0 : f32
        linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x16xf32, 1>)
        affine.for %k = 0 to 20 step 16 {
          %t2 = affine.min affine_map<(d0) -> (16, 20 - d0)>(%k)
          %t3 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%b, %k)
          %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [20, %t2], strides: [20, 1] : memref<800xf32> to memref<20x?xf32, strided<[20, 1], offset: ?>>
          "npu.dma_load"(%t4, %A_tile) : (memref<20x?xf32, strided<[20, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
          %t5 = affine.min affine_map<(d0) -> (16, 20 - d0)>(%k)
          %t6 = affine.apply affine_map<(d0, d1) -> (d0 * 320 + d1 * 16)>(%b, %k)
          %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 16], strides: [16, 1] : memref<640xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t7, %B_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xf32, 1>, memref<16x16xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        %ex = arith.muli %m, %ec16 : index
        %ex_1 = arith.muli %b, %ec320 : index
        %ex_2 = arith.addi %ex, %ex_1 : index
        %ex_3 = arith.addi %ex_2, %n : index
        %ex_4 = arith.muli %m, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec20 : index
        %en_P1 = arith.minsi %ex_5, %ec24 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P1, 16], strides: [16, 1] : memref<640xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<24x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
