// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @scan (%X0: memref<?xf32>, %Y0: memref<?xf32>, %ks0: index, %ks1: index) {
  %t1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x32xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<32xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  scf.for %l0 = %c0 to %ks0 step %c32 {
    scf.for %l1 = %c0 to %ks1 step %c32 {
      %x2 = arith.muli %l0, %ks1 : index
      %x3 = arith.addi %x2, %l1 : index
      %x4 = arith.subi %ks0, %l0 : index
      %x5 = arith.minsi %x4, %c32 : index
      %x6 = arith.subi %ks1, %l1 : index
      %x7 = arith.minsi %x6, %c32 : index
      %x8 = memref.reinterpret_cast %X0 to offset: [%x3], sizes: [%x5, %x7], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%x8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x32xf32, 1>) outs(%columns0 : memref<32x32xf32, 1>) {
        ^bb0(%e9: f32, %e10: f32):
        linalg.yield %e9 : f32
      }
      %x11 = arith.cmpi eq, %l1, %c0 : index
      %x12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 32] : memref<32x32xf32, 1> into memref<2x16x32xf32, 1>
      %x13 = memref.subview %x12[0, %c0, 0] [2, 1, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<2x32xf32, strided<[512, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x13 : memref<2x32xf32, strided<[512, 1], offset: ?>, 1>) outs(%totals0 : memref<2x32xf64, 1>) {
        ^bb0(%e14: f32, %e15: f64):
        %x16 = arith.extf %e14 : f32 to f64
        linalg.yield %x16 : f64
      }
      scf.for %l17 = %c1 to %c16 step %c1 {
        %x18 = memref.subview %x12[0, %l17, 0] [2, 1, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<2x32xf32, strided<[512, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%x18, %totals0 : memref<2x32xf32, strided<[512, 1], offset: ?>, 1>, memref<2x32xf64, 1>) {
          ^bb0(%e19: f32, %e20: f64):
          %x21 = arith.extf %e19 : f32 to f64
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addf %e20, %x21 : f64
          %x24 = arith.truncf %add_23 : f64 to f32
          linalg.yield %x24, %add_23 : f32, f64
        }
      }
      %x25 = arith.constant true
      %x26 = arith.xori %x11, %x25 : i1
      scf.if %x26 {
        %x27 = memref.subview %columns0[%c0, 0] [16, 32] [1, 1] : memref<32x32xf32, 1> to memref<16x32xf32, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<32xf64, 1>) outs(%x27 : memref<16x32xf32, strided<[32, 1], offset: ?>, 1>) {
          ^bb0(%e28: f64, %e29: f32):
          %x30 = arith.extf %e29 : f32 to f64
          %cst_31 = arith.constant 0 : i8
          %add_32 = arith.addf %e28, %x30 : f64
          %x33 = arith.truncf %add_32 : f64 to f32
          linalg.yield %x33 : f32
        }
        %x34 = memref.subview %totals0[%c0, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<32xf64, 1>) outs(%x34 : memref<32xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e35: f64, %e36: f64):
          %cst_37 = arith.constant 0 : i8
          %add_38 = arith.addf %e35, %e36 : f64
          linalg.yield %add_38 : f64
        }
      }
      scf.for %l39 = %c1 to %c2 step %c1 {
        %x40 = arith.subi %l39, %c1 : index
        %x41 = memref.subview %totals0[%x40, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        %x42 = memref.subview %totals0[%l39, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x41 : memref<32xf64, strided<[1], offset: ?>, 1>) outs(%x42 : memref<32xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e43: f64, %e44: f64):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addf %e43, %e44 : f64
          linalg.yield %add_46 : f64
        }
      }
      %x47 = memref.subview %totals0[0, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<1x32xf64, strided<[32, 1]>, 1>
      %x48 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 32] : memref<32x32xf32, 1> into memref<2x16x32xf32, 1>
      %x49 = memref.subview %x48[1, 0, 0] [1, 16, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<1x16x32xf32, strided<[512, 32, 1], offset: 512>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x47 : memref<1x32xf64, strided<[32, 1]>, 1>) outs(%x49 : memref<1x16x32xf32, strided<[512, 32, 1], offset: 512>, 1>) {
        ^bb0(%e50: f64, %e51: f32):
        %x52 = arith.extf %e51 : f32 to f64
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addf %e50, %x52 : f64
        %x55 = arith.truncf %add_54 : f64 to f32
        linalg.yield %x55 : f32
      }
      %x56 = memref.subview %totals0[%c1, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x56 : memref<32xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<32xf64, 1>) {
        ^bb0(%e57: f64, %e58: f64):
        linalg.yield %e57 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xf32, 1>) outs(%natural0 : memref<32x32xf32, 1>) {
        ^bb0(%e59: f32, %e60: f32):
        linalg.yield %e59 : f32
      }
      %x61 = memref.reinterpret_cast %Y0 to offset: [%x3], sizes: [%x5, %x7], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %x61) : (memref<32x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
