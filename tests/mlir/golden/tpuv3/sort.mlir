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
  %t6 = arith.constant 1 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 2 : index
  %t9 = arith.constant 15 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
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
    %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e_11: i64, %e_12: i64):
      linalg.yield %e_11 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e_13: i64):
      %x_14 = linalg.index 1 : index
      %x_15 = arith.andi %x_14, %t6 : index
      %x_16 = arith.cmpi ne, %x_15, %t3 : index
      %x_17 = arith.extsi %x_16 : i1 to i64
      %x_18 = arith.xori %e_13, %x_17 : i64
      linalg.yield %x_18 : i64
    }
    scf.for %l_19 = %t3 to %t7 step %t7 {
      %x_20 = arith.andi %l_19, %t3 : index
      %x_21 = arith.cmpi ne, %x_20, %t3 : index
      %x_22 = arith.select %x_21, %t6, %t3 : index
      %x_23 = arith.select %x_21, %t3, %t6 : index
      %part_24 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_25 = memref.expand_shape %part_24 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_26 = memref.subview %split_25[0, %x_22, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_27 = memref.subview %split_25[0, %x_23, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_26, %part_27 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_28: i64, %e_29: i64):
        %x_30 = arith.minsi %e_28, %e_29 : i64
        %x_31 = arith.maxsi %e_28, %e_29 : i64
        linalg.yield %x_30, %x_31 : i64, i64
      }
      %x_32 = arith.select %x_21, %t6, %t3 : index
      %x_33 = arith.select %x_21, %t3, %t6 : index
      %part_34 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_35 = memref.expand_shape %part_34 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_36 = memref.subview %split_35[0, %x_32, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_37 = memref.subview %split_35[0, %x_33, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_36, %part_37 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_38: i64, %e_39: i64):
        %x_40 = arith.minsi %e_38, %e_39 : i64
        %x_41 = arith.maxsi %e_38, %e_39 : i64
        linalg.yield %x_40, %x_41 : i64, i64
      }
      %x_42 = arith.select %x_21, %t8, %t6 : index
      %x_43 = arith.select %x_21, %t6, %t8 : index
      %part_44 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_45 = memref.expand_shape %part_44 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %part_46 = memref.subview %split_45[0, %x_42, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %part_47 = memref.subview %split_45[0, %x_43, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_46, %part_47 : memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_48: i64, %e_49: i64):
        %x_50 = arith.minsi %e_48, %e_49 : i64
        %x_51 = arith.maxsi %e_48, %e_49 : i64
        linalg.yield %x_50, %x_51 : i64, i64
      }
      %x_52 = arith.select %x_21, %t6, %t3 : index
      %x_53 = arith.select %x_21, %t3, %t6 : index
      %part_54 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_55 = memref.expand_shape %part_54 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_56 = memref.subview %split_55[0, %x_52, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_57 = memref.subview %split_55[0, %x_53, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_56, %part_57 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_58: i64, %e_59: i64):
        %x_60 = arith.minsi %e_58, %e_59 : i64
        %x_61 = arith.maxsi %e_58, %e_59 : i64
        linalg.yield %x_60, %x_61 : i64, i64
      }
      %x_62 = arith.select %x_21, %t8, %t6 : index
      %x_63 = arith.select %x_21, %t6, %t8 : index
      %part_64 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_65 = memref.expand_shape %part_64 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_66 = memref.subview %split_65[0, %x_62, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %part_67 = memref.subview %split_65[0, %x_63, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_66, %part_67 : memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_68: i64, %e_69: i64):
        %x_70 = arith.minsi %e_68, %e_69 : i64
        %x_71 = arith.maxsi %e_68, %e_69 : i64
        linalg.yield %x_70, %x_71 : i64, i64
      }
      %x_72 = arith.select %x_21, %t8, %t6 : index
      %x_73 = arith.select %x_21, %t6, %t8 : index
      %part_74 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_75 = memref.expand_shape %part_74 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %part_76 = memref.subview %split_75[0, %x_72, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_77 = memref.subview %split_75[0, %x_73, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_76, %part_77 : memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_78: i64, %e_79: i64):
        %x_80 = arith.minsi %e_78, %e_79 : i64
        %x_81 = arith.maxsi %e_78, %e_79 : i64
        linalg.yield %x_80, %x_81 : i64, i64
      }
      %x_82 = arith.select %x_21, %t6, %t3 : index
      %x_83 = arith.select %x_21, %t3, %t6 : index
      %part_84 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_85 = memref.expand_shape %part_84 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_86 = memref.subview %split_85[0, %x_82, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %part_87 = memref.subview %split_85[0, %x_83, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_86, %part_87 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_88: i64, %e_89: i64):
        %x_90 = arith.minsi %e_88, %e_89 : i64
        %x_91 = arith.maxsi %e_88, %e_89 : i64
        linalg.yield %x_90, %x_91 : i64, i64
      }
      %x_92 = arith.select %x_21, %t8, %t6 : index
      %x_93 = arith.select %x_21, %t6, %t8 : index
      %part_94 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_95 = memref.expand_shape %part_94 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_96 = memref.subview %split_95[0, %x_92, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_97 = memref.subview %split_95[0, %x_93, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_96, %part_97 : memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_98: i64, %e_99: i64):
        %x_100 = arith.minsi %e_98, %e_99 : i64
        %x_101 = arith.maxsi %e_98, %e_99 : i64
        linalg.yield %x_100, %x_101 : i64, i64
      }
      %x_102 = arith.select %x_21, %t8, %t6 : index
      %x_103 = arith.select %x_21, %t6, %t8 : index
      %part_104 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_105 = memref.expand_shape %part_104 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_106 = memref.subview %split_105[0, %x_102, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_107 = memref.subview %split_105[0, %x_103, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_106, %part_107 : memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_108: i64, %e_109: i64):
        %x_110 = arith.minsi %e_108, %e_109 : i64
        %x_111 = arith.maxsi %e_108, %e_109 : i64
        linalg.yield %x_110, %x_111 : i64, i64
      }
      %x_112 = arith.select %x_21, %t8, %t6 : index
      %x_113 = arith.select %x_21, %t6, %t8 : index
      %part_114 = memref.subview %columns0[%l_19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_115 = memref.expand_shape %part_114 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_116 = memref.subview %split_115[0, %x_112, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_117 = memref.subview %split_115[0, %x_113, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_116, %part_117 : memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_118: i64, %e_119: i64):
        %x_120 = arith.minsi %e_118, %e_119 : i64
        %x_121 = arith.maxsi %e_118, %e_119 : i64
        linalg.yield %x_120, %x_121 : i64, i64
      }
    }
    scf.for %l_122 = %t4 to %t4 step %t6 {
      %x_123 = arith.shli %t6, %l_122 : index
      %x_124 = arith.shli %x_123, %t6 : index
      %x_125 = arith.andi %x_124, %t9 : index
      scf.for %l_126 = %t3 to %t7 step %t7 {
        %x_127 = arith.andi %l_126, %x_125 : index
        %x_128 = arith.cmpi ne, %x_127, %t3 : index
        %x_129 = arith.select %x_128, %t6, %t3 : index
        %x_130 = arith.select %x_128, %t3, %t6 : index
        %part_131 = memref.subview %columns0[%l_126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_132 = memref.expand_shape %part_131 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_133 = memref.subview %split_132[0, %x_129, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_134 = memref.subview %split_132[0, %x_130, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_133, %part_134 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_135: i64, %e_136: i64):
          %x_137 = arith.minsi %e_135, %e_136 : i64
          %x_138 = arith.maxsi %e_135, %e_136 : i64
          linalg.yield %x_137, %x_138 : i64, i64
        }
        %x_139 = arith.select %x_128, %t6, %t3 : index
        %x_140 = arith.select %x_128, %t3, %t6 : index
        %part_141 = memref.subview %columns0[%l_126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_142 = memref.expand_shape %part_141 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_143 = memref.subview %split_142[0, %x_139, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_144 = memref.subview %split_142[0, %x_140, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_143, %part_144 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_145: i64, %e_146: i64):
          %x_147 = arith.minsi %e_145, %e_146 : i64
          %x_148 = arith.maxsi %e_145, %e_146 : i64
          linalg.yield %x_147, %x_148 : i64, i64
        }
        %x_149 = arith.select %x_128, %t6, %t3 : index
        %x_150 = arith.select %x_128, %t3, %t6 : index
        %part_151 = memref.subview %columns0[%l_126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_152 = memref.expand_shape %part_151 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_153 = memref.subview %split_152[0, %x_149, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_154 = memref.subview %split_152[0, %x_150, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_153, %part_154 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_155: i64, %e_156: i64):
          %x_157 = arith.minsi %e_155, %e_156 : i64
          %x_158 = arith.maxsi %e_155, %e_156 : i64
          linalg.yield %x_157, %x_158 : i64, i64
        }
        %x_159 = arith.select %x_128, %t6, %t3 : index
        %x_160 = arith.select %x_128, %t3, %t6 : index
        %part_161 = memref.subview %columns0[%l_126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_162 = memref.expand_shape %part_161 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_163 = memref.subview %split_162[0, %x_159, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_164 = memref.subview %split_162[0, %x_160, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_163, %part_164 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_165: i64, %e_166: i64):
          %x_167 = arith.minsi %e_165, %e_166 : i64
          %x_168 = arith.maxsi %e_165, %e_166 : i64
          linalg.yield %x_167, %x_168 : i64, i64
        }
      }
    }
    scf.for %l_169 = %t3 to %t6 step %t6 {
      %x_170 = arith.shli %t6, %l_169 : index
      %x_171 = arith.shli %x_170, %t6 : index
      %x_172 = arith.andi %x_171, %t6 : index
      %x_173 = arith.andi %x_170, %t6 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e_174: i64):
        %x_175 = linalg.index 1 : index
        %x_176 = arith.andi %x_175, %x_173 : index
        %x_177 = arith.cmpi ne, %x_176, %t3 : index
        %x_178 = arith.andi %x_175, %x_172 : index
        %x_179 = arith.cmpi ne, %x_178, %t3 : index
        %x_180 = arith.xori %x_177, %x_179 : i1
        %x_181 = arith.extsi %x_180 : i1 to i64
        %x_182 = arith.xori %e_174, %x_181 : i64
        linalg.yield %x_182 : i64
      }
      %split_183 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_184 = memref.collapse_shape %split_183 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%joined_184 : memref<8x16xi64, 1>) {
        ^bb0(%e_185: i64, %e_186: i64):
        linalg.yield %e_185 : i64
      }
      %joined_187 = memref.collapse_shape %natural0 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %split_188 = memref.expand_shape %joined_187 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %part_189 = memref.subview %split_188[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1]>, 1>
      %part_190 = memref.subview %split_188[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %x_191 = arith.cmpi sge, %x_170, %t6 : index
      scf.if %x_191 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_189, %part_190 : memref<4x1x16xi64, strided<[32, 16, 1]>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e_192: i64, %e_193: i64):
          %x_194 = arith.minsi %e_192, %e_193 : i64
          %x_195 = arith.maxsi %e_192, %e_193 : i64
          linalg.yield %x_194, %x_195 : i64, i64
        }
      }
      %split_196 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_197 = memref.collapse_shape %split_196 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_197 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e_198: i64, %e_199: i64):
        linalg.yield %e_198 : i64
      }
      scf.for %l_200 = %t3 to %t7 step %t7 {
        %x_201 = arith.andi %l_200, %t3 : index
        %x_202 = arith.cmpi ne, %x_201, %t3 : index
        %x_203 = arith.select %x_202, %t6, %t3 : index
        %x_204 = arith.select %x_202, %t3, %t6 : index
        %part_205 = memref.subview %columns0[%l_200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_206 = memref.expand_shape %part_205 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_207 = memref.subview %split_206[0, %x_203, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_208 = memref.subview %split_206[0, %x_204, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_207, %part_208 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_209: i64, %e_210: i64):
          %x_211 = arith.minsi %e_209, %e_210 : i64
          %x_212 = arith.maxsi %e_209, %e_210 : i64
          linalg.yield %x_211, %x_212 : i64, i64
        }
        %x_213 = arith.select %x_202, %t6, %t3 : index
        %x_214 = arith.select %x_202, %t3, %t6 : index
        %part_215 = memref.subview %columns0[%l_200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_216 = memref.expand_shape %part_215 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_217 = memref.subview %split_216[0, %x_213, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_218 = memref.subview %split_216[0, %x_214, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_217, %part_218 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_219: i64, %e_220: i64):
          %x_221 = arith.minsi %e_219, %e_220 : i64
          %x_222 = arith.maxsi %e_219, %e_220 : i64
          linalg.yield %x_221, %x_222 : i64, i64
        }
        %x_223 = arith.select %x_202, %t6, %t3 : index
        %x_224 = arith.select %x_202, %t3, %t6 : index
        %part_225 = memref.subview %columns0[%l_200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_226 = memref.expand_shape %part_225 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_227 = memref.subview %split_226[0, %x_223, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_228 = memref.subview %split_226[0, %x_224, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_227, %part_228 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_229: i64, %e_230: i64):
          %x_231 = arith.minsi %e_229, %e_230 : i64
          %x_232 = arith.maxsi %e_229, %e_230 : i64
          linalg.yield %x_231, %x_232 : i64, i64
        }
        %x_233 = arith.select %x_202, %t6, %t3 : index
        %x_234 = arith.select %x_202, %t3, %t6 : index
        %part_235 = memref.subview %columns0[%l_200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_236 = memref.expand_shape %part_235 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_237 = memref.subview %split_236[0, %x_233, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_238 = memref.subview %split_236[0, %x_234, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_237, %part_238 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_239: i64, %e_240: i64):
          %x_241 = arith.minsi %e_239, %e_240 : i64
          %x_242 = arith.maxsi %e_239, %e_240 : i64
          linalg.yield %x_241, %x_242 : i64, i64
        }
      }
    }
    %split_243 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_244 = memref.collapse_shape %split_243 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%joined_244 : memref<8x16xi64, 1>) {
      ^bb0(%e_245: i64, %e_246: i64):
      linalg.yield %e_245 : i64
    }
    %x_247 = arith.subi %t1, %l_0 : index
    %x_248 = arith.minsi %x_247, %t4 : index
    %x_249 = arith.subi %t2, %t3 : index
    %x_250 = arith.minsi %x_249, %t5 : index
    %x_251 = arith.maxsi %x_250, %t3 : index
    %x_252 = arith.muli %l_0, %t2 : index
    %x_253 = arith.addi %x_252, %t3 : index
    %view_254 = memref.reinterpret_cast %Y0 to offset: [%x_253], sizes: [%x_248, %x_251], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_254) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
