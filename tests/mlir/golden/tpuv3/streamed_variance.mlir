// npu_fused_var_mean_built_in_function_getitem: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_built_in_function_getitem(%in_out_ptr0: memref<2xf32>, %in_ptr0: memref<180002xf32>, %out_ptr0: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c90001 = arith.constant 90001 : index
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 90001.0 : f32
  %cst_2 = arith.constant 90000.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x90001xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  scf.for %P0 = %c0 to %c2 step %c1 {
    %x = arith.muli %P0, %c90001 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [1, 90001], strides: [90001, 1] : memref<180002xf32> to memref<1x90001xf32, strided<[90001, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x90001xf32, strided<[90001, 1], offset: ?>>, memref<1x90001xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%sum : memref<1xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<1x90001xf32, 1>) outs(%sum : memref<1xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sum_1 = arith.addf %o, %a : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<1xf32, 1>) outs(%div : memref<1xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %div_1 = arith.divf %a_1, %cst_1 : f32  // welford_reduce
        linalg.yield %div_1 : f32
    }
    linalg.fill ins(%cst : f32) outs(%sum_2 : memref<1xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t, %div : memref<1x90001xf32, 1>, memref<1xf32, 1>) outs(%sum_2 : memref<1xf32, 1>) {
      ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
        %sub = arith.subf %a_2, %a_3 : f32  // welford_reduce
        %mul = arith.mulf %sub, %sub : f32  // welford_reduce
        %sum_3 = arith.addf %o_2, %mul : f32
        linalg.yield %sum_3 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<1xf32, 1>) outs(%out : memref<1xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %div_2 = arith.divf %a_4, %cst_2 : f32  // truediv
        linalg.yield %div_2 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [1], strides: [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%div, %view_1) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [1], strides: [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
