// npu_fused_convolution_relu: template, template MLIRConvTemplate, fusions epilogue, mapping default
func.func @npu_fused_convolution_relu (%X: memref<2880xbf16>, %W: memref<2880xbf16>, %Y: memref<3600xbf16>) {
  %ecst = arith.constant 0.0 : f32
  %ec10 = arith.constant 10 : index
  %ec1800 = arith.constant 1800 : index
  %ec90 = arith.constant 90 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x10x9x10xbf16, 1>
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x11x12xbf16, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<10x8x3x3xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x10x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 1 {
      affine.for %s0 = 0 to 9 step 9 {
        affine.for %s1 = 0 to 10 step 10 {
          affine.for %o = 0 to 20 step 10 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x10x9x10xf32, 1>)
            affine.for %c = 0 to 16 step 8 {
              %w1 = affine.apply affine_map<(d0, d1) -> (d0 * 1440 + d1 * 90)>(%n, %c)
              %w2 = memref.reinterpret_cast %X to offset: [%w1], sizes: [1, 8, 9, 10], strides: [1440, 90, 10, 1] : memref<2880xbf16> to memref<1x8x9x10xbf16, strided<[1440, 90, 10, 1], offset: ?>>
              %w3 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 10, 11] [1, 1, 1, 1] : memref<1x8x11x12xbf16, 1> to memref<1x8x10x11xbf16, strided<[1056, 132, 12, 1], offset: 13>, 1>
              "npu.dma_load"(%w2, %w3) {pad_around = true} : (memref<1x8x9x10xbf16, strided<[1440, 90, 10, 1], offset: ?>>, memref<1x8x10x11xbf16, strided<[1056, 132, 12, 1], offset: 13>, 1>) -> ()
              %w4 = affine.apply affine_map<(d0, d1) -> (d0 * 144 + d1 * 9)>(%y, %c)
              %w5 = memref.reinterpret_cast %W to offset: [%w4], sizes: [10, 8, 3, 3], strides: [144, 9, 3, 1] : memref<2880xbf16> to memref<10x8x3x3xbf16, strided<[144, 9, 3, 1], offset: ?>>
              "npu.dma_load"(%w5, %W_tile) : (memref<10x8x3x3xbf16, strided<[144, 9, 3, 1], offset: ?>>, memref<10x8x3x3xbf16, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x11x12xbf16, 1>, memref<10x8x3x3xbf16, 1>) outs(%accumulator : memref<1x10x9x10xf32, 1>) {
                ^bb0(%left_0: bf16, %right_0: bf16, %total_0: f32):
                %left_0_wide = arith.extf %left_0 : bf16 to f32
                %right_0_wide = arith.extf %right_0 : bf16 to f32
                %product_0 = arith.mulf %left_0_wide, %right_0_wide : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%accumulator : memref<1x10x9x10xf32, 1>) outs(%eout : memref<1x10x9x10xbf16, 1>) {
              ^bb0(%ea: f32, %eo: bf16):
              %ecvt = arith.truncf %ea : f32 to bf16
              %ecvt_1 = arith.extf %ecvt : bf16 to f32  // relu
              %emax = arith.maximumf %ecvt_1, %ecst : f32  // relu
              %ecvt_2 = arith.truncf %emax : f32 to bf16  // relu
              linalg.yield %ecvt_2 : bf16
            }
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec1800 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 10, 9, 10], strides: [1800, 90, 10, 1] : memref<3600xbf16> to memref<1x10x9x10xbf16, strided<[1800, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%eout, %eview) : (memref<1x10x9x10xbf16, 1>, memref<1x10x9x10xbf16, strided<[1800, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
