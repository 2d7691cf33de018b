// npu_fused_clone_mul: pointwise
func.func @npu_fused_clone_mul(%in_ptr0: memref<120xf32>, %out_ptr0: memref<84xf32>) {
  %cst = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x4xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [16], sizes: [21, 4], strides: [5, 1] : memref<120xf32> to memref<21x4xf32, strided<[5, 1], offset: 16>>
  "npu.dma_load"(%view, %t) : (memref<21x4xf32, strided<[5, 1], offset: 16>>, memref<32x4xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x4xf32, 1>) outs(%out : memref<4x32xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      linalg.yield %mul : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [4, 21], strides: [21, 1] : memref<84xf32> to memref<4x21xf32, strided<[21, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<4x32xf32, 1>, memref<4x21xf32, strided<[21, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_add: pointwise
func.func @npu_fused_add(%in_ptr0: memref<120xf32>, %out_ptr0: memref<15xf32>) {
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x2xf32, 1>
  %part = memref.subview %t[0, 0, 0] [5, 3, 1] [1, 1, 1] : memref<5x3x2xf32, 1> to memref<5x3xf32, strided<[6, 2]>, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [4], sizes: [5, 3, 2], strides: [7, 2, 1] : memref<120xf32> to memref<5x3x2xf32, strided<[7, 2, 1], offset: 4>>
  "npu.dma_load"(%view, %t) : (memref<5x3x2xf32, strided<[7, 2, 1], offset: 4>>, memref<5x3x2xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part : memref<5x3xf32, strided<[6, 2]>, 1>) outs(%out : memref<5x3xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %add = arith.addf %a, %cst : f32
      linalg.yield %add : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 3], strides: [3, 1] : memref<15xf32> to memref<5x3xf32, strided<[3, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x3xf32, 1>, memref<5x3xf32, strided<[3, 1], offset: 0>>) -> ()
  return
}
