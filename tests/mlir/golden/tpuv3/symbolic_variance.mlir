// npu_fused_var_mean_built_in_function_getitem: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_built_in_function_getitem(%in_out_ptr0: memref<?xf32>, %in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %cst_1 = arith.constant 1.0 : f32
  %cm1 = arith.constant -1 : index
  %i_2 = arith.index_cast %ks1 : index to i64
  %i_3 = arith.sitofp %i_2 : i64 to f32
  %sub_4 = arith.subf %i_3, %cst_1 : f32
  %max = arith.maximumf %cst, %sub_4 : f32
  %partial_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %partial_mean = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %partial_first = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %partial_count = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %sum_2 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    linalg.fill ins(%cst : f32) outs(%partial_sum : memref<32x32xf32, 1>)
    linalg.fill ins(%cst : f32) outs(%partial_mean : memref<32x32xf32, 1>)
    linalg.fill ins(%cst : f32) outs(%partial_first : memref<32x32xf32, 1>)
    linalg.fill ins(%cst : f32) outs(%partial_count : memref<32x32xf32, 1>)
    scf.for %R0 = %c0 to %ks1 step %c32 {
      %x = arith.floordivsi %R0, %c32 : index
      %begins = arith.cmpi eq, %x, %c0 : index
      %chunks = arith.addi %x, %c1 : index
      %chunks_1 = arith.index_cast %chunks : index to i64
      %chunks_2 = arith.sitofp %chunks_1 : i64 to f32
      %share = arith.divf %cst_1, %chunks_2 : f32
      %x_1 = arith.muli %P0, %ks1 : index
      %x_2 = arith.addi %x_1, %R0 : index
      %x_3 = arith.muli %P0, %cm1 : index
      %x_4 = arith.addi %x_3, %ks0 : index
      %n_P0 = arith.minsi %x_4, %c32 : index
      %x_5 = arith.muli %R0, %cm1 : index
      %x_6 = arith.addi %x_5, %ks1 : index
      %n_R0 = arith.minsi %x_6, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_2], sizes: [%n_P0, %n_R0], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%partial_mean, %partial_sum, %partial_first, %partial_count : memref<32x32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>) {
        ^bb0(%a: f32, %o: f32, %o_1: f32, %o_2: f32, %o_3: f32):
          %at = linalg.index 1 : index
          %at_1 = arith.addi %at, %R0 : index
          %inside = arith.cmpi slt, %at_1, %ks1 : index
          %and = arith.andi %begins, %inside : i1
          %sel = arith.select %and, %a, %o_2 : f32
          %sub = arith.subf %a, %sel : f32
          %sel_1 = arith.select %inside, %sub, %o : f32
          %sel_2 = arith.select %inside, %cst_1, %cst : f32  // truediv
          %add = arith.addf %o_3, %sel_2 : f32
          %sub_1 = arith.subf %sel_1, %o : f32
          %fma = math.fma %sub_1, %share, %o : f32
          %sub_2 = arith.subf %sel_1, %fma : f32
          %fma_1 = math.fma %sub_1, %sub_2, %o_1 : f32
          linalg.yield %fma, %fma_1, %sel, %add : f32, f32, f32, f32
      }
    }
    linalg.fill ins(%cst : f32) outs(%sum : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_mean, %partial_first, %partial_count : memref<32x32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>) outs(%sum : memref<32xf32, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %a_3: f32, %o_4: f32):
        %add_1 = arith.addf %a_2, %a_1 : f32  // truediv
        %mul = arith.mulf %a_3, %add_1 : f32  // truediv
        %sum_1 = arith.addf %o_4, %mul : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<32xf32, 1>) outs(%div : memref<32xf32, 1>) {
      ^bb0(%a_4: f32, %o_5: f32):
        %i = arith.index_cast %ks1 : index to i64
        %i_1 = arith.sitofp %i : i64 to f32
        %div_1 = arith.divf %a_4, %i_1 : f32  // welford_reduce
        linalg.yield %div_1 : f32
    }
    linalg.fill ins(%cst : f32) outs(%sum_2 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%div, %partial_mean, %partial_sum, %partial_first, %partial_count : memref<32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>, memref<32x32xf32, 1>) outs(%sum_2 : memref<32xf32, 1>) {
      ^bb0(%a_5: f32, %a_6: f32, %a_7: f32, %a_8: f32, %a_9: f32, %o_6: f32):
        %sub_3 = arith.subf %a_8, %a_5 : f32  // truediv
        %add_2 = arith.addf %sub_3, %a_6 : f32  // truediv
        %mul_1 = arith.mulf %add_2, %add_2 : f32  // truediv
        %mul_2 = arith.mulf %a_9, %mul_1 : f32  // truediv
        %add_3 = arith.addf %a_7, %mul_2 : f32  // truediv
        %sum_3 = arith.addf %o_6, %add_3 : f32
        linalg.yield %sum_3 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_2 : memref<32xf32, 1>) outs(%out : memref<32xf32, 1>) {
      ^bb0(%a_10: f32, %o_7: f32):
        %div_2 = arith.divf %a_10, %max : f32  // truediv
        linalg.yield %div_2 : f32
    }
    %x_7 = arith.muli %P0, %cm1 : index
    %x_8 = arith.addi %x_7, %ks0 : index
    %n_P0_1 = arith.minsi %x_8, %c32 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0_1], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%div, %view_1) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0_1], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
