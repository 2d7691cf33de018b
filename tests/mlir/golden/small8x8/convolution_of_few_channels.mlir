// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<1386xf32>, %W: memref<2352xf32>, %Y: memref<1936xf32>) {
  %ec11 = arith.constant 11 : index
  %ec121 = arith.constant 121 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x10x27xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x3x7x7xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x1x11xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 16 step 8 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 147)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [8, 3, 7, 7], strides: [147, 49, 7, 1] : memref<2352xf32> to memref<8x3x7x7xf32, strided<[147, 49, 7, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<8x3x7x7xf32, strided<[147, 49, 7, 1], offset: ?>>, memref<8x3x7x7xf32, 1>) -> ()
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 11 step 1 {
          affine.for %s1 = 0 to 11 step 11 {
            %w3 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 2 + -3, 0)>(%s0)
            %w4 = affine.min affine_map<(d0, d1) -> (d0 floordiv 1 * 2 + -3 + 7 - d1, 21 - d1)>(%s0, %w3)
            %w5 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 2 + -3))>(%s0, %w3)
            %w6 = affine.apply affine_map<(d0) -> (d0 * 22)>(%w3)
            %w7 = memref.reinterpret_cast %X to offset: [%w6], sizes: [1, 3, %w4, 22], strides: [1386, 462, 22, 1] : memref<1386xf32> to memref<1x3x?x22xf32, strided<[1386, 462, 22, 1], offset: ?>>
            %w8 = memref.subview %X_tile[0, 0, %w5, 3] [1, 3, 7, 24] [1, 1, 1, 1] : memref<1x3x10x27xf32, 1> to memref<1x3x7x24xf32, strided<[810, 270, 27, 1], offset: ?>, 1>
            "npu.dma_load"(%w7, %w8) {pad_around = true} : (memref<1x3x?x22xf32, strided<[1386, 462, 22, 1], offset: ?>>, memref<1x3x7x24xf32, strided<[810, 270, 27, 1], offset: ?>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x8x1x11xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 * 2 + k0, s1 * 2 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x3x10x27xf32, 1>, memref<8x3x7x7xf32, 1>) outs(%accumulator : memref<1x8x1x11xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %s0, %ec11 : index
            %ex_1 = arith.muli %y, %ec121 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, 8, 1, 11], strides: [1, 121, 11, 1] : memref<1936xf32> to memref<1x8x1x11xf32, strided<[1, 121, 11, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x8x1x11xf32, 1>, memref<1x8x1x11xf32, strided<[1, 121, 11, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
