// npu_fused_addmm: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_addmm
(%A: memref<4550xf32>, %B: memref<2310xf32>, %in_ptr2: memref<33xf32>, %Y: memref<2145xf32>) {
  %ecm1 = arith.constant -1 : index
  %ec33 = arith.constant 33 : index
  %ec48 = arith.constant 48 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %et = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x48xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x48xf32, 1>
  affine.for %m = 0 to 65 step 24 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x48xf32, 1>)
      affine.for %k = 0 to 70 step 16 {
        %t2 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
        %t3 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t7 = affine.apply affine_map<(d0) -> (d0 * 33)>(%k)
        %t8 = memref.reinterpret_cast %B to offset: [%t7], sizes: [%t6, 33], strides: [33, 1] : memref<2310xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t8, %B_tile) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<16x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x16xf32, 1>, memref<16x48xf32, 1>) outs(%accumulator : memref<24x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %n, %ecm1 : index
      %ex_1 = arith.addi %ex, %ec33 : index
      %en_P1 = arith.minsi %ex_1, %ec48 : index
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%n], sizes: [%en_P1], strides: [1] : memref<33xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?xf32, strided<[1], offset: ?>>, memref<48xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<24x48xf32, 1>, memref<48xf32, 1>) outs(%eout : memref<24x48xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %eo: f32):
        %eadd = arith.addf %ea, %ea_1 : f32
        linalg.yield %eadd : f32
      }
      %ex_2 = arith.muli %m, %ec33 : index
      %ex_3 = arith.addi %ex_2, %n : index
      %ex_4 = arith.muli %m, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec65 : index
      %en_P0 = arith.minsi %ex_5, %ec24 : index
      %eview_1 = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_1) : (memref<24x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_sum: reduction
func.func @npu_fused_sum(%in_ptr0: memref<2145xf32>, %out_ptr0: memref<33xf32>) {
  %cst = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c48 = arith.constant 48 : index
  %c33 = arith.constant 33 : index
  %cm1 = arith.constant -1 : index
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_sum : memref<48x48xf32, 1>)
  scf.for %R0 = %c0 to %c65 step %c48 {
    %x = arith.muli %R0, %c33 : index
    %x_1 = arith.muli %R0, %cm1 : index
    %x_2 = arith.addi %x_1, %c65 : index
    %n_R0 = arith.minsi %x_2, %c48 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_R0, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<48x48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<48x48xf32, 1>) outs(%partial_sum : memref<48x48xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum = arith.addf %o, %a : f32
        linalg.yield %sum : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%sum_1 : memref<48xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%partial_sum : memref<48x48xf32, 1>) outs(%sum_1 : memref<48xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %sum_2 = arith.addf %o_1, %a_1 : f32
      linalg.yield %sum_2 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [33], strides: [1] : memref<33xf32> to memref<33xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum_1, %view_1) : (memref<48xf32, 1>, memref<33xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<4550xf32>, %B: memref<2145xf32>, %Y: memref<2310xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec70 = arith.constant 70 : index
  %ec24 = arith.constant 24 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x24xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x48xf32, 1>
  affine.for %m = 0 to 70 step 24 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x48xf32, 1>)
      affine.for %k = 0 to 65 step 16 {
        %t2 = affine.min affine_map<(d0) -> (16, 65 - d0)>(%k)
        %t3 = affine.min affine_map<(d0) -> (24, 70 - d0)>(%m)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 70)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<16x24xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (16, 65 - d0)>(%k)
        %t7 = affine.apply affine_map<(d0) -> (d0 * 33)>(%k)
        %t8 = memref.reinterpret_cast %B to offset: [%t7], sizes: [%t6, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t8, %B_tile) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<16x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x24xf32, 1>, memref<16x48xf32, 1>) outs(%accumulator : memref<24x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec70 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2310xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<24x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_mm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_mm
(%A: memref<2145xf32>, %B: memref<2310xf32>, %Y: memref<4550xf32>) {
  %ec70 = arith.constant 70 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ec16 = arith.constant 16 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x48xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %k = 0 to 33 step 48 {
    affine.for %m = 0 to 65 step 24 {
      %t1 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
      %t2 = affine.apply affine_map<(d0) -> (d0 * 33)>(%m)
      %t3 = memref.reinterpret_cast %A to offset: [%t2], sizes: [%t1, 33], strides: [33, 1] : memref<2145xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
      "npu.dma_load"(%t3, %A_tile) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<24x48xf32, 1>) -> ()
      affine.for %n = 0 to 70 step 16 {
        %t4 = arith.constant 0.0 : f32
        linalg.fill ins(%t4 : f32) outs(%accumulator : memref<24x16xf32, 1>)
        %t5 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%n)
        %t6 = affine.apply affine_map<(d0) -> (d0 * 33)>(%n)
        %t7 = memref.reinterpret_cast %B to offset: [%t6], sizes: [%t5, 33], strides: [33, 1] : memref<2310xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t7, %B_tile) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<16x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x48xf32, 1>, memref<16x48xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec70 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec65 : index
        %en_P0 = arith.minsi %ex_3, %ec24 : index
        %ex_4 = arith.muli %n, %ecm1 : index
        %ex_5 = arith.addi %ex_4, %ec70 : index
        %en_P1 = arith.minsi %ex_5, %ec16 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[70, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
