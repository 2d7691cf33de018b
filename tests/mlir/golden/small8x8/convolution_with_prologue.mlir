// npu_fused_neg_exp_add_div_convolution: pointwise
func.func @npu_fused_neg_exp_add_div_convolution(%in_ptr0: memref<2304xf32>, %out_ptr0: memref<2304xf32>) {
  %c0 = arith.constant 0 : index
  %c2304 = arith.constant 2304 : index
  %c64 = arith.constant 64 : index
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  scf.for %P0 = %c0 to %c2304 step %c64 {
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [64], strides: [1] : memref<2304xf32> to memref<64xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xf32, 1>) outs(%out : memref<64xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %neg = arith.negf %a : f32
        %exp = math.exp %neg : f32
        %add = arith.addf %exp, %cst : f32
        %div = arith.divf %a, %add : f32  // truediv
        linalg.yield %div : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [64], strides: [1] : memref<2304xf32> to memref<64xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<64xf32, 1>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_convolution: template, template MLIRConvTemplate, mapping default
func.func @npu_fused_convolution (%X: memref<2304xf32>, %W: memref<1152xf32>, %Y: memref<1152xf32>) {
  %ec576 = arith.constant 576 : index
  %ec72 = arith.constant 72 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x7x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x8x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x8x4x9xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 2 step 1 {
      affine.for %s0 = 0 to 8 step 4 {
        affine.for %s1 = 0 to 9 step 9 {
          affine.for %o = 0 to 8 step 8 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x8x4x9xf32, 1>)
            affine.for %c = 0 to 16 step 8 {
              %w1 = affine.max affine_map<(d0) -> (d0 floordiv 1 * 1 + -1, 0)>(%s0)
              %w2 = affine.min affine_map<(d0, d1) -> (d0 floordiv 1 * 1 + -1 + 6 - d1, 8 - d1)>(%s0, %w1)
              %w3 = affine.apply affine_map<(d0, d1) -> (d1 - (d0 floordiv 1 * 1 + -1))>(%s0, %w1)
              %w4 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 1152 + d1 * 72 + d2 * 9)>(%n, %c, %w1)
              %w5 = memref.reinterpret_cast %X to offset: [%w4], sizes: [1, 8, %w2, 9], strides: [1152, 72, 9, 1] : memref<2304xf32> to memref<1x8x?x9xf32, strided<[1152, 72, 9, 1], offset: ?>>
              %w6 = memref.subview %X_tile[0, 0, %w3, 1] [1, 8, 6, 10] [1, 1, 1, 1] : memref<1x8x7x11xf32, 1> to memref<1x8x6x10xf32, strided<[616, 77, 11, 1], offset: ?>, 1>
              "npu.dma_load"(%w5, %w6) {pad_around = true} : (memref<1x8x?x9xf32, strided<[1152, 72, 9, 1], offset: ?>>, memref<1x8x6x10xf32, strided<[616, 77, 11, 1], offset: ?>, 1>) -> ()
              %w7 = affine.apply affine_map<(d0, d1) -> (d0 * 144 + d1 * 9)>(%y, %c)
              %w8 = memref.reinterpret_cast %W to offset: [%w7], sizes: [8, 8, 3, 3], strides: [144, 9, 3, 1] : memref<1152xf32> to memref<8x8x3x3xf32, strided<[144, 9, 3, 1], offset: ?>>
              "npu.dma_load"(%w8, %W_tile) : (memref<8x8x3x3xf32, strided<[144, 9, 3, 1], offset: ?>>, memref<8x8x3x3xf32, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x8x7x11xf32, 1>, memref<8x8x3x3xf32, 1>) outs(%accumulator : memref<1x8x4x9xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            %ex = arith.muli %n, %ec576 : index
            %ex_1 = arith.muli %y, %ec72 : index
            %ex_2 = arith.muli %s0, %ec9 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 8, 4, 9], strides: [576, 72, 9, 1] : memref<1152xf32> to memref<1x8x4x9xf32, strided<[576, 72, 9, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<1x8x4x9xf32, 1>, memref<1x8x4x9xf32, strided<[576, 72, 9, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
