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
  %t3 = arith.constant 40 : index
  %t4 = arith.constant 1 : index
  %t5 = arith.constant 16 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 4 : index
  %t8 = arith.constant 5 : index
  %t9 = arith.constant 31 : index
  %t10 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xi64, 1>
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
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x32xi64, 1>) outs(%columns0 : memref<32x32xi64, 1>) {
        ^bb0(%e_27: i64, %e_28: i64):
        linalg.yield %e_27 : i64
      }
      scf.for %l_29 = %t1 to %t2 step %t5 {
        %x_30 = arith.andi %l_29, %t5 : index
        %x_31 = arith.cmpi ne, %x_30, %t1 : index
        %x_32 = arith.select %x_31, %t4, %t1 : index
        %x_33 = arith.select %x_31, %t1, %t4 : index
        %part_34 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_35 = memref.expand_shape %part_34 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
        %part_36 = memref.subview %split_35[0, %x_32, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_37 = memref.subview %split_35[0, %x_33, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_36, %part_37 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_38: i64, %e_39: i64):
          %x_40 = arith.minsi %e_38, %e_39 : i64
          %x_41 = arith.maxsi %e_38, %e_39 : i64
          linalg.yield %x_40, %x_41 : i64, i64
        }
        %x_42 = arith.select %x_31, %t4, %t1 : index
        %x_43 = arith.select %x_31, %t1, %t4 : index
        %part_44 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_45 = memref.expand_shape %part_44 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_46 = memref.subview %split_45[0, %x_42, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_47 = memref.subview %split_45[0, %x_43, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_46, %part_47 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_48: i64, %e_49: i64):
          %x_50 = arith.minsi %e_48, %e_49 : i64
          %x_51 = arith.maxsi %e_48, %e_49 : i64
          linalg.yield %x_50, %x_51 : i64, i64
        }
        %x_52 = arith.select %x_31, %t6, %t4 : index
        %x_53 = arith.select %x_31, %t4, %t6 : index
        %part_54 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_55 = memref.expand_shape %part_54 [[0, 1, 2], [3]] output_shape [4, 4, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %part_56 = memref.subview %split_55[0, %x_52, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %part_57 = memref.subview %split_55[0, %x_53, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_56, %part_57 : memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_58: i64, %e_59: i64):
          %x_60 = arith.minsi %e_58, %e_59 : i64
          %x_61 = arith.maxsi %e_58, %e_59 : i64
          linalg.yield %x_60, %x_61 : i64, i64
        }
        %x_62 = arith.select %x_31, %t4, %t1 : index
        %x_63 = arith.select %x_31, %t1, %t4 : index
        %part_64 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_65 = memref.expand_shape %part_64 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_66 = memref.subview %split_65[0, %x_62, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_67 = memref.subview %split_65[0, %x_63, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_66, %part_67 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_68: i64, %e_69: i64):
          %x_70 = arith.minsi %e_68, %e_69 : i64
          %x_71 = arith.maxsi %e_68, %e_69 : i64
          linalg.yield %x_70, %x_71 : i64, i64
        }
        %x_72 = arith.select %x_31, %t6, %t4 : index
        %x_73 = arith.select %x_31, %t4, %t6 : index
        %part_74 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_75 = memref.expand_shape %part_74 [[0, 1, 2], [3]] output_shape [2, 4, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        %part_76 = memref.subview %split_75[0, %x_72, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
        %part_77 = memref.subview %split_75[0, %x_73, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_76, %part_77 : memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>, memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_78: i64, %e_79: i64):
          %x_80 = arith.minsi %e_78, %e_79 : i64
          %x_81 = arith.maxsi %e_78, %e_79 : i64
          linalg.yield %x_80, %x_81 : i64, i64
        }
        %x_82 = arith.select %x_31, %t6, %t4 : index
        %x_83 = arith.select %x_31, %t4, %t6 : index
        %part_84 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_85 = memref.expand_shape %part_84 [[0, 1, 2], [3]] output_shape [2, 8, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1>
        %part_86 = memref.subview %split_85[0, %x_82, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        %part_87 = memref.subview %split_85[0, %x_83, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_86, %part_87 : memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>, memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_88: i64, %e_89: i64):
          %x_90 = arith.minsi %e_88, %e_89 : i64
          %x_91 = arith.maxsi %e_88, %e_89 : i64
          linalg.yield %x_90, %x_91 : i64, i64
        }
        %x_92 = arith.select %x_31, %t4, %t1 : index
        %x_93 = arith.select %x_31, %t1, %t4 : index
        %part_94 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_95 = memref.expand_shape %part_94 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_96 = memref.subview %split_95[0, %x_92, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        %part_97 = memref.subview %split_95[0, %x_93, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_96, %part_97 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_98: i64, %e_99: i64):
          %x_100 = arith.minsi %e_98, %e_99 : i64
          %x_101 = arith.maxsi %e_98, %e_99 : i64
          linalg.yield %x_100, %x_101 : i64, i64
        }
        %x_102 = arith.select %x_31, %t6, %t4 : index
        %x_103 = arith.select %x_31, %t4, %t6 : index
        %part_104 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_105 = memref.expand_shape %part_104 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_106 = memref.subview %split_105[0, %x_102, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_107 = memref.subview %split_105[0, %x_103, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_106, %part_107 : memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_108: i64, %e_109: i64):
          %x_110 = arith.minsi %e_108, %e_109 : i64
          %x_111 = arith.maxsi %e_108, %e_109 : i64
          linalg.yield %x_110, %x_111 : i64, i64
        }
        %x_112 = arith.select %x_31, %t6, %t4 : index
        %x_113 = arith.select %x_31, %t4, %t6 : index
        %part_114 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_115 = memref.expand_shape %part_114 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_116 = memref.subview %split_115[0, %x_112, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_117 = memref.subview %split_115[0, %x_113, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_116, %part_117 : memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_118: i64, %e_119: i64):
          %x_120 = arith.minsi %e_118, %e_119 : i64
          %x_121 = arith.maxsi %e_118, %e_119 : i64
          linalg.yield %x_120, %x_121 : i64, i64
        }
        %x_122 = arith.select %x_31, %t6, %t4 : index
        %x_123 = arith.select %x_31, %t4, %t6 : index
        %part_124 = memref.subview %columns0[%l_29, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
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
      scf.for %l_132 = %t7 to %t8 step %t4 {
        %x_133 = arith.shli %t4, %l_132 : index
        %x_134 = arith.shli %x_133, %t4 : index
        %x_135 = arith.andi %x_134, %t9 : index
        %x_136 = arith.subi %l_132, %t7 : index
        %x_137 = arith.addi %x_136, %t4 : index
        scf.for %l_138 = %t1 to %x_137 step %t4 {
          %x_139 = arith.subi %l_132, %l_138 : index
          %x_140 = arith.shli %t4, %x_139 : index
          %x_141 = arith.subi %x_140, %t4 : index
          scf.for %l_142 = %t1 to %t5 step %t5 {
            %x_143 = arith.shrui %l_142, %x_139 : index
            %x_144 = arith.addi %x_139, %t4 : index
            %x_145 = arith.shli %x_143, %x_144 : index
            %x_146 = arith.andi %l_142, %x_141 : index
            %x_147 = arith.addi %x_145, %x_146 : index
            %x_148 = arith.addi %x_147, %x_140 : index
            %x_149 = arith.andi %x_147, %x_135 : index
            %x_150 = arith.cmpi ne, %x_149, %t1 : index
            %x_151 = arith.select %x_150, %x_148, %x_147 : index
            %x_152 = arith.select %x_150, %x_147, %x_148 : index
            %part_153 = memref.subview %columns0[%x_151, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
            %part_154 = memref.subview %columns0[%x_152, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_153, %part_154 : memref<16x32xi64, strided<[32, 1], offset: ?>, 1>, memref<16x32xi64, strided<[32, 1], offset: ?>, 1>) {
              ^bb0(%e_155: i64, %e_156: i64):
              %x_157 = arith.minsi %e_155, %e_156 : i64
              %x_158 = arith.maxsi %e_155, %e_156 : i64
              linalg.yield %x_157, %x_158 : i64, i64
            }
          }
        }
        scf.for %l_159 = %t1 to %t2 step %t5 {
          %x_160 = arith.andi %l_159, %x_135 : index
          %x_161 = arith.cmpi ne, %x_160, %t1 : index
          %x_162 = arith.select %x_161, %t4, %t1 : index
          %x_163 = arith.select %x_161, %t1, %t4 : index
          %part_164 = memref.subview %columns0[%l_159, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_165 = memref.expand_shape %part_164 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_166 = memref.subview %split_165[0, %x_162, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          %part_167 = memref.subview %split_165[0, %x_163, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_166, %part_167 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_168: i64, %e_169: i64):
            %x_170 = arith.minsi %e_168, %e_169 : i64
            %x_171 = arith.maxsi %e_168, %e_169 : i64
            linalg.yield %x_170, %x_171 : i64, i64
          }
          %x_172 = arith.select %x_161, %t4, %t1 : index
          %x_173 = arith.select %x_161, %t1, %t4 : index
          %part_174 = memref.subview %columns0[%l_159, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_175 = memref.expand_shape %part_174 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_176 = memref.subview %split_175[0, %x_172, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_177 = memref.subview %split_175[0, %x_173, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_176, %part_177 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_178: i64, %e_179: i64):
            %x_180 = arith.minsi %e_178, %e_179 : i64
            %x_181 = arith.maxsi %e_178, %e_179 : i64
            linalg.yield %x_180, %x_181 : i64, i64
          }
          %x_182 = arith.select %x_161, %t4, %t1 : index
          %x_183 = arith.select %x_161, %t1, %t4 : index
          %part_184 = memref.subview %columns0[%l_159, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_185 = memref.expand_shape %part_184 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_186 = memref.subview %split_185[0, %x_182, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_187 = memref.subview %split_185[0, %x_183, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_186, %part_187 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_188: i64, %e_189: i64):
            %x_190 = arith.minsi %e_188, %e_189 : i64
            %x_191 = arith.maxsi %e_188, %e_189 : i64
            linalg.yield %x_190, %x_191 : i64, i64
          }
          %x_192 = arith.select %x_161, %t4, %t1 : index
          %x_193 = arith.select %x_161, %t1, %t4 : index
          %part_194 = memref.subview %columns0[%l_159, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_195 = memref.expand_shape %part_194 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
          %part_196 = memref.subview %split_195[0, %x_192, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_197 = memref.subview %split_195[0, %x_193, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_196, %part_197 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_198: i64, %e_199: i64):
            %x_200 = arith.minsi %e_198, %e_199 : i64
            %x_201 = arith.maxsi %e_198, %e_199 : i64
            linalg.yield %x_200, %x_201 : i64, i64
          }
        }
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xi64, 1>) outs(%natural0 : memref<32x32xi64, 1>) {
        ^bb0(%e_202: i64, %e_203: i64):
        linalg.yield %e_202 : i64
      }
      scf.if %x_15 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e_204: i64):
          %x_205 = arith.constant -1 : i64
          %x_206 = arith.xori %e_204, %x_205 : i64
          linalg.yield %x_206 : i64
        }
      }
      scf.if %x_10 {
        %x_207 = arith.subi %ks0, %l_0 : index
        %x_208 = arith.minsi %x_207, %t2 : index
        %x_209 = arith.subi %ks1, %x_13 : index
        %x_210 = arith.minsi %x_209, %t2 : index
        %x_211 = arith.maxsi %x_210, %t1 : index
        %x_212 = arith.muli %l_0, %ks1 : index
        %x_213 = arith.addi %x_212, %x_13 : index
        %view_214 = memref.reinterpret_cast %Y0 to offset: [%x_213], sizes: [%x_208, %x_211], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_214) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
      %x_215 = arith.constant true
      %x_216 = arith.xori %x_10, %x_215 : i1
      scf.if %x_216 {
        %x_217 = arith.subi %ks0, %l_0 : index
        %x_218 = arith.minsi %x_217, %t2 : index
        %x_219 = arith.subi %x_9, %x_13 : index
        %x_220 = arith.minsi %x_219, %t2 : index
        %x_221 = arith.maxsi %x_220, %t1 : index
        %x_222 = arith.muli %l_0, %x_9 : index
        %x_223 = arith.addi %x_222, %x_13 : index
        %view_224 = memref.reinterpret_cast %W0 to offset: [%x_223], sizes: [%x_218, %x_221], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %view_224) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
    }
    scf.for %l_225 = %t1 to %levels_2 step %t4 {
      %x_226 = arith.shli %t6, %l_225 : index
      %x_227 = arith.addi %l_225, %t4 : index
      scf.for %l_228 = %t1 to %x_227 step %t4 {
        %x_229 = arith.subi %l_225, %l_228 : index
        %x_230 = arith.shli %t4, %x_229 : index
        %x_231 = arith.shrui %x_8, %t4 : index
        scf.for %l_232 = %t1 to %x_231 step %t4 {
          %x_233 = arith.shrui %l_232, %x_229 : index
          %x_234 = arith.addi %x_229, %t4 : index
          %x_235 = arith.shli %x_233, %x_234 : index
          %x_236 = arith.subi %x_230, %t4 : index
          %x_237 = arith.andi %l_232, %x_236 : index
          %x_238 = arith.addi %x_235, %x_237 : index
          %x_239 = arith.addi %x_238, %x_230 : index
          %x_240 = arith.subi %x_8, %t4 : index
          %x_241 = arith.andi %x_226, %x_240 : index
          %x_242 = arith.andi %x_238, %x_241 : index
          %x_243 = arith.cmpi ne, %x_242, %t1 : index
          %x_244 = arith.select %x_243, %x_239, %x_238 : index
          %x_245 = arith.select %x_243, %x_238, %x_239 : index
          scf.for %l_246 = %t1 to %t2 step %t10 {
            %x_247 = arith.muli %x_244, %t2 : index
            %x_248 = arith.addi %x_247, %l_246 : index
            %x_249 = arith.muli %x_245, %t2 : index
            %x_250 = arith.addi %x_249, %l_246 : index
            %x_251 = arith.subi %ks0, %l_0 : index
            %x_252 = arith.minsi %x_251, %t2 : index
            %x_253 = arith.subi %x_9, %x_248 : index
            %x_254 = arith.minsi %x_253, %t10 : index
            %x_255 = arith.maxsi %x_254, %t1 : index
            %x_256 = arith.muli %l_0, %x_9 : index
            %x_257 = arith.addi %x_256, %x_248 : index
            %view_258 = memref.reinterpret_cast %W0 to offset: [%x_257], sizes: [%x_252, %x_255], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_258, %a0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            %x_259 = arith.subi %ks0, %l_0 : index
            %x_260 = arith.minsi %x_259, %t2 : index
            %x_261 = arith.subi %x_9, %x_250 : index
            %x_262 = arith.minsi %x_261, %t10 : index
            %x_263 = arith.maxsi %x_262, %t1 : index
            %x_264 = arith.muli %l_0, %x_9 : index
            %x_265 = arith.addi %x_264, %x_250 : index
            %view_266 = memref.reinterpret_cast %W0 to offset: [%x_265], sizes: [%x_260, %x_263], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%view_266, %b0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a0, %b0 : memref<32x8xi64, 1>, memref<32x8xi64, 1>) {
              ^bb0(%e_267: i64, %e_268: i64):
              %x_269 = arith.minsi %e_267, %e_268 : i64
              %x_270 = arith.maxsi %e_267, %e_268 : i64
              linalg.yield %x_269, %x_270 : i64, i64
            }
            %x_271 = arith.subi %ks0, %l_0 : index
            %x_272 = arith.minsi %x_271, %t2 : index
            %x_273 = arith.subi %x_9, %x_248 : index
            %x_274 = arith.minsi %x_273, %t10 : index
            %x_275 = arith.maxsi %x_274, %t1 : index
            %x_276 = arith.muli %l_0, %x_9 : index
            %x_277 = arith.addi %x_276, %x_248 : index
            %view_278 = memref.reinterpret_cast %W0 to offset: [%x_277], sizes: [%x_272, %x_275], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%a0, %view_278) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
            %x_279 = arith.subi %ks0, %l_0 : index
            %x_280 = arith.minsi %x_279, %t2 : index
            %x_281 = arith.subi %x_9, %x_250 : index
            %x_282 = arith.minsi %x_281, %t10 : index
            %x_283 = arith.maxsi %x_282, %t1 : index
            %x_284 = arith.muli %l_0, %x_9 : index
            %x_285 = arith.addi %x_284, %x_250 : index
            %view_286 = memref.reinterpret_cast %W0 to offset: [%x_285], sizes: [%x_280, %x_283], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%b0, %view_286) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
          }
        }
      }
      %x_287 = arith.cmpi eq, %x_226, %x_8 : index
      %x_288 = arith.subi %x_8, %t4 : index
      %x_289 = arith.andi %x_226, %x_288 : index
      scf.for %l_290 = %t1 to %x_8 step %t4 {
        %x_291 = arith.muli %l_290, %t2 : index
        %x_292 = arith.andi %l_290, %x_289 : index
        %x_293 = arith.cmpi ne, %x_292, %t1 : index
        %x_294 = arith.subi %ks0, %l_0 : index
        %x_295 = arith.minsi %x_294, %t2 : index
        %x_296 = arith.subi %x_9, %x_291 : index
        %x_297 = arith.minsi %x_296, %t2 : index
        %x_298 = arith.maxsi %x_297, %t1 : index
        %x_299 = arith.muli %l_0, %x_9 : index
        %x_300 = arith.addi %x_299, %x_291 : index
        %view_301 = memref.reinterpret_cast %W0 to offset: [%x_300], sizes: [%x_295, %x_298], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%view_301, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x32xi64, 1>) -> ()
        scf.if %x_293 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e_302: i64):
            %x_303 = arith.constant -1 : i64
            %x_304 = arith.xori %e_302, %x_303 : i64
            linalg.yield %x_304 : i64
          }
        }
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x32xi64, 1>) outs(%columns0 : memref<32x32xi64, 1>) {
          ^bb0(%e_305: i64, %e_306: i64):
          linalg.yield %e_305 : i64
        }
        %x_307 = arith.subi %t7, %t7 : index
        %x_308 = arith.addi %x_307, %t4 : index
        scf.for %l_309 = %t1 to %x_308 step %t4 {
          %x_310 = arith.subi %t7, %l_309 : index
          %x_311 = arith.shli %t4, %x_310 : index
          %x_312 = arith.subi %x_311, %t4 : index
          scf.for %l_313 = %t1 to %t5 step %t5 {
            %x_314 = arith.shrui %l_313, %x_310 : index
            %x_315 = arith.addi %x_310, %t4 : index
            %x_316 = arith.shli %x_314, %x_315 : index
            %x_317 = arith.andi %l_313, %x_312 : index
            %x_318 = arith.addi %x_316, %x_317 : index
            %x_319 = arith.addi %x_318, %x_311 : index
            %x_320 = arith.andi %x_318, %t1 : index
            %x_321 = arith.cmpi ne, %x_320, %t1 : index
            %x_322 = arith.select %x_321, %x_319, %x_318 : index
            %x_323 = arith.select %x_321, %x_318, %x_319 : index
            %part_324 = memref.subview %columns0[%x_322, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
            %part_325 = memref.subview %columns0[%x_323, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_324, %part_325 : memref<16x32xi64, strided<[32, 1], offset: ?>, 1>, memref<16x32xi64, strided<[32, 1], offset: ?>, 1>) {
              ^bb0(%e_326: i64, %e_327: i64):
              %x_328 = arith.minsi %e_326, %e_327 : i64
              %x_329 = arith.maxsi %e_326, %e_327 : i64
              linalg.yield %x_328, %x_329 : i64, i64
            }
          }
        }
        scf.for %l_330 = %t1 to %t2 step %t5 {
          %x_331 = arith.andi %l_330, %t1 : index
          %x_332 = arith.cmpi ne, %x_331, %t1 : index
          %x_333 = arith.select %x_332, %t4, %t1 : index
          %x_334 = arith.select %x_332, %t1, %t4 : index
          %part_335 = memref.subview %columns0[%l_330, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_336 = memref.expand_shape %part_335 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_337 = memref.subview %split_336[0, %x_333, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          %part_338 = memref.subview %split_336[0, %x_334, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_337, %part_338 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_339: i64, %e_340: i64):
            %x_341 = arith.minsi %e_339, %e_340 : i64
            %x_342 = arith.maxsi %e_339, %e_340 : i64
            linalg.yield %x_341, %x_342 : i64, i64
          }
          %x_343 = arith.select %x_332, %t4, %t1 : index
          %x_344 = arith.select %x_332, %t1, %t4 : index
          %part_345 = memref.subview %columns0[%l_330, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_346 = memref.expand_shape %part_345 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_347 = memref.subview %split_346[0, %x_343, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          %part_348 = memref.subview %split_346[0, %x_344, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_347, %part_348 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_349: i64, %e_350: i64):
            %x_351 = arith.minsi %e_349, %e_350 : i64
            %x_352 = arith.maxsi %e_349, %e_350 : i64
            linalg.yield %x_351, %x_352 : i64, i64
          }
          %x_353 = arith.select %x_332, %t4, %t1 : index
          %x_354 = arith.select %x_332, %t1, %t4 : index
          %part_355 = memref.subview %columns0[%l_330, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_356 = memref.expand_shape %part_355 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_357 = memref.subview %split_356[0, %x_353, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          %part_358 = memref.subview %split_356[0, %x_354, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_357, %part_358 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_359: i64, %e_360: i64):
            %x_361 = arith.minsi %e_359, %e_360 : i64
            %x_362 = arith.maxsi %e_359, %e_360 : i64
            linalg.yield %x_361, %x_362 : i64, i64
          }
          %x_363 = arith.select %x_332, %t4, %t1 : index
          %x_364 = arith.select %x_332, %t1, %t4 : index
          %part_365 = memref.subview %columns0[%l_330, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_366 = memref.expand_shape %part_365 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
          %part_367 = memref.subview %split_366[0, %x_363, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          %part_368 = memref.subview %split_366[0, %x_364, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_367, %part_368 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_369: i64, %e_370: i64):
            %x_371 = arith.minsi %e_369, %e_370 : i64
            %x_372 = arith.maxsi %e_369, %e_370 : i64
            linalg.yield %x_371, %x_372 : i64, i64
          }
        }
        linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xi64, 1>) outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e_373: i64, %e_374: i64):
          linalg.yield %e_373 : i64
        }
        scf.if %x_293 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e_375: i64):
            %x_376 = arith.constant -1 : i64
            %x_377 = arith.xori %e_375, %x_376 : i64
            linalg.yield %x_377 : i64
          }
        }
        scf.if %x_287 {
          %x_378 = arith.subi %ks0, %l_0 : index
          %x_379 = arith.minsi %x_378, %t2 : index
          %x_380 = arith.subi %ks1, %x_291 : index
          %x_381 = arith.minsi %x_380, %t2 : index
          %x_382 = arith.maxsi %x_381, %t1 : index
          %x_383 = arith.muli %l_0, %ks1 : index
          %x_384 = arith.addi %x_383, %x_291 : index
          %view_385 = memref.reinterpret_cast %Y0 to offset: [%x_384], sizes: [%x_379, %x_382], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_385) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
        %x_386 = arith.constant true
        %x_387 = arith.xori %x_287, %x_386 : i1
        scf.if %x_387 {
          %x_388 = arith.subi %ks0, %l_0 : index
          %x_389 = arith.minsi %x_388, %t2 : index
          %x_390 = arith.subi %x_9, %x_291 : index
          %x_391 = arith.minsi %x_390, %t2 : index
          %x_392 = arith.maxsi %x_391, %t1 : index
          %x_393 = arith.muli %l_0, %x_9 : index
          %x_394 = arith.addi %x_393, %x_291 : index
          %view_395 = memref.reinterpret_cast %W0 to offset: [%x_394], sizes: [%x_389, %x_392], strides: [%x_9, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %view_395) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
