// npu_fused_scaled_dot_product_fused_attention_overrideable_convert: template, template MLIRFlashAttentionTemplate, fusions prologue, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_convert
(%Q: memref<32xf32>, %in_ptr1: memref<4160xi8>, %in_ptr2: memref<260xf32>, %in_ptr3: memref<4160xi8>, %in_ptr4: memref<260xf32>, %Y: memref<32xf32>, %LSE: memref<2xf32>) {
  %t3 = arith.constant 130 : index
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %p0_c16 = arith.constant 16 : index
  %p0_c2080 = arith.constant 2080 : index
  %p0_cm1 = arith.constant -1 : index
  %p0_c130 = arith.constant 130 : index
  %p0_c48 = arith.constant 48 : index
  %p0_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48x16xi8, 1>
  %p0_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<1x48xf32, 1>
  %scores_start = arith.constant 0.0 : f32
  %tile_largest_start = arith.constant 0xFF800000 : f32
  %p1_c16 = arith.constant 16 : index
  %p1_c2080 = arith.constant 2080 : index
  %p1_cm1 = arith.constant -1 : index
  %p1_c130 = arith.constant 130 : index
  %p1_c48 = arith.constant 48 : index
  %p1_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48x16xi8, 1>
  %p1_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<1x48xf32, 1>
  %p2_c16 = arith.constant 16 : index
  %p2_c2080 = arith.constant 2080 : index
  %p2_cm1 = arith.constant -1 : index
  %p2_c130 = arith.constant 130 : index
  %p2_c48 = arith.constant 48 : index
  %p2_t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48x16xi8, 1>
  %p2_t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<1x48xf32, 1>
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
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to 2 step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to 1 step 1 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h)
        %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %Q_tile) : (memref<1x16xf32, strided<[16, 1], offset: ?>>, memref<1x16xf32, 1>) -> ()
        %keys_end = arith.addi %t3, %zero : index
        linalg.fill ins(%largest_start : f32) outs(%largest : memref<1xf32, 1>)
        linalg.fill ins(%total_start : f32) outs(%total : memref<1xf32, 1>)
        linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<1x16xf32, 1>)
        %first = affine.apply affine_map<() -> (0)>()
        %p0_x = arith.muli %first, %p0_c16 : index
        %p0_x_1 = arith.muli %g, %p0_c2080 : index
        %p0_x_2 = arith.addi %p0_x, %p0_x_1 : index
        %p0_x_3 = arith.muli %first, %p0_cm1 : index
        %p0_x_4 = arith.addi %p0_x_3, %p0_c130 : index
        %p0_n_P2 = arith.minsi %p0_x_4, %p0_c48 : index
        %p0_view = memref.reinterpret_cast %in_ptr1 to offset: [%p0_x_2], sizes: [1, %p0_n_P2, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>
        "npu.dma_load"(%p0_view, %p0_t) : (memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>, memref<1x48x16xi8, 1>) -> ()
        %p0_x_5 = arith.muli %g, %p0_c130 : index
        %p0_x_6 = arith.addi %p0_x_5, %first : index
        %p0_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [%p0_x_6], sizes: [1, %p0_n_P2], strides: [130, 1] : memref<260xf32> to memref<1x?xf32, strided<[130, 1], offset: ?>>
        "npu.dma_load"(%p0_view_1, %p0_t_1) : (memref<1x?xf32, strided<[130, 1], offset: ?>>, memref<1x48xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_t, %p0_t_1 : memref<1x48x16xi8, 1>, memref<1x48xf32, 1>) outs(%K_tile : memref<48x16xf32, 1>) {
          ^bb0(%p0_a: i8, %p0_a_1: f32, %p0_o: f32):
          %p0_cvt = arith.sitofp %p0_a : i8 to f32  // to_dtype
          %p0_mul = arith.mulf %p0_cvt, %p0_a_1 : f32
          linalg.yield %p0_mul : f32
        }
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<1x48xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<1x16xf32, 1>, memref<48x16xf32, 1>) outs(%scores : memref<1x48xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        affine.for %k = 0 to 130 step 48 {
          %seen_by_all = arith.addi %t3, %zero : index
          %tile_end = affine.apply affine_map<(d0) -> (d0 + 48)>(%k)
          %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
          scf.if %hidden {
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<1x48xf32, 1>) {
              ^bb0(%x0: f32):
              %v0 = linalg.index 1 : index
              %v1 = arith.addi %v0, %k : index
              %v2 = arith.cmpi slt, %v1, %t3 : index
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
          %next = affine.apply affine_map<(d0) -> (d0 + 48)>(%k)
          %more = arith.cmpi slt, %next, %keys_end : index
          scf.if %more {
            %p1_x = arith.muli %next, %p1_c16 : index
            %p1_x_1 = arith.muli %g, %p1_c2080 : index
            %p1_x_2 = arith.addi %p1_x, %p1_x_1 : index
            %p1_x_3 = arith.muli %next, %p1_cm1 : index
            %p1_x_4 = arith.addi %p1_x_3, %p1_c130 : index
            %p1_n_P2 = arith.minsi %p1_x_4, %p1_c48 : index
            %p1_view = memref.reinterpret_cast %in_ptr1 to offset: [%p1_x_2], sizes: [1, %p1_n_P2, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>
            "npu.dma_load"(%p1_view, %p1_t) : (memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>, memref<1x48x16xi8, 1>) -> ()
            %p1_x_5 = arith.muli %g, %p1_c130 : index
            %p1_x_6 = arith.addi %p1_x_5, %next : index
            %p1_view_1 = memref.reinterpret_cast %in_ptr2 to offset: [%p1_x_6], sizes: [1, %p1_n_P2], strides: [130, 1] : memref<260xf32> to memref<1x?xf32, strided<[130, 1], offset: ?>>
            "npu.dma_load"(%p1_view_1, %p1_t_1) : (memref<1x?xf32, strided<[130, 1], offset: ?>>, memref<1x48xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p1_t, %p1_t_1 : memref<1x48x16xi8, 1>, memref<1x48xf32, 1>) outs(%K_tile : memref<48x16xf32, 1>) {
              ^bb0(%p1_a: i8, %p1_a_1: f32, %p1_o: f32):
              %p1_cvt = arith.sitofp %p1_a : i8 to f32  // to_dtype
              %p1_mul = arith.mulf %p1_cvt, %p1_a_1 : f32
              linalg.yield %p1_mul : f32
            }
            linalg.fill ins(%scores_start : f32) outs(%scores : memref<1x48xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<1x16xf32, 1>, memref<48x16xf32, 1>) outs(%scores : memref<1x48xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
          %p2_x = arith.muli %k, %p2_c16 : index
          %p2_x_1 = arith.muli %g, %p2_c2080 : index
          %p2_x_2 = arith.addi %p2_x, %p2_x_1 : index
          %p2_x_3 = arith.muli %k, %p2_cm1 : index
          %p2_x_4 = arith.addi %p2_x_3, %p2_c130 : index
          %p2_n_P2 = arith.minsi %p2_x_4, %p2_c48 : index
          %p2_view = memref.reinterpret_cast %in_ptr3 to offset: [%p2_x_2], sizes: [1, %p2_n_P2, 16], strides: [2080, 16, 1] : memref<4160xi8> to memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>
          "npu.dma_load"(%p2_view, %p2_t) : (memref<1x?x16xi8, strided<[2080, 16, 1], offset: ?>>, memref<1x48x16xi8, 1>) -> ()
          %p2_x_5 = arith.muli %g, %p2_c130 : index
          %p2_x_6 = arith.addi %p2_x_5, %k : index
          %p2_view_1 = memref.reinterpret_cast %in_ptr4 to offset: [%p2_x_6], sizes: [1, %p2_n_P2], strides: [130, 1] : memref<260xf32> to memref<1x?xf32, strided<[130, 1], offset: ?>>
          "npu.dma_load"(%p2_view_1, %p2_t_1) : (memref<1x?xf32, strided<[130, 1], offset: ?>>, memref<1x48xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p2_t, %p2_t_1 : memref<1x48x16xi8, 1>, memref<1x48xf32, 1>) outs(%V_tile : memref<48x16xf32, 1>) {
            ^bb0(%p2_a: i8, %p2_a_1: f32, %p2_o: f32):
            %p2_cvt = arith.sitofp %p2_a : i8 to f32  // to_dtype
            %p2_mul = arith.mulf %p2_cvt, %p2_a_1 : f32
            linalg.yield %p2_mul : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%decay : memref<1xf32, 1>) outs(%mixed : memref<1x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.mulf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<1x48xf32, 1>, memref<48x16xf32, 1>) outs(%mixed : memref<1x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %total : memref<1x16xf32, 1>, memref<1xf32, 1>) outs(%Y_tile : memref<1x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.constant 0.0 : f32
          %v1 = arith.cmpf oeq, %x1, %v0 : f32
          %v2 = arith.constant 1.0 : f32
          %v3 = arith.select %v1, %v2, %x1 : f32
          %v4 = arith.divf %x0, %v3 : f32
          linalg.yield %v4 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %largest : memref<1xf32, 1>, memref<1xf32, 1>) outs(%LSE_tile : memref<1xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = math.log %x0 : f32
          %v1 = arith.addf %v0, %x1 : f32
          linalg.yield %v1 : f32
        }
        %t4 = affine.apply affine_map<(d0) -> (d0 * 16)>(%h)
        %t5 = memref.reinterpret_cast %Y to offset: [%t4], sizes: [1, 16], strides: [16, 1] : memref<32xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t5) : (memref<1x16xf32, 1>, memref<1x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %t6 = affine.apply affine_map<(d0) -> (d0)>(%h)
        %t7 = memref.reinterpret_cast %LSE to offset: [%t6], sizes: [1], strides: [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: ?>>
        "npu.dma_store"(%LSE_tile, %t7) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
