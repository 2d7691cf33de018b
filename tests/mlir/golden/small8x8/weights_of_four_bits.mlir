// npu_fused_weight_int4pack_mm_for_cpu: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_weight_int4pack_mm_for_cpu
(%A: memref<320xbf16>, %in_ptr1: memref<1024xi8>, %in_ptr2: memref<128xbf16>, %Y: memref<160xbf16>) {
  %p0_c512 = arith.constant 512 : index
  %p0_c64 = arith.constant 64 : index
  %p0_k = arith.constant 0 : i32
  %p0_k_1 = arith.constant 15 : i8
  %p0_k_2 = arith.constant 4 : i8
  %p0_cst = arith.constant 8.0 : f32
  %p0_t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32x16xi8, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16x2x2xbf16, 1>
  %p0_part = memref.subview %p0_t_1[0, 0, 0, 0] [1, 16, 2, 1] [1, 1, 1, 1] : memref<1x16x2x2xbf16, 1> to memref<1x16x2xbf16, strided<[64, 4, 2]>, 1>
  %p0_part_1 = memref.subview %p0_t_1[0, 0, 0, 1] [1, 16, 2, 1] [1, 1, 1, 1] : memref<1x16x2x2xbf16, 1> to memref<1x16x2xbf16, strided<[64, 4, 2], offset: 1>, 1>
  %ec32 = arith.constant 32 : index
  %ecm1 = arith.constant -1 : index
  %ec5 = arith.constant 5 : index
  %ec8 = arith.constant 8 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xbf16, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<8x32xbf16, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 2 : i64, slots = 3 : i64} : () -> memref<32x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x32xf32, 1>
  affine.for %m = 0 to 5 step 8 {
    affine.for %n = 0 to 32 step 32 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<8x32xf32, 1>)
      affine.for %k = 0 to 64 step 32 {
        %t2 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [5, 32], strides: [64, 1] : memref<320xbf16> to memref<5x32xbf16, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<5x32xbf16, strided<[64, 1], offset: ?>>, memref<8x32xbf16, 1>) -> ()
        %p0_group = affine.apply affine_map<(d0) -> (d0 floordiv 32)>(%k)
        %p0_groups = memref.expand_shape %B_tile [[0, 1], [2, 3]] output_shape [1, 32, 16, 2] : memref<32x32xf32, 1> into memref<1x32x16x2xf32, 1>
        %p0_x = arith.muli %p0_group, %p0_c512 : index
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [1, 32, 16], strides: [512, 16, 1] : memref<1024xi8> to memref<1x32x16xi8, strided<[512, 16, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<1x32x16xi8, strided<[512, 16, 1], offset: ?>>, memref<1x32x16xi8, 1>) -> ()
        %p0_x_1 = arith.muli %p0_group, %p0_c64 : index
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [%p0_x_1], sizes: [1, 16, 2, 2], strides: [64, 4, 2, 1] : memref<128xbf16> to memref<1x16x2x2xbf16, strided<[64, 4, 2, 1], offset: ?>>
        "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<1x16x2x2xbf16, strided<[64, 4, 2, 1], offset: ?>>, memref<1x16x2x2xbf16, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p0_t, %p0_part, %p0_part_1 : memref<1x32x16xi8, 1>, memref<1x16x2xbf16, strided<[64, 4, 2]>, 1>, memref<1x16x2xbf16, strided<[64, 4, 2], offset: 1>, 1>) outs(%p0_groups : memref<1x32x16x2xf32, 1>) {
          ^bb0(%p0_a: i8, %p0_a_1: bf16, %p0_a_2: bf16, %p0_o: f32):
          %p0_at = linalg.index 3 : index
          %p0_i = arith.index_cast %p0_at : index to i32
          %p0_eq = arith.cmpi eq, %p0_i, %p0_k : i32
          %p0_and = arith.andi %p0_a, %p0_k_1 : i8
          %p0_shr = arith.shrui %p0_a, %p0_k_2 : i8  // bitwise_right_shift
          %p0_sel = arith.select %p0_eq, %p0_and, %p0_shr : i8  // where
          %p0_cvt = arith.uitofp %p0_sel : i8 to f32  // to_dtype
          %p0_sub = arith.subf %p0_cvt, %p0_cst : f32
          %p0_cvt_1 = arith.extf %p0_a_1 : bf16 to f32  // to_dtype
          %p0_mul = arith.mulf %p0_sub, %p0_cvt_1 : f32
          %p0_cvt_2 = arith.extf %p0_a_2 : bf16 to f32  // to_dtype
          %p0_add = arith.addf %p0_mul, %p0_cvt_2 : f32
          linalg.yield %p0_add : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<8x32xbf16, 1>, memref<32x32xf32, 1>) outs(%accumulator : memref<8x32xf32, 1>) {
          ^bb0(%left_0: bf16, %right_0: f32, %total_0: f32):
          %left_0_wide = arith.extf %left_0 : bf16 to f32
          %product_0 = arith.mulf %left_0_wide, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<8x32xf32, 1>) outs(%eout : memref<8x32xbf16, 1>) {
        ^bb0(%ea: f32, %eo: bf16):
        %ecvt = arith.truncf %ea : f32 to bf16
        linalg.yield %ecvt : bf16
      }
      %ex = arith.muli %m, %ec32 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec5 : index
      %en_P0 = arith.minsi %ex_3, %ec8 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, 32], strides: [32, 1] : memref<160xbf16> to memref<?x32xbf16, strided<[32, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview) : (memref<8x32xbf16, 1>, memref<?x32xbf16, strided<[32, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
