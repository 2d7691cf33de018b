// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<672xf32>, %W: memref<480xf32>, %Y: memref<1540xf32>) {
  %ec11 = arith.constant 11 : index
  %ec154 = arith.constant 154 : index
  %ec770 = arith.constant 770 : index
  %ecm1 = arith.constant -1 : index
  %ec12 = arith.constant 12 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x7xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x5x4x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x5x14x12xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 5 step 5 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = memref.reinterpret_cast %W to offset: [11], sizes: [8, 5, 4, 3], strides: [60, 12, -3, -1] : memref<480xf32> to memref<8x5x4x3xf32, strided<[60, 12, -3, -1], offset: 11>>
      "npu.dma_load"(%w1, %W_tile) : (memref<8x5x4x3xf32, strided<[60, 12, -3, -1], offset: 11>>, memref<8x5x4x3xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 1 {
        affine.for %s0 = 0 to 14 step 14 {
          affine.for %s1 = 0 to 11 step 12 {
            %w2 = affine.apply affine_map<(d0) -> (d0 * 336)>(%n)
            %w3 = memref.reinterpret_cast %X to offset: [%w2], sizes: [1, 8, 7, 6], strides: [336, 42, 6, 1] : memref<672xf32> to memref<1x8x7x6xf32, strided<[336, 42, 6, 1], offset: ?>>
            %w4 = memref.subview %X_tile[0, 0, 1, 0] [1, 8, 8, 7] [1, 1, 1, 1] : memref<1x8x9x7xf32, 1> to memref<1x8x8x7xf32, strided<[504, 63, 7, 1], offset: 7>, 1>
            "npu.dma_load"(%w3, %w4) {pad_around = true} : (memref<1x8x7x6xf32, strided<[336, 42, 6, 1], offset: ?>>, memref<1x8x8x7xf32, strided<[504, 63, 7, 1], offset: 7>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x5x14x12xf32, 1>)
            %w5 = memref.subview %W_tile[0, 0, 0, 1] [8, 5, 2, 1] [1, 1, 2, 1] : memref<8x5x4x3xf32, 1> to memref<8x5x2x1xf32, strided<[60, 12, 6, 1], offset: 1>, 1>
            %w6 = memref.subview %accumulator[0, 0, 0, 0] [1, 5, 7, 6] [1, 1, 2, 2] : memref<1x5x14x12xf32, 1> to memref<1x5x7x6xf32, strided<[840, 168, 24, 2]>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w5 : memref<1x8x9x7xf32, 1>, memref<8x5x2x1xf32, strided<[60, 12, 6, 1], offset: 1>, 1>) outs(%w6 : memref<1x5x7x6xf32, strided<[840, 168, 24, 2]>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w7 = memref.subview %W_tile[0, 0, 0, 0] [8, 5, 2, 2] [1, 1, 2, 2] : memref<8x5x4x3xf32, 1> to memref<8x5x2x2xf32, strided<[60, 12, 6, 2]>, 1>
            %w8 = memref.subview %accumulator[0, 0, 0, 1] [1, 5, 7, 6] [1, 1, 2, 2] : memref<1x5x14x12xf32, 1> to memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 1>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w7 : memref<1x8x9x7xf32, 1>, memref<8x5x2x2xf32, strided<[60, 12, 6, 2]>, 1>) outs(%w8 : memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 1>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w9 = memref.subview %W_tile[0, 0, 1, 1] [8, 5, 2, 1] [1, 1, 2, 1] : memref<8x5x4x3xf32, 1> to memref<8x5x2x1xf32, strided<[60, 12, 6, 1], offset: 4>, 1>
            %w10 = memref.subview %accumulator[0, 0, 1, 0] [1, 5, 7, 6] [1, 1, 2, 2] : memref<1x5x14x12xf32, 1> to memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 12>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0 + 1, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w9 : memref<1x8x9x7xf32, 1>, memref<8x5x2x1xf32, strided<[60, 12, 6, 1], offset: 4>, 1>) outs(%w10 : memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 12>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w11 = memref.subview %W_tile[0, 0, 1, 0] [8, 5, 2, 2] [1, 1, 2, 2] : memref<8x5x4x3xf32, 1> to memref<8x5x2x2xf32, strided<[60, 12, 6, 2], offset: 3>, 1>
            %w12 = memref.subview %accumulator[0, 0, 1, 1] [1, 5, 7, 6] [1, 1, 2, 2] : memref<1x5x14x12xf32, 1> to memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 13>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0 + 1, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w11 : memref<1x8x9x7xf32, 1>, memref<8x5x2x2xf32, strided<[60, 12, 6, 2], offset: 3>, 1>) outs(%w12 : memref<1x5x7x6xf32, strided<[840, 168, 24, 2], offset: 13>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %s0, %ec11 : index
            %ex_1 = arith.muli %y, %ec154 : index
            %ex_2 = arith.muli %n, %ec770 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %ex_6 = arith.muli %s1, %ecm1 : index
            %ex_7 = arith.addi %ex_6, %ec11 : index
            %en_P3 = arith.minsi %ex_7, %ec12 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 5, 14, %en_P3], strides: [770, 154, 11, 1] : memref<1540xf32> to memref<1x5x14x?xf32, strided<[770, 154, 11, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x5x14x12xf32, 1>, memref<1x5x14x?xf32, strided<[770, 154, 11, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
