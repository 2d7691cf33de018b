// npu_fused_index_put: pointwise
func.func @npu_fused_index_put(%in_ptr0: memref<36xi8>, %out_ptr0: memref<36xi64>) {
  %k = arith.constant 0 : i8
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [36], strides: [1] : memref<36xi8> to memref<36xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<36xi8, strided<[1], offset: 0>>, memref<48xi8, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<48xi8, 1>) outs(%out : memref<48xi64, 1>) {
    ^bb0(%a: i8, %o: i64):
      %flag = arith.cmpi ne, %a, %k : i8
      %cvt = arith.extui %flag : i1 to i64  // to_dtype
      linalg.yield %cvt : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [36], strides: [1] : memref<36xi64> to memref<36xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<48xi64, 1>, memref<36xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_index_put: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_index_put (%X0: memref<36xi64>, %Y0: memref<36xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 36 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 64 : index
  %t5 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x32xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x32xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<32xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x32xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x32xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t4 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t4 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<36xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x64xi64, 1>) -> ()
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 2] : memref<1x64xi64, 1> into memref<1x32x2xi64, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x32x2xi64, 1> into memref<32x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<32x2xi64, 1>) outs(%columns0 : memref<2x32xi64, 1>) {
        ^bb0(%e_11: i64, %e_12: i64):
        linalg.yield %e_11 : i64
      }
      %x_13 = arith.cmpi eq, %l_1, %t3 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 2, 32] : memref<2x32xi64, 1> into memref<1x2x32xi64, 1>
      %part_15 = memref.subview %split_14[0, %t3, 0] [1, 1, 32] [1, 1, 1] : memref<1x2x32xi64, 1> to memref<1x32xi64, strided<[64, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<1x32xi64, strided<[64, 1], offset: ?>, 1>) outs(%totals0 : memref<1x32xi64, 1>) {
        ^bb0(%e_16: i64, %e_17: i64):
        linalg.yield %e_16 : i64
      }
      scf.for %l_18 = %t1 to %t5 step %t1 {
        %part_19 = memref.subview %split_14[0, %l_18, 0] [1, 1, 32] [1, 1, 1] : memref<1x2x32xi64, 1> to memref<1x32xi64, strided<[64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_19, %totals0 : memref<1x32xi64, strided<[64, 1], offset: ?>, 1>, memref<1x32xi64, 1>) {
          ^bb0(%e_20: i64, %e_21: i64):
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addi %e_21, %e_20 : i64
          linalg.yield %add_23, %add_23 : i64, i64
        }
      }
      %part_24 = memref.subview %totals0[%t3, 0] [1, 32] [1, 1] : memref<1x32xi64, 1> to memref<32xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_24 : memref<32xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<32xi64, 1>) {
        ^bb0(%e_25: i64, %e_26: i64):
        linalg.yield %e_25 : i64
      }
      %split_27 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 2] : memref<1x64xi64, 1> into memref<1x32x2xi64, 1>
      %joined_28 = memref.collapse_shape %split_27 [[0, 1], [2]] : memref<1x32x2xi64, 1> into memref<32x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<2x32xi64, 1>) outs(%joined_28 : memref<32x2xi64, 1>) {
        ^bb0(%e_29: i64, %e_30: i64):
        linalg.yield %e_29 : i64
      }
      %split_31 = memref.expand_shape %carry0 [[0, 1]] output_shape [1, 32] : memref<32xi64, 1> into memref<1x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_31 : memref<1x32xi64, 1>) outs(%sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_32: i64, %e_33: i64):
        linalg.yield %e_32 : i64
      }
      %x_34 = arith.constant true
      %x_35 = arith.xori %x_13, %x_34 : i1
      scf.if %x_35 {
        %part_36 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x32xi64, 1> to memref<1xi64, strided<[32]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_36 : memref<1xi64, strided<[32]>, 1>) {
          ^bb0(%e_37: i64, %e_38: i64):
          %cst_39 = arith.constant 0 : i8
          %add_40 = arith.addi %e_37, %e_38 : i64
          linalg.yield %add_40 : i64
        }
        %split_41 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 2] : memref<1x64xi64, 1> into memref<1x32x2xi64, 1>
        %part_42 = memref.subview %split_41[0, 0, 0] [1, 1, 2] [1, 1, 1] : memref<1x32x2xi64, 1> to memref<1x1x2xi64, strided<[64, 2, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_42 : memref<1x1x2xi64, strided<[64, 2, 1]>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addi %e_43, %e_44 : i64
          linalg.yield %add_46 : i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x32xi64, 1>) outs(%other_sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_47: i64, %e_48: i64):
        linalg.yield %e_47 : i64
      }
      %part_49 = memref.subview %sums0[0, 0] [1, 31] [1, 1] : memref<1x32xi64, 1> to memref<1x31xi64, strided<[32, 1]>, 1>
      %part_50 = memref.subview %other_sums0[0, 1] [1, 31] [1, 1] : memref<1x32xi64, 1> to memref<1x31xi64, strided<[32, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<1x31xi64, strided<[32, 1]>, 1>) outs(%part_50 : memref<1x31xi64, strided<[32, 1], offset: 1>, 1>) {
        ^bb0(%e_51: i64, %e_52: i64):
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addi %e_51, %e_52 : i64
        linalg.yield %add_54 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<1x32xi64, 1>) outs(%sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_55: i64, %e_56: i64):
        linalg.yield %e_55 : i64
      }
      %part_57 = memref.subview %other_sums0[0, 0] [1, 30] [1, 1] : memref<1x32xi64, 1> to memref<1x30xi64, strided<[32, 1]>, 1>
      %part_58 = memref.subview %sums0[0, 2] [1, 30] [1, 1] : memref<1x32xi64, 1> to memref<1x30xi64, strided<[32, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_57 : memref<1x30xi64, strided<[32, 1]>, 1>) outs(%part_58 : memref<1x30xi64, strided<[32, 1], offset: 2>, 1>) {
        ^bb0(%e_59: i64, %e_60: i64):
        %cst_61 = arith.constant 0 : i8
        %add_62 = arith.addi %e_59, %e_60 : i64
        linalg.yield %add_62 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x32xi64, 1>) outs(%other_sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_63: i64, %e_64: i64):
        linalg.yield %e_63 : i64
      }
      %part_65 = memref.subview %sums0[0, 0] [1, 28] [1, 1] : memref<1x32xi64, 1> to memref<1x28xi64, strided<[32, 1]>, 1>
      %part_66 = memref.subview %other_sums0[0, 4] [1, 28] [1, 1] : memref<1x32xi64, 1> to memref<1x28xi64, strided<[32, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_65 : memref<1x28xi64, strided<[32, 1]>, 1>) outs(%part_66 : memref<1x28xi64, strided<[32, 1], offset: 4>, 1>) {
        ^bb0(%e_67: i64, %e_68: i64):
        %cst_69 = arith.constant 0 : i8
        %add_70 = arith.addi %e_67, %e_68 : i64
        linalg.yield %add_70 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<1x32xi64, 1>) outs(%sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_71: i64, %e_72: i64):
        linalg.yield %e_71 : i64
      }
      %part_73 = memref.subview %other_sums0[0, 0] [1, 24] [1, 1] : memref<1x32xi64, 1> to memref<1x24xi64, strided<[32, 1]>, 1>
      %part_74 = memref.subview %sums0[0, 8] [1, 24] [1, 1] : memref<1x32xi64, 1> to memref<1x24xi64, strided<[32, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_73 : memref<1x24xi64, strided<[32, 1]>, 1>) outs(%part_74 : memref<1x24xi64, strided<[32, 1], offset: 8>, 1>) {
        ^bb0(%e_75: i64, %e_76: i64):
        %cst_77 = arith.constant 0 : i8
        %add_78 = arith.addi %e_75, %e_76 : i64
        linalg.yield %add_78 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x32xi64, 1>) outs(%other_sums0 : memref<1x32xi64, 1>) {
        ^bb0(%e_79: i64, %e_80: i64):
        linalg.yield %e_79 : i64
      }
      %part_81 = memref.subview %sums0[0, 0] [1, 16] [1, 1] : memref<1x32xi64, 1> to memref<1x16xi64, strided<[32, 1]>, 1>
      %part_82 = memref.subview %other_sums0[0, 16] [1, 16] [1, 1] : memref<1x32xi64, 1> to memref<1x16xi64, strided<[32, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_81 : memref<1x16xi64, strided<[32, 1]>, 1>) outs(%part_82 : memref<1x16xi64, strided<[32, 1], offset: 16>, 1>) {
        ^bb0(%e_83: i64, %e_84: i64):
        %cst_85 = arith.constant 0 : i8
        %add_86 = arith.addi %e_83, %e_84 : i64
        linalg.yield %add_86 : i64
      }
      %part_87 = memref.subview %other_sums0[0, 0] [1, 31] [1, 1] : memref<1x32xi64, 1> to memref<1x31xi64, strided<[32, 1]>, 1>
      %split_88 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 2] : memref<1x64xi64, 1> into memref<1x32x2xi64, 1>
      %part_89 = memref.subview %split_88[0, 1, 0] [1, 31, 2] [1, 1, 1] : memref<1x32x2xi64, 1> to memref<1x31x2xi64, strided<[64, 2, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_87 : memref<1x31xi64, strided<[32, 1]>, 1>) outs(%part_89 : memref<1x31x2xi64, strided<[64, 2, 1], offset: 2>, 1>) {
        ^bb0(%e_90: i64, %e_91: i64):
        %cst_92 = arith.constant 0 : i8
        %add_93 = arith.addi %e_90, %e_91 : i64
        linalg.yield %add_93 : i64
      }
      %part_94 = memref.subview %other_sums0[0, 31] [1, 1] [1, 1] : memref<1x32xi64, 1> to memref<1xi64, strided<[32], offset: 31>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_94 : memref<1xi64, strided<[32], offset: 31>, 1>) outs(%row_carry0 : memref<1xi64, 1>) {
        ^bb0(%e_95: i64, %e_96: i64):
        linalg.yield %e_95 : i64
      }
      %view_97 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<36xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_97) : (memref<1x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_index_put: pointwise
func.func @npu_fused_index_put(%in_out_ptr0: memref<36xi64>) {
  %k = arith.constant 1 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xi64, 1>
  %view = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [36], strides: [1] : memref<36xi64> to memref<36xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<36xi64, strided<[1], offset: 0>>, memref<48xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<48xi64, 1>) outs(%out : memref<48xi64, 1>) {
    ^bb0(%a: i64, %o: i64):
      %sub = arith.subi %a, %k : i64
      linalg.yield %sub : i64
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [36], strides: [1] : memref<36xi64> to memref<36xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<48xi64, 1>, memref<36xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_index_put: pointwise
func.func @npu_fused_index_put(%in_ptr0: memref<36xi8>, %in_ptr1: memref<3xf32>, %in_ptr2: memref<108xf32>, %out_ptr0: memref<108xf32>) {
  %k = arith.constant 0 : i8
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<36xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xf32, 1>
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<36x3xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<36x3xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [36], strides: [1] : memref<36xi8> to memref<36xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<36xi8, strided<[1], offset: 0>>, memref<36xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3], strides: [1] : memref<3xf32> to memref<3xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<3xf32, strided<[1], offset: 0>>, memref<3xf32, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [36, 3], strides: [3, 1] : memref<108xf32> to memref<36x3xf32, strided<[3, 1], offset: 0>>
  "npu.dma_load"(%view_2, %t_2) : (memref<36x3xf32, strided<[3, 1], offset: 0>>, memref<36x3xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1, %t_2 : memref<36xi8, 1>, memref<3xf32, 1>, memref<36x3xf32, 1>) outs(%out : memref<36x3xf32, 1>) {
    ^bb0(%a: i8, %a_1: f32, %a_2: f32, %o: f32):
      %flag = arith.cmpi ne, %a, %k : i8
      %sel = arith.select %flag, %a_1, %a_2 : f32  // where
      linalg.yield %sel : f32
  }
  %view_3 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [36, 3], strides: [3, 1] : memref<108xf32> to memref<36x3xf32, strided<[3, 1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<36x3xf32, 1>, memref<36x3xf32, strided<[3, 1], offset: 0>>) -> ()
  return
}
