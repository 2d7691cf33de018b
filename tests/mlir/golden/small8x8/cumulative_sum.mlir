// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @scan (%X0: memref<165xf32>, %Y0: memref<165xf32>) {
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
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x16xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<16xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<8x64xf32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<8x2xf64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf64, 1>
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
      %x9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x10 = memref.collapse_shape %x9 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x10 : memref<16x32xf32, 1>) outs(%columns0 : memref<32x16xf32, 1>) {
        ^bb0(%e11: f32, %e12: f32):
        linalg.yield %e11 : f32
      }
      %x13 = arith.cmpi eq, %l1, %c0 : index
      %x14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %x15 = memref.subview %x14[0, %c0, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x15 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>) outs(%totals0 : memref<2x16xf64, 1>) {
        ^bb0(%e16: f32, %e17: f64):
        %x18 = arith.extf %e16 : f32 to f64
        linalg.yield %x18 : f64
      }
      scf.for %l19 = %c1 to %c16 step %c1 {
        %x20 = memref.subview %x14[0, %l19, 0] [2, 1, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<2x16xf32, strided<[256, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x20, %totals0 : memref<2x16xf32, strided<[256, 1], offset: ?>, 1>, memref<2x16xf64, 1>) {
          ^bb0(%e21: f32, %e22: f64):
          %x23 = arith.extf %e21 : f32 to f64
          %cst_24 = arith.constant 0 : i8
          %add_25 = arith.addf %e22, %x23 : f64
          %x26 = arith.truncf %add_25 : f64 to f32
          linalg.yield %x26, %add_25 : f32, f64
        }
      }
      scf.for %l27 = %c1 to %c2 step %c1 {
        %x28 = arith.subi %l27, %c1 : index
        %x29 = memref.subview %totals0[%x28, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
        %x30 = memref.subview %totals0[%l27, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x29 : memref<16xf64, strided<[1], offset: ?>, 1>) outs(%x30 : memref<16xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e31: f64, %e32: f64):
          %cst_33 = arith.constant 0 : i8
          %add_34 = arith.addf %e31, %e32 : f64
          linalg.yield %add_34 : f64
        }
      }
      %x35 = memref.subview %totals0[0, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<1x16xf64, strided<[16, 1]>, 1>
      %x36 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 16] : memref<32x16xf32, 1> into memref<2x16x16xf32, 1>
      %x37 = memref.subview %x36[1, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xf32, 1> to memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x35 : memref<1x16xf64, strided<[16, 1]>, 1>) outs(%x37 : memref<1x16x16xf32, strided<[256, 16, 1], offset: 256>, 1>) {
        ^bb0(%e38: f64, %e39: f32):
        %x40 = arith.extf %e39 : f32 to f64
        %cst_41 = arith.constant 0 : i8
        %add_42 = arith.addf %e38, %x40 : f64
        %x43 = arith.truncf %add_42 : f64 to f32
        linalg.yield %x43 : f32
      }
      %x44 = memref.subview %totals0[%c1, 0] [1, 16] [1, 1] : memref<2x16xf64, 1> to memref<16xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x44 : memref<16xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<16xf64, 1>) {
        ^bb0(%e45: f64, %e46: f64):
        linalg.yield %e45 : f64
      }
      %x47 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x48 = memref.collapse_shape %x47 [[0, 1], [2]] : memref<8x2x32xf32, 1> into memref<16x32xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x16xf32, 1>) outs(%x48 : memref<16x32xf32, 1>) {
        ^bb0(%e49: f32, %e50: f32):
        linalg.yield %e49 : f32
      }
      %x51 = memref.expand_shape %carry0 [[0, 1]] output_shape [8, 2] : memref<16xf64, 1> into memref<8x2xf64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x51 : memref<8x2xf64, 1>) outs(%sums0 : memref<8x2xf64, 1>) {
        ^bb0(%e52: f64, %e53: f64):
        linalg.yield %e52 : f64
      }
      %x54 = arith.constant true
      %x55 = arith.xori %x13, %x54 : i1
      scf.if %x55 {
        %x56 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8xf64, strided<[2], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%x56 : memref<8xf64, strided<[2], offset: 0>, 1>) {
          ^bb0(%e57: f64, %e58: f64):
          %cst_59 = arith.constant 0 : i8
          %add_60 = arith.addf %e57, %e58 : f64
          linalg.yield %add_60 : f64
        }
        %x61 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
        %x62 = memref.subview %x61[0, 0, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<8xf64, 1>) outs(%x62 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 0>, 1>) {
          ^bb0(%e63: f64, %e64: f32):
          %x65 = arith.extf %e64 : f32 to f64
          %cst_66 = arith.constant 0 : i8
          %add_67 = arith.addf %e63, %x65 : f64
          %x68 = arith.truncf %add_67 : f64 to f32
          linalg.yield %x68 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<8x2xf64, 1>) outs(%other_sums0 : memref<8x2xf64, 1>) {
        ^bb0(%e69: f64, %e70: f64):
        linalg.yield %e69 : f64
      }
      %x71 = memref.subview %sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1], offset: 0>, 1>
      %x72 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x71 : memref<8x1xf64, strided<[2, 1], offset: 0>, 1>) outs(%x72 : memref<8x1xf64, strided<[2, 1], offset: 1>, 1>) {
        ^bb0(%e73: f64, %e74: f64):
        %cst_75 = arith.constant 0 : i8
        %add_76 = arith.addf %e73, %e74 : f64
        linalg.yield %add_76 : f64
      }
      %x77 = memref.subview %other_sums0[0, 0] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8x1xf64, strided<[2, 1], offset: 0>, 1>
      %x78 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [8, 2, 32] : memref<8x64xf32, 1> into memref<8x2x32xf32, 1>
      %x79 = memref.subview %x78[0, 1, 0] [8, 1, 32] [1, 1, 1] : memref<8x2x32xf32, 1> to memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x77 : memref<8x1xf64, strided<[2, 1], offset: 0>, 1>) outs(%x79 : memref<8x1x32xf32, strided<[64, 32, 1], offset: 32>, 1>) {
        ^bb0(%e80: f64, %e81: f32):
        %x82 = arith.extf %e81 : f32 to f64
        %cst_83 = arith.constant 0 : i8
        %add_84 = arith.addf %e80, %x82 : f64
        %x85 = arith.truncf %add_84 : f64 to f32
        linalg.yield %x85 : f32
      }
      %x86 = memref.subview %other_sums0[0, 1] [8, 1] [1, 1] : memref<8x2xf64, 1> to memref<8xf64, strided<[2], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x86 : memref<8xf64, strided<[2], offset: 1>, 1>) outs(%row_carry0 : memref<8xf64, 1>) {
        ^bb0(%e87: f64, %e88: f64):
        linalg.yield %e87 : f64
      }
      %x89 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x89) : (memref<8x64xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
