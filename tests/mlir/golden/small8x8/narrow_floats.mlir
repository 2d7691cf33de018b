// npu_fused_exp_mul_convert_element_type_add: pointwise, fusions horizontal
func.func @npu_fused_exp_mul_convert_element_type_add(%in_ptr0: memref<360xbf16>, %in_ptr1: memref<40xbf16>, %out_ptr0: memref<360xbf16>, %out_ptr1: memref<360xf16>, %out_ptr2: memref<360xf64>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %cst = arith.constant 1.0 : f64
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xbf16, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<48xbf16, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xbf16, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf16, 1>
  %out_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf64, 1>
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [40], strides: [1] : memref<40xbf16> to memref<40xbf16, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<40xbf16, strided<[1], offset: 0>>, memref<48xbf16, 1>) -> ()
  scf.for %P0 = %c0 to %c9 step %c1 {
    %x = arith.muli %P0, %c40 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<360xbf16> to memref<1x40xbf16, strided<[40, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x40xbf16, strided<[40, 1], offset: ?>>, memref<1x48xbf16, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<1x48xbf16, 1>, memref<48xbf16, 1>) outs(%out, %out_1, %out_2 : memref<1x48xbf16, 1>, memref<1x48xf16, 1>, memref<1x48xf64, 1>) {
      ^bb0(%a: bf16, %a_1: bf16, %o: bf16, %o_1: f16, %o_2: f64):
        %cvt = arith.extf %a : bf16 to f32  // exp
        %exp = math.exp %cvt : f32
        %cvt_1 = arith.extf %a_1 : bf16 to f32  // mul
        %mul = arith.mulf %exp, %cvt_1 : f32
        %cvt_2 = arith.truncf %mul : f32 to bf16  // mul
        %cvt_3 = arith.truncf %cvt : f32 to f16  // to_dtype
        %cvt_4 = arith.extf %a : bf16 to f64  // to_dtype
        %add = arith.addf %cvt_4, %cst : f64
        linalg.yield %cvt_2, %cvt_3, %add : bf16, f16, f64
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<360xbf16> to memref<1x40xbf16, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<1x48xbf16, 1>, memref<1x40xbf16, strided<[40, 1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<360xf16> to memref<1x40xf16, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out_1, %view_3) : (memref<1x48xf16, 1>, memref<1x40xf16, strided<[40, 1], offset: ?>>) -> ()
    %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<360xf64> to memref<1x40xf64, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out_2, %view_4) : (memref<1x48xf64, 1>, memref<1x40xf64, strided<[40, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
