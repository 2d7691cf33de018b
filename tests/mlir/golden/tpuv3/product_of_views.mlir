// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<4900xf32>, %B: memref<2630xf32>, %Y: memref<2310xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec70 = arith.constant 70 : index
  %ec72 = arith.constant 72 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x72xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x80xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %k = 0 to 70 step 80 {
    affine.for %m = 0 to 70 step 72 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [70, 70], strides: [70, 1] : memref<4900xf32> to memref<70x70xf32, strided<[70, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<70x70xf32, strided<[70, 1], offset: 0>>, memref<80x72xf32, 1>) -> ()
      affine.for %n = 0 to 33 step 48 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<72x48xf32, 1>)
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [33, 70], strides: [80, 1] : memref<2630xf32> to memref<33x70xf32, strided<[80, 1], offset: 0>>
        "npu.dma_load"(%t3, %B_tile) : (memref<33x70xf32, strided<[80, 1], offset: 0>>, memref<48x80xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<80x72xf32, 1>, memref<48x80xf32, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec33 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec70 : index
        %en_P0 = arith.minsi %ex_3, %ec72 : index
        %ex_4 = arith.muli %n, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec48 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2310xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<72x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
