// npu_fused_sub_abs_mul_sum_sqrt: reduction, fusions pointwise
func.func @npu_fused_sub_abs_mul_sum_sqrt(%in_out_ptr0: memref<18xf32>, %in_ptr0: memref<72xf32>, %in_ptr1: memref<72xf32>) {
  %c12 = arith.constant 12 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x2x3xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x3xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2, 3, 12], strides: [36, 12, 1] : memref<72xf32> to memref<2x3x12xf32, strided<[36, 12, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2x3x12xf32, strided<[36, 12, 1], offset: 0>>, memref<2x3x16xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [2, 3, 12], strides: [36, 12, 1] : memref<72xf32> to memref<2x3x12xf32, strided<[36, 12, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<2x3x12xf32, strided<[36, 12, 1], offset: 0>>, memref<2x3x16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<3x2x3xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%t, %t_1 : memref<2x3x16xf32, 1>, memref<2x3x16xf32, 1>) outs(%sum : memref<3x2x3xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 3 : index
      %inside = arith.cmpi slt, %at, %c12 : index
      %sub = arith.subf %a, %a_1 : f32
      %abs = math.absf %sub : f32
      %mul = arith.mulf %abs, %abs : f32
      %sel = arith.select %inside, %mul, %cst : f32  // sqrt
      %sum_1 = arith.addf %o, %sel : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2, d0)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sum : memref<3x2x3xf32, 1>) outs(%out : memref<2x3x3xf32, 1>) {
    ^bb0(%a_2: f32, %o_1: f32):
      %sqrt = math.sqrt %a_2 : f32
      linalg.yield %sqrt : f32
  }
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [2, 3, 3], strides: [9, 3, 1] : memref<18xf32> to memref<2x3x3xf32, strided<[9, 3, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<2x3x3xf32, 1>, memref<2x3x3xf32, strided<[9, 3, 1], offset: 0>>) -> ()
  return
}
