// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<360xf32>, %out_ptr0: memref<720xf32>) {
  %cst = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<18x8x5xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<18x8x5xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [18, 8, 5], strides: [20, 2, 1] : memref<360xf32> to memref<18x8x5xf32, strided<[20, 2, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<18x8x5xf32, strided<[20, 2, 1], offset: 0>>, memref<18x8x5xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t : memref<18x8x5xf32, 1>) outs(%out : memref<18x8x5xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      linalg.yield %mul : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [18, 8, 5], strides: [40, 5, 1] : memref<720xf32> to memref<18x8x5xf32, strided<[40, 5, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<18x8x5xf32, 1>, memref<18x8x5xf32, strided<[40, 5, 1], offset: 0>>) -> ()
  return
}
