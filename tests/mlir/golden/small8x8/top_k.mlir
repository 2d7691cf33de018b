// npu_fused_topk: pointwise
func.func @npu_fused_topk(%in_ptr0: memref<305xf32>, %out_ptr0: memref<305xi64>) {
  %k = arith.constant 2147483647 : i32
  %cst = arith.constant 0.0 : f32
  %k_1 = arith.constant 0 : i32
  %k_2 = arith.constant -1 : i64
  %k_3 = arith.constant 32 : i64
  %k_4 = arith.constant 2 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x64xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x64xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 61], strides: [61, 1] : memref<305xf32> to memref<5x61xf32, strided<[61, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x61xf32, strided<[61, 1], offset: 0>>, memref<5x64xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<5x64xf32, 1>) outs(%out : memref<5x64xi64, 1>) {
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
      %xor_1 = arith.xori %cvt, %k_2 : i64  // bitwise_not
      %shl = arith.shli %xor_1, %k_3 : i64  // bitwise_left_shift
      %at = linalg.index 1 : index
      %i = arith.index_cast %at : index to i32
      %mul = arith.muli %k_4, %i : i32  // index
      %cvt_1 = arith.extsi %mul : i32 to i64  // index
      %and = arith.andi %eq, %lt : i1  // and_
      %cvt_2 = arith.extui %and : i1 to i64  // to_dtype
      %add = arith.addi %cvt_1, %cvt_2 : i64
      %add_1 = arith.addi %shl, %add : i64
      linalg.yield %add_1 : i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 61], strides: [61, 1] : memref<305xi64> to memref<5x61xi64, strided<[61, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x64xi64, 1>, memref<5x61xi64, strided<[61, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_topk: template, template MLIRTopKTemplate, mapping default
func.func @sort (%X0: memref<305xi64>, %Y0: memref<40xi64>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 61 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xi64, 1>
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<64x8xi64, 1>
  %best_natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x8xi64, 1>
  %best_columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x8xi64, 1>
  scf.for %l0 = %c0 to %t1 step %c8 {
    %x1 = arith.constant 9223372036854775807 : i64
    linalg.fill ins(%x1 : i64) outs(%best_columns0 : memref<8x8xi64, 1>)
    scf.for %l2 = %c0 to %t2 step %c64 {
      %x3 = arith.subi %t1, %l0 : index
      %x4 = arith.minsi %x3, %c8 : index
      %x5 = arith.subi %t2, %l2 : index
      %x6 = arith.minsi %x5, %c64 : index
      %x7 = arith.maxsi %x6, %c0 : index
      %x8 = arith.muli %l0, %t2 : index
      %x9 = arith.addi %x8, %l2 : index
      %x10 = memref.reinterpret_cast %X0 to offset: [%x9], sizes: [%x4, %x7], strides: [%t2, 1] : memref<305xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x10, %natural0) {pad = 9223372036854775807 : i64} : (memref<?x?xi64, strided<[?, 1], offset: ?>>, memref<8x64xi64, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<8x64xi64, 1>) outs(%columns0 : memref<64x8xi64, 1>) {
        ^bb0(%e11: i64, %e12: i64):
        linalg.yield %e11 : i64
      }
      %x13 = arith.constant true
      scf.for %l14 = %c0 to %c64 step %c8 {
        %x15 = arith.select %x13, %c1, %c0 : index
        %x16 = arith.select %x13, %c0, %c1 : index
        %x17 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x18 = memref.expand_shape %x17 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
        %x19 = memref.subview %x18[0, %x15, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %x20 = memref.subview %x18[0, %x16, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x19, %x20 : memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e21: i64, %e22: i64):
          %x23 = arith.minsi %e21, %e22 : i64
          %x24 = arith.maxsi %e21, %e22 : i64
          linalg.yield %x23, %x24 : i64, i64
        }
        %x25 = arith.select %x13, %c1, %c0 : index
        %x26 = arith.select %x13, %c0, %c1 : index
        %x27 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x28 = memref.expand_shape %x27 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %x29 = memref.subview %x28[0, %x25, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %x30 = memref.subview %x28[0, %x26, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x29, %x30 : memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e31: i64, %e32: i64):
          %x33 = arith.minsi %e31, %e32 : i64
          %x34 = arith.maxsi %e31, %e32 : i64
          linalg.yield %x33, %x34 : i64, i64
        }
        %x35 = arith.select %x13, %c2, %c1 : index
        %x36 = arith.select %x13, %c1, %c2 : index
        %x37 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x38 = memref.expand_shape %x37 [[0, 1, 2], [3]] output_shape [2, 4, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1>
        %x39 = memref.subview %x38[0, %x35, 0, 0] [2, 1, 1, 8] [1, 2, 1, 1] : memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        %x40 = memref.subview %x38[0, %x36, 0, 0] [2, 1, 1, 8] [1, 2, 1, 1] : memref<2x4x1x8xi64, strided<[32, 8, 8, 1], offset: ?>, 1> to memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x39, %x40 : memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>, memref<2x1x1x8xi64, strided<[32, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e41: i64, %e42: i64):
          %x43 = arith.minsi %e41, %e42 : i64
          %x44 = arith.maxsi %e41, %e42 : i64
          linalg.yield %x43, %x44 : i64, i64
        }
        %x45 = arith.select %x13, %c1, %c0 : index
        %x46 = arith.select %x13, %c0, %c1 : index
        %x47 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x48 = memref.expand_shape %x47 [[0, 1, 2], [3]] output_shape [1, 2, 4, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %x49 = memref.subview %x48[0, %x45, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
        %x50 = memref.subview %x48[0, %x46, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x49, %x50 : memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>) {
          ^bb0(%e51: i64, %e52: i64):
          %x53 = arith.minsi %e51, %e52 : i64
          %x54 = arith.maxsi %e51, %e52 : i64
          linalg.yield %x53, %x54 : i64, i64
        }
        %x55 = arith.select %x13, %c2, %c1 : index
        %x56 = arith.select %x13, %c1, %c2 : index
        %x57 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x58 = memref.expand_shape %x57 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %x59 = memref.subview %x58[0, %x55, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        %x60 = memref.subview %x58[0, %x56, 0, 0] [1, 1, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x59, %x60 : memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x1x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
          ^bb0(%e61: i64, %e62: i64):
          %x63 = arith.minsi %e61, %e62 : i64
          %x64 = arith.maxsi %e61, %e62 : i64
          linalg.yield %x63, %x64 : i64, i64
        }
        %x65 = arith.select %x13, %c2, %c1 : index
        %x66 = arith.select %x13, %c1, %c2 : index
        %x67 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        %x68 = memref.expand_shape %x67 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
        %x69 = memref.subview %x68[0, %x65, 0, 0] [1, 3, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        %x70 = memref.subview %x68[0, %x66, 0, 0] [1, 3, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x69, %x70 : memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x3x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
          ^bb0(%e71: i64, %e72: i64):
          %x73 = arith.minsi %e71, %e72 : i64
          %x74 = arith.maxsi %e71, %e72 : i64
          linalg.yield %x73, %x74 : i64, i64
        }
        %x75 = memref.subview %columns0[%l14, 0] [8, 8] [1, 1] : memref<64x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x75 : memref<8x8xi64, strided<[8, 1], offset: ?>, 1>) outs(%best_columns0 : memref<8x8xi64, 1>) {
          ^bb0(%e76: i64, %e77: i64):
          %x78 = arith.minsi %e76, %e77 : i64
          %x79 = arith.maxsi %e76, %e77 : i64
          linalg.yield %x78 : i64
        }
        scf.for %l80 = %c0 to %c8 step %c8 {
          %x81 = arith.andi %l80, %c0 : index
          %x82 = arith.cmpi ne, %x81, %c0 : index
          %x83 = arith.select %x82, %c1, %c0 : index
          %x84 = arith.select %x82, %c0, %c1 : index
          %x85 = memref.subview %best_columns0[%l80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %x86 = memref.expand_shape %x85 [[0, 1, 2], [3]] output_shape [1, 2, 4, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          %x87 = memref.subview %x86[0, %x83, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
          %x88 = memref.subview %x86[0, %x84, 0, 0] [1, 1, 4, 8] [1, 2, 1, 1] : memref<1x2x4x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1> to memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x87, %x88 : memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>, memref<1x1x4x8xi64, strided<[64, 64, 8, 1], offset: ?>, 1>) {
            ^bb0(%e89: i64, %e90: i64):
            %x91 = arith.minsi %e89, %e90 : i64
            %x92 = arith.maxsi %e89, %e90 : i64
            linalg.yield %x91, %x92 : i64, i64
          }
          %x93 = arith.select %x82, %c1, %c0 : index
          %x94 = arith.select %x82, %c0, %c1 : index
          %x95 = memref.subview %best_columns0[%l80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %x96 = memref.expand_shape %x95 [[0, 1, 2], [3]] output_shape [1, 4, 2, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          %x97 = memref.subview %x96[0, %x93, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          %x98 = memref.subview %x96[0, %x94, 0, 0] [1, 2, 2, 8] [1, 2, 1, 1] : memref<1x4x2x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1> to memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x97, %x98 : memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>, memref<1x2x2x8xi64, strided<[64, 32, 8, 1], offset: ?>, 1>) {
            ^bb0(%e99: i64, %e100: i64):
            %x101 = arith.minsi %e99, %e100 : i64
            %x102 = arith.maxsi %e99, %e100 : i64
            linalg.yield %x101, %x102 : i64, i64
          }
          %x103 = arith.select %x82, %c1, %c0 : index
          %x104 = arith.select %x82, %c0, %c1 : index
          %x105 = memref.subview %best_columns0[%l80, 0] [8, 8] [1, 1] : memref<8x8xi64, 1> to memref<8x8xi64, strided<[8, 1], offset: ?>, 1>
          %x106 = memref.expand_shape %x105 [[0, 1, 2], [3]] output_shape [1, 8, 1, 8] : memref<8x8xi64, strided<[8, 1], offset: ?>, 1> into memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1>
          %x107 = memref.subview %x106[0, %x103, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          %x108 = memref.subview %x106[0, %x104, 0, 0] [1, 4, 1, 8] [1, 2, 1, 1] : memref<1x8x1x8xi64, strided<[64, 8, 8, 1], offset: ?>, 1> to memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%x107, %x108 : memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>, memref<1x4x1x8xi64, strided<[64, 16, 8, 1], offset: ?>, 1>) {
            ^bb0(%e109: i64, %e110: i64):
            %x111 = arith.minsi %e109, %e110 : i64
            %x112 = arith.maxsi %e109, %e110 : i64
            linalg.yield %x111, %x112 : i64, i64
          }
        }
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%best_columns0 : memref<8x8xi64, 1>) outs(%best_natural0 : memref<8x8xi64, 1>) {
      ^bb0(%e113: i64, %e114: i64):
      linalg.yield %e113 : i64
    }
    %x115 = arith.subi %t1, %l0 : index
    %x116 = arith.minsi %x115, %c8 : index
    %x117 = arith.subi %c8, %c0 : index
    %x118 = arith.minsi %x117, %c8 : index
    %x119 = arith.maxsi %x118, %c0 : index
    %x120 = arith.muli %l0, %c8 : index
    %x121 = arith.addi %x120, %c0 : index
    %x122 = memref.reinterpret_cast %Y0 to offset: [%x121], sizes: [%x116, %x119], strides: [%c8, 1] : memref<40xi64> to memref<?x?xi64, strided<[?, 1], offset: ?>>
    "npu.dma_store"(%best_natural0, %x122) : (memref<8x8xi64, 1>, memref<?x?xi64, strided<[?, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_topk_built_in_function_getitem: pointwise, fusions horizontal
func.func @npu_fused_topk_built_in_function_getitem(%in_ptr0: memref<40xi64>, %out_ptr0: memref<35xf32>, %out_ptr1: memref<35xi64>) {
  %k = arith.constant 4294967295 : i64
  %k_1 = arith.constant 1 : i64
  %cst = arith.constant -0.0 : f32
  %k_2 = arith.constant 32 : i64
  %k_3 = arith.constant -1 : i64
  %k_4 = arith.constant 0 : i32
  %k_5 = arith.constant 2147483647 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xi64, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x7xi64, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [5, 7], strides: [8, 1] : memref<40xi64> to memref<5x7xi64, strided<[8, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<5x7xi64, strided<[8, 1], offset: 0>>, memref<5x7xi64, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<5x7xi64, 1>) outs(%out, %out_1 : memref<5x7xf32, 1>, memref<5x7xi64, 1>) {
    ^bb0(%a: i64, %o: f32, %o_1: i64):
      %and = arith.andi %a, %k : i64
      %and_1 = arith.andi %and, %k_1 : i64
      %eq = arith.cmpi eq, %and_1, %k_1 : i64
      %shr = arith.shrsi %a, %k_2 : i64  // bitwise_right_shift
      %xor = arith.xori %shr, %k_3 : i64  // bitwise_not
      %cvt = arith.trunci %xor : i64 to i32  // to_dtype
      %lt = arith.cmpi slt, %cvt, %k_4 : i32
      %xor_1 = arith.xori %cvt, %k_5 : i32
      %sel = arith.select %lt, %xor_1, %cvt : i32  // where
      %bits = arith.bitcast %sel : i32 to f32  // to_dtype_bitcast
      %sel_1 = arith.select %eq, %cst, %bits : f32  // where
      %shr_1 = arith.shrsi %and, %k_1 : i64  // bitwise_right_shift
      linalg.yield %sel_1, %shr_1 : f32, i64
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [5, 7], strides: [7, 1] : memref<35xf32> to memref<5x7xf32, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<5x7xf32, 1>, memref<5x7xf32, strided<[7, 1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [5, 7], strides: [7, 1] : memref<35xi64> to memref<5x7xi64, strided<[7, 1], offset: 0>>
  "npu.dma_store"(%out_1, %view_2) : (memref<5x7xi64, 1>, memref<5x7xi64, strided<[7, 1], offset: 0>>) -> ()
  return
}
