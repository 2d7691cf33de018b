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

// npu_fused_mm_tanh: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_tanh
(%A: memref<4550xf32>, %in_ptr1: memref<2310xf32>, %Y: memref<2145xf32>) {
  %p0_c33 = arith.constant 33 : index
  %p0_cm1 = arith.constant -1 : index
  %p0_c70 = arith.constant 70 : index
  %p0_c16 = arith.constant 16 : index
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x48xf32, 1>
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec72 = arith.constant 72 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %m = 0 to 65 step 72 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<72x48xf32, 1>)
      affine.for %k = 0 to 70 step 16 {
        %t2 = affine.min affine_map<(d0) -> (16, 70 - d0)>(%k)
        %t3 = affine.apply affine_map<(d0) -> (d0)>(%k)
        %t4 = memref.reinterpret_cast %A to offset: [%t3], sizes: [65, %t2], strides: [70, 1] : memref<4550xf32> to memref<65x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%t4, %A_tile) : (memref<65x?xf32, strided<[70, 1], offset: ?>>, memref<72x16xf32, 1>) -> ()
        %p0_x = arith.muli %k, %p0_c33 : index
        %p0_x_1 = arith.muli %k, %p0_cm1 : index
        %p0_x_2 = arith.addi %p0_x_1, %p0_c70 : index
        %p0_n_P0 = arith.minsi %p0_x_2, %p0_c16 : index
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x], sizes: [%p0_n_P0, 33], strides: [33, 1] : memref<2310xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<16x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_t : memref<16x48xf32, 1>) outs(%B_tile : memref<16x48xf32, 1>) {
          ^bb0(%p0_a: f32, %p0_o: f32):
          %p0_tanh = math.tanh %p0_a : f32
          linalg.yield %p0_tanh : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<72x16xf32, 1>, memref<16x48xf32, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
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
      %en_P0 = arith.minsi %ex_3, %ec72 : index
      %ex_4 = arith.muli %n, %ecm1 : index
      %ex_5 = arith.addi %ex_4, %ec33 : index
      %en_P1 = arith.minsi %ex_5, %ec48 : index
      %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, %en_P1], strides: [33, 1] : memref<2145xf32> to memref<?x?xf32, strided<[33, 1], offset: ?>>
      "npu.dma_store"(%accumulator, %eview) : (memref<72x48xf32, 1>, memref<?x?xf32, strided<[33, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
