// npu_fused_clone_add: pointwise
func.func @npu_fused_clone_add(%in_ptr0: memref<120xf32>, %out_ptr0: memref<120xf32>) {
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 6], strides: [6, 1] : memref<120xf32> to memref<20x6xf32, strided<[6, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20x6xf32, strided<[6, 1], offset: 0>>, memref<32x6xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x6xf32, 1>) outs(%out : memref<6x32xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %add = arith.addf %a, %cst : f32
      linalg.yield %add : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 20], strides: [20, 1] : memref<120xf32> to memref<6x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<6x32xf32, 1>, memref<6x20xf32, strided<[20, 1], offset: 0>>) -> ()
  return
}
