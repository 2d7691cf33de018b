// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @scan (%X0: memref<10000xf32>, %Y0: memref<10000xf32>) {
  %t1 = arith.constant 2 : index
  %t2 = arith.constant 5000 : index
  %t3 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c8192 = arith.constant 8192 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<64x256xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x256xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<256xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<2x8192xf32, 1>
  %sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x128xf64, 1>
  %other_sums0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x128xf64, 1>
  %row_carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<2xf64, 1>
  scf.for %l0 = %c0 to %t1 step %c2 {
    scf.for %l1 = %c0 to %t2 step %c8192 {
      %x2 = arith.muli %l0, %t2 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %t1, %l0 : index
      %x5 = arith.minsi %x4, %c2 : index
      %x6 = arith.subi %t2, %l1 : index
      %x7 = arith.minsi %x6, %c8192 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<10000xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<2x8192xf32, 1>) -> ()
      %x9 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 128, 64] : memref<2x8192xf32, 1> into memref<2x128x64xf32, 1>
      %x10 = memref.collapse_shape %x9 [[0, 1], [2]] : memref<2x128x64xf32, 1> into memref<256x64xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%x10 : memref<256x64xf32, 1>) outs(%columns0 : memref<64x256xf32, 1>) {
        ^bb0(%e11: f32, %e12: f32):
        linalg.yield %e11 : f32
      }
      %x13 = arith.cmpi eq, %l1, %c0 : index
      %x14 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [4, 16, 256] : memref<64x256xf32, 1> into memref<4x16x256xf32, 1>
      %x15 = memref.subview %x14[0, %c0, 0] [4, 1, 256] [1, 1, 1] : memref<4x16x256xf32, 1> to memref<4x256xf32, strided<[4096, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x15 : memref<4x256xf32, strided<[4096, 1], offset: ?>, 1>) outs(%totals0 : memref<4x256xf64, 1>) {
        ^bb0(%e16: f32, %e17: f64):
        %x18 = arith.extf %e16 : f32 to f64
        linalg.yield %x18 : f64
      }
      scf.for %l19 = %c1 to %c16 step %c1 {
        %x20 = memref.subview %x14[0, %l19, 0] [4, 1, 256] [1, 1, 1] : memref<4x16x256xf32, 1> to memref<4x256xf32, strided<[4096, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x20, %totals0 : memref<4x256xf32, strided<[4096, 1], offset: ?>, 1>, memref<4x256xf64, 1>) {
          ^bb0(%e21: f32, %e22: f64):
          %x23 = arith.extf %e21 : f32 to f64
          %cst_24 = arith.constant 0 : i8
          %add_25 = arith.addf %e22, %x23 : f64
          %x26 = arith.truncf %add_25 : f64 to f32
          linalg.yield %x26, %add_25 : f32, f64
        }
      }
      scf.for %l27 = %c1 to %c4 step %c1 {
        %x28 = arith.subi %l27, %c1 : index
        %x29 = memref.subview %totals0[%x28, 0] [1, 256] [1, 1] : memref<4x256xf64, 1> to memref<256xf64, strided<[1], offset: ?>, 1>
        %x30 = memref.subview %totals0[%l27, 0] [1, 256] [1, 1] : memref<4x256xf64, 1> to memref<256xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x29 : memref<256xf64, strided<[1], offset: ?>, 1>) outs(%x30 : memref<256xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e31: f64, %e32: f64):
          %cst_33 = arith.constant 0 : i8
          %add_34 = arith.addf %e31, %e32 : f64
          linalg.yield %add_34 : f64
        }
      }
      %x35 = memref.subview %totals0[0, 0] [3, 256] [1, 1] : memref<4x256xf64, 1> to memref<3x256xf64, strided<[256, 1]>, 1>
      %x36 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [4, 16, 256] : memref<64x256xf32, 1> into memref<4x16x256xf32, 1>
      %x37 = memref.subview %x36[1, 0, 0] [3, 16, 256] [1, 1, 1] : memref<4x16x256xf32, 1> to memref<3x16x256xf32, strided<[4096, 256, 1], offset: 4096>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x35 : memref<3x256xf64, strided<[256, 1]>, 1>) outs(%x37 : memref<3x16x256xf32, strided<[4096, 256, 1], offset: 4096>, 1>) {
        ^bb0(%e38: f64, %e39: f32):
        %x40 = arith.extf %e39 : f32 to f64
        %cst_41 = arith.constant 0 : i8
        %add_42 = arith.addf %e38, %x40 : f64
        %x43 = arith.truncf %add_42 : f64 to f32
        linalg.yield %x43 : f32
      }
      %x44 = memref.subview %totals0[%c3, 0] [1, 256] [1, 1] : memref<4x256xf64, 1> to memref<256xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x44 : memref<256xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<256xf64, 1>) {
        ^bb0(%e45: f64, %e46: f64):
        linalg.yield %e45 : f64
      }
      %x47 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 128, 64] : memref<2x8192xf32, 1> into memref<2x128x64xf32, 1>
      %x48 = memref.collapse_shape %x47 [[0, 1], [2]] : memref<2x128x64xf32, 1> into memref<256x64xf32, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<64x256xf32, 1>) outs(%x48 : memref<256x64xf32, 1>) {
        ^bb0(%e49: f32, %e50: f32):
        linalg.yield %e49 : f32
      }
      %x51 = memref.expand_shape %carry0 [[0, 1]] output_shape [2, 128] : memref<256xf64, 1> into memref<2x128xf64, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x51 : memref<2x128xf64, 1>) outs(%sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e52: f64, %e53: f64):
        linalg.yield %e52 : f64
      }
      %x54 = arith.constant true
      %x55 = arith.xori %x13, %x54 : i1
      scf.if %x55 {
        %x56 = memref.subview %sums0[0, 0] [2, 1] [1, 1] : memref<2x128xf64, 1> to memref<2xf64, strided<[128], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%row_carry0 : memref<2xf64, 1>) outs(%x56 : memref<2xf64, strided<[128], offset: 0>, 1>) {
          ^bb0(%e57: f64, %e58: f64):
          %cst_59 = arith.constant 0 : i8
          %add_60 = arith.addf %e57, %e58 : f64
          linalg.yield %add_60 : f64
        }
        %x61 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 128, 64] : memref<2x8192xf32, 1> into memref<2x128x64xf32, 1>
        %x62 = memref.subview %x61[0, 0, 0] [2, 1, 64] [1, 1, 1] : memref<2x128x64xf32, 1> to memref<2x1x64xf32, strided<[8192, 64, 1], offset: 0>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_carry0 : memref<2xf64, 1>) outs(%x62 : memref<2x1x64xf32, strided<[8192, 64, 1], offset: 0>, 1>) {
          ^bb0(%e63: f64, %e64: f32):
          %x65 = arith.extf %e64 : f32 to f64
          %cst_66 = arith.constant 0 : i8
          %add_67 = arith.addf %e63, %x65 : f64
          %x68 = arith.truncf %add_67 : f64 to f32
          linalg.yield %x68 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x128xf64, 1>) outs(%other_sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e69: f64, %e70: f64):
        linalg.yield %e69 : f64
      }
      %x71 = memref.subview %sums0[0, 0] [2, 127] [1, 1] : memref<2x128xf64, 1> to memref<2x127xf64, strided<[128, 1], offset: 0>, 1>
      %x72 = memref.subview %other_sums0[0, 1] [2, 127] [1, 1] : memref<2x128xf64, 1> to memref<2x127xf64, strided<[128, 1], offset: 1>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x71 : memref<2x127xf64, strided<[128, 1], offset: 0>, 1>) outs(%x72 : memref<2x127xf64, strided<[128, 1], offset: 1>, 1>) {
        ^bb0(%e73: f64, %e74: f64):
        %cst_75 = arith.constant 0 : i8
        %add_76 = arith.addf %e73, %e74 : f64
        linalg.yield %add_76 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x128xf64, 1>) outs(%sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e77: f64, %e78: f64):
        linalg.yield %e77 : f64
      }
      %x79 = memref.subview %other_sums0[0, 0] [2, 126] [1, 1] : memref<2x128xf64, 1> to memref<2x126xf64, strided<[128, 1], offset: 0>, 1>
      %x80 = memref.subview %sums0[0, 2] [2, 126] [1, 1] : memref<2x128xf64, 1> to memref<2x126xf64, strided<[128, 1], offset: 2>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x79 : memref<2x126xf64, strided<[128, 1], offset: 0>, 1>) outs(%x80 : memref<2x126xf64, strided<[128, 1], offset: 2>, 1>) {
        ^bb0(%e81: f64, %e82: f64):
        %cst_83 = arith.constant 0 : i8
        %add_84 = arith.addf %e81, %e82 : f64
        linalg.yield %add_84 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x128xf64, 1>) outs(%other_sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e85: f64, %e86: f64):
        linalg.yield %e85 : f64
      }
      %x87 = memref.subview %sums0[0, 0] [2, 124] [1, 1] : memref<2x128xf64, 1> to memref<2x124xf64, strided<[128, 1], offset: 0>, 1>
      %x88 = memref.subview %other_sums0[0, 4] [2, 124] [1, 1] : memref<2x128xf64, 1> to memref<2x124xf64, strided<[128, 1], offset: 4>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x87 : memref<2x124xf64, strided<[128, 1], offset: 0>, 1>) outs(%x88 : memref<2x124xf64, strided<[128, 1], offset: 4>, 1>) {
        ^bb0(%e89: f64, %e90: f64):
        %cst_91 = arith.constant 0 : i8
        %add_92 = arith.addf %e89, %e90 : f64
        linalg.yield %add_92 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x128xf64, 1>) outs(%sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e93: f64, %e94: f64):
        linalg.yield %e93 : f64
      }
      %x95 = memref.subview %other_sums0[0, 0] [2, 120] [1, 1] : memref<2x128xf64, 1> to memref<2x120xf64, strided<[128, 1], offset: 0>, 1>
      %x96 = memref.subview %sums0[0, 8] [2, 120] [1, 1] : memref<2x128xf64, 1> to memref<2x120xf64, strided<[128, 1], offset: 8>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x95 : memref<2x120xf64, strided<[128, 1], offset: 0>, 1>) outs(%x96 : memref<2x120xf64, strided<[128, 1], offset: 8>, 1>) {
        ^bb0(%e97: f64, %e98: f64):
        %cst_99 = arith.constant 0 : i8
        %add_100 = arith.addf %e97, %e98 : f64
        linalg.yield %add_100 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x128xf64, 1>) outs(%other_sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e101: f64, %e102: f64):
        linalg.yield %e101 : f64
      }
      %x103 = memref.subview %sums0[0, 0] [2, 112] [1, 1] : memref<2x128xf64, 1> to memref<2x112xf64, strided<[128, 1], offset: 0>, 1>
      %x104 = memref.subview %other_sums0[0, 16] [2, 112] [1, 1] : memref<2x128xf64, 1> to memref<2x112xf64, strided<[128, 1], offset: 16>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x103 : memref<2x112xf64, strided<[128, 1], offset: 0>, 1>) outs(%x104 : memref<2x112xf64, strided<[128, 1], offset: 16>, 1>) {
        ^bb0(%e105: f64, %e106: f64):
        %cst_107 = arith.constant 0 : i8
        %add_108 = arith.addf %e105, %e106 : f64
        linalg.yield %add_108 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%other_sums0 : memref<2x128xf64, 1>) outs(%sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e109: f64, %e110: f64):
        linalg.yield %e109 : f64
      }
      %x111 = memref.subview %other_sums0[0, 0] [2, 96] [1, 1] : memref<2x128xf64, 1> to memref<2x96xf64, strided<[128, 1], offset: 0>, 1>
      %x112 = memref.subview %sums0[0, 32] [2, 96] [1, 1] : memref<2x128xf64, 1> to memref<2x96xf64, strided<[128, 1], offset: 32>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x111 : memref<2x96xf64, strided<[128, 1], offset: 0>, 1>) outs(%x112 : memref<2x96xf64, strided<[128, 1], offset: 32>, 1>) {
        ^bb0(%e113: f64, %e114: f64):
        %cst_115 = arith.constant 0 : i8
        %add_116 = arith.addf %e113, %e114 : f64
        linalg.yield %add_116 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums0 : memref<2x128xf64, 1>) outs(%other_sums0 : memref<2x128xf64, 1>) {
        ^bb0(%e117: f64, %e118: f64):
        linalg.yield %e117 : f64
      }
      %x119 = memref.subview %sums0[0, 0] [2, 64] [1, 1] : memref<2x128xf64, 1> to memref<2x64xf64, strided<[128, 1], offset: 0>, 1>
      %x120 = memref.subview %other_sums0[0, 64] [2, 64] [1, 1] : memref<2x128xf64, 1> to memref<2x64xf64, strided<[128, 1], offset: 64>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x119 : memref<2x64xf64, strided<[128, 1], offset: 0>, 1>) outs(%x120 : memref<2x64xf64, strided<[128, 1], offset: 64>, 1>) {
        ^bb0(%e121: f64, %e122: f64):
        %cst_123 = arith.constant 0 : i8
        %add_124 = arith.addf %e121, %e122 : f64
        linalg.yield %add_124 : f64
      }
      %x125 = memref.subview %other_sums0[0, 0] [2, 127] [1, 1] : memref<2x128xf64, 1> to memref<2x127xf64, strided<[128, 1], offset: 0>, 1>
      %x126 = memref.expand_shape %natural0 [[0], [1, 2]] output_shape [2, 128, 64] : memref<2x8192xf32, 1> into memref<2x128x64xf32, 1>
      %x127 = memref.subview %x126[0, 1, 0] [2, 127, 64] [1, 1, 1] : memref<2x128x64xf32, 1> to memref<2x127x64xf32, strided<[8192, 64, 1], offset: 64>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x125 : memref<2x127xf64, strided<[128, 1], offset: 0>, 1>) outs(%x127 : memref<2x127x64xf32, strided<[8192, 64, 1], offset: 64>, 1>) {
        ^bb0(%e128: f64, %e129: f32):
        %x130 = arith.extf %e129 : f32 to f64
        %cst_131 = arith.constant 0 : i8
        %add_132 = arith.addf %e128, %x130 : f64
        %x133 = arith.truncf %add_132 : f64 to f32
        linalg.yield %x133 : f32
      }
      %x134 = memref.subview %other_sums0[0, 127] [2, 1] [1, 1] : memref<2x128xf64, 1> to memref<2xf64, strided<[128], offset: 127>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x134 : memref<2xf64, strided<[128], offset: 127>, 1>) outs(%row_carry0 : memref<2xf64, 1>) {
        ^bb0(%e135: f64, %e136: f64):
        linalg.yield %e135 : f64
      }
      %x137 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%t2, 1] : memref<10000xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x137) : (memref<2x8192xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
