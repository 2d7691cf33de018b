// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<5xi32>) {
  %k = arith.constant 0 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<5xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5], strides: [1] : memref<5xi32> to memref<5xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<5xi32, 1>, memref<5xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_add_index: pointwise
func.func @npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_add_index(%in_ptr0: memref<1xi64>, %out_ptr0: memref<5xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 3 : i64
  %k_2 = arith.constant 1 : i32
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 5 : i64
  %c5 = arith.constant 5 : index
  %s = memref.load %in_ptr0[%c0] : memref<1xi64>
  %ge = arith.cmpi sge, %s, %k : i64
  %lt = arith.cmpi slt, %s, %k_1 : i64
  %and = arith.andi %ge, %lt : i1
  %sel = arith.select %and, %s, %k_1 : i64  // where
  %cvt_1 = arith.trunci %sel : i64 to i32  // to_dtype
  %add = arith.addi %cvt_1, %k_2 : i32
  %lt_1 = arith.cmpi slt, %add, %k_3 : i32  // index
  %cvt_2 = arith.extsi %add : i32 to i64  // index
  %add_1 = arith.addi %cvt_2, %k_4 : i64  // index
  %sel_1 = arith.select %lt_1, %add_1, %cvt_2 : i64  // index
  %cvt_3 = arith.trunci %sel_1 : i64 to i32  // constant
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%cvt : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %cvt_3 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], npu.host} outs(%largest : memref<1xi64, 1>) {
    ^bb0(%o_1: i64):
      %ge_1 = arith.cmpi sge, %s, %k : i64
      %lt_2 = arith.cmpi slt, %s, %k_1 : i64
      %and_1 = arith.andi %ge_1, %lt_2 : i1
      %sel_2 = arith.select %and_1, %s, %k_1 : i64  // where
      %cvt_4 = arith.trunci %sel_2 : i64 to i32  // to_dtype
      %add_2 = arith.addi %cvt_4, %k_2 : i32
      %cvt_5 = arith.extsi %add_2 : i32 to i64  // index
      %most = arith.maxui %cvt_5, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c5) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<1xi32, 1>) {
    ^bb0(%o_2: i32):
      linalg.yield %k_2 : i32
  }
  "npu.scatter"(%const, %cvt, %out_ptr0) {combine = "add"} : (memref<1xi32, 1>, memref<1xi32, 1>, memref<5xi32>) -> ()
  return
}
// -----

// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<5xi32>, %out_ptr0: memref<5xi32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xi32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5], strides: [1] : memref<5xi32> to memref<5xi32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5xi32, strided<[1], offset: 0>>, memref<5xi32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5], strides: [1] : memref<5xi32> to memref<5xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<5xi32, 1>, memref<5xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<5xi32>, %Y0: memref<5xi32>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 5 : index
  %t3 = arith.constant 0 : index
  %t4 = arith.constant 8 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x1xi32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x1xi32, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi32, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x8xi32, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t4 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t4 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<5xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi32, strided<[?, 1], offset: ?>>, memref<1x8xi32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x8xi32, 1>) outs(%columns0 : memref<8x1xi32, 1>) {
        ^bb0(%e_9: i32, %e_10: i32):
        linalg.yield %e_9 : i32
      }
      %x_11 = arith.cmpi eq, %l_1, %t3 : index
      %split_12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 8, 1] : memref<8x1xi32, 1> into memref<1x8x1xi32, 1>
      %part_13 = memref.subview %split_12[0, %t3, 0] [1, 1, 1] [1, 1, 1] : memref<1x8x1xi32, 1> to memref<1x1xi32, strided<[8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_13 : memref<1x1xi32, strided<[8, 1], offset: ?>, 1>) outs(%totals0 : memref<1x1xi32, 1>) {
        ^bb0(%e_14: i32, %e_15: i32):
        linalg.yield %e_14 : i32
      }
      scf.for %l_16 = %t1 to %t4 step %t1 {
        %part_17 = memref.subview %split_12[0, %l_16, 0] [1, 1, 1] [1, 1, 1] : memref<1x8x1xi32, 1> to memref<1x1xi32, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_17, %totals0 : memref<1x1xi32, strided<[8, 1], offset: ?>, 1>, memref<1x1xi32, 1>) {
          ^bb0(%e_18: i32, %e_19: i32):
          %cst_20 = arith.constant 0 : i8
          %add_21 = arith.addi %e_19, %e_18 : i32
          linalg.yield %add_21, %add_21 : i32, i32
        }
      }
      %x_22 = arith.constant true
      %x_23 = arith.xori %x_11, %x_22 : i1
      scf.if %x_23 {
        %part_24 = memref.subview %columns0[%t3, 0] [8, 1] [1, 1] : memref<8x1xi32, 1> to memref<8x1xi32, strided<[1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<1xi32, 1>) outs(%part_24 : memref<8x1xi32, strided<[1, 1], offset: ?>, 1>) {
          ^bb0(%e_25: i32, %e_26: i32):
          %cst_27 = arith.constant 0 : i8
          %add_28 = arith.addi %e_25, %e_26 : i32
          linalg.yield %add_28 : i32
        }
        %part_29 = memref.subview %totals0[%t3, 0] [1, 1] [1, 1] : memref<1x1xi32, 1> to memref<1xi32, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<1xi32, 1>) outs(%part_29 : memref<1xi32, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_30: i32, %e_31: i32):
          %cst_32 = arith.constant 0 : i8
          %add_33 = arith.addi %e_30, %e_31 : i32
          linalg.yield %add_33 : i32
        }
      }
      %part_34 = memref.subview %totals0[%t3, 0] [1, 1] [1, 1] : memref<1x1xi32, 1> to memref<1xi32, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_34 : memref<1xi32, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<1xi32, 1>) {
        ^bb0(%e_35: i32, %e_36: i32):
        linalg.yield %e_35 : i32
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x1xi32, 1>) outs(%natural0 : memref<1x8xi32, 1>) {
        ^bb0(%e_37: i32, %e_38: i32):
        linalg.yield %e_37 : i32
      }
      %view_39 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<5xi32> to memref<?x?xi32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_39) : (memref<1x8xi32, 1>, memref<?x?xi32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<2xi64>) {
  %k = arith.constant 0 : i64
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<2xi64, 1>) {
    ^bb0(%o: i64):
      linalg.yield %k : i64
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xi64> to memref<2xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<2xi64, 1>, memref<2xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full_index_put: pointwise
func.func @npu_fused_full_index_put(%in_ptr0: memref<3xi64>, %out_ptr0: memref<2xi64>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 2 : i64
  %c2 = arith.constant 2 : index
  %k_2 = arith.constant 1 : i64
  %s = memref.load %in_ptr0[%c1] : memref<3xi64>
  %lt = arith.cmpi slt, %s, %k : i64  // index
  %add = arith.addi %s, %k_1 : i64  // index
  %sel = arith.select %lt, %add, %s : i64  // index
  %cvt_1 = arith.trunci %sel : i64 to i32  // constant
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi64, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%cvt : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], npu.host} outs(%largest : memref<1xi64, 1>) {
    ^bb0(%o_1: i64):
      %most = arith.maxui %s, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c2) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<1xi64, 1>) {
    ^bb0(%o_2: i64):
      linalg.yield %k_2 : i64
  }
  "npu.scatter"(%const, %cvt, %out_ptr0) {combine = "add"} : (memref<1xi64, 1>, memref<1xi32, 1>, memref<2xi64>) -> ()
  return
}
// -----

// npu_fused_cumsum: pointwise
func.func @npu_fused_cumsum(%in_ptr0: memref<2xi64>, %out_ptr0: memref<2xi64>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xi64> to memref<2xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<2xi64, strided<[1], offset: 0>>, memref<2xi64, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xi64> to memref<2xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<2xi64, 1>, memref<2xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<2xi64>, %Y0: memref<2xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 2 : index
  %t3 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x1xi64, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x1xi64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<1xi64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x2xi64, 1>
  scf.for %l_0 = %t3 to %t1 step %t1 {
    scf.for %l_1 = %t3 to %t2 step %t2 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t1 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t2 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<2xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x2xi64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x2xi64, 1>) outs(%columns0 : memref<2x1xi64, 1>) {
        ^bb0(%e_9: i64, %e_10: i64):
        linalg.yield %e_9 : i64
      }
      %x_11 = arith.cmpi eq, %l_1, %t3 : index
      %split_12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 2, 1] : memref<2x1xi64, 1> into memref<1x2x1xi64, 1>
      %part_13 = memref.subview %split_12[0, %t3, 0] [1, 1, 1] [1, 1, 1] : memref<1x2x1xi64, 1> to memref<1x1xi64, strided<[2, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_13 : memref<1x1xi64, strided<[2, 1], offset: ?>, 1>) outs(%totals0 : memref<1x1xi64, 1>) {
        ^bb0(%e_14: i64, %e_15: i64):
        linalg.yield %e_14 : i64
      }
      scf.for %l_16 = %t1 to %t2 step %t1 {
        %part_17 = memref.subview %split_12[0, %l_16, 0] [1, 1, 1] [1, 1, 1] : memref<1x2x1xi64, 1> to memref<1x1xi64, strided<[2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_17, %totals0 : memref<1x1xi64, strided<[2, 1], offset: ?>, 1>, memref<1x1xi64, 1>) {
          ^bb0(%e_18: i64, %e_19: i64):
          %cst_20 = arith.constant 0 : i8
          %add_21 = arith.addi %e_19, %e_18 : i64
          linalg.yield %add_21, %add_21 : i64, i64
        }
      }
      %x_22 = arith.constant true
      %x_23 = arith.xori %x_11, %x_22 : i1
      scf.if %x_23 {
        %part_24 = memref.subview %columns0[%t3, 0] [2, 1] [1, 1] : memref<2x1xi64, 1> to memref<2x1xi64, strided<[1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<1xi64, 1>) outs(%part_24 : memref<2x1xi64, strided<[1, 1], offset: ?>, 1>) {
          ^bb0(%e_25: i64, %e_26: i64):
          %cst_27 = arith.constant 0 : i8
          %add_28 = arith.addi %e_25, %e_26 : i64
          linalg.yield %add_28 : i64
        }
        %part_29 = memref.subview %totals0[%t3, 0] [1, 1] [1, 1] : memref<1x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<1xi64, 1>) outs(%part_29 : memref<1xi64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_30: i64, %e_31: i64):
          %cst_32 = arith.constant 0 : i8
          %add_33 = arith.addi %e_30, %e_31 : i64
          linalg.yield %add_33 : i64
        }
      }
      %part_34 = memref.subview %totals0[%t3, 0] [1, 1] [1, 1] : memref<1x1xi64, 1> to memref<1xi64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_34 : memref<1xi64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<1xi64, 1>) {
        ^bb0(%e_35: i64, %e_36: i64):
        linalg.yield %e_35 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<2x1xi64, 1>) outs(%natural0 : memref<1x2xi64, 1>) {
        ^bb0(%e_37: i64, %e_38: i64):
        linalg.yield %e_37 : i64
      }
      %view_39 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<2xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_39) : (memref<1x2xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort: pointwise
func.func @npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort(%in_ptr0: memref<2xi64>, %out_ptr0: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %s = memref.load %in_ptr0[%c0] : memref<2xi64>
  %cvt = arith.trunci %s : i64 to i32  // to_dtype
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %cvt : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<1xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1xi32, 1>, memref<1xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort_index: pointwise
func.func @npu_fused_ge_lt_bitwise_and_full_where_convert_element_type_sort_index(%in_ptr0: memref<64xf32>, %out_ptr0: memref<64xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x8xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<8x8xf32, strided<[8, 1], offset: 0>>, memref<16x8xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<16x8xf32, 1>) outs(%out : memref<8x16xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<8x16xf32, 1>, memref<8x8xf32, strided<[8, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_block_rows_product: template, template MLIRBlockSparseTemplate, mapping default
func.func @npu_fused_block_rows_product
(%R: memref<5xi32>, %C: memref<1xi32>, %B: memref<64xf32>, %X: memref<112xf32>, %Y: memref<168xf32>) {
  %h = arith.constant 0 : index
  %w = arith.constant 0 : index
  %t2 = arith.constant 1 : index
  %ec56 = arith.constant 56 : index
  %ec7 = arith.constant 7 : index
  %ecm1 = arith.constant -1 : index
  %ec16 = arith.constant 16 : index
  %block = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x8xf32, 1>
  %met = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  affine.for %r = 0 to 3 step 1 {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%r)
    %first_element = memref.load %R[%r] : memref<5xi32>
    %first = arith.index_cast %first_element : i32 to index
    %end_element = memref.load %R[%next] : memref<5xi32>
    %end = arith.index_cast %end_element : i32 to index
    affine.for %n = 0 to 7 step 16 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<8x16xf32, 1>)
      scf.for %p = %first to %end step %t2 {
        %c_element = memref.load %C[%p] : memref<1xi32>
        %c = arith.index_cast %c_element : i32 to index
        %t3 = memref.reinterpret_cast %B to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1], offset: 0>>
        "npu.dma_load"(%t3, %block) : (memref<8x8xf32, strided<[8, 1], offset: 0>>, memref<8x8xf32, 1>) -> ()
        %t4 = affine.apply affine_map<(d0) -> (d0 * 8)>(%c)
        %t5 = memref.reinterpret_cast %X to offset: [%t4], sizes: [8, 7], strides: [1, 16] : memref<112xf32> to memref<8x7xf32, strided<[1, 16], offset: ?>>
        "npu.dma_load"(%t5, %met) : (memref<8x7xf32, strided<[1, 16], offset: ?>>, memref<8x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(h, n, w) -> (h, w)>, affine_map<(h, n, w) -> (w, n)>, affine_map<(h, n, w) -> (h, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%block, %met : memref<8x8xf32, 1>, memref<8x16xf32, 1>) outs(%accumulator : memref<8x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %r, %ec56 : index
      %ex_1 = arith.muli %h, %ec7 : index
      %ex_2 = arith.addi %ex, %ex_1 : index
      %ex_3 = arith.addi %ex_2, %n : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec7 : index
      %en_P2 = arith.minsi %ex_5, %ec16 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [8, %en_P2], strides: [7, 1] : memref<168xf32> to memref<8x?xf32, strided<[7, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<8x16xf32, 1>, memref<8x?xf32, strided<[7, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_block_rows_product_clone: pointwise
func.func @npu_fused_block_rows_product_clone(%in_ptr0: memref<168xf32>, %out_ptr0: memref<168xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x7xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [24, 7], strides: [7, 1] : memref<168xf32> to memref<24x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<24x7xf32, strided<[7, 1], offset: 0>>, memref<32x7xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x7xf32, 1>) outs(%out : memref<7x32xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [7, 24], strides: [24, 1] : memref<168xf32> to memref<7x24xf32, strided<[24, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<7x32xf32, 1>, memref<7x24xf32, strided<[24, 1], offset: 0>>) -> ()
  return
}
