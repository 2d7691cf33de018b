// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<3888xf32>, %W: memref<1944xf32>, %Y: memref<5832xf32>) {
  %ec2916 = arith.constant 2916 : index
  %ec81 = arith.constant 81 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x6x11x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x6x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x9x9x9xf32, 1>
  affine.for %g = 0 to 4 step 1 {
    affine.for %o = 0 to 9 step 9 {
      %y = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 9)>(%o, %g)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 54)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [9, 6, 3, 3], strides: [54, 9, 3, 1] : memref<1944xf32> to memref<9x6x3x3xf32, strided<[54, 9, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<9x6x3x3xf32, strided<[54, 9, 3, 1], offset: ?>>, memref<9x6x3x3xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 2 {
        affine.for %s0 = 0 to 9 step 9 {
          affine.for %s1 = 0 to 9 step 9 {
            %w3 = affine.apply affine_map<(d0) -> (d0 * 6)>(%g)
            %w4 = affine.apply affine_map<(d0) -> (d0 * 81)>(%w3)
            %w5 = memref.reinterpret_cast %X to offset: [%w4], sizes: [2, 6, 9, 9], strides: [1944, 81, 9, 1] : memref<3888xf32> to memref<2x6x9x9xf32, strided<[1944, 81, 9, 1], offset: ?>>
            %w6 = memref.subview %X_tile[0, 0, 1, 1] [2, 6, 10, 10] [1, 1, 1, 1] : memref<2x6x11x11xf32, 1> to memref<2x6x10x10xf32, strided<[726, 121, 11, 1], offset: 12>, 1>
            "npu.dma_load"(%w5, %w6) {pad_around = true} : (memref<2x6x9x9xf32, strided<[1944, 81, 9, 1], offset: ?>>, memref<2x6x10x10xf32, strided<[726, 121, 11, 1], offset: 12>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x9x9x9xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<2x6x11x11xf32, 1>, memref<9x6x3x3xf32, 1>) outs(%accumulator : memref<2x9x9x9xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %n, %ec2916 : index
            %ex_1 = arith.muli %y, %ec81 : index
            %ex_2 = arith.muli %s0, %ec9 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [2, 9, 9, 9], strides: [2916, 81, 9, 1] : memref<5832xf32> to memref<2x9x9x9xf32, strided<[2916, 81, 9, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<2x9x9x9xf32, 1>, memref<2x9x9x9xf32, strided<[2916, 81, 9, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
