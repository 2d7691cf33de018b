// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<720xf32>, %W: memref<160xf32>, %Y: memref<465xf32>) {
  %ec155 = arith.constant 155 : index
  %ec31 = arith.constant 31 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x34xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x4xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x5x31xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 3 step 3 {
      affine.for %s0 = 0 to 31 step 31 {
        affine.for %o = 0 to 5 step 5 {
          %y = affine.apply affine_map<(d0) -> (d0)>(%o)
          %t1 = arith.constant 0.0 : f32
          linalg.fill ins(%t1 : f32) outs(%accumulator : memref<3x5x31xf32, 1>)
          affine.for %c = 0 to 8 step 4 {
            %w1 = affine.apply affine_map<(d0) -> (d0 * 30)>(%c)
            %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [3, 4, 30], strides: [240, 30, 1] : memref<720xf32> to memref<3x4x30xf32, strided<[240, 30, 1], offset: ?>>
            %w3 = memref.subview %X_tile[0, 0, 2] [3, 4, 32] [1, 1, 1] : memref<3x4x34xf32, 1> to memref<3x4x32xf32, strided<[136, 34, 1], offset: 2>, 1>
            "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<3x4x30xf32, strided<[240, 30, 1], offset: ?>>, memref<3x4x32xf32, strided<[136, 34, 1], offset: 2>, 1>) -> ()
            %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 32 + d1 * 4)>(%y, %c)
            %w5 = memref.reinterpret_cast %W to offset: [%w4], sizes: [5, 4, 4], strides: [32, 4, 1] : memref<160xf32> to memref<5x4x4xf32, strided<[32, 4, 1], offset: ?>>
            "npu.dma_load"(%w5, %W_tile) : (memref<5x4x4xf32, strided<[32, 4, 1], offset: ?>>, memref<5x4x4xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, c, k0) -> (n, c, s0 + k0)>, affine_map<(n, y, s0, c, k0) -> (y, c, k0)>, affine_map<(n, y, s0, c, k0) -> (n, y, s0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<3x4x34xf32, 1>, memref<5x4x4xf32, 1>) outs(%accumulator : memref<3x5x31xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
          %ex = arith.muli %n, %ec155 : index
          %ex_1 = arith.muli %y, %ec31 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %s0 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [3, 5, 31], strides: [155, 31, 1] : memref<465xf32> to memref<3x5x31xf32, strided<[155, 31, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<3x5x31xf32, 1>, memref<3x5x31xf32, strided<[155, 31, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
