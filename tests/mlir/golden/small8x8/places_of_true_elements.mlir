// npu_fused_nonzero: reduction, fusions horizontal
func.func @npu_fused_nonzero(%in_ptr0: memref<63xi8>, %out_ptr0: memref<63xi64>, %out_ptr1: memref<1xi64>) {
  %c63 = arith.constant 63 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 0 : i8
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi8, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [63], strides: [1] : memref<63xi8> to memref<63xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<63xi8, strided<[1], offset: 0>>, memref<64xi8, 1>) -> ()
  linalg.fill ins(%k : i64) outs(%sum : memref<1xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<64xi8, 1>) outs(%sum : memref<1xi64, 1>) {
    ^bb0(%a: i8, %o: i64):
      %flag = arith.cmpi ne, %a, %k_1 : i8
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c63 : index
      %cvt = arith.extui %flag : i1 to i64  // to_dtype
      %sel = arith.select %inside, %cvt, %k : i64  // sum
      %sum_1 = arith.addi %o, %sel : i64
      linalg.yield %sum_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xi8, 1>) outs(%out : memref<64xi64, 1>) {
    ^bb0(%a_1: i8, %o_1: i64):
      %flag_1 = arith.cmpi ne, %a_1, %k_1 : i8
      %cvt_1 = arith.extui %flag_1 : i1 to i64  // to_dtype
      linalg.yield %cvt_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [63], strides: [1] : memref<63xi64> to memref<63xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<64xi64, 1>, memref<63xi64, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [1], strides: [1] : memref<1xi64> to memref<1xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_2) : (memref<1xi64, 1>, memref<1xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_nonzero: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_nonzero (%X0: memref<63xi64>, %Y0: memref<63xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 63 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 64 : index
  %t5 = arith.constant 8 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x8xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t4 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t4 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<63xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x64xi64, 1>) -> ()
      %split_9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 8] : memref<1x64xi64, 1> into memref<1x8x8xi64, 1>
      %joined_10 = memref.collapse_shape %split_9 [[0, 1], [2]] : memref<1x8x8xi64, 1> into memref<8x8xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%joined_10 : memref<8x8xi64, 1>) outs(%columns0 : memref<8x8xi64, 1>) {
        ^bb0(%e_11: i64, %e_12: i64):
        linalg.yield %e_11 : i64
      }
      %x_13 = arith.cmpi eq, %l_1, %t3 : index
      %split_14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 8, 8] : memref<8x8xi64, 1> into memref<1x8x8xi64, 1>
      %part_15 = memref.subview %split_14[0, %t3, 0] [1, 1, 8] [1, 1, 1] : memref<1x8x8xi64, 1> to memref<1x8xi64, strided<[64, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_15 : memref<1x8xi64, strided<[64, 1], offset: ?>, 1>) outs(%totals0 : memref<1x8xi64, 1>) {
        ^bb0(%e_16: i64, %e_17: i64):
        linalg.yield %e_16 : i64
      }
      scf.for %l_18 = %t1 to %t5 step %t1 {
        %part_19 = memref.subview %split_14[0, %l_18, 0] [1, 1, 8] [1, 1, 1] : memref<1x8x8xi64, 1> to memref<1x8xi64, strided<[64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_19, %totals0 : memref<1x8xi64, strided<[64, 1], offset: ?>, 1>, memref<1x8xi64, 1>) {
          ^bb0(%e_20: i64, %e_21: i64):
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addi %e_21, %e_20 : i64
          linalg.yield %add_23, %add_23 : i64, i64
        }
      }
      %part_24 = memref.subview %totals0[%t3, 0] [1, 8] [1, 1] : memref<1x8xi64, 1> to memref<8xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_24 : memref<8xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<8xi64, 1>) {
        ^bb0(%e_25: i64, %e_26: i64):
        linalg.yield %e_25 : i64
      }
      %split_27 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 8] : memref<1x64xi64, 1> into memref<1x8x8xi64, 1>
      %joined_28 = memref.collapse_shape %split_27 [[0, 1], [2]] : memref<1x8x8xi64, 1> into memref<8x8xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x8xi64, 1>) outs(%joined_28 : memref<8x8xi64, 1>) {
        ^bb0(%e_29: i64, %e_30: i64):
        linalg.yield %e_29 : i64
      }
      %split_31 = memref.expand_shape %carry0 [[0, 1]] output_shape [1, 8] : memref<8xi64, 1> into memref<1x8xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%split_31 : memref<1x8xi64, 1>) outs(%sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_32: i64, %e_33: i64):
        linalg.yield %e_32 : i64
      }
      %x_34 = arith.constant true
      %x_35 = arith.xori %x_13, %x_34 : i1
      scf.if %x_35 {
        %part_36 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x8xi64, 1> to memref<1xi64, strided<[8]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_36 : memref<1xi64, strided<[8]>, 1>) {
          ^bb0(%e_37: i64, %e_38: i64):
          %cst_39 = arith.constant 0 : i8
          %add_40 = arith.addi %e_37, %e_38 : i64
          linalg.yield %add_40 : i64
        }
        %split_41 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 8] : memref<1x64xi64, 1> into memref<1x8x8xi64, 1>
        %part_42 = memref.subview %split_41[0, 0, 0] [1, 1, 8] [1, 1, 1] : memref<1x8x8xi64, 1> to memref<1x1x8xi64, strided<[64, 8, 1]>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%part_42 : memref<1x1x8xi64, strided<[64, 8, 1]>, 1>) {
          ^bb0(%e_43: i64, %e_44: i64):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addi %e_43, %e_44 : i64
          linalg.yield %add_46 : i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi64, 1>) outs(%other_sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_47: i64, %e_48: i64):
        linalg.yield %e_47 : i64
      }
      %part_49 = memref.subview %sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1]>, 1>
      %part_50 = memref.subview %other_sums0[0, 1] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<1x7xi64, strided<[8, 1]>, 1>) outs(%part_50 : memref<1x7xi64, strided<[8, 1], offset: 1>, 1>) {
        ^bb0(%e_51: i64, %e_52: i64):
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addi %e_51, %e_52 : i64
        linalg.yield %add_54 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<1x8xi64, 1>) outs(%sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_55: i64, %e_56: i64):
        linalg.yield %e_55 : i64
      }
      %part_57 = memref.subview %other_sums0[0, 0] [1, 6] [1, 1] : memref<1x8xi64, 1> to memref<1x6xi64, strided<[8, 1]>, 1>
      %part_58 = memref.subview %sums0[0, 2] [1, 6] [1, 1] : memref<1x8xi64, 1> to memref<1x6xi64, strided<[8, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_57 : memref<1x6xi64, strided<[8, 1]>, 1>) outs(%part_58 : memref<1x6xi64, strided<[8, 1], offset: 2>, 1>) {
        ^bb0(%e_59: i64, %e_60: i64):
        %cst_61 = arith.constant 0 : i8
        %add_62 = arith.addi %e_59, %e_60 : i64
        linalg.yield %add_62 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x8xi64, 1>) outs(%other_sums0 : memref<1x8xi64, 1>) {
        ^bb0(%e_63: i64, %e_64: i64):
        linalg.yield %e_63 : i64
      }
      %part_65 = memref.subview %sums0[0, 0] [1, 4] [1, 1] : memref<1x8xi64, 1> to memref<1x4xi64, strided<[8, 1]>, 1>
      %part_66 = memref.subview %other_sums0[0, 4] [1, 4] [1, 1] : memref<1x8xi64, 1> to memref<1x4xi64, strided<[8, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_65 : memref<1x4xi64, strided<[8, 1]>, 1>) outs(%part_66 : memref<1x4xi64, strided<[8, 1], offset: 4>, 1>) {
        ^bb0(%e_67: i64, %e_68: i64):
        %cst_69 = arith.constant 0 : i8
        %add_70 = arith.addi %e_67, %e_68 : i64
        linalg.yield %add_70 : i64
      }
      %part_71 = memref.subview %other_sums0[0, 0] [1, 7] [1, 1] : memref<1x8xi64, 1> to memref<1x7xi64, strided<[8, 1]>, 1>
      %split_72 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 8] : memref<1x64xi64, 1> into memref<1x8x8xi64, 1>
      %part_73 = memref.subview %split_72[0, 1, 0] [1, 7, 8] [1, 1, 1] : memref<1x8x8xi64, 1> to memref<1x7x8xi64, strided<[64, 8, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_71 : memref<1x7xi64, strided<[8, 1]>, 1>) outs(%part_73 : memref<1x7x8xi64, strided<[64, 8, 1], offset: 8>, 1>) {
        ^bb0(%e_74: i64, %e_75: i64):
        %cst_76 = arith.constant 0 : i8
        %add_77 = arith.addi %e_74, %e_75 : i64
        linalg.yield %add_77 : i64
      }
      %part_78 = memref.subview %other_sums0[0, 7] [1, 1] [1, 1] : memref<1x8xi64, 1> to memref<1xi64, strided<[8], offset: 7>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_78 : memref<1xi64, strided<[8], offset: 7>, 1>) outs(%row_carry0 : memref<1xi64, 1>) {
        ^bb0(%e_79: i64, %e_80: i64):
        linalg.yield %e_79 : i64
      }
      %view_81 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<63xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_81) : (memref<1x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_nonzero: pointwise
func.func @npu_fused_nonzero(%in_out_ptr0: memref<63xi64>) {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 1 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xi64, 1>
  scf.for %P0 = %c0 to %c63 step %c32 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c63 : index
    %n_P0 = arith.minsi %x_1, %c32 : index
    %view = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<63xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<32xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xi64, 1>) outs(%out : memref<32xi64, 1>) {
      ^bb0(%a: i64, %o: i64):
        %sub = arith.subi %a, %k : i64
        linalg.yield %sub : i64
    }
    %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<63xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<32xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_nonzero: pointwise
func.func @npu_fused_nonzero(%out_ptr0: memref<126xi64>) {
  %c0 = arith.constant 0 : index
  %c126 = arith.constant 126 : index
  %c64 = arith.constant 64 : index
  %k = arith.constant 0 : i64
  %cm1 = arith.constant -1 : index
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  scf.for %P0 = %c0 to %c126 step %c64 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<64xi64, 1>) {
      ^bb0(%o: i64):
        linalg.yield %k : i64
    }
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c126 : index
    %n_P0 = arith.minsi %x_1, %c64 : index
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<126xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<64xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_nonzero: pointwise
func.func @npu_fused_nonzero(%in_ptr0: memref<63xi8>, %in_ptr1: memref<63xi64>, %out_ptr0: memref<126xi64>) {
  %k = arith.constant 0 : i8
  %k_1 = arith.constant 2 : i64
  %k_2 = arith.constant 63 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 0 : i64
  %k_5 = arith.constant 1 : i32
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x9xi32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x9xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x9xi64, 1>
  %sel_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x2xi64, 1>
  %sel_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x9x2xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [7, 9], strides: [9, 1] : memref<63xi8> to memref<7x9xi8, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<7x9xi8, strided<[9, 1], offset: 0>>, memref<7x9xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [7, 9], strides: [9, 1] : memref<63xi64> to memref<7x9xi64, strided<[9, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<7x9xi64, strided<[9, 1], offset: 0>>, memref<7x9xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<7x9xi8, 1>, memref<7x9xi64, 1>) outs(%cvt : memref<7x9xi32, 1>) {
    ^bb0(%a: i8, %a_1: i64, %o: i32):
      %flag = arith.cmpi ne, %a, %k : i8
      %sel = arith.select %flag, %a_1, %k_2 : i64  // where
      %mul = arith.muli %k_1, %sel : i64  // where
      %cvt_1 = arith.trunci %mul : i64 to i32  // where
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%sel_1 : memref<7x2xi64, 1>) {
    ^bb0(%o_1: i64):
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %eq = arith.cmpi eq, %i, %k_3 : i32
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %cvt_2 = arith.extsi %i_1 : i32 to i64  // index
      %sel_2 = arith.select %eq, %cvt_2, %k_4 : i64  // where
      linalg.yield %sel_2 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sel_1 : memref<7x2xi64, 1>) outs(%sel_3 : memref<7x9x2xi64, 1>) {
    ^bb0(%a_2: i64, %o_2: i64):
      %at_2 = linalg.index 2 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %eq_1 = arith.cmpi eq, %i_2, %k_5 : i32
      %at_3 = linalg.index 1 : index
      %i_3 = arith.index_cast %at_3 : index to i32
      %cvt_3 = arith.extsi %i_3 : i32 to i64  // index
      %sel_4 = arith.select %eq_1, %cvt_3, %a_2 : i64  // where
      linalg.yield %sel_4 : i64
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [125, 2], strides: [1, 1] : memref<126xi64> to memref<125x2xi64, strided<[1, 1], offset: 0>>
  "npu.scatter"(%sel_3, %cvt, %view_2) : (memref<7x9x2xi64, 1>, memref<7x9xi32, 1>, memref<125x2xi64, strided<[1, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_nonzero: pointwise
func.func @npu_fused_nonzero(%in_ptr0: memref<126xi64>, %out_ptr0: memref<126xi64>) {
  %c0 = arith.constant 0 : index
  %c126 = arith.constant 126 : index
  %c64 = arith.constant 64 : index
  %cm1 = arith.constant -1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  scf.for %P0 = %c0 to %c126 step %c64 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c126 : index
    %n_P0 = arith.minsi %x_1, %c64 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<126xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<64xi64, 1>) -> ()
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<126xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%t, %view_1) : (memref<64xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
