// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<?xf32>, %W: memref<864xf32>, %Y: memref<?xf32>, %ks0: index) {
  %t1 = arith.muli %ks0, %ks0 : index
  %t2 = arith.constant 8 : index
  %t3 = arith.muli %t1, %t2 : index
  %t4 = arith.muli %ks0, %ks0 : index
  %ec12 = arith.constant 12 : index
  %ecm1 = arith.constant -1 : index
  %ec9 = arith.constant 9 : index
  %ex = arith.muli %ks0, %ks0 : index
  %ex_12 = arith.muli %ex, %ec12 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x12x12xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x8x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x12x9x9xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 12 step 12 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 72)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [12, 8, 3, 3], strides: [72, 9, 3, 1] : memref<864xf32> to memref<12x8x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<12x8x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>, memref<12x8x3x3xf32, 1>) -> ()
      affine.for %n = 0 to 3 step 1 {
        affine.for %s0 = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 9 {
          affine.for %s1 = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 9 {
            %w3 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 1 + -1, 0)>(%s0)
            %w4 = affine.min affine_map<(d0, d1)[s0] -> (d0 floordiv 1 * 1 + -1 + 11 - d1, s0 - d1)>(%s0, %w3)[%ks0]
            %w5 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 1 + -1))>(%s0, %w3)
            %w6 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 1 + -1, 0)>(%s1)
            %w7 = affine.min affine_map<(d0, d1)[s0] -> (d0 floordiv 1 * 1 + -1 + 11 - d1, s0 - d1)>(%s1, %w6)[%ks0]
            %w8 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 1 + -1))>(%s1, %w6)
            %w9 = arith.muli %ks0, %ks0 : index
            %w10 = arith.constant 8 : index
            %w11 = arith.muli %w9, %n : index
            %w12 = arith.muli %w11, %w10 : index
            %w13 = arith.muli %ks0, %w3 : index
            %w14 = arith.addi %w12, %w13 : index
            %w15 = arith.addi %w14, %w6 : index
            %w16 = memref.reinterpret_cast %X to offset: [%w15], sizes: [1, 8, %w4, %w7], strides: [%t3, %t4, %ks0, 1] : memref<?xf32> to memref<1x8x?x?xf32, strided<[?, ?, ?, 1], offset: ?>>
            %w17 = memref.subview %X_tile[0, 0, %w5, %w8] [1, 8, 11, 11] [1, 1, 1, 1] : memref<1x8x12x12xf32, 1> to memref<1x8x11x11xf32, strided<[1152, 144, 12, 1], offset: ?>, 1>
            "npu.dma_load"(%w16, %w17) {pad_around = true} : (memref<1x8x?x?xf32, strided<[?, ?, ?, 1], offset: ?>>, memref<1x8x11x11xf32, strided<[1152, 144, 12, 1], offset: ?>, 1>) -> ()
            %t5 = arith.constant 0.0 : f32
            linalg.fill ins(%t5 : f32) outs(%accumulator : memref<1x12x9x9xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x12x12xf32, 1>, memref<12x8x3x3xf32, 1>) outs(%accumulator : memref<1x12x9x9xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex_1 = arith.muli %n, %ex : index
            %ex_2 = arith.muli %ex_1, %ec12 : index
            %ex_3 = arith.muli %y, %ex : index
            %ex_4 = arith.muli %s0, %ks0 : index
            %ex_5 = arith.addi %ex_2, %ex_3 : index
            %ex_6 = arith.addi %ex_5, %ex_4 : index
            %ex_7 = arith.addi %ex_6, %s1 : index
            %ex_8 = arith.muli %s0, %ecm1 : index
            %ex_9 = arith.addi %ex_8, %ks0 : index
            %en_P2 = arith.minsi %ex_9, %ec9 : index
            %ex_10 = arith.muli %s1, %ecm1 : index
            %ex_11 = arith.addi %ex_10, %ks0 : index
            %en_P3 = arith.minsi %ex_11, %ec9 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_7], sizes: [1, 12, %en_P2, %en_P3], strides: [%ex_12, %ex, %ks0, 1] : memref<?xf32> to memref<1x12x?x?xf32, strided<[?, ?, ?, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x12x9x9xf32, 1>, memref<1x12x?x?xf32, strided<[?, ?, ?, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
