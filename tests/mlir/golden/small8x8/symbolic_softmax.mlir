// npu_fused_amax_sub_exp_sum_div: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_div(%in_ptr0: memref<?xf32>, %out_ptr2: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0xFF800000 : f32
  %cm1 = arith.constant -1 : index
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 1.0 : f32
  %partial_max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %max_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %partial_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    linalg.fill ins(%cst : f32) outs(%partial_max : memref<32x32xf32, 1>)
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
      "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%partial_max : memref<32x32xf32, 1>) {
        ^bb0(%a: f32, %o: f32):
          %max = arith.maximumf %o, %a : f32
          linalg.yield %max : f32
      }
    }
    linalg.fill ins(%cst : f32) outs(%max_1 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_max : memref<32x32xf32, 1>) outs(%max_1 : memref<32xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %max_2 = arith.maximumf %o_1, %a_1 : f32
        linalg.yield %max_2 : f32
    }
    linalg.fill ins(%cst_1 : f32) outs(%partial_sum : memref<32x32xf32, 1>)
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
      "npu.dma_load"(%view_1, %t) {pad = 0xFF800000 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max_1 : memref<32x32xf32, 1>, memref<32xf32, 1>) outs(%partial_sum : memref<32x32xf32, 1>) {
        ^bb0(%a_2: f32, %a_3: f32, %o_2: f32):
          %at = linalg.index 1 : index
          %at_1 = arith.addi %at, %R0 : index
          %inside = arith.cmpi slt, %at_1, %ks1 : index
          %sub = arith.subf %a_2, %a_3 : f32
          %exp = math.exp %sub : f32
          %sel = arith.select %inside, %exp, %cst_1 : f32  // truediv
          %sum = arith.addf %o_2, %sel : f32
          linalg.yield %sum : f32
      }
    }
    linalg.fill ins(%cst_1 : f32) outs(%sum_1 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_sum : memref<32x32xf32, 1>) outs(%sum_1 : memref<32xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %sum_2 = arith.addf %o_3, %a_4 : f32
        linalg.yield %sum_2 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<32xf32, 1>) outs(%div : memref<32xf32, 1>) {
      ^bb0(%a_5: f32, %o_4: f32):
        %div_1 = arith.divf %cst_2, %a_5 : f32  // truediv
        linalg.yield %div_1 : f32
    }
    scf.for %R0 = %c0 to %ks1 step %c32 {
      %x_12 = arith.muli %P0, %ks1 : index
      %x_13 = arith.addi %x_12, %R0 : index
      %x_14 = arith.muli %P0, %cm1 : index
      %x_15 = arith.addi %x_14, %ks0 : index
      %n_P0_2 = arith.minsi %x_15, %c32 : index
      %x_16 = arith.muli %R0, %cm1 : index
      %x_17 = arith.addi %x_16, %ks1 : index
      %n_R0_2 = arith.minsi %x_17, %c32 : index
      %view_2 = memref.reinterpret_cast %in_ptr0 to offset: [%x_13], sizes: [%n_P0_2, %n_R0_2], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view_2, %t) {pad = 0xFF800000 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max_1, %div : memref<32x32xf32, 1>, memref<32xf32, 1>, memref<32xf32, 1>) outs(%out : memref<32x32xf32, 1>) {
        ^bb0(%a_6: f32, %a_7: f32, %a_8: f32, %o_5: f32):
          %sub_1 = arith.subf %a_6, %a_7 : f32
          %exp_1 = math.exp %sub_1 : f32
          %mul = arith.mulf %exp_1, %a_8 : f32  // truediv
          linalg.yield %mul : f32
      }
      %view_3 = memref.reinterpret_cast %out_ptr2 to offset: [%x_13], sizes: [%n_P0_2, %n_R0_2], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%out, %view_3) : (memref<32x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
