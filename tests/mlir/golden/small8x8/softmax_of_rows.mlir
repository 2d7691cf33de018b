// npu_fused_amax_sub_exp_sum_div: reduction, fusions pointwise
func.func @npu_fused_amax_sub_exp_sum_div(%in_ptr0: memref<2145xf32>, %out_ptr2: memref<2145xf32>) {
  %c0 = arith.constant 0 : index
  %c33 = arith.constant 33 : index
  %c7 = arith.constant 7 : index
  %c65 = arith.constant 65 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %cst_2 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x80xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %exp = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x80xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %div = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x80xf32, 1>
  scf.for %P0 = %c0 to %c33 step %c7 {
    %x = arith.muli %P0, %c65 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c33 : index
    %n_P0 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 65], strides: [65, 1] : memref<2145xf32> to memref<?x65xf32, strided<[65, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<?x65xf32, strided<[65, 1], offset: ?>>, memref<7x80xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%max : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<7x80xf32, 1>) outs(%max : memref<7xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max_1 = arith.maximumf %o, %a : f32
        linalg.yield %max_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %max : memref<7x80xf32, 1>, memref<7xf32, 1>) outs(%exp : memref<7x80xf32, 1>) {
      ^bb0(%a_1: f32, %a_2: f32, %o_1: f32):
        %sub = arith.subf %a_1, %a_2 : f32
        %exp_1 = math.exp %sub : f32
        linalg.yield %exp_1 : f32
    }
    linalg.fill ins(%cst_1 : f32) outs(%sum : memref<7xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%exp : memref<7x80xf32, 1>) outs(%sum : memref<7xf32, 1>) {
      ^bb0(%a_3: f32, %o_2: f32):
        %at = linalg.index 1 : index
        %inside = arith.cmpi slt, %at, %c65 : index
        %sel = arith.select %inside, %a_3, %cst_1 : f32  // truediv
        %sum_1 = arith.addf %o_2, %sel : f32
        linalg.yield %sum_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum : memref<7xf32, 1>) outs(%div : memref<7xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %div_1 = arith.divf %cst_2, %a_4 : f32  // truediv
        linalg.yield %div_1 : f32
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%exp, %div : memref<7x80xf32, 1>, memref<7xf32, 1>) outs(%out : memref<7x80xf32, 1>) {
      ^bb0(%a_5: f32, %a_6: f32, %o_4: f32):
        %mul = arith.mulf %a_5, %a_6 : f32  // truediv
        linalg.yield %mul : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr2 to offset: [%x], sizes: [%n_P0, 65], strides: [65, 1] : memref<2145xf32> to memref<?x65xf32, strided<[65, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<7x80xf32, 1>, memref<?x65xf32, strided<[65, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
