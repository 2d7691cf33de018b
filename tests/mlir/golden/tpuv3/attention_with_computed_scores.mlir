// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<2xi32>) {
  %k = arith.constant 0 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<2xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xi32> to memref<2xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<2xi32, 1>, memref<2xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full_iota_lt_where_index_put: pointwise, fusions pointwise
func.func @npu_fused_full_iota_lt_where_index_put(%out_ptr0: memref<1xi32>, %out_ptr1: memref<2xi32>) {
  %k = arith.constant 0 : i32
  %k_1 = arith.constant 1 : i32
  %k_2 = arith.constant 2 : i64
  %k_3 = arith.constant 0 : i64
  %c2 = arith.constant 2 : index
  %lt = arith.cmpi slt, %k, %k_1 : i32
  %sel = arith.select %lt, %k, %k_1 : i32  // where
  %lt_1 = arith.cmpi slt, %sel, %k : i32  // index
  %cvt_1 = arith.extsi %sel : i32 to i64  // index
  %add = arith.addi %cvt_1, %k_2 : i64  // index
  %sel_1 = arith.select %lt_1, %add, %cvt_1 : i64  // index
  %cvt_2 = arith.trunci %sel_1 : i64 to i32  // constant
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64, npu.host} : () -> memref<1xi64, 1>
  linalg.fill {npu.host} ins(%k_3 : i64) outs(%largest : memref<1xi64, 1>)
  %const = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%cvt : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %cvt_2 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], npu.host} outs(%largest : memref<1xi64, 1>) {
    ^bb0(%o_1: i64):
      %lt_2 = arith.cmpi slt, %k, %k_1 : i32
      %sel_2 = arith.select %lt_2, %k, %k_1 : i32  // where
      %cvt_3 = arith.extsi %sel_2 : i32 to i64  // index
      %add_1 = arith.addi %cvt_3, %k_2 : i64  // index
      %most = arith.maxui %add_1, %o_1 : i64
      linalg.yield %most : i64
  }
  "npu.check_index"(%largest, %c2) {number = 0 : i64, wraps = true} : (memref<1xi64, 1>, index) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%const : memref<1xi32, 1>) {
    ^bb0(%o_2: i32):
      linalg.yield %k_1 : i32
  }
  "npu.scatter"(%const, %cvt, %out_ptr1) : (memref<1xi32, 1>, memref<1xi32, 1>, memref<2xi32>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1xi32, 1>) {
    ^bb0(%o_3: i32):
      linalg.yield %k_1 : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<1xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1xi32, 1>, memref<1xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<1xi32>) {
  %k = arith.constant 0 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<1xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1xi32, 1>, memref<1xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sum_convert_element_type: pointwise
func.func @npu_fused_sum_convert_element_type(%in_ptr0: memref<2xi32>, %out_ptr0: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %s = memref.load %in_ptr0[%c0] : memref<2xi32>
  %cvt = arith.extsi %s : i32 to i64  // to_dtype
  %cvt_1 = arith.trunci %cvt : i64 to i32  // to_dtype
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %cvt_1 : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<1xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1xi32, 1>, memref<1xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sort_convert_element_type: pointwise
func.func @npu_fused_sort_convert_element_type(%out_ptr0: memref<1xi32>) {
  %k = arith.constant 0 : i32
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xi32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<1xi32, 1>) {
    ^bb0(%o: i32):
      linalg.yield %k : i32
  }
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<1xi32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view) : (memref<1xi32, 1>, memref<1xi32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_flex_attention: template, template MLIRFlexAttentionTemplate, mapping default
func.func @npu_fused_flex_attention
(%Q: memref<544xf32>, %K: memref<736xf32>, %V: memref<736xf32>, %Y: memref<544xf32>, %LSE: memref<34xf32>) {
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %products_start = arith.constant 0.0 : f32
  %f0_k = arith.constant true
  %f0_cst = arith.constant 0.25 : f32
  %f0_cst_1 = arith.constant 0xFF800000 : f32
  %tile_largest_start = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %products = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %tile_largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %decay = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to 2 step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to 17 step 24 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
        %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %Q_tile) : (memref<17x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        linalg.fill ins(%largest_start : f32) outs(%largest : memref<24xf32, 1>)
        linalg.fill ins(%total_start : f32) outs(%total : memref<24xf32, 1>)
        linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<24x16xf32, 1>)
        affine.for %k = 0 to 23 step 23 {
          %t3 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
          %t4 = memref.reinterpret_cast %K to offset: [%t3], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t4, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
          linalg.fill ins(%products_start : f32) outs(%products : memref<24x23xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<23x16xf32, 1>) outs(%products : memref<24x23xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%products : memref<24x23xf32, 1>) outs(%scores : memref<24x23xf32, 1>) {
            ^bb0(%f0_a: f32, %f0_o: f32):
            %f0_mul = arith.mulf %f0_a, %f0_cst : f32
            %f0_at = linalg.index 0 : index
            %f0_at_1 = arith.addi %f0_at, %q : index
            %f0_i = arith.index_cast %f0_at_1 : index to i32
            %f0_at_2 = linalg.index 1 : index
            %f0_at_3 = arith.addi %f0_at_2, %k : index
            %f0_i_1 = arith.index_cast %f0_at_3 : index to i32
            %f0_sub = arith.subi %f0_i, %f0_i_1 : i32
            %f0_abs = math.absi %f0_sub : i32
            %f0_cvt = arith.sitofp %f0_abs : i32 to f32  // to_dtype
            %f0_sub_1 = arith.subf %f0_mul, %f0_cvt : f32
            %f0_sel = arith.select %f0_k, %f0_sub_1, %f0_cst_1 : f32  // where
            linalg.yield %f0_sel : f32
          }
          linalg.fill ins(%tile_largest_start : f32) outs(%tile_largest : memref<24xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<24x23xf32, 1>) outs(%tile_largest : memref<24xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.maximumf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%tile_largest : memref<24xf32, 1>) outs(%largest, %shift, %decay, %total : memref<24xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) {
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
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<24x23xf32, 1>, memref<24xf32, 1>) outs(%weights, %total : memref<24x23xf32, 1>, memref<24xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
            %v0 = arith.subf %x0, %x1 : f32
            %v1 = math.exp %v0 : f32
            %v2 = arith.addf %x3, %v1 : f32
            linalg.yield %v1, %v2 : f32, f32
          }
          %t5 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
          %t6 = memref.reinterpret_cast %V to offset: [%t5], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t6, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%decay : memref<24xf32, 1>) outs(%mixed : memref<24x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.mulf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<24x23xf32, 1>, memref<23x16xf32, 1>) outs(%mixed : memref<24x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(q, e) -> (q, e)>, affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%mixed, %total : memref<24x16xf32, 1>, memref<24xf32, 1>) outs(%Y_tile : memref<24x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = arith.constant 0.0 : f32
          %v1 = arith.cmpf oeq, %x1, %v0 : f32
          %v2 = arith.constant 1.0 : f32
          %v3 = arith.select %v1, %v2, %x1 : f32
          %v4 = arith.divf %x0, %v3 : f32
          linalg.yield %v4 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%total, %largest : memref<24xf32, 1>, memref<24xf32, 1>) outs(%LSE_tile : memref<24xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32, %x2: f32):
          %v0 = math.log %x0 : f32
          %v1 = arith.addf %v0, %x1 : f32
          %v2 = arith.constant 1.4426950408889634 : f32
          %v3 = arith.mulf %v1, %v2 : f32
          linalg.yield %v3 : f32
        }
        %t7 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
        %t8 = memref.reinterpret_cast %Y to offset: [%t7], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t8) : (memref<24x16xf32, 1>, memref<17x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %t9 = affine.apply affine_map<(d0) -> (d0 * 17)>(%h)
        %t10 = memref.reinterpret_cast %LSE to offset: [%t9], sizes: [17], strides: [1] : memref<34xf32> to memref<17xf32, strided<[1], offset: ?>>
        "npu.dma_store"(%LSE_tile, %t10) : (memref<24xf32, 1>, memref<17xf32, strided<[1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_flex_attention_backward: reduction
func.func @npu_fused_flex_attention_backward(%in_ptr0: memref<544xf32>, %in_ptr1: memref<544xf32>, %out_ptr0: memref<34xf32>) {
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

// npu_fused_flex_attention_backward: pointwise
func.func @npu_fused_flex_attention_backward(%in_out_ptr0: memref<34xf32>) {
  %cst = arith.constant 0.6931471805599453 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %view = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [34], strides: [1] : memref<34xf32> to memref<34xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view, %t) : (memref<34xf32, strided<[1], offset: 0>>, memref<48xf32, 1>) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<48xf32, 1>) outs(%out : memref<48xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %mul = arith.mulf %a, %cst : f32
      linalg.yield %mul : f32
  }
  %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [34], strides: [1] : memref<34xf32> to memref<34xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<48xf32, 1>, memref<34xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_flex_attention_backward: template, template MLIRFlexBackwardTemplate, mapping default
func.func @npu_fused_flex_attention_backward
(%Q: memref<544xf32>, %K: memref<736xf32>, %V: memref<736xf32>, %G: memref<544xf32>, %LSE: memref<34xf32>, %D: memref<34xf32>, %Y: memref<544xf32>) {
  %query_sum_start = arith.constant 0.0 : f32
  %products_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %f0_k = arith.constant true
  %f0_cst = arith.constant 0.25 : f32
  %f0_cst_1 = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %products = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_changed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %query_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to 2 step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to 17 step 24 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
        %t2 = memref.reinterpret_cast %Q to offset: [%t1], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %Q_tile) : (memref<17x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t3 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
        %t4 = memref.reinterpret_cast %G to offset: [%t3], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t4, %G_tile) : (memref<17x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t5 = affine.apply affine_map<(d0) -> (d0 * 17)>(%h)
        %t6 = memref.reinterpret_cast %LSE to offset: [%t5], sizes: [17], strides: [1] : memref<34xf32> to memref<17xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t6, %LSE_tile) : (memref<17xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
        %t7 = affine.apply affine_map<(d0) -> (d0 * 17)>(%h)
        %t8 = memref.reinterpret_cast %D to offset: [%t7], sizes: [17], strides: [1] : memref<34xf32> to memref<17xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t8, %D_tile) : (memref<17xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<24xf32, 1>) outs(%shift : memref<24xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0xFF800000 : f32
          %v1 = arith.cmpf oeq, %x0, %v0 : f32
          %v2 = arith.constant 0.0 : f32
          %v3 = arith.select %v1, %v2, %x0 : f32
          linalg.yield %v3 : f32
        }
        linalg.fill ins(%query_sum_start : f32) outs(%query_sum : memref<24x16xf32, 1>)
        affine.for %k = 0 to 23 step 23 {
          %t9 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
          %t10 = memref.reinterpret_cast %K to offset: [%t9], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t10, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
          %t11 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
          %t12 = memref.reinterpret_cast %V to offset: [%t11], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t12, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
          linalg.fill ins(%products_start : f32) outs(%products : memref<24x23xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<23x16xf32, 1>) outs(%products : memref<24x23xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<24x23xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<24x16xf32, 1>, memref<23x16xf32, 1>) outs(%grad_weights : memref<24x23xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%products : memref<24x23xf32, 1>) outs(%scores : memref<24x23xf32, 1>) {
            ^bb0(%f0_a: f32, %f0_o: f32):
            %f0_mul = arith.mulf %f0_a, %f0_cst : f32
            %f0_at = linalg.index 0 : index
            %f0_at_1 = arith.addi %f0_at, %q : index
            %f0_i = arith.index_cast %f0_at_1 : index to i32
            %f0_at_2 = linalg.index 1 : index
            %f0_at_3 = arith.addi %f0_at_2, %k : index
            %f0_i_1 = arith.index_cast %f0_at_3 : index to i32
            %f0_sub = arith.subi %f0_i, %f0_i_1 : i32
            %f0_abs = math.absi %f0_sub : i32
            %f0_cvt = arith.sitofp %f0_abs : i32 to f32  // to_dtype
            %f0_sub_1 = arith.subf %f0_mul, %f0_cvt : f32
            %f0_sel = arith.select %f0_k, %f0_sub_1, %f0_cst_1 : f32  // where
            linalg.yield %f0_sel : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile : memref<24x23xf32, 1>, memref<24x23xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) outs(%grad_changed : memref<24x23xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32):
            %v0 = arith.subf %x0, %x2 : f32
            %v1 = math.exp %v0 : f32
            %v2 = arith.subf %x1, %x3 : f32
            %v3 = arith.mulf %v1, %v2 : f32
            linalg.yield %v3 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%grad_changed : memref<24x23xf32, 1>) outs(%grad_scores : memref<24x23xf32, 1>) {
            ^bb0(%f1_a: f32, %f1_o: f32):
            linalg.yield %f1_a : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, d, k) -> (q, k)>, affine_map<(q, d, k) -> (k, d)>, affine_map<(q, d, k) -> (q, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %K_tile : memref<24x23xf32, 1>, memref<23x16xf32, 1>) outs(%query_sum : memref<24x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
        }
        linalg.generic {indexing_maps = [affine_map<(q, d) -> (q, d)>, affine_map<(q, d) -> (q, d)>], iterator_types = ["parallel", "parallel"]} ins(%query_sum : memref<24x16xf32, 1>) outs(%Y_tile : memref<24x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        %t13 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
        %t14 = memref.reinterpret_cast %Y to offset: [%t13], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t14) : (memref<24x16xf32, 1>, memref<17x16xf32, strided<[16, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_flex_attention_backward: template, template MLIRFlexBackwardTemplate, mapping default
func.func @npu_fused_flex_attention_backward
(%Q: memref<544xf32>, %K: memref<736xf32>, %V: memref<736xf32>, %G: memref<544xf32>, %LSE: memref<34xf32>, %D: memref<34xf32>, %Y: memref<736xf32>, %Z: memref<736xf32>) {
  %key_sum_start = arith.constant 0.0 : f32
  %value_sum_start = arith.constant 0.0 : f32
  %products_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %f0_k = arith.constant true
  %f0_cst = arith.constant 0.25 : f32
  %f0_cst_1 = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %products = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_changed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x23xf32, 1>
  %key_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %value_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  %Z_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<23x16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %g = 0 to 2 step 1 {
      affine.for %k = 0 to 23 step 23 {
        %t1 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
        %t2 = memref.reinterpret_cast %K to offset: [%t1], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t2, %K_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
        %t3 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
        %t4 = memref.reinterpret_cast %V to offset: [%t3], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t4, %V_tile) : (memref<23x16xf32, strided<[16, 1], offset: ?>>, memref<23x16xf32, 1>) -> ()
        linalg.fill ins(%key_sum_start : f32) outs(%key_sum : memref<23x16xf32, 1>)
        linalg.fill ins(%value_sum_start : f32) outs(%value_sum : memref<23x16xf32, 1>)
        affine.for %r = 0 to 1 step 1 {
          %h = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1)>(%g, %r)
          affine.for %q = 0 to 17 step 24 {
            %t5 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
            %t6 = memref.reinterpret_cast %Q to offset: [%t5], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t6, %Q_tile) : (memref<17x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
            %t7 = affine.apply affine_map<(d0) -> (d0 * 272)>(%h)
            %t8 = memref.reinterpret_cast %G to offset: [%t7], sizes: [17, 16], strides: [16, 1] : memref<544xf32> to memref<17x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t8, %G_tile) : (memref<17x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
            %t9 = affine.apply affine_map<(d0) -> (d0 * 17)>(%h)
            %t10 = memref.reinterpret_cast %LSE to offset: [%t9], sizes: [17], strides: [1] : memref<34xf32> to memref<17xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%t10, %LSE_tile) : (memref<17xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
            %t11 = affine.apply affine_map<(d0) -> (d0 * 17)>(%h)
            %t12 = memref.reinterpret_cast %D to offset: [%t11], sizes: [17], strides: [1] : memref<34xf32> to memref<17xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%t12, %D_tile) : (memref<17xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<24xf32, 1>) outs(%shift : memref<24xf32, 1>) {
              ^bb0(%x0: f32, %x1: f32):
              %v0 = arith.constant 0xFF800000 : f32
              %v1 = arith.cmpf oeq, %x0, %v0 : f32
              %v2 = arith.constant 0.0 : f32
              %v3 = arith.select %v1, %v2, %x0 : f32
              linalg.yield %v3 : f32
            }
            linalg.fill ins(%products_start : f32) outs(%products : memref<24x23xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<23x16xf32, 1>) outs(%products : memref<24x23xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<24x23xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<24x16xf32, 1>, memref<23x16xf32, 1>) outs(%grad_weights : memref<24x23xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%products : memref<24x23xf32, 1>) outs(%scores : memref<24x23xf32, 1>) {
              ^bb0(%f0_a: f32, %f0_o: f32):
              %f0_mul = arith.mulf %f0_a, %f0_cst : f32
              %f0_at = linalg.index 0 : index
              %f0_at_1 = arith.addi %f0_at, %q : index
              %f0_i = arith.index_cast %f0_at_1 : index to i32
              %f0_at_2 = linalg.index 1 : index
              %f0_at_3 = arith.addi %f0_at_2, %k : index
              %f0_i_1 = arith.index_cast %f0_at_3 : index to i32
              %f0_sub = arith.subi %f0_i, %f0_i_1 : i32
              %f0_abs = math.absi %f0_sub : i32
              %f0_cvt = arith.sitofp %f0_abs : i32 to f32  // to_dtype
              %f0_sub_1 = arith.subf %f0_mul, %f0_cvt : f32
              %f0_sel = arith.select %f0_k, %f0_sub_1, %f0_cst_1 : f32  // where
              linalg.yield %f0_sel : f32
            }
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile : memref<24x23xf32, 1>, memref<24x23xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) outs(%grad_changed, %weights : memref<24x23xf32, 1>, memref<24x23xf32, 1>) {
              ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32):
              %v0 = arith.subf %x0, %x2 : f32
              %v1 = math.exp %v0 : f32
              %v2 = arith.subf %x1, %x3 : f32
              %v3 = arith.mulf %v1, %v2 : f32
              linalg.yield %v3, %v1 : f32, f32
            }
            linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%grad_changed : memref<24x23xf32, 1>) outs(%grad_scores : memref<24x23xf32, 1>) {
              ^bb0(%f1_a: f32, %f1_o: f32):
              linalg.yield %f1_a : f32
            }
            linalg.generic {indexing_maps = [affine_map<(k, e, q) -> (q, k)>, affine_map<(k, e, q) -> (q, e)>, affine_map<(k, e, q) -> (k, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %G_tile : memref<24x23xf32, 1>, memref<24x16xf32, 1>) outs(%value_sum : memref<23x16xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            linalg.generic {indexing_maps = [affine_map<(k, d, q) -> (q, k)>, affine_map<(k, d, q) -> (q, d)>, affine_map<(k, d, q) -> (k, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %Q_tile : memref<24x23xf32, 1>, memref<24x16xf32, 1>) outs(%key_sum : memref<23x16xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
        }
        linalg.generic {indexing_maps = [affine_map<(k, d) -> (k, d)>, affine_map<(k, d) -> (k, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<23x16xf32, 1>) outs(%Y_tile : memref<23x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(k, e) -> (k, e)>, affine_map<(k, e) -> (k, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<23x16xf32, 1>) outs(%Z_tile : memref<23x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          linalg.yield %x0 : f32
        }
        %t13 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
        %t14 = memref.reinterpret_cast %Y to offset: [%t13], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t14) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %t15 = affine.apply affine_map<(d0) -> (d0 * 368)>(%g)
        %t16 = memref.reinterpret_cast %Z to offset: [%t15], sizes: [23, 16], strides: [16, 1] : memref<736xf32> to memref<23x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Z_tile, %t16) : (memref<23x16xf32, 1>, memref<23x16xf32, strided<[16, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
