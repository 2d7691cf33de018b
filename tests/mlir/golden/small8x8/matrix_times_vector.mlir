// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<7869xf32>, %B: memref<61xf32>, %Y: memref<129xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec129 = arith.constant 129 : index
  %ec16 = arith.constant 16 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x64xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<64x1xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x1xf32, 1>
  affine.for %k = 0 to 61 step 64 {
    affine.for %n = 0 to 1 step 1 {
      %t1 = memref.reinterpret_cast %B to offset: [0], sizes: [61, 1], strides: [1, 1] : memref<61xf32> to memref<61x1xf32, strided<[1, 1], offset: 0>>
      "npu.dma_load"(%t1, %B_tile) : (memref<61x1xf32, strided<[1, 1], offset: 0>>, memref<64x1xf32, 1>) -> ()
      affine.for %m = 0 to 129 step 16 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<16x1xf32, 1>)
        %t3 = affine.min affine_map<(d0) -> (16, 129 - d0)>(%m)
        %t4 = affine.apply affine_map<(d0) -> (d0 * 61)>(%m)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t3, 61], strides: [61, 1] : memref<7869xf32> to memref<?x61xf32, strided<[61, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x61xf32, strided<[61, 1], offset: ?>>, memref<16x64xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x64xf32, 1>, memref<64x1xf32, 1>) outs(%accumulator : memref<16x1xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ecm1 : index
        %ex_1 = arith.addi %ex, %ec129 : index
        %en_P0 = arith.minsi %ex_1, %ec16 : index
        %eview = memref.reinterpret_cast %Y to offset: [%m], sizes: [%en_P0, 1], strides: [1, 1] : memref<129xf32> to memref<?x1xf32, strided<[1, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<16x1xf32, 1>, memref<?x1xf32, strided<[1, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
