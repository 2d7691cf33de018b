// npu_fused_any: reduction
func.func @npu_fused_any(%in_ptr0: memref<585xi8>, %out_ptr0: memref<9xi8>) {
  %c65 = arith.constant 65 : index
  %k = arith.constant 0 : i8
  %k_1 = arith.constant 0 : i8
  %k_2 = arith.constant 0 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xi8, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xi8> to memref<9x65xi8, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xi8, strided<[65, 1], offset: 0>>, memref<9x80xi8, 1>) -> ()
  linalg.fill ins(%k : i8) outs(%any : memref<9xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<9x80xi8, 1>) outs(%any : memref<9xi8, 1>) {
    ^bb0(%a: i8, %o: i8):
      %flag = arith.cmpi ne, %a, %k_1 : i8
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c65 : index
      %cvt = arith.extui %flag : i1 to i64  // to_dtype
      %ne = arith.cmpi ne, %cvt, %k_2 : i64  // to_dtype
      %cvt_1 = arith.extui %ne : i1 to i8  // any
      %sel = arith.select %inside, %cvt_1, %k : i8  // any
      %any_1 = arith.ori %o, %sel : i8
      linalg.yield %any_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<9xi8, 1>) outs(%out : memref<9xi8, 1>) {
    ^bb0(%a_1: i8, %o_1: i8):
      %ne_1 = arith.cmpi ne, %a_1, %k : i8  // any
      %byte = arith.extui %ne_1 : i1 to i8
      linalg.yield %byte : i8
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [9], strides: [1] : memref<9xi8> to memref<9xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<9xi8, 1>, memref<9xi8, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_logical_not_any: reduction, fusions pointwise
func.func @npu_fused_logical_not_any(%in_out_ptr0: memref<65xi8>, %in_ptr0: memref<585xi8>) {
  %k = arith.constant 0 : i8
  %k_1 = arith.constant 0 : i8
  %k_2 = arith.constant true
  %k_3 = arith.constant 0 : i64
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x80xi8, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [9, 65], strides: [65, 1] : memref<585xi8> to memref<9x65xi8, strided<[65, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<9x65xi8, strided<[65, 1], offset: 0>>, memref<9x80xi8, 1>) -> ()
  linalg.fill ins(%k : i8) outs(%any : memref<80xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<9x80xi8, 1>) outs(%any : memref<80xi8, 1>) {
    ^bb0(%a: i8, %o: i8):
      %flag = arith.cmpi ne, %a, %k_1 : i8
      %xor = arith.xori %flag, %k_2 : i1  // logical_not
      %cvt = arith.extui %xor : i1 to i64  // to_dtype
      %ne = arith.cmpi ne, %cvt, %k_3 : i64  // to_dtype
      %cvt_1 = arith.extui %ne : i1 to i8  // any
      %any_1 = arith.ori %o, %cvt_1 : i8
      linalg.yield %any_1 : i8
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<80xi8, 1>) outs(%out : memref<80xi8, 1>) {
    ^bb0(%a_1: i8, %o_1: i8):
      %ne_1 = arith.cmpi ne, %a_1, %k : i8  // any
      %xor_1 = arith.xori %ne_1, %k_2 : i1  // logical_not
      %byte = arith.extui %xor_1 : i1 to i8
      linalg.yield %byte : i8
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [65], strides: [1] : memref<65xi8> to memref<65xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<80xi8, 1>, memref<65xi8, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sum: reduction
func.func @npu_fused_sum(%in_ptr0: memref<585xi8>, %out_ptr0: memref<1xi64>) {
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 0 : i8
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<585xi8, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [585], strides: [1] : memref<585xi8> to memref<585xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<585xi8, strided<[1], offset: 0>>, memref<585xi8, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<585xi8, 1>) outs(%sum : memref<1xi64, 1>) {
    ^bb0(%a: i8, %o: i64):
      %flag = arith.cmpi ne, %a, %k_1 : i8
      %cvt = arith.extui %flag : i1 to i64  // to_dtype
      %sum_1 = arith.addi %o, %cvt : i64
      linalg.yield %sum_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi64> to memref<1xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_1) : (memref<1xi64, 1>, memref<1xi64, strided<[1], offset: 0>>) -> ()
  return
}
