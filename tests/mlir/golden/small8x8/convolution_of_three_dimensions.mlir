// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<840xf32>, %W: memref<360xf32>, %Y: memref<1225xf32>) {
  %ec245 = arith.constant 245 : index
  %ec49 = arith.constant 49 : index
  %ec7 = arith.constant 7 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x4x4x8x9xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x3x2x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x5x1x7x7xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 5 step 5 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 72)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [5, 4, 3, 2, 3], strides: [72, 18, 6, 3, 1] : memref<360xf32> to memref<5x4x3x2x3xf32, strided<[72, 18, 6, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<5x4x3x2x3xf32, strided<[72, 18, 6, 3, 1], offset: ?>>, memref<5x4x3x2x3xf32, 1>) -> ()
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 5 step 1 {
          affine.for %s1 = 0 to 7 step 7 {
            affine.for %s2 = 0 to 7 step 7 {
              %w3 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 1 + -1, 0)>(%s0)
              %w4 = affine.min affine_map<(d0, d1) -> (d0 floordiv 1 * 1 + -1 + 3 - d1, 5 - d1)>(%s0, %w3)
              %w5 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 1 + -1))>(%s0, %w3)
              %w6 = affine.apply affine_map<(d0) -> (d0 * 42)>(%w3)
              %w7 = memref.reinterpret_cast %X to offset: [%w6], sizes: [1, 4, %w4, 6, 7], strides: [840, 210, 42, 7, 1] : memref<840xf32> to memref<1x4x?x6x7xf32, strided<[840, 210, 42, 7, 1], offset: ?>>
              %w8 = memref.subview %X_tile[0, 0, %w5, 1, 1] [1, 4, 3, 7, 8] [1, 1, 1, 1, 1] : memref<1x4x4x8x9xf32, 1> to memref<1x4x3x7x8xf32, strided<[1152, 288, 72, 9, 1], offset: ?>, 1>
              "npu.dma_load"(%w7, %w8) {pad_around = true} : (memref<1x4x?x6x7xf32, strided<[840, 210, 42, 7, 1], offset: ?>>, memref<1x4x3x7x8xf32, strided<[1152, 288, 72, 9, 1], offset: ?>, 1>) -> ()
              %t1 = arith.constant 0.0 : f32
              linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x5x1x7x7xf32, 1>)
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (n, c, s0 + k0, s1 + k1, s2 + k2)>, affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (y, c, k0, k1, k2)>, affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (n, y, s0, s1, s2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x4x4x8x9xf32, 1>, memref<5x4x3x2x3xf32, 1>) outs(%accumulator : memref<1x5x1x7x7xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
              %ex = arith.muli %y, %ec245 : index
              %ex_1 = arith.muli %s0, %ec49 : index
              %ex_2 = arith.muli %s1, %ec7 : index
              %ex_3 = arith.addi %ex, %ex_1 : index
              %ex_4 = arith.addi %ex_3, %ex_2 : index
              %ex_5 = arith.addi %ex_4, %s2 : index
              %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 5, 1, 7, 7], strides: [1, 245, 49, 7, 1] : memref<1225xf32> to memref<1x5x1x7x7xf32, strided<[1, 245, 49, 7, 1], offset: ?>>
              "npu.dma_store"(%accumulator, %eview) : (memref<1x5x1x7x7xf32, 1>, memref<1x5x1x7x7xf32, strided<[1, 245, 49, 7, 1], offset: ?>>) -> ()
            } {npu.parallel}
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
