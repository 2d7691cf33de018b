// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<1200xf32>, %W: memref<1600xf32>, %H0: memref<100xf32>, %C0: memref<100xf32>, %Y: memref<300xf32>, %HN: memref<100xf32>, %CN: memref<100xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t6 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<4x24x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x4x8xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
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
    }
    affine.for %s = 0 to 3 step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      affine.for %j = 0 to 20 step 8 {
        %t7 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 400 + d1)>(%t, %j)
        %t9 = memref.reinterpret_cast %X to offset: [%t8], sizes: [5, 4, %t7], strides: [80, 20, 1] : memref<1200xf32> to memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>
        "npu.dma_load"(%t9, %inputs) : (memref<5x4x?xf32, strided<[80, 20, 1], offset: ?>>, memref<5x4x8xf32, 1>) -> ()
        %t10 = arith.constant 0.0 : f32
        linalg.fill ins(%t10 : f32) outs(%sums : memref<5x4x8xf32, 1>)
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
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_4, %part_5, %part_6, %part_7, %part_8, %part_9, %part_10, %part_11 : memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>, memref<5x8xf32, strided<[32, 1]>, 1>, memref<5x8xf32, strided<[32, 1], offset: 8>, 1>, memref<5x8xf32, strided<[32, 1], offset: 16>, 1>, memref<5x8xf32, strided<[32, 1], offset: 24>, 1>) outs(%output, %part_12, %part_13 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
          ^bb0(%e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32, %e_24: f32):
          %x_25 = arith.addf %e_14, %e_18 : f32
          %x_26 = arith.addf %e_15, %e_19 : f32
          %x_27 = arith.addf %e_16, %e_20 : f32
          %x_28 = arith.addf %e_17, %e_21 : f32
          %x_29 = arith.constant 1.0 : f32
          %x_30 = arith.negf %x_25 : f32
          %x_31 = math.exp %x_30 : f32
          %x_32 = arith.addf %x_29, %x_31 : f32
          %x_33 = arith.divf %x_29, %x_32 : f32
          %x_34 = arith.constant 1.0 : f32
          %x_35 = arith.negf %x_26 : f32
          %x_36 = math.exp %x_35 : f32
          %x_37 = arith.addf %x_34, %x_36 : f32
          %x_38 = arith.divf %x_34, %x_37 : f32
          %x_39 = math.tanh %x_27 : f32
          %x_40 = arith.constant 1.0 : f32
          %x_41 = arith.negf %x_28 : f32
          %x_42 = math.exp %x_41 : f32
          %x_43 = arith.addf %x_40, %x_42 : f32
          %x_44 = arith.divf %x_40, %x_43 : f32
          %x_45 = arith.mulf %x_38, %e_24 : f32
          %x_46 = arith.mulf %x_33, %x_39 : f32
          %x_47 = arith.addf %x_45, %x_46 : f32
          %x_48 = math.tanh %x_47 : f32
          %x_49 = arith.mulf %x_44, %x_48 : f32
          linalg.yield %x_49, %x_49, %x_47 : f32, f32, f32
        }
        %t11 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t12 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t13 = memref.reinterpret_cast %Y to offset: [%t12], sizes: [5, %t11], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%output, %t13) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
      }
      %part_50 = memref.subview %next[0, 0] [5, 20] [1, 1] : memref<5x24xf32, 1> to memref<5x20xf32, strided<[24, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_50 : memref<5x20xf32, strided<[24, 1]>, 1>) outs(%state : memref<5x20xf32, 1>) {
        ^bb0(%e_51: f32, %e_52: f32):
        linalg.yield %e_51 : f32
      }
    }
    %t14 = memref.reinterpret_cast %HN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%state, %t14) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %part_53 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_53 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) outs(%carried_part : memref<5x8xf32, 1>) {
        ^bb0(%e_54: f32, %e_55: f32):
        linalg.yield %e_54 : f32
      }
      %t15 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t16 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t17 = memref.reinterpret_cast %CN to offset: [%t16], sizes: [5, %t15], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%carried_part, %t17) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
