// npu_fused_sort_isnan_any_logical_not_sum_convert_element_type_argmax: reduction, fusions horizontal
func.func @npu_fused_sort_isnan_any_logical_not_sum_convert_element_type_argmax(%in_ptr0: memref<21xf32>, %out_ptr0: memref<21xi64>, %out_ptr1: memref<3xi8>, %out_ptr2: memref<3xi64>, %out_ptr3: memref<3xi64>) {
  %k = arith.constant 0 : i8
  %k_1 = arith.constant 0 : i64
  %k_2 = arith.constant true
  %k_3 = arith.constant -2147483648 : i32
  %k_4 = arith.constant 9223372036854775807 : i64
  %k_5 = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_6 = arith.constant 0 : i32
  %k_7 = arith.constant 32 : i64
  %k_8 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7xf32, 1>
  %any = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi32, 1>
  %min = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x7xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 7], strides: [7, 1] : memref<21xf32> to memref<3x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x7xf32, strided<[7, 1], offset: 0>>, memref<3x7xf32, 1>) -> ()
  linalg.fill ins(%k : i8) outs(%any : memref<3xi8, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%any : memref<3xi8, 1>) {
    ^bb0(%a: f32, %o: i8):
      %ne = arith.cmpf une, %a, %a : f32  // isnan
      %cvt = arith.extui %ne : i1 to i64  // to_dtype
      %ne_1 = arith.cmpi ne, %cvt, %k_1 : i64  // to_dtype
      %cvt_1 = arith.extui %ne_1 : i1 to i8  // any
      %any_1 = arith.ori %o, %cvt_1 : i8
      linalg.yield %any_1 : i8
  }
  linalg.fill ins(%k_1 : i64) outs(%sum : memref<3xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%sum : memref<3xi64, 1>) {
    ^bb0(%a_1: f32, %o_1: i64):
      %ne_2 = arith.cmpf une, %a_1, %a_1 : f32  // isnan
      %xor = arith.xori %ne_2, %k_2 : i1  // logical_not
      %cvt_2 = arith.extui %xor : i1 to i64  // to_dtype
      %sum_1 = arith.addi %o_1, %cvt_2 : i64
      linalg.yield %sum_1 : i64
  }
  linalg.fill ins(%k_3 : i32) outs(%max : memref<3xi32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<3x7xf32, 1>) outs(%max : memref<3xi32, 1>) {
    ^bb0(%a_2: f32, %o_2: i32):
      %ne_3 = arith.cmpf une, %a_2, %a_2 : f32  // isnan
      %cvt_3 = arith.extui %ne_3 : i1 to i32  // to_dtype
      %max_1 = arith.maxsi %o_2, %cvt_3 : i32
      linalg.yield %max_1 : i32
  }
  linalg.fill ins(%k_4 : i64) outs(%min : memref<3xi64, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %max : memref<3x7xf32, 1>, memref<3xi32, 1>) outs(%min : memref<3xi64, 1>) {
    ^bb0(%a_3: f32, %a_4: i32, %o_3: i64):
      %ne_4 = arith.cmpf une, %a_3, %a_3 : f32  // isnan
      %cvt_4 = arith.extui %ne_4 : i1 to i32  // to_dtype
      %eq = arith.cmpi eq, %cvt_4, %a_4 : i32  // index
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %cvt_5 = arith.extsi %i : i32 to i64  // index
      %sel = arith.select %eq, %cvt_5, %k_4 : i64  // index
      %min_1 = arith.minsi %o_3, %sel : i64
      linalg.yield %min_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<3x7xf32, 1>) outs(%out : memref<3x7xi64, 1>) {
    ^bb0(%a_5: f32, %o_4: i64):
      %ne_5 = arith.cmpf une, %a_5, %a_5 : f32  // isnan
      %eq_1 = arith.cmpf oeq, %a_5, %cst : f32
      %bits = arith.bitcast %a_5 : f32 to i32  // to_dtype_bitcast
      %lt = arith.cmpi slt, %bits, %k_6 : i32
      %xor_1 = arith.xori %bits, %k_5 : i32
      %sel_1 = arith.select %lt, %xor_1, %bits : i32  // where
      %sel_2 = arith.select %eq_1, %k_6, %sel_1 : i32  // where
      %sel_3 = arith.select %ne_5, %k_5, %sel_2 : i32  // where
      %cvt_6 = arith.extsi %sel_3 : i32 to i64  // to_dtype
      %shl = arith.shli %cvt_6, %k_7 : i64  // bitwise_left_shift
      %at_1 = linalg.index 1 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul = arith.muli %k_8, %i_1 : i32  // index
      %cvt_7 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq_1, %lt : i1  // and_
      %cvt_8 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_7, %cvt_8 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 7], strides: [7, 1] : memref<21xi64> to memref<3x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3x7xi64, 1>, memref<3x7xi64, strided<[7, 1], offset: 0>>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%any : memref<3xi8, 1>) outs(%out_1 : memref<3xi8, 1>) {
    ^bb0(%a_6: i8, %o_5: i8):
      %ne_6 = arith.cmpi ne, %a_6, %k : i8  // any
      %byte = arith.extui %ne_6 : i1 to i8
      linalg.yield %byte : i8
  }
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [3], strides: [1] : memref<3xi8> to memref<3xi8, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<3xi8, 1>, memref<3xi8, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_3) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %out_ptr3 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%min, %view_4) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @sort (%X0: memref<21xi64>, %Y0: memref<21xi64>) {
  %t1 = arith.constant 3 : index
  %t2 = arith.constant 7 : index
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x4xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c4 {
    %x1 = arith.subi %t1, %l0 : index
    %x2 = arith.minsi %x1, %c4 : index
    %x3 = arith.subi %t2, %c0 : index
    %x4 = arith.minsi %x3, %c8 : index
    %x5 = arith.maxsi %x4, %c0 : index
    %x6 = arith.muli %l0, %t2 : index
    %x7 = arith.addi %x6, %c0 : index
    %x8 = memref.reinterpret_cast %X0 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<21xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%x8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<4x8xi64, 1>) outs(%columns0 : memref<8x4xi64, 1>) {
      ^bb0(%e9: i64, %e10: i64):
      linalg.yield %e9 : i64
    }
    scf.for %l11 = %c0 to %c8 step %c8 {
      %x12 = arith.andi %l11, %c0 : index
      %x13 = arith.cmpi ne, %x12, %c0 : index
      %x14 = arith.select %x13, %c1, %c0 : index
      %x15 = arith.select %x13, %c0, %c1 : index
      %x16 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x17 = memref.expand_shape %x16 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
      %x18 = memref.subview %x17[0, %x14, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %x19 = memref.subview %x17[0, %x15, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x18, %x19 : memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e20: i64, %e21: i64):
        %x22 = arith.minsi %e20, %e21 : i64
        %x23 = arith.maxsi %e20, %e21 : i64
        linalg.yield %x22, %x23 : i64, i64
      }
      %x24 = arith.select %x13, %c1, %c0 : index
      %x25 = arith.select %x13, %c0, %c1 : index
      %x26 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x27 = memref.expand_shape %x26 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %x28 = memref.subview %x27[0, %x24, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %x29 = memref.subview %x27[0, %x25, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x28, %x29 : memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e30: i64, %e31: i64):
        %x32 = arith.minsi %e30, %e31 : i64
        %x33 = arith.maxsi %e30, %e31 : i64
        linalg.yield %x32, %x33 : i64, i64
      }
      %x34 = arith.select %x13, %c2, %c1 : index
      %x35 = arith.select %x13, %c1, %c2 : index
      %x36 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x37 = memref.expand_shape %x36 [[0, 1, 2], [3]] output_shape [2, 4, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1>
      %x38 = memref.subview %x37[0, %x34, 0, 0] [2, 1, 1, 4] [1, 2, 1, 1] : memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      %x39 = memref.subview %x37[0, %x35, 0, 0] [2, 1, 1, 4] [1, 2, 1, 1] : memref<2x4x1x4xi64, strided<[16, 4, 4, 1], offset: ?>, 1> to memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x38, %x39 : memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>, memref<2x1x1x4xi64, strided<[16, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e40: i64, %e41: i64):
        %x42 = arith.minsi %e40, %e41 : i64
        %x43 = arith.maxsi %e40, %e41 : i64
        linalg.yield %x42, %x43 : i64, i64
      }
      %x44 = arith.select %x13, %c1, %c0 : index
      %x45 = arith.select %x13, %c0, %c1 : index
      %x46 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x47 = memref.expand_shape %x46 [[0, 1, 2], [3]] output_shape [1, 2, 4, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %x48 = memref.subview %x47[0, %x44, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
      %x49 = memref.subview %x47[0, %x45, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x48, %x49 : memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>, memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>) {
        ^bb0(%e50: i64, %e51: i64):
        %x52 = arith.minsi %e50, %e51 : i64
        %x53 = arith.maxsi %e50, %e51 : i64
        linalg.yield %x52, %x53 : i64, i64
      }
      %x54 = arith.select %x13, %c2, %c1 : index
      %x55 = arith.select %x13, %c1, %c2 : index
      %x56 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x57 = memref.expand_shape %x56 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %x58 = memref.subview %x57[0, %x54, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      %x59 = memref.subview %x57[0, %x55, 0, 0] [1, 1, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x58, %x59 : memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x1x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
        ^bb0(%e60: i64, %e61: i64):
        %x62 = arith.minsi %e60, %e61 : i64
        %x63 = arith.maxsi %e60, %e61 : i64
        linalg.yield %x62, %x63 : i64, i64
      }
      %x64 = arith.select %x13, %c2, %c1 : index
      %x65 = arith.select %x13, %c1, %c2 : index
      %x66 = memref.subview %columns0[%l11, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
      %x67 = memref.expand_shape %x66 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
      %x68 = memref.subview %x67[0, %x64, 0, 0] [1, 3, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      %x69 = memref.subview %x67[0, %x65, 0, 0] [1, 3, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x68, %x69 : memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x3x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
        ^bb0(%e70: i64, %e71: i64):
        %x72 = arith.minsi %e70, %e71 : i64
        %x73 = arith.maxsi %e70, %e71 : i64
        linalg.yield %x72, %x73 : i64, i64
      }
    }
    scf.for %l74 = %c3 to %c3 step %c1 {
      %x75 = arith.shli %c1, %l74 : index
      %x76 = arith.shli %x75, %c1 : index
      %x77 = arith.andi %x76, %c7 : index
      scf.for %l78 = %c0 to %c8 step %c8 {
        %x79 = arith.andi %l78, %x77 : index
        %x80 = arith.cmpi ne, %x79, %c0 : index
        %x81 = arith.select %x80, %c1, %c0 : index
        %x82 = arith.select %x80, %c0, %c1 : index
        %x83 = memref.subview %columns0[%l78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %x84 = memref.expand_shape %x83 [[0, 1, 2], [3]] output_shape [1, 2, 4, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        %x85 = memref.subview %x84[0, %x81, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
        %x86 = memref.subview %x84[0, %x82, 0, 0] [1, 1, 4, 4] [1, 2, 1, 1] : memref<1x2x4x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1> to memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x85, %x86 : memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>, memref<1x1x4x4xi64, strided<[32, 32, 4, 1], offset: ?>, 1>) {
          ^bb0(%e87: i64, %e88: i64):
          %x89 = arith.minsi %e87, %e88 : i64
          %x90 = arith.maxsi %e87, %e88 : i64
          linalg.yield %x89, %x90 : i64, i64
        }
        %x91 = arith.select %x80, %c1, %c0 : index
        %x92 = arith.select %x80, %c0, %c1 : index
        %x93 = memref.subview %columns0[%l78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %x94 = memref.expand_shape %x93 [[0, 1, 2], [3]] output_shape [1, 4, 2, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        %x95 = memref.subview %x94[0, %x91, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        %x96 = memref.subview %x94[0, %x92, 0, 0] [1, 2, 2, 4] [1, 2, 1, 1] : memref<1x4x2x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1> to memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x95, %x96 : memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>, memref<1x2x2x4xi64, strided<[32, 16, 4, 1], offset: ?>, 1>) {
          ^bb0(%e97: i64, %e98: i64):
          %x99 = arith.minsi %e97, %e98 : i64
          %x100 = arith.maxsi %e97, %e98 : i64
          linalg.yield %x99, %x100 : i64, i64
        }
        %x101 = arith.select %x80, %c1, %c0 : index
        %x102 = arith.select %x80, %c0, %c1 : index
        %x103 = memref.subview %columns0[%l78, 0] [8, 4] [1, 1] : memref<8x4xi64, 1> to memref<8x4xi64, strided<[4, 1], offset: ?>, 1>
        %x104 = memref.expand_shape %x103 [[0, 1, 2], [3]] output_shape [1, 8, 1, 4] : memref<8x4xi64, strided<[4, 1], offset: ?>, 1> into memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1>
        %x105 = memref.subview %x104[0, %x101, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        %x106 = memref.subview %x104[0, %x102, 0, 0] [1, 4, 1, 4] [1, 2, 1, 1] : memref<1x8x1x4xi64, strided<[32, 4, 4, 1], offset: ?>, 1> to memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x105, %x106 : memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>, memref<1x4x1x4xi64, strided<[32, 8, 4, 1], offset: ?>, 1>) {
          ^bb0(%e107: i64, %e108: i64):
          %x109 = arith.minsi %e107, %e108 : i64
          %x110 = arith.maxsi %e107, %e108 : i64
          linalg.yield %x109, %x110 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x4xi64, 1>) outs(%natural0 : memref<4x8xi64, 1>) {
      ^bb0(%e111: i64, %e112: i64):
      linalg.yield %e111 : i64
    }
    %x113 = arith.subi %t1, %l0 : index
    %x114 = arith.minsi %x113, %c4 : index
    %x115 = arith.subi %t2, %c0 : index
    %x116 = arith.minsi %x115, %c8 : index
    %x117 = arith.maxsi %x116, %c0 : index
    %x118 = arith.muli %l0, %t2 : index
    %x119 = arith.addi %x118, %c0 : index
    %x120 = memref.reinterpret_cast %Y0 to offset: [%x119], sizes: [%x114, %x117], strides: [%t2, 1] : memref<21xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %x120) : (memref<4x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_full_sub_div_clamp_min_gather_where: pointwise, fusions horizontal
func.func @npu_fused_sort_full_sub_div_clamp_min_gather_where(%in_out_ptr0: memref<3xi64>, %in_ptr0: memref<3xi8>, %in_ptr1: memref<3xi64>, %in_ptr2: memref<21xi64>, %out_ptr0: memref<3xf32>) {
  %k = arith.constant 2 : i32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 1 : i64
  %k_3 = arith.constant 2 : i64
  %k_4 = arith.constant 0 : i64
  %k_5 = arith.constant 7 : i64
  %c7 = arith.constant 7 : index
  %k_6 = arith.constant 0 : i8
  %cst = arith.constant 0x7FC00000 : f32
  %k_7 = arith.constant 4294967295 : i64
  %cst_1 = arith.constant -0.0 : f32
  %k_8 = arith.constant 32 : i64
  %k_9 = arith.constant 2147483647 : i32
  %lt = arith.cmpi slt, %k, %k_1 : i32  // floordiv
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi8, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_4 : i64) outs(%largest : memref<1xi64, 1>)
  %t_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xf32, 1>
  %t_3 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi8> to memref<3xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3xi8, strided<[1], offset: 0>>, memref<3xi8, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<3xi64, strided<[1], offset: 0>>, memref<3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1 : memref<3xi64, 1>) outs(%cvt : memref<3xi32, 1>) {
    ^bb0(%a: i64, %o: i32):
      %sub = arith.subi %a, %k_2 : i64
      %div = arith.divsi %sub, %k_3 : i64  // floordiv
      %mul = arith.muli %div, %k_3 : i64  // floordiv
      %sub_1 = arith.subi %sub, %mul : i64  // floordiv
      %ne = arith.cmpi ne, %sub_1, %k_4 : i64  // floordiv
      %lt_1 = arith.cmpi slt, %sub_1, %k_4 : i64  // floordiv
      %ne_1 = arith.cmpi ne, %lt_1, %lt : i1  // floordiv
      %and = arith.andi %ne, %ne_1 : i1  // floordiv
      %sub_2 = arith.subi %div, %k_2 : i64  // floordiv
      %sel = arith.select %and, %sub_2, %div : i64  // floordiv
      %max = arith.maxsi %sel, %k_4 : i64
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i64
      %mul_1 = arith.muli %k_5, %i : i64  // where
      %add = arith.addi %max, %mul_1 : i64  // where
      %cvt_1 = arith.trunci %add : i64 to i32  // where
      linalg.yield %cvt_1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], npu.host} ins(%t_1 : memref<3xi64, 1>) outs(%largest : memref<1xi64, 1>) {
    ^bb0(%a_1: i64, %o_1: i64):
      %sub_3 = arith.subi %a_1, %k_2 : i64
      %div_1 = arith.divsi %sub_3, %k_3 : i64  // floordiv
      %mul_2 = arith.muli %div_1, %k_3 : i64  // floordiv
      %sub_4 = arith.subi %sub_3, %mul_2 : i64  // floordiv
      %ne_2 = arith.cmpi ne, %sub_4, %k_4 : i64  // floordiv
      %lt_2 = arith.cmpi slt, %sub_4, %k_4 : i64  // floordiv
      %ne_3 = arith.cmpi ne, %lt_2, %lt : i1  // floordiv
      %and_1 = arith.andi %ne_2, %ne_3 : i1  // floordiv
      %sub_5 = arith.subi %div_1, %k_2 : i64  // floordiv
      %sel_1 = arith.select %and_1, %sub_5, %div_1 : i64  // floordiv
      %max_1 = arith.maxsi %sel_1, %k_4 : i64
      %most = arith.maxui %max_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c7) {number = 0 : i64} : (memref<1xi64, 1>, index) -> ()
  "npu.gather"(%in_ptr2, %cvt, %t_2) : (memref<21xi64>, memref<3xi32, 1>, memref<3xi64, 1>) -> ()
  %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view_2, %t_3) : (memref<3xi64, strided<[1], offset: 0>>, memref<3xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_2, %t_3 : memref<3xi8, 1>, memref<3xi64, 1>, memref<3xi64, 1>) outs(%out, %out_1 : memref<3xf32, 1>, memref<3xi64, 1>) {
    ^bb0(%a_2: i8, %a_3: i64, %a_4: i64, %o_2: f32, %o_3: i64):
      %flag = arith.cmpi ne, %a_2, %k_6 : i8
      %and_2 = arith.andi %a_3, %k_7 : i64
      %and_3 = arith.andi %and_2, %k_2 : i64
      %eq = arith.cmpi eq, %and_3, %k_2 : i64
      %shr = arith.shrsi %a_3, %k_8 : i64  // bitwise_right_shift
      %cvt_2 = arith.trunci %shr : i64 to i32  // to_dtype
      %lt_3 = arith.cmpi slt, %cvt_2, %k_1 : i32
      %xor = arith.xori %cvt_2, %k_9 : i32
      %sel_2 = arith.select %lt_3, %xor, %cvt_2 : i32  // where
      %bits = arith.bitcast %sel_2 : i32 to f32  // to_dtype_bitcast
      %sel_3 = arith.select %eq, %cst_1, %bits : f32  // where
      %sel_4 = arith.select %flag, %cst, %sel_3 : f32  // where
      %shr_1 = arith.shrsi %and_2, %k_2 : i64  // bitwise_right_shift
      %sel_5 = arith.select %flag, %a_4, %shr_1 : i64  // where
      linalg.yield %sel_4, %sel_5 : f32, i64
  }
  %view_3 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xf32> to memref<3xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<3xf32, 1>, memref<3xf32, strided<[1], offset: 0>>) -> ()
  %view_4 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [3], strides: [1] : memref<3xi64> to memref<3xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_4) : (memref<3xi64, 1>, memref<3xi64, strided<[1], offset: 0>>) -> ()
  return
}
