// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xi64>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i64
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x32xi64, 1>
  scf.for %P0 = %c0 to %ks0 step %c1 {
    scf.for %P1 = %c0 to %ks1 step %c32 {
      %x = arith.muli %P0, %ks1 : index
      %x_1 = arith.addi %x, %P1 : index
      %x_2 = arith.muli %P0, %cm1 : index
      %x_3 = arith.addi %x_2, %ks0 : index
      %n_P0 = arith.minsi %x_3, %c1 : index
      %x_4 = arith.muli %P1, %cm1 : index
      %x_5 = arith.addi %x_4, %ks1 : index
      %n_P1 = arith.minsi %x_5, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<1x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<1x32xf32, 1>) outs(%out : memref<1x32xi64, 1>) {
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
          %at_1 = arith.addi %at, %P1 : index
          %i = arith.index_cast %at_1 : index to i64
          %mul = arith.muli %k_3, %i : i64  // index
          %and = arith.andi %eq, %lt : i1  // and_
          %cvt_1 = arith.extui %and : i1 to i64  // to_dtype
          %add = arith.addi %mul, %cvt_1 : i64
          %add_1 = arith.addi %shl, %add : i64
          linalg.yield %add_1 : i64
      }
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%out, %view_1) : (memref<1x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<?xi64>, %Y0: memref<?xi64>, %W0: memref<?xi64>, %ks0: index, %ks1: index) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 32 : index
  %t3 = arith.constant 40 : index
  %t4 = arith.constant 1 : index
  %t5 = arith.constant 16 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 4 : index
  %t8 = arith.constant 15 : index
  %t9 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x64xi64, 1>
  %a0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x8xi64, 1>
  %b0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x8xi64, 1>
  scf.for %l_0 = %t1 to %ks0 step %t2 {
    %x_1 = arith.ceildivsi %ks1, %t2 : index
    %levels_2 = scf.for %bit = %t1 to %t3 step %t4 iter_args(%sum_3 = %t1) -> (index) {
      %x_4 = arith.shli %t4, %bit : index
      %x_5 = arith.cmpi sgt, %x_1, %x_4 : index
      %x_6 = arith.select %x_5, %t4, %t1 : index
      %x_7 = arith.addi %sum_3, %x_6 : index
      scf.yield %x_7 : index
    }
    %x_8 = arith.shli %t4, %levels_2 : index
    %x_9 = arith.muli %x_8, %t2 : index
    %x_10 = arith.cmpi eq, %levels_2, %t1 : index
    %x_11 = arith.select %x_10, %t1, %t4 : index
    scf.for %l_12 = %t1 to %x_8 step %t4 {
      %x_13 = arith.muli %l_12, %t2 : index
      %x_14 = arith.andi %l_12, %x_11 : index
      %x_15 = arith.cmpi ne, %x_14, %t1 : index
      %x_16 = arith.subi %ks0, %l_0 : index
      %x_17 = arith.minsi %x_16, %t2 : index
      %x_18 = arith.subi %ks1, %x_13 : index
      %x_19 = arith.minsi %x_18, %t2 : index
      %x_20 = arith.maxsi %x_19, %t1 : index
      %x_21 = arith.muli %l_0, %ks1 : index
      %x_22 = arith.addi %x_21, %x_13 : index
      %view_23 = memref.reinterpret_cast %X0 to offset: [%x_22], sizes: [%x_17, %x_20], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_23, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x32xi64, 1>) -> ()
      scf.if %x_15 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e_24: i64):
          %x_25 = arith.constant -1 : i64
          %x_26 = arith.xori %e_24, %x_25 : i64
          linalg.yield %x_26 : i64
        }
      }
      %split_27 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
      %joined_28 = memref.collapse_shape %split_27 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_28 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
        ^bb0(%e_29: i64, %e_30: i64):
        linalg.yield %e_29 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x64xi64, 1>) {
        ^bb0(%e_31: i64):
        %x_32 = linalg.index 1 : index
        %x_33 = arith.andi %x_32, %t4 : index
        %x_34 = arith.cmpi ne, %x_33, %t1 : index
        %x_35 = arith.extsi %x_34 : i1 to i64
        %x_36 = arith.xori %e_31, %x_35 : i64
        linalg.yield %x_36 : i64
      }
      scf.for %l_37 = %t1 to %t5 step %t5 {
        %x_38 = arith.andi %l_37, %t1 : index
        %x_39 = arith.cmpi ne, %x_38, %t1 : index
        %x_40 = arith.select %x_39, %t4, %t1 : index
        %x_41 = arith.select %x_39, %t1, %t4 : index
        %part_42 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_43 = memref.expand_shape %part_42 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
        %part_44 = memref.subview %split_43[0, %x_40, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %part_45 = memref.subview %split_43[0, %x_41, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_44, %part_45 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_46: i64, %e_47: i64):
          %x_48 = arith.minsi %e_46, %e_47 : i64
          %x_49 = arith.maxsi %e_46, %e_47 : i64
          linalg.yield %x_48, %x_49 : i64, i64
        }
        %x_50 = arith.select %x_39, %t4, %t1 : index
        %x_51 = arith.select %x_39, %t1, %t4 : index
        %part_52 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_53 = memref.expand_shape %part_52 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %part_54 = memref.subview %split_53[0, %x_50, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %part_55 = memref.subview %split_53[0, %x_51, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_54, %part_55 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_56: i64, %e_57: i64):
          %x_58 = arith.minsi %e_56, %e_57 : i64
          %x_59 = arith.maxsi %e_56, %e_57 : i64
          linalg.yield %x_58, %x_59 : i64, i64
        }
        %x_60 = arith.select %x_39, %t6, %t4 : index
        %x_61 = arith.select %x_39, %t4, %t6 : index
        %part_62 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_63 = memref.expand_shape %part_62 [[0, 1, 2], [3]] output_shape [4, 4, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1>
        %part_64 = memref.subview %split_63[0, %x_60, 0, 0] [4, 1, 1, 64] [1, 2, 1, 1] : memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1> to memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>
        %part_65 = memref.subview %split_63[0, %x_61, 0, 0] [4, 1, 1, 64] [1, 2, 1, 1] : memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1> to memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_64, %part_65 : memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>, memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_66: i64, %e_67: i64):
          %x_68 = arith.minsi %e_66, %e_67 : i64
          %x_69 = arith.maxsi %e_66, %e_67 : i64
          linalg.yield %x_68, %x_69 : i64, i64
        }
        %x_70 = arith.select %x_39, %t4, %t1 : index
        %x_71 = arith.select %x_39, %t1, %t4 : index
        %part_72 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_73 = memref.expand_shape %part_72 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %part_74 = memref.subview %split_73[0, %x_70, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %part_75 = memref.subview %split_73[0, %x_71, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_74, %part_75 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_76: i64, %e_77: i64):
          %x_78 = arith.minsi %e_76, %e_77 : i64
          %x_79 = arith.maxsi %e_76, %e_77 : i64
          linalg.yield %x_78, %x_79 : i64, i64
        }
        %x_80 = arith.select %x_39, %t6, %t4 : index
        %x_81 = arith.select %x_39, %t4, %t6 : index
        %part_82 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_83 = memref.expand_shape %part_82 [[0, 1, 2], [3]] output_shape [2, 4, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        %part_84 = memref.subview %split_83[0, %x_80, 0, 0] [2, 1, 2, 64] [1, 2, 1, 1] : memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1> to memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>
        %part_85 = memref.subview %split_83[0, %x_81, 0, 0] [2, 1, 2, 64] [1, 2, 1, 1] : memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1> to memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_84, %part_85 : memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>, memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_86: i64, %e_87: i64):
          %x_88 = arith.minsi %e_86, %e_87 : i64
          %x_89 = arith.maxsi %e_86, %e_87 : i64
          linalg.yield %x_88, %x_89 : i64, i64
        }
        %x_90 = arith.select %x_39, %t6, %t4 : index
        %x_91 = arith.select %x_39, %t4, %t6 : index
        %part_92 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_93 = memref.expand_shape %part_92 [[0, 1, 2], [3]] output_shape [2, 8, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1>
        %part_94 = memref.subview %split_93[0, %x_90, 0, 0] [2, 3, 1, 64] [1, 2, 1, 1] : memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1> to memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        %part_95 = memref.subview %split_93[0, %x_91, 0, 0] [2, 3, 1, 64] [1, 2, 1, 1] : memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1> to memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_94, %part_95 : memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>, memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_96: i64, %e_97: i64):
          %x_98 = arith.minsi %e_96, %e_97 : i64
          %x_99 = arith.maxsi %e_96, %e_97 : i64
          linalg.yield %x_98, %x_99 : i64, i64
        }
        %x_100 = arith.select %x_39, %t4, %t1 : index
        %x_101 = arith.select %x_39, %t1, %t4 : index
        %part_102 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_103 = memref.expand_shape %part_102 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %part_104 = memref.subview %split_103[0, %x_100, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
        %part_105 = memref.subview %split_103[0, %x_101, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_104, %part_105 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_106: i64, %e_107: i64):
          %x_108 = arith.minsi %e_106, %e_107 : i64
          %x_109 = arith.maxsi %e_106, %e_107 : i64
          linalg.yield %x_108, %x_109 : i64, i64
        }
        %x_110 = arith.select %x_39, %t6, %t4 : index
        %x_111 = arith.select %x_39, %t4, %t6 : index
        %part_112 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_113 = memref.expand_shape %part_112 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %part_114 = memref.subview %split_113[0, %x_110, 0, 0] [1, 1, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %part_115 = memref.subview %split_113[0, %x_111, 0, 0] [1, 1, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_114, %part_115 : memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_116: i64, %e_117: i64):
          %x_118 = arith.minsi %e_116, %e_117 : i64
          %x_119 = arith.maxsi %e_116, %e_117 : i64
          linalg.yield %x_118, %x_119 : i64, i64
        }
        %x_120 = arith.select %x_39, %t6, %t4 : index
        %x_121 = arith.select %x_39, %t4, %t6 : index
        %part_122 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_123 = memref.expand_shape %part_122 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %part_124 = memref.subview %split_123[0, %x_120, 0, 0] [1, 3, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %part_125 = memref.subview %split_123[0, %x_121, 0, 0] [1, 3, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_124, %part_125 : memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_126: i64, %e_127: i64):
          %x_128 = arith.minsi %e_126, %e_127 : i64
          %x_129 = arith.maxsi %e_126, %e_127 : i64
          linalg.yield %x_128, %x_129 : i64, i64
        }
        %x_130 = arith.select %x_39, %t6, %t4 : index
        %x_131 = arith.select %x_39, %t4, %t6 : index
        %part_132 = memref.subview %columns0[%l_37, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %split_133 = memref.expand_shape %part_132 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
        %part_134 = memref.subview %split_133[0, %x_130, 0, 0] [1, 7, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %part_135 = memref.subview %split_133[0, %x_131, 0, 0] [1, 7, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_134, %part_135 : memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e_136: i64, %e_137: i64):
          %x_138 = arith.minsi %e_136, %e_137 : i64
          %x_139 = arith.maxsi %e_136, %e_137 : i64
          linalg.yield %x_138, %x_139 : i64, i64
        }
      }
      scf.for %l_140 = %t7 to %t7 step %t4 {
        %x_141 = arith.shli %t4, %l_140 : index
        %x_142 = arith.shli %x_141, %t4 : index
        %x_143 = arith.andi %x_142, %t8 : index
        scf.for %l_144 = %t1 to %t5 step %t5 {
          %x_145 = arith.andi %l_144, %x_143 : index
          %x_146 = arith.cmpi ne, %x_145, %t1 : index
          %x_147 = arith.select %x_146, %t4, %t1 : index
          %x_148 = arith.select %x_146, %t1, %t4 : index
          %part_149 = memref.subview %columns0[%l_144, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_150 = memref.expand_shape %part_149 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_151 = memref.subview %split_150[0, %x_147, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %part_152 = memref.subview %split_150[0, %x_148, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_151, %part_152 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_153: i64, %e_154: i64):
            %x_155 = arith.minsi %e_153, %e_154 : i64
            %x_156 = arith.maxsi %e_153, %e_154 : i64
            linalg.yield %x_155, %x_156 : i64, i64
          }
          %x_157 = arith.select %x_146, %t4, %t1 : index
          %x_158 = arith.select %x_146, %t1, %t4 : index
          %part_159 = memref.subview %columns0[%l_144, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_160 = memref.expand_shape %part_159 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_161 = memref.subview %split_160[0, %x_157, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_162 = memref.subview %split_160[0, %x_158, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_161, %part_162 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_163: i64, %e_164: i64):
            %x_165 = arith.minsi %e_163, %e_164 : i64
            %x_166 = arith.maxsi %e_163, %e_164 : i64
            linalg.yield %x_165, %x_166 : i64, i64
          }
          %x_167 = arith.select %x_146, %t4, %t1 : index
          %x_168 = arith.select %x_146, %t1, %t4 : index
          %part_169 = memref.subview %columns0[%l_144, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_170 = memref.expand_shape %part_169 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_171 = memref.subview %split_170[0, %x_167, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_172 = memref.subview %split_170[0, %x_168, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_171, %part_172 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_173: i64, %e_174: i64):
            %x_175 = arith.minsi %e_173, %e_174 : i64
            %x_176 = arith.maxsi %e_173, %e_174 : i64
            linalg.yield %x_175, %x_176 : i64, i64
          }
          %x_177 = arith.select %x_146, %t4, %t1 : index
          %x_178 = arith.select %x_146, %t1, %t4 : index
          %part_179 = memref.subview %columns0[%l_144, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_180 = memref.expand_shape %part_179 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %part_181 = memref.subview %split_180[0, %x_177, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_182 = memref.subview %split_180[0, %x_178, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_181, %part_182 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_183: i64, %e_184: i64):
            %x_185 = arith.minsi %e_183, %e_184 : i64
            %x_186 = arith.maxsi %e_183, %e_184 : i64
            linalg.yield %x_185, %x_186 : i64, i64
          }
        }
      }
      scf.for %l_187 = %t1 to %t4 step %t4 {
        %x_188 = arith.shli %t4, %l_187 : index
        %x_189 = arith.shli %x_188, %t4 : index
        %x_190 = arith.andi %x_189, %t4 : index
        %x_191 = arith.andi %x_188, %t4 : index
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e_192: i64):
          %x_193 = linalg.index 1 : index
          %x_194 = arith.andi %x_193, %x_191 : index
          %x_195 = arith.cmpi ne, %x_194, %t1 : index
          %x_196 = arith.andi %x_193, %x_190 : index
          %x_197 = arith.cmpi ne, %x_196, %t1 : index
          %x_198 = arith.xori %x_195, %x_197 : i1
          %x_199 = arith.extsi %x_198 : i1 to i64
          %x_200 = arith.xori %e_192, %x_199 : i64
          linalg.yield %x_200 : i64
        }
        %split_201 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %joined_202 = memref.collapse_shape %split_201 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%joined_202 : memref<64x16xi64, 1>) {
          ^bb0(%e_203: i64, %e_204: i64):
          linalg.yield %e_203 : i64
        }
        %joined_205 = memref.collapse_shape %natural0 [[0, 1]] : memref<32x32xi64, 1> into memref<1024xi64, 1>
        %split_206 = memref.expand_shape %joined_205 [[0, 1, 2]] output_shape [32, 2, 16] : memref<1024xi64, 1> into memref<32x2x16xi64, 1>
        %part_207 = memref.subview %split_206[0, 0, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1]>, 1>
        %part_208 = memref.subview %split_206[0, 1, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
        %x_209 = arith.cmpi sge, %x_188, %t4 : index
        scf.if %x_209 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_207, %part_208 : memref<32x1x16xi64, strided<[32, 16, 1]>, 1>, memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
            ^bb0(%e_210: i64, %e_211: i64):
            %x_212 = arith.minsi %e_210, %e_211 : i64
            %x_213 = arith.maxsi %e_210, %e_211 : i64
            linalg.yield %x_212, %x_213 : i64, i64
          }
        }
        %split_214 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %joined_215 = memref.collapse_shape %split_214 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_215 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e_216: i64, %e_217: i64):
          linalg.yield %e_216 : i64
        }
        scf.for %l_218 = %t1 to %t5 step %t5 {
          %x_219 = arith.andi %l_218, %t1 : index
          %x_220 = arith.cmpi ne, %x_219, %t1 : index
          %x_221 = arith.select %x_220, %t4, %t1 : index
          %x_222 = arith.select %x_220, %t1, %t4 : index
          %part_223 = memref.subview %columns0[%l_218, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_224 = memref.expand_shape %part_223 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_225 = memref.subview %split_224[0, %x_221, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %part_226 = memref.subview %split_224[0, %x_222, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_225, %part_226 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_227: i64, %e_228: i64):
            %x_229 = arith.minsi %e_227, %e_228 : i64
            %x_230 = arith.maxsi %e_227, %e_228 : i64
            linalg.yield %x_229, %x_230 : i64, i64
          }
          %x_231 = arith.select %x_220, %t4, %t1 : index
          %x_232 = arith.select %x_220, %t1, %t4 : index
          %part_233 = memref.subview %columns0[%l_218, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_234 = memref.expand_shape %part_233 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_235 = memref.subview %split_234[0, %x_231, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_236 = memref.subview %split_234[0, %x_232, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_235, %part_236 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_237: i64, %e_238: i64):
            %x_239 = arith.minsi %e_237, %e_238 : i64
            %x_240 = arith.maxsi %e_237, %e_238 : i64
            linalg.yield %x_239, %x_240 : i64, i64
          }
          %x_241 = arith.select %x_220, %t4, %t1 : index
          %x_242 = arith.select %x_220, %t1, %t4 : index
          %part_243 = memref.subview %columns0[%l_218, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_244 = memref.expand_shape %part_243 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_245 = memref.subview %split_244[0, %x_241, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_246 = memref.subview %split_244[0, %x_242, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_245, %part_246 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_247: i64, %e_248: i64):
            %x_249 = arith.minsi %e_247, %e_248 : i64
            %x_250 = arith.maxsi %e_247, %e_248 : i64
            linalg.yield %x_249, %x_250 : i64, i64
          }
          %x_251 = arith.select %x_220, %t4, %t1 : index
          %x_252 = arith.select %x_220, %t1, %t4 : index
          %part_253 = memref.subview %columns0[%l_218, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_254 = memref.expand_shape %part_253 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %part_255 = memref.subview %split_254[0, %x_251, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_256 = memref.subview %split_254[0, %x_252, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_255, %part_256 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_257: i64, %e_258: i64):
            %x_259 = arith.minsi %e_257, %e_258 : i64
            %x_260 = arith.maxsi %e_257, %e_258 : i64
            linalg.yield %x_259, %x_260 : i64, i64
          }
        }
      }
      %split_261 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
      %joined_262 = memref.collapse_shape %split_261 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%joined_262 : memref<64x16xi64, 1>) {
        ^bb0(%e_263: i64, %e_264: i64):
        linalg.yield %e_263 : i64
      }
      scf.if %x_15 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e_265: i64):
          %x_266 = arith.constant -1 : i64
          %x_267 = arith.xori %e_265, %x_266 : i64
          linalg.yield %x_267 : i64
        }
      }
      scf.if %x_10 {
        %x_268 = arith.subi %ks0, %l_0 : index
        %x_269 = arith.minsi %x_268, %t2 : index
        %x_270 = arith.subi %ks1, %x_13 : index
        %x_271 = arith.minsi %x_270, %t2 : index
        %x_272 = arith.maxsi %x_271, %t1 : index
        %x_273 = arith.muli %l_0, %ks1 : index
        %x_274 = arith.addi %x_273, %x_13 : index
        %view_275 = memref.reinterpret_cast %Y0 to offset: [%x_274], sizes: [%x_269, %x_272], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_275) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
      %x_276 = arith.constant true
      %x_277 = arith.xori %x_10, %x_276 : i1
      scf.if %x_277 {
        %x_278 = arith.subi %ks0, %l_0 : index
        %x_279 = arith.minsi %x_278, %t2 : index
        %x_280 = arith.subi %x_9, %x_13 : index
        %x_281 = arith.minsi %x_280, %t2 : index
        %x_282 = arith.maxsi %x_281, %t1 : index
        %x_283 = arith.muli %l_0, %x_9 : index
        %x_284 = arith.addi %x_283, %x_13 : index
        %view_285 = memref.reinterpret_cast %W0 to offset: [%x_284], sizes: [%x_279, %x_282], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_285) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
    }
    scf.for %l_286 = %t1 to %levels_2 step %t4 {
      %x_287 = arith.shli %t6, %l_286 : index
      %x_288 = arith.addi %l_286, %t4 : index
      scf.for %l_289 = %t1 to %x_288 step %t4 {
        %x_290 = arith.subi %l_286, %l_289 : index
        %x_291 = arith.shli %t4, %x_290 : index
        %x_292 = arith.shrui %x_8, %t4 : index
        scf.for %l_293 = %t1 to %x_292 step %t4 {
          %x_294 = arith.shrui %l_293, %x_290 : index
          %x_295 = arith.addi %x_290, %t4 : index
          %x_296 = arith.shli %x_294, %x_295 : index
          %x_297 = arith.subi %x_291, %t4 : index
          %x_298 = arith.andi %l_293, %x_297 : index
          %x_299 = arith.addi %x_296, %x_298 : index
          %x_300 = arith.addi %x_299, %x_291 : index
          %x_301 = arith.subi %x_8, %t4 : index
          %x_302 = arith.andi %x_287, %x_301 : index
          %x_303 = arith.andi %x_299, %x_302 : index
          %x_304 = arith.cmpi ne, %x_303, %t1 : index
          %x_305 = arith.select %x_304, %x_300, %x_299 : index
          %x_306 = arith.select %x_304, %x_299, %x_300 : index
          scf.for %l_307 = %t1 to %t2 step %t9 {
            %x_308 = arith.muli %x_305, %t2 : index
            %x_309 = arith.addi %x_308, %l_307 : index
            %x_310 = arith.muli %x_306, %t2 : index
            %x_311 = arith.addi %x_310, %l_307 : index
            %x_312 = arith.subi %ks0, %l_0 : index
            %x_313 = arith.minsi %x_312, %t2 : index
            %x_314 = arith.subi %x_9, %x_309 : index
            %x_315 = arith.minsi %x_314, %t9 : index
            %x_316 = arith.maxsi %x_315, %t1 : index
            %x_317 = arith.muli %l_0, %x_9 : index
            %x_318 = arith.addi %x_317, %x_309 : index
            %view_319 = memref.reinterpret_cast %W0 to offset: [%x_318], sizes: [%x_313, %x_316], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_319, %a0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            %x_320 = arith.subi %ks0, %l_0 : index
            %x_321 = arith.minsi %x_320, %t2 : index
            %x_322 = arith.subi %x_9, %x_311 : index
            %x_323 = arith.minsi %x_322, %t9 : index
            %x_324 = arith.maxsi %x_323, %t1 : index
            %x_325 = arith.muli %l_0, %x_9 : index
            %x_326 = arith.addi %x_325, %x_311 : index
            %view_327 = memref.reinterpret_cast %W0 to offset: [%x_326], sizes: [%x_321, %x_324], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_327, %b0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a0, %b0 : memref<32x8xi64, 1>, memref<32x8xi64, 1>) {
              ^bb0(%e_328: i64, %e_329: i64):
              %x_330 = arith.minsi %e_328, %e_329 : i64
              %x_331 = arith.maxsi %e_328, %e_329 : i64
              linalg.yield %x_330, %x_331 : i64, i64
            }
            %x_332 = arith.subi %ks0, %l_0 : index
            %x_333 = arith.minsi %x_332, %t2 : index
            %x_334 = arith.subi %x_9, %x_309 : index
            %x_335 = arith.minsi %x_334, %t9 : index
            %x_336 = arith.maxsi %x_335, %t1 : index
            %x_337 = arith.muli %l_0, %x_9 : index
            %x_338 = arith.addi %x_337, %x_309 : index
            %view_339 = memref.reinterpret_cast %W0 to offset: [%x_338], sizes: [%x_333, %x_336], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%a0, %view_339) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
            %x_340 = arith.subi %ks0, %l_0 : index
            %x_341 = arith.minsi %x_340, %t2 : index
            %x_342 = arith.subi %x_9, %x_311 : index
            %x_343 = arith.minsi %x_342, %t9 : index
            %x_344 = arith.maxsi %x_343, %t1 : index
            %x_345 = arith.muli %l_0, %x_9 : index
            %x_346 = arith.addi %x_345, %x_311 : index
            %view_347 = memref.reinterpret_cast %W0 to offset: [%x_346], sizes: [%x_341, %x_344], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%b0, %view_347) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
          }
        }
      }
      %x_348 = arith.cmpi eq, %x_287, %x_8 : index
      %x_349 = arith.subi %x_8, %t4 : index
      %x_350 = arith.andi %x_287, %x_349 : index
      scf.for %l_351 = %t1 to %x_8 step %t4 {
        %x_352 = arith.muli %l_351, %t2 : index
        %x_353 = arith.andi %l_351, %x_350 : index
        %x_354 = arith.cmpi ne, %x_353, %t1 : index
        %x_355 = arith.subi %ks0, %l_0 : index
        %x_356 = arith.minsi %x_355, %t2 : index
        %x_357 = arith.subi %x_9, %x_352 : index
        %x_358 = arith.minsi %x_357, %t2 : index
        %x_359 = arith.maxsi %x_358, %t1 : index
        %x_360 = arith.muli %l_0, %x_9 : index
        %x_361 = arith.addi %x_360, %x_352 : index
        %view_362 = memref.reinterpret_cast %W0 to offset: [%x_361], sizes: [%x_356, %x_359], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%view_362, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x32xi64, 1>) -> ()
        scf.if %x_354 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e_363: i64):
            %x_364 = arith.constant -1 : i64
            %x_365 = arith.xori %e_363, %x_364 : i64
            linalg.yield %x_365 : i64
          }
        }
        %joined_366 = memref.collapse_shape %natural0 [[0, 1]] : memref<32x32xi64, 1> into memref<1024xi64, 1>
        %split_367 = memref.expand_shape %joined_366 [[0, 1, 2]] output_shape [32, 2, 16] : memref<1024xi64, 1> into memref<32x2x16xi64, 1>
        %part_368 = memref.subview %split_367[0, 0, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1]>, 1>
        %part_369 = memref.subview %split_367[0, 1, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_368, %part_369 : memref<32x1x16xi64, strided<[32, 16, 1]>, 1>, memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e_370: i64, %e_371: i64):
          %x_372 = arith.minsi %e_370, %e_371 : i64
          %x_373 = arith.maxsi %e_370, %e_371 : i64
          linalg.yield %x_372, %x_373 : i64, i64
        }
        %split_374 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %joined_375 = memref.collapse_shape %split_374 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_375 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e_376: i64, %e_377: i64):
          linalg.yield %e_376 : i64
        }
        scf.for %l_378 = %t1 to %t5 step %t5 {
          %x_379 = arith.andi %l_378, %t1 : index
          %x_380 = arith.cmpi ne, %x_379, %t1 : index
          %x_381 = arith.select %x_380, %t4, %t1 : index
          %x_382 = arith.select %x_380, %t1, %t4 : index
          %part_383 = memref.subview %columns0[%l_378, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_384 = memref.expand_shape %part_383 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_385 = memref.subview %split_384[0, %x_381, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %part_386 = memref.subview %split_384[0, %x_382, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_385, %part_386 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_387: i64, %e_388: i64):
            %x_389 = arith.minsi %e_387, %e_388 : i64
            %x_390 = arith.maxsi %e_387, %e_388 : i64
            linalg.yield %x_389, %x_390 : i64, i64
          }
          %x_391 = arith.select %x_380, %t4, %t1 : index
          %x_392 = arith.select %x_380, %t1, %t4 : index
          %part_393 = memref.subview %columns0[%l_378, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_394 = memref.expand_shape %part_393 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_395 = memref.subview %split_394[0, %x_391, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %part_396 = memref.subview %split_394[0, %x_392, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_395, %part_396 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_397: i64, %e_398: i64):
            %x_399 = arith.minsi %e_397, %e_398 : i64
            %x_400 = arith.maxsi %e_397, %e_398 : i64
            linalg.yield %x_399, %x_400 : i64, i64
          }
          %x_401 = arith.select %x_380, %t4, %t1 : index
          %x_402 = arith.select %x_380, %t1, %t4 : index
          %part_403 = memref.subview %columns0[%l_378, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_404 = memref.expand_shape %part_403 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_405 = memref.subview %split_404[0, %x_401, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %part_406 = memref.subview %split_404[0, %x_402, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_405, %part_406 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_407: i64, %e_408: i64):
            %x_409 = arith.minsi %e_407, %e_408 : i64
            %x_410 = arith.maxsi %e_407, %e_408 : i64
            linalg.yield %x_409, %x_410 : i64, i64
          }
          %x_411 = arith.select %x_380, %t4, %t1 : index
          %x_412 = arith.select %x_380, %t1, %t4 : index
          %part_413 = memref.subview %columns0[%l_378, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %split_414 = memref.expand_shape %part_413 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %part_415 = memref.subview %split_414[0, %x_411, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %part_416 = memref.subview %split_414[0, %x_412, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_415, %part_416 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e_417: i64, %e_418: i64):
            %x_419 = arith.minsi %e_417, %e_418 : i64
            %x_420 = arith.maxsi %e_417, %e_418 : i64
            linalg.yield %x_419, %x_420 : i64, i64
          }
        }
        %split_421 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %joined_422 = memref.collapse_shape %split_421 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%joined_422 : memref<64x16xi64, 1>) {
          ^bb0(%e_423: i64, %e_424: i64):
          linalg.yield %e_423 : i64
        }
        scf.if %x_354 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e_425: i64):
            %x_426 = arith.constant -1 : i64
            %x_427 = arith.xori %e_425, %x_426 : i64
            linalg.yield %x_427 : i64
          }
        }
        scf.if %x_348 {
          %x_428 = arith.subi %ks0, %l_0 : index
          %x_429 = arith.minsi %x_428, %t2 : index
          %x_430 = arith.subi %ks1, %x_352 : index
          %x_431 = arith.minsi %x_430, %t2 : index
          %x_432 = arith.maxsi %x_431, %t1 : index
          %x_433 = arith.muli %l_0, %ks1 : index
          %x_434 = arith.addi %x_433, %x_352 : index
          %view_435 = memref.reinterpret_cast %Y0 to offset: [%x_434], sizes: [%x_429, %x_432], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_435) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
        %x_436 = arith.constant true
        %x_437 = arith.xori %x_348, %x_436 : i1
        scf.if %x_437 {
          %x_438 = arith.subi %ks0, %l_0 : index
          %x_439 = arith.minsi %x_438, %t2 : index
          %x_440 = arith.subi %x_9, %x_352 : index
          %x_441 = arith.minsi %x_440, %t2 : index
          %x_442 = arith.maxsi %x_441, %t1 : index
          %x_443 = arith.muli %l_0, %x_9 : index
          %x_444 = arith.addi %x_443, %x_352 : index
          %view_445 = memref.reinterpret_cast %W0 to offset: [%x_444], sizes: [%x_439, %x_442], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_445) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
      }
    }
  }
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<?xi64>, %out_ptr0: memref<?xf32>, %out_ptr1: memref<?xi64>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  scf.for %P0 = %c0 to %x step %c64 {
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_P0 = arith.minsi %x_2, %c64 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<64xi64, 1>) -> ()
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
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<64xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_2) : (memref<64xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
