// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<600xi32>, %B: memref<510xi32>, %Y: memref<340xi32>) {
  %ec17 = arith.constant 17 : index
  %ecm1 = arith.constant -1 : index
  %ec20 = arith.constant 20 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xi32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xi32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xi32, 1>
  affine.for %m = 0 to 20 step 24 {
    affine.for %n = 0 to 17 step 32 {
      %t1 = arith.constant 0 : i32
      linalg.fill ins(%t1 : i32) outs(%accumulator : memref<24x32xi32, 1>)
      affine.for %k = 0 to 30 step 16 {
        %t2 = affine.min affine_map<(d0) -> (16, 30 - d0)>(%k)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [20, %t2], strides: [30, 1] : memref<600xi32> to memref<20x?xi32, strided<[30, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<20x?xi32, strided<[30, 1], offset: ?>>, memref<24x16xi32, 1>) -> ()
        %t5 = affine.min affine_map<(d0) -> (16, 30 - d0)>(%k)
        %t6 = affine.apply affine_map<(d0) -> (d0 * 17)>(%k)
        %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 17], strides: [17, 1] : memref<510xi32> to memref<?x17xi32, strided<[17, 1], offset: ?>>
        "npu.dma_load"(%t7, %B_tile) : (memref<?x17xi32, strided<[17, 1], offset: ?>>, memref<16x32xi32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xi32, 1>, memref<16x32xi32, 1>) outs(%accumulator : memref<24x32xi32, 1>) {
          ^bb0(%left_0: i32, %right_0: i32, %total_0: i32):
          %product_0 = arith.muli %left_0, %right_0 : i32
          %sum_0 = arith.addi %total_0, %product_0 : i32
          linalg.yield %sum_0 : i32
        }
      }
      %ex = arith.muli %m, %ec17 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec20 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec17 : index
      %en_P1 = arith.minsi %ex_5, %ec32 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [17, 1] : memref<340xi32> to memref<?x?xi32, strided<[17, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<24x32xi32, 1>, memref<?x?xi32, strided<[17, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
