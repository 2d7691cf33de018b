// npu_fused_repeat: pointwise
func.func @npu_fused_repeat(%in_ptr0: memref<45xf32>, %out_ptr0: memref<270xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x5x3x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 9], strides: [9, 1] : memref<45xf32> to memref<5x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x9xf32, strided<[9, 1], offset: 0>>, memref<5x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<5x16xf32, 1>) outs(%out : memref<2x5x3x16xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2, 5, 3, 9], strides: [135, 27, 9, 1] : memref<270xf32> to memref<2x5x3x9xf32, strided<[135, 27, 9, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<2x5x3x16xf32, 1>, memref<2x5x3x9xf32, strided<[135, 27, 9, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_unsqueeze_expand_clone: pointwise
func.func @npu_fused_unsqueeze_expand_clone(%in_ptr0: memref<45xf32>, %out_ptr0: memref<180xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 9], strides: [9, 1] : memref<45xf32> to memref<5x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x9xf32, strided<[9, 1], offset: 0>>, memref<5x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<5x16xf32, 1>) outs(%out : memref<5x4x16xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 4, 9], strides: [36, 9, 1] : memref<180xf32> to memref<5x4x9xf32, strided<[36, 9, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x4x16xf32, 1>, memref<5x4x9xf32, strided<[36, 9, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_unsqueeze_expand_clone: pointwise
func.func @npu_fused_unsqueeze_expand_clone(%in_ptr0: memref<45xf32>, %out_ptr0: memref<135xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<45xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<45x3xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [45], strides: [1] : memref<45xf32> to memref<45xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<45xf32, strided<[1], offset: 0>>, memref<45xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<45xf32, 1>) outs(%out : memref<45x3xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [45, 3], strides: [3, 1] : memref<135xf32> to memref<45x3xf32, strided<[3, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<45x3xf32, 1>, memref<45x3xf32, strided<[3, 1], offset: 0>>) -> ()
  return
}
