// npu_fused_mul_sum: reduction
func.func @npu_fused_mul_sum(%in_ptr0: memref<300xf32>, %in_ptr1: memref<300xf32>, %out_ptr0: memref<1xf32>) {
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<300xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<300xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [300], strides: [1] : memref<300xf32> to memref<300xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<300xf32, strided<[1], offset: 0>>, memref<300xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [300], strides: [1] : memref<300xf32> to memref<300xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<300xf32, strided<[1], offset: 0>>, memref<300xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<300xf32, 1>, memref<300xf32, 1>) outs(%sum : memref<1xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %mul = arith.mulf %a, %a_1 : f32
      %sum_1 = arith.addf %o, %mul : f32
      linalg.yield %sum_1 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_2) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<300xf32>, %in_ptr1: memref<300xf32>, %out_ptr0: memref<600xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20], strides: [1] : memref<300xf32> to memref<20xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20xf32, strided<[1], offset: 0>>, memref<20xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [30], strides: [1] : memref<300xf32> to memref<30xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<30xf32, strided<[1], offset: 0>>, memref<32xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<20xf32, 1>, memref<32xf32, 1>) outs(%out : memref<20x32xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %mul = arith.mulf %a, %a_1 : f32
      linalg.yield %mul : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [20, 30], strides: [30, 1] : memref<600xf32> to memref<20x30xf32, strided<[30, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<20x32xf32, 1>, memref<20x30xf32, strided<[30, 1], offset: 0>>) -> ()
  return
}
