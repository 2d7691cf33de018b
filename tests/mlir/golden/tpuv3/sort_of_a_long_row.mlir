// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<600xf32>, %out_ptr0: memref<600xi64>) {
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xf32> to memref<600xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<600xf32, strided<[1], offset: 0>>, memref<608xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<608xf32, 1>) outs(%out : memref<608xi64, 1>) {
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
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_3, %i : i32  // index
      %cvt_1 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq, %lt : i1  // and_
      %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_1, %cvt_2 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xi64> to memref<600xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<608xi64, 1>, memref<600xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<600xi64>, %Y0: memref<600xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 600 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 1024 : index
  %t5 = arith.constant 32 : index
  %t6 = arith.constant 16 : index
  %t7 = arith.constant 2 : index
  %t8 = arith.constant 4 : index
  %t9 = arith.constant 5 : index
  %t10 = arith.constant 31 : index
  %t11 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x1024xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t1 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t4 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<600xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x1024xi64, 1>) -> ()
    %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 32] : memref<1x1024xi64, 1> into memref<1x32x32xi64, 1>
    %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x32x32xi64, 1> into memref<32x32xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<32x32xi64, 1>) outs(%columns0 : memref<32x32xi64, 1>) {
      ^bb0(%e_11: i64, %e_12: i64):
      linalg.yield %e_11 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<32x32xi64, 1>) {
      ^bb0(%e_13: i64):
      %x_14 = linalg.index 1 : index
      %x_15 = arith.andi %x_14, %t1 : index
      %x_16 = arith.cmpi ne, %x_15, %t3 : index
      %x_17 = arith.extsi %x_16 : i1 to i64
      %x_18 = arith.xori %e_13, %x_17 : i64
      linalg.yield %x_18 : i64
    }
    scf.for %l_19 = %t3 to %t5 step %t6 {
      %x_20 = arith.andi %l_19, %t6 : index
      %x_21 = arith.cmpi ne, %x_20, %t3 : index
      %x_22 = arith.select %x_21, %t1, %t3 : index
      %x_23 = arith.select %x_21, %t3, %t1 : index
      %part_24 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_25 = memref.expand_shape %part_24 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
      %part_26 = memref.subview %split_25[0, %x_22, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      %part_27 = memref.subview %split_25[0, %x_23, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_26, %part_27 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_28: i64, %e_29: i64):
        %x_30 = arith.minsi %e_28, %e_29 : i64
        %x_31 = arith.maxsi %e_28, %e_29 : i64
        linalg.yield %x_30, %x_31 : i64, i64
      }
      %x_32 = arith.select %x_21, %t1, %t3 : index
      %x_33 = arith.select %x_21, %t3, %t1 : index
      %part_34 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_35 = memref.expand_shape %part_34 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      %part_36 = memref.subview %split_35[0, %x_32, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      %part_37 = memref.subview %split_35[0, %x_33, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_36, %part_37 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_38: i64, %e_39: i64):
        %x_40 = arith.minsi %e_38, %e_39 : i64
        %x_41 = arith.maxsi %e_38, %e_39 : i64
        linalg.yield %x_40, %x_41 : i64, i64
      }
      %x_42 = arith.select %x_21, %t7, %t1 : index
      %x_43 = arith.select %x_21, %t1, %t7 : index
      %part_44 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_45 = memref.expand_shape %part_44 [[0, 1, 2], [3]] output_shape [4, 4, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
      %part_46 = memref.subview %split_45[0, %x_42, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
      %part_47 = memref.subview %split_45[0, %x_43, 0, 0] [4, 1, 1, 32] [1, 2, 1, 1] : memref<4x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_46, %part_47 : memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<4x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_48: i64, %e_49: i64):
        %x_50 = arith.minsi %e_48, %e_49 : i64
        %x_51 = arith.maxsi %e_48, %e_49 : i64
        linalg.yield %x_50, %x_51 : i64, i64
      }
      %x_52 = arith.select %x_21, %t1, %t3 : index
      %x_53 = arith.select %x_21, %t3, %t1 : index
      %part_54 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_55 = memref.expand_shape %part_54 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      %part_56 = memref.subview %split_55[0, %x_52, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
      %part_57 = memref.subview %split_55[0, %x_53, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_56, %part_57 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_58: i64, %e_59: i64):
        %x_60 = arith.minsi %e_58, %e_59 : i64
        %x_61 = arith.maxsi %e_58, %e_59 : i64
        linalg.yield %x_60, %x_61 : i64, i64
      }
      %x_62 = arith.select %x_21, %t7, %t1 : index
      %x_63 = arith.select %x_21, %t1, %t7 : index
      %part_64 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_65 = memref.expand_shape %part_64 [[0, 1, 2], [3]] output_shape [2, 4, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
      %part_66 = memref.subview %split_65[0, %x_62, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
      %part_67 = memref.subview %split_65[0, %x_63, 0, 0] [2, 1, 2, 32] [1, 2, 1, 1] : memref<2x4x2x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1> to memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_66, %part_67 : memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>, memref<2x1x2x32xi64, strided<[256, 128, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_68: i64, %e_69: i64):
        %x_70 = arith.minsi %e_68, %e_69 : i64
        %x_71 = arith.maxsi %e_68, %e_69 : i64
        linalg.yield %x_70, %x_71 : i64, i64
      }
      %x_72 = arith.select %x_21, %t7, %t1 : index
      %x_73 = arith.select %x_21, %t1, %t7 : index
      %part_74 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_75 = memref.expand_shape %part_74 [[0, 1, 2], [3]] output_shape [2, 8, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1>
      %part_76 = memref.subview %split_75[0, %x_72, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
      %part_77 = memref.subview %split_75[0, %x_73, 0, 0] [2, 3, 1, 32] [1, 2, 1, 1] : memref<2x8x1x32xi64, strided<[256, 32, 32, 1], offset: ?>, 1> to memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_76, %part_77 : memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>, memref<2x3x1x32xi64, strided<[256, 64, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_78: i64, %e_79: i64):
        %x_80 = arith.minsi %e_78, %e_79 : i64
        %x_81 = arith.maxsi %e_78, %e_79 : i64
        linalg.yield %x_80, %x_81 : i64, i64
      }
      %x_82 = arith.select %x_21, %t1, %t3 : index
      %x_83 = arith.select %x_21, %t3, %t1 : index
      %part_84 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_85 = memref.expand_shape %part_84 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
      %part_86 = memref.subview %split_85[0, %x_82, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
      %part_87 = memref.subview %split_85[0, %x_83, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_86, %part_87 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_88: i64, %e_89: i64):
        %x_90 = arith.minsi %e_88, %e_89 : i64
        %x_91 = arith.maxsi %e_88, %e_89 : i64
        linalg.yield %x_90, %x_91 : i64, i64
      }
      %x_92 = arith.select %x_21, %t7, %t1 : index
      %x_93 = arith.select %x_21, %t1, %t7 : index
      %part_94 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_95 = memref.expand_shape %part_94 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      %part_96 = memref.subview %split_95[0, %x_92, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
      %part_97 = memref.subview %split_95[0, %x_93, 0, 0] [1, 1, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_96, %part_97 : memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x1x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_98: i64, %e_99: i64):
        %x_100 = arith.minsi %e_98, %e_99 : i64
        %x_101 = arith.maxsi %e_98, %e_99 : i64
        linalg.yield %x_100, %x_101 : i64, i64
      }
      %x_102 = arith.select %x_21, %t7, %t1 : index
      %x_103 = arith.select %x_21, %t1, %t7 : index
      %part_104 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_105 = memref.expand_shape %part_104 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      %part_106 = memref.subview %split_105[0, %x_102, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      %part_107 = memref.subview %split_105[0, %x_103, 0, 0] [1, 3, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_106, %part_107 : memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x3x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_108: i64, %e_109: i64):
        %x_110 = arith.minsi %e_108, %e_109 : i64
        %x_111 = arith.maxsi %e_108, %e_109 : i64
        linalg.yield %x_110, %x_111 : i64, i64
      }
      %x_112 = arith.select %x_21, %t7, %t1 : index
      %x_113 = arith.select %x_21, %t1, %t7 : index
      %part_114 = memref.subview %columns0[%l_19, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
      %split_115 = memref.expand_shape %part_114 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
      %part_116 = memref.subview %split_115[0, %x_112, 0, 0] [1, 7, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      %part_117 = memref.subview %split_115[0, %x_113, 0, 0] [1, 7, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_116, %part_117 : memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x7x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
        ^bb0(%e_118: i64, %e_119: i64):
        %x_120 = arith.minsi %e_118, %e_119 : i64
        %x_121 = arith.maxsi %e_118, %e_119 : i64
        linalg.yield %x_120, %x_121 : i64, i64
      }
    }
    scf.for %l_122 = %t8 to %t9 step %t1 {
      %x_123 = arith.shli %t1, %l_122 : index
      %x_124 = arith.shli %x_123, %t1 : index
      %x_125 = arith.andi %x_124, %t10 : index
      %x_126 = arith.subi %l_122, %t8 : index
      %x_127 = arith.addi %x_126, %t1 : index
      scf.for %l_128 = %t3 to %x_127 step %t1 {
        %x_129 = arith.subi %l_122, %l_128 : index
        %x_130 = arith.shli %t1, %x_129 : index
        %x_131 = arith.subi %x_130, %t1 : index
        scf.for %l_132 = %t3 to %t6 step %t6 {
          %x_133 = arith.shrui %l_132, %x_129 : index
          %x_134 = arith.addi %x_129, %t1 : index
          %x_135 = arith.shli %x_133, %x_134 : index
          %x_136 = arith.andi %l_132, %x_131 : index
          %x_137 = arith.addi %x_135, %x_136 : index
          %x_138 = arith.addi %x_137, %x_130 : index
          %x_139 = arith.andi %x_137, %x_125 : index
          %x_140 = arith.cmpi ne, %x_139, %t3 : index
          %x_141 = arith.select %x_140, %x_138, %x_137 : index
          %x_142 = arith.select %x_140, %x_137, %x_138 : index
          %part_143 = memref.subview %columns0[%x_141, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %part_144 = memref.subview %columns0[%x_142, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_143, %part_144 : memref<16x32xi64, strided<[32, 1], offset: ?>, 1>, memref<16x32xi64, strided<[32, 1], offset: ?>, 1>) {
            ^bb0(%e_145: i64, %e_146: i64):
            %x_147 = arith.minsi %e_145, %e_146 : i64
            %x_148 = arith.maxsi %e_145, %e_146 : i64
            linalg.yield %x_147, %x_148 : i64, i64
          }
        }
      }
      scf.for %l_149 = %t3 to %t5 step %t6 {
        %x_150 = arith.andi %l_149, %x_125 : index
        %x_151 = arith.cmpi ne, %x_150, %t3 : index
        %x_152 = arith.select %x_151, %t1, %t3 : index
        %x_153 = arith.select %x_151, %t3, %t1 : index
        %part_154 = memref.subview %columns0[%l_149, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_155 = memref.expand_shape %part_154 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_156 = memref.subview %split_155[0, %x_152, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        %part_157 = memref.subview %split_155[0, %x_153, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_156, %part_157 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_158: i64, %e_159: i64):
          %x_160 = arith.minsi %e_158, %e_159 : i64
          %x_161 = arith.maxsi %e_158, %e_159 : i64
          linalg.yield %x_160, %x_161 : i64, i64
        }
        %x_162 = arith.select %x_151, %t1, %t3 : index
        %x_163 = arith.select %x_151, %t3, %t1 : index
        %part_164 = memref.subview %columns0[%l_149, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_165 = memref.expand_shape %part_164 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_166 = memref.subview %split_165[0, %x_162, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_167 = memref.subview %split_165[0, %x_163, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_166, %part_167 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_168: i64, %e_169: i64):
          %x_170 = arith.minsi %e_168, %e_169 : i64
          %x_171 = arith.maxsi %e_168, %e_169 : i64
          linalg.yield %x_170, %x_171 : i64, i64
        }
        %x_172 = arith.select %x_151, %t1, %t3 : index
        %x_173 = arith.select %x_151, %t3, %t1 : index
        %part_174 = memref.subview %columns0[%l_149, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_175 = memref.expand_shape %part_174 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_176 = memref.subview %split_175[0, %x_172, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_177 = memref.subview %split_175[0, %x_173, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_176, %part_177 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_178: i64, %e_179: i64):
          %x_180 = arith.minsi %e_178, %e_179 : i64
          %x_181 = arith.maxsi %e_178, %e_179 : i64
          linalg.yield %x_180, %x_181 : i64, i64
        }
        %x_182 = arith.select %x_151, %t1, %t3 : index
        %x_183 = arith.select %x_151, %t3, %t1 : index
        %part_184 = memref.subview %columns0[%l_149, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_185 = memref.expand_shape %part_184 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
        %part_186 = memref.subview %split_185[0, %x_182, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_187 = memref.subview %split_185[0, %x_183, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_186, %part_187 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_188: i64, %e_189: i64):
          %x_190 = arith.minsi %e_188, %e_189 : i64
          %x_191 = arith.maxsi %e_188, %e_189 : i64
          linalg.yield %x_190, %x_191 : i64, i64
        }
      }
    }
    scf.for %l_192 = %t3 to %t9 step %t1 {
      %x_193 = arith.shli %t1, %l_192 : index
      %x_194 = arith.shli %x_193, %t1 : index
      %x_195 = arith.andi %x_194, %t10 : index
      %x_196 = arith.andi %x_193, %t10 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<32x32xi64, 1>) {
        ^bb0(%e_197: i64):
        %x_198 = linalg.index 1 : index
        %x_199 = arith.andi %x_198, %x_196 : index
        %x_200 = arith.cmpi ne, %x_199, %t3 : index
        %x_201 = arith.andi %x_198, %x_195 : index
        %x_202 = arith.cmpi ne, %x_201, %t3 : index
        %x_203 = arith.xori %x_200, %x_202 : i1
        %x_204 = arith.extsi %x_203 : i1 to i64
        %x_205 = arith.xori %e_197, %x_204 : i64
        linalg.yield %x_205 : i64
      }
      %split_206 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 32] : memref<1x1024xi64, 1> into memref<1x32x32xi64, 1>
      %joined_207 = memref.collapse_shape %split_206 [[0, 1], [2]] : memref<1x32x32xi64, 1> into memref<32x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xi64, 1>) outs(%joined_207 : memref<32x32xi64, 1>) {
        ^bb0(%e_208: i64, %e_209: i64):
        linalg.yield %e_208 : i64
      }
      %joined_210 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x1024xi64, 1> into memref<1024xi64, 1>
      %split_211 = memref.expand_shape %joined_210 [[0, 1, 2]] output_shape [1, 2, 512] : memref<1024xi64, 1> into memref<1x2x512xi64, 1>
      %part_212 = memref.subview %split_211[0, 0, 0] [1, 1, 512] [1, 1, 1] : memref<1x2x512xi64, 1> to memref<1x1x512xi64, strided<[1024, 512, 1]>, 1>
      %part_213 = memref.subview %split_211[0, 1, 0] [1, 1, 512] [1, 1, 1] : memref<1x2x512xi64, 1> to memref<1x1x512xi64, strided<[1024, 512, 1], offset: 512>, 1>
      %x_214 = arith.cmpi sge, %x_193, %t6 : index
      scf.if %x_214 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_212, %part_213 : memref<1x1x512xi64, strided<[1024, 512, 1]>, 1>, memref<1x1x512xi64, strided<[1024, 512, 1], offset: 512>, 1>) {
          ^bb0(%e_215: i64, %e_216: i64):
          %x_217 = arith.minsi %e_215, %e_216 : i64
          %x_218 = arith.maxsi %e_215, %e_216 : i64
          linalg.yield %x_217, %x_218 : i64, i64
        }
      }
      %joined_219 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x1024xi64, 1> into memref<1024xi64, 1>
      %split_220 = memref.expand_shape %joined_219 [[0, 1, 2]] output_shape [2, 2, 256] : memref<1024xi64, 1> into memref<2x2x256xi64, 1>
      %part_221 = memref.subview %split_220[0, 0, 0] [2, 1, 256] [1, 1, 1] : memref<2x2x256xi64, 1> to memref<2x1x256xi64, strided<[512, 256, 1]>, 1>
      %part_222 = memref.subview %split_220[0, 1, 0] [2, 1, 256] [1, 1, 1] : memref<2x2x256xi64, 1> to memref<2x1x256xi64, strided<[512, 256, 1], offset: 256>, 1>
      %x_223 = arith.cmpi sge, %x_193, %t11 : index
      scf.if %x_223 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_221, %part_222 : memref<2x1x256xi64, strided<[512, 256, 1]>, 1>, memref<2x1x256xi64, strided<[512, 256, 1], offset: 256>, 1>) {
          ^bb0(%e_224: i64, %e_225: i64):
          %x_226 = arith.minsi %e_224, %e_225 : i64
          %x_227 = arith.maxsi %e_224, %e_225 : i64
          linalg.yield %x_226, %x_227 : i64, i64
        }
      }
      %joined_228 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x1024xi64, 1> into memref<1024xi64, 1>
      %split_229 = memref.expand_shape %joined_228 [[0, 1, 2]] output_shape [4, 2, 128] : memref<1024xi64, 1> into memref<4x2x128xi64, 1>
      %part_230 = memref.subview %split_229[0, 0, 0] [4, 1, 128] [1, 1, 1] : memref<4x2x128xi64, 1> to memref<4x1x128xi64, strided<[256, 128, 1]>, 1>
      %part_231 = memref.subview %split_229[0, 1, 0] [4, 1, 128] [1, 1, 1] : memref<4x2x128xi64, 1> to memref<4x1x128xi64, strided<[256, 128, 1], offset: 128>, 1>
      %x_232 = arith.cmpi sge, %x_193, %t8 : index
      scf.if %x_232 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_230, %part_231 : memref<4x1x128xi64, strided<[256, 128, 1]>, 1>, memref<4x1x128xi64, strided<[256, 128, 1], offset: 128>, 1>) {
          ^bb0(%e_233: i64, %e_234: i64):
          %x_235 = arith.minsi %e_233, %e_234 : i64
          %x_236 = arith.maxsi %e_233, %e_234 : i64
          linalg.yield %x_235, %x_236 : i64, i64
        }
      }
      %joined_237 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x1024xi64, 1> into memref<1024xi64, 1>
      %split_238 = memref.expand_shape %joined_237 [[0, 1, 2]] output_shape [8, 2, 64] : memref<1024xi64, 1> into memref<8x2x64xi64, 1>
      %part_239 = memref.subview %split_238[0, 0, 0] [8, 1, 64] [1, 1, 1] : memref<8x2x64xi64, 1> to memref<8x1x64xi64, strided<[128, 64, 1]>, 1>
      %part_240 = memref.subview %split_238[0, 1, 0] [8, 1, 64] [1, 1, 1] : memref<8x2x64xi64, 1> to memref<8x1x64xi64, strided<[128, 64, 1], offset: 64>, 1>
      %x_241 = arith.cmpi sge, %x_193, %t7 : index
      scf.if %x_241 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_239, %part_240 : memref<8x1x64xi64, strided<[128, 64, 1]>, 1>, memref<8x1x64xi64, strided<[128, 64, 1], offset: 64>, 1>) {
          ^bb0(%e_242: i64, %e_243: i64):
          %x_244 = arith.minsi %e_242, %e_243 : i64
          %x_245 = arith.maxsi %e_242, %e_243 : i64
          linalg.yield %x_244, %x_245 : i64, i64
        }
      }
      %joined_246 = memref.collapse_shape %natural0 [[0, 1]] : memref<1x1024xi64, 1> into memref<1024xi64, 1>
      %split_247 = memref.expand_shape %joined_246 [[0, 1, 2]] output_shape [16, 2, 32] : memref<1024xi64, 1> into memref<16x2x32xi64, 1>
      %part_248 = memref.subview %split_247[0, 0, 0] [16, 1, 32] [1, 1, 1] : memref<16x2x32xi64, 1> to memref<16x1x32xi64, strided<[64, 32, 1]>, 1>
      %part_249 = memref.subview %split_247[0, 1, 0] [16, 1, 32] [1, 1, 1] : memref<16x2x32xi64, 1> to memref<16x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>
      %x_250 = arith.cmpi sge, %x_193, %t1 : index
      scf.if %x_250 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_248, %part_249 : memref<16x1x32xi64, strided<[64, 32, 1]>, 1>, memref<16x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>) {
          ^bb0(%e_251: i64, %e_252: i64):
          %x_253 = arith.minsi %e_251, %e_252 : i64
          %x_254 = arith.maxsi %e_251, %e_252 : i64
          linalg.yield %x_253, %x_254 : i64, i64
        }
      }
      %split_255 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 32] : memref<1x1024xi64, 1> into memref<1x32x32xi64, 1>
      %joined_256 = memref.collapse_shape %split_255 [[0, 1], [2]] : memref<1x32x32xi64, 1> into memref<32x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_256 : memref<32x32xi64, 1>) outs(%columns0 : memref<32x32xi64, 1>) {
        ^bb0(%e_257: i64, %e_258: i64):
        linalg.yield %e_257 : i64
      }
      %x_259 = arith.subi %t8, %t8 : index
      %x_260 = arith.addi %x_259, %t1 : index
      scf.for %l_261 = %t3 to %x_260 step %t1 {
        %x_262 = arith.subi %t8, %l_261 : index
        %x_263 = arith.shli %t1, %x_262 : index
        %x_264 = arith.subi %x_263, %t1 : index
        scf.for %l_265 = %t3 to %t6 step %t6 {
          %x_266 = arith.shrui %l_265, %x_262 : index
          %x_267 = arith.addi %x_262, %t1 : index
          %x_268 = arith.shli %x_266, %x_267 : index
          %x_269 = arith.andi %l_265, %x_264 : index
          %x_270 = arith.addi %x_268, %x_269 : index
          %x_271 = arith.addi %x_270, %x_263 : index
          %x_272 = arith.andi %x_270, %t3 : index
          %x_273 = arith.cmpi ne, %x_272, %t3 : index
          %x_274 = arith.select %x_273, %x_271, %x_270 : index
          %x_275 = arith.select %x_273, %x_270, %x_271 : index
          %part_276 = memref.subview %columns0[%x_274, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          %part_277 = memref.subview %columns0[%x_275, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_276, %part_277 : memref<16x32xi64, strided<[32, 1], offset: ?>, 1>, memref<16x32xi64, strided<[32, 1], offset: ?>, 1>) {
            ^bb0(%e_278: i64, %e_279: i64):
            %x_280 = arith.minsi %e_278, %e_279 : i64
            %x_281 = arith.maxsi %e_278, %e_279 : i64
            linalg.yield %x_280, %x_281 : i64, i64
          }
        }
      }
      scf.for %l_282 = %t3 to %t5 step %t6 {
        %x_283 = arith.andi %l_282, %t3 : index
        %x_284 = arith.cmpi ne, %x_283, %t3 : index
        %x_285 = arith.select %x_284, %t1, %t3 : index
        %x_286 = arith.select %x_284, %t3, %t1 : index
        %part_287 = memref.subview %columns0[%l_282, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_288 = memref.expand_shape %part_287 [[0, 1, 2], [3]] output_shape [1, 2, 8, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_289 = memref.subview %split_288[0, %x_285, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        %part_290 = memref.subview %split_288[0, %x_286, 0, 0] [1, 1, 8, 32] [1, 2, 1, 1] : memref<1x2x8x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1> to memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_289, %part_290 : memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>, memref<1x1x8x32xi64, strided<[512, 512, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_291: i64, %e_292: i64):
          %x_293 = arith.minsi %e_291, %e_292 : i64
          %x_294 = arith.maxsi %e_291, %e_292 : i64
          linalg.yield %x_293, %x_294 : i64, i64
        }
        %x_295 = arith.select %x_284, %t1, %t3 : index
        %x_296 = arith.select %x_284, %t3, %t1 : index
        %part_297 = memref.subview %columns0[%l_282, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_298 = memref.expand_shape %part_297 [[0, 1, 2], [3]] output_shape [1, 4, 4, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_299 = memref.subview %split_298[0, %x_295, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        %part_300 = memref.subview %split_298[0, %x_296, 0, 0] [1, 2, 4, 32] [1, 2, 1, 1] : memref<1x4x4x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1> to memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_299, %part_300 : memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>, memref<1x2x4x32xi64, strided<[512, 256, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_301: i64, %e_302: i64):
          %x_303 = arith.minsi %e_301, %e_302 : i64
          %x_304 = arith.maxsi %e_301, %e_302 : i64
          linalg.yield %x_303, %x_304 : i64, i64
        }
        %x_305 = arith.select %x_284, %t1, %t3 : index
        %x_306 = arith.select %x_284, %t3, %t1 : index
        %part_307 = memref.subview %columns0[%l_282, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_308 = memref.expand_shape %part_307 [[0, 1, 2], [3]] output_shape [1, 8, 2, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_309 = memref.subview %split_308[0, %x_305, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        %part_310 = memref.subview %split_308[0, %x_306, 0, 0] [1, 4, 2, 32] [1, 2, 1, 1] : memref<1x8x2x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1> to memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_309, %part_310 : memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>, memref<1x4x2x32xi64, strided<[512, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_311: i64, %e_312: i64):
          %x_313 = arith.minsi %e_311, %e_312 : i64
          %x_314 = arith.maxsi %e_311, %e_312 : i64
          linalg.yield %x_313, %x_314 : i64, i64
        }
        %x_315 = arith.select %x_284, %t1, %t3 : index
        %x_316 = arith.select %x_284, %t3, %t1 : index
        %part_317 = memref.subview %columns0[%l_282, 0] [16, 32] [1, 1] : memref<32x32xi64, 1> to memref<16x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_318 = memref.expand_shape %part_317 [[0, 1, 2], [3]] output_shape [1, 16, 1, 32] : memref<16x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1>
        %part_319 = memref.subview %split_318[0, %x_315, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        %part_320 = memref.subview %split_318[0, %x_316, 0, 0] [1, 8, 1, 32] [1, 2, 1, 1] : memref<1x16x1x32xi64, strided<[512, 32, 32, 1], offset: ?>, 1> to memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_319, %part_320 : memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>, memref<1x8x1x32xi64, strided<[512, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_321: i64, %e_322: i64):
          %x_323 = arith.minsi %e_321, %e_322 : i64
          %x_324 = arith.maxsi %e_321, %e_322 : i64
          linalg.yield %x_323, %x_324 : i64, i64
        }
      }
    }
    %split_325 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 32] : memref<1x1024xi64, 1> into memref<1x32x32xi64, 1>
    %joined_326 = memref.collapse_shape %split_325 [[0, 1], [2]] : memref<1x32x32xi64, 1> into memref<32x32xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xi64, 1>) outs(%joined_326 : memref<32x32xi64, 1>) {
      ^bb0(%e_327: i64, %e_328: i64):
      linalg.yield %e_327 : i64
    }
    %x_329 = arith.subi %t1, %l_0 : index
    %x_330 = arith.minsi %x_329, %t1 : index
    %x_331 = arith.subi %t2, %t3 : index
    %x_332 = arith.minsi %x_331, %t4 : index
    %x_333 = arith.maxsi %x_332, %t3 : index
    %x_334 = arith.muli %l_0, %t2 : index
    %x_335 = arith.addi %x_334, %t3 : index
    %view_336 = memref.reinterpret_cast %Y0 to offset: [%x_335], sizes: [%x_330, %x_333], strides: [%t2, 1] : memref<600xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_336) : (memref<1x1024xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<600xi64>, %out_ptr0: memref<600xf32>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xi64> to memref<600xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<600xi64, strided<[1], offset: 0>>, memref<608xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<608xi64, 1>) outs(%out : memref<608xf32, 1>) {
    ^bb0(%a: i64, %o: f32):
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
      linalg.yield %sel_1 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xf32> to memref<600xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<608xf32, 1>, memref<600xf32, strided<[1], offset: 0>>) -> ()
  return
}
