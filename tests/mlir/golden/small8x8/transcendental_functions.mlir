// npu_fused_mul_erf_add_tanh_abs_log_rsqrt_sin: pointwise
func.func @npu_fused_mul_erf_add_tanh_abs_log_rsqrt_sin(%in_ptr0: memref<297xf32>, %out_ptr0: memref<297xf32>) {
  %cst = arith.constant 0.5 : f32
  %cst_1 = arith.constant 0.7071067811865476 : f32
  %cst_2 = arith.constant 1.0 : f32
  %cst_3 = arith.constant 0.1 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<304xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<304xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [297], strides: [1] : memref<297xf32> to memref<297xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<297xf32, strided<[1], offset: 0>>, memref<304xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<304xf32, 1>) outs(%out : memref<304xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      %mul_1 = arith.mulf %a, %cst_1 : f32
      %erf = math.erf %mul_1 : f32
      %add = arith.addf %erf, %cst_2 : f32
      %mul_2 = arith.mulf %mul, %add : f32
      %tanh = math.tanh %a : f32
      %add_1 = arith.addf %mul_2, %tanh : f32
      %abs = math.absf %a : f32
      %add_2 = arith.addf %abs, %cst_3 : f32
      %log = math.log %add_2 : f32
      %add_3 = arith.addf %add_1, %log : f32
      %rsqrt = math.rsqrt %add_2 : f32
      %add_4 = arith.addf %add_3, %rsqrt : f32
      %erf_1 = math.erf %a : f32
      %sin = math.sin %a : f32
      %mul_3 = arith.mulf %erf_1, %sin : f32
      %add_5 = arith.addf %add_4, %mul_3 : f32
      linalg.yield %add_5 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [297], strides: [1] : memref<297xf32> to memref<297xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<304xf32, 1>, memref<297xf32, strided<[1], offset: 0>>) -> ()
  return
}
