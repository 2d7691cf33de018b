// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<165xf32>, %Y0: memref<165xf32>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 33 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 8 : index
  %t6 = arith.constant 64 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x16xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf64, 1>
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
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<16x32xf32, 1>) outs(%columns0 : memref<32x16xf32, 1>) {
        ^bb0(%e_11: f32, %e_12: f32):
        linalg.yield %e_11 : f32
      }
      %x_13 = arith.cmpi eq, %l_1, %t4 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %part_15 = memref.subview %split_14[0, %t4, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>) outs(%totals0 : memref<2x16xf64, 1>) {
        ^bb0(%e_16: f32, %e_17: f64):
        %x_18 = arith.extf %e_16 : f32 to f64
        linalg.yield %x_18 : f64
      }
      scf.for %l_19 = %t3 to %t7 step %t3 {
        %part_20 = memref.subview %split_14[0, %l_19, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_20, %totals0 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>, memref<2x16xf64, 1>) {
          ^bb0(%e_21: f32, %e_22: f64):
          %x_23 = arith.extf %e_21 : f32 to f64
          %cst_24 = arith.constant 0 : i8
          %add_25 = arith.addf %e_22, %x_23 : f64
          %x_26 = arith.truncf %add_25 : f64 to f32
          linalg.yield %x_26, %add_25 : f32, f64
        }
      }
      scf.for %l_27 = %t3 to %t8 step %t3 {
        %x_28 = arith.subi %l_27, %t3 : index
        %part_29 = memref.subview %totals0[%x_28, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
        %part_30 = memref.subview %totals0[%l_27, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_29 : memref<16xf64, strided<[1], offset: ?>, 1>) outs(%part_30 : memref<16xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_31: f64, %e_32: f64):
          %cst_33 = arith.constant 0 : i8
          %add_34 = arith.addf %e_31, %e_32 : f64
          linalg.yield %add_34 : f64
        }
      }
      %part_35 = memref.subview %totals0[0, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<1x16xf64, strided<[16, 1]>, 1>
      %split_36 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %part_37 = memref.subview %split_36[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_35 : memref<1x16xf64, strided<[16, 1]>, 1>) outs(%part_37 : memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>) {
        ^bb0(%e_38: f64, %e_39: f32):
        %x_40 = arith.extf %e_39 : f32 to f64
        %cst_41 = arith.constant 0 : i8
        %add_42 = arith.addf %e_38, %x_40 : f64
        %x_43 = arith.truncf %add_42 : f64 to f32
        linalg.yield %x_43 : f32
      }
      %part_44 = memref.subview %totals0[%t3, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_44 : memref<16xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<16xf64, 1>) {
        ^bb0(%e_45: f64, %e_46: f64):
        linalg.yield %e_45 : f64
      }
      %split_47 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %joined_48 = memref.collapse_shape %split_47 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x16xf32, 1>) outs(%joined_48 : memref<16x32xf32, 1>) {
        ^bb0(%e_49: f32, %e_50: f32):
        linalg.yield %e_49 : f32
      }
      %split_51 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 2] : memref<16xf64, 1> into memref<8x2xf64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_51 : memref<8x2xf64, 1>) outs(%sums0 : memref<8x2xf64, 1>) {
        ^bb0(%e_52: f64, %e_53: f64):
        linalg.yield %e_52 : f64
      }
      %x_54 = arith.constant true
      %x_55 = arith.xori %x_13, %x_54 : i1
      scf.if %x_55 {
        %part_56 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8xf64, strided<[2]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%part_56 : memref<8xf64, strided<[2]>, 1>) {
          ^bb0(%e_57: f64, %e_58: f64):
          %cst_59 = arith.constant 0 : i8
          %add_60 = arith.addf %e_57, %e_58 : f64
          linalg.yield %add_60 : f64
        }
        %split_61 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
        %part_62 = memref.subview %split_61[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%part_62 : memref<8x1x32xf32, strided<[64, 32, 1]>, 1>) {
          ^bb0(%e_63: f64, %e_64: f32):
          %x_65 = arith.extf %e_64 : f32 to f64
          %cst_66 = arith.constant 0 : i8
          %add_67 = arith.addf %e_63, %x_65 : f64
          %x_68 = arith.truncf %add_67 : f64 to f32
          linalg.yield %x_68 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x2xf64, 1>) outs(%other_sums0 : memref<8x2xf64, 1>) {
        ^bb0(%e_69: f64, %e_70: f64):
        linalg.yield %e_69 : f64
      }
      %part_71 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1]>, 1>
      %part_72 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_71 : memref<8x1xf64, strided<[2, 1]>, 1>) outs(%part_72 : memref<8x1xf64, strided<[2, 1], offset: 1>, 1>) {
        ^bb0(%e_73: f64, %e_74: f64):
        %cst_75 = arith.constant 0 : i8
        %add_76 = arith.addf %e_73, %e_74 : f64
        linalg.yield %add_76 : f64
      }
      %part_77 = memref.subview %other_sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1]>, 1>
      %split_78 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %part_79 = memref.subview %split_78[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_77 : memref<8x1xf64, strided<[2, 1]>, 1>) outs(%part_79 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>) {
        ^bb0(%e_80: f64, %e_81: f32):
        %x_82 = arith.extf %e_81 : f32 to f64
        %cst_83 = arith.constant 0 : i8
        %add_84 = arith.addf %e_80, %x_82 : f64
        %x_85 = arith.truncf %add_84 : f64 to f32
        linalg.yield %x_85 : f32
      }
      %part_86 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8xf64, strided<[2], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_86 : memref<8xf64, strided<[2], offset: 1>, 1>) outs(%row_carry0 : memref<8xf64, 1>) {
        ^bb0(%e_87: f64, %e_88: f64):
        linalg.yield %e_87 : f64
      }
      %view_89 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_89) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
