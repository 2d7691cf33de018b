// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<10000xf32>, %Y0: memref<10000xf32>) {
  %t1 = arith.constant 2 : index
  %t2 = arith.constant 5000 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 8192 : index
  %t6 = arith.constant 16 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x512xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x512xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<512xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<2x8192xf32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x256xf64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x256xf64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xf64, 1>
  scf.for %l_0 = %t4 to %t1 step %t1 {
    scf.for %l_1 = %t4 to %t2 step %t5 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t5 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<10000xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<2x8192xf32, 1>) -> ()
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 256, 32] : memref<2x8192xf32, 1> into memref<2x256x32xf32, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<2x256x32xf32, 1> into memref<512x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<512x32xf32, 1>) outs(%columns0 : memref<32x512xf32, 1>) {
        ^bb0(%e_11: f32, %e_12: f32):
        linalg.yield %e_11 : f32
      }
      %x_13 = arith.cmpi eq, %l_1, %t4 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 512] : memref<32x512xf32, 1> into memref<2x16x512xf32, 1>
      %part_15 = memref.subview %split_14[0, %t4, 0] [2, 1, 512] [1, 1, 1] : memref<2x16x512xf32, 1> to memref<2x512xf32, strided<[8192, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<2x512xf32, strided<[8192, 1], offset: ?>, 1>) outs(%totals0 : memref<2x512xf64, 1>) {
        ^bb0(%e_16: f32, %e_17: f64):
        %x_18 = arith.extf %e_16 : f32 to f64
        linalg.yield %x_18 : f64
      }
      scf.for %l_19 = %t3 to %t6 step %t3 {
        %part_20 = memref.subview %split_14[0, %l_19, 0] [2, 1, 512] [1, 1, 1] : memref<2x16x512xf32, 1> to memref<2x512xf32, strided<[8192, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_20, %totals0 : memref<2x512xf32, strided<[8192, 1], offset: ?>, 1>, memref<2x512xf64, 1>) {
          ^bb0(%e_21: f32, %e_22: f64):
          %x_23 = arith.extf %e_21 : f32 to f64
          %cst_24 = arith.constant 0 : i8
          %add_25 = arith.addf %e_22, %x_23 : f64
          %x_26 = arith.truncf %add_25 : f64 to f32
          linalg.yield %x_26, %add_25 : f32, f64
        }
      }
      scf.for %l_27 = %t3 to %t1 step %t3 {
        %x_28 = arith.subi %l_27, %t3 : index
        %part_29 = memref.subview %totals0[%x_28, 0] [1, 512] [1, 1] : memref<2x512xf64, 1> to memref<512xf64, strided<[1], offset: ?>, 1>
        %part_30 = memref.subview %totals0[%l_27, 0] [1, 512] [1, 1] : memref<2x512xf64, 1> to memref<512xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_29 : memref<512xf64, strided<[1], offset: ?>, 1>) outs(%part_30 : memref<512xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_31: f64, %e_32: f64):
          %cst_33 = arith.constant 0 : i8
          %add_34 = arith.addf %e_31, %e_32 : f64
          linalg.yield %add_34 : f64
        }
      }
      %part_35 = memref.subview %totals0[0, 0] [1, 512] [1, 1] : memref<2x512xf64, 1> to memref<1x512xf64, strided<[512, 1]>, 1>
      %split_36 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 512] : memref<32x512xf32, 1> into memref<2x16x512xf32, 1>
      %part_37 = memref.subview %split_36[1, 0, 0] [1, 16, 512] [1, 1, 1] : memref<2x16x512xf32, 1> to memref<1x16x512xf32, strided<[8192, 512, 1], offset: 8192>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_35 : memref<1x512xf64, strided<[512, 1]>, 1>) outs(%part_37 : memref<1x16x512xf32, strided<[8192, 512, 1], offset: 8192>, 1>) {
        ^bb0(%e_38: f64, %e_39: f32):
        %x_40 = arith.extf %e_39 : f32 to f64
        %cst_41 = arith.constant 0 : i8
        %add_42 = arith.addf %e_38, %x_40 : f64
        %x_43 = arith.truncf %add_42 : f64 to f32
        linalg.yield %x_43 : f32
      }
      %part_44 = memref.subview %totals0[%t3, 0] [1, 512] [1, 1] : memref<2x512xf64, 1> to memref<512xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_44 : memref<512xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<512xf64, 1>) {
        ^bb0(%e_45: f64, %e_46: f64):
        linalg.yield %e_45 : f64
      }
      %split_47 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 256, 32] : memref<2x8192xf32, 1> into memref<2x256x32xf32, 1>
      %joined_48 = memref.collapse_shape %split_47 [[0, 1], [2]] : memref<2x256x32xf32, 1> into memref<512x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x512xf32, 1>) outs(%joined_48 : memref<512x32xf32, 1>) {
        ^bb0(%e_49: f32, %e_50: f32):
        linalg.yield %e_49 : f32
      }
      %split_51 = memref.expand_shape %carry0 [[0, 1]] output_shape [2, 256] : memref<512xf64, 1> into memref<2x256xf64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_51 : memref<2x256xf64, 1>) outs(%sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_52: f64, %e_53: f64):
        linalg.yield %e_52 : f64
      }
      %x_54 = arith.constant true
      %x_55 = arith.xori %x_13, %x_54 : i1
      scf.if %x_55 {
        %part_56 = memref.subview %sums0[0, 0] [2, 1] [1, 1] : memref<2x256xf64, 1> to memref<2xf64, strided<[256]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<2xf64, 1>) outs(%part_56 : memref<2xf64, strided<[256]>, 1>) {
          ^bb0(%e_57: f64, %e_58: f64):
          %cst_59 = arith.constant 0 : i8
          %add_60 = arith.addf %e_57, %e_58 : f64
          linalg.yield %add_60 : f64
        }
        %split_61 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 256, 32] : memref<2x8192xf32, 1> into memref<2x256x32xf32, 1>
        %part_62 = memref.subview %split_61[0, 0, 0] [2, 1, 32] [1, 1, 1] : memref<2x256x32xf32, 1> to memref<2x1x32xf32, strided<[8192, 32, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<2xf64, 1>) outs(%part_62 : memref<2x1x32xf32, strided<[8192, 32, 1]>, 1>) {
          ^bb0(%e_63: f64, %e_64: f32):
          %x_65 = arith.extf %e_64 : f32 to f64
          %cst_66 = arith.constant 0 : i8
          %add_67 = arith.addf %e_63, %x_65 : f64
          %x_68 = arith.truncf %add_67 : f64 to f32
          linalg.yield %x_68 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x256xf64, 1>) outs(%other_sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_69: f64, %e_70: f64):
        linalg.yield %e_69 : f64
      }
      %part_71 = memref.subview %sums0[0, 0] [2, 255] [1, 1] : memref<2x256xf64, 1> to memref<2x255xf64, strided<[256, 1]>, 1>
      %part_72 = memref.subview %other_sums0[0, 1] [2, 255] [1, 1] : memref<2x256xf64, 1> to memref<2x255xf64, strided<[256, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_71 : memref<2x255xf64, strided<[256, 1]>, 1>) outs(%part_72 : memref<2x255xf64, strided<[256, 1], offset: 1>, 1>) {
        ^bb0(%e_73: f64, %e_74: f64):
        %cst_75 = arith.constant 0 : i8
        %add_76 = arith.addf %e_73, %e_74 : f64
        linalg.yield %add_76 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x256xf64, 1>) outs(%sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_77: f64, %e_78: f64):
        linalg.yield %e_77 : f64
      }
      %part_79 = memref.subview %other_sums0[0, 0] [2, 254] [1, 1] : memref<2x256xf64, 1> to memref<2x254xf64, strided<[256, 1]>, 1>
      %part_80 = memref.subview %sums0[0, 2] [2, 254] [1, 1] : memref<2x256xf64, 1> to memref<2x254xf64, strided<[256, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_79 : memref<2x254xf64, strided<[256, 1]>, 1>) outs(%part_80 : memref<2x254xf64, strided<[256, 1], offset: 2>, 1>) {
        ^bb0(%e_81: f64, %e_82: f64):
        %cst_83 = arith.constant 0 : i8
        %add_84 = arith.addf %e_81, %e_82 : f64
        linalg.yield %add_84 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x256xf64, 1>) outs(%other_sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_85: f64, %e_86: f64):
        linalg.yield %e_85 : f64
      }
      %part_87 = memref.subview %sums0[0, 0] [2, 252] [1, 1] : memref<2x256xf64, 1> to memref<2x252xf64, strided<[256, 1]>, 1>
      %part_88 = memref.subview %other_sums0[0, 4] [2, 252] [1, 1] : memref<2x256xf64, 1> to memref<2x252xf64, strided<[256, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_87 : memref<2x252xf64, strided<[256, 1]>, 1>) outs(%part_88 : memref<2x252xf64, strided<[256, 1], offset: 4>, 1>) {
        ^bb0(%e_89: f64, %e_90: f64):
        %cst_91 = arith.constant 0 : i8
        %add_92 = arith.addf %e_89, %e_90 : f64
        linalg.yield %add_92 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x256xf64, 1>) outs(%sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_93: f64, %e_94: f64):
        linalg.yield %e_93 : f64
      }
      %part_95 = memref.subview %other_sums0[0, 0] [2, 248] [1, 1] : memref<2x256xf64, 1> to memref<2x248xf64, strided<[256, 1]>, 1>
      %part_96 = memref.subview %sums0[0, 8] [2, 248] [1, 1] : memref<2x256xf64, 1> to memref<2x248xf64, strided<[256, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_95 : memref<2x248xf64, strided<[256, 1]>, 1>) outs(%part_96 : memref<2x248xf64, strided<[256, 1], offset: 8>, 1>) {
        ^bb0(%e_97: f64, %e_98: f64):
        %cst_99 = arith.constant 0 : i8
        %add_100 = arith.addf %e_97, %e_98 : f64
        linalg.yield %add_100 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x256xf64, 1>) outs(%other_sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_101: f64, %e_102: f64):
        linalg.yield %e_101 : f64
      }
      %part_103 = memref.subview %sums0[0, 0] [2, 240] [1, 1] : memref<2x256xf64, 1> to memref<2x240xf64, strided<[256, 1]>, 1>
      %part_104 = memref.subview %other_sums0[0, 16] [2, 240] [1, 1] : memref<2x256xf64, 1> to memref<2x240xf64, strided<[256, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_103 : memref<2x240xf64, strided<[256, 1]>, 1>) outs(%part_104 : memref<2x240xf64, strided<[256, 1], offset: 16>, 1>) {
        ^bb0(%e_105: f64, %e_106: f64):
        %cst_107 = arith.constant 0 : i8
        %add_108 = arith.addf %e_105, %e_106 : f64
        linalg.yield %add_108 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x256xf64, 1>) outs(%sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_109: f64, %e_110: f64):
        linalg.yield %e_109 : f64
      }
      %part_111 = memref.subview %other_sums0[0, 0] [2, 224] [1, 1] : memref<2x256xf64, 1> to memref<2x224xf64, strided<[256, 1]>, 1>
      %part_112 = memref.subview %sums0[0, 32] [2, 224] [1, 1] : memref<2x256xf64, 1> to memref<2x224xf64, strided<[256, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_111 : memref<2x224xf64, strided<[256, 1]>, 1>) outs(%part_112 : memref<2x224xf64, strided<[256, 1], offset: 32>, 1>) {
        ^bb0(%e_113: f64, %e_114: f64):
        %cst_115 = arith.constant 0 : i8
        %add_116 = arith.addf %e_113, %e_114 : f64
        linalg.yield %add_116 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x256xf64, 1>) outs(%other_sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_117: f64, %e_118: f64):
        linalg.yield %e_117 : f64
      }
      %part_119 = memref.subview %sums0[0, 0] [2, 192] [1, 1] : memref<2x256xf64, 1> to memref<2x192xf64, strided<[256, 1]>, 1>
      %part_120 = memref.subview %other_sums0[0, 64] [2, 192] [1, 1] : memref<2x256xf64, 1> to memref<2x192xf64, strided<[256, 1], offset: 64>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_119 : memref<2x192xf64, strided<[256, 1]>, 1>) outs(%part_120 : memref<2x192xf64, strided<[256, 1], offset: 64>, 1>) {
        ^bb0(%e_121: f64, %e_122: f64):
        %cst_123 = arith.constant 0 : i8
        %add_124 = arith.addf %e_121, %e_122 : f64
        linalg.yield %add_124 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x256xf64, 1>) outs(%sums0 : memref<2x256xf64, 1>) {
        ^bb0(%e_125: f64, %e_126: f64):
        linalg.yield %e_125 : f64
      }
      %part_127 = memref.subview %other_sums0[0, 0] [2, 128] [1, 1] : memref<2x256xf64, 1> to memref<2x128xf64, strided<[256, 1]>, 1>
      %part_128 = memref.subview %sums0[0, 128] [2, 128] [1, 1] : memref<2x256xf64, 1> to memref<2x128xf64, strided<[256, 1], offset: 128>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_127 : memref<2x128xf64, strided<[256, 1]>, 1>) outs(%part_128 : memref<2x128xf64, strided<[256, 1], offset: 128>, 1>) {
        ^bb0(%e_129: f64, %e_130: f64):
        %cst_131 = arith.constant 0 : i8
        %add_132 = arith.addf %e_129, %e_130 : f64
        linalg.yield %add_132 : f64
      }
      %part_133 = memref.subview %sums0[0, 0] [2, 255] [1, 1] : memref<2x256xf64, 1> to memref<2x255xf64, strided<[256, 1]>, 1>
      %split_134 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 256, 32] : memref<2x8192xf32, 1> into memref<2x256x32xf32, 1>
      %part_135 = memref.subview %split_134[0, 1, 0] [2, 255, 32] [1, 1, 1] : memref<2x256x32xf32, 1> to memref<2x255x32xf32, strided<[8192, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_133 : memref<2x255xf64, strided<[256, 1]>, 1>) outs(%part_135 : memref<2x255x32xf32, strided<[8192, 32, 1], offset: 32>, 1>) {
        ^bb0(%e_136: f64, %e_137: f32):
        %x_138 = arith.extf %e_137 : f32 to f64
        %cst_139 = arith.constant 0 : i8
        %add_140 = arith.addf %e_136, %x_138 : f64
        %x_141 = arith.truncf %add_140 : f64 to f32
        linalg.yield %x_141 : f32
      }
      %part_142 = memref.subview %sums0[0, 255] [2, 1] [1, 1] : memref<2x256xf64, 1> to memref<2xf64, strided<[256], offset: 255>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_142 : memref<2xf64, strided<[256], offset: 255>, 1>) outs(%row_carry0 : memref<2xf64, 1>) {
        ^bb0(%e_143: f64, %e_144: f64):
        linalg.yield %e_143 : f64
      }
      %view_145 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<10000xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_145) : (memref<2x8192xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
