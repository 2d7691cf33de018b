// npu_fused_softmax_attention: template, template MLIRFlashAttentionTemplate, fusions attention, mapping default
func.func @npu_fused_softmax_attention
(%Q: memref<544xf32>, %K: memref<736xf32>, %V: memref<736xf32>, %BIAS: memref<391xi8>, %Y: memref<544xf32>, %LSE: memref<34xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %BIAS_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xi8, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %share = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  affine.for %strip = 0 to 6 step 6 {
    %strip_end = affine.min affine_map<(d0) -> (6, d0 + 6)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> (((d0)) mod 2 * 1)>(%strip)
    %q_first = affine.apply affine_map<(d0) -> ((d0) floordiv 2 * 8)>(%strip)
    %t1 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t2 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t3 = memref.reinterpret_cast %Q to offset: [%t2], sizes: [%t1, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t3, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t4 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_first)
    %t5 = memref.reinterpret_cast %K to offset: [%t4], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t5, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x23xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%scores : memref<8x23xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (6, d0 + 6)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> (((d0)) mod 2 * 1)>(%tile)
      %q = affine.apply affine_map<(d0) -> ((d0) floordiv 2 * 8)>(%tile)
      %behind_bias = affine.min affine_map<(d0, d1) -> (d0 mod 2, d0 - d1)>(%tile, %strip)
      %other_bias = arith.cmpi eq, %behind_bias, %zero : index
      scf.if %other_bias {
        %t6 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
        %t7 = affine.apply affine_map<(d0) -> (d0 * 23)>(%q)
        %t8 = memref.reinterpret_cast %BIAS to offset: [%t7], sizes: [%t6, 23], strides: [23, 1] : memref<391xi8> to memref<?x23xi8, strided<[23, 1], offset: ?>>
        "npu.dma_load"(%t8, %BIAS_tile) : (memref<?x23xi8, strided<[23, 1], offset: ?>>, memref<8x23xi8, 1>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%BIAS_tile : memref<8x23xi8, 1>) outs(%scores : memref<8x23xf32, 1>) {
        ^bb0(%x0: i8, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x1, %v0 : f32
        %v2 = arith.constant 0 : i8
        %v3 = arith.cmpi ne, %x0, %v2 : i8
        %v4 = arith.constant -1000000000.0 : f32
        %v5 = arith.select %v3, %v1, %v4 : f32
        linalg.yield %v5 : f32
      }
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<8xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<8x23xf32, 1>) outs(%largest : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<8xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%largest : memref<8xf32, 1>) outs(%shift : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0xFF800000 : f32
        %v1 = arith.cmpf oeq, %x0, %v0 : f32
        %v2 = arith.constant 0.0 : f32
        %v3 = arith.select %v1, %v2, %x0 : f32
        linalg.yield %v3 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<8x23xf32, 1>, memref<8xf32, 1>) outs(%weights, %total : memref<8x23xf32, 1>, memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.subf %x0, %x1 : f32
        %v1 = math.exp %v0 : f32
        %v2 = arith.addf %x3, %v1 : f32
        linalg.yield %v1, %v2 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<(d0) -> (((d0 + 1)) mod 2 * 1)>(%tile)
        %q_next = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 2 * 8)>(%tile)
        %t9 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t10 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t11 = memref.reinterpret_cast %Q to offset: [%t10], sizes: [%t9, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t11, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t12 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_next)
        %t13 = memref.reinterpret_cast %K to offset: [%t12], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t13, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x23xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%scores : memref<8x23xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 2 * 1)>(%tile)
        %q_before = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 2 * 8)>(%tile)
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<8x16xf32, 1>, memref<8xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t14 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_before)
        %t15 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_before, %q_before)
        %t16 = memref.reinterpret_cast %Y to offset: [%t15], sizes: [%t14, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t16) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %shift : memref<8xf32, 1>, memref<8xf32, 1>) outs(%share, %LSE_tile : memref<8xf32, 1>, memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.constant 1.0 : f32
        %v1 = arith.divf %v0, %x0 : f32
        %v2 = math.log %x0 : f32
        %v3 = arith.addf %v2, %x1 : f32
        %v4 = arith.constant -1000000000.0 : f32
        %v5 = arith.cmpf oeq, %x1, %v4 : f32
        %v6 = arith.constant 0xFF800000 : f32
        %v7 = arith.select %v5, %v6, %v3 : f32
        linalg.yield %v1, %v7 : f32, f32
      }
      %t17 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t18 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h, %q)
      %t19 = memref.reinterpret_cast %LSE to offset: [%t18], sizes: [%t17], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%LSE_tile, %t19) : (memref<8xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
      %t20 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h)
      %t21 = memref.reinterpret_cast %V to offset: [%t20], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t21, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<8x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<8x23xf32, 1>, memref<23x16xf32, 1>) outs(%mixed : memref<8x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 2 * 1)>(%strip_end)
    %q_last = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 2 * 8)>(%strip_end)
    linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<8x16xf32, 1>, memref<8xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t22 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_last)
    %t23 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_last, %q_last)
    %t24 = memref.reinterpret_cast %Y to offset: [%t23], sizes: [%t22, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t24) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_softmax_attention_backward: reduction
func.func @npu_fused_softmax_attention_backward(%in_ptr0: memref<544xf32>, %in_ptr1: memref<544xf32>, %out_ptr0: memref<34xf32>) {
  %c0 = arith.constant 0 : index
  %c34 = arith.constant 34 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  scf.for %P0 = %c0 to %c34 step %c7 {
    %x = arith.muli %P0, %c16 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c34 : index
    %n_P0 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x], sizes: [%n_P0, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<7x16xf32, 1>, memref<7x16xf32, 1>) outs(%sum : memref<7xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %mul = arith.mulf %a, %a_1 : f32
        %sum_1 = arith.addf %o, %mul : f32
        linalg.yield %sum_1 : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum, %view_2) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_softmax_attention_backward: template, template MLIRFlashGradientsTemplate, fusions attention, mapping default
func.func @npu_fused_softmax_attention_backward
(%Q: memref<544xf32>, %K: memref<736xf32>, %V: memref<736xf32>, %G: memref<544xf32>, %LSE: memref<34xf32>, %D: memref<34xf32>, %BIAS: memref<391xi8>, %Y: memref<544xf32>, %Z: memref<736xf32>, %W: memref<736xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %query_sum_start = arith.constant 0.0 : f32
  %key_sum_start = arith.constant 0.0 : f32
  %value_sum_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Q_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %G_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %K_again = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %BIAS_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xi8, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x23xf32, 1>
  %query_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %key_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %Z_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %value_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  affine.for %strip = 0 to 6 step 6 {
    %strip_end = affine.min affine_map<(d0) -> (6, d0 + 6)>(%strip)
    %k_first = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%strip)
    %q_first = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%strip)
    %t1 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t2 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t3 = memref.reinterpret_cast %Q to offset: [%t2], sizes: [%t1, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t3, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t4 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t5 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_first, %q_first)
    %t6 = memref.reinterpret_cast %G to offset: [%t5], sizes: [%t4, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t6, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t7 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_first, %q_first)
    %t9 = memref.reinterpret_cast %LSE to offset: [%t8], sizes: [%t7], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%t9, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %t10 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_first)
    %t11 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_first, %q_first)
    %t12 = memref.reinterpret_cast %D to offset: [%t11], sizes: [%t10], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%t12, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
    %t13 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_first)
    %t14 = memref.reinterpret_cast %K to offset: [%t13], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t14, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
    %t15 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_first)
    %t16 = memref.reinterpret_cast %V to offset: [%t15], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t16, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x23xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%scores : memref<8x23xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<8x23xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%grad_weights : memref<8x23xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (6, d0 + 6)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> ((d0) floordiv 3 * 1)>(%tile)
      %q = affine.apply affine_map<(d0) -> (((d0)) mod 3 * 8)>(%tile)
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<8xf32, 1>) outs(%shift : memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0xFF800000 : f32
        %v1 = arith.cmpf oeq, %x0, %v0 : f32
        %v2 = arith.constant -1000000000.0 : f32
        %v3 = arith.select %v1, %v2, %x0 : f32
        linalg.yield %v3 : f32
      }
      %k = affine.apply affine_map<() -> (0)>()
      %t17 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t18 = affine.apply affine_map<(d0) -> (d0 * 23)>(%q)
      %t19 = memref.reinterpret_cast %BIAS to offset: [%t18], sizes: [%t17, 23], strides: [23, 1] : memref<391xi8> to memref<?x23xi8, strided<[23, 1], offset: ?>>
      "npu.dma_load"(%t19, %BIAS_tile) : (memref<?x23xi8, strided<[23, 1], offset: ?>>, memref<8x23xi8, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%BIAS_tile : memref<8x23xi8, 1>) outs(%scores : memref<8x23xf32, 1>) {
        ^bb0(%x0: i8, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x1, %v0 : f32
        %v2 = arith.constant 0 : i8
        %v3 = arith.cmpi ne, %x0, %v2 : i8
        %v4 = arith.constant -1000000000.0 : f32
        %v5 = arith.select %v3, %v1, %v4 : f32
        linalg.yield %v5 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile, %BIAS_tile : memref<8x23xf32, 1>, memref<8x23xf32, 1>, memref<8xf32, 1>, memref<8xf32, 1>, memref<8x23xi8, 1>) outs(%grad_scores, %weights : memref<8x23xf32, 1>, memref<8x23xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: i8, %x5: f32, %x6: f32):
        %v0 = arith.subf %x0, %x2 : f32
        %v1 = math.exp %v0 : f32
        %v2 = arith.subf %x1, %x3 : f32
        %v3 = arith.mulf %v1, %v2 : f32
        %v4 = arith.constant 0 : i8
        %v5 = arith.cmpi ne, %x4, %v4 : i8
        %v6 = arith.constant 0.0 : f32
        %v7 = arith.select %v5, %v3, %v6 : f32
        %v8 = arith.constant 0.043478260869565216 : f32
        %v9 = arith.mulf %v1, %v8 : f32
        %v10 = arith.select %v5, %v1, %v9 : f32
        linalg.yield %v7, %v10 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 3 * 1)>(%tile)
        %q_next = affine.apply affine_map<(d0) -> (((d0 + 1)) mod 3 * 8)>(%tile)
        %t20 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t21 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t22 = memref.reinterpret_cast %Q to offset: [%t21], sizes: [%t20, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t22, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t23 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t24 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_next, %q_next)
        %t25 = memref.reinterpret_cast %G to offset: [%t24], sizes: [%t23, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t25, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t26 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t27 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_next, %q_next)
        %t28 = memref.reinterpret_cast %LSE to offset: [%t27], sizes: [%t26], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t28, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
        %t29 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_next)
        %t30 = affine.apply affine_map<(d0, d1) -> (d0 * 17 + d1)>(%h_next, %q_next)
        %t31 = memref.reinterpret_cast %D to offset: [%t30], sizes: [%t29], strides: [1] : memref<34xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t31, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<8xf32, 1>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0 + 1) mod 3)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          %t32 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_next)
          %t33 = memref.reinterpret_cast %K to offset: [%t32], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t33, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
          %t34 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_next)
          %t35 = memref.reinterpret_cast %V to offset: [%t34], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t35, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
        }
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x23xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%scores : memref<8x23xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<8x23xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<8x16xf32, 1>, memref<23x16xf32, 1>) outs(%grad_weights : memref<8x23xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%tile)
        %q_before = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%tile)
        linalg.generic {indexing_maps = [affine_map<(q, d) -> (q, d)>, affine_map<(q, d) -> (q, d)>], iterator_types = ["parallel", "parallel"]} ins(%query_sum : memref<8x16xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        %t36 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_before)
        %t37 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_before, %q_before)
        %t38 = memref.reinterpret_cast %Y to offset: [%t37], sizes: [%t36, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t38) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 3)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          linalg.generic {indexing_maps = [affine_map<(s, d) -> (s, d)>, affine_map<(s, d) -> (s, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<23x16xf32, 1>) outs(%Z_tile : memref<23x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            linalg.yield %v1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(s, e) -> (s, e)>, affine_map<(s, e) -> (s, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<23x16xf32, 1>) outs(%W_tile : memref<23x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            linalg.yield %x0 : f32
          }
          %t39 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_before)
          %t40 = memref.reinterpret_cast %Z to offset: [%t39], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_store"(%Z_tile, %t40) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
          %t41 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_before)
          %t42 = memref.reinterpret_cast %W to offset: [%t41], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_store"(%W_tile, %t42) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
        }
      }
      %t43 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t44 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h, %q)
      %t45 = memref.reinterpret_cast %Q to offset: [%t44], sizes: [%t43, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t45, %Q_again) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
      %t46 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q)
      %t47 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h, %q)
      %t48 = memref.reinterpret_cast %G to offset: [%t47], sizes: [%t46, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t48, %G_again) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
      linalg.fill ins(%query_sum_start : f32) outs(%query_sum : memref<8x16xf32, 1>)
      %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 3)>(%tile)
      %begins = arith.cmpi eq, %of_key_head, %zero : index
      scf.if %begins {
        %t49 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h)
        %t50 = memref.reinterpret_cast %K to offset: [%t49], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t50, %K_again) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
        linalg.fill ins(%key_sum_start : f32) outs(%key_sum : memref<23x16xf32, 1>)
        linalg.fill ins(%value_sum_start : f32) outs(%value_sum : memref<23x16xf32, 1>)
      }
      linalg.generic {indexing_maps = [affine_map<(k, e, q) -> (q, k)>, affine_map<(k, e, q) -> (q, e)>, affine_map<(k, e, q) -> (k, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %G_again : memref<8x23xf32, 1>, memref<8x16xf32, 1>) outs(%value_sum : memref<23x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(k, d, q) -> (q, k)>, affine_map<(k, d, q) -> (q, d)>, affine_map<(k, d, q) -> (k, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %Q_again : memref<8x23xf32, 1>, memref<8x16xf32, 1>) outs(%key_sum : memref<23x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, d, k) -> (q, k)>, affine_map<(q, d, k) -> (k, d)>, affine_map<(q, d, k) -> (q, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %K_again : memref<8x23xf32, 1>, memref<23x16xf32, 1>) outs(%query_sum : memref<8x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> ((d0 - 1) floordiv 3 * 1)>(%strip_end)
    %q_last = affine.apply affine_map<(d0) -> (((d0 - 1)) mod 3 * 8)>(%strip_end)
    linalg.generic {indexing_maps = [affine_map<(q, d) -> (q, d)>, affine_map<(q, d) -> (q, d)>], iterator_types = ["parallel", "parallel"]} ins(%query_sum : memref<8x16xf32, 1>) outs(%Y_tile : memref<8x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    %t51 = affine.min affine_map<(d0) -> (8, 17 - d0)>(%q_last)
    %t52 = affine.apply affine_map<(d0, d1) -> (d0 * 272 + d1 * 16)>(%h_last, %q_last)
    %t53 = memref.reinterpret_cast %Y to offset: [%t52], sizes: [%t51, 16], strides: [16, 1] : memref<544xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t53) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(s, d) -> (s, d)>, affine_map<(s, d) -> (s, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<23x16xf32, 1>) outs(%Z_tile : memref<23x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(s, e) -> (s, e)>, affine_map<(s, e) -> (s, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<23x16xf32, 1>) outs(%W_tile : memref<23x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      linalg.yield %x0 : f32
    }
    %t54 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_last)
    %t55 = memref.reinterpret_cast %Z to offset: [%t54], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Z_tile, %t55) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
    %t56 = affine.apply affine_map<(d0) -> (d0 * 368)>(%h_last)
    %t57 = memref.reinterpret_cast %W to offset: [%t56], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%W_tile, %t57) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
