// npu_fused_topk: pointwise
func.func @npu_fused_topk(%in_ptr0: memref<600xf32>, %out_ptr0: memref<600xi64>) {
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xf32> to memref<600xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<600xf32, strided<[1], offset: 0>>, memref<608xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<608xf32, 1>) outs(%out : memref<608xi64, 1>) {
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
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_3, %i : i32  // index
      %cvt_1 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq, %lt : i1  // and_
      %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_1, %cvt_2 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xi64> to memref<600xi64, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<608xi64, 1>, memref<600xi64, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @sort (%X0: memref<600xi64>, %Y0: memref<128xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 600 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c2048 = arith.constant 2048 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x2048xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<64x32xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x128xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x32xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    %x1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x1 : i64) outs(%best_columns0 : memref<4x32xi64, 1>)
    scf.for %l2 = %c0 to %t2 step %c2048 {
      %x3 = arith.subi %t1, %l0 : index
      %x4 = arith.minsi %x3, %c1 : index
      %x5 = arith.subi %t2, %l2 : index
      %x6 = arith.minsi %x5, %c2048 : index
      %x7 = arith.maxsi %x6, %c0 : index
      %x8 = arith.muli %l0, %t2 : index
      %x9 = arith.addi %x8, %l2 : index
      %x10 = memref.reinterpret_cast %X0 to offset: [%x9], sizes: [%x4, %x7], strides: [%t2, 1] : memref<600xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x2048xi64, 1>) -> ()
      %x11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 32, 64] : memref<1x2048xi64, 1> into memref<1x32x64xi64, 1>
      %x12 = memref.collapse_shape %x11 [[0, 1], [2]] : memref<1x32x64xi64, 1> into memref<32x64xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x12 : memref<32x64xi64, 1>) outs(%columns0 : memref<64x32xi64, 1>) {
        ^bb0(%e13: i64, %e14: i64):
        linalg.yield %e13 : i64
      }
      %x15 = arith.constant true
      scf.for %l16 = %c0 to %c64 step %c4 {
        %x17 = arith.select %x15, %c1, %c0 : index
        %x18 = arith.select %x15, %c0, %c1 : index
        %x19 = memref.subview %columns0[%l16, 0] [4, 32] [1, 1] : memref<64x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %x20 = memref.expand_shape %x19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %x21 = memref.subview %x20[0, %x17, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %x22 = memref.subview %x20[0, %x18, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x21, %x22 : memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e23: i64, %e24: i64):
          %x25 = arith.minsi %e23, %e24 : i64
          %x26 = arith.maxsi %e23, %e24 : i64
          linalg.yield %x25, %x26 : i64, i64
        }
        %x27 = arith.select %x15, %c1, %c0 : index
        %x28 = arith.select %x15, %c0, %c1 : index
        %x29 = memref.subview %columns0[%l16, 0] [4, 32] [1, 1] : memref<64x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %x30 = memref.expand_shape %x29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %x31 = memref.subview %x30[0, %x27, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
        %x32 = memref.subview %x30[0, %x28, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x31, %x32 : memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>, memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>) {
          ^bb0(%e33: i64, %e34: i64):
          %x35 = arith.minsi %e33, %e34 : i64
          %x36 = arith.maxsi %e33, %e34 : i64
          linalg.yield %x35, %x36 : i64, i64
        }
        %x37 = arith.select %x15, %c2, %c1 : index
        %x38 = arith.select %x15, %c1, %c2 : index
        %x39 = memref.subview %columns0[%l16, 0] [4, 32] [1, 1] : memref<64x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        %x40 = memref.expand_shape %x39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
        %x41 = memref.subview %x40[0, %x37, 0, 0] [1, 1, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        %x42 = memref.subview %x40[0, %x38, 0, 0] [1, 1, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x41, %x42 : memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x1x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
          ^bb0(%e43: i64, %e44: i64):
          %x45 = arith.minsi %e43, %e44 : i64
          %x46 = arith.maxsi %e43, %e44 : i64
          linalg.yield %x45, %x46 : i64, i64
        }
        %x47 = memref.subview %columns0[%l16, 0] [4, 32] [1, 1] : memref<64x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x47 : memref<4x32xi64, strided<[32, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x32xi64, 1>) {
          ^bb0(%e48: i64, %e49: i64):
          %x50 = arith.minsi %e48, %e49 : i64
          %x51 = arith.maxsi %e48, %e49 : i64
          linalg.yield %x50 : i64
        }
        scf.for %l52 = %c0 to %c4 step %c4 {
          %x53 = arith.andi %l52, %c0 : index
          %x54 = arith.cmpi ne, %x53, %c0 : index
          %x55 = arith.select %x54, %c1, %c0 : index
          %x56 = arith.select %x54, %c0, %c1 : index
          %x57 = memref.subview %best_columns0[%l52, 0] [4, 32] [1, 1] : memref<4x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
          %x58 = memref.expand_shape %x57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          %x59 = memref.subview %x58[0, %x55, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
          %x60 = memref.subview %x58[0, %x56, 0, 0] [1, 1, 2, 32] [1, 2, 1, 1] : memref<1x2x2x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1> to memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x59, %x60 : memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>, memref<1x1x2x32xi64, strided<[128, 128, 32, 1], offset: ?>, 1>) {
            ^bb0(%e61: i64, %e62: i64):
            %x63 = arith.minsi %e61, %e62 : i64
            %x64 = arith.maxsi %e61, %e62 : i64
            linalg.yield %x63, %x64 : i64, i64
          }
          %x65 = arith.select %x54, %c1, %c0 : index
          %x66 = arith.select %x54, %c0, %c1 : index
          %x67 = memref.subview %best_columns0[%l52, 0] [4, 32] [1, 1] : memref<4x32xi64, 1> to memref<4x32xi64, strided<[32, 1], offset: ?>, 1>
          %x68 = memref.expand_shape %x67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 32] : memref<4x32xi64, strided<[32, 1], offset: ?>, 1> into memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1>
          %x69 = memref.subview %x68[0, %x65, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          %x70 = memref.subview %x68[0, %x66, 0, 0] [1, 2, 1, 32] [1, 2, 1, 1] : memref<1x4x1x32xi64, strided<[128, 32, 32, 1], offset: ?>, 1> to memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x69, %x70 : memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>, memref<1x2x1x32xi64, strided<[128, 64, 32, 1], offset: ?>, 1>) {
            ^bb0(%e71: i64, %e72: i64):
            %x73 = arith.minsi %e71, %e72 : i64
            %x74 = arith.maxsi %e71, %e72 : i64
            linalg.yield %x73, %x74 : i64, i64
          }
        }
      }
    }
    %x75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 32, 4] : memref<1x128xi64, 1> into memref<1x32x4xi64, 1>
    %x76 = memref.collapse_shape %x75 [[0, 1], [2]] : memref<1x32x4xi64, 1> into memref<32x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x32xi64, 1>) outs(%x76 : memref<32x4xi64, 1>) {
      ^bb0(%e77: i64, %e78: i64):
      linalg.yield %e77 : i64
    }
    %x79 = arith.subi %t1, %l0 : index
    %x80 = arith.minsi %x79, %c1 : index
    %x81 = arith.subi %c128, %c0 : index
    %x82 = arith.minsi %x81, %c128 : index
    %x83 = arith.maxsi %x82, %c0 : index
    %x84 = arith.muli %l0, %c128 : index
    %x85 = arith.addi %x84, %c0 : index
    %x86 = memref.reinterpret_cast %Y0 to offset: [%x85], sizes: [%x80, %x83], strides: [%c128, 1] : memref<128xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %x86) : (memref<1x128xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @sort (%X0: memref<128xi64>, %Y0: memref<32xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 128 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x512xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<64x8xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x32xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    %x1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x1 : i64) outs(%best_columns0 : memref<4x8xi64, 1>)
    scf.for %l2 = %c0 to %t2 step %c512 {
      %x3 = arith.subi %t1, %l0 : index
      %x4 = arith.minsi %x3, %c1 : index
      %x5 = arith.subi %t2, %l2 : index
      %x6 = arith.minsi %x5, %c512 : index
      %x7 = arith.maxsi %x6, %c0 : index
      %x8 = arith.muli %l0, %t2 : index
      %x9 = arith.addi %x8, %l2 : index
      %x10 = memref.reinterpret_cast %X0 to offset: [%x9], sizes: [%x4, %x7], strides: [%t2, 1] : memref<128xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x512xi64, 1>) -> ()
      %x11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 8, 64] : memref<1x512xi64, 1> into memref<1x8x64xi64, 1>
      %x12 = memref.collapse_shape %x11 [[0, 1], [2]] : memref<1x8x64xi64, 1> into memref<8x64xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x12 : memref<8x64xi64, 1>) outs(%columns0 : memref<64x8xi64, 1>) {
        ^bb0(%e13: i64, %e14: i64):
        linalg.yield %e13 : i64
      }
      %x15 = arith.constant true
      scf.for %l16 = %c0 to %c64 step %c4 {
        %x17 = arith.select %x15, %c1, %c0 : index
        %x18 = arith.select %x15, %c0, %c1 : index
        %x19 = memref.subview %columns0[%l16, 0] [4, 8] [1, 1] : memref<64x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %x20 = memref.expand_shape %x19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %x21 = memref.subview %x20[0, %x17, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %x22 = memref.subview %x20[0, %x18, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x21, %x22 : memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e23: i64, %e24: i64):
          %x25 = arith.minsi %e23, %e24 : i64
          %x26 = arith.maxsi %e23, %e24 : i64
          linalg.yield %x25, %x26 : i64, i64
        }
        %x27 = arith.select %x15, %c1, %c0 : index
        %x28 = arith.select %x15, %c0, %c1 : index
        %x29 = memref.subview %columns0[%l16, 0] [4, 8] [1, 1] : memref<64x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %x30 = memref.expand_shape %x29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %x31 = memref.subview %x30[0, %x27, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
        %x32 = memref.subview %x30[0, %x28, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x31, %x32 : memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e33: i64, %e34: i64):
          %x35 = arith.minsi %e33, %e34 : i64
          %x36 = arith.maxsi %e33, %e34 : i64
          linalg.yield %x35, %x36 : i64, i64
        }
        %x37 = arith.select %x15, %c2, %c1 : index
        %x38 = arith.select %x15, %c1, %c2 : index
        %x39 = memref.subview %columns0[%l16, 0] [4, 8] [1, 1] : memref<64x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        %x40 = memref.expand_shape %x39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %x41 = memref.subview %x40[0, %x37, 0, 0] [1, 1, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %x42 = memref.subview %x40[0, %x38, 0, 0] [1, 1, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x41, %x42 : memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e43: i64, %e44: i64):
          %x45 = arith.minsi %e43, %e44 : i64
          %x46 = arith.maxsi %e43, %e44 : i64
          linalg.yield %x45, %x46 : i64, i64
        }
        %x47 = memref.subview %columns0[%l16, 0] [4, 8] [1, 1] : memref<64x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x47 : memref<4x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x8xi64, 1>) {
          ^bb0(%e48: i64, %e49: i64):
          %x50 = arith.minsi %e48, %e49 : i64
          %x51 = arith.maxsi %e48, %e49 : i64
          linalg.yield %x50 : i64
        }
        scf.for %l52 = %c0 to %c4 step %c4 {
          %x53 = arith.andi %l52, %c0 : index
          %x54 = arith.cmpi ne, %x53, %c0 : index
          %x55 = arith.select %x54, %c1, %c0 : index
          %x56 = arith.select %x54, %c0, %c1 : index
          %x57 = memref.subview %best_columns0[%l52, 0] [4, 8] [1, 1] : memref<4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
          %x58 = memref.expand_shape %x57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          %x59 = memref.subview %x58[0, %x55, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
          %x60 = memref.subview %x58[0, %x56, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x2x2x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x59, %x60 : memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[32, 32, 8, 1], offset: ?>, 1>) {
            ^bb0(%e61: i64, %e62: i64):
            %x63 = arith.minsi %e61, %e62 : i64
            %x64 = arith.maxsi %e61, %e62 : i64
            linalg.yield %x63, %x64 : i64, i64
          }
          %x65 = arith.select %x54, %c1, %c0 : index
          %x66 = arith.select %x54, %c0, %c1 : index
          %x67 = memref.subview %best_columns0[%l52, 0] [4, 8] [1, 1] : memref<4x8xi64, 1> to memref<4x8xi64, strided<[8, 1], offset: ?>, 1>
          %x68 = memref.expand_shape %x67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 8] : memref<4x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
          %x69 = memref.subview %x68[0, %x65, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          %x70 = memref.subview %x68[0, %x66, 0, 0] [1, 2, 1, 8] [1, 2, 1, 1] : memref<1x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x69, %x70 : memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<1x2x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
            ^bb0(%e71: i64, %e72: i64):
            %x73 = arith.minsi %e71, %e72 : i64
            %x74 = arith.maxsi %e71, %e72 : i64
            linalg.yield %x73, %x74 : i64, i64
          }
        }
      }
    }
    %x75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 8, 4] : memref<1x32xi64, 1> into memref<1x8x4xi64, 1>
    %x76 = memref.collapse_shape %x75 [[0, 1], [2]] : memref<1x8x4xi64, 1> into memref<8x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x8xi64, 1>) outs(%x76 : memref<8x4xi64, 1>) {
      ^bb0(%e77: i64, %e78: i64):
      linalg.yield %e77 : i64
    }
    %x79 = arith.subi %t1, %l0 : index
    %x80 = arith.minsi %x79, %c1 : index
    %x81 = arith.subi %c32, %c0 : index
    %x82 = arith.minsi %x81, %c32 : index
    %x83 = arith.maxsi %x82, %c0 : index
    %x84 = arith.muli %l0, %c32 : index
    %x85 = arith.addi %x84, %c0 : index
    %x86 = memref.reinterpret_cast %Y0 to offset: [%x85], sizes: [%x80, %x83], strides: [%c32, 1] : memref<32xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %x86) : (memref<1x32xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @sort (%X0: memref<32xi64>, %Y0: memref<8xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<1x128xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<64x2xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x2xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    %x1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x1 : i64) outs(%best_columns0 : memref<4x2xi64, 1>)
    scf.for %l2 = %c0 to %t2 step %c128 {
      %x3 = arith.subi %t1, %l0 : index
      %x4 = arith.minsi %x3, %c1 : index
      %x5 = arith.subi %t2, %l2 : index
      %x6 = arith.minsi %x5, %c128 : index
      %x7 = arith.maxsi %x6, %c0 : index
      %x8 = arith.muli %l0, %t2 : index
      %x9 = arith.addi %x8, %l2 : index
      %x10 = memref.reinterpret_cast %X0 to offset: [%x9], sizes: [%x4, %x7], strides: [%t2, 1] : memref<32xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x128xi64, 1>) -> ()
      %x11 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [1, 2, 64] : memref<1x128xi64, 1> into memref<1x2x64xi64, 1>
      %x12 = memref.collapse_shape %x11 [[0, 1], [2]] : memref<1x2x64xi64, 1> into memref<2x64xi64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x12 : memref<2x64xi64, 1>) outs(%columns0 : memref<64x2xi64, 1>) {
        ^bb0(%e13: i64, %e14: i64):
        linalg.yield %e13 : i64
      }
      %x15 = arith.constant true
      scf.for %l16 = %c0 to %c64 step %c4 {
        %x17 = arith.select %x15, %c1, %c0 : index
        %x18 = arith.select %x15, %c0, %c1 : index
        %x19 = memref.subview %columns0[%l16, 0] [4, 2] [1, 1] : memref<64x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %x20 = memref.expand_shape %x19 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
        %x21 = memref.subview %x20[0, %x17, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %x22 = memref.subview %x20[0, %x18, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x21, %x22 : memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
          ^bb0(%e23: i64, %e24: i64):
          %x25 = arith.minsi %e23, %e24 : i64
          %x26 = arith.maxsi %e23, %e24 : i64
          linalg.yield %x25, %x26 : i64, i64
        }
        %x27 = arith.select %x15, %c1, %c0 : index
        %x28 = arith.select %x15, %c0, %c1 : index
        %x29 = memref.subview %columns0[%l16, 0] [4, 2] [1, 1] : memref<64x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %x30 = memref.expand_shape %x29 [[0, 1, 2], [3]] output_shape [1, 2, 2, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %x31 = memref.subview %x30[0, %x27, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
        %x32 = memref.subview %x30[0, %x28, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x31, %x32 : memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>, memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>) {
          ^bb0(%e33: i64, %e34: i64):
          %x35 = arith.minsi %e33, %e34 : i64
          %x36 = arith.maxsi %e33, %e34 : i64
          linalg.yield %x35, %x36 : i64, i64
        }
        %x37 = arith.select %x15, %c2, %c1 : index
        %x38 = arith.select %x15, %c1, %c2 : index
        %x39 = memref.subview %columns0[%l16, 0] [4, 2] [1, 1] : memref<64x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        %x40 = memref.expand_shape %x39 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
        %x41 = memref.subview %x40[0, %x37, 0, 0] [1, 1, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        %x42 = memref.subview %x40[0, %x38, 0, 0] [1, 1, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x41, %x42 : memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x1x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
          ^bb0(%e43: i64, %e44: i64):
          %x45 = arith.minsi %e43, %e44 : i64
          %x46 = arith.maxsi %e43, %e44 : i64
          linalg.yield %x45, %x46 : i64, i64
        }
        %x47 = memref.subview %columns0[%l16, 0] [4, 2] [1, 1] : memref<64x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x47 : memref<4x2xi64, strided<[2, 1], offset: ?>, 1>) outs(%best_columns0 : memref<4x2xi64, 1>) {
          ^bb0(%e48: i64, %e49: i64):
          %x50 = arith.minsi %e48, %e49 : i64
          %x51 = arith.maxsi %e48, %e49 : i64
          linalg.yield %x50 : i64
        }
        scf.for %l52 = %c0 to %c4 step %c4 {
          %x53 = arith.andi %l52, %c0 : index
          %x54 = arith.cmpi ne, %x53, %c0 : index
          %x55 = arith.select %x54, %c1, %c0 : index
          %x56 = arith.select %x54, %c0, %c1 : index
          %x57 = memref.subview %best_columns0[%l52, 0] [4, 2] [1, 1] : memref<4x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
          %x58 = memref.expand_shape %x57 [[0, 1, 2], [3]] output_shape [1, 2, 2, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          %x59 = memref.subview %x58[0, %x55, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
          %x60 = memref.subview %x58[0, %x56, 0, 0] [1, 1, 2, 2] [1, 2, 1, 1] : memref<1x2x2x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1> to memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x59, %x60 : memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>, memref<1x1x2x2xi64, strided<[8, 8, 2, 1], offset: ?>, 1>) {
            ^bb0(%e61: i64, %e62: i64):
            %x63 = arith.minsi %e61, %e62 : i64
            %x64 = arith.maxsi %e61, %e62 : i64
            linalg.yield %x63, %x64 : i64, i64
          }
          %x65 = arith.select %x54, %c1, %c0 : index
          %x66 = arith.select %x54, %c0, %c1 : index
          %x67 = memref.subview %best_columns0[%l52, 0] [4, 2] [1, 1] : memref<4x2xi64, 1> to memref<4x2xi64, strided<[2, 1], offset: ?>, 1>
          %x68 = memref.expand_shape %x67 [[0, 1, 2], [3]] output_shape [1, 4, 1, 2] : memref<4x2xi64, strided<[2, 1], offset: ?>, 1> into memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1>
          %x69 = memref.subview %x68[0, %x65, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          %x70 = memref.subview %x68[0, %x66, 0, 0] [1, 2, 1, 2] [1, 2, 1, 1] : memref<1x4x1x2xi64, strided<[8, 2, 2, 1], offset: ?>, 1> to memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x69, %x70 : memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>, memref<1x2x1x2xi64, strided<[8, 4, 2, 1], offset: ?>, 1>) {
            ^bb0(%e71: i64, %e72: i64):
            %x73 = arith.minsi %e71, %e72 : i64
            %x74 = arith.maxsi %e71, %e72 : i64
            linalg.yield %x73, %x74 : i64, i64
          }
        }
      }
    }
    %x75 = memref.expand_shape %best_natural0 [[0], [1, 2]] output_shape [1, 2, 4] : memref<1x8xi64, 1> into memref<1x2x4xi64, 1>
    %x76 = memref.collapse_shape %x75 [[0, 1], [2]] : memref<1x2x4xi64, 1> into memref<2x4xi64, 1>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<4x2xi64, 1>) outs(%x76 : memref<2x4xi64, 1>) {
      ^bb0(%e77: i64, %e78: i64):
      linalg.yield %e77 : i64
    }
    %x79 = arith.subi %t1, %l0 : index
    %x80 = arith.minsi %x79, %c1 : index
    %x81 = arith.subi %c8, %c0 : index
    %x82 = arith.minsi %x81, %c8 : index
    %x83 = arith.maxsi %x82, %c0 : index
    %x84 = arith.muli %l0, %c8 : index
    %x85 = arith.addi %x84, %c0 : index
    %x86 = memref.reinterpret_cast %Y0 to offset: [%x85], sizes: [%x80, %x83], strides: [%c8, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %x86) : (memref<1x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk: template, template MLIRSortTemplate, mapping default
func.func @sort (%X0: memref<8xi64>, %Y0: memref<8xi64>) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 8 : index
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x1xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c1 {
    %x1 = arith.subi %t1, %l0 : index
    %x2 = arith.minsi %x1, %c1 : index
    %x3 = arith.subi %t2, %c0 : index
    %x4 = arith.minsi %x3, %c8 : index
    %x5 = arith.maxsi %x4, %c0 : index
    %x6 = arith.muli %l0, %t2 : index
    %x7 = arith.addi %x6, %c0 : index
    %x8 = memref.reinterpret_cast %X0 to offset: [%x7], sizes: [%x2, %x5], strides: [%t2, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_load"(%x8, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<1x8xi64, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<1x8xi64, 1>) outs(%columns0 : memref<8x1xi64, 1>) {
      ^bb0(%e9: i64, %e10: i64):
      linalg.yield %e9 : i64
    }
    scf.for %l11 = %c0 to %c8 step %c8 {
      %x12 = arith.andi %l11, %c0 : index
      %x13 = arith.cmpi ne, %x12, %c0 : index
      %x14 = arith.select %x13, %c1, %c0 : index
      %x15 = arith.select %x13, %c0, %c1 : index
      %x16 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x17 = memref.expand_shape %x16 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
      %x18 = memref.subview %x17[0, %x14, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x19 = memref.subview %x17[0, %x15, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x18, %x19 : memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e20: i64, %e21: i64):
        %x22 = arith.minsi %e20, %e21 : i64
        %x23 = arith.maxsi %e20, %e21 : i64
        linalg.yield %x22, %x23 : i64, i64
      }
      %x24 = arith.select %x13, %c1, %c0 : index
      %x25 = arith.select %x13, %c0, %c1 : index
      %x26 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x27 = memref.expand_shape %x26 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x28 = memref.subview %x27[0, %x24, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %x29 = memref.subview %x27[0, %x25, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x28, %x29 : memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e30: i64, %e31: i64):
        %x32 = arith.minsi %e30, %e31 : i64
        %x33 = arith.maxsi %e30, %e31 : i64
        linalg.yield %x32, %x33 : i64, i64
      }
      %x34 = arith.select %x13, %c2, %c1 : index
      %x35 = arith.select %x13, %c1, %c2 : index
      %x36 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x37 = memref.expand_shape %x36 [[0, 1, 2], [3]] output_shape [2, 4, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1>
      %x38 = memref.subview %x37[0, %x34, 0, 0] [2, 1, 1, 1] [1, 2, 1, 1] : memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      %x39 = memref.subview %x37[0, %x35, 0, 0] [2, 1, 1, 1] [1, 2, 1, 1] : memref<2x4x1x1xi64, strided<[4, 1, 1, 1], offset: ?>, 1> to memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x38, %x39 : memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>, memref<2x1x1x1xi64, strided<[4, 2, 1, 1], offset: ?>, 1>) {
        ^bb0(%e40: i64, %e41: i64):
        %x42 = arith.minsi %e40, %e41 : i64
        %x43 = arith.maxsi %e40, %e41 : i64
        linalg.yield %x42, %x43 : i64, i64
      }
      %x44 = arith.select %x13, %c1, %c0 : index
      %x45 = arith.select %x13, %c0, %c1 : index
      %x46 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x47 = memref.expand_shape %x46 [[0, 1, 2], [3]] output_shape [1, 2, 4, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %x48 = memref.subview %x47[0, %x44, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
      %x49 = memref.subview %x47[0, %x45, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x48, %x49 : memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>, memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>) {
        ^bb0(%e50: i64, %e51: i64):
        %x52 = arith.minsi %e50, %e51 : i64
        %x53 = arith.maxsi %e50, %e51 : i64
        linalg.yield %x52, %x53 : i64, i64
      }
      %x54 = arith.select %x13, %c2, %c1 : index
      %x55 = arith.select %x13, %c1, %c2 : index
      %x56 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x57 = memref.expand_shape %x56 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x58 = memref.subview %x57[0, %x54, 0, 0] [1, 1, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      %x59 = memref.subview %x57[0, %x55, 0, 0] [1, 1, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x58, %x59 : memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x1x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
        ^bb0(%e60: i64, %e61: i64):
        %x62 = arith.minsi %e60, %e61 : i64
        %x63 = arith.maxsi %e60, %e61 : i64
        linalg.yield %x62, %x63 : i64, i64
      }
      %x64 = arith.select %x13, %c2, %c1 : index
      %x65 = arith.select %x13, %c1, %c2 : index
      %x66 = memref.subview %columns0[%l11, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
      %x67 = memref.expand_shape %x66 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
      %x68 = memref.subview %x67[0, %x64, 0, 0] [1, 3, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      %x69 = memref.subview %x67[0, %x65, 0, 0] [1, 3, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x68, %x69 : memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x3x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
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
        %x83 = memref.subview %columns0[%l78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %x84 = memref.expand_shape %x83 [[0, 1, 2], [3]] output_shape [1, 2, 4, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        %x85 = memref.subview %x84[0, %x81, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
        %x86 = memref.subview %x84[0, %x82, 0, 0] [1, 1, 4, 1] [1, 2, 1, 1] : memref<1x2x4x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1> to memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x85, %x86 : memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>, memref<1x1x4x1xi64, strided<[8, 8, 1, 1], offset: ?>, 1>) {
          ^bb0(%e87: i64, %e88: i64):
          %x89 = arith.minsi %e87, %e88 : i64
          %x90 = arith.maxsi %e87, %e88 : i64
          linalg.yield %x89, %x90 : i64, i64
        }
        %x91 = arith.select %x80, %c1, %c0 : index
        %x92 = arith.select %x80, %c0, %c1 : index
        %x93 = memref.subview %columns0[%l78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %x94 = memref.expand_shape %x93 [[0, 1, 2], [3]] output_shape [1, 4, 2, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        %x95 = memref.subview %x94[0, %x91, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        %x96 = memref.subview %x94[0, %x92, 0, 0] [1, 2, 2, 1] [1, 2, 1, 1] : memref<1x4x2x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1> to memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x95, %x96 : memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>, memref<1x2x2x1xi64, strided<[8, 4, 1, 1], offset: ?>, 1>) {
          ^bb0(%e97: i64, %e98: i64):
          %x99 = arith.minsi %e97, %e98 : i64
          %x100 = arith.maxsi %e97, %e98 : i64
          linalg.yield %x99, %x100 : i64, i64
        }
        %x101 = arith.select %x80, %c1, %c0 : index
        %x102 = arith.select %x80, %c0, %c1 : index
        %x103 = memref.subview %columns0[%l78, 0] [8, 1] [1, 1] : memref<8x1xi64, 1> to memref<8x1xi64, strided<[1, 1], offset: ?>, 1>
        %x104 = memref.expand_shape %x103 [[0, 1, 2], [3]] output_shape [1, 8, 1, 1] : memref<8x1xi64, strided<[1, 1], offset: ?>, 1> into memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1>
        %x105 = memref.subview %x104[0, %x101, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        %x106 = memref.subview %x104[0, %x102, 0, 0] [1, 4, 1, 1] [1, 2, 1, 1] : memref<1x8x1x1xi64, strided<[8, 1, 1, 1], offset: ?>, 1> to memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x105, %x106 : memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>, memref<1x4x1x1xi64, strided<[8, 2, 1, 1], offset: ?>, 1>) {
          ^bb0(%e107: i64, %e108: i64):
          %x109 = arith.minsi %e107, %e108 : i64
          %x110 = arith.maxsi %e107, %e108 : i64
          linalg.yield %x109, %x110 : i64, i64
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<8x1xi64, 1>) outs(%natural0 : memref<1x8xi64, 1>) {
      ^bb0(%e111: i64, %e112: i64):
      linalg.yield %e111 : i64
    }
    %x113 = arith.subi %t1, %l0 : index
    %x114 = arith.minsi %x113, %c1 : index
    %x115 = arith.subi %t2, %c0 : index
    %x116 = arith.minsi %x115, %c8 : index
    %x117 = arith.maxsi %x116, %c0 : index
    %x118 = arith.muli %l0, %t2 : index
    %x119 = arith.addi %x118, %c0 : index
    %x120 = memref.reinterpret_cast %Y0 to offset: [%x119], sizes: [%x114, %x117], strides: [%t2, 1] : memref<8xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%natural0, %x120) : (memref<1x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
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
