// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<720xf32>, %W: memref<160xf32>, %Y: memref<465xf32>) {
  %ec155 = arith.constant 155 : index
  %ec31 = arith.constant 31 : index
  %ecm1 = arith.constant -1 : index
  %ec16 = arith.constant 16 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x21xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x4xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x5x16xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 5 step 5 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 32)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [5, 8, 4], strides: [32, 4, 1] : memref<160xf32> to memref<5x8x4xf32, strided<[32, 4, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<5x8x4xf32, strided<[32, 4, 1], offset: ?>>, memref<5x8x4xf32, 1>) -> ()
      affine.for %n = 0 to 3 step 1 {
        affine.for %s0 = 0 to 31 step 16 {
          %w3 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 1 + -2, 0)>(%s0)
          %w4 = affine.min affine_map<(d0, d1) -> (d0 floordiv 1 * 1 + -2 + 19 - d1, 30 - d1)>(%s0, %w3)
          %w5 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 1 + -2))>(%s0, %w3)
          %w6 = affine.apply affine_map<(d0, d1) -> (d0 * 240 + d1)>(%n, %w3)
          %w7 = memref.reinterpret_cast %X to offset: [%w6], sizes: [1, 8, %w4], strides: [240, 30, 1] : memref<720xf32> to memref<1x8x?xf32, strided<[240, 30, 1], offset: ?>>
          %w8 = memref.subview %X_tile[0, 0, %w5] [1, 8, 19] [1, 1, 1] : memref<1x8x21xf32, 1> to memref<1x8x19xf32, strided<[168, 21, 1], offset: ?>, 1>
          "npu.dma_load"(%w7, %w8) {pad_around = true} : (memref<1x8x?xf32, strided<[240, 30, 1], offset: ?>>, memref<1x8x19xf32, strided<[168, 21, 1], offset: ?>, 1>) -> ()
          %t1 = arith.constant 0.0 : f32
          linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x5x16xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(n, y, s0, c, k0) -> (n, c, s0 + k0)>, affine_map<(n, y, s0, c, k0) -> (y, c, k0)>, affine_map<(n, y, s0, c, k0) -> (n, y, s0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x21xf32, 1>, memref<5x8x4xf32, 1>) outs(%accumulator : memref<1x5x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %n, %ec155 : index
          %ex_1 = arith.muli %y, %ec31 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %s0 : index
          %ex_4 = arith.muli %s0, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec31 : index
          %en_P2 = arith.minsi %ex_5, %ec16 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, 5, %en_P2], strides: [155, 31, 1] : memref<465xf32> to memref<1x5x?xf32, strided<[155, 31, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<1x5x16xf32, 1>, memref<1x5x?xf32, strided<[155, 31, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
