// npu_fused_embedding_mul: pointwise
func.func @npu_fused_embedding_mul(%in_ptr0: memref<21xi64>, %in_ptr1: memref<1650xf32>, %out_ptr0: memref<693xf32>) {
  %c33 = arith.constant 33 : index
  %k = arith.constant 33 : i64
  %k_1 = arith.constant -1 : i32
  %k_2 = arith.constant 0 : i64
  %c50 = arith.constant 50 : index
  %cst = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<21xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<21x48xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_2 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<21x48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<21x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [21], strides: [1] : memref<21xi64> to memref<21xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<21xi64, strided<[1], offset: 0>>, memref<21xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<21xi64, 1>) outs(%sel : memref<21x48xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64
      %add = arith.addi %i, %mul : i64  // mul
      %cvt = arith.trunci %add : i64 to i32  // mul
      %sel_1 = arith.select %inside, %cvt, %k_1 : i32  // mul
      linalg.yield %sel_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<21xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c50) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr1, %sel, %t_1) : (memref<1650xf32>, memref<21x48xi32, 1>, memref<21x48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t_1 : memref<21x48xf32, 1>) outs(%out : memref<21x48xf32, 1>) {
    ^bb0(%a_2: f32, %o_2: f32):
      %mul_1 = arith.mulf %a_2, %cst : f32
      linalg.yield %mul_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [21, 33], strides: [33, 1] : memref<693xf32> to memref<21x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<21x48xf32, 1>, memref<21x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
