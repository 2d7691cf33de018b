// npu_fused_convolution_add_relu: template, template MLIRConvTemplate, fusions epilogue, mapping default
func.func @npu_fused_convolution_add_relu (%X: memref<1440xf32>, %W: memref<864xf32>, %in_ptr2: memref<12xf32>, %in_ptr3: memref<2160xf32>, %Y: memref<2160xf32>) {
  %ec10 = arith.constant 10 : index
  %ec1080 = arith.constant 1080 : index
  %ec90 = arith.constant 90 : index
  %ecst = arith.constant 0.0 : f32
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<12xf32, 1>
  %et_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x12x9x10xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x12x9x10xf32, 1>
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x11x12xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x8x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x12x9x10xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 12 step 12 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 72)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [12, 8, 3, 3], strides: [72, 9, 3, 1] : memref<864xf32> to memref<12x8x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<12x8x3x3xf32, strided<[72, 9, 3, 1], offset: ?>>, memref<12x8x3x3xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 1 {
        affine.for %s0 = 0 to 9 step 9 {
          affine.for %s1 = 0 to 10 step 10 {
            %w3 = affine.apply affine_map<(d0) -> (d0 * 720)>(%n)
            %w4 = memref.reinterpret_cast %X to offset: [%w3], sizes: [1, 8, 9, 10], strides: [720, 90, 10, 1] : memref<1440xf32> to memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>
            %w5 = memref.subview %X_tile[0, 0, 1, 1] [1, 8, 10, 11] [1, 1, 1, 1] : memref<1x8x11x12xf32, 1> to memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>
            "npu.dma_load"(%w4, %w5) {pad_around = true} : (memref<1x8x9x10xf32, strided<[720, 90, 10, 1], offset: ?>>, memref<1x8x10x11xf32, strided<[1056, 132, 12, 1], offset: 13>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x12x9x10xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x11x12xf32, 1>, memref<12x8x3x3xf32, 1>) outs(%accumulator : memref<1x12x9x10xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %eview = memref.reinterpret_cast %in_ptr2 to offset: [%y], sizes: [12], strides: [1] : memref<12xf32> to memref<12xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%eview, %et) : (memref<12xf32, strided<[1], offset: ?>>, memref<12xf32, 1>) -> ()
            %ex = arith.muli %s0, %ec10 : index
            %ex_1 = arith.muli %n, %ec1080 : index
            %ex_2 = arith.muli %y, %ec90 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview_1 = memref.reinterpret_cast %in_ptr3 to offset: [%ex_5], sizes: [1, 12, 9, 10], strides: [1080, 90, 10, 1] : memref<2160xf32> to memref<1x12x9x10xf32, strided<[1080, 90, 10, 1], offset: ?>>
            "npu.dma_load"(%eview_1, %et_1) : (memref<1x12x9x10xf32, strided<[1080, 90, 10, 1], offset: ?>>, memref<1x12x9x10xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%accumulator, %et, %et_1 : memref<1x12x9x10xf32, 1>, memref<12xf32, 1>, memref<1x12x9x10xf32, 1>) outs(%eout : memref<1x12x9x10xf32, 1>) {
              ^bb0(%ea: f32, %ea_1: f32, %ea_2: f32, %eo: f32):
              %eadd = arith.addf %ea, %ea_1 : f32
              %eadd_1 = arith.addf %eadd, %ea_2 : f32
              %emax = arith.maximumf %eadd_1, %ecst : f32  // relu
              linalg.yield %emax : f32
            }
            %eview_2 = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 12, 9, 10], strides: [1080, 90, 10, 1] : memref<2160xf32> to memref<1x12x9x10xf32, strided<[1080, 90, 10, 1], offset: ?>>
            "npu.dma_store"(%eout, %eview_2) : (memref<1x12x9x10xf32, 1>, memref<1x12x9x10xf32, strided<[1080, 90, 10, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
