// npu_fused_amax: reduction
func.func @npu_fused_amax(%in_ptr0: memref<?xf32>, %out_ptr0: memref<1xf32>, %ks0: index, %ks1: index) {
  %cst = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c496 = arith.constant 496 : index
  %cm1 = arith.constant -1 : index
  %x = arith.muli %ks0, %ks1 : index
  %partial_max = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x496xf32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<496xf32, 1>
  %max_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_max : memref<1x496xf32, 1>)
  scf.for %R0 = %c0 to %x step %c496 {
    %x_1 = arith.muli %R0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_R0 = arith.minsi %x_2, %c496 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%R0], sizes: [%n_R0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0xFF800000 : f32} : (memref<?xf32, strided<[1], offset: ?>>, memref<496xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<496xf32, 1>) outs(%partial_max : memref<1x496xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %max = arith.maximumf %o, %a : f32
        linalg.yield %max : f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%max_1 : memref<1xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%partial_max : memref<1x496xf32, 1>) outs(%max_1 : memref<1xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %max_2 = arith.maximumf %o_1, %a_1 : f32
      linalg.yield %max_2 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [1], strides: [1] : memref<1xf32> to memref<1xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%max_1, %view_1) : (memref<1xf32, 1>, memref<1xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_mean: reduction, fusions pointwise
func.func @npu_fused_mean(%in_out_ptr0: memref<?xf32>, %in_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %partial_sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
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
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%sum_1 : memref<32xf32, 1>) outs(%out : memref<32xf32, 1>) {
      ^bb0(%a_2: f32, %o_2: f32):
        %i = arith.index_cast %ks1 : index to i64
        %i_1 = arith.sitofp %i : i64 to f32
        %div = arith.divf %a_2, %i_1 : f32  // truediv
        linalg.yield %div : f32
    }
    %x_6 = arith.muli %P0, %cm1 : index
    %x_7 = arith.addi %x_6, %ks0 : index
    %n_P0_1 = arith.minsi %x_7, %c32 : index
    %view_1 = memref.reinterpret_cast %in_out_ptr0 to offset: [%P0], sizes: [%n_P0_1], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
// -----

// npu_fused_sum: reduction
func.func @npu_fused_sum(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0.0 : f32
  %cm1 = arith.constant -1 : index
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32x32xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  scf.for %P0 = %c0 to %ks0 step %c32 {
    linalg.fill ins(%cst : f32) outs(%partial_sum : memref<32x32xf32, 1>)
    scf.for %R0 = %c0 to %ks1 step %c32 {
      %x = arith.muli %R0, %ks0 : index
      %x_1 = arith.addi %P0, %x : index
      %x_2 = arith.muli %R0, %cm1 : index
      %x_3 = arith.addi %x_2, %ks1 : index
      %n_R0 = arith.minsi %x_3, %c32 : index
      %x_4 = arith.muli %P0, %cm1 : index
      %x_5 = arith.addi %x_4, %ks0 : index
      %n_P0 = arith.minsi %x_5, %c32 : index
      %view = memref.reinterpret_cast %in_ptr0 to offset: [%x_1], sizes: [%n_R0, %n_P0], strides: [%ks0, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
      "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<32x32xf32, 1>) -> ()
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<32x32xf32, 1>) outs(%partial_sum : memref<32x32xf32, 1>) {
        ^bb0(%a: f32, %o: f32):
          %sum = arith.addf %o, %a : f32
          linalg.yield %sum : f32
      }
    }
    linalg.fill ins(%cst : f32) outs(%sum_1 : memref<32xf32, 1>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%partial_sum : memref<32x32xf32, 1>) outs(%sum_1 : memref<32xf32, 1>) {
      ^bb0(%a_1: f32, %o_1: f32):
        %sum_2 = arith.addf %o_1, %a_1 : f32
        linalg.yield %sum_2 : f32
    }
    %x_6 = arith.muli %P0, %cm1 : index
    %x_7 = arith.addi %x_6, %ks0 : index
    %n_P0_1 = arith.minsi %x_7, %c32 : index
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0_1], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%sum_1, %view_1) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
