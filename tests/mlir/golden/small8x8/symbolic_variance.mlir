// npu_fused_var_mean_built_in_function_getitem: reduction, fusions horizontal pointwise
func.func @npu_fused_var_mean_built_in_function_getitem(%in_out_ptr0: memref<?xf32>, %in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %cst_1 = arith.constant 1.0 : f32
  %i_2 = arith.index_cast %ks1 : index to i64
  %i_3 = arith.sitofp %i_2 : i64 to f32
  %sub_1 = arith.subf %i_3, %cst_1 : f32
  %max = arith.maximumf %cst, %sub_1 : f32
  %partial_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %partial_sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %sum_4 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    linalg.fill ins(%cst : f32) outs(%partial_sum : memref<32x32xf32, 1>)
    scf.for %R0 = %c0 to %ks1 step %c32 {
      %x = arith.muli %P0, %ks1 : index
      %x_1 = arith.addi %x, %R0 : index
      %x_2 = arith.muli %P0, %cm1 : index
      %x_3 = arith.addi %x_2, %ks0 : index
      %n_P0 = arith.minsi %x_3, %c32 : index
      %x_4 = arith.muli %R0, %cm1 : index
      %x_5 = arith.addi %x_4, %ks1 : index
      %n_R0 = arith.minsi %x_5, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_P0, %n_R0], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%partial_sum : memref<32x32xf32, 1>) {
        ^bb0(%a: f32, %o: f32):
          %sum = arith.addf %o, %a : f32
          linalg.yield %sum : f32
      }
    }
    linalg.fill ins(%cst : f32) outs(%sum_1 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum : memref<32x32xf32, 1>) outs(%sum_1 : memref<32xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %sum_2 = arith.addf %o_1, %a_1 : f32
        linalg.yield %sum_2 : f32
    }
    linalg.fill ins(%cst : f32) outs(%partial_sum_1 : memref<32x32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<32xf32, 1>) outs(%div : memref<32xf32, 1>) {
      ^bb0(%a_2: f32, %o_2: f32):
        %i = arith.index_cast %ks1 : index to i64
        %i_1 = arith.sitofp %i : i64 to f32
        %div_1 = arith.divf %a_2, %i_1 : f32  // welford_reduce
        linalg.yield %div_1 : f32
    }
    scf.for %R0 = %c0 to %ks1 step %c32 {
      %x_6 = arith.muli %P0, %ks1 : index
      %x_7 = arith.addi %x_6, %R0 : index
      %x_8 = arith.muli %P0, %cm1 : index
      %x_9 = arith.addi %x_8, %ks0 : index
      %n_P0_1 = arith.minsi %x_9, %c32 : index
      %x_10 = arith.muli %R0, %cm1 : index
      %x_11 = arith.addi %x_10, %ks1 : index
      %n_R0_1 = arith.minsi %x_11, %c32 : index
      %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%x_7], sizes: [%n_P0_1, %n_R0_1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_1, %t) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %div : memref<32x32xf32, 1>, memref<32xf32, 1>) outs(%partial_sum_1 : memref<32x32xf32, 1>) {
        ^bb0(%a_3: f32, %a_4: f32, %o_3: f32):
          %at = linalg.index 1 : index
          %at_1 = arith.addi %at, %R0 : index
          %inside = arith.cmpi slt, %at_1, %ks1 : index
          %sub = arith.subf %a_3, %a_4 : f32  // welford_reduce
          %mul = arith.mulf %sub, %sub : f32  // welford_reduce
          %sel = arith.select %inside, %mul, %cst : f32  // truediv
          %sum_3 = arith.addf %o_3, %sel : f32
          linalg.yield %sum_3 : f32
      }
    }
    linalg.fill ins(%cst : f32) outs(%sum_4 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum_1 : memref<32x32xf32, 1>) outs(%sum_4 : memref<32xf32, 1>) {
      ^bb0(%a_5: f32, %o_4: f32):
        %sum_5 = arith.addf %o_4, %a_5 : f32
        linalg.yield %sum_5 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_4 : memref<32xf32, 1>) outs(%out : memref<32xf32, 1>) {
      ^bb0(%a_6: f32, %o_5: f32):
        %div_2 = arith.divf %a_6, %max : f32  // truediv
        linalg.yield %div_2 : f32
    }
    %x_12 = arith.muli %P0, %cm1 : index
    %x_13 = arith.addi %x_12, %ks0 : index
    %n_P0_2 = arith.minsi %x_13, %c32 : index
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0_2], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%div, %view_2) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0_2], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_3) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
