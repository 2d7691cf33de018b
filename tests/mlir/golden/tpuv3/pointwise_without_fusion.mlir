// npu_fused_amax: reduction
func.func @npu_fused_amax(%in_ptr0: memref<198xf32>, %out_ptr0: memref<6xf32>) {
  %cst = arith.constant 0xFF800000 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 33], strides: [33, 1] : memref<198xf32> to memref<6x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<6x33xf32, strided<[33, 1], offset: 0>>, memref<6x48xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%max : memref<6xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<6x48xf32, 1>) outs(%max : memref<6xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %max_1 = arith.maximumf %o, %a : f32
      linalg.yield %max_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%max, %view_1) : (memref<6xf32, 1>, memref<6xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sub_exp_sum: reduction
func.func @npu_fused_sub_exp_sum(%in_ptr0: memref<198xf32>, %in_ptr1: memref<6xf32>, %out_ptr0: memref<6xf32>) {
  %c33 = arith.constant 33 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 33], strides: [33, 1] : memref<198xf32> to memref<6x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<6x33xf32, strided<[33, 1], offset: 0>>, memref<6x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<6xf32, strided<[1], offset: 0>>, memref<6xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<6xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<6x48xf32, 1>, memref<6xf32, 1>) outs(%sum : memref<6xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %sub = arith.subf %a, %a_1 : f32
      %exp = math.exp %sub : f32
      %sel = arith.select %inside, %exp, %cst : f32  // sum
      %sum_1 = arith.addf %o, %sel : f32
      linalg.yield %sum_1 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_2) : (memref<6xf32, 1>, memref<6xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sub_exp_div_mul: pointwise
func.func @npu_fused_sub_exp_div_mul(%in_ptr0: memref<198xf32>, %in_ptr1: memref<6xf32>, %in_ptr2: memref<6xf32>, %out_ptr0: memref<198xf32>) {
  %cst = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 33], strides: [33, 1] : memref<198xf32> to memref<6x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<6x33xf32, strided<[33, 1], offset: 0>>, memref<6x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<6xf32, strided<[1], offset: 0>>, memref<6xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<6xf32, strided<[1], offset: 0>>, memref<6xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1, %t_2 : memref<6x48xf32, 1>, memref<6xf32, 1>, memref<6xf32, 1>) outs(%out : memref<6x48xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %o: f32):
      %sub = arith.subf %a, %a_1 : f32
      %exp = math.exp %sub : f32
      %div = arith.divf %exp, %a_2 : f32  // truediv
      %mul = arith.mulf %div, %cst : f32
      linalg.yield %mul : f32
  }
  %view_3 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 33], strides: [33, 1] : memref<198xf32> to memref<6x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<6x48xf32, 1>, memref<6x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
