// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<2880xf32>, %W: memref<320xf32>, %Y: memref<3600xf32>) {
  %ec10 = arith.constant 10 : index
  %ec1800 = arith.constant 1800 : index
  %ec90 = arith.constant 90 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x9x10xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x8x1x1xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x20x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 1 {
      affine.for %s0 = 0 to 9 step 9 {
        affine.for %s1 = 0 to 10 step 10 {
          affine.for %o = 0 to 20 step 20 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x20x9x10xf32, 1>)
            affine.for %c = 0 to 16 step 8 {
              %w1 = affine.apply affine_map<(d0, d1) -> (d0 * 1440 + d1 * 90)>(%n, %c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 8, 9, 10], strides: [1440, 90, 10, 1] : memref<2880xf32> to memref<1x8x9x10xf32, strided<[1440, 90, 10, 1], offset: ?>>
              "npu.dma_load"(%w2, %X_tile) : (memref<1x8x9x10xf32, strided<[1440, 90, 10, 1], offset: ?>>, memref<1x8x9x10xf32, 1>) -> ()
              %w3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%y, %c)
              %w4 = memref.reinterpret_cast %W to offset: [%w3], sizes: [20, 8, 1, 1], strides: [16, 1, 1, 1] : memref<320xf32> to memref<20x8x1x1xf32, strided<[16, 1, 1, 1], offset: ?>>
              "npu.dma_load"(%w4, %W_tile) : (memref<20x8x1x1xf32, strided<[16, 1, 1, 1], offset: ?>>, memref<20x8x1x1xf32, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x9x10xf32, 1>, memref<20x8x1x1xf32, 1>) outs(%accumulator : memref<1x20x9x10xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec1800 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 20, 9, 10], strides: [1800, 90, 10, 1] : memref<3600xf32> to memref<1x20x9x10xf32, strided<[1800, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x20x9x10xf32, 1>, memref<1x20x9x10xf32, strided<[1800, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
