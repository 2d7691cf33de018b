// npu_fused_add_relu_mul: pointwise
func.func @npu_fused_add_relu_mul(%in_ptr0: memref<4257xf32>, %in_ptr1: memref<129xf32>, %out_ptr0: memref<4257xf32>) {
  %c0 = arith.constant 0 : index
  %c33 = arith.constant 33 : index
  %c7 = arith.constant 7 : index
  %c129 = arith.constant 129 : index
  %cm1 = arith.constant -1 : index
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x144xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<144xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<7x144xf32, 1>
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [129], strides: [1] : memref<129xf32> to memref<129xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<129xf32, strided<[1], offset: 0>>, memref<144xf32, 1>) -> ()
  scf.for %P0 = %c0 to %c33 step %c7 {
    %x = arith.muli %P0, %c129 : index
    %x_1 = arith.muli %P0, %cm1 : index
    %x_2 = arith.addi %x_1, %c33 : index
    %n_P0 = arith.minsi %x_2, %c7 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_P0, 129], strides: [129, 1] : memref<4257xf32> to memref<?x129xf32, strided<[129, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<?x129xf32, strided<[129, 1], offset: ?>>, memref<7x144xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<7x144xf32, 1>, memref<144xf32, 1>) outs(%out : memref<7x144xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32):
        %add = arith.addf %a, %a_1 : f32
        %max = arith.maximumf %add, %cst : f32  // relu
        %mul = arith.mulf %max, %cst_1 : f32
        linalg.yield %mul : f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [%n_P0, 129], strides: [129, 1] : memref<4257xf32> to memref<?x129xf32, strided<[129, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<7x144xf32, 1>, memref<?x129xf32, strided<[129, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
