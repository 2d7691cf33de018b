// npu_fused_sort: pointwise
func.func @npu_fused_sort(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xi64>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i64
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xi64, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    scf.for %P1 = %c0 to %ks1 step %c32 {
      %x = arith.muli %P0, %ks1 : index
      %x_1 = arith.addi %x, %P1 : index
      %x_2 = arith.muli %P0, %cm1 : index
      %x_3 = arith.addi %x_2, %ks0 : index
      %n_P0 = arith.minsi %x_3, %c32 : index
      %x_4 = arith.muli %P1, %cm1 : index
      %x_5 = arith.addi %x_4, %ks1 : index
      %n_P1 = arith.minsi %x_5, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%out : memref<32x32xi64, 1>) {
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
          %at_1 = arith.addi %at, %P1 : index
          %i = arith.index_cast %at_1 : index to i64
          %mul = arith.muli %k_3, %i : i64  // index
          %and = arith.andi %eq, %lt : i1  // and_
          %cvt_1 = arith.extui %and : i1 to i64  // to_dtype
          %add = arith.addi %mul, %cvt_1 : i64
          %add_1 = arith.addi %shl, %add : i64
          linalg.yield %add_1 : i64
      }
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%out, %view_1) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_sort: template, template MLIRSortTemplate, mapping default
func.func @sort (%X0: memref<?xi64>, %Y0: memref<?xi64>, %W0: memref<?xi64>, %ks0: index, %ks1: index) {
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<16x64xi64, 1>
  %a0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x8xi64, 1>
  %b0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x8xi64, 1>
  scf.for %l0 = %c0 to %ks0 step %c32 {
    %x1 = arith.ceildivsi %ks1, %c32 : index
    %levels8 = scf.for %bit = %c0 to %c40 step %c1 iter_args(%sum = %c0) -> (index) {
      %x2 = arith.shli %c1, %bit : index
      %x3 = arith.cmpi sgt, %x1, %x2 : index
      %x4 = arith.select %x3, %c1, %c0 : index
      %x5 = arith.addi %sum, %x4 : index
      scf.yield %x5 : index
    }
    %x6 = arith.shli %c1, %levels8 : index
    %x7 = arith.muli %x6, %c32 : index
    %x8 = arith.cmpi eq, %levels8, %c0 : index
    scf.for %l9 = %c0 to %x6 step %c1 {
      %x10 = arith.muli %l9, %c32 : index
      %x11 = arith.select %x8, %c0, %c1 : index
      %x12 = arith.andi %l9, %x11 : index
      %x13 = arith.cmpi ne, %x12, %c0 : index
      %x14 = arith.subi %ks0, %l0 : index
      %x15 = arith.minsi %x14, %c32 : index
      %x16 = arith.subi %ks1, %x10 : index
      %x17 = arith.minsi %x16, %c32 : index
      %x18 = arith.maxsi %x17, %c0 : index
      %x19 = arith.muli %l0, %ks1 : index
      %x20 = arith.addi %x19, %x10 : index
      %x21 = memref.reinterpret_cast %X0 to offset: [%x20], sizes: [%x15, %x18], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x21, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x32xi64, 1>) -> ()
      scf.if %x13 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e22: i64):
          %x23 = arith.constant -1 : i64
          %x24 = arith.xori %e22, %x23 : i64
          linalg.yield %x24 : i64
        }
      }
      %x25 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
      %x26 = memref.collapse_shape %x25 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x26 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
        ^bb0(%e27: i64, %e28: i64):
        linalg.yield %e27 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x64xi64, 1>) {
        ^bb0(%e29: i64):
        %x30 = linalg.index 1 : index
        %x31 = arith.andi %x30, %c1 : index
        %x32 = arith.cmpi ne, %x31, %c0 : index
        %x33 = arith.extsi %x32 : i1 to i64
        %x34 = arith.xori %e29, %x33 : i64
        linalg.yield %x34 : i64
      }
      scf.for %l35 = %c0 to %c16 step %c16 {
        %x36 = arith.andi %l35, %c0 : index
        %x37 = arith.cmpi ne, %x36, %c0 : index
        %x38 = arith.select %x37, %c1, %c0 : index
        %x39 = arith.select %x37, %c0, %c1 : index
        %x40 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x41 = memref.expand_shape %x40 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
        %x42 = memref.subview %x41[0, %x38, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %x43 = memref.subview %x41[0, %x39, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x42, %x43 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e44: i64, %e45: i64):
          %x46 = arith.minsi %e44, %e45 : i64
          %x47 = arith.maxsi %e44, %e45 : i64
          linalg.yield %x46, %x47 : i64, i64
        }
        %x48 = arith.select %x37, %c1, %c0 : index
        %x49 = arith.select %x37, %c0, %c1 : index
        %x50 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x51 = memref.expand_shape %x50 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %x52 = memref.subview %x51[0, %x48, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %x53 = memref.subview %x51[0, %x49, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x52, %x53 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e54: i64, %e55: i64):
          %x56 = arith.minsi %e54, %e55 : i64
          %x57 = arith.maxsi %e54, %e55 : i64
          linalg.yield %x56, %x57 : i64, i64
        }
        %x58 = arith.select %x37, %c2, %c1 : index
        %x59 = arith.select %x37, %c1, %c2 : index
        %x60 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x61 = memref.expand_shape %x60 [[0, 1, 2], [3]] output_shape [4, 4, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1>
        %x62 = memref.subview %x61[0, %x58, 0, 0] [4, 1, 1, 64] [1, 2, 1, 1] : memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1> to memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>
        %x63 = memref.subview %x61[0, %x59, 0, 0] [4, 1, 1, 64] [1, 2, 1, 1] : memref<4x4x1x64xi64, strided<[256, 64, 64, 1], offset: ?>, 1> to memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x62, %x63 : memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>, memref<4x1x1x64xi64, strided<[256, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e64: i64, %e65: i64):
          %x66 = arith.minsi %e64, %e65 : i64
          %x67 = arith.maxsi %e64, %e65 : i64
          linalg.yield %x66, %x67 : i64, i64
        }
        %x68 = arith.select %x37, %c1, %c0 : index
        %x69 = arith.select %x37, %c0, %c1 : index
        %x70 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x71 = memref.expand_shape %x70 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %x72 = memref.subview %x71[0, %x68, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %x73 = memref.subview %x71[0, %x69, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x72, %x73 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
          ^bb0(%e74: i64, %e75: i64):
          %x76 = arith.minsi %e74, %e75 : i64
          %x77 = arith.maxsi %e74, %e75 : i64
          linalg.yield %x76, %x77 : i64, i64
        }
        %x78 = arith.select %x37, %c2, %c1 : index
        %x79 = arith.select %x37, %c1, %c2 : index
        %x80 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x81 = memref.expand_shape %x80 [[0, 1, 2], [3]] output_shape [2, 4, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        %x82 = memref.subview %x81[0, %x78, 0, 0] [2, 1, 2, 64] [1, 2, 1, 1] : memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1> to memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>
        %x83 = memref.subview %x81[0, %x79, 0, 0] [2, 1, 2, 64] [1, 2, 1, 1] : memref<2x4x2x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1> to memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x82, %x83 : memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>, memref<2x1x2x64xi64, strided<[512, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e84: i64, %e85: i64):
          %x86 = arith.minsi %e84, %e85 : i64
          %x87 = arith.maxsi %e84, %e85 : i64
          linalg.yield %x86, %x87 : i64, i64
        }
        %x88 = arith.select %x37, %c2, %c1 : index
        %x89 = arith.select %x37, %c1, %c2 : index
        %x90 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x91 = memref.expand_shape %x90 [[0, 1, 2], [3]] output_shape [2, 8, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1>
        %x92 = memref.subview %x91[0, %x88, 0, 0] [2, 3, 1, 64] [1, 2, 1, 1] : memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1> to memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        %x93 = memref.subview %x91[0, %x89, 0, 0] [2, 3, 1, 64] [1, 2, 1, 1] : memref<2x8x1x64xi64, strided<[512, 64, 64, 1], offset: ?>, 1> to memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x92, %x93 : memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>, memref<2x3x1x64xi64, strided<[512, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e94: i64, %e95: i64):
          %x96 = arith.minsi %e94, %e95 : i64
          %x97 = arith.maxsi %e94, %e95 : i64
          linalg.yield %x96, %x97 : i64, i64
        }
        %x98 = arith.select %x37, %c1, %c0 : index
        %x99 = arith.select %x37, %c0, %c1 : index
        %x100 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x101 = memref.expand_shape %x100 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %x102 = memref.subview %x101[0, %x98, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
        %x103 = memref.subview %x101[0, %x99, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x102, %x103 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
          ^bb0(%e104: i64, %e105: i64):
          %x106 = arith.minsi %e104, %e105 : i64
          %x107 = arith.maxsi %e104, %e105 : i64
          linalg.yield %x106, %x107 : i64, i64
        }
        %x108 = arith.select %x37, %c2, %c1 : index
        %x109 = arith.select %x37, %c1, %c2 : index
        %x110 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x111 = memref.expand_shape %x110 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %x112 = memref.subview %x111[0, %x108, 0, 0] [1, 1, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        %x113 = memref.subview %x111[0, %x109, 0, 0] [1, 1, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x112, %x113 : memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x1x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
          ^bb0(%e114: i64, %e115: i64):
          %x116 = arith.minsi %e114, %e115 : i64
          %x117 = arith.maxsi %e114, %e115 : i64
          linalg.yield %x116, %x117 : i64, i64
        }
        %x118 = arith.select %x37, %c2, %c1 : index
        %x119 = arith.select %x37, %c1, %c2 : index
        %x120 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x121 = memref.expand_shape %x120 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %x122 = memref.subview %x121[0, %x118, 0, 0] [1, 3, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        %x123 = memref.subview %x121[0, %x119, 0, 0] [1, 3, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x122, %x123 : memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x3x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
          ^bb0(%e124: i64, %e125: i64):
          %x126 = arith.minsi %e124, %e125 : i64
          %x127 = arith.maxsi %e124, %e125 : i64
          linalg.yield %x126, %x127 : i64, i64
        }
        %x128 = arith.select %x37, %c2, %c1 : index
        %x129 = arith.select %x37, %c1, %c2 : index
        %x130 = memref.subview %columns0[%l35, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
        %x131 = memref.expand_shape %x130 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
        %x132 = memref.subview %x131[0, %x128, 0, 0] [1, 7, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        %x133 = memref.subview %x131[0, %x129, 0, 0] [1, 7, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x132, %x133 : memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x7x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
          ^bb0(%e134: i64, %e135: i64):
          %x136 = arith.minsi %e134, %e135 : i64
          %x137 = arith.maxsi %e134, %e135 : i64
          linalg.yield %x136, %x137 : i64, i64
        }
      }
      scf.for %l138 = %c4 to %c4 step %c1 {
        %x139 = arith.shli %c1, %l138 : index
        %x140 = arith.shli %x139, %c1 : index
        %x141 = arith.andi %x140, %c15 : index
        scf.for %l142 = %c0 to %c16 step %c16 {
          %x143 = arith.andi %l142, %x141 : index
          %x144 = arith.cmpi ne, %x143, %c0 : index
          %x145 = arith.select %x144, %c1, %c0 : index
          %x146 = arith.select %x144, %c0, %c1 : index
          %x147 = memref.subview %columns0[%l142, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x148 = memref.expand_shape %x147 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x149 = memref.subview %x148[0, %x145, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %x150 = memref.subview %x148[0, %x146, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x149, %x150 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e151: i64, %e152: i64):
            %x153 = arith.minsi %e151, %e152 : i64
            %x154 = arith.maxsi %e151, %e152 : i64
            linalg.yield %x153, %x154 : i64, i64
          }
          %x155 = arith.select %x144, %c1, %c0 : index
          %x156 = arith.select %x144, %c0, %c1 : index
          %x157 = memref.subview %columns0[%l142, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x158 = memref.expand_shape %x157 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x159 = memref.subview %x158[0, %x155, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x160 = memref.subview %x158[0, %x156, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x159, %x160 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e161: i64, %e162: i64):
            %x163 = arith.minsi %e161, %e162 : i64
            %x164 = arith.maxsi %e161, %e162 : i64
            linalg.yield %x163, %x164 : i64, i64
          }
          %x165 = arith.select %x144, %c1, %c0 : index
          %x166 = arith.select %x144, %c0, %c1 : index
          %x167 = memref.subview %columns0[%l142, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x168 = memref.expand_shape %x167 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x169 = memref.subview %x168[0, %x165, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x170 = memref.subview %x168[0, %x166, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x169, %x170 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e171: i64, %e172: i64):
            %x173 = arith.minsi %e171, %e172 : i64
            %x174 = arith.maxsi %e171, %e172 : i64
            linalg.yield %x173, %x174 : i64, i64
          }
          %x175 = arith.select %x144, %c1, %c0 : index
          %x176 = arith.select %x144, %c0, %c1 : index
          %x177 = memref.subview %columns0[%l142, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x178 = memref.expand_shape %x177 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %x179 = memref.subview %x178[0, %x175, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x180 = memref.subview %x178[0, %x176, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x179, %x180 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e181: i64, %e182: i64):
            %x183 = arith.minsi %e181, %e182 : i64
            %x184 = arith.maxsi %e181, %e182 : i64
            linalg.yield %x183, %x184 : i64, i64
          }
        }
      }
      scf.for %l185 = %c0 to %c1 step %c1 {
        %x186 = arith.shli %c1, %l185 : index
        %x187 = arith.shli %x186, %c1 : index
        %x188 = arith.andi %x187, %c1 : index
        %x189 = arith.andi %x186, %c1 : index
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e190: i64):
          %x191 = linalg.index 1 : index
          %x192 = arith.andi %x191, %x189 : index
          %x193 = arith.cmpi ne, %x192, %c0 : index
          %x194 = arith.andi %x191, %x188 : index
          %x195 = arith.cmpi ne, %x194, %c0 : index
          %x196 = arith.xori %x193, %x195 : i1
          %x197 = arith.extsi %x196 : i1 to i64
          %x198 = arith.xori %e190, %x197 : i64
          linalg.yield %x198 : i64
        }
        %x199 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %x200 = memref.collapse_shape %x199 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%x200 : memref<64x16xi64, 1>) {
          ^bb0(%e201: i64, %e202: i64):
          linalg.yield %e201 : i64
        }
        %x203 = memref.collapse_shape %natural0 [[0, 1]] : memref<32x32xi64, 1> into memref<1024xi64, 1>
        %x204 = memref.expand_shape %x203 [[0, 1, 2]] output_shape [32, 2, 16] : memref<1024xi64, 1> into memref<32x2x16xi64, 1>
        %x205 = memref.subview %x204[0, 0, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>
        %x206 = memref.subview %x204[0, 1, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
        %x207 = arith.cmpi sge, %x186, %c1 : index
        scf.if %x207 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%x205, %x206 : memref<32x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>, memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
            ^bb0(%e208: i64, %e209: i64):
            %x210 = arith.minsi %e208, %e209 : i64
            %x211 = arith.maxsi %e208, %e209 : i64
            linalg.yield %x210, %x211 : i64, i64
          }
        }
        %x212 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %x213 = memref.collapse_shape %x212 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x213 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e214: i64, %e215: i64):
          linalg.yield %e214 : i64
        }
        scf.for %l216 = %c0 to %c16 step %c16 {
          %x217 = arith.andi %l216, %c0 : index
          %x218 = arith.cmpi ne, %x217, %c0 : index
          %x219 = arith.select %x218, %c1, %c0 : index
          %x220 = arith.select %x218, %c0, %c1 : index
          %x221 = memref.subview %columns0[%l216, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x222 = memref.expand_shape %x221 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x223 = memref.subview %x222[0, %x219, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %x224 = memref.subview %x222[0, %x220, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x223, %x224 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e225: i64, %e226: i64):
            %x227 = arith.minsi %e225, %e226 : i64
            %x228 = arith.maxsi %e225, %e226 : i64
            linalg.yield %x227, %x228 : i64, i64
          }
          %x229 = arith.select %x218, %c1, %c0 : index
          %x230 = arith.select %x218, %c0, %c1 : index
          %x231 = memref.subview %columns0[%l216, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x232 = memref.expand_shape %x231 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x233 = memref.subview %x232[0, %x229, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x234 = memref.subview %x232[0, %x230, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x233, %x234 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e235: i64, %e236: i64):
            %x237 = arith.minsi %e235, %e236 : i64
            %x238 = arith.maxsi %e235, %e236 : i64
            linalg.yield %x237, %x238 : i64, i64
          }
          %x239 = arith.select %x218, %c1, %c0 : index
          %x240 = arith.select %x218, %c0, %c1 : index
          %x241 = memref.subview %columns0[%l216, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x242 = memref.expand_shape %x241 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x243 = memref.subview %x242[0, %x239, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x244 = memref.subview %x242[0, %x240, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x243, %x244 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e245: i64, %e246: i64):
            %x247 = arith.minsi %e245, %e246 : i64
            %x248 = arith.maxsi %e245, %e246 : i64
            linalg.yield %x247, %x248 : i64, i64
          }
          %x249 = arith.select %x218, %c1, %c0 : index
          %x250 = arith.select %x218, %c0, %c1 : index
          %x251 = memref.subview %columns0[%l216, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x252 = memref.expand_shape %x251 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %x253 = memref.subview %x252[0, %x249, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x254 = memref.subview %x252[0, %x250, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x253, %x254 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e255: i64, %e256: i64):
            %x257 = arith.minsi %e255, %e256 : i64
            %x258 = arith.maxsi %e255, %e256 : i64
            linalg.yield %x257, %x258 : i64, i64
          }
        }
      }
      %x259 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
      %x260 = memref.collapse_shape %x259 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%x260 : memref<64x16xi64, 1>) {
        ^bb0(%e261: i64, %e262: i64):
        linalg.yield %e261 : i64
      }
      scf.if %x13 {
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
          ^bb0(%e263: i64):
          %x264 = arith.constant -1 : i64
          %x265 = arith.xori %e263, %x264 : i64
          linalg.yield %x265 : i64
        }
      }
      scf.if %x8 {
        %x266 = arith.subi %ks0, %l0 : index
        %x267 = arith.minsi %x266, %c32 : index
        %x268 = arith.subi %ks1, %x10 : index
        %x269 = arith.minsi %x268, %c32 : index
        %x270 = arith.maxsi %x269, %c0 : index
        %x271 = arith.muli %l0, %ks1 : index
        %x272 = arith.addi %x271, %x10 : index
        %x273 = memref.reinterpret_cast %Y0 to offset: [%x272], sizes: [%x267, %x270], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %x273) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
      %x274 = arith.constant true
      %x275 = arith.xori %x8, %x274 : i1
      scf.if %x275 {
        %x276 = arith.subi %ks0, %l0 : index
        %x277 = arith.minsi %x276, %c32 : index
        %x278 = arith.subi %x7, %x10 : index
        %x279 = arith.minsi %x278, %c32 : index
        %x280 = arith.maxsi %x279, %c0 : index
        %x281 = arith.muli %l0, %x7 : index
        %x282 = arith.addi %x281, %x10 : index
        %x283 = memref.reinterpret_cast %W0 to offset: [%x282], sizes: [%x277, %x280], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%natural0, %x283) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
      }
    }
    scf.for %l284 = %c0 to %levels8 step %c1 {
      %x285 = arith.shli %c2, %l284 : index
      %x286 = arith.addi %l284, %c1 : index
      scf.for %l287 = %c0 to %x286 step %c1 {
        %x288 = arith.subi %l284, %l287 : index
        %x289 = arith.shli %c1, %x288 : index
        %x290 = arith.shrui %x6, %c1 : index
        scf.for %l291 = %c0 to %x290 step %c1 {
          %x292 = arith.shrui %l291, %x288 : index
          %x293 = arith.addi %x288, %c1 : index
          %x294 = arith.shli %x292, %x293 : index
          %x295 = arith.subi %x289, %c1 : index
          %x296 = arith.andi %l291, %x295 : index
          %x297 = arith.addi %x294, %x296 : index
          %x298 = arith.addi %x297, %x289 : index
          %x299 = arith.subi %x6, %c1 : index
          %x300 = arith.andi %x285, %x299 : index
          %x301 = arith.andi %x297, %x300 : index
          %x302 = arith.cmpi ne, %x301, %c0 : index
          %x303 = arith.select %x302, %x298, %x297 : index
          %x304 = arith.select %x302, %x297, %x298 : index
          scf.for %l305 = %c0 to %c32 step %c8 {
            %x306 = arith.muli %x303, %c32 : index
            %x307 = arith.addi %x306, %l305 : index
            %x308 = arith.muli %x304, %c32 : index
            %x309 = arith.addi %x308, %l305 : index
            %x310 = arith.subi %ks0, %l0 : index
            %x311 = arith.minsi %x310, %c32 : index
            %x312 = arith.subi %x7, %x307 : index
            %x313 = arith.minsi %x312, %c8 : index
            %x314 = arith.maxsi %x313, %c0 : index
            %x315 = arith.muli %l0, %x7 : index
            %x316 = arith.addi %x315, %x307 : index
            %x317 = memref.reinterpret_cast %W0 to offset: [%x316], sizes: [%x311, %x314], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%x317, %a0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            %x318 = arith.subi %ks0, %l0 : index
            %x319 = arith.minsi %x318, %c32 : index
            %x320 = arith.subi %x7, %x309 : index
            %x321 = arith.minsi %x320, %c8 : index
            %x322 = arith.maxsi %x321, %c0 : index
            %x323 = arith.muli %l0, %x7 : index
            %x324 = arith.addi %x323, %x309 : index
            %x325 = memref.reinterpret_cast %W0 to offset: [%x324], sizes: [%x319, %x322], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_load"(%x325, %b0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x8xi64, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a0, %b0 : memref<32x8xi64, 1>, memref<32x8xi64, 1>) {
              ^bb0(%e326: i64, %e327: i64):
              %x328 = arith.minsi %e326, %e327 : i64
              %x329 = arith.maxsi %e326, %e327 : i64
              linalg.yield %x328, %x329 : i64, i64
            }
            %x330 = arith.subi %ks0, %l0 : index
            %x331 = arith.minsi %x330, %c32 : index
            %x332 = arith.subi %x7, %x307 : index
            %x333 = arith.minsi %x332, %c8 : index
            %x334 = arith.maxsi %x333, %c0 : index
            %x335 = arith.muli %l0, %x7 : index
            %x336 = arith.addi %x335, %x307 : index
            %x337 = memref.reinterpret_cast %W0 to offset: [%x336], sizes: [%x331, %x334], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%a0, %x337) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
            %x338 = arith.subi %ks0, %l0 : index
            %x339 = arith.minsi %x338, %c32 : index
            %x340 = arith.subi %x7, %x309 : index
            %x341 = arith.minsi %x340, %c8 : index
            %x342 = arith.maxsi %x341, %c0 : index
            %x343 = arith.muli %l0, %x7 : index
            %x344 = arith.addi %x343, %x309 : index
            %x345 = memref.reinterpret_cast %W0 to offset: [%x344], sizes: [%x339, %x342], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
            "npu.dma_store"(%b0, %x345) : (memref<32x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
          }
        }
      }
      %x346 = arith.cmpi eq, %x285, %x6 : index
      %x347 = arith.subi %x6, %c1 : index
      %x348 = arith.andi %x285, %x347 : index
      scf.for %l349 = %c0 to %x6 step %c1 {
        %x350 = arith.muli %l349, %c32 : index
        %x351 = arith.andi %l349, %x348 : index
        %x352 = arith.cmpi ne, %x351, %c0 : index
        %x353 = arith.subi %ks0, %l0 : index
        %x354 = arith.minsi %x353, %c32 : index
        %x355 = arith.subi %x7, %x350 : index
        %x356 = arith.minsi %x355, %c32 : index
        %x357 = arith.maxsi %x356, %c0 : index
        %x358 = arith.muli %l0, %x7 : index
        %x359 = arith.addi %x358, %x350 : index
        %x360 = memref.reinterpret_cast %W0 to offset: [%x359], sizes: [%x354, %x357], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
        "npu.dma_load"(%x360, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<32x32xi64, 1>) -> ()
        scf.if %x352 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e361: i64):
            %x362 = arith.constant -1 : i64
            %x363 = arith.xori %e361, %x362 : i64
            linalg.yield %x363 : i64
          }
        }
        %x364 = memref.collapse_shape %natural0 [[0, 1]] : memref<32x32xi64, 1> into memref<1024xi64, 1>
        %x365 = memref.expand_shape %x364 [[0, 1, 2]] output_shape [32, 2, 16] : memref<1024xi64, 1> into memref<32x2x16xi64, 1>
        %x366 = memref.subview %x365[0, 0, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>
        %x367 = memref.subview %x365[0, 1, 0] [32, 1, 16] [1, 1, 1] : memref<32x2x16xi64, 1> to memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%x366, %x367 : memref<32x1x16xi64, strided<[32, 16, 1], offset: 0>, 1>, memref<32x1x16xi64, strided<[32, 16, 1], offset: 16>, 1>) {
          ^bb0(%e368: i64, %e369: i64):
          %x370 = arith.minsi %e368, %e369 : i64
          %x371 = arith.maxsi %e368, %e369 : i64
          linalg.yield %x370, %x371 : i64, i64
        }
        %x372 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %x373 = memref.collapse_shape %x372 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x373 : memref<64x16xi64, 1>) outs(%columns0 : memref<16x64xi64, 1>) {
          ^bb0(%e374: i64, %e375: i64):
          linalg.yield %e374 : i64
        }
        scf.for %l376 = %c0 to %c16 step %c16 {
          %x377 = arith.andi %l376, %c0 : index
          %x378 = arith.cmpi ne, %x377, %c0 : index
          %x379 = arith.select %x378, %c1, %c0 : index
          %x380 = arith.select %x378, %c0, %c1 : index
          %x381 = memref.subview %columns0[%l376, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x382 = memref.expand_shape %x381 [[0, 1, 2], [3]] output_shape [1, 2, 8, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x383 = memref.subview %x382[0, %x379, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          %x384 = memref.subview %x382[0, %x380, 0, 0] [1, 1, 8, 64] [1, 2, 1, 1] : memref<1x2x8x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1> to memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x383, %x384 : memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>, memref<1x1x8x64xi64, strided<[1024, 1024, 64, 1], offset: ?>, 1>) {
            ^bb0(%e385: i64, %e386: i64):
            %x387 = arith.minsi %e385, %e386 : i64
            %x388 = arith.maxsi %e385, %e386 : i64
            linalg.yield %x387, %x388 : i64, i64
          }
          %x389 = arith.select %x378, %c1, %c0 : index
          %x390 = arith.select %x378, %c0, %c1 : index
          %x391 = memref.subview %columns0[%l376, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x392 = memref.expand_shape %x391 [[0, 1, 2], [3]] output_shape [1, 4, 4, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x393 = memref.subview %x392[0, %x389, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          %x394 = memref.subview %x392[0, %x390, 0, 0] [1, 2, 4, 64] [1, 2, 1, 1] : memref<1x4x4x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1> to memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x393, %x394 : memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>, memref<1x2x4x64xi64, strided<[1024, 512, 64, 1], offset: ?>, 1>) {
            ^bb0(%e395: i64, %e396: i64):
            %x397 = arith.minsi %e395, %e396 : i64
            %x398 = arith.maxsi %e395, %e396 : i64
            linalg.yield %x397, %x398 : i64, i64
          }
          %x399 = arith.select %x378, %c1, %c0 : index
          %x400 = arith.select %x378, %c0, %c1 : index
          %x401 = memref.subview %columns0[%l376, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x402 = memref.expand_shape %x401 [[0, 1, 2], [3]] output_shape [1, 8, 2, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x403 = memref.subview %x402[0, %x399, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          %x404 = memref.subview %x402[0, %x400, 0, 0] [1, 4, 2, 64] [1, 2, 1, 1] : memref<1x8x2x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1> to memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x403, %x404 : memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>, memref<1x4x2x64xi64, strided<[1024, 256, 64, 1], offset: ?>, 1>) {
            ^bb0(%e405: i64, %e406: i64):
            %x407 = arith.minsi %e405, %e406 : i64
            %x408 = arith.maxsi %e405, %e406 : i64
            linalg.yield %x407, %x408 : i64, i64
          }
          %x409 = arith.select %x378, %c1, %c0 : index
          %x410 = arith.select %x378, %c0, %c1 : index
          %x411 = memref.subview %columns0[%l376, 0] [16, 64] [1, 1] : memref<16x64xi64, 1> to memref<16x64xi64, strided<[64, 1], offset: ?>, 1>
          %x412 = memref.expand_shape %x411 [[0, 1, 2], [3]] output_shape [1, 16, 1, 64] : memref<16x64xi64, strided<[64, 1], offset: ?>, 1> into memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1>
          %x413 = memref.subview %x412[0, %x409, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          %x414 = memref.subview %x412[0, %x410, 0, 0] [1, 8, 1, 64] [1, 2, 1, 1] : memref<1x16x1x64xi64, strided<[1024, 64, 64, 1], offset: ?>, 1> to memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x413, %x414 : memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>, memref<1x8x1x64xi64, strided<[1024, 128, 64, 1], offset: ?>, 1>) {
            ^bb0(%e415: i64, %e416: i64):
            %x417 = arith.minsi %e415, %e416 : i64
            %x418 = arith.maxsi %e415, %e416 : i64
            linalg.yield %x417, %x418 : i64, i64
          }
        }
        %x419 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [32, 2, 16] : memref<32x32xi64, 1> into memref<32x2x16xi64, 1>
        %x420 = memref.collapse_shape %x419 [[0, 1], [2]] : memref<32x2x16xi64, 1> into memref<64x16xi64, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<16x64xi64, 1>) outs(%x420 : memref<64x16xi64, 1>) {
          ^bb0(%e421: i64, %e422: i64):
          linalg.yield %e421 : i64
        }
        scf.if %x352 {
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%natural0 : memref<32x32xi64, 1>) {
            ^bb0(%e423: i64):
            %x424 = arith.constant -1 : i64
            %x425 = arith.xori %e423, %x424 : i64
            linalg.yield %x425 : i64
          }
        }
        scf.if %x346 {
          %x426 = arith.subi %ks0, %l0 : index
          %x427 = arith.minsi %x426, %c32 : index
          %x428 = arith.subi %ks1, %x350 : index
          %x429 = arith.minsi %x428, %c32 : index
          %x430 = arith.maxsi %x429, %c0 : index
          %x431 = arith.muli %l0, %ks1 : index
          %x432 = arith.addi %x431, %x350 : index
          %x433 = memref.reinterpret_cast %Y0 to offset: [%x432], sizes: [%x427, %x430], strides: [%ks1, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %x433) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
        %x434 = arith.constant true
        %x435 = arith.xori %x346, %x434 : i1
        scf.if %x435 {
          %x436 = arith.subi %ks0, %l0 : index
          %x437 = arith.minsi %x436, %c32 : index
          %x438 = arith.subi %x7, %x350 : index
          %x439 = arith.minsi %x438, %c32 : index
          %x440 = arith.maxsi %x439, %c0 : index
          %x441 = arith.muli %l0, %x7 : index
          %x442 = arith.addi %x441, %x350 : index
          %x443 = memref.reinterpret_cast %W0 to offset: [%x442], sizes: [%x437, %x440], strides: [%x7, 1] : memref<?xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
          "npu.dma_store"(%natural0, %x443) : (memref<32x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
        }
      }
    }
  }
  return
}
// -----

// npu_fused_sort_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_sort_built_in_function_getitem(%in_ptr0: memref<?xi64>, %out_ptr0: memref<?xf32>, %out_ptr1: memref<?xi64>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c496 = arith.constant 496 : index
  %cm1 = arith.constant -1 : index
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 0 : i32
  %k_4 = arith.constant 2147483647 : i32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xi64, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xi64, 1>
  scf.for %P0 = %c0 to %x step %c496 {
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_P0 = arith.minsi %x_2, %c496 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xi64, strided<[1], offset: ?>>, memref<496xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<496xi64, 1>) outs(%out, %out_1 : memref<496xf32, 1>, memref<496xi64, 1>) {
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
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<496xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xi64> to memref<?xi64, strided<[1], offset: ?>>
    "npu.dma_store"(%out_1, %view_2) : (memref<496xi64, 1>, memref<?xi64, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
