// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<?xf32>, %W: memref<400xf32>, %H0: memref<?xf32>, %Y: memref<?xf32>, %HN: memref<?xf32>, %ks0: index, %ks1: index) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<1x24x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x1x8xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x1x8xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x8xf32, 1>
  %state = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  %next = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<5x24xf32, 1>
  affine.for %b = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [1, 20, 20], strides: [400, 20, 1] : memref<400xf32> to memref<1x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<1x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<1x24x20xf32, 1>) -> ()
    %t2 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
    %t3 = affine.apply affine_map<(d0) -> (d0 * 20)>(%b)
    %t4 = memref.reinterpret_cast %H0 to offset: [%t3], sizes: [%t2, 20], strides: [20, 1] : memref<?xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
    "npu.dma_load"(%t4, %state) : (memref<?x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
    affine.for %s = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      affine.for %j = 0 to 20 step 8 {
        %t5 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
        %t6 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t7 = arith.constant 20 : index
        %t8 = arith.muli %b, %t7 : index
        %t9 = arith.constant 20 : index
        %t10 = arith.muli %ks0, %t : index
        %t11 = arith.muli %t10, %t9 : index
        %t12 = arith.addi %t8, %t11 : index
        %t13 = arith.addi %t12, %j : index
        %t14 = memref.reinterpret_cast %X to offset: [%t13], sizes: [%t5, 1, %t6], strides: [20, 20, 1] : memref<?xf32> to memref<?x1x?xf32, strided<[20, 20, 1], offset: ?>>
        "npu.dma_load"(%t14, %inputs) : (memref<?x1x?xf32, strided<[20, 20, 1], offset: ?>>, memref<5x1x8xf32, 1>) -> ()
        %t15 = arith.constant 0.0 : f32
        linalg.fill ins(%t15 : f32) outs(%sums : memref<5x1x8xf32, 1>)
        %part_0 = memref.subview %weights[0, %j, 0] [1, 8, 20] [1, 1, 1] : memref<1x24x20xf32, 1> to memref<1x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%state, %part_0 : memref<5x20xf32, 1>, memref<1x8x20xf32, strided<[480, 20, 1], offset: ?>, 1>) outs(%sums : memref<5x1x8xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %part_1 = memref.subview %inputs[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x1x8xf32, 1> to memref<5x8xf32, strided<[8, 1]>, 1>
        %part_2 = memref.subview %sums[0, 0, 0] [5, 1, 8] [1, 1, 1] : memref<5x1x8xf32, 1> to memref<5x8xf32, strided<[8, 1]>, 1>
        %part_3 = memref.subview %next[0, %j] [5, 8] [1, 1] : memref<5x24xf32, 1> to memref<5x8xf32, strided<[24, 1], offset: ?>, 1>
        linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_1, %part_2 : memref<5x8xf32, strided<[8, 1]>, 1>, memref<5x8xf32, strided<[8, 1]>, 1>) outs(%output, %part_3 : memref<5x8xf32, 1>, memref<5x8xf32, strided<[24, 1], offset: ?>, 1>) {
          ^bb0(%e_4: f32, %e_5: f32, %e_6: f32, %e_7: f32):
          %x_8 = arith.addf %e_4, %e_5 : f32
          %x_9 = math.tanh %x_8 : f32
          linalg.yield %x_9, %x_9 : f32, f32
        }
        %t16 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
        %t17 = affine.min affine_map<(d0) -> (8, 20 - d0)>(%j)
        %t18 = arith.constant 20 : index
        %t19 = arith.muli %b, %t18 : index
        %t20 = arith.constant 20 : index
        %t21 = arith.muli %ks0, %t : index
        %t22 = arith.muli %t21, %t20 : index
        %t23 = arith.addi %t19, %t22 : index
        %t24 = arith.addi %t23, %j : index
        %t25 = memref.reinterpret_cast %Y to offset: [%t24], sizes: [%t16, %t17], strides: [20, 1] : memref<?xf32> to memref<?x?xf32, strided<[20, 1], offset: ?>>
        "npu.dma_store"(%output, %t25) : (memref<5x8xf32, 1>, memref<?x?xf32, strided<[20, 1], offset: ?>>) -> ()
      }
      %part_10 = memref.subview %next[0, 0] [5, 20] [1, 1] : memref<5x24xf32, 1> to memref<5x20xf32, strided<[24, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%part_10 : memref<5x20xf32, strided<[24, 1]>, 1>) outs(%state : memref<5x20xf32, 1>) {
        ^bb0(%e_11: f32, %e_12: f32):
        linalg.yield %e_11 : f32
      }
    }
    %t26 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
    %t27 = affine.apply affine_map<(d0) -> (d0 * 20)>(%b)
    %t28 = memref.reinterpret_cast %HN to offset: [%t27], sizes: [%t26, 20], strides: [20, 1] : memref<?xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
    "npu.dma_store"(%state, %t28) : (memref<5x20xf32, 1>, memref<?x20xf32, strided<[20, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
