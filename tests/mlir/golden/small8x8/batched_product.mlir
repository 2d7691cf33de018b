// npu_fused_bmm_mul: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_bmm_mul
(%A: memref<1020xf32>, %B: memref<1860xf32>, %Y: memref<1581xf32>) {
  %ecst = arith.constant 2.0 : f32
  %ec31 = arith.constant 31 : index
  %ec527 = arith.constant 527 : index
  %ecm1 = arith.constant -1 : index
  %ec17 = arith.constant 17 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %eout = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x24x32xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  affine.for %b = 0 to 3 step 1 {
    affine.for %m = 0 to 17 step 24 {
      affine.for %n = 0 to 31 step 32 {
        %t1 = arith.constant 0.0 : f32
        linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x32xf32, 1>)
        affine.for %k = 0 to 20 step 16 {
          %t2 = affine.min affine_map<(d0) -> (16, 20 - d0)>(%k)
          %t3 = affine.apply affine_map<(d0, d1) -> (d0 * 340 + d1)>(%b, %k)
          %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [17, %t2], strides: [20, 1] : memref<1020xf32> to memref<17x?xf32, strided<[20, 1], offset: ?>>
          "npu.dma_load"(%t4, %A_tile) : (memref<17x?xf32, strided<[20, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
          %t5 = affine.min affine_map<(d0) -> (16, 20 - d0)>(%k)
          %t6 = affine.apply affine_map<(d0, d1) -> (d0 * 620 + d1 * 31)>(%b, %k)
          %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 31], strides: [31, 1] : memref<1860xf32> to memref<?x31xf32, strided<[31, 1], offset: ?>>
          "npu.dma_load"(%t7, %B_tile) : (memref<?x31xf32, strided<[31, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xf32, 1>, memref<16x32xf32, 1>) outs(%accumulator : memref<24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%accumulator : memref<24x32xf32, 1>) outs(%eout : memref<1x24x32xf32, 1>) {
          ^bb0(%ea: f32, %eo: f32):
          %emul = arith.mulf %ea, %ecst : f32
          linalg.yield %emul : f32
        }
        %ex = arith.muli %m, %ec31 : index
        %ex_1 = arith.muli %b, %ec527 : index
        %ex_2 = arith.addi %ex, %ex_1 : index
        %ex_3 = arith.addi %ex_2, %n : index
        %ex_4 = arith.muli %m, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec17 : index
        %en_P1 = arith.minsi %ex_5, %ec24 : index
        %ex_6 = arith.muli %n, %ecm1 : index
        %ex_7 = arith.addi %ex_6, %ec31 : index
        %en_P2 = arith.minsi %ex_7, %ec32 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, %en_P1, %en_P2], strides: [527, 31, 1] : memref<1581xf32> to memref<1x?x?xf32, strided<[527, 31, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview) : (memref<1x24x32xf32, 1>, memref<1x?x?xf32, strided<[527, 31, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
