// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<60xf32>, %out_ptr0: memref<60xi64>) {
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xf32> to memref<3x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x20xf32, strided<[20, 1], offset: 0>>, memref<3x32xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<3x32xf32, 1>) outs(%out : memref<3x32xi64, 1>) {
    ^bb0(%a: f32, %o: i64):
      %ne = arith.cmpf une, %a, %a : f32  // isnan
      %eq = arith.cmpf oeq, %a, %cst : f32
      %bits = arith.bitcast %a : f32 to i32  // to_dtype_bitcast
      %lt = arith.cmpi slt, %bits, %k_1 : i32
      %xor = arith.xori %bits, %k : i32
      %sel = arith.select %lt, %xor, %bits : i32  // where
      %sel_1 = arith.select %eq, %k_1, %sel : i32  // where
      %sel_2 = arith.select %ne, %k, %sel_1 : i32  // where
      %cvt = arith.extsi %sel_2 : i32 to i64  // to_dtype
      %shl = arith.shli %cvt, %k_2 : i64  // bitwise_left_shift
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_3, %i : i32  // index
      %cvt_1 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq, %lt : i1  // and_
      %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_1, %cvt_2 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3x32xi64, 1>, memref<3x20xi64, strided<[20, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<60xi64>, %Y0: memref<60xi64>) {
  %t1 = arith.constant 3 : index
  %t2 = arith.constant 20 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 32 : index
  %t6 = arith.constant 16 : index
  %t7 = arith.constant 1 : index
  %t8 = arith.constant 2 : index
  %t9 = arith.constant 5 : index
  %t10 = arith.constant 31 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x4xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t4 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t4 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t5 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<4x32xi64, 1>) outs(%columns0 : memref<32x4xi64, 1>) {
      ^bb0(%e_9: i64, %e_10: i64):
      linalg.yield %e_9 : i64
    }
    scf.for %l_11 = %t3 to %t5 step %t6 {
      %x_12 = arith.andi %l_11, %t6 : index
      %x_13 = arith.cmpi ne, %x_12, %t3 : index
      %x_14 = arith.select %x_13, %t7, %t3 : index
      %x_15 = arith.select %x_13, %t3, %t7 : index
      %part_16 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_17 = memref.expand_shape %part_16 [[0, 1, 2], [3]] output_shape [1, 16, 1, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1>
      %part_18 = memref.subview %split_17[0, %x_14, 0, 0] [1, 8, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      %part_19 = memref.subview %split_17[0, %x_15, 0, 0] [1, 8, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_18, %part_19 : memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>, memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_20: i64, %e_21: i64):
        %x_22 = arith.minsi %e_20, %e_21 : i64
        %x_23 = arith.maxsi %e_20, %e_21 : i64
        linalg.yield %x_22, %x_23 : i64, i64
      }
      %x_24 = arith.select %x_13, %t7, %t3 : index
      %x_25 = arith.select %x_13, %t3, %t7 : index
      %part_26 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_27 = memref.expand_shape %part_26 [[0, 1, 2], [3]] output_shape [1, 8, 2, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      %part_28 = memref.subview %split_27[0, %x_24, 0, 0] [1, 4, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      %part_29 = memref.subview %split_27[0, %x_25, 0, 0] [1, 4, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_28, %part_29 : memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>, memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_30: i64, %e_31: i64):
        %x_32 = arith.minsi %e_30, %e_31 : i64
        %x_33 = arith.maxsi %e_30, %e_31 : i64
        linalg.yield %x_32, %x_33 : i64, i64
      }
      %x_34 = arith.select %x_13, %t8, %t7 : index
      %x_35 = arith.select %x_13, %t7, %t8 : index
      %part_36 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_37 = memref.expand_shape %part_36 [[0, 1, 2], [3]] output_shape [4, 4, 1, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<4x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
      %part_38 = memref.subview %split_37[0, %x_34, 0, 0] [4, 1, 1, 4] [1, 2, 1, 1] : memref<4x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<4x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %part_39 = memref.subview %split_37[0, %x_35, 0, 0] [4, 1, 1, 4] [1, 2, 1, 1] : memref<4x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<4x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_38, %part_39 : memref<4x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<4x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_40: i64, %e_41: i64):
        %x_42 = arith.minsi %e_40, %e_41 : i64
        %x_43 = arith.maxsi %e_40, %e_41 : i64
        linalg.yield %x_42, %x_43 : i64, i64
      }
      %x_44 = arith.select %x_13, %t7, %t3 : index
      %x_45 = arith.select %x_13, %t3, %t7 : index
      %part_46 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_47 = memref.expand_shape %part_46 [[0, 1, 2], [3]] output_shape [1, 4, 4, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      %part_48 = memref.subview %split_47[0, %x_44, 0, 0] [1, 2, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
      %part_49 = memref.subview %split_47[0, %x_45, 0, 0] [1, 2, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_48, %part_49 : memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>, memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_50: i64, %e_51: i64):
        %x_52 = arith.minsi %e_50, %e_51 : i64
        %x_53 = arith.maxsi %e_50, %e_51 : i64
        linalg.yield %x_52, %x_53 : i64, i64
      }
      %x_54 = arith.select %x_13, %t8, %t7 : index
      %x_55 = arith.select %x_13, %t7, %t8 : index
      %part_56 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_57 = memref.expand_shape %part_56 [[0, 1, 2], [3]] output_shape [2, 4, 2, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<2x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_58 = memref.subview %split_57[0, %x_54, 0, 0] [2, 1, 2, 4] [1, 2, 1, 1] : memref<2x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<2x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %part_59 = memref.subview %split_57[0, %x_55, 0, 0] [2, 1, 2, 4] [1, 2, 1, 1] : memref<2x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<2x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_58, %part_59 : memref<2x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<2x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_60: i64, %e_61: i64):
        %x_62 = arith.minsi %e_60, %e_61 : i64
        %x_63 = arith.maxsi %e_60, %e_61 : i64
        linalg.yield %x_62, %x_63 : i64, i64
      }
      %x_64 = arith.select %x_13, %t8, %t7 : index
      %x_65 = arith.select %x_13, %t7, %t8 : index
      %part_66 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_67 = memref.expand_shape %part_66 [[0, 1, 2], [3]] output_shape [2, 8, 1, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<2x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
      %part_68 = memref.subview %split_67[0, %x_64, 0, 0] [2, 3, 1, 4] [1, 2, 1, 1] : memref<2x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<2x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %part_69 = memref.subview %split_67[0, %x_65, 0, 0] [2, 3, 1, 4] [1, 2, 1, 1] : memref<2x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<2x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_68, %part_69 : memref<2x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<2x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_70: i64, %e_71: i64):
        %x_72 = arith.minsi %e_70, %e_71 : i64
        %x_73 = arith.maxsi %e_70, %e_71 : i64
        linalg.yield %x_72, %x_73 : i64, i64
      }
      %x_74 = arith.select %x_13, %t7, %t3 : index
      %x_75 = arith.select %x_13, %t3, %t7 : index
      %part_76 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_77 = memref.expand_shape %part_76 [[0, 1, 2], [3]] output_shape [1, 2, 8, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
      %part_78 = memref.subview %split_77[0, %x_74, 0, 0] [1, 1, 8, 4] [1, 2, 1, 1] : memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1> to memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>
      %part_79 = memref.subview %split_77[0, %x_75, 0, 0] [1, 1, 8, 4] [1, 2, 1, 1] : memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1> to memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_78, %part_79 : memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>, memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_80: i64, %e_81: i64):
        %x_82 = arith.minsi %e_80, %e_81 : i64
        %x_83 = arith.maxsi %e_80, %e_81 : i64
        linalg.yield %x_82, %x_83 : i64, i64
      }
      %x_84 = arith.select %x_13, %t8, %t7 : index
      %x_85 = arith.select %x_13, %t7, %t8 : index
      %part_86 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_87 = memref.expand_shape %part_86 [[0, 1, 2], [3]] output_shape [1, 4, 4, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      %part_88 = memref.subview %split_87[0, %x_84, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
      %part_89 = memref.subview %split_87[0, %x_85, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_88, %part_89 : memref<1x1x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>, memref<1x1x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_90: i64, %e_91: i64):
        %x_92 = arith.minsi %e_90, %e_91 : i64
        %x_93 = arith.maxsi %e_90, %e_91 : i64
        linalg.yield %x_92, %x_93 : i64, i64
      }
      %x_94 = arith.select %x_13, %t8, %t7 : index
      %x_95 = arith.select %x_13, %t7, %t8 : index
      %part_96 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_97 = memref.expand_shape %part_96 [[0, 1, 2], [3]] output_shape [1, 8, 2, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      %part_98 = memref.subview %split_97[0, %x_94, 0, 0] [1, 3, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x3x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      %part_99 = memref.subview %split_97[0, %x_95, 0, 0] [1, 3, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x3x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_98, %part_99 : memref<1x3x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>, memref<1x3x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_100: i64, %e_101: i64):
        %x_102 = arith.minsi %e_100, %e_101 : i64
        %x_103 = arith.maxsi %e_100, %e_101 : i64
        linalg.yield %x_102, %x_103 : i64, i64
      }
      %x_104 = arith.select %x_13, %t8, %t7 : index
      %x_105 = arith.select %x_13, %t7, %t8 : index
      %part_106 = memref.subview %columns0[%l_11, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
      %split_107 = memref.expand_shape %part_106 [[0, 1, 2], [3]] output_shape [1, 16, 1, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1>
      %part_108 = memref.subview %split_107[0, %x_104, 0, 0] [1, 7, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x7x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      %part_109 = memref.subview %split_107[0, %x_105, 0, 0] [1, 7, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x7x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_108, %part_109 : memref<1x7x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>, memref<1x7x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e_110: i64, %e_111: i64):
        %x_112 = arith.minsi %e_110, %e_111 : i64
        %x_113 = arith.maxsi %e_110, %e_111 : i64
        linalg.yield %x_112, %x_113 : i64, i64
      }
    }
    scf.for %l_114 = %t4 to %t9 step %t7 {
      %x_115 = arith.shli %t7, %l_114 : index
      %x_116 = arith.shli %x_115, %t7 : index
      %x_117 = arith.andi %x_116, %t10 : index
      %x_118 = arith.subi %l_114, %t4 : index
      %x_119 = arith.addi %x_118, %t7 : index
      scf.for %l_120 = %t3 to %x_119 step %t7 {
        %x_121 = arith.subi %l_114, %l_120 : index
        %x_122 = arith.shli %t7, %x_121 : index
        %x_123 = arith.subi %x_122, %t7 : index
        scf.for %l_124 = %t3 to %t6 step %t6 {
          %x_125 = arith.shrui %l_124, %x_121 : index
          %x_126 = arith.addi %x_121, %t7 : index
          %x_127 = arith.shli %x_125, %x_126 : index
          %x_128 = arith.andi %l_124, %x_123 : index
          %x_129 = arith.addi %x_127, %x_128 : index
          %x_130 = arith.addi %x_129, %x_122 : index
          %x_131 = arith.andi %x_129, %x_117 : index
          %x_132 = arith.cmpi ne, %x_131, %t3 : index
          %x_133 = arith.select %x_132, %x_130, %x_129 : index
          %x_134 = arith.select %x_132, %x_129, %x_130 : index
          %part_135 = memref.subview %columns0[%x_133, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
          %part_136 = memref.subview %columns0[%x_134, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_135, %part_136 : memref<16x4xi64, strided<[4, 1], offset: ?>, 1>, memref<16x4xi64, strided<[4, 1], offset: ?>, 1>) {
            ^bb0(%e_137: i64, %e_138: i64):
            %x_139 = arith.minsi %e_137, %e_138 : i64
            %x_140 = arith.maxsi %e_137, %e_138 : i64
            linalg.yield %x_139, %x_140 : i64, i64
          }
        }
      }
      scf.for %l_141 = %t3 to %t5 step %t6 {
        %x_142 = arith.andi %l_141, %x_117 : index
        %x_143 = arith.cmpi ne, %x_142, %t3 : index
        %x_144 = arith.select %x_143, %t7, %t3 : index
        %x_145 = arith.select %x_143, %t3, %t7 : index
        %part_146 = memref.subview %columns0[%l_141, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_147 = memref.expand_shape %part_146 [[0, 1, 2], [3]] output_shape [1, 2, 8, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
        %part_148 = memref.subview %split_147[0, %x_144, 0, 0] [1, 1, 8, 4] [1, 2, 1, 1] : memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1> to memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>
        %part_149 = memref.subview %split_147[0, %x_145, 0, 0] [1, 1, 8, 4] [1, 2, 1, 1] : memref<1x2x8x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1> to memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_148, %part_149 : memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>, memref<1x1x8x4xi64, strided<[64, 64, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_150: i64, %e_151: i64):
          %x_152 = arith.minsi %e_150, %e_151 : i64
          %x_153 = arith.maxsi %e_150, %e_151 : i64
          linalg.yield %x_152, %x_153 : i64, i64
        }
        %x_154 = arith.select %x_143, %t7, %t3 : index
        %x_155 = arith.select %x_143, %t3, %t7 : index
        %part_156 = memref.subview %columns0[%l_141, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_157 = memref.expand_shape %part_156 [[0, 1, 2], [3]] output_shape [1, 4, 4, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
        %part_158 = memref.subview %split_157[0, %x_154, 0, 0] [1, 2, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
        %part_159 = memref.subview %split_157[0, %x_155, 0, 0] [1, 2, 4, 4] [1, 2, 1, 1] : memref<1x4x4x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1> to memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_158, %part_159 : memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>, memref<1x2x4x4xi64, strided<[64, 32, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_160: i64, %e_161: i64):
          %x_162 = arith.minsi %e_160, %e_161 : i64
          %x_163 = arith.maxsi %e_160, %e_161 : i64
          linalg.yield %x_162, %x_163 : i64, i64
        }
        %x_164 = arith.select %x_143, %t7, %t3 : index
        %x_165 = arith.select %x_143, %t3, %t7 : index
        %part_166 = memref.subview %columns0[%l_141, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_167 = memref.expand_shape %part_166 [[0, 1, 2], [3]] output_shape [1, 8, 2, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
        %part_168 = memref.subview %split_167[0, %x_164, 0, 0] [1, 4, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
        %part_169 = memref.subview %split_167[0, %x_165, 0, 0] [1, 4, 2, 4] [1, 2, 1, 1] : memref<1x8x2x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1> to memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_168, %part_169 : memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>, memref<1x4x2x4xi64, strided<[64, 16, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_170: i64, %e_171: i64):
          %x_172 = arith.minsi %e_170, %e_171 : i64
          %x_173 = arith.maxsi %e_170, %e_171 : i64
          linalg.yield %x_172, %x_173 : i64, i64
        }
        %x_174 = arith.select %x_143, %t7, %t3 : index
        %x_175 = arith.select %x_143, %t3, %t7 : index
        %part_176 = memref.subview %columns0[%l_141, 0] [16, 4] [1, 1] : memref<32x4xi64, 1> to memref<16x4xi64, strided<[4, 1], offset: ?>, 1>
        %split_177 = memref.expand_shape %part_176 [[0, 1, 2], [3]] output_shape [1, 16, 1, 4] : memref<16x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1>
        %part_178 = memref.subview %split_177[0, %x_174, 0, 0] [1, 8, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
        %part_179 = memref.subview %split_177[0, %x_175, 0, 0] [1, 8, 1, 4] [1, 2, 1, 1] : memref<1x16x1x4xi64, strided<[64, 4, 4, 1], offset: ?>, 1> to memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_178, %part_179 : memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>, memref<1x8x1x4xi64, strided<[64, 8, 4, 1], offset: ?>, 1>) {
          ^bb0(%e_180: i64, %e_181: i64):
          %x_182 = arith.minsi %e_180, %e_181 : i64
          %x_183 = arith.maxsi %e_180, %e_181 : i64
          linalg.yield %x_182, %x_183 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x4xi64, 1>) outs(%natural0 : memref<4x32xi64, 1>) {
      ^bb0(%e_184: i64, %e_185: i64):
      linalg.yield %e_184 : i64
    }
    %x_186 = arith.subi %t1, %l_0 : index
    %x_187 = arith.minsi %x_186, %t4 : index
    %x_188 = arith.subi %t2, %t3 : index
    %x_189 = arith.minsi %x_188, %t5 : index
    %x_190 = arith.maxsi %x_189, %t3 : index
    %x_191 = arith.muli %l_0, %t2 : index
    %x_192 = arith.addi %x_191, %t3 : index
    %view_193 = memref.reinterpret_cast %Y0 to offset: [%x_192], sizes: [%x_187, %x_190], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_193) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<60xi64>, %out_ptr0: memref<60xf32>, %out_ptr1: memref<60xi64>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [60], strides: [1] : memref<60xi64> to memref<60xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<60xi64, strided<[1], offset: 0>>, memref<64xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xi64, 1>) outs(%out, %out_1 : memref<64xf32, 1>, memref<64xi64, 1>) {
    ^bb0(%a: i64, %o: f32, %o_1: i64):
      %and = arith.andi %a, %k : i64
      %and_1 = arith.andi %and, %k_1 : i64
      %eq = arith.cmpi eq, %and_1, %k_1 : i64
      %shr = arith.shrsi %a, %k_2 : i64  // bitwise_right_shift
      %cvt = arith.trunci %shr : i64 to i32  // to_dtype
      %lt = arith.cmpi slt, %cvt, %k_3 : i32
      %xor = arith.xori %cvt, %k_4 : i32
      %sel = arith.select %lt, %xor, %cvt : i32  // where
      %bits = arith.bitcast %sel : i32 to f32  // to_dtype_bitcast
      %sel_1 = arith.select %eq, %cst, %bits : f32  // where
      %shr_1 = arith.shrsi %and, %k_1 : i64  // bitwise_right_shift
      linalg.yield %sel_1, %shr_1 : f32, i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [60], strides: [1] : memref<60xf32> to memref<60xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<64xf32, 1>, memref<60xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [60], strides: [1] : memref<60xi64> to memref<60xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<64xi64, 1>, memref<60xi64, strided<[1], offset: 0>>) -> ()
  return
}
