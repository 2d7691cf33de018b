// npu_fused_mul_neg_cat_add: pointwise
func.func @npu_fused_mul_neg_cat_add(%in_ptr0: memref<1632xf32>, %in_ptr1: memref<272xf32>, %in_ptr2: memref<272xf32>, %out_ptr0: memref<1632xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x17x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x17x16xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x17x16xf32, 1>
  %t_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %t_5 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x16xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x17x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 17, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<6x17x8xf32, strided<[272, 16, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<6x17x8xf32, strided<[272, 16, 1], offset: 0>>, memref<6x17x16xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [17, 8], strides: [16, 1] : memref<272xf32> to memref<17x8xf32, strided<[16, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<17x8xf32, strided<[16, 1], offset: 0>>, memref<17x16xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [8], sizes: [6, 17, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<6x17x8xf32, strided<[272, 16, 1], offset: 8>>
  "npu.dma_load"(%view_2, %t_2) : (memref<6x17x8xf32, strided<[272, 16, 1], offset: 8>>, memref<6x17x16xf32, 1>) -> ()
  %view_3 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [17, 8], strides: [16, 1] : memref<272xf32> to memref<17x8xf32, strided<[16, 1], offset: 0>>
  "npu.dma_load"(%view_3, %t_3) : (memref<17x8xf32, strided<[16, 1], offset: 0>>, memref<17x16xf32, 1>) -> ()
  %view_4 = memref.reinterpret_cast %in_ptr1 to offset: [8], sizes: [17, 8], strides: [16, 1] : memref<272xf32> to memref<17x8xf32, strided<[16, 1], offset: 8>>
  "npu.dma_load"(%view_4, %t_4) : (memref<17x8xf32, strided<[16, 1], offset: 8>>, memref<17x16xf32, 1>) -> ()
  %view_5 = memref.reinterpret_cast %in_ptr2 to offset: [8], sizes: [17, 8], strides: [16, 1] : memref<272xf32> to memref<17x8xf32, strided<[16, 1], offset: 8>>
  "npu.dma_load"(%view_5, %t_5) : (memref<17x8xf32, strided<[16, 1], offset: 8>>, memref<17x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%t, %t_1, %t_2, %t_3, %t_4, %t_5 : memref<6x17x16xf32, 1>, memref<17x16xf32, 1>, memref<6x17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>, memref<17x16xf32, 1>) outs(%out, %out_1 : memref<6x17x16xf32, 1>, memref<6x17x16xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %a_2: f32, %a_3: f32, %a_4: f32, %a_5: f32, %o: f32, %o_1: f32):
      %mul = arith.mulf %a, %a_1 : f32
      %neg = arith.negf %a_2 : f32
      %mul_1 = arith.mulf %neg, %a_3 : f32
      %add = arith.addf %mul, %mul_1 : f32
      %mul_2 = arith.mulf %a_2, %a_4 : f32
      %mul_3 = arith.mulf %a, %a_5 : f32
      %add_1 = arith.addf %mul_2, %mul_3 : f32
      linalg.yield %add, %add_1 : f32, f32
  }
  %view_6 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 17, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<6x17x8xf32, strided<[272, 16, 1], offset: 0>>
  "npu.dma_store"(%out, %view_6) : (memref<6x17x16xf32, 1>, memref<6x17x8xf32, strided<[272, 16, 1], offset: 0>>) -> ()
  %view_7 = memref.reinterpret_cast %out_ptr0 to offset: [8], sizes: [6, 17, 8], strides: [272, 16, 1] : memref<1632xf32> to memref<6x17x8xf32, strided<[272, 16, 1], offset: 8>>
  "npu.dma_store"(%out_1, %view_7) : (memref<6x17x16xf32, 1>, memref<6x17x8xf32, strided<[272, 16, 1], offset: 8>>) -> ()
  return
}
