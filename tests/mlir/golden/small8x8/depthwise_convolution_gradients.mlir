// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<1440xf32>, %W: memref<72xf32>, %Y: memref<1440xf32>) {
  %ec10 = arith.constant 10 : index
  %ec720 = arith.constant 720 : index
  %ec90 = arith.constant 90 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x11x12xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x3x8xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 8 step 8 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 9)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [1, 3, 3, 8], strides: [9, 3, 1, 9] : memref<72xf32> to memref<1x3x3x8xf32, strided<[9, 3, 1, 9], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<1x3x3x8xf32, strided<[9, 3, 1, 9], offset: ?>>, memref<1x3x3x8xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 1 {
        affine.for %s0 = 0 to 9 step 9 {
          affine.for %s1 = 0 to 10 step 10 {
            %w3 = affine.apply affine_map<(d0, d1) -> (d0 * 720 + d1 * 90)>(%n, %y)
            %w4 = memref.reinterpret_cast %X to offset: [%w3], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            %w5 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 10, 11] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
            "npu.dma_load"(%w4, %w5) {pad_around = true} : (memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x8x9x10xf32, 1>)
            %w6 = memref.subview %X_tile[0, 0, 0, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>
            %w7 = memref.subview %X_tile[0, 0, 0, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>
            %w8 = memref.subview %X_tile[0, 0, 0, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>
            %w9 = memref.subview %X_tile[0, 0, 1, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>
            %w10 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
            %w11 = memref.subview %X_tile[0, 0, 1, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>
            %w12 = memref.subview %X_tile[0, 0, 2, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>
            %w13 = memref.subview %X_tile[0, 0, 2, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>
            %w14 = memref.subview %X_tile[0, 0, 2, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 0, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 2, y)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w6, %w7, %w8, %w9, %w10, %w11, %w12, %w13, %w14, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>) outs(%accumulator : memref<1x8x9x10xf32, 1>) {
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
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec720 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x8x9x10xf32, 1>, memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution_backward: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution_backward (%X: memref<1440xf32>, %W: memref<72xf32>, %Y: memref<1440xf32>) {
  %ec10 = arith.constant 10 : index
  %ec720 = arith.constant 720 : index
  %ec90 = arith.constant 90 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x11x12xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x3x8xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 8 step 8 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 9 + 8)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [1, 3, 3, 8], strides: [9, -3, -1, 9] : memref<72xf32> to memref<1x3x3x8xf32, strided<[9, -3, -1, 9], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<1x3x3x8xf32, strided<[9, -3, -1, 9], offset: ?>>, memref<1x3x3x8xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 1 {
        affine.for %s0 = 0 to 9 step 9 {
          affine.for %s1 = 0 to 10 step 10 {
            %w3 = affine.apply affine_map<(d0, d1) -> (d0 * 720 + d1 * 90)>(%n, %y)
            %w4 = memref.reinterpret_cast %X to offset: [%w3], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            %w5 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 10, 11] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
            "npu.dma_load"(%w4, %w5) {pad_around = true} : (memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x8x9x10xf32, 1>)
            %w6 = memref.subview %X_tile[0, 0, 0, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>
            %w7 = memref.subview %X_tile[0, 0, 0, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>
            %w8 = memref.subview %X_tile[0, 0, 0, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>
            %w9 = memref.subview %X_tile[0, 0, 1, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>
            %w10 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
            %w11 = memref.subview %X_tile[0, 0, 1, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>
            %w12 = memref.subview %X_tile[0, 0, 2, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>
            %w13 = memref.subview %X_tile[0, 0, 2, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>
            %w14 = memref.subview %X_tile[0, 0, 2, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 0, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 0, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 1, 2, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 0, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 1, y)>, affine_map<(n, y, s0, s1) -> (0, 2, 2, y)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w6, %w7, %w8, %w9, %w10, %w11, %w12, %w13, %w14, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile, %W_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>, memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>, memref<1x3x3x8xf32, 1>) outs(%accumulator : memref<1x8x9x10xf32, 1>) {
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
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec720 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x8x9x10xf32, 1>, memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution_backward: template, template MLIRConvWeightTemplate, mapping default
func.func @npu_fused_convolution_backward (%X: memref<1440xf32>, %G: memref<1440xf32>, %Y: memref<72xf32>) {
  %ec3 = arith.constant 3 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x11x12xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x10xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x3x1x8xf32, 1>
  %result = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x1x3x3xf32, 1>
  %products = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 8 step 8 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      affine.for %c = 0 to 1 step 1 {
        affine.for %k0 = 0 to 3 step 3 {
          affine.for %k1 = 0 to 3 step 3 {
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<3x3x1x8xf32, 1>)
            affine.for %n = 0 to 2 step 1 {
              affine.for %s0 = 0 to 9 step 9 {
                affine.for %s1 = 0 to 10 step 10 {
                  %w1 = affine.apply affine_map<(d0, d1) -> (d0 * 720 + d1 * 90)>(%n, %y)
                  %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
                  %w3 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 10, 11] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
                  "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>) -> ()
                  %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 720 + d1 * 90)>(%n, %y)
                  %w5 = memref.reinterpret_cast %G to offset: [%w4], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
                  "npu.dma_load"(%w5, %G_tile) : (memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<1x8x9x10xf32, 1>) -> ()
                  %w6 = memref.subview %X_tile[0, 0, 0, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w6, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1]>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 0, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w7 = memref.subview %X_tile[0, 0, 0, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w7, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 1>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 1, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w8 = memref.subview %X_tile[0, 0, 0, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w8, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 2>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (0, 2, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w9 = memref.subview %X_tile[0, 0, 1, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w9, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 12>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (1, 0, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w10 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w10, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (1, 1, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w11 = memref.subview %X_tile[0, 0, 1, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w11, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 14>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (1, 2, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w12 = memref.subview %X_tile[0, 0, 2, 0] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w12, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 24>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (2, 0, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w13 = memref.subview %X_tile[0, 0, 2, 1] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w13, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 25>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (2, 1, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                  %w14 = memref.subview %X_tile[0, 0, 2, 2] [1, 8, 9, 10] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w14, %G_tile : memref<1x8x9x10xf32, strided<[1056, 132, 12, 1], offset: 26>, 1>, memref<1x8x9x10xf32, 1>) outs(%products : memref<1x8x9x10xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    linalg.yield %product_0 : f32
                  }
                  linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1) -> (n, y, s0, s1)>, affine_map<(n, y, s0, s1) -> (2, 2, 0, y)>], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%products : memref<1x8x9x10xf32, 1>) outs(%accumulator : memref<3x3x1x8xf32, 1>) {
                    ^bb0(%left_0: f32, %total_0: f32):
                    %sum_0 = arith.addf %total_0, %left_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                }
              }
            }
            linalg.transpose ins(%accumulator : memref<3x3x1x8xf32, 1>) outs(%result : memref<8x1x3x3xf32, 1>) permutation = [3, 2, 0, 1]
            %ex = arith.muli %k0, %ec3 : index
            %ex_1 = arith.muli %y, %ec9 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %k1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [8, 1, 3, 3], strides: [9, 1, 3, 1] : memref<72xf32> to memref<8x1x3x3xf32, strided<[9, 1, 3, 1], offset: ?>>
            "npu.dma_store"(%result, %eview) : (memref<8x1x3x3xf32, 1>, memref<8x1x3x3xf32, strided<[9, 1, 3, 1], offset: ?>>) -> ()
          }
        }
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
