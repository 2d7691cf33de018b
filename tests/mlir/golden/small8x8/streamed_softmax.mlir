// npu_fused_amax_sub_exp_sum_div: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_div(%in_ptr0: memref<180002xf32>, %out_ptr2: memref<180002xf32>) {
  %cst = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c90001 = arith.constant 90001 : index
  %c2048 = arith.constant 2048 : index
  %cm1 = arith.constant -1 : index
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 1.0 : f32
  %partial_max = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2048xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2048xf32, 1>
  %max_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xf32, 1>
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2048xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<2xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x2048xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_max : memref<2x2048xf32, 1>)
  scf.for %R0 = %c0 to %c90001 step %c2048 {
    %x = arith.muli %R0, %cm1 : index
    %x_1 = arith.addi %x, %c90001 : index
    %n_R0 = arith.minsi %x_1, %c2048 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [2, %n_R0], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<2x?xf32, strided<[90001, 1], offset: ?>>, memref<2x2048xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<2x2048xf32, 1>) outs(%partial_max : memref<2x2048xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max = arith.maximumf %o, %a : f32
        linalg.yield %max : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%max_1 : memref<2xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_max : memref<2x2048xf32, 1>) outs(%max_1 : memref<2xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %max_2 = arith.maximumf %o_1, %a_1 : f32
      linalg.yield %max_2 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%partial_sum : memref<2x2048xf32, 1>)
  scf.for %R0 = %c0 to %c90001 step %c2048 {
    %x_2 = arith.muli %R0, %cm1 : index
    %x_3 = arith.addi %x_2, %c90001 : index
    %n_R0_1 = arith.minsi %x_3, %c2048 : index
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [2, %n_R0_1], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t) {pad = 0xFF800000 : f32} : (memref<2x?xf32, strided<[90001, 1], offset: ?>>, memref<2x2048xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max_1 : memref<2x2048xf32, 1>, memref<2xf32, 1>) outs(%partial_sum : memref<2x2048xf32, 1>) {
      ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
        %at = linalg.index 1 : index
        %at_1 = arith.addi %at, %R0 : index
        %inside = arith.cmpi slt, %at_1, %c90001 : index
        %sub = arith.subf %a_2, %a_3 : f32
        %exp = math.exp %sub : f32
        %sel = arith.select %inside, %exp, %cst_1 : f32  // truediv
        %sum = arith.addf %o_2, %sel : f32
        linalg.yield %sum : f32
    }
  }
  linalg.fill ins(%cst_1 : f32) outs(%sum_1 : memref<2xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum : memref<2x2048xf32, 1>) outs(%sum_1 : memref<2xf32, 1>) {
    ^bb0(%a_4: f32, %o_3: f32):
      %sum_2 = arith.addf %o_3, %a_4 : f32
      linalg.yield %sum_2 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<2xf32, 1>) outs(%div : memref<2xf32, 1>) {
    ^bb0(%a_5: f32, %o_4: f32):
      %div_1 = arith.divf %cst_2, %a_5 : f32  // truediv
      linalg.yield %div_1 : f32
  }
  scf.for %R0 = %c0 to %c90001 step %c2048 {
    %x_4 = arith.muli %R0, %cm1 : index
    %x_5 = arith.addi %x_4, %c90001 : index
    %n_R0_2 = arith.minsi %x_5, %c2048 : index
    %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [2, %n_R0_2], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view_2, %t) {pad = 0xFF800000 : f32} : (memref<2x?xf32, strided<[90001, 1], offset: ?>>, memref<2x2048xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max_1, %div : memref<2x2048xf32, 1>, memref<2xf32, 1>, memref<2xf32, 1>) outs(%out : memref<2x2048xf32, 1>) {
      ^bb0(%a_6: f32, %a_7: f32, %a_8: f32, %o_5: f32):
        %sub_1 = arith.subf %a_6, %a_7 : f32
        %exp_1 = math.exp %sub_1 : f32
        %mul = arith.mulf %exp_1, %a_8 : f32  // truediv
        linalg.yield %mul : f32
    }
    %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [%R0], sizes: [2, %n_R0_2], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_store"(%out, %view_3) : (memref<2x2048xf32, 1>, memref<2x?xf32, strided<[90001, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
