// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<4900xf32>, %B: memref<2630xf32>, %Y: memref<2310xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec70 = arith.constant 70 : index
  %ec24 = arith.constant 24 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x24xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x48xf32, 1>
  affine.for %m = 0 to 70 step 24 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x48xf32, 1>)
      affine.for %k = 0 to 70 step 16 {
        %t2 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t3 = affine.min affine_map<(d0) -> (24, 70 - d0)>(%m)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 70)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4900xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<16x24xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t7 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t8 = memref.reinterpret_cast %B to offset: [%t7], sizes: [33, %t6], strides: [80, 1] : memref<2630xf32> to memref<33x?xf32, strided<[80, 1], offset: ?>>
        "npu.dma_load"(%t8, %B_tile) : (memref<33x?xf32, strided<[80, 1], offset: ?>>, memref<48x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x24xf32, 1>, memref<48x16xf32, 1>) outs(%accumulator : memref<24x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec70 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2310xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<24x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
