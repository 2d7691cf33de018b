// npu_fused_add_sum_mul_copy: reduction, fusions horizontal pointwise
func.func @npu_fused_add_sum_mul_copy(%in_ptr0: memref<80xf32>, %in_ptr1: memref<80xf32>, %out_ptr0: memref<1xf32>, %out_ptr3: memref<80xf32>, %out_ptr4: memref<80xf32>) {
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xf32, 1>
  %view = memref.reinterpret_cast %out_ptr3 to offset: [0], sizes: [80], strides: [1] : memref<80xf32> to memref<80xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<80xf32, strided<[1], offset: 0>>, memref<80xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr4 to offset: [0], sizes: [80], strides: [1] : memref<80xf32> to memref<80xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<80xf32, strided<[1], offset: 0>>, memref<80xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<80xf32, 1>, memref<80xf32, 1>) outs(%sum : memref<1xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %add = arith.addf %a, %a_1 : f32
      %sum_1 = arith.addf %o, %add : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<80xf32, 1>, memref<80xf32, 1>) outs(%out, %out_1 : memref<80xf32, 1>, memref<80xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_1: f32, %o_2: f32):
      %add_1 = arith.addf %a_2, %a_3 : f32
      %mul = arith.mulf %a_3, %add_1 : f32
      linalg.yield %add_1, %mul : f32, f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr3 to offset: [0], sizes: [80], strides: [1] : memref<80xf32> to memref<80xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<80xf32, 1>, memref<80xf32, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr4 to offset: [0], sizes: [80], strides: [1] : memref<80xf32> to memref<80xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_3) : (memref<80xf32, 1>, memref<80xf32, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_4) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
