// npu_fused_mm_relu_add_sigmoid: template, template MLIRGemmTemplate, fusions epilogue, mapping default
func.func @npu_fused_mm_relu_add_sigmoid
(%A: memref<4550xf32>, %B: memref<2310xf32>, %in_ptr2: memref<2145xf32>, %Y: memref<2145xf32>, %out_ptr1: memref<2145xf32>, %out_ptr2: memref<2145xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ec16 = arith.constant 16 : index
  %ecst = arith.constant 0.0 : f32
  %ecst_1 = arith.constant 1.0 : f32
  %et = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x16xf32, 1>
  %eout = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %eout_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<24x32xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<32x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %m = 0 to 65 step 24 {
    affine.for %n = 0 to 33 step 16 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<24x16xf32, 1>)
      affine.for %k = 0 to 70 step 32 {
        %t2 = affine.min affine_map<(d0) -> (24, 65 - d0)>(%m)
        %t3 = affine.min affine_map<(d0) -> (32, 70 - d0)>(%k)
        %t4 = affine.apply affine_map<(d0, d1) -> (d0 * 70 + d1)>(%m, %k)
        %t5 = memref.reinterpret_cast %A to offset: [%t4], sizes: [%t2, %t3], strides: [70, 1] : memref<4550xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t5, %A_tile) : (memref<?x?xf32, strided<[70, 1], offset: ?>>, memref<24x32xf32, 1>) -> ()
        %t6 = affine.min affine_map<(d0) -> (32, 70 - d0)>(%k)
        %t7 = affine.min affine_map<(d0) -> (16, 33 - d0)>(%n)
        %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 33 + d1)>(%k, %n)
        %t9 = memref.reinterpret_cast %B to offset: [%t8], sizes: [%t6, %t7], strides: [33, 1] : memref<2310xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t9, %B_tile) : (memref<?x?xf32, strided<[33, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<24x32xf32, 1>, memref<32x16xf32, 1>) outs(%accumulator : memref<24x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec65 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec16 : index
      %eview = memref.reinterpret_cast %in_ptr2 to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_load"(%eview, %et) : (memref<?x?xf32, strided<[33, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%accumulator, %et : memref<24x16xf32, 1>, memref<24x16xf32, 1>) outs(%eout, %eout_1 : memref<24x16xf32, 1>, memref<24x16xf32, 1>) {
        ^bb0(%ea: f32, %ea_1: f32, %eo: f32, %eo_1: f32):
        %emax = arith.maximumf %ea, %ecst : f32  // relu
        %eadd = arith.addf %emax, %ea_1 : f32
        %eneg = arith.negf %ea : f32  // sigmoid
        %eexp = math.exp %eneg : f32  // sigmoid
        %eadd_1 = arith.addf %ecst_1, %eexp : f32  // sigmoid
        %ediv = arith.divf %ecst_1, %eadd_1 : f32  // sigmoid
        linalg.yield %eadd, %ediv : f32, f32
      }
      %eview_1 = memref.reinterpret_cast %out_ptr1 to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview_1) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      %eview_2 = memref.reinterpret_cast %out_ptr2 to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%eout, %eview_2) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
      %eview_3 = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%eout_1, %eview_3) : (memref<24x16xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
