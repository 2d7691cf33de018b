// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<165xf32>, %out_ptr0: memref<165xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x5xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [33, 5], strides: [5, 1] : memref<165xf32> to memref<33x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<33x5xf32, strided<[5, 1], offset: 0>>, memref<48x5xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<48x5xf32, 1>) outs(%out : memref<5x48xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 33], strides: [33, 1] : memref<165xf32> to memref<5x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x48xf32, 1>, memref<5x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<165xf32>, %Y0: memref<165xf32>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 33 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 8 : index
  %t6 = arith.constant 64 : index
  %t7 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x256xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x256xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<256xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xf64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x32xf64, 1>
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
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<8x32x2xf32, 1> into memref<256x2xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<256x2xf32, 1>) outs(%columns0 : memref<2x256xf32, 1>) {
        ^bb0(%e_11: f32, %e_12: f32):
        linalg.yield %e_11 : f32
      }
      %x_13 = arith.cmpi eq, %l_1, %t4 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 2, 256] : memref<2x256xf32, 1> into memref<1x2x256xf32, 1>
      %part_15 = memref.subview %split_14[0, %t4, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xf32, 1> to memref<1x256xf32, strided<[512, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<1x256xf32, strided<[512, 1], offset: ?>, 1>) outs(%totals0 : memref<1x256xf64, 1>) {
        ^bb0(%e_16: f32, %e_17: f64):
        %x_18 = arith.extf %e_16 : f32 to f64
        linalg.yield %x_18 : f64
      }
      scf.for %l_19 = %t3 to %t7 step %t3 {
        %part_20 = memref.subview %split_14[0, %l_19, 0] [1, 1, 256] [1, 1, 1] : memref<1x2x256xf32, 1> to memref<1x256xf32, strided<[512, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_20, %totals0 : memref<1x256xf32, strided<[512, 1], offset: ?>, 1>, memref<1x256xf64, 1>) {
          ^bb0(%e_21: f32, %e_22: f64):
          %x_23 = arith.extf %e_21 : f32 to f64
          %cst_24 = arith.constant 0 : i8
          %add_25 = arith.addf %e_22, %x_23 : f64
          %x_26 = arith.truncf %add_25 : f64 to f32
          linalg.yield %x_26, %add_25 : f32, f64
        }
      }
      %part_27 = memref.subview %totals0[%t4, 0] [1, 256] [1, 1] : memref<1x256xf64, 1> to memref<256xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_27 : memref<256xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<256xf64, 1>) {
        ^bb0(%e_28: f64, %e_29: f64):
        linalg.yield %e_28 : f64
      }
      %split_30 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %joined_31 = memref.collapse_shape %split_30 [[0, 1], [2]] : memref<8x32x2xf32, 1> into memref<256x2xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<2x256xf32, 1>) outs(%joined_31 : memref<256x2xf32, 1>) {
        ^bb0(%e_32: f32, %e_33: f32):
        linalg.yield %e_32 : f32
      }
      %split_34 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 32] : memref<256xf64, 1> into memref<8x32xf64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_34 : memref<8x32xf64, 1>) outs(%sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_35: f64, %e_36: f64):
        linalg.yield %e_35 : f64
      }
      %x_37 = arith.constant true
      %x_38 = arith.xori %x_13, %x_37 : i1
      scf.if %x_38 {
        %part_39 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x32xf64, 1> to memref<8xf64, strided<[32]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%part_39 : memref<8xf64, strided<[32]>, 1>) {
          ^bb0(%e_40: f64, %e_41: f64):
          %cst_42 = arith.constant 0 : i8
          %add_43 = arith.addf %e_40, %e_41 : f64
          linalg.yield %add_43 : f64
        }
        %split_44 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
        %part_45 = memref.subview %split_44[0, 0, 0] [8, 1, 2] [1, 1, 1] : memref<8x32x2xf32, 1> to memref<8x1x2xf32, strided<[64, 2, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%part_45 : memref<8x1x2xf32, strided<[64, 2, 1]>, 1>) {
          ^bb0(%e_46: f64, %e_47: f32):
          %x_48 = arith.extf %e_47 : f32 to f64
          %cst_49 = arith.constant 0 : i8
          %add_50 = arith.addf %e_46, %x_48 : f64
          %x_51 = arith.truncf %add_50 : f64 to f32
          linalg.yield %x_51 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf64, 1>) outs(%other_sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_52: f64, %e_53: f64):
        linalg.yield %e_52 : f64
      }
      %part_54 = memref.subview %sums0[0, 0] [8, 31] [1, 1] : memref<8x32xf64, 1> to memref<8x31xf64, strided<[32, 1]>, 1>
      %part_55 = memref.subview %other_sums0[0, 1] [8, 31] [1, 1] : memref<8x32xf64, 1> to memref<8x31xf64, strided<[32, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_54 : memref<8x31xf64, strided<[32, 1]>, 1>) outs(%part_55 : memref<8x31xf64, strided<[32, 1], offset: 1>, 1>) {
        ^bb0(%e_56: f64, %e_57: f64):
        %cst_58 = arith.constant 0 : i8
        %add_59 = arith.addf %e_56, %e_57 : f64
        linalg.yield %add_59 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<8x32xf64, 1>) outs(%sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_60: f64, %e_61: f64):
        linalg.yield %e_60 : f64
      }
      %part_62 = memref.subview %other_sums0[0, 0] [8, 30] [1, 1] : memref<8x32xf64, 1> to memref<8x30xf64, strided<[32, 1]>, 1>
      %part_63 = memref.subview %sums0[0, 2] [8, 30] [1, 1] : memref<8x32xf64, 1> to memref<8x30xf64, strided<[32, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_62 : memref<8x30xf64, strided<[32, 1]>, 1>) outs(%part_63 : memref<8x30xf64, strided<[32, 1], offset: 2>, 1>) {
        ^bb0(%e_64: f64, %e_65: f64):
        %cst_66 = arith.constant 0 : i8
        %add_67 = arith.addf %e_64, %e_65 : f64
        linalg.yield %add_67 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf64, 1>) outs(%other_sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_68: f64, %e_69: f64):
        linalg.yield %e_68 : f64
      }
      %part_70 = memref.subview %sums0[0, 0] [8, 28] [1, 1] : memref<8x32xf64, 1> to memref<8x28xf64, strided<[32, 1]>, 1>
      %part_71 = memref.subview %other_sums0[0, 4] [8, 28] [1, 1] : memref<8x32xf64, 1> to memref<8x28xf64, strided<[32, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_70 : memref<8x28xf64, strided<[32, 1]>, 1>) outs(%part_71 : memref<8x28xf64, strided<[32, 1], offset: 4>, 1>) {
        ^bb0(%e_72: f64, %e_73: f64):
        %cst_74 = arith.constant 0 : i8
        %add_75 = arith.addf %e_72, %e_73 : f64
        linalg.yield %add_75 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<8x32xf64, 1>) outs(%sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_76: f64, %e_77: f64):
        linalg.yield %e_76 : f64
      }
      %part_78 = memref.subview %other_sums0[0, 0] [8, 24] [1, 1] : memref<8x32xf64, 1> to memref<8x24xf64, strided<[32, 1]>, 1>
      %part_79 = memref.subview %sums0[0, 8] [8, 24] [1, 1] : memref<8x32xf64, 1> to memref<8x24xf64, strided<[32, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_78 : memref<8x24xf64, strided<[32, 1]>, 1>) outs(%part_79 : memref<8x24xf64, strided<[32, 1], offset: 8>, 1>) {
        ^bb0(%e_80: f64, %e_81: f64):
        %cst_82 = arith.constant 0 : i8
        %add_83 = arith.addf %e_80, %e_81 : f64
        linalg.yield %add_83 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x32xf64, 1>) outs(%other_sums0 : memref<8x32xf64, 1>) {
        ^bb0(%e_84: f64, %e_85: f64):
        linalg.yield %e_84 : f64
      }
      %part_86 = memref.subview %sums0[0, 0] [8, 16] [1, 1] : memref<8x32xf64, 1> to memref<8x16xf64, strided<[32, 1]>, 1>
      %part_87 = memref.subview %other_sums0[0, 16] [8, 16] [1, 1] : memref<8x32xf64, 1> to memref<8x16xf64, strided<[32, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_86 : memref<8x16xf64, strided<[32, 1]>, 1>) outs(%part_87 : memref<8x16xf64, strided<[32, 1], offset: 16>, 1>) {
        ^bb0(%e_88: f64, %e_89: f64):
        %cst_90 = arith.constant 0 : i8
        %add_91 = arith.addf %e_88, %e_89 : f64
        linalg.yield %add_91 : f64
      }
      %part_92 = memref.subview %other_sums0[0, 0] [8, 31] [1, 1] : memref<8x32xf64, 1> to memref<8x31xf64, strided<[32, 1]>, 1>
      %split_93 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 32, 2] : memref<8x64xf32, 1> into memref<8x32x2xf32, 1>
      %part_94 = memref.subview %split_93[0, 1, 0] [8, 31, 2] [1, 1, 1] : memref<8x32x2xf32, 1> to memref<8x31x2xf32, strided<[64, 2, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_92 : memref<8x31xf64, strided<[32, 1]>, 1>) outs(%part_94 : memref<8x31x2xf32, strided<[64, 2, 1], offset: 2>, 1>) {
        ^bb0(%e_95: f64, %e_96: f32):
        %x_97 = arith.extf %e_96 : f32 to f64
        %cst_98 = arith.constant 0 : i8
        %add_99 = arith.addf %e_95, %x_97 : f64
        %x_100 = arith.truncf %add_99 : f64 to f32
        linalg.yield %x_100 : f32
      }
      %part_101 = memref.subview %other_sums0[0, 31] [8, 1] [1, 1] : memref<8x32xf64, 1> to memref<8xf64, strided<[32], offset: 31>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_101 : memref<8xf64, strided<[32], offset: 31>, 1>) outs(%row_carry0 : memref<8xf64, 1>) {
        ^bb0(%e_102: f64, %e_103: f64):
        linalg.yield %e_102 : f64
      }
      %view_104 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_104) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<165xf32>, %out_ptr0: memref<165xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x33xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x5xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 33], strides: [33, 1] : memref<165xf32> to memref<5x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x33xf32, strided<[33, 1], offset: 0>>, memref<5x33xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<5x33xf32, 1>) outs(%out : memref<33x5xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [33, 5], strides: [5, 1] : memref<165xf32> to memref<33x5xf32, strided<[5, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<33x5xf32, 1>, memref<33x5xf32, strided<[5, 1], offset: 0>>) -> ()
  return
}
