// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<12000xf32>, %B: memref<18000xf32>, %Y: memref<3600xf32>) {
  %ec30 = arith.constant 30 : index
  %ec600 = arith.constant 600 : index
  %ecm1 = arith.constant -1 : index
  %ec20 = arith.constant 20 : index
  %ec24 = arith.constant 24 : index
  %ec32 = arith.constant 32 : index
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<3x24x112xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<3x112x32xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x24x32xf32, 1>
  affine.for %b = 0 to 6 step 3 {
    affine.for %k = 0 to 100 step 112 {
      affine.for %m = 0 to 20 step 24 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 100)>(%b)
        %t2 = memref.reinterpret_cast %A to offset: [%t1], sizes: [3, 20, 100], strides: [100, 600, 1] : memref<12000xf32> to memref<3x20x100xf32, strided<[100, 600, 1], offset: ?>>
        "npu.dma_load"(%t2, %A_tile) : (memref<3x20x100xf32, strided<[100, 600, 1], offset: ?>>, memref<3x24x112xf32, 1>) -> ()
        affine.for %n = 0 to 30 step 32 {
          %t3 = arith.constant 0.0 : f32
          linalg.fill ins(%t3 : f32) outs(%accumulator : memref<3x24x32xf32, 1>)
          %t4 = affine.apply affine_map<(d0) -> (d0 * 3000)>(%b)
          %t5 = memref.reinterpret_cast %B to offset: [%t4], sizes: [3, 100, 30], strides: [3000, 30, 1] : memref<18000xf32> to memref<3x100x30xf32, strided<[3000, 30, 1], offset: ?>>
          "npu.dma_load"(%t5, %B_tile) : (memref<3x100x30xf32, strided<[3000, 30, 1], offset: ?>>, memref<3x112x32xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<3x24x112xf32, 1>, memref<3x112x32xf32, 1>) outs(%accumulator : memref<3x24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec30 : index
          %ex_1 = arith.muli %b, %ec600 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec20 : index
          %en_P1 = arith.minsi %ex_5, %ec24 : index
          %ex_6 = arith.muli %n, %ecm1 : index
          %ex_7 = arith.addi %ex_6, %ec30 : index
          %en_P2 = arith.minsi %ex_7, %ec32 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [3, %en_P1, %en_P2], strides: [600, 30, 1] : memref<3600xf32> to memref<3x?x?xf32, strided<[600, 30, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<3x24x32xf32, 1>, memref<3x?x?xf32, strided<[600, 30, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_mm_relu: reduction, fusions pointwise
func.func @npu_fused_mm_relu(%in_out_ptr0: memref<600xf32>, %in_ptr0: memref<3600xf32>) {
  %cst = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c3 = arith.constant 3 : index
  %c600 = arith.constant 600 : index
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x608xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x608xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<608xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_sum : memref<3x608xf32, 1>)
  scf.for %R0 = %c0 to %c6 step %c3 {
    %x = arith.muli %R0, %c600 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [3, 600], strides: [600, 1] : memref<3600xf32> to memref<3x600xf32, strided<[600, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<3x600xf32, strided<[600, 1], offset: ?>>, memref<3x608xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<3x608xf32, 1>) outs(%partial_sum : memref<3x608xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum = arith.addf %o, %a : f32
        linalg.yield %sum : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%sum_1 : memref<608xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%partial_sum : memref<3x608xf32, 1>) outs(%sum_1 : memref<608xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %sum_2 = arith.addf %o_1, %a_1 : f32
      linalg.yield %sum_2 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<608xf32, 1>) outs(%out : memref<608xf32, 1>) {
    ^bb0(%a_2: f32, %o_2: f32):
      %max = arith.maximumf %a_2, %cst : f32  // relu
      linalg.yield %max : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [600], strides: [1] : memref<600xf32> to memref<600xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<608xf32, 1>, memref<600xf32, strided<[1], offset: 0>>) -> ()
  return
}
