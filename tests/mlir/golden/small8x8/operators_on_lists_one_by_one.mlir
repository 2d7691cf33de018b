// npu_fused_mul: pointwise
func.func @npu_fused_mul(%in_ptr0: memref<165xf32>, %out_ptr0: memref<165xf32>) {
  %c0 = arith.constant 0 : index
  %c165 = arith.constant 165 : index
  %c96 = arith.constant 96 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 3.0 : f32
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<96xf32, 1>
  scf.for %P0 = %c0 to %c165 step %c96 {
    %x = arith.muli %P0, %cm1 : index
    %x_1 = arith.addi %x, %c165 : index
    %n_P0 = arith.minsi %x_1, %c96 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?xf32, strided<[1], offset: ?>>, memref<96xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : memref<96xf32, 1>) outs(%out : memref<96xf32, 1>) {
      ^bb0(%a: f32, %o: f32):
        %mul = arith.mulf %a, %cst : f32
        linalg.yield %mul : f32
    }
    %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<165xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_store"(%out, %view_1) : (memref<96xf32, 1>, memref<?xf32, strided<[1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
