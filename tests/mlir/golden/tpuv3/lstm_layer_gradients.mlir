// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<1200xf32>, %W: memref<1600xf32>, %H0: memref<100xf32>, %C0: memref<100xf32>, %Y: memref<300xf32>, %HN: memref<100xf32>, %CN: memref<100xf32>, %C: memref<400xf32>, %A: memref<1200xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %j = arith.constant 0 : index
  %t5 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x20x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x20xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [4, 20, 20], strides: [400, 20, 1] : memref<1600xf32> to memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<4x20x20xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t2, %output) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    %t3 = memref.reinterpret_cast %C0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t3, %carried_part) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<5x20xf32, 1>) outs(%carried : memref<5x20xf32, 1>) {
      ^bb0(%e_0: f32, %e_1: f32):
      linalg.yield %e_0 : f32
    }
    %t4 = memref.reinterpret_cast %C to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<400xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%carried_part, %t4) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
    affine.for %s = 0 to 3 step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      %t6 = affine.apply affine_map<(d0) -> (d0 * 400)>(%t)
      %t7 = memref.reinterpret_cast %X to offset: [%t6], sizes: [5, 4, 20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>
      "npu.dma_load"(%t7, %inputs) : (memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x20xf32, 1>) -> ()
      %t8 = arith.constant 0.0 : f32
      linalg.fill ins(%t8 : f32) outs(%sums : memref<5x4x20xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%output, %weights : memref<5x20xf32, 1>, memref<4x20x20xf32, 1>) outs(%sums : memref<5x4x20xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      %part_2 = memref.subview %inputs[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_3 = memref.subview %inputs[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_4 = memref.subview %inputs[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_5 = memref.subview %inputs[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      %part_6 = memref.subview %sums[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_7 = memref.subview %sums[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_8 = memref.subview %sums[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_9 = memref.subview %sums[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      %part_10 = memref.subview %kept[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_11 = memref.subview %kept[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_12 = memref.subview %kept[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_13 = memref.subview %kept[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_2, %part_3, %part_4, %part_5, %part_6, %part_7, %part_8, %part_9 : memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>, memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>) outs(%output, %carried, %carried_part, %part_10, %part_11, %part_12, %part_13 : memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>) {
        ^bb0(%e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32, %e_25: f32, %e_26: f32, %e_27: f32, %e_28: f32):
        %x_29 = arith.addf %e_14, %e_18 : f32
        %x_30 = arith.addf %e_15, %e_19 : f32
        %x_31 = arith.addf %e_16, %e_20 : f32
        %x_32 = arith.addf %e_17, %e_21 : f32
        %x_33 = arith.constant 1.0 : f32
        %x_34 = arith.negf %x_29 : f32
        %x_35 = math.exp %x_34 : f32
        %x_36 = arith.addf %x_33, %x_35 : f32
        %x_37 = arith.divf %x_33, %x_36 : f32
        %x_38 = arith.constant 1.0 : f32
        %x_39 = arith.negf %x_30 : f32
        %x_40 = math.exp %x_39 : f32
        %x_41 = arith.addf %x_38, %x_40 : f32
        %x_42 = arith.divf %x_38, %x_41 : f32
        %x_43 = math.tanh %x_31 : f32
        %x_44 = arith.constant 1.0 : f32
        %x_45 = arith.negf %x_32 : f32
        %x_46 = math.exp %x_45 : f32
        %x_47 = arith.addf %x_44, %x_46 : f32
        %x_48 = arith.divf %x_44, %x_47 : f32
        %x_49 = arith.mulf %x_42, %e_23 : f32
        %x_50 = arith.mulf %x_37, %x_43 : f32
        %x_51 = arith.addf %x_49, %x_50 : f32
        %x_52 = math.tanh %x_51 : f32
        %x_53 = arith.mulf %x_48, %x_52 : f32
        linalg.yield %x_53, %x_51, %x_51, %x_37, %x_42, %x_43, %x_48 : f32, f32, f32, f32, f32, f32, f32
      }
      %t9 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t10 = memref.reinterpret_cast %Y to offset: [%t9], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%output, %t10) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: ?>>) -> ()
      %t11 = affine.apply affine_map<(d0) -> (d0 * 100 + 100)>(%s)
      %t12 = memref.reinterpret_cast %C to offset: [%t11], sizes: [5, 20], strides: [20, 1] : memref<400xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%carried_part, %t12) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: ?>>) -> ()
      %t13 = affine.apply affine_map<(d0) -> (d0 * 400)>(%s)
      %t14 = memref.reinterpret_cast %A to offset: [%t13], sizes: [5, 4, 20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>
      "npu.dma_store"(%kept, %t14) : (memref<5x4x20xf32, 1>, memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>) -> ()
    }
    %t15 = memref.reinterpret_cast %HN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%output, %t15) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried : memref<5x20xf32, 1>) outs(%carried_part : memref<5x20xf32, 1>) {
      ^bb0(%e_54: f32, %e_55: f32):
      linalg.yield %e_54 : f32
    }
    %t16 = memref.reinterpret_cast %CN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%carried_part, %t16) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
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
  %j = arith.constant 0 : index
  %t4 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x20x20xf32, 1>
  %output_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %input_grads = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  %state_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %edge = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %kept = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x20xf32, 1>
  %before = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %after = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %carried_grads = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x20xf32, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [4, 20, 20], strides: [400, 20, 1] : memref<1600xf32> to memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<4x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<4x20x20xf32, 1>) -> ()
    %t2 = arith.constant 0.0 : f32
    linalg.fill ins(%t2 : f32) outs(%edge : memref<5x20xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x20xf32, 1>) outs(%state_grads : memref<5x20xf32, 1>) {
      ^bb0(%e_0: f32, %e_1: f32):
      linalg.yield %e_0 : f32
    }
    %t3 = arith.constant 0.0 : f32
    linalg.fill ins(%t3 : f32) outs(%edge : memref<5x20xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%edge : memref<5x20xf32, 1>) outs(%carried_grads : memref<5x20xf32, 1>) {
      ^bb0(%e_2: f32, %e_3: f32):
      linalg.yield %e_2 : f32
    }
    affine.for %q = 0 to 3 step 1 {
      %s = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t4]
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%q)[%t4]
      %t5 = arith.constant 0.0 : f32
      linalg.fill ins(%t5 : f32) outs(%sums : memref<5x20xf32, 1>)
      %t6 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t7 = memref.reinterpret_cast %GY to offset: [%t6], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t7, %output_grads) : (memref<5x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
      %t8 = affine.apply affine_map<(d0) -> (d0 * 400)>(%s)
      %t9 = memref.reinterpret_cast %A to offset: [%t8], sizes: [5, 4, 20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>
      "npu.dma_load"(%t9, %kept) : (memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x20xf32, 1>) -> ()
      %t10 = affine.apply affine_map<(d0) -> (d0 * 100)>(%s)
      %t11 = memref.reinterpret_cast %C to offset: [%t10], sizes: [5, 20], strides: [20, 1] : memref<400xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t11, %before) : (memref<5x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
      %t12 = affine.apply affine_map<(d0) -> (d0 * 100 + 100)>(%s)
      %t13 = memref.reinterpret_cast %C to offset: [%t12], sizes: [5, 20], strides: [20, 1] : memref<400xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t13, %after) : (memref<5x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
      %part_4 = memref.subview %kept[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_5 = memref.subview %kept[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_6 = memref.subview %kept[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_7 = memref.subview %kept[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      %part_8 = memref.subview %input_grads[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1]>, 1>
      %part_9 = memref.subview %input_grads[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 20>, 1>
      %part_10 = memref.subview %input_grads[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 40>, 1>
      %part_11 = memref.subview %input_grads[0, 3, 0] [5, 1, 20] [1, 1, 1] : memref<5x4x20xf32, 1> to memref<5x20xf32, strided<[80, 1], offset: 60>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%output_grads, %state_grads, %before, %after, %part_4, %part_5, %part_6, %part_7 : memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>) outs(%part_8, %part_9, %part_10, %part_11, %carried_grads : memref<5x20xf32, strided<[80, 1]>, 1>, memref<5x20xf32, strided<[80, 1], offset: 20>, 1>, memref<5x20xf32, strided<[80, 1], offset: 40>, 1>, memref<5x20xf32, strided<[80, 1], offset: 60>, 1>, memref<5x20xf32, 1>) {
        ^bb0(%e_12: f32, %e_13: f32, %e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32):
        %x_25 = arith.addf %e_12, %e_13 : f32
        %x_26 = math.tanh %e_15 : f32
        %x_27 = arith.mulf %x_25, %e_19 : f32
        %x_28 = arith.constant 1.0 : f32
        %x_29 = arith.mulf %x_26, %x_26 : f32
        %x_30 = arith.subf %x_28, %x_29 : f32
        %x_31 = arith.mulf %x_27, %x_30 : f32
        %x_32 = arith.addf %e_24, %x_31 : f32
        %x_33 = arith.mulf %x_32, %e_18 : f32
        %x_34 = arith.constant 1.0 : f32
        %x_35 = arith.subf %x_34, %e_16 : f32
        %x_36 = arith.mulf %e_16, %x_35 : f32
        %x_37 = arith.mulf %x_33, %x_36 : f32
        %x_38 = arith.mulf %x_32, %e_14 : f32
        %x_39 = arith.constant 1.0 : f32
        %x_40 = arith.subf %x_39, %e_17 : f32
        %x_41 = arith.mulf %e_17, %x_40 : f32
        %x_42 = arith.mulf %x_38, %x_41 : f32
        %x_43 = arith.mulf %x_32, %e_16 : f32
        %x_44 = arith.constant 1.0 : f32
        %x_45 = arith.mulf %e_18, %e_18 : f32
        %x_46 = arith.subf %x_44, %x_45 : f32
        %x_47 = arith.mulf %x_43, %x_46 : f32
        %x_48 = arith.mulf %x_25, %x_26 : f32
        %x_49 = arith.constant 1.0 : f32
        %x_50 = arith.subf %x_49, %e_19 : f32
        %x_51 = arith.mulf %e_19, %x_50 : f32
        %x_52 = arith.mulf %x_48, %x_51 : f32
        %x_53 = arith.mulf %x_32, %e_17 : f32
        %x_54 = arith.constant 0.0 : f32
        linalg.yield %x_37, %x_42, %x_47, %x_52, %x_53 : f32, f32, f32, f32, f32
      }
      %t14 = affine.apply affine_map<(d0) -> (d0 * 400)>(%t)
      %t15 = memref.reinterpret_cast %GX to offset: [%t14], sizes: [5, 4, 20], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>
      "npu.dma_store"(%input_grads, %t15) : (memref<5x4x20xf32, 1>, memref<5x4x20xf32, strided<[80, 20, 1], offset: ?>>) -> ()
      linalg.generic {indexing_maps = [affine_map<(b, k, g, j) -> (b, g, j)>, affine_map<(b, k, g, j) -> (g, j, k)>, affine_map<(b, k, g, j) -> (b, k)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%input_grads, %weights : memref<5x4x20xf32, 1>, memref<4x20x20xf32, 1>) outs(%sums : memref<5x20xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<5x20xf32, 1>) outs(%state_grads : memref<5x20xf32, 1>) {
        ^bb0(%e_55: f32, %e_56: f32):
        linalg.yield %e_55 : f32
      }
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%state_grads : memref<5x20xf32, 1>) outs(%edge : memref<5x20xf32, 1>) {
      ^bb0(%e_57: f32, %e_58: f32):
      linalg.yield %e_57 : f32
    }
    %t16 = memref.reinterpret_cast %GH0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%edge, %t16) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_grads : memref<5x20xf32, 1>) outs(%edge : memref<5x20xf32, 1>) {
      ^bb0(%e_59: f32, %e_60: f32):
      linalg.yield %e_59 : f32
    }
    %t17 = memref.reinterpret_cast %GC0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%edge, %t17) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_mm_cat: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_cat
(%A: memref<1200xf32>, %in_ptr1: memref<100xf32>, %in_ptr2: memref<300xf32>, %Y: memref<1600xf32>) {
  %p0_c3 = arith.constant 3 : index
  %p0_k = arith.constant 1 : i32
  %p0_cst = arith.constant 0.0 : f32
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<5x32xf32, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x5x32xf32, 1>
  %ec20 = arith.constant 20 : index
  %ecm1 = arith.constant -1 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x80xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<80x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<80x32xf32, 1>
  affine.for %k = 0 to 15 step 80 {
    affine.for %m = 0 to 80 step 80 {
      %t1 = memref.reinterpret_cast %A to offset: [0], sizes: [15, 80], strides: [80, 1] : memref<1200xf32> to memref<15x80xf32, strided<[80, 1], offset: 0>>
      "npu.dma_load"(%t1, %A_tile) : (memref<15x80xf32, strided<[80, 1], offset: 0>>, memref<80x80xf32, 1>) -> ()
      affine.for %n = 0 to 20 step 32 {
        %t2 = arith.constant 0.0 : f32
        linalg.fill ins(%t2 : f32) outs(%accumulator : memref<80x32xf32, 1>)
        %p0_groups = memref.expand_shape %B_tile [[0, 1], [2]] output_shape [16, 5, 32] : memref<80x32xf32, 1> into memref<16x5x32xf32, 1>
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x32xf32, 1>) -> ()
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [2, 5, 20], strides: [100, 20, 1] : memref<300xf32> to memref<2x5x20xf32, strided<[100, 20, 1], offset: 0>>
        %p0_part = memref.subview %p0_t_1[1, 0, 0] [15, 5, 32] [1, 1, 1] : memref<16x5x32xf32, 1> to memref<15x5x32xf32, strided<[160, 32, 1], offset: 160>, 1>
        "npu.dma_load"(%p0_view_1, %p0_part) {pad_around = true} : (memref<2x5x20xf32, strided<[100, 20, 1], offset: 0>>, memref<15x5x32xf32, strided<[160, 32, 1], offset: 160>, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t, %p0_t_1 : memref<5x32xf32, 1>, memref<16x5x32xf32, 1>) outs(%p0_groups : memref<16x5x32xf32, 1>) {
          ^bb0(%p0_a: f32, %p0_a_1: f32, %p0_o: f32):
          %p0_at = linalg.index 0 : index
          %p0_inside = arith.cmpi slt, %p0_at, %p0_c3 : index
          %p0_i = arith.index_cast %p0_at : index to i32
          %p0_lt = arith.cmpi slt, %p0_i, %p0_k : i32
          %p0_sel = arith.select %p0_lt, %p0_a, %p0_a_1 : f32  // where
          %p0_sel_1 = arith.select %p0_inside, %p0_sel, %p0_cst : f32  // where
          linalg.yield %p0_sel_1 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<80x80xf32, 1>, memref<80x32xf32, 1>) outs(%accumulator : memref<80x32xf32, 1>) {
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
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [80, %en_P1], strides: [20, 1] : memref<1600xf32> to memref<80x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<80x32xf32, 1>, memref<80x?xf32, strided<[20, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
