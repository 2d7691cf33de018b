// npu_fused_sum_mul_amax_add: reduction, fusions horizontal
func.func @npu_fused_sum_mul_amax_add(%in_ptr0: memref<120xf32>, %out_ptr0: memref<6xf32>, %out_ptr1: memref<6xf32>, %out_ptr2: memref<120xf32>) {
  %cst = arith.constant 0.0 : f32
  %c20 = arith.constant 20 : index
  %cst_1 = arith.constant 0xFF800000 : f32
  %cst_2 = arith.constant 2.0 : f32
  %cst_3 = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x32xf32, 1>
  %sum = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %max = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<6x32xf32, 1>
  %view = memref.reinterpret_cast %in_ptr0 to offset: [0], sizes: [6, 20], strides: [20, 1] : memref<120xf32> to memref<6x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<6x20xf32, strided<[20, 1], offset: 0>>, memref<6x32xf32, 1>) -> ()
  linalg.fill ins(%cst : f32) outs(%sum : memref<6xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<6x32xf32, 1>) outs(%sum : memref<6xf32, 1>) {
    ^bb0(%a: f32, %o: f32):
      %sum_1 = arith.addf %o, %a : f32
      linalg.yield %sum_1 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%max : memref<6xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%t : memref<6x32xf32, 1>) outs(%max : memref<6xf32, 1>) {
    ^bb0(%a_1: f32, %o_1: f32):
      %at = linalg.index 1 : index
      %inside = arith.cmpi slt, %at, %c20 : index
      %mul = arith.mulf %a_1, %cst_2 : f32
      %sel = arith.select %inside, %mul, %cst_1 : f32  // add
      %max_1 = arith.maximumf %o_1, %sel : f32
      linalg.yield %max_1 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<6x32xf32, 1>) outs(%out : memref<6x32xf32, 1>) {
    ^bb0(%a_2: f32, %o_2: f32):
      %add = arith.addf %a_2, %cst_3 : f32
      linalg.yield %add : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr2 to offset: [0], sizes: [6, 20], strides: [20, 1] : memref<120xf32> to memref<6x20xf32, strided<[20, 1], offset: 0>>
  "npu.dma_store"(%out, %view_1) : (memref<6x32xf32, 1>, memref<6x20xf32, strided<[20, 1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum, %view_2) : (memref<6xf32, 1>, memref<6xf32, strided<[1], offset: 0>>) -> ()
  %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [6], strides: [1] : memref<6xf32> to memref<6xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%max, %view_3) : (memref<6xf32, 1>, memref<6xf32, strided<[1], offset: 0>>) -> ()
  return
}
// -----

// npu_fused_sub: pointwise
func.func @npu_fused_sub(%in_ptr0: memref<120xf32>, %out_ptr0: memref<120xf32>) {
  %c0 = arith.constant 0 : index
  %c120 = arith.constant 120 : index
  %c64 = arith.constant 64 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 1.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<64xf32, 1>
  scf.for %P0 = %c0 to %c120 step %c64 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c120 : index
    %n_P0 = arith.minsi %x_1, %c64 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<120xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<64xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<64xf32, 1>) outs(%out : memref<64xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %sub = arith.subf %a, %cst : f32
        linalg.yield %sub : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<120xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<64xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
