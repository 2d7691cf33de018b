// npu_fused_int_mm_mul: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_int_mm_mul
(%A: memref<2560xi8>, %B: memref<3072xi8>, %in_ptr2: memref<40xf32>, %in_ptr3: memref<48xf32>, %Y: memref<1920xf32>) {
  %ec48 = arith.constant 48 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40xf32, 1>
  %et_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40x32xi8, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xi8, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x16xi32, 1>
  affine.for %m = 0 to 40 step 40 {
    affine.for %n = 0 to 48 step 16 {
      %t1 = arith.constant 0 : i32
      linalg.fill ins(%t1 : i32) outs(%accumulator : memref<40x16xi32, 1>)
      affine.for %k = 0 to 64 step 32 {
        %t2 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [40, 32], strides: [64, 1] : memref<2560xi8> to memref<40x32xi8, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t3, %A_tile) : (memref<40x32xi8, strided<[64, 1], offset: ?>>, memref<40x32xi8, 1>) -> ()
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 64)>(%k, %n)
        %t5 = memref.reinterpret_cast %B to offset: [%t4], sizes: [16, 32], strides: [64, 1] : memref<3072xi8> to memref<16x32xi8, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t5, %B_tile) : (memref<16x32xi8, strided<[64, 1], offset: ?>>, memref<16x32xi8, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<40x32xi8, 1>, memref<16x32xi8, 1>) outs(%accumulator : memref<40x16xi32, 1>) {
          ^bb0(%left_0: i8, %right_0: i8, %total_0: i32):
          %left_0_wide = arith.extsi %left_0 : i8 to i32
          %right_0_wide = arith.extsi %right_0 : i8 to i32
          %product_0 = arith.muli %left_0_wide, %right_0_wide : i32
          %sum_0 = arith.addi %total_0, %product_0 : i32
          linalg.yield %sum_0 : i32
        }
      }
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%m], sizes: [40], strides: [1] : memref<40xf32> to memref<40xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<40xf32, strided<[1], offset: ?>>, memref<40xf32, 1>) -> ()
      %eview_1 = memref.reinterpret_cast %in_ptr3 to offset: [%n], sizes: [16], strides: [1] : memref<48xf32> to memref<16xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview_1, %et_1) : (memref<16xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et, %et_1 : memref<40x16xi32, 1>, memref<40xf32, 1>, memref<16xf32, 1>) outs(%eout : memref<40x16xf32, 1>) {
        ^bb0(%ea: i32, %ea_1: f32, %ea_2: f32, %eo: f32):
        %ecvt = arith.sitofp %ea : i32 to f32  // to_dtype
        %emul = arith.mulf %ecvt, %ea_1 : f32
        %emul_1 = arith.mulf %emul, %ea_2 : f32
        linalg.yield %emul_1 : f32
      }
      %ex = arith.muli %m, %ec48 : index
      %ex_1 = arith.addi %ex, %n : index
      %eview_2 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [40, 16], strides: [48, 1] : memref<1920xf32> to memref<40x16xf32, strided<[48, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_2) : (memref<40x16xf32, 1>, memref<40x16xf32, strided<[48, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
