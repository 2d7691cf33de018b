// npu_fused_addmm_mul_erf_add: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm_mul_erf_add
(%A: memref<4550xf32>, %B: memref<2310xf32>, %in_ptr2: memref<33xf32>, %in_ptr3: memref<2145xf32>, %Y: memref<2145xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec33 = arith.constant 33 : index
  %ec16 = arith.constant 16 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ecst = arith.constant 0.5 : f32
  %ecst_1 = arith.constant 0.7071067811865476 : f32
  %ecst_2 = arith.constant 1.0 : f32
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16xf32, 1>
  %et_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %m = 0 to 65 step 24 {
    affine.for %n = 0 to 33 step 16 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x16xf32, 1>)
      affine.for %k = 0 to 70 step 32 {
        %t2 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
        %t3 = affine.min affine_map<(d0) -> (32, 70 - d0)>(%k)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<24x32xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (32, 70 - d0)>(%k)
        %t7 = affine.min affine_map<(d0) -> (16, 33 - d0)>(%n)
        %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 33 + d1)>(%k, %n)
        %t9 = memref.reinterpret_cast %B to offset: [%t8], sizes: [%t6, %t7], strides: [33, 1] : memref<2310xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t9, %B_tile) : (memref<?x?xf32, strided<[33, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x32xf32, 1>, memref<32x16xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %n, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec33 : index
      %en_P1 = arith.minsi %ex_1, %ec16 : index
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
      %ex_2 = arith.muli %m, %ec33 : index
      %ex_3 = arith.addi %ex_2, %n : index
      %ex_4 = arith.muli %m, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec65 : index
      %en_P0 = arith.minsi %ex_5, %ec24 : index
      %eview_1 = memref.reinterpret_cast %in_ptr3 to offset: [%ex_3], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_load"(%eview_1, %et_1) : (memref<?x?xf32, strided<[33, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et, %et_1 : memref<24x16xf32, 1>, memref<16xf32, 1>, memref<24x16xf32, 1>) outs(%eout : memref<24x16xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %ea_2: f32, %eo: f32):
        %eadd = arith.addf %ea, %ea_1 : f32
        %emul = arith.mulf %eadd, %ecst : f32
        %emul_1 = arith.mulf %eadd, %ecst_1 : f32
        %eerf = math.erf %emul_1 : f32
        %eadd_1 = arith.addf %eerf, %ecst_2 : f32
        %emul_2 = arith.mulf %emul, %eadd_1 : f32
        %emul_3 = arith.mulf %emul_2, %ea_2 : f32
        linalg.yield %emul_3 : f32
      }
      %eview_2 = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_2) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
