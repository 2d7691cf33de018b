// npu_fused_mm_relu: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_mm_relu
(%A: memref<4550xbf16>, %B: memref<2310xbf16>, %Y: memref<2145xbf16>) {
  %ecst = arith.constant 0.0 : f32
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec72 = arith.constant 72 : index
  %ec48 = arith.constant 48 : index
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xbf16, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x80xbf16, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x48xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %k = 0 to 70 step 80 {
    affine.for %m = 0 to 65 step 72 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [65, 70], strides: [70, 1] : memref<4550xbf16> to memref<65x70xbf16, strided<[70, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<65x70xbf16, strided<[70, 1], offset: 0>>, memref<72x80xbf16, 1>) -> ()
      affine.for %n = 0 to 33 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<72x48xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [70, 33], strides: [33, 1] : memref<2310xbf16> to memref<70x33xbf16, strided<[33, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<70x33xbf16, strided<[33, 1], offset: 0>>, memref<80x48xbf16, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<72x80xbf16, 1>, memref<80x48xbf16, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
          ^bb0(%left_0: bf16, %right_0: bf16, %total_0: f32):
          %left_0_wide = arith.extf %left_0 : bf16 to f32
          %right_0_wide = arith.extf %right_0 : bf16 to f32
          %product_0 = arith.mulf %left_0_wide, %right_0_wide : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator : memref<72x48xf32, 1>) outs(%eout : memref<72x48xbf16, 1>) {
          ^bb0(%ea: f32, %eo: bf16):
          %ecvt = arith.truncf %ea : f32 to bf16
          %ecvt_1 = arith.extf %ecvt : bf16 to f32  // relu
          %emax = arith.maximumf %ecvt_1, %ecst : f32  // relu
          %ecvt_2 = arith.truncf %emax : f32 to bf16  // relu
          linalg.yield %ecvt_2 : bf16
        }
        %ex = arith.muli %m, %ec33 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec65 : index
        %en_P0 = arith.minsi %ex_3, %ec72 : index
        %ex_4 = arith.muli %n, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec48 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xbf16> to memref<?x?xbf16, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview) : (memref<72x48xbf16, 1>, memref<?x?xbf16, strided<[33, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
