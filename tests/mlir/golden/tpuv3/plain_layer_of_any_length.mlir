// npu_fused_recurrent: template, template MLIRRecurrentTemplate, mapping default
func.func @npu_fused_recurrent (%X: memref<?xf32>, %W: memref<400xf32>, %H0: memref<?xf32>, %Y: memref<?xf32>, %HN: memref<?xf32>, %ks0: index, %ks1: index) {
  %g = arith.constant 0 : index
  %a = arith.constant 0 : index
  %k = arith.constant 0 : index
  %jw = arith.constant 0 : index
  %first = arith.constant 0 : index
  %j = arith.constant 0 : index
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<1x20x20xf32, 1>
  %inputs = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x1x20xf32, 1>
  %sums = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x1x20xf32, 1>
  %output = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x20xf32, 1>
  affine.for %b = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 5 {
    %t1 = memref.reinterpret_cast %W to offset: [0], sizes: [1, 20, 20], strides: [400, 20, 1] : memref<400xf32> to memref<1x20x20xf32, strided<[400, 20, 1], offset: 0>>
    "npu.dma_load"(%t1, %weights) : (memref<1x20x20xf32, strided<[400, 20, 1], offset: 0>>, memref<1x20x20xf32, 1>) -> ()
    %t2 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
    %t3 = affine.apply affine_map<(d0) -> (d0 * 20)>(%b)
    %t4 = memref.reinterpret_cast %H0 to offset: [%t3], sizes: [%t2, 20], strides: [20, 1] : memref<?xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
    "npu.dma_load"(%t4, %output) : (memref<?x20xf32, strided<[20, 1], offset: ?>>, memref<5x20xf32, 1>) -> ()
    affine.for %s = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 1 {
      %t = affine.apply affine_map<(d0) -> (d0)>(%s)
      %t5 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
      %t6 = arith.constant 20 : index
      %t7 = arith.muli %b, %t6 : index
      %t8 = arith.constant 20 : index
      %t9 = arith.muli %ks0, %t : index
      %t10 = arith.muli %t9, %t8 : index
      %t11 = arith.addi %t7, %t10 : index
      %t12 = memref.reinterpret_cast %X to offset: [%t11], sizes: [%t5, 1, 20], strides: [20, 20, 1] : memref<?xf32> to memref<?x1x20xf32, strided<[20, 20, 1], offset: ?>>
      "npu.dma_load"(%t12, %inputs) : (memref<?x1x20xf32, strided<[20, 20, 1], offset: ?>>, memref<5x1x20xf32, 1>) -> ()
      %t13 = arith.constant 0.0 : f32
      linalg.fill ins(%t13 : f32) outs(%sums : memref<5x1x20xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(b, g, j, k) -> (b, k)>, affine_map<(b, g, j, k) -> (g, j, k)>, affine_map<(b, g, j, k) -> (b, g, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%output, %weights : memref<5x20xf32, 1>, memref<1x20x20xf32, 1>) outs(%sums : memref<5x1x20xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      %part_0 = memref.subview %inputs[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x1x20xf32, 1> to memref<5x20xf32, strided<[20, 1]>, 1>
      %part_1 = memref.subview %sums[0, 0, 0] [5, 1, 20] [1, 1, 1] : memref<5x1x20xf32, 1> to memref<5x20xf32, strided<[20, 1]>, 1>
      linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%part_0, %part_1 : memref<5x20xf32, strided<[20, 1]>, 1>, memref<5x20xf32, strided<[20, 1]>, 1>) outs(%output : memref<5x20xf32, 1>) {
        ^bb0(%e_2: f32, %e_3: f32, %e_4: f32):
        %x_5 = arith.addf %e_2, %e_3 : f32
        %x_6 = math.tanh %x_5 : f32
        linalg.yield %x_6 : f32
      }
      %t14 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
      %t15 = arith.constant 20 : index
      %t16 = arith.muli %b, %t15 : index
      %t17 = arith.constant 20 : index
      %t18 = arith.muli %ks0, %t : index
      %t19 = arith.muli %t18, %t17 : index
      %t20 = arith.addi %t16, %t19 : index
      %t21 = memref.reinterpret_cast %Y to offset: [%t20], sizes: [%t14, 20], strides: [20, 1] : memref<?xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
      "npu.dma_store"(%output, %t21) : (memref<5x20xf32, 1>, memref<?x20xf32, strided<[20, 1], offset: ?>>) -> ()
    }
    %t22 = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%b)[%ks0]
    %t23 = affine.apply affine_map<(d0) -> (d0 * 20)>(%b)
    %t24 = memref.reinterpret_cast %HN to offset: [%t23], sizes: [%t22, 20], strides: [20, 1] : memref<?xf32> to memref<?x20xf32, strided<[20, 1], offset: ?>>
    "npu.dma_store"(%output, %t24) : (memref<5x20xf32, 1>, memref<?x20xf32, strided<[20, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
