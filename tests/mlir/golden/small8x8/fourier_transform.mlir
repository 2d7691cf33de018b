// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<72xf32>, %B: memref<624xf32>, %Y: memref<78xf32>) {
  %ec26 = arith.constant 26 : index
  %ecm1 = arith.constant -1 : index
  %ec3 = arith.constant 3 : index
  %ec8 = arith.constant 8 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<8x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  affine.for %m = 0 to 3 step 8 {
    affine.for %n = 0 to 26 step 32 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<8x32xf32, 1>)
      affine.for %k = 0 to 24 step 16 {
        %t2 = affine.min affine_map<(d0) -> (16, 24 - d0)>(%k)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [3, %t2], strides: [24, 1] : memref<72xf32> to memref<3x?xf32, strided<[24, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<3x?xf32, strided<[24, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t5 = affine.min affine_map<(d0) -> (16, 24 - d0)>(%k)
        %t6 = affine.apply affine_map<(d0) -> (d0 * 26)>(%k)
        %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 26], strides: [26, 1] : memref<624xf32> to memref<?x26xf32, strided<[26, 1], offset: ?>>
        "npu.dma_load"(%t7, %B_tile) : (memref<?x26xf32, strided<[26, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<8x16xf32, 1>, memref<16x32xf32, 1>) outs(%accumulator : memref<8x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec26 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec3 : index
      %en_P0 = arith.minsi %ex_3, %ec8 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec26 : index
      %en_P1 = arith.minsi %ex_5, %ec32 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [26, 1] : memref<78xf32> to memref<?x?xf32, strided<[26, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<8x32xf32, 1>, memref<?x?xf32, strided<[26, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
