// npu_fused_sum: reduction
func.func @npu_fused_sum(%in_ptr0: memref<210xf32>, %out_ptr0: memref<21xf32>) {
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x5x7xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2, 3, 5, 7], strides: [105, 35, 7, 1] : memref<210xf32> to memref<2x3x5x7xf32, strided<[105, 35, 7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2x3x5x7xf32, strided<[105, 35, 7, 1], offset: 0>>, memref<2x3x5x7xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<3x7xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d3)>], iterator_types = ["reduction", "parallel", "reduction", "parallel"]} ins(%t : memref<2x3x5x7xf32, 1>) outs(%sum : memref<3x7xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 7], strides: [7, 1] : memref<21xf32> to memref<3x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%sum, %view_1) : (memref<3x7xf32, 1>, memref<3x7xf32, strided<[7, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_amax: reduction
func.func @npu_fused_amax(%in_ptr0: memref<210xf32>, %out_ptr0: memref<10xf32>) {
  %cst = arith.constant 0xFF800000 : f32
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x5x7xf32, 1>
  %max = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x5xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2, 3, 5, 7], strides: [105, 35, 7, 1] : memref<210xf32> to memref<2x3x5x7xf32, strided<[105, 35, 7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2x3x5x7xf32, strided<[105, 35, 7, 1], offset: 0>>, memref<2x3x5x7xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<2x5xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%t : memref<2x3x5x7xf32, 1>) outs(%max : memref<2x5xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %max_1 = arith.maximumf %o, %a : f32
      linalg.yield %max_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<10xf32> to memref<2x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_store"(%max, %view_1) : (memref<2x5xf32, 1>, memref<2x5xf32, strided<[5, 1], offset: 0>>) -> ()
  return
}
