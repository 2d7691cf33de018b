// npu_fused_mul_erf_add_clone: pointwise
func.func @npu_fused_mul_erf_add_clone(%in_ptr0: memref<?xf32>, %out_ptr0: memref<?xf32>, %ks0: index, %ks1: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.5 : f32
  %cst_1 = arith.constant 0.7071067811865476 : f32
  %cst_2 = arith.constant 1.0 : f32
  %x = arith.muli %ks0, %ks1 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<32xf32, 1>
  scf.for %P0 = %c0 to %x step %c32 {
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %x : index
    %n_P0 = arith.minsi %x_2, %c32 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<32xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<32xf32, 1>) outs(%out : memref<32xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %mul = arith.mulf %a, %cst : f32
        %mul_1 = arith.mulf %a, %cst_1 : f32
        %erf = math.erf %mul_1 : f32
        %add = arith.addf %erf, %cst_2 : f32
        %mul_2 = arith.mulf %mul, %add : f32
        %add_1 = arith.addf %mul_2, %a : f32
        linalg.yield %add_1 : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<32xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
