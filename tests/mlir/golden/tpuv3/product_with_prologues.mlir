// npu_fused_mm_tanh_exp: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_mm_tanh_exp
(%in_ptr0: memref<4550xf32>, %in_ptr1: memref<2310xf32>, %Y: memref<2145xf32>) {
  %p0_c65 = arith.constant 65 : index
  %p0_c70 = arith.constant 70 : index
  %p0_cm1 = arith.constant -1 : index
  %p0_c48 = arith.constant 48 : index
  %p0_cst = arith.constant 0.0 : f32
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  %p1_c33 = arith.constant 33 : index
  %p1_cm1 = arith.constant -1 : index
  %p1_c70 = arith.constant 70 : index
  %p1_c48 = arith.constant 48 : index
  %p1_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %ec33 = arith.constant 33 : index
  %ecm1 = arith.constant -1 : index
  %ec65 = arith.constant 65 : index
  %ec72 = arith.constant 72 : index
  %ec48 = arith.constant 48 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<72x48xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<48x48xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<72x48xf32, 1>
  affine.for %m = 0 to 65 step 72 {
    affine.for %n = 0 to 33 step 48 {
      %t1 = arith.constant 0.0 : f32
      linalg.fill ins(%t1 : f32) outs(%accumulator : memref<72x48xf32, 1>)
      affine.for %k = 0 to 70 step 48 {
        %p0_x = arith.muli %k, %p0_cm1 : index
        %p0_x_1 = arith.addi %p0_x, %p0_c70 : index
        %p0_n_P1 = arith.minsi %p0_x_1, %p0_c48 : index
        %p0_view = memref.reinterpret_cast %in_ptr0 to offset: [%k], sizes: [65, %p0_n_P1], strides: [70, 1] : memref<4550xf32> to memref<65x?xf32, strided<[70, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<65x?xf32, strided<[70, 1], offset: ?>>, memref<72x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_t : memref<72x48xf32, 1>) outs(%A_tile : memref<72x48xf32, 1>) {
          ^bb0(%p0_a: f32, %p0_o: f32):
          %p0_at = linalg.index 1 : index
          %p0_at_1 = arith.addi %p0_at, %k : index
          %p0_inside = arith.cmpi slt, %p0_at_1, %p0_c70 : index
          %p0_at_2 = linalg.index 0 : index
          %p0_inside_1 = arith.cmpi slt, %p0_at_2, %p0_c65 : index
          %p0_exp = math.exp %p0_a : f32
          %p0_sel = arith.select %p0_inside_1, %p0_exp, %p0_cst : f32  // exp
          %p0_sel_1 = arith.select %p0_inside, %p0_sel, %p0_cst : f32  // exp
          linalg.yield %p0_sel_1 : f32
        }
        %p1_x = arith.muli %k, %p1_c33 : index
        %p1_x_1 = arith.muli %k, %p1_cm1 : index
        %p1_x_2 = arith.addi %p1_x_1, %p1_c70 : index
        %p1_n_P0 = arith.minsi %p1_x_2, %p1_c48 : index
        %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [%p1_x], sizes: [%p1_n_P0, 33], strides: [33, 1] : memref<2310xf32> to memref<?x33xf32, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%p1_view, %p1_t) : (memref<?x33xf32, strided<[33, 1], offset: ?>>, memref<48x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p1_t : memref<48x48xf32, 1>) outs(%B_tile : memref<48x48xf32, 1>) {
          ^bb0(%p1_a: f32, %p1_o: f32):
          %p1_tanh = math.tanh %p1_a : f32
          linalg.yield %p1_tanh : f32
        }
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<72x48xf32, 1>, memref<48x48xf32, 1>) outs(%accumulator : memref<72x48xf32, 1>) {
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
