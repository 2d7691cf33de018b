// npu_fused_recurrent_backward: template, template MLIRRecurrentBackwardTemplate, mapping default
func.func @npu_fused_recurrent_backward (%W: memref<1200xf32>, %GY: memref<300xf32>, %GH: memref<100xf32>, %Y: memref<300xf32>, %A: memref<1200xf32>, %GX: memref<900xf32>, %GH0: memref<100xf32>, %GN: memref<300xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t5 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x24x24xf32, 1>
  %output_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %input_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x8xf32, 1>
  %state_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x24xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x24xf32, 1>
  %edge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %hidden_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x8xf32, 1>
  %own_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [3, 20, 20], strides: [400, 20, 1] : memref<1200xf32> to memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<3x24x24xf32, 1>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %t2 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t3 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t4 = memref.reinterpret_cast %GH to offset: [%t3], sizes: [5, %t2], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t4, %edge) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
      %part_0 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x8xf32, 1>) outs(%part_0 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_1: f32, %e_2: f32):
        linalg.yield %e_1 : f32
      }
    }
    affine.for %q = 0 to 3 step 1 {
      %s = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t5]
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t5]
      %t6 = arith.constant 0.0 : f32
      linalg.fill ins(%t6 : f32) outs(%sums : memref<5x24xf32, 1>)
      affine.for %j = 0 to 20 step 8 {
        %t7 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t9 = memref.reinterpret_cast %GY to offset: [%t8], sizes: [5, %t7], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t9, %output_grads) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
        %t10 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t11 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%s, %j)
        %t12 = memref.reinterpret_cast %A to offset: [%t11], sizes: [5, 4, %t10], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_load"(%t12, %kept) : (memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x8xf32, 1>) -> ()
        %t13 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t14 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t15 = memref.reinterpret_cast %Y to offset: [%t14], sizes: [5, %t13], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t15, %output) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
        %part_3 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        %part_4 = memref.subview %kept[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_5 = memref.subview %kept[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_6 = memref.subview %kept[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_7 = memref.subview %kept[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        %part_8 = memref.subview %input_grads[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1]>, 1>
        %part_9 = memref.subview %input_grads[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 8>, 1>
        %part_10 = memref.subview %input_grads[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 16>, 1>
        %part_11 = memref.subview %hidden_grads[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1]>, 1>
        %part_12 = memref.subview %hidden_grads[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 8>, 1>
        %part_13 = memref.subview %hidden_grads[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 16>, 1>
        %part_14 = memref.subview %sums[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%output_grads, %part_3, %output, %part_4, %part_5, %part_6, %part_7 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, 1>, memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>) outs(%part_8, %part_9, %part_10, %part_11, %part_12, %part_13, %own_grads, %part_14 : memref<5x8xf32, strided<[24, 1]>, 1>, memref<5x8xf32, strided<[24, 1], offset: 8>, 1>, memref<5x8xf32, strided<[24, 1], offset: 16>, 1>, memref<5x8xf32, strided<[24, 1]>, 1>, memref<5x8xf32, strided<[24, 1], offset: 8>, 1>, memref<5x8xf32, strided<[24, 1], offset: 16>, 1>, memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
          ^bb0(%e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32, %e_25: f32, %e_26: f32, %e_27: f32, %e_28: f32, %e_29: f32):
          %x_30 = arith.addf %e_15, %e_16 : f32
          %x_31 = arith.constant 1.0 : f32
          %x_32 = arith.subf %x_31, %e_19 : f32
          %x_33 = arith.mulf %x_30, %x_32 : f32
          %x_34 = arith.constant 1.0 : f32
          %x_35 = arith.mulf %e_20, %e_20 : f32
          %x_36 = arith.subf %x_34, %x_35 : f32
          %x_37 = arith.mulf %x_33, %x_36 : f32
          %x_38 = arith.subf %e_17, %e_20 : f32
          %x_39 = arith.constant 1.0 : f32
          %x_40 = arith.subf %x_39, %e_19 : f32
          %x_41 = arith.mulf %x_38, %x_40 : f32
          %x_42 = arith.mulf %x_30, %x_41 : f32
          %x_43 = arith.mulf %x_37, %e_21 : f32
          %x_44 = arith.constant 1.0 : f32
          %x_45 = arith.subf %x_44, %e_18 : f32
          %x_46 = arith.mulf %e_18, %x_45 : f32
          %x_47 = arith.mulf %x_43, %x_46 : f32
          %x_48 = arith.mulf %x_37, %e_18 : f32
          %x_49 = arith.mulf %x_30, %e_19 : f32
          %x_50 = arith.constant 0.0 : f32
          %x_51 = arith.addf %e_29, %x_49 : f32
          linalg.yield %x_47, %x_42, %x_37, %x_47, %x_42, %x_48, %x_48, %x_51 : f32, f32, f32, f32, f32, f32, f32, f32
        }
        %t16 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t17 = affine.apply affine_map<(d0, d1) -> (d0 * 300 + d1)>(%t, %j)
        %t18 = memref.reinterpret_cast %GX to offset: [%t17], sizes: [5, 3, %t16], strides: [60, 20, 1] : memref<900xf32> to memref<5x3x?xf32, strided<[60, 20, 1], offset: ?>>
        "npu.dma_store"(%input_grads, %t18) : (memref<5x3x8xf32, 1>, memref<5x3x?xf32, strided<[60, 20, 1], offset: ?>>) -> ()
        %t19 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t20 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t21 = memref.reinterpret_cast %GN to offset: [%t20], sizes: [5, %t19], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%own_grads, %t21) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
        %part_52 = memref.subview %weights[0, %j, 0] [3, 8, 24] [1, 1, 1] : memref<3x24x24xf32, 1> to memref<3x8x24xf32, strided<[576, 24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, k, g, j) -> (b, g, j)>, affine_map<(b, k, g, j) -> (g, j, k)>, affine_map<(b, k, g, j) -> (b, k)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%hidden_grads, %part_52 : memref<5x3x8xf32, 1>, memref<3x8x24xf32, strided<[576, 24, 1], offset: ?>, 1>) outs(%sums : memref<5x24xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<5x24xf32, 1>) outs(%state_grads : memref<5x24xf32, 1>) {
        ^bb0(%e_53: f32, %e_54: f32):
        linalg.yield %e_53 : f32
      }
    }
    affine.for %j = 0 to 20 step 8 {
      %part_55 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_55 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) outs(%edge : memref<5x8xf32, 1>) {
        ^bb0(%e_56: f32, %e_57: f32):
        linalg.yield %e_56 : f32
      }
      %t22 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t23 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t24 = memref.reinterpret_cast %GH0 to offset: [%t23], sizes: [5, %t22], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%edge, %t24) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
