// npu_fused_bmm_mul: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_bmm_mul
(%A: memref<1020xf32>, %B: memref<1860xf32>, %Y: memref<1581xf32>) {
  %ecst = arith.constant 2.0 : f32
  %ec31 = arith.constant 31 : index
  %ec527 = arith.constant 527 : index
  %ecm1 = arith.constant -1 : index
  %ec3 = arith.constant 3 : index
  %ec2 = arith.constant 2 : index
  %ec17 = arith.constant 17 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %eout = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x32xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x24x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x32x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x32xf32, 1>
  affine.for %b = 0 to 3 step 2 {
    affine.for %k = 0 to 20 step 32 {
      affine.for %m = 0 to 17 step 24 {
        %t1 = affine.min affine_map<(d0) -> (2, 3 - d0)>(%b)
        %t2 = affine.apply affine_map<(d0) -> (d0 * 340)>(%b)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [%t1, 17, 20], strides: [340, 20, 1] : memref<1020xf32> to memref<?x17x20xf32, strided<[340, 20, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<?x17x20xf32, strided<[340, 20, 1], offset: ?>>, memref<2x24x32xf32, 1>) -> ()
        affine.for %n = 0 to 31 step 32 {
          %t4 = arith.constant 0.0 : f32
          linalg.fill ins(%t4 : f32) outs(%accumulator : memref<2x24x32xf32, 1>)
          %t5 = affine.min affine_map<(d0) -> (2, 3 - d0)>(%b)
          %t6 = affine.apply affine_map<(d0) -> (d0 * 620)>(%b)
          %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 20, 31], strides: [620, 31, 1] : memref<1860xf32> to memref<?x20x31xf32, strided<[620, 31, 1], offset: ?>>
          "npu.dma_load"(%t7, %B_tile) : (memref<?x20x31xf32, strided<[620, 31, 1], offset: ?>>, memref<2x32x32xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x24x32xf32, 1>, memref<2x32x32xf32, 1>) outs(%accumulator : memref<2x24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%accumulator : memref<2x24x32xf32, 1>) outs(%eout : memref<2x24x32xf32, 1>) {
            ^bb0(%ea: f32, %eo: f32):
            %emul = arith.mulf %ea, %ecst : f32
            linalg.yield %emul : f32
          }
          %ex = arith.muli %m, %ec31 : index
          %ex_1 = arith.muli %b, %ec527 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %b, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec3 : index
          %en_P0 = arith.minsi %ex_5, %ec2 : index
          %ex_6 = arith.muli %m, %ecm1 : index
          %ex_7 = arith.addi %ex_6, %ec17 : index
          %en_P1 = arith.minsi %ex_7, %ec24 : index
          %ex_8 = arith.muli %n, %ecm1 : index
          %ex_9 = arith.addi %ex_8, %ec31 : index
          %en_P2 = arith.minsi %ex_9, %ec32 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P0, %en_P1, %en_P2], strides: [527, 31, 1] : memref<1581xf32> to memref<?x?x?xf32, strided<[527, 31, 1], offset: ?>>
          "npu.dma_store"(%eout, %eview) : (memref<2x24x32xf32, 1>, memref<?x?x?xf32, strided<[527, 31, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
