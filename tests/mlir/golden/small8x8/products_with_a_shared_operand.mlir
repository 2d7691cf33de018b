// npu_fused_mm_neg_exp_add_div_mul: template, template MLIRGemmTemplate, fusions epilogue sibling, mapping default
func.func @npu_fused_mm_neg_exp_add_div_mul
(%A: memref<4550xf32>, %B: memref<2310xf32>, %B1: memref<2310xf32>, %Y: memref<2145xf32>) {
  %ecst = arith.constant 1.0 : f32
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ec16 = arith.constant 16 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x80xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %B1_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x16xf32, 1>
  %accumulator1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %k = 0 to 70 step 80 {
    affine.for %n = 0 to 33 step 16 {
      %t1 = affine.min affine_map<(d0) -> (16, 33 - d0)>(%n)
      %t2 = affine.apply affine_map<(d0) -> (d0)>(%n)
      %t3 = memref.reinterpret_cast %B to offset: [%t2], sizes: [70, %t1], strides: [33, 1] : memref<2310xf32> to memref<70x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_load"(%t3, %B_tile) : (memref<70x?xf32, strided<[33, 1], offset: ?>>, memref<80x16xf32, 1>) -> ()
      %t4 = affine.min affine_map<(d0) -> (16, 33 - d0)>(%n)
      %t5 = affine.apply affine_map<(d0) -> (d0)>(%n)
      %t6 = memref.reinterpret_cast %B1 to offset: [%t5], sizes: [70, %t4], strides: [33, 1] : memref<2310xf32> to memref<70x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_load"(%t6, %B1_tile) : (memref<70x?xf32, strided<[33, 1], offset: ?>>, memref<80x16xf32, 1>) -> ()
      affine.for %m = 0 to 65 step 24 {
        %t7 = arith.constant 0.0 : f32
        linalg.fill ins(%t7 : f32) outs(%accumulator : memref<24x16xf32, 1>)
        %t8 = arith.constant 0.0 : f32
        linalg.fill ins(%t8 : f32) outs(%accumulator1 : memref<24x16xf32, 1>)
        %t9 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
        %t10 = affine.apply affine_map<(d0) -> (d0 * 70)>(%m)
        %t11 = memref.reinterpret_cast %A to offset: [%t10], sizes: [%t9, 70], strides: [70, 1] : memref<4550xf32> to memref<?x70xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t11, %A_tile) : (memref<?x70xf32, strided<[70, 1], offset: ?>>, memref<24x80xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x80xf32, 1>, memref<80x16xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B1_tile : memref<24x80xf32, 1>, memref<80x16xf32, 1>) outs(%accumulator1 : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %accumulator1 : memref<24x16xf32, 1>, memref<24x16xf32, 1>) outs(%eout : memref<24x16xf32, 1>) {
          ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
          %eneg = arith.negf %ea : f32
          %eexp = math.exp %eneg : f32
          %eadd = arith.addf %eexp, %ecst : f32
          %ediv = arith.divf %ea, %eadd : f32  // truediv
          %emul = arith.mulf %ediv, %ea_1 : f32
          linalg.yield %emul : f32
        }
        %ex = arith.muli %m, %ec33 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec65 : index
        %en_P0 = arith.minsi %ex_3, %ec24 : index
        %ex_4 = arith.muli %n, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec16 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
