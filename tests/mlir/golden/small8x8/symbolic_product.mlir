// npu_fused_mm_relu: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_mm_relu
(%A: memref<?xf32>, %B: memref<?xf32>, %Y: memref<?xf32>, %ks0: index, %ks1: index, %ks2: index) {
  %ecst = arith.constant 0.0 : f32
  %ecm1 = arith.constant -1 : index
  %ec24 = arith.constant 24 : index
  %ec16 = arith.constant 16 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %m = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 24 {
    affine.for %n = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 16 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x16xf32, 1>)
      affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%ks2] step 32 {
        %t2 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%m)[%ks0]
        %t3 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks2]
        %t4 = arith.muli %ks2, %m : index
        %t5 = arith.addi %k, %t4 : index
        %t6 = memref.reinterpret_cast %A to offset: [%t5], sizes: [%t2, %t3], strides: [%ks2, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%t6, %A_tile) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<24x32xf32, 1>) -> ()
        %t7 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks2]
        %t8 = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%n)[%ks1]
        %t9 = arith.muli %k, %ks1 : index
        %t10 = arith.addi %t9, %n : index
        %t11 = memref.reinterpret_cast %B to offset: [%t10], sizes: [%t7, %t8], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%t11, %B_tile) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x32xf32, 1>, memref<32x16xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<24x16xf32, 1>) outs(%eout : memref<24x16xf32, 1>) {
        ^bb0(%ea: f32, %eo: f32):
        %emax = arith.maximumf %ea, %ecst : f32  // relu
        linalg.yield %emax : f32
      }
      %ex = arith.muli %m, %ks1 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ks0 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ks1 : index
      %en_P1 = arith.minsi %ex_5, %ec16 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
