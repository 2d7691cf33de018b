// npu_fused_bmm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_bmm
(%A: memref<352xf32>, %B: memref<608xf32>, %Y: memref<418xf32>) {
  %ec19 = arith.constant 19 : index
  %ec209 = arith.constant 209 : index
  %ecm1 = arith.constant -1 : index
  %ec11 = arith.constant 11 : index
  %ec16 = arith.constant 16 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  affine.for %b = 0 to 2 step 1 {
    affine.for %k = 0 to 16 step 16 {
      affine.for %m = 0 to 11 step 16 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 176)>(%b)
        %t2 = memref.reinterpret_cast %A to offset: [%t1], sizes: [11, 16], strides: [16, 1] : memref<352xf32> to memref<11x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %A_tile) : (memref<11x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
        affine.for %n = 0 to 19 step 16 {
          %t3 = arith.constant 0.0 : f32
          linalg.fill ins(%t3 : f32) outs(%accumulator : memref<16x16xf32, 1>)
          %t4 = affine.min affine_map<(d0) -> (16, 19 - d0)>(%n)
          %t5 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%b, %n)
          %t6 = memref.reinterpret_cast %B to offset: [%t5], sizes: [%t4, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t6, %B_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xf32, 1>, memref<16x16xf32, 1>) outs(%accumulator : memref<16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec19 : index
          %ex_1 = arith.muli %b, %ec209 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec11 : index
          %en_P1 = arith.minsi %ex_5, %ec16 : index
          %ex_6 = arith.muli %n, %ecm1 : index
          %ex_7 = arith.addi %ex_6, %ec19 : index
          %en_P2 = arith.minsi %ex_7, %ec16 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P1, %en_P2], strides: [19, 1] : memref<418xf32> to memref<?x?xf32, strided<[19, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<16x16xf32, 1>, memref<?x?xf32, strided<[19, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_eq_full_div_where_amax_sub_exp_sum: reduction, fusions pointwise
func.func @npu_fused_eq_full_div_where_amax_sub_exp_sum(%in_out_ptr0: memref<418xf32>, %in_ptr0: memref<209xf32>) {
  %c19 = arith.constant 19 : index
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant -1.0 : f32
  %cst_3 = arith.constant 0.25 : f32
  %cst_4 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<11x32xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11x32xf32, 1>
  %max = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11xf32, 1>
  %div = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x11x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [11, 19], strides: [19, 1] : memref<209xf32> to memref<11x19xf32, strided<[19, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<11x19xf32, strided<[19, 1], offset: 0>>, memref<11x32xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [2, 11, 19], strides: [209, 19, 1] : memref<418xf32> to memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>, memref<2x11x32xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<2x11xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %t_1 : memref<11x32xf32, 1>, memref<2x11x32xf32, 1>) outs(%max : memref<2x11xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 2 : index
      %inside = arith.cmpi slt, %at, %c19 : index
      %eq = arith.cmpf oeq, %a, %cst_1 : f32
      %mul = arith.mulf %a_1, %cst_3 : f32
      %sel = arith.select %eq, %cst_2, %mul : f32  // where
      %sel_1 = arith.select %inside, %sel, %cst : f32  // truediv
      %max_1 = arith.maximumf %o, %sel_1 : f32
      linalg.yield %max_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %t_1, %max : memref<11x32xf32, 1>, memref<2x11x32xf32, 1>, memref<2x11xf32, 1>) outs(%exp : memref<2x11x32xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %a_4: f32, %o_1: f32):
      %eq_1 = arith.cmpf oeq, %a_2, %cst_1 : f32
      %mul_1 = arith.mulf %a_3, %cst_3 : f32
      %sel_2 = arith.select %eq_1, %cst_2, %mul_1 : f32  // where
      %sub = arith.subf %sel_2, %a_4 : f32
      %exp_1 = math.exp %sub : f32
      linalg.yield %exp_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum : memref<2x11xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%exp : memref<2x11x32xf32, 1>) outs(%sum : memref<2x11xf32, 1>) {
    ^bb0(%a_5: f32, %o_2: f32):
      %at_1 = linalg.index 2 : index
      %inside_1 = arith.cmpi slt, %at_1, %c19 : index
      %sel_3 = arith.select %inside_1, %a_5, %cst_1 : f32  // truediv
      %sum_1 = arith.addf %o_2, %sel_3 : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<2x11xf32, 1>) outs(%div : memref<2x11xf32, 1>) {
    ^bb0(%a_6: f32, %o_3: f32):
      %div_1 = arith.divf %cst_4, %a_6 : f32  // truediv
      linalg.yield %div_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %div : memref<2x11x32xf32, 1>, memref<2x11xf32, 1>) outs(%out : memref<2x11x32xf32, 1>) {
    ^bb0(%a_7: f32, %a_8: f32, %o_4: f32):
      %mul_2 = arith.mulf %a_7, %a_8 : f32  // truediv
      linalg.yield %mul_2 : f32
  }
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [2, 11, 19], strides: [209, 19, 1] : memref<418xf32> to memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<2x11x32xf32, 1>, memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_bmm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_bmm
(%A: memref<418xf32>, %B: memref<608xf32>, %Y: memref<352xf32>) {
  %ec16 = arith.constant 16 : index
  %ec176 = arith.constant 176 : index
  %ecm1 = arith.constant -1 : index
  %ec11 = arith.constant 11 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  affine.for %b = 0 to 2 step 1 {
    affine.for %m = 0 to 11 step 16 {
      affine.for %n = 0 to 16 step 16 {
        %t1 = arith.constant 0.0 : f32
        linalg.fill ins(%t1 : f32) outs(%accumulator : memref<16x16xf32, 1>)
        affine.for %k = 0 to 19 step 16 {
          %t2 = affine.min affine_map<(d0) -> (16, 19 - d0)>(%k)
          %t3 = affine.apply affine_map<(d0, d1) -> (d0 * 209 + d1)>(%b, %k)
          %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [11, %t2], strides: [19, 1] : memref<418xf32> to memref<11x?xf32, strided<[19, 1], offset: ?>>
          "npu.dma_load"(%t4, %A_tile) : (memref<11x?xf32, strided<[19, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          %t5 = affine.min affine_map<(d0) -> (16, 19 - d0)>(%k)
          %t6 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%b, %k)
          %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t7, %B_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xf32, 1>, memref<16x16xf32, 1>) outs(%accumulator : memref<16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        %ex = arith.muli %m, %ec16 : index
        %ex_1 = arith.muli %b, %ec176 : index
        %ex_2 = arith.addi %ex, %ex_1 : index
        %ex_3 = arith.addi %ex_2, %n : index
        %ex_4 = arith.muli %m, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec11 : index
        %en_P1 = arith.minsi %ex_5, %ec16 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P1, 16], strides: [16, 1] : memref<352xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<16x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
