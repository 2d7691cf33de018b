// npu_fused_mean_argmax: reduction, fusions horizontal pointwise
func.func @npu_fused_mean_argmax(%in_out_ptr0: memref<55xf32>, %in_ptr0: memref<3575xf32>, %out_ptr0: memref<55xi64>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %c715 = arith.constant 715 : index
  %cst = arith.constant 0xFF800000 : f32
  %cst_1 = arith.constant 0.0 : f32
  %k = arith.constant 9223372036854775807 : i64
  %cst_2 = arith.constant 65.0 : f32
  %c11 = arith.constant 11 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x65x16xf32, 1>
  %max = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  %min = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xi64, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x16xf32, 1>
  scf.for %P0 = %c0 to %c5 step %c1 {
    %x = arith.muli %P0, %c715 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [1, 65, 11], strides: [715, 11, 1] : memref<3575xf32> to memref<1x65x11xf32, strided<[715, 11, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x65x11xf32, strided<[715, 11, 1], offset: ?>>, memref<1x65x16xf32, 1>) -> ()
    linalg.fill ins(%cst : f32) outs(%max : memref<1x16xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t : memref<1x65x16xf32, 1>) outs(%max : memref<1x16xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max_1 = arith.maximumf %o, %a : f32
        linalg.yield %max_1 : f32
    }
    linalg.fill ins(%cst_1 : f32) outs(%sum : memref<1x16xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t : memref<1x65x16xf32, 1>) outs(%sum : memref<1x16xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %sum_1 = arith.addf %o_1, %a_1 : f32
        linalg.yield %sum_1 : f32
    }
    linalg.fill ins(%k : i64) outs(%min : memref<1x16xi64, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%t, %max : memref<1x65x16xf32, 1>, memref<1x16xf32, 1>) outs(%min : memref<1x16xi64, 1>) {
      ^bb0(%a_2: f32, %a_3: f32, %o_2: i64):
        %eq = arith.cmpf oeq, %a_2, %a_3 : f32  // index
        %ne = arith.cmpf une, %a_2, %a_2 : f32  // index
        %or = arith.ori %eq, %ne : i1  // index
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i32
        %cvt = arith.extsi %i : i32 to i64  // index
        %sel = arith.select %or, %cvt, %k : i64  // index
        %min_1 = arith.minsi %o_2, %sel : i64
        linalg.yield %min_1 : i64
    }
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<1x16xf32, 1>) outs(%out : memref<1x16xf32, 1>) {
      ^bb0(%a_4: f32, %o_3: f32):
        %div = arith.divf %a_4, %cst_2 : f32  // truediv
        linalg.yield %div : f32
    }
    %x_1 = arith.muli %P0, %c11 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_1], sizes: [1, 11], strides: [11, 1] : memref<55xi64> to memref<1x11xi64, strided<[11, 1], offset: ?>>
    "npu.dma_store"(%min, %view_1) : (memref<1x16xi64, 1>, memref<1x11xi64, strided<[11, 1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %in_out_ptr0 to offset: [%x_1], sizes: [1, 11], strides: [11, 1] : memref<55xf32> to memref<1x11xf32, strided<[11, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<1x16xf32, 1>, memref<1x11xf32, strided<[11, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
