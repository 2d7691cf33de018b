// npu_fused_mul_add: pointwise
func.func @npu_fused_mul_add(%in_ptr0: memref<509xf32>, %in_ptr1: memref<29xf32>, %out_ptr0: memref<145xf32>) {
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c16 = arith.constant 16 : index
  %c18 = arith.constant 18 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 1.0 : f32
  %c5 = arith.constant 5 : index
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x5xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16xf32, 1>
  %out = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<16x5xf32, 1>
  scf.for %P0 = %c0 to %c29 step %c16 {
    %x = arith.muli %P0, %c18 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c29 : index
    %n_P0 = arith.minsi %x_2, %c16 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 5], strides: [18, 1] : memref<509xf32> to memref<?x5xf32, strided<[18, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x5xf32, strided<[18, 1], offset: ?>>, memref<16x5xf32, 1>) -> ()
    %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [%P0], sizes: [%n_P0], strides: [1] : memref<29xf32> to memref<?xf32, strided<[1], offset: ?>>
    "npu.dma_load"(%view_1, %t_1) : (memref<?xf32, strided<[1], offset: ?>>, memref<16xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<16x5xf32, 1>, memref<16xf32, 1>) outs(%out : memref<16x5xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %mul = arith.mulf %a, %a_1 : f32
        %add = arith.addf %mul, %cst : f32
        linalg.yield %add : f32
    }
    %x_3 = arith.muli %P0, %c5 : index
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x_3], sizes: [%n_P0, 5], strides: [5, 1] : memref<145xf32> to memref<?x5xf32, strided<[5, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<16x5xf32, 1>, memref<?x5xf32, strided<[5, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
