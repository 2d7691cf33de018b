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
func.func @sort (%X0: memref<60xi64>, %X1: memref<60xi64>, %Y0: memref<60xi64>, %Y1: memref<60xi64>) {
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
  %natural1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  %columns1 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x8xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c4 {
    %x1 = arith.subi %t1, %l0 : index
    %x2 = arith.minsi %x1, %c4 : index
    %x3 = arith.subi %t2, %c0 : index
    %x4 = arith.minsi %x3, %c32 : index
    %x5 = arith.maxsi %x4, %c0 : index
    %x6 = arith.muli %l0, %t2 : index
    %x7 = arith.addi %x6, %c0 : index
    %x8 = memref.reinterpret_cast %X0 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    %x9 = memref.reinterpret_cast %X1 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%x8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    "npu.dma_load"(%x9, %natural1) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<4x32xi64, 1>) -> ()
    %x10 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x11 = memref.collapse_shape %x10 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x11 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
      ^bb0(%e12: i64, %e13: i64):
      linalg.yield %e12 : i64
    }
    %x14 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x15 = memref.collapse_shape %x14 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x15 : memref<8x16xi64, 1>) outs(%columns1 : memref<16x8xi64, 1>) {
      ^bb0(%e16: i64, %e17: i64):
      linalg.yield %e16 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0, %columns1 : memref<16x8xi64, 1>, memref<16x8xi64, 1>) {
      ^bb0(%e18: i64, %e19: i64):
      %x20 = linalg.index 1 : index
      %x21 = arith.andi %x20, %c1 : index
      %x22 = arith.cmpi ne, %x21, %c0 : index
      %x23 = arith.extsi %x22 : i1 to i64
      %x24 = arith.xori %e18, %x23 : i64
      %x25 = arith.xori %e19, %x23 : i64
      linalg.yield %x24, %x25 : i64, i64
    }
    scf.for %l26 = %c0 to %c16 step %c16 {
      %x27 = arith.andi %l26, %c0 : index
      %x28 = arith.cmpi ne, %x27, %c0 : index
      %x29 = arith.select %x28, %c1, %c0 : index
      %x30 = arith.select %x28, %c0, %c1 : index
      %x31 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x32 = memref.expand_shape %x31 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x33 = memref.subview %x32[0, %x29, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x34 = memref.subview %x32[0, %x30, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x35 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x36 = memref.expand_shape %x35 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x37 = memref.subview %x36[0, %x29, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x38 = memref.subview %x36[0, %x30, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x33, %x34, %x37, %x38 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e39: i64, %e40: i64, %e41: i64, %e42: i64):
        %x43 = arith.cmpi sgt, %e39, %e40 : i64
        %x44 = arith.cmpi eq, %e39, %e40 : i64
        %x45 = arith.cmpi sgt, %e41, %e42 : i64
        %x46 = arith.andi %x44, %x45 : i1
        %x47 = arith.ori %x43, %x46 : i1
        %x48 = arith.select %x47, %e40, %e39 : i64
        %x49 = arith.select %x47, %e39, %e40 : i64
        %x50 = arith.select %x47, %e42, %e41 : i64
        %x51 = arith.select %x47, %e41, %e42 : i64
        linalg.yield %x48, %x49, %x50, %x51 : i64, i64, i64, i64
      }
      %x52 = arith.select %x28, %c1, %c0 : index
      %x53 = arith.select %x28, %c0, %c1 : index
      %x54 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x55 = memref.expand_shape %x54 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x56 = memref.subview %x55[0, %x52, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x57 = memref.subview %x55[0, %x53, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x58 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x59 = memref.expand_shape %x58 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x60 = memref.subview %x59[0, %x52, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x61 = memref.subview %x59[0, %x53, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x56, %x57, %x60, %x61 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e62: i64, %e63: i64, %e64: i64, %e65: i64):
        %x66 = arith.cmpi sgt, %e62, %e63 : i64
        %x67 = arith.cmpi eq, %e62, %e63 : i64
        %x68 = arith.cmpi sgt, %e64, %e65 : i64
        %x69 = arith.andi %x67, %x68 : i1
        %x70 = arith.ori %x66, %x69 : i1
        %x71 = arith.select %x70, %e63, %e62 : i64
        %x72 = arith.select %x70, %e62, %e63 : i64
        %x73 = arith.select %x70, %e65, %e64 : i64
        %x74 = arith.select %x70, %e64, %e65 : i64
        linalg.yield %x71, %x72, %x73, %x74 : i64, i64, i64, i64
      }
      %x75 = arith.select %x28, %c2, %c1 : index
      %x76 = arith.select %x28, %c1, %c2 : index
      %x77 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x78 = memref.expand_shape %x77 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %x79 = memref.subview %x78[0, %x75, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %x80 = memref.subview %x78[0, %x76, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %x81 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x82 = memref.expand_shape %x81 [[0, 1, 2], [3]] output_shape [4, 4, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
      %x83 = memref.subview %x82[0, %x75, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      %x84 = memref.subview %x82[0, %x76, 0, 0] [4, 1, 1, 8] [1, 2, 1, 1] : memref<4x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x79, %x80, %x83, %x84 : memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<4x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e85: i64, %e86: i64, %e87: i64, %e88: i64):
        %x89 = arith.cmpi sgt, %e85, %e86 : i64
        %x90 = arith.cmpi eq, %e85, %e86 : i64
        %x91 = arith.cmpi sgt, %e87, %e88 : i64
        %x92 = arith.andi %x90, %x91 : i1
        %x93 = arith.ori %x89, %x92 : i1
        %x94 = arith.select %x93, %e86, %e85 : i64
        %x95 = arith.select %x93, %e85, %e86 : i64
        %x96 = arith.select %x93, %e88, %e87 : i64
        %x97 = arith.select %x93, %e87, %e88 : i64
        linalg.yield %x94, %x95, %x96, %x97 : i64, i64, i64, i64
      }
      %x98 = arith.select %x28, %c1, %c0 : index
      %x99 = arith.select %x28, %c0, %c1 : index
      %x100 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x101 = memref.expand_shape %x100 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x102 = memref.subview %x101[0, %x98, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x103 = memref.subview %x101[0, %x99, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x104 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x105 = memref.expand_shape %x104 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x106 = memref.subview %x105[0, %x98, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x107 = memref.subview %x105[0, %x99, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x102, %x103, %x106, %x107 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e108: i64, %e109: i64, %e110: i64, %e111: i64):
        %x112 = arith.cmpi sgt, %e108, %e109 : i64
        %x113 = arith.cmpi eq, %e108, %e109 : i64
        %x114 = arith.cmpi sgt, %e110, %e111 : i64
        %x115 = arith.andi %x113, %x114 : i1
        %x116 = arith.ori %x112, %x115 : i1
        %x117 = arith.select %x116, %e109, %e108 : i64
        %x118 = arith.select %x116, %e108, %e109 : i64
        %x119 = arith.select %x116, %e111, %e110 : i64
        %x120 = arith.select %x116, %e110, %e111 : i64
        linalg.yield %x117, %x118, %x119, %x120 : i64, i64, i64, i64
      }
      %x121 = arith.select %x28, %c2, %c1 : index
      %x122 = arith.select %x28, %c1, %c2 : index
      %x123 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x124 = memref.expand_shape %x123 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x125 = memref.subview %x124[0, %x121, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %x126 = memref.subview %x124[0, %x122, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %x127 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x128 = memref.expand_shape %x127 [[0, 1, 2], [3]] output_shape [2, 4, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x129 = memref.subview %x128[0, %x121, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      %x130 = memref.subview %x128[0, %x122, 0, 0] [2, 1, 2, 8] [1, 2, 1, 1] : memref<2x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x125, %x126, %x129, %x130 : memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<2x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e131: i64, %e132: i64, %e133: i64, %e134: i64):
        %x135 = arith.cmpi sgt, %e131, %e132 : i64
        %x136 = arith.cmpi eq, %e131, %e132 : i64
        %x137 = arith.cmpi sgt, %e133, %e134 : i64
        %x138 = arith.andi %x136, %x137 : i1
        %x139 = arith.ori %x135, %x138 : i1
        %x140 = arith.select %x139, %e132, %e131 : i64
        %x141 = arith.select %x139, %e131, %e132 : i64
        %x142 = arith.select %x139, %e134, %e133 : i64
        %x143 = arith.select %x139, %e133, %e134 : i64
        linalg.yield %x140, %x141, %x142, %x143 : i64, i64, i64, i64
      }
      %x144 = arith.select %x28, %c2, %c1 : index
      %x145 = arith.select %x28, %c1, %c2 : index
      %x146 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x147 = memref.expand_shape %x146 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %x148 = memref.subview %x147[0, %x144, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x149 = memref.subview %x147[0, %x145, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x150 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x151 = memref.expand_shape %x150 [[0, 1, 2], [3]] output_shape [2, 8, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
      %x152 = memref.subview %x151[0, %x144, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      %x153 = memref.subview %x151[0, %x145, 0, 0] [2, 3, 1, 8] [1, 2, 1, 1] : memref<2x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x148, %x149, %x152, %x153 : memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<2x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e154: i64, %e155: i64, %e156: i64, %e157: i64):
        %x158 = arith.cmpi sgt, %e154, %e155 : i64
        %x159 = arith.cmpi eq, %e154, %e155 : i64
        %x160 = arith.cmpi sgt, %e156, %e157 : i64
        %x161 = arith.andi %x159, %x160 : i1
        %x162 = arith.ori %x158, %x161 : i1
        %x163 = arith.select %x162, %e155, %e154 : i64
        %x164 = arith.select %x162, %e154, %e155 : i64
        %x165 = arith.select %x162, %e157, %e156 : i64
        %x166 = arith.select %x162, %e156, %e157 : i64
        linalg.yield %x163, %x164, %x165, %x166 : i64, i64, i64, i64
      }
      %x167 = arith.select %x28, %c1, %c0 : index
      %x168 = arith.select %x28, %c0, %c1 : index
      %x169 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x170 = memref.expand_shape %x169 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x171 = memref.subview %x170[0, %x167, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %x172 = memref.subview %x170[0, %x168, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %x173 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x174 = memref.expand_shape %x173 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x175 = memref.subview %x174[0, %x167, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      %x176 = memref.subview %x174[0, %x168, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x171, %x172, %x175, %x176 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
        ^bb0(%e177: i64, %e178: i64, %e179: i64, %e180: i64):
        %x181 = arith.cmpi sgt, %e177, %e178 : i64
        %x182 = arith.cmpi eq, %e177, %e178 : i64
        %x183 = arith.cmpi sgt, %e179, %e180 : i64
        %x184 = arith.andi %x182, %x183 : i1
        %x185 = arith.ori %x181, %x184 : i1
        %x186 = arith.select %x185, %e178, %e177 : i64
        %x187 = arith.select %x185, %e177, %e178 : i64
        %x188 = arith.select %x185, %e180, %e179 : i64
        %x189 = arith.select %x185, %e179, %e180 : i64
        linalg.yield %x186, %x187, %x188, %x189 : i64, i64, i64, i64
      }
      %x190 = arith.select %x28, %c2, %c1 : index
      %x191 = arith.select %x28, %c1, %c2 : index
      %x192 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x193 = memref.expand_shape %x192 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x194 = memref.subview %x193[0, %x190, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x195 = memref.subview %x193[0, %x191, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x196 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x197 = memref.expand_shape %x196 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x198 = memref.subview %x197[0, %x190, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      %x199 = memref.subview %x197[0, %x191, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x194, %x195, %x198, %x199 : memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
        ^bb0(%e200: i64, %e201: i64, %e202: i64, %e203: i64):
        %x204 = arith.cmpi sgt, %e200, %e201 : i64
        %x205 = arith.cmpi eq, %e200, %e201 : i64
        %x206 = arith.cmpi sgt, %e202, %e203 : i64
        %x207 = arith.andi %x205, %x206 : i1
        %x208 = arith.ori %x204, %x207 : i1
        %x209 = arith.select %x208, %e201, %e200 : i64
        %x210 = arith.select %x208, %e200, %e201 : i64
        %x211 = arith.select %x208, %e203, %e202 : i64
        %x212 = arith.select %x208, %e202, %e203 : i64
        linalg.yield %x209, %x210, %x211, %x212 : i64, i64, i64, i64
      }
      %x213 = arith.select %x28, %c2, %c1 : index
      %x214 = arith.select %x28, %c1, %c2 : index
      %x215 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x216 = memref.expand_shape %x215 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x217 = memref.subview %x216[0, %x213, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x218 = memref.subview %x216[0, %x214, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x219 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x220 = memref.expand_shape %x219 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x221 = memref.subview %x220[0, %x213, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      %x222 = memref.subview %x220[0, %x214, 0, 0] [1, 3, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x217, %x218, %x221, %x222 : memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x3x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
        ^bb0(%e223: i64, %e224: i64, %e225: i64, %e226: i64):
        %x227 = arith.cmpi sgt, %e223, %e224 : i64
        %x228 = arith.cmpi eq, %e223, %e224 : i64
        %x229 = arith.cmpi sgt, %e225, %e226 : i64
        %x230 = arith.andi %x228, %x229 : i1
        %x231 = arith.ori %x227, %x230 : i1
        %x232 = arith.select %x231, %e224, %e223 : i64
        %x233 = arith.select %x231, %e223, %e224 : i64
        %x234 = arith.select %x231, %e226, %e225 : i64
        %x235 = arith.select %x231, %e225, %e226 : i64
        linalg.yield %x232, %x233, %x234, %x235 : i64, i64, i64, i64
      }
      %x236 = arith.select %x28, %c2, %c1 : index
      %x237 = arith.select %x28, %c1, %c2 : index
      %x238 = memref.subview %columns0[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x239 = memref.expand_shape %x238 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x240 = memref.subview %x239[0, %x236, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x241 = memref.subview %x239[0, %x237, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x242 = memref.subview %columns1[%l26, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
      %x243 = memref.expand_shape %x242 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
      %x244 = memref.subview %x243[0, %x236, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      %x245 = memref.subview %x243[0, %x237, 0, 0] [1, 7, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x240, %x241, %x244, %x245 : memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x7x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
        ^bb0(%e246: i64, %e247: i64, %e248: i64, %e249: i64):
        %x250 = arith.cmpi sgt, %e246, %e247 : i64
        %x251 = arith.cmpi eq, %e246, %e247 : i64
        %x252 = arith.cmpi sgt, %e248, %e249 : i64
        %x253 = arith.andi %x251, %x252 : i1
        %x254 = arith.ori %x250, %x253 : i1
        %x255 = arith.select %x254, %e247, %e246 : i64
        %x256 = arith.select %x254, %e246, %e247 : i64
        %x257 = arith.select %x254, %e249, %e248 : i64
        %x258 = arith.select %x254, %e248, %e249 : i64
        linalg.yield %x255, %x256, %x257, %x258 : i64, i64, i64, i64
      }
    }
    scf.for %l259 = %c4 to %c4 step %c1 {
      %x260 = arith.shli %c1, %l259 : index
      %x261 = arith.shli %x260, %c1 : index
      %x262 = arith.andi %x261, %c15 : index
      scf.for %l263 = %c0 to %c16 step %c16 {
        %x264 = arith.andi %l263, %x262 : index
        %x265 = arith.cmpi ne, %x264, %c0 : index
        %x266 = arith.select %x265, %c1, %c0 : index
        %x267 = arith.select %x265, %c0, %c1 : index
        %x268 = memref.subview %columns0[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x269 = memref.expand_shape %x268 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x270 = memref.subview %x269[0, %x266, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x271 = memref.subview %x269[0, %x267, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x272 = memref.subview %columns1[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x273 = memref.expand_shape %x272 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x274 = memref.subview %x273[0, %x266, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x275 = memref.subview %x273[0, %x267, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x270, %x271, %x274, %x275 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e276: i64, %e277: i64, %e278: i64, %e279: i64):
          %x280 = arith.cmpi sgt, %e276, %e277 : i64
          %x281 = arith.cmpi eq, %e276, %e277 : i64
          %x282 = arith.cmpi sgt, %e278, %e279 : i64
          %x283 = arith.andi %x281, %x282 : i1
          %x284 = arith.ori %x280, %x283 : i1
          %x285 = arith.select %x284, %e277, %e276 : i64
          %x286 = arith.select %x284, %e276, %e277 : i64
          %x287 = arith.select %x284, %e279, %e278 : i64
          %x288 = arith.select %x284, %e278, %e279 : i64
          linalg.yield %x285, %x286, %x287, %x288 : i64, i64, i64, i64
        }
        %x289 = arith.select %x265, %c1, %c0 : index
        %x290 = arith.select %x265, %c0, %c1 : index
        %x291 = memref.subview %columns0[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x292 = memref.expand_shape %x291 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x293 = memref.subview %x292[0, %x289, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x294 = memref.subview %x292[0, %x290, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x295 = memref.subview %columns1[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x296 = memref.expand_shape %x295 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x297 = memref.subview %x296[0, %x289, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x298 = memref.subview %x296[0, %x290, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x293, %x294, %x297, %x298 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e299: i64, %e300: i64, %e301: i64, %e302: i64):
          %x303 = arith.cmpi sgt, %e299, %e300 : i64
          %x304 = arith.cmpi eq, %e299, %e300 : i64
          %x305 = arith.cmpi sgt, %e301, %e302 : i64
          %x306 = arith.andi %x304, %x305 : i1
          %x307 = arith.ori %x303, %x306 : i1
          %x308 = arith.select %x307, %e300, %e299 : i64
          %x309 = arith.select %x307, %e299, %e300 : i64
          %x310 = arith.select %x307, %e302, %e301 : i64
          %x311 = arith.select %x307, %e301, %e302 : i64
          linalg.yield %x308, %x309, %x310, %x311 : i64, i64, i64, i64
        }
        %x312 = arith.select %x265, %c1, %c0 : index
        %x313 = arith.select %x265, %c0, %c1 : index
        %x314 = memref.subview %columns0[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x315 = memref.expand_shape %x314 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x316 = memref.subview %x315[0, %x312, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x317 = memref.subview %x315[0, %x313, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x318 = memref.subview %columns1[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x319 = memref.expand_shape %x318 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x320 = memref.subview %x319[0, %x312, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x321 = memref.subview %x319[0, %x313, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x316, %x317, %x320, %x321 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e322: i64, %e323: i64, %e324: i64, %e325: i64):
          %x326 = arith.cmpi sgt, %e322, %e323 : i64
          %x327 = arith.cmpi eq, %e322, %e323 : i64
          %x328 = arith.cmpi sgt, %e324, %e325 : i64
          %x329 = arith.andi %x327, %x328 : i1
          %x330 = arith.ori %x326, %x329 : i1
          %x331 = arith.select %x330, %e323, %e322 : i64
          %x332 = arith.select %x330, %e322, %e323 : i64
          %x333 = arith.select %x330, %e325, %e324 : i64
          %x334 = arith.select %x330, %e324, %e325 : i64
          linalg.yield %x331, %x332, %x333, %x334 : i64, i64, i64, i64
        }
        %x335 = arith.select %x265, %c1, %c0 : index
        %x336 = arith.select %x265, %c0, %c1 : index
        %x337 = memref.subview %columns0[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x338 = memref.expand_shape %x337 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x339 = memref.subview %x338[0, %x335, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x340 = memref.subview %x338[0, %x336, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x341 = memref.subview %columns1[%l263, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x342 = memref.expand_shape %x341 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x343 = memref.subview %x342[0, %x335, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x344 = memref.subview %x342[0, %x336, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x339, %x340, %x343, %x344 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e345: i64, %e346: i64, %e347: i64, %e348: i64):
          %x349 = arith.cmpi sgt, %e345, %e346 : i64
          %x350 = arith.cmpi eq, %e345, %e346 : i64
          %x351 = arith.cmpi sgt, %e347, %e348 : i64
          %x352 = arith.andi %x350, %x351 : i1
          %x353 = arith.ori %x349, %x352 : i1
          %x354 = arith.select %x353, %e346, %e345 : i64
          %x355 = arith.select %x353, %e345, %e346 : i64
          %x356 = arith.select %x353, %e348, %e347 : i64
          %x357 = arith.select %x353, %e347, %e348 : i64
          linalg.yield %x354, %x355, %x356, %x357 : i64, i64, i64, i64
        }
      }
    }
    scf.for %l358 = %c0 to %c1 step %c1 {
      %x359 = arith.shli %c1, %l358 : index
      %x360 = arith.shli %x359, %c1 : index
      %x361 = arith.andi %x360, %c1 : index
      %x362 = arith.andi %x359, %c1 : index
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0, %columns1 : memref<16x8xi64, 1>, memref<16x8xi64, 1>) {
        ^bb0(%e363: i64, %e364: i64):
        %x365 = linalg.index 1 : index
        %x366 = arith.andi %x365, %x362 : index
        %x367 = arith.cmpi ne, %x366, %c0 : index
        %x368 = arith.andi %x365, %x361 : index
        %x369 = arith.cmpi ne, %x368, %c0 : index
        %x370 = arith.xori %x367, %x369 : i1
        %x371 = arith.extsi %x370 : i1 to i64
        %x372 = arith.xori %e363, %x371 : i64
        %x373 = arith.xori %e364, %x371 : i64
        linalg.yield %x372, %x373 : i64, i64
      }
      %x374 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x375 = memref.collapse_shape %x374 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%x375 : memref<8x16xi64, 1>) {
        ^bb0(%e376: i64, %e377: i64):
        linalg.yield %e376 : i64
      }
      %x378 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x379 = memref.collapse_shape %x378 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<16x8xi64, 1>) outs(%x379 : memref<8x16xi64, 1>) {
        ^bb0(%e380: i64, %e381: i64):
        linalg.yield %e380 : i64
      }
      %x382 = memref.collapse_shape %natural0 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %x383 = memref.expand_shape %x382 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %x384 = memref.subview %x383[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>
      %x385 = memref.subview %x383[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %x386 = memref.collapse_shape %natural1 [[0, 1]] : memref<4x32xi64, 1> into memref<128xi64, 1>
      %x387 = memref.expand_shape %x386 [[0, 1, 2]] output_shape [4, 2, 16] : memref<128xi64, 1> into memref<4x2x16xi64, 1>
      %x388 = memref.subview %x387[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>
      %x389 = memref.subview %x387[0, 1, 0] [4, 1, 16] [1, 1, 1] : memref<4x2x16xi64, 1> to memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
      %x390 = arith.cmpi sge, %x359, %c1 : index
      scf.if %x390 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%x384, %x385, %x388, %x389 : memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>, memref<4x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e391: i64, %e392: i64, %e393: i64, %e394: i64):
          %x395 = arith.cmpi sgt, %e391, %e392 : i64
          %x396 = arith.cmpi eq, %e391, %e392 : i64
          %x397 = arith.cmpi sgt, %e393, %e394 : i64
          %x398 = arith.andi %x396, %x397 : i1
          %x399 = arith.ori %x395, %x398 : i1
          %x400 = arith.select %x399, %e392, %e391 : i64
          %x401 = arith.select %x399, %e391, %e392 : i64
          %x402 = arith.select %x399, %e394, %e393 : i64
          %x403 = arith.select %x399, %e393, %e394 : i64
          linalg.yield %x400, %x401, %x402, %x403 : i64, i64, i64, i64
        }
      }
      %x404 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x405 = memref.collapse_shape %x404 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x405 : memref<8x16xi64, 1>) outs(%columns0 : memref<16x8xi64, 1>) {
        ^bb0(%e406: i64, %e407: i64):
        linalg.yield %e406 : i64
      }
      %x408 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
      %x409 = memref.collapse_shape %x408 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x409 : memref<8x16xi64, 1>) outs(%columns1 : memref<16x8xi64, 1>) {
        ^bb0(%e410: i64, %e411: i64):
        linalg.yield %e410 : i64
      }
      scf.for %l412 = %c0 to %c16 step %c16 {
        %x413 = arith.andi %l412, %c0 : index
        %x414 = arith.cmpi ne, %x413, %c0 : index
        %x415 = arith.select %x414, %c1, %c0 : index
        %x416 = arith.select %x414, %c0, %c1 : index
        %x417 = memref.subview %columns0[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x418 = memref.expand_shape %x417 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x419 = memref.subview %x418[0, %x415, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x420 = memref.subview %x418[0, %x416, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x421 = memref.subview %columns1[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x422 = memref.expand_shape %x421 [[0, 1, 2], [3]] output_shape [1, 2, 8, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x423 = memref.subview %x422[0, %x415, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        %x424 = memref.subview %x422[0, %x416, 0, 0] [1, 1, 8, 8] [1, 2, 1, 1] : memref<1x2x8x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1> to memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x419, %x420, %x423, %x424 : memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>, memref<1x1x8x8xi64, strided<[128, 128, 8, 1], offset: ?>, 1>) {
          ^bb0(%e425: i64, %e426: i64, %e427: i64, %e428: i64):
          %x429 = arith.cmpi sgt, %e425, %e426 : i64
          %x430 = arith.cmpi eq, %e425, %e426 : i64
          %x431 = arith.cmpi sgt, %e427, %e428 : i64
          %x432 = arith.andi %x430, %x431 : i1
          %x433 = arith.ori %x429, %x432 : i1
          %x434 = arith.select %x433, %e426, %e425 : i64
          %x435 = arith.select %x433, %e425, %e426 : i64
          %x436 = arith.select %x433, %e428, %e427 : i64
          %x437 = arith.select %x433, %e427, %e428 : i64
          linalg.yield %x434, %x435, %x436, %x437 : i64, i64, i64, i64
        }
        %x438 = arith.select %x414, %c1, %c0 : index
        %x439 = arith.select %x414, %c0, %c1 : index
        %x440 = memref.subview %columns0[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x441 = memref.expand_shape %x440 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x442 = memref.subview %x441[0, %x438, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x443 = memref.subview %x441[0, %x439, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x444 = memref.subview %columns1[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x445 = memref.expand_shape %x444 [[0, 1, 2], [3]] output_shape [1, 4, 4, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x446 = memref.subview %x445[0, %x438, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        %x447 = memref.subview %x445[0, %x439, 0, 0] [1, 2, 4, 8] [1, 2, 1, 1] : memref<1x4x4x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1> to memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x442, %x443, %x446, %x447 : memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>, memref<1x2x4x8xi64, strided<[128, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e448: i64, %e449: i64, %e450: i64, %e451: i64):
          %x452 = arith.cmpi sgt, %e448, %e449 : i64
          %x453 = arith.cmpi eq, %e448, %e449 : i64
          %x454 = arith.cmpi sgt, %e450, %e451 : i64
          %x455 = arith.andi %x453, %x454 : i1
          %x456 = arith.ori %x452, %x455 : i1
          %x457 = arith.select %x456, %e449, %e448 : i64
          %x458 = arith.select %x456, %e448, %e449 : i64
          %x459 = arith.select %x456, %e451, %e450 : i64
          %x460 = arith.select %x456, %e450, %e451 : i64
          linalg.yield %x457, %x458, %x459, %x460 : i64, i64, i64, i64
        }
        %x461 = arith.select %x414, %c1, %c0 : index
        %x462 = arith.select %x414, %c0, %c1 : index
        %x463 = memref.subview %columns0[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x464 = memref.expand_shape %x463 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x465 = memref.subview %x464[0, %x461, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x466 = memref.subview %x464[0, %x462, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x467 = memref.subview %columns1[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x468 = memref.expand_shape %x467 [[0, 1, 2], [3]] output_shape [1, 8, 2, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x469 = memref.subview %x468[0, %x461, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        %x470 = memref.subview %x468[0, %x462, 0, 0] [1, 4, 2, 8] [1, 2, 1, 1] : memref<1x8x2x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1> to memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x465, %x466, %x469, %x470 : memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>, memref<1x4x2x8xi64, strided<[128, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e471: i64, %e472: i64, %e473: i64, %e474: i64):
          %x475 = arith.cmpi sgt, %e471, %e472 : i64
          %x476 = arith.cmpi eq, %e471, %e472 : i64
          %x477 = arith.cmpi sgt, %e473, %e474 : i64
          %x478 = arith.andi %x476, %x477 : i1
          %x479 = arith.ori %x475, %x478 : i1
          %x480 = arith.select %x479, %e472, %e471 : i64
          %x481 = arith.select %x479, %e471, %e472 : i64
          %x482 = arith.select %x479, %e474, %e473 : i64
          %x483 = arith.select %x479, %e473, %e474 : i64
          linalg.yield %x480, %x481, %x482, %x483 : i64, i64, i64, i64
        }
        %x484 = arith.select %x414, %c1, %c0 : index
        %x485 = arith.select %x414, %c0, %c1 : index
        %x486 = memref.subview %columns0[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x487 = memref.expand_shape %x486 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x488 = memref.subview %x487[0, %x484, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x489 = memref.subview %x487[0, %x485, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x490 = memref.subview %columns1[%l412, 0] [16, 8] [1, 1] : memref<16x8xi64, 1> to memref<16x8xi64, strided<[8, 1], offset: ?>, 1>
        %x491 = memref.expand_shape %x490 [[0, 1, 2], [3]] output_shape [1, 16, 1, 8] : memref<16x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1>
        %x492 = memref.subview %x491[0, %x484, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        %x493 = memref.subview %x491[0, %x485, 0, 0] [1, 8, 1, 8] [1, 2, 1, 1] : memref<1x16x1x8xi64, strided<[128, 8, 8, 1], offset: ?>, 1> to memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x488, %x489, %x492, %x493 : memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>, memref<1x8x1x8xi64, strided<[128, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e494: i64, %e495: i64, %e496: i64, %e497: i64):
          %x498 = arith.cmpi sgt, %e494, %e495 : i64
          %x499 = arith.cmpi eq, %e494, %e495 : i64
          %x500 = arith.cmpi sgt, %e496, %e497 : i64
          %x501 = arith.andi %x499, %x500 : i1
          %x502 = arith.ori %x498, %x501 : i1
          %x503 = arith.select %x502, %e495, %e494 : i64
          %x504 = arith.select %x502, %e494, %e495 : i64
          %x505 = arith.select %x502, %e497, %e496 : i64
          %x506 = arith.select %x502, %e496, %e497 : i64
          linalg.yield %x503, %x504, %x505, %x506 : i64, i64, i64, i64
        }
      }
    }
    %x507 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x508 = memref.collapse_shape %x507 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x8xi64, 1>) outs(%x508 : memref<8x16xi64, 1>) {
      ^bb0(%e509: i64, %e510: i64):
      linalg.yield %e509 : i64
    }
    %x511 = memref.expand_shape %natural1 [[0], [1, 2]] output_shape [4, 2, 16] : memref<4x32xi64, 1> into memref<4x2x16xi64, 1>
    %x512 = memref.collapse_shape %x511 [[0, 1], [2]] : memref<4x2x16xi64, 1> into memref<8x16xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns1 : memref<16x8xi64, 1>) outs(%x512 : memref<8x16xi64, 1>) {
      ^bb0(%e513: i64, %e514: i64):
      linalg.yield %e513 : i64
    }
    %x515 = arith.subi %t1, %l0 : index
    %x516 = arith.minsi %x515, %c4 : index
    %x517 = arith.subi %t2, %c0 : index
    %x518 = arith.minsi %x517, %c32 : index
    %x519 = arith.maxsi %x518, %c0 : index
    %x520 = arith.muli %l0, %t2 : index
    %x521 = arith.addi %x520, %c0 : index
    %x522 = memref.reinterpret_cast %Y0 to offset: [%x521], sizes: [%x516, %x519], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    %x523 = memref.reinterpret_cast %Y1 to offset: [%x521], sizes: [%x516, %x519], strides: [%t2, 1] : memref<60xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %x522) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    "npu.dma_store"(%natural1, %x523) : (memref<4x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
