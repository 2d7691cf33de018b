// npu_fused_sum_convert_element_type_amax: reduction, fusions horizontal
func.func @npu_fused_sum_convert_element_type_amax(%in_ptr0: memref<1105xbf16>, %out_ptr0: memref<17xbf16>, %out_ptr1: memref<17xf32>) {
  %cst = arith.constant 0.0 : f32
  %c65 = arith.constant 65 : index
  %cst_1 = arith.constant 0xFF80 : bf16
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x80xbf16, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xbf16, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xbf16, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [17, 65], strides: [65, 1] : memref<1105xbf16> to memref<17x65xbf16, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0.0 : bf16} : (memref<17x65xbf16, strided<[65, 1], offset: 0>>, memref<17x80xbf16, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<17xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<17x80xbf16, 1>) outs(%sum : memref<17xf32, 1>) {
    ^bb0(%a: bf16, %o: f32):
      %cvt = arith.extf %a : bf16 to f32  // sum
      %sum_1 = arith.addf %o, %cvt : f32
      linalg.yield %sum_1 : f32
  }
  linalg.fill ins(%cst_1 : bf16) outs(%max : memref<17xbf16, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<17x80xbf16, 1>) outs(%max : memref<17xbf16, 1>) {
    ^bb0(%a_1: bf16, %o_1: bf16):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c65 : index
      %sel = arith.select %inside, %a_1, %cst_1 : bf16  // max
      %max_1 = arith.maximumf %o_1, %sel : bf16
      linalg.yield %max_1 : bf16
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum, %max : memref<17xf32, 1>, memref<17xbf16, 1>) outs(%out, %out_1 : memref<17xbf16, 1>, memref<17xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: bf16, %o_2: bf16, %o_3: f32):
      %cvt_1 = arith.truncf %a_2 : f32 to bf16  // sum
      %cvt_2 = arith.extf %a_3 : bf16 to f32  // max
      linalg.yield %cvt_1, %cvt_2 : bf16, f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xbf16> to memref<17xbf16, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<17xbf16, 1>, memref<17xbf16, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<17xf32, 1>, memref<17xf32, strided<[1], offset: 0>>) -> ()
  return
}
