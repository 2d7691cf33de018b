// npu_fused_scaled_mm: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_scaled_mm
(%A: memref<2560xf8E4M3FN>, %B: memref<3072xf8E4M3FN>, %in_ptr2: memref<40xf32>, %in_ptr3: memref<48xf32>, %Y: memref<1920xbf16>) {
  %ec48 = arith.constant 48 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40xf32, 1>
  %et_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xbf16, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40x64xf8E4M3FN, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x64xf8E4M3FN, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xf32, 1>
  affine.for %k = 0 to 64 step 64 {
    affine.for %m = 0 to 40 step 40 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [40, 64], strides: [64, 1] : memref<2560xf8E4M3FN> to memref<40x64xf8E4M3FN, strided<[64, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<40x64xf8E4M3FN, strided<[64, 1], offset: 0>>, memref<40x64xf8E4M3FN, 1>) -> ()
      affine.for %n = 0 to 48 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<40x48xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [48, 64], strides: [64, 1] : memref<3072xf8E4M3FN> to memref<48x64xf8E4M3FN, strided<[64, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<48x64xf8E4M3FN, strided<[64, 1], offset: 0>>, memref<48x64xf8E4M3FN, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<40x64xf8E4M3FN, 1>, memref<48x64xf8E4M3FN, 1>) outs(%accumulator : memref<40x48xf32, 1>) {
          ^bb0(%left_0: f8E4M3FN, %right_0: f8E4M3FN, %total_0: f32):
          %left_0_wide = arith.extf %left_0 : f8E4M3FN to f32
          %right_0_wide = arith.extf %right_0 : f8E4M3FN to f32
          %product_0 = arith.mulf %left_0_wide, %right_0_wide : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %eview = memref.reinterpret_cast %in_ptr2 to offset: [%m], sizes: [40], strides: [1] : memref<40xf32> to memref<40xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%eview, %et) : (memref<40xf32, strided<[1], offset: ?>>, memref<40xf32, 1>) -> ()
        %eview_1 = memref.reinterpret_cast %in_ptr3 to offset: [%n], sizes: [48], strides: [1] : memref<48xf32> to memref<48xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%eview_1, %et_1) : (memref<48xf32, strided<[1], offset: ?>>, memref<48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et, %et_1 : memref<40x48xf32, 1>, memref<40xf32, 1>, memref<48xf32, 1>) outs(%eout : memref<40x48xbf16, 1>) {
          ^bb0(%ea: f32, %ea_1: f32, %ea_2: f32, %eo: bf16):
          %emul = arith.mulf %ea, %ea_1 : f32
          %emul_1 = arith.mulf %emul, %ea_2 : f32
          %ecvt = arith.truncf %emul_1 : f32 to bf16  // to_dtype
          linalg.yield %ecvt : bf16
        }
        %ex = arith.muli %m, %ec48 : index
        %ex_1 = arith.addi %ex, %n : index
        %eview_2 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [40, 48], strides: [48, 1] : memref<1920xbf16> to memref<40x48xbf16, strided<[48, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview_2) : (memref<40x48xbf16, 1>, memref<40x48xbf16, strided<[48, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
