// npu_fused_special_hermite_polynomial_h_special_chebyshev_polynomial_t: pointwise
func.func @npu_fused_special_hermite_polynomial_h_special_chebyshev_polynomial_t(%in_ptr0: memref<27xf32>, %out_ptr0: memref<27xf32>) {
  %cst = arith.constant 3.0 : f64
  %cst_1 = arith.constant -1.0 : f64
  %cst_2 = arith.constant 1.0 : f64
  %cst_3 = arith.constant 2.0 : f64
  %cst_4 = arith.constant 4.0 : f64
  %cst_5 = arith.constant 0.5 : f64
  %cst_6 = arith.constant 0x7FF8000000000000 : f64
  %cst_7 = arith.constant 0.0 : f64
  %cst_8 = arith.constant 3.141592653589793 : f64
  %gt = arith.cmpf ogt, %cst, %cst_1 : f64  // hermite_polynomial_h
  %le = arith.cmpf ole, %cst, %cst : f64  // hermite_polynomial_h
  %mul = arith.mulf %cst_2, %cst_3 : f64  // hermite_polynomial_h
  %gt_1 = arith.cmpf ogt, %cst_4, %cst_1 : f64  // chebyshev_polynomial_t
  %mul_1 = arith.mulf %cst_4, %cst_5 : f64  // chebyshev_polynomial_t
  %floor = math.floor %mul_1 : f64  // chebyshev_polynomial_t
  %eq = arith.cmpf oeq, %floor, %mul_1 : f64  // chebyshev_polynomial_t
  %neg = arith.negf %cst_2 : f64  // chebyshev_polynomial_t
  %sel = arith.select %eq, %cst_2, %neg : f64  // chebyshev_polynomial_t
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [27], strides: [1] : memref<27xf32> to memref<27xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<27xf32, strided<[1], offset: 0>>, memref<32xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xf32, 1>) outs(%out : memref<32xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %cvt = arith.extf %a : f32 to f64  // hermite_polynomial_h
      %mul_2 = arith.mulf %cvt, %cst_3 : f64  // hermite_polynomial_h
      %mul_3 = arith.mulf %mul_2, %mul_2 : f64  // hermite_polynomial_h
      %sub = arith.subf %mul_3, %mul : f64  // hermite_polynomial_h
      %mul_4 = arith.mulf %mul_2, %sub : f64  // hermite_polynomial_h
      %mul_5 = arith.mulf %mul_2, %cst_4 : f64  // hermite_polynomial_h
      %sub_1 = arith.subf %mul_4, %mul_5 : f64  // hermite_polynomial_h
      %sel_1 = arith.select %le, %sub_1, %cst_6 : f64  // hermite_polynomial_h
      %sel_2 = arith.select %gt, %sel_1, %cst_7 : f64  // hermite_polynomial_h
      %cvt_1 = arith.truncf %sel_2 : f64 to f32  // hermite_polynomial_h
      %lt = arith.cmpf olt, %cvt, %cst_1 : f64  // chebyshev_polynomial_t
      %eq_1 = arith.cmpf oeq, %cvt, %cst_1 : f64  // chebyshev_polynomial_t
      %eq_2 = arith.cmpf oeq, %cvt, %cst_2 : f64  // chebyshev_polynomial_t
      %abs = math.absf %cvt : f64  // chebyshev_polynomial_t
      %le_1 = arith.cmpf ole, %abs, %cst_2 : f64  // chebyshev_polynomial_t
      %lt_1 = arith.cmpf olt, %cvt, %cst_7 : f64  // chebyshev_polynomial_t
      %min = arith.minimumf %abs, %cst_2 : f64  // chebyshev_polynomial_t
      %acos = math.acos %min : f64  // chebyshev_polynomial_t
      %sub_2 = arith.subf %cst_8, %acos : f64  // chebyshev_polynomial_t
      %sel_3 = arith.select %lt_1, %sub_2, %acos : f64  // chebyshev_polynomial_t
      %mul_6 = arith.mulf %sel_3, %cst_4 : f64  // chebyshev_polynomial_t
      %cos = math.cos %mul_6 : f64  // chebyshev_polynomial_t
      %max = arith.maximumf %abs, %cst_2 : f64  // chebyshev_polynomial_t
      %acosh = math.acosh %max : f64  // chebyshev_polynomial_t
      %mul_7 = arith.mulf %acosh, %cst_4 : f64  // chebyshev_polynomial_t
      %cosh = math.cosh %mul_7 : f64  // chebyshev_polynomial_t
      %sel_4 = arith.select %le_1, %cos, %cosh : f64  // chebyshev_polynomial_t
      %sel_5 = arith.select %eq_2, %cst_2, %sel_4 : f64  // chebyshev_polynomial_t
      %sel_6 = arith.select %eq_1, %sel, %sel_5 : f64  // chebyshev_polynomial_t
      %neg_1 = arith.negf %sel_6 : f64  // chebyshev_polynomial_t
      %sel_7 = arith.select %eq, %sel_6, %neg_1 : f64  // chebyshev_polynomial_t
      %sel_8 = arith.select %lt, %sel_7, %sel_6 : f64  // chebyshev_polynomial_t
      %sel_9 = arith.select %gt_1, %sel_8, %cst_7 : f64  // chebyshev_polynomial_t
      %cvt_2 = arith.truncf %sel_9 : f64 to f32  // chebyshev_polynomial_t
      %add = arith.addf %cvt_1, %cvt_2 : f32
      linalg.yield %add : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [27], strides: [1] : memref<27xf32> to memref<27xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<32xf32, 1>, memref<27xf32, strided<[1], offset: 0>>) -> ()
  return
}
