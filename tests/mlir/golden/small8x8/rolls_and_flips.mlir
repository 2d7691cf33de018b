// npu_fused_iota_add_fmod_index: pointwise
func.func @npu_fused_iota_add_fmod_index(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %c33 = arith.constant 33 : index
  %k = arith.constant 33 : i32
  %k_1 = arith.constant 28 : i32
  %k_2 = arith.constant -1 : i32
  %sel = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x48xi32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x48xf32, 1>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%sel : memref<12x48xi32, 1>) {
    ^bb0(%o: i32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c33 : index
      %at_1 = linalg.index 0 : index
      %i = arith.index_cast %at_1 : index to i32
      %mul = arith.muli %k, %i : i32  // load
      %i_1 = arith.index_cast %at : index to i32
      %add = arith.addi %k_1, %i_1 : i32  // load
      %rem = arith.remsi %add, %k : i32  // load
      %add_1 = arith.addi %mul, %rem : i32  // load
      %sel_1 = arith.select %inside, %add_1, %k_2 : i32  // load
      linalg.yield %sel_1 : i32
  }
  "npu.gather"(%in_ptr0, %sel, %t) : (memref<396xf32>, memref<12x48xi32, 1>, memref<12x48xf32, 1>) -> ()
  %view = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [12, 33], strides: [33, 1] : memref<396xf32> to memref<12x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%t, %view) : (memref<12x48xf32, 1>, memref<12x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_rev: pointwise
func.func @npu_fused_rev(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<3x4x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [99], sizes: [3, 4, 33], strides: [132, -33, 1] : memref<396xf32> to memref<3x4x33xf32, strided<[132, -33, 1], offset: 99>>
  "npu.dma_load"(%view, %t) : (memref<3x4x33xf32, strided<[132, -33, 1], offset: 99>>, memref<3x4x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [3, 4, 33], strides: [132, 33, 1] : memref<396xf32> to memref<3x4x33xf32, strided<[132, 33, 1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<3x4x48xf32, 1>, memref<3x4x33xf32, strided<[132, 33, 1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_rev: pointwise
func.func @npu_fused_rev(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<12x48xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [32], sizes: [12, 33], strides: [33, -1] : memref<396xf32> to memref<12x33xf32, strided<[33, -1], offset: 32>>
  "npu.dma_load"(%view, %t) : (memref<12x33xf32, strided<[33, -1], offset: 32>>, memref<12x48xf32, 1>) -> ()
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [12, 33], strides: [33, 1] : memref<396xf32> to memref<12x33xf32, strided<[33, 1], offset: 0>>
  "npu.dma_store"(%t, %view_1) : (memref<12x48xf32, 1>, memref<12x33xf32, strided<[33, 1], offset: 0>>) -> ()
  return
}
