// npu_fused_mm_convert_element_type_mul: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_convert_element_type_mul
(%A: memref<576xf32>, %in_ptr1: memref<2112xi8>, %in_ptr2: memref<66xf32>, %Y: memref<297xf32>) {
  %p0_c32 = arith.constant 32 : index
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x1x32xi8, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x1xf32, 1>
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec9 = arith.constant 9 : index
  %ec16 = arith.constant 16 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x48xf32, 1>
  affine.for %m = 0 to 9 step 16 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<16x48xf32, 1>)
      affine.for %k = 0 to 64 step 32 {
        %t2 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [9, 32], strides: [64, 1] : memref<576xf32> to memref<9x32xf32, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<9x32xf32, strided<[64, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
        %p0_group = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%k)
        %p0_groups = memref.expand_shape %B_tile [[0], [1, 2]] output_shape [48, 1, 32] : memref<48x32xf32, 1> into memref<48x1x32xf32, 1>
        %p0_x = arith.muli %p0_group, %p0_c32 : index
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [33, 1, 32], strides: [64, 32, 1] : memref<2112xi8> to memref<33x1x32xi8, strided<[64, 32, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<33x1x32xi8, strided<[64, 32, 1], offset: ?>>, memref<48x1x32xi8, 1>) -> ()
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [%p0_group], sizes: [33, 1], strides: [2, 1] : memref<66xf32> to memref<33x1xf32, strided<[2, 1], offset: ?>>
        "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<33x1xf32, strided<[2, 1], offset: ?>>, memref<48x1xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t, %p0_t_1 : memref<48x1x32xi8, 1>, memref<48x1xf32, 1>) outs(%p0_groups : memref<48x1x32xf32, 1>) {
          ^bb0(%p0_a: i8, %p0_a_1: f32, %p0_o: f32):
          %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
          %p0_mul = arith.mulf %p0_cvt, %p0_a_1 : f32
          linalg.yield %p0_mul : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x32xf32, 1>, memref<48x32xf32, 1>) outs(%accumulator : memref<16x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec9 : index
      %en_P0 = arith.minsi %ex_3, %ec16 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<297xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<16x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
