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

// npu_fused_ge_lt_bitwise_and_checked_full_where_convert_element_type: pointwise, fusions horizontal
func.func @npu_fused_ge_lt_bitwise_and_checked_full_where_convert_element_type(%in_ptr0: memref<12xi64>, %out_ptr0: memref<12xi64>, %out_ptr1: memref<11xi32>) {
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
  %k_8 = arith.constant 1 : i64
  %c1 = arith.constant 1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi32, 1>
  %largest_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest_1 : memref<1xi64, 1>)
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
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t : memref<16xi64, 1>) outs(%largest_1 : memref<1xi64, 1>) {
    ^bb0(%a_3: i64, %o_4: i64):
      %at_3 = linalg.index 1 : index
      %inside_2 = arith.cmpi slt, %at_3, %c12 : index
      %ge_3 = arith.cmpi sge, %a_3, %k : i64
      %lt_4 = arith.cmpi slt, %a_3, %k_1 : i64
      %and_3 = arith.andi %ge_3, %lt_4 : i1
      %sel_7 = arith.select %and_3, %k, %k_8 : i64  // bitwise_and
      %sel_8 = arith.select %inside_2, %sel_7, %k : i64  // constant
      %most_1 = arith.maxui %sel_8, %o_4 : i64
      linalg.yield %most_1 : i64
  }
  "npu.check_index"(%largest_1, %c1) {number = 1 : i64} : (memref<1xi64, 1>, index) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<12xi64>, %Y0: memref<12xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 12 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 16 : index
  %t5 = arith.constant 4 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 3 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x16xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x4xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t1 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t4 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<12xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x16xi64, 1>) -> ()
    %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 4, 4] : memref<1x16xi64, 1> into memref<1x4x4xi64, 1>
    %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x4x4xi64, 1> into memref<4x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<4x4xi64, 1>) outs(%columns0 : memref<4x4xi64, 1>) {
      ^bb0(%e_11: i64, %e_12: i64):
      linalg.yield %e_11 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<4x4xi64, 1>) {
      ^bb0(%e_13: i64):
      %x_14 = linalg.index 1 : index
      %x_15 = arith.andi %x_14, %t1 : index
      %x_16 = arith.cmpi ne, %x_15, %t3 : index
      %x_17 = arith.extsi %x_16 : i1 to i64
      %x_18 = arith.xori %e_13, %x_17 : i64
      linalg.yield %x_18 : i64
    }
    scf.for %l_19 = %t3 to %t5 step %t5 {
      %x_20 = arith.andi %l_19, %t3 : index
      %x_21 = arith.cmpi ne, %x_20, %t3 : index
      %x_22 = arith.select %x_21, %t1, %t3 : index
      %x_23 = arith.select %x_21, %t3, %t1 : index
      %part_24 = memref.subview %columns0[%l_19, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_25 = memref.expand_shape %part_24 [[0, 1, 2], [3]] output_shape [1, 4, 1, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
      %part_26 = memref.subview %split_25[0, %x_22, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %part_27 = memref.subview %split_25[0, %x_23, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_26, %part_27 : memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_28: i64, %e_29: i64):
        %x_30 = arith.minsi %e_28, %e_29 : i64
        %x_31 = arith.maxsi %e_28, %e_29 : i64
        linalg.yield %x_30, %x_31 : i64, i64
      }
      %x_32 = arith.select %x_21, %t1, %t3 : index
      %x_33 = arith.select %x_21, %t3, %t1 : index
      %part_34 = memref.subview %columns0[%l_19, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_35 = memref.expand_shape %part_34 [[0, 1, 2], [3]] output_shape [1, 2, 2, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %part_36 = memref.subview %split_35[0, %x_32, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
      %part_37 = memref.subview %split_35[0, %x_33, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_36, %part_37 : memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>, memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_38: i64, %e_39: i64):
        %x_40 = arith.minsi %e_38, %e_39 : i64
        %x_41 = arith.maxsi %e_38, %e_39 : i64
        linalg.yield %x_40, %x_41 : i64, i64
      }
      %x_42 = arith.select %x_21, %t6, %t1 : index
      %x_43 = arith.select %x_21, %t1, %t6 : index
      %part_44 = memref.subview %columns0[%l_19, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_45 = memref.expand_shape %part_44 [[0, 1, 2], [3]] output_shape [1, 4, 1, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
      %part_46 = memref.subview %split_45[0, %x_42, 0, 0] [1, 1, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %part_47 = memref.subview %split_45[0, %x_43, 0, 0] [1, 1, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_46, %part_47 : memref<1x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<1x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_48: i64, %e_49: i64):
        %x_50 = arith.minsi %e_48, %e_49 : i64
        %x_51 = arith.maxsi %e_48, %e_49 : i64
        linalg.yield %x_50, %x_51 : i64, i64
      }
    }
    scf.for %l_52 = %t6 to %t6 step %t1 {
      %x_53 = arith.shli %t1, %l_52 : index
      %x_54 = arith.shli %x_53, %t1 : index
      %x_55 = arith.andi %x_54, %t7 : index
      scf.for %l_56 = %t3 to %t5 step %t5 {
        %x_57 = arith.andi %l_56, %x_55 : index
        %x_58 = arith.cmpi ne, %x_57, %t3 : index
        %x_59 = arith.select %x_58, %t1, %t3 : index
        %x_60 = arith.select %x_58, %t3, %t1 : index
        %part_61 = memref.subview %columns0[%l_56, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_62 = memref.expand_shape %part_61 [[0, 1, 2], [3]] output_shape [1, 2, 2, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        %part_63 = memref.subview %split_62[0, %x_59, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
        %part_64 = memref.subview %split_62[0, %x_60, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_63, %part_64 : memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>, memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_65: i64, %e_66: i64):
          %x_67 = arith.minsi %e_65, %e_66 : i64
          %x_68 = arith.maxsi %e_65, %e_66 : i64
          linalg.yield %x_67, %x_68 : i64, i64
        }
        %x_69 = arith.select %x_58, %t1, %t3 : index
        %x_70 = arith.select %x_58, %t3, %t1 : index
        %part_71 = memref.subview %columns0[%l_56, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_72 = memref.expand_shape %part_71 [[0, 1, 2], [3]] output_shape [1, 4, 1, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
        %part_73 = memref.subview %split_72[0, %x_69, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        %part_74 = memref.subview %split_72[0, %x_70, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_73, %part_74 : memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_75: i64, %e_76: i64):
          %x_77 = arith.minsi %e_75, %e_76 : i64
          %x_78 = arith.maxsi %e_75, %e_76 : i64
          linalg.yield %x_77, %x_78 : i64, i64
        }
      }
    }
    scf.for %l_79 = %t3 to %t6 step %t1 {
      %x_80 = arith.shli %t1, %l_79 : index
      %x_81 = arith.shli %x_80, %t1 : index
      %x_82 = arith.andi %x_81, %t7 : index
      %x_83 = arith.andi %x_80, %t7 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<4x4xi64, 1>) {
        ^bb0(%e_84: i64):
        %x_85 = linalg.index 1 : index
        %x_86 = arith.andi %x_85, %x_83 : index
        %x_87 = arith.cmpi ne, %x_86, %t3 : index
        %x_88 = arith.andi %x_85, %x_82 : index
        %x_89 = arith.cmpi ne, %x_88, %t3 : index
        %x_90 = arith.xori %x_87, %x_89 : i1
        %x_91 = arith.extsi %x_90 : i1 to i64
        %x_92 = arith.xori %e_84, %x_91 : i64
        linalg.yield %x_92 : i64
      }
      %split_93 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 4, 4] : memref<1x16xi64, 1> into memref<1x4x4xi64, 1>
      %joined_94 = memref.collapse_shape %split_93 [[0, 1], [2]] : memref<1x4x4xi64, 1> into memref<4x4xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<4x4xi64, 1>) outs(%joined_94 : memref<4x4xi64, 1>) {
        ^bb0(%e_95: i64, %e_96: i64):
        linalg.yield %e_95 : i64
      }
      %joined_97 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x16xi64, 1> into memref<16xi64, 1>
      %split_98 = memref.expand_shape %joined_97 [[0, 1, 2]] output_shape [1, 2, 8] : memref<16xi64, 1> into memref<1x2x8xi64, 1>
      %part_99 = memref.subview %split_98[0, 0, 0] [1, 1, 8] [1, 1, 1] : memref<1x2x8xi64, 1> to memref<1x1x8xi64, strided<[16, 8, 1]>, 1>
      %part_100 = memref.subview %split_98[0, 1, 0] [1, 1, 8] [1, 1, 1] : memref<1x2x8xi64, 1> to memref<1x1x8xi64, strided<[16, 8, 1], offset: 8>, 1>
      %x_101 = arith.cmpi sge, %x_80, %t6 : index
      scf.if %x_101 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_99, %part_100 : memref<1x1x8xi64, strided<[16, 8, 1]>, 1>, memref<1x1x8xi64, strided<[16, 8, 1], offset: 8>, 1>) {
          ^bb0(%e_102: i64, %e_103: i64):
          %x_104 = arith.minsi %e_102, %e_103 : i64
          %x_105 = arith.maxsi %e_102, %e_103 : i64
          linalg.yield %x_104, %x_105 : i64, i64
        }
      }
      %joined_106 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x16xi64, 1> into memref<16xi64, 1>
      %split_107 = memref.expand_shape %joined_106 [[0, 1, 2]] output_shape [2, 2, 4] : memref<16xi64, 1> into memref<2x2x4xi64, 1>
      %part_108 = memref.subview %split_107[0, 0, 0] [2, 1, 4] [1, 1, 1] : memref<2x2x4xi64, 1> to memref<2x1x4xi64, strided<[8, 4, 1]>, 1>
      %part_109 = memref.subview %split_107[0, 1, 0] [2, 1, 4] [1, 1, 1] : memref<2x2x4xi64, 1> to memref<2x1x4xi64, strided<[8, 4, 1], offset: 4>, 1>
      %x_110 = arith.cmpi sge, %x_80, %t1 : index
      scf.if %x_110 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_108, %part_109 : memref<2x1x4xi64, strided<[8, 4, 1]>, 1>, memref<2x1x4xi64, strided<[8, 4, 1], offset: 4>, 1>) {
          ^bb0(%e_111: i64, %e_112: i64):
          %x_113 = arith.minsi %e_111, %e_112 : i64
          %x_114 = arith.maxsi %e_111, %e_112 : i64
          linalg.yield %x_113, %x_114 : i64, i64
        }
      }
      %split_115 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 4, 4] : memref<1x16xi64, 1> into memref<1x4x4xi64, 1>
      %joined_116 = memref.collapse_shape %split_115 [[0, 1], [2]] : memref<1x4x4xi64, 1> into memref<4x4xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_116 : memref<4x4xi64, 1>) outs(%columns0 : memref<4x4xi64, 1>) {
        ^bb0(%e_117: i64, %e_118: i64):
        linalg.yield %e_117 : i64
      }
      scf.for %l_119 = %t3 to %t5 step %t5 {
        %x_120 = arith.andi %l_119, %t3 : index
        %x_121 = arith.cmpi ne, %x_120, %t3 : index
        %x_122 = arith.select %x_121, %t1, %t3 : index
        %x_123 = arith.select %x_121, %t3, %t1 : index
        %part_124 = memref.subview %columns0[%l_119, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_125 = memref.expand_shape %part_124 [[0, 1, 2], [3]] output_shape [1, 2, 2, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        %part_126 = memref.subview %split_125[0, %x_122, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
        %part_127 = memref.subview %split_125[0, %x_123, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x2x2x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_126, %part_127 : memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>, memref<1x1x2x4xi64, strided<[16, 16, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_128: i64, %e_129: i64):
          %x_130 = arith.minsi %e_128, %e_129 : i64
          %x_131 = arith.maxsi %e_128, %e_129 : i64
          linalg.yield %x_130, %x_131 : i64, i64
        }
        %x_132 = arith.select %x_121, %t1, %t3 : index
        %x_133 = arith.select %x_121, %t3, %t1 : index
        %part_134 = memref.subview %columns0[%l_119, 0] [4, 4] [1, 1] : memref<4x4xi64, 1> to memref<4x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_135 = memref.expand_shape %part_134 [[0, 1, 2], [3]] output_shape [1, 4, 1, 4] : memref<4x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
        %part_136 = memref.subview %split_135[0, %x_132, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        %part_137 = memref.subview %split_135[0, %x_133, 0, 0] [1, 2, 1, 4] [1, 2, 1, 1] : memref<1x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_136, %part_137 : memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<1x2x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_138: i64, %e_139: i64):
          %x_140 = arith.minsi %e_138, %e_139 : i64
          %x_141 = arith.maxsi %e_138, %e_139 : i64
          linalg.yield %x_140, %x_141 : i64, i64
        }
      }
    }
    %split_142 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 4, 4] : memref<1x16xi64, 1> into memref<1x4x4xi64, 1>
    %joined_143 = memref.collapse_shape %split_142 [[0, 1], [2]] : memref<1x4x4xi64, 1> into memref<4x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<4x4xi64, 1>) outs(%joined_143 : memref<4x4xi64, 1>) {
      ^bb0(%e_144: i64, %e_145: i64):
      linalg.yield %e_144 : i64
    }
    %x_146 = arith.subi %t1, %l_0 : index
    %x_147 = arith.minsi %x_146, %t1 : index
    %x_148 = arith.subi %t2, %t3 : index
    %x_149 = arith.minsi %x_148, %t4 : index
    %x_150 = arith.maxsi %x_149, %t3 : index
    %x_151 = arith.muli %l_0, %t2 : index
    %x_152 = arith.addi %x_151, %t3 : index
    %view_153 = memref.reinterpret_cast %Y0 to offset: [%x_152], sizes: [%x_147, %x_150], strides: [%t2, 1] : memref<12xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_153) : (memref<1x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
func.func @npu_fused_cumsum (%X0: memref<11xi32>, %Y0: memref<11xi32>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 11 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 16 : index
  %t5 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi32, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi32, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x16xi32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi32, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi32, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi32, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t4 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t4 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<11xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi32, strided<[?, 1], offset: ?>>, memref<1x16xi32, 1>) -> ()
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 2] : memref<1x16xi32, 1> into memref<1x8x2xi32, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x8x2xi32, 1> into memref<8x2xi32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<8x2xi32, 1>) outs(%columns0 : memref<2x8xi32, 1>) {
        ^bb0(%e_11: i32, %e_12: i32):
        linalg.yield %e_11 : i32
      }
      %x_13 = arith.cmpi eq, %l_1, %t3 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 2, 8] : memref<2x8xi32, 1> into memref<1x2x8xi32, 1>
      %part_15 = memref.subview %split_14[0, %t3, 0] [1, 1, 8] [1, 1, 1] : memref<1x2x8xi32, 1> to memref<1x8xi32, strided<[16, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<1x8xi32, strided<[16, 1], offset: ?>, 1>) outs(%totals0 : memref<1x8xi32, 1>) {
        ^bb0(%e_16: i32, %e_17: i32):
        linalg.yield %e_16 : i32
      }
      scf.for %l_18 = %t1 to %t5 step %t1 {
        %part_19 = memref.subview %split_14[0, %l_18, 0] [1, 1, 8] [1, 1, 1] : memref<1x2x8xi32, 1> to memref<1x8xi32, strided<[16, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_19, %totals0 : memref<1x8xi32, strided<[16, 1], offset: ?>, 1>, memref<1x8xi32, 1>) {
          ^bb0(%e_20: i32, %e_21: i32):
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addi %e_21, %e_20 : i32
          linalg.yield %add_23, %add_23 : i32, i32
        }
      }
      %part_24 = memref.subview %totals0[%t3, 0] [1, 8] [1, 1] : memref<1x8xi32, 1> to memref<8xi32, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_24 : memref<8xi32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<8xi32, 1>) {
        ^bb0(%e_25: i32, %e_26: i32):
        linalg.yield %e_25 : i32
      }
      %split_27 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 2] : memref<1x16xi32, 1> into memref<1x8x2xi32, 1>
      %joined_28 = memref.collapse_shape %split_27 [[0, 1], [2]] : memref<1x8x2xi32, 1> into memref<8x2xi32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<2x8xi32, 1>) outs(%joined_28 : memref<8x2xi32, 1>) {
        ^bb0(%e_29: i32, %e_30: i32):
        linalg.yield %e_29 : i32
      }
      %split_31 = memref.expand_shape %carry0 [[0, 1]] output_shape [1, 8] : memref<8xi32, 1> into memref<1x8xi32, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_31 : memref<1x8xi32, 1>) outs(%sums0 : memref<1x8xi32, 1>) {
        ^bb0(%e_32: i32, %e_33: i32):
        linalg.yield %e_32 : i32
      }
      %x_34 = arith.constant true
      %x_35 = arith.xori %x_13, %x_34 : i1
      scf.if %x_35 {
        %part_36 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x8xi32, 1> to memref<1xi32, strided<[8]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<1xi32, 1>) outs(%part_36 : memref<1xi32, strided<[8]>, 1>) {
          ^bb0(%e_37: i32, %e_38: i32):
          %cst_39 = arith.constant 0 : i8
          %add_40 = arith.addi %e_37, %e_38 : i32
          linalg.yield %add_40 : i32
        }
        %split_41 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 2] : memref<1x16xi32, 1> into memref<1x8x2xi32, 1>
        %part_42 = memref.subview %split_41[0, 0, 0] [1, 1, 2] [1, 1, 1] : memref<1x8x2xi32, 1> to memref<1x1x2xi32, strided<[16, 2, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<1xi32, 1>) outs(%part_42 : memref<1x1x2xi32, strided<[16, 2, 1]>, 1>) {
          ^bb0(%e_43: i32, %e_44: i32):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addi %e_43, %e_44 : i32
          linalg.yield %add_46 : i32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi32, 1>) outs(%other_sums0 : memref<1x8xi32, 1>) {
        ^bb0(%e_47: i32, %e_48: i32):
        linalg.yield %e_47 : i32
      }
      %part_49 = memref.subview %sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi32, 1> to memref<1x7xi32, strided<[8, 1]>, 1>
      %part_50 = memref.subview %other_sums0[0, 1] [1, 7] [1, 1] : memref<1x8xi32, 1> to memref<1x7xi32, strided<[8, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<1x7xi32, strided<[8, 1]>, 1>) outs(%part_50 : memref<1x7xi32, strided<[8, 1], offset: 1>, 1>) {
        ^bb0(%e_51: i32, %e_52: i32):
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addi %e_51, %e_52 : i32
        linalg.yield %add_54 : i32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<1x8xi32, 1>) outs(%sums0 : memref<1x8xi32, 1>) {
        ^bb0(%e_55: i32, %e_56: i32):
        linalg.yield %e_55 : i32
      }
      %part_57 = memref.subview %other_sums0[0, 0] [1, 6] [1, 1] : memref<1x8xi32, 1> to memref<1x6xi32, strided<[8, 1]>, 1>
      %part_58 = memref.subview %sums0[0, 2] [1, 6] [1, 1] : memref<1x8xi32, 1> to memref<1x6xi32, strided<[8, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_57 : memref<1x6xi32, strided<[8, 1]>, 1>) outs(%part_58 : memref<1x6xi32, strided<[8, 1], offset: 2>, 1>) {
        ^bb0(%e_59: i32, %e_60: i32):
        %cst_61 = arith.constant 0 : i8
        %add_62 = arith.addi %e_59, %e_60 : i32
        linalg.yield %add_62 : i32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi32, 1>) outs(%other_sums0 : memref<1x8xi32, 1>) {
        ^bb0(%e_63: i32, %e_64: i32):
        linalg.yield %e_63 : i32
      }
      %part_65 = memref.subview %sums0[0, 0] [1, 4] [1, 1] : memref<1x8xi32, 1> to memref<1x4xi32, strided<[8, 1]>, 1>
      %part_66 = memref.subview %other_sums0[0, 4] [1, 4] [1, 1] : memref<1x8xi32, 1> to memref<1x4xi32, strided<[8, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_65 : memref<1x4xi32, strided<[8, 1]>, 1>) outs(%part_66 : memref<1x4xi32, strided<[8, 1], offset: 4>, 1>) {
        ^bb0(%e_67: i32, %e_68: i32):
        %cst_69 = arith.constant 0 : i8
        %add_70 = arith.addi %e_67, %e_68 : i32
        linalg.yield %add_70 : i32
      }
      %part_71 = memref.subview %other_sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi32, 1> to memref<1x7xi32, strided<[8, 1]>, 1>
      %split_72 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 2] : memref<1x16xi32, 1> into memref<1x8x2xi32, 1>
      %part_73 = memref.subview %split_72[0, 1, 0] [1, 7, 2] [1, 1, 1] : memref<1x8x2xi32, 1> to memref<1x7x2xi32, strided<[16, 2, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_71 : memref<1x7xi32, strided<[8, 1]>, 1>) outs(%part_73 : memref<1x7x2xi32, strided<[16, 2, 1], offset: 2>, 1>) {
        ^bb0(%e_74: i32, %e_75: i32):
        %cst_76 = arith.constant 0 : i8
        %add_77 = arith.addi %e_74, %e_75 : i32
        linalg.yield %add_77 : i32
      }
      %part_78 = memref.subview %other_sums0[0, 7] [1, 1] [1, 1] : memref<1x8xi32, 1> to memref<1xi32, strided<[8], offset: 7>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_78 : memref<1xi32, strided<[8], offset: 7>, 1>) outs(%row_carry0 : memref<1xi32, 1>) {
        ^bb0(%e_79: i32, %e_80: i32):
        linalg.yield %e_79 : i32
      }
      %view_81 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<11xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_81) : (memref<1x16xi32, 1>, memref<?x?xi32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_convert_element_type: pointwise
func.func @npu_fused_sort_convert_element_type(%in_ptr0: memref<12xi64>, %out_ptr0: memref<12xi32>) {
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

// npu_fused_segment_sums_add: template, template MLIRSegmentReduceTemplate, fusions epilogue, mapping default
func.func @npu_fused_segment_sums_add (%X: memref<396xbf16>, %I: memref<12xi32>, %O: memref<11xi32>, %in_ptr3: memref<297xbf16>, %Y: memref<297xbf16>) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 12 : index
  %t3 = arith.constant 10 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 9 : index
  %t7 = arith.constant 2 : index
  %t8 = arith.constant 4 : index
  %t9 = arith.constant 33 : index
  %t10 = arith.constant 40 : index
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec9 = arith.constant 9 : index
  %ec8 = arith.constant 8 : index
  %ec40 = arith.constant 40 : index
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xbf16, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xbf16, 1>
  %places = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %starts = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %ends = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2x8xi32, 1>
  %longest = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xi32, 1>
  %positions = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<2x2x8x2xi32, 1>
  %indices = "npu.alloc"() {lane_axis = 2 : i64, slots = 1 : i64} : () -> memref<2x2x8x2xi32, 1>
  %rows = "npu.alloc"() {lane_axis = 2 : i64, slots = 8 : i64} : () -> memref<8x2x40xbf16, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x40xf32, 1>
  %view_0 = memref.reinterpret_cast %I to offset: [%t1], sizes: [%t2], strides: [1] : memref<12xi32> to memref<?xi32, strided<[1], offset: ?>>
  %view_1 = memref.reinterpret_cast %O to offset: [%t1], sizes: [%t3], strides: [1] : memref<11xi32> to memref<?xi32, strided<[1], offset: ?>>
  affine.for %block = 0 to 9 step 16 {
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x8xi32, 1>) {
      ^bb0(%e_2: i32):
      %x_3 = linalg.index 0 : index
      %x_4 = linalg.index 1 : index
      %x_5 = arith.muli %x_3, %t4 : index
      %x_6 = arith.addi %x_5, %block : index
      %x_7 = arith.addi %x_6, %x_4 : index
      %x_8 = arith.addi %x_7, %t1 : index
      %x_9 = arith.index_cast %x_8 : index to i32
      linalg.yield %x_9 : i32
    }
    "npu.gather"(%view_1, %places, %starts) {pad = 0 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x8xi32, 1>, memref<2x8xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} outs(%places : memref<2x8xi32, 1>) {
      ^bb0(%e_10: i32):
      %x_11 = linalg.index 0 : index
      %x_12 = linalg.index 1 : index
      %x_13 = arith.muli %x_11, %t4 : index
      %x_14 = arith.addi %x_13, %block : index
      %x_15 = arith.addi %x_14, %x_12 : index
      %x_16 = arith.addi %x_15, %t5 : index
      %x_17 = arith.index_cast %x_16 : index to i32
      linalg.yield %x_17 : i32
    }
    "npu.gather"(%view_1, %places, %ends) {pad = 0 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x8xi32, 1>, memref<2x8xi32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g, b)>], iterator_types = ["parallel", "parallel"]} ins(%starts, %ends : memref<2x8xi32, 1>, memref<2x8xi32, 1>) outs(%lengths : memref<2x8xi32, 1>) {
      ^bb0(%e_18: i32, %e_19: i32, %e_20: i32):
      %x_21 = linalg.index 0 : index
      %x_22 = linalg.index 1 : index
      %x_23 = arith.muli %x_21, %t4 : index
      %x_24 = arith.addi %x_23, %block : index
      %x_25 = arith.addi %x_24, %x_22 : index
      %x_26 = arith.addi %x_25, %t1 : index
      %x_27 = arith.index_cast %x_26 : index to i32
      %x_28 = arith.index_cast %t2 : index to i32
      %x_29 = arith.index_cast %t6 : index to i32
      %x_30 = arith.constant 0 : i32
      %x_31 = arith.minsi %e_19, %x_28 : i32
      %x_32 = arith.subi %x_31, %e_18 : i32
      %x_33 = arith.maxsi %x_32, %x_30 : i32
      %x_34 = arith.cmpi slt, %x_27, %x_29 : i32
      %x_35 = arith.select %x_34, %x_33, %x_30 : i32
      linalg.yield %x_35 : i32
    }
    %x_36 = arith.constant 0 : i32
    linalg.fill ins(%x_36 : i32) outs(%longest : memref<2xi32, 1>)
    linalg.generic {indexing_maps = [affine_map<(g, b) -> (g, b)>, affine_map<(g, b) -> (g)>], iterator_types = ["parallel", "reduction"]} ins(%lengths : memref<2x8xi32, 1>) outs(%longest : memref<2xi32, 1>) {
      ^bb0(%e_37: i32, %e_38: i32):
      %x_39 = arith.maxsi %e_37, %e_38 : i32
      linalg.yield %x_39 : i32
    }
    linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%starts, %lengths : memref<2x8xi32, 1>, memref<2x8xi32, 1>) outs(%positions : memref<2x2x8x2xi32, 1>) {
      ^bb0(%e_40: i32, %e_41: i32, %e_42: i32):
      %x_43 = linalg.index 1 : index
      %x_44 = linalg.index 3 : index
      %x_45 = arith.muli %x_43, %t7 : index
      %x_46 = arith.addi %x_45, %x_44 : index
      %x_47 = arith.addi %x_46, %t1 : index
      %x_48 = arith.index_cast %x_47 : index to i32
      %x_49 = arith.cmpi slt, %x_48, %e_41 : i32
      %x_50 = arith.addi %e_40, %x_48 : i32
      %x_51 = arith.constant -1 : i32
      %x_52 = arith.select %x_49, %x_50, %x_51 : i32
      linalg.yield %x_52 : i32
    }
    "npu.gather"(%view_0, %positions, %indices) {pad = -1 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<2x2x8x2xi32, 1>, memref<2x2x8x2xi32, 1>) -> ()
    affine.for %g = 0 to min affine_map<(d0)[s0] -> (2, (s0 - d0) ceildiv 8)>(%block)[%t6] {
      %b = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1)>(%block, %g)
      %x_53 = memref.load %longest[%g] : memref<2xi32, 1>
      %x_54 = arith.index_cast %x_53 : i32 to index
      affine.for %d = 0 to 33 step 40 {
        %x_55 = arith.constant 0.0 : f32
        linalg.fill ins(%x_55 : f32) outs(%accumulator : memref<8x40xf32, 1>)
        scf.for %l_56 = %t1 to %x_54 step %t8 {
          %x_57 = arith.cmpi ne, %l_56, %t1 : index
          %x_58 = arith.cmpi sgt, %x_54, %t8 : index
          %x_59 = arith.cmpi ne, %d, %t1 : index
          %x_60 = arith.andi %x_58, %x_59 : i1
          %x_61 = arith.ori %x_57, %x_60 : i1
          scf.if %x_61 {
            %part_62 = memref.subview %starts[%g, 0] [1, 8] [1, 1] : memref<2x8xi32, 1> to memref<1x8xi32, strided<[8, 1], offset: ?>, 1>
            %part_63 = memref.subview %lengths[%g, 0] [1, 8] [1, 1] : memref<2x8xi32, 1> to memref<1x8xi32, strided<[8, 1], offset: ?>, 1>
            %part_64 = memref.subview %positions[%g, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>
            %part_65 = memref.subview %indices[%g, 0, 0, 0] [1, 2, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, b)>, affine_map<(g, q, b, j) -> (g, q, b, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%part_62, %part_63 : memref<1x8xi32, strided<[8, 1], offset: ?>, 1>, memref<1x8xi32, strided<[8, 1], offset: ?>, 1>) outs(%part_64 : memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>) {
              ^bb0(%e_66: i32, %e_67: i32, %e_68: i32):
              %x_69 = linalg.index 1 : index
              %x_70 = linalg.index 3 : index
              %x_71 = arith.muli %x_69, %t7 : index
              %x_72 = arith.addi %x_71, %x_70 : index
              %x_73 = arith.addi %x_72, %l_56 : index
              %x_74 = arith.index_cast %x_73 : index to i32
              %x_75 = arith.cmpi slt, %x_74, %e_67 : i32
              %x_76 = arith.addi %e_66, %x_74 : i32
              %x_77 = arith.constant -1 : i32
              %x_78 = arith.select %x_75, %x_76, %x_77 : i32
              linalg.yield %x_78 : i32
            }
            "npu.gather"(%view_0, %part_64, %part_65) {pad = -1 : i32} : (memref<?xi32, strided<[1], offset: ?>>, memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>, memref<1x2x8x2xi32, strided<[32, 16, 2, 1], offset: ?>, 1>) -> ()
          }
          %x_79 = arith.subi %x_54, %l_56 : index
          %x_80 = arith.minsi %x_79, %t8 : index
          %x_81 = arith.ceildivsi %x_80, %t7 : index
          scf.for %l_82 = %t1 to %x_81 step %t5 {
            %part_83 = memref.subview %indices[%g, %l_82, 0, 0] [1, 1, 8, 2] [1, 1, 1, 1] : memref<2x2x8x2xi32, 1> to memref<8x2xi32, strided<[2, 1], offset: ?>, 1>
            %x_84 = arith.muli %d, %t5 : index
            %x_85 = arith.addi %x_84, %t1 : index
            %x_86 = arith.subi %t9, %d : index
            %x_87 = arith.minsi %x_86, %t10 : index
            %view_88 = memref.reinterpret_cast %X to offset: [%x_85], sizes: [%t2, %x_87], strides: [%t9, %t5] : memref<396xbf16> to memref<?x?xbf16, strided<[?, ?], offset: ?>>
            "npu.gather"(%view_88, %part_83, %rows) {pad = 0.0 : bf16} : (memref<?x?xbf16, strided<[?, ?], offset: ?>>, memref<8x2xi32, strided<[2, 1], offset: ?>, 1>, memref<8x2x40xbf16, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(b, j, d) -> (b, j, d)>, affine_map<(b, j, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%rows : memref<8x2x40xbf16, 1>) outs(%accumulator : memref<8x40xf32, 1>) {
              ^bb0(%e_89: bf16, %e_90: f32):
              %x_91 = arith.extf %e_89 : bf16 to f32
              %x_92 = arith.addf %e_90, %x_91 : f32
              linalg.yield %x_92 : f32
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
