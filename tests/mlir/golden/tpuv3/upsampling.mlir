// npu_fused_iota_mul_add_convert_element_type_sub_clamp_min_floor_clamp: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_iota_mul_add_convert_element_type_sub_clamp_min_floor_clamp
(%A: memref<112xf32>, %Y: memref<224xf32>) {
  %p0_c8 = arith.constant 8 : index
  %p0_cst = arith.constant 0.5 : f32
  %p0_cst_1 = arith.constant 0.0 : f32
  %p0_cst_2 = arith.constant 7.0 : f32
  %p0_cst_3 = arith.constant 1.0 : f32
  %p0_cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %p0_sub_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %p0_cvt_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %ec16 = arith.constant 16 : index
  %ecm1 = arith.constant -1 : index
  %ec14 = arith.constant 14 : index
  %A_tile = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  affine.for %k = 0 to 8 step 16 {
    affine.for %n = 0 to 16 step 16 {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_cvt : memref<16xi64, 1>) {
        ^bb0(%p0_o: i64):
        %p0_at = linalg.index 0 : index
        %p0_i = arith.index_cast %p0_at : index to i64
        %p0_i_1 = arith.sitofp %p0_i : i64 to f32
        %p0_add = arith.addf %p0_i_1, %p0_cst : f32
        %p0_mul = arith.mulf %p0_add, %p0_cst : f32
        %p0_sub = arith.subf %p0_mul, %p0_cst : f32
        %p0_max = arith.maximumf %p0_sub, %p0_cst_1 : f32
        %p0_floor = math.floor %p0_max : f32
        %p0_max_1 = arith.maximumf %p0_floor, %p0_cst_1 : f32
        %p0_min = arith.minimumf %p0_max_1, %p0_cst_2 : f32
        %p0_cvt_1 = arith.fptosi %p0_min : f32 to i64  // to_dtype
        linalg.yield %p0_cvt_1 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_sub_1 : memref<16xf32, 1>) {
        ^bb0(%p0_o_1: f32):
        %p0_at_1 = linalg.index 0 : index
        %p0_i_2 = arith.index_cast %p0_at_1 : index to i64
        %p0_i_3 = arith.sitofp %p0_i_2 : i64 to f32
        %p0_add_1 = arith.addf %p0_i_3, %p0_cst : f32
        %p0_mul_1 = arith.mulf %p0_add_1, %p0_cst : f32
        %p0_sub_2 = arith.subf %p0_mul_1, %p0_cst : f32
        %p0_max_2 = arith.maximumf %p0_sub_2, %p0_cst_1 : f32
        %p0_floor_1 = math.floor %p0_max_2 : f32
        %p0_sub_3 = arith.subf %p0_max_2, %p0_floor_1 : f32
        linalg.yield %p0_sub_3 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_cvt_2 : memref<16xi64, 1>) {
        ^bb0(%p0_o_2: i64):
        %p0_at_2 = linalg.index 0 : index
        %p0_i_4 = arith.index_cast %p0_at_2 : index to i64
        %p0_i_5 = arith.sitofp %p0_i_4 : i64 to f32
        %p0_add_2 = arith.addf %p0_i_5, %p0_cst : f32
        %p0_mul_2 = arith.mulf %p0_add_2, %p0_cst : f32
        %p0_sub_4 = arith.subf %p0_mul_2, %p0_cst : f32
        %p0_max_3 = arith.maximumf %p0_sub_4, %p0_cst_1 : f32
        %p0_floor_2 = math.floor %p0_max_3 : f32
        %p0_add_3 = arith.addf %p0_floor_2, %p0_cst_3 : f32
        %p0_max_4 = arith.maximumf %p0_add_3, %p0_cst_1 : f32
        %p0_min_1 = arith.minimumf %p0_max_4, %p0_cst_2 : f32
        %p0_cvt_3 = arith.fptosi %p0_min_1 : f32 to i64  // to_dtype
        linalg.yield %p0_cvt_3 : i64
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_cvt, %p0_sub_1, %p0_cvt_2 : memref<16xi64, 1>, memref<16xf32, 1>, memref<16xi64, 1>) outs(%B_tile : memref<16x16xf32, 1>) {
        ^bb0(%p0_a: i64, %p0_a_1: f32, %p0_a_2: i64, %p0_o_3: f32):
        %p0_at_3 = linalg.index 1 : index
        %p0_inside = arith.cmpi slt, %p0_at_3, %p0_c8 : index
        %p0_i_6 = arith.index_cast %p0_at_3 : index to i32
        %p0_cvt_4 = arith.extsi %p0_i_6 : i32 to i64  // index
        %p0_eq = arith.cmpi eq, %p0_a, %p0_cvt_4 : i64
        %p0_sub_5 = arith.subf %p0_cst_3, %p0_a_1 : f32
        %p0_sel = arith.select %p0_eq, %p0_sub_5, %p0_cst_1 : f32  // where
        %p0_eq_1 = arith.cmpi eq, %p0_a_2, %p0_cvt_4 : i64
        %p0_sel_1 = arith.select %p0_eq_1, %p0_a_1, %p0_cst_1 : f32  // where
        %p0_add_4 = arith.addf %p0_sel, %p0_sel_1 : f32
        %p0_sel_2 = arith.select %p0_inside, %p0_add_4, %p0_cst_1 : f32  // add
        linalg.yield %p0_sel_2 : f32
      }
      affine.for %m = 0 to 14 step 16 {
        %t1 = arith.constant 0.0 : f32
        linalg.fill ins(%t1 : f32) outs(%accumulator : memref<16x16xf32, 1>)
        %t2 = memref.reinterpret_cast %A to offset: [0], sizes: [14, 8], strides: [8, 1] : memref<112xf32> to memref<14x8xf32, strided<[8, 1], offset: 0>>
        "npu.dma_load"(%t2, %A_tile) : (memref<14x8xf32, strided<[8, 1], offset: 0>>, memref<16x16xf32, 1>) -> ()
        linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<16x16xf32, 1>, memref<16x16xf32, 1>) outs(%accumulator : memref<16x16xf32, 1>) {
          ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
          %product_0 = arith.mulf %left_0, %right_0 : f32
          %sum_0 = arith.addf %total_0, %product_0 : f32
          linalg.yield %sum_0 : f32
        }
        %ex = arith.muli %m, %ec16 : index
        %ex_1 = arith.addi %ex, %n : index
        %ex_2 = arith.muli %m, %ecm1 : index
        %ex_3 = arith.addi %ex_2, %ec14 : index
        %en_P0 = arith.minsi %ex_3, %ec16 : index
        %eview = memref.reinterpret_cast %Y to offset: [%ex_1], sizes: [%en_P0, 16], strides: [16, 1] : memref<224xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
        "npu.dma_store"(%accumulator, %eview) : (memref<16x16xf32, 1>, memref<?x16xf32, strided<[16, 1], offset: ?>>) -> ()
      } {npu.parallel}
    } {npu.parallel}
  }
  return
}
// -----

// npu_fused_iota_mul_add_convert_element_type_sub_clamp_min_floor_clamp: template, template MLIRGemmTemplate, fusions prologue, mapping default
func.func @npu_fused_iota_mul_add_convert_element_type_sub_clamp_min_floor_clamp
(%B: memref<224xf32>, %Y: memref<448xf32>) {
  %p0_c14 = arith.constant 14 : index
  %p0_c7 = arith.constant 7 : index
  %p0_cst = arith.constant 0.5 : f32
  %p0_cst_1 = arith.constant 0.0 : f32
  %p0_cst_2 = arith.constant 6.0 : f32
  %p0_cst_3 = arith.constant 1.0 : f32
  %p0_cvt = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %p0_sub_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %p0_cvt_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %p0_sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x16xf32, 1>
  %ec16 = arith.constant 16 : index
  %ec224 = arith.constant 224 : index
  %ecm1 = arith.constant -1 : index
  %ec14 = arith.constant 14 : index
  %A_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x16x16xf32, 1>
  %B_tile = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 3 : i64} : () -> memref<2x16x16xf32, 1>
  %accumulator = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x16x16xf32, 1>
  affine.for %b = 0 to 2 step 2 {
    affine.for %k = 0 to 7 step 16 {
      affine.for %m = 0 to 14 step 16 {
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_cvt : memref<16xi64, 1>) {
          ^bb0(%p0_o: i64):
          %p0_at = linalg.index 0 : index
          %p0_i = arith.index_cast %p0_at : index to i64
          %p0_i_1 = arith.sitofp %p0_i : i64 to f32
          %p0_add = arith.addf %p0_i_1, %p0_cst : f32
          %p0_mul = arith.mulf %p0_add, %p0_cst : f32
          %p0_sub = arith.subf %p0_mul, %p0_cst : f32
          %p0_max = arith.maximumf %p0_sub, %p0_cst_1 : f32
          %p0_floor = math.floor %p0_max : f32
          %p0_max_1 = arith.maximumf %p0_floor, %p0_cst_1 : f32
          %p0_min = arith.minimumf %p0_max_1, %p0_cst_2 : f32
          %p0_cvt_1 = arith.fptosi %p0_min : f32 to i64  // to_dtype
          linalg.yield %p0_cvt_1 : i64
        }
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_sub_1 : memref<16xf32, 1>) {
          ^bb0(%p0_o_1: f32):
          %p0_at_1 = linalg.index 0 : index
          %p0_i_2 = arith.index_cast %p0_at_1 : index to i64
          %p0_i_3 = arith.sitofp %p0_i_2 : i64 to f32
          %p0_add_1 = arith.addf %p0_i_3, %p0_cst : f32
          %p0_mul_1 = arith.mulf %p0_add_1, %p0_cst : f32
          %p0_sub_2 = arith.subf %p0_mul_1, %p0_cst : f32
          %p0_max_2 = arith.maximumf %p0_sub_2, %p0_cst_1 : f32
          %p0_floor_1 = math.floor %p0_max_2 : f32
          %p0_sub_3 = arith.subf %p0_max_2, %p0_floor_1 : f32
          linalg.yield %p0_sub_3 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%p0_cvt_2 : memref<16xi64, 1>) {
          ^bb0(%p0_o_2: i64):
          %p0_at_2 = linalg.index 0 : index
          %p0_i_4 = arith.index_cast %p0_at_2 : index to i64
          %p0_i_5 = arith.sitofp %p0_i_4 : i64 to f32
          %p0_add_2 = arith.addf %p0_i_5, %p0_cst : f32
          %p0_mul_2 = arith.mulf %p0_add_2, %p0_cst : f32
          %p0_sub_4 = arith.subf %p0_mul_2, %p0_cst : f32
          %p0_max_3 = arith.maximumf %p0_sub_4, %p0_cst_1 : f32
          %p0_floor_2 = math.floor %p0_max_3 : f32
          %p0_add_3 = arith.addf %p0_floor_2, %p0_cst_3 : f32
          %p0_max_4 = arith.maximumf %p0_add_3, %p0_cst_1 : f32
          %p0_min_1 = arith.minimumf %p0_max_4, %p0_cst_2 : f32
          %p0_cvt_3 = arith.fptosi %p0_min_1 : f32 to i64  // to_dtype
          linalg.yield %p0_cvt_3 : i64
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p0_cvt, %p0_sub_1, %p0_cvt_2 : memref<16xi64, 1>, memref<16xf32, 1>, memref<16xi64, 1>) outs(%p0_sel : memref<16x16xf32, 1>) {
          ^bb0(%p0_a: i64, %p0_a_1: f32, %p0_a_2: i64, %p0_o_3: f32):
          %p0_at_3 = linalg.index 1 : index
          %p0_inside = arith.cmpi slt, %p0_at_3, %p0_c7 : index
          %p0_at_4 = linalg.index 0 : index
          %p0_inside_1 = arith.cmpi slt, %p0_at_4, %p0_c14 : index
          %p0_i_6 = arith.index_cast %p0_at_3 : index to i32
          %p0_cvt_4 = arith.extsi %p0_i_6 : i32 to i64  // index
          %p0_eq = arith.cmpi eq, %p0_a, %p0_cvt_4 : i64
          %p0_sub_5 = arith.subf %p0_cst_3, %p0_a_1 : f32
          %p0_sel_1 = arith.select %p0_eq, %p0_sub_5, %p0_cst_1 : f32  // where
          %p0_eq_1 = arith.cmpi eq, %p0_a_2, %p0_cvt_4 : i64
          %p0_sel_2 = arith.select %p0_eq_1, %p0_a_1, %p0_cst_1 : f32  // where
          %p0_add_4 = arith.addf %p0_sel_1, %p0_sel_2 : f32
          %p0_sel_3 = arith.select %p0_inside_1, %p0_add_4, %p0_cst_1 : f32  // add
          %p0_sel_4 = arith.select %p0_inside, %p0_sel_3, %p0_cst_1 : f32  // add
          linalg.yield %p0_sel_4 : f32
        }
        linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p0_sel : memref<16x16xf32, 1>) outs(%A_tile : memref<2x16x16xf32, 1>) {
          ^bb0(%p0_a_3: f32, %p0_o_4: f32):
          linalg.yield %p0_a_3 : f32
        }
        affine.for %n = 0 to 16 step 16 {
          %t1 = arith.constant 0.0 : f32
          linalg.fill ins(%t1 : f32) outs(%accumulator : memref<2x16x16xf32, 1>)
          %t2 = memref.reinterpret_cast %B to offset: [0], sizes: [2, 7, 16], strides: [112, 16, 1] : memref<224xf32> to memref<2x7x16xf32, strided<[112, 16, 1], offset: 0>>
          "npu.dma_load"(%t2, %B_tile) : (memref<2x7x16xf32, strided<[112, 16, 1], offset: 0>>, memref<2x16x16xf32, 1>) -> ()
          linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%A_tile, %B_tile : memref<2x16x16xf32, 1>, memref<2x16x16xf32, 1>) outs(%accumulator : memref<2x16x16xf32, 1>) {
            ^bb0(%left_0: f32, %right_0: f32, %total_0: f32):
            %product_0 = arith.mulf %left_0, %right_0 : f32
            %sum_0 = arith.addf %total_0, %product_0 : f32
            linalg.yield %sum_0 : f32
          }
          %ex = arith.muli %m, %ec16 : index
          %ex_1 = arith.muli %b, %ec224 : index
          %ex_2 = arith.addi %ex, %ex_1 : index
          %ex_3 = arith.addi %ex_2, %n : index
          %ex_4 = arith.muli %m, %ecm1 : index
          %ex_5 = arith.addi %ex_4, %ec14 : index
          %en_P1 = arith.minsi %ex_5, %ec16 : index
          %eview = memref.reinterpret_cast %Y to offset: [%ex_3], sizes: [2, %en_P1, 16], strides: [224, 16, 1] : memref<448xf32> to memref<2x?x16xf32, strided<[224, 16, 1], offset: ?>>
          "npu.dma_store"(%accumulator, %eview) : (memref<2x16x16xf32, 1>, memref<2x?x16xf32, strided<[224, 16, 1], offset: ?>>) -> ()
        } {npu.parallel}
      } {npu.parallel}
    }
  } {npu.parallel}
  return
}
// -----

// npu_fused_iota_mul_add_convert_element_type_unsqueeze_unsafe_index: pointwise
func.func @npu_fused_iota_mul_add_convert_element_type_unsqueeze_unsafe_index(%in_ptr0: memref<112xf32>, %out_ptr0: memref<234xf32>) {
  %c13 = arith.constant 13 : index
  %cst = arith.constant 0.6153846153846154 : f32
  %k = arith.constant 0 : i64
  %k_1 = arith.constant 8 : i64
  %cst_1 = arith.constant 0.7777777777777778 : f32
  %k_2 = arith.constant 7 : i64
  %k_3 = arith.constant 56 : i64
  %k_4 = arith.constant -1 : i32
  %sel = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xi64, 1>
  %mul_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9xi64, 1>
  %add_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<9x16xi64, 1>
  %sel_3 = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x9x16xi32, 1>
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x9x16xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%sel : memref<16xi64, 1>) {
    ^bb0(%o: i64):
      %at = linalg.index 0 : index
      %i = arith.index_cast %at : index to i64
      %i_1 = arith.sitofp %i : i64 to f32
      %mul = arith.mulf %i_1, %cst : f32
      %cvt = arith.fptosi %mul : f32 to i64  // to_dtype
      %lt = arith.cmpi slt, %cvt, %k : i64  // index
      %add = arith.addi %cvt, %k_1 : i64  // index
      %sel_1 = arith.select %lt, %add, %cvt : i64  // index
      linalg.yield %sel_1 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%mul_1 : memref<9xi64, 1>) {
    ^bb0(%o_1: i64):
      %at_1 = linalg.index 0 : index
      %i_2 = arith.index_cast %at_1 : index to i64
      %i_3 = arith.sitofp %i_2 : i64 to f32
      %mul_2 = arith.mulf %i_3, %cst_1 : f32
      %cvt_1 = arith.fptosi %mul_2 : f32 to i64  // to_dtype
      %lt_1 = arith.cmpi slt, %cvt_1, %k : i64  // index
      %add_1 = arith.addi %cvt_1, %k_2 : i64  // index
      %sel_2 = arith.select %lt_1, %add_1, %cvt_1 : i64  // index
      %mul_3 = arith.muli %k_1, %sel_2 : i64  // load
      linalg.yield %mul_3 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sel, %mul_1 : memref<16xi64, 1>, memref<9xi64, 1>) outs(%add_2 : memref<9x16xi64, 1>) {
    ^bb0(%a: i64, %a_1: i64, %o_2: i64):
      %add_3 = arith.addi %a, %a_1 : i64  // load
      linalg.yield %add_3 : i64
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%add_2 : memref<9x16xi64, 1>) outs(%sel_3 : memref<2x9x16xi32, 1>) {
    ^bb0(%a_2: i64, %o_3: i32):
      %at_2 = linalg.index 2 : index
      %inside = arith.cmpi slt, %at_2, %c13 : index
      %at_3 = linalg.index 0 : index
      %i_4 = arith.index_cast %at_3 : index to i64
      %mul_4 = arith.muli %k_3, %i_4 : i64  // load
      %add_4 = arith.addi %a_2, %mul_4 : i64  // load
      %cvt_2 = arith.trunci %add_4 : i64 to i32  // load
      %sel_4 = arith.select %inside, %cvt_2, %k_4 : i32  // load
      linalg.yield %sel_4 : i32
  }
  "npu.gather"(%in_ptr0, %sel_3, %t) : (memref<112xf32>, memref<2x9x16xi32, 1>, memref<2x9x16xf32, 1>) -> ()
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2, 9, 13], strides: [117, 13, 1] : memref<234xf32> to memref<2x9x13xf32, strided<[117, 13, 1], offset: 0>>
  "npu.dma_store"(%t, %view) : (memref<2x9x16xf32, 1>, memref<2x9x13xf32, strided<[117, 13, 1], offset: 0>>) -> ()
  return
}
