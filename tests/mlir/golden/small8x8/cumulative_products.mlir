// npu_fused_cumprod: pointwise
func.func @npu_fused_cumprod(%in_ptr0: memref<165xbf16>, %out_ptr0: memref<165xf32>) {
  %c0 = arith.constant 0 : index
  %c165 = arith.constant 165 : index
  %c96 = arith.constant 96 : index
  %cm1 = arith.constant -1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xbf16, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xf32, 1>
  scf.for %P0 = %c0 to %c165 step %c96 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c165 : index
    %n_P0 = arith.minsi %x_1, %c96 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xbf16> to memref<?xbf16, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xbf16, strided<[1], offset: ?>>, memref<96xbf16, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<96xbf16, 1>) outs(%out : memref<96xf32, 1>) {
      ^bb0(%a: bf16, %o: f32):
        %cvt = arith.extf %a : bf16 to f32  // to_dtype
        linalg.yield %cvt : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<96xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_cumprod: template, template MLIRScanTemplate, mapping default
func.func @npu_fused_cumprod (%X0: memref<165xf32>, %Y0: memref<165xf32>) {
  %t1 = arith.constant 5 : index
  %t2 = arith.constant 33 : index
  %t3 = arith.constant 1 : index
  %t4 = arith.constant 0 : index
  %t5 = arith.constant 8 : index
  %t6 = arith.constant 4 : index
  %columns0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<4x8xf32, 1>
  %totals0 = "npu.alloc"() {lane_axis = 1 : i64, slots = 1 : i64} : () -> memref<1x8xf64, 1>
  %carry0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 1 : i64} : () -> memref<8xf64, 1>
  %natural0 = "npu.alloc"() {lane_axis = 0 : i64, slots = 2 : i64} : () -> memref<8x4xf32, 1>
  scf.for %l_0 = %t4 to %t1 step %t5 {
    scf.for %l_1 = %t4 to %t2 step %t6 {
      %x_2 = arith.muli %l_0, %t2 : index
      %x_3 = arith.addi %x_2, %l_1 : index
      %x_4 = arith.subi %t1, %l_0 : index
      %x_5 = arith.minsi %x_4, %t5 : index
      %x_6 = arith.subi %t2, %l_1 : index
      %x_7 = arith.minsi %x_6, %t6 : index
      %view_8 = memref.reinterpret_cast %X0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_8, %natural0) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<8x4xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (s, r)>, affine_map<(s, r) -> (r, s)>], iterator_types = ["parallel", "parallel"]} ins(%natural0 : memref<8x4xf32, 1>) outs(%columns0 : memref<4x8xf32, 1>) {
        ^bb0(%e_9: f32, %e_10: f32):
        linalg.yield %e_9 : f32
      }
      %x_11 = arith.cmpi eq, %l_1, %t4 : index
      %split_12 = memref.expand_shape %columns0 [[0, 1], [2]] output_shape [1, 4, 8] : memref<4x8xf32, 1> into memref<1x4x8xf32, 1>
      %part_13 = memref.subview %split_12[0, %t4, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xf32, 1> to memref<1x8xf32, strided<[32, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_13 : memref<1x8xf32, strided<[32, 1], offset: ?>, 1>) outs(%totals0 : memref<1x8xf64, 1>) {
        ^bb0(%e_14: f32, %e_15: f64):
        %x_16 = arith.extf %e_14 : f32 to f64
        linalg.yield %x_16 : f64
      }
      scf.for %l_17 = %t3 to %t6 step %t3 {
        %part_18 = memref.subview %split_12[0, %l_17, 0] [1, 1, 8] [1, 1, 1] : memref<1x4x8xf32, 1> to memref<1x8xf32, strided<[32, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%part_18, %totals0 : memref<1x8xf32, strided<[32, 1], offset: ?>, 1>, memref<1x8xf64, 1>) {
          ^bb0(%e_19: f32, %e_20: f64):
          %x_21 = arith.extf %e_19 : f32 to f64
          %cst_22 = arith.constant 0 : i8
          %mul_23 = arith.mulf %e_20, %x_21 : f64
          %x_24 = arith.truncf %mul_23 : f64 to f32
          linalg.yield %x_24, %mul_23 : f32, f64
        }
      }
      %x_25 = arith.constant true
      %x_26 = arith.xori %x_11, %x_25 : i1
      scf.if %x_26 {
        %part_27 = memref.subview %columns0[%t4, 0] [4, 8] [1, 1] : memref<4x8xf32, 1> to memref<4x8xf32, strided<[8, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carry0 : memref<8xf64, 1>) outs(%part_27 : memref<4x8xf32, strided<[8, 1], offset: ?>, 1>) {
          ^bb0(%e_28: f64, %e_29: f32):
          %x_30 = arith.extf %e_29 : f32 to f64
          %cst_31 = arith.constant 0 : i8
          %mul_32 = arith.mulf %e_28, %x_30 : f64
          %x_33 = arith.truncf %mul_32 : f64 to f32
          linalg.yield %x_33 : f32
        }
        %part_34 = memref.subview %totals0[%t4, 0] [1, 8] [1, 1] : memref<1x8xf64, 1> to memref<8xf64, strided<[1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%carry0 : memref<8xf64, 1>) outs(%part_34 : memref<8xf64, strided<[1], offset: ?>, 1>) {
          ^bb0(%e_35: f64, %e_36: f64):
          %cst_37 = arith.constant 0 : i8
          %mul_38 = arith.mulf %e_35, %e_36 : f64
          linalg.yield %mul_38 : f64
        }
      }
      %part_39 = memref.subview %totals0[%t4, 0] [1, 8] [1, 1] : memref<1x8xf64, 1> to memref<8xf64, strided<[1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%part_39 : memref<8xf64, strided<[1], offset: ?>, 1>) outs(%carry0 : memref<8xf64, 1>) {
        ^bb0(%e_40: f64, %e_41: f64):
        linalg.yield %e_40 : f64
      }
      linalg.generic {indexing_maps = [affine_map<(s, r) -> (r, s)>, affine_map<(s, r) -> (s, r)>], iterator_types = ["parallel", "parallel"]} ins(%columns0 : memref<4x8xf32, 1>) outs(%natural0 : memref<8x4xf32, 1>) {
        ^bb0(%e_42: f32, %e_43: f32):
        linalg.yield %e_42 : f32
      }
      %view_44 = memref.reinterpret_cast %Y0 to offset: [%x_3], sizes: [%x_5, %x_7], strides: [%t2, 1] : memref<165xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%natural0, %view_44) : (memref<8x4xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_cumprod: pointwise
func.func @npu_fused_cumprod(%in_ptr0: memref<165xf32>, %out_ptr0: memref<165xbf16>) {
  %c0 = arith.constant 0 : index
  %c165 = arith.constant 165 : index
  %c96 = arith.constant 96 : index
  %cm1 = arith.constant -1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xbf16, 1>
  scf.for %P0 = %c0 to %c165 step %c96 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c165 : index
    %n_P0 = arith.minsi %x_1, %c96 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<96xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<96xf32, 1>) outs(%out : memref<96xbf16, 1>) {
      ^bb0(%a: f32, %o: bf16):
        %cvt = arith.truncf %a : f32 to bf16  // to_dtype
        linalg.yield %cvt : bf16
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xbf16> to memref<?xbf16, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<96xbf16, 1>, memref<?xbf16, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
