// npu_fused_embedding: pointwise
func.func @npu_fused_embedding(%in_ptr0: memref<40xi64>, %in_ptr1: memref<1650xf32>, %out_ptr0: memref<1320xf32>) {
  %c33 = arith.constant 33 : index
  %k = arith.constant 33 : i64
  %k_1 = arith.constant -1 : i32
  %k_2 = arith.constant 0 : i64
  %c50 = arith.constant 50 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_2 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [40], strides: [1] : memref<40xi64> to memref<40xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<40xi64, strided<[1], offset: 0>>, memref<40xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<40xi64, 1>) outs(%sel : memref<40x48xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64  // load
      %add = arith.addi %i, %mul : i64  // load
      %cvt = arith.trunci %add : i64 to i32  // load
      %sel_1 = arith.select %inside, %cvt, %k_1 : i32  // load
      linalg.yield %sel_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<40xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c50) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr1, %sel, %t_1) : (memref<1650xf32>, memref<40x48xi32, 1>, memref<40x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [40, 33], strides: [33, 1] : memref<1320xf32> to memref<40x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%t_1, %view_1) : (memref<40x48xf32, 1>, memref<40x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_ne_full_unsafe_masked_index_put_accumulate: pointwise
func.func @npu_fused_ge_lt_bitwise_and_ne_full_unsafe_masked_index_put_accumulate(%out_ptr0: memref<1650xf32>) {
  %c0 = arith.constant 0 : index
  %c1650 = arith.constant 1650 : index
  %c240 = arith.constant 240 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<240xf32, 1>
  scf.for %P0 = %c0 to %c1650 step %c240 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<240xf32, 1>) {
      ^bb0(%o: f32):
        linalg.yield %cst : f32
    }
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c1650 : index
    %n_P0 = arith.minsi %x_1, %c240 : index
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<1650xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<240xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_ne_full_unsafe_masked_index_put_accumulate: pointwise
func.func @npu_fused_ge_lt_bitwise_and_ne_full_unsafe_masked_index_put_accumulate(%in_ptr0: memref<40xi64>, %in_ptr1: memref<1320xf32>, %out_ptr0: memref<1650xf32>) {
  %k = arith.constant 33 : i64
  %k_1 = arith.constant -50 : i64
  %k_2 = arith.constant 49 : i64
  %k_3 = arith.constant 0 : i64
  %k_4 = arith.constant 50 : i64
  %k_5 = arith.constant -1 : i64
  %k_6 = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xf32, 1>
  %and = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40xi8, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [40], strides: [1] : memref<40xi64> to memref<40xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<40xi64, strided<[1], offset: 0>>, memref<40xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<40xi64, 1>) outs(%cvt : memref<40xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %min = arith.minsi %k_2, %a : i64
      %max = arith.maxsi %k_1, %min : i64
      %lt = arith.cmpi slt, %max, %k_3 : i64  // index
      %add = arith.addi %max, %k_4 : i64  // index
      %sel = arith.select %lt, %add, %max : i64  // index
      %mul = arith.muli %k, %sel : i64  // where
      %cvt_1 = arith.trunci %mul : i64 to i32  // where
      linalg.yield %cvt_1 : i32
  }
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [40, 33], strides: [33, 1] : memref<1320xf32> to memref<40x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<40x33xf32, strided<[33, 1], offset: 0>>, memref<40x48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<40xi64, 1>) outs(%and : memref<40xi8, 1>) {
    ^bb0(%a_1: i64, %o_1: i8):
      %ge = arith.cmpi sge, %a_1, %k_3 : i64
      %lt_1 = arith.cmpi slt, %a_1, %k_4 : i64
      %and_1 = arith.andi %ge, %lt_1 : i1
      %ne = arith.cmpi ne, %a_1, %k_5 : i64
      %and_2 = arith.andi %and_1, %ne : i1
      %byte = arith.extui %and_2 : i1 to i8
      linalg.yield %byte : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%and, %t_1 : memref<40xi8, 1>, memref<40x48xf32, 1>) outs(%sel_1 : memref<40x48xf32, 1>) {
    ^bb0(%a_2: i8, %a_3: f32, %o_2: f32):
      %flag = arith.cmpi ne, %a_2, %k_6 : i8
      %sel_2 = arith.select %flag, %a_3, %cst : f32  // where
      linalg.yield %sel_2 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1618, 33], strides: [1, 1] : memref<1650xf32> to memref<1618x33xf32, strided<[1, 1], offset: 0>>
  "npu.scatter"(%sel_1, %cvt, %view_2) {combine = "add"} : (memref<40x48xf32, 1>, memref<40xi32, 1>, memref<1618x33xf32, strided<[1, 1], offset: 0>>) -> ()
  return
}
