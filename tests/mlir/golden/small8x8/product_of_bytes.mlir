// npu_fused_int_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_int_mm
(%A: memref<2560xi8>, %B: memref<3072xi8>, %Y: memref<1920xi32>) {
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<40x64xi8, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x64xi8, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x16xi32, 1>
  affine.for %k = 0 to 64 step 64 {
    affine.for %m = 0 to 40 step 40 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [40, 64], strides: [64, 1] : memref<2560xi8> to memref<40x64xi8, strided<[64, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<40x64xi8, strided<[64, 1], offset: 0>>, memref<40x64xi8, 1>) -> ()
      affine.for %n = 0 to 48 step 16 {
        %t2 = arith.constant 0 : i32
        linalg.fill ins(%t2 : i32) outs(%accumulator : memref<40x16xi32, 1>)
        %t3 = affine.apply affine_map<(d0) -> (d0 * 64)>(%n)
        %t4 = memref.reinterpret_cast %B to offset: [%t3], sizes: [16, 64], strides: [64, 1] : memref<3072xi8> to memref<16x64xi8, strided<[64, 1], offset: ?>>
        "npu.dma_load"(%t4, %B_tile) : (memref<16x64xi8, strided<[64, 1], offset: ?>>, memref<16x64xi8, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<40x64xi8, 1>, memref<16x64xi8, 1>) outs(%accumulator : memref<40x16xi32, 1>) {
          ^bb0(%left_0: i8, %right_0: i8, %total_0: i32):
          %left_0_wide = arith.extsi %left_0 : i8 to i32
          %right_0_wide = arith.extsi %right_0 : i8 to i32
          %product_0 = arith.muli %left_0_wide, %right_0_wide : i32
          %sum_0 = arith.addi %total_0, %product_0 : i32
          linalg.yield %sum_0 : i32
        }
        %ex = arith.muli %m, %ec48 : index
        %ex_1 = arith.addi %ex, %n : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [40, 16], strides: [48, 1] : memref<1920xi32> to memref<40x16xi32, strided<[48, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<40x16xi32, 1>, memref<40x16xi32, strided<[48, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
