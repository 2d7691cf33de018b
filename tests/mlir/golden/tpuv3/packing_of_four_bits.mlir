// npu_fused_convert_weight_to_int4pack_for_cpu: pointwise
func.func @npu_fused_convert_weight_to_int4pack_for_cpu(%in_ptr0: memref<1632xi32>, %out_ptr0: memref<816xi8>) {
  %k = arith.constant 4 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x34xi32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x34xi32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<34x32xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [34], sizes: [24, 34], strides: [68, 1] : memref<1632xi32> to memref<24x34xi32, strided<[68, 1], offset: 34>>
  "npu.dma_load"(%view, %t) : (memref<24x34xi32, strided<[68, 1], offset: 34>>, memref<32x34xi32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [24, 34], strides: [68, 1] : memref<1632xi32> to memref<24x34xi32, strided<[68, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<24x34xi32, strided<[68, 1], offset: 0>>, memref<32x34xi32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1, %t : memref<32x34xi32, 1>, memref<32x34xi32, 1>) outs(%out : memref<34x32xi8, 1>) {
    ^bb0(%a: i32, %a_1: i32, %o: i8):
      %shl = arith.shli %a_1, %k : i32  // bitwise_left_shift
      %or = arith.ori %shl, %a : i32
      %cvt = arith.trunci %or : i32 to i8  // to_dtype
      linalg.yield %cvt : i8
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [34, 24], strides: [24, 1] : memref<816xi8> to memref<34x24xi8, strided<[24, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<34x32xi8, 1>, memref<34x24xi8, strided<[24, 1], offset: 0>>) -> ()
  return
}
