// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<7200xf32>, %W: memref<360000xf32>, %H0: memref<900xf32>, %C0: memref<900xf32>, %Y: memref<1800xf32>, %HN: memref<900xf32>, %CN: memref<900xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %j = arith.constant 0 : index
  %t4 = arith.constant 2 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x300x300xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x300xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x300xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x300xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x300xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x300xf32, 1>
  affine.for %b = 0 to 3 step 3 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [4, 300, 300], strides: [90000, 300, 1] : memref<360000xf32> to memref<4x300x300xf32, strided<[90000, 300, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<4x300x300xf32, strided<[90000, 300, 1], offset: 0>>, memref<4x300x300xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %H0 to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_load"(%t2, %output) : (memref<3x300xf32, strided<[300, 1], offset: 0>>, memref<3x300xf32, 1>) -> ()
    %t3 = memref.reinterpret_cast %C0 to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_load"(%t3, %carried_part) : (memref<3x300xf32, strided<[300, 1], offset: 0>>, memref<3x300xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<3x300xf32, 1>) outs(%carried : memref<3x300xf32, 1>) {
      ^bb0(%e_0: f32, %e_1: f32):
      linalg.yield %e_0 : f32
    }
    affine.for %s = 0 to 2 step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      %t5 = affine.apply affine_map<(d0) -> (d0 * 3600)>(%t)
      %t6 = memref.reinterpret_cast %X to offset: [%t5], sizes: [3, 4, 300], strides: [1200, 300, 1] : memref<7200xf32> to memref<3x4x300xf32, strided<[1200, 300, 1], offset: ?>>
      "npu.dma_load"(%t6, %inputs) : (memref<3x4x300xf32, strided<[1200, 300, 1], offset: ?>>, memref<3x4x300xf32, 1>) -> ()
      %t7 = arith.constant 0.0 : f32
      linalg.fill ins(%t7 : f32) outs(%sums : memref<3x4x300xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%output, %weights : memref<3x300xf32, 1>, memref<4x300x300xf32, 1>) outs(%sums : memref<3x4x300xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      %part_2 = memref.subview %inputs[0, 0, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1]>, 1>
      %part_3 = memref.subview %inputs[0, 1, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 300>, 1>
      %part_4 = memref.subview %inputs[0, 2, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 600>, 1>
      %part_5 = memref.subview %inputs[0, 3, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 900>, 1>
      %part_6 = memref.subview %sums[0, 0, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1]>, 1>
      %part_7 = memref.subview %sums[0, 1, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 300>, 1>
      %part_8 = memref.subview %sums[0, 2, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 600>, 1>
      %part_9 = memref.subview %sums[0, 3, 0] [3, 1, 300] [1, 1, 1] : memref<3x4x300xf32, 1> to memref<3x300xf32, strided<[1200, 1], offset: 900>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_2, %part_3, %part_4, %part_5, %part_6, %part_7, %part_8, %part_9 : memref<3x300xf32, strided<[1200, 1]>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 300>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 600>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 900>, 1>, memref<3x300xf32, strided<[1200, 1]>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 300>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 600>, 1>, memref<3x300xf32, strided<[1200, 1], offset: 900>, 1>) outs(%output, %carried : memref<3x300xf32, 1>, memref<3x300xf32, 1>) {
        ^bb0(%e_10: f32, %e_11: f32, %e_12: f32, %e_13: f32, %e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32):
        %x_20 = arith.addf %e_10, %e_14 : f32
        %x_21 = arith.addf %e_11, %e_15 : f32
        %x_22 = arith.addf %e_12, %e_16 : f32
        %x_23 = arith.addf %e_13, %e_17 : f32
        %x_24 = arith.constant 1.0 : f32
        %x_25 = arith.negf %x_20 : f32
        %x_26 = math.exp %x_25 : f32
        %x_27 = arith.addf %x_24, %x_26 : f32
        %x_28 = arith.divf %x_24, %x_27 : f32
        %x_29 = arith.constant 1.0 : f32
        %x_30 = arith.negf %x_21 : f32
        %x_31 = math.exp %x_30 : f32
        %x_32 = arith.addf %x_29, %x_31 : f32
        %x_33 = arith.divf %x_29, %x_32 : f32
        %x_34 = math.tanh %x_22 : f32
        %x_35 = arith.constant 1.0 : f32
        %x_36 = arith.negf %x_23 : f32
        %x_37 = math.exp %x_36 : f32
        %x_38 = arith.addf %x_35, %x_37 : f32
        %x_39 = arith.divf %x_35, %x_38 : f32
        %x_40 = arith.mulf %x_33, %e_19 : f32
        %x_41 = arith.mulf %x_28, %x_34 : f32
        %x_42 = arith.addf %x_40, %x_41 : f32
        %x_43 = math.tanh %x_42 : f32
        %x_44 = arith.mulf %x_39, %x_43 : f32
        linalg.yield %x_44, %x_42 : f32, f32
      }
      %t8 = affine.apply affine_map<(d0) -> (d0 * 900)>(%t)
      %t9 = memref.reinterpret_cast %Y to offset: [%t8], sizes: [3, 300], strides: [300, 1] : memref<1800xf32> to memref<3x300xf32, strided<[300, 1], offset: ?>>
      "npu.dma_store"(%output, %t9) : (memref<3x300xf32, 1>, memref<3x300xf32, strided<[300, 1], offset: ?>>) -> ()
    }
    %t10 = memref.reinterpret_cast %HN to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_store"(%output, %t10) : (memref<3x300xf32, 1>, memref<3x300xf32, strided<[300, 1], offset: 0>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried : memref<3x300xf32, 1>) outs(%carried_part : memref<3x300xf32, 1>) {
      ^bb0(%e_45: f32, %e_46: f32):
      linalg.yield %e_45 : f32
    }
    %t11 = memref.reinterpret_cast %CN to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_store"(%carried_part, %t11) : (memref<3x300xf32, 1>, memref<3x300xf32, strided<[300, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
