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
func.func @scan (%X0: memref<165xf32>, %X1: memref<165xi64>, %Y0: memref<165xf32>, %Y1: memref<165xi64>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 33 : index
  %t3 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x16xf32, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x16xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xf32, 1>
  %totals1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xf32, 1>
  %carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %natural1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf32, 1>
  %sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf32, 1>
  %other_sums1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf32, 1>
  %row_carry1 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c8 {
    scf.for %l1 = %c0 to %t2 step %c64 {
      %x2 = arith.muli %l0, %t2 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %t1, %l0 : index
      %x5 = arith.minsi %x4, %c8 : index
      %x6 = arith.subi %t2, %l1 : index
      %x7 = arith.minsi %x6, %c64 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<8x64xf32, 1>) -> ()
      %x9 = memref.reinterpret_cast %X1 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x9, %natural1) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<8x64xi64, 1>) -> ()
      %x10 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x11 = memref.collapse_shape %x10 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      %x12 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %x13 = memref.collapse_shape %x12 [[0, 1], [2]] : memref<8x2x32xi64, 1> into memref<16x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x11 : memref<16x32xf32, 1>) outs(%columns0 : memref<32x16xf32, 1>) {
        ^bb0(%e14: f32, %e15: f32):
        linalg.yield %e14 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x13 : memref<16x32xi64, 1>) outs(%columns1 : memref<32x16xi64, 1>) {
        ^bb0(%e16: i64, %e17: i64):
        linalg.yield %e16 : i64
      }
      %x18 = arith.cmpi eq, %l1, %c0 : index
      %x19 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %x20 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xi64, 1> into memref<2x16x16xi64, 1>
      %x21 = memref.subview %x19[0, %c0, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
      %x22 = memref.subview %x20[0, %c0, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<2x16xi64, strided<[256, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x21 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>) outs(%totals0 : memref<2x16xf32, 1>) {
        ^bb0(%e23: f32, %e24: f32):
        linalg.yield %e23 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x22 : memref<2x16xi64, strided<[256, 1], offset: ?>, 1>) outs(%totals1 : memref<2x16xi64, 1>) {
        ^bb0(%e25: i64, %e26: i64):
        linalg.yield %e25 : i64
      }
      scf.for %l27 = %c1 to %c16 step %c1 {
        %x28 = memref.subview %x19[0, %l27, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
        %x29 = memref.subview %x20[0, %l27, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<2x16xi64, strided<[256, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x28, %x29, %totals0, %totals1 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>, memref<2x16xi64, strided<[256, 1], offset: ?>, 1>, memref<2x16xf32, 1>, memref<2x16xi64, 1>) {
          ^bb0(%e30: f32, %e31: i64, %e32: f32, %e33: i64):
          %cst_34 = arith.constant 0 : i8
          %gt_35 = arith.cmpf ogt, %e32, %e30 : f32
          %ne_36 = arith.cmpf une, %e32, %e32 : f32
          %ne_37 = arith.cmpf une, %e30, %e30 : f32
          %gt_38 = arith.cmpi ugt, %ne_36, %ne_37 : i1
          %or_39 = arith.ori %gt_35, %gt_38 : i1  // logical_or
          %eq_40 = arith.cmpf oeq, %e32, %e30 : f32
          %and_41 = arith.andi %ne_36, %ne_37 : i1  // logical_and
          %or_42 = arith.ori %eq_40, %and_41 : i1  // logical_or
          %gt_43 = arith.cmpi sgt, %e33, %e31 : i64
          %and_44 = arith.andi %or_42, %gt_43 : i1  // logical_and
          %or_45 = arith.ori %or_39, %and_44 : i1  // logical_or
          %sel_46 = arith.select %or_45, %e32, %e30 : f32  // where
          %sel_47 = arith.select %or_45, %e33, %e31 : i64  // where
          linalg.yield %sel_46, %sel_47, %sel_46, %sel_47 : f32, i64, f32, i64
        }
      }
      scf.for %l48 = %c1 to %c2 step %c1 {
        %x49 = arith.subi %l48, %c1 : index
        %x50 = memref.subview %totals0[%x49, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
        %x51 = memref.subview %totals1[%x49, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
        %x52 = memref.subview %totals0[%l48, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
        %x53 = memref.subview %totals1[%l48, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x50, %x51 : memref<16xf32, strided<[1], offset: ?>, 1>, memref<16xi64, strided<[1], offset: ?>, 1>) outs(%x52, %x53 : memref<16xf32, strided<[1], offset: ?>, 1>, memref<16xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e54: f32, %e55: i64, %e56: f32, %e57: i64):
          %cst_58 = arith.constant 0 : i8
          %gt_59 = arith.cmpf ogt, %e54, %e56 : f32
          %ne_60 = arith.cmpf une, %e54, %e54 : f32
          %ne_61 = arith.cmpf une, %e56, %e56 : f32
          %gt_62 = arith.cmpi ugt, %ne_60, %ne_61 : i1
          %or_63 = arith.ori %gt_59, %gt_62 : i1  // logical_or
          %eq_64 = arith.cmpf oeq, %e54, %e56 : f32
          %and_65 = arith.andi %ne_60, %ne_61 : i1  // logical_and
          %or_66 = arith.ori %eq_64, %and_65 : i1  // logical_or
          %gt_67 = arith.cmpi sgt, %e55, %e57 : i64
          %and_68 = arith.andi %or_66, %gt_67 : i1  // logical_and
          %or_69 = arith.ori %or_63, %and_68 : i1  // logical_or
          %sel_70 = arith.select %or_69, %e54, %e56 : f32  // where
          %sel_71 = arith.select %or_69, %e55, %e57 : i64  // where
          linalg.yield %sel_70, %sel_71 : f32, i64
        }
      }
      %x72 = memref.subview %totals0[0, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<1x16xf32, strided<[16, 1]>, 1>
      %x73 = memref.subview %totals1[0, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<1x16xi64, strided<[16, 1]>, 1>
      %x74 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %x75 = memref.subview %x74[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>
      %x76 = memref.expand_shape %columns1 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xi64, 1> into memref<2x16x16xi64, 1>
      %x77 = memref.subview %x76[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xi64, 1> to memref<1x16x16xi64, strided<[256, 16, 1], offset: 256>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x72, %x73 : memref<1x16xf32, strided<[16, 1]>, 1>, memref<1x16xi64, strided<[16, 1]>, 1>) outs(%x75, %x77 : memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>, memref<1x16x16xi64, strided<[256, 16, 1], offset: 256>, 1>) {
        ^bb0(%e78: f32, %e79: i64, %e80: f32, %e81: i64):
        %cst_82 = arith.constant 0 : i8
        %gt_83 = arith.cmpf ogt, %e78, %e80 : f32
        %ne_84 = arith.cmpf une, %e78, %e78 : f32
        %ne_85 = arith.cmpf une, %e80, %e80 : f32
        %gt_86 = arith.cmpi ugt, %ne_84, %ne_85 : i1
        %or_87 = arith.ori %gt_83, %gt_86 : i1  // logical_or
        %eq_88 = arith.cmpf oeq, %e78, %e80 : f32
        %and_89 = arith.andi %ne_84, %ne_85 : i1  // logical_and
        %or_90 = arith.ori %eq_88, %and_89 : i1  // logical_or
        %gt_91 = arith.cmpi sgt, %e79, %e81 : i64
        %and_92 = arith.andi %or_90, %gt_91 : i1  // logical_and
        %or_93 = arith.ori %or_87, %and_92 : i1  // logical_or
        %sel_94 = arith.select %or_93, %e78, %e80 : f32  // where
        %sel_95 = arith.select %or_93, %e79, %e81 : i64  // where
        linalg.yield %sel_94, %sel_95 : f32, i64
      }
      %x96 = memref.subview %totals0[%c1, 0] [1, 16] [1, 1] : memref<2x16xf32, 1> to memref<16xf32, strided<[1], offset: ?>, 1>
      %x97 = memref.subview %totals1[%c1, 0] [1, 16] [1, 1] : memref<2x16xi64, 1> to memref<16xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x96 : memref<16xf32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<16xf32, 1>) {
        ^bb0(%e98: f32, %e99: f32):
        linalg.yield %e98 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x97 : memref<16xi64, strided<[1], offset: ?>, 1>) outs(%carry1 : memref<16xi64, 1>) {
        ^bb0(%e100: i64, %e101: i64):
        linalg.yield %e100 : i64
      }
      %x102 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x103 = memref.collapse_shape %x102 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      %x104 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %x105 = memref.collapse_shape %x104 [[0, 1], [2]] : memref<8x2x32xi64, 1> into memref<16x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x16xf32, 1>) outs(%x103 : memref<16x32xf32, 1>) {
        ^bb0(%e106: f32, %e107: f32):
        linalg.yield %e106 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<32x16xi64, 1>) outs(%x105 : memref<16x32xi64, 1>) {
        ^bb0(%e108: i64, %e109: i64):
        linalg.yield %e108 : i64
      }
      %x110 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 2] : memref<16xf32, 1> into memref<8x2xf32, 1>
      %x111 = memref.expand_shape %carry1 [[0, 1]] output_shape [8, 2] : memref<16xi64, 1> into memref<8x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x110 : memref<8x2xf32, 1>) outs(%sums0 : memref<8x2xf32, 1>) {
        ^bb0(%e112: f32, %e113: f32):
        linalg.yield %e112 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x111 : memref<8x2xi64, 1>) outs(%sums1 : memref<8x2xi64, 1>) {
        ^bb0(%e114: i64, %e115: i64):
        linalg.yield %e114 : i64
      }
      %x116 = arith.constant true
      %x117 = arith.xori %x18, %x116 : i1
      scf.if %x117 {
        %x118 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8xf32, strided<[2], offset: 0>, 1>
        %x119 = memref.subview %sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8xi64, strided<[2], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%x118, %x119 : memref<8xf32, strided<[2], offset: 0>, 1>, memref<8xi64, strided<[2], offset: 0>, 1>) {
          ^bb0(%e120: f32, %e121: i64, %e122: f32, %e123: i64):
          %cst_124 = arith.constant 0 : i8
          %gt_125 = arith.cmpf ogt, %e120, %e122 : f32
          %ne_126 = arith.cmpf une, %e120, %e120 : f32
          %ne_127 = arith.cmpf une, %e122, %e122 : f32
          %gt_128 = arith.cmpi ugt, %ne_126, %ne_127 : i1
          %or_129 = arith.ori %gt_125, %gt_128 : i1  // logical_or
          %eq_130 = arith.cmpf oeq, %e120, %e122 : f32
          %and_131 = arith.andi %ne_126, %ne_127 : i1  // logical_and
          %or_132 = arith.ori %eq_130, %and_131 : i1  // logical_or
          %gt_133 = arith.cmpi sgt, %e121, %e123 : i64
          %and_134 = arith.andi %or_132, %gt_133 : i1  // logical_and
          %or_135 = arith.ori %or_129, %and_134 : i1  // logical_or
          %sel_136 = arith.select %or_135, %e120, %e122 : f32  // where
          %sel_137 = arith.select %or_135, %e121, %e123 : i64  // where
          linalg.yield %sel_136, %sel_137 : f32, i64
        }
        %x138 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
        %x139 = memref.subview %x138[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 0>, 1>
        %x140 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
        %x141 = memref.subview %x140[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xi64, 1> to memref<8x1x32xi64, strided<[64, 32, 1], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0, %row_carry1 : memref<8xf32, 1>, memref<8xi64, 1>) outs(%x139, %x141 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 0>, 1>, memref<8x1x32xi64, strided<[64, 32, 1], offset: 0>, 1>) {
          ^bb0(%e142: f32, %e143: i64, %e144: f32, %e145: i64):
          %cst_146 = arith.constant 0 : i8
          %gt_147 = arith.cmpf ogt, %e142, %e144 : f32
          %ne_148 = arith.cmpf une, %e142, %e142 : f32
          %ne_149 = arith.cmpf une, %e144, %e144 : f32
          %gt_150 = arith.cmpi ugt, %ne_148, %ne_149 : i1
          %or_151 = arith.ori %gt_147, %gt_150 : i1  // logical_or
          %eq_152 = arith.cmpf oeq, %e142, %e144 : f32
          %and_153 = arith.andi %ne_148, %ne_149 : i1  // logical_and
          %or_154 = arith.ori %eq_152, %and_153 : i1  // logical_or
          %gt_155 = arith.cmpi sgt, %e143, %e145 : i64
          %and_156 = arith.andi %or_154, %gt_155 : i1  // logical_and
          %or_157 = arith.ori %or_151, %and_156 : i1  // logical_or
          %sel_158 = arith.select %or_157, %e142, %e144 : f32  // where
          %sel_159 = arith.select %or_157, %e143, %e145 : i64  // where
          linalg.yield %sel_158, %sel_159 : f32, i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x2xf32, 1>) outs(%other_sums0 : memref<8x2xf32, 1>) {
        ^bb0(%e160: f32, %e161: f32):
        linalg.yield %e160 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums1 : memref<8x2xi64, 1>) outs(%other_sums1 : memref<8x2xi64, 1>) {
        ^bb0(%e162: i64, %e163: i64):
        linalg.yield %e162 : i64
      }
      %x164 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1], offset: 0>, 1>
      %x165 = memref.subview %sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1], offset: 0>, 1>
      %x166 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1], offset: 1>, 1>
      %x167 = memref.subview %other_sums1[0, 1] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x164, %x165 : memref<8x1xf32, strided<[2, 1], offset: 0>, 1>, memref<8x1xi64, strided<[2, 1], offset: 0>, 1>) outs(%x166, %x167 : memref<8x1xf32, strided<[2, 1], offset: 1>, 1>, memref<8x1xi64, strided<[2, 1], offset: 1>, 1>) {
        ^bb0(%e168: f32, %e169: i64, %e170: f32, %e171: i64):
        %cst_172 = arith.constant 0 : i8
        %gt_173 = arith.cmpf ogt, %e168, %e170 : f32
        %ne_174 = arith.cmpf une, %e168, %e168 : f32
        %ne_175 = arith.cmpf une, %e170, %e170 : f32
        %gt_176 = arith.cmpi ugt, %ne_174, %ne_175 : i1
        %or_177 = arith.ori %gt_173, %gt_176 : i1  // logical_or
        %eq_178 = arith.cmpf oeq, %e168, %e170 : f32
        %and_179 = arith.andi %ne_174, %ne_175 : i1  // logical_and
        %or_180 = arith.ori %eq_178, %and_179 : i1  // logical_or
        %gt_181 = arith.cmpi sgt, %e169, %e171 : i64
        %and_182 = arith.andi %or_180, %gt_181 : i1  // logical_and
        %or_183 = arith.ori %or_177, %and_182 : i1  // logical_or
        %sel_184 = arith.select %or_183, %e168, %e170 : f32  // where
        %sel_185 = arith.select %or_183, %e169, %e171 : i64  // where
        linalg.yield %sel_184, %sel_185 : f32, i64
      }
      %x186 = memref.subview %other_sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8x1xf32, strided<[2, 1], offset: 0>, 1>
      %x187 = memref.subview %other_sums1[0, 0] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8x1xi64, strided<[2, 1], offset: 0>, 1>
      %x188 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x189 = memref.subview %x188[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>
      %x190 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xi64, 1> into memref<8x2x32xi64, 1>
      %x191 = memref.subview %x190[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xi64, 1> to memref<8x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x186, %x187 : memref<8x1xf32, strided<[2, 1], offset: 0>, 1>, memref<8x1xi64, strided<[2, 1], offset: 0>, 1>) outs(%x189, %x191 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>, memref<8x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>) {
        ^bb0(%e192: f32, %e193: i64, %e194: f32, %e195: i64):
        %cst_196 = arith.constant 0 : i8
        %gt_197 = arith.cmpf ogt, %e192, %e194 : f32
        %ne_198 = arith.cmpf une, %e192, %e192 : f32
        %ne_199 = arith.cmpf une, %e194, %e194 : f32
        %gt_200 = arith.cmpi ugt, %ne_198, %ne_199 : i1
        %or_201 = arith.ori %gt_197, %gt_200 : i1  // logical_or
        %eq_202 = arith.cmpf oeq, %e192, %e194 : f32
        %and_203 = arith.andi %ne_198, %ne_199 : i1  // logical_and
        %or_204 = arith.ori %eq_202, %and_203 : i1  // logical_or
        %gt_205 = arith.cmpi sgt, %e193, %e195 : i64
        %and_206 = arith.andi %or_204, %gt_205 : i1  // logical_and
        %or_207 = arith.ori %or_201, %and_206 : i1  // logical_or
        %sel_208 = arith.select %or_207, %e192, %e194 : f32  // where
        %sel_209 = arith.select %or_207, %e193, %e195 : i64  // where
        linalg.yield %sel_208, %sel_209 : f32, i64
      }
      %x210 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf32, 1> to memref<8xf32, strided<[2], offset: 1>, 1>
      %x211 = memref.subview %other_sums1[0, 1] [8, 1] [1, 1] : memref<8x2xi64, 1> to memref<8xi64, strided<[2], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x210 : memref<8xf32, strided<[2], offset: 1>, 1>) outs(%row_carry0 : memref<8xf32, 1>) {
        ^bb0(%e212: f32, %e213: f32):
        linalg.yield %e212 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x211 : memref<8xi64, strided<[2], offset: 1>, 1>) outs(%row_carry1 : memref<8xi64, 1>) {
        ^bb0(%e214: i64, %e215: i64):
        linalg.yield %e214 : i64
      }
      %x216 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x216) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
      %x217 = memref.reinterpret_cast %Y1 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<165xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural1, %x217) : (memref<8x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
