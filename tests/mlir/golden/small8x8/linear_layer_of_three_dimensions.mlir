// npu_fused_addmm: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm
(%A: memref<1020xf32>, %B: memref<620xf32>, %in_ptr2: memref<31xf32>, %Y: memref<1581xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec31 = arith.constant 31 : index
  %ec16 = arith.constant 16 : index
  %ec51 = arith.constant 51 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  affine.for %k = 0 to 20 step 32 {
    affine.for %n = 0 to 31 step 16 {
      %t1 = affine.min affine_map<(d0) -> (16, 31 - d0)>(%n)
      %t2 = affine.apply affine_map<(d0) -> (d0)>(%n)
      %t3 = memref.reinterpret_cast %B to offset: [%t2], sizes: [20, %t1], strides: [31, 1] : memref<620xf32> to memref<20x?xf32, strided<[31, 1], offset: ?>>
      "npu.dma_load"(%t3, %B_tile) : (memref<20x?xf32, strided<[31, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
      affine.for %m = 0 to 51 step 16 {
        %t4 = arith.constant 0.0 : f32
        linalg.fill ins(%t4 : f32) outs(%accumulator : memref<16x16xf32, 1>)
        %t5 = affine.min affine_map<(d0) -> (16, 51 - d0)>(%m)
        %t6 = affine.apply affine_map<(d0) -> (d0 * 20)>(%m)
        %t7 = memref.reinterpret_cast %A to offset: [%t6], sizes: [%t5, 20], strides: [20, 1] : memref<1020xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t7, %A_tile) : (memref<?x20xf32, strided<[20, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x32xf32, 1>, memref<32x16xf32, 1>) outs(%accumulator : memref<16x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %n, %ecm1 : index
        %ex_1 = arith.addi %ex, %ec31 : index
        %en_P1 = arith.minsi %ex_1, %ec16 : index
        %eview = memref.reinterpret_cast %in_ptr2 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<31xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<16x16xf32, 1>, memref<16xf32, 1>) outs(%eout : memref<16x16xf32, 1>) {
          ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
          %eadd = arith.addf %ea, %ea_1 : f32
          linalg.yield %eadd : f32
        }
        %ex_2 = arith.muli %m, %ec31 : index
        %ex_3 = arith.addi %ex_2, %n : index
        %ex_4 = arith.muli %m, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec51 : index
        %en_P0 = arith.minsi %ex_5, %ec16 : index
        %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P0, %en_P1], strides: [31, 1] : memref<1581xf32> to memref<?x?xf32, strided<[31, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview_1) : (memref<16x16xf32, 1>, memref<?x?xf32, strided<[31, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
