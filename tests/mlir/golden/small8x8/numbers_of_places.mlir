// npu_fused_iota_mul_add_sub_le_full_where: pointwise, fusions horizontal
func.func @npu_fused_iota_mul_add_sub_le_full_where(%in_ptr0: memref<300xf32>, %out_ptr0: memref<300xf32>, %out_ptr1: memref<300xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c2 = arith.constant 2 : index
  %c50 = arith.constant 50 : index
  %cst = arith.constant 2.0 : f32
  %k = arith.constant -1 : i32
  %k_1 = arith.constant 1 : i32
  %cst_1 = arith.constant 0.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x64xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x64xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x64xf32, 1>
  scf.for %P0 = %c0 to %c6 step %c2 {
    %x = arith.muli %P0, %c50 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [2, 50], strides: [50, 1] : memref<300xf32> to memref<2x50xf32, strided<[50, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<2x50xf32, strided<[50, 1], offset: ?>>, memref<2x64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<2x64xf32, 1>) outs(%out, %out_1 : memref<2x64xf32, 1>, memref<2x64xf32, 1>) {
      ^bb0(%a: f32, %o: f32, %o_1: f32):
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i64
        %i_1 = arith.sitofp %i : i64 to f32
        %mul = arith.mulf %cst, %i_1 : f32  // index
        %add = arith.addf %a, %mul : f32
        %i_2 = arith.index_cast %at : index to i32
        %at_1 = linalg.index 0 : index
        %at_2 = arith.addi %at_1, %P0 : index
        %i_3 = arith.index_cast %at_2 : index to i32
        %mul_1 = arith.muli %k, %i_3 : i32  // index
        %add_1 = arith.addi %i_2, %mul_1 : i32  // index
        %le = arith.cmpi sle, %add_1, %k_1 : i32
        %sel = arith.select %le, %a, %cst_1 : f32  // where
        linalg.yield %add, %sel : f32, f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [2, 50], strides: [50, 1] : memref<300xf32> to memref<2x50xf32, strided<[50, 1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<2x64xf32, 1>, memref<2x50xf32, strided<[50, 1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%x], sizes: [2, 50], strides: [50, 1] : memref<300xf32> to memref<2x50xf32, strided<[50, 1], offset: ?>>
    "npu.dma_store"(%out_1, %view_2) : (memref<2x64xf32, 1>, memref<2x50xf32, strided<[50, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
