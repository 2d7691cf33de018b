// npu_fused_amax_sub_exp_sum_div: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_div(%in_ptr0: memref<2145xf32>, %out_ptr2: memref<2145xf32>) {
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c16 = arith.constant 16 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x16xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<33x16xf32, 1>
  scf.for %P0 = %c0 to %c65 step %c16 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c65 : index
    %n_P0 = arith.minsi %x_1, %c16 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [33, %n_P0], strides: [65, 1] : memref<2145xf32> to memref<33x?xf32, strided<[65, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<33x?xf32, strided<[65, 1], offset: ?>>, memref<33x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%max : memref<16xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%t : memref<33x16xf32, 1>) outs(%max : memref<16xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max_1 = arith.maximumf %o, %a : f32
        linalg.yield %max_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max : memref<33x16xf32, 1>, memref<16xf32, 1>) outs(%exp : memref<33x16xf32, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
        %sub = arith.subf %a_1, %a_2 : f32
        %exp_1 = math.exp %sub : f32
        linalg.yield %exp_1 : f32
    }
    linalg.fill ins(%cst_1 : f32) outs(%sum : memref<16xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%exp : memref<33x16xf32, 1>) outs(%sum : memref<16xf32, 1>) {
      ^bb0(%a_3: f32, %o_2: f32):
        %sum_1 = arith.addf %o_2, %a_3 : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<16xf32, 1>) outs(%div : memref<16xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %div_1 = arith.divf %cst_2, %a_4 : f32  // truediv
        linalg.yield %div_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%exp, %div : memref<33x16xf32, 1>, memref<16xf32, 1>) outs(%out : memref<33x16xf32, 1>) {
      ^bb0(%a_5: f32, %a_6: f32, %o_4: f32):
        %mul = arith.mulf %a_5, %a_6 : f32  // truediv
        linalg.yield %mul : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr2 to offset: [%P0], sizes: [33, %n_P0], strides: [65, 1] : memref<2145xf32> to memref<33x?xf32, strided<[65, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<33x16xf32, 1>, memref<33x?xf32, strided<[65, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
