// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<1200xf32>, %W: memref<1600xf32>, %H0: memref<100xf32>, %C0: memref<100xf32>, %Y: memref<300xf32>, %HN: memref<100xf32>, %CN: memref<100xf32>, %C: memref<400xf32>, %A: memref<1200xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t9 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x24x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [4, 20, 20], strides: [400, 20, 1] : memref<1600xf32> to memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<4x24x20xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t2, %state) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %t3 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t4 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t5 = memref.reinterpret_cast %C0 to offset: [%t4], sizes: [5, %t3], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t5, %carried_part) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
      %part_0 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<5x8xf32, 1>) outs(%part_0 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_1: f32, %e_2: f32):
        linalg.yield %e_1 : f32
      }
      %t6 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t7 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t8 = memref.reinterpret_cast %C to offset: [%t7], sizes: [5, %t6], strides: [20, 1] : memref<400xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%carried_part, %t8) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
    }
    affine.for %s = 0 to 3 step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      affine.for %j = 0 to 20 step 8 {
        %t10 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t11 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%t, %j)
        %t12 = memref.reinterpret_cast %X to offset: [%t11], sizes: [5, 4, %t10], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_load"(%t12, %inputs) : (memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x8xf32, 1>) -> ()
        %t13 = arith.constant 0.0 : f32
        linalg.fill ins(%t13 : f32) outs(%sums : memref<5x4x8xf32, 1>)
        %part_3 = memref.subview %weights[0, %j, 0] [4, 8, 20] [1, 1, 1] : memref<4x24x20xf32, 1> to memref<4x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%state, %part_3 : memref<5x20xf32, 1>, memref<4x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>) outs(%sums : memref<5x4x8xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %part_4 = memref.subview %inputs[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_5 = memref.subview %inputs[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_6 = memref.subview %inputs[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_7 = memref.subview %inputs[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        %part_8 = memref.subview %sums[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_9 = memref.subview %sums[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_10 = memref.subview %sums[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_11 = memref.subview %sums[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        %part_12 = memref.subview %next[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        %part_13 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        %part_14 = memref.subview %kept[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_15 = memref.subview %kept[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_16 = memref.subview %kept[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_17 = memref.subview %kept[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_4, %part_5, %part_6, %part_7, %part_8, %part_9, %part_10, %part_11 : memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>, memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>) outs(%output, %part_12, %part_13, %carried_part, %part_14, %part_15, %part_16, %part_17 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, 1>, memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>) {
          ^bb0(%e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32, %e_25: f32, %e_26: f32, %e_27: f32, %e_28: f32, %e_29: f32, %e_30: f32, %e_31: f32, %e_32: f32, %e_33: f32):
          %x_34 = arith.addf %e_18, %e_22 : f32
          %x_35 = arith.addf %e_19, %e_23 : f32
          %x_36 = arith.addf %e_20, %e_24 : f32
          %x_37 = arith.addf %e_21, %e_25 : f32
          %x_38 = arith.constant 1.0 : f32
          %x_39 = arith.negf %x_34 : f32
          %x_40 = math.exp %x_39 : f32
          %x_41 = arith.addf %x_38, %x_40 : f32
          %x_42 = arith.divf %x_38, %x_41 : f32
          %x_43 = arith.constant 1.0 : f32
          %x_44 = arith.negf %x_35 : f32
          %x_45 = math.exp %x_44 : f32
          %x_46 = arith.addf %x_43, %x_45 : f32
          %x_47 = arith.divf %x_43, %x_46 : f32
          %x_48 = math.tanh %x_36 : f32
          %x_49 = arith.constant 1.0 : f32
          %x_50 = arith.negf %x_37 : f32
          %x_51 = math.exp %x_50 : f32
          %x_52 = arith.addf %x_49, %x_51 : f32
          %x_53 = arith.divf %x_49, %x_52 : f32
          %x_54 = arith.mulf %x_47, %e_28 : f32
          %x_55 = arith.mulf %x_42, %x_48 : f32
          %x_56 = arith.addf %x_54, %x_55 : f32
          %x_57 = math.tanh %x_56 : f32
          %x_58 = arith.mulf %x_53, %x_57 : f32
          linalg.yield %x_58, %x_58, %x_56, %x_56, %x_42, %x_47, %x_48, %x_53 : f32, f32, f32, f32, f32, f32, f32, f32
        }
        %t14 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t15 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t16 = memref.reinterpret_cast %Y to offset: [%t15], sizes: [5, %t14], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%output, %t16) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
        %t17 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t18 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1 + 100)>(%s, %j)
        %t19 = memref.reinterpret_cast %C to offset: [%t18], sizes: [5, %t17], strides: [20, 1] : memref<400xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%carried_part, %t19) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
        %t20 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t21 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%s, %j)
        %t22 = memref.reinterpret_cast %A to offset: [%t21], sizes: [5, 4, %t20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_store"(%kept, %t22) : (memref<5x4x8xf32, 1>, memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>) -> ()
      }
      %part_59 = memref.subview %next[0, 0] [5, 20] [1, 1] : memref<5x24xf32, 1> to memref<5x20xf32, strided<[24, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_59 : memref<5x20xf32, strided<[24, 1]>, 1>) outs(%state : memref<5x20xf32, 1>) {
        ^bb0(%e_60: f32, %e_61: f32):
        linalg.yield %e_60 : f32
      }
    }
    %t23 = memref.reinterpret_cast %HN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%state, %t23) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %part_62 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_62 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) outs(%carried_part : memref<5x8xf32, 1>) {
        ^bb0(%e_63: f32, %e_64: f32):
        linalg.yield %e_63 : f32
      }
      %t24 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t25 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t26 = memref.reinterpret_cast %CN to offset: [%t25], sizes: [5, %t24], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%carried_part, %t26) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_recurrent_backward: template, template MLIRRecurrentBackwardTemplate, mapping default
func.func @npu_fused_recurrent_backward (%W: memref<1600xf32>, %GY: memref<300xf32>, %C: memref<400xf32>, %A: memref<1200xf32>, %GX: memref<1200xf32>, %GH0: memref<100xf32>, %GC0: memref<100xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t4 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x24x24xf32, 1>
  %output_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %input_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %state_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x24xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x24xf32, 1>
  %edge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %before = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %after = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %carried_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [4, 20, 20], strides: [400, 20, 1] : memref<1600xf32> to memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<4x24x24xf32, 1>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %t2 = arith.constant 0.0 : f32
      linalg.fill ins(%t2 : f32) outs(%edge : memref<5x8xf32, 1>)
      %part_0 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x8xf32, 1>) outs(%part_0 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_1: f32, %e_2: f32):
        linalg.yield %e_1 : f32
      }
      %t3 = arith.constant 0.0 : f32
      linalg.fill ins(%t3 : f32) outs(%edge : memref<5x8xf32, 1>)
      %part_3 = memref.subview %carried_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x8xf32, 1>) outs(%part_3 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_4: f32, %e_5: f32):
        linalg.yield %e_4 : f32
      }
    }
    affine.for %q = 0 to 3 step 1 {
      %s = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t4]
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t4]
      %t5 = arith.constant 0.0 : f32
      linalg.fill ins(%t5 : f32) outs(%sums : memref<5x24xf32, 1>)
      affine.for %j = 0 to 20 step 8 {
        %t6 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t7 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t8 = memref.reinterpret_cast %GY to offset: [%t7], sizes: [5, %t6], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t8, %output_grads) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
        %t9 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t10 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%s, %j)
        %t11 = memref.reinterpret_cast %A to offset: [%t10], sizes: [5, 4, %t9], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_load"(%t11, %kept) : (memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x8xf32, 1>) -> ()
        %t12 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t13 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%s, %j)
        %t14 = memref.reinterpret_cast %C to offset: [%t13], sizes: [5, %t12], strides: [20, 1] : memref<400xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t14, %before) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
        %t15 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t16 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1 + 100)>(%s, %j)
        %t17 = memref.reinterpret_cast %C to offset: [%t16], sizes: [5, %t15], strides: [20, 1] : memref<400xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_load"(%t17, %after) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
        %part_6 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        %part_7 = memref.subview %kept[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_8 = memref.subview %kept[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_9 = memref.subview %kept[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_10 = memref.subview %kept[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        %part_11 = memref.subview %input_grads[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1]>, 1>
        %part_12 = memref.subview %input_grads[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 8>, 1>
        %part_13 = memref.subview %input_grads[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 16>, 1>
        %part_14 = memref.subview %input_grads[0, 3, 0] [5, 1, 8] [1, 1, 1] : memref<5x4x8xf32, 1> to memref<5x8xf32, strided<[32, 1], offset: 24>, 1>
        %part_15 = memref.subview %carried_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%output_grads, %part_6, %before, %after, %part_7, %part_8, %part_9, %part_10 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, 1>, memref<5x8xf32, 1>, memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>) outs(%part_11, %part_12, %part_13, %part_14, %part_15 : memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
          ^bb0(%e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32, %e_25: f32, %e_26: f32, %e_27: f32, %e_28: f32):
          %x_29 = arith.addf %e_16, %e_17 : f32
          %x_30 = math.tanh %e_19 : f32
          %x_31 = arith.mulf %x_29, %e_23 : f32
          %x_32 = arith.constant 1.0 : f32
          %x_33 = arith.mulf %x_30, %x_30 : f32
          %x_34 = arith.subf %x_32, %x_33 : f32
          %x_35 = arith.mulf %x_31, %x_34 : f32
          %x_36 = arith.addf %e_28, %x_35 : f32
          %x_37 = arith.mulf %x_36, %e_22 : f32
          %x_38 = arith.constant 1.0 : f32
          %x_39 = arith.subf %x_38, %e_20 : f32
          %x_40 = arith.mulf %e_20, %x_39 : f32
          %x_41 = arith.mulf %x_37, %x_40 : f32
          %x_42 = arith.mulf %x_36, %e_18 : f32
          %x_43 = arith.constant 1.0 : f32
          %x_44 = arith.subf %x_43, %e_21 : f32
          %x_45 = arith.mulf %e_21, %x_44 : f32
          %x_46 = arith.mulf %x_42, %x_45 : f32
          %x_47 = arith.mulf %x_36, %e_20 : f32
          %x_48 = arith.constant 1.0 : f32
          %x_49 = arith.mulf %e_22, %e_22 : f32
          %x_50 = arith.subf %x_48, %x_49 : f32
          %x_51 = arith.mulf %x_47, %x_50 : f32
          %x_52 = arith.mulf %x_29, %x_30 : f32
          %x_53 = arith.constant 1.0 : f32
          %x_54 = arith.subf %x_53, %e_23 : f32
          %x_55 = arith.mulf %e_23, %x_54 : f32
          %x_56 = arith.mulf %x_52, %x_55 : f32
          %x_57 = arith.mulf %x_36, %e_21 : f32
          %x_58 = arith.constant 0.0 : f32
          linalg.yield %x_41, %x_46, %x_51, %x_56, %x_57 : f32, f32, f32, f32, f32
        }
        %t18 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t19 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%t, %j)
        %t20 = memref.reinterpret_cast %GX to offset: [%t19], sizes: [5, 4, %t18], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_store"(%input_grads, %t20) : (memref<5x4x8xf32, 1>, memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>) -> ()
        %part_59 = memref.subview %weights[0, %j, 0] [4, 8, 24] [1, 1, 1] : memref<4x24x24xf32, 1> to memref<4x8x24xf32, strided<[576, 24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, k, g, j) -> (b, g, j)>, affine_map<(b, k, g, j) -> (g, j, k)>, affine_map<(b, k, g, j) -> (b, k)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%input_grads, %part_59 : memref<5x4x8xf32, 1>, memref<4x8x24xf32, strided<[576, 24, 1], offset: ?>, 1>) outs(%sums : memref<5x24xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<5x24xf32, 1>) outs(%state_grads : memref<5x24xf32, 1>) {
        ^bb0(%e_60: f32, %e_61: f32):
        linalg.yield %e_60 : f32
      }
    }
    affine.for %j = 0 to 20 step 8 {
      %part_62 = memref.subview %state_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_62 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) outs(%edge : memref<5x8xf32, 1>) {
        ^bb0(%e_63: f32, %e_64: f32):
        linalg.yield %e_63 : f32
      }
      %t21 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t22 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t23 = memref.reinterpret_cast %GH0 to offset: [%t22], sizes: [5, %t21], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%edge, %t23) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
      %part_65 = memref.subview %carried_grads[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_65 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) outs(%edge : memref<5x8xf32, 1>) {
        ^bb0(%e_66: f32, %e_67: f32):
        linalg.yield %e_66 : f32
      }
      %t24 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t25 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t26 = memref.reinterpret_cast %GC0 to offset: [%t25], sizes: [5, %t24], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%edge, %t26) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_cat: pointwise
func.func @npu_fused_cat(%in_ptr0: memref<100xf32>, %in_ptr1: memref<300xf32>, %out_ptr0: memref<300xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %c100 = arith.constant 100 : index
  %cm100 = arith.constant -100 : index
  %k = arith.constant 1 : i32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<112xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x112xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x112xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [100], strides: [1] : memref<100xf32> to memref<100xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<100xf32, strided<[1], offset: 0>>, memref<112xf32, 1>) -> ()
  scf.for %P0 = %c0 to %c3 step %c1 {
    %x = arith.maxsi %P0, %c1 : index
    %x_1 = arith.muli %x, %cm1 : index
    %x_2 = arith.addi %P0, %c1 : index
    %x_3 = arith.minsi %x_2, %c3 : index
    %x_4 = arith.addi %x_1, %x_3 : index
    %x_5 = arith.maxsi %x_4, %c0 : index
    %x_6 = arith.muli %P0, %cm1 : index
    %x_7 = arith.addi %x_6, %x : index
    %x_8 = arith.muli %x, %c100 : index
    %x_9 = arith.addi %x_8, %cm100 : index
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x_9], sizes: [%x_5, 100], strides: [100, 1] : memref<300xf32> to memref<?x100xf32, strided<[100, 1], offset: ?>>
    %part = memref.subview %t_1[%x_7, 0] [1, 112] [1, 1] : memref<1x112xf32, 1> to memref<1x112xf32, strided<[112, 1], offset: ?>, 1>
    "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<?x100xf32, strided<[100, 1], offset: ?>>, memref<1x112xf32, strided<[112, 1], offset: ?>, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<112xf32, 1>, memref<1x112xf32, 1>) outs(%out : memref<1x112xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %at = linalg.index 0 : index
        %at_1 = arith.addi %at, %P0 : index
        %i = arith.index_cast %at_1 : index to i32
        %lt = arith.cmpi slt, %i, %k : i32
        %sel = arith.select %lt, %a, %a_1 : f32  // where
        linalg.yield %sel : f32
    }
    %x_10 = arith.muli %P0, %c100 : index
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x_10], sizes: [1, 100], strides: [100, 1] : memref<300xf32> to memref<1x100xf32, strided<[100, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<1x112xf32, 1>, memref<1x100xf32, strided<[100, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<1200xf32>, %B: memref<300xf32>, %Y: memref<1600xf32>) {
  %ec20 = arith.constant 20 : index
  %ecm1 = arith.constant -1 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  affine.for %k = 0 to 15 step 16 {
    affine.for %n = 0 to 20 step 32 {
      %t1 = memref.reinterpret_cast %B to offset: [0], sizes: [15, 20], strides: [20, 1] : memref<300xf32> to memref<15x20xf32, strided<[20, 1], offset: 0>>
      "npu.dma_load"(%t1, %B_tile) : (memref<15x20xf32, strided<[20, 1], offset: 0>>, memref<16x32xf32, 1>) -> ()
      affine.for %m = 0 to 80 step 16 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<16x32xf32, 1>)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%m)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [15, 16], strides: [80, 1] : memref<1200xf32> to memref<15x16xf32, strided<[80, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<15x16xf32, strided<[80, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xf32, 1>, memref<16x32xf32, 1>) outs(%accumulator : memref<16x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec20 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %n, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec20 : index
        %en_P1 = arith.minsi %ex_3, %ec32 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [16, %en_P1], strides: [20, 1] : memref<1600xf32> to memref<16x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<16x32xf32, 1>, memref<16x?xf32, strided<[20, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
