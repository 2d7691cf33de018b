// npu_fused_scaled_dot_product_fused_attention_overrideable_convert: template, template MLIRFlashAttentionTemplate, fusions prologue, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_convert
(%Q: memref<32xf32>, %in_ptr1: memref<4160xi8>, %in_ptr2: memref<260xf32>, %in_ptr3: memref<4160xi8>, %in_ptr4: memref<260xf32>, %Y: memref<32xf32>, %LSE: memref<2xf32>) {
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x130x16xi8, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x130xf32, 1>
  %scores_start = arith.constant 0.0 : f32
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %p1_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x130x16xi8, 1>
  %p1_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x130xf32, 1>
  %p2_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x130x16xi8, 1>
  %p2_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x130xf32, 1>
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x130x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x130x16xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1x130xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1x130xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1xf32, 1>
  %total = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1xf32, 1>
  %share = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x1xf32, 1>
  affine.for %strip = 0 to 1 step 1 {
    %strip_end = affine.min affine_map<(d0) -> (1, d0 + 1)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<() -> (0)>()
    %q_first = affine.apply affine_map<() -> (0)>()
    %t1 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 1, 16], strides: [16, 16, 1] : memref<32xf32> to memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>
    "npu.dma_load"(%t1, %Q_tile) : (memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>, memref<2x1x16xf32, 1>) -> ()
    %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [2, 130, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>
    "npu.dma_load"(%p0_view, %p0_t) : (memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>, memref<2x130x16xi8, 1>) -> ()
    %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [2, 130], strides: [130, 1] : memref<260xf32> to memref<2x130xf32, strided<[130, 1], offset: 0>>
    "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<2x130xf32, strided<[130, 1], offset: 0>>, memref<2x130xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t, %p0_t_1 : memref<2x130x16xi8, 1>, memref<2x130xf32, 1>) outs(%K_tile : memref<2x130x16xf32, 1>) {
      ^bb0(%p0_a: i8, %p0_a_1: f32, %p0_o: f32):
      %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
      %p0_mul = arith.mulf %p0_cvt, %p0_a_1 : f32
      linalg.yield %p0_mul : f32
    }
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x1x130xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x1x16xf32, 1>, memref<2x130x16xf32, 1>) outs(%scores : memref<2x1x130xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (1, d0 + 1)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<() -> (0)>()
      %q = affine.apply affine_map<() -> (0)>()
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<2x1xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores : memref<2x1x130xf32, 1>) outs(%largest : memref<2x1xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<2x1xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%largest : memref<2x1xf32, 1>) outs(%shift : memref<2x1xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.constant 0xFF800000 : f32
        %v3 = arith.cmpf oeq, %v1, %v2 : f32
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.select %v3, %v4, %v1 : f32
        linalg.yield %v5 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>, affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores, %shift : memref<2x1x130xf32, 1>, memref<2x1xf32, 1>) outs(%weights, %total : memref<2x1x130xf32, 1>, memref<2x1xf32, 1>) {
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
        %h_next = affine.apply affine_map<() -> (0)>()
        %q_next = affine.apply affine_map<() -> (0)>()
        %t2 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 1, 16], strides: [16, 16, 1] : memref<32xf32> to memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>
        "npu.dma_load"(%t2, %Q_tile) : (memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>, memref<2x1x16xf32, 1>) -> ()
        %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [2, 130, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>
        "npu.dma_load"(%p1_view, %p1_t) : (memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>, memref<2x130x16xi8, 1>) -> ()
        %p1_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [0], sizes: [2, 130], strides: [130, 1] : memref<260xf32> to memref<2x130xf32, strided<[130, 1], offset: 0>>
        "npu.dma_load"(%p1_view_1, %p1_t_1) : (memref<2x130xf32, strided<[130, 1], offset: 0>>, memref<2x130xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p1_t, %p1_t_1 : memref<2x130x16xi8, 1>, memref<2x130xf32, 1>) outs(%K_tile : memref<2x130x16xf32, 1>) {
          ^bb0(%p1_a: i8, %p1_a_1: f32, %p1_o: f32):
          %p1_cvt = arith.sitofp %p1_a : i8 to f32  // to_dtype
          %p1_mul = arith.mulf %p1_cvt, %p1_a_1 : f32
          linalg.yield %p1_mul : f32
        }
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x1x130xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x1x16xf32, 1>, memref<2x130x16xf32, 1>) outs(%scores : memref<2x1x130xf32, 1>) {
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
        linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x1x16xf32, 1>, memref<2x1xf32, 1>) outs(%Y_tile : memref<2x1x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t3 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 1, 16], strides: [16, 16, 1] : memref<32xf32> to memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>
        "npu.dma_store"(%Y_tile, %t3) : (memref<2x1x16xf32, 1>, memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%total, %shift : memref<2x1xf32, 1>, memref<2x1xf32, 1>) outs(%share, %LSE_tile : memref<2x1xf32, 1>, memref<2x1xf32, 1>) {
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
      %t4 = memref.reinterpret_cast %LSE to offset: [0], sizes: [2, 1], strides: [1, 1] : memref<2xf32> to memref<2x1xf32, strided<[1, 1], offset: 0>>
      "npu.dma_store"(%LSE_tile, %t4) : (memref<2x1xf32, 1>, memref<2x1xf32, strided<[1, 1], offset: 0>>) -> ()
      %p2_view = memref.reinterpret_cast %in_ptr3 to offset: [0], sizes: [2, 130, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>
      "npu.dma_load"(%p2_view, %p2_t) : (memref<2x130x16xi8, strided<[2080, 16, 1], offset: 0>>, memref<2x130x16xi8, 1>) -> ()
      %p2_view_1 = memref.reinterpret_cast %in_ptr4 to offset: [0], sizes: [2, 130], strides: [130, 1] : memref<260xf32> to memref<2x130xf32, strided<[130, 1], offset: 0>>
      "npu.dma_load"(%p2_view_1, %p2_t_1) : (memref<2x130xf32, strided<[130, 1], offset: 0>>, memref<2x130xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p2_t, %p2_t_1 : memref<2x130x16xi8, 1>, memref<2x130xf32, 1>) outs(%V_tile : memref<2x130x16xf32, 1>) {
        ^bb0(%p2_a: i8, %p2_a_1: f32, %p2_o: f32):
        %p2_cvt = arith.sitofp %p2_a : i8 to f32  // to_dtype
        %p2_mul = arith.mulf %p2_cvt, %p2_a_1 : f32
        linalg.yield %p2_mul : f32
      }
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<2x1x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, e, k) -> (h, q, k)>, affine_map<(h, q, e, k) -> (h, k, e)>, affine_map<(h, q, e, k) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<2x1x130xf32, 1>, memref<2x130x16xf32, 1>) outs(%mixed : memref<2x1x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<() -> (0)>()
    %q_last = affine.apply affine_map<() -> (0)>()
    linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x1x16xf32, 1>, memref<2x1xf32, 1>) outs(%Y_tile : memref<2x1x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t5 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 1, 16], strides: [16, 16, 1] : memref<32xf32> to memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>
    "npu.dma_store"(%Y_tile, %t5) : (memref<2x1x16xf32, 1>, memref<2x1x16xf32, strided<[16, 16, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
