// npu_fused_sort: pointwise, fusions horizontal
func.func @npu_fused_sort(%in_ptr0: memref<60xi64>, %out_ptr0: memref<60xi64>, %out_ptr1: memref<60xi64>) {
  %k = arith.constant -1 : i64
  %k_1 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [20, 3], strides: [3, 1] : memref<60xi64> to memref<20x3xi64, strided<[3, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<20x3xi64, strided<[3, 1], offset: 0>>, memref<32x3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x3xi64, 1>) outs(%out, %out_1 : memref<3x32xi64, 1>, memref<3x32xi64, 1>) {
    ^bb0(%a: i64, %o: i64, %o_1: i64):
      %xor = arith.xori %a, %k : i64  // bitwise_not
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_1, %i : i32  // index
      %cvt = arith.extsi %mul : i32 to i64  // index
      linalg.yield %xor, %cvt : i64, i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3x32xi64, 1>, memref<3x20xi64, strided<[20, 1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<3x32xi64, 1>, memref<3x20xi64, strided<[20, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_sort (%X0: memref<60xi64>, %X1: memref<60xi64>, %Y0: memref<60xi64>, %Y1: memref<60xi64>) {
  %t1 = arith.constant 3 : index
  %t2 = arith.constant 20 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 4 : index
  %t5 = arith.constant 32 : index
  %t6 = arith.constant 1 : index
  %t7 = arith.constant 16 : index
  %t8 = arith.constant 2 : index
  %t9 = arith.constant 15 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %natural1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t4 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t4 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t5 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    %view_9 = memref.reinterpret_cast %X1 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    "npu.dma_load"(%view_9, %natural1) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    %split_10 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_11 = memref.collapse_shape %split_10 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_11 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e_12: i64, %e_13: i64):
      linalg.yield %e_12 : i64
    }
    %split_14 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_15 = memref.collapse_shape %split_14 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_15 : memref<8x16xi64, 1>) outs(%columns1 : memref<16x8xi64, 1>) {
      ^bb0(%e_16: i64, %e_17: i64):
      linalg.yield %e_16 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0, %columns1 : memref<16x8xi64, 1>, memref<16x8xi64, 1>) {
      ^bb0(%e_18: i64, %e_19: i64):
      %x_20 = linalg.index 1 : index
      %x_21 = arith.andi %x_20, %t6 : index
      %x_22 = arith.cmpi ne, %x_21, %t3 : index
      %x_23 = arith.extsi %x_22 : i1 to i64
      %x_24 = arith.xori %e_18, %x_23 : i64
      %x_25 = arith.xori %e_19, %x_23 : i64
      linalg.yield %x_24, %x_25 : i64, i64
    }
    scf.for %l_26 = %t3 to %t7 step %t7 {
      %x_27 = arith.andi %l_26, %t3 : index
      %x_28 = arith.cmpi ne, %x_27, %t3 : index
      %x_29 = arith.select %x_28, %t6, %t3 : index
      %x_30 = arith.select %x_28, %t3, %t6 : index
      %part_31 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_32 = memref.expand_shape %part_31 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_33 = memref.subview %split_32[0, %x_29, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_34 = memref.subview %split_32[0, %x_30, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_35 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_36 = memref.expand_shape %part_35 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_37 = memref.subview %split_36[0, %x_29, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_38 = memref.subview %split_36[0, %x_30, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_33, %part_34, %part_37, %part_38 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_39: i64, %e_40: i64, %e_41: i64, %e_42: i64):
        %x_43 = arith.cmpi sgt, %e_39, %e_40 : i64
        %x_44 = arith.cmpi eq, %e_39, %e_40 : i64
        %x_45 = arith.cmpi sgt, %e_41, %e_42 : i64
        %x_46 = arith.andi %x_44, %x_45 : i1
        %x_47 = arith.ori %x_43, %x_46 : i1
        %x_48 = arith.select %x_47, %e_40, %e_39 : i64
        %x_49 = arith.select %x_47, %e_39, %e_40 : i64
        %x_50 = arith.select %x_47, %e_42, %e_41 : i64
        %x_51 = arith.select %x_47, %e_41, %e_42 : i64
        linalg.yield %x_48, %x_49, %x_50, %x_51 : i64, i64, i64, i64
      }
      %x_52 = arith.select %x_28, %t6, %t3 : index
      %x_53 = arith.select %x_28, %t3, %t6 : index
      %part_54 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_55 = memref.expand_shape %part_54 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_56 = memref.subview %split_55[0, %x_52, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_57 = memref.subview %split_55[0, %x_53, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_58 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_59 = memref.expand_shape %part_58 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_60 = memref.subview %split_59[0, %x_52, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_61 = memref.subview %split_59[0, %x_53, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_56, %part_57, %part_60, %part_61 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_62: i64, %e_63: i64, %e_64: i64, %e_65: i64):
        %x_66 = arith.cmpi sgt, %e_62, %e_63 : i64
        %x_67 = arith.cmpi eq, %e_62, %e_63 : i64
        %x_68 = arith.cmpi sgt, %e_64, %e_65 : i64
        %x_69 = arith.andi %x_67, %x_68 : i1
        %x_70 = arith.ori %x_66, %x_69 : i1
        %x_71 = arith.select %x_70, %e_63, %e_62 : i64
        %x_72 = arith.select %x_70, %e_62, %e_63 : i64
        %x_73 = arith.select %x_70, %e_65, %e_64 : i64
        %x_74 = arith.select %x_70, %e_64, %e_65 : i64
        linalg.yield %x_71, %x_72, %x_73, %x_74 : i64, i64, i64, i64
      }
      %x_75 = arith.select %x_28, %t8, %t6 : index
      %x_76 = arith.select %x_28, %t6, %t8 : index
      %part_77 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_78 = memref.expand_shape %part_77 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %part_79 = memref.subview %split_78[0, %x_75, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %part_80 = memref.subview %split_78[0, %x_76, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %part_81 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_82 = memref.expand_shape %part_81 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %part_83 = memref.subview %split_82[0, %x_75, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %part_84 = memref.subview %split_82[0, %x_76, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_79, %part_80, %part_83, %part_84 : memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_85: i64, %e_86: i64, %e_87: i64, %e_88: i64):
        %x_89 = arith.cmpi sgt, %e_85, %e_86 : i64
        %x_90 = arith.cmpi eq, %e_85, %e_86 : i64
        %x_91 = arith.cmpi sgt, %e_87, %e_88 : i64
        %x_92 = arith.andi %x_90, %x_91 : i1
        %x_93 = arith.ori %x_89, %x_92 : i1
        %x_94 = arith.select %x_93, %e_86, %e_85 : i64
        %x_95 = arith.select %x_93, %e_85, %e_86 : i64
        %x_96 = arith.select %x_93, %e_88, %e_87 : i64
        %x_97 = arith.select %x_93, %e_87, %e_88 : i64
        linalg.yield %x_94, %x_95, %x_96, %x_97 : i64, i64, i64, i64
      }
      %x_98 = arith.select %x_28, %t6, %t3 : index
      %x_99 = arith.select %x_28, %t3, %t6 : index
      %part_100 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_101 = memref.expand_shape %part_100 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_102 = memref.subview %split_101[0, %x_98, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_103 = memref.subview %split_101[0, %x_99, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_104 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_105 = memref.expand_shape %part_104 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_106 = memref.subview %split_105[0, %x_98, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_107 = memref.subview %split_105[0, %x_99, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_102, %part_103, %part_106, %part_107 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_108: i64, %e_109: i64, %e_110: i64, %e_111: i64):
        %x_112 = arith.cmpi sgt, %e_108, %e_109 : i64
        %x_113 = arith.cmpi eq, %e_108, %e_109 : i64
        %x_114 = arith.cmpi sgt, %e_110, %e_111 : i64
        %x_115 = arith.andi %x_113, %x_114 : i1
        %x_116 = arith.ori %x_112, %x_115 : i1
        %x_117 = arith.select %x_116, %e_109, %e_108 : i64
        %x_118 = arith.select %x_116, %e_108, %e_109 : i64
        %x_119 = arith.select %x_116, %e_111, %e_110 : i64
        %x_120 = arith.select %x_116, %e_110, %e_111 : i64
        linalg.yield %x_117, %x_118, %x_119, %x_120 : i64, i64, i64, i64
      }
      %x_121 = arith.select %x_28, %t8, %t6 : index
      %x_122 = arith.select %x_28, %t6, %t8 : index
      %part_123 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_124 = memref.expand_shape %part_123 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_125 = memref.subview %split_124[0, %x_121, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %part_126 = memref.subview %split_124[0, %x_122, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %part_127 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_128 = memref.expand_shape %part_127 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_129 = memref.subview %split_128[0, %x_121, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %part_130 = memref.subview %split_128[0, %x_122, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_125, %part_126, %part_129, %part_130 : memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_131: i64, %e_132: i64, %e_133: i64, %e_134: i64):
        %x_135 = arith.cmpi sgt, %e_131, %e_132 : i64
        %x_136 = arith.cmpi eq, %e_131, %e_132 : i64
        %x_137 = arith.cmpi sgt, %e_133, %e_134 : i64
        %x_138 = arith.andi %x_136, %x_137 : i1
        %x_139 = arith.ori %x_135, %x_138 : i1
        %x_140 = arith.select %x_139, %e_132, %e_131 : i64
        %x_141 = arith.select %x_139, %e_131, %e_132 : i64
        %x_142 = arith.select %x_139, %e_134, %e_133 : i64
        %x_143 = arith.select %x_139, %e_133, %e_134 : i64
        linalg.yield %x_140, %x_141, %x_142, %x_143 : i64, i64, i64, i64
      }
      %x_144 = arith.select %x_28, %t8, %t6 : index
      %x_145 = arith.select %x_28, %t6, %t8 : index
      %part_146 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_147 = memref.expand_shape %part_146 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %part_148 = memref.subview %split_147[0, %x_144, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_149 = memref.subview %split_147[0, %x_145, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_150 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_151 = memref.expand_shape %part_150 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %part_152 = memref.subview %split_151[0, %x_144, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %part_153 = memref.subview %split_151[0, %x_145, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_148, %part_149, %part_152, %part_153 : memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_154: i64, %e_155: i64, %e_156: i64, %e_157: i64):
        %x_158 = arith.cmpi sgt, %e_154, %e_155 : i64
        %x_159 = arith.cmpi eq, %e_154, %e_155 : i64
        %x_160 = arith.cmpi sgt, %e_156, %e_157 : i64
        %x_161 = arith.andi %x_159, %x_160 : i1
        %x_162 = arith.ori %x_158, %x_161 : i1
        %x_163 = arith.select %x_162, %e_155, %e_154 : i64
        %x_164 = arith.select %x_162, %e_154, %e_155 : i64
        %x_165 = arith.select %x_162, %e_157, %e_156 : i64
        %x_166 = arith.select %x_162, %e_156, %e_157 : i64
        linalg.yield %x_163, %x_164, %x_165, %x_166 : i64, i64, i64, i64
      }
      %x_167 = arith.select %x_28, %t6, %t3 : index
      %x_168 = arith.select %x_28, %t3, %t6 : index
      %part_169 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_170 = memref.expand_shape %part_169 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_171 = memref.subview %split_170[0, %x_167, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %part_172 = memref.subview %split_170[0, %x_168, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %part_173 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_174 = memref.expand_shape %part_173 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_175 = memref.subview %split_174[0, %x_167, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %part_176 = memref.subview %split_174[0, %x_168, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_171, %part_172, %part_175, %part_176 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_177: i64, %e_178: i64, %e_179: i64, %e_180: i64):
        %x_181 = arith.cmpi sgt, %e_177, %e_178 : i64
        %x_182 = arith.cmpi eq, %e_177, %e_178 : i64
        %x_183 = arith.cmpi sgt, %e_179, %e_180 : i64
        %x_184 = arith.andi %x_182, %x_183 : i1
        %x_185 = arith.ori %x_181, %x_184 : i1
        %x_186 = arith.select %x_185, %e_178, %e_177 : i64
        %x_187 = arith.select %x_185, %e_177, %e_178 : i64
        %x_188 = arith.select %x_185, %e_180, %e_179 : i64
        %x_189 = arith.select %x_185, %e_179, %e_180 : i64
        linalg.yield %x_186, %x_187, %x_188, %x_189 : i64, i64, i64, i64
      }
      %x_190 = arith.select %x_28, %t8, %t6 : index
      %x_191 = arith.select %x_28, %t6, %t8 : index
      %part_192 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_193 = memref.expand_shape %part_192 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_194 = memref.subview %split_193[0, %x_190, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_195 = memref.subview %split_193[0, %x_191, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_196 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_197 = memref.expand_shape %part_196 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_198 = memref.subview %split_197[0, %x_190, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %part_199 = memref.subview %split_197[0, %x_191, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_194, %part_195, %part_198, %part_199 : memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_200: i64, %e_201: i64, %e_202: i64, %e_203: i64):
        %x_204 = arith.cmpi sgt, %e_200, %e_201 : i64
        %x_205 = arith.cmpi eq, %e_200, %e_201 : i64
        %x_206 = arith.cmpi sgt, %e_202, %e_203 : i64
        %x_207 = arith.andi %x_205, %x_206 : i1
        %x_208 = arith.ori %x_204, %x_207 : i1
        %x_209 = arith.select %x_208, %e_201, %e_200 : i64
        %x_210 = arith.select %x_208, %e_200, %e_201 : i64
        %x_211 = arith.select %x_208, %e_203, %e_202 : i64
        %x_212 = arith.select %x_208, %e_202, %e_203 : i64
        linalg.yield %x_209, %x_210, %x_211, %x_212 : i64, i64, i64, i64
      }
      %x_213 = arith.select %x_28, %t8, %t6 : index
      %x_214 = arith.select %x_28, %t6, %t8 : index
      %part_215 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_216 = memref.expand_shape %part_215 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_217 = memref.subview %split_216[0, %x_213, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_218 = memref.subview %split_216[0, %x_214, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_219 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_220 = memref.expand_shape %part_219 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_221 = memref.subview %split_220[0, %x_213, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %part_222 = memref.subview %split_220[0, %x_214, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_217, %part_218, %part_221, %part_222 : memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_223: i64, %e_224: i64, %e_225: i64, %e_226: i64):
        %x_227 = arith.cmpi sgt, %e_223, %e_224 : i64
        %x_228 = arith.cmpi eq, %e_223, %e_224 : i64
        %x_229 = arith.cmpi sgt, %e_225, %e_226 : i64
        %x_230 = arith.andi %x_228, %x_229 : i1
        %x_231 = arith.ori %x_227, %x_230 : i1
        %x_232 = arith.select %x_231, %e_224, %e_223 : i64
        %x_233 = arith.select %x_231, %e_223, %e_224 : i64
        %x_234 = arith.select %x_231, %e_226, %e_225 : i64
        %x_235 = arith.select %x_231, %e_225, %e_226 : i64
        linalg.yield %x_232, %x_233, %x_234, %x_235 : i64, i64, i64, i64
      }
      %x_236 = arith.select %x_28, %t8, %t6 : index
      %x_237 = arith.select %x_28, %t6, %t8 : index
      %part_238 = memref.subview %columns0[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_239 = memref.expand_shape %part_238 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_240 = memref.subview %split_239[0, %x_236, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_241 = memref.subview %split_239[0, %x_237, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_242 = memref.subview %columns1[%l_26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %split_243 = memref.expand_shape %part_242 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %part_244 = memref.subview %split_243[0, %x_236, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %part_245 = memref.subview %split_243[0, %x_237, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_240, %part_241, %part_244, %part_245 : memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e_246: i64, %e_247: i64, %e_248: i64, %e_249: i64):
        %x_250 = arith.cmpi sgt, %e_246, %e_247 : i64
        %x_251 = arith.cmpi eq, %e_246, %e_247 : i64
        %x_252 = arith.cmpi sgt, %e_248, %e_249 : i64
        %x_253 = arith.andi %x_251, %x_252 : i1
        %x_254 = arith.ori %x_250, %x_253 : i1
        %x_255 = arith.select %x_254, %e_247, %e_246 : i64
        %x_256 = arith.select %x_254, %e_246, %e_247 : i64
        %x_257 = arith.select %x_254, %e_249, %e_248 : i64
        %x_258 = arith.select %x_254, %e_248, %e_249 : i64
        linalg.yield %x_255, %x_256, %x_257, %x_258 : i64, i64, i64, i64
      }
    }
    scf.for %l_259 = %t4 to %t4 step %t6 {
      %x_260 = arith.shli %t6, %l_259 : index
      %x_261 = arith.shli %x_260, %t6 : index
      %x_262 = arith.andi %x_261, %t9 : index
      scf.for %l_263 = %t3 to %t7 step %t7 {
        %x_264 = arith.andi %l_263, %x_262 : index
        %x_265 = arith.cmpi ne, %x_264, %t3 : index
        %x_266 = arith.select %x_265, %t6, %t3 : index
        %x_267 = arith.select %x_265, %t3, %t6 : index
        %part_268 = memref.subview %columns0[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_269 = memref.expand_shape %part_268 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_270 = memref.subview %split_269[0, %x_266, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_271 = memref.subview %split_269[0, %x_267, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_272 = memref.subview %columns1[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_273 = memref.expand_shape %part_272 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_274 = memref.subview %split_273[0, %x_266, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_275 = memref.subview %split_273[0, %x_267, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_270, %part_271, %part_274, %part_275 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_276: i64, %e_277: i64, %e_278: i64, %e_279: i64):
          %x_280 = arith.cmpi sgt, %e_276, %e_277 : i64
          %x_281 = arith.cmpi eq, %e_276, %e_277 : i64
          %x_282 = arith.cmpi sgt, %e_278, %e_279 : i64
          %x_283 = arith.andi %x_281, %x_282 : i1
          %x_284 = arith.ori %x_280, %x_283 : i1
          %x_285 = arith.select %x_284, %e_277, %e_276 : i64
          %x_286 = arith.select %x_284, %e_276, %e_277 : i64
          %x_287 = arith.select %x_284, %e_279, %e_278 : i64
          %x_288 = arith.select %x_284, %e_278, %e_279 : i64
          linalg.yield %x_285, %x_286, %x_287, %x_288 : i64, i64, i64, i64
        }
        %x_289 = arith.select %x_265, %t6, %t3 : index
        %x_290 = arith.select %x_265, %t3, %t6 : index
        %part_291 = memref.subview %columns0[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_292 = memref.expand_shape %part_291 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_293 = memref.subview %split_292[0, %x_289, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_294 = memref.subview %split_292[0, %x_290, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_295 = memref.subview %columns1[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_296 = memref.expand_shape %part_295 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_297 = memref.subview %split_296[0, %x_289, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_298 = memref.subview %split_296[0, %x_290, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_293, %part_294, %part_297, %part_298 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_299: i64, %e_300: i64, %e_301: i64, %e_302: i64):
          %x_303 = arith.cmpi sgt, %e_299, %e_300 : i64
          %x_304 = arith.cmpi eq, %e_299, %e_300 : i64
          %x_305 = arith.cmpi sgt, %e_301, %e_302 : i64
          %x_306 = arith.andi %x_304, %x_305 : i1
          %x_307 = arith.ori %x_303, %x_306 : i1
          %x_308 = arith.select %x_307, %e_300, %e_299 : i64
          %x_309 = arith.select %x_307, %e_299, %e_300 : i64
          %x_310 = arith.select %x_307, %e_302, %e_301 : i64
          %x_311 = arith.select %x_307, %e_301, %e_302 : i64
          linalg.yield %x_308, %x_309, %x_310, %x_311 : i64, i64, i64, i64
        }
        %x_312 = arith.select %x_265, %t6, %t3 : index
        %x_313 = arith.select %x_265, %t3, %t6 : index
        %part_314 = memref.subview %columns0[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_315 = memref.expand_shape %part_314 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_316 = memref.subview %split_315[0, %x_312, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_317 = memref.subview %split_315[0, %x_313, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_318 = memref.subview %columns1[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_319 = memref.expand_shape %part_318 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_320 = memref.subview %split_319[0, %x_312, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_321 = memref.subview %split_319[0, %x_313, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_316, %part_317, %part_320, %part_321 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_322: i64, %e_323: i64, %e_324: i64, %e_325: i64):
          %x_326 = arith.cmpi sgt, %e_322, %e_323 : i64
          %x_327 = arith.cmpi eq, %e_322, %e_323 : i64
          %x_328 = arith.cmpi sgt, %e_324, %e_325 : i64
          %x_329 = arith.andi %x_327, %x_328 : i1
          %x_330 = arith.ori %x_326, %x_329 : i1
          %x_331 = arith.select %x_330, %e_323, %e_322 : i64
          %x_332 = arith.select %x_330, %e_322, %e_323 : i64
          %x_333 = arith.select %x_330, %e_325, %e_324 : i64
          %x_334 = arith.select %x_330, %e_324, %e_325 : i64
          linalg.yield %x_331, %x_332, %x_333, %x_334 : i64, i64, i64, i64
        }
        %x_335 = arith.select %x_265, %t6, %t3 : index
        %x_336 = arith.select %x_265, %t3, %t6 : index
        %part_337 = memref.subview %columns0[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_338 = memref.expand_shape %part_337 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_339 = memref.subview %split_338[0, %x_335, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_340 = memref.subview %split_338[0, %x_336, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_341 = memref.subview %columns1[%l_263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_342 = memref.expand_shape %part_341 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_343 = memref.subview %split_342[0, %x_335, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_344 = memref.subview %split_342[0, %x_336, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_339, %part_340, %part_343, %part_344 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_345: i64, %e_346: i64, %e_347: i64, %e_348: i64):
          %x_349 = arith.cmpi sgt, %e_345, %e_346 : i64
          %x_350 = arith.cmpi eq, %e_345, %e_346 : i64
          %x_351 = arith.cmpi sgt, %e_347, %e_348 : i64
          %x_352 = arith.andi %x_350, %x_351 : i1
          %x_353 = arith.ori %x_349, %x_352 : i1
          %x_354 = arith.select %x_353, %e_346, %e_345 : i64
          %x_355 = arith.select %x_353, %e_345, %e_346 : i64
          %x_356 = arith.select %x_353, %e_348, %e_347 : i64
          %x_357 = arith.select %x_353, %e_347, %e_348 : i64
          linalg.yield %x_354, %x_355, %x_356, %x_357 : i64, i64, i64, i64
        }
      }
    }
    scf.for %l_358 = %t3 to %t6 step %t6 {
      %x_359 = arith.shli %t6, %l_358 : index
      %x_360 = arith.shli %x_359, %t6 : index
      %x_361 = arith.andi %x_360, %t6 : index
      %x_362 = arith.andi %x_359, %t6 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0, %columns1 : memref<16x8xi64, 1>, memref<16x8xi64, 1>) {
        ^bb0(%e_363: i64, %e_364: i64):
        %x_365 = linalg.index 1 : index
        %x_366 = arith.andi %x_365, %x_362 : index
        %x_367 = arith.cmpi ne, %x_366, %t3 : index
        %x_368 = arith.andi %x_365, %x_361 : index
        %x_369 = arith.cmpi ne, %x_368, %t3 : index
        %x_370 = arith.xori %x_367, %x_369 : i1
        %x_371 = arith.extsi %x_370 : i1 to i64
        %x_372 = arith.xori %e_363, %x_371 : i64
        %x_373 = arith.xori %e_364, %x_371 : i64
        linalg.yield %x_372, %x_373 : i64, i64
      }
      %split_374 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_375 = memref.collapse_shape %split_374 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%joined_375 : memref<8x16xi64, 1>) {
        ^bb0(%e_376: i64, %e_377: i64):
        linalg.yield %e_376 : i64
      }
      %split_378 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_379 = memref.collapse_shape %split_378 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<16x8xi64, 1>) outs(%joined_379 : memref<8x16xi64, 1>) {
        ^bb0(%e_380: i64, %e_381: i64):
        linalg.yield %e_380 : i64
      }
      %joined_382 = memref.collapse_shape %natural0 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %split_383 = memref.expand_shape %joined_382 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %part_384 = memref.subview %split_383[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1]>, 1>
      %part_385 = memref.subview %split_383[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %joined_386 = memref.collapse_shape %natural1 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %split_387 = memref.expand_shape %joined_386 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %part_388 = memref.subview %split_387[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1]>, 1>
      %part_389 = memref.subview %split_387[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %x_390 = arith.cmpi sge, %x_359, %t6 : index
      scf.if %x_390 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%part_384, %part_385, %part_388, %part_389 : memref<4x1x16xi64, strided<[32, 16, 1]>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>, memref<4x1x16xi64, strided<[32, 16, 1]>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e_391: i64, %e_392: i64, %e_393: i64, %e_394: i64):
          %x_395 = arith.cmpi sgt, %e_391, %e_392 : i64
          %x_396 = arith.cmpi eq, %e_391, %e_392 : i64
          %x_397 = arith.cmpi sgt, %e_393, %e_394 : i64
          %x_398 = arith.andi %x_396, %x_397 : i1
          %x_399 = arith.ori %x_395, %x_398 : i1
          %x_400 = arith.select %x_399, %e_392, %e_391 : i64
          %x_401 = arith.select %x_399, %e_391, %e_392 : i64
          %x_402 = arith.select %x_399, %e_394, %e_393 : i64
          %x_403 = arith.select %x_399, %e_393, %e_394 : i64
          linalg.yield %x_400, %x_401, %x_402, %x_403 : i64, i64, i64, i64
        }
      }
      %split_404 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_405 = memref.collapse_shape %split_404 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_405 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e_406: i64, %e_407: i64):
        linalg.yield %e_406 : i64
      }
      %split_408 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %joined_409 = memref.collapse_shape %split_408 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_409 : memref<8x16xi64, 1>) outs(%columns1 : memref<16x8xi64, 1>) {
        ^bb0(%e_410: i64, %e_411: i64):
        linalg.yield %e_410 : i64
      }
      scf.for %l_412 = %t3 to %t7 step %t7 {
        %x_413 = arith.andi %l_412, %t3 : index
        %x_414 = arith.cmpi ne, %x_413, %t3 : index
        %x_415 = arith.select %x_414, %t6, %t3 : index
        %x_416 = arith.select %x_414, %t3, %t6 : index
        %part_417 = memref.subview %columns0[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_418 = memref.expand_shape %part_417 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_419 = memref.subview %split_418[0, %x_415, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_420 = memref.subview %split_418[0, %x_416, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_421 = memref.subview %columns1[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_422 = memref.expand_shape %part_421 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_423 = memref.subview %split_422[0, %x_415, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %part_424 = memref.subview %split_422[0, %x_416, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_419, %part_420, %part_423, %part_424 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_425: i64, %e_426: i64, %e_427: i64, %e_428: i64):
          %x_429 = arith.cmpi sgt, %e_425, %e_426 : i64
          %x_430 = arith.cmpi eq, %e_425, %e_426 : i64
          %x_431 = arith.cmpi sgt, %e_427, %e_428 : i64
          %x_432 = arith.andi %x_430, %x_431 : i1
          %x_433 = arith.ori %x_429, %x_432 : i1
          %x_434 = arith.select %x_433, %e_426, %e_425 : i64
          %x_435 = arith.select %x_433, %e_425, %e_426 : i64
          %x_436 = arith.select %x_433, %e_428, %e_427 : i64
          %x_437 = arith.select %x_433, %e_427, %e_428 : i64
          linalg.yield %x_434, %x_435, %x_436, %x_437 : i64, i64, i64, i64
        }
        %x_438 = arith.select %x_414, %t6, %t3 : index
        %x_439 = arith.select %x_414, %t3, %t6 : index
        %part_440 = memref.subview %columns0[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_441 = memref.expand_shape %part_440 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_442 = memref.subview %split_441[0, %x_438, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_443 = memref.subview %split_441[0, %x_439, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_444 = memref.subview %columns1[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_445 = memref.expand_shape %part_444 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_446 = memref.subview %split_445[0, %x_438, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %part_447 = memref.subview %split_445[0, %x_439, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_442, %part_443, %part_446, %part_447 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_448: i64, %e_449: i64, %e_450: i64, %e_451: i64):
          %x_452 = arith.cmpi sgt, %e_448, %e_449 : i64
          %x_453 = arith.cmpi eq, %e_448, %e_449 : i64
          %x_454 = arith.cmpi sgt, %e_450, %e_451 : i64
          %x_455 = arith.andi %x_453, %x_454 : i1
          %x_456 = arith.ori %x_452, %x_455 : i1
          %x_457 = arith.select %x_456, %e_449, %e_448 : i64
          %x_458 = arith.select %x_456, %e_448, %e_449 : i64
          %x_459 = arith.select %x_456, %e_451, %e_450 : i64
          %x_460 = arith.select %x_456, %e_450, %e_451 : i64
          linalg.yield %x_457, %x_458, %x_459, %x_460 : i64, i64, i64, i64
        }
        %x_461 = arith.select %x_414, %t6, %t3 : index
        %x_462 = arith.select %x_414, %t3, %t6 : index
        %part_463 = memref.subview %columns0[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_464 = memref.expand_shape %part_463 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_465 = memref.subview %split_464[0, %x_461, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_466 = memref.subview %split_464[0, %x_462, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_467 = memref.subview %columns1[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_468 = memref.expand_shape %part_467 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_469 = memref.subview %split_468[0, %x_461, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %part_470 = memref.subview %split_468[0, %x_462, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_465, %part_466, %part_469, %part_470 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_471: i64, %e_472: i64, %e_473: i64, %e_474: i64):
          %x_475 = arith.cmpi sgt, %e_471, %e_472 : i64
          %x_476 = arith.cmpi eq, %e_471, %e_472 : i64
          %x_477 = arith.cmpi sgt, %e_473, %e_474 : i64
          %x_478 = arith.andi %x_476, %x_477 : i1
          %x_479 = arith.ori %x_475, %x_478 : i1
          %x_480 = arith.select %x_479, %e_472, %e_471 : i64
          %x_481 = arith.select %x_479, %e_471, %e_472 : i64
          %x_482 = arith.select %x_479, %e_474, %e_473 : i64
          %x_483 = arith.select %x_479, %e_473, %e_474 : i64
          linalg.yield %x_480, %x_481, %x_482, %x_483 : i64, i64, i64, i64
        }
        %x_484 = arith.select %x_414, %t6, %t3 : index
        %x_485 = arith.select %x_414, %t3, %t6 : index
        %part_486 = memref.subview %columns0[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_487 = memref.expand_shape %part_486 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_488 = memref.subview %split_487[0, %x_484, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_489 = memref.subview %split_487[0, %x_485, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_490 = memref.subview %columns1[%l_412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_491 = memref.expand_shape %part_490 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %part_492 = memref.subview %split_491[0, %x_484, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %part_493 = memref.subview %split_491[0, %x_485, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_488, %part_489, %part_492, %part_493 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_494: i64, %e_495: i64, %e_496: i64, %e_497: i64):
          %x_498 = arith.cmpi sgt, %e_494, %e_495 : i64
          %x_499 = arith.cmpi eq, %e_494, %e_495 : i64
          %x_500 = arith.cmpi sgt, %e_496, %e_497 : i64
          %x_501 = arith.andi %x_499, %x_500 : i1
          %x_502 = arith.ori %x_498, %x_501 : i1
          %x_503 = arith.select %x_502, %e_495, %e_494 : i64
          %x_504 = arith.select %x_502, %e_494, %e_495 : i64
          %x_505 = arith.select %x_502, %e_497, %e_496 : i64
          %x_506 = arith.select %x_502, %e_496, %e_497 : i64
          linalg.yield %x_503, %x_504, %x_505, %x_506 : i64, i64, i64, i64
        }
      }
    }
    %split_507 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_508 = memref.collapse_shape %split_507 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%joined_508 : memref<8x16xi64, 1>) {
      ^bb0(%e_509: i64, %e_510: i64):
      linalg.yield %e_509 : i64
    }
    %split_511 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %joined_512 = memref.collapse_shape %split_511 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<16x8xi64, 1>) outs(%joined_512 : memref<8x16xi64, 1>) {
      ^bb0(%e_513: i64, %e_514: i64):
      linalg.yield %e_513 : i64
    }
    %x_515 = arith.subi %t1, %l_0 : index
    %x_516 = arith.minsi %x_515, %t4 : index
    %x_517 = arith.subi %t2, %t3 : index
    %x_518 = arith.minsi %x_517, %t5 : index
    %x_519 = arith.maxsi %x_518, %t3 : index
    %x_520 = arith.muli %l_0, %t2 : index
    %x_521 = arith.addi %x_520, %t3 : index
    %view_522 = memref.reinterpret_cast %Y0 to offset: [%x_521], sizes: [%x_516, %x_519], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    %view_523 = memref.reinterpret_cast %Y1 to offset: [%x_521], sizes: [%x_516, %x_519], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_522) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    "npu.dma_store"(%natural1, %view_523) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<60xi64>, %in_ptr1: memref<60xi64>, %out_ptr0: memref<60xi64>, %out_ptr1: memref<60xi64>) {
  %k = arith.constant -1 : i64
  %k_1 = arith.constant 1 : i64
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x20xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x3xi64, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x20xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20x3xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x20xi64, strided<[20, 1], offset: 0>>, memref<3x20xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<3x20xi64, strided<[20, 1], offset: 0>>, memref<3x20xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<3x20xi64, 1>, memref<3x20xi64, 1>) outs(%out, %out_1 : memref<20x3xi64, 1>, memref<20x3xi64, 1>) {
    ^bb0(%a: i64, %a_1: i64, %o: i64, %o_1: i64):
      %xor = arith.xori %a, %k : i64  // bitwise_not
      %shr = arith.shrsi %a_1, %k_1 : i64  // bitwise_right_shift
      linalg.yield %xor, %shr : i64, i64
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [20, 3], strides: [3, 1] : memref<60xi64> to memref<20x3xi64, strided<[3, 1], offset: 0>>
  "npu.dma_store"(%out, %view_2) : (memref<20x3xi64, 1>, memref<20x3xi64, strided<[3, 1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [20, 3], strides: [3, 1] : memref<60xi64> to memref<20x3xi64, strided<[3, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_3) : (memref<20x3xi64, 1>, memref<20x3xi64, strided<[3, 1], offset: 0>>) -> ()
  return
}
