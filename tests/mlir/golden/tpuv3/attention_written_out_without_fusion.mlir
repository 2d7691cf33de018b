// npu_fused_bmm_eq_full_div_where_amax_sub_exp_sum: template, template MLIRGemmTemplate, fusions reduction_epilogue, mapping default
func.func @npu_fused_bmm_eq_full_div_where_amax_sub_exp_sum
(%A: memref<352xf32>, %B: memref<608xf32>, %in_ptr2: memref<209xf32>, %Y: memref<418xf32>) {
  %ec19 = arith.constant 19 : index
  %ecm1 = arith.constant -1 : index
  %ec11 = arith.constant 11 : index
  %ec16 = arith.constant 16 : index
  %ec32 = arith.constant 32 : index
  %ecst = arith.constant 0xFF800000 : f32
  %ecst_1 = arith.constant 0.0 : f32
  %ecst_2 = arith.constant -1.0 : f32
  %ecst_3 = arith.constant 0.25 : f32
  %ecst_4 = arith.constant 1.0 : f32
  %ec209 = arith.constant 209 : index
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %emax = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %eexp = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x32xf32, 1>
  %esum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %ediv = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x32xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x32xf32, 1>
  affine.for %b = 0 to 2 step 2 {
    affine.for %k = 0 to 16 step 16 {
      affine.for %m = 0 to 11 step 16 {
        %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [2, 11, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>
        "npu.dma_load"(%t1, %A_tile) : (memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>, memref<2x16x16xf32, 1>) -> ()
        affine.for %n = 0 to 19 step 32 {
          %t2 = arith.constant 0.0 : f32
          linalg.fill ins(%t2 : f32) outs(%accumulator : memref<2x16x32xf32, 1>)
          %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [2, 19, 16], strides: [304, 16, 1] : memref<608xf32> to memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>
          "npu.dma_load"(%t3, %B_tile) : (memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>, memref<2x32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x16x16xf32, 1>, memref<2x32x16xf32, 1>) outs(%accumulator : memref<2x16x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec19 : index
          %ex_1 = arith.addi %ex, %n : index
          %ex_2 = arith.muli %m, %ecm1 : index
          %ex_3 = arith.addi %ex_2, %ec11 : index
          %en_P1 = arith.minsi %ex_3, %ec16 : index
          %ex_4 = arith.muli %n, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec19 : index
          %en_R2 = arith.minsi %ex_5, %ec32 : index
          %eview = memref.reinterpret_cast %in_ptr2 to offset: [%ex_1], sizes: [%en_P1, %en_R2], strides: [19, 1] : memref<209xf32> to memref<?x?xf32, strided<[19, 1], offset: ?>>
          "npu.dma_load"(%eview, %et) : (memref<?x?xf32, strided<[19, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
          linalg.fill ins(%ecst : f32) outs(%emax : memref<2x16xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%accumulator, %et : memref<2x16x32xf32, 1>, memref<16x32xf32, 1>) outs(%emax : memref<2x16xf32, 1>) {
            ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
            %eat = linalg.index 2 : index
            %eat_1 = arith.addi %eat, %n : index
            %einside = arith.cmpi slt, %eat_1, %ec19 : index
            %eeq = arith.cmpf oeq, %ea_1, %ecst_1 : f32
            %emul = arith.mulf %ea, %ecst_3 : f32
            %esel = arith.select %eeq, %ecst_2, %emul : f32  // where
            %esel_1 = arith.select %einside, %esel, %ecst : f32  // truediv
            %emax_1 = arith.maximumf %eo, %esel_1 : f32
            linalg.yield %emax_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%accumulator, %et, %emax : memref<2x16x32xf32, 1>, memref<16x32xf32, 1>, memref<2x16xf32, 1>) outs(%eexp : memref<2x16x32xf32, 1>) {
            ^bb0(%ea_2: f32, %ea_3: f32, %ea_4: f32, %eo_1: f32):
            %eeq_1 = arith.cmpf oeq, %ea_3, %ecst_1 : f32
            %emul_1 = arith.mulf %ea_2, %ecst_3 : f32
            %esel_2 = arith.select %eeq_1, %ecst_2, %emul_1 : f32  // where
            %esub = arith.subf %esel_2, %ea_4 : f32
            %eexp_1 = math.exp %esub : f32
            linalg.yield %eexp_1 : f32
          }
          linalg.fill ins(%ecst_1 : f32) outs(%esum : memref<2x16xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%eexp : memref<2x16x32xf32, 1>) outs(%esum : memref<2x16xf32, 1>) {
            ^bb0(%ea_5: f32, %eo_2: f32):
            %eat_2 = linalg.index 2 : index
            %eat_3 = arith.addi %eat_2, %n : index
            %einside_1 = arith.cmpi slt, %eat_3, %ec19 : index
            %esel_3 = arith.select %einside_1, %ea_5, %ecst_1 : f32  // truediv
            %esum_1 = arith.addf %eo_2, %esel_3 : f32
            linalg.yield %esum_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%esum : memref<2x16xf32, 1>) outs(%ediv : memref<2x16xf32, 1>) {
            ^bb0(%ea_6: f32, %eo_3: f32):
            %ediv_1 = arith.divf %ecst_4, %ea_6 : f32  // truediv
            linalg.yield %ediv_1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%eexp, %ediv : memref<2x16x32xf32, 1>, memref<2x16xf32, 1>) outs(%eout : memref<2x16x32xf32, 1>) {
            ^bb0(%ea_7: f32, %ea_8: f32, %eo_4: f32):
            %emul_2 = arith.mulf %ea_7, %ea_8 : f32  // truediv
            linalg.yield %emul_2 : f32
          }
          %ex_6 = arith.muli %b, %ec209 : index
          %ex_7 = arith.addi %ex, %ex_6 : index
          %ex_8 = arith.addi %ex_7, %n : index
          %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_8], sizes: [2, %en_P1, %en_R2], strides: [209, 19, 1] : memref<418xf32> to memref<2x?x?xf32, strided<[209, 19, 1], offset: ?>>
          "npu.dma_store"(%eout, %eview_1) : (memref<2x16x32xf32, 1>, memref<2x?x?xf32, strided<[209, 19, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
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
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x16x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x16xf32, 1>
  affine.for %b = 0 to 2 step 2 {
    affine.for %k = 0 to 19 step 32 {
      affine.for %m = 0 to 11 step 16 {
        %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [2, 11, 19], strides: [209, 19, 1] : memref<418xf32> to memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>
        "npu.dma_load"(%t1, %A_tile) : (memref<2x11x19xf32, strided<[209, 19, 1], offset: 0>>, memref<2x16x32xf32, 1>) -> ()
        affine.for %n = 0 to 16 step 16 {
          %t2 = arith.constant 0.0 : f32
          linalg.fill ins(%t2 : f32) outs(%accumulator : memref<2x16x16xf32, 1>)
          %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [2, 19, 16], strides: [304, 16, 1] : memref<608xf32> to memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>
          "npu.dma_load"(%t3, %B_tile) : (memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>, memref<2x32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x16x32xf32, 1>, memref<2x32x16xf32, 1>) outs(%accumulator : memref<2x16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec16 : index
          %ex_1 = arith.muli %b, %ec176 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec11 : index
          %en_P1 = arith.minsi %ex_5, %ec16 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [2, %en_P1, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x?x16xf32, strided<[176, 16, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<2x16x16xf32, 1>, memref<2x?x16xf32, strided<[176, 16, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
