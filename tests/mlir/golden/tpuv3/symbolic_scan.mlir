// npu_fused_cumsum: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumsum (%X0: memref<?xf32>, %Y0: memref<?xf32>, %ks0: index, %ks1: index) {
  %t1 = arith.constant 1 : index
  %t2 = arith.constant 0 : index
  %t3 = arith.constant 32 : index
  %t4 = arith.constant 16 : index
  %t5 = arith.constant 2 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<32x32xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<2x32xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<32xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  scf.for %l_0 = %t2 to %ks0 step %t3 {
    scf.for %l_1 = %t2 to %ks1 step %t3 {
      %x_2 = arith.muli %l_0, %ks1 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %ks0, %l_0 : index
      %x_5 = arith.minsi %x_4, %t3 : index
      %x_6 = arith.subi %ks1, %l_1 : index
      %x_7 = arith.minsi %x_6, %t3 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<32x32xf32, 1>) outs(%columns0 : memref<32x32xf32, 1>) {
        ^bb0(%e_9: f32, %e_10: f32):
        linalg.yield %e_9 : f32
      }
      %x_11 = arith.cmpi eq, %l_1, %t2 : index
      %split_12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 32] : memref<32x32xf32, 1> into memref<2x16x32xf32, 1>
      %part_13 = memref.subview %split_12[0, %t2, 0] [2, 1, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<2x32xf32, strided<[512, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_13 : memref<2x32xf32, strided<[512, 1], offset: ?>, 1>) outs(%totals0 : memref<2x32xf64, 1>) {
        ^bb0(%e_14: f32, %e_15: f64):
        %x_16 = arith.extf %e_14 : f32 to f64
        linalg.yield %x_16 : f64
      }
      scf.for %l_17 = %t1 to %t4 step %t1 {
        %part_18 = memref.subview %split_12[0, %l_17, 0] [2, 1, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<2x32xf32, strided<[512, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_18, %totals0 : memref<2x32xf32, strided<[512, 1], offset: ?>, 1>, memref<2x32xf64, 1>) {
          ^bb0(%e_19: f32, %e_20: f64):
          %x_21 = arith.extf %e_19 : f32 to f64
          %cst_22 = arith.constant 0 : i8
          %add_23 = arith.addf %e_20, %x_21 : f64
          %x_24 = arith.truncf %add_23 : f64 to f32
          linalg.yield %x_24, %add_23 : f32, f64
        }
      }
      %x_25 = arith.constant true
      %x_26 = arith.xori %x_11, %x_25 : i1
      scf.if %x_26 {
        %part_27 = memref.subview %columns0[%t2, 0] [16, 32] [1, 1] : memref<32x32xf32, 1> to memref<16x32xf32, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<32xf64, 1>) outs(%part_27 : memref<16x32xf32, strided<[32, 1], offset: ?>, 1>) {
          ^bb0(%e_28: f64, %e_29: f32):
          %x_30 = arith.extf %e_29 : f32 to f64
          %cst_31 = arith.constant 0 : i8
          %add_32 = arith.addf %e_28, %x_30 : f64
          %x_33 = arith.truncf %add_32 : f64 to f32
          linalg.yield %x_33 : f32
        }
        %part_34 = memref.subview %totals0[%t2, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<32xf64, 1>) outs(%part_34 : memref<32xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_35: f64, %e_36: f64):
          %cst_37 = arith.constant 0 : i8
          %add_38 = arith.addf %e_35, %e_36 : f64
          linalg.yield %add_38 : f64
        }
      }
      scf.for %l_39 = %t1 to %t5 step %t1 {
        %x_40 = arith.subi %l_39, %t1 : index
        %part_41 = memref.subview %totals0[%x_40, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        %part_42 = memref.subview %totals0[%l_39, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_41 : memref<32xf64, strided<[1], offset: ?>, 1>) outs(%part_42 : memref<32xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_43: f64, %e_44: f64):
          %cst_45 = arith.constant 0 : i8
          %add_46 = arith.addf %e_43, %e_44 : f64
          linalg.yield %add_46 : f64
        }
      }
      %part_47 = memref.subview %totals0[0, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<1x32xf64, strided<[32, 1]>, 1>
      %split_48 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [2, 16, 32] : memref<32x32xf32, 1> into memref<2x16x32xf32, 1>
      %part_49 = memref.subview %split_48[1, 0, 0] [1, 16, 32] [1, 1, 1] : memref<2x16x32xf32, 1> to memref<1x16x32xf32, strided<[512, 32, 1], offset: 512>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%part_47 : memref<1x32xf64, strided<[32, 1]>, 1>) outs(%part_49 : memref<1x16x32xf32, strided<[512, 32, 1], offset: 512>, 1>) {
        ^bb0(%e_50: f64, %e_51: f32):
        %x_52 = arith.extf %e_51 : f32 to f64
        %cst_53 = arith.constant 0 : i8
        %add_54 = arith.addf %e_50, %x_52 : f64
        %x_55 = arith.truncf %add_54 : f64 to f32
        linalg.yield %x_55 : f32
      }
      %part_56 = memref.subview %totals0[%t1, 0] [1, 32] [1, 1] : memref<2x32xf64, 1> to memref<32xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_56 : memref<32xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<32xf64, 1>) {
        ^bb0(%e_57: f64, %e_58: f64):
        linalg.yield %e_57 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<32x32xf32, 1>) outs(%natural0 : memref<32x32xf32, 1>) {
        ^bb0(%e_59: f32, %e_60: f32):
        linalg.yield %e_59 : f32
      }
      %view_61 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_61) : (memref<32x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
