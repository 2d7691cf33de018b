// npu_fused_exp: pointwise
func.func @npu_fused_exp(%in_ptr0: memref<4550xf32>, %out_ptr0: memref<4550xf32>) {
  %c0 = arith.constant 0 : index
  %c4550 = arith.constant 4550 : index
  %c128 = arith.constant 128 : index
  %cm1 = arith.constant -1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<128xf32, 1>
  scf.for %P0 = %c0 to %c4550 step %c128 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c4550 : index
    %n_P0 = arith.minsi %x_1, %c128 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<4550xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<128xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<128xf32, 1>) outs(%out : memref<128xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %exp = math.exp %a : f32
        linalg.yield %exp : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<4550xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<128xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_addmm: template, template MLIRGemmTemplate, mapping default
func.func @npu_fused_addmm
(%A: memref<4550xf32>, %B: memref<2310xf32>, %Y: memref<2145xf32>) {
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec24 = arith.constant 24 : index
  %ec48 = arith.constant 48 : index
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
      %ex = arith.muli %m, %ec33 : index
      %ex_1 = arith.addi %ex, %n : index
      %ex_2 = arith.muli %m, %ecm1 : index
      %ex_3 = arith.addi %ex_2, %ec65 : index
      %en_P0 = arith.minsi %ex_3, %ec24 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<24x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_addmm_relu: pointwise
func.func @npu_fused_addmm_relu(%in_out_ptr0: memref<2145xf32>, %in_ptr0: memref<2145xf32>) {
  %c0 = arith.constant 0 : index
  %c2145 = arith.constant 2145 : index
  %c720 = arith.constant 720 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<720xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<720xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<720xf32, 1>
  scf.for %P0 = %c0 to %c2145 step %c720 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c2145 : index
    %n_P0 = arith.minsi %x_1, %c720 : index
    %view = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<2145xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<720xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<2145xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<720xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t, %t_1 : memref<720xf32, 1>, memref<720xf32, 1>) outs(%out : memref<720xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %add = arith.addf %a, %a_1 : f32
        %max = arith.maximumf %add, %cst : f32  // relu
        linalg.yield %max : f32
    }
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<2145xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<720xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
