// npu_fused_scatter_reduce: reduction, fusions horizontal pointwise
func.func @npu_fused_scatter_reduce(%in_out_ptr0: memref<54xf32>, %in_ptr0: memref<140xi64>, %in_ptr1: memref<168xf32>, %in_ptr2: memref<54xf32>, %out_ptr0: memref<54xf32>) {
  %cst = arith.constant 1.0 : f32
  %k = arith.constant 7 : i32
  %c9 = arith.constant 9 : index
  %k_1 = arith.constant 0 : i64
  %c6 = arith.constant 6 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x16xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x16xf32, 1>
  %prod = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 7], strides: [7, 1] : memref<140xi64> to memref<20x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad_around = true, pad = -1 : i64} : (memref<20x7xi64, strided<[7, 1], offset: 0>>, memref<20x16xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [20, 9], strides: [8, 1] : memref<168xf32> to memref<20x9xf32, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<20x9xf32, strided<[8, 1], offset: 0>>, memref<20x16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%prod : memref<6x16xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t, %t_1 : memref<20x16xi64, 1>, memref<20x16xf32, 1>) outs(%prod : memref<6x16xf32, 1>) {
    ^bb0(%a: i64, %a_1: f32, %o: f32):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %cvt = arith.extsi %i : i32 to i64  // index
      %eq = arith.cmpi eq, %a, %cvt : i64
      %at_1 = linalg.index 2 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %lt = arith.cmpi slt, %i_1, %k : i32
      %sel = arith.select %lt, %a_1, %cst : f32  // load
      %sel_1 = arith.select %eq, %sel, %cst : f32  // where
      %prod_1 = arith.mulf %o, %sel_1 : f32
      linalg.yield %prod_1 : f32
  }
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [6, 9], strides: [9, 1] : memref<54xf32> to memref<6x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<6x9xf32, strided<[9, 1], offset: 0>>, memref<6x16xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%prod, %t_2 : memref<6x16xf32, 1>, memref<6x16xf32, 1>) outs(%out : memref<6x16xf32, 1>) {
    ^bb0(%a_2: f32, %a_3: f32, %o_1: f32):
      %mul = arith.mulf %a_3, %a_2 : f32
      linalg.yield %mul : f32
  }
  %view_3 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [6, 9], strides: [9, 1] : memref<54xf32> to memref<6x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<6x16xf32, 1>, memref<6x9xf32, strided<[9, 1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6, 9], strides: [9, 1] : memref<54xf32> to memref<6x9xf32, strided<[9, 1], offset: 0>>
  "npu.dma_store"(%t_2, %view_4) : (memref<6x16xf32, 1>, memref<6x9xf32, strided<[9, 1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<20x16xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_4: i64, %o_2: i64):
      %at_2 = linalg.index 2 : index
      %inside = arith.cmpi slt, %at_2, %c9 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %lt_1 = arith.cmpi slt, %i_2, %k : i32
      %sel_2 = arith.select %lt_1, %a_4, %k_1 : i64  // index
      %sel_3 = arith.select %inside, %sel_2, %k_1 : i64  // index
      %most = arith.maxui %sel_3, %o_2 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  return
}
// -----

// npu_fused_scatter_reduce: pointwise
func.func @npu_fused_scatter_reduce(%out_ptr0: memref<54xi32>) {
  %k = arith.constant 1 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<64xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [54], strides: [1] : memref<54xi32> to memref<54xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<64xi32, 1>, memref<54xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_scatter_reduce: pointwise, fusions horizontal
func.func @npu_fused_scatter_reduce(%in_ptr0: memref<140xi64>, %in_ptr1: memref<168xf32>, %out_ptr0: memref<54xf32>, %out_ptr1: memref<54xi32>) {
  %k = arith.constant 9 : i64
  %k_1 = arith.constant 0 : i64
  %c6 = arith.constant 6 : index
  %k_2 = arith.constant 1 : i32
  %cvt = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xf32, 1>
  %cvt_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi32, 1>
  %const = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x7xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 7], strides: [7, 1] : memref<140xi64> to memref<20x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20x7xi64, strided<[7, 1], offset: 0>>, memref<20x7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<20x7xi64, 1>) outs(%cvt : memref<20x7xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i64
      %mul = arith.muli %k, %a : i64  // constant
      %add = arith.addi %i, %mul : i64  // constant
      %cvt_1 = arith.trunci %add : i64 to i32  // constant
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], npu.host} ins(%t : memref<20x7xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %most = arith.maxui %a_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c6) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [20, 7], strides: [8, 1] : memref<168xf32> to memref<20x7xf32, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<20x7xf32, strided<[8, 1], offset: 0>>, memref<20x7xf32, 1>) -> ()
  "npu.scatter"(%t_1, %cvt, %out_ptr0) {combine = "add"} : (memref<20x7xf32, 1>, memref<20x7xi32, 1>, memref<54xf32>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<20x7xi64, 1>) outs(%cvt_2 : memref<20x7xi32, 1>) {
    ^bb0(%a_2: i64, %o_2: i32):
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i64
      %mul_1 = arith.muli %k, %a_2 : i64  // constant
      %add_1 = arith.addi %i_1, %mul_1 : i64  // constant
      %cvt_3 = arith.trunci %add_1 : i64 to i32  // constant
      linalg.yield %cvt_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%const : memref<20x7xi32, 1>) {
    ^bb0(%o_3: i32):
      linalg.yield %k_2 : i32
  }
  "npu.scatter"(%const, %cvt_2, %out_ptr1) {combine = "add"} : (memref<20x7xi32, 1>, memref<20x7xi32, 1>, memref<54xi32>) -> ()
  return
}
// -----

// npu_fused_scatter_reduce: pointwise
func.func @npu_fused_scatter_reduce(%in_ptr0: memref<54xf32>, %in_ptr1: memref<54xi32>, %out_ptr0: memref<54xf32>) {
  %c0 = arith.constant 0 : index
  %c54 = arith.constant 54 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 1 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  scf.for %P0 = %c0 to %c54 step %c32 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c54 : index
    %n_P0 = arith.minsi %x_1, %c32 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<54xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<32xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<54xi32> to memref<?xi32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xi32, strided<[1], offset: ?>>, memref<32xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<32xf32, 1>, memref<32xi32, 1>) outs(%out : memref<32xf32, 1>) {
      ^bb0(%a: f32, %a_1: i32, %o: f32):
        %max = arith.maxsi %a_1, %k : i32
        %cvt = arith.sitofp %max : i32 to f32  // to_dtype
        %div = arith.divf %a, %cvt : f32  // truediv
        linalg.yield %div : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<54xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
