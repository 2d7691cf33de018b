// npu_fused_convolution: template, template MLIRConvTemplate, fusions epilogue, mapping default
func.func @npu_fused_convolution (%X: memref<1440xf32>, %W: memref<864xf32>, %in_ptr2: memref<12xf32>, %Y: memref<600xf32>) {
  %ec25 = arith.constant 25 : index
  %ec300 = arith.constant 300 : index
  %ec5 = arith.constant 5 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<6xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x5x5xf32, 1>
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2x11x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x2x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x5x5xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 2 {
      affine.for %s0 = 0 to 5 step 5 {
        affine.for %s1 = 0 to 5 step 5 {
          affine.for %o = 0 to 12 step 6 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x6x5x5xf32, 1>)
            affine.for %c = 0 to 8 step 2 {
              %w1 = affine.apply affine_map<(d0) -> (d0 * 90)>(%c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [2, 2, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<2x2x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
              %w3 = memref.subview %X_tile[0, 0, 1, 1] [2, 2, 10, 10] [1, 1, 1, 1] : memref<2x2x11x11xf32, 1> to memref<2x2x10x10xf32, strided<[242, 121, 11, 1], offset: 12>, 1>
              "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<2x2x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<2x2x10x10xf32, strided<[242, 121, 11, 1], offset: 12>, 1>) -> ()
              %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 72 + d1 * 9)>(%y, %c)
              %w5 = memref.reinterpret_cast %W to offset: [%w4], sizes: [6, 2, 3, 3], strides: [72, 9, 3, 1] : memref<864xf32> to memref<6x2x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>
              "npu.dma_load"(%w5, %W_tile) : (memref<6x2x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>, memref<6x2x3x3xf32, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 * 2 + k0, s1 * 2 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<2x2x11x11xf32, 1>, memref<6x2x3x3xf32, 1>) outs(%accumulator : memref<2x6x5x5xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %eview = memref.reinterpret_cast %in_ptr2 to offset: [%y], sizes: [6], strides: [1] : memref<12xf32> to memref<6xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%eview, %et) : (memref<6xf32, strided<[1], offset: ?>>, memref<6xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%accumulator, %et : memref<2x6x5x5xf32, 1>, memref<6xf32, 1>) outs(%eout : memref<2x6x5x5xf32, 1>) {
              ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
              %eadd = arith.addf %ea, %ea_1 : f32
              linalg.yield %eadd : f32
            }
            %ex = arith.muli %y, %ec25 : index
            %ex_1 = arith.muli %n, %ec300 : index
            %ex_2 = arith.muli %s0, %ec5 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [2, 6, 5, 5], strides: [300, 25, 5, 1] : memref<600xf32> to memref<2x6x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>
            "npu.dma_store"(%eout, %eview_1) : (memref<2x6x5x5xf32, 1>, memref<2x6x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution_backward: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution_backward (%X: memref<600xf32>, %W: memref<864xf32>, %Y: memref<1440xf32>) {
  %ec10 = arith.constant 10 : index
  %ec720 = arith.constant 720 : index
  %ec90 = arith.constant 90 : index
  %ecm1 = arith.constant -1 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x6x6x6xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x8x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x10x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 1 {
      affine.for %s0 = 0 to 9 step 10 {
        affine.for %s1 = 0 to 10 step 10 {
          affine.for %o = 0 to 8 step 8 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x8x10x10xf32, 1>)
            affine.for %c = 0 to 12 step 6 {
              %w1 = affine.apply affine_map<(d0, d1) -> (d0 * 300 + d1 * 25)>(%n, %c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 6, 5, 5], strides: [300, 25, 5, 1] : memref<600xf32> to memref<1x6x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>
              "npu.dma_load"(%w2, %X_tile) : (memref<1x6x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>, memref<1x6x6x6xf32, 1>) -> ()
              %w3 = affine.apply affine_map<(d0) -> (d0 * 72 + 8)>(%c)
              %w4 = memref.reinterpret_cast %W to offset: [%w3], sizes: [6, 8, 3, 3], strides: [72, 9, -3, -1] : memref<864xf32> to memref<6x8x3x3xf32, strided<[72, 9, -3, -1], offset: ?>>
              "npu.dma_load"(%w4, %W_tile) : (memref<6x8x3x3xf32, strided<[72, 9, -3, -1], offset: ?>>, memref<6x8x3x3xf32, 1>) -> ()
              %w5 = memref.subview %W_tile[0, 0, 1, 1] [6, 8, 1, 1] [1, 1, 1, 1] : memref<6x8x3x3xf32, 1> to memref<6x8x1x1xf32, strided<[72, 9, 3, 1], offset: 4>, 1>
              %w6 = memref.subview %accumulator[0, 0, 0, 0] [1, 8, 5, 5] [1, 1, 2, 2] : memref<1x8x10x10xf32, 1> to memref<1x8x5x5xf32, strided<[800, 100, 20, 2]>, 1>
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w5 : memref<1x6x6x6xf32, 1>, memref<6x8x1x1xf32, strided<[72, 9, 3, 1], offset: 4>, 1>) outs(%w6 : memref<1x8x5x5xf32, strided<[800, 100, 20, 2]>, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
              %w7 = memref.subview %W_tile[0, 0, 1, 0] [6, 8, 1, 2] [1, 1, 1, 2] : memref<6x8x3x3xf32, 1> to memref<6x8x1x2xf32, strided<[72, 9, 3, 2], offset: 3>, 1>
              %w8 = memref.subview %accumulator[0, 0, 0, 1] [1, 8, 5, 5] [1, 1, 2, 2] : memref<1x8x10x10xf32, 1> to memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 1>, 1>
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w7 : memref<1x6x6x6xf32, 1>, memref<6x8x1x2xf32, strided<[72, 9, 3, 2], offset: 3>, 1>) outs(%w8 : memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 1>, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
              %w9 = memref.subview %W_tile[0, 0, 0, 1] [6, 8, 2, 1] [1, 1, 2, 1] : memref<6x8x3x3xf32, 1> to memref<6x8x2x1xf32, strided<[72, 9, 6, 1], offset: 1>, 1>
              %w10 = memref.subview %accumulator[0, 0, 1, 0] [1, 8, 5, 5] [1, 1, 2, 2] : memref<1x8x10x10xf32, 1> to memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 10>, 1>
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w9 : memref<1x6x6x6xf32, 1>, memref<6x8x2x1xf32, strided<[72, 9, 6, 1], offset: 1>, 1>) outs(%w10 : memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 10>, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
              %w11 = memref.subview %W_tile[0, 0, 0, 0] [6, 8, 2, 2] [1, 1, 2, 2] : memref<6x8x3x3xf32, 1> to memref<6x8x2x2xf32, strided<[72, 9, 6, 2]>, 1>
              %w12 = memref.subview %accumulator[0, 0, 1, 1] [1, 8, 5, 5] [1, 1, 2, 2] : memref<1x8x10x10xf32, 1> to memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 11>, 1>
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (c, y, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %w11 : memref<1x6x6x6xf32, 1>, memref<6x8x2x2xf32, strided<[72, 9, 6, 2]>, 1>) outs(%w12 : memref<1x8x5x5xf32, strided<[800, 100, 20, 2], offset: 11>, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec720 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %ex_6 = arith.muli %s0, %ecm1 : index
            %ex_7 = arith.addi %ex_6, %ec9 : index
            %en_P2 = arith.minsi %ex_7, %ec10 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 8, %en_P2, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x?x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x8x10x10xf32, 1>, memref<1x8x?x10xf32, strided<[720, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution_backward: template, template MLIRConvWeightTemplate, mapping default
func.func @npu_fused_convolution_backward (%X: memref<1440xf32>, %G: memref<600xf32>, %Y: memref<864xf32>) {
  %ec3 = arith.constant 3 : index
  %ec72 = arith.constant 72 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4x11x11xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x12x5x5xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x3x4x12xf32, 1>
  %result = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x4x3x3xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 12 step 12 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      affine.for %c = 0 to 8 step 4 {
        affine.for %k0 = 0 to 3 step 3 {
          affine.for %k1 = 0 to 3 step 3 {
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<3x3x4x12xf32, 1>)
            affine.for %n = 0 to 2 step 2 {
              affine.for %s0 = 0 to 5 step 5 {
                affine.for %s1 = 0 to 5 step 5 {
                  %w1 = affine.apply affine_map<(d0) -> (d0 * 90)>(%c)
                  %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [2, 4, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<2x4x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
                  %w3 = memref.subview %X_tile[0, 0, 1, 1] [2, 4, 10, 10] [1, 1, 1, 1] : memref<2x4x11x11xf32, 1> to memref<2x4x10x10xf32, strided<[484, 121, 11, 1], offset: 12>, 1>
                  "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<2x4x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<2x4x10x10xf32, strided<[484, 121, 11, 1], offset: 12>, 1>) -> ()
                  %w4 = affine.apply affine_map<(d0) -> (d0 * 25)>(%y)
                  %w5 = memref.reinterpret_cast %G to offset: [%w4], sizes: [2, 12, 5, 5], strides: [300, 25, 5, 1] : memref<600xf32> to memref<2x12x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>
                  "npu.dma_load"(%w5, %G_tile) : (memref<2x12x5x5xf32, strided<[300, 25, 5, 1], offset: ?>>, memref<2x12x5x5xf32, 1>) -> ()
                  linalg.generic {indexing_maps = [affine_map<(k0, k1, c, y, n, s0, s1) -> (n, c, s0 * 2 + k0, s1 * 2 + k1)>, affine_map<(k0, k1, c, y, n, s0, s1) -> (n, y, s0, s1)>, affine_map<(k0, k1, c, y, n, s0, s1) -> (k0, k1, c, y)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %G_tile : memref<2x4x11x11xf32, 1>, memref<2x12x5x5xf32, 1>) outs(%accumulator : memref<3x3x4x12xf32, 1>) {
                    ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                    %product_0 = arith.mulf %left_0, %right_0 : f32
                    %sum_0 = arith.addf %total_0, %product_0 : f32
                    linalg.yield %sum_0 : f32
                  }
                }
              }
            }
            linalg.transpose ins(%accumulator : memref<3x3x4x12xf32, 1>) outs(%result : memref<12x4x3x3xf32, 1>) permutation = [3, 2, 0, 1]
            %ex = arith.muli %k0, %ec3 : index
            %ex_1 = arith.muli %y, %ec72 : index
            %ex_2 = arith.muli %c, %ec9 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %k1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [12, 4, 3, 3], strides: [72, 9, 3, 1] : memref<864xf32> to memref<12x4x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>
            "npu.dma_store"(%result, %eview) : (memref<12x4x3x3xf32, 1>, memref<12x4x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>) -> ()
          }
        }
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution_backward: reduction
func.func @npu_fused_convolution_backward(%in_ptr0: memref<600xf32>, %out_ptr0: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c6 = arith.constant 6 : index
  %c25 = arith.constant 25 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  scf.for %P0 = %c0 to %c12 step %c6 {
    %x = arith.muli %P0, %c25 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [2, 6, 25], strides: [300, 25, 1] : memref<600xf32> to memref<2x6x25xf32, strided<[300, 25, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<2x6x25xf32, strided<[300, 25, 1], offset: ?>>, memref<2x6x32xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<6xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%t : memref<2x6x32xf32, 1>) outs(%sum : memref<6xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum_1 = arith.addf %o, %a : f32
        linalg.yield %sum_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [6], strides: [1] : memref<12xf32> to memref<6xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum, %view_1) : (memref<6xf32, 1>, memref<6xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
