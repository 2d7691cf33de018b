// npu_fused_var_mean_built_in_function_getitem: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_built_in_function_getitem(%in_out_ptr0: memref<2xf32>, %in_ptr0: memref<180002xf32>, %out_ptr0: memref<2xf32>) {
  %cst = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c90001 = arith.constant 90001 : index
  %c4096 = arith.constant 4096 : index
  %cm1 = arith.constant -1 : index
  %cst_1 = arith.constant 90001.0 : f32
  %cst_2 = arith.constant 90000.0 : f32
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4096xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4096xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xf32, 1>
  %partial_sum_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x4096xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<2xf32, 1>
  %sum_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_sum : memref<2x4096xf32, 1>)
  scf.for %R0 = %c0 to %c90001 step %c4096 {
    %x = arith.muli %R0, %cm1 : index
    %x_1 = arith.addi %x, %c90001 : index
    %n_R0 = arith.minsi %x_1, %c4096 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [2, %n_R0], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<2x?xf32, strided<[90001, 1], offset: ?>>, memref<2x4096xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<2x4096xf32, 1>) outs(%partial_sum : memref<2x4096xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum = arith.addf %o, %a : f32
        linalg.yield %sum : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%sum_1 : memref<2xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum : memref<2x4096xf32, 1>) outs(%sum_1 : memref<2xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %sum_2 = arith.addf %o_1, %a_1 : f32
      linalg.yield %sum_2 : f32
  }
  linalg.fill ins(%cst : f32) outs(%partial_sum_1 : memref<2x4096xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<2xf32, 1>) outs(%div : memref<2xf32, 1>) {
    ^bb0(%a_2: f32, %o_2: f32):
      %div_1 = arith.divf %a_2, %cst_1 : f32  // welford_reduce
      linalg.yield %div_1 : f32
  }
  scf.for %R0 = %c0 to %c90001 step %c4096 {
    %x_2 = arith.muli %R0, %cm1 : index
    %x_3 = arith.addi %x_2, %c90001 : index
    %n_R0_1 = arith.minsi %x_3, %c4096 : index
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [2, %n_R0_1], strides: [90001, 1] : memref<180002xf32> to memref<2x?xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view_1, %t) {pad = 0.0 : f32} : (memref<2x?xf32, strided<[90001, 1], offset: ?>>, memref<2x4096xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %div : memref<2x4096xf32, 1>, memref<2xf32, 1>) outs(%partial_sum_1 : memref<2x4096xf32, 1>) {
      ^bb0(%a_3: f32, %a_4: f32, %o_3: f32):
        %at = linalg.index 1 : index
        %at_1 = arith.addi %at, %R0 : index
        %inside = arith.cmpi slt, %at_1, %c90001 : index
        %sub = arith.subf %a_3, %a_4 : f32  // welford_reduce
        %mul = arith.mulf %sub, %sub : f32  // welford_reduce
        %sel = arith.select %inside, %mul, %cst : f32  // truediv
        %sum_3 = arith.addf %o_3, %sel : f32
        linalg.yield %sum_3 : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%sum_4 : memref<2xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum_1 : memref<2x4096xf32, 1>) outs(%sum_4 : memref<2xf32, 1>) {
    ^bb0(%a_5: f32, %o_4: f32):
      %sum_5 = arith.addf %o_4, %a_5 : f32
      linalg.yield %sum_5 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_4 : memref<2xf32, 1>) outs(%out : memref<2xf32, 1>) {
    ^bb0(%a_6: f32, %o_5: f32):
      %div_2 = arith.divf %a_6, %cst_2 : f32  // truediv
      linalg.yield %div_2 : f32
  }
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xf32> to memref<2xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%div, %view_2) : (memref<2xf32, 1>, memref<2xf32, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %in_out_ptr0 to offset: [0], sizes: [2], strides: [1] : memref<2xf32> to memref<2xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%out, %view_3) : (memref<2xf32, 1>, memref<2xf32, strided<[1], offset: 0>>) -> ()
  return
}
