// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<2880xf32>, %W: memref<2880xf32>, %Y: memref<3600xf32>) {
  %ec1800 = arith.constant 1800 : index
  %ec20 = arith.constant 20 : index
  %ec200 = arith.constant 200 : index
  %X_tile = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x11x12x8xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<10x3x3x8xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x9x10x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 1 {
      affine.for %s0 = 0 to 9 step 9 {
        affine.for %s1 = 0 to 10 step 10 {
          affine.for %o = 0 to 20 step 10 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x9x10x10xf32, 1>)
            affine.for %c = 0 to 16 step 8 {
              %w1 = affine.apply affine_map<(d0, d1) -> (d0 * 1440 + d1)>(%n, %c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 9, 10, 8], strides: [1440, 160, 16, 1] : memref<2880xf32> to memref<1x9x10x8xf32, strided<[1440, 160, 16, 1], offset: ?>>
              %w3 = memref.subview %X_tile[0, 1, 1, 0] [1, 10, 11, 8] [1, 1, 1, 1] : memref<1x11x12x8xf32, 1> to memref<1x10x11x8xf32, strided<[1056, 96, 8, 1], offset: 104>, 1>
              "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<1x9x10x8xf32, strided<[1440, 160, 16, 1], offset: ?>>, memref<1x10x11x8xf32, strided<[1056, 96, 8, 1], offset: 104>, 1>) -> ()
              %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 144 + d1)>(%y, %c)
              %w5 = memref.reinterpret_cast %W to offset: [%w4], sizes: [10, 3, 3, 8], strides: [144, 48, 16, 1] : memref<2880xf32> to memref<10x3x3x8xf32, strided<[144, 48, 16, 1], offset: ?>>
              "npu.dma_load"(%w5, %W_tile) : (memref<10x3x3x8xf32, strided<[144, 48, 16, 1], offset: ?>>, memref<10x3x3x8xf32, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, s0, s1, y, c, k0, k1) -> (n, s0 + k0, s1 + k1, c)>, affine_map<(n, s0, s1, y, c, k0, k1) -> (y, k0, k1, c)>, affine_map<(n, s0, s1, y, c, k0, k1) -> (n, s0, s1, y)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x11x12x8xf32, 1>, memref<10x3x3x8xf32, 1>) outs(%accumulator : memref<1x9x10x10xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %ex = arith.muli %n, %ec1800 : index
            %ex_1 = arith.muli %s1, %ec20 : index
            %ex_2 = arith.muli %s0, %ec200 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %y : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 9, 10, 10], strides: [1800, 200, 20, 1] : memref<3600xf32> to memref<1x9x10x10xf32, strided<[1800, 200, 20, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x9x10x10xf32, 1>, memref<1x9x10x10xf32, strided<[1800, 200, 20, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
