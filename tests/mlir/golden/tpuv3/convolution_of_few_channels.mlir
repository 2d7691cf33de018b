// npu_fused_convolution: pointwise
func.func @npu_fused_convolution(%in_ptr0: memref<1386xf32>, %out_ptr0: memref<6237xf32>) {
  %c11 = arith.constant 11 : index
  %k = arith.constant 22 : i32
  %k_1 = arith.constant -69 : i32
  %k_2 = arith.constant 2 : i32
  %k_3 = arith.constant -3 : i32
  %k_4 = arith.constant 0 : i32
  %k_5 = arith.constant 21 : i32
  %k_6 = arith.constant 0 : i8
  %k_7 = arith.constant 462 : i32
  %k_8 = arith.constant -1 : i32
  %mul = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27xi32, 1>
  %add = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xi32, 1>
  %add_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x7x16xi32, 1>
  %ge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xi8, 1>
  %lt = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xi8, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27xi8, 1>
  %and_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x7x16xi8, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x3x16x7xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x3x16x7xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<27x7x3x16xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul : memref<27xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %mul_1 = arith.muli %k, %i : i32  // load
      linalg.yield %mul_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%add : memref<7x16xi32, 1>) {
    ^bb0(%o_1: i32):
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %add_1 = arith.addi %k_1, %i_1 : i32  // load
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %mul_2 = arith.muli %k_2, %i_2 : i32  // index
      %add_2 = arith.addi %add_1, %mul_2 : i32  // load
      linalg.yield %add_2 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mul, %add : memref<27xi32, 1>, memref<7x16xi32, 1>) outs(%add_3 : memref<27x7x16xi32, 1>) {
    ^bb0(%a: i32, %a_1: i32, %o_2: i32):
      %add_4 = arith.addi %a_1, %a : i32  // load
      linalg.yield %add_4 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%ge : memref<7x16xi8, 1>) {
    ^bb0(%o_3: i8):
      %at_3 = linalg.index 0 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %add_5 = arith.addi %k_3, %i_3 : i32  // index
      %at_4 = linalg.index 1 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %mul_3 = arith.muli %k_2, %i_4 : i32  // index
      %add_6 = arith.addi %add_5, %mul_3 : i32  // index
      %ge_1 = arith.cmpi sge, %add_6, %k_4 : i32
      %byte = arith.extui %ge_1 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%lt : memref<7x16xi8, 1>) {
    ^bb0(%o_4: i8):
      %at_5 = linalg.index 0 : index
      %i_5 = arith.index_cast %at_5 : index to i32
      %add_7 = arith.addi %k_3, %i_5 : i32  // index
      %at_6 = linalg.index 1 : index
      %i_6 = arith.index_cast %at_6 : index to i32
      %mul_4 = arith.muli %k_2, %i_6 : i32  // index
      %add_8 = arith.addi %add_7, %mul_4 : i32  // index
      %lt_1 = arith.cmpi slt, %add_8, %k : i32
      %byte_1 = arith.extui %lt_1 : i1 to i8
      linalg.yield %byte_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%and : memref<27xi8, 1>) {
    ^bb0(%o_5: i8):
      %at_7 = linalg.index 0 : index
      %i_7 = arith.index_cast %at_7 : index to i32
      %add_9 = arith.addi %k_3, %i_7 : i32  // index
      %ge_2 = arith.cmpi sge, %add_9, %k_4 : i32
      %lt_2 = arith.cmpi slt, %add_9, %k_5 : i32
      %and_1 = arith.andi %ge_2, %lt_2 : i1  // and_
      %byte_2 = arith.extui %and_1 : i1 to i8
      linalg.yield %byte_2 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ge, %lt, %and : memref<7x16xi8, 1>, memref<7x16xi8, 1>, memref<27xi8, 1>) outs(%and_2 : memref<27x7x16xi8, 1>) {
    ^bb0(%a_2: i8, %a_3: i8, %a_4: i8, %o_6: i8):
      %flag = arith.cmpi ne, %a_2, %k_6 : i8
      %flag_1 = arith.cmpi ne, %a_3, %k_6 : i8
      %flag_2 = arith.cmpi ne, %a_4, %k_6 : i8
      %and_3 = arith.andi %flag_2, %flag : i1  // and_
      %and_4 = arith.andi %and_3, %flag_1 : i1  // and_
      %at_8 = linalg.index 2 : index
      %inside = arith.cmpi slt, %at_8, %c11 : index
      %and_5 = arith.andi %and_4, %inside : i1  // load
      %byte_3 = arith.extui %and_5 : i1 to i8
      linalg.yield %byte_3 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%add_3, %and_2 : memref<27x7x16xi32, 1>, memref<27x7x16xi8, 1>) outs(%sel : memref<27x3x16x7xi32, 1>) {
    ^bb0(%a_5: i32, %a_6: i8, %o_7: i32):
      %flag_3 = arith.cmpi ne, %a_6, %k_6 : i8
      %at_9 = linalg.index 1 : index
      %i_8 = arith.index_cast %at_9 : index to i32
      %mul_5 = arith.muli %k_7, %i_8 : i32  // load
      %add_10 = arith.addi %a_5, %mul_5 : i32  // load
      %sel_1 = arith.select %flag_3, %add_10, %k_8 : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) {pad = 0.0 : f32} : (memref<1386xf32>, memref<27x3x16x7xi32, 1>, memref<27x3x16x7xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<27x3x16x7xf32, 1>) outs(%out : memref<27x7x3x16xf32, 1>) {
    ^bb0(%a_7: f32, %o_8: f32):
      linalg.yield %a_7 : f32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [27, 7, 3, 11], strides: [231, 33, 11, 1] : memref<6237xf32> to memref<27x7x3x11xf32, strided<[231, 33, 11, 1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<27x7x3x16xf32, 1>, memref<27x7x3x11xf32, strided<[231, 33, 11, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_convolution: template, template MLIRConvTemplate, fusions prologue, mapping default
func.func @npu_fused_convolution (%X: memref<6237xf32>, %in_ptr1: memref<2352xf32>, %Y: memref<1936xf32>) {
  %p0_c147 = arith.constant 147 : index
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x3x49xf32, 1>
  %ec11 = arith.constant 11 : index
  %ec121 = arith.constant 121 : index
  %X_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x11x147x11xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x1x16x147xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16x11x11xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 16 step 16 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %p0_groups = memref.expand_shape %W_tile [[0], [1], [2], [3, 4]] output_shape [1, 1, 16, 49, 3] : memref<1x1x16x147xf32, 1> into memref<1x1x16x49x3xf32, 1>
      %p0_x = arith.muli %o, %p0_c147 : index
      %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [16, 3, 49], strides: [147, 49, 1] : memref<2352xf32> to memref<16x3x49xf32, strided<[147, 49, 1], offset: ?>>
      "npu.dma_load"(%p0_view, %p0_t) : (memref<16x3x49xf32, strided<[147, 49, 1], offset: ?>>, memref<16x3x49xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p0_t : memref<16x3x49xf32, 1>) outs(%p0_groups : memref<1x1x16x49x3xf32, 1>) {
        ^bb0(%p0_a: f32, %p0_o: f32):
        linalg.yield %p0_a : f32
      }
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 11 step 11 {
          affine.for %s1 = 0 to 11 step 11 {
            %w1 = memref.reinterpret_cast %X to offset: [0], sizes: [1, 11, 147, 11], strides: [6237, 462, 11, 1] : memref<6237xf32> to memref<1x11x147x11xf32, strided<[6237, 462, 11, 1], offset: 0>>
            "npu.dma_load"(%w1, %X_tile) : (memref<1x11x147x11xf32, strided<[6237, 462, 11, 1], offset: 0>>, memref<1x11x147x11xf32, 1>) -> ()
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x16x11x11xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, s0 + k0, c, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (k0, k1, y, c)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x11x147x11xf32, 1>, memref<1x1x16x147xf32, 1>) outs(%accumulator : memref<1x16x11x11xf32, 1>) {
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
