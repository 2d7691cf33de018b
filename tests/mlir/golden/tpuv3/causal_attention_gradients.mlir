// npu_fused_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable
(%Q: memref<544xf32>, %K: memref<544xf32>, %V: memref<544xf32>, %Y: memref<544xf32>, %LSE: memref<34xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %t3 = arith.constant 17 : index
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %total = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %share = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  affine.for %strip = 0 to 1 step 1 {
    %strip_end = affine.min affine_map<(d0) -> (1, d0 + 1)>(%strip)
    %k = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<() -> (0)>()
    %q_first = affine.apply affine_map<() -> (0)>()
    %t1 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t1, %Q_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t2, %K_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x24x17xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%scores : memref<2x24x17xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (1, d0 + 1)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<() -> (0)>()
      %q = affine.apply affine_map<() -> (0)>()
      %seen_by_all = affine.min affine_map<(d0)[s0] -> (s0, d0 + 1)>(%q)[%t3]
      %tile_end = affine.apply affine_map<(d0) -> (d0 + 17)>(%k)
      %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
      scf.if %hidden {
        linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%scores : memref<2x24x17xf32, 1>) {
          ^bb0(%x0: f32):
          %v0 = linalg.index 2 : index
          %v1 = arith.addi %v0, %k : index
          %v2 = arith.cmpi slt, %v1, %t3 : index
          %v3 = linalg.index 1 : index
          %v4 = arith.addi %v3, %q : index
          %v5 = arith.cmpi sle, %v1, %v4 : index
          %v6 = arith.andi %v2, %v5 : i1
          %v7 = arith.constant 0xFF800000 : f32
          %v8 = arith.select %v6, %x0, %v7 : f32
          linalg.yield %v8 : f32
        }
      }
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<2x24xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores : memref<2x24x17xf32, 1>) outs(%largest : memref<2x24xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.maximumf %x1, %x0 : f32
        linalg.yield %v0 : f32
      }
      linalg.fill ins(%total_start : f32) outs(%total : memref<2x24xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%largest : memref<2x24xf32, 1>) outs(%shift : memref<2x24xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.constant 0xFF800000 : f32
        %v3 = arith.cmpf oeq, %v1, %v2 : f32
        %v4 = arith.constant 0.0 : f32
        %v5 = arith.select %v3, %v4, %v1 : f32
        linalg.yield %v5 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>, affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%scores, %shift : memref<2x24x17xf32, 1>, memref<2x24xf32, 1>) outs(%weights, %total : memref<2x24x17xf32, 1>, memref<2x24xf32, 1>) {
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
        %t4 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_load"(%t4, %Q_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
        %t5 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_load"(%t5, %K_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x24x17xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%scores : memref<2x24x17xf32, 1>) {
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
        linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x24x16xf32, 1>, memref<2x24xf32, 1>) outs(%Y_tile : memref<2x24x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.mulf %x0, %x1 : f32
          linalg.yield %v0 : f32
        }
        %t6 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_store"(%Y_tile, %t6) : (memref<2x24x16xf32, 1>, memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>) -> ()
      }
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%total, %shift : memref<2x24xf32, 1>, memref<2x24xf32, 1>) outs(%share, %LSE_tile : memref<2x24xf32, 1>, memref<2x24xf32, 1>) {
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
      %t7 = memref.reinterpret_cast %LSE to offset: [0], sizes: [2, 17], strides: [17, 1] : memref<34xf32> to memref<2x17xf32, strided<[17, 1], offset: 0>>
      "npu.dma_store"(%LSE_tile, %t7) : (memref<2x24xf32, 1>, memref<2x17xf32, strided<[17, 1], offset: 0>>) -> ()
      %t8 = memref.reinterpret_cast %V to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
      "npu.dma_load"(%t8, %V_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
      linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<2x24x16xf32, 1>)
      linalg.generic {indexing_maps = [affine_map<(h, q, e, k) -> (h, q, k)>, affine_map<(h, q, e, k) -> (h, k, e)>, affine_map<(h, q, e, k) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<2x24x17xf32, 1>, memref<2x17x16xf32, 1>) outs(%mixed : memref<2x24x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<() -> (0)>()
    %q_last = affine.apply affine_map<() -> (0)>()
    linalg.generic {indexing_maps = [affine_map<(h, q, e) -> (h, q, e)>, affine_map<(h, q, e) -> (h, q)>, affine_map<(h, q, e) -> (h, q, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mixed, %share : memref<2x24x16xf32, 1>, memref<2x24xf32, 1>) outs(%Y_tile : memref<2x24x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32):
      %v0 = arith.mulf %x0, %x1 : f32
      linalg.yield %v0 : f32
    }
    %t9 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_store"(%Y_tile, %t9) : (memref<2x24x16xf32, 1>, memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_scaled_dot_product_fused_attention_overrideable_backward: reduction
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_backward(%in_ptr0: memref<544xf32>, %in_ptr1: memref<544xf32>, %out_ptr0: memref<34xf32>) {
  %cst = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<34x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<34x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<34xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [34, 16], strides: [16, 1] : memref<544xf32> to memref<34x16xf32, strided<[16, 1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<34x16xf32, strided<[16, 1], offset: 0>>, memref<34x16xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [34, 16], strides: [16, 1] : memref<544xf32> to memref<34x16xf32, strided<[16, 1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<34x16xf32, strided<[16, 1], offset: 0>>, memref<34x16xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<34xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<34x16xf32, 1>, memref<34x16xf32, 1>) outs(%sum : memref<34xf32, 1>) {
    ^bb0(%a: f32, %a_1: f32, %o: f32):
      %mul = arith.mulf %a, %a_1 : f32
      %sum_1 = arith.addf %o, %mul : f32
      linalg.yield %sum_1 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [34], strides: [1] : memref<34xf32> to memref<34xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_2) : (memref<34xf32, 1>, memref<34xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_scaled_dot_product_fused_attention_overrideable_backward: template, template MLIRFlashGradientsTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_backward
(%Q: memref<544xf32>, %K: memref<544xf32>, %V: memref<544xf32>, %G: memref<544xf32>, %LSE: memref<34xf32>, %D: memref<34xf32>, %Y: memref<544xf32>, %Z: memref<544xf32>, %W: memref<544xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %t7 = arith.constant 17 : index
  %query_sum_start = arith.constant 0.0 : f32
  %key_sum_start = arith.constant 0.0 : f32
  %value_sum_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %Q_again = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %G_again = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %K_again = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x17xf32, 1>
  %query_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x24x16xf32, 1>
  %key_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %Z_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %value_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  %W_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x17x16xf32, 1>
  affine.for %strip = 0 to 1 step 1 {
    %strip_end = affine.min affine_map<(d0) -> (1, d0 + 1)>(%strip)
    %k_first = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<() -> (0)>()
    %q_first = affine.apply affine_map<() -> (0)>()
    %t1 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t1, %Q_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
    %t2 = memref.reinterpret_cast %G to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t2, %G_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
    %t3 = memref.reinterpret_cast %LSE to offset: [0], sizes: [2, 17], strides: [17, 1] : memref<34xf32> to memref<2x17xf32, strided<[17, 1], offset: 0>>
    "npu.dma_load"(%t3, %LSE_tile) : (memref<2x17xf32, strided<[17, 1], offset: 0>>, memref<2x24xf32, 1>) -> ()
    %t4 = memref.reinterpret_cast %D to offset: [0], sizes: [2, 17], strides: [17, 1] : memref<34xf32> to memref<2x17xf32, strided<[17, 1], offset: 0>>
    "npu.dma_load"(%t4, %D_tile) : (memref<2x17xf32, strided<[17, 1], offset: 0>>, memref<2x24xf32, 1>) -> ()
    %t5 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t5, %K_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
    %t6 = memref.reinterpret_cast %V to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
    "npu.dma_load"(%t6, %V_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x24x17xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%scores : memref<2x24x17xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<2x24x17xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(h, q, k, e) -> (h, q, e)>, affine_map<(h, q, k, e) -> (h, k, e)>, affine_map<(h, q, k, e) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%grad_weights : memref<2x24x17xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (1, d0 + 1)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<() -> (0)>()
      %q = affine.apply affine_map<() -> (0)>()
      linalg.generic {indexing_maps = [affine_map<(h, q) -> (h, q)>, affine_map<(h, q) -> (h, q)>], iterator_types = ["parallel", "parallel"]} ins(%LSE_tile : memref<2x24xf32, 1>) outs(%shift : memref<2x24xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32):
        %v0 = arith.constant 0xFF800000 : f32
        %v1 = arith.cmpf oeq, %x0, %v0 : f32
        %v2 = arith.constant 0.0 : f32
        %v3 = arith.select %v1, %v2, %x0 : f32
        linalg.yield %v3 : f32
      }
      %k = affine.apply affine_map<() -> (0)>()
      %seen_by_all = affine.min affine_map<(d0)[s0] -> (s0, d0 + 1)>(%q)[%t7]
      %tile_end = affine.apply affine_map<(d0) -> (d0 + 17)>(%k)
      %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
      scf.if %hidden {
        linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%scores : memref<2x24x17xf32, 1>) {
          ^bb0(%x0: f32):
          %v0 = linalg.index 2 : index
          %v1 = arith.addi %v0, %k : index
          %v2 = arith.cmpi slt, %v1, %t7 : index
          %v3 = linalg.index 1 : index
          %v4 = arith.addi %v3, %q : index
          %v5 = arith.cmpi sle, %v1, %v4 : index
          %v6 = arith.andi %v2, %v5 : i1
          %v7 = arith.constant 0xFF800000 : f32
          %v8 = arith.select %v6, %x0, %v7 : f32
          linalg.yield %v8 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q)>, affine_map<(h, q, k) -> (h, q)>, affine_map<(h, q, k) -> (h, q, k)>, affine_map<(h, q, k) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile : memref<2x24x17xf32, 1>, memref<2x24x17xf32, 1>, memref<2x24xf32, 1>, memref<2x24xf32, 1>) outs(%grad_scores, %weights : memref<2x24x17xf32, 1>, memref<2x24x17xf32, 1>) {
        ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32):
        %v0 = arith.constant 0.25 : f32
        %v1 = arith.mulf %x0, %v0 : f32
        %v2 = arith.subf %v1, %x2 : f32
        %v3 = math.exp %v2 : f32
        %v4 = arith.subf %x1, %x3 : f32
        %v5 = arith.mulf %v3, %v4 : f32
        linalg.yield %v5, %v3 : f32, f32
      }
      %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
      %more = arith.cmpi slt, %after, %strip_end : index
      scf.if %more {
        %b_next = affine.apply affine_map<() -> (0)>()
        %h_next = affine.apply affine_map<() -> (0)>()
        %q_next = affine.apply affine_map<() -> (0)>()
        %t8 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_load"(%t8, %Q_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
        %t9 = memref.reinterpret_cast %G to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_load"(%t9, %G_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
        %t10 = memref.reinterpret_cast %LSE to offset: [0], sizes: [2, 17], strides: [17, 1] : memref<34xf32> to memref<2x17xf32, strided<[17, 1], offset: 0>>
        "npu.dma_load"(%t10, %LSE_tile) : (memref<2x17xf32, strided<[17, 1], offset: 0>>, memref<2x24xf32, 1>) -> ()
        %t11 = memref.reinterpret_cast %D to offset: [0], sizes: [2, 17], strides: [17, 1] : memref<34xf32> to memref<2x17xf32, strided<[17, 1], offset: 0>>
        "npu.dma_load"(%t11, %D_tile) : (memref<2x17xf32, strided<[17, 1], offset: 0>>, memref<2x24xf32, 1>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0 + 1) mod 1)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          %t12 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
          "npu.dma_load"(%t12, %K_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
          %t13 = memref.reinterpret_cast %V to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
          "npu.dma_load"(%t13, %V_tile) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
        }
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<2x24x17xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(h, q, k, d) -> (h, q, d)>, affine_map<(h, q, k, d) -> (h, k, d)>, affine_map<(h, q, k, d) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%scores : memref<2x24x17xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<2x24x17xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(h, q, k, e) -> (h, q, e)>, affine_map<(h, q, k, e) -> (h, k, e)>, affine_map<(h, q, k, e) -> (h, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<2x24x16xf32, 1>, memref<2x17x16xf32, 1>) outs(%grad_weights : memref<2x24x17xf32, 1>) {
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
        linalg.generic {indexing_maps = [affine_map<(h, q, d) -> (h, q, d)>, affine_map<(h, q, d) -> (h, q, d)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%query_sum : memref<2x24x16xf32, 1>) outs(%Y_tile : memref<2x24x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        %t14 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
        "npu.dma_store"(%Y_tile, %t14) : (memref<2x24x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
        %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 1)>(%tile)
        %begins = arith.cmpi eq, %of_key_head, %zero : index
        scf.if %begins {
          linalg.generic {indexing_maps = [affine_map<(h, s, d) -> (h, s, d)>, affine_map<(h, s, d) -> (h, s, d)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%key_sum : memref<2x17x16xf32, 1>) outs(%Z_tile : memref<2x17x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            linalg.yield %v1 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(h, s, e) -> (h, s, e)>, affine_map<(h, s, e) -> (h, s, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%value_sum : memref<2x17x16xf32, 1>) outs(%W_tile : memref<2x17x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            linalg.yield %x0 : f32
          }
          %t15 = memref.reinterpret_cast %Z to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
          "npu.dma_store"(%Z_tile, %t15) : (memref<2x17x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
          %t16 = memref.reinterpret_cast %W to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
          "npu.dma_store"(%W_tile, %t16) : (memref<2x17x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
        }
      }
      %t17 = memref.reinterpret_cast %Q to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
      "npu.dma_load"(%t17, %Q_again) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
      %t18 = memref.reinterpret_cast %G to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
      "npu.dma_load"(%t18, %G_again) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x24x16xf32, 1>) -> ()
      linalg.fill ins(%query_sum_start : f32) outs(%query_sum : memref<2x24x16xf32, 1>)
      %of_key_head = affine.apply affine_map<(d0) -> ((d0) mod 1)>(%tile)
      %begins = arith.cmpi eq, %of_key_head, %zero : index
      scf.if %begins {
        %t19 = memref.reinterpret_cast %K to offset: [0], sizes: [2, 17, 16], strides: [272, 16, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>
        "npu.dma_load"(%t19, %K_again) : (memref<2x17x16xf32, strided<[272, 16, 1], offset: 0>>, memref<2x17x16xf32, 1>) -> ()
        linalg.fill ins(%key_sum_start : f32) outs(%key_sum : memref<2x17x16xf32, 1>)
        linalg.fill ins(%value_sum_start : f32) outs(%value_sum : memref<2x17x16xf32, 1>)
      }
      linalg.generic {indexing_maps = [affine_map<(h, k, e, q) -> (h, q, k)>, affine_map<(h, k, e, q) -> (h, q, e)>, affine_map<(h, k, e, q) -> (h, k, e)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%weights, %G_again : memref<2x24x17xf32, 1>, memref<2x24x16xf32, 1>) outs(%value_sum : memref<2x17x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(h, k, d, q) -> (h, q, k)>, affine_map<(h, k, d, q) -> (h, q, d)>, affine_map<(h, k, d, q) -> (h, k, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%grad_scores, %Q_again : memref<2x24x17xf32, 1>, memref<2x24x16xf32, 1>) outs(%key_sum : memref<2x17x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(h, q, d, k) -> (h, q, k)>, affine_map<(h, q, d, k) -> (h, k, d)>, affine_map<(h, q, d, k) -> (h, q, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%grad_scores, %K_again : memref<2x24x17xf32, 1>, memref<2x17x16xf32, 1>) outs(%query_sum : memref<2x24x16xf32, 1>) {
        ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
        %product_0 = arith.mulf %left_0, %right_0 : f32
        %sum_0 = arith.addf %total_0, %product_0 : f32
        linalg.yield %sum_0 : f32
      }
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<() -> (0)>()
    %q_last = affine.apply affine_map<() -> (0)>()
    linalg.generic {indexing_maps = [affine_map<(h, q, d) -> (h, q, d)>, affine_map<(h, q, d) -> (h, q, d)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%query_sum : memref<2x24x16xf32, 1>) outs(%Y_tile : memref<2x24x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    %t20 = memref.reinterpret_cast %Y to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
    "npu.dma_store"(%Y_tile, %t20) : (memref<2x24x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
    linalg.generic {indexing_maps = [affine_map<(h, s, d) -> (h, s, d)>, affine_map<(h, s, d) -> (h, s, d)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%key_sum : memref<2x17x16xf32, 1>) outs(%Z_tile : memref<2x17x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      %v0 = arith.constant 0.25 : f32
      %v1 = arith.mulf %x0, %v0 : f32
      linalg.yield %v1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(h, s, e) -> (h, s, e)>, affine_map<(h, s, e) -> (h, s, e)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%value_sum : memref<2x17x16xf32, 1>) outs(%W_tile : memref<2x17x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32):
      linalg.yield %x0 : f32
    }
    %t21 = memref.reinterpret_cast %Z to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
    "npu.dma_store"(%Z_tile, %t21) : (memref<2x17x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
    %t22 = memref.reinterpret_cast %W to offset: [0], sizes: [2, 17, 16], strides: [16, 32, 1] : memref<544xf32> to memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>
    "npu.dma_store"(%W_tile, %t22) : (memref<2x17x16xf32, 1>, memref<2x17x16xf32, strided<[16, 32, 1], offset: 0>>) -> ()
  } {npu.parallel}
  return
}
