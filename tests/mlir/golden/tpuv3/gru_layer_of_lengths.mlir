// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<900xf32>, %W: memref<1200xf32>, %H0: memref<100xf32>, %BIAS: memref<20xf32>, %LENGTHS: memref<5xi64>, %Y: memref<300xf32>, %HN: memref<100xf32>) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %j = arith.constant 0 : index
  %t7 = arith.constant 3 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x20x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x20xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x3x20xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x20xf32, 1>
  %carried = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x20xf32, 1>
  %carried_part = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %bias = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<20xf32, 1>
  %lengths = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5xi64, 1>
  affine.for %b = 0 to 5 step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [3, 20, 20], strides: [400, 20, 1] : memref<1200xf32> to memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<3x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<3x20x20xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t2, %state) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    %t3 = memref.reinterpret_cast %BIAS to offset: [0], sizes: [20], strides: [1] : memref<20xf32> to memref<20xf32, strided<[1], offset: 0>>
    "npu.dma_load"(%t3, %bias) : (memref<20xf32, strided<[1], offset: 0>>, memref<20xf32, 1>) -> ()
    %t4 = memref.reinterpret_cast %LENGTHS to offset: [0], sizes: [5], strides: [1] : memref<5xi64> to memref<5xi64, strided<[1], offset: 0>>
    "npu.dma_load"(%t4, %lengths) : (memref<5xi64, strided<[1], offset: 0>>, memref<5xi64, 1>) -> ()
    %t5 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t5, %output) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%output : memref<5x20xf32, 1>) outs(%next : memref<5x20xf32, 1>) {
      ^bb0(%e_0: f32, %e_1: f32):
      linalg.yield %e_0 : f32
    }
    %t6 = memref.reinterpret_cast %H0 to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_load"(%t6, %carried_part) : (memref<5x20xf32, strided<[20, 1], offset: 0>>, memref<5x20xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%carried_part : memref<5x20xf32, 1>) outs(%carried : memref<5x20xf32, 1>) {
      ^bb0(%e_2: f32, %e_3: f32):
      linalg.yield %e_2 : f32
    }
    affine.for %s = 0 to 3 step 1 {
      %t = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%s)[%t7]
      %t8 = affine.apply affine_map<(d0) -> (d0 * 300)>(%t)
      %t9 = memref.reinterpret_cast %X to offset: [%t8], sizes: [5, 3, 20], strides: [60, 20, 1] : memref<900xf32> to memref<5x3x20xf32, strided<[60, 20, 1], offset: ?>>
      "npu.dma_load"(%t9, %inputs) : (memref<5x3x20xf32, strided<[60, 20, 1], offset: ?>>, memref<5x3x20xf32, 1>) -> ()
      %t10 = arith.constant 0.0 : f32
      linalg.fill ins(%t10 : f32) outs(%sums : memref<5x3x20xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%state, %weights : memref<5x20xf32, 1>, memref<3x20x20xf32, 1>) outs(%sums : memref<5x3x20xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      %part_4 = memref.subview %inputs[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1]>, 1>
      %part_5 = memref.subview %inputs[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 20>, 1>
      %part_6 = memref.subview %inputs[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 40>, 1>
      %part_7 = memref.subview %sums[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1]>, 1>
      %part_8 = memref.subview %sums[0, 1, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 20>, 1>
      %part_9 = memref.subview %sums[0, 2, 0] [5, 1, 20] [1, 1, 1] : memref<5x3x20xf32, 1> to memref<5x20xf32, strided<[60, 1], offset: 40>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (j)>, affine_map<(b, j) -> (b)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_4, %part_5, %part_6, %part_7, %part_8, %part_9, %bias, %lengths : memref<5x20xf32, strided<[60, 1]>, 1>, memref<5x20xf32, strided<[60, 1], offset: 20>, 1>, memref<5x20xf32, strided<[60, 1], offset: 40>, 1>, memref<5x20xf32, strided<[60, 1]>, 1>, memref<5x20xf32, strided<[60, 1], offset: 20>, 1>, memref<5x20xf32, strided<[60, 1], offset: 40>, 1>, memref<20xf32, 1>, memref<5xi64, 1>) outs(%output, %next, %carried : memref<5x20xf32, 1>, memref<5x20xf32, 1>, memref<5x20xf32, 1>) {
        ^bb0(%e_10: f32, %e_11: f32, %e_12: f32, %e_13: f32, %e_14: f32, %e_15: f32, %e_16: f32, %e_17: i64, %e_18: f32, %e_19: f32, %e_20: f32):
        %x_21 = arith.sitofp %e_17 : i64 to f32
        %x_22 = arith.addf %e_15, %e_16 : f32
        %x_23 = arith.addf %e_10, %e_13 : f32
        %x_24 = arith.constant 1.0 : f32
        %x_25 = arith.negf %x_23 : f32
        %x_26 = math.exp %x_25 : f32
        %x_27 = arith.addf %x_24, %x_26 : f32
        %x_28 = arith.divf %x_24, %x_27 : f32
        %x_29 = arith.addf %e_11, %e_14 : f32
        %x_30 = arith.constant 1.0 : f32
        %x_31 = arith.negf %x_29 : f32
        %x_32 = math.exp %x_31 : f32
        %x_33 = arith.addf %x_30, %x_32 : f32
        %x_34 = arith.divf %x_30, %x_33 : f32
        %x_35 = arith.mulf %x_28, %x_22 : f32
        %x_36 = arith.addf %e_12, %x_35 : f32
        %x_37 = math.tanh %x_36 : f32
        %x_38 = arith.subf %e_20, %x_37 : f32
        %x_39 = arith.mulf %x_38, %x_34 : f32
        %x_40 = arith.addf %x_39, %x_37 : f32
        %x_41 = arith.index_cast %t : index to i64
        %x_42 = arith.sitofp %x_41 : i64 to f32
        %x_43 = arith.cmpf olt, %x_42, %x_21 : f32
        %x_44 = arith.select %x_43, %x_40, %e_19 : f32
        %x_45 = arith.index_cast %t : index to i64
        %x_46 = arith.sitofp %x_45 : i64 to f32
        %x_47 = arith.cmpf olt, %x_46, %x_21 : f32
        %x_48 = arith.select %x_47, %x_40, %e_20 : f32
        linalg.yield %x_44, %x_44, %x_48 : f32, f32, f32
      }
      %t11 = affine.apply affine_map<(d0) -> (d0 * 100)>(%t)
      %t12 = memref.reinterpret_cast %Y to offset: [%t11], sizes: [5, 20], strides: [20, 1] : memref<300xf32> to memref<5x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%output, %t12) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: ?>>) -> ()
      %part_49 = memref.subview %next[0, 0] [5, 20] [1, 1] : memref<5x20xf32, 1> to memref<5x20xf32, strided<[20, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_49 : memref<5x20xf32, strided<[20, 1]>, 1>) outs(%state : memref<5x20xf32, 1>) {
        ^bb0(%e_50: f32, %e_51: f32):
        linalg.yield %e_50 : f32
      }
    }
    %t13 = memref.reinterpret_cast %HN to offset: [0], sizes: [5, 20], strides: [20, 1] : memref<100xf32> to memref<5x20xf32, strided<[20, 1], offset: 0>>
    "npu.dma_store"(%state, %t13) : (memref<5x20xf32, 1>, memref<5x20xf32, strided<[20, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
