// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<1200xf32>, %W: memref<525xf32>, %Y: memref<336xf32>) {
  %ec48 = arith.constant 48 : index
  %ec6 = arith.constant 6 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x1x19x20xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x1x3x5xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x7x8x6xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 1 step 1 {
      affine.for %s0 = 0 to 8 step 8 {
        affine.for %s1 = 0 to 6 step 6 {
          affine.for %o = 0 to 7 step 7 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x7x8x6xf32, 1>)
            affine.for %c = 0 to 5 step 1 {
              %w1 = affine.apply affine_map<(d0) -> (d0 * 240)>(%c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 1, 15, 16], strides: [1200, 240, 16, 1] : memref<1200xf32> to memref<1x1x15x16xf32, strided<[1200, 240, 16, 1], offset: ?>>
              %w3 = memref.subview %X_tile[0, 0, 2, 2] [1, 1, 17, 18] [1, 1, 1, 1] : memref<1x1x19x20xf32, 1> to memref<1x1x17x18xf32, strided<[380, 380, 20, 1], offset: 42>, 1>
              "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<1x1x15x16xf32, strided<[1200, 240, 16, 1], offset: ?>>, memref<1x1x17x18xf32, strided<[380, 380, 20, 1], offset: 42>, 1>) -> ()
              %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 75 + d1 * 15)>(%y, %c)
              %w5 = memref.reinterpret_cast %W to offset: [%w4], sizes: [7, 1, 3, 5], strides: [75, 15, 5, 1] : memref<525xf32> to memref<7x1x3x5xf32, strided<[75, 15, 5, 1], offset: ?>>
              "npu.dma_load"(%w5, %W_tile) : (memref<7x1x3x5xf32, strided<[75, 15, 5, 1], offset: ?>>, memref<7x1x3x5xf32, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 * 2 + k0 * 2, s1 * 3 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x1x19x20xf32, 1>, memref<7x1x3x5xf32, 1>) outs(%accumulator : memref<1x7x8x6xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %ex = arith.muli %y, %ec48 : index
            %ex_1 = arith.muli %s0, %ec6 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, 7, 8, 6], strides: [1, 48, 6, 1] : memref<336xf32> to memref<1x7x8x6xf32, strided<[1, 48, 6, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x7x8x6xf32, 1>, memref<1x7x8x6xf32, strided<[1, 48, 6, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
