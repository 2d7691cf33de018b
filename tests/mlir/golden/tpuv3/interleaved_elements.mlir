// npu_fused_sub_add_cat: pointwise
func.func @npu_fused_sub_add_cat(%in_ptr0: memref<256xf32>, %out_ptr0: memref<256xf32>) {
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128x2xf32, 1>
  %part = memref.subview %out[0, 0] [128, 1] [1, 1] : memref<128x2xf32, 1> to memref<128xf32, strided<[2]>, 1>
  %part_1 = memref.subview %out[0, 1] [128, 1] [1, 1] : memref<128x2xf32, 1> to memref<128xf32, strided<[2], offset: 1>, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128x2xf32, 1>
  %part_2 = memref.subview %t[0, 0] [128, 1] [1, 1] : memref<128x2xf32, 1> to memref<128xf32, strided<[2]>, 1>
  %part_3 = memref.subview %t[0, 1] [128, 1] [1, 1] : memref<128x2xf32, 1> to memref<128xf32, strided<[2], offset: 1>, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [128, 2], strides: [2, 1] : memref<256xf32> to memref<128x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<128x2xf32, strided<[2, 1], offset: 0>>, memref<128x2xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_2, %part_3 : memref<128xf32, strided<[2]>, 1>, memref<128xf32, strided<[2], offset: 1>, 1>) outs(%part, %part_1 : memref<128xf32, strided<[2]>, 1>, memref<128xf32, strided<[2], offset: 1>, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32, %o_1: f32):
      %sub = arith.subf %a, %a_1 : f32
      %add = arith.addf %a, %a_1 : f32
      linalg.yield %sub, %add : f32, f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [128, 2], strides: [2, 1] : memref<256xf32> to memref<128x2xf32, strided<[2, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<128x2xf32, 1>, memref<128x2xf32, strided<[2, 1], offset: 0>>) -> ()
  return
}
