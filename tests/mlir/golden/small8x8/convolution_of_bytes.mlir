// npu_fused_int8_convolution_convert_element_type: template, template MLIRConvTemplate, fusions epilogue, mapping default
func.func @npu_fused_int8_convolution_convert_element_type (%X: memref<108xi8>, %W: memref<108xi8>, %Y: memref<144xf32>) {
  %ec36 = arith.constant 36 : index
  %ec6 = arith.constant 6 : index
  %eout = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x6x6xf32, 1>
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x3x8x8xi8, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x3x3x3xi8, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x4x6x6xi32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 4 step 4 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 27)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [4, 3, 3, 3], strides: [27, 9, 3, 1] : memref<108xi8> to memref<4x3x3x3xi8, strided<[27, 9, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<4x3x3x3xi8, strided<[27, 9, 3, 1], offset: ?>>, memref<4x3x3x3xi8, 1>) -> ()
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 6 step 6 {
          affine.for %s1 = 0 to 6 step 6 {
            %w3 = memref.reinterpret_cast %X to offset: [0], sizes: [1, 3, 6, 6], strides: [108, 36, 6, 1] : memref<108xi8> to memref<1x3x6x6xi8, strided<[108, 36, 6, 1], offset: 0>>
            %w4 = memref.subview %X_tile[0, 0, 1, 1] [1, 3, 7, 7] [1, 1, 1, 1] : memref<1x3x8x8xi8, 1> to memref<1x3x7x7xi8, strided<[192, 64, 8, 1], offset: 9>, 1>
            "npu.dma_load"(%w3, %w4) {pad_around = true} : (memref<1x3x6x6xi8, strided<[108, 36, 6, 1], offset: 0>>, memref<1x3x7x7xi8, strided<[192, 64, 8, 1], offset: 9>, 1>) -> ()
            %t1 = arith.constant 0 : i32
            linalg.fill ins(%t1 : i32) outs(%accumulator : memref<1x4x6x6xi32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x3x8x8xi8, 1>, memref<4x3x3x3xi8, 1>) outs(%accumulator : memref<1x4x6x6xi32, 1>) {
              ^bb0(%left_0: i8, %right_0: i8, %total_0: i32):
              %left_0_wide = arith.extsi %left_0 : i8 to i32
              %right_0_wide = arith.extsi %right_0 : i8 to i32
              %product_0 = arith.muli %left_0_wide, %right_0_wide : i32
              %sum_0 = arith.addi %total_0, %product_0 : i32
              linalg.yield %sum_0 : i32
            }
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%accumulator : memref<1x4x6x6xi32, 1>) outs(%eout : memref<4x6x6xf32, 1>) {
              ^bb0(%ea: i32, %eo: f32):
              %ecvt = arith.sitofp %ea : i32 to f32  // to_dtype
              linalg.yield %ecvt : f32
            }
            %ex = arith.muli %y, %ec36 : index
            %ex_1 = arith.muli %s0, %ec6 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [4, 6, 6], strides: [36, 6, 1] : memref<144xf32> to memref<4x6x6xf32, strided<[36, 6, 1], offset: ?>>
            "npu.dma_store"(%eout, %eview) : (memref<4x6x6xf32, 1>, memref<4x6x6xf32, strided<[36, 6, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
