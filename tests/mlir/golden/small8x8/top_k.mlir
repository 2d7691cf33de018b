// npu_fused_topk: pointwise
func.func @npu_fused_topk(%in_ptr0: memref<305xf32>, %out_ptr0: memref<305xi64>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %c61 = arith.constant 61 : index
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant -1 : i64
  %k_3 = arith.constant 32 : i64
  %k_4 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x64xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x64xi64, 1>
  scf.for %P0 = %c0 to %c5 step %c1 {
    %x = arith.muli %P0, %c61 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [1, 61], strides: [61, 1] : memref<305xf32> to memref<1x61xf32, strided<[61, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x61xf32, strided<[61, 1], offset: ?>>, memref<1x64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<1x64xf32, 1>) outs(%out : memref<1x64xi64, 1>) {
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
        %xor_1 = arith.xori %cvt, %k_2 : i64  // bitwise_not
        %shl = arith.shli %xor_1, %k_3 : i64  // bitwise_left_shift
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i32
        %mul = arith.muli %k_4, %i : i32  // index
        %cvt_1 = arith.extsi %mul : i32 to i64  // index
        %and = arith.andi %eq, %lt : i1  // and_
        %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
        %add = arith.addi %cvt_1, %cvt_2 : i64
        %add_1 = arith.addi %shl, %add : i64
        linalg.yield %add_1 : i64
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [1, 61], strides: [61, 1] : memref<305xi64> to memref<1x61xi64, strided<[61, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<1x64xi64, 1>, memref<1x61xi64, strided<[61, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @npu_fused_topk (%X0: memref<305xi64>, %Y0: memref<40xi64>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 61 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 8 : index
  %t5 = arith.constant 16 : index
  %t6 = arith.constant 1 : index
  %t7 = arith.constant 2 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x16xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x8xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x8xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t4 {
    %x_1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x_1 : i64) outs(%best_columns0 : memref<8x8xi64, 1>)
    scf.for %l_2 = %t3 to %t2 step %t5 {
      %x_3 = arith.subi %t1, %l_0 : index
      %x_4 = arith.minsi %x_3, %t4 : index
      %x_5 = arith.subi %t2, %l_2 : index
      %x_6 = arith.minsi %x_5, %t5 : index
      %x_7 = arith.maxsi %x_6, %t3 : index
      %x_8 = arith.muli %l_0, %t2 : index
      %x_9 = arith.addi %x_8, %l_2 : index
      %view_10 = memref.reinterpret_cast %X0 to offset: [%x_9], sizes: [%x_4, %x_7], strides: [%t2, 1] : memref<305xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<8x16xi64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e_11: i64, %e_12: i64):
        linalg.yield %e_11 : i64
      }
      %x_13 = arith.constant true
      scf.for %l_14 = %t3 to %t5 step %t4 {
        %x_15 = arith.select %x_13, %t6, %t3 : index
        %x_16 = arith.select %x_13, %t3, %t6 : index
        %part_17 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_18 = memref.expand_shape %part_17 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
        %part_19 = memref.subview %split_18[0, %x_15, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %part_20 = memref.subview %split_18[0, %x_16, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_19, %part_20 : memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_21: i64, %e_22: i64):
          %x_23 = arith.minsi %e_21, %e_22 : i64
          %x_24 = arith.maxsi %e_21, %e_22 : i64
          linalg.yield %x_23, %x_24 : i64, i64
        }
        %x_25 = arith.select %x_13, %t6, %t3 : index
        %x_26 = arith.select %x_13, %t3, %t6 : index
        %part_27 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_28 = memref.expand_shape %part_27 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %part_29 = memref.subview %split_28[0, %x_25, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %part_30 = memref.subview %split_28[0, %x_26, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_29, %part_30 : memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_31: i64, %e_32: i64):
          %x_33 = arith.minsi %e_31, %e_32 : i64
          %x_34 = arith.maxsi %e_31, %e_32 : i64
          linalg.yield %x_33, %x_34 : i64, i64
        }
        %x_35 = arith.select %x_13, %t7, %t6 : index
        %x_36 = arith.select %x_13, %t6, %t7 : index
        %part_37 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_38 = memref.expand_shape %part_37 [[0, 1, 2], [3]] output_shape [2, 4, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %part_39 = memref.subview %split_38[0, %x_35, 0, 0] [2, 1, 1, 8] [1, 2, 1, 1] : memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %part_40 = memref.subview %split_38[0, %x_36, 0, 0] [2, 1, 1, 8] [1, 2, 1, 1] : memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_39, %part_40 : memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_41: i64, %e_42: i64):
          %x_43 = arith.minsi %e_41, %e_42 : i64
          %x_44 = arith.maxsi %e_41, %e_42 : i64
          linalg.yield %x_43, %x_44 : i64, i64
        }
        %x_45 = arith.select %x_13, %t6, %t3 : index
        %x_46 = arith.select %x_13, %t3, %t6 : index
        %part_47 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_48 = memref.expand_shape %part_47 [[0, 1, 2], [3]] output_shape [1, 2, 4, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %part_49 = memref.subview %split_48[0, %x_45, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
        %part_50 = memref.subview %split_48[0, %x_46, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_49, %part_50 : memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_51: i64, %e_52: i64):
          %x_53 = arith.minsi %e_51, %e_52 : i64
          %x_54 = arith.maxsi %e_51, %e_52 : i64
          linalg.yield %x_53, %x_54 : i64, i64
        }
        %x_55 = arith.select %x_13, %t7, %t6 : index
        %x_56 = arith.select %x_13, %t6, %t7 : index
        %part_57 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_58 = memref.expand_shape %part_57 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %part_59 = memref.subview %split_58[0, %x_55, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %part_60 = memref.subview %split_58[0, %x_56, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_59, %part_60 : memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_61: i64, %e_62: i64):
          %x_63 = arith.minsi %e_61, %e_62 : i64
          %x_64 = arith.maxsi %e_61, %e_62 : i64
          linalg.yield %x_63, %x_64 : i64, i64
        }
        %x_65 = arith.select %x_13, %t7, %t6 : index
        %x_66 = arith.select %x_13, %t6, %t7 : index
        %part_67 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_68 = memref.expand_shape %part_67 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
        %part_69 = memref.subview %split_68[0, %x_65, 0, 0] [1, 3, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %part_70 = memref.subview %split_68[0, %x_66, 0, 0] [1, 3, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_69, %part_70 : memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_71: i64, %e_72: i64):
          %x_73 = arith.minsi %e_71, %e_72 : i64
          %x_74 = arith.maxsi %e_71, %e_72 : i64
          linalg.yield %x_73, %x_74 : i64, i64
        }
        %part_75 = memref.subview %columns0[%l_14, 0] [8, 8] [1, 1] : memref<16x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_75 : memref<8x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%best_columns0 : memref<8x8xi64, 1>) {
          ^bb0(%e_76: i64, %e_77: i64):
          %x_78 = arith.minsi %e_76, %e_77 : i64
          %x_79 = arith.maxsi %e_76, %e_77 : i64
          linalg.yield %x_78 : i64
        }
        scf.for %l_80 = %t3 to %t4 step %t4 {
          %x_81 = arith.andi %l_80, %t3 : index
          %x_82 = arith.cmpi ne, %x_81, %t3 : index
          %x_83 = arith.select %x_82, %t6, %t3 : index
          %x_84 = arith.select %x_82, %t3, %t6 : index
          %part_85 = memref.subview %best_columns0[%l_80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %split_86 = memref.expand_shape %part_85 [[0, 1, 2], [3]] output_shape [1, 2, 4, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          %part_87 = memref.subview %split_86[0, %x_83, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
          %part_88 = memref.subview %split_86[0, %x_84, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_87, %part_88 : memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>) {
            ^bb0(%e_89: i64, %e_90: i64):
            %x_91 = arith.minsi %e_89, %e_90 : i64
            %x_92 = arith.maxsi %e_89, %e_90 : i64
            linalg.yield %x_91, %x_92 : i64, i64
          }
          %x_93 = arith.select %x_82, %t6, %t3 : index
          %x_94 = arith.select %x_82, %t3, %t6 : index
          %part_95 = memref.subview %best_columns0[%l_80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %split_96 = memref.expand_shape %part_95 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          %part_97 = memref.subview %split_96[0, %x_93, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          %part_98 = memref.subview %split_96[0, %x_94, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_97, %part_98 : memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
            ^bb0(%e_99: i64, %e_100: i64):
            %x_101 = arith.minsi %e_99, %e_100 : i64
            %x_102 = arith.maxsi %e_99, %e_100 : i64
            linalg.yield %x_101, %x_102 : i64, i64
          }
          %x_103 = arith.select %x_82, %t6, %t3 : index
          %x_104 = arith.select %x_82, %t3, %t6 : index
          %part_105 = memref.subview %best_columns0[%l_80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %split_106 = memref.expand_shape %part_105 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
          %part_107 = memref.subview %split_106[0, %x_103, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          %part_108 = memref.subview %split_106[0, %x_104, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_107, %part_108 : memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
            ^bb0(%e_109: i64, %e_110: i64):
            %x_111 = arith.minsi %e_109, %e_110 : i64
            %x_112 = arith.maxsi %e_109, %e_110 : i64
            linalg.yield %x_111, %x_112 : i64, i64
          }
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<8x8xi64, 1>) outs(%best_natural0 : memref<8x8xi64, 1>) {
      ^bb0(%e_113: i64, %e_114: i64):
      linalg.yield %e_113 : i64
    }
    %x_115 = arith.subi %t1, %l_0 : index
    %x_116 = arith.minsi %x_115, %t4 : index
    %x_117 = arith.subi %t4, %t3 : index
    %x_118 = arith.minsi %x_117, %t4 : index
    %x_119 = arith.maxsi %x_118, %t3 : index
    %x_120 = arith.muli %l_0, %t4 : index
    %x_121 = arith.addi %x_120, %t3 : index
    %view_122 = memref.reinterpret_cast %Y0 to offset: [%x_121], sizes: [%x_116, %x_119], strides: [%t4, 1] : memref<40xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %view_122) : (memref<8x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_topk_built_in_function_getitem(%in_ptr0: memref<40xi64>, %out_ptr0: memref<35xf32>, %out_ptr1: memref<35xi64>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant -1 : i64
  %k_4 = arith.constant 0 : i32
  %k_5 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xi64, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 7], strides: [8, 1] : memref<40xi64> to memref<5x7xi64, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x7xi64, strided<[8, 1], offset: 0>>, memref<5x7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<5x7xi64, 1>) outs(%out, %out_1 : memref<5x7xf32, 1>, memref<5x7xi64, 1>) {
    ^bb0(%a: i64, %o: f32, %o_1: i64):
      %and = arith.andi %a, %k : i64
      %and_1 = arith.andi %and, %k_1 : i64
      %eq = arith.cmpi eq, %and_1, %k_1 : i64
      %shr = arith.shrsi %a, %k_2 : i64  // bitwise_right_shift
      %xor = arith.xori %shr, %k_3 : i64  // bitwise_not
      %cvt = arith.trunci %xor : i64 to i32  // to_dtype
      %lt = arith.cmpi slt, %cvt, %k_4 : i32
      %xor_1 = arith.xori %cvt, %k_5 : i32
      %sel = arith.select %lt, %xor_1, %cvt : i32  // where
      %bits = arith.bitcast %sel : i32 to f32  // to_dtype_bitcast
      %sel_1 = arith.select %eq, %cst, %bits : f32  // where
      %shr_1 = arith.shrsi %and, %k_1 : i64  // bitwise_right_shift
      linalg.yield %sel_1, %shr_1 : f32, i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 7], strides: [7, 1] : memref<35xf32> to memref<5x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x7xf32, 1>, memref<5x7xf32, strided<[7, 1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [5, 7], strides: [7, 1] : memref<35xi64> to memref<5x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<5x7xi64, 1>, memref<5x7xi64, strided<[7, 1], offset: 0>>) -> ()
  return
}
