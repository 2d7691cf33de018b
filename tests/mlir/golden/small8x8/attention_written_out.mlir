// npu_fused_softmax_attention: template, template MLIRFlashAttentionTemplate, fusions attention, mapping default
func.func @npu_fused_softmax_attention
(%Q: memref<608xf32>, %K: memref<1056xf32>, %V: memref<1056xf32>, %BIAS: memref<627xi8>, %Y: memref<608xf32>, %LSE: memref<38xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x16xf32, 1>
  %BIAS_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x33xi8, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x33xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<8x33xf32, 1>
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
    %t1 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q_first)
    %t2 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%h_first, %q_first)
    %t3 = memref.reinterpret_cast %Q to offset: [%t2], sizes: [%t1, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t3, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
    %t4 = affine.apply affine_map<(d0) -> (d0 * 528)>(%h_first)
    %t5 = memref.reinterpret_cast %K to offset: [%t4], sizes: [33, 16], strides: [16, 1] : memref<1056xf32> to memref<33x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t5, %K_tile) : (memref<33x16xf32, strided<[16, 1], offset: ?>>, memref<33x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x33xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<33x16xf32, 1>) outs(%scores : memref<8x33xf32, 1>) {
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
        %t6 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q)
        %t7 = affine.apply affine_map<(d0) -> (d0 * 33)>(%q)
        %t8 = memref.reinterpret_cast %BIAS to offset: [%t7], sizes: [%t6, 33], strides: [33, 1] : memref<627xi8> to memref<?x33xi8, strided<[33, 1], offset: ?>>
        "npu.dma_load"(%t8, %BIAS_tile) : (memref<?x33xi8, strided<[33, 1], offset: ?>>, memref<8x33xi8, 1>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%BIAS_tile : memref<8x33xi8, 1>) outs(%scores : memref<8x33xf32, 1>) {
        ^bb0(%x0: i8, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x1, %v0 : f32
        %v2 = arith.constant 0 : i8
        %v3 = arith.cmpi ne, %x0, %v2 : i8
        %v4 = arith.constant 0xFF800000 : f32
        %v5 = arith.select %v3, %v1, %v4 : f32
        linalg.yield %v5 : f32
      }
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<8xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<8x33xf32, 1>) outs(%largest : memref<8xf32, 1>) {
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
      linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<8x33xf32, 1>, memref<8xf32, 1>) outs(%weights, %total : memref<8x33xf32, 1>, memref<8xf32, 1>) {
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
        %t9 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q_next)
        %t10 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%h_next, %q_next)
        %t11 = memref.reinterpret_cast %Q to offset: [%t10], sizes: [%t9, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t11, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32, 1>) -> ()
        %t12 = affine.apply affine_map<(d0) -> (d0 * 528)>(%h_next)
        %t13 = memref.reinterpret_cast %K to offset: [%t12], sizes: [33, 16], strides: [16, 1] : memref<1056xf32> to memref<33x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t13, %K_tile) : (memref<33x16xf32, strided<[16, 1], offset: ?>>, memref<33x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<8x33xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<8x16xf32, 1>, memref<33x16xf32, 1>) outs(%scores : memref<8x33xf32, 1>) {
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
        %t14 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q_before)
        %t15 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%h_before, %q_before)
        %t16 = memref.reinterpret_cast %Y to offset: [%t15], sizes: [%t14, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t16) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %shift : memref<8xf32, 1>, memref<8xf32, 1>) outs(%share, %LSE_tile : memref<8xf32, 1>, memref<8xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
        %v0 = arith.constant 1.0 : f32
        %v1 = arith.divf %v0, %x0 : f32
        %v2 = math.log %x0 : f32
        %v3 = arith.addf %v2, %x1 : f32
        linalg.yield %v1, %v3 : f32, f32
      }
      %t17 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q)
      %t18 = affine.apply affine_map<(d0, d1) -> (d0 * 19 + d1)>(%h, %q)
      %t19 = memref.reinterpret_cast %LSE to offset: [%t18], sizes: [%t17], strides: [1] : memref<38xf32> to memref<?xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%LSE_tile, %t19) : (memref<8xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
      %t20 = affine.apply affine_map<(d0) -> (d0 * 528)>(%h)
      %t21 = memref.reinterpret_cast %V to offset: [%t20], sizes: [33, 16], strides: [16, 1] : memref<1056xf32> to memref<33x16xf32, strided<[16, 1], offset: ?>>
      "npu.dma_load"(%t21, %V_tile) : (memref<33x16xf32, strided<[16, 1], offset: ?>>, memref<33x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<8x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<8x33xf32, 1>, memref<33x16xf32, 1>) outs(%mixed : memref<8x16xf32, 1>) {
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
    %t22 = affine.min affine_map<(d0) -> (8, 19 - d0)>(%q_last)
    %t23 = affine.apply affine_map<(d0, d1) -> (d0 * 304 + d1 * 16)>(%h_last, %q_last)
    %t24 = memref.reinterpret_cast %Y to offset: [%t23], sizes: [%t22, 16], strides: [16, 1] : memref<608xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t24) : (memref<8x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
