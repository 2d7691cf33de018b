// npu_fused_mul_mean: reduction, fusions pointwise
func.func @npu_fused_mul_mean(%in_out_ptr0: memref<1xf32>, %in_ptr0: memref<2405xf32>) {
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 2.0 : f32
  %cst_2 = arith.constant 2405.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2405xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2405], strides: [1] : memref<2405xf32> to memref<2405xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2405xf32, strided<[1], offset: 0>>, memref<2405xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<2405xf32, 1>) outs(%sum : memref<1xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst_1 : f32
      %sum_1 = arith.addf %o, %mul : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<1xf32, 1>) outs(%out : memref<1xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div = arith.divf %a_1, %cst_2 : f32  // truediv
      linalg.yield %div : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
