// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<900xf32>, %W: memref<1200xf32>, %H0: memref<100xf32>, %BIAS: memref<20xf32>, %LENGTHS: memref<5xi64>, %Y: memref<300xf32>, %HN: memref<100xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %t10 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x24x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x8xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x8xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %bias = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5xi64, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [3, 20, 20], strides: [400, 20, 1] : memref<1200xf32> to memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<3x24x20xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t2, %state) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    %t3 = memref.reinterpret_cast %LENGTHS to offset: [0], sizes: [5], strides: [1] : memref<5xi64> to memref<5xi64, strided<[1], offset: 0>>
    "npu.dma_load"(%t3, %lengths) : (memref<5xi64, strided<[1], offset: 0>>, memref<5xi64, 1>) -> ()
    affine.for %j = 0 to 20 step 8 {
      %t4 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t5 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t6 = memref.reinterpret_cast %H0 to offset: [%t5], sizes: [5, %t4], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t6, %output) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
      %part_0 = memref.subview %next[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%output : memref<5x8xf32, 1>) outs(%part_0 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_1: f32, %e_2: f32):
        linalg.yield %e_1 : f32
      }
    }
    affine.for %j = 0 to 20 step 8 {
      %t7 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
      %t8 = affine.apply affine_map<(d0) -> (d0)>(%j)
      %t9 = memref.reinterpret_cast %H0 to offset: [%t8], sizes: [5, %t7], strides: [20, 1] : memref<100xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
      "npu.dma_load"(%t9, %carried_part) : (memref<5x?xf32, strided<[20, 1], offset: ?>>, memref<5x8xf32, 1>) -> ()
      %part_3 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<5x8xf32, 1>) outs(%part_3 : memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
        ^bb0(%e_4: f32, %e_5: f32):
        linalg.yield %e_4 : f32
      }
    }
    affine.for %s = 0 to 3 step 1 {
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%s)[%t10]
      affine.for %j = 0 to 20 step 8 {
        %t11 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t12 = affine.apply affine_map<(d0, d1) -> (d0 * 300 + d1)>(%t, %j)
        %t13 = memref.reinterpret_cast %X to offset: [%t12], sizes: [5, 3, %t11], strides: [60, 20, 1] : memref<900xf32> to memref<5x3x?xf32, strided<[60, 20, 1], offset: ?>>
        "npu.dma_load"(%t13, %inputs) : (memref<5x3x?xf32, strided<[60, 20, 1], offset: ?>>, memref<5x3x8xf32, 1>) -> ()
        %t14 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t15 = affine.apply affine_map<(d0) -> (d0)>(%j)
        %t16 = memref.reinterpret_cast %BIAS to offset: [%t15], sizes: [%t14], strides: [1] : memref<20xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t16, %bias) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
        %t17 = arith.constant 0.0 : f32
        linalg.fill ins(%t17 : f32) outs(%sums : memref<5x3x8xf32, 1>)
        %part_6 = memref.subview %weights[0, %j, 0] [3, 8, 20] [1, 1, 1] : memref<3x24x20xf32, 1> to memref<3x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%state, %part_6 : memref<5x20xf32, 1>, memref<3x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>) outs(%sums : memref<5x3x8xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %part_7 = memref.subview %inputs[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1]>, 1>
        %part_8 = memref.subview %inputs[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 8>, 1>
        %part_9 = memref.subview %inputs[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 16>, 1>
        %part_10 = memref.subview %sums[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1]>, 1>
        %part_11 = memref.subview %sums[0, 1, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 8>, 1>
        %part_12 = memref.subview %sums[0, 2, 0] [5, 1, 8] [1, 1, 1] : memref<5x3x8xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: 16>, 1>
        %part_13 = memref.subview %next[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        %part_14 = memref.subview %carried[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (j)>, affine_map<(b, j) -> (b)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_7, %part_8, %part_9, %part_10, %part_11, %part_12, %bias, %lengths : memref<5x8xf32, strided<[24, 1]>, 1>, memref<5x8xf32, strided<[24, 1], offset: 8>, 1>, memref<5x8xf32, strided<[24, 1], offset: 16>, 1>, memref<5x8xf32, strided<[24, 1]>, 1>, memref<5x8xf32, strided<[24, 1], offset: 8>, 1>, memref<5x8xf32, strided<[24, 1], offset: 16>, 1>, memref<8xf32, 1>, memref<5xi64, 1>) outs(%output, %part_13, %part_14 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
          ^bb0(%e_15: f32, %e_16: f32, %e_17: f32, %e_18: f32, %e_19: f32, %e_20: f32, %e_21: f32, %e_22: i64, %e_23: f32, %e_24: f32, %e_25: f32):
          %x_26 = arith.sitofp %e_22 : i64 to f32
          %x_27 = arith.addf %e_20, %e_21 : f32
          %x_28 = arith.addf %e_15, %e_18 : f32
          %x_29 = arith.constant 1.0 : f32
          %x_30 = arith.negf %x_28 : f32
          %x_31 = math.exp %x_30 : f32
          %x_32 = arith.addf %x_29, %x_31 : f32
          %x_33 = arith.divf %x_29, %x_32 : f32
          %x_34 = arith.addf %e_16, %e_19 : f32
          %x_35 = arith.constant 1.0 : f32
          %x_36 = arith.negf %x_34 : f32
          %x_37 = math.exp %x_36 : f32
          %x_38 = arith.addf %x_35, %x_37 : f32
          %x_39 = arith.divf %x_35, %x_38 : f32
          %x_40 = arith.mulf %x_33, %x_27 : f32
          %x_41 = arith.addf %e_17, %x_40 : f32
          %x_42 = math.tanh %x_41 : f32
          %x_43 = arith.subf %e_25, %x_42 : f32
          %x_44 = arith.mulf %x_43, %x_39 : f32
          %x_45 = arith.addf %x_44, %x_42 : f32
          %x_46 = arith.index_cast %t : index to i64
          %x_47 = arith.sitofp %x_46 : i64 to f32
          %x_48 = arith.cmpf olt, %x_47, %x_26 : f32
          %x_49 = arith.select %x_48, %x_45, %e_24 : f32
          %x_50 = arith.index_cast %t : index to i64
          %x_51 = arith.sitofp %x_50 : i64 to f32
          %x_52 = arith.cmpf olt, %x_51, %x_26 : f32
          %x_53 = arith.select %x_52, %x_45, %e_25 : f32
          linalg.yield %x_49, %x_49, %x_53 : f32, f32, f32
        }
        %t18 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t19 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%t, %j)
        %t20 = memref.reinterpret_cast %Y to offset: [%t19], sizes: [5, %t18], strides: [20, 1] : memref<300xf32> to memref<5x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%output, %t20) : (memref<5x8xf32, 1>, memref<5x?xf32, strided<[20, 1], offset: ?>>) -> ()
      }
      %part_54 = memref.subview %next[0, 0] [5, 20] [1, 1] : memref<5x24xf32, 1> to memref<5x20xf32, strided<[24, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_54 : memref<5x20xf32, strided<[24, 1]>, 1>) outs(%state : memref<5x20xf32, 1>) {
        ^bb0(%e_55: f32, %e_56: f32):
        linalg.yield %e_55 : f32
      }
    }
    %t21 = memref.reinterpret_cast %HN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%state, %t21) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
