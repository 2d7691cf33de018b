// npu_fused_relu_cat: pointwise
func.func @npu_fused_relu_cat(%in_ptr0: memref<45xf32>, %in_ptr1: memref<27xf32>, %out_ptr0: memref<72xf32>) {
  %k = arith.constant 5 : i32
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 9], strides: [9, 1] : memref<45xf32> to memref<5x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true} : (memref<5x9xf32, strided<[9, 1], offset: 0>>, memref<8x16xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3, 9], strides: [9, 1] : memref<27xf32> to memref<3x9xf32, strided<[9, 1], offset: 0>>
  %part = memref.subview %t_1[5, 0] [3, 16] [1, 1] : memref<8x16xf32, 1> to memref<3x16xf32, strided<[16, 1], offset: 80>, 1>
  "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<3x9xf32, strided<[9, 1], offset: 0>>, memref<3x16xf32, strided<[16, 1], offset: 80>, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<8x16xf32, 1>, memref<8x16xf32, 1>) outs(%out : memref<8x16xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %lt = arith.cmpi slt, %i, %k : i32
      %max = arith.maximumf %a_1, %cst : f32  // relu
      %sel = arith.select %lt, %a, %max : f32  // where
      linalg.yield %sel : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [8, 9], strides: [9, 1] : memref<72xf32> to memref<8x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<8x16xf32, 1>, memref<8x9xf32, strided<[9, 1], offset: 0>>) -> ()
  return
}
