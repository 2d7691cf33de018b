// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<3888xf32>, %W: memref<216xf32>, %Y: memref<1200xf32>) {
  %ec25 = arith.constant 25 : index
  %ec5 = arith.constant 5 : index
  %ec600 = arith.constant 600 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x11x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x3x24xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x5x5xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 24 step 24 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 9)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [1, 3, 3, 24], strides: [9, 3, 1, 9] : memref<216xf32> to memref<1x3x3x24xf32, strided<[9, 3, 1, 9], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<1x3x3x24xf32, strided<[9, 3, 1, 9], offset: ?>>, memref<1x3x3x24xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 2 {
        affine.for %s0 = 0 to 5 step 5 {
          affine.for %s1 = 0 to 5 step 5 {
            %w3 = affine.apply affine_map<(d0) -> (d0 * 81)>(%y)
            %w4 = memref.reinterpret_cast %X to offset: [%w3], sizes: [2, 24, 9, 9], strides: [1944, 81, 9, 1] : memref<3888xf32> to memref<2x24x9x9xf32, strided<[1944, 81, 9, 1], offset: ?>>
            %w5 = memref.subview %X_tile[0, 0, 1, 1] [2, 24, 10, 10] [1, 1, 1, 1] : memref<2x24x11x11xf32, 1> to memref<2x24x10x10xf32, strided<[2904, 121, 11, 1], offset: 12>, 1>
            "npu.dma_load"(%w4, %w5) {pad_around = true} : (memref<2x24x9x9xf32, strided<[1944, 81, 9, 1], offset: ?>>, memref<2x24x10x10xf32, strided<[2904, 121, 11, 1], offset: 12>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x24x5x5xf32, 1>)
            %w6 = memref.subview %X_tile[0, 0, 0, 0] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2]>, 1>
            %w7 = memref.subview %X_tile[0, 0, 0, 1] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 1>, 1>
            %w8 = memref.subview %X_tile[0, 0, 0, 2] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 2>, 1>
            %w9 = memref.subview %X_tile[0, 0, 1, 0] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 11>, 1>
            %w10 = memref.subview %X_tile[0, 0, 1, 1] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 12>, 1>
            %w11 = memref.subview %X_tile[0, 0, 1, 2] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 13>, 1>
            %w12 = memref.subview %X_tile[0, 0, 2, 0] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 22>, 1>
            %w13 = memref.subview %X_tile[0, 0, 2, 1] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 23>, 1>
            %w14 = memref.subview %X_tile[0, 0, 2, 2] [2, 24, 5, 5] [1, 1, 2, 2] : memref<2x24x11x11xf32, 1> to memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 24>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 0, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 2, y)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w6, %w7, %w8, %w9, %w10, %w11, %w12, %w13, %w14, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile : memref<2x24x5x5xf32, strided<[2904, 121, 22, 2]>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 1>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 2>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 11>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 12>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 13>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 22>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 23>, 1>, memref<2x24x5x5xf32, strided<[2904, 121, 22, 2], offset: 24>, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>, memref<1x3x3x24xf32, 1>) outs(%accumulator : memref<2x24x5x5xf32, 1>) {
              ^bb0(%left_0: f32, %left_1: f32, %left_2: f32, %left_3: f32, %left_4: f32, %left_5: f32, %left_6: f32, %left_7: f32, %left_8: f32, %right_0: f32, %right_1: f32, %right_2: f32, %right_3: f32, %right_4: f32, %right_5: f32, %right_6: f32, %right_7: f32, %right_8: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              %product_1 = arith.mulf %left_1, %right_1 : f32
              %sum_1 = arith.addf %sum_0, %product_1 : f32
              %product_2 = arith.mulf %left_2, %right_2 : f32
              %sum_2 = arith.addf %sum_1, %product_2 : f32
              %product_3 = arith.mulf %left_3, %right_3 : f32
              %sum_3 = arith.addf %sum_2, %product_3 : f32
              %product_4 = arith.mulf %left_4, %right_4 : f32
              %sum_4 = arith.addf %sum_3, %product_4 : f32
              %product_5 = arith.mulf %left_5, %right_5 : f32
              %sum_5 = arith.addf %sum_4, %product_5 : f32
              %product_6 = arith.mulf %left_6, %right_6 : f32
              %sum_6 = arith.addf %sum_5, %product_6 : f32
              %product_7 = arith.mulf %left_7, %right_7 : f32
              %sum_7 = arith.addf %sum_6, %product_7 : f32
              %product_8 = arith.mulf %left_8, %right_8 : f32
              %sum_8 = arith.addf %sum_7, %product_8 : f32
              linalg.yield %sum_8 : f32
            }
            %ex = arith.muli %y, %ec25 : index
            %ex_1 = arith.muli %s0, %ec5 : index
            %ex_2 = arith.muli %n, %ec600 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [2, 24, 5, 5], strides: [600, 25, 5, 1] : memref<1200xf32> to memref<2x24x5x5xf32, strided<[600, 25, 5, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<2x24x5x5xf32, 1>, memref<2x24x5x5xf32, strided<[600, 25, 5, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
