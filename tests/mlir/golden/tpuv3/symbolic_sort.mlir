// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xi64>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xi64, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    scf.for %P1 = %c0 to %ks1 step %c32 {
      %x = arith.muli %P0, %ks1 : index
      %x_1 = arith.addi %x, %P1 : index
      %x_2 = arith.muli %P0, %cm1 : index
      %x_3 = arith.addi %x_2, %ks0 : index
      %n_P0 = arith.minsi %x_3, %c32 : index
      %x_4 = arith.muli %P1, %cm1 : index
      %x_5 = arith.addi %x_4, %ks1 : index
      %n_P1 = arith.minsi %x_5, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%out : memref<32x32xi64, 1>) {
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
      "npu.dma_store"(%out, %view_1) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<?xi64>, %Y0: memref<?xi64>, %W0: memref<?xi64>, %ks0: index, %ks1: index) {
  %t1 = arith.constant 0 : index
  %t2 = arith.constant 32 : index
  %t3 = arith.constant 16 : index
  %t4 = arith.constant 40 : index
  %t5 = arith.constant 1 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 4 : index
  %t8 = arith.constant 15 : index
  %natural0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<32x16xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x32xi64, 1>
  %a0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 2 : i64} : () -> memref<32x4xi64, 1>
  %b0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 2 : i64} : () -> memref<32x4xi64, 1>
  scf.for %l_0 = %t1 to %ks0 step %t2 {
    %x_1 = arith.ceildivsi %ks1, %t3 : index
    %levels_2 = scf.for %bit = %t1 to %t4 step %t5 iter_args(%sum_3 = %t1) -> (index) {
      %x_4 = arith.shli %t5, %bit : index
      %x_5 = arith.cmpi sgt, %x_1, %x_4 : index
      %x_6 = arith.select %x_5, %t5, %t1 : index
      %x_7 = arith.addi %sum_3, %x_6 : index
      scf.yield %x_7 : index
    }
    %x_8 = arith.shli %t5, %levels_2 : index
    %x_9 = arith.muli %x_8, %t3 : index
    %x_10 = arith.cmpi eq, %levels_2, %t1 : index
    %x_11 = arith.select %x_10, %t1, %t5 : index
    scf.for %l_12 = %t1 to %x_8 step %t5 {
      %x_13 = arith.muli %l_12, %t3 : index
      %x_14 = arith.andi %l_12, %x_11 : index
      %x_15 = arith.cmpi ne, %x_14, %t1 : index
      %x_16 = arith.subi %ks0, %l_0 : index
      %x_17 = arith.minsi %x_16, %t2 : index
      %x_18 = arith.subi %ks1, %x_13 : index
      %x_19 = arith.minsi %x_18, %t3 : index
      %x_20 = arith.maxsi %x_19, %t1 : index
      %x_21 = arith.muli %l_0, %ks1 : index
      %x_22 = arith.addi %x_21, %x_13 : index
      %view_23 = memref.reinterpret_cast %X0 to offset: [%x_22], sizes: [%x_17, %x_20], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_23, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x16xi64, 1>) -> ()
      scf.if %x_15 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x16xi64, 1>) {
          ^bb0(%e_24: i64):
          %x_25 = arith.constant -1 : i64
          %x_26 = arith.xori %e_24, %x_25 : i64
          linalg.yield %x_26 : i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x16xi64, 1>) outs(%columns0 : memref<16x32xi64, 1>) {
        ^bb0(%e_27: i64, %e_28: i64):
        linalg.yield %e_27 : i64
      }
      scf.for %l_29 = %t1 to %t3 step %t3 {
        %x_30 = arith.andi %l_29, %t1 : index
        %x_31 = arith.cmpi ne, %x_30, %t1 : index
        %x_32 = arith.select %x_31, %t5, %t1 : index
        %x_33 = arith.select %x_31, %t1, %t5 : index
        %part_34 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_35 = memref.expand_shape %part_34 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
        %part_36 = memref.subview %split_35[0, %x_32, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_37 = memref.subview %split_35[0, %x_33, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_36, %part_37 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_38: i64, %e_39: i64):
          %x_40 = arith.minsi %e_38, %e_39 : i64
          %x_41 = arith.maxsi %e_38, %e_39 : i64
          linalg.yield %x_40, %x_41 : i64, i64
        }
        %x_42 = arith.select %x_31, %t5, %t1 : index
        %x_43 = arith.select %x_31, %t1, %t5 : index
        %part_44 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_45 = memref.expand_shape %part_44 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_46 = memref.subview %split_45[0, %x_42, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_47 = memref.subview %split_45[0, %x_43, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_46, %part_47 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_48: i64, %e_49: i64):
          %x_50 = arith.minsi %e_48, %e_49 : i64
          %x_51 = arith.maxsi %e_48, %e_49 : i64
          linalg.yield %x_50, %x_51 : i64, i64
        }
        %x_52 = arith.select %x_31, %t6, %t5 : index
        %x_53 = arith.select %x_31, %t5, %t6 : index
        %part_54 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_55 = memref.expand_shape %part_54 [[0, 1, 2], [3]] output_shape [4, 4, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %part_56 = memref.subview %split_55[0, %x_52, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %part_57 = memref.subview %split_55[0, %x_53, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_56, %part_57 : memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_58: i64, %e_59: i64):
          %x_60 = arith.minsi %e_58, %e_59 : i64
          %x_61 = arith.maxsi %e_58, %e_59 : i64
          linalg.yield %x_60, %x_61 : i64, i64
        }
        %x_62 = arith.select %x_31, %t5, %t1 : index
        %x_63 = arith.select %x_31, %t1, %t5 : index
        %part_64 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_65 = memref.expand_shape %part_64 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_66 = memref.subview %split_65[0, %x_62, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_67 = memref.subview %split_65[0, %x_63, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_66, %part_67 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_68: i64, %e_69: i64):
          %x_70 = arith.minsi %e_68, %e_69 : i64
          %x_71 = arith.maxsi %e_68, %e_69 : i64
          linalg.yield %x_70, %x_71 : i64, i64
        }
        %x_72 = arith.select %x_31, %t6, %t5 : index
        %x_73 = arith.select %x_31, %t5, %t6 : index
        %part_74 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_75 = memref.expand_shape %part_74 [[0, 1, 2], [3]] output_shape [2, 4, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        %part_76 = memref.subview %split_75[0, %x_72, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
        %part_77 = memref.subview %split_75[0, %x_73, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_76, %part_77 : memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>, memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_78: i64, %e_79: i64):
          %x_80 = arith.minsi %e_78, %e_79 : i64
          %x_81 = arith.maxsi %e_78, %e_79 : i64
          linalg.yield %x_80, %x_81 : i64, i64
        }
        %x_82 = arith.select %x_31, %t6, %t5 : index
        %x_83 = arith.select %x_31, %t5, %t6 : index
        %part_84 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_85 = memref.expand_shape %part_84 [[0, 1, 2], [3]] output_shape [2, 8, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1>
        %part_86 = memref.subview %split_85[0, %x_82, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        %part_87 = memref.subview %split_85[0, %x_83, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_86, %part_87 : memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>, memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_88: i64, %e_89: i64):
          %x_90 = arith.minsi %e_88, %e_89 : i64
          %x_91 = arith.maxsi %e_88, %e_89 : i64
          linalg.yield %x_90, %x_91 : i64, i64
        }
        %x_92 = arith.select %x_31, %t5, %t1 : index
        %x_93 = arith.select %x_31, %t1, %t5 : index
        %part_94 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_95 = memref.expand_shape %part_94 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_96 = memref.subview %split_95[0, %x_92, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        %part_97 = memref.subview %split_95[0, %x_93, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_96, %part_97 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_98: i64, %e_99: i64):
          %x_100 = arith.minsi %e_98, %e_99 : i64
          %x_101 = arith.maxsi %e_98, %e_99 : i64
          linalg.yield %x_100, %x_101 : i64, i64
        }
        %x_102 = arith.select %x_31, %t6, %t5 : index
        %x_103 = arith.select %x_31, %t5, %t6 : index
        %part_104 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_105 = memref.expand_shape %part_104 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_106 = memref.subview %split_105[0, %x_102, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_107 = memref.subview %split_105[0, %x_103, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_106, %part_107 : memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_108: i64, %e_109: i64):
          %x_110 = arith.minsi %e_108, %e_109 : i64
          %x_111 = arith.maxsi %e_108, %e_109 : i64
          linalg.yield %x_110, %x_111 : i64, i64
        }
        %x_112 = arith.select %x_31, %t6, %t5 : index
        %x_113 = arith.select %x_31, %t5, %t6 : index
        %part_114 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_115 = memref.expand_shape %part_114 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_116 = memref.subview %split_115[0, %x_112, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_117 = memref.subview %split_115[0, %x_113, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_116, %part_117 : memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_118: i64, %e_119: i64):
          %x_120 = arith.minsi %e_118, %e_119 : i64
          %x_121 = arith.maxsi %e_118, %e_119 : i64
          linalg.yield %x_120, %x_121 : i64, i64
        }
        %x_122 = arith.select %x_31, %t6, %t5 : index
        %x_123 = arith.select %x_31, %t5, %t6 : index
        %part_124 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_125 = memref.expand_shape %part_124 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
        %part_126 = memref.subview %split_125[0, %x_122, 0, 0] [1, 7, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_127 = memref.subview %split_125[0, %x_123, 0, 0] [1, 7, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_126, %part_127 : memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_128: i64, %e_129: i64):
          %x_130 = arith.minsi %e_128, %e_129 : i64
          %x_131 = arith.maxsi %e_128, %e_129 : i64
          linalg.yield %x_130, %x_131 : i64, i64
        }
      }
      scf.for %l_132 = %t7 to %t7 step %t5 {
        %x_133 = arith.shli %t5, %l_132 : index
        %x_134 = arith.shli %x_133, %t5 : index
        %x_135 = arith.andi %x_134, %t8 : index
        scf.for %l_136 = %t1 to %t3 step %t3 {
          %x_137 = arith.andi %l_136, %x_135 : index
          %x_138 = arith.cmpi ne, %x_137, %t1 : index
          %x_139 = arith.select %x_138, %t5, %t1 : index
          %x_140 = arith.select %x_138, %t1, %t5 : index
          %part_141 = memref.subview %columns0[%l_136, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_142 = memref.expand_shape %part_141 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_143 = memref.subview %split_142[0, %x_139, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          %part_144 = memref.subview %split_142[0, %x_140, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_143, %part_144 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_145: i64, %e_146: i64):
            %x_147 = arith.minsi %e_145, %e_146 : i64
            %x_148 = arith.maxsi %e_145, %e_146 : i64
            linalg.yield %x_147, %x_148 : i64, i64
          }
          %x_149 = arith.select %x_138, %t5, %t1 : index
          %x_150 = arith.select %x_138, %t1, %t5 : index
          %part_151 = memref.subview %columns0[%l_136, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_152 = memref.expand_shape %part_151 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_153 = memref.subview %split_152[0, %x_149, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_154 = memref.subview %split_152[0, %x_150, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_153, %part_154 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_155: i64, %e_156: i64):
            %x_157 = arith.minsi %e_155, %e_156 : i64
            %x_158 = arith.maxsi %e_155, %e_156 : i64
            linalg.yield %x_157, %x_158 : i64, i64
          }
          %x_159 = arith.select %x_138, %t5, %t1 : index
          %x_160 = arith.select %x_138, %t1, %t5 : index
          %part_161 = memref.subview %columns0[%l_136, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_162 = memref.expand_shape %part_161 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_163 = memref.subview %split_162[0, %x_159, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_164 = memref.subview %split_162[0, %x_160, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_163, %part_164 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_165: i64, %e_166: i64):
            %x_167 = arith.minsi %e_165, %e_166 : i64
            %x_168 = arith.maxsi %e_165, %e_166 : i64
            linalg.yield %x_167, %x_168 : i64, i64
          }
          %x_169 = arith.select %x_138, %t5, %t1 : index
          %x_170 = arith.select %x_138, %t1, %t5 : index
          %part_171 = memref.subview %columns0[%l_136, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_172 = memref.expand_shape %part_171 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
          %part_173 = memref.subview %split_172[0, %x_169, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_174 = memref.subview %split_172[0, %x_170, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_173, %part_174 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_175: i64, %e_176: i64):
            %x_177 = arith.minsi %e_175, %e_176 : i64
            %x_178 = arith.maxsi %e_175, %e_176 : i64
            linalg.yield %x_177, %x_178 : i64, i64
          }
        }
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x32xi64, 1>) outs(%natural0 : memref<32x16xi64, 1>) {
        ^bb0(%e_179: i64, %e_180: i64):
        linalg.yield %e_179 : i64
      }
      scf.if %x_15 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x16xi64, 1>) {
          ^bb0(%e_181: i64):
          %x_182 = arith.constant -1 : i64
          %x_183 = arith.xori %e_181, %x_182 : i64
          linalg.yield %x_183 : i64
        }
      }
      scf.if %x_10 {
        %x_184 = arith.subi %ks0, %l_0 : index
        %x_185 = arith.minsi %x_184, %t2 : index
        %x_186 = arith.subi %ks1, %x_13 : index
        %x_187 = arith.minsi %x_186, %t3 : index
        %x_188 = arith.maxsi %x_187, %t1 : index
        %x_189 = arith.muli %l_0, %ks1 : index
        %x_190 = arith.addi %x_189, %x_13 : index
        %view_191 = memref.reinterpret_cast %Y0 to offset: [%x_190], sizes: [%x_185, %x_188], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_191) : (memref<32x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
      %x_192 = arith.constant true
      %x_193 = arith.xori %x_10, %x_192 : i1
      scf.if %x_193 {
        %x_194 = arith.subi %ks0, %l_0 : index
        %x_195 = arith.minsi %x_194, %t2 : index
        %x_196 = arith.subi %x_9, %x_13 : index
        %x_197 = arith.minsi %x_196, %t3 : index
        %x_198 = arith.maxsi %x_197, %t1 : index
        %x_199 = arith.muli %l_0, %x_9 : index
        %x_200 = arith.addi %x_199, %x_13 : index
        %view_201 = memref.reinterpret_cast %W0 to offset: [%x_200], sizes: [%x_195, %x_198], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_201) : (memref<32x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
    }
    scf.for %l_202 = %t1 to %levels_2 step %t5 {
      %x_203 = arith.shli %t6, %l_202 : index
      %x_204 = arith.addi %l_202, %t5 : index
      scf.for %l_205 = %t1 to %x_204 step %t5 {
        %x_206 = arith.subi %l_202, %l_205 : index
        %x_207 = arith.shli %t5, %x_206 : index
        %x_208 = arith.shrui %x_8, %t5 : index
        scf.for %l_209 = %t1 to %x_208 step %t5 {
          %x_210 = arith.shrui %l_209, %x_206 : index
          %x_211 = arith.addi %x_206, %t5 : index
          %x_212 = arith.shli %x_210, %x_211 : index
          %x_213 = arith.subi %x_207, %t5 : index
          %x_214 = arith.andi %l_209, %x_213 : index
          %x_215 = arith.addi %x_212, %x_214 : index
          %x_216 = arith.addi %x_215, %x_207 : index
          %x_217 = arith.subi %x_8, %t5 : index
          %x_218 = arith.andi %x_203, %x_217 : index
          %x_219 = arith.andi %x_215, %x_218 : index
          %x_220 = arith.cmpi ne, %x_219, %t1 : index
          %x_221 = arith.select %x_220, %x_216, %x_215 : index
          %x_222 = arith.select %x_220, %x_215, %x_216 : index
          scf.for %l_223 = %t1 to %t3 step %t7 {
            %x_224 = arith.muli %x_221, %t3 : index
            %x_225 = arith.addi %x_224, %l_223 : index
            %x_226 = arith.muli %x_222, %t3 : index
            %x_227 = arith.addi %x_226, %l_223 : index
            %x_228 = arith.subi %ks0, %l_0 : index
            %x_229 = arith.minsi %x_228, %t2 : index
            %x_230 = arith.subi %x_9, %x_225 : index
            %x_231 = arith.minsi %x_230, %t7 : index
            %x_232 = arith.maxsi %x_231, %t1 : index
            %x_233 = arith.muli %l_0, %x_9 : index
            %x_234 = arith.addi %x_233, %x_225 : index
            %view_235 = memref.reinterpret_cast %W0 to offset: [%x_234], sizes: [%x_229, %x_232], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_235, %a0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x4xi64, 1>) -> ()
            %x_236 = arith.subi %ks0, %l_0 : index
            %x_237 = arith.minsi %x_236, %t2 : index
            %x_238 = arith.subi %x_9, %x_227 : index
            %x_239 = arith.minsi %x_238, %t7 : index
            %x_240 = arith.maxsi %x_239, %t1 : index
            %x_241 = arith.muli %l_0, %x_9 : index
            %x_242 = arith.addi %x_241, %x_227 : index
            %view_243 = memref.reinterpret_cast %W0 to offset: [%x_242], sizes: [%x_237, %x_240], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_243, %b0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x4xi64, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a0, %b0 : memref<32x4xi64, 1>, memref<32x4xi64, 1>) {
              ^bb0(%e_244: i64, %e_245: i64):
              %x_246 = arith.minsi %e_244, %e_245 : i64
              %x_247 = arith.maxsi %e_244, %e_245 : i64
              linalg.yield %x_246, %x_247 : i64, i64
            }
            %x_248 = arith.subi %ks0, %l_0 : index
            %x_249 = arith.minsi %x_248, %t2 : index
            %x_250 = arith.subi %x_9, %x_225 : index
            %x_251 = arith.minsi %x_250, %t7 : index
            %x_252 = arith.maxsi %x_251, %t1 : index
            %x_253 = arith.muli %l_0, %x_9 : index
            %x_254 = arith.addi %x_253, %x_225 : index
            %view_255 = memref.reinterpret_cast %W0 to offset: [%x_254], sizes: [%x_249, %x_252], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%a0, %view_255) : (memref<32x4xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
            %x_256 = arith.subi %ks0, %l_0 : index
            %x_257 = arith.minsi %x_256, %t2 : index
            %x_258 = arith.subi %x_9, %x_227 : index
            %x_259 = arith.minsi %x_258, %t7 : index
            %x_260 = arith.maxsi %x_259, %t1 : index
            %x_261 = arith.muli %l_0, %x_9 : index
            %x_262 = arith.addi %x_261, %x_227 : index
            %view_263 = memref.reinterpret_cast %W0 to offset: [%x_262], sizes: [%x_257, %x_260], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%b0, %view_263) : (memref<32x4xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
          }
        }
      }
      %x_264 = arith.cmpi eq, %x_203, %x_8 : index
      %x_265 = arith.subi %x_8, %t5 : index
      %x_266 = arith.andi %x_203, %x_265 : index
      scf.for %l_267 = %t1 to %x_8 step %t5 {
        %x_268 = arith.muli %l_267, %t3 : index
        %x_269 = arith.andi %l_267, %x_266 : index
        %x_270 = arith.cmpi ne, %x_269, %t1 : index
        %x_271 = arith.subi %ks0, %l_0 : index
        %x_272 = arith.minsi %x_271, %t2 : index
        %x_273 = arith.subi %x_9, %x_268 : index
        %x_274 = arith.minsi %x_273, %t3 : index
        %x_275 = arith.maxsi %x_274, %t1 : index
        %x_276 = arith.muli %l_0, %x_9 : index
        %x_277 = arith.addi %x_276, %x_268 : index
        %view_278 = memref.reinterpret_cast %W0 to offset: [%x_277], sizes: [%x_272, %x_275], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%view_278, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x16xi64, 1>) -> ()
        scf.if %x_270 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x16xi64, 1>) {
            ^bb0(%e_279: i64):
            %x_280 = arith.constant -1 : i64
            %x_281 = arith.xori %e_279, %x_280 : i64
            linalg.yield %x_281 : i64
          }
        }
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x16xi64, 1>) outs(%columns0 : memref<16x32xi64, 1>) {
          ^bb0(%e_282: i64, %e_283: i64):
          linalg.yield %e_282 : i64
        }
        scf.for %l_284 = %t1 to %t3 step %t3 {
          %x_285 = arith.andi %l_284, %t1 : index
          %x_286 = arith.cmpi ne, %x_285, %t1 : index
          %x_287 = arith.select %x_286, %t5, %t1 : index
          %x_288 = arith.select %x_286, %t1, %t5 : index
          %part_289 = memref.subview %columns0[%l_284, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_290 = memref.expand_shape %part_289 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_291 = memref.subview %split_290[0, %x_287, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          %part_292 = memref.subview %split_290[0, %x_288, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_291, %part_292 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_293: i64, %e_294: i64):
            %x_295 = arith.minsi %e_293, %e_294 : i64
            %x_296 = arith.maxsi %e_293, %e_294 : i64
            linalg.yield %x_295, %x_296 : i64, i64
          }
          %x_297 = arith.select %x_286, %t5, %t1 : index
          %x_298 = arith.select %x_286, %t1, %t5 : index
          %part_299 = memref.subview %columns0[%l_284, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_300 = memref.expand_shape %part_299 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_301 = memref.subview %split_300[0, %x_297, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_302 = memref.subview %split_300[0, %x_298, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_301, %part_302 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_303: i64, %e_304: i64):
            %x_305 = arith.minsi %e_303, %e_304 : i64
            %x_306 = arith.maxsi %e_303, %e_304 : i64
            linalg.yield %x_305, %x_306 : i64, i64
          }
          %x_307 = arith.select %x_286, %t5, %t1 : index
          %x_308 = arith.select %x_286, %t1, %t5 : index
          %part_309 = memref.subview %columns0[%l_284, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_310 = memref.expand_shape %part_309 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_311 = memref.subview %split_310[0, %x_307, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_312 = memref.subview %split_310[0, %x_308, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_311, %part_312 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_313: i64, %e_314: i64):
            %x_315 = arith.minsi %e_313, %e_314 : i64
            %x_316 = arith.maxsi %e_313, %e_314 : i64
            linalg.yield %x_315, %x_316 : i64, i64
          }
          %x_317 = arith.select %x_286, %t5, %t1 : index
          %x_318 = arith.select %x_286, %t1, %t5 : index
          %part_319 = memref.subview %columns0[%l_284, 0] [16, 32] [1, 1] : memref<16x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_320 = memref.expand_shape %part_319 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
          %part_321 = memref.subview %split_320[0, %x_317, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_322 = memref.subview %split_320[0, %x_318, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_321, %part_322 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_323: i64, %e_324: i64):
            %x_325 = arith.minsi %e_323, %e_324 : i64
            %x_326 = arith.maxsi %e_323, %e_324 : i64
            linalg.yield %x_325, %x_326 : i64, i64
          }
        }
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x32xi64, 1>) outs(%natural0 : memref<32x16xi64, 1>) {
          ^bb0(%e_327: i64, %e_328: i64):
          linalg.yield %e_327 : i64
        }
        scf.if %x_270 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x16xi64, 1>) {
            ^bb0(%e_329: i64):
            %x_330 = arith.constant -1 : i64
            %x_331 = arith.xori %e_329, %x_330 : i64
            linalg.yield %x_331 : i64
          }
        }
        scf.if %x_264 {
          %x_332 = arith.subi %ks0, %l_0 : index
          %x_333 = arith.minsi %x_332, %t2 : index
          %x_334 = arith.subi %ks1, %x_268 : index
          %x_335 = arith.minsi %x_334, %t3 : index
          %x_336 = arith.maxsi %x_335, %t1 : index
          %x_337 = arith.muli %l_0, %ks1 : index
          %x_338 = arith.addi %x_337, %x_268 : index
          %view_339 = memref.reinterpret_cast %Y0 to offset: [%x_338], sizes: [%x_333, %x_336], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_339) : (memref<32x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
        %x_340 = arith.constant true
        %x_341 = arith.xori %x_264, %x_340 : i1
        scf.if %x_341 {
          %x_342 = arith.subi %ks0, %l_0 : index
          %x_343 = arith.minsi %x_342, %t2 : index
          %x_344 = arith.subi %x_9, %x_268 : index
          %x_345 = arith.minsi %x_344, %t3 : index
          %x_346 = arith.maxsi %x_345, %t1 : index
          %x_347 = arith.muli %l_0, %x_9 : index
          %x_348 = arith.addi %x_347, %x_268 : index
          %view_349 = memref.reinterpret_cast %W0 to offset: [%x_348], sizes: [%x_343, %x_346], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_349) : (memref<32x16xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
  %c496 = arith.constant 496 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xi64, 1>
  scf.for %P0 = %c0 to %x step %c496 {
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_P0 = arith.minsi %x_2, %c496 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<496xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<496xi64, 1>) outs(%out, %out_1 : memref<496xf32, 1>, memref<496xi64, 1>) {
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
    "npu.dma_store"(%out, %view_1) : (memref<496xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_2) : (memref<496xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
