// npu_fused_addmm_relu: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm_relu
(%A: memref<300xf32>, %B: memref<19500xf32>, %in_ptr2: memref<65xf32>, %Y: memref<65xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec80 = arith.constant 80 : index
  %ecst = arith.constant 0.0 : f32
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<1x160xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<160x80xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x80xf32, 1>
  affine.for %m = 0 to 1 step 1 {
    affine.for %n = 0 to 65 step 80 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x80xf32, 1>)
      affine.for %k = 0 to 300 step 160 {
        %t2 = affine.min affine_map<(d0) -> (160, 300 - d0)>(%k)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [1, %t2], strides: [300, 1] : memref<300xf32> to memref<1x?xf32, strided<[300, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<1x?xf32, strided<[300, 1], offset: ?>>, memref<1x160xf32, 1>) -> ()
        %t5 = affine.min affine_map<(d0) -> (160, 300 - d0)>(%k)
        %t6 = affine.apply affine_map<(d0) -> (d0 * 65)>(%k)
        %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 65], strides: [65, 1] : memref<19500xf32> to memref<?x65xf32, strided<[65, 1], offset: ?>>
        "npu.dma_load"(%t7, %B_tile) : (memref<?x65xf32, strided<[65, 1], offset: ?>>, memref<160x80xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<1x160xf32, 1>, memref<160x80xf32, 1>) outs(%accumulator : memref<1x80xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %n, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec65 : index
      %en_P1 = arith.minsi %ex_1, %ec80 : index
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<65xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<80xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<1x80xf32, 1>, memref<80xf32, 1>) outs(%eout : memref<80xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
        %eadd = arith.addf %ea, %ea_1 : f32
        %emax = arith.maximumf %eadd, %ecst : f32  // relu
        linalg.yield %emax : f32
      }
      %eview_1 = memref.reinterpret_cast %Y to offset: [%n], sizes: [%en_P1], strides: [1] : memref<65xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%eout, %eview_1) : (memref<80xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
