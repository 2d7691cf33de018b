// npu_fused_recurrent_backward: template, template MLIRRecurrentBackwardTemplate, mapping default
func.func @npu_fused_recurrent_backward (%W: memref<1200xf32>, %GY: memref<300xf32>, %GH: memref<100xf32>, %Y: memref<300xf32>, %A: memref<1200xf32>, %GX: memref<900xf32>, %GH0: memref<100xf32>, %GN: memref<300xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %j = arith.constant 0 : index
  %t3 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x20x20xf32, 1>
  %output_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %input_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x20xf32, 1>
  %state_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %edge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  %hidden_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x20xf32, 1>
  %own_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [3, 20, 20], strides: [400, 20, 1] : memref<1200xf32> to memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<3x20x20xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %GH to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t2, %edge) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x20xf32, 1>) outs(%state_grads : memref<5x20xf32, 1>) {
      ^bb0(%e_0: f32, %e_1: f32):
      linalg.yield %e_0 : f32
    }
    affine.for %q = 0 to 3 step 1 {
      %s = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t3]
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t3]
      %t4 = arith.constant 0.0 : f32
      linalg.fill ins(%t4 : f32) outs(%sums : memref<5x20xf32, 1>)
      %t5 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t6 = memref.reinterpret_cast %GY to offset: [%t5], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t6, %output_grads) : (memref<5x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
      %t7 = affine.apply affine_map<(d0) -> (d0 * 400)>(%s)
      %t8 = memref.reinterpret_cast %A to offset: [%t7], sizes: [5, 4, 20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>
      "npu.dma_load"(%t8, %kept) : (memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x20xf32, 1>) -> ()
      %t9 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t10 = memref.reinterpret_cast %Y to offset: [%t9], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t10, %output) : (memref<5x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
      %part_2 = memref.subview %kept[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_3 = memref.subview %kept[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_4 = memref.subview %kept[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_5 = memref.subview %kept[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      %part_6 = memref.subview %input_grads[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1]>, 1>
      %part_7 = memref.subview %input_grads[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 20>, 1>
      %part_8 = memref.subview %input_grads[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 40>, 1>
      %part_9 = memref.subview %hidden_grads[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1]>, 1>
      %part_10 = memref.subview %hidden_grads[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 20>, 1>
      %part_11 = memref.subview %hidden_grads[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 40>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%output_grads, %state_grads, %output, %part_2, %part_3, %part_4, %part_5 : memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>) outs(%part_6, %part_7, %part_8, %part_9, %part_10, %part_11, %own_grads, %sums : memref<5x20xf32, strided<[60, 1]>, 1>, memref<5x20xf32, strided<[60, 1], offset: 20>, 1>, memref<5x20xf32, strided<[60, 1], offset: 40>, 1>, memref<5x20xf32, strided<[60, 1]>, 1>, memref<5x20xf32, strided<[60, 1], offset: 20>, 1>, memref<5x20xf32, strided<[60, 1], offset: 40>, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>) {
        ^bb0(%e_12: f32, %e_13: f32, %e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32, %e_25: f32, %e_26: f32):
        %x_27 = arith.addf %e_12, %e_13 : f32
        %x_28 = arith.constant 1.0 : f32
        %x_29 = arith.subf %x_28, %e_16 : f32
        %x_30 = arith.mulf %x_27, %x_29 : f32
        %x_31 = arith.constant 1.0 : f32
        %x_32 = arith.mulf %e_17, %e_17 : f32
        %x_33 = arith.subf %x_31, %x_32 : f32
        %x_34 = arith.mulf %x_30, %x_33 : f32
        %x_35 = arith.subf %e_14, %e_17 : f32
        %x_36 = arith.constant 1.0 : f32
        %x_37 = arith.subf %x_36, %e_16 : f32
        %x_38 = arith.mulf %x_35, %x_37 : f32
        %x_39 = arith.mulf %x_27, %x_38 : f32
        %x_40 = arith.mulf %x_34, %e_18 : f32
        %x_41 = arith.constant 1.0 : f32
        %x_42 = arith.subf %x_41, %e_15 : f32
        %x_43 = arith.mulf %e_15, %x_42 : f32
        %x_44 = arith.mulf %x_40, %x_43 : f32
        %x_45 = arith.mulf %x_34, %e_15 : f32
        %x_46 = arith.mulf %x_27, %e_16 : f32
        %x_47 = arith.constant 0.0 : f32
        %x_48 = arith.addf %e_26, %x_46 : f32
        linalg.yield %x_44, %x_39, %x_34, %x_44, %x_39, %x_45, %x_45, %x_48 : f32, f32, f32, f32, f32, f32, f32, f32
      }
      %t11 = affine.apply affine_map<(d0) -> (d0 * 300)>(%t)
      %t12 = memref.reinterpret_cast %GX to offset: [%t11], sizes: [5, 3, 20], strides: [60, 20, 1] : memref<900xf32> to memref<5x3x20xf32, strided<[60, 20, 1], offset: ?>>
      "npu.dma_store"(%input_grads, %t12) : (memref<5x3x20xf32, 1>, memref<5x3x20xf32, strided<[60, 20, 1], offset: ?>>) -> ()
      %t13 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t14 = memref.reinterpret_cast %GN to offset: [%t13], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%own_grads, %t14) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: ?>>) -> ()
      linalg.generic {indexing_maps = [affine_map<(b, k, g, j) -> (b, g, j)>, affine_map<(b, k, g, j) -> (g, j, k)>, affine_map<(b, k, g, j) -> (b, k)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%hidden_grads, %weights : memref<5x3x20xf32, 1>, memref<3x20x20xf32, 1>) outs(%sums : memref<5x20xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<5x20xf32, 1>) outs(%state_grads : memref<5x20xf32, 1>) {
        ^bb0(%e_49: f32, %e_50: f32):
        linalg.yield %e_49 : f32
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%state_grads : memref<5x20xf32, 1>) outs(%edge : memref<5x20xf32, 1>) {
      ^bb0(%e_51: f32, %e_52: f32):
      linalg.yield %e_51 : f32
    }
    %t15 = memref.reinterpret_cast %GH0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%edge, %t15) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
