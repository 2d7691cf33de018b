// npu_fused_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable
(%Q: memref<352xf32>, %K: memref<608xf32>, %V: memref<608xf32>, %BIAS: memref<209xi8>, %Y: memref<352xf32>, %LSE: memref<22xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x19x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x19x16xf32, 1>
  %BIAS_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x19xi8, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x19xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x19xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %total = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %share = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16xf32, 1>
  affine.for %strip = 0 to 1 step 1 {
    %strip_end = affine.min affine_map<(d0) -> (1, d0 + 1)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<() -> (0)>()
    %q_first = affine.apply affine_map<() -> (0)>()
    %t1 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 11, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>
    "npu.dma_load"(%t1, %Q_tile) : (memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>, memref<2x16x16xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 19, 16], strides: [304, 16, 1] : memref<608xf32> to memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>
    "npu.dma_load"(%t2, %K_tile) : (memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>, memref<2x19x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x16x19xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x16x16xf32, 1>, memref<2x19x16xf32, 1>) outs(%scores : memref<2x16x19xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (1, d0 + 1)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<() -> (0)>()
      %q = affine.apply affine_map<() -> (0)>()
      %t3 = memref.reinterpret_cast %BIAS to offset: [0], sizes: [11, 19], strides: [19, 1] : memref<209xi8> to memref<11x19xi8, strided<[19, 1], offset: 0>>
      "npu.dma_load"(%t3, %BIAS_tile) : (memref<11x19xi8, strided<[19, 1], offset: 0>>, memref<16x19xi8, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (q, k)>, affine_map<(h, q, k) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%BIAS_tile : memref<16x19xi8, 1>) outs(%scores : memref<2x16x19xf32, 1>) {
        ^bb0(%x0: i8, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x1, %v0 : f32
        %v2 = arith.constant 0 : i8
        %v3 = arith.cmpi ne, %x0, %v2 : i8
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.constant 0xFF800000 : f32
        %v6 = arith.select %v3, %v4, %v5 : f32
        %v7 = arith.addf %v1, %v6 : f32
        linalg.yield %v7 : f32
      }
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<2x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores : memref<2x16x19xf32, 1>) outs(%largest : memref<2x16xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<2x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%largest : memref<2x16xf32, 1>) outs(%shift : memref<2x16xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0xFF800000 : f32
        %v1 = arith.cmpf oeq, %x0, %v0 : f32
        %v2 = arith.constant 0.0 : f32
        %v3 = arith.select %v1, %v2, %x0 : f32
        linalg.yield %v3 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>, affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores, %shift : memref<2x16x19xf32, 1>, memref<2x16xf32, 1>) outs(%weights, %total : memref<2x16x19xf32, 1>, memref<2x16xf32, 1>) {
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
        %h_next = affine.apply affine_map<() -> (0)>()
        %q_next = affine.apply affine_map<() -> (0)>()
        %t4 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 11, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>
        "npu.dma_load"(%t4, %Q_tile) : (memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>, memref<2x16x16xf32, 1>) -> ()
        %t5 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 19, 16], strides: [304, 16, 1] : memref<608xf32> to memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>
        "npu.dma_load"(%t5, %K_tile) : (memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>, memref<2x19x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x16x19xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x16x16xf32, 1>, memref<2x19x16xf32, 1>) outs(%scores : memref<2x16x19xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      %started = arith.cmpi sgt, %tile, %strip : index
      scf.if %started {
        %b_before = affine.apply affine_map<() -> (0)>()
        %h_before = affine.apply affine_map<() -> (0)>()
        %q_before = affine.apply affine_map<() -> (0)>()
        linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x16x16xf32, 1>, memref<2x16xf32, 1>) outs(%Y_tile : memref<2x16x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t6 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 11, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>
        "npu.dma_store"(%Y_tile, %t6) : (memref<2x16x16xf32, 1>, memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%total, %shift : memref<2x16xf32, 1>, memref<2x16xf32, 1>) outs(%share, %LSE_tile : memref<2x16xf32, 1>, memref<2x16xf32, 1>) {
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
      %t7 = memref.reinterpret_cast %LSE to offset: [0], sizes: [2, 11], strides: [11, 1] : memref<22xf32> to memref<2x11xf32, strided<[11, 1], offset: 0>>
      "npu.dma_store"(%LSE_tile, %t7) : (memref<2x16xf32, 1>, memref<2x11xf32, strided<[11, 1], offset: 0>>) -> ()
      %t8 = memref.reinterpret_cast %V to offset: [0], sizes: [2, 19, 16], strides: [304, 16, 1] : memref<608xf32> to memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>
      "npu.dma_load"(%t8, %V_tile) : (memref<2x19x16xf32, strided<[304, 16, 1], offset: 0>>, memref<2x19x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<2x16x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, e, k) -> (h, q, k)>, affine_map<(h, q, e, k) -> (h, k, e)>, affine_map<(h, q, e, k) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<2x16x19xf32, 1>, memref<2x19x16xf32, 1>) outs(%mixed : memref<2x16x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<() -> (0)>()
    %q_last = affine.apply affine_map<() -> (0)>()
    linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x16x16xf32, 1>, memref<2x16xf32, 1>) outs(%Y_tile : memref<2x16x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t9 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 11, 16], strides: [176, 16, 1] : memref<352xf32> to memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>
    "npu.dma_store"(%Y_tile, %t9) : (memref<2x16x16xf32, 1>, memref<2x11x16xf32, strided<[176, 16, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
