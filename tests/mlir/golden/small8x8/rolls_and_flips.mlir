// npu_fused_iota_add_fmod_index: pointwise
func.func @npu_fused_iota_add_fmod_index(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c4 = arith.constant 4 : index
  %c33 = arith.constant 33 : index
  %c28 = arith.constant 28 : index
  %k = arith.constant 5 : i32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x48xf32, 1>
  scf.for %P0 = %c0 to %c12 step %c4 {
    %x = arith.muli %P0, %c33 : index
    %x_1 = arith.addi %x, %c28 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [4, 5], strides: [33, 1] : memref<396xf32> to memref<4x5xf32, strided<[33, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad_around = true} : (memref<4x5xf32, strided<[33, 1], offset: ?>>, memref<4x48xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [4, 28], strides: [33, 1] : memref<396xf32> to memref<4x28xf32, strided<[33, 1], offset: ?>>
    %part = memref.subview %t_1[0, 5] [4, 43] [1, 1] : memref<4x48xf32, 1> to memref<4x43xf32, strided<[48, 1], offset: 5>, 1>
    "npu.dma_load"(%view_1, %part) {pad_around = true} : (memref<4x28xf32, strided<[33, 1], offset: ?>>, memref<4x43xf32, strided<[48, 1], offset: 5>, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<4x48xf32, 1>, memref<4x48xf32, 1>) outs(%out : memref<4x48xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %at = linalg.index 1 : index
        %i = arith.index_cast %at : index to i32
        %lt = arith.cmpi slt, %i, %k : i32  // index
        %sel = arith.select %lt, %a, %a_1 : f32  // load
        linalg.yield %sel : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [4, 33], strides: [33, 1] : memref<396xf32> to memref<4x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<4x48xf32, 1>, memref<4x33xf32, strided<[33, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_rev: pointwise
func.func @npu_fused_rev(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %c132 = arith.constant 132 : index
  %c99 = arith.constant 99 : index
  %t = "npu.alloc"() {lane_axis = 2 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x4x48xf32, 1>
  scf.for %P0 = %c0 to %c3 step %c1 {
    %x = arith.muli %P0, %c132 : index
    %x_1 = arith.addi %x, %c99 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [1, 4, 33], strides: [132, -33, 1] : memref<396xf32> to memref<1x4x33xf32, strided<[132, -33, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x4x33xf32, strided<[132, -33, 1], offset: ?>>, memref<1x4x48xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [1, 4, 33], strides: [132, 33, 1] : memref<396xf32> to memref<1x4x33xf32, strided<[132, 33, 1], offset: ?>>
    "npu.dma_store"(%t, %view_1) : (memref<1x4x48xf32, 1>, memref<1x4x33xf32, strided<[132, 33, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_rev: pointwise
func.func @npu_fused_rev(%in_ptr0: memref<396xf32>, %out_ptr0: memref<396xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c4 = arith.constant 4 : index
  %c33 = arith.constant 33 : index
  %c32 = arith.constant 32 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<4x48xf32, 1>
  scf.for %P0 = %c0 to %c12 step %c4 {
    %x = arith.muli %P0, %c33 : index
    %x_1 = arith.addi %x, %c32 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [4, 33], strides: [33, -1] : memref<396xf32> to memref<4x33xf32, strided<[33, -1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<4x33xf32, strided<[33, -1], offset: ?>>, memref<4x48xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [4, 33], strides: [33, 1] : memref<396xf32> to memref<4x33xf32, strided<[33, 1], offset: ?>>
    "npu.dma_store"(%t, %view_1) : (memref<4x48xf32, 1>, memref<4x33xf32, strided<[33, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
