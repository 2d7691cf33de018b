// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<165xf32>, %out_ptr0: memref<165xf32>) {
  %cst = arith.constant 3.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<176xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<176xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [165], strides: [1] : memref<165xf32> to memref<165xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<165xf32, strided<[1], offset: 0>>, memref<176xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<176xf32, 1>) outs(%out : memref<176xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      linalg.yield %mul : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [165], strides: [1] : memref<165xf32> to memref<165xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<176xf32, 1>, memref<165xf32, strided<[1], offset: 0>>) -> ()
  return
}
