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
  %t6 = arith.constant 4 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xf32, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xf32, 1>
  %totals1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf32, 1>
  %carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 2 : i64} : () -> memref<8x4xf32, 1>
  %natural1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 2 : i64} : () -> memref<8x4xi64, 1>
  scf.for %l_0 = %t4 to %t1 step %t5 {
    scf.for %l_1 = %t4 to %t2 step %t6 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t5 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t6 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<8x4xf32, 1>) -> ()
      %view_9 = memref.reinterpret_cast %X1 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_9, %natural1) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<8x4xi64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<8x4xf32, 1>) outs(%columns0 : memref<4x8xf32, 1>) {
        ^bb0(%e_10: f32, %e_11: f32):
        linalg.yield %e_10 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural1 : memref<8x4xi64, 1>) outs(%columns1 : memref<4x8xi64, 1>) {
        ^bb0(%e_12: i64, %e_13: i64):
        linalg.yield %e_12 : i64
      }
      %x_14 = arith.cmpi eq, %l_1, %t4 : index
      %split_15 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 4, 8] : memref<4x8xf32, 1> into memref<1x4x8xf32, 1>
      %split_16 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [1, 4, 8] : memref<4x8xi64, 1> into memref<1x4x8xi64, 1>
      %part_17 = memref.subview %split_15[0, %t4, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xf32, 1> to memref<1x8xf32, strided<[32, 1], offset: ?>, 1>
      %part_18 = memref.subview %split_16[0, %t4, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xi64, 1> to memref<1x8xi64, strided<[32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_17 : memref<1x8xf32, strided<[32, 1], offset: ?>, 1>) outs(%totals0 : memref<1x8xf32, 1>) {
        ^bb0(%e_19: f32, %e_20: f32):
        linalg.yield %e_19 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_18 : memref<1x8xi64, strided<[32, 1], offset: ?>, 1>) outs(%totals1 : memref<1x8xi64, 1>) {
        ^bb0(%e_21: i64, %e_22: i64):
        linalg.yield %e_21 : i64
      }
      scf.for %l_23 = %t3 to %t6 step %t3 {
        %part_24 = memref.subview %split_15[0, %l_23, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xf32, 1> to memref<1x8xf32, strided<[32, 1], offset: ?>, 1>
        %part_25 = memref.subview %split_16[0, %l_23, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xi64, 1> to memref<1x8xi64, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_24, %part_25, %totals0, %totals1 : memref<1x8xf32, strided<[32, 1], offset: ?>, 1>, memref<1x8xi64, strided<[32, 1], offset: ?>, 1>, memref<1x8xf32, 1>, memref<1x8xi64, 1>) {
          ^bb0(%e_26: f32, %e_27: i64, %e_28: f32, %e_29: i64):
          %cst_30 = arith.constant 0 : i8
          %gt_31 = arith.cmpf ogt, %e_28, %e_26 : f32
          %ne_32 = arith.cmpf une, %e_28, %e_28 : f32
          %ne_33 = arith.cmpf une, %e_26, %e_26 : f32
          %gt_34 = arith.cmpi ugt, %ne_32, %ne_33 : i1
          %or_35 = arith.ori %gt_31, %gt_34 : i1  // logical_or
          %eq_36 = arith.cmpf oeq, %e_28, %e_26 : f32
          %and_37 = arith.andi %ne_32, %ne_33 : i1  // logical_and
          %or_38 = arith.ori %eq_36, %and_37 : i1  // logical_or
          %gt_39 = arith.cmpi sgt, %e_29, %e_27 : i64
          %and_40 = arith.andi %or_38, %gt_39 : i1  // logical_and
          %or_41 = arith.ori %or_35, %and_40 : i1  // logical_or
          %sel_42 = arith.select %or_41, %e_28, %e_26 : f32  // where
          %sel_43 = arith.select %or_41, %e_29, %e_27 : i64  // where
          linalg.yield %sel_42, %sel_43, %sel_42, %sel_43 : f32, i64, f32, i64
        }
      }
      %x_44 = arith.constant true
      %x_45 = arith.xori %x_14, %x_44 : i1
      scf.if %x_45 {
        %part_46 = memref.subview %columns0[%t4, 0] [4, 8] [1, 1] : memref<4x8xf32, 1> to memref<4x8xf32, strided<[8, 1], offset: ?>, 1>
        %part_47 = memref.subview %columns1[%t4, 0] [4, 8] [1, 1] : memref<4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0, %carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_46, %part_47 : memref<4x8xf32, strided<[8, 1], offset: ?>, 1>, memref<4x8xi64, strided<[8, 1], offset: ?>, 1>) {
          ^bb0(%e_48: f32, %e_49: i64, %e_50: f32, %e_51: i64):
          %cst_52 = arith.constant 0 : i8
          %gt_53 = arith.cmpf ogt, %e_48, %e_50 : f32
          %ne_54 = arith.cmpf une, %e_48, %e_48 : f32
          %ne_55 = arith.cmpf une, %e_50, %e_50 : f32
          %gt_56 = arith.cmpi ugt, %ne_54, %ne_55 : i1
          %or_57 = arith.ori %gt_53, %gt_56 : i1  // logical_or
          %eq_58 = arith.cmpf oeq, %e_48, %e_50 : f32
          %and_59 = arith.andi %ne_54, %ne_55 : i1  // logical_and
          %or_60 = arith.ori %eq_58, %and_59 : i1  // logical_or
          %gt_61 = arith.cmpi sgt, %e_49, %e_51 : i64
          %and_62 = arith.andi %or_60, %gt_61 : i1  // logical_and
          %or_63 = arith.ori %or_57, %and_62 : i1  // logical_or
          %sel_64 = arith.select %or_63, %e_48, %e_50 : f32  // where
          %sel_65 = arith.select %or_63, %e_49, %e_51 : i64  // where
          linalg.yield %sel_64, %sel_65 : f32, i64
        }
        %part_66 = memref.subview %totals0[%t4, 0] [1, 8] [1, 1] : memref<1x8xf32, 1> to memref<8xf32, strided<[1], offset: ?>, 1>
        %part_67 = memref.subview %totals1[%t4, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0, %carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%part_66, %part_67 : memref<8xf32, strided<[1], offset: ?>, 1>, memref<8xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_68: f32, %e_69: i64, %e_70: f32, %e_71: i64):
          %cst_72 = arith.constant 0 : i8
          %gt_73 = arith.cmpf ogt, %e_68, %e_70 : f32
          %ne_74 = arith.cmpf une, %e_68, %e_68 : f32
          %ne_75 = arith.cmpf une, %e_70, %e_70 : f32
          %gt_76 = arith.cmpi ugt, %ne_74, %ne_75 : i1
          %or_77 = arith.ori %gt_73, %gt_76 : i1  // logical_or
          %eq_78 = arith.cmpf oeq, %e_68, %e_70 : f32
          %and_79 = arith.andi %ne_74, %ne_75 : i1  // logical_and
          %or_80 = arith.ori %eq_78, %and_79 : i1  // logical_or
          %gt_81 = arith.cmpi sgt, %e_69, %e_71 : i64
          %and_82 = arith.andi %or_80, %gt_81 : i1  // logical_and
          %or_83 = arith.ori %or_77, %and_82 : i1  // logical_or
          %sel_84 = arith.select %or_83, %e_68, %e_70 : f32  // where
          %sel_85 = arith.select %or_83, %e_69, %e_71 : i64  // where
          linalg.yield %sel_84, %sel_85 : f32, i64
        }
      }
      %part_86 = memref.subview %totals0[%t4, 0] [1, 8] [1, 1] : memref<1x8xf32, 1> to memref<8xf32, strided<[1], offset: ?>, 1>
      %part_87 = memref.subview %totals1[%t4, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_86 : memref<8xf32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<8xf32, 1>) {
        ^bb0(%e_88: f32, %e_89: f32):
        linalg.yield %e_88 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_87 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%carry1 : memref<8xi64, 1>) {
        ^bb0(%e_90: i64, %e_91: i64):
        linalg.yield %e_90 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<4x8xf32, 1>) outs(%natural0 : memref<8x4xf32, 1>) {
        ^bb0(%e_92: f32, %e_93: f32):
        linalg.yield %e_92 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<4x8xi64, 1>) outs(%natural1 : memref<8x4xi64, 1>) {
        ^bb0(%e_94: i64, %e_95: i64):
        linalg.yield %e_94 : i64
      }
      %view_96 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_96) : (memref<8x4xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
      %view_97 = memref.reinterpret_cast %Y1 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural1, %view_97) : (memref<8x4xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
