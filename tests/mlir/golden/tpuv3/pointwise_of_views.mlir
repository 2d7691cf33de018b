// npu_fused_mul_add: pointwise
func.func @npu_fused_mul_add(%in_ptr0: memref<509xf32>, %in_ptr1: memref<29xf32>, %out_ptr0: memref<145xf32>) {
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<29x5xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<29xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<29x5xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [29, 5], strides: [18, 1] : memref<509xf32> to memref<29x5xf32, strided<[18, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<29x5xf32, strided<[18, 1], offset: 0>>, memref<29x5xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [29], strides: [1] : memref<29xf32> to memref<29xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<29xf32, strided<[1], offset: 0>>, memref<29xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<29x5xf32, 1>, memref<29xf32, 1>) outs(%out : memref<29x5xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %mul = arith.mulf %a, %a_1 : f32
      %add = arith.addf %mul, %cst : f32
      linalg.yield %add : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [29, 5], strides: [5, 1] : memref<145xf32> to memref<29x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<29x5xf32, 1>, memref<29x5xf32, strided<[5, 1], offset: 0>>) -> ()
  return
}
