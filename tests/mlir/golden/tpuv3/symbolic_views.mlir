// npu_fused_slice_clone: pointwise
func.func @npu_fused_slice_clone(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %x = arith.addi %ks0, %cm1 : index
  %x_1 = arith.addi %ks1, %cm1 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  scf.for %P0 = %c0 to %x step %c16 {
    scf.for %P1 = %c0 to %x_1 step %c32 {
      %x_2 = arith.muli %P0, %ks1 : index
      %x_3 = arith.addi %x_2, %P1 : index
      %x_4 = arith.addi %x_3, %ks1 : index
      %x_5 = arith.muli %P0, %cm1 : index
      %x_6 = arith.addi %x_5, %ks0 : index
      %x_7 = arith.addi %x_6, %cm1 : index
      %n_P0 = arith.minsi %x_7, %c16 : index
      %x_8 = arith.muli %P1, %cm1 : index
      %x_9 = arith.addi %x_8, %ks1 : index
      %x_10 = arith.addi %x_9, %cm1 : index
      %n_P1 = arith.minsi %x_10, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_4], sizes: [%n_P0, %n_P1], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<16x32xf32, 1>) -> ()
      %x_11 = arith.addi %x_5, %x_2 : index
      %x_12 = arith.addi %x_11, %P1 : index
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_12], sizes: [%n_P0, %n_P1], strides: [%x_1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%t, %view_1) : (memref<16x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
// -----

// npu_fused_mul_cat: pointwise, fusions horizontal
func.func @npu_fused_mul_cat(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %out_ptr1: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c496 = arith.constant 496 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 2.0 : f32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xf32, 1>
  scf.for %P0 = %c0 to %x step %c496 {
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_P0 = arith.minsi %x_2, %c496 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<496xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<496xf32, 1>) outs(%out : memref<496xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %mul = arith.mulf %a, %cst : f32
        linalg.yield %mul : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%t, %view_1) : (memref<496xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
    %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<496xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_constant_pad_nd: pointwise
func.func @npu_fused_constant_pad_nd(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %ks1, %c3 : index
  %x_6 = arith.addi %ks1, %c1 : index
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c16 {
    scf.for %P1 = %c0 to %x step %c32 {
      %x_1 = arith.muli %P0, %cm1 : index
      %x_2 = arith.addi %x_1, %ks0 : index
      %n_P0 = arith.minsi %x_2, %c16 : index
      %x_3 = arith.maxsi %P1, %c1 : index
      %x_4 = arith.muli %x_3, %cm1 : index
      %x_5 = arith.addi %P1, %c32 : index
      %x_7 = arith.minsi %x_5, %x_6 : index
      %x_8 = arith.addi %x_4, %x_7 : index
      %x_9 = arith.maxsi %x_8, %c0 : index
      %x_10 = arith.muli %P1, %cm1 : index
      %x_11 = arith.addi %x_10, %x_3 : index
      %x_12 = arith.muli %P0, %ks1 : index
      %x_13 = arith.addi %x_3, %x_12 : index
      %x_14 = arith.addi %x_13, %cm1 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_14], sizes: [%n_P0, %x_9], strides: [%ks1, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      %part = memref.subview %t[0, %x_11] [16, 32] [1, 1] : memref<16x32xf32, 1> to memref<16x32xf32, strided<[32, 1], offset: ?>, 1>
      "npu.dma_load"(%view, %part) {pad_around = true, pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<16x32xf32, strided<[32, 1], offset: ?>, 1>) -> ()
      %x_15 = arith.muli %P0, %c3 : index
      %x_16 = arith.addi %x_15, %x_12 : index
      %x_17 = arith.addi %x_16, %P1 : index
      %x_18 = arith.addi %x_10, %ks1 : index
      %x_19 = arith.addi %x_18, %c3 : index
      %n_P1 = arith.minsi %x_19, %c32 : index
      %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%x_17], sizes: [%n_P0, %n_P1], strides: [%x, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_store"(%t, %view_1) : (memref<16x32xf32, 1>, memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
    } {npu.parallel}
  } {npu.parallel}
  return
}
