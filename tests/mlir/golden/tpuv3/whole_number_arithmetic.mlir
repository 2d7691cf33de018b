// npu_fused_abs_add_div_remainder_bitwise_and_bitwise_xor_bitwise_or: pointwise, fusions horizontal
func.func @npu_fused_abs_add_div_remainder_bitwise_and_bitwise_xor_bitwise_or(%in_ptr0: memref<133xi64>, %in_ptr1: memref<133xi64>, %out_ptr0: memref<133xi64>, %out_ptr1: memref<133xi64>, %out_ptr2: memref<133xi64>, %out_ptr3: memref<133xi64>) {
  %k = arith.constant 1 : i64
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant -1 : i64
  %k_3 = arith.constant 5 : i64
  %k_4 = arith.constant 2 : i64
  %c133 = arith.constant 133 : index
  %c1 = arith.constant 1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %out_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %out_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<144xi64, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_1 : i64) outs(%largest : memref<1xi64, 1>)
  %view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<133xi64, strided<[1], offset: 0>>, memref<144xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<133xi64, strided<[1], offset: 0>>, memref<144xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1, %t : memref<144xi64, 1>, memref<144xi64, 1>) outs(%out, %out_1, %out_2, %out_3 : memref<144xi64, 1>, memref<144xi64, 1>, memref<144xi64, 1>, memref<144xi64, 1>) {
    ^bb0(%a: i64, %a_1: i64, %o: i64, %o_1: i64, %o_2: i64, %o_3: i64):
      %abs = math.absi %a_1 : i64
      %add = arith.addi %abs, %k : i64
      %eq = arith.cmpi eq, %add, %k_1 : i64  // floordiv
      %sel = arith.select %eq, %k, %add : i64  // floordiv
      %eq_1 = arith.cmpi eq, %sel, %k_2 : i64  // floordiv
      %sub = arith.subi %k_1, %a : i64  // floordiv
      %sel_1 = arith.select %eq_1, %k, %sel : i64  // floordiv
      %div = arith.divsi %a, %sel_1 : i64  // floordiv
      %sel_2 = arith.select %eq_1, %sub, %div : i64  // floordiv
      %mul = arith.muli %sel_2, %sel : i64  // floordiv
      %sub_1 = arith.subi %a, %mul : i64  // floordiv
      %ne = arith.cmpi ne, %sub_1, %k_1 : i64  // floordiv
      %lt = arith.cmpi slt, %sub_1, %k_1 : i64  // floordiv
      %lt_1 = arith.cmpi slt, %sel, %k_1 : i64  // floordiv
      %ne_1 = arith.cmpi ne, %lt, %lt_1 : i1  // floordiv
      %and = arith.andi %ne, %ne_1 : i1  // floordiv
      %sub_2 = arith.subi %sel_2, %k : i64  // floordiv
      %sel_3 = arith.select %and, %sub_2, %sel_2 : i64  // floordiv
      %sel_4 = arith.select %eq, %k_1, %sel_3 : i64  // floordiv
      %mul_1 = arith.muli %sel_3, %sel : i64  // remainder
      %sub_3 = arith.subi %a, %mul_1 : i64  // remainder
      %sel_5 = arith.select %eq, %k_1, %sub_3 : i64  // remainder
      %and_1 = arith.andi %a, %a_1 : i64
      %xor = arith.xori %a, %k_3 : i64
      %or = arith.ori %and_1, %xor : i64
      %shl = arith.shli %a, %k_4 : i64  // bitwise_left_shift
      linalg.yield %sel_4, %sel_5, %or, %shl : i64, i64, i64, i64
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<144xi64, 1>, memref<133xi64, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_3) : (memref<144xi64, 1>, memref<133xi64, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_2, %view_4) : (memref<144xi64, 1>, memref<133xi64, strided<[1], offset: 0>>) -> ()
  %view_5 = memref.reinterpret_cast %out_ptr3 to offset: [0], sizes: [133], strides: [1] : memref<133xi64> to memref<133xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_3, %view_5) : (memref<144xi64, 1>, memref<133xi64, strided<[1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<144xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_2: i64, %o_4: i64):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c133 : index
      %abs_1 = math.absi %a_2 : i64
      %add_1 = arith.addi %abs_1, %k : i64
      %ne_2 = arith.cmpi ne, %add_1, %k_1 : i64  // floordiv
      %sel_6 = arith.select %ne_2, %k_1, %k : i64  // floordiv
      %sel_7 = arith.select %inside, %sel_6, %k_1 : i64  // bitwise_left_shift
      %most = arith.maxui %sel_7, %o_4 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c1) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  return
}
