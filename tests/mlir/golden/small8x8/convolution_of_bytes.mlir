// npu_fused_convert_element_type_convolution: template, template MLIRConvTemplate, fusions prologue, mapping default
func.func @npu_fused_convert_element_type_convolution (%in_ptr0: memref<108xi8>, %in_ptr1: memref<108xi8>, %Y: memref<144xf32>) {
  %p0_cm1 = arith.constant -1 : index
  %p0_c3 = arith.constant 3 : index
  %p0_c2 = arith.constant 2 : index
  %p0_c36 = arith.constant 36 : index
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x8x8xi8, 1>
  %p1_c27 = arith.constant 27 : index
  %p1_c9 = arith.constant 9 : index
  %p1_cm1 = arith.constant -1 : index
  %p1_c3 = arith.constant 3 : index
  %p1_c2 = arith.constant 2 : index
  %p1_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x2x3x3xi8, 1>
  %ec36 = arith.constant 36 : index
  %ec6 = arith.constant 6 : index
  %eout = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x6x6xf32, 1>
  %X_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x2x8x8xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x2x3x3xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x4x6x6xf32, 1>
  affine.for %g = 0 to 1 step 1 {
    affine.for %n = 0 to 1 step 1 {
      affine.for %s0 = 0 to 6 step 6 {
        affine.for %s1 = 0 to 6 step 6 {
          affine.for %o = 0 to 4 step 4 {
            %y = affine.apply affine_map<(d0) -> (d0)>(%o)
            %t1 = arith.constant 0.0 : f32
            linalg.fill ins(%t1 : f32) outs(%accumulator : memref<1x4x6x6xf32, 1>)
            affine.for %c = 0 to 3 step 2 {
              %p0_x = arith.muli %c, %p0_cm1 : index
              %p0_x_1 = arith.addi %p0_x, %p0_c3 : index
              %p0_n_P1 = arith.minsi %p0_x_1, %p0_c2 : index
              %p0_x_2 = arith.muli %c, %p0_c36 : index
              %p0_view = memref.reinterpret_cast %in_ptr0 to offset: [%p0_x_2], sizes: [%p0_n_P1, 6, 6], strides: [36, 6, 1] : memref<108xi8> to memref<?x6x6xi8, strided<[36, 6, 1], offset: ?>>
              %p0_part = memref.subview %p0_t[0, 1, 1] [2, 7, 7] [1, 1, 1] : memref<2x8x8xi8, 1> to memref<2x7x7xi8, strided<[64, 8, 1], offset: 9>, 1>
              "npu.dma_load"(%p0_view, %p0_part) {pad_around = true} : (memref<?x6x6xi8, strided<[36, 6, 1], offset: ?>>, memref<2x7x7xi8, strided<[64, 8, 1], offset: 9>, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p0_t : memref<2x8x8xi8, 1>) outs(%X_tile : memref<1x2x8x8xf32, 1>) {
                ^bb0(%p0_a: i8, %p0_o: f32):
                %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
                linalg.yield %p0_cvt : f32
              }
              %p1_x = arith.muli %o, %p1_c27 : index
              %p1_x_1 = arith.muli %c, %p1_c9 : index
              %p1_x_2 = arith.addi %p1_x, %p1_x_1 : index
              %p1_x_3 = arith.muli %c, %p1_cm1 : index
              %p1_x_4 = arith.addi %p1_x_3, %p1_c3 : index
              %p1_n_P1 = arith.minsi %p1_x_4, %p1_c2 : index
              %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [%p1_x_2], sizes: [4, %p1_n_P1, 3, 3], strides: [27, 9, 3, 1] : memref<108xi8> to memref<4x?x3x3xi8, strided<[27, 9, 3, 1], offset: ?>>
              "npu.dma_load"(%p1_view, %p1_t) : (memref<4x?x3x3xi8, strided<[27, 9, 3, 1], offset: ?>>, memref<4x2x3x3xi8, 1>) -> ()
              linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p1_t : memref<4x2x3x3xi8, 1>) outs(%W_tile : memref<4x2x3x3xf32, 1>) {
                ^bb0(%p1_a: i8, %p1_o: f32):
                %p1_cvt = arith.sitofp %p1_a : i8 to f32  // to_dtype
                linalg.yield %p1_cvt : f32
              }
              linalg.generic {indexing_maps = [affine_map<(n, y, s0, s1, c, k0, k1) -> (n, c, s0 + k0, s1 + k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (y, c, k0, k1)>, affine_map<(n, y, s0, s1, c, k0, k1) -> (n, y, s0, s1)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%X_tile, %W_tile : memref<1x2x8x8xf32, 1>, memref<4x2x3x3xf32, 1>) outs(%accumulator : memref<1x4x6x6xf32, 1>) {
                ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
                %product_0 = arith.mulf %left_0, %right_0 : f32
                %sum_0 = arith.addf %total_0, %product_0 : f32
                linalg.yield %sum_0 : f32
              }
            }
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%accumulator : memref<1x4x6x6xf32, 1>) outs(%eout : memref<4x6x6xf32, 1>) {
              ^bb0(%ea: f32, %eo: f32):
              linalg.yield %ea : f32
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
