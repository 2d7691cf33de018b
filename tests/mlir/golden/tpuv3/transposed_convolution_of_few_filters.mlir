// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<768xf32>, %W: memref<12288xf32>, %Y: memref<2304xf32>) {
  %ec32 = arith.constant 32 : index
  %ec768 = arith.constant 768 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x64x3x4xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64x3x8x8xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x24x32xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 3 step 3 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = memref.reinterpret_cast %W to offset: [63], sizes: [64, 3, 8, 8], strides: [192, 64, -8, -1] : memref<12288xf32> to memref<64x3x8x8xf32, strided<[192, 64, -8, -1], offset: 63>>
      "npu.dma_load"(%w1, %W_tile) : (memref<64x3x8x8xf32, strided<[192, 64, -8, -1], offset: 63>>, memref<64x3x8x8xf32, 1>) -> ()
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 24 step 24 {
          affine.for %s1 = 0 to 32 step 32 {
            %w2 = memref.reinterpret_cast %X to offset: [0], sizes: [1, 64, 3, 4], strides: [768, 12, 4, 1] : memref<768xf32> to memref<1x64x3x4xf32, strided<[768, 12, 4, 1], offset: 0>>
            "npu.dma_load"(%w2, %X_tile) : (memref<1x64x3x4xf32, strided<[768, 12, 4, 1], offset: 0>>, memref<1x64x3x4xf32, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x3x24x32xf32, 1>)
            %w3 = memref.subview %W_tile[0, 0, 7, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 63>, 1>
            %w4 = memref.subview %accumulator[0, 0, 0, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8]>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w3 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 63>, 1>) outs(%w4 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8]>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w5 = memref.subview %W_tile[0, 0, 7, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 62>, 1>
            %w6 = memref.subview %accumulator[0, 0, 0, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 1>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w5 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 62>, 1>) outs(%w6 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 1>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w7 = memref.subview %W_tile[0, 0, 7, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 61>, 1>
            %w8 = memref.subview %accumulator[0, 0, 0, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 2>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w7 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 61>, 1>) outs(%w8 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 2>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w9 = memref.subview %W_tile[0, 0, 7, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 60>, 1>
            %w10 = memref.subview %accumulator[0, 0, 0, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 3>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w9 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 60>, 1>) outs(%w10 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 3>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w11 = memref.subview %W_tile[0, 0, 7, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 59>, 1>
            %w12 = memref.subview %accumulator[0, 0, 0, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 4>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w11 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 59>, 1>) outs(%w12 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 4>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w13 = memref.subview %W_tile[0, 0, 7, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 58>, 1>
            %w14 = memref.subview %accumulator[0, 0, 0, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 5>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w13 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 58>, 1>) outs(%w14 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 5>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w15 = memref.subview %W_tile[0, 0, 7, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 57>, 1>
            %w16 = memref.subview %accumulator[0, 0, 0, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 6>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w15 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 57>, 1>) outs(%w16 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 6>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w17 = memref.subview %W_tile[0, 0, 7, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 56>, 1>
            %w18 = memref.subview %accumulator[0, 0, 0, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 7>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w17 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 56>, 1>) outs(%w18 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 7>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w19 = memref.subview %W_tile[0, 0, 6, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 55>, 1>
            %w20 = memref.subview %accumulator[0, 0, 1, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 32>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w19 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 55>, 1>) outs(%w20 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 32>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w21 = memref.subview %W_tile[0, 0, 6, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 54>, 1>
            %w22 = memref.subview %accumulator[0, 0, 1, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 33>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w21 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 54>, 1>) outs(%w22 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 33>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w23 = memref.subview %W_tile[0, 0, 6, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 53>, 1>
            %w24 = memref.subview %accumulator[0, 0, 1, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 34>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w23 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 53>, 1>) outs(%w24 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 34>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w25 = memref.subview %W_tile[0, 0, 6, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 52>, 1>
            %w26 = memref.subview %accumulator[0, 0, 1, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 35>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w25 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 52>, 1>) outs(%w26 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 35>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w27 = memref.subview %W_tile[0, 0, 6, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 51>, 1>
            %w28 = memref.subview %accumulator[0, 0, 1, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 36>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w27 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 51>, 1>) outs(%w28 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 36>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w29 = memref.subview %W_tile[0, 0, 6, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 50>, 1>
            %w30 = memref.subview %accumulator[0, 0, 1, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 37>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w29 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 50>, 1>) outs(%w30 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 37>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w31 = memref.subview %W_tile[0, 0, 6, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 49>, 1>
            %w32 = memref.subview %accumulator[0, 0, 1, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 38>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w31 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 49>, 1>) outs(%w32 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 38>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w33 = memref.subview %W_tile[0, 0, 6, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 48>, 1>
            %w34 = memref.subview %accumulator[0, 0, 1, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 39>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w33 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 48>, 1>) outs(%w34 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 39>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w35 = memref.subview %W_tile[0, 0, 5, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 47>, 1>
            %w36 = memref.subview %accumulator[0, 0, 2, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 64>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w35 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 47>, 1>) outs(%w36 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 64>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w37 = memref.subview %W_tile[0, 0, 5, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 46>, 1>
            %w38 = memref.subview %accumulator[0, 0, 2, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 65>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w37 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 46>, 1>) outs(%w38 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 65>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w39 = memref.subview %W_tile[0, 0, 5, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 45>, 1>
            %w40 = memref.subview %accumulator[0, 0, 2, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 66>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w39 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 45>, 1>) outs(%w40 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 66>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w41 = memref.subview %W_tile[0, 0, 5, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 44>, 1>
            %w42 = memref.subview %accumulator[0, 0, 2, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 67>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w41 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 44>, 1>) outs(%w42 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 67>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w43 = memref.subview %W_tile[0, 0, 5, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 43>, 1>
            %w44 = memref.subview %accumulator[0, 0, 2, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 68>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w43 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 43>, 1>) outs(%w44 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 68>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w45 = memref.subview %W_tile[0, 0, 5, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 42>, 1>
            %w46 = memref.subview %accumulator[0, 0, 2, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 69>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w45 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 42>, 1>) outs(%w46 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 69>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w47 = memref.subview %W_tile[0, 0, 5, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 41>, 1>
            %w48 = memref.subview %accumulator[0, 0, 2, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 70>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w47 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 41>, 1>) outs(%w48 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 70>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w49 = memref.subview %W_tile[0, 0, 5, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 40>, 1>
            %w50 = memref.subview %accumulator[0, 0, 2, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 71>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w49 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 40>, 1>) outs(%w50 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 71>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w51 = memref.subview %W_tile[0, 0, 4, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 39>, 1>
            %w52 = memref.subview %accumulator[0, 0, 3, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 96>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w51 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 39>, 1>) outs(%w52 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 96>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w53 = memref.subview %W_tile[0, 0, 4, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 38>, 1>
            %w54 = memref.subview %accumulator[0, 0, 3, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 97>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w53 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 38>, 1>) outs(%w54 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 97>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w55 = memref.subview %W_tile[0, 0, 4, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 37>, 1>
            %w56 = memref.subview %accumulator[0, 0, 3, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 98>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w55 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 37>, 1>) outs(%w56 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 98>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w57 = memref.subview %W_tile[0, 0, 4, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 36>, 1>
            %w58 = memref.subview %accumulator[0, 0, 3, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 99>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w57 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 36>, 1>) outs(%w58 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 99>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w59 = memref.subview %W_tile[0, 0, 4, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 35>, 1>
            %w60 = memref.subview %accumulator[0, 0, 3, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 100>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w59 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 35>, 1>) outs(%w60 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 100>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w61 = memref.subview %W_tile[0, 0, 4, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 34>, 1>
            %w62 = memref.subview %accumulator[0, 0, 3, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 101>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w61 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 34>, 1>) outs(%w62 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 101>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w63 = memref.subview %W_tile[0, 0, 4, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 33>, 1>
            %w64 = memref.subview %accumulator[0, 0, 3, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 102>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w63 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 33>, 1>) outs(%w64 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 102>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w65 = memref.subview %W_tile[0, 0, 4, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 32>, 1>
            %w66 = memref.subview %accumulator[0, 0, 3, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 103>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w65 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 32>, 1>) outs(%w66 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 103>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w67 = memref.subview %W_tile[0, 0, 3, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 31>, 1>
            %w68 = memref.subview %accumulator[0, 0, 4, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 128>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w67 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 31>, 1>) outs(%w68 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 128>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w69 = memref.subview %W_tile[0, 0, 3, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 30>, 1>
            %w70 = memref.subview %accumulator[0, 0, 4, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 129>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w69 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 30>, 1>) outs(%w70 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 129>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w71 = memref.subview %W_tile[0, 0, 3, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 29>, 1>
            %w72 = memref.subview %accumulator[0, 0, 4, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 130>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w71 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 29>, 1>) outs(%w72 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 130>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w73 = memref.subview %W_tile[0, 0, 3, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 28>, 1>
            %w74 = memref.subview %accumulator[0, 0, 4, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 131>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w73 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 28>, 1>) outs(%w74 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 131>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w75 = memref.subview %W_tile[0, 0, 3, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 27>, 1>
            %w76 = memref.subview %accumulator[0, 0, 4, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 132>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w75 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 27>, 1>) outs(%w76 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 132>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w77 = memref.subview %W_tile[0, 0, 3, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 26>, 1>
            %w78 = memref.subview %accumulator[0, 0, 4, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 133>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w77 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 26>, 1>) outs(%w78 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 133>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w79 = memref.subview %W_tile[0, 0, 3, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 25>, 1>
            %w80 = memref.subview %accumulator[0, 0, 4, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 134>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w79 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 25>, 1>) outs(%w80 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 134>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w81 = memref.subview %W_tile[0, 0, 3, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 24>, 1>
            %w82 = memref.subview %accumulator[0, 0, 4, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 135>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w81 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 24>, 1>) outs(%w82 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 135>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w83 = memref.subview %W_tile[0, 0, 2, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 23>, 1>
            %w84 = memref.subview %accumulator[0, 0, 5, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 160>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w83 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 23>, 1>) outs(%w84 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 160>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w85 = memref.subview %W_tile[0, 0, 2, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 22>, 1>
            %w86 = memref.subview %accumulator[0, 0, 5, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 161>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w85 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 22>, 1>) outs(%w86 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 161>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w87 = memref.subview %W_tile[0, 0, 2, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 21>, 1>
            %w88 = memref.subview %accumulator[0, 0, 5, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 162>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w87 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 21>, 1>) outs(%w88 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 162>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w89 = memref.subview %W_tile[0, 0, 2, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 20>, 1>
            %w90 = memref.subview %accumulator[0, 0, 5, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 163>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w89 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 20>, 1>) outs(%w90 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 163>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w91 = memref.subview %W_tile[0, 0, 2, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 19>, 1>
            %w92 = memref.subview %accumulator[0, 0, 5, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 164>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w91 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 19>, 1>) outs(%w92 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 164>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w93 = memref.subview %W_tile[0, 0, 2, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 18>, 1>
            %w94 = memref.subview %accumulator[0, 0, 5, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 165>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w93 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 18>, 1>) outs(%w94 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 165>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w95 = memref.subview %W_tile[0, 0, 2, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 17>, 1>
            %w96 = memref.subview %accumulator[0, 0, 5, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 166>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w95 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 17>, 1>) outs(%w96 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 166>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w97 = memref.subview %W_tile[0, 0, 2, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 16>, 1>
            %w98 = memref.subview %accumulator[0, 0, 5, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 167>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w97 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 16>, 1>) outs(%w98 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 167>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w99 = memref.subview %W_tile[0, 0, 1, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 15>, 1>
            %w100 = memref.subview %accumulator[0, 0, 6, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 192>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w99 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 15>, 1>) outs(%w100 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 192>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w101 = memref.subview %W_tile[0, 0, 1, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 14>, 1>
            %w102 = memref.subview %accumulator[0, 0, 6, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 193>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w101 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 14>, 1>) outs(%w102 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 193>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w103 = memref.subview %W_tile[0, 0, 1, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 13>, 1>
            %w104 = memref.subview %accumulator[0, 0, 6, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 194>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w103 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 13>, 1>) outs(%w104 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 194>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w105 = memref.subview %W_tile[0, 0, 1, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 12>, 1>
            %w106 = memref.subview %accumulator[0, 0, 6, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 195>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w105 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 12>, 1>) outs(%w106 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 195>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w107 = memref.subview %W_tile[0, 0, 1, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 11>, 1>
            %w108 = memref.subview %accumulator[0, 0, 6, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 196>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w107 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 11>, 1>) outs(%w108 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 196>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w109 = memref.subview %W_tile[0, 0, 1, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 10>, 1>
            %w110 = memref.subview %accumulator[0, 0, 6, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 197>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w109 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 10>, 1>) outs(%w110 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 197>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w111 = memref.subview %W_tile[0, 0, 1, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 9>, 1>
            %w112 = memref.subview %accumulator[0, 0, 6, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 198>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w111 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 9>, 1>) outs(%w112 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 198>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w113 = memref.subview %W_tile[0, 0, 1, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 8>, 1>
            %w114 = memref.subview %accumulator[0, 0, 6, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 199>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w113 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 8>, 1>) outs(%w114 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 199>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w115 = memref.subview %W_tile[0, 0, 0, 7] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 7>, 1>
            %w116 = memref.subview %accumulator[0, 0, 7, 0] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 224>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w115 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 7>, 1>) outs(%w116 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 224>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w117 = memref.subview %W_tile[0, 0, 0, 6] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 6>, 1>
            %w118 = memref.subview %accumulator[0, 0, 7, 1] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 225>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w117 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 6>, 1>) outs(%w118 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 225>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w119 = memref.subview %W_tile[0, 0, 0, 5] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 5>, 1>
            %w120 = memref.subview %accumulator[0, 0, 7, 2] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 226>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w119 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 5>, 1>) outs(%w120 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 226>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w121 = memref.subview %W_tile[0, 0, 0, 4] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 4>, 1>
            %w122 = memref.subview %accumulator[0, 0, 7, 3] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 227>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w121 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 4>, 1>) outs(%w122 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 227>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w123 = memref.subview %W_tile[0, 0, 0, 3] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 3>, 1>
            %w124 = memref.subview %accumulator[0, 0, 7, 4] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 228>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w123 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 3>, 1>) outs(%w124 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 228>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w125 = memref.subview %W_tile[0, 0, 0, 2] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 2>, 1>
            %w126 = memref.subview %accumulator[0, 0, 7, 5] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 229>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w125 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 2>, 1>) outs(%w126 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 229>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w127 = memref.subview %W_tile[0, 0, 0, 1] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 1>, 1>
            %w128 = memref.subview %accumulator[0, 0, 7, 6] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 230>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w127 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1], offset: 1>, 1>) outs(%w128 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 230>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %w129 = memref.subview %W_tile[0, 0, 0, 0] [64, 3, 1, 1] [1, 1, 1, 1] : memref<64x3x8x8xf32, 1> to memref<64x3x1x1xf32, strided<[192, 64, 8, 1]>, 1>
            %w130 = memref.subview %accumulator[0, 0, 7, 7] [1, 3, 3, 4] [1, 1, 8, 8] : memref<1x3x24x32xf32, 1> to memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 231>, 1>
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w129 : memref<1x64x3x4xf32, 1>, memref<64x3x1x1xf32, strided<[192, 64, 8, 1]>, 1>) outs(%w130 : memref<1x3x3x4xf32, strided<[2304, 768, 256, 8], offset: 231>, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %s0, %ec32 : index
            %ex_1 = arith.muli %y, %ec768 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, 3, 24, 32], strides: [1, 768, 32, 1] : memref<2304xf32> to memref<1x3x24x32xf32, strided<[1, 768, 32, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x3x24x32xf32, 1>, memref<1x3x24x32xf32, strided<[1, 768, 32, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
