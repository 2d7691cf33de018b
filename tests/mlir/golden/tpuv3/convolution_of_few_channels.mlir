// npu_fused_convolution: pointwise
func.func @npu_fused_convolution(%in_ptr0: memref<1386xf32>, %out_ptr0: memref<1782xf32>) {
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x27x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x3x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 21, 22], strides: [462, 22, 1] : memref<1386xf32> to memref<3x21x22xf32, strided<[462, 22, 1], offset: 0>>
  %part = memref.subview %t[0, 3, 0] [3, 24, 32] [1, 1, 1] : memref<3x27x32xf32, 1> to memref<3x24x32xf32, strided<[864, 32, 1], offset: 96>, 1>
  "npu.dma_load"(%view, %part) {pad_around = true, pad = 0.0 : f32} : (memref<3x21x22xf32, strided<[462, 22, 1], offset: 0>>, memref<3x24x32xf32, strided<[864, 32, 1], offset: 96>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<3x27x32xf32, 1>) outs(%out : memref<27x3x32xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [27, 3, 22], strides: [66, 22, 1] : memref<1782xf32> to memref<27x3x22xf32, strided<[66, 22, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<27x3x32xf32, 1>, memref<27x3x22xf32, strided<[66, 22, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_convolution: template, template MLIRConvTemplate, fusions prologue, mapping default
func.func @npu_fused_convolution (%X: memref<1782xf32>, %in_ptr1: memref<2352xf32>, %Y: memref<1936xf32>) {
  %p0_c147 = arith.constant 147 : index
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x3x7x7xf32, 1>
  %ec11 = arith.constant 11 : index
  %ec121 = arith.constant 121 : index
  %X_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x11x21x27xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16x21x7xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16x11x11xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 16 step 16 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %p0_groups = memref.expand_shape %W_tile [[0], [1], [2, 3], [4]] output_shape [1, 16, 7, 3, 7] : memref<1x16x21x7xf32, 1> into memref<1x16x7x3x7xf32, 1>
      %p0_x = arith.muli %o, %p0_c147 : index
      %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [16, 3, 7, 7], strides: [147, 49, 7, 1] : memref<2352xf32> to memref<16x3x7x7xf32, strided<[147, 49, 7, 1], offset: ?>>
      "npu.dma_load"(%p0_view, %p0_t) : (memref<16x3x7x7xf32, strided<[147, 49, 7, 1], offset: ?>>, memref<16x3x7x7xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p0_t : memref<16x3x7x7xf32, 1>) outs(%p0_groups : memref<1x16x7x3x7xf32, 1>) {
        ^bb0(%p0_a: f32, %p0_o: f32):
        linalg.yield %p0_a : f32
      }
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 11 step 11 {
          affine.for %s1 = 0 to 11 step 11 {
            %w1 = memref.reinterpret_cast %X to offset: [0], sizes: [1, 11, 21, 22], strides: [1782, 132, 22, 1] : memref<1782xf32> to memref<1x11x21x22xf32, strided<[1782, 132, 22, 1], offset: 0>>
            %w2 = memref.subview %X_tile[0, 0, 0, 3] [1, 11, 21, 24] [1, 1, 1, 1] : memref<1x11x21x27xf32, 1> to memref<1x11x21x24xf32, strided<[6237, 567, 27, 1], offset: 3>, 1>
            "npu.dma_load"(%w1, %w2) {pad_around = true} : (memref<1x11x21x22xf32, strided<[1782, 132, 22, 1], offset: 0>>, memref<1x11x21x24xf32, strided<[6237, 567, 27, 1], offset: 3>, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x16x11x11xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, s0 + k0, c, s1 * 2 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (k0, y, c, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x11x21x27xf32, 1>, memref<1x16x21x7xf32, 1>) outs(%accumulator : memref<1x16x11x11xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %s0, %ec11 : index
            %ex_1 = arith.muli %y, %ec121 : index
            %ex_2 = arith.addi %ex, %ex_1 : index
            %ex_3 = arith.addi %ex_2, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [1, 16, 11, 11], strides: [1, 121, 11, 1] : memref<1936xf32> to memref<1x16x11x11xf32, strided<[1, 121, 11, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x16x11x11xf32, 1>, memref<1x16x11x11xf32, strided<[1, 121, 11, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
