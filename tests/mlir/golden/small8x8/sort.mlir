// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<60xf32>, %out_ptr0: memref<60xi64>) {
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x32xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xf32> to memref<3x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<3x20xf32, strided<[20, 1], offset: 0>>, memref<3x32xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<3x32xf32, 1>) outs(%out : memref<3x32xi64, 1>) {
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
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_3, %i : i32  // index
      %cvt_1 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq, %lt : i1  // and_
      %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_1, %cvt_2 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 20], strides: [20, 1] : memref<60xi64> to memref<3x20xi64, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<3x32xi64, 1>, memref<3x20xi64, strided<[20, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @sort (%X0: memref<60xi64>, %Y0: memref<60xi64>) {
  %t1 = arith.constant 3 : index
  %t2 = arith.constant 20 : index
  %c15 = arith.constant 15 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c4 {
    %x1 = arith.subi %t1, %l0 : index
    %x2 = arith.minsi %x1, %c4 : index
    %x3 = arith.subi %t2, %c0 : index
    %x4 = arith.minsi %x3, %c32 : index
    %x5 = arith.maxsi %x4, %c0 : index
    %x6 = arith.muli %l0, %t2 : index
    %x7 = arith.addi %x6, %c0 : index
    %x8 = memref.reinterpret_cast %X0 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%x8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    %x9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x10 = memref.collapse_shape %x9 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x10 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e11: i64, %e12: i64):
      linalg.yield %e11 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e13: i64):
      %x14 = linalg.index 1 : index
      %x15 = arith.andi %x14, %c1 : index
      %x16 = arith.cmpi ne, %x15, %c0 : index
      %x17 = arith.extsi %x16 : i1 to i64
      %x18 = arith.xori %e13, %x17 : i64
      linalg.yield %x18 : i64
    }
    scf.for %l19 = %c0 to %c16 step %c16 {
      %x20 = arith.andi %l19, %c0 : index
      %x21 = arith.cmpi ne, %x20, %c0 : index
      %x22 = arith.select %x21, %c1, %c0 : index
      %x23 = arith.select %x21, %c0, %c1 : index
      %x24 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x25 = memref.expand_shape %x24 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x26 = memref.subview %x25[0, %x22, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x27 = memref.subview %x25[0, %x23, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x26, %x27 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e28: i64, %e29: i64):
        %x30 = arith.minsi %e28, %e29 : i64
        %x31 = arith.maxsi %e28, %e29 : i64
        linalg.yield %x30, %x31 : i64, i64
      }
      %x32 = arith.select %x21, %c1, %c0 : index
      %x33 = arith.select %x21, %c0, %c1 : index
      %x34 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x35 = memref.expand_shape %x34 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x36 = memref.subview %x35[0, %x32, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x37 = memref.subview %x35[0, %x33, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x36, %x37 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e38: i64, %e39: i64):
        %x40 = arith.minsi %e38, %e39 : i64
        %x41 = arith.maxsi %e38, %e39 : i64
        linalg.yield %x40, %x41 : i64, i64
      }
      %x42 = arith.select %x21, %c2, %c1 : index
      %x43 = arith.select %x21, %c1, %c2 : index
      %x44 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x45 = memref.expand_shape %x44 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %x46 = memref.subview %x45[0, %x42, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %x47 = memref.subview %x45[0, %x43, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x46, %x47 : memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e48: i64, %e49: i64):
        %x50 = arith.minsi %e48, %e49 : i64
        %x51 = arith.maxsi %e48, %e49 : i64
        linalg.yield %x50, %x51 : i64, i64
      }
      %x52 = arith.select %x21, %c1, %c0 : index
      %x53 = arith.select %x21, %c0, %c1 : index
      %x54 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x55 = memref.expand_shape %x54 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x56 = memref.subview %x55[0, %x52, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x57 = memref.subview %x55[0, %x53, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x56, %x57 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e58: i64, %e59: i64):
        %x60 = arith.minsi %e58, %e59 : i64
        %x61 = arith.maxsi %e58, %e59 : i64
        linalg.yield %x60, %x61 : i64, i64
      }
      %x62 = arith.select %x21, %c2, %c1 : index
      %x63 = arith.select %x21, %c1, %c2 : index
      %x64 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x65 = memref.expand_shape %x64 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x66 = memref.subview %x65[0, %x62, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %x67 = memref.subview %x65[0, %x63, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x66, %x67 : memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e68: i64, %e69: i64):
        %x70 = arith.minsi %e68, %e69 : i64
        %x71 = arith.maxsi %e68, %e69 : i64
        linalg.yield %x70, %x71 : i64, i64
      }
      %x72 = arith.select %x21, %c2, %c1 : index
      %x73 = arith.select %x21, %c1, %c2 : index
      %x74 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x75 = memref.expand_shape %x74 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %x76 = memref.subview %x75[0, %x72, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x77 = memref.subview %x75[0, %x73, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x76, %x77 : memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e78: i64, %e79: i64):
        %x80 = arith.minsi %e78, %e79 : i64
        %x81 = arith.maxsi %e78, %e79 : i64
        linalg.yield %x80, %x81 : i64, i64
      }
      %x82 = arith.select %x21, %c1, %c0 : index
      %x83 = arith.select %x21, %c0, %c1 : index
      %x84 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x85 = memref.expand_shape %x84 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x86 = memref.subview %x85[0, %x82, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %x87 = memref.subview %x85[0, %x83, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x86, %x87 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
        ^bb0(%e88: i64, %e89: i64):
        %x90 = arith.minsi %e88, %e89 : i64
        %x91 = arith.maxsi %e88, %e89 : i64
        linalg.yield %x90, %x91 : i64, i64
      }
      %x92 = arith.select %x21, %c2, %c1 : index
      %x93 = arith.select %x21, %c1, %c2 : index
      %x94 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x95 = memref.expand_shape %x94 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x96 = memref.subview %x95[0, %x92, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x97 = memref.subview %x95[0, %x93, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x96, %x97 : memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e98: i64, %e99: i64):
        %x100 = arith.minsi %e98, %e99 : i64
        %x101 = arith.maxsi %e98, %e99 : i64
        linalg.yield %x100, %x101 : i64, i64
      }
      %x102 = arith.select %x21, %c2, %c1 : index
      %x103 = arith.select %x21, %c1, %c2 : index
      %x104 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x105 = memref.expand_shape %x104 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x106 = memref.subview %x105[0, %x102, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x107 = memref.subview %x105[0, %x103, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x106, %x107 : memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e108: i64, %e109: i64):
        %x110 = arith.minsi %e108, %e109 : i64
        %x111 = arith.maxsi %e108, %e109 : i64
        linalg.yield %x110, %x111 : i64, i64
      }
      %x112 = arith.select %x21, %c2, %c1 : index
      %x113 = arith.select %x21, %c1, %c2 : index
      %x114 = memref.subview %columns0[%l19, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x115 = memref.expand_shape %x114 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x116 = memref.subview %x115[0, %x112, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x117 = memref.subview %x115[0, %x113, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x116, %x117 : memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e118: i64, %e119: i64):
        %x120 = arith.minsi %e118, %e119 : i64
        %x121 = arith.maxsi %e118, %e119 : i64
        linalg.yield %x120, %x121 : i64, i64
      }
    }
    scf.for %l122 = %c4 to %c4 step %c1 {
      %x123 = arith.shli %c1, %l122 : index
      %x124 = arith.shli %x123, %c1 : index
      %x125 = arith.andi %x124, %c15 : index
      scf.for %l126 = %c0 to %c16 step %c16 {
        %x127 = arith.andi %l126, %x125 : index
        %x128 = arith.cmpi ne, %x127, %c0 : index
        %x129 = arith.select %x128, %c1, %c0 : index
        %x130 = arith.select %x128, %c0, %c1 : index
        %x131 = memref.subview %columns0[%l126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x132 = memref.expand_shape %x131 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x133 = memref.subview %x132[0, %x129, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x134 = memref.subview %x132[0, %x130, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x133, %x134 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e135: i64, %e136: i64):
          %x137 = arith.minsi %e135, %e136 : i64
          %x138 = arith.maxsi %e135, %e136 : i64
          linalg.yield %x137, %x138 : i64, i64
        }
        %x139 = arith.select %x128, %c1, %c0 : index
        %x140 = arith.select %x128, %c0, %c1 : index
        %x141 = memref.subview %columns0[%l126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x142 = memref.expand_shape %x141 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x143 = memref.subview %x142[0, %x139, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x144 = memref.subview %x142[0, %x140, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x143, %x144 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e145: i64, %e146: i64):
          %x147 = arith.minsi %e145, %e146 : i64
          %x148 = arith.maxsi %e145, %e146 : i64
          linalg.yield %x147, %x148 : i64, i64
        }
        %x149 = arith.select %x128, %c1, %c0 : index
        %x150 = arith.select %x128, %c0, %c1 : index
        %x151 = memref.subview %columns0[%l126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x152 = memref.expand_shape %x151 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x153 = memref.subview %x152[0, %x149, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x154 = memref.subview %x152[0, %x150, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x153, %x154 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e155: i64, %e156: i64):
          %x157 = arith.minsi %e155, %e156 : i64
          %x158 = arith.maxsi %e155, %e156 : i64
          linalg.yield %x157, %x158 : i64, i64
        }
        %x159 = arith.select %x128, %c1, %c0 : index
        %x160 = arith.select %x128, %c0, %c1 : index
        %x161 = memref.subview %columns0[%l126, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x162 = memref.expand_shape %x161 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x163 = memref.subview %x162[0, %x159, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x164 = memref.subview %x162[0, %x160, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x163, %x164 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e165: i64, %e166: i64):
          %x167 = arith.minsi %e165, %e166 : i64
          %x168 = arith.maxsi %e165, %e166 : i64
          linalg.yield %x167, %x168 : i64, i64
        }
      }
    }
    scf.for %l169 = %c0 to %c1 step %c1 {
      %x170 = arith.shli %c1, %l169 : index
      %x171 = arith.shli %x170, %c1 : index
      %x172 = arith.andi %x171, %c1 : index
      %x173 = arith.andi %x170, %c1 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e174: i64):
        %x175 = linalg.index 1 : index
        %x176 = arith.andi %x175, %x173 : index
        %x177 = arith.cmpi ne, %x176, %c0 : index
        %x178 = arith.andi %x175, %x172 : index
        %x179 = arith.cmpi ne, %x178, %c0 : index
        %x180 = arith.xori %x177, %x179 : i1
        %x181 = arith.extsi %x180 : i1 to i64
        %x182 = arith.xori %e174, %x181 : i64
        linalg.yield %x182 : i64
      }
      %x183 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x184 = memref.collapse_shape %x183 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%x184 : memref<8x16xi64, 1>) {
        ^bb0(%e185: i64, %e186: i64):
        linalg.yield %e185 : i64
      }
      %x187 = memref.collapse_shape %natural0 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %x188 = memref.expand_shape %x187 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %x189 = memref.subview %x188[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>
      %x190 = memref.subview %x188[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %x191 = arith.cmpi sge, %x170, %c1 : index
      scf.if %x191 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%x189, %x190 : memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e192: i64, %e193: i64):
          %x194 = arith.minsi %e192, %e193 : i64
          %x195 = arith.maxsi %e192, %e193 : i64
          linalg.yield %x194, %x195 : i64, i64
        }
      }
      %x196 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x197 = memref.collapse_shape %x196 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x197 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e198: i64, %e199: i64):
        linalg.yield %e198 : i64
      }
      scf.for %l200 = %c0 to %c16 step %c16 {
        %x201 = arith.andi %l200, %c0 : index
        %x202 = arith.cmpi ne, %x201, %c0 : index
        %x203 = arith.select %x202, %c1, %c0 : index
        %x204 = arith.select %x202, %c0, %c1 : index
        %x205 = memref.subview %columns0[%l200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x206 = memref.expand_shape %x205 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x207 = memref.subview %x206[0, %x203, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x208 = memref.subview %x206[0, %x204, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x207, %x208 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e209: i64, %e210: i64):
          %x211 = arith.minsi %e209, %e210 : i64
          %x212 = arith.maxsi %e209, %e210 : i64
          linalg.yield %x211, %x212 : i64, i64
        }
        %x213 = arith.select %x202, %c1, %c0 : index
        %x214 = arith.select %x202, %c0, %c1 : index
        %x215 = memref.subview %columns0[%l200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x216 = memref.expand_shape %x215 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x217 = memref.subview %x216[0, %x213, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x218 = memref.subview %x216[0, %x214, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x217, %x218 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e219: i64, %e220: i64):
          %x221 = arith.minsi %e219, %e220 : i64
          %x222 = arith.maxsi %e219, %e220 : i64
          linalg.yield %x221, %x222 : i64, i64
        }
        %x223 = arith.select %x202, %c1, %c0 : index
        %x224 = arith.select %x202, %c0, %c1 : index
        %x225 = memref.subview %columns0[%l200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x226 = memref.expand_shape %x225 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x227 = memref.subview %x226[0, %x223, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x228 = memref.subview %x226[0, %x224, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x227, %x228 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e229: i64, %e230: i64):
          %x231 = arith.minsi %e229, %e230 : i64
          %x232 = arith.maxsi %e229, %e230 : i64
          linalg.yield %x231, %x232 : i64, i64
        }
        %x233 = arith.select %x202, %c1, %c0 : index
        %x234 = arith.select %x202, %c0, %c1 : index
        %x235 = memref.subview %columns0[%l200, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x236 = memref.expand_shape %x235 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x237 = memref.subview %x236[0, %x233, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x238 = memref.subview %x236[0, %x234, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x237, %x238 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e239: i64, %e240: i64):
          %x241 = arith.minsi %e239, %e240 : i64
          %x242 = arith.maxsi %e239, %e240 : i64
          linalg.yield %x241, %x242 : i64, i64
        }
      }
    }
    %x243 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x244 = memref.collapse_shape %x243 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%x244 : memref<8x16xi64, 1>) {
      ^bb0(%e245: i64, %e246: i64):
      linalg.yield %e245 : i64
    }
    %x247 = arith.subi %t1, %l0 : index
    %x248 = arith.minsi %x247, %c4 : index
    %x249 = arith.subi %t2, %c0 : index
    %x250 = arith.minsi %x249, %c32 : index
    %x251 = arith.maxsi %x250, %c0 : index
    %x252 = arith.muli %l0, %t2 : index
    %x253 = arith.addi %x252, %c0 : index
    %x254 = memref.reinterpret_cast %Y0 to offset: [%x253], sizes: [%x248, %x251], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %x254) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<60xi64>, %out_ptr0: memref<60xf32>, %out_ptr1: memref<60xi64>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [60], strides: [1] : memref<60xi64> to memref<60xi64, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<60xi64, strided<[1], offset: 0>>, memref<64xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xi64, 1>) outs(%out, %out_1 : memref<64xf32, 1>, memref<64xi64, 1>) {
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
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [60], strides: [1] : memref<60xf32> to memref<60xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<64xf32, 1>, memref<60xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [60], strides: [1] : memref<60xi64> to memref<60xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<64xi64, 1>, memref<60xi64, strided<[1], offset: 0>>) -> ()
  return
}
