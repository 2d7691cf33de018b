// npu_fused_var_sqrt: reduction, fusions pointwise
func.func @npu_fused_var_sqrt(%in_out_ptr0: memref<1xf32>, %in_ptr0: memref<561xf32>) {
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 561.0 : f32
  %cst_2 = arith.constant 560.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<561xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [561], strides: [1] : memref<561xf32> to memref<561xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<561xf32, strided<[1], offset: 0>>, memref<561xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<561xf32, 1>) outs(%sum : memref<1xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<1xf32, 1>) outs(%div : memref<1xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %div : memref<561xf32, 1>, memref<1xf32, 1>) outs(%sum_2 : memref<1xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
      %mul = arith.mulf %sub, %sub : f32  // welford_reduce
      %sum_3 = arith.addf %o_2, %mul : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<1xf32, 1>) outs(%out : memref<1xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %div_2 = arith.divf %a_4, %cst_2 : f32  // truediv
      %sqrt = math.sqrt %div_2 : f32
      linalg.yield %sqrt : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_var: reduction, fusions pointwise
func.func @npu_fused_var(%in_out_ptr0: memref<33xf32>, %in_ptr0: memref<561xf32>) {
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 17.0 : f32
  %cst_2 = arith.constant 16.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x48xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [17, 33], strides: [33, 1] : memref<561xf32> to memref<17x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<17x33xf32, strided<[33, 1], offset: 0>>, memref<17x48xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<48xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<17x48xf32, 1>) outs(%sum : memref<48xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<48xf32, 1>) outs(%div : memref<48xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<48xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t, %div : memref<17x48xf32, 1>, memref<48xf32, 1>) outs(%sum_2 : memref<48xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
      %mul = arith.mulf %sub, %sub : f32  // welford_reduce
      %sum_3 = arith.addf %o_2, %mul : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<48xf32, 1>) outs(%out : memref<48xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %div_2 = arith.divf %a_4, %cst_2 : f32  // truediv
      linalg.yield %div_2 : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [33], strides: [1] : memref<33xf32> to memref<33xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<48xf32, 1>, memref<33xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_var_mean_built_in_function_getitem: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_built_in_function_getitem(%in_out_ptr0: memref<17xf32>, %in_ptr0: memref<561xf32>, %out_ptr0: memref<17xf32>) {
  %cst = arith.constant 0.0 : f32
  %c33 = arith.constant 33 : index
  %cst_1 = arith.constant 33.0 : f32
  %cst_2 = arith.constant 32.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17x48xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<17xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [17, 33], strides: [33, 1] : memref<561xf32> to memref<17x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<17x33xf32, strided<[33, 1], offset: 0>>, memref<17x48xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<17xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<17x48xf32, 1>) outs(%sum : memref<17xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<17xf32, 1>) outs(%div : memref<17xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  linalg.fill ins(%cst : f32) outs(%sum_2 : memref<17xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %div : memref<17x48xf32, 1>, memref<17xf32, 1>) outs(%sum_2 : memref<17xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
      %mul = arith.mulf %sub, %sub : f32  // welford_reduce
      %sel = arith.select %inside, %mul, %cst : f32  // truediv
      %sum_3 = arith.addf %o_2, %sel : f32
      linalg.yield %sum_3 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<17xf32, 1>) outs(%out : memref<17xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %div_2 = arith.divf %a_4, %cst_2 : f32  // truediv
      linalg.yield %div_2 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%div, %view_1) : (memref<17xf32, 1>, memref<17xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [17], strides: [1] : memref<17xf32> to memref<17xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<17xf32, 1>, memref<17xf32, strided<[1], offset: 0>>) -> ()
  return
}
