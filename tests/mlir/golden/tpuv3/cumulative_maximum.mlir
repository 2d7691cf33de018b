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
  %t7 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x256xf32, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x256xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x256xf32, 1>
  %totals1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x256xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<256xf32, 1>
  %carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<256xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %natural1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xf32, 1>
  %sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xf32, 1>
  %other_sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xi64, 1>
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
      %split_10 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %joined_11 = memref.collapse_shape %split_10 [[0, 1], [2]] : memref<8x32x2xf32, 1> into memref<256x2xf32, 1>
      %split_12 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xi64, 1> into memref<8x32x2xi64, 1>
      %joined_13 = memref.collapse_shape %split_12 [[0, 1], [2]] : memref<8x32x2xi64, 1> into memref<256x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_11 : memref<256x2xf32, 1>) outs(%columns0 : memref<2x256xf32, 1>) {
        ^bb0(%e_14: f32, %e_15: f32):
        linalg.yield %e_14 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_13 : memref<256x2xi64, 1>) outs(%columns1 : memref<2x256xi64, 1>) {
        ^bb0(%e_16: i64, %e_17: i64):
        linalg.yield %e_16 : i64
      }
      %x_18 = arith.cmpi eq, %l_1, %t4 : index
      %split_19 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 2, 256] : memref<2x256xf32, 1> into memref<1x2x256xf32, 1>
      %split_20 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [1, 2, 256] : memref<2x256xi64, 1> into memref<1x2x256xi64, 1>
      %part_21 = memref.subview %split_19[0, %t4, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xf32, 1> to memref<1x256xf32, strided<[512, 1], offset: ?>, 1>
      %part_22 = memref.subview %split_20[0, %t4, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xi64, 1> to memref<1x256xi64, strided<[512, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_21 : memref<1x256xf32, strided<[512, 1], offset: ?>, 1>) outs(%totals0 : memref<1x256xf32, 1>) {
        ^bb0(%e_23: f32, %e_24: f32):
        linalg.yield %e_23 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_22 : memref<1x256xi64, strided<[512, 1], offset: ?>, 1>) outs(%totals1 : memref<1x256xi64, 1>) {
        ^bb0(%e_25: i64, %e_26: i64):
        linalg.yield %e_25 : i64
      }
      scf.for %l_27 = %t3 to %t7 step %t3 {
        %part_28 = memref.subview %split_19[0, %l_27, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xf32, 1> to memref<1x256xf32, strided<[512, 1], offset: ?>, 1>
        %part_29 = memref.subview %split_20[0, %l_27, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xi64, 1> to memref<1x256xi64, strided<[512, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_28, %part_29, %totals0, %totals1 : memref<1x256xf32, strided<[512, 1], offset: ?>, 1>, memref<1x256xi64, strided<[512, 1], offset: ?>, 1>, memref<1x256xf32, 1>, memref<1x256xi64, 1>) {
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
      %part_48 = memref.subview %totals0[%t4, 0] [1, 256] [1, 1] : memref<1x256xf32, 1> to memref<256xf32, strided<[1], offset: ?>, 1>
      %part_49 = memref.subview %totals1[%t4, 0] [1, 256] [1, 1] : memref<1x256xi64, 1> to memref<256xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_48 : memref<256xf32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<256xf32, 1>) {
        ^bb0(%e_50: f32, %e_51: f32):
        linalg.yield %e_50 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_49 : memref<256xi64, strided<[1], offset: ?>, 1>) outs(%carry1 : memref<256xi64, 1>) {
        ^bb0(%e_52: i64, %e_53: i64):
        linalg.yield %e_52 : i64
      }
      %split_54 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %joined_55 = memref.collapse_shape %split_54 [[0, 1], [2]] : memref<8x32x2xf32, 1> into memref<256x2xf32, 1>
      %split_56 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xi64, 1> into memref<8x32x2xi64, 1>
      %joined_57 = memref.collapse_shape %split_56 [[0, 1], [2]] : memref<8x32x2xi64, 1> into memref<256x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<2x256xf32, 1>) outs(%joined_55 : memref<256x2xf32, 1>) {
        ^bb0(%e_58: f32, %e_59: f32):
        linalg.yield %e_58 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<2x256xi64, 1>) outs(%joined_57 : memref<256x2xi64, 1>) {
        ^bb0(%e_60: i64, %e_61: i64):
        linalg.yield %e_60 : i64
      }
      %split_62 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 32] : memref<256xf32, 1> into memref<8x32xf32, 1>
      %split_63 = memref.expand_shape %carry1 [[0, 1]] output_shape [8, 32] : memref<256xi64, 1> into memref<8x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_62 : memref<8x32xf32, 1>) outs(%sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_64: f32, %e_65: f32):
        linalg.yield %e_64 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_63 : memref<8x32xi64, 1>) outs(%sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_66: i64, %e_67: i64):
        linalg.yield %e_66 : i64
      }
      %x_68 = arith.constant true
      %x_69 = arith.xori %x_18, %x_68 : i1
      scf.if %x_69 {
        %part_70 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x32xf32, 1> to memref<8xf32, strided<[32]>, 1>
        %part_71 = memref.subview %sums1[0, 0] [8, 1] [1, 1] : memref<8x32xi64, 1> to memref<8xi64, strided<[32]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_70, %part_71 : memref<8xf32, strided<[32]>, 1>, memref<8xi64, strided<[32]>, 1>) {
          ^bb0(%e_72: f32, %e_73: i64, %e_74: f32, %e_75: i64):
          %cst_76 = arith.constant 0 : i8
          %gt_77 = arith.cmpf ogt, %e_72, %e_74 : f32
          %ne_78 = arith.cmpf une, %e_72, %e_72 : f32
          %ne_79 = arith.cmpf une, %e_74, %e_74 : f32
          %gt_80 = arith.cmpi ugt, %ne_78, %ne_79 : i1
          %or_81 = arith.ori %gt_77, %gt_80 : i1  // logical_or
          %eq_82 = arith.cmpf oeq, %e_72, %e_74 : f32
          %and_83 = arith.andi %ne_78, %ne_79 : i1  // logical_and
          %or_84 = arith.ori %eq_82, %and_83 : i1  // logical_or
          %gt_85 = arith.cmpi sgt, %e_73, %e_75 : i64
          %and_86 = arith.andi %or_84, %gt_85 : i1  // logical_and
          %or_87 = arith.ori %or_81, %and_86 : i1  // logical_or
          %sel_88 = arith.select %or_87, %e_72, %e_74 : f32  // where
          %sel_89 = arith.select %or_87, %e_73, %e_75 : i64  // where
          linalg.yield %sel_88, %sel_89 : f32, i64
        }
        %split_90 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
        %part_91 = memref.subview %split_90[0, 0, 0] [8, 1, 2] [1, 1, 1] : memref<8x32x2xf32, 1> to memref<8x1x2xf32, strided<[64, 2, 1]>, 1>
        %split_92 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xi64, 1> into memref<8x32x2xi64, 1>
        %part_93 = memref.subview %split_92[0, 0, 0] [8, 1, 2] [1, 1, 1] : memref<8x32x2xi64, 1> to memref<8x1x2xi64, strided<[64, 2, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_91, %part_93 : memref<8x1x2xf32, strided<[64, 2, 1]>, 1>, memref<8x1x2xi64, strided<[64, 2, 1]>, 1>) {
          ^bb0(%e_94: f32, %e_95: i64, %e_96: f32, %e_97: i64):
          %cst_98 = arith.constant 0 : i8
          %gt_99 = arith.cmpf ogt, %e_94, %e_96 : f32
          %ne_100 = arith.cmpf une, %e_94, %e_94 : f32
          %ne_101 = arith.cmpf une, %e_96, %e_96 : f32
          %gt_102 = arith.cmpi ugt, %ne_100, %ne_101 : i1
          %or_103 = arith.ori %gt_99, %gt_102 : i1  // logical_or
          %eq_104 = arith.cmpf oeq, %e_94, %e_96 : f32
          %and_105 = arith.andi %ne_100, %ne_101 : i1  // logical_and
          %or_106 = arith.ori %eq_104, %and_105 : i1  // logical_or
          %gt_107 = arith.cmpi sgt, %e_95, %e_97 : i64
          %and_108 = arith.andi %or_106, %gt_107 : i1  // logical_and
          %or_109 = arith.ori %or_103, %and_108 : i1  // logical_or
          %sel_110 = arith.select %or_109, %e_94, %e_96 : f32  // where
          %sel_111 = arith.select %or_109, %e_95, %e_97 : i64  // where
          linalg.yield %sel_110, %sel_111 : f32, i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf32, 1>) outs(%other_sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_112: f32, %e_113: f32):
        linalg.yield %e_112 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums1 : memref<8x32xi64, 1>) outs(%other_sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_114: i64, %e_115: i64):
        linalg.yield %e_114 : i64
      }
      %part_116 = memref.subview %sums0[0, 0] [8, 31] [1, 1] : memref<8x32xf32, 1> to memref<8x31xf32, strided<[32, 1]>, 1>
      %part_117 = memref.subview %sums1[0, 0] [8, 31] [1, 1] : memref<8x32xi64, 1> to memref<8x31xi64, strided<[32, 1]>, 1>
      %part_118 = memref.subview %other_sums0[0, 1] [8, 31] [1, 1] : memref<8x32xf32, 1> to memref<8x31xf32, strided<[32, 1], offset: 1>, 1>
      %part_119 = memref.subview %other_sums1[0, 1] [8, 31] [1, 1] : memref<8x32xi64, 1> to memref<8x31xi64, strided<[32, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_116, %part_117 : memref<8x31xf32, strided<[32, 1]>, 1>, memref<8x31xi64, strided<[32, 1]>, 1>) outs(%part_118, %part_119 : memref<8x31xf32, strided<[32, 1], offset: 1>, 1>, memref<8x31xi64, strided<[32, 1], offset: 1>, 1>) {
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
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<8x32xf32, 1>) outs(%sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_138: f32, %e_139: f32):
        linalg.yield %e_138 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums1 : memref<8x32xi64, 1>) outs(%sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_140: i64, %e_141: i64):
        linalg.yield %e_140 : i64
      }
      %part_142 = memref.subview %other_sums0[0, 0] [8, 30] [1, 1] : memref<8x32xf32, 1> to memref<8x30xf32, strided<[32, 1]>, 1>
      %part_143 = memref.subview %other_sums1[0, 0] [8, 30] [1, 1] : memref<8x32xi64, 1> to memref<8x30xi64, strided<[32, 1]>, 1>
      %part_144 = memref.subview %sums0[0, 2] [8, 30] [1, 1] : memref<8x32xf32, 1> to memref<8x30xf32, strided<[32, 1], offset: 2>, 1>
      %part_145 = memref.subview %sums1[0, 2] [8, 30] [1, 1] : memref<8x32xi64, 1> to memref<8x30xi64, strided<[32, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_142, %part_143 : memref<8x30xf32, strided<[32, 1]>, 1>, memref<8x30xi64, strided<[32, 1]>, 1>) outs(%part_144, %part_145 : memref<8x30xf32, strided<[32, 1], offset: 2>, 1>, memref<8x30xi64, strided<[32, 1], offset: 2>, 1>) {
        ^bb0(%e_146: f32, %e_147: i64, %e_148: f32, %e_149: i64):
        %cst_150 = arith.constant 0 : i8
        %gt_151 = arith.cmpf ogt, %e_146, %e_148 : f32
        %ne_152 = arith.cmpf une, %e_146, %e_146 : f32
        %ne_153 = arith.cmpf une, %e_148, %e_148 : f32
        %gt_154 = arith.cmpi ugt, %ne_152, %ne_153 : i1
        %or_155 = arith.ori %gt_151, %gt_154 : i1  // logical_or
        %eq_156 = arith.cmpf oeq, %e_146, %e_148 : f32
        %and_157 = arith.andi %ne_152, %ne_153 : i1  // logical_and
        %or_158 = arith.ori %eq_156, %and_157 : i1  // logical_or
        %gt_159 = arith.cmpi sgt, %e_147, %e_149 : i64
        %and_160 = arith.andi %or_158, %gt_159 : i1  // logical_and
        %or_161 = arith.ori %or_155, %and_160 : i1  // logical_or
        %sel_162 = arith.select %or_161, %e_146, %e_148 : f32  // where
        %sel_163 = arith.select %or_161, %e_147, %e_149 : i64  // where
        linalg.yield %sel_162, %sel_163 : f32, i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf32, 1>) outs(%other_sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_164: f32, %e_165: f32):
        linalg.yield %e_164 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums1 : memref<8x32xi64, 1>) outs(%other_sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_166: i64, %e_167: i64):
        linalg.yield %e_166 : i64
      }
      %part_168 = memref.subview %sums0[0, 0] [8, 28] [1, 1] : memref<8x32xf32, 1> to memref<8x28xf32, strided<[32, 1]>, 1>
      %part_169 = memref.subview %sums1[0, 0] [8, 28] [1, 1] : memref<8x32xi64, 1> to memref<8x28xi64, strided<[32, 1]>, 1>
      %part_170 = memref.subview %other_sums0[0, 4] [8, 28] [1, 1] : memref<8x32xf32, 1> to memref<8x28xf32, strided<[32, 1], offset: 4>, 1>
      %part_171 = memref.subview %other_sums1[0, 4] [8, 28] [1, 1] : memref<8x32xi64, 1> to memref<8x28xi64, strided<[32, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_168, %part_169 : memref<8x28xf32, strided<[32, 1]>, 1>, memref<8x28xi64, strided<[32, 1]>, 1>) outs(%part_170, %part_171 : memref<8x28xf32, strided<[32, 1], offset: 4>, 1>, memref<8x28xi64, strided<[32, 1], offset: 4>, 1>) {
        ^bb0(%e_172: f32, %e_173: i64, %e_174: f32, %e_175: i64):
        %cst_176 = arith.constant 0 : i8
        %gt_177 = arith.cmpf ogt, %e_172, %e_174 : f32
        %ne_178 = arith.cmpf une, %e_172, %e_172 : f32
        %ne_179 = arith.cmpf une, %e_174, %e_174 : f32
        %gt_180 = arith.cmpi ugt, %ne_178, %ne_179 : i1
        %or_181 = arith.ori %gt_177, %gt_180 : i1  // logical_or
        %eq_182 = arith.cmpf oeq, %e_172, %e_174 : f32
        %and_183 = arith.andi %ne_178, %ne_179 : i1  // logical_and
        %or_184 = arith.ori %eq_182, %and_183 : i1  // logical_or
        %gt_185 = arith.cmpi sgt, %e_173, %e_175 : i64
        %and_186 = arith.andi %or_184, %gt_185 : i1  // logical_and
        %or_187 = arith.ori %or_181, %and_186 : i1  // logical_or
        %sel_188 = arith.select %or_187, %e_172, %e_174 : f32  // where
        %sel_189 = arith.select %or_187, %e_173, %e_175 : i64  // where
        linalg.yield %sel_188, %sel_189 : f32, i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<8x32xf32, 1>) outs(%sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_190: f32, %e_191: f32):
        linalg.yield %e_190 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums1 : memref<8x32xi64, 1>) outs(%sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_192: i64, %e_193: i64):
        linalg.yield %e_192 : i64
      }
      %part_194 = memref.subview %other_sums0[0, 0] [8, 24] [1, 1] : memref<8x32xf32, 1> to memref<8x24xf32, strided<[32, 1]>, 1>
      %part_195 = memref.subview %other_sums1[0, 0] [8, 24] [1, 1] : memref<8x32xi64, 1> to memref<8x24xi64, strided<[32, 1]>, 1>
      %part_196 = memref.subview %sums0[0, 8] [8, 24] [1, 1] : memref<8x32xf32, 1> to memref<8x24xf32, strided<[32, 1], offset: 8>, 1>
      %part_197 = memref.subview %sums1[0, 8] [8, 24] [1, 1] : memref<8x32xi64, 1> to memref<8x24xi64, strided<[32, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_194, %part_195 : memref<8x24xf32, strided<[32, 1]>, 1>, memref<8x24xi64, strided<[32, 1]>, 1>) outs(%part_196, %part_197 : memref<8x24xf32, strided<[32, 1], offset: 8>, 1>, memref<8x24xi64, strided<[32, 1], offset: 8>, 1>) {
        ^bb0(%e_198: f32, %e_199: i64, %e_200: f32, %e_201: i64):
        %cst_202 = arith.constant 0 : i8
        %gt_203 = arith.cmpf ogt, %e_198, %e_200 : f32
        %ne_204 = arith.cmpf une, %e_198, %e_198 : f32
        %ne_205 = arith.cmpf une, %e_200, %e_200 : f32
        %gt_206 = arith.cmpi ugt, %ne_204, %ne_205 : i1
        %or_207 = arith.ori %gt_203, %gt_206 : i1  // logical_or
        %eq_208 = arith.cmpf oeq, %e_198, %e_200 : f32
        %and_209 = arith.andi %ne_204, %ne_205 : i1  // logical_and
        %or_210 = arith.ori %eq_208, %and_209 : i1  // logical_or
        %gt_211 = arith.cmpi sgt, %e_199, %e_201 : i64
        %and_212 = arith.andi %or_210, %gt_211 : i1  // logical_and
        %or_213 = arith.ori %or_207, %and_212 : i1  // logical_or
        %sel_214 = arith.select %or_213, %e_198, %e_200 : f32  // where
        %sel_215 = arith.select %or_213, %e_199, %e_201 : i64  // where
        linalg.yield %sel_214, %sel_215 : f32, i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf32, 1>) outs(%other_sums0 : memref<8x32xf32, 1>) {
        ^bb0(%e_216: f32, %e_217: f32):
        linalg.yield %e_216 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums1 : memref<8x32xi64, 1>) outs(%other_sums1 : memref<8x32xi64, 1>) {
        ^bb0(%e_218: i64, %e_219: i64):
        linalg.yield %e_218 : i64
      }
      %part_220 = memref.subview %sums0[0, 0] [8, 16] [1, 1] : memref<8x32xf32, 1> to memref<8x16xf32, strided<[32, 1]>, 1>
      %part_221 = memref.subview %sums1[0, 0] [8, 16] [1, 1] : memref<8x32xi64, 1> to memref<8x16xi64, strided<[32, 1]>, 1>
      %part_222 = memref.subview %other_sums0[0, 16] [8, 16] [1, 1] : memref<8x32xf32, 1> to memref<8x16xf32, strided<[32, 1], offset: 16>, 1>
      %part_223 = memref.subview %other_sums1[0, 16] [8, 16] [1, 1] : memref<8x32xi64, 1> to memref<8x16xi64, strided<[32, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_220, %part_221 : memref<8x16xf32, strided<[32, 1]>, 1>, memref<8x16xi64, strided<[32, 1]>, 1>) outs(%part_222, %part_223 : memref<8x16xf32, strided<[32, 1], offset: 16>, 1>, memref<8x16xi64, strided<[32, 1], offset: 16>, 1>) {
        ^bb0(%e_224: f32, %e_225: i64, %e_226: f32, %e_227: i64):
        %cst_228 = arith.constant 0 : i8
        %gt_229 = arith.cmpf ogt, %e_224, %e_226 : f32
        %ne_230 = arith.cmpf une, %e_224, %e_224 : f32
        %ne_231 = arith.cmpf une, %e_226, %e_226 : f32
        %gt_232 = arith.cmpi ugt, %ne_230, %ne_231 : i1
        %or_233 = arith.ori %gt_229, %gt_232 : i1  // logical_or
        %eq_234 = arith.cmpf oeq, %e_224, %e_226 : f32
        %and_235 = arith.andi %ne_230, %ne_231 : i1  // logical_and
        %or_236 = arith.ori %eq_234, %and_235 : i1  // logical_or
        %gt_237 = arith.cmpi sgt, %e_225, %e_227 : i64
        %and_238 = arith.andi %or_236, %gt_237 : i1  // logical_and
        %or_239 = arith.ori %or_233, %and_238 : i1  // logical_or
        %sel_240 = arith.select %or_239, %e_224, %e_226 : f32  // where
        %sel_241 = arith.select %or_239, %e_225, %e_227 : i64  // where
        linalg.yield %sel_240, %sel_241 : f32, i64
      }
      %part_242 = memref.subview %other_sums0[0, 0] [8, 31] [1, 1] : memref<8x32xf32, 1> to memref<8x31xf32, strided<[32, 1]>, 1>
      %part_243 = memref.subview %other_sums1[0, 0] [8, 31] [1, 1] : memref<8x32xi64, 1> to memref<8x31xi64, strided<[32, 1]>, 1>
      %split_244 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %part_245 = memref.subview %split_244[0, 1, 0] [8, 31, 2] [1, 1, 1] : memref<8x32x2xf32, 1> to memref<8x31x2xf32, strided<[64, 2, 1], offset: 2>, 1>
      %split_246 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xi64, 1> into memref<8x32x2xi64, 1>
      %part_247 = memref.subview %split_246[0, 1, 0] [8, 31, 2] [1, 1, 1] : memref<8x32x2xi64, 1> to memref<8x31x2xi64, strided<[64, 2, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_242, %part_243 : memref<8x31xf32, strided<[32, 1]>, 1>, memref<8x31xi64, strided<[32, 1]>, 1>) outs(%part_245, %part_247 : memref<8x31x2xf32, strided<[64, 2, 1], offset: 2>, 1>, memref<8x31x2xi64, strided<[64, 2, 1], offset: 2>, 1>) {
        ^bb0(%e_248: f32, %e_249: i64, %e_250: f32, %e_251: i64):
        %cst_252 = arith.constant 0 : i8
        %gt_253 = arith.cmpf ogt, %e_248, %e_250 : f32
        %ne_254 = arith.cmpf une, %e_248, %e_248 : f32
        %ne_255 = arith.cmpf une, %e_250, %e_250 : f32
        %gt_256 = arith.cmpi ugt, %ne_254, %ne_255 : i1
        %or_257 = arith.ori %gt_253, %gt_256 : i1  // logical_or
        %eq_258 = arith.cmpf oeq, %e_248, %e_250 : f32
        %and_259 = arith.andi %ne_254, %ne_255 : i1  // logical_and
        %or_260 = arith.ori %eq_258, %and_259 : i1  // logical_or
        %gt_261 = arith.cmpi sgt, %e_249, %e_251 : i64
        %and_262 = arith.andi %or_260, %gt_261 : i1  // logical_and
        %or_263 = arith.ori %or_257, %and_262 : i1  // logical_or
        %sel_264 = arith.select %or_263, %e_248, %e_250 : f32  // where
        %sel_265 = arith.select %or_263, %e_249, %e_251 : i64  // where
        linalg.yield %sel_264, %sel_265 : f32, i64
      }
      %part_266 = memref.subview %other_sums0[0, 31] [8, 1] [1, 1] : memref<8x32xf32, 1> to memref<8xf32, strided<[32], offset: 31>, 1>
      %part_267 = memref.subview %other_sums1[0, 31] [8, 1] [1, 1] : memref<8x32xi64, 1> to memref<8xi64, strided<[32], offset: 31>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_266 : memref<8xf32, strided<[32], offset: 31>, 1>) outs(%row_carry0 : memref<8xf32, 1>) {
        ^bb0(%e_268: f32, %e_269: f32):
        linalg.yield %e_268 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_267 : memref<8xi64, strided<[32], offset: 31>, 1>) outs(%row_carry1 : memref<8xi64, 1>) {
        ^bb0(%e_270: i64, %e_271: i64):
        linalg.yield %e_270 : i64
      }
      %view_272 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_272) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
      %view_273 = memref.reinterpret_cast %Y1 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural1, %view_273) : (memref<8x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
