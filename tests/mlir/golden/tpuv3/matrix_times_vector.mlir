// npu_fused_unsqueeze_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_unsqueeze_mm
(%A: memref<7869xf32>, %B: memref<61xf32>, %Y: memref<129xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec129 = arith.constant 129 : index
  %ec136 = arith.constant 136 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<136x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<32x1xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<136x1xf32, 1>
  affine.for %m = 0 to 129 step 136 {
    affine.for %n = 0 to 1 step 1 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<136x1xf32, 1>)
      affine.for %k = 0 to 61 step 32 {
        %t2 = affine.min affine_map<(d0) -> (32, 61 - d0)>(%k)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [129, %t2], strides: [61, 1] : memref<7869xf32> to memref<129x?xf32, strided<[61, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<129x?xf32, strided<[61, 1], offset: ?>>, memref<136x32xf32, 1>) -> ()
        %t5 = affine.min affine_map<(d0) -> (32, 61 - d0)>(%k)
        %t6 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 1], strides: [1, 1] : memref<61xf32> to memref<?x1xf32, strided<[1, 1], offset: ?>>
        "npu.dma_load"(%t7, %B_tile) : (memref<?x1xf32, strided<[1, 1], offset: ?>>, memref<32x1xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<136x32xf32, 1>, memref<32x1xf32, 1>) outs(%accumulator : memref<136x1xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec129 : index
      %en_P0 = arith.minsi %ex_1, %ec136 : index
      %eview = memref.reinterpret_cast %Y to offset: [%m], sizes: [%en_P0, 1], strides: [1, 1] : memref<129xf32> to memref<?x1xf32, strided<[1, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<136x1xf32, 1>, memref<?x1xf32, strided<[1, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
