// npu_fused_convolution: pointwise
func.func @npu_fused_convolution(%in_ptr0: memref<840xf32>, %out_ptr0: memref<3360xf32>) {
  %k = arith.constant -1 : i32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 5 : i32
  %k_3 = arith.constant 0 : i8
  %k_4 = arith.constant 6 : i32
  %k_5 = arith.constant -49 : i32
  %k_6 = arith.constant 7 : i32
  %k_7 = arith.constant 42 : i32
  %k_8 = arith.constant 210 : i32
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3xi8, 1>
  %and_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x3xi8, 1>
  %add_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x7xi32, 1>
  %add_6 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x7xi32, 1>
  %add_8 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x3x7xi32, 1>
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x3x4x7xi32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8x3x4x7xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%and : memref<5x3xi8, 1>) {
    ^bb0(%o: i8):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %add = arith.addi %k, %i : i32  // index
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %add_1 = arith.addi %add, %i_1 : i32  // index
      %ge = arith.cmpi sge, %add_1, %k_1 : i32
      %lt = arith.cmpi slt, %add_1, %k_2 : i32
      %and_1 = arith.andi %ge, %lt : i1  // and_
      %byte = arith.extui %and_1 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%and : memref<5x3xi8, 1>) outs(%and_2 : memref<5x8x3xi8, 1>) {
    ^bb0(%a: i8, %o_1: i8):
      %flag = arith.cmpi ne, %a, %k_3 : i8
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %add_2 = arith.addi %k, %i_2 : i32  // index
      %ge_1 = arith.cmpi sge, %add_2, %k_1 : i32
      %and_3 = arith.andi %flag, %ge_1 : i1  // and_
      %lt_1 = arith.cmpi slt, %add_2, %k_4 : i32
      %and_4 = arith.andi %and_3, %lt_1 : i1  // and_
      %byte_1 = arith.extui %and_4 : i1 to i8
      linalg.yield %byte_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%add_3 : memref<8x7xi32, 1>) {
    ^bb0(%o_2: i32):
      %at_3 = linalg.index 1 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %add_4 = arith.addi %k_5, %i_3 : i32  // load
      %at_4 = linalg.index 0 : index
      %i_4 = arith.index_cast %at_4 : index to i32
      %mul = arith.muli %k_6, %i_4 : i32  // load
      %add_5 = arith.addi %add_4, %mul : i32  // load
      linalg.yield %add_5 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%add_3 : memref<8x7xi32, 1>) outs(%add_6 : memref<5x8x7xi32, 1>) {
    ^bb0(%a_1: i32, %o_3: i32):
      %at_5 = linalg.index 0 : index
      %i_5 = arith.index_cast %at_5 : index to i32
      %mul_1 = arith.muli %k_7, %i_5 : i32  // load
      %add_7 = arith.addi %a_1, %mul_1 : i32  // load
      linalg.yield %add_7 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%add_6 : memref<5x8x7xi32, 1>) outs(%add_8 : memref<5x8x3x7xi32, 1>) {
    ^bb0(%a_2: i32, %o_4: i32):
      %at_6 = linalg.index 2 : index
      %i_6 = arith.index_cast %at_6 : index to i32
      %mul_2 = arith.muli %k_7, %i_6 : i32  // load
      %add_9 = arith.addi %a_2, %mul_2 : i32  // load
      linalg.yield %add_9 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%and_2, %add_8 : memref<5x8x3xi8, 1>, memref<5x8x3x7xi32, 1>) outs(%sel : memref<5x8x3x4x7xi32, 1>) {
    ^bb0(%a_3: i8, %a_4: i32, %o_5: i32):
      %flag_1 = arith.cmpi ne, %a_3, %k_3 : i8
      %at_7 = linalg.index 3 : index
      %i_7 = arith.index_cast %at_7 : index to i32
      %mul_3 = arith.muli %k_8, %i_7 : i32  // load
      %add_10 = arith.addi %a_4, %mul_3 : i32  // load
      %sel_1 = arith.select %flag_1, %add_10, %k : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) {pad = 0.0 : f32} : (memref<840xf32>, memref<5x8x3x4x7xi32, 1>, memref<5x8x3x4x7xf32, 1>) -> ()
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 8, 3, 4, 7], strides: [672, 84, 28, 7, 1] : memref<3360xf32> to memref<5x8x3x4x7xf32, strided<[672, 84, 28, 7, 1], offset: 0>>
  "npu.dma_store"(%t, %view) : (memref<5x8x3x4x7xf32, 1>, memref<5x8x3x4x7xf32, strided<[672, 84, 28, 7, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_convolution: template, template MLIRConvTemplate, fusions prologue, mapping default
func.func @npu_fused_convolution (%X: memref<3360xf32>, %in_ptr1: memref<360xf32>, %Y: memref<1225xf32>) {
  %p0_c72 = arith.constant 72 : index
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x3x2x3xf32, 1>
  %ec245 = arith.constant 245 : index
  %ec49 = arith.constant 49 : index
  %ec7 = arith.constant 7 : index
  %X_tile = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x5x7x24x9xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x1x5x24x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x5x5x7x7xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %o = 0 to 5 step 5 {
      %y = affine.apply affine_map<(d0) -> (d0)>(%o)
      %p0_groups = memref.expand_shape %W_tile [[0], [1], [2], [3, 4, 5], [6]] output_shape [1, 1, 5, 2, 3, 4, 3] : memref<1x1x5x24x3xf32, 1> into memref<1x1x5x2x3x4x3xf32, 1>
      %p0_x = arith.muli %o, %p0_c72 : index
      %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [5, 4, 3, 2, 3], strides: [72, 18, 6, 3, 1] : memref<360xf32> to memref<5x4x3x2x3xf32, strided<[72, 18, 6, 3, 1], offset: ?>>
      "npu.dma_load"(%p0_view, %p0_t) : (memref<5x4x3x2x3xf32, strided<[72, 18, 6, 3, 1], offset: ?>>, memref<5x4x3x2x3xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d5, d4, d3, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%p0_t : memref<5x4x3x2x3xf32, 1>) outs(%p0_groups : memref<1x1x5x2x3x4x3xf32, 1>) {
        ^bb0(%p0_a: f32, %p0_o: f32):
        linalg.yield %p0_a : f32
      }
      affine.for %n = 0 to 1 step 1 {
        affine.for %s0 = 0 to 5 step 5 {
          affine.for %s1 = 0 to 7 step 7 {
            affine.for %s2 = 0 to 7 step 7 {
              %w1 = memref.reinterpret_cast %X to offset: [0], sizes: [1, 5, 7, 24, 7], strides: [3360, 672, 84, 7, 1] : memref<3360xf32> to memref<1x5x7x24x7xf32, strided<[3360, 672, 84, 7, 1], offset: 0>>
              %w2 = memref.subview %X_tile[0, 0, 0, 0, 1] [1, 5, 7, 24, 8] [1, 1, 1, 1, 1] : memref<1x5x7x24x9xf32, 1> to memref<1x5x7x24x8xf32, strided<[7560, 1512, 216, 9, 1], offset: 1>, 1>
              "npu.dma_load"(%w1, %w2) {pad_around = true} : (memref<1x5x7x24x7xf32, strided<[3360, 672, 84, 7, 1], offset: 0>>, memref<1x5x7x24x8xf32, strided<[7560, 1512, 216, 9, 1], offset: 1>, 1>) -> ()
              %t1 = arith.constant 0.0 : f32
              linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x5x5x7x7xf32, 1>)
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (n, s0 + k0, s1 + k1, c, s2 + k2)>, affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (k0, k1, y, c, k2)>, affine_map<(n, y, s0, s1, s2, c, k0, k1, k2) -> (n, y, s0, s1, s2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x5x7x24x9xf32, 1>, memref<1x1x5x24x3xf32, 1>) outs(%accumulator : memref<1x5x5x7x7xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
              %ex = arith.muli %y, %ec245 : index
              %ex_1 = arith.muli %s0, %ec49 : index
              %ex_2 = arith.muli %s1, %ec7 : index
              %ex_3 = arith.addi %ex, %ex_1 : index
              %ex_4 = arith.addi %ex_3, %ex_2 : index
              %ex_5 = arith.addi %ex_4, %s2 : index
              %eview = memref.reinterpret_cast %Y to offset: [%ex_5], sizes: [1, 5, 5, 7, 7], strides: [1, 245, 49, 7, 1] : memref<1225xf32> to memref<1x5x5x7x7xf32, strided<[1, 245, 49, 7, 1], offset: ?>>
              "npu.dma_store"(%accumulator, %eview) : (memref<1x5x5x7x7xf32, 1>, memref<1x5x5x7x7xf32, strided<[1, 245, 49, 7, 1], offset: ?>>) -> ()
            } {npu.parallel}
          } {npu.parallel}
        } {npu.parallel}
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
