// npu_fused_sigmoid_mul_add: pointwise, fusions horizontal pointwise
func.func @npu_fused_sigmoid_mul_add(%in_ptr0: memref<680xf32>, %in_ptr1: memref<40xf32>, %out_ptr0: memref<680xf32>, %out_ptr1: memref<680xf32>, %out_ptr2: memref<680xf32>) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %cst = arith.constant 1.0 : f32
  %cst_1 = arith.constant 2.0 : f32
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %t_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 1 : i64} : () -> memref<48xf32, 1>
  %out = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %out_1 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %out_2 = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<1x48xf32, 1>
  %view_1 = memref.reinterpret_cast %in_ptr1 to offset: [0], sizes: [40], strides: [1] : memref<40xf32> to memref<40xf32, strided<[1], offset: 0>>
  "npu.dma_load"(%view_1, %t_1) : (memref<40xf32, strided<[1], offset: 0>>, memref<48xf32, 1>) -> ()
  scf.for %P0 = %c0 to %c17 step %c1 {
    %x = arith.muli %P0, %c40 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<680xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    "npu.dma_load"(%view, %t) : (memref<1x40xf32, strided<[40, 1], offset: ?>>, memref<1x48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %t_1 : memref<1x48xf32, 1>, memref<48xf32, 1>) outs(%out, %out_1, %out_2 : memref<1x48xf32, 1>, memref<1x48xf32, 1>, memref<1x48xf32, 1>) {
      ^bb0(%a: f32, %a_1: f32, %o: f32, %o_1: f32, %o_2: f32):
        %neg = arith.negf %a : f32  // sigmoid
        %exp = math.exp %neg : f32  // sigmoid
        %add = arith.addf %cst, %exp : f32  // sigmoid
        %div = arith.divf %cst, %add : f32  // sigmoid
        %mul = arith.mulf %div, %a_1 : f32
        %add_1 = arith.addf %mul, %cst : f32
        %mul_1 = arith.mulf %a, %cst_1 : f32
        linalg.yield %mul, %add_1, %mul_1 : f32, f32, f32
    }
    %view_2 = memref.reinterpret_cast %out_ptr0 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<680xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out, %view_2) : (memref<1x48xf32, 1>, memref<1x40xf32, strided<[40, 1], offset: ?>>) -> ()
    %view_3 = memref.reinterpret_cast %out_ptr1 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<680xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out_1, %view_3) : (memref<1x48xf32, 1>, memref<1x40xf32, strided<[40, 1], offset: ?>>) -> ()
    %view_4 = memref.reinterpret_cast %out_ptr2 to offset: [%x], sizes: [1, 40], strides: [40, 1] : memref<680xf32> to memref<1x40xf32, strided<[40, 1], offset: ?>>
    "npu.dma_store"(%out_2, %view_4) : (memref<1x48xf32, 1>, memref<1x40xf32, strided<[40, 1], offset: ?>>) -> ()
  } {npu.parallel}
  return
}
