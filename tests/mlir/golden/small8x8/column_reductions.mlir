// npu_fused_sum_amin: reduction, fusions horizontal
func.func @npu_fused_sum_amin(%in_ptr0: memref<2405xf32>, %out_ptr0: memref<37xf32>, %out_ptr1: memref<37xf32>) {
  %cst = arith.constant 0.0 : f32
  %cst_1 = arith.constant 0x7F800000 : f32
  %c0 = arith.constant 0 : index
  %c65 = arith.constant 65 : index
  %c48 = arith.constant 48 : index
  %c37 = arith.constant 37 : index
  %cm1 = arith.constant -1 : index
  %partial_sum = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %partial_min = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %t = "npu.alloc"() {lane_axis = 1 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48x48xf32, 1>
  %sum_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  %min_1 = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64, slots = 2 : i64} : () -> memref<48xf32, 1>
  linalg.fill ins(%cst : f32) outs(%partial_sum : memref<48x48xf32, 1>)
  linalg.fill ins(%cst_1 : f32) outs(%partial_min : memref<48x48xf32, 1>)
  scf.for %R0 = %c0 to %c65 step %c48 {
    %x = arith.muli %R0, %c37 : index
    %x_1 = arith.muli %R0, %cm1 : index
    %x_2 = arith.addi %x_1, %c65 : index
    %n_R0 = arith.minsi %x_2, %c48 : index
    %view = memref.reinterpret_cast %in_ptr0 to offset: [%x], sizes: [%n_R0, 37], strides: [37, 1] : memref<2405xf32> to memref<?x37xf32, strided<[37, 1], offset: ?>>
    "npu.dma_load"(%view, %t) {pad = 0.0 : f32} : (memref<?x37xf32, strided<[37, 1], offset: ?>>, memref<48x48xf32, 1>) -> ()
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : memref<48x48xf32, 1>) outs(%partial_sum, %partial_min : memref<48x48xf32, 1>, memref<48x48xf32, 1>) {
      ^bb0(%a: f32, %o: f32, %o_1: f32):
        %at = linalg.index 0 : index
        %at_1 = arith.addi %at, %R0 : index
        %inside = arith.cmpi slt, %at_1, %c65 : index
        %sel = arith.select %inside, %a, %cst_1 : f32  // min
        %sum = arith.addf %o, %a : f32
        %min = arith.minimumf %o_1, %sel : f32
        linalg.yield %sum, %min : f32, f32
    }
  }
  linalg.fill ins(%cst : f32) outs(%sum_1 : memref<48xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%partial_sum : memref<48x48xf32, 1>) outs(%sum_1 : memref<48xf32, 1>) {
    ^bb0(%a_1: f32, %o_2: f32):
      %sum_2 = arith.addf %o_2, %a_1 : f32
      linalg.yield %sum_2 : f32
  }
  linalg.fill ins(%cst_1 : f32) outs(%min_1 : memref<48xf32, 1>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%partial_min : memref<48x48xf32, 1>) outs(%min_1 : memref<48xf32, 1>) {
    ^bb0(%a_2: f32, %o_3: f32):
      %min_2 = arith.minimumf %o_3, %a_2 : f32
      linalg.yield %min_2 : f32
  }
  %view_1 = memref.reinterpret_cast %out_ptr0 to offset: [0], sizes: [37], strides: [1] : memref<37xf32> to memref<37xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%sum_1, %view_1) : (memref<48xf32, 1>, memref<37xf32, strided<[1], offset: 0>>) -> ()
  %view_2 = memref.reinterpret_cast %out_ptr1 to offset: [0], sizes: [37], strides: [1] : memref<37xf32> to memref<37xf32, strided<[1], offset: 0>>
  "npu.dma_store"(%min_1, %view_2) : (memref<48xf32, 1>, memref<37xf32, strided<[1], offset: 0>>) -> ()
  return
}
