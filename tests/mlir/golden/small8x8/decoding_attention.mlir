// npu_fused_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable
(%Q: memref<32xf32>, %K: memref<4160xf32>, %V: memref<4160xf32>, %Y: memref<32xf32>, %LSE: memref<2xf32>) {
  %scores_start = arith.constant 0.0 : f32
  %t6 = arith.constant 130 : index
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %tile_largest_start = arith.constant 0xFF800000 : f32
  %mixed_start = arith.constant 0.0 : f32
  %product_start = arith.constant 0.0 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x16xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %tile_largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %decay = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %share = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %product = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  affine.for %strip = 0 to 2 step 2 {
    %strip_end = affine.min affine_map<(d0) -> (2, d0 + 2)>(%strip)
    %k_first = affine.apply affine_map<() -> (0)>()
    %b_first = affine.apply affine_map<() -> (0)>()
    %h_first = affine.apply affine_map<(d0) -> ((d0) * 1)>(%strip)
    %q_first = affine.apply affine_map<() -> (0)>()
    %t1 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h_first)
    %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t2, %Q_tile) : (memref<1x16xf32, strided<[16, 1], offset: ?>>, memref<1x16xf32, 1>) -> ()
    %t3 = affine.min affine_map<(d0) -> (48, 130 - d0)>(%k_first)
    %t4 = affine.apply affine_map<(d0, d1) -> (d0 * 2080 + d1 * 16)>(%h_first, %k_first)
    %t5 = memref.reinterpret_cast %K to offset: [%t4], sizes: [%t3, 16], strides: [16, 1] : memref<4160xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%t5, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<48x16xf32, 1>) -> ()
    linalg.fill ins(%scores_start : f32) outs(%scores : memref<1x48xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<1x16xf32, 1>, memref<48x16xf32, 1>) outs(%scores : memref<1x48xf32, 1>) {
      ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
      %product_0 = arith.mulf %left_0, %right_0 : f32
      %sum_0 = arith.addf %total_0, %product_0 : f32
      linalg.yield %sum_0 : f32
    }
    affine.for %tile = affine_map<(d0) -> (d0)>(%strip) to min affine_map<(d0) -> (2, d0 + 2)>(%strip) {
      %b = affine.apply affine_map<() -> (0)>()
      %h = affine.apply affine_map<(d0) -> ((d0) * 1)>(%tile)
      %q = affine.apply affine_map<() -> (0)>()
      %keys_end = arith.addi %t6, %zero : index
      linalg.fill ins(%largest_start : f32) outs(%largest : memref<1xf32, 1>)
      linalg.fill ins(%total_start : f32) outs(%total : memref<1xf32, 1>)
      affine.for %k = 0 to 130 step 48 {
        %seen_by_all = arith.addi %t6, %zero : index
        %tile_end = affine.apply affine_map<(d0) -> (d0 + 48)>(%k)
        %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
        scf.if %hidden {
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<1x48xf32, 1>) {
            ^bb0(%x0: f32):
            %v0 = linalg.index 1 : index
            %v1 = arith.addi %v0, %k : index
            %v2 = arith.cmpi slt, %v1, %t6 : index
            %v3 = arith.constant 0xFF800000 : f32
            %v4 = arith.select %v2, %x0, %v3 : f32
            linalg.yield %v4 : f32
          }
        }
        linalg.fill ins(%tile_largest_start : f32) outs(%tile_largest : memref<1xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<1x48xf32, 1>) outs(%tile_largest : memref<1xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.maximumf %x1, %x0 : f32
          linalg.yield %v0 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%tile_largest : memref<1xf32, 1>) outs(%largest, %shift, %decay, %total : memref<1xf32, 1>, memref<1xf32, 1>, memref<1xf32, 1>, memref<1xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          %v2 = arith.maximumf %x1, %v1 : f32
          %v3 = arith.constant 0xFF800000 : f32
          %v4 = arith.cmpf oeq, %v2, %v3 : f32
          %v5 = arith.constant 0.0 : f32
          %v6 = arith.select %v4, %v5, %v2 : f32
          %v7 = arith.subf %x1, %v6 : f32
          %v8 = math.exp %v7 : f32
          %v9 = arith.mulf %x4, %v8 : f32
          linalg.yield %v2, %v6, %v8, %v9 : f32, f32, f32, f32
        }
        linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<1x48xf32, 1>, memref<1xf32, 1>) outs(%weights, %total : memref<1x48xf32, 1>, memref<1xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          %v2 = arith.subf %v1, %x1 : f32
          %v3 = math.exp %v2 : f32
          %v4 = arith.addf %x3, %v3 : f32
          linalg.yield %v3, %v4 : f32, f32
        }
        %k_next = affine.apply affine_map<(d0) -> (d0 + 48)>(%k)
        %same_row = arith.cmpi slt, %k_next, %keys_end : index
        scf.if %same_row {
          %t7 = affine.min affine_map<(d0) -> (48, 130 - d0)>(%k_next)
          %t8 = affine.apply affine_map<(d0, d1) -> (d0 * 2080 + d1 * 16)>(%h, %k_next)
          %t9 = memref.reinterpret_cast %K to offset: [%t8], sizes: [%t7, 16], strides: [16, 1] : memref<4160xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t9, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<48x16xf32, 1>) -> ()
          linalg.fill ins(%scores_start : f32) outs(%scores : memref<1x48xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<1x16xf32, 1>, memref<48x16xf32, 1>) outs(%scores : memref<1x48xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        } else {
          %after = affine.apply affine_map<(d0) -> (d0 + 1)>(%tile)
          %more = arith.cmpi slt, %after, %strip_end : index
          scf.if %more {
            %b_next = affine.apply affine_map<() -> (0)>()
            %h_next = affine.apply affine_map<(d0) -> ((d0 + 1) * 1)>(%tile)
            %q_next = affine.apply affine_map<() -> (0)>()
            %t10 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h_next)
            %t11 = memref.reinterpret_cast %Q to offset: [%t10], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t11, %Q_tile) : (memref<1x16xf32, strided<[16, 1], offset: ?>>, memref<1x16xf32, 1>) -> ()
            %t12 = affine.min affine_map<(d0) -> (48, 130 - d0)>(%k_first)
            %t13 = affine.apply affine_map<(d0, d1) -> (d0 * 2080 + d1 * 16)>(%h_next, %k_first)
            %t14 = memref.reinterpret_cast %K to offset: [%t13], sizes: [%t12, 16], strides: [16, 1] : memref<4160xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t14, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<48x16xf32, 1>) -> ()
            linalg.fill ins(%scores_start : f32) outs(%scores : memref<1x48xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<1x16xf32, 1>, memref<48x16xf32, 1>) outs(%scores : memref<1x48xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
        }
        %t15 = affine.min affine_map<(d0) -> (48, 130 - d0)>(%k)
        %t16 = affine.apply affine_map<(d0, d1) -> (d0 * 2080 + d1 * 16)>(%h, %k)
        %t17 = memref.reinterpret_cast %V to offset: [%t16], sizes: [%t15, 16], strides: [16, 1] : memref<4160xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t17, %V_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<48x16xf32, 1>) -> ()
        %begins_row = arith.cmpi eq, %k, %zero : index
        %has_begun = arith.cmpi ne, %k, %zero : index
        scf.if %has_begun {
          linalg.generic {indexing_maps = [affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%decay, %product : memref<1xf32, 1>, memref<1x16xf32, 1>) outs(%mixed : memref<1x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32):
            %v0 = arith.addf %x2, %x1 : f32
            %v1 = arith.mulf %v0, %x0 : f32
            linalg.yield %v1 : f32
          }
        }
        scf.if %begins_row {
          %started = arith.cmpi sgt, %tile, %strip : index
          scf.if %started {
            %b_before = affine.apply affine_map<() -> (0)>()
            %h_before = affine.apply affine_map<(d0) -> ((d0 - 1) * 1)>(%tile)
            %q_before = affine.apply affine_map<() -> (0)>()
            linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share, %product : memref<1x16xf32, 1>, memref<1xf32, 1>, memref<1x16xf32, 1>) outs(%Y_tile : memref<1x16xf32, 1>) {
              ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
              %v0 = arith.addf %x0, %x2 : f32
              %v1 = arith.mulf %v0, %x1 : f32
              linalg.yield %v1 : f32
            }
            %t18 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h_before)
            %t19 = memref.reinterpret_cast %Y to offset: [%t18], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_store"(%Y_tile, %t19) : (memref<1x16xf32, 1>, memref<1x16xf32, strided<[16, 1], offset: ?>>) -> ()
          }
          linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<1x16xf32, 1>)
        }
        linalg.fill ins(%product_start : f32) outs(%product : memref<1x16xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<1x48xf32, 1>, memref<48x16xf32, 1>) outs(%product : memref<1x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
      }
      linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %shift : memref<1xf32, 1>, memref<1xf32, 1>) outs(%share, %LSE_tile : memref<1xf32, 1>, memref<1xf32, 1>) {
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
      %t20 = affine.apply affine_map<(d0) -> (d0)>(%h)
      %t21 = memref.reinterpret_cast %LSE to offset: [%t20], sizes: [1], strides: [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: ?>>
      "npu.dma_store"(%LSE_tile, %t21) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: ?>>) -> ()
    }
    %b_last = affine.apply affine_map<() -> (0)>()
    %h_last = affine.apply affine_map<(d0) -> ((d0 - 1) * 1)>(%strip_end)
    %q_last = affine.apply affine_map<() -> (0)>()
    linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %share, %product : memref<1x16xf32, 1>, memref<1xf32, 1>, memref<1x16xf32, 1>) outs(%Y_tile : memref<1x16xf32, 1>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
      %v0 = arith.addf %x0, %x2 : f32
      %v1 = arith.mulf %v0, %x1 : f32
      linalg.yield %v1 : f32
    }
    %t22 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h_last)
    %t23 = memref.reinterpret_cast %Y to offset: [%t22], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_store"(%Y_tile, %t23) : (memref<1x16xf32, 1>, memref<1x16xf32, strided<[16, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
