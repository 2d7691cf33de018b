// npu_fused_cummax: pointwise
func.func @npu_fused_cummax(%out_ptr0: memref<165xi64>) {
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x48xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%out : memref<5x48xi64, 1>) {
    ^bb0(%o: i64):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %cvt = arith.extsi %i : i32 to i64  // index
      linalg.yield %cvt : i64
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 33], strides: [33, 1] : memref<165xi64> to memref<5x33xi64, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<5x48xi64, 1>, memref<5x33xi64, strided<[33, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cummax: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cummax (%X0: memref<165xf32>, %X1: memref<165xi64>, %Y0: memref<165xf32>, %Y1: memref<165xi64>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 33 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 8 : index
  %t6 = arith.constant 64 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x16xf32, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x16xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xf32, 1>
  %totals1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xf32, 1>
  %carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %natural1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf32, 1>
  %sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf32, 1>
  %other_sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf32, 1>
  %row_carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi64, 1>
  scf.for %l_0 = %t4 to %t1 step %t5 {
    scf.for %l_1 = %t4 to %t2 step %t6 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t5 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t6 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<8x64xf32, 1>) -> ()
      %view_9 = memref.reinterpret_cast %X1 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_9, %natural1) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<8x64xi64, 1>) -> ()
      %split_10 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %joined_11 = memref.collapse_shape %split_10 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      %split_12 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %joined_13 = memref.collapse_shape %split_12 [[0, 1], [2]] : memref<8x2x32xi64, 1> into memref<16x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_11 : memref<16x32xf32, 1>) outs(%columns0 : memref<32x16xf32, 1>) {
        ^bb0(%e_14: f32, %e_15: f32):
        linalg.yield %e_14 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_13 : memref<16x32xi64, 1>) outs(%columns1 : memref<32x16xi64, 1>) {
        ^bb0(%e_16: i64, %e_17: i64):
        linalg.yield %e_16 : i64
      }
      %x_18 = arith.cmpi eq, %l_1, %t4 : index
      %split_19 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %split_20 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xi64, 1> into memref<2x16x16xi64, 1>
      %part_21 = memref.subview %split_19[0, %t4, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
      %part_22 = memref.subview %split_20[0, %t4, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<2x16xi64, strided<[256, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_21 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>) outs(%totals0 : memref<2x16xf32, 1>) {
        ^bb0(%e_23: f32, %e_24: f32):
        linalg.yield %e_23 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_22 : memref<2x16xi64, strided<[256, 1], offset: ?>, 1>) outs(%totals1 : memref<2x16xi64, 1>) {
        ^bb0(%e_25: i64, %e_26: i64):
        linalg.yield %e_25 : i64
      }
      scf.for %l_27 = %t3 to %t7 step %t3 {
        %part_28 = memref.subview %split_19[0, %l_27, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
        %part_29 = memref.subview %split_20[0, %l_27, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<2x16xi64, strided<[256, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_28, %part_29, %totals0, %totals1 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>, memref<2x16xi64, strided<[256, 1], offset: ?>, 1>, memref<2x16xf32, 1>, memref<2x16xi64, 1>) {
          ^bb0(%e_30: f32, %e_31: i64, %e_32: f32, %e_33: i64):
          %cst_34 = arith.constant 0 : i8
          %gt_35 = arith.cmpf ogt, %e_32, %e_30 : f32
          %ne_36 = arith.cmpf une, %e_32, %e_32 : f32
          %ne_37 = arith.cmpf une, %e_30, %e_30 : f32
          %gt_38 = arith.cmpi ugt, %ne_36, %ne_37 : i1
          %or_39 = arith.ori %gt_35, %gt_38 : i1  // logical_or
          %eq_40 = arith.cmpf oeq, %e_32, %e_30 : f32
          %and_41 = arith.andi %ne_36, %ne_37 : i1  // logical_and
          %or_42 = arith.ori %eq_40, %and_41 : i1  // logical_or
          %gt_43 = arith.cmpi sgt, %e_33, %e_31 : i64
          %and_44 = arith.andi %or_42, %gt_43 : i1  // logical_and
          %or_45 = arith.ori %or_39, %and_44 : i1  // logical_or
          %sel_46 = arith.select %or_45, %e_32, %e_30 : f32  // where
          %sel_47 = arith.select %or_45, %e_33, %e_31 : i64  // where
          linalg.yield %sel_46, %sel_47, %sel_46, %sel_47 : f32, i64, f32, i64
        }
      }
      scf.for %l_48 = %t3 to %t8 step %t3 {
        %x_49 = arith.subi %l_48, %t3 : index
        %part_50 = memref.subview %totals0[%x_49, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
        %part_51 = memref.subview %totals1[%x_49, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
        %part_52 = memref.subview %totals0[%l_48, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
        %part_53 = memref.subview %totals1[%l_48, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_50, %part_51 : memref<16xf32, strided<[1], offset: ?>, 1>, memref<16xi64, strided<[1], offset: ?>, 1>) outs(%part_52, %part_53 : memref<16xf32, strided<[1], offset: ?>, 1>, memref<16xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_54: f32, %e_55: i64, %e_56: f32, %e_57: i64):
          %cst_58 = arith.constant 0 : i8
          %gt_59 = arith.cmpf ogt, %e_54, %e_56 : f32
          %ne_60 = arith.cmpf une, %e_54, %e_54 : f32
          %ne_61 = arith.cmpf une, %e_56, %e_56 : f32
          %gt_62 = arith.cmpi ugt, %ne_60, %ne_61 : i1
          %or_63 = arith.ori %gt_59, %gt_62 : i1  // logical_or
          %eq_64 = arith.cmpf oeq, %e_54, %e_56 : f32
          %and_65 = arith.andi %ne_60, %ne_61 : i1  // logical_and
          %or_66 = arith.ori %eq_64, %and_65 : i1  // logical_or
          %gt_67 = arith.cmpi sgt, %e_55, %e_57 : i64
          %and_68 = arith.andi %or_66, %gt_67 : i1  // logical_and
          %or_69 = arith.ori %or_63, %and_68 : i1  // logical_or
          %sel_70 = arith.select %or_69, %e_54, %e_56 : f32  // where
          %sel_71 = arith.select %or_69, %e_55, %e_57 : i64  // where
          linalg.yield %sel_70, %sel_71 : f32, i64
        }
      }
      %part_72 = memref.subview %totals0[0, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<1x16xf32, strided<[16, 1]>, 1>
      %part_73 = memref.subview %totals1[0, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<1x16xi64, strided<[16, 1]>, 1>
      %split_74 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %part_75 = memref.subview %split_74[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>
      %split_76 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xi64, 1> into memref<2x16x16xi64, 1>
      %part_77 = memref.subview %split_76[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<1x16x16xi64, strided<[256, 16, 1], offset: 256>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_72, %part_73 : memref<1x16xf32, strided<[16, 1]>, 1>, memref<1x16xi64, strided<[16, 1]>, 1>) outs(%part_75, %part_77 : memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>, memref<1x16x16xi64, strided<[256, 16, 1], offset: 256>, 1>) {
        ^bb0(%e_78: f32, %e_79: i64, %e_80: f32, %e_81: i64):
        %cst_82 = arith.constant 0 : i8
        %gt_83 = arith.cmpf ogt, %e_78, %e_80 : f32
        %ne_84 = arith.cmpf une, %e_78, %e_78 : f32
        %ne_85 = arith.cmpf une, %e_80, %e_80 : f32
        %gt_86 = arith.cmpi ugt, %ne_84, %ne_85 : i1
        %or_87 = arith.ori %gt_83, %gt_86 : i1  // logical_or
        %eq_88 = arith.cmpf oeq, %e_78, %e_80 : f32
        %and_89 = arith.andi %ne_84, %ne_85 : i1  // logical_and
        %or_90 = arith.ori %eq_88, %and_89 : i1  // logical_or
        %gt_91 = arith.cmpi sgt, %e_79, %e_81 : i64
        %and_92 = arith.andi %or_90, %gt_91 : i1  // logical_and
        %or_93 = arith.ori %or_87, %and_92 : i1  // logical_or
        %sel_94 = arith.select %or_93, %e_78, %e_80 : f32  // where
        %sel_95 = arith.select %or_93, %e_79, %e_81 : i64  // where
        linalg.yield %sel_94, %sel_95 : f32, i64
      }
      %part_96 = memref.subview %totals0[%t3, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
      %part_97 = memref.subview %totals1[%t3, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_96 : memref<16xf32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<16xf32, 1>) {
        ^bb0(%e_98: f32, %e_99: f32):
        linalg.yield %e_98 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_97 : memref<16xi64, strided<[1], offset: ?>, 1>) outs(%carry1 : memref<16xi64, 1>) {
        ^bb0(%e_100: i64, %e_101: i64):
        linalg.yield %e_100 : i64
      }
      %split_102 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %joined_103 = memref.collapse_shape %split_102 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      %split_104 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %joined_105 = memref.collapse_shape %split_104 [[0, 1], [2]] : memref<8x2x32xi64, 1> into memref<16x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x16xf32, 1>) outs(%joined_103 : memref<16x32xf32, 1>) {
        ^bb0(%e_106: f32, %e_107: f32):
        linalg.yield %e_106 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<32x16xi64, 1>) outs(%joined_105 : memref<16x32xi64, 1>) {
        ^bb0(%e_108: i64, %e_109: i64):
        linalg.yield %e_108 : i64
      }
      %split_110 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 2] : memref<16xf32, 1> into memref<8x2xf32, 1>
      %split_111 = memref.expand_shape %carry1 [[0, 1]] output_shape [8, 2] : memref<16xi64, 1> into memref<8x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_110 : memref<8x2xf32, 1>) outs(%sums0 : memref<8x2xf32, 1>) {
        ^bb0(%e_112: f32, %e_113: f32):
        linalg.yield %e_112 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_111 : memref<8x2xi64, 1>) outs(%sums1 : memref<8x2xi64, 1>) {
        ^bb0(%e_114: i64, %e_115: i64):
        linalg.yield %e_114 : i64
      }
      %x_116 = arith.constant true
      %x_117 = arith.xori %x_18, %x_116 : i1
      scf.if %x_117 {
        %part_118 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8xf32, strided<[2]>, 1>
        %part_119 = memref.subview %sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8xi64, strided<[2]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_118, %part_119 : memref<8xf32, strided<[2]>, 1>, memref<8xi64, strided<[2]>, 1>) {
          ^bb0(%e_120: f32, %e_121: i64, %e_122: f32, %e_123: i64):
          %cst_124 = arith.constant 0 : i8
          %gt_125 = arith.cmpf ogt, %e_120, %e_122 : f32
          %ne_126 = arith.cmpf une, %e_120, %e_120 : f32
          %ne_127 = arith.cmpf une, %e_122, %e_122 : f32
          %gt_128 = arith.cmpi ugt, %ne_126, %ne_127 : i1
          %or_129 = arith.ori %gt_125, %gt_128 : i1  // logical_or
          %eq_130 = arith.cmpf oeq, %e_120, %e_122 : f32
          %and_131 = arith.andi %ne_126, %ne_127 : i1  // logical_and
          %or_132 = arith.ori %eq_130, %and_131 : i1  // logical_or
          %gt_133 = arith.cmpi sgt, %e_121, %e_123 : i64
          %and_134 = arith.andi %or_132, %gt_133 : i1  // logical_and
          %or_135 = arith.ori %or_129, %and_134 : i1  // logical_or
          %sel_136 = arith.select %or_135, %e_120, %e_122 : f32  // where
          %sel_137 = arith.select %or_135, %e_121, %e_123 : i64  // where
          linalg.yield %sel_136, %sel_137 : f32, i64
        }
        %split_138 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
        %part_139 = memref.subview %split_138[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1]>, 1>
        %split_140 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
        %part_141 = memref.subview %split_140[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xi64, 1> to memref<8x1x32xi64, strided<[64, 32, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_139, %part_141 : memref<8x1x32xf32, strided<[64, 32, 1]>, 1>, memref<8x1x32xi64, strided<[64, 32, 1]>, 1>) {
          ^bb0(%e_142: f32, %e_143: i64, %e_144: f32, %e_145: i64):
          %cst_146 = arith.constant 0 : i8
          %gt_147 = arith.cmpf ogt, %e_142, %e_144 : f32
          %ne_148 = arith.cmpf une, %e_142, %e_142 : f32
          %ne_149 = arith.cmpf une, %e_144, %e_144 : f32
          %gt_150 = arith.cmpi ugt, %ne_148, %ne_149 : i1
          %or_151 = arith.ori %gt_147, %gt_150 : i1  // logical_or
          %eq_152 = arith.cmpf oeq, %e_142, %e_144 : f32
          %and_153 = arith.andi %ne_148, %ne_149 : i1  // logical_and
          %or_154 = arith.ori %eq_152, %and_153 : i1  // logical_or
          %gt_155 = arith.cmpi sgt, %e_143, %e_145 : i64
          %and_156 = arith.andi %or_154, %gt_155 : i1  // logical_and
          %or_157 = arith.ori %or_151, %and_156 : i1  // logical_or
          %sel_158 = arith.select %or_157, %e_142, %e_144 : f32  // where
          %sel_159 = arith.select %or_157, %e_143, %e_145 : i64  // where
          linalg.yield %sel_158, %sel_159 : f32, i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x2xf32, 1>) outs(%other_sums0 : memref<8x2xf32, 1>) {
        ^bb0(%e_160: f32, %e_161: f32):
        linalg.yield %e_160 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums1 : memref<8x2xi64, 1>) outs(%other_sums1 : memref<8x2xi64, 1>) {
        ^bb0(%e_162: i64, %e_163: i64):
        linalg.yield %e_162 : i64
      }
      %part_164 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1]>, 1>
      %part_165 = memref.subview %sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1]>, 1>
      %part_166 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1], offset: 1>, 1>
      %part_167 = memref.subview %other_sums1[0, 1] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_164, %part_165 : memref<8x1xf32, strided<[2, 1]>, 1>, memref<8x1xi64, strided<[2, 1]>, 1>) outs(%part_166, %part_167 : memref<8x1xf32, strided<[2, 1], offset: 1>, 1>, memref<8x1xi64, strided<[2, 1], offset: 1>, 1>) {
        ^bb0(%e_168: f32, %e_169: i64, %e_170: f32, %e_171: i64):
        %cst_172 = arith.constant 0 : i8
        %gt_173 = arith.cmpf ogt, %e_168, %e_170 : f32
        %ne_174 = arith.cmpf une, %e_168, %e_168 : f32
        %ne_175 = arith.cmpf une, %e_170, %e_170 : f32
        %gt_176 = arith.cmpi ugt, %ne_174, %ne_175 : i1
        %or_177 = arith.ori %gt_173, %gt_176 : i1  // logical_or
        %eq_178 = arith.cmpf oeq, %e_168, %e_170 : f32
        %and_179 = arith.andi %ne_174, %ne_175 : i1  // logical_and
        %or_180 = arith.ori %eq_178, %and_179 : i1  // logical_or
        %gt_181 = arith.cmpi sgt, %e_169, %e_171 : i64
        %and_182 = arith.andi %or_180, %gt_181 : i1  // logical_and
        %or_183 = arith.ori %or_177, %and_182 : i1  // logical_or
        %sel_184 = arith.select %or_183, %e_168, %e_170 : f32  // where
        %sel_185 = arith.select %or_183, %e_169, %e_171 : i64  // where
        linalg.yield %sel_184, %sel_185 : f32, i64
      }
      %part_186 = memref.subview %other_sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1]>, 1>
      %part_187 = memref.subview %other_sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1]>, 1>
      %split_188 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %part_189 = memref.subview %split_188[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>
      %split_190 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %part_191 = memref.subview %split_190[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xi64, 1> to memref<8x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_186, %part_187 : memref<8x1xf32, strided<[2, 1]>, 1>, memref<8x1xi64, strided<[2, 1]>, 1>) outs(%part_189, %part_191 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>, memref<8x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>) {
        ^bb0(%e_192: f32, %e_193: i64, %e_194: f32, %e_195: i64):
        %cst_196 = arith.constant 0 : i8
        %gt_197 = arith.cmpf ogt, %e_192, %e_194 : f32
        %ne_198 = arith.cmpf une, %e_192, %e_192 : f32
        %ne_199 = arith.cmpf une, %e_194, %e_194 : f32
        %gt_200 = arith.cmpi ugt, %ne_198, %ne_199 : i1
        %or_201 = arith.ori %gt_197, %gt_200 : i1  // logical_or
        %eq_202 = arith.cmpf oeq, %e_192, %e_194 : f32
        %and_203 = arith.andi %ne_198, %ne_199 : i1  // logical_and
        %or_204 = arith.ori %eq_202, %and_203 : i1  // logical_or
        %gt_205 = arith.cmpi sgt, %e_193, %e_195 : i64
        %and_206 = arith.andi %or_204, %gt_205 : i1  // logical_and
        %or_207 = arith.ori %or_201, %and_206 : i1  // logical_or
        %sel_208 = arith.select %or_207, %e_192, %e_194 : f32  // where
        %sel_209 = arith.select %or_207, %e_193, %e_195 : i64  // where
        linalg.yield %sel_208, %sel_209 : f32, i64
      }
      %part_210 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8xf32, strided<[2], offset: 1>, 1>
      %part_211 = memref.subview %other_sums1[0, 1] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8xi64, strided<[2], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_210 : memref<8xf32, strided<[2], offset: 1>, 1>) outs(%row_carry0 : memref<8xf32, 1>) {
        ^bb0(%e_212: f32, %e_213: f32):
        linalg.yield %e_212 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_211 : memref<8xi64, strided<[2], offset: 1>, 1>) outs(%row_carry1 : memref<8xi64, 1>) {
        ^bb0(%e_214: i64, %e_215: i64):
        linalg.yield %e_214 : i64
      }
      %view_216 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_216) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
      %view_217 = memref.reinterpret_cast %Y1 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural1, %view_217) : (memref<8x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
