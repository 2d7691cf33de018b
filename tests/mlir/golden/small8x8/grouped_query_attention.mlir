// npu_fused_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable
(%Q: memref<320xf32>, %K: memref<1280xf32>, %V: memref<1280xf32>, %Y: memref<320xf32>, %LSE: memref<20xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<40x16xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x40xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x40xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  %share = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<5xf32, 1>
  affine.for %strip = 0 to 4 step 4 {
    %strip_end = affine.min affine_map<(d0) -> (4, d0 + 4)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> ((d0) * 1)>(%strip)
    %q_first = affine.apply affine_map<() -> (0)>()
    %g_first = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%h_first)
    %t1 = affine.apply affine_map<(d0) -> (d0 * 80)>(%h_first)
    %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [5, 16], strides: [16, 1] : memref<320xf32> to memref<5x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t2, %Q_tile) : (memref<5x16xf32, strided<[16, 1], offset: ?>>, memref<5x16xf32, 1>) -> ()
    %t3 = affine.apply affine_map<(d0) -> (d0 * 640)>(%g_first)
    %t4 = memref.reinterpret_cast %K to offset: [%t3], sizes: [40, 16], strides: [16, 1] : memref<1280xf32> to memref<40x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t4, %K_tile) : (memref<40x16xf32, strided<[16, 1], offset: ?>>, memref<40x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<5x40xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<5x16xf32, 1>, memref<40x16xf32, 1>) outs(%scores : memref<5x40xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (4, d0 + 4)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> ((d0) * 1)>(%tile)
      %q = affine.apply affine_map<() -> (0)>()
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%h)
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<5xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<5x40xf32, 1>) outs(%largest : memref<5xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<5xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%largest : memref<5xf32, 1>) outs(%shift : memref<5xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.constant 0xFF800000 : f32
        %v3 = arith.cmpf oeq, %v1, %v2 : f32
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.select %v3, %v4, %v1 : f32
        linalg.yield %v5 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<5x40xf32, 1>, memref<5xf32, 1>) outs(%weights, %total : memref<5x40xf32, 1>, memref<5xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.subf %v1, %x1 : f32
        %v3 = math.exp %v2 : f32
        %v4 = arith.addf %x3, %v3 : f32
        linalg.yield %v3, %v4 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<(d0) -> ((d0 + 1) * 1)>(%tile)
        %q_next = affine.apply affine_map<() -> (0)>()
        %g_next = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%h_next)
        %t5 = affine.apply affine_map<(d0) -> (d0 * 80)>(%h_next)
        %t6 = memref.reinterpret_cast %Q to offset: [%t5], sizes: [5, 16], strides: [16, 1] : memref<320xf32> to memref<5x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t6, %Q_tile) : (memref<5x16xf32, strided<[16, 1], offset: ?>>, memref<5x16xf32, 1>) -> ()
        %t7 = affine.apply affine_map<(d0) -> (d0 * 640)>(%g_next)
        %t8 = memref.reinterpret_cast %K to offset: [%t7], sizes: [40, 16], strides: [16, 1] : memref<1280xf32> to memref<40x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t8, %K_tile) : (memref<40x16xf32, strided<[16, 1], offset: ?>>, memref<40x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<5x40xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<5x16xf32, 1>, memref<40x16xf32, 1>) outs(%scores : memref<5x40xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<(d0) -> ((d0 - 1) * 1)>(%tile)
        %q_before = affine.apply affine_map<() -> (0)>()
        %g_before = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%h_before)
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<5x16xf32, 1>, memref<5xf32, 1>) outs(%Y_tile : memref<5x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t9 = affine.apply affine_map<(d0) -> (d0 * 80)>(%h_before)
        %t10 = memref.reinterpret_cast %Y to offset: [%t9], sizes: [5, 16], strides: [16, 1] : memref<320xf32> to memref<5x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t10) : (memref<5x16xf32, 1>, memref<5x16xf32, strided<[16, 1], offset: ?>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %shift : memref<5xf32, 1>, memref<5xf32, 1>) outs(%share, %LSE_tile : memref<5xf32, 1>, memref<5xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.constant 1.0 : f32
        %v1 = arith.constant 0.0 : f32
        %v2 = arith.cmpf oeq, %x0, %v1 : f32
        %v3 = arith.constant 1.0 : f32
        %v4 = arith.select %v2, %v3, %x0 : f32
        %v5 = arith.divf %v0, %v4 : f32
        %v6 = math.log %x0 : f32
        %v7 = arith.addf %v6, %x1 : f32
        linalg.yield %v5, %v7 : f32, f32
      }
      %t11 = affine.apply affine_map<(d0) -> (d0 * 5)>(%h)
      %t12 = memref.reinterpret_cast %LSE to offset: [%t11], sizes: [5], strides: [1] : memref<20xf32> to memref<5xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%LSE_tile, %t12) : (memref<5xf32, 1>, memref<5xf32, strided<[1], offset: ?>>) -> ()
      %t13 = affine.apply affine_map<(d0) -> (d0 * 640)>(%g)
      %t14 = memref.reinterpret_cast %V to offset: [%t13], sizes: [40, 16], strides: [16, 1] : memref<1280xf32> to memref<40x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t14, %V_tile) : (memref<40x16xf32, strided<[16, 1], offset: ?>>, memref<40x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<5x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<5x40xf32, 1>, memref<40x16xf32, 1>) outs(%mixed : memref<5x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> ((d0 - 1) * 1)>(%strip_end)
    %q_last = affine.apply affine_map<() -> (0)>()
    %g_last = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%h_last)
    linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share : memref<5x16xf32, 1>, memref<5xf32, 1>) outs(%Y_tile : memref<5x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t15 = affine.apply affine_map<(d0) -> (d0 * 80)>(%h_last)
    %t16 = memref.reinterpret_cast %Y to offset: [%t15], sizes: [5, 16], strides: [16, 1] : memref<320xf32> to memref<5x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t16) : (memref<5x16xf32, 1>, memref<5x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
