// npu_fused_sort_isnan_any_logical_not_sum_convert_element_type_argmax: reduction, fusions horizontal
func.func @npu_fused_sort_isnan_any_logical_not_sum_convert_element_type_argmax(%in_ptr0: memref<21xf32>, %out_ptr0: memref<21xi64>, %out_ptr1: memref<3xi8>, %out_ptr2: memref<3xi64>, %out_ptr3: memref<3xi64>) {
  %k = arith.constant 0 : i8
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant true
  %k_3 = arith.constant -2147483648 : i32
  %k_4 = arith.constant 9223372036854775807 : i64
  %k_5 = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_6 = arith.constant 0 : i32
  %k_7 = arith.constant 32 : i64
  %k_8 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7xf32, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi32, 1>
  %min = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 7], strides: [7, 1] : memref<21xf32> to memref<3x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x7xf32, strided<[7, 1], offset: 0>>, memref<3x7xf32, 1>) -> ()
  linalg.fill ins(%k : i8) outs(%any : memref<3xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%any : memref<3xi8, 1>) {
    ^bb0(%a: f32, %o: i8):
      %ne = arith.cmpf une, %a, %a : f32  // isnan
      %cvt = arith.extui %ne : i1 to i64  // to_dtype
      %ne_1 = arith.cmpi ne, %cvt, %k_1 : i64  // to_dtype
      %cvt_1 = arith.extui %ne_1 : i1 to i8  // any
      %any_1 = arith.ori %o, %cvt_1 : i8
      linalg.yield %any_1 : i8
  }
  linalg.fill ins(%k_1 : i64) outs(%sum : memref<3xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%sum : memref<3xi64, 1>) {
    ^bb0(%a_1: f32, %o_1: i64):
      %ne_2 = arith.cmpf une, %a_1, %a_1 : f32  // isnan
      %xor = arith.xori %ne_2, %k_2 : i1  // logical_not
      %cvt_2 = arith.extui %xor : i1 to i64  // to_dtype
      %sum_1 = arith.addi %o_1, %cvt_2 : i64
      linalg.yield %sum_1 : i64
  }
  linalg.fill ins(%k_3 : i32) outs(%max : memref<3xi32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%max : memref<3xi32, 1>) {
    ^bb0(%a_2: f32, %o_2: i32):
      %ne_3 = arith.cmpf une, %a_2, %a_2 : f32  // isnan
      %cvt_3 = arith.extui %ne_3 : i1 to i32  // to_dtype
      %max_1 = arith.maxsi %o_2, %cvt_3 : i32
      linalg.yield %max_1 : i32
  }
  linalg.fill ins(%k_4 : i64) outs(%min : memref<3xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<3x7xf32, 1>, memref<3xi32, 1>) outs(%min : memref<3xi64, 1>) {
    ^bb0(%a_3: f32, %a_4: i32, %o_3: i64):
      %ne_4 = arith.cmpf une, %a_3, %a_3 : f32  // isnan
      %cvt_4 = arith.extui %ne_4 : i1 to i32  // to_dtype
      %eq = arith.cmpi eq, %cvt_4, %a_4 : i32  // index
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %cvt_5 = arith.extsi %i : i32 to i64  // index
      %sel = arith.select %eq, %cvt_5, %k_4 : i64  // index
      %min_1 = arith.minsi %o_3, %sel : i64
      linalg.yield %min_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<3x7xf32, 1>) outs(%out : memref<3x7xi64, 1>) {
    ^bb0(%a_5: f32, %o_4: i64):
      %ne_5 = arith.cmpf une, %a_5, %a_5 : f32  // isnan
      %eq_1 = arith.cmpf oeq, %a_5, %cst : f32
      %bits = arith.bitcast %a_5 : f32 to i32  // to_dtype_bitcast
      %lt = arith.cmpi slt, %bits, %k_6 : i32
      %xor_1 = arith.xori %bits, %k_5 : i32
      %sel_1 = arith.select %lt, %xor_1, %bits : i32  // where
      %sel_2 = arith.select %eq_1, %k_6, %sel_1 : i32  // where
      %sel_3 = arith.select %ne_5, %k_5, %sel_2 : i32  // where
      %cvt_6 = arith.extsi %sel_3 : i32 to i64  // to_dtype
      %shl = arith.shli %cvt_6, %k_7 : i64  // bitwise_left_shift
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul = arith.muli %k_8, %i_1 : i32  // index
      %cvt_7 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq_1, %lt : i1  // and_
      %cvt_8 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_7, %cvt_8 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 7], strides: [7, 1] : memref<21xi64> to memref<3x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3x7xi64, 1>, memref<3x7xi64, strided<[7, 1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<3xi8, 1>) outs(%out_1 : memref<3xi8, 1>) {
    ^bb0(%a_6: i8, %o_5: i8):
      %ne_6 = arith.cmpi ne, %a_6, %k : i8  // any
      %byte = arith.extui %ne_6 : i1 to i8
      linalg.yield %byte : i8
  }
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [3], strides: [1] : memref<3xi8> to memref<3xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<3xi8, 1>, memref<3xi8, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_3) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr3 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%min, %view_4) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<21xi64>, %Y0: memref<21xi64>) {
  %t1 = arith.constant 3 : index
  %t2 = arith.constant 7 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 8 : index
  %t6 = arith.constant 1 : index
  %t7 = arith.constant 2 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x4xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t4 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t4 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t5 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<21xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<4x8xi64, 1>) outs(%columns0 : memref<8x4xi64, 1>) {
      ^bb0(%e_9: i64, %e_10: i64):
      linalg.yield %e_9 : i64
    }
    scf.for %l_11 = %t3 to %t5 step %t5 {
      %x_12 = arith.andi %l_11, %t3 : index
      %x_13 = arith.cmpi ne, %x_12, %t3 : index
      %x_14 = arith.select %x_13, %t6, %t3 : index
      %x_15 = arith.select %x_13, %t3, %t6 : index
      %part_16 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_17 = memref.expand_shape %part_16 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
      %part_18 = memref.subview %split_17[0, %x_14, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_19 = memref.subview %split_17[0, %x_15, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_18, %part_19 : memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_20: i64, %e_21: i64):
        %x_22 = arith.minsi %e_20, %e_21 : i64
        %x_23 = arith.maxsi %e_20, %e_21 : i64
        linalg.yield %x_22, %x_23 : i64, i64
      }
      %x_24 = arith.select %x_13, %t6, %t3 : index
      %x_25 = arith.select %x_13, %t3, %t6 : index
      %part_26 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_27 = memref.expand_shape %part_26 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_28 = memref.subview %split_27[0, %x_24, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %part_29 = memref.subview %split_27[0, %x_25, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_28, %part_29 : memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_30: i64, %e_31: i64):
        %x_32 = arith.minsi %e_30, %e_31 : i64
        %x_33 = arith.maxsi %e_30, %e_31 : i64
        linalg.yield %x_32, %x_33 : i64, i64
      }
      %x_34 = arith.select %x_13, %t7, %t6 : index
      %x_35 = arith.select %x_13, %t6, %t7 : index
      %part_36 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_37 = memref.expand_shape %part_36 [[0, 1, 2], [3]] output_shape [2, 4, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
      %part_38 = memref.subview %split_37[0, %x_34, 0, 0] [2, 1, 1, 4] [1, 2, 1, 1] : memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %part_39 = memref.subview %split_37[0, %x_35, 0, 0] [2, 1, 1, 4] [1, 2, 1, 1] : memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_38, %part_39 : memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_40: i64, %e_41: i64):
        %x_42 = arith.minsi %e_40, %e_41 : i64
        %x_43 = arith.maxsi %e_40, %e_41 : i64
        linalg.yield %x_42, %x_43 : i64, i64
      }
      %x_44 = arith.select %x_13, %t6, %t3 : index
      %x_45 = arith.select %x_13, %t3, %t6 : index
      %part_46 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_47 = memref.expand_shape %part_46 [[0, 1, 2], [3]] output_shape [1, 2, 4, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %part_48 = memref.subview %split_47[0, %x_44, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
      %part_49 = memref.subview %split_47[0, %x_45, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_48, %part_49 : memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>, memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_50: i64, %e_51: i64):
        %x_52 = arith.minsi %e_50, %e_51 : i64
        %x_53 = arith.maxsi %e_50, %e_51 : i64
        linalg.yield %x_52, %x_53 : i64, i64
      }
      %x_54 = arith.select %x_13, %t7, %t6 : index
      %x_55 = arith.select %x_13, %t6, %t7 : index
      %part_56 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_57 = memref.expand_shape %part_56 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_58 = memref.subview %split_57[0, %x_54, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %part_59 = memref.subview %split_57[0, %x_55, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_58, %part_59 : memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_60: i64, %e_61: i64):
        %x_62 = arith.minsi %e_60, %e_61 : i64
        %x_63 = arith.maxsi %e_60, %e_61 : i64
        linalg.yield %x_62, %x_63 : i64, i64
      }
      %x_64 = arith.select %x_13, %t7, %t6 : index
      %x_65 = arith.select %x_13, %t6, %t7 : index
      %part_66 = memref.subview %columns0[%l_11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_67 = memref.expand_shape %part_66 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
      %part_68 = memref.subview %split_67[0, %x_64, 0, 0] [1, 3, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_69 = memref.subview %split_67[0, %x_65, 0, 0] [1, 3, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_68, %part_69 : memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_70: i64, %e_71: i64):
        %x_72 = arith.minsi %e_70, %e_71 : i64
        %x_73 = arith.maxsi %e_70, %e_71 : i64
        linalg.yield %x_72, %x_73 : i64, i64
      }
    }
    scf.for %l_74 = %t1 to %t1 step %t6 {
      %x_75 = arith.shli %t6, %l_74 : index
      %x_76 = arith.shli %x_75, %t6 : index
      %x_77 = arith.andi %x_76, %t2 : index
      scf.for %l_78 = %t3 to %t5 step %t5 {
        %x_79 = arith.andi %l_78, %x_77 : index
        %x_80 = arith.cmpi ne, %x_79, %t3 : index
        %x_81 = arith.select %x_80, %t6, %t3 : index
        %x_82 = arith.select %x_80, %t3, %t6 : index
        %part_83 = memref.subview %columns0[%l_78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_84 = memref.expand_shape %part_83 [[0, 1, 2], [3]] output_shape [1, 2, 4, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        %part_85 = memref.subview %split_84[0, %x_81, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
        %part_86 = memref.subview %split_84[0, %x_82, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_85, %part_86 : memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>, memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_87: i64, %e_88: i64):
          %x_89 = arith.minsi %e_87, %e_88 : i64
          %x_90 = arith.maxsi %e_87, %e_88 : i64
          linalg.yield %x_89, %x_90 : i64, i64
        }
        %x_91 = arith.select %x_80, %t6, %t3 : index
        %x_92 = arith.select %x_80, %t3, %t6 : index
        %part_93 = memref.subview %columns0[%l_78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_94 = memref.expand_shape %part_93 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        %part_95 = memref.subview %split_94[0, %x_91, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        %part_96 = memref.subview %split_94[0, %x_92, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_95, %part_96 : memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_97: i64, %e_98: i64):
          %x_99 = arith.minsi %e_97, %e_98 : i64
          %x_100 = arith.maxsi %e_97, %e_98 : i64
          linalg.yield %x_99, %x_100 : i64, i64
        }
        %x_101 = arith.select %x_80, %t6, %t3 : index
        %x_102 = arith.select %x_80, %t3, %t6 : index
        %part_103 = memref.subview %columns0[%l_78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_104 = memref.expand_shape %part_103 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
        %part_105 = memref.subview %split_104[0, %x_101, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        %part_106 = memref.subview %split_104[0, %x_102, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_105, %part_106 : memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_107: i64, %e_108: i64):
          %x_109 = arith.minsi %e_107, %e_108 : i64
          %x_110 = arith.maxsi %e_107, %e_108 : i64
          linalg.yield %x_109, %x_110 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x4xi64, 1>) outs(%natural0 : memref<4x8xi64, 1>) {
      ^bb0(%e_111: i64, %e_112: i64):
      linalg.yield %e_111 : i64
    }
    %x_113 = arith.subi %t1, %l_0 : index
    %x_114 = arith.minsi %x_113, %t4 : index
    %x_115 = arith.subi %t2, %t3 : index
    %x_116 = arith.minsi %x_115, %t5 : index
    %x_117 = arith.maxsi %x_116, %t3 : index
    %x_118 = arith.muli %l_0, %t2 : index
    %x_119 = arith.addi %x_118, %t3 : index
    %view_120 = memref.reinterpret_cast %Y0 to offset: [%x_119], sizes: [%x_114, %x_117], strides: [%t2, 1] : memref<21xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_120) : (memref<4x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_full_sub_div_clamp_min_gather_where: pointwise, fusions horizontal
func.func @npu_fused_sort_full_sub_div_clamp_min_gather_where(%in_out_ptr0: memref<3xi64>, %in_ptr0: memref<3xi8>, %in_ptr1: memref<3xi64>, %in_ptr2: memref<21xi64>, %out_ptr0: memref<3xf32>) {
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 1 : i64
  %k_3 = arith.constant 2 : i64
  %k_4 = arith.constant 0 : i64
  %k_5 = arith.constant 7 : i64
  %c7 = arith.constant 7 : index
  %k_6 = arith.constant 0 : i8
  %cst = arith.constant 0x7FC00000 : f32
  %k_7 = arith.constant 4294967295 : i64
  %cst_1 = arith.constant -0.0 : f32
  %k_8 = arith.constant 32 : i64
  %k_9 = arith.constant 2147483647 : i32
  %lt = arith.cmpi slt, %k, %k_1 : i32  // floordiv
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_4 : i64) outs(%largest : memref<1xi64, 1>)
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi8> to memref<3xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3xi8, strided<[1], offset: 0>>, memref<3xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<3xi64, strided<[1], offset: 0>>, memref<3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<3xi64, 1>) outs(%cvt : memref<3xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %sub = arith.subi %a, %k_2 : i64
      %div = arith.divsi %sub, %k_3 : i64  // floordiv
      %mul = arith.muli %div, %k_3 : i64  // floordiv
      %sub_1 = arith.subi %sub, %mul : i64  // floordiv
      %ne = arith.cmpi ne, %sub_1, %k_4 : i64  // floordiv
      %lt_1 = arith.cmpi slt, %sub_1, %k_4 : i64  // floordiv
      %ne_1 = arith.cmpi ne, %lt_1, %lt : i1  // floordiv
      %and = arith.andi %ne, %ne_1 : i1  // floordiv
      %sub_2 = arith.subi %div, %k_2 : i64  // floordiv
      %sel = arith.select %and, %sub_2, %div : i64  // floordiv
      %max = arith.maxsi %sel, %k_4 : i64
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i64
      %mul_1 = arith.muli %k_5, %i : i64  // where
      %add = arith.addi %max, %mul_1 : i64  // where
      %cvt_1 = arith.trunci %add : i64 to i32  // where
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t_1 : memref<3xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %sub_3 = arith.subi %a_1, %k_2 : i64
      %div_1 = arith.divsi %sub_3, %k_3 : i64  // floordiv
      %mul_2 = arith.muli %div_1, %k_3 : i64  // floordiv
      %sub_4 = arith.subi %sub_3, %mul_2 : i64  // floordiv
      %ne_2 = arith.cmpi ne, %sub_4, %k_4 : i64  // floordiv
      %lt_2 = arith.cmpi slt, %sub_4, %k_4 : i64  // floordiv
      %ne_3 = arith.cmpi ne, %lt_2, %lt : i1  // floordiv
      %and_1 = arith.andi %ne_2, %ne_3 : i1  // floordiv
      %sub_5 = arith.subi %div_1, %k_2 : i64  // floordiv
      %sel_1 = arith.select %and_1, %sub_5, %div_1 : i64  // floordiv
      %max_1 = arith.maxsi %sel_1, %k_4 : i64
      %most = arith.maxui %max_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c7) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr2, %cvt, %t_2) : (memref<21xi64>, memref<3xi32, 1>, memref<3xi64, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_3) : (memref<3xi64, strided<[1], offset: 0>>, memref<3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_2, %t_3 : memref<3xi8, 1>, memref<3xi64, 1>, memref<3xi64, 1>) outs(%out, %out_1 : memref<3xf32, 1>, memref<3xi64, 1>) {
    ^bb0(%a_2: i8, %a_3: i64, %a_4: i64, %o_2: f32, %o_3: i64):
      %flag = arith.cmpi ne, %a_2, %k_6 : i8
      %and_2 = arith.andi %a_3, %k_7 : i64
      %and_3 = arith.andi %and_2, %k_2 : i64
      %eq = arith.cmpi eq, %and_3, %k_2 : i64
      %shr = arith.shrsi %a_3, %k_8 : i64  // bitwise_right_shift
      %cvt_2 = arith.trunci %shr : i64 to i32  // to_dtype
      %lt_3 = arith.cmpi slt, %cvt_2, %k_1 : i32
      %xor = arith.xori %cvt_2, %k_9 : i32
      %sel_2 = arith.select %lt_3, %xor, %cvt_2 : i32  // where
      %bits = arith.bitcast %sel_2 : i32 to f32  // to_dtype_bitcast
      %sel_3 = arith.select %eq, %cst_1, %bits : f32  // where
      %sel_4 = arith.select %flag, %cst, %sel_3 : f32  // where
      %shr_1 = arith.shrsi %and_2, %k_2 : i64  // bitwise_right_shift
      %sel_5 = arith.select %flag, %a_4, %shr_1 : i64  // where
      linalg.yield %sel_4, %sel_5 : f32, i64
  }
  %view_3 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xf32> to memref<3xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<3xf32, 1>, memref<3xf32, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_4) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  return
}
