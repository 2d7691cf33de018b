// npu_fused_full_where_scaled_dot_product_fused_attention_overrideable: pointwise
func.func @npu_fused_full_where_scaled_dot_product_fused_attention_overrideable(%in_ptr0: memref<209xi8>, %out_ptr0: memref<209xf32>) {
  %k = arith.constant 0 : i8
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 0xFF800000 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<224xi8, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<224xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [209], strides: [1] : memref<209xi8> to memref<209xi8, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<209xi8, strided<[1], offset: 0>>, memref<224xi8, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<224xi8, 1>) outs(%out : memref<224xf32, 1>) {
    ^bb0(%a: i8, %o: f32):
      %flag = arith.cmpi ne, %a, %k : i8
      %sel = arith.select %flag, %cst, %cst_1 : f32  // where
      linalg.yield %sel : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [209], strides: [1] : memref<209xf32> to memref<209xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<224xf32, 1>, memref<209xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full_where_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_full_where_scaled_dot_product_fused_attention_overrideable
(%Q: memref<352xf32>, %K: memref<608xf32>, %V: memref<608xf32>, %BIAS: memref<209xf32>, %Y: memref<352xf32>, %LSE: memref<22xf32>) {
  %t3 = arith.constant 19 : index
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %scores_start = arith.constant 0.0 : f32
  %tile_largest_start = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %BIAS_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %tile_largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %decay = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to 2 step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to 11 step 16 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 176)>(%h)
        %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [11, 16], strides: [16, 1] : memref<352xf32> to memref<11x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %Q_tile) : (memref<11x16xf32, strided<[16, 1], offset: ?>>, memref<16x16xf32, 1>) -> ()
        %keys_end = arith.addi %t3, %zero : index
        linalg.fill ins(%largest_start : f32) outs(%largest : memref<16xf32, 1>)
        linalg.fill ins(%total_start : f32) outs(%total : memref<16xf32, 1>)
        linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<16x16xf32, 1>)
        %first = affine.apply affine_map<() -> (0)>()
        %t4 = affine.apply affine_map<(d0) -> (d0 * 304)>(%g)
        %t5 = memref.reinterpret_cast %K to offset: [%t4], sizes: [19, 16], strides: [16, 1] : memref<608xf32> to memref<19x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t5, %K_tile) : (memref<19x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<16x32xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<16x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<16x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        affine.for %k = 0 to 19 step 32 {
          %t6 = memref.reinterpret_cast %BIAS to offset: [0], sizes: [11, 19], strides: [19, 1] : memref<209xf32> to memref<11x19xf32, strided<[19, 1], offset: 0>>
          "npu.dma_load"(%t6, %BIAS_tile) : (memref<11x19xf32, strided<[19, 1], offset: 0>>, memref<16x32xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%BIAS_tile : memref<16x32xf32, 1>) outs(%scores : memref<16x32xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x1, %v0 : f32
            %v2 = arith.addf %v1, %x0 : f32
            linalg.yield %v2 : f32
          }
          %seen_by_all = arith.addi %t3, %zero : index
          %tile_end = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
          %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
          scf.if %hidden {
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<16x32xf32, 1>) {
              ^bb0(%x0: f32):
              %v0 = linalg.index 1 : index
              %v1 = arith.addi %v0, %k : index
              %v2 = arith.cmpi slt, %v1, %t3 : index
              %v3 = arith.constant 0xFF800000 : f32
              %v4 = arith.select %v2, %x0, %v3 : f32
              linalg.yield %v4 : f32
            }
          }
          linalg.fill ins(%tile_largest_start : f32) outs(%tile_largest : memref<16xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<16x32xf32, 1>) outs(%tile_largest : memref<16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.maximumf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%tile_largest : memref<16xf32, 1>) outs(%largest, %shift, %decay, %total : memref<16xf32, 1>, memref<16xf32, 1>, memref<16xf32, 1>, memref<16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32):
            %v0 = arith.maximumf %x1, %x0 : f32
            %v1 = arith.constant 0xFF800000 : f32
            %v2 = arith.cmpf oeq, %v0, %v1 : f32
            %v3 = arith.constant 0.0 : f32
            %v4 = arith.select %v2, %v3, %v0 : f32
            %v5 = arith.subf %x1, %v4 : f32
            %v6 = math.exp %v5 : f32
            %v7 = arith.mulf %x4, %v6 : f32
            linalg.yield %v0, %v4, %v6, %v7 : f32, f32, f32, f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<16x32xf32, 1>, memref<16xf32, 1>) outs(%weights, %total : memref<16x32xf32, 1>, memref<16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
            %v0 = arith.subf %x0, %x1 : f32
            %v1 = math.exp %v0 : f32
            %v2 = arith.addf %x3, %v1 : f32
            linalg.yield %v1, %v2 : f32, f32
          }
          %next = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
          %more = arith.cmpi slt, %next, %keys_end : index
          scf.if %more {
            %t7 = affine.apply affine_map<(d0) -> (d0 * 304)>(%g)
            %t8 = memref.reinterpret_cast %K to offset: [%t7], sizes: [19, 16], strides: [16, 1] : memref<608xf32> to memref<19x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t8, %K_tile) : (memref<19x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
            linalg.fill ins(%scores_start : f32) outs(%scores : memref<16x32xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<16x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<16x32xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
          %t9 = affine.apply affine_map<(d0) -> (d0 * 304)>(%g)
          %t10 = memref.reinterpret_cast %V to offset: [%t9], sizes: [19, 16], strides: [16, 1] : memref<608xf32> to memref<19x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t10, %V_tile) : (memref<19x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%decay : memref<16xf32, 1>) outs(%mixed : memref<16x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.mulf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<16x32xf32, 1>, memref<32x16xf32, 1>) outs(%mixed : memref<16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %total : memref<16x16xf32, 1>, memref<16xf32, 1>) outs(%Y_tile : memref<16x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.constant 0.0 : f32
          %v1 = arith.cmpf oeq, %x1, %v0 : f32
          %v2 = arith.constant 1.0 : f32
          %v3 = arith.select %v1, %v2, %x1 : f32
          %v4 = arith.divf %x0, %v3 : f32
          linalg.yield %v4 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %largest : memref<16xf32, 1>, memref<16xf32, 1>) outs(%LSE_tile : memref<16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = math.log %x0 : f32
          %v1 = arith.addf %v0, %x1 : f32
          linalg.yield %v1 : f32
        }
        %t11 = affine.apply affine_map<(d0) -> (d0 * 176)>(%h)
        %t12 = memref.reinterpret_cast %Y to offset: [%t11], sizes: [11, 16], strides: [16, 1] : memref<352xf32> to memref<11x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t12) : (memref<16x16xf32, 1>, memref<11x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %t13 = affine.apply affine_map<(d0) -> (d0 * 11)>(%h)
        %t14 = memref.reinterpret_cast %LSE to offset: [%t13], sizes: [11], strides: [1] : memref<22xf32> to memref<11xf32, strided<[1], offset: ?>>
        "npu.dma_store"(%LSE_tile, %t14) : (memref<16xf32, 1>, memref<11xf32, strided<[1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
