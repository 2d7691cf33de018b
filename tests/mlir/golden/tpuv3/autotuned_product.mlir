// npu_fused_mm_relu: template, template MLIRGemmTemplate, fusions epilogue, mapping autotune
func.func @npu_fused_mm_relu
(%A: memref<4000xf32>, %B: memref<6000xf32>, %Y: memref<2400xf32>) {
  %ecst = arith.constant 0.0 : f32
  %ec60 = arith.constant 60 : index
  %ecm1 = arith.constant -1 : index
  %ec64 = arith.constant 64 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x64xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40x112xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<112x64xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x64xf32, 1>
  affine.for %k = 0 to 100 step 112 {
    affine.for %m = 0 to 40 step 40 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [40, 100], strides: [100, 1] : memref<4000xf32> to memref<40x100xf32, strided<[100, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<40x100xf32, strided<[100, 1], offset: 0>>, memref<40x112xf32, 1>) -> ()
      affine.for %n = 0 to 60 step 64 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<40x64xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [100, 60], strides: [60, 1] : memref<6000xf32> to memref<100x60xf32, strided<[60, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<100x60xf32, strided<[60, 1], offset: 0>>, memref<112x64xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<40x112xf32, 1>, memref<112x64xf32, 1>) outs(%accumulator : memref<40x64xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<40x64xf32, 1>) outs(%eout : memref<40x64xf32, 1>) {
          ^bb0(%ea: f32, %eo: f32):
          %emax = arith.maximumf %ea, %ecst : f32  // relu
          linalg.yield %emax : f32
        }
        %ex = arith.muli %m, %ec60 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %n, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec60 : index
        %en_P1 = arith.minsi %ex_3, %ec64 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [40, %en_P1], strides: [60, 1] : memref<2400xf32> to memref<40x?xf32, strided<[60, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview) : (memref<40x64xf32, 1>, memref<40x?xf32, strided<[60, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
