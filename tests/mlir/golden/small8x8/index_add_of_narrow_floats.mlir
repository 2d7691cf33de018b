// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<11xi32>) {
  %k = arith.constant 0 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<16xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [11], strides: [1] : memref<11xi32> to memref<11xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<16xi32, 1>, memref<11xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort_add: pointwise, fusions horizontal
func.func @npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort_add(%in_ptr0: memref<12xi64>, %out_ptr0: memref<12xi64>, %out_ptr1: memref<11xi32>) {
  %c12 = arith.constant 12 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 9 : i64
  %k_2 = arith.constant 1 : i32
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 11 : i64
  %k_5 = arith.constant -1 : i32
  %c11 = arith.constant 11 : index
  %k_6 = arith.constant 32 : i64
  %k_7 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [12], strides: [1] : memref<12xi64> to memref<12xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<12xi64, strided<[1], offset: 0>>, memref<16xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<16xi64, 1>) outs(%sel : memref<16xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %at = linalg.index 0 : index
      %inside = arith.cmpi slt, %at, %c12 : index
      %ge = arith.cmpi sge, %a, %k : i64
      %lt = arith.cmpi slt, %a, %k_1 : i64
      %and = arith.andi %ge, %lt : i1
      %sel_1 = arith.select %and, %a, %k_1 : i64  // where
      %cvt = arith.trunci %sel_1 : i64 to i32  // to_dtype
      %add = arith.addi %cvt, %k_2 : i32
      %lt_1 = arith.cmpi slt, %add, %k_3 : i32  // index
      %cvt_1 = arith.extsi %add : i32 to i64  // index
      %add_1 = arith.addi %cvt_1, %k_4 : i64  // index
      %sel_2 = arith.select %lt_1, %add_1, %cvt_1 : i64  // index
      %cvt_2 = arith.trunci %sel_2 : i64 to i32  // constant
      %sel_3 = arith.select %inside, %cvt_2, %k_5 : i32  // constant
      linalg.yield %sel_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<16xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %at_1 = linalg.index 1 : index
      %inside_1 = arith.cmpi slt, %at_1, %c12 : index
      %ge_1 = arith.cmpi sge, %a_1, %k : i64
      %lt_2 = arith.cmpi slt, %a_1, %k_1 : i64
      %and_1 = arith.andi %ge_1, %lt_2 : i1
      %sel_4 = arith.select %and_1, %a_1, %k_1 : i64  // where
      %cvt_3 = arith.trunci %sel_4 : i64 to i32  // to_dtype
      %add_2 = arith.addi %cvt_3, %k_2 : i32
      %cvt_4 = arith.extsi %add_2 : i32 to i64  // index
      %sel_5 = arith.select %inside_1, %cvt_4, %k : i64  // constant
      %most = arith.maxui %sel_5, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c11) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<16xi32, 1>) {
    ^bb0(%o_2: i32):
      linalg.yield %k_2 : i32
  }
  "npu.scatter"(%const, %sel, %out_ptr1) {combine = "add"} : (memref<16xi32, 1>, memref<16xi32, 1>, memref<11xi32>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<16xi64, 1>) outs(%out : memref<16xi64, 1>) {
    ^bb0(%a_2: i64, %o_3: i64):
      %ge_2 = arith.cmpi sge, %a_2, %k : i64
      %lt_3 = arith.cmpi slt, %a_2, %k_1 : i64
      %and_2 = arith.andi %ge_2, %lt_3 : i1
      %sel_6 = arith.select %and_2, %a_2, %k_1 : i64  // where
      %cvt_5 = arith.trunci %sel_6 : i64 to i32  // to_dtype
      %cvt_6 = arith.extsi %cvt_5 : i32 to i64  // to_dtype
      %shl = arith.shli %cvt_6, %k_6 : i64  // bitwise_left_shift
      %at_2 = linalg.index 0 : index
      %i = arith.index_cast %at_2 : index to i32
      %mul = arith.muli %k_7, %i : i32  // index
      %cvt_7 = arith.extsi %mul : i32 to i64  // index
      %add_3 = arith.addi %shl, %cvt_7 : i64
      linalg.yield %add_3 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [12], strides: [1] : memref<12xi64> to memref<12xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<16xi64, 1>, memref<12xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort: template, template MLIRSortTemplate, mapping default
func.func @sort (%X0: memref<12xi64>, %Y0: memref<12xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 12 : index
  %c15 = arith.constant 15 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x16xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x1xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    %x1 = arith.subi %t1, %l0 : index
    %x2 = arith.minsi %x1, %c1 : index
    %x3 = arith.subi %t2, %c0 : index
    %x4 = arith.minsi %x3, %c16 : index
    %x5 = arith.maxsi %x4, %c0 : index
    %x6 = arith.muli %l0, %t2 : index
    %x7 = arith.addi %x6, %c0 : index
    %x8 = memref.reinterpret_cast %X0 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<12xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%x8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x16xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x16xi64, 1>) outs(%columns0 : memref<16x1xi64, 1>) {
      ^bb0(%e9: i64, %e10: i64):
      linalg.yield %e9 : i64
    }
    scf.for %l11 = %c0 to %c16 step %c16 {
      %x12 = arith.andi %l11, %c0 : index
      %x13 = arith.cmpi ne, %x12, %c0 : index
      %x14 = arith.select %x13, %c1, %c0 : index
      %x15 = arith.select %x13, %c0, %c1 : index
      %x16 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x17 = memref.expand_shape %x16 [[0, 1, 2], [3]] output_shape [1, 16, 1, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1>
      %x18 = memref.subview %x17[0, %x14, 0, 0] [1, 8, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      %x19 = memref.subview %x17[0, %x15, 0, 0] [1, 8, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x18, %x19 : memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>, memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e20: i64, %e21: i64):
        %x22 = arith.minsi %e20, %e21 : i64
        %x23 = arith.maxsi %e20, %e21 : i64
        linalg.yield %x22, %x23 : i64, i64
      }
      %x24 = arith.select %x13, %c1, %c0 : index
      %x25 = arith.select %x13, %c0, %c1 : index
      %x26 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x27 = memref.expand_shape %x26 [[0, 1, 2], [3]] output_shape [1, 8, 2, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      %x28 = memref.subview %x27[0, %x24, 0, 0] [1, 4, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      %x29 = memref.subview %x27[0, %x25, 0, 0] [1, 4, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x28, %x29 : memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>, memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e30: i64, %e31: i64):
        %x32 = arith.minsi %e30, %e31 : i64
        %x33 = arith.maxsi %e30, %e31 : i64
        linalg.yield %x32, %x33 : i64, i64
      }
      %x34 = arith.select %x13, %c2, %c1 : index
      %x35 = arith.select %x13, %c1, %c2 : index
      %x36 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x37 = memref.expand_shape %x36 [[0, 1, 2], [3]] output_shape [4, 4, 1, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<4x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1>
      %x38 = memref.subview %x37[0, %x34, 0, 0] [4, 1, 1, 1] [1, 2, 1, 1] : memref<4x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<4x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      %x39 = memref.subview %x37[0, %x35, 0, 0] [4, 1, 1, 1] [1, 2, 1, 1] : memref<4x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<4x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x38, %x39 : memref<4x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>, memref<4x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e40: i64, %e41: i64):
        %x42 = arith.minsi %e40, %e41 : i64
        %x43 = arith.maxsi %e40, %e41 : i64
        linalg.yield %x42, %x43 : i64, i64
      }
      %x44 = arith.select %x13, %c1, %c0 : index
      %x45 = arith.select %x13, %c0, %c1 : index
      %x46 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x47 = memref.expand_shape %x46 [[0, 1, 2], [3]] output_shape [1, 4, 4, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      %x48 = memref.subview %x47[0, %x44, 0, 0] [1, 2, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
      %x49 = memref.subview %x47[0, %x45, 0, 0] [1, 2, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x48, %x49 : memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>, memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>) {
        ^bb0(%e50: i64, %e51: i64):
        %x52 = arith.minsi %e50, %e51 : i64
        %x53 = arith.maxsi %e50, %e51 : i64
        linalg.yield %x52, %x53 : i64, i64
      }
      %x54 = arith.select %x13, %c2, %c1 : index
      %x55 = arith.select %x13, %c1, %c2 : index
      %x56 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x57 = memref.expand_shape %x56 [[0, 1, 2], [3]] output_shape [2, 4, 2, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<2x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x58 = memref.subview %x57[0, %x54, 0, 0] [2, 1, 2, 1] [1, 2, 1, 1] : memref<2x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<2x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %x59 = memref.subview %x57[0, %x55, 0, 0] [2, 1, 2, 1] [1, 2, 1, 1] : memref<2x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<2x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x58, %x59 : memref<2x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<2x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e60: i64, %e61: i64):
        %x62 = arith.minsi %e60, %e61 : i64
        %x63 = arith.maxsi %e60, %e61 : i64
        linalg.yield %x62, %x63 : i64, i64
      }
      %x64 = arith.select %x13, %c2, %c1 : index
      %x65 = arith.select %x13, %c1, %c2 : index
      %x66 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x67 = memref.expand_shape %x66 [[0, 1, 2], [3]] output_shape [2, 8, 1, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<2x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
      %x68 = memref.subview %x67[0, %x64, 0, 0] [2, 3, 1, 1] [1, 2, 1, 1] : memref<2x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<2x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x69 = memref.subview %x67[0, %x65, 0, 0] [2, 3, 1, 1] [1, 2, 1, 1] : memref<2x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<2x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x68, %x69 : memref<2x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<2x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e70: i64, %e71: i64):
        %x72 = arith.minsi %e70, %e71 : i64
        %x73 = arith.maxsi %e70, %e71 : i64
        linalg.yield %x72, %x73 : i64, i64
      }
      %x74 = arith.select %x13, %c1, %c0 : index
      %x75 = arith.select %x13, %c0, %c1 : index
      %x76 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x77 = memref.expand_shape %x76 [[0, 1, 2], [3]] output_shape [1, 2, 8, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
      %x78 = memref.subview %x77[0, %x74, 0, 0] [1, 1, 8, 1] [1, 2, 1, 1] : memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1> to memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>
      %x79 = memref.subview %x77[0, %x75, 0, 0] [1, 1, 8, 1] [1, 2, 1, 1] : memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1> to memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x78, %x79 : memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>, memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>) {
        ^bb0(%e80: i64, %e81: i64):
        %x82 = arith.minsi %e80, %e81 : i64
        %x83 = arith.maxsi %e80, %e81 : i64
        linalg.yield %x82, %x83 : i64, i64
      }
      %x84 = arith.select %x13, %c2, %c1 : index
      %x85 = arith.select %x13, %c1, %c2 : index
      %x86 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x87 = memref.expand_shape %x86 [[0, 1, 2], [3]] output_shape [1, 4, 4, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      %x88 = memref.subview %x87[0, %x84, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
      %x89 = memref.subview %x87[0, %x85, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x88, %x89 : memref<1x1x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>, memref<1x1x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>) {
        ^bb0(%e90: i64, %e91: i64):
        %x92 = arith.minsi %e90, %e91 : i64
        %x93 = arith.maxsi %e90, %e91 : i64
        linalg.yield %x92, %x93 : i64, i64
      }
      %x94 = arith.select %x13, %c2, %c1 : index
      %x95 = arith.select %x13, %c1, %c2 : index
      %x96 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x97 = memref.expand_shape %x96 [[0, 1, 2], [3]] output_shape [1, 8, 2, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      %x98 = memref.subview %x97[0, %x94, 0, 0] [1, 3, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x3x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      %x99 = memref.subview %x97[0, %x95, 0, 0] [1, 3, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x3x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x98, %x99 : memref<1x3x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>, memref<1x3x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e100: i64, %e101: i64):
        %x102 = arith.minsi %e100, %e101 : i64
        %x103 = arith.maxsi %e100, %e101 : i64
        linalg.yield %x102, %x103 : i64, i64
      }
      %x104 = arith.select %x13, %c2, %c1 : index
      %x105 = arith.select %x13, %c1, %c2 : index
      %x106 = memref.subview %columns0[%l11, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
      %x107 = memref.expand_shape %x106 [[0, 1, 2], [3]] output_shape [1, 16, 1, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1>
      %x108 = memref.subview %x107[0, %x104, 0, 0] [1, 7, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x7x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      %x109 = memref.subview %x107[0, %x105, 0, 0] [1, 7, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x7x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x108, %x109 : memref<1x7x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>, memref<1x7x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e110: i64, %e111: i64):
        %x112 = arith.minsi %e110, %e111 : i64
        %x113 = arith.maxsi %e110, %e111 : i64
        linalg.yield %x112, %x113 : i64, i64
      }
    }
    scf.for %l114 = %c4 to %c4 step %c1 {
      %x115 = arith.shli %c1, %l114 : index
      %x116 = arith.shli %x115, %c1 : index
      %x117 = arith.andi %x116, %c15 : index
      scf.for %l118 = %c0 to %c16 step %c16 {
        %x119 = arith.andi %l118, %x117 : index
        %x120 = arith.cmpi ne, %x119, %c0 : index
        %x121 = arith.select %x120, %c1, %c0 : index
        %x122 = arith.select %x120, %c0, %c1 : index
        %x123 = memref.subview %columns0[%l118, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
        %x124 = memref.expand_shape %x123 [[0, 1, 2], [3]] output_shape [1, 2, 8, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
        %x125 = memref.subview %x124[0, %x121, 0, 0] [1, 1, 8, 1] [1, 2, 1, 1] : memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1> to memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>
        %x126 = memref.subview %x124[0, %x122, 0, 0] [1, 1, 8, 1] [1, 2, 1, 1] : memref<1x2x8x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1> to memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x125, %x126 : memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>, memref<1x1x8x1xi64, strided<[16, 16, 1, 1], offset: ?>, 1>) {
          ^bb0(%e127: i64, %e128: i64):
          %x129 = arith.minsi %e127, %e128 : i64
          %x130 = arith.maxsi %e127, %e128 : i64
          linalg.yield %x129, %x130 : i64, i64
        }
        %x131 = arith.select %x120, %c1, %c0 : index
        %x132 = arith.select %x120, %c0, %c1 : index
        %x133 = memref.subview %columns0[%l118, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
        %x134 = memref.expand_shape %x133 [[0, 1, 2], [3]] output_shape [1, 4, 4, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
        %x135 = memref.subview %x134[0, %x131, 0, 0] [1, 2, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
        %x136 = memref.subview %x134[0, %x132, 0, 0] [1, 2, 4, 1] [1, 2, 1, 1] : memref<1x4x4x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1> to memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x135, %x136 : memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>, memref<1x2x4x1xi64, strided<[16, 8, 1, 1], offset: ?>, 1>) {
          ^bb0(%e137: i64, %e138: i64):
          %x139 = arith.minsi %e137, %e138 : i64
          %x140 = arith.maxsi %e137, %e138 : i64
          linalg.yield %x139, %x140 : i64, i64
        }
        %x141 = arith.select %x120, %c1, %c0 : index
        %x142 = arith.select %x120, %c0, %c1 : index
        %x143 = memref.subview %columns0[%l118, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
        %x144 = memref.expand_shape %x143 [[0, 1, 2], [3]] output_shape [1, 8, 2, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
        %x145 = memref.subview %x144[0, %x141, 0, 0] [1, 4, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
        %x146 = memref.subview %x144[0, %x142, 0, 0] [1, 4, 2, 1] [1, 2, 1, 1] : memref<1x8x2x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1> to memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x145, %x146 : memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>, memref<1x4x2x1xi64, strided<[16, 4, 1, 1], offset: ?>, 1>) {
          ^bb0(%e147: i64, %e148: i64):
          %x149 = arith.minsi %e147, %e148 : i64
          %x150 = arith.maxsi %e147, %e148 : i64
          linalg.yield %x149, %x150 : i64, i64
        }
        %x151 = arith.select %x120, %c1, %c0 : index
        %x152 = arith.select %x120, %c0, %c1 : index
        %x153 = memref.subview %columns0[%l118, 0] [16, 1] [1, 1] : memref<16x1xi64, 1> to memref<16x1xi64, strided<[1, 1], offset: ?>, 1>
        %x154 = memref.expand_shape %x153 [[0, 1, 2], [3]] output_shape [1, 16, 1, 1] : memref<16x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1>
        %x155 = memref.subview %x154[0, %x151, 0, 0] [1, 8, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
        %x156 = memref.subview %x154[0, %x152, 0, 0] [1, 8, 1, 1] [1, 2, 1, 1] : memref<1x16x1x1xi64, strided<[16, 1, 1, 1], offset: ?>, 1> to memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x155, %x156 : memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>, memref<1x8x1x1xi64, strided<[16, 2, 1, 1], offset: ?>, 1>) {
          ^bb0(%e157: i64, %e158: i64):
          %x159 = arith.minsi %e157, %e158 : i64
          %x160 = arith.maxsi %e157, %e158 : i64
          linalg.yield %x159, %x160 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x1xi64, 1>) outs(%natural0 : memref<1x16xi64, 1>) {
      ^bb0(%e161: i64, %e162: i64):
      linalg.yield %e161 : i64
    }
    %x163 = arith.subi %t1, %l0 : index
    %x164 = arith.minsi %x163, %c1 : index
    %x165 = arith.subi %t2, %c0 : index
    %x166 = arith.minsi %x165, %c16 : index
    %x167 = arith.maxsi %x166, %c0 : index
    %x168 = arith.muli %l0, %t2 : index
    %x169 = arith.addi %x168, %c0 : index
    %x170 = memref.reinterpret_cast %Y0 to offset: [%x169], sizes: [%x164, %x167], strides: [%t2, 1] : memref<12xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %x170) : (memref<1x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<11xi32>, %out_ptr0: memref<11xi32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [11], strides: [1] : memref<11xi32> to memref<11xi32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<11xi32, strided<[1], offset: 0>>, memref<16xi32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [11], strides: [1] : memref<11xi32> to memref<11xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<16xi32, 1>, memref<11xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @scan (%X0: memref<11xi32>, %Y0: memref<11xi32>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x1xi32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x1xi32, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi32, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x16xi32, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    scf.for %l1 = %c0 to %t2 step %c16 {
      %x2 = arith.muli %l0, %t2 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %t1, %l0 : index
      %x5 = arith.minsi %x4, %c1 : index
      %x6 = arith.subi %t2, %l1 : index
      %x7 = arith.minsi %x6, %c16 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<11xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xi32, strided<[?, 1], offset: ?>>, memref<1x16xi32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x16xi32, 1>) outs(%columns0 : memref<16x1xi32, 1>) {
        ^bb0(%e9: i32, %e10: i32):
        linalg.yield %e9 : i32
      }
      %x11 = arith.cmpi eq, %l1, %c0 : index
      %x12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 16, 1] : memref<16x1xi32, 1> into memref<1x16x1xi32, 1>
      %x13 = memref.subview %x12[0, %c0, 0] [1, 1, 1] [1, 1, 1] : memref<1x16x1xi32, 1> to memref<1x1xi32, strided<[16, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x13 : memref<1x1xi32, strided<[16, 1], offset: ?>, 1>) outs(%totals0 : memref<1x1xi32, 1>) {
        ^bb0(%e14: i32, %e15: i32):
        linalg.yield %e14 : i32
      }
      scf.for %l16 = %c1 to %c16 step %c1 {
        %x17 = memref.subview %x12[0, %l16, 0] [1, 1, 1] [1, 1, 1] : memref<1x16x1xi32, 1> to memref<1x1xi32, strided<[16, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x17, %totals0 : memref<1x1xi32, strided<[16, 1], offset: ?>, 1>, memref<1x1xi32, 1>) {
          ^bb0(%e18: i32, %e19: i32):
          %cst_20 = arith.constant 0 : i8
          %add_21 = arith.addi %e19, %e18 : i32
          linalg.yield %add_21, %add_21 : i32, i32
        }
      }
      %x22 = arith.constant true
      %x23 = arith.xori %x11, %x22 : i1
      scf.if %x23 {
        %x24 = memref.subview %columns0[%c0, 0] [16, 1] [1, 1] : memref<16x1xi32, 1> to memref<16x1xi32, strided<[1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<1xi32, 1>) outs(%x24 : memref<16x1xi32, strided<[1, 1], offset: ?>, 1>) {
          ^bb0(%e25: i32, %e26: i32):
          %cst_27 = arith.constant 0 : i8
          %add_28 = arith.addi %e25, %e26 : i32
          linalg.yield %add_28 : i32
        }
        %x29 = memref.subview %totals0[%c0, 0] [1, 1] [1, 1] : memref<1x1xi32, 1> to memref<1xi32, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<1xi32, 1>) outs(%x29 : memref<1xi32, strided<[1], offset: ?>, 1>) {
          ^bb0(%e30: i32, %e31: i32):
          %cst_32 = arith.constant 0 : i8
          %add_33 = arith.addi %e30, %e31 : i32
          linalg.yield %add_33 : i32
        }
      }
      %x34 = memref.subview %totals0[%c0, 0] [1, 1] [1, 1] : memref<1x1xi32, 1> to memref<1xi32, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x34 : memref<1xi32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<1xi32, 1>) {
        ^bb0(%e35: i32, %e36: i32):
        linalg.yield %e35 : i32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x1xi32, 1>) outs(%natural0 : memref<1x16xi32, 1>) {
        ^bb0(%e37: i32, %e38: i32):
        linalg.yield %e37 : i32
      }
      %x39 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<11xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x39) : (memref<1x16xi32, 1>, memref<?x?xi32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort: pointwise
func.func @npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort(%in_ptr0: memref<12xi64>, %out_ptr0: memref<12xi32>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [12], strides: [1] : memref<12xi64> to memref<12xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<12xi64, strided<[1], offset: 0>>, memref<16xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<16xi64, 1>) outs(%out : memref<16xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %and = arith.andi %a, %k : i64
      %shr = arith.shrsi %and, %k_1 : i64  // bitwise_right_shift
      %cvt = arith.trunci %shr : i64 to i32  // index
      linalg.yield %cvt : i32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [12], strides: [1] : memref<12xi32> to memref<12xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<16xi32, 1>, memref<12xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort: template, template MLIRSegmentReduceTemplate, fusions epilogue, mapping default
func.func @bags_sum (%X: memref<396xbf16>, %I: memref<12xi32>, %O: memref<11xi32>, %in_ptr3: memref<297xbf16>, %Y: memref<297xbf16>) {
  %t1 = arith.constant 12 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 10 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 9 : index
  %t7 = arith.constant 2 : index
  %t8 = arith.constant 4 : index
  %t9 = arith.constant 33 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec9 = arith.constant 9 : index
  %ec8 = arith.constant 8 : index
  %ec40 = arith.constant 40 : index
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xbf16, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xbf16, 1>
  %c40 = arith.constant 40 : index
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xi32, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<2x2x8x2xi32, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<2x2x8x2xi32, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x2x40xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xf32, 1>
  %x0 = memref.reinterpret_cast %I to offset: [%t2], sizes: [%t1], strides: [1] : memref<12xi32> to memref<?xi32, strided<[1], offset: ?>>
  %x1 = memref.reinterpret_cast %O to offset: [%t2], sizes: [%t3], strides: [1] : memref<11xi32> to memref<?xi32, strided<[1], offset: ?>>
  affine.for %block = 0 to 9 step 16 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x8xi32, 1>) {
      ^bb0(%e2: i32):
      %x3 = linalg.index 0 : index
      %x4 = linalg.index 1 : index
      %x5 = arith.muli %x3, %t4 : index
      %x6 = arith.addi %x5, %block : index
      %x7 = arith.addi %x6, %x4 : index
      %x8 = arith.addi %x7, %t2 : index
      %x9 = arith.index_cast %x8 : index to i32
      linalg.yield %x9 : i32
    }
    "npu.gather"(%x1, %places, %starts) {pad = 0 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x8xi32, 1>, memref<2x8xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x8xi32, 1>) {
      ^bb0(%e10: i32):
      %x11 = linalg.index 0 : index
      %x12 = linalg.index 1 : index
      %x13 = arith.muli %x11, %t4 : index
      %x14 = arith.addi %x13, %block : index
      %x15 = arith.addi %x14, %x12 : index
      %x16 = arith.addi %x15, %t5 : index
      %x17 = arith.index_cast %x16 : index to i32
      linalg.yield %x17 : i32
    }
    "npu.gather"(%x1, %places, %ends) {pad = 0 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x8xi32, 1>, memref<2x8xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<2x8xi32, 1>, memref<2x8xi32, 1>) outs(%lengths : memref<2x8xi32, 1>) {
      ^bb0(%e18: i32, %e19: i32, %e20: i32):
      %x21 = linalg.index 0 : index
      %x22 = linalg.index 1 : index
      %x23 = arith.muli %x21, %t4 : index
      %x24 = arith.addi %x23, %block : index
      %x25 = arith.addi %x24, %x22 : index
      %x26 = arith.addi %x25, %t2 : index
      %x27 = arith.index_cast %x26 : index to i32
      %x28 = arith.index_cast %t1 : index to i32
      %x29 = arith.index_cast %t6 : index to i32
      %x30 = arith.constant 0 : i32
      %x31 = arith.minsi %e19, %x28 : i32
      %x32 = arith.subi %x31, %e18 : i32
      %x33 = arith.maxsi %x32, %x30 : i32
      %x34 = arith.cmpi slt, %x27, %x29 : i32
      %x35 = arith.select %x34, %x33, %x30 : i32
      linalg.yield %x35 : i32
    }
    %x36 = arith.constant 0 : i32
    linalg.fill ins(%x36 : i32) outs(%longest : memref<2xi32, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<2x8xi32, 1>) outs(%longest : memref<2xi32, 1>) {
      ^bb0(%e37: i32, %e38: i32):
      %x39 = arith.maxsi %e37, %e38 : i32
      linalg.yield %x39 : i32
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<2x8xi32, 1>, memref<2x8xi32, 1>) outs(%positions : memref<2x2x8x2xi32, 1>) {
      ^bb0(%e40: i32, %e41: i32, %e42: i32):
      %x43 = linalg.index 1 : index
      %x44 = linalg.index 3 : index
      %x45 = arith.muli %x43, %t7 : index
      %x46 = arith.addi %x45, %x44 : index
      %x47 = arith.addi %x46, %t2 : index
      %x48 = arith.index_cast %x47 : index to i32
      %x49 = arith.cmpi slt, %x48, %e41 : i32
      %x50 = arith.addi %e40, %x48 : i32
      %x51 = arith.constant -1 : i32
      %x52 = arith.select %x49, %x50, %x51 : i32
      linalg.yield %x52 : i32
    }
    "npu.gather"(%x0, %positions, %indices) {pad = -1 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x2x8x2xi32, 1>, memref<2x2x8x2xi32, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (2, (s0 - d0) ceildiv 8)>(%block)[%t6] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x53 = memref.load %longest[%g] : memref<2xi32, 1>
      %x54 = arith.index_cast %x53 : i32 to index
      affine.for %d = 0 to 33 step 40 {
        %x55 = arith.constant 0.0 : f32
        linalg.fill ins(%x55 : f32) outs(%accumulator : memref<8x40xf32, 1>)
        scf.for %l56 = %t2 to %x54 step %t8 {
          %x57 = arith.cmpi ne, %l56, %t2 : index
          %x58 = arith.cmpi sgt, %x54, %t8 : index
          %x59 = arith.cmpi ne, %d, %t2 : index
          %x60 = arith.andi %x58, %x59 : i1
          %x61 = arith.ori %x57, %x60 : i1
          scf.if %x61 {
            %x62 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<2x8xi32, 1> to memref<1x8xi32, strided<[8, 1], offset: ?>, 1>
            %x63 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<2x8xi32, 1> to memref<1x8xi32, strided<[8, 1], offset: ?>, 1>
            %x64 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>
            %x65 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x62, %x63 : memref<1x8xi32, strided<[8, 1], offset: ?>, 1>, memref<1x8xi32, strided<[8, 1], offset: ?>, 1>) outs(%x64 : memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>) {
              ^bb0(%e66: i32, %e67: i32, %e68: i32):
              %x69 = linalg.index 1 : index
              %x70 = linalg.index 3 : index
              %x71 = arith.muli %x69, %t7 : index
              %x72 = arith.addi %x71, %x70 : index
              %x73 = arith.addi %x72, %l56 : index
              %x74 = arith.index_cast %x73 : index to i32
              %x75 = arith.cmpi slt, %x74, %e67 : i32
              %x76 = arith.addi %e66, %x74 : i32
              %x77 = arith.constant -1 : i32
              %x78 = arith.select %x75, %x76, %x77 : i32
              linalg.yield %x78 : i32
            }
            "npu.gather"(%x0, %x64, %x65) {pad = -1 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>, memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>) -> ()
          }
          %x79 = arith.subi %x54, %l56 : index
          %x80 = arith.minsi %x79, %t8 : index
          %x81 = arith.ceildivsi %x80, %t7 : index
          scf.for %l82 = %t2 to %x81 step %t5 {
            %x83 = memref.subview %indices[%g, %l82, 0, 0] [1, 1, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<8x2xi32, strided<[2, 1], offset: ?>, 1>
            %x84 = arith.muli %d, %t5 : index
            %x85 = arith.addi %x84, %t2 : index
            %x86 = arith.subi %t9, %d : index
            %x87 = arith.minsi %x86, %c40 : index
            %x88 = memref.reinterpret_cast %X to offset: [%x85], sizes: [%t1, %x87], strides: [%t9, %t5] : memref<396xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
            "npu.gather"(%x88, %x83, %rows) {pad = 0.0 : bf16} : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<8x2xi32, strided<[2, 1], offset: ?>, 1>, memref<8x2x40xbf16, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x2x40xbf16, 1>) outs(%accumulator : memref<8x40xf32, 1>) {
              ^bb0(%e89: bf16, %e90: f32):
              %x91 = arith.extf %e89 : bf16 to f32
              %x92 = arith.addf %e90, %x91 : f32
              linalg.yield %x92 : f32
            }
          }
        }
        %ex = arith.muli %b, %ec33 : index
        %ex_1 = arith.addi %ex, %d : index
        %ex_2 = arith.muli %b, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec9 : index
        %en_P0 = arith.minsi %ex_3, %ec8 : index
        %ex_4 = arith.muli %d, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec33 : index
        %en_P1 = arith.minsi %ex_5, %ec40 : index
        %eview = memref.reinterpret_cast %in_ptr3 to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<297xbf16> to memref<?x?xbf16, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%eview, %et) : (memref<?x?xbf16, strided<[33, 1], offset: ?>>, memref<8x40xbf16, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<8x40xf32, 1>, memref<8x40xbf16, 1>) outs(%eout : memref<8x40xbf16, 1>) {
          ^bb0(%ea: f32, %ea_1: bf16, %eo: bf16):
          %ecvt = arith.extf %ea_1 : bf16 to f32  // add
          %ecvt_1 = arith.truncf %ea : f32 to bf16
          %ecvt_2 = arith.extf %ecvt_1 : bf16 to f32  // add
          %eadd = arith.addf %ecvt, %ecvt_2 : f32
          %ecvt_3 = arith.truncf %eadd : f32 to bf16  // add
          linalg.yield %ecvt_3 : bf16
        }
        %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<297xbf16> to memref<?x?xbf16, strided<[33, 1], offset: ?>>
        "npu.dma_store"(%eout, %eview_1) : (memref<8x40xbf16, 1>, memref<?x?xbf16, strided<[33, 1], offset: ?>>) -> ()
      }
    }
  } {npu.parallel}
  return
}
