// npu_fused_scaled_dot_product_fused_attention_overrideable: template, template MLIRFlashAttentionTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable
(%Q: memref<?xf32>, %K: memref<?xf32>, %V: memref<?xf32>, %Y: memref<?xf32>, %LSE: memref<?xf32>, %ks0: index, %ks1: index) {
  %largest_start = arith.constant 0xFF800000 : f32
  %total_start = arith.constant 0.0 : f32
  %mixed_start = arith.constant 0.0 : f32
  %scores_start = arith.constant 0.0 : f32
  %tile_largest_start = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %mixed = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %tile_largest = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %decay = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %total = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 24 {
        %t1 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t2 = arith.constant 16 : index
        %t3 = arith.muli %h, %ks1 : index
        %t4 = arith.muli %t3, %t2 : index
        %t5 = arith.constant 16 : index
        %t6 = arith.muli %q, %t5 : index
        %t7 = arith.addi %t4, %t6 : index
        %t8 = memref.reinterpret_cast %Q to offset: [%t7], sizes: [%t1, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t8, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %keys_end = arith.addi %ks1, %zero : index
        linalg.fill ins(%largest_start : f32) outs(%largest : memref<24xf32, 1>)
        linalg.fill ins(%total_start : f32) outs(%total : memref<24xf32, 1>)
        linalg.fill ins(%mixed_start : f32) outs(%mixed : memref<24x16xf32, 1>)
        %first = affine.apply affine_map<() -> (0)>()
        %t9 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%first)[%ks1]
        %t10 = arith.constant 16 : index
        %t11 = arith.muli %first, %t10 : index
        %t12 = arith.constant 16 : index
        %t13 = arith.muli %g, %ks1 : index
        %t14 = arith.muli %t13, %t12 : index
        %t15 = arith.addi %t11, %t14 : index
        %t16 = memref.reinterpret_cast %K to offset: [%t15], sizes: [%t9, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t16, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.fill ins(%scores_start : f32) outs(%scores : memref<24x32xf32, 1>)
        linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<24x32xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 32 {
          %seen_by_all = arith.addi %ks1, %zero : index
          %tile_end = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
          %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
          scf.if %hidden {
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<24x32xf32, 1>) {
              ^bb0(%x0: f32):
              %v0 = linalg.index 1 : index
              %v1 = arith.addi %v0, %k : index
              %v2 = arith.cmpi slt, %v1, %ks1 : index
              %v3 = arith.constant 0xFF800000 : f32
              %v4 = arith.select %v2, %x0, %v3 : f32
              linalg.yield %v4 : f32
            }
          }
          linalg.fill ins(%tile_largest_start : f32) outs(%tile_largest : memref<24xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<24x32xf32, 1>) outs(%tile_largest : memref<24xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.maximumf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%tile_largest : memref<24xf32, 1>) outs(%largest, %shift, %decay, %total : memref<24xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) {
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
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %shift : memref<24x32xf32, 1>, memref<24xf32, 1>) outs(%weights, %total : memref<24x32xf32, 1>, memref<24xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            %v2 = arith.subf %v1, %x1 : f32
            %v3 = math.exp %v2 : f32
            %v4 = arith.addf %x3, %v3 : f32
            linalg.yield %v3, %v4 : f32, f32
          }
          %next = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
          %more = arith.cmpi slt, %next, %keys_end : index
          scf.if %more {
            %t17 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%next)[%ks1]
            %t18 = arith.constant 16 : index
            %t19 = arith.muli %g, %ks1 : index
            %t20 = arith.muli %t19, %t18 : index
            %t21 = arith.constant 16 : index
            %t22 = arith.muli %next, %t21 : index
            %t23 = arith.addi %t20, %t22 : index
            %t24 = memref.reinterpret_cast %K to offset: [%t23], sizes: [%t17, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t24, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
            linalg.fill ins(%scores_start : f32) outs(%scores : memref<24x32xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<24x32xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
          %t25 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
          %t26 = arith.constant 16 : index
          %t27 = arith.muli %g, %ks1 : index
          %t28 = arith.muli %t27, %t26 : index
          %t29 = arith.constant 16 : index
          %t30 = arith.muli %k, %t29 : index
          %t31 = arith.addi %t28, %t30 : index
          %t32 = memref.reinterpret_cast %V to offset: [%t31], sizes: [%t25, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t32, %V_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(q, e) -> (q)>, affine_map<(q, e) -> (q, e)>], iterator_types = ["parallel", "parallel"]} ins(%decay : memref<24xf32, 1>) outs(%mixed : memref<24x16xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32):
            %v0 = arith.mulf %x1, %x0 : f32
            linalg.yield %v0 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, e, k) -> (q, k)>, affine_map<(q, e, k) -> (k, e)>, affine_map<(q, e, k) -> (q, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %V_tile : memref<24x32xf32, 1>, memref<32x16xf32, 1>) outs(%mixed : memref<24x16xf32, 1>) {
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
          linalg.yield %v1 : f32
        }
        %t33 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t34 = arith.constant 16 : index
        %t35 = arith.muli %h, %ks1 : index
        %t36 = arith.muli %t35, %t34 : index
        %t37 = arith.constant 16 : index
        %t38 = arith.muli %q, %t37 : index
        %t39 = arith.addi %t36, %t38 : index
        %t40 = memref.reinterpret_cast %Y to offset: [%t39], sizes: [%t33, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t40) : (memref<24x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
        %t41 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t42 = arith.muli %h, %ks1 : index
        %t43 = arith.addi %t42, %q : index
        %t44 = memref.reinterpret_cast %LSE to offset: [%t43], sizes: [%t41], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_store"(%LSE_tile, %t44) : (memref<24xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_scaled_dot_product_fused_attention_overrideable_backward: reduction
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_backward(%in_ptr0: memref<?xf32>, %in_ptr1: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  scf.for %P0 = %c0 to %x step %c7 {
    %x_1 = arith.muli %P0, %c16 : index
    %x_2 = arith.muli %P0, %cm1 : index
    %x_3 = arith.addi %x_2, %x : index
    %n_P0 = arith.minsi %x_3, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_P0, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%x_1], sizes: [%n_P0, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<7x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %t_1 : memref<7x16xf32, 1>, memref<7x16xf32, 1>) outs(%sum : memref<7xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %mul = arith.mulf %a, %a_1 : f32
        %sum_1 = arith.addf %o, %mul : f32
        linalg.yield %sum_1 : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum, %view_2) : (memref<7xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_scaled_dot_product_fused_attention_overrideable_backward: template, template MLIRFlashBackwardTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_backward
(%Q: memref<?xf32>, %K: memref<?xf32>, %V: memref<?xf32>, %G: memref<?xf32>, %LSE: memref<?xf32>, %D: memref<?xf32>, %Y: memref<?xf32>, %ks0: index, %ks1: index) {
  %query_sum_start = arith.constant 0.0 : f32
  %scores_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %t48 = arith.constant 16 : index
  %t49 = arith.muli %ks0, %t48 : index
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %query_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %h = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 1 {
      %g = affine.apply affine_map<(d0) -> (d0 floordiv 1)>(%h)
      affine.for %q = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 24 {
        %t1 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t2 = arith.constant 16 : index
        %t3 = arith.muli %h, %ks1 : index
        %t4 = arith.muli %t3, %t2 : index
        %t5 = arith.constant 16 : index
        %t6 = arith.muli %q, %t5 : index
        %t7 = arith.addi %t4, %t6 : index
        %t8 = memref.reinterpret_cast %Q to offset: [%t7], sizes: [%t1, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t8, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t9 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t10 = arith.constant 16 : index
        %t11 = arith.muli %h, %ks1 : index
        %t12 = arith.muli %t11, %t10 : index
        %t13 = arith.constant 16 : index
        %t14 = arith.muli %q, %t13 : index
        %t15 = arith.addi %t12, %t14 : index
        %t16 = memref.reinterpret_cast %G to offset: [%t15], sizes: [%t9, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t16, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
        %t17 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t18 = arith.muli %h, %ks1 : index
        %t19 = arith.addi %t18, %q : index
        %t20 = memref.reinterpret_cast %LSE to offset: [%t19], sizes: [%t17], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t20, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
        %t21 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t22 = arith.muli %h, %ks1 : index
        %t23 = arith.addi %t22, %q : index
        %t24 = memref.reinterpret_cast %D to offset: [%t23], sizes: [%t21], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
        "npu.dma_load"(%t24, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<24xf32, 1>) outs(%shift : memref<24xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0xFF800000 : f32
          %v1 = arith.cmpf oeq, %x0, %v0 : f32
          %v2 = arith.constant 0.0 : f32
          %v3 = arith.select %v1, %v2, %x0 : f32
          linalg.yield %v3 : f32
        }
        linalg.fill ins(%query_sum_start : f32) outs(%query_sum : memref<24x16xf32, 1>)
        affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 32 {
          %t25 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
          %t26 = arith.constant 16 : index
          %t27 = arith.muli %g, %ks1 : index
          %t28 = arith.muli %t27, %t26 : index
          %t29 = arith.constant 16 : index
          %t30 = arith.muli %k, %t29 : index
          %t31 = arith.addi %t28, %t30 : index
          %t32 = memref.reinterpret_cast %K to offset: [%t31], sizes: [%t25, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t32, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
          %t33 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
          %t34 = arith.constant 16 : index
          %t35 = arith.muli %g, %ks1 : index
          %t36 = arith.muli %t35, %t34 : index
          %t37 = arith.constant 16 : index
          %t38 = arith.muli %k, %t37 : index
          %t39 = arith.addi %t36, %t38 : index
          %t40 = memref.reinterpret_cast %V to offset: [%t39], sizes: [%t33, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
          "npu.dma_load"(%t40, %V_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
          linalg.fill ins(%scores_start : f32) outs(%scores : memref<24x32xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<24x32xf32, 1>)
          linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%grad_weights : memref<24x32xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %seen_by_all = arith.addi %ks1, %zero : index
          %tile_end = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
          %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
          scf.if %hidden {
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<24x32xf32, 1>) {
              ^bb0(%x0: f32):
              %v0 = linalg.index 1 : index
              %v1 = arith.addi %v0, %k : index
              %v2 = arith.cmpi slt, %v1, %ks1 : index
              %v3 = arith.constant 0xFF800000 : f32
              %v4 = arith.select %v2, %x0, %v3 : f32
              linalg.yield %v4 : f32
            }
          }
          linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile : memref<24x32xf32, 1>, memref<24x32xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) outs(%grad_scores : memref<24x32xf32, 1>) {
            ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32):
            %v0 = arith.constant 0.25 : f32
            %v1 = arith.mulf %x0, %v0 : f32
            %v2 = arith.subf %v1, %x2 : f32
            %v3 = math.exp %v2 : f32
            %v4 = arith.subf %x1, %x3 : f32
            %v5 = arith.mulf %v3, %v4 : f32
            linalg.yield %v5 : f32
          }
          linalg.generic {indexing_maps = [affine_map<(q, d, k) -> (q, k)>, affine_map<(q, d, k) -> (k, d)>, affine_map<(q, d, k) -> (q, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %K_tile : memref<24x32xf32, 1>, memref<32x16xf32, 1>) outs(%query_sum : memref<24x16xf32, 1>) {
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
        %t41 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
        %t42 = arith.constant 16 : index
        %t43 = arith.muli %h, %t42 : index
        %t44 = arith.constant 16 : index
        %t45 = arith.muli %ks0, %q : index
        %t46 = arith.muli %t45, %t44 : index
        %t47 = arith.addi %t43, %t46 : index
        %t50 = memref.reinterpret_cast %Y to offset: [%t47], sizes: [%t41, 16], strides: [%t49, 1] : memref<?xf32> to memref<?x16xf32, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t50) : (memref<24x16xf32, 1>, memref<?x16xf32, strided<[?, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_scaled_dot_product_fused_attention_overrideable_backward: template, template MLIRFlashBackwardTemplate, mapping default
func.func @npu_fused_scaled_dot_product_fused_attention_overrideable_backward
(%Q: memref<?xf32>, %K: memref<?xf32>, %V: memref<?xf32>, %G: memref<?xf32>, %LSE: memref<?xf32>, %D: memref<?xf32>, %Y: memref<?xf32>, %Z: memref<?xf32>, %ks0: index, %ks1: index) {
  %key_sum_start = arith.constant 0.0 : f32
  %value_sum_start = arith.constant 0.0 : f32
  %scores_start = arith.constant 0.0 : f32
  %grad_weights_start = arith.constant 0.0 : f32
  %t48 = arith.constant 16 : index
  %t49 = arith.muli %ks0, %t48 : index
  %zero = arith.constant 0 : index
  %Q_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %G_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x16xf32, 1>
  %K_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %V_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %LSE_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %D_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %shift = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24xf32, 1>
  %scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %grad_weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %grad_scores = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %weights = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<24x32xf32, 1>
  %key_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %value_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %Y_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  %Z_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x16xf32, 1>
  affine.for %b = 0 to 1 step 1 {
    affine.for %g = 0 to affine_map<()[s0] -> (s0)>()[%ks0] step 1 {
      affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 32 {
        %t1 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
        %t2 = arith.constant 16 : index
        %t3 = arith.muli %g, %ks1 : index
        %t4 = arith.muli %t3, %t2 : index
        %t5 = arith.constant 16 : index
        %t6 = arith.muli %k, %t5 : index
        %t7 = arith.addi %t4, %t6 : index
        %t8 = memref.reinterpret_cast %K to offset: [%t7], sizes: [%t1, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t8, %K_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        %t9 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
        %t10 = arith.constant 16 : index
        %t11 = arith.muli %g, %ks1 : index
        %t12 = arith.muli %t11, %t10 : index
        %t13 = arith.constant 16 : index
        %t14 = arith.muli %k, %t13 : index
        %t15 = arith.addi %t12, %t14 : index
        %t16 = memref.reinterpret_cast %V to offset: [%t15], sizes: [%t9, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_load"(%t16, %V_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<32x16xf32, 1>) -> ()
        linalg.fill ins(%key_sum_start : f32) outs(%key_sum : memref<32x16xf32, 1>)
        linalg.fill ins(%value_sum_start : f32) outs(%value_sum : memref<32x16xf32, 1>)
        affine.for %r = 0 to 1 step 1 {
          %h = affine.apply affine_map<(d0, d1) -> (d0 * 1 + d1)>(%g, %r)
          affine.for %q = 0 to affine_map<()[s0] -> (s0)>()[%ks1] step 24 {
            %t17 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
            %t18 = arith.constant 16 : index
            %t19 = arith.muli %h, %ks1 : index
            %t20 = arith.muli %t19, %t18 : index
            %t21 = arith.constant 16 : index
            %t22 = arith.muli %q, %t21 : index
            %t23 = arith.addi %t20, %t22 : index
            %t24 = memref.reinterpret_cast %Q to offset: [%t23], sizes: [%t17, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t24, %Q_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
            %t25 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
            %t26 = arith.constant 16 : index
            %t27 = arith.muli %h, %ks1 : index
            %t28 = arith.muli %t27, %t26 : index
            %t29 = arith.constant 16 : index
            %t30 = arith.muli %q, %t29 : index
            %t31 = arith.addi %t28, %t30 : index
            %t32 = memref.reinterpret_cast %G to offset: [%t31], sizes: [%t25, 16], strides: [16, 1] : memref<?xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
            "npu.dma_load"(%t32, %G_tile) : (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<24x16xf32, 1>) -> ()
            %t33 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
            %t34 = arith.muli %h, %ks1 : index
            %t35 = arith.addi %t34, %q : index
            %t36 = memref.reinterpret_cast %LSE to offset: [%t35], sizes: [%t33], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%t36, %LSE_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
            %t37 = affine.min affine_map<(d0)[s0] -> (24, s0 - d0)>(%q)[%ks1]
            %t38 = arith.muli %h, %ks1 : index
            %t39 = arith.addi %t38, %q : index
            %t40 = memref.reinterpret_cast %D to offset: [%t39], sizes: [%t37], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
            "npu.dma_load"(%t40, %D_tile) : (memref<?xf32, strided<[1], offset: ?>>, memref<24xf32, 1>) -> ()
            linalg.generic {indexing_maps = [affine_map<(q) -> (q)>, affine_map<(q) -> (q)>], iterator_types = ["parallel"]} ins(%LSE_tile : memref<24xf32, 1>) outs(%shift : memref<24xf32, 1>) {
              ^bb0(%x0: f32, %x1: f32):
              %v0 = arith.constant 0xFF800000 : f32
              %v1 = arith.cmpf oeq, %x0, %v0 : f32
              %v2 = arith.constant 0.0 : f32
              %v3 = arith.select %v1, %v2, %x0 : f32
              linalg.yield %v3 : f32
            }
            linalg.fill ins(%scores_start : f32) outs(%scores : memref<24x32xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, d) -> (q, d)>, affine_map<(q, k, d) -> (k, d)>, affine_map<(q, k, d) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%Q_tile, %K_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%scores : memref<24x32xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            linalg.fill ins(%grad_weights_start : f32) outs(%grad_weights : memref<24x32xf32, 1>)
            linalg.generic {indexing_maps = [affine_map<(q, k, e) -> (q, e)>, affine_map<(q, k, e) -> (k, e)>, affine_map<(q, k, e) -> (q, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%G_tile, %V_tile : memref<24x16xf32, 1>, memref<32x16xf32, 1>) outs(%grad_weights : memref<24x32xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            %seen_by_all = arith.addi %ks1, %zero : index
            %tile_end = affine.apply affine_map<(d0) -> (d0 + 32)>(%k)
            %hidden = arith.cmpi sgt, %tile_end, %seen_by_all : index
            scf.if %hidden {
              linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} outs(%scores : memref<24x32xf32, 1>) {
                ^bb0(%x0: f32):
                %v0 = linalg.index 1 : index
                %v1 = arith.addi %v0, %k : index
                %v2 = arith.cmpi slt, %v1, %ks1 : index
                %v3 = arith.constant 0xFF800000 : f32
                %v4 = arith.select %v2, %x0, %v3 : f32
                linalg.yield %v4 : f32
              }
            }
            linalg.generic {indexing_maps = [affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q)>, affine_map<(q, k) -> (q, k)>, affine_map<(q, k) -> (q, k)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %grad_weights, %shift, %D_tile : memref<24x32xf32, 1>, memref<24x32xf32, 1>, memref<24xf32, 1>, memref<24xf32, 1>) outs(%grad_scores, %weights : memref<24x32xf32, 1>, memref<24x32xf32, 1>) {
              ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32):
              %v0 = arith.constant 0.25 : f32
              %v1 = arith.mulf %x0, %v0 : f32
              %v2 = arith.subf %v1, %x2 : f32
              %v3 = math.exp %v2 : f32
              %v4 = arith.subf %x1, %x3 : f32
              %v5 = arith.mulf %v3, %v4 : f32
              linalg.yield %v5, %v3 : f32, f32
            }
            linalg.generic {indexing_maps = [affine_map<(k, e, q) -> (q, k)>, affine_map<(k, e, q) -> (q, e)>, affine_map<(k, e, q) -> (k, e)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%weights, %G_tile : memref<24x32xf32, 1>, memref<24x16xf32, 1>) outs(%value_sum : memref<32x16xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
            linalg.generic {indexing_maps = [affine_map<(k, d, q) -> (q, k)>, affine_map<(k, d, q) -> (q, d)>, affine_map<(k, d, q) -> (k, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%grad_scores, %Q_tile : memref<24x32xf32, 1>, memref<24x16xf32, 1>) outs(%key_sum : memref<32x16xf32, 1>) {
              ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
              %product_0 = arith.mulf %left_0, %right_0 : f32
              %sum_0 = arith.addf %total_0, %product_0 : f32
              linalg.yield %sum_0 : f32
            }
          }
        }
        linalg.generic {indexing_maps = [affine_map<(k, d) -> (k, d)>, affine_map<(k, d) -> (k, d)>], iterator_types = ["parallel", "parallel"]} ins(%key_sum : memref<32x16xf32, 1>) outs(%Y_tile : memref<32x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          %v0 = arith.constant 0.25 : f32
          %v1 = arith.mulf %x0, %v0 : f32
          linalg.yield %v1 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(k, e) -> (k, e)>, affine_map<(k, e) -> (k, e)>], iterator_types = ["parallel", "parallel"]} ins(%value_sum : memref<32x16xf32, 1>) outs(%Z_tile : memref<32x16xf32, 1>) {
          ^bb0(%x0: f32, %x1: f32):
          linalg.yield %x0 : f32
        }
        %t41 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
        %t42 = arith.constant 16 : index
        %t43 = arith.muli %g, %t42 : index
        %t44 = arith.constant 16 : index
        %t45 = arith.muli %k, %ks0 : index
        %t46 = arith.muli %t45, %t44 : index
        %t47 = arith.addi %t43, %t46 : index
        %t50 = memref.reinterpret_cast %Y to offset: [%t47], sizes: [%t41, 16], strides: [%t49, 1] : memref<?xf32> to memref<?x16xf32, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%Y_tile, %t50) : (memref<32x16xf32, 1>, memref<?x16xf32, strided<[?, 1], offset: ?>>) -> ()
        %t51 = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%k)[%ks1]
        %t52 = arith.constant 16 : index
        %t53 = arith.muli %g, %t52 : index
        %t54 = arith.constant 16 : index
        %t55 = arith.muli %k, %ks0 : index
        %t56 = arith.muli %t55, %t54 : index
        %t57 = arith.addi %t53, %t56 : index
        %t58 = memref.reinterpret_cast %Z to offset: [%t57], sizes: [%t51, 16], strides: [%t49, 1] : memref<?xf32> to memref<?x16xf32, strided<[?, 1], offset: ?>>
        "npu.dma_store"(%Z_tile, %t58) : (memref<32x16xf32, 1>, memref<?x16xf32, strided<[?, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  } {npu.parallel}
  return
}
