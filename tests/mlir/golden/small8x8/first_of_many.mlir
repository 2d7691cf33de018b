// npu_fused_topk: pointwise
func.func @npu_fused_topk(%in_ptr0: memref<600xf32>, %out_ptr0: memref<600xi64>) {
  %c0 = arith.constant 0 : index
  %c600 = arith.constant 600 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  scf.for %P0 = %c0 to %c600 step %c32 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c600 : index
    %n_P0 = arith.minsi %x_1, %c32 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<600xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<32xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xf32, 1>) outs(%out : memref<32xi64, 1>) {
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
        %at_1 = arith.addi %at, %P0 : index
        %i = arith.index_cast %at_1 : index to i32
        %mul = arith.muli %k_3, %i : i32  // index
        %cvt_1 = arith.extsi %mul : i32 to i64  // index
        %and = arith.andi %eq, %lt : i1  // and_
        %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
        %add = arith.addi %cvt_1, %cvt_2 : i64
        %add_1 = arith.addi %shl, %add : i64
        linalg.yield %add_1 : i64
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<600xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<32xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @npu_fused_topk (%X0: memref<600xi64>, %Y0: memref<128xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 600 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 512 : index
  %t5 = arith.constant 16 : index
  %t6 = arith.constant 4 : index
  %t7 = arith.constant 2 : index
  %t8 = arith.constant 128 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x512xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x32xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x128xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x_1 : i64) outs(%best_columns0 : memref<4x32xi64, 1>)
    scf.for %l_2 = %t3 to %t2 step %t4 {
      %x_3 = arith.subi %t1, %l_0 : index
      %x_4 = arith.minsi %x_3, %t1 : index
      %x_5 = arith.subi %t2, %l_2 : index
      %x_6 = arith.minsi %x_5, %t4 : index
      %x_7 = arith.maxsi %x_6, %t3 : index
      %x_8 = arith.muli %l_0, %t2 : index
      %x_9 = arith.addi %x_8, %l_2 : index
      %view_10 = memref.reinterpret_cast %X0 to offset: [%x_9], sizes: [%x_4, %x_7], strides: [%t2, 1] : memref<600xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x512xi64, 1>) -> ()
      %split_11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 16] : memref<1x512xi64, 1> into memref<1x32x16xi64, 1>
      %joined_12 = memref.collapse_shape %split_11 [[0, 1], [2]] : memref<1x32x16xi64, 1> into memref<32x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_12 : memref<32x16xi64, 1>) outs(%columns0 : memref<16x32xi64, 1>) {
        ^bb0(%e_13: i64, %e_14: i64):
        linalg.yield %e_13 : i64
      }
      %x_15 = arith.constant true
      scf.for %l_16 = %t3 to %t5 step %t6 {
        %x_17 = arith.select %x_15, %t1, %t3 : index
        %x_18 = arith.select %x_15, %t3, %t1 : index
        %part_19 = memref.subview %columns0[%l_16, 0] [4, 32] [1, 1] : memref<16x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_20 = memref.expand_shape %part_19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %part_21 = memref.subview %split_20[0, %x_17, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %part_22 = memref.subview %split_20[0, %x_18, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_21, %part_22 : memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_23: i64, %e_24: i64):
          %x_25 = arith.minsi %e_23, %e_24 : i64
          %x_26 = arith.maxsi %e_23, %e_24 : i64
          linalg.yield %x_25, %x_26 : i64, i64
        }
        %x_27 = arith.select %x_15, %t1, %t3 : index
        %x_28 = arith.select %x_15, %t3, %t1 : index
        %part_29 = memref.subview %columns0[%l_16, 0] [4, 32] [1, 1] : memref<16x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_30 = memref.expand_shape %part_29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %part_31 = memref.subview %split_30[0, %x_27, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
        %part_32 = memref.subview %split_30[0, %x_28, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_31, %part_32 : memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>, memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_33: i64, %e_34: i64):
          %x_35 = arith.minsi %e_33, %e_34 : i64
          %x_36 = arith.maxsi %e_33, %e_34 : i64
          linalg.yield %x_35, %x_36 : i64, i64
        }
        %x_37 = arith.select %x_15, %t7, %t1 : index
        %x_38 = arith.select %x_15, %t1, %t7 : index
        %part_39 = memref.subview %columns0[%l_16, 0] [4, 32] [1, 1] : memref<16x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %split_40 = memref.expand_shape %part_39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %part_41 = memref.subview %split_40[0, %x_37, 0, 0] [1, 1, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %part_42 = memref.subview %split_40[0, %x_38, 0, 0] [1, 1, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_41, %part_42 : memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %x_45 = arith.minsi %e_43, %e_44 : i64
          %x_46 = arith.maxsi %e_43, %e_44 : i64
          linalg.yield %x_45, %x_46 : i64, i64
        }
        %part_47 = memref.subview %columns0[%l_16, 0] [4, 32] [1, 1] : memref<16x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_47 : memref<4x32xi64, strided<[32, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x32xi64, 1>) {
          ^bb0(%e_48: i64, %e_49: i64):
          %x_50 = arith.minsi %e_48, %e_49 : i64
          %x_51 = arith.maxsi %e_48, %e_49 : i64
          linalg.yield %x_50 : i64
        }
        scf.for %l_52 = %t3 to %t6 step %t6 {
          %x_53 = arith.andi %l_52, %t3 : index
          %x_54 = arith.cmpi ne, %x_53, %t3 : index
          %x_55 = arith.select %x_54, %t1, %t3 : index
          %x_56 = arith.select %x_54, %t3, %t1 : index
          %part_57 = memref.subview %best_columns0[%l_52, 0] [4, 32] [1, 1] : memref<4x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_58 = memref.expand_shape %part_57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          %part_59 = memref.subview %split_58[0, %x_55, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
          %part_60 = memref.subview %split_58[0, %x_56, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_59, %part_60 : memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>, memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_61: i64, %e_62: i64):
            %x_63 = arith.minsi %e_61, %e_62 : i64
            %x_64 = arith.maxsi %e_61, %e_62 : i64
            linalg.yield %x_63, %x_64 : i64, i64
          }
          %x_65 = arith.select %x_54, %t1, %t3 : index
          %x_66 = arith.select %x_54, %t3, %t1 : index
          %part_67 = memref.subview %best_columns0[%l_52, 0] [4, 32] [1, 1] : memref<4x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
          %split_68 = memref.expand_shape %part_67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
          %part_69 = memref.subview %split_68[0, %x_65, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          %part_70 = memref.subview %split_68[0, %x_66, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_69, %part_70 : memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e_71: i64, %e_72: i64):
            %x_73 = arith.minsi %e_71, %e_72 : i64
            %x_74 = arith.maxsi %e_71, %e_72 : i64
            linalg.yield %x_73, %x_74 : i64, i64
          }
        }
      }
    }
    %split_75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 32, 4] : memref<1x128xi64, 1> into memref<1x32x4xi64, 1>
    %joined_76 = memref.collapse_shape %split_75 [[0, 1], [2]] : memref<1x32x4xi64, 1> into memref<32x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x32xi64, 1>) outs(%joined_76 : memref<32x4xi64, 1>) {
      ^bb0(%e_77: i64, %e_78: i64):
      linalg.yield %e_77 : i64
    }
    %x_79 = arith.subi %t1, %l_0 : index
    %x_80 = arith.minsi %x_79, %t1 : index
    %x_81 = arith.subi %t8, %t3 : index
    %x_82 = arith.minsi %x_81, %t8 : index
    %x_83 = arith.maxsi %x_82, %t3 : index
    %x_84 = arith.muli %l_0, %t8 : index
    %x_85 = arith.addi %x_84, %t3 : index
    %view_86 = memref.reinterpret_cast %Y0 to offset: [%x_85], sizes: [%x_80, %x_83], strides: [%t8, 1] : memref<128xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %view_86) : (memref<1x128xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @npu_fused_topk (%X0: memref<128xi64>, %Y0: memref<32xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 128 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 16 : index
  %t5 = arith.constant 4 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 32 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x128xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x32xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x_1 : i64) outs(%best_columns0 : memref<4x8xi64, 1>)
    scf.for %l_2 = %t3 to %t2 step %t2 {
      %x_3 = arith.subi %t1, %l_0 : index
      %x_4 = arith.minsi %x_3, %t1 : index
      %x_5 = arith.subi %t2, %l_2 : index
      %x_6 = arith.minsi %x_5, %t2 : index
      %x_7 = arith.maxsi %x_6, %t3 : index
      %x_8 = arith.muli %l_0, %t2 : index
      %x_9 = arith.addi %x_8, %l_2 : index
      %view_10 = memref.reinterpret_cast %X0 to offset: [%x_9], sizes: [%x_4, %x_7], strides: [%t2, 1] : memref<128xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x128xi64, 1>) -> ()
      %split_11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 16] : memref<1x128xi64, 1> into memref<1x8x16xi64, 1>
      %joined_12 = memref.collapse_shape %split_11 [[0, 1], [2]] : memref<1x8x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_12 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e_13: i64, %e_14: i64):
        linalg.yield %e_13 : i64
      }
      %x_15 = arith.constant true
      scf.for %l_16 = %t3 to %t4 step %t5 {
        %x_17 = arith.select %x_15, %t1, %t3 : index
        %x_18 = arith.select %x_15, %t3, %t1 : index
        %part_19 = memref.subview %columns0[%l_16, 0] [4, 8] [1, 1] : memref<16x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_20 = memref.expand_shape %part_19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %part_21 = memref.subview %split_20[0, %x_17, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %part_22 = memref.subview %split_20[0, %x_18, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_21, %part_22 : memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_23: i64, %e_24: i64):
          %x_25 = arith.minsi %e_23, %e_24 : i64
          %x_26 = arith.maxsi %e_23, %e_24 : i64
          linalg.yield %x_25, %x_26 : i64, i64
        }
        %x_27 = arith.select %x_15, %t1, %t3 : index
        %x_28 = arith.select %x_15, %t3, %t1 : index
        %part_29 = memref.subview %columns0[%l_16, 0] [4, 8] [1, 1] : memref<16x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_30 = memref.expand_shape %part_29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %part_31 = memref.subview %split_30[0, %x_27, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
        %part_32 = memref.subview %split_30[0, %x_28, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_31, %part_32 : memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_33: i64, %e_34: i64):
          %x_35 = arith.minsi %e_33, %e_34 : i64
          %x_36 = arith.maxsi %e_33, %e_34 : i64
          linalg.yield %x_35, %x_36 : i64, i64
        }
        %x_37 = arith.select %x_15, %t6, %t1 : index
        %x_38 = arith.select %x_15, %t1, %t6 : index
        %part_39 = memref.subview %columns0[%l_16, 0] [4, 8] [1, 1] : memref<16x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %split_40 = memref.expand_shape %part_39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %part_41 = memref.subview %split_40[0, %x_37, 0, 0] [1, 1, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %part_42 = memref.subview %split_40[0, %x_38, 0, 0] [1, 1, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_41, %part_42 : memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %x_45 = arith.minsi %e_43, %e_44 : i64
          %x_46 = arith.maxsi %e_43, %e_44 : i64
          linalg.yield %x_45, %x_46 : i64, i64
        }
        %part_47 = memref.subview %columns0[%l_16, 0] [4, 8] [1, 1] : memref<16x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_47 : memref<4x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x8xi64, 1>) {
          ^bb0(%e_48: i64, %e_49: i64):
          %x_50 = arith.minsi %e_48, %e_49 : i64
          %x_51 = arith.maxsi %e_48, %e_49 : i64
          linalg.yield %x_50 : i64
        }
        scf.for %l_52 = %t3 to %t5 step %t5 {
          %x_53 = arith.andi %l_52, %t3 : index
          %x_54 = arith.cmpi ne, %x_53, %t3 : index
          %x_55 = arith.select %x_54, %t1, %t3 : index
          %x_56 = arith.select %x_54, %t3, %t1 : index
          %part_57 = memref.subview %best_columns0[%l_52, 0] [4, 8] [1, 1] : memref<4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
          %split_58 = memref.expand_shape %part_57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          %part_59 = memref.subview %split_58[0, %x_55, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
          %part_60 = memref.subview %split_58[0, %x_56, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_59, %part_60 : memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>) {
            ^bb0(%e_61: i64, %e_62: i64):
            %x_63 = arith.minsi %e_61, %e_62 : i64
            %x_64 = arith.maxsi %e_61, %e_62 : i64
            linalg.yield %x_63, %x_64 : i64, i64
          }
          %x_65 = arith.select %x_54, %t1, %t3 : index
          %x_66 = arith.select %x_54, %t3, %t1 : index
          %part_67 = memref.subview %best_columns0[%l_52, 0] [4, 8] [1, 1] : memref<4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
          %split_68 = memref.expand_shape %part_67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
          %part_69 = memref.subview %split_68[0, %x_65, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          %part_70 = memref.subview %split_68[0, %x_66, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_69, %part_70 : memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
            ^bb0(%e_71: i64, %e_72: i64):
            %x_73 = arith.minsi %e_71, %e_72 : i64
            %x_74 = arith.maxsi %e_71, %e_72 : i64
            linalg.yield %x_73, %x_74 : i64, i64
          }
        }
      }
    }
    %split_75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
    %joined_76 = memref.collapse_shape %split_75 [[0, 1], [2]] : memref<1x8x4xi64, 1> into memref<8x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x8xi64, 1>) outs(%joined_76 : memref<8x4xi64, 1>) {
      ^bb0(%e_77: i64, %e_78: i64):
      linalg.yield %e_77 : i64
    }
    %x_79 = arith.subi %t1, %l_0 : index
    %x_80 = arith.minsi %x_79, %t1 : index
    %x_81 = arith.subi %t7, %t3 : index
    %x_82 = arith.minsi %x_81, %t7 : index
    %x_83 = arith.maxsi %x_82, %t3 : index
    %x_84 = arith.muli %l_0, %t7 : index
    %x_85 = arith.addi %x_84, %t3 : index
    %view_86 = memref.reinterpret_cast %Y0 to offset: [%x_85], sizes: [%x_80, %x_83], strides: [%t7, 1] : memref<32xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %view_86) : (memref<1x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @npu_fused_topk (%X0: memref<32xi64>, %Y0: memref<8xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 32 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 16 : index
  %t5 = arith.constant 4 : index
  %t6 = arith.constant 2 : index
  %t7 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x2xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x2xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x_1 : i64) outs(%best_columns0 : memref<4x2xi64, 1>)
    scf.for %l_2 = %t3 to %t2 step %t2 {
      %x_3 = arith.subi %t1, %l_0 : index
      %x_4 = arith.minsi %x_3, %t1 : index
      %x_5 = arith.subi %t2, %l_2 : index
      %x_6 = arith.minsi %x_5, %t2 : index
      %x_7 = arith.maxsi %x_6, %t3 : index
      %x_8 = arith.muli %l_0, %t2 : index
      %x_9 = arith.addi %x_8, %l_2 : index
      %view_10 = memref.reinterpret_cast %X0 to offset: [%x_9], sizes: [%x_4, %x_7], strides: [%t2, 1] : memref<32xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x32xi64, 1>) -> ()
      %split_11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 16] : memref<1x32xi64, 1> into memref<1x2x16xi64, 1>
      %joined_12 = memref.collapse_shape %split_11 [[0, 1], [2]] : memref<1x2x16xi64, 1> into memref<2x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_12 : memref<2x16xi64, 1>) outs(%columns0 : memref<16x2xi64, 1>) {
        ^bb0(%e_13: i64, %e_14: i64):
        linalg.yield %e_13 : i64
      }
      %x_15 = arith.constant true
      scf.for %l_16 = %t3 to %t4 step %t5 {
        %x_17 = arith.select %x_15, %t1, %t3 : index
        %x_18 = arith.select %x_15, %t3, %t1 : index
        %part_19 = memref.subview %columns0[%l_16, 0] [4, 2] [1, 1] : memref<16x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %split_20 = memref.expand_shape %part_19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
        %part_21 = memref.subview %split_20[0, %x_17, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %part_22 = memref.subview %split_20[0, %x_18, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_21, %part_22 : memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
          ^bb0(%e_23: i64, %e_24: i64):
          %x_25 = arith.minsi %e_23, %e_24 : i64
          %x_26 = arith.maxsi %e_23, %e_24 : i64
          linalg.yield %x_25, %x_26 : i64, i64
        }
        %x_27 = arith.select %x_15, %t1, %t3 : index
        %x_28 = arith.select %x_15, %t3, %t1 : index
        %part_29 = memref.subview %columns0[%l_16, 0] [4, 2] [1, 1] : memref<16x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %split_30 = memref.expand_shape %part_29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %part_31 = memref.subview %split_30[0, %x_27, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
        %part_32 = memref.subview %split_30[0, %x_28, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_31, %part_32 : memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>, memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>) {
          ^bb0(%e_33: i64, %e_34: i64):
          %x_35 = arith.minsi %e_33, %e_34 : i64
          %x_36 = arith.maxsi %e_33, %e_34 : i64
          linalg.yield %x_35, %x_36 : i64, i64
        }
        %x_37 = arith.select %x_15, %t6, %t1 : index
        %x_38 = arith.select %x_15, %t1, %t6 : index
        %part_39 = memref.subview %columns0[%l_16, 0] [4, 2] [1, 1] : memref<16x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %split_40 = memref.expand_shape %part_39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
        %part_41 = memref.subview %split_40[0, %x_37, 0, 0] [1, 1, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %part_42 = memref.subview %split_40[0, %x_38, 0, 0] [1, 1, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_41, %part_42 : memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %x_45 = arith.minsi %e_43, %e_44 : i64
          %x_46 = arith.maxsi %e_43, %e_44 : i64
          linalg.yield %x_45, %x_46 : i64, i64
        }
        %part_47 = memref.subview %columns0[%l_16, 0] [4, 2] [1, 1] : memref<16x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_47 : memref<4x2xi64, strided<[2, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x2xi64, 1>) {
          ^bb0(%e_48: i64, %e_49: i64):
          %x_50 = arith.minsi %e_48, %e_49 : i64
          %x_51 = arith.maxsi %e_48, %e_49 : i64
          linalg.yield %x_50 : i64
        }
        scf.for %l_52 = %t3 to %t5 step %t5 {
          %x_53 = arith.andi %l_52, %t3 : index
          %x_54 = arith.cmpi ne, %x_53, %t3 : index
          %x_55 = arith.select %x_54, %t1, %t3 : index
          %x_56 = arith.select %x_54, %t3, %t1 : index
          %part_57 = memref.subview %best_columns0[%l_52, 0] [4, 2] [1, 1] : memref<4x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
          %split_58 = memref.expand_shape %part_57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          %part_59 = memref.subview %split_58[0, %x_55, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
          %part_60 = memref.subview %split_58[0, %x_56, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_59, %part_60 : memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>, memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>) {
            ^bb0(%e_61: i64, %e_62: i64):
            %x_63 = arith.minsi %e_61, %e_62 : i64
            %x_64 = arith.maxsi %e_61, %e_62 : i64
            linalg.yield %x_63, %x_64 : i64, i64
          }
          %x_65 = arith.select %x_54, %t1, %t3 : index
          %x_66 = arith.select %x_54, %t3, %t1 : index
          %part_67 = memref.subview %best_columns0[%l_52, 0] [4, 2] [1, 1] : memref<4x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
          %split_68 = memref.expand_shape %part_67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
          %part_69 = memref.subview %split_68[0, %x_65, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          %part_70 = memref.subview %split_68[0, %x_66, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_69, %part_70 : memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
            ^bb0(%e_71: i64, %e_72: i64):
            %x_73 = arith.minsi %e_71, %e_72 : i64
            %x_74 = arith.maxsi %e_71, %e_72 : i64
            linalg.yield %x_73, %x_74 : i64, i64
          }
        }
      }
    }
    %split_75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 2, 4] : memref<1x8xi64, 1> into memref<1x2x4xi64, 1>
    %joined_76 = memref.collapse_shape %split_75 [[0, 1], [2]] : memref<1x2x4xi64, 1> into memref<2x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x2xi64, 1>) outs(%joined_76 : memref<2x4xi64, 1>) {
      ^bb0(%e_77: i64, %e_78: i64):
      linalg.yield %e_77 : i64
    }
    %x_79 = arith.subi %t1, %l_0 : index
    %x_80 = arith.minsi %x_79, %t1 : index
    %x_81 = arith.subi %t7, %t3 : index
    %x_82 = arith.minsi %x_81, %t7 : index
    %x_83 = arith.maxsi %x_82, %t3 : index
    %x_84 = arith.muli %l_0, %t7 : index
    %x_85 = arith.addi %x_84, %t3 : index
    %view_86 = memref.reinterpret_cast %Y0 to offset: [%x_85], sizes: [%x_80, %x_83], strides: [%t7, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %view_86) : (memref<1x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRSortTemplate, mapping default
func.func @npu_fused_topk (%X0: memref<8xi64>, %Y0: memref<8xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 8 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 2 : index
  %t5 = arith.constant 3 : index
  %t6 = arith.constant 7 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x1xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    %x_1 = arith.subi %t1, %l_0 : index
    %x_2 = arith.minsi %x_1, %t1 : index
    %x_3 = arith.subi %t2, %t3 : index
    %x_4 = arith.minsi %x_3, %t2 : index
    %x_5 = arith.maxsi %x_4, %t3 : index
    %x_6 = arith.muli %l_0, %t2 : index
    %x_7 = arith.addi %x_6, %t3 : index
    %view_8 = memref.reinterpret_cast %X0 to offset: [%x_7], sizes: [%x_2, %x_5], strides: [%t2, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%view_8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x8xi64, 1>) outs(%columns0 : memref<8x1xi64, 1>) {
      ^bb0(%e_9: i64, %e_10: i64):
      linalg.yield %e_9 : i64
    }
    scf.for %l_11 = %t3 to %t2 step %t2 {
      %x_12 = arith.andi %l_11, %t3 : index
      %x_13 = arith.cmpi ne, %x_12, %t3 : index
      %x_14 = arith.select %x_13, %t1, %t3 : index
      %x_15 = arith.select %x_13, %t3, %t1 : index
      %part_16 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_17 = memref.expand_shape %part_16 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
      %part_18 = memref.subview %split_17[0, %x_14, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %part_19 = memref.subview %split_17[0, %x_15, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_18, %part_19 : memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_20: i64, %e_21: i64):
        %x_22 = arith.minsi %e_20, %e_21 : i64
        %x_23 = arith.maxsi %e_20, %e_21 : i64
        linalg.yield %x_22, %x_23 : i64, i64
      }
      %x_24 = arith.select %x_13, %t1, %t3 : index
      %x_25 = arith.select %x_13, %t3, %t1 : index
      %part_26 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_27 = memref.expand_shape %part_26 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %part_28 = memref.subview %split_27[0, %x_24, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %part_29 = memref.subview %split_27[0, %x_25, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_28, %part_29 : memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_30: i64, %e_31: i64):
        %x_32 = arith.minsi %e_30, %e_31 : i64
        %x_33 = arith.maxsi %e_30, %e_31 : i64
        linalg.yield %x_32, %x_33 : i64, i64
      }
      %x_34 = arith.select %x_13, %t4, %t1 : index
      %x_35 = arith.select %x_13, %t1, %t4 : index
      %part_36 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_37 = memref.expand_shape %part_36 [[0, 1, 2], [3]] output_shape [2, 4, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1>
      %part_38 = memref.subview %split_37[0, %x_34, 0, 0] [2, 1, 1, 1] [1, 2, 1, 1] : memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      %part_39 = memref.subview %split_37[0, %x_35, 0, 0] [2, 1, 1, 1] [1, 2, 1, 1] : memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_38, %part_39 : memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>, memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_40: i64, %e_41: i64):
        %x_42 = arith.minsi %e_40, %e_41 : i64
        %x_43 = arith.maxsi %e_40, %e_41 : i64
        linalg.yield %x_42, %x_43 : i64, i64
      }
      %x_44 = arith.select %x_13, %t1, %t3 : index
      %x_45 = arith.select %x_13, %t3, %t1 : index
      %part_46 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_47 = memref.expand_shape %part_46 [[0, 1, 2], [3]] output_shape [1, 2, 4, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %part_48 = memref.subview %split_47[0, %x_44, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
      %part_49 = memref.subview %split_47[0, %x_45, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_48, %part_49 : memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>, memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_50: i64, %e_51: i64):
        %x_52 = arith.minsi %e_50, %e_51 : i64
        %x_53 = arith.maxsi %e_50, %e_51 : i64
        linalg.yield %x_52, %x_53 : i64, i64
      }
      %x_54 = arith.select %x_13, %t4, %t1 : index
      %x_55 = arith.select %x_13, %t1, %t4 : index
      %part_56 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_57 = memref.expand_shape %part_56 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %part_58 = memref.subview %split_57[0, %x_54, 0, 0] [1, 1, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %part_59 = memref.subview %split_57[0, %x_55, 0, 0] [1, 1, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_58, %part_59 : memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_60: i64, %e_61: i64):
        %x_62 = arith.minsi %e_60, %e_61 : i64
        %x_63 = arith.maxsi %e_60, %e_61 : i64
        linalg.yield %x_62, %x_63 : i64, i64
      }
      %x_64 = arith.select %x_13, %t4, %t1 : index
      %x_65 = arith.select %x_13, %t1, %t4 : index
      %part_66 = memref.subview %columns0[%l_11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %split_67 = memref.expand_shape %part_66 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
      %part_68 = memref.subview %split_67[0, %x_64, 0, 0] [1, 3, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %part_69 = memref.subview %split_67[0, %x_65, 0, 0] [1, 3, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_68, %part_69 : memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e_70: i64, %e_71: i64):
        %x_72 = arith.minsi %e_70, %e_71 : i64
        %x_73 = arith.maxsi %e_70, %e_71 : i64
        linalg.yield %x_72, %x_73 : i64, i64
      }
    }
    scf.for %l_74 = %t5 to %t5 step %t1 {
      %x_75 = arith.shli %t1, %l_74 : index
      %x_76 = arith.shli %x_75, %t1 : index
      %x_77 = arith.andi %x_76, %t6 : index
      scf.for %l_78 = %t3 to %t2 step %t2 {
        %x_79 = arith.andi %l_78, %x_77 : index
        %x_80 = arith.cmpi ne, %x_79, %t3 : index
        %x_81 = arith.select %x_80, %t1, %t3 : index
        %x_82 = arith.select %x_80, %t3, %t1 : index
        %part_83 = memref.subview %columns0[%l_78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %split_84 = memref.expand_shape %part_83 [[0, 1, 2], [3]] output_shape [1, 2, 4, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        %part_85 = memref.subview %split_84[0, %x_81, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
        %part_86 = memref.subview %split_84[0, %x_82, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_85, %part_86 : memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>, memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>) {
          ^bb0(%e_87: i64, %e_88: i64):
          %x_89 = arith.minsi %e_87, %e_88 : i64
          %x_90 = arith.maxsi %e_87, %e_88 : i64
          linalg.yield %x_89, %x_90 : i64, i64
        }
        %x_91 = arith.select %x_80, %t1, %t3 : index
        %x_92 = arith.select %x_80, %t3, %t1 : index
        %part_93 = memref.subview %columns0[%l_78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %split_94 = memref.expand_shape %part_93 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        %part_95 = memref.subview %split_94[0, %x_91, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        %part_96 = memref.subview %split_94[0, %x_92, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_95, %part_96 : memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
          ^bb0(%e_97: i64, %e_98: i64):
          %x_99 = arith.minsi %e_97, %e_98 : i64
          %x_100 = arith.maxsi %e_97, %e_98 : i64
          linalg.yield %x_99, %x_100 : i64, i64
        }
        %x_101 = arith.select %x_80, %t1, %t3 : index
        %x_102 = arith.select %x_80, %t3, %t1 : index
        %part_103 = memref.subview %columns0[%l_78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %split_104 = memref.expand_shape %part_103 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
        %part_105 = memref.subview %split_104[0, %x_101, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        %part_106 = memref.subview %split_104[0, %x_102, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%part_105, %part_106 : memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
          ^bb0(%e_107: i64, %e_108: i64):
          %x_109 = arith.minsi %e_107, %e_108 : i64
          %x_110 = arith.maxsi %e_107, %e_108 : i64
          linalg.yield %x_109, %x_110 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x1xi64, 1>) outs(%natural0 : memref<1x8xi64, 1>) {
      ^bb0(%e_111: i64, %e_112: i64):
      linalg.yield %e_111 : i64
    }
    %x_113 = arith.subi %t1, %l_0 : index
    %x_114 = arith.minsi %x_113, %t1 : index
    %x_115 = arith.subi %t2, %t3 : index
    %x_116 = arith.minsi %x_115, %t2 : index
    %x_117 = arith.maxsi %x_116, %t3 : index
    %x_118 = arith.muli %l_0, %t2 : index
    %x_119 = arith.addi %x_118, %t3 : index
    %view_120 = memref.reinterpret_cast %Y0 to offset: [%x_119], sizes: [%x_114, %x_117], strides: [%t2, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %view_120) : (memref<1x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk_built_in_function_getitem: pointwise
func.func @npu_fused_topk_built_in_function_getitem(%in_ptr0: memref<8xi64>, %out_ptr0: memref<3xf32>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<8xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3xi64, strided<[1], offset: 0>>, memref<3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<3xi64, 1>) outs(%out : memref<3xf32, 1>) {
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
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xf32> to memref<3xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3xf32, 1>, memref<3xf32, strided<[1], offset: 0>>) -> ()
  return
}
