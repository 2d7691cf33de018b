// npu_fused_convolution_neg_exp_add_div: template, template MLIRConvTemplate, fusions prologue, mapping default
func.func @npu_fused_convolution_neg_exp_add_div (%W: memref<1152xf32>, %in_ptr1: memref<2304xf32>, %Y: memref<1152xf32>) {
  %p0_c8 = arith.constant 8 : index
  %p0_c9 = arith.constant 9 : index
  %p0_c1152 = arith.constant 1152 : index
  %p0_cm1 = arith.constant -1 : index
  %p0_cst = arith.constant 1.0 : f32
  %p0_cst_1 = arith.constant 0.0 : f32
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x10x11xf32, 1>
  %ec576 = arith.constant 576 : index
  %ec72 = arith.constant 72 : index
  %ec9 = arith.constant 9 : index
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x10x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x8x8x9xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 8 step 8 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %w1 = affine.apply affine_map<(d0) -> (d0 * 144)>(%y)
      %w2 = memref.reinterpret_cast %W to offset: [%w1], sizes: [8, 16, 3, 3], strides: [144, 9, 3, 1] : memref<1152xf32> to memref<8x16x3x3xf32, strided<[144, 9, 3, 1], offset: ?>>
      "npu.dma_load"(%w2, %W_tile) : (memref<8x16x3x3xf32, strided<[144, 9, 3, 1], offset: ?>>, memref<8x16x3x3xf32, 1>) -> ()
      affine.for %n = 0 to 2 step 2 {
        affine.for %s0 = 0 to 8 step 8 {
          affine.for %s1 = 0 to 9 step 9 {
            %p0_x = arith.muli %n, %p0_c1152 : index
            %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [2, 16, 8, 9], strides: [1152, 72, 9, 1] : memref<2304xf32> to memref<2x16x8x9xf32, strided<[1152, 72, 9, 1], offset: ?>>
            %p0_part = memref.subview %p0_t[0, 0, 1, 1] [2, 16, 9, 10] [1, 1, 1, 1] : memref<2x16x10x11xf32, 1> to memref<2x16x9x10xf32, strided<[1760, 110, 11, 1], offset: 12>, 1>
            "npu.dma_load"(%p0_view, %p0_part) {pad_around = true} : (memref<2x16x8x9xf32, strided<[1152, 72, 9, 1], offset: ?>>, memref<2x16x9x10xf32, strided<[1760, 110, 11, 1], offset: 12>, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p0_t : memref<2x16x10x11xf32, 1>) outs(%X_tile : memref<2x16x10x11xf32, 1>) {
              ^bb0(%p0_a: f32, %p0_o: f32):
              %p0_at = linalg.index 3 : index
              %p0_at_1 = arith.addi %p0_at, %p0_cm1 : index
              %p0_inside = arith.cmpi ult, %p0_at_1, %p0_c9 : index
              %p0_at_2 = linalg.index 2 : index
              %p0_at_3 = arith.addi %p0_at_2, %p0_cm1 : index
              %p0_inside_1 = arith.cmpi ult, %p0_at_3, %p0_c8 : index
              %p0_neg = arith.negf %p0_a : f32
              %p0_exp = math.exp %p0_neg : f32
              %p0_add = arith.addf %p0_exp, %p0_cst : f32
              %p0_div = arith.divf %p0_a, %p0_add : f32  // truediv
              %p0_sel = arith.select %p0_inside_1, %p0_div, %p0_cst_1 : f32  // truediv
              %p0_sel_1 = arith.select %p0_inside, %p0_sel, %p0_cst_1 : f32  // truediv
              linalg.yield %p0_sel_1 : f32
            }
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x8x8x9xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<2x16x10x11xf32, 1>, memref<8x16x3x3xf32, 1>) outs(%accumulator : memref<2x8x8x9xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %ex = arith.muli %n, %ec576 : index
            %ex_1 = arith.muli %y, %ec72 : index
            %ex_2 = arith.muli %s0, %ec9 : index
            %ex_3 = arith.addi %ex, %ex_1 : index
            %ex_4 = arith.addi %ex_3, %ex_2 : index
            %ex_5 = arith.addi %ex_4, %s1 : index
            %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [2, 8, 8, 9], strides: [576, 72, 9, 1] : memref<1152xf32> to memref<2x8x8x9xf32, strided<[576, 72, 9, 1], offset: ?>>
            "npu.dma_store"(%accumulator, %eview) : (memref<2x8x8x9xf32, 1>, memref<2x8x8x9xf32, strided<[576, 72, 9, 1], offset: ?>>) -> ()
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
