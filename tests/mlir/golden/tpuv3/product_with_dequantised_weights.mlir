// npu_fused_mm_convert_element_type_mul: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_convert_element_type_mul
(%A: memref<2560xf32>, %in_ptr1: memref<2112xi8>, %in_ptr2: memref<33xf32>, %Y: memref<1320xf32>) {
  %p0_t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x64xi8, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48xf32, 1>
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40x64xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x64xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xf32, 1>
  affine.for %k = 0 to 64 step 64 {
    affine.for %m = 0 to 40 step 40 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [40, 64], strides: [64, 1] : memref<2560xf32> to memref<40x64xf32, strided<[64, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<40x64xf32, strided<[64, 1], offset: 0>>, memref<40x64xf32, 1>) -> ()
      affine.for %n = 0 to 33 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<40x48xf32, 1>)
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [33, 64], strides: [64, 1] : memref<2112xi8> to memref<33x64xi8, strided<[64, 1], offset: 0>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<33x64xi8, strided<[64, 1], offset: 0>>, memref<48x64xi8, 1>) -> ()
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [33], strides: [1] : memref<33xf32> to memref<33xf32, strided<[1], offset: 0>>
        "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<33xf32, strided<[1], offset: 0>>, memref<48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_t, %p0_t_1 : memref<48x64xi8, 1>, memref<48xf32, 1>) outs(%B_tile : memref<48x64xf32, 1>) {
          ^bb0(%p0_a: i8, %p0_a_1: f32, %p0_o: f32):
          %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
          %p0_mul = arith.mulf %p0_cvt, %p0_a_1 : f32
          linalg.yield %p0_mul : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<40x64xf32, 1>, memref<48x64xf32, 1>) outs(%accumulator : memref<40x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec33 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %n, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec33 : index
        %en_P1 = arith.minsi %ex_3, %ec48 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [40, %en_P1], strides: [33, 1] : memref<1320xf32> to memref<40x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<40x48xf32, 1>, memref<40x?xf32, strided<[33, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
