// npu_fused_addmm_var_mean_sub_add_rsqrt_mul: template, template MLIRGemmTemplate, fusions reduction_epilogue, mapping default
func.func @npu_fused_addmm_var_mean_sub_add_rsqrt_mul
(%A: memref<4550xf32>, %B: memref<2310xf32>, %in_ptr2: memref<2145xf32>, %in_ptr3: memref<33xf32>, %Y: memref<2145xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec72 = arith.constant 72 : index
  %ec48 = arith.constant 48 : index
  %ecst = arith.constant 0.0 : f32
  %ecst_1 = arith.constant 33.0 : f32
  %ecst_2 = arith.constant 1.0e-05 : f32
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x48xf32, 1>
  %esum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %ediv = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %esum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %et_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48xf32, 1>
  %ersqrt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x80xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %k = 0 to 70 step 80 {
    affine.for %m = 0 to 65 step 72 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [65, 70], strides: [70, 1] : memref<4550xf32> to memref<65x70xf32, strided<[70, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<65x70xf32, strided<[70, 1], offset: 0>>, memref<72x80xf32, 1>) -> ()
      affine.for %n = 0 to 33 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<72x48xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [70, 33], strides: [33, 1] : memref<2310xf32> to memref<70x33xf32, strided<[33, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<70x33xf32, strided<[33, 1], offset: 0>>, memref<80x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<72x80xf32, 1>, memref<80x48xf32, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec33 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec65 : index
        %en_P0 = arith.minsi %ex_3, %ec72 : index
        %ex_4 = arith.muli %n, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_R1 = arith.minsi %ex_5, %ec48 : index
        %eview = memref.reinterpret_cast %in_ptr2 to offset: [%ex_1], sizes: [%en_P0, %en_R1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%eview, %et) : (memref<?x?xf32, strided<[33, 1], offset: ?>>, memref<72x48xf32, 1>) -> ()
        linalg.fill ins(%ecst : f32) outs(%esum : memref<72xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%accumulator, %et : memref<72x48xf32, 1>, memref<72x48xf32, 1>) outs(%esum : memref<72xf32, 1>) {
          ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
          %eat = linalg.index 1 : index
          %eat_1 = arith.addi %eat, %n : index
          %einside = arith.cmpi slt, %eat_1, %ec33 : index
          %eadd = arith.addf %ea, %ea_1 : f32
          %esel = arith.select %einside, %eadd, %ecst : f32  // mul
          %esum_1 = arith.addf %eo, %esel : f32
          linalg.yield %esum_1 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%esum : memref<72xf32, 1>) outs(%ediv : memref<72xf32, 1>) {
          ^bb0(%ea_2: f32, %eo_1: f32):
          %ediv_1 = arith.divf %ea_2, %ecst_1 : f32  // welford_reduce
          linalg.yield %ediv_1 : f32
        }
        linalg.fill ins(%ecst : f32) outs(%esum_2 : memref<72xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%accumulator, %et, %ediv : memref<72x48xf32, 1>, memref<72x48xf32, 1>, memref<72xf32, 1>) outs(%esum_2 : memref<72xf32, 1>) {
          ^bb0(%ea_3: f32, %ea_4: f32, %ea_5: f32, %eo_2: f32):
          %eat_2 = linalg.index 1 : index
          %eat_3 = arith.addi %eat_2, %n : index
          %einside_1 = arith.cmpi slt, %eat_3, %ec33 : index
          %eadd_1 = arith.addf %ea_3, %ea_4 : f32
          %esub = arith.subf %eadd_1, %ea_5 : f32  // welford_reduce
          %emul = arith.mulf %esub, %esub : f32  // welford_reduce
          %esel_1 = arith.select %einside_1, %emul, %ecst : f32  // mul
          %esum_3 = arith.addf %eo_2, %esel_1 : f32
          linalg.yield %esum_3 : f32
        }
        %eview_1 = memref.reinterpret_cast %in_ptr3 to offset: [%n], sizes: [%en_R1], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%eview_1, %et_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%esum_2 : memref<72xf32, 1>) outs(%ersqrt : memref<72xf32, 1>) {
          ^bb0(%ea_6: f32, %eo_3: f32):
          %ediv_2 = arith.divf %ea_6, %ecst_1 : f32  // truediv
          %eadd_2 = arith.addf %ediv_2, %ecst_2 : f32
          %ersqrt_1 = math.rsqrt %eadd_2 : f32
          linalg.yield %ersqrt_1 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et, %ediv, %ersqrt, %et_1 : memref<72x48xf32, 1>, memref<72x48xf32, 1>, memref<72xf32, 1>, memref<72xf32, 1>, memref<48xf32, 1>) outs(%eout : memref<72x48xf32, 1>) {
          ^bb0(%ea_7: f32, %ea_8: f32, %ea_9: f32, %ea_10: f32, %ea_11: f32, %eo_4: f32):
          %eadd_3 = arith.addf %ea_7, %ea_8 : f32
          %esub_1 = arith.subf %eadd_3, %ea_9 : f32  // welford_reduce
          %emul_1 = arith.mulf %esub_1, %ea_10 : f32
          %emul_2 = arith.mulf %emul_1, %ea_11 : f32
          linalg.yield %emul_2 : f32
        }
        %eview_2 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_R1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview_2) : (memref<72x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
