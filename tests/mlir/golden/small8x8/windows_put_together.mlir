// npu_fused_full: pointwise
func.func @npu_fused_full(%out_ptr0: memref<120xf32>) {
  %c0 = arith.constant 0 : index
  %c120 = arith.constant 120 : index
  %c64 = arith.constant 64 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  scf.for %P0 = %c0 to %c120 step %c64 {
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%out : memref<64xf32, 1>) {
      ^bb0(%o: f32):
        linalg.yield %cst : f32
    }
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c120 : index
    %n_P0 = arith.minsi %x_1, %c64 : index
    %view = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<120xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view) : (memref<64xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_full_iota_add_index_put: pointwise
func.func @npu_fused_full_iota_add_index_put(%in_ptr0: memref<432xf32>, %out_ptr0: memref<120xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 5 : i32
  %k_1 = arith.constant 30 : i32
  %c108 = arith.constant 108 : index
  %add = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x4x3xi32, 1>
  %add_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<3x4x3xi32, 1>
  %t = "npu.alloc"() {lane_axis = 3 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x3x4x3xf32, 1>
  %load = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<2x3x4x3x3xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%add_1 : memref<3x4x3xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 2 : index
      %i = arith.index_cast %at : index to i32
      %at_1 = linalg.index 0 : index
      %i_1 = arith.index_cast %at_1 : index to i32
      %mul = arith.muli %k, %i_1 : i32  // load
      %add_2 = arith.addi %i, %mul : i32  // load
      %at_2 = linalg.index 1 : index
      %i_2 = arith.index_cast %at_2 : index to i32
      %mul_1 = arith.muli %k, %i_2 : i32  // load
      %add_3 = arith.addi %add_2, %mul_1 : i32  // load
      linalg.yield %add_3 : i32
  }
  scf.for %P0 = %c0 to %c4 step %c2 {
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%add_1 : memref<3x4x3xi32, 1>) outs(%add : memref<2x3x4x3xi32, 1>) {
      ^bb0(%a: i32, %o_1: i32):
        %at_3 = linalg.index 0 : index
        %at_4 = arith.addi %at_3, %P0 : index
        %i_3 = arith.index_cast %at_4 : index to i32
        %mul_2 = arith.muli %k_1, %i_3 : i32  // load
        %add_4 = arith.addi %a, %mul_2 : i32  // load
        linalg.yield %add_4 : i32
    }
    %x = arith.muli %P0, %c108 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [2, 3, 3, 4, 3], strides: [108, 36, 12, 3, 1] : memref<432xf32> to memref<2x3x3x4x3xf32, strided<[108, 36, 12, 3, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<2x3x3x4x3xf32, strided<[108, 36, 12, 3, 1], offset: ?>>, memref<2x3x3x4x3xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t : memref<2x3x3x4x3xf32, 1>) outs(%load : memref<2x3x4x3x3xf32, 1>) {
      ^bb0(%a_1: f32, %o_2: f32):
        linalg.yield %a_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [118, 3], strides: [1, 1] : memref<120xf32> to memref<118x3xf32, strided<[1, 1], offset: 0>>
    "npu.scatter"(%load, %add, %view_1) {combine = "add"} : (memref<2x3x4x3x3xf32, 1>, memref<2x3x4x3xi32, 1>, memref<118x3xf32, strided<[1, 1], offset: 0>>) -> ()
  }
  return
}
