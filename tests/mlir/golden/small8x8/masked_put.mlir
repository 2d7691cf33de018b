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
func.func @scan (%X0: memref<36xi64>, %Y0: memref<36xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 36 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x2xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x2xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x64xi64, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x2xi64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x2xi64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    scf.for %l1 = %c0 to %t2 step %c64 {
      %x2 = arith.muli %l0, %t2 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %t1, %l0 : index
      %x5 = arith.minsi %x4, %c1 : index
      %x6 = arith.subi %t2, %l1 : index
      %x7 = arith.minsi %x6, %c64 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<36xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x64xi64, 1>) -> ()
      %x9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 32] : memref<1x64xi64, 1> into memref<1x2x32xi64, 1>
      %x10 = memref.collapse_shape %x9 [[0, 1], [2]] : memref<1x2x32xi64, 1> into memref<2x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x10 : memref<2x32xi64, 1>) outs(%columns0 : memref<32x2xi64, 1>) {
        ^bb0(%e11: i64, %e12: i64):
        linalg.yield %e11 : i64
      }
      %x13 = arith.cmpi eq, %l1, %c0 : index
      %x14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 2] : memref<32x2xi64, 1> into memref<2x16x2xi64, 1>
      %x15 = memref.subview %x14[0, %c0, 0] [2, 1, 2] [1, 1, 1] : memref<2x16x2xi64, 1> to memref<2x2xi64, strided<[32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x15 : memref<2x2xi64, strided<[32, 1], offset: ?>, 1>) outs(%totals0 : memref<2x2xi64, 1>) {
        ^bb0(%e16: i64, %e17: i64):
        linalg.yield %e16 : i64
      }
      scf.for %l18 = %c1 to %c16 step %c1 {
        %x19 = memref.subview %x14[0, %l18, 0] [2, 1, 2] [1, 1, 1] : memref<2x16x2xi64, 1> to memref<2x2xi64, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x19, %totals0 : memref<2x2xi64, strided<[32, 1], offset: ?>, 1>, memref<2x2xi64, 1>) {
          ^bb0(%e20: i64, %e21: i64):
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addi %e21, %e20 : i64
          linalg.yield %add_23, %add_23 : i64, i64
        }
      }
      scf.for %l24 = %c1 to %c2 step %c1 {
        %x25 = arith.subi %l24, %c1 : index
        %x26 = memref.subview %totals0[%x25, 0] [1, 2] [1, 1] : memref<2x2xi64, 1> to memref<2xi64, strided<[1], offset: ?>, 1>
        %x27 = memref.subview %totals0[%l24, 0] [1, 2] [1, 1] : memref<2x2xi64, 1> to memref<2xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x26 : memref<2xi64, strided<[1], offset: ?>, 1>) outs(%x27 : memref<2xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e28: i64, %e29: i64):
          %cst_30 = arith.constant 0 : i8
          %add_31 = arith.addi %e28, %e29 : i64
          linalg.yield %add_31 : i64
        }
      }
      %x32 = memref.subview %totals0[0, 0] [1, 2] [1, 1] : memref<2x2xi64, 1> to memref<1x2xi64, strided<[2, 1]>, 1>
      %x33 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 2] : memref<32x2xi64, 1> into memref<2x16x2xi64, 1>
      %x34 = memref.subview %x33[1, 0, 0] [1, 16, 2] [1, 1, 1] : memref<2x16x2xi64, 1> to memref<1x16x2xi64, strided<[32, 2, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x32 : memref<1x2xi64, strided<[2, 1]>, 1>) outs(%x34 : memref<1x16x2xi64, strided<[32, 2, 1], offset: 32>, 1>) {
        ^bb0(%e35: i64, %e36: i64):
        %cst_37 = arith.constant 0 : i8
        %add_38 = arith.addi %e35, %e36 : i64
        linalg.yield %add_38 : i64
      }
      %x39 = memref.subview %totals0[%c1, 0] [1, 2] [1, 1] : memref<2x2xi64, 1> to memref<2xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x39 : memref<2xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<2xi64, 1>) {
        ^bb0(%e40: i64, %e41: i64):
        linalg.yield %e40 : i64
      }
      %x42 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 32] : memref<1x64xi64, 1> into memref<1x2x32xi64, 1>
      %x43 = memref.collapse_shape %x42 [[0, 1], [2]] : memref<1x2x32xi64, 1> into memref<2x32xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x2xi64, 1>) outs(%x43 : memref<2x32xi64, 1>) {
        ^bb0(%e44: i64, %e45: i64):
        linalg.yield %e44 : i64
      }
      %x46 = memref.expand_shape %carry0 [[0, 1]] output_shape [1, 2] : memref<2xi64, 1> into memref<1x2xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x46 : memref<1x2xi64, 1>) outs(%sums0 : memref<1x2xi64, 1>) {
        ^bb0(%e47: i64, %e48: i64):
        linalg.yield %e47 : i64
      }
      %x49 = arith.constant true
      %x50 = arith.xori %x13, %x49 : i1
      scf.if %x50 {
        %x51 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x2xi64, 1> to memref<1xi64, strided<[2], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%x51 : memref<1xi64, strided<[2], offset: 0>, 1>) {
          ^bb0(%e52: i64, %e53: i64):
          %cst_54 = arith.constant 0 : i8
          %add_55 = arith.addi %e52, %e53 : i64
          linalg.yield %add_55 : i64
        }
        %x56 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 32] : memref<1x64xi64, 1> into memref<1x2x32xi64, 1>
        %x57 = memref.subview %x56[0, 0, 0] [1, 1, 32] [1, 1, 1] : memref<1x2x32xi64, 1> to memref<1x1x32xi64, strided<[64, 32, 1], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<1xi64, 1>) outs(%x57 : memref<1x1x32xi64, strided<[64, 32, 1], offset: 0>, 1>) {
          ^bb0(%e58: i64, %e59: i64):
          %cst_60 = arith.constant 0 : i8
          %add_61 = arith.addi %e58, %e59 : i64
          linalg.yield %add_61 : i64
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<1x2xi64, 1>) outs(%other_sums0 : memref<1x2xi64, 1>) {
        ^bb0(%e62: i64, %e63: i64):
        linalg.yield %e62 : i64
      }
      %x64 = memref.subview %sums0[0, 0] [1, 1] [1, 1] : memref<1x2xi64, 1> to memref<1x1xi64, strided<[2, 1], offset: 0>, 1>
      %x65 = memref.subview %other_sums0[0, 1] [1, 1] [1, 1] : memref<1x2xi64, 1> to memref<1x1xi64, strided<[2, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x64 : memref<1x1xi64, strided<[2, 1], offset: 0>, 1>) outs(%x65 : memref<1x1xi64, strided<[2, 1], offset: 1>, 1>) {
        ^bb0(%e66: i64, %e67: i64):
        %cst_68 = arith.constant 0 : i8
        %add_69 = arith.addi %e66, %e67 : i64
        linalg.yield %add_69 : i64
      }
      %x70 = memref.subview %other_sums0[0, 0] [1, 1] [1, 1] : memref<1x2xi64, 1> to memref<1x1xi64, strided<[2, 1], offset: 0>, 1>
      %x71 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 32] : memref<1x64xi64, 1> into memref<1x2x32xi64, 1>
      %x72 = memref.subview %x71[0, 1, 0] [1, 1, 32] [1, 1, 1] : memref<1x2x32xi64, 1> to memref<1x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x70 : memref<1x1xi64, strided<[2, 1], offset: 0>, 1>) outs(%x72 : memref<1x1x32xi64, strided<[64, 32, 1], offset: 32>, 1>) {
        ^bb0(%e73: i64, %e74: i64):
        %cst_75 = arith.constant 0 : i8
        %add_76 = arith.addi %e73, %e74 : i64
        linalg.yield %add_76 : i64
      }
      %x77 = memref.subview %other_sums0[0, 1] [1, 1] [1, 1] : memref<1x2xi64, 1> to memref<1xi64, strided<[2], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x77 : memref<1xi64, strided<[2], offset: 1>, 1>) outs(%row_carry0 : memref<1xi64, 1>) {
        ^bb0(%e78: i64, %e79: i64):
        linalg.yield %e78 : i64
      }
      %x80 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<36xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x80) : (memref<1x64xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
