// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<7200xf32>, %W: memref<360000xf32>, %H0: memref<900xf32>, %C0: memref<900xf32>, %Y: memref<1800xf32>, %HN: memref<900xf32>, %CN: memref<900xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t5 = arith.constant 2 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x16x300xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x16xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x16xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x300xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x304xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x304xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x16xf32, 1>
  affine.for %b = 0 to 3 step 3 {
    %t1 = memref.reinterpret_cast %H0 to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_load"(%t1, %state) : (memref<3x300xf32, strided<[300, 1], offset: 0>>, memref<3x300xf32, 1>) -> ()
    affine.for %j = 0 to 300 step 16 {
      %t2 = affine.min affine_map<(d0) -> (16, 300 - d0)>(%j)
      %t3 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t4 = memref.reinterpret_cast %C0 to offset: [%t3], sizes: [3, %t2], strides: [300, 1] : memref<900xf32> to memref<3x?xf32, strided<[300, 1], offset: ?>>
      "npu.dma_load"(%t4, %carried_part) : (memref<3x?xf32, strided<[300, 1], offset: ?>>, memref<3x16xf32, 1>) -> ()
      %part_0 = memref.subview %carried[0, %j] [3, 16] [1, 1] : memref<3x304xf32, 1> to memref<3x16xf32, strided<[304, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<3x16xf32, 1>) outs(%part_0 : memref<3x16xf32, strided<[304, 1], offset: ?>, 1>) {
        ^bb0(%e_1: f32, %e_2: f32):
        linalg.yield %e_1 : f32
      }
    }
    affine.for %s = 0 to 2 step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      affine.for %j = 0 to 300 step 16 {
        %t6 = affine.min affine_map<(d0) -> (16, 300 - d0)>(%j)
        %t7 = affine.apply affine_map<(d0, d1) -> (d0 * 3600 + d1)>(%t, %j)
        %t8 = memref.reinterpret_cast %X to offset: [%t7], sizes: [3, 4, %t6], strides: [1200, 300, 1] : memref<7200xf32> to memref<3x4x?xf32, strided<[1200, 300, 1], offset: ?>>
        "npu.dma_load"(%t8, %inputs) : (memref<3x4x?xf32, strided<[1200, 300, 1], offset: ?>>, memref<3x4x16xf32, 1>) -> ()
        %t9 = affine.min affine_map<(d0) -> (16, 300 - d0)>(%j)
        %t10 = affine.apply affine_map<(d0) -> (d0 * 300)>(%j)
        %t11 = memref.reinterpret_cast %W to offset: [%t10], sizes: [4, %t9, 300], strides: [90000, 300, 1] : memref<360000xf32> to memref<4x?x300xf32, strided<[90000, 300, 1], offset: ?>>
        "npu.dma_load"(%t11, %weights) : (memref<4x?x300xf32, strided<[90000, 300, 1], offset: ?>>, memref<4x16x300xf32, 1>) -> ()
        %t12 = arith.constant 0.0 : f32
        linalg.fill ins(%t12 : f32) outs(%sums : memref<3x4x16xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%state, %weights : memref<3x300xf32, 1>, memref<4x16x300xf32, 1>) outs(%sums : memref<3x4x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %part_3 = memref.subview %inputs[0, 0, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1]>, 1>
        %part_4 = memref.subview %inputs[0, 1, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 16>, 1>
        %part_5 = memref.subview %inputs[0, 2, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 32>, 1>
        %part_6 = memref.subview %inputs[0, 3, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 48>, 1>
        %part_7 = memref.subview %sums[0, 0, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1]>, 1>
        %part_8 = memref.subview %sums[0, 1, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 16>, 1>
        %part_9 = memref.subview %sums[0, 2, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 32>, 1>
        %part_10 = memref.subview %sums[0, 3, 0] [3, 1, 16] [1, 1, 1] : memref<3x4x16xf32, 1> to memref<3x16xf32, strided<[64, 1], offset: 48>, 1>
        %part_11 = memref.subview %next[0, %j] [3, 16] [1, 1] : memref<3x304xf32, 1> to memref<3x16xf32, strided<[304, 1], offset: ?>, 1>
        %part_12 = memref.subview %carried[0, %j] [3, 16] [1, 1] : memref<3x304xf32, 1> to memref<3x16xf32, strided<[304, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_3, %part_4, %part_5, %part_6, %part_7, %part_8, %part_9, %part_10 : memref<3x16xf32, strided<[64, 1]>, 1>, memref<3x16xf32, strided<[64, 1], offset: 16>, 1>, memref<3x16xf32, strided<[64, 1], offset: 32>, 1>, memref<3x16xf32, strided<[64, 1], offset: 48>, 1>, memref<3x16xf32, strided<[64, 1]>, 1>, memref<3x16xf32, strided<[64, 1], offset: 16>, 1>, memref<3x16xf32, strided<[64, 1], offset: 32>, 1>, memref<3x16xf32, strided<[64, 1], offset: 48>, 1>) outs(%output, %part_11, %part_12 : memref<3x16xf32, 1>, memref<3x16xf32, strided<[304, 1], offset: ?>, 1>, memref<3x16xf32, strided<[304, 1], offset: ?>, 1>) {
          ^bb0(%e_13: f32, %e_14: f32, %e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: f32, %e_23: f32):
          %x_24 = arith.addf %e_13, %e_17 : f32
          %x_25 = arith.addf %e_14, %e_18 : f32
          %x_26 = arith.addf %e_15, %e_19 : f32
          %x_27 = arith.addf %e_16, %e_20 : f32
          %x_28 = arith.constant 1.0 : f32
          %x_29 = arith.negf %x_24 : f32
          %x_30 = math.exp %x_29 : f32
          %x_31 = arith.addf %x_28, %x_30 : f32
          %x_32 = arith.divf %x_28, %x_31 : f32
          %x_33 = arith.constant 1.0 : f32
          %x_34 = arith.negf %x_25 : f32
          %x_35 = math.exp %x_34 : f32
          %x_36 = arith.addf %x_33, %x_35 : f32
          %x_37 = arith.divf %x_33, %x_36 : f32
          %x_38 = math.tanh %x_26 : f32
          %x_39 = arith.constant 1.0 : f32
          %x_40 = arith.negf %x_27 : f32
          %x_41 = math.exp %x_40 : f32
          %x_42 = arith.addf %x_39, %x_41 : f32
          %x_43 = arith.divf %x_39, %x_42 : f32
          %x_44 = arith.mulf %x_37, %e_23 : f32
          %x_45 = arith.mulf %x_32, %x_38 : f32
          %x_46 = arith.addf %x_44, %x_45 : f32
          %x_47 = math.tanh %x_46 : f32
          %x_48 = arith.mulf %x_43, %x_47 : f32
          linalg.yield %x_48, %x_48, %x_46 : f32, f32, f32
        }
        %t13 = affine.min affine_map<(d0) -> (16, 300 - d0)>(%j)
        %t14 = affine.apply affine_map<(d0, d1) -> (d0 * 900 + d1)>(%t, %j)
        %t15 = memref.reinterpret_cast %Y to offset: [%t14], sizes: [3, %t13], strides: [300, 1] : memref<1800xf32> to memref<3x?xf32, strided<[300, 1], offset: ?>>
        "npu.dma_store"(%output, %t15) : (memref<3x16xf32, 1>, memref<3x?xf32, strided<[300, 1], offset: ?>>) -> ()
      }
      %part_49 = memref.subview %next[0, 0] [3, 300] [1, 1] : memref<3x304xf32, 1> to memref<3x300xf32, strided<[304, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<3x300xf32, strided<[304, 1]>, 1>) outs(%state : memref<3x300xf32, 1>) {
        ^bb0(%e_50: f32, %e_51: f32):
        linalg.yield %e_50 : f32
      }
    }
    %t16 = memref.reinterpret_cast %HN to offset: [0], sizes: [3, 300], strides: [300, 1] : memref<900xf32> to memref<3x300xf32, strided<[300, 1], offset: 0>>
    "npu.dma_store"(%state, %t16) : (memref<3x300xf32, 1>, memref<3x300xf32, strided<[300, 1], offset: 0>>) -> ()
    affine.for %j = 0 to 300 step 16 {
      %part_52 = memref.subview %carried[0, %j] [3, 16] [1, 1] : memref<3x304xf32, 1> to memref<3x16xf32, strided<[304, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_52 : memref<3x16xf32, strided<[304, 1], offset: ?>, 1>) outs(%carried_part : memref<3x16xf32, 1>) {
        ^bb0(%e_53: f32, %e_54: f32):
        linalg.yield %e_53 : f32
      }
      %t17 = affine.min affine_map<(d0) -> (16, 300 - d0)>(%j)
      %t18 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t19 = memref.reinterpret_cast %CN to offset: [%t18], sizes: [3, %t17], strides: [300, 1] : memref<900xf32> to memref<3x?xf32, strided<[300, 1], offset: ?>>
      "npu.dma_store"(%carried_part, %t19) : (memref<3x16xf32, 1>, memref<3x?xf32, strided<[300, 1], offset: ?>>) -> ()
    }
  } {npu.parallel}
  return
}
